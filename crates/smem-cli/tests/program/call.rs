//! Calls of the program in a folder of its own.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

/// A folder with files, in which the program runs.
pub(crate) struct Folder(TempDir);

/// The program's answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Folder {
    /// Makes a folder with these files.
    pub(crate) fn with(files: &[(&str, &str)]) -> Folder {
        let folder = Folder(TempDir::new().unwrap());
        for (name, text) in files {
            fs::write(folder.path(name), text).unwrap();
        }
        folder
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// The names of all files.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    pub(crate) fn call(&self, arguments: &[&str]) -> Answer {
        self.call_with(arguments, "")
    }

    /// Starts the program and does not wait for it.
    pub(crate) fn spawn(&self, arguments: &[&str]) -> Child {
        program(self.0.path()).args(arguments).spawn().unwrap()
    }

    /// Runs the program with this standard input.
    pub(crate) fn call_with(&self, arguments: &[&str], input: &str) -> Answer {
        let mut program = program(self.0.path());
        let mut child = program.args(arguments).spawn().unwrap();
        // A program that does not read its input may be gone.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        let output = child.wait_with_output().unwrap();
        Answer {
            code: output.status.code().unwrap(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

/// Runs the program in a folder without files.
pub(crate) fn call(arguments: &[&str]) -> Answer {
    Folder::with(&[]).call(arguments)
}

fn program(folder: &Path) -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_smem-tile"));
    program.current_dir(folder).env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").env("COLUMNS", "100");
    // Tests share the installation.
    program.env("SMEM_TILE_CACHE", smem_launch::Install::Allowed.folder().unwrap());
    program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    program
}

impl Answer {
    /// Everything that was answered, for a snapshot.
    pub(crate) fn whole(&self) -> String {
        let error = if self.err.is_empty() { String::new() } else { format!("---- stderr\n{}", self.err) };
        format!("{}{error}---- exit code {}\n", self.out, self.code)
    }

    /// Fails unless it is the answer to bad input: messages alone, without a backtrace.
    pub(crate) fn is_refusal(&self) -> &str {
        self.is_end_with(2)
    }

    /// The message of a call that a budget ended before it printed anything.
    pub(crate) fn is_over_budget(&self) -> &str {
        self.is_end_with(3)
    }

    fn is_end_with(&self, code: i32) -> &str {
        assert_eq!((self.code, self.out.as_str()), (code, ""), "{self:?}");
        assert!(self.err.starts_with("error: ") && !self.err.contains("panicked"), "{}", self.err);
        &self.err
    }
}
