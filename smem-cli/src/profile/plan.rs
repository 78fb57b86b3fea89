//! The launches that are asked for: on the command line, or in a file.

use std::path::{Path, PathBuf};

use smem_cuda::CudaText;
use smem_launch::LaunchFile;

use super::kernels::{self, Declared};
use super::options::LaunchOptions;
use super::source_file::read;
use super::written;
use crate::failure::EarlyEnd;

/// Launches, and the folder of the files that they name.
#[derive(Debug, Clone)]
pub(crate) struct LaunchPlan {
    pub(crate) launches: LaunchFile,
    pub(crate) folder: PathBuf,
    /// Remarks on them for the user.
    pub(crate) notes: Vec<String>,
}

/// Reads the launches that the options ask for, of a file with these kernels; `text` is that of CUDA C++.
pub(crate) fn plan(
    options: &LaunchOptions,
    declared: &[Declared],
    text: Option<&CudaText>,
) -> Result<LaunchPlan, EarlyEnd> {
    if let Some(path) = &options.launch {
        let launches =
            LaunchFile::parse(&read(path)?, &path.display().to_string()).map_err(|error| error.to_string())?;
        let launches = options.allow_files.iter().fold(launches, LaunchFile::allow_files);
        return Ok(LaunchPlan {
            launches,
            folder: path.parent().unwrap_or(Path::new("")).to_owned(),
            notes: Vec::new(),
        });
    }
    let is_described =
        options.grid.is_some() || options.block.is_some() || options.cluster.is_some() || !options.args.is_empty();
    if let Some(text) = text.filter(|_| !is_described)
        && let Some(plan) = written(options, text)?
    {
        return Ok(plan);
    }
    let named = match (&options.kernel, declared) {
        (Some(kernel), _) => kernel,
        (None, [only]) if !only.is_template => &only.name,
        (None, _) => return Err(EarlyEnd::Message(no_kernel(options, declared))),
    };
    let kernel = text.map_or(Ok(named.clone()), |text| kernels::full_name(named, text)).map_err(|why| {
        EarlyEnd::Message(format!("{why}\nhelp: name one with `--kernel`, with its namespace and its parameters"))
    })?;
    let Some(shape) = options.shape() else {
        let missing = match (options.grid, options.block) {
            (None, None) => "`--grid` and `--block` are",
            (None, _) => "`--grid` is",
            _ => "`--block` is",
        };
        return Err(EarlyEnd::Message(format!(
            "{missing} missing for the launch of `{kernel}`\nhelp: give `--grid 4,4 --block 32,8` and an `--arg` for each parameter, or \
             describe launches in a file: `--launch FILE.toml`"
        )));
    };
    let launches = LaunchFile::of_arguments(&kernel, shape, &options.args).map_err(|error| error.to_string())?;
    Ok(LaunchPlan { launches, folder: PathBuf::new(), notes: Vec::new() })
}

/// Returns the launches that the file itself makes, if it makes any.
fn written(options: &LaunchOptions, text: &CudaText) -> Result<Option<LaunchPlan>, EarlyEnd> {
    let written = written::launches(text, options.kernel.as_deref());
    if written.launches.is_empty() {
        let Some(first) = written.left_out.first() else { return Ok(None) };
        return Err(EarlyEnd::Message(format!(
            "cannot make the launches that `{}` makes: {first}\nhelp: give `--kernel`, `--grid`, `--block` and an `--arg` for each parameter, \
             or describe launches in a file: `--launch FILE.toml`",
            options.file.display()
        )));
    }
    let name = format!("the launches of {}", options.file.display());
    let buffers = written.buffers.into_values().collect();
    let launches = LaunchFile::of_values(&name, buffers, written.launches).map_err(|error| error.to_string())?;
    let invented = "the launches are those of the file, and what their buffers hold is invented: random floating-point numbers, all else zero";
    let mut notes = vec![invented.to_string()];
    notes.extend(written.left_out.iter().map(|why| format!("a launch is left out, {why}")));
    Ok(Some(LaunchPlan { launches, folder: PathBuf::new(), notes }))
}

fn no_kernel(options: &LaunchOptions, declared: &[Declared]) -> String {
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
