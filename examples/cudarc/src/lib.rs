//! A library on cudarc: kernels in CUDA C++ (`kernels.cu`), their tiles in Rust (`tiles.rs`), and tests that need no GPU (`tests.rs`).
//!
//! The tests run on the simulated driver. They compare results, and assert that no launch has bank conflicts or a race.

pub mod tiles;

use std::sync::Arc;

use cudarc::driver::{CudaContext, CudaFunction, CudaStream, DriverError, LaunchConfig, PushKernelArg};
use cudarc::nvrtc::{CompileError, CompileOptions, compile_ptx_with_opts};

/// The tiles as CUDA C++, from the build script.
const TILES: &str = include_str!(concat!(env!("OUT_DIR"), "/tiles.cuh"));

/// The kernels.
const KERNELS: &str = include_str!("kernels.cu");

/// The kernels of this library, loaded on a device.
pub struct MatrixKernels {
    stream: Arc<CudaStream>,
    transpose: CudaFunction,
    row_sums: CudaFunction,
}

/// The reason why kernels cannot be loaded.
#[derive(Debug)]
pub enum LoadError {
    /// NVRTC refuses the text.
    Compile(CompileError),
    /// The driver refuses a call.
    Driver(DriverError),
}

impl From<DriverError> for LoadError {
    fn from(error: DriverError) -> LoadError {
        LoadError::Driver(error)
    }
}

impl MatrixKernels {
    /// Compiles the kernels and loads them on a device, by its number.
    ///
    /// # Errors
    /// There is no such device.
    pub fn new(device: usize) -> Result<MatrixKernels, LoadError> {
        MatrixKernels::of_text(device, KERNELS)
    }

    /// The same of another text.
    fn of_text(device: usize, kernels: &str) -> Result<MatrixKernels, LoadError> {
        // Reports name the lines of `src/kernels.cu`.
        let text = [TILES, "\n#line 1 \"src/kernels.cu\"\n", kernels].concat();
        let options = CompileOptions { options: vec!["--generate-line-info".to_owned()], ..CompileOptions::default() };
        let ptx = compile_ptx_with_opts(text, options).map_err(LoadError::Compile)?;
        let context = CudaContext::new(device)?;
        let module = context.load_module(ptx)?;
        Ok(MatrixKernels {
            stream: context.default_stream(),
            transpose: module.load_function("transpose")?,
            row_sums: module.load_function("row_sums")?,
        })
    }

    /// Transposes a matrix of so many rows, each as long as the next.
    ///
    /// # Errors
    /// The driver's, when memory or a launch fails.
    pub fn transpose(&self, matrix: &[f32], rows: u32) -> Result<Vec<f32>, DriverError> {
        let cols = matrix.len() as u32 / rows;
        let from = self.stream.clone_htod(matrix)?;
        let mut to = self.stream.alloc_zeros::<f32>(matrix.len())?;
        let grid_dim = (cols.div_ceil(32), rows.div_ceil(32), 1);
        let mut launch = self.stream.launch_builder(&self.transpose);
        launch.arg(&mut to).arg(&from).arg(&rows).arg(&cols);
        // SAFETY: the kernel accesses the `rows * cols` elements of both buffers.
        unsafe { launch.launch(LaunchConfig { grid_dim, block_dim: (32, 8, 1), shared_mem_bytes: 0 }) }?;
        self.stream.clone_dtoh(&to)
    }

    /// The sum of each row of a matrix.
    ///
    /// # Errors
    /// The driver's, when memory or a launch fails.
    pub fn row_sums(&self, matrix: &[f32], rows: u32) -> Result<Vec<f32>, DriverError> {
        let cols = matrix.len() as u32 / rows;
        let from = self.stream.clone_htod(matrix)?;
        let mut to = self.stream.alloc_zeros::<f32>(rows as usize)?;
        let mut launch = self.stream.launch_builder(&self.row_sums);
        launch.arg(&mut to).arg(&from).arg(&cols);
        // SAFETY: the kernel reads the `rows * cols` elements of one buffer and writes the `rows` elements of the other.
        unsafe { launch.launch(LaunchConfig { grid_dim: (rows, 1, 1), block_dim: (32, 8, 1), shared_mem_bytes: 0 }) }?;
        self.stream.clone_dtoh(&to)
    }
}

#[cfg(test)]
mod tests;
