//! Functions of the driver API by name, as CUTLASS asks for `cuTensorMapEncodeTiled`.

use super::error::answer;
use super::errors::RUNTIME_12;
use crate::api::entry_points::cuGetProcAddress_v2;
use crate::foreign::{CallerText, Out};

runtime_functions! {
    fn cudaGetDriverEntryPoint(name: CallerText, function: Out<usize>, flags: u64, status: Out<u32>), per thread cudaGetDriverEntryPoint_ptsz {
        answer(cuGetProcAddress_v2(name, function, RUNTIME_12, flags, status))
    }

    fn cudaGetDriverEntryPointByVersion(
        name: CallerText, function: Out<usize>, version: u32, flags: u64, status: Out<u32>,
    ), per thread cudaGetDriverEntryPointByVersion_ptsz {
        answer(cuGetProcAddress_v2(name, function, i32::try_from(version).unwrap_or(i32::MAX), flags, status))
    }
}
