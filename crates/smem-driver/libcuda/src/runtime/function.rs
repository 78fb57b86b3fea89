//! The form of a function of the runtime API.

/// Defines functions of the runtime API: each body returns a result, whose error is the number that the caller gets and the last error
/// of its thread. `in context` makes a context current before. `, per thread NAME` adds the form of programs whose default stream is
/// each thread's own, and `, also NAME per thread NAME` both forms of another name of the function.
macro_rules! runtime_functions {
    ($(
        fn $name:ident $arguments:tt $(in $context:ident)? $(, per thread $other:ident)?
        $(, also $same:ident per thread $other_of_same:ident)? $body:block
    )*) => {
        $(
            runtime_function! { $name $arguments { $(crate::runtime::device_choice::$context()?;)? } $body }
            $(runtime_function! { $name $arguments as $other })?
            $(
                runtime_function! { $name $arguments also $same }
                runtime_function! { $name $arguments as $other_of_same }
            )?
        )*
    };
}

/// Defines one function, another name of it, or its form for default streams of threads.
macro_rules! runtime_function {
    ($name:ident($($argument:ident: $type:ty),* $(,)?) { $($before:tt)* } $body:block) => {
        // SAFETY: the name is one of the runtime API, and no other function of this library has it.
        #[unsafe(no_mangle)]
        #[allow(non_snake_case)]
        extern "C" fn $name($($argument: $type),*) -> i32 {
            crate::runtime::error::call(move || -> Result<(), crate::runtime::error::RuntimeError> {
                $($before)*
                $body
            })
        }
    };
    ($name:ident($($argument:ident: $type:ty),* $(,)?) also $same:ident) => {
        // SAFETY: as above.
        #[unsafe(no_mangle)]
        #[allow(non_snake_case)]
        extern "C" fn $same($($argument: $type),*) -> i32 {
            $name($($argument),*)
        }
    };
    ($name:ident($($argument:ident: $type:ty),* $(,)?) as $other:ident) => {
        // SAFETY: as above.
        #[unsafe(no_mangle)]
        #[allow(non_snake_case)]
        extern "C" fn $other($($argument: $type),*) -> i32 {
            crate::runtime::default_stream::per_thread(|| $name($($argument),*))
        }
    };
}
