//! Calls of the program in a folder of its own.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use tempfile::TempDir;

use crate::schema;

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

    /// Runs the program on a terminal, and returns all that it writes there and its exit code.
    #[cfg(unix)]
    pub(crate) fn call_on_terminal(&self, arguments: &[&str]) -> (i32, String) {
        use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
        let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&terminal).unwrap();
        unlockpt(&terminal).unwrap();
        let name = ptsname(&terminal, Vec::new()).unwrap().into_string().unwrap();
        let open = || Stdio::from(fs::File::options().read(true).write(true).open(&name).unwrap());
        let mut program = program(self.0.path());
        let mut child = program.args(arguments).stdin(open()).stdout(open()).stderr(open()).spawn().unwrap();
        // Its own copies of the terminal are closed, so that reading ends with the program.
        drop(program);
        let (mut shown, mut piece, mut reader) = (Vec::new(), [0; 4096], fs::File::from(terminal));
        while let Ok(count @ 1..) = reader.read(&mut piece) {
            shown.extend_from_slice(&piece[..count]);
        }
        (child.wait().unwrap().code().unwrap(), String::from_utf8_lossy(&shown).into_owned())
    }

    /// Runs the program in a folder below.
    pub(crate) fn call_in(&self, below: &str, arguments: &[&str]) -> Answer {
        Answer::of(program(&self.path(below)).args(arguments).stdin(Stdio::null()).output().unwrap())
    }

    /// Starts the program and does not wait for it.
    pub(crate) fn spawn(&self, arguments: &[&str]) -> Child {
        program(self.0.path()).args(arguments).spawn().unwrap()
    }

    /// Runs the program with this standard input.
    pub(crate) fn call_with(&self, arguments: &[&str], input: &str) -> Answer {
        self.call_as(arguments, input, |_| ())
    }

    /// Runs the program with another environment, user or folder.
    pub(crate) fn call_as(&self, arguments: &[&str], input: &str, change: impl FnOnce(&mut Command)) -> Answer {
        let mut program = program(self.0.path());
        change(program.args(arguments));
        let mut child = program.spawn().unwrap();
        // A program that does not read its input may be gone.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        let answer = Answer::of(child.wait_with_output().unwrap());
        schema::check_answer(arguments, &answer.out);
        answer
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
    fn of(output: Output) -> Answer {
        Answer {
            code: output.status.code().unwrap(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }

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

/// The findings of a kind in a launch's JSON, or in a kernel's of `run`.
pub(crate) fn found(launch: &serde_json::Value, id: &str) -> Vec<serde_json::Value> {
    let all = launch["findings"].as_array().unwrap_or_else(|| panic!("{launch}"));
    all.iter().filter(|finding| finding["id"] == id).cloned().collect()
}
