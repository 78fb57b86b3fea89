//! Instructions of machine code, bit by bit: kernels that try a family of opcodes each, what a GPU left, and what the simulator
//! leaves.
//!
//! The kernels are in `instructions/*.cu`; those that begin with `random` are programs that `generate.py` there has drawn. Each runs in
//! one block of 128 threads, reads the same 8192 words, and leaves 4096: 32 rows of a word a thread. `sm_90_h200.txt` beside them has a
//! hash of every row that a GPU left, after which only zeros come:
//!
//! ```text
//! # smem instructions 1
//! # device: ..            and more lines of that kind
//! tensor movmatrix 5f0c9d2a11e63b84
//! ```
//!
//! On another GPU: `cargo run -p smem-hardware --features gpu --bin instructions -- write FOLDER`, there `python3 measure.py FOLDER FOLDER`, and
//! `-- rows FOLDER`, which prints such a file.

use std::fs;
use std::path::{Path, PathBuf};

use smem_examples::Error;
use smem_launch::{Disassembler, Install, Nvrtc};
use smem_sim::{Arch, KernelArg, LaunchShape, Module, Simulator};

/// Words that a kernel leaves.
const LEFT: usize = 4096;
/// Words of a row: one of each thread.
const ROW: usize = 128;
const GIVEN: usize = 8192;
/// Thread instructions after which a kernel is stopped.
const LIMIT: u64 = 1 << 28;

/// A file of kernels as machine code.
#[derive(Debug)]
pub struct InstructionFile {
    /// The name without `.cu`.
    pub name: String,
    /// The machine code.
    pub cubin: Vec<u8>,
    module: Module,
}

/// The folder of the kernels.
pub fn instruction_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("instructions")
}

/// Returns the input of every kernel: SplitMix64 from 1, the low half of each number.
pub fn given() -> Vec<u32> {
    let mut state = 1u64;
    let mut next = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ z >> 31) as u32
    };
    (0..GIVEN).map(|_| next()).collect()
}

/// A hash of each row (FNV-1a), without the rows of zeros at the end.
pub fn rows(left: &[u32]) -> Vec<u64> {
    let used = left.iter().rposition(|&word| word != 0).map_or(0, |last| last / ROW + 1);
    let hash = |row: &[u32]| {
        row.iter()
            .flat_map(|word| word.to_le_bytes())
            .fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
    };
    left.chunks(ROW).take(used).map(hash).collect()
}

fn unreadable(error: std::io::Error) -> Error {
    Error::Input(format!("cannot read the folder of kernels: {error}"))
}

/// The `.cu` files of a folder, in the order of their names.
///
/// # Errors
/// [`Error`] where the folder cannot be read.
pub fn instruction_paths(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).map_err(unreadable)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "cu"));
    paths.sort();
    Ok(paths)
}

/// Compiles files of kernels.
///
/// # Errors
/// [`Error`] of a file that cannot be read, compiled, disassembled or loaded.
pub fn instruction_files(
    paths: impl IntoIterator<Item = PathBuf>,
    install: Install,
) -> Result<Vec<InstructionFile>, Error> {
    let (nvrtc, disassembler) = (Nvrtc::find(install.clone())?, Disassembler::find(install)?);
    let compile = |path: PathBuf| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).map_err(unreadable)?;
        let cubin = nvrtc.compile_cubin(&text, &format!("{name}.cu"), &["-arch=sm_90a"])?;
        let module = smem_sass::module(&cubin, &disassembler.listing(&cubin)?)
            .map_err(|error| Error::Input(format!("`{name}`: {error}")))?;
        Ok(InstructionFile { name, cubin, module })
    };
    paths.into_iter().map(compile).collect()
}

impl InstructionFile {
    /// The names of the kernels, sorted.
    pub fn kernels(&self) -> Vec<String> {
        let mut names: Vec<String> = self.module.kernels().map(str::to_owned).collect();
        names.sort();
        names
    }

    /// Runs a kernel in the simulator, and returns the words that it leaves.
    ///
    /// # Errors
    /// [`Error::Input`] with the fault of the launch.
    pub fn simulate(&self, kernel: &str) -> Result<Vec<u32>, Error> {
        let fault = |fault: smem_sim::Fault| Error::Input(fault.to_string());
        let simulator = Simulator::new(Arch::SM_90).instruction_limit(LIMIT);
        let (input, output) = (simulator.alloc(4 * GIVEN), simulator.alloc(4 * LEFT));
        let bytes: Vec<u8> = given().into_iter().flat_map(u32::to_le_bytes).collect();
        simulator.write(input, &bytes).map_err(fault)?;
        let args = [KernelArg::Ptr(input), KernelArg::Ptr(output)];
        simulator.launch(&self.module, kernel, &LaunchShape::new(1, ROW as u32), &args).map_err(fault)?;
        let mut left = vec![0; 4 * LEFT];
        simulator.read(output, &mut left).map_err(fault)?;
        Ok(left.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect())
    }
}

/// A kernel's rows, as a GPU left them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MeasuredKernel {
    /// The file's name without `.cu`.
    pub file: String,
    /// The kernel.
    pub kernel: String,
    /// The hash of each row.
    pub rows: Vec<u64>,
}

/// Reads a data file.
///
/// # Errors
/// [`Error::Input`] that names the line.
pub fn measured_kernels(text: &str) -> Result<Vec<MeasuredKernel>, Error> {
    let read = |(number, line): (usize, &str)| {
        let mut cells = line.split(' ');
        let (file, kernel) = (cells.next(), cells.next());
        let rows: Option<Vec<u64>> = cells.map(|cell| u64::from_str_radix(cell, 16).ok()).collect();
        match (file, kernel, rows) {
            (Some(file), Some(kernel), Some(rows)) => {
                Ok(MeasuredKernel { file: file.to_owned(), kernel: kernel.to_owned(), rows })
            }
            _ => Err(Error::Input(format!("line {number} is not a kernel with its rows: `{line}`"))),
        }
    };
    (1..).zip(text.lines()).filter(|(_, line)| !line.starts_with('#')).map(read).collect()
}
