//! The parts of a launch, as constants.

use crate::constants::Constant;
use crate::types::Scalar;

/// A launch whose parts are all constant.
#[derive(Debug, Clone, PartialEq)]
pub struct LaunchValues {
    /// The kernel's [path](crate::CudaKernel::path), with the arguments of its template: `ns::k<32>`.
    pub kernel: String,
    /// Blocks along x, y and z.
    pub grid: [u32; 3],
    /// Threads along x, y and z.
    pub block: [u32; 3],
    /// Bytes of dynamic shared memory.
    pub shared: u32,
    /// In the order of the kernel's parameters.
    pub arguments: Vec<ArgumentValue>,
}

/// An argument of a launch.
#[derive(Debug, Clone, PartialEq)]
pub enum ArgumentValue {
    /// A null pointer.
    Null,
    /// A pointer into memory that the host allocates.
    Pointer(PointerTarget),
    /// A number of the parameter's type.
    Number(Scalar, Constant),
    /// A struct whose bytes are all zero.
    Zeros {
        /// Its size.
        bytes: usize,
        /// Its alignment, in bytes.
        align: usize,
    },
}

/// Memory that a host program allocates, and a place in it.
#[derive(Debug, Clone, PartialEq)]
pub struct PointerTarget {
    /// The variable that holds the pointer.
    pub variable: String,
    /// Bytes that are allocated.
    pub bytes: u64,
    /// Bytes from the start.
    pub offset: u64,
    /// The type of its elements; `None` for a struct.
    pub element: Option<Scalar>,
}

impl ArgumentValue {
    /// The pointer some bytes further, where the memory is larger; none of a null pointer.
    pub(super) fn moved(self, bytes: u64) -> Option<ArgumentValue> {
        match self {
            ArgumentValue::Pointer(target) => {
                let offset = target.offset.checked_add(bytes).filter(|offset| *offset < target.bytes)?;
                Some(ArgumentValue::Pointer(PointerTarget { offset, ..target }))
            }
            other => (bytes == 0).then_some(other),
        }
    }

    /// The same with elements of another type.
    pub(super) fn of_elements(self, element: Option<Scalar>) -> ArgumentValue {
        match self {
            ArgumentValue::Pointer(target) => ArgumentValue::Pointer(PointerTarget { element, ..target }),
            other => other,
        }
    }
}
