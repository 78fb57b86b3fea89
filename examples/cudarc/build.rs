//! Writes the tiles of this crate as a header for its kernels.

fn main() -> Result<(), smem_tile::BuildError> {
    smem_tile::header("src/tiles.rs").namespace("example").write_to_out_dir("tiles.cuh")?;
    Ok(())
}
