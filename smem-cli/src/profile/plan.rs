//! The launches that are asked for: on the command line, or in a file.

use std::path::{Path, PathBuf};

use smem_launch::LaunchFile;

use super::cuda_file::read;
use super::kernels::{self, Declared};
use super::options::Options;
use crate::failure::Failure;

/// Launches, and the folder of the files that they name.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) launches: LaunchFile,
    pub(crate) folder: PathBuf,
}

/// Reads the launches that the options ask for, of a file with these kernels.
pub(crate) fn plan(options: &Options, declared: &[Declared]) -> Result<Plan, Failure> {
    if let Some(path) = &options.launch {
        let launches =
            LaunchFile::parse(&read(path)?, &path.display().to_string()).map_err(|error| error.to_string())?;
        return Ok(Plan { launches, folder: path.parent().unwrap_or(Path::new("")).to_owned() });
    }
    let kernel = match (&options.kernel, declared) {
        (Some(kernel), _) => kernel.clone(),
        (None, [only]) if !only.is_template => only.name.clone(),
        (None, _) => return Err(Failure::Message(no_kernel(options, declared))),
    };
    let Some(shape) = options.shape() else {
        let missing = match (options.grid, options.block) {
            (None, None) => "`--grid` and `--block` are",
            (None, _) => "`--grid` is",
            _ => "`--block` is",
        };
        return Err(Failure::Message(format!(
            "{missing} missing for the launch of `{kernel}`\nhelp: give `--grid 4,4 --block 32,8` and an `--arg` for each parameter, or \
             describe launches in a file: `--launch FILE.toml`"
        )));
    };
    let launches = LaunchFile::of_arguments(&kernel, shape, &options.args).map_err(|error| error.to_string())?;
    Ok(Plan { launches, folder: PathBuf::new() })
}

fn no_kernel(options: &Options, declared: &[Declared]) -> String {
    let name = options.file.display();
    match declared {
        [] => format!(
            "`{name}` has no kernel that can be seen in its text\nhelp: name one that a macro makes with `--kernel NAME`"
        ),
        [only] => format!(
            "`{}` is a template: name an instance of it\nhelp: `--kernel '{}<..>'` with its arguments",
            only.name, only.name
        ),
        _ => format!(
            "`{name}` has {} kernels: {}\nhelp: choose one with `--kernel NAME`",
            declared.len(),
            kernels::list(declared)
        ),
    }
}
