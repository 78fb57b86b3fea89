//! The launches of a pack on a GPU.

use std::path::Path;

use smem_examples::Error;
use smem_launch::Device;

use crate::published::PackedFile;

/// Makes each launch once.
///
/// # Errors
/// Where a program does not load or a launch fails.
pub fn launch_all(device: &Device, files: &[PackedFile]) -> Result<(), Error> {
    for file in files {
        let program = device.load_compiled(&file.compiled, &file.name)?;
        let uploaded = file.launches.upload(device, &program, Path::new("."))?;
        for at in 0..uploaded.len() {
            // SAFETY: the same launches run in the simulator, which checks accesses.
            unsafe { uploaded.launch(device, at)? };
        }
    }
    Ok(())
}

/// Times each launch by events, `rounds` times, and calls `done` with file, number, kernel and microseconds: median, tenth and ninetieth percentile.
///
/// # Errors
/// As [`launch_all`].
pub fn time_all(
    device: &Device,
    files: &[PackedFile],
    rounds: u32,
    done: &mut dyn FnMut(String) -> Result<(), Error>,
) -> Result<(), Error> {
    for file in files {
        let program = device.load_compiled(&file.compiled, &file.name)?;
        let uploaded = file.launches.upload(device, &program, Path::new("."))?;
        for (at, (kernel, _)) in file.launches.launches().enumerate() {
            let calls = vec![uploaded.call(at)?];
            // SAFETY: as in `launch_all`; a launch may be repeated on what it left.
            for time in unsafe { device.time_in_turn(&[calls], rounds)? }.unwrap_or_default() {
                done(format!(
                    "{}\t{at}\t{kernel}\t{:.2}\t{:.2}\t{:.2}\n",
                    file.name, time.median, time.low, time.high
                ))?;
            }
        }
    }
    Ok(())
}
