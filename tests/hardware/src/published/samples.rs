//! The files of NVIDIA's CUDA samples that have kernels with shared memory, each profiled by `smem-tile profile` as it is published.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;
use smem_cuda::{included_headers, without_comments};
use smem_examples::{Error, read_file};

/// A file of the samples, and how it is profiled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SampleFile {
    /// Its path in the repository of the samples.
    pub path: String,
    /// The launch file; `None` where none is written, or the file fixes its launches.
    pub launches: Option<PathBuf>,
    /// Further options of `profile`.
    pub options: Vec<String>,
}

/// The outcome of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SampleOutcome {
    /// The file's path in the repository of the samples.
    pub path: String,
    /// The launches with their requests to shared memory; the reason where the file does not profile.
    pub profiled: Result<Vec<SampleLaunch>, String>,
}

/// A launch of a sample that was profiled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SampleLaunch {
    /// The kernel as C++ names it.
    pub kernel: String,
    /// `sass` or `ptx`.
    pub isa: String,
    /// Requests to shared memory, and their wavefronts.
    pub requests: u64,
    /// The wavefronts of the requests.
    pub wavefronts: u64,
    /// Wavefronts beyond the ideal ones.
    pub excess: u64,
    /// Races on shared memory.
    pub races: usize,
}

const COLUMNS: &str = "file\tlaunches\toptions";

/// Reads the list of files in `folder`, `samples.tsv`.
///
/// # Errors
/// [`Error::Input`] where it cannot be read or is not such a list.
pub fn sample_files(folder: &Path) -> Result<Vec<SampleFile>, Error> {
    let path = folder.join("samples.tsv");
    let wrong =
        |line: usize| Error::Input(format!("`{}`, line {line}: not a file, its launches and options", path.display()));
    let text = read_file(&path)?;
    let mut lines = (1..).zip(text.lines());
    if lines.next().map(|(_, line)| line) != Some(COLUMNS) {
        return Err(wrong(1));
    }
    lines
        .map(|(line, text)| {
            let cells: Vec<&str> = text.split('\t').collect();
            let [path, launches, options] = cells[..] else { return Err(wrong(line)) };
            Ok(SampleFile {
                path: path.to_owned(),
                launches: (launches != "-").then(|| folder.join(launches)),
                options: options.split(' ').filter(|option| *option != "-").map(str::to_owned).collect(),
            })
        })
        .collect()
}

/// Returns the `.cu` files of a checkout of the samples that have a kernel and, themselves or in a header of the samples that they include,
/// shared memory.
///
/// # Errors
/// [`Error::Input`] where a folder or file cannot be read.
pub fn files_with_shared_memory(samples: &Path) -> Result<Vec<String>, Error> {
    let mut found = Vec::new();
    for path in sources(&samples.join("Samples"))? {
        let mut all = (BTreeSet::new(), String::new());
        with_headers(&path, samples, &mut all)?;
        let below = path.strip_prefix(samples).unwrap_or(&path).display().to_string();
        if all.1.contains("__shared__") && all.1.contains("__global__") {
            found.push(below);
        }
    }
    found.sort();
    Ok(found)
}

