//! The flags that a project compiles a file with, from its `compile_commands.json`.

use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::bounded::{self, describe};
use super::job::Job;
use crate::error::Error;

/// The name of the file, as CMake and Bear write it.
const NAME: &str = "compile_commands.json";

/// A file that a project compiles.
#[derive(Deserialize)]
struct CompileCommand {
    directory: PathBuf,
    file: PathBuf,
    #[serde(default)]
    arguments: Vec<String>,
    #[serde(default)]
    command: String,
}

/// Returns the job with the folders of headers, the macros, the language and the options of `nvcc` that the project compiles its file with.
/// The job's own words come first.
///
/// # Errors
/// The file that the job names cannot be read.
pub(super) fn with_commands(job: &Job) -> Result<Job, Error> {
    let (path, root) = match &job.compile_commands {
        Some(path) => (path.clone(), None),
        None if !job.finds_compile_commands => return Ok(job.clone()),
        None => match found(&job.file) {
            Some((path, project)) => (path, Some(project)),
            None => return Ok(job.clone()),
        },
    };
    let is_named = root.is_none();
    let refused = |why: String| Error::Input(format!("`{}`: {why}", path.display()));
    let commands = read(&path).map_err(refused);
    let commands = match commands {
        Ok(commands) => commands,
        Err(error) if is_named => return Err(error),
        // One that lies above the file by chance does not end the run.
        Err(_) => return Ok(job.clone()),
    };
    let own = job.file.canonicalize().ok();
    let is_own =
        |command: &&CompileCommand| own.is_some() && command.directory.join(&command.file).canonicalize().ok() == own;
    match commands.iter().find(is_own) {
        Some(command) => Ok(applied(job.clone(), command, root.as_deref())),
        None if is_named => Err(refused(format!("it has no command for `{}`", job.file.display()))),
        None => Ok(job.clone()),
    }
}

/// The file beside the input, or in a folder above it, or in a folder `build` there, and that folder.
fn found(file: &Path) -> Option<(PathBuf, PathBuf)> {
    let file = std::path::absolute(file).ok()?;
    let places = file
        .ancestors()
        .skip(1)
        .flat_map(|folder| [(folder.join(NAME), folder), (folder.join("build").join(NAME), folder)]);
    let (path, project) = places.into_iter().find(|(path, _)| path.is_file())?;
    Some((path, project.canonicalize().ok()?))
}

fn read(path: &Path) -> Result<Vec<CompileCommand>, String> {
    let text = fs::metadata(path)
        .map_err(|error| describe(&error))
        .and_then(|_| bounded::read(path, bounded::LARGEST_TEXT).map_err(|unread| unread.words()))?;
    serde_json::from_slice(&text).map_err(|error| error.to_string())
}

/// Adds the flags of a command that say what the text means. Others, such as the name of a host compiler, or a plugin of it, would have a
/// stranger's file start programs. With `root`, the folder of a file that was found and not named, folders of headers are those below it and those of
/// the system.
fn applied(mut job: Job, command: &CompileCommand, root: Option<&Path>) -> Job {
    let words = match command.arguments.is_empty() {
        true => shlex::split(&command.command).unwrap_or_default(),
        false => command.arguments.clone(),
    };
    let mut words = words.into_iter().skip(1).peekable();
    while let Some(word) = words.next() {
        let mut value = |names: &[&str]| {
            let name = names.iter().find(|name| word.starts_with(**name))?;
            let rest = &word[name.len()..];
            if rest.is_empty() { words.next() } else { Some(rest.trim_start_matches('=').to_owned()) }
        };
        if let Some(folder) = value(&["-isystem", "--system-include", "-I", "--include-path"]) {
            let folder = command.directory.join(folder.trim_matches('"'));
            let real = folder.canonicalize().unwrap_or_else(|_| folder.clone());
            let is_known =
                |root: &Path| real.starts_with(root) || ["/usr", "/opt"].iter().any(|top| real.starts_with(top));
            if root.is_none_or(is_known) && !job.include.contains(&folder) {
                job.include.push(folder);
            }
        } else if let Some(definition) = value(&["-D", "--define-macro"]) {
            let name = definition.split('=').next().unwrap_or_default();
            if !job.define.iter().any(|own| own.split('=').next() == Some(name)) {
                job.define.push(definition);
            }
        } else if let Some(standard) = value(&["-std", "--std"]) {
            job.std.get_or_insert(standard.replace("gnu++", "c++"));
        } else if OF_LANGUAGE.contains(&word.as_str()) {
            job.nvcc_option.push(word);
        }
    }
    job
}

/// Flags of `nvcc` that change what a text means or computes.
const OF_LANGUAGE: [&str; 10] = [
    "--expt-relaxed-constexpr",
    "-expt-relaxed-constexpr",
    "--expt-extended-lambda",
    "-expt-extended-lambda",
    "--extended-lambda",
    "-extended-lambda",
    "--use_fast_math",
    "-use_fast_math",
    "--relocatable-device-code=true",
    "-default-stream=per-thread",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn command(text: &str) -> CompileCommand {
        CompileCommand {
            directory: "/p/build".into(),
            file: "../a.cu".into(),
            arguments: Vec::new(),
            command: text.to_owned(),
        }
    }

    #[test]
    fn flags_that_say_what_the_text_means_are_taken_and_no_others() {
        let text = "/usr/bin/nvcc -ccbin evil -Xcompiler -fplugin=evil.so -I../include -isystem /usr/include/x -DN=4 -D M='a b' -DP -std=gnu++20 --expt-relaxed-constexpr -O3 -x cu -c ../a.cu -o a.o";
        let job = applied(Job::new("/p/a.cu").define("N=8"), &command(text), None);
        assert_eq!(job.include, [PathBuf::from("/p/build/../include"), PathBuf::from("/usr/include/x")]);
        assert_eq!(job.define, ["N=8", "M=a b", "P"]);
        assert_eq!(job.std.as_deref(), Some("c++20"));
        assert_eq!(job.nvcc_option, ["--expt-relaxed-constexpr"]);
    }

    #[test]
    fn a_file_that_was_found_names_no_folder_of_a_home() {
        let job =
            applied(Job::new("/p/a.cu"), &command("nvcc -I/home/me/.ssh -I/opt/x -I/p/own"), Some(Path::new("/p")));
        assert_eq!(job.include, [PathBuf::from("/opt/x"), PathBuf::from("/p/own")]);
    }
}
