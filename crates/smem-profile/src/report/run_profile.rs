//! The report of a run on the simulated driver, as a profile.

use std::sync::Arc;

use smem_driver::RunReport;
use smem_report::{FileText, LaunchReport, SourceTexts};
use smem_sim::readable_name;

use super::profile_report::ProfileReport;
use crate::job::SourceFolders;

impl ProfileReport {
    /// Returns the report of a run in the form of a profile, with all launches of a kernel as one, for the [renderers](crate::render). Source lines
    /// come from files below the working folder. `command` is the title.
    ///
    /// ```
    /// let profile = smem_profile::ProfileReport::of_run(&smem_driver::RunReport::default(), "./my_program");
    /// assert_eq!((&profile.file[..], profile.launches.len()), ("./my_program", 0));
    /// ```
    pub fn of_run(report: &RunReport, command: &str) -> ProfileReport {
        let named = |launch: &LaunchReport| {
            let mut named = launch.clone();
            named.kernel = readable_name(&launch.kernel);
            named
        };
        let folders = SourceFolders::working();
        let read = |file: &str| folders.read(file).map(|text| Arc::new(FileText::new(text)));
        let places = report.kernels.iter().flat_map(LaunchReport::places);
        // A program is made of files of many folders, and none of them was named here.
        let sources = SourceTexts::of(places.filter(|place| place.is_in_file()), read, Vec::new);
        ProfileReport {
            file: command.to_owned(),
            arch: report.arch.clone(),
            launches: report.kernels.iter().map(named).collect(),
            notes: Vec::new(),
            guessed_kernels: Vec::new(),
            fault: None,
            earlier_fault: None,
            sources,
            buffers: Default::default(),
        }
    }
}