/// The `.cu` files below a folder.
fn sources(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let cannot = |error: std::io::Error| Error::Input(format!("cannot read `{}`: {error}", folder.display()));
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(cannot)? {
        let path = entry.map_err(cannot)?.path();
        if path.is_dir() {
            found.extend(sources(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "cu") {
            found.push(path);
        }
    }
    Ok(found)
}

/// Appends the text of a file and of the headers that it includes, without comments.
fn with_headers(path: &Path, samples: &Path, all: &mut (BTreeSet<PathBuf>, String)) -> Result<(), Error> {
    if !all.0.insert(path.to_owned()) {
        return Ok(());
    }
    let bytes = fs::read(path).map_err(|error| Error::Input(format!("cannot read `{}`: {error}", path.display())))?;
    let text = String::from_utf8_lossy(&bytes);
    for included in included_headers(&text) {
        let places = include_folders(path, samples).into_iter().map(|folder| folder.join(&included.name));
        if let Some(header) = places.into_iter().find(|path| path.is_file()) {
            with_headers(&header, samples, all)?;
        }
    }
    all.1.push_str(&without_comments(&text));
    Ok(())
}

/// The folders that the samples' own build has on the include path: that of the file, `inc` beside it or above it, and `Common`.
fn include_folders(file: &Path, samples: &Path) -> Vec<PathBuf> {
    let own = file.parent().unwrap_or(Path::new(""));
    let above = own.parent().unwrap_or(Path::new(""));
    [samples.join("Common"), own.to_owned(), own.join("inc"), above.join("inc")]
        .into_iter()
        .filter(|folder| folder.is_dir())
        .collect()
}

/// Profiles a file with the program `smem-tile`.
///
/// # Errors
/// [`Error::Input`] where the program cannot be started.
pub fn profile_sample(program: &Path, samples: &Path, file: &SampleFile) -> Result<SampleOutcome, Error> {
    let path = samples.join(&file.path);
    let mut command = Command::new(program);
    command.arg("profile").arg(&path).arg("--json").args(&file.options);
    for folder in include_folders(&path, samples) {
        command.arg("-I").arg(folder);
    }
    if let Some(launches) = &file.launches {
        command.arg("--launch").arg(launches);
    }
    let output = command
        .stdin(Stdio::null())
        .output()
        .map_err(|error| Error::Input(format!("cannot start `{}`: {error}", program.display())))?;
    let profiled = match serde_json::from_slice::<Value>(&output.stdout) {
        // A kernel with races is profiled, and the exit code is 1.
        Ok(document) if matches!(output.status.code(), Some(0 | 1)) && document["fault"].is_null() => {
            Ok(launches(&document))
        }
        _ => Err(reason(&String::from_utf8_lossy(&output.stderr), samples)),
    };
    Ok(SampleOutcome { path: file.path.clone(), profiled })
}

fn launches(document: &Value) -> Vec<SampleLaunch> {
    let all = document["launches"].as_array().map(Vec::as_slice).unwrap_or_default();
    let launch = |launch: &Value| {
        let sum = |field: &str| {
            ["loads", "stores", "atomics", "copies"].iter().filter_map(|kind| launch[kind][field].as_u64()).sum::<u64>()
        };
        SampleLaunch {
            kernel: launch["kernel"].as_str().unwrap_or_default().to_owned(),
            isa: launch["isa"].as_str().unwrap_or_default().to_owned(),
            requests: sum("requests"),
            wavefronts: sum("wavefronts"),
            excess: sum("wavefronts").saturating_sub(sum("ideal")),
            races: launch["findings"]
                .as_array()
                .map_or(0, |all| all.iter().filter(|one| one["id"] == "shared-memory-race").count()),
        }
    };
    all.iter().map(launch).collect()
}

/// Returns the program's answer: its first error of the compiler, or its first line.
fn reason(told: &str, samples: &Path) -> String {
    let told = told.replace(&format!("{}/", samples.display()), "");
    let of_compiler = told.lines().find(|line| line.contains("): error:") || line.contains("catastrophic error:"));
    let first = told.lines().find(|line| line.starts_with("error"));
    let line = of_compiler.or(first).unwrap_or("it failed without a word").trim();
    line.trim_start_matches("error: ").trim_start_matches("= note: ").replace('\t', " ")
}

impl SampleOutcome {
    /// A line of the data file: the file, `profiled` or the reason why not, and each launch as `kernel:isa:requests:wavefronts:excess:races`.
    pub fn line(&self) -> String {
        match &self.profiled {
            Err(reason) => format!("{}\t-\t{reason}", self.path),
            Ok(launches) => {
                let launch = |launch: &SampleLaunch| {
                    let SampleLaunch { kernel, isa, requests, wavefronts, excess, races } = launch;
                    format!("{}:{isa}:{requests}:{wavefronts}:{excess}:{races}", kernel.replace(' ', ""))
                };
                let launches: Vec<String> = launches.iter().map(launch).collect();
                format!("{}\tprofiled\t{}", self.path, launches.join(" "))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reason_is_the_first_error_of_the_compiler_or_the_first_line() {
        let samples = Path::new("/s");
        assert_eq!(
            reason("error: `/s/a.cu` does not compile\n = note: /s/b.h(3): error: no\n", samples),
            "b.h(3): error: no"
        );
        assert_eq!(reason("note\nerror: cannot\n", samples), "cannot");
    }
}
