//! Reports for machines that run checks: JUnit's XML for a CI server, and the lines that GitHub shows beside the source. All commands that run
//! kernels have them.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use smem_profile::{ProfileReport, render};

use crate::failure::EarlyEnd;
use crate::output::Checkout;

const OUTPUT: &str = "Output";

/// Where these reports go.
#[derive(Args, Debug, Default)]
pub(crate) struct HostReports {
    /// Writes JUnit's XML, for a CI server: a test case for each kernel, which fails with its findings, and one for the checks of the command
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    junit: Option<PathBuf>,
    /// Prints each finding on the standard error as a line that GitHub shows beside the source: `::error file=..`
    #[arg(long, help_heading = OUTPUT)]
    github: bool,
}

impl HostReports {
    /// The file that is written.
    pub(crate) fn outputs(&self) -> impl Iterator<Item = &PathBuf> {
        self.junit.iter()
    }

    /// Writes them; `failed` are the checks that failed, a sentence each.
    pub(crate) fn write(
        &self,
        checkout: &Checkout,
        reports: &[ProfileReport],
        failed: &[String],
    ) -> Result<(), EarlyEnd> {
        if let Some(path) = &self.junit {
            checkout.write(path, &render::junit(reports, failed))?;
        }
        if self.github {
            let folder = std::env::current_dir().unwrap_or_default();
            for line in render::github_lines(reports, failed, &folder) {
                // Where the messages are not read, the exit code remains.
                let _ = writeln!(anstream::stderr(), "{line}");
            }
        }
        Ok(())
    }

    /// Whether there is one to write.
    pub(crate) fn are_wanted(&self) -> bool {
        self.github || self.junit.is_some()
    }
}
