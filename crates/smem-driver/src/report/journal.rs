//! The file of a process in the folder of reports: the report so far, and an entry for each thing that happened since. What a process did
//! that is killed is there up to the last launch that it began.

use std::fs::File;
use std::io::{self, Write};
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use super::entry::ReportEntry;
use super::folder::ReportFolder;
use super::run::RunReport;

/// Bytes of entries after which the report is written anew, and how many times as many as those of the report itself.
const ENTRIES_AT_LEAST: usize = 1 << 20;
const TIMES_THE_REPORT: usize = 4;

/// The name of a process's file ends so, and while it is written beside its place, so.
pub(crate) const SUFFIX: &str = ".json";
const BESIDE: &str = ".part";

/// The most files of processes with one number: each namespace counts its own, and a system begins again.
const MOST_OF_A_NUMBER: usize = 1 << 16;

/// The file, which is open as long as the process runs.
#[derive(Debug)]
pub(super) struct Journal {
    folder: ReportFolder,
    /// The process that has begun it. One that was forked from it only appends.
    process: u32,
    name: String,
    file: File,
    /// The device and the number of the file.
    identity: Option<(u64, u64)>,
    /// Bytes of the first line, and of those after it.
    report_bytes: usize,
    entry_bytes: usize,
    is_lost: bool,
}

fn line(entry: &ReportEntry) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(entry)?;
    line.push(b'\n');
    Ok(line)
}

/// The device and the number of an open file.
fn identity(file: &File) -> Option<(u64, u64)> {
    file.metadata().ok().map(|data| (data.dev(), data.ino()))
}

impl Journal {
    /// Begins the file of this process.
    pub(super) fn begin(folder: &Path, report: &RunReport) -> io::Result<Journal> {
        let folder = ReportFolder::open(folder)?;
        let first = line(&ReportEntry::Report(report.clone()))?;
        let process = std::process::id();
        let begun = Journal::new_file(&folder, process).and_then(|(name, mut file)| {
            file.write_all(&first)?;
            Ok((name, file))
        });
        let (name, file) = begun.inspect_err(|_| folder.mark_lost())?;
        let identity = identity(&file);
        Ok(Journal { folder, process, name, file, identity, report_bytes: first.len(), entry_bytes: 0, is_lost: false })
    }

    /// Makes an empty file with a name that no process has.
    fn new_file(folder: &ReportFolder, process: u32) -> io::Result<(String, File)> {
        for number in 0..MOST_OF_A_NUMBER {
            let name = format!("{process}-{number}");
            match folder.create(&format!("{name}{SUFFIX}")) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                made => return made.map(|file| (name, file)),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    /// Whether this process has begun the file.
    pub(super) fn is_of_this_process(&self) -> bool {
        self.process == std::process::id()
    }

    /// Appends an entry, which `report` has already. What cannot be written is lost for the run, which is told so; returns false the first
    /// time.
    pub(super) fn append(&mut self, entry: &ReportEntry, report: &RunReport) -> bool {
        if self.is_lost {
            return true;
        }
        let written = line(entry).and_then(|line| {
            self.open_again_if_closed()?;
            self.file.write_all(&line)?;
            self.entry_bytes += line.len();
            let most = ENTRIES_AT_LEAST.max(self.report_bytes.saturating_mul(TIMES_THE_REPORT));
            if self.entry_bytes > most && self.is_of_this_process() { self.write_anew(report) } else { Ok(()) }
        });
        self.is_lost = written.is_err();
        if self.is_lost {
            self.folder.mark_lost();
        }
        !self.is_lost
    }

    /// Opens the file again where the program has closed all files: its number may be that of another one by now, which is left alone.
    fn open_again_if_closed(&mut self) -> io::Result<()> {
        if self.identity.is_some() && identity(&self.file) == self.identity {
            return Ok(());
        }
        let folder = self.folder.opened_again()?;
        let file = folder.append(&format!("{}{SUFFIX}", self.name))?;
        self.identity = identity(&file);
        std::mem::forget(std::mem::replace(&mut self.folder, folder));
        std::mem::forget(std::mem::replace(&mut self.file, file));
        Ok(())
    }

    /// Replaces the file by one that has the report alone.
    fn write_anew(&mut self, report: &RunReport) -> io::Result<()> {
        let first = line(&ReportEntry::Report(report.clone()))?;
        let [place, beside] = [SUFFIX, BESIDE].map(|suffix| format!("{}{suffix}", self.name));
        self.file = self.folder.replace(&place, &beside, &first)?;
        self.identity = identity(&self.file);
        (self.report_bytes, self.entry_bytes) = (first.len(), 0);
        Ok(())
    }
}
