//! Makes the launches of one file on a device.

use std::path::Path;

use super::counts::SharedCounts;
use super::memory::Memory;
use smem_examples::Error;
use smem_launch::{Compiled, Device, LaunchFile};

/// The result of a file's launches on one device.
#[derive(Debug, Clone)]
pub struct FileRun {
    /// The counts of each launch; a GPU gives none.
    pub counts: Vec<Option<SharedCounts>>,
    /// Every buffer after each launch.
    pub memory: Vec<Memory>,
}

/// Makes the launches in order, and reads every buffer after each.
///
/// # Safety
/// As [`UploadedLaunches::launch`](smem_launch::UploadedLaunches::launch): in the simulator every file is sound.
///
/// # Errors
/// Where the device does not load the file, or a launch fails.
pub unsafe fn run_file(
    device: &Device,
    compiled: &Compiled,
    launches: &LaunchFile,
    name: &str,
) -> Result<FileRun, Error> {
    let program = device.load_compiled(compiled, name)?;
    let uploaded = launches.upload(device, &program, Path::new("."))?;
    let mut run = FileRun { counts: Vec::new(), memory: Vec::new() };
    for at in 0..uploaded.len() {
        // SAFETY: the caller guarantees it.
        let profile = unsafe { uploaded.launch(device, at)? };
        run.counts.push(profile.as_ref().map(SharedCounts::of));
        let mut memory = Memory::new();
        for buffer in launches.buffers() {
            if let Some(bytes) = uploaded.read(device, buffer)? {
                memory.insert(buffer.to_owned(), bytes);
            }
        }
        run.memory.push(memory);
    }
    Ok(run)
}
