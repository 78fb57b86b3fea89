//! Puts the runs of one file side by side.

use std::fs;
use std::path::{Path, PathBuf};

use super::data::PublishedLaunch;
use super::measure::MeasuredCounts;
use super::memory::{Difference, Memory};
use super::pack::PackedFile;
use super::run::FileRun;
use smem_examples::{Error, make_folder};
use smem_launch::LaunchFile;

/// A line for each launch of a file. What did not run is left out of it.
pub fn compare(
    file: &PackedFile,
    sass: Option<&FileRun>,
    ptx: Option<&FileRun>,
    counters: Option<&[MeasuredCounts]>,
    memory: Option<&[Memory]>,
) -> Vec<PublishedLaunch> {
    let counts = |run: Option<&FileRun>, at: usize| run.and_then(|run| run.counts[at]);
    let difference = |one: Option<&Memory>, other: Option<&Memory>| {
        one.zip(other).map(|(one, other)| Difference::between(one, other, |buffer| file.launches.element_type(buffer)))
    };
    let of = |run: Option<&'_ FileRun>, at: usize| run.map(|run| run.memory[at].clone());
    let lines = file.launches.launches().enumerate().map(|(at, (kernel, _))| {
        let (own_sass, own_ptx) = (of(sass, at), of(ptx, at));
        PublishedLaunch {
            file: file.name.clone(),
            launch: at,
            kernel: kernel.to_owned(),
            machine_code: counts(sass, at),
            measured: counters.map(|counters| counters[at].clone()),
            ptx: counts(ptx, at).map(|counts| counts.wavefronts),
            memory: difference(own_sass.as_ref(), memory.map(|memory| &memory[at]))
                .map(|difference| difference.to_string()),
            ptx_memory: difference(own_ptx.as_ref(), own_sass.as_ref()).map(|difference| difference.to_string()),
        }
    });
    lines.collect()
}

fn memory_file(folder: &Path, name: &str, launch: usize, buffer: &str) -> PathBuf {
    folder.join("memory").join(format!("{name}.{launch}.{buffer}"))
}

/// Leaves the memory after each launch of the file `name` in `folder`.
///
/// # Errors
/// [`Error::Input`] where a file cannot be written.
pub fn write_memory(folder: &Path, name: &str, memory: &[Memory]) -> Result<(), Error> {
    make_folder(&folder.join("memory"))?;
    for (launch, memory) in memory.iter().enumerate() {
        for (buffer, bytes) in memory {
            let path = memory_file(folder, name, launch, buffer);
            fs::write(&path, bytes).map_err(|error| Error::cannot_write(&path, &error))?;
        }
    }
    Ok(())
}

/// Reads what [`write_memory`] left.
///
/// # Errors
/// [`Error::Input`] where a file cannot be read.
pub fn read_memory(folder: &Path, name: &str, launches: &LaunchFile) -> Result<Vec<Memory>, Error> {
    let of_launch = |launch: usize| {
        let read = |buffer: &str| {
            let path = memory_file(folder, name, launch, buffer);
            let bytes =
                fs::read(&path).map_err(|error| Error::Input(format!("cannot read `{}`: {error}", path.display())))?;
            Ok((buffer.to_owned(), bytes))
        };
        launches.buffers().map(read).collect()
    };
    (0..launches.launches().len()).map(of_launch).collect()
}
