//! The flags that a project compiles a file with, from its `compile_commands.json`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use smem_cuda::check_definition;

use smem_launch::program::{Roots, bounded};

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
    let (path, root) = match &job.spec.source.compile_commands {
        Some(path) => (path.clone(), job.project.clone()),
        None if !job.finds_compile_commands => return Ok(job.clone()),
        None => match found(&job.file) {
            Some((path, project)) => (path, Some(project)),
            None => return Ok(job.clone()),
        },
    };
    let is_named = job.spec.source.compile_commands.is_some();
    let refused = |why: String| Error::Input(format!("`{}`: {why}", path.display()));
    let commands = read(&path).map_err(refused);
    let commands = match commands {
        Ok(commands) => commands,
        Err(error) if is_named => return Err(error),
        // One that lies above the file by chance does not end the run.
        Err(_) => return Ok(job.clone()),
    };
    let own = job.file.canonicalize().ok();
    let below = root.as_ref().map(|root| Roots::of([root]));
    // Whether a path outside of a project leads anywhere is not for its file to ask.
    let real = |path: PathBuf| match &below {
        Some(below) => below.real(&path),
        None => path.canonicalize().ok(),
    };
    let is_own = |command: &&CompileCommand| own.is_some() && real(command.directory.join(&command.file)) == own;
    match commands.iter().find(is_own) {
        Some(command) => Ok(applied(job.clone(), command, below.as_ref())),
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
    let (path, project) =
        places.into_iter().find(|(path, _)| path.symlink_metadata().is_ok_and(|data| !data.is_dir()))?;
    // A link that leads out of the project is none of its files.
    Some((Roots::of([project]).real(&path)?, project.canonicalize().ok()?))
}

fn read(path: &Path) -> Result<Vec<CompileCommand>, String> {
    let text = bounded::read(path, bounded::LARGEST_TEXT).map_err(|unread| unread.why("it"))?;
    let mut commands: Vec<CompileCommand> = serde_json::from_slice(&text).map_err(|error| error.to_string())?;
    let folder = std::path::absolute(path).ok().and_then(|path| Some(path.parent()?.to_owned())).unwrap_or_default();
    for command in &mut commands {
        command.directory = folder.join(&command.directory);
    }
    Ok(commands)
}

/// Adds the flags of a command that say what the text means. Others, such as the name of a host compiler, or a plugin of it, would have a
/// stranger's file start programs. With `below`, the folder of a file that was found and not named, folders of headers are those below it, and a
/// macro that is more than one is left out.
fn applied(mut job: Job, command: &CompileCommand, below: Option<&Roots>) -> Job {
    let mut elsewhere = BTreeSet::new();
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
            match below.map(|below| below.real(&folder)) {
                // Compilers know their own headers.
                Some(None) if is_of_compiler(&folder) => {}
                Some(None) => {
                    elsewhere.insert(folder.display().to_string());
                }
                None | Some(Some(_)) if job.spec.source.include.contains(&folder) => {}
                None | Some(Some(_)) => job.spec.source.include.push(folder),
            }
        } else if let Some(definition) = value(&["-D", "--define-macro"]) {
            let name = definition.split('=').next().unwrap_or_default();
            let is_macro = below.is_none() || check_definition(&definition).is_ok();
            if is_macro && !job.spec.source.define.iter().any(|own| own.split('=').next() == Some(name)) {
                job.spec.source.define.push(definition);
            }
        } else if let Some(standard) = value(&["-std", "--std"]) {
            let is_standard = standard.chars().all(|mark| mark.is_ascii_alphanumeric() || mark == '+');
            if is_standard {
                job.spec.source.std.get_or_insert(standard.replace("gnu++", "c++"));
            }
        } else if is_of_language(&word) {
            job.nvcc_option.push(word);
        }
    }
    if let Some(watcher) = job.watcher.as_ref().filter(|_| !elsewhere.is_empty()) {
        let from = if job.project.is_some() { "is named by a file of the project" } else { "was found and not named" };
        watcher.remark(&passed_over(from, &elsewhere));
    }
    job
}

/// Whether a folder has headers that a compiler finds without its name: those of the system or of a toolkit in its usual place. The folder is not
/// looked at.
fn is_of_compiler(folder: &Path) -> bool {
    let folder = folder.to_string_lossy();
    let folder = folder.trim_end_matches('/');
    let of_toolkit = folder.strip_prefix("/usr/local/cuda").or_else(|| folder.strip_prefix("/opt/cuda"));
    let is_of_toolkit = of_toolkit.is_some_and(|rest| {
        let (version, rest) = rest.split_once('/').unwrap_or((rest, ""));
        let is_version = version.chars().all(|mark| mark.is_ascii_digit() || matches!(mark, '-' | '.'));
        let is_target = rest.starts_with("targets/") && rest.ends_with("/include") && rest.split('/').count() == 3;
        is_version && (rest == "include" || is_target && !rest.contains(".."))
    });
    is_of_toolkit || ["/usr/include", "/usr/local/include"].contains(&folder)
}

/// The sentence about folders of headers that are not taken.
fn passed_over(from: &str, folders: &BTreeSet<String>) -> String {
    let all: Vec<String> = folders.iter().take(4).map(|folder| format!("`{}`", folder.escape_debug())).collect();
    let more = if folders.len() > all.len() { " and others" } else { "" };
    format!(
        "`{NAME}` {from}, so its folders of headers outside of its own folder are not used: {}{more}; `-I FOLDER` adds one, and \
         `--compile-commands FILE` takes all",
        all.join(", ")
    )
}

/// Returns true for a flag that changes what a text means or computes, and has no compiler start, read or write anything.
///
/// ```
/// use smem_profile::program::is_of_language;
///
/// assert!(is_of_language("--use_fast_math") && !is_of_language("--compiler-bindir=/tmp/evil"));
/// ```
pub fn is_of_language(flag: &str) -> bool {
    OF_LANGUAGE.contains(&flag)
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
        assert_eq!(job.spec.source.include, [PathBuf::from("/p/build/../include"), PathBuf::from("/usr/include/x")]);
        assert_eq!(job.spec.source.define, ["N=8", "M=a b", "P"]);
        assert_eq!(job.spec.source.std.as_deref(), Some("c++20"));
        assert_eq!(job.nvcc_option, ["--expt-relaxed-constexpr"]);
    }

    #[test]
    fn a_file_that_was_found_names_folders_below_its_own_alone() {
        let folder = tempfile::tempdir().unwrap();
        let project = folder.path().canonicalize().unwrap();
        let own = project.join("own");
        let text = format!("nvcc -I/home/me/.ssh -I/opt/x -I/usr/lib -I/usr/local/cuda/include -I{}", own.display());
        let command = CompileCommand { directory: project.clone(), ..command(&text) };
        let job = applied(Job::new("a.cu"), &command, Some(&Roots::of([&project])));
        assert_eq!(job.spec.source.include, [own]);
    }

    #[test]
    fn folders_that_compilers_know_are_told_by_their_names() {
        for known in [
            "/usr/include",
            "/usr/local/include/",
            "/usr/local/cuda/include",
            "/usr/local/cuda-12.9/targets/x86_64-linux/include",
            "/opt/cuda/include",
        ] {
            assert!(is_of_compiler(Path::new(known)), "{known}");
        }
        for other in ["/usr/lib", "/usr", "/opt/x", "/usr/local/cuda/include/../../lib", "/usr/local/cuda-evil/include"]
        {
            assert!(!is_of_compiler(Path::new(other)), "{other}");
        }
    }
}
