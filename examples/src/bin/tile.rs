//! Transposes a matrix through a tile of shared memory, on a GPU or, where there is none, in a simulator.

use std::io::{self, Write};
use std::{env, process::ExitCode};

use smem_launch::{Device, Error, Install, LaunchShape};
use smem_tile::{SmemTile, smem_tile, translation_unit};

/// Neither its rows nor its columns have bank conflicts: the layout is computed while this compiles.
#[smem_tile(32, 32)]
struct Tile(f32);

/// A plain array, to compare. Its columns conflict: without `conflicts = allow` it does not compile.
#[smem_tile(32, 32, layout = plain, conflicts = allow, cuda = "Tile")]
struct Plain(f32);

/// The kernel for both: it does not mention the layout.
const KERNEL: &str = r#"
extern "C" __global__ void transpose(const float* from, float* to, unsigned n) {
    __shared__ Tile tile;
    const unsigned x = 32 * blockIdx.x, y = 32 * blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
    tile(ty, tx) = from[(y + ty) * n + x + tx];  // a warp stores a row of the tile
    __syncthreads();
    to[(x + ty) * n + y + tx] = tile(tx, ty);    // and loads a column
}"#;

/// Transposes through a `T`, checks every element, and prints a line. Returns whether all are right.
fn transpose<T: SmemTile>(device: &Device) -> Result<bool, Error> {
    const N: u32 = 512;
    let matrix: Vec<f32> = (0..N * N).map(|i| i as f32).collect();
    let transposed: Vec<f32> = (0..N * N).map(|i| matrix[(i % N * N + i / N) as usize]).collect();

    let source = translation_unit(&[T::CUDA], "transpose.cu", KERNEL);
    let kernel = device.load(&source, "tile.cu")?.kernel("transpose")?;
    let (from, to) = (device.upload(&matrix)?, device.zeros::<f32>(matrix.len())?);
    let launch = LaunchShape::of([N / 32, N / 32, 1], [32, 32, 1]);
    // SAFETY: a block transposes 32 x 32 elements, and the grid has a block for all of the N x N.
    let profile = unsafe { device.launch(&kernel, launch, &[from.arg(), to.arg(), N.into()])? };
    let right = device.download(&to)? == transposed;
    let mut line = format!("{:25}  {}", T::LAYOUT.to_string(), if right { "right" } else { "wrong" });
    for count in profile.iter().flat_map(|profile| &profile.shared) {
        line += &format!("  wavefronts per {}: {}", count.op, count.wavefronts / count.requests);
    }
    writeln!(io::stdout(), "{line}").ok(); // the reader may have left
    Ok(right)
}

/// Runs both on the device that the argument names: `auto`, `gpu` or `sim`.
fn run() -> Result<bool, Error> {
    smem_launch::watch_installs(|step| eprintln!("{step}"), |_| ()); // such as that of NVRTC, at the first run
    let choice = env::args_os().nth(1).map_or("auto".into(), |name| name.to_string_lossy().into_owned());
    let device = Device::open(choice.parse().map_err(Error::Launch)?, Install::Allowed)?;
    writeln!(io::stdout(), "on {}", device.describe()).ok();
    Ok(transpose::<Plain>(&device)? & transpose::<Tile>(&device)?)
}

fn main() -> ExitCode {
    let outcome = run().inspect_err(|error| eprintln!("error: {error}"));
    outcome.map_or_else(|error| error.exit_code(), |right| u8::from(!right)).into()
}
