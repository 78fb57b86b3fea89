//! Writes the tiles of this crate as `tiles.cuh`, for kernels that a CUDA compiler builds.

fn main() -> Result<(), smem_tile::BuildError> {
    smem_tile::header("src/tiles.rs").namespace("example").write_to_out_dir("tiles.cuh")?;
    Ok(())
}
