//! The launches of a pack in the simulator.

use std::path::Path;

use smem_examples::Error;
use smem_launch::{Device, Profile};

use crate::published::PackedFile;

/// A launch of a pack.
#[derive(Debug, Clone, Copy)]
pub struct PackedLaunch<'p> {
    /// Its file.
    pub file: &'p PackedFile,
    /// Its number in the file, from 0.
    pub at: usize,
    /// Its kernel.
    pub kernel: &'p str,
    /// The blocks of its grid.
    pub grid: u64,
}

/// Takes the profile of each launch, or its error.
pub(super) type Receiver<'r> = dyn FnMut(PackedLaunch<'_>, Result<Profile, Error>) -> Result<(), Error> + 'r;

/// Makes each launch, as many of its blocks as `blocks` says, and calls `done` with its profile, or with the error of a launch that fails.
///
/// # Errors
/// Those of `done`.
pub fn simulate_all(
    mut device: Device,
    files: &[PackedFile],
    blocks: &dyn Fn(PackedLaunch<'_>) -> u64,
    done: &mut Receiver<'_>,
) -> Result<(), Error> {
    for file in files {
        let uploaded = device
            .load_compiled(&file.compiled, &file.name)
            .and_then(|program| file.launches.upload(&device, &program, Path::new(".")));
        for (at, (kernel, launch)) in file.launches.launches().enumerate() {
            let grid = launch.grid.into_iter().map(u64::from).product();
            let launch = PackedLaunch { file, at, kernel, grid };
            device = device.with_simulator(|simulator| simulator.sample_blocks(blocks(launch)));
            let profile = match &uploaded {
                Ok(uploaded) => uploaded.simulate(&device, at).map_err(Error::from),
                Err(error) => Err(Error::Input(error.to_string())),
            };
            done(launch, profile)?;
        }
    }
    Ok(())
}
