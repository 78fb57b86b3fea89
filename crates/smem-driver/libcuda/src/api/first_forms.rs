//! The first forms of functions that have a second one with the same parameters: programs that look a name up by `dlsym` find it, as in a driver. First forms
//! whose pointers have 32 bits are among the functions that are [missing](super::missing): no address of a device fits.

use crate::foreign::{CallerAddress, CallerText, Out};

use super::contexts::{
    cuCtxCreate_v2, cuCtxDestroy_v2, cuCtxPopCurrent_v2, cuCtxPushCurrent_v2, cuDevicePrimaryCtxRelease_v2,
    cuDevicePrimaryCtxReset_v2, cuDevicePrimaryCtxSetFlags_v2,
};
use super::events::cuEventDestroy_v2;
use super::links::{cuLinkAddData_v2, cuLinkAddFile_v2, cuLinkCreate_v2};
use super::memory::cuMemHostRegister_v2;
use super::streams::cuStreamDestroy_v2;

/// Defines functions that are another one.
macro_rules! first_forms {
    ($(fn $name:ident($($argument:ident: $type:ty),*) = $second:ident;)*) => {
        $(
            // SAFETY: the name is one of the driver API, and no other function of this library has it.
            #[unsafe(no_mangle)]
            #[allow(non_snake_case)]
            extern "C" fn $name($($argument: $type),*) -> i32 {
                $second($($argument),*)
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

first_forms! {
    fn cuCtxCreate(context: Out<u64>, flags: u32, device: i32) = cuCtxCreate_v2;
    fn cuCtxDestroy(context: u64) = cuCtxDestroy_v2;
    fn cuCtxPopCurrent(context: Out<u64>) = cuCtxPopCurrent_v2;
    fn cuCtxPushCurrent(context: u64) = cuCtxPushCurrent_v2;
    fn cuDevicePrimaryCtxRelease(device: i32) = cuDevicePrimaryCtxRelease_v2;
    fn cuDevicePrimaryCtxReset(device: i32) = cuDevicePrimaryCtxReset_v2;
    fn cuDevicePrimaryCtxSetFlags(device: i32, flags: u32) = cuDevicePrimaryCtxSetFlags_v2;
    fn cuEventDestroy(event: u64) = cuEventDestroy_v2;
    fn cuLinkAddData(state: u64, kind: u32, image: CallerAddress, bytes: usize, name: CallerAddress) = cuLinkAddData_v2;
    fn cuLinkAddFile(state: u64, kind: u32, path: CallerText) = cuLinkAddFile_v2;
    fn cuLinkCreate(count: u32, options: CallerAddress, values: CallerAddress, state: Out<u64>) = cuLinkCreate_v2;
    fn cuMemHostRegister(address: CallerAddress, bytes: usize, flags: u32) = cuMemHostRegister_v2;
    fn cuStreamDestroy(stream: u64) = cuStreamDestroy_v2;
}
