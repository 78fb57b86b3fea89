//! NVIDIA's linker with the library of the device runtime: found or installed, and run.

use std::fs;
use std::path::{Path, PathBuf};

use super::toolchain_wheels::{LIBRARY, installed_linker};
use crate::error::ToolError;
use crate::install_folder::Install;
use crate::sandbox::Sandbox;
use crate::tool_limits::ToolLimits;
use crate::{limited, programs};

/// Where the library lies in a toolkit.
const FOLDERS: [&str; 4] = ["lib64", "lib", "targets/x86_64-linux/lib", "targets/sbsa-linux/lib"];

/// `nvlink`, which makes a program of code that was compiled separately, and the device runtime, whose functions it calls.
#[derive(Debug)]
pub(super) struct Linker {
    program: PathBuf,
    library: PathBuf,
}

impl Linker {
    /// Finds the linker of a toolkit that has both parts, or that of the wheels, which are installed if they are missing and `install` allows
    /// that.
    ///
    /// # Errors
    /// [`ToolError::Unusable`] where there is none and none may be or could be installed.
    pub(super) fn find(install: &Install) -> Result<Linker, ToolError> {
        if let Some(linker) = programs::toolkits().find_map(|toolkit| Linker::below(&toolkit)) {
            return Ok(linker);
        }
        let (program, library) = installed_linker(install)?;
        Ok(Linker { program, library })
    }

    fn below(toolkit: &Path) -> Option<Linker> {
        let program = toolkit.join("bin").join(format!("nvlink{}", std::env::consts::EXE_SUFFIX));
        let library = FOLDERS.iter().map(|folder| toolkit.join(folder).join(LIBRARY)).find(|path| path.is_file())?;
        program.is_file().then_some(Linker { program, library })
    }

    /// Returns the machine code of an object with the functions of the device runtime, for an architecture, `sm_90`. `name` is the file in messages.
    ///
    /// # Errors
    /// [`ToolError::Unusable`] where the linker does not start or a function is missing, with its first error; [`ToolError::TimeLimit`] and
    /// [`ToolError::MemoryLimit`] where it takes more than the [`ToolLimits`] allow.
    pub(super) fn link(&self, object: &[u8], name: &str, target: &str) -> Result<Vec<u8>, ToolError> {
        let failed = |error: std::io::Error| ToolError::Unusable(format!("cannot write a file to link: {error}"));
        let folder = tempfile::tempdir().map_err(failed)?;
        let (input, output) = (folder.path().join("object.cubin"), folder.path().join("program.cubin"));
        fs::write(&input, object).map_err(failed)?;
        let mut command = programs::command(&self.program);
        let library = std::path::absolute(&self.library).unwrap_or_else(|_| self.library.clone());
        command.arg(format!("--arch={target}")).arg(&input).arg(&library).arg("--output-file").arg(&output);
        let sandbox = Sandbox::new().reading(library).writing(folder.path());
        let tool = format!("the linker of `{name}`");
        let result =
            limited::run(&mut command, &[], &ToolLimits::current(), &sandbox).map_err(|error| error.of(&tool))?;
        if !result.status.success() {
            let log = result.message + &String::from_utf8_lossy(&result.printed);
            let why = first_error(&log).unwrap_or_else(|| result.status.to_string());
            return Err(ToolError::Unusable(format!("`{name}` cannot be linked for {target}: {why}")));
        }
        fs::read(&output).map_err(|error| ToolError::Unusable(format!("{tool} left no machine code: {error}")))
    }
}

/// The first error in the linker's log, without the file that it is in: ``Undefined reference to 'f'``.
fn first_error(log: &str) -> Option<String> {
    let line = log.lines().find(|line| line.contains("error   :") || line.contains("fatal   :"))?;
    let (_, what) = line.split_once("   : ")?;
    let what = what.trim();
    Some(what.split_once("' in '").map_or_else(|| what.to_owned(), |(what, _)| format!("{what}'")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_error_names_the_function_and_no_temporary_file() {
        let log = "nvlink warning : something\nnvlink error   : Undefined reference to '_Z5otherd' in '/tmp/a/object.cubin'\n";
        assert_eq!(first_error(log).as_deref(), Some("Undefined reference to '_Z5otherd'"));
        assert_eq!(first_error("nvlink fatal   : out of memory\n").as_deref(), Some("out of memory"));
        assert_eq!(first_error(""), None);
    }
}
