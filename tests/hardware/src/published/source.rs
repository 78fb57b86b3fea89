//! A published file as NVRTC compiles it: without host code, after names that host headers would have declared.

use std::fs;
use std::path::Path;

use super::list::{PublishedFile, PublishedList};
use smem_cuda::{HOST_NAMES, is_device_header, without_host_code};
use smem_examples::{Error, make_folder, read_file, write_file};
use smem_launch::{Compiled, CudaSource, Device, LaunchFile};

/// Reads the launch file of `file`.
///
/// # Errors
/// Where it cannot be read or is wrong.
pub fn launch_file(list: &PublishedList, file: &PublishedFile) -> Result<LaunchFile, Error> {
    let path = list.launch_file(file);
    Ok(LaunchFile::parse(&read_file(&path)?, &path.display().to_string())?)
}

/// Compiles a published file, which is in `fetched`, with the kernels that its launches name. What is compiled, without host code, is
/// left in `cut`.
///
/// # Errors
/// Where a file cannot be read or written, or does not compile.
pub fn compile(
    file: &PublishedFile,
    launches: &LaunchFile,
    device: &Device,
    fetched: &Path,
    cut: &Path,
) -> Result<Compiled, Error> {
    let (originals, copies) = (file.folder(fetched), file.folder(cut));
    let mut folders = Vec::new();
    for path in file.paths() {
        let bytes = fs::read(originals.join(path))
            .map_err(|error| Error::Input(format!("cannot read `{}`: {error}", originals.join(path).display())))?;
        let text = without_host_code(&String::from_utf8_lossy(&bytes), |header| is_kept(header, file));
        let copy = copies.join(path);
        if let Some(parent) = copy.parent() {
            make_folder(parent)?;
            if !folders.contains(&parent.to_owned()) {
                folders.push(parent.to_owned());
            }
        }
        write_file(&copy, &text)?;
    }
    let name = file.path.rsplit('/').next().unwrap_or(&file.path);
    let text = format!("{HOST_NAMES}#line 1 \"{name}\"\n{}", read_file(&copies.join(&file.path))?);
    let mut source = CudaSource::new(text, name);
    for option in &file.options {
        source = source.option(option);
    }
    for folder in folders.iter().chain([&copies]) {
        source = source.option(format!("--include-path={}", folder.display()));
    }
    Ok(device.compile(&launches.kernels().fold(source, CudaSource::kernel))?)
}

/// Whether NVRTC can include a header: one of CUDA's for device code, or a file that was fetched.
fn is_kept(header: &str, file: &PublishedFile) -> bool {
    let name = |path: &str| path.rsplit('/').next().unwrap_or(path).to_owned();
    is_device_header(header) || file.also.iter().any(|path| name(path) == name(header))
}
