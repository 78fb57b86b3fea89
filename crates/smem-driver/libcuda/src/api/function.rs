//! The form of a function of the driver API.

/// Defines functions of the driver API: each body returns a result, whose error is the number that the caller gets. A function `entry`
/// returns their addresses by name.
macro_rules! functions {
    ($(fn $name:ident($($argument:ident: $type:ty),* $(,)?) $body:block)*) => {
        $(
            // SAFETY: the name is one of the driver API, and no other function of this library has it.
            #[unsafe(no_mangle)]
            #[allow(non_snake_case)]
            pub(crate) extern "C" fn $name($($argument: $type),*) -> i32 {
                crate::process::call(move || -> Result<(), smem_driver::DriverError> { $body })
            }
        )*

        /// The address of a function of this file.
        pub(super) fn entry(name: &str) -> Option<usize> {
            $(
                if name == stringify!($name) {
                    let function: extern "C" fn($($type),*) -> i32 = $name;
                    return Some(function as usize);
                }
            )*
            None
        }
    };
}
