//! The functions of the CUDA driver that device code calls and that no module defines.

/// A function that the driver has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DriverFunction {
    /// The call that `printf` is compiled to: the format, and a buffer with the arguments.
    Vprintf,
    Malloc,
    Free,
    /// A failed `assert`: its text, its file, its line, its function and the bytes of a character.
    AssertFail,
    /// Memory for the parameters of a launch: the kernel's handle, the grid, the block, and the bytes of dynamic shared memory.
    ParameterBuffer,
    /// A launch from such memory, in a stream.
    LaunchDevice,
    /// The last error of the thread.
    GetLastError,
    SetLastError,
    /// A stream or an event: where its handle goes, and flags.
    NewHandle,
    EndHandle,
    /// An event, and the stream that it is recorded in.
    RecordEvent,
    /// A stream, and the event that it waits for, and flags.
    WaitEvent,
}

/// By the linker's names: the bytes of each parameter and of the result.
const ALL: [(&str, DriverFunction, &[u32], u32); 14] = [
    ("vprintf", DriverFunction::Vprintf, &[8, 8], 4),
    ("malloc", DriverFunction::Malloc, &[8], 8),
    ("free", DriverFunction::Free, &[8], 0),
    ("__assertfail", DriverFunction::AssertFail, &[8, 8, 4, 8, 8], 0),
    ("__cuda_syscall_cnpv2GetParameterBufferV2", DriverFunction::ParameterBuffer, &[8, 4, 4, 4, 4, 4, 4, 4], 8),
    ("__cuda_syscall_cnpv2LaunchDeviceV2", DriverFunction::LaunchDevice, &[8, 8], 4),
    ("__cuda_syscall_cnpv2GetLastError", DriverFunction::GetLastError, &[], 4),
    ("__cuda_syscall_cnpv2SetLastError", DriverFunction::SetLastError, &[4], 4),
    ("__cuda_syscall_cnpv2StreamCreate", DriverFunction::NewHandle, &[8, 4], 4),
    ("__cuda_syscall_cnpv2EventCreate", DriverFunction::NewHandle, &[8, 4], 4),
    ("__cuda_syscall_cnpv2StreamDestroy", DriverFunction::EndHandle, &[8], 4),
    ("__cuda_syscall_cnpv2EventDestroy", DriverFunction::EndHandle, &[8], 4),
    ("__cuda_syscall_cnpv2EventRecord", DriverFunction::RecordEvent, &[8, 8], 4),
    ("__cuda_syscall_cnpv2StreamWaitEvent", DriverFunction::WaitEvent, &[8, 8, 4], 4),
];
/// The first of their addresses, and the distance to the next.
const CODE: u64 = 0x7c00_0000_0000;
const STEP: u64 = 16;
/// The first handle of a module's kernels, by which device code launches them.
const KERNELS: u64 = 0x7b00_0000_0000;

/// The functions of the device runtime that PTX calls, and those of the driver that they call. Extents are arrays of three words there.
const OF_RUNTIME: [(&str, DriverFunction); 10] = [
    ("__cudaCDP2GetParameterBufferV2", DriverFunction::ParameterBuffer),
    ("__cudaCDP2LaunchDeviceV2", DriverFunction::LaunchDevice),
    ("__cudaCDP2LaunchDeviceV2_ptsz", DriverFunction::LaunchDevice),
    ("__cudaCDP2GetLastError", DriverFunction::GetLastError),
    ("__cudaCDP2StreamCreateWithFlags", DriverFunction::NewHandle),
    ("__cudaCDP2EventCreateWithFlags", DriverFunction::NewHandle),
    ("__cudaCDP2StreamDestroy", DriverFunction::EndHandle),
    ("__cudaCDP2EventDestroy", DriverFunction::EndHandle),
    ("__cudaCDP2EventRecord", DriverFunction::RecordEvent),
    ("__cudaCDP2StreamWaitEvent", DriverFunction::WaitEvent),
];

impl DriverFunction {
    /// The function of this linker name.
    pub fn named(name: &str) -> Option<Self> {
        ALL.iter().find(|(known, ..)| *known == name).map(|(_, function, ..)| *function)
    }

    /// The function that one of the device runtime calls, with the same arguments.
    pub fn of_runtime(name: &str) -> Option<Self> {
        OF_RUNTIME.iter().find(|(known, _)| *known == name).map(|(_, function)| *function)
    }

    /// Where machine code finds it: an address beyond all code, which constant bank 4 has.
    pub fn code_address(self) -> u64 {
        CODE + self as u64 * STEP
    }

    /// The function at such an address.
    pub fn at(address: u64) -> Option<Self> {
        ALL.iter().map(|(_, function, ..)| *function).find(|function| function.code_address() == address)
    }

    fn signature(self) -> (&'static [u32], u32) {
        let own = ALL.iter().find(|(_, function, ..)| *function == self);
        own.map_or((&[], 0), |(.., params, result)| (params, *result))
    }

    /// Bytes of each parameter.
    pub fn params(self) -> &'static [u32] {
        self.signature().0
    }

    /// Bytes of the result; 0 without one.
    pub fn result(self) -> u32 {
        self.signature().1
    }
}

/// The handle of the kernel of this number in its module.
pub fn kernel_handle(number: usize) -> u64 {
    KERNELS + number as u64 * STEP
}

/// The number of the kernel with this handle.
pub fn kernel_of_handle(handle: u64) -> Option<usize> {
    let from = handle.checked_sub(KERNELS).filter(|from| from.is_multiple_of(STEP) && *from < CODE - KERNELS)?;
    usize::try_from(from / STEP).ok()
}
