//! The form of a function of the management library.

/// Defines functions of the management library: each body returns a result, whose error is the number that the caller gets.
macro_rules! management_functions {
    ($(fn $name:ident($($argument:ident: $type:ty),* $(,)?) $body:block)*) => {
        $(
            // SAFETY: the name is one of the management library, and no other function of this library has it.
            #[unsafe(no_mangle)]
            #[allow(non_snake_case)]
            extern "C" fn $name($($argument: $type),*) -> u32 {
                crate::management::error::call(move || -> Result<(), crate::management::error::ManagementError> { $body })
            }
        )*
    };
}
