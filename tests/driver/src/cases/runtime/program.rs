//! A program as a compiler makes it: an image, stubs of its kernels and shadows of its variables.

use crate::kernels::KERNELS;
use crate::steps::{Steps, from, out};
use std::ffi::CString;

/// The image's wrapper in a program.
#[repr(C)]
struct ProgramImage {
    magic: u32,
    version: u32,
    image: u64,
    other: u64,
}

/// Kernels and variables of the cases' PTX, registered. Their stubs and shadows are bytes of this structure.
pub(crate) struct RegisteredProgram {
    stubs: Vec<[u8; 16]>,
    image: Vec<u8>,
    wrapper: Option<Box<ProgramImage>>,
}

const KERNEL_NAMES: [&str; 8] =
    ["nothing", "store", "add_one", "traps", "shared_of_1000", "at_most_64", "waits", "dynamic_shared"];
const VARIABLE_NAMES: [(&str, u64); 2] = [("counter", 16), ("table", 100)];

impl RegisteredProgram {
    /// Registers the cases' PTX.
    pub(crate) fn register(steps: &mut Steps<'_>) -> RegisteredProgram {
        let count = KERNEL_NAMES.len() + VARIABLE_NAMES.len();
        let stubs = vec![[0; 16]; count];
        let mut program = RegisteredProgram { stubs, image: fatbin(KERNELS), wrapper: None };
        let image = from(&program.image[..]);
        let wrapper =
            program.wrapper.insert(Box::new(ProgramImage { magic: 0x4662_43b1, version: 1, image, other: 0 }));
        let handle = steps.address("__cudaRegisterFatBinary", &[from(&**wrapper)]);
        for name in KERNEL_NAMES {
            let (stub, text) = (program.stub(name), CString::new(name).expect("a name has no zero").into_raw() as u64);
            steps.address("__cudaRegisterFunction", &[handle, stub, text, text, u64::MAX, 0, 0, 0, 0, 0]);
        }
        for (name, bytes) in VARIABLE_NAMES {
            let (shadow, text) =
                (program.stub(name), CString::new(name).expect("a name has no zero").into_raw() as u64);
            steps.address("__cudaRegisterVar", &[handle, shadow, text, text, 0, bytes, 0, 0]);
        }
        steps.address("__cudaRegisterFatBinaryEnd", &[handle]);
        program
    }

    /// The stub of a kernel, or the shadow of a variable.
    pub(crate) fn stub(&self, name: &str) -> u64 {
        let names = KERNEL_NAMES.iter().copied().chain(VARIABLE_NAMES.iter().map(|(name, _)| *name));
        let at = names.into_iter().position(|known| known == name).expect("a name of the program");
        from(&self.stubs[at])
    }
}

/// An image with PTX, as the compiler's tools put it together.
fn fatbin(ptx: &str) -> Vec<u8> {
    let mut text = ptx.as_bytes().to_vec();
    text.resize((text.len() + 1).next_multiple_of(8), 0);
    let mut entry = Vec::new();
    // PTX, version 1.1, bytes of the header, bytes of the text, not compressed, the place of what follows.
    entry.extend([1, 0, 1, 1]);
    entry.extend(80_u32.to_le_bytes());
    entry.extend((text.len() as u64).to_le_bytes());
    entry.extend([0; 4]);
    entry.extend(64_u32.to_le_bytes());
    // Version 7.0, for compute capability 7.0.
    entry.extend([0, 0, 7, 0]);
    entry.extend(70_u32.to_le_bytes());
    entry.extend([0; 8]);
    // 64 bits, Linux.
    entry.extend(0x11_u64.to_le_bytes());
    entry.resize(64, 0);
    // The place of the assembler's options, of which there are none.
    entry.extend(72_u64.to_le_bytes());
    entry.resize(80, 0);
    entry.extend(text);
    let mut image = 0xba55_ed50_u32.to_le_bytes().to_vec();
    image.extend([1, 0, 16, 0]);
    image.extend((entry.len() as u64).to_le_bytes());
    image.extend(entry);
    image
}

/// An extent as a function takes it by value: two registers.
pub(crate) fn extent(x: u64, y: u64, z: u64) -> [u64; 2] {
    [x | y << 32, z]
}

/// The arguments of a launch of a stub.
pub(crate) fn launch(
    stub: u64,
    grid: [u64; 3],
    block: [u64; 3],
    parameters: u64,
    shared: u64,
    stream: u64,
) -> [u64; 8] {
    let ([a, b], [c, d]) = (extent(grid[0], grid[1], grid[2]), extent(block[0], block[1], block[2]));
    [stub, a, b, c, d, parameters, shared, stream]
}

/// Allocates bytes.
pub(crate) fn malloc(steps: &mut Steps<'_>, bytes: u64) -> u64 {
    let mut address = 0_u64;
    steps.must("cudaMalloc", &[out(&mut address), bytes]);
    address
}

/// Makes a stream.
pub(super) fn stream(steps: &mut Steps<'_>) -> u64 {
    let mut stream = 0_u64;
    steps.must("cudaStreamCreate", &[out(&mut stream)]);
    stream
}
