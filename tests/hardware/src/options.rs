//! The options that several programs have, beside those of `smem_examples`: where a profiler's reports and pages are.

use std::path::PathBuf;

use clap::Args;

/// The option that names the folder that a profiler writes to: `--out`.
///
/// ```
/// use std::path::Path;
///
/// use clap::Parser;
/// use smem_hardware::ReportFolder;
///
/// #[derive(Parser)]
/// struct Options {
///     #[command(flatten)]
///     report: ReportFolder,
/// }
///
/// let Options { report } = Options::parse_from(["calibrate"]);
/// assert_eq!(report.folder("calibrate"), Path::new("target/calibrate"));
/// let Options { report } = Options::parse_from(["calibrate", "--out", "here"]);
/// assert_eq!(report.folder("calibrate"), Path::new("here"));
/// ```
#[derive(Debug, Clone, Args)]
pub struct ReportFolder {
    /// Folder for the profiler's reports and pages [default: one of the program's name in `target`]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

impl ReportFolder {
    /// Returns the folder of the program of that name.
    pub fn folder(&self, program: &str) -> PathBuf {
        self.out.clone().unwrap_or_else(|| PathBuf::from("target").join(program))
    }
}

/// The options of programs that read a profiler's pages, of this run or of an earlier one: `--out` and `--from`.
#[derive(Debug, Clone, Args)]
pub struct PageOptions {
    /// The folder in which this run leaves them.
    #[command(flatten)]
    pub report: ReportFolder,
    /// Measure nothing: read the pages that an earlier run of the same requests or kernels left in this folder
    #[arg(long, value_name = "DIR", conflicts_with_all = ["out", "device"])]
    pub from: Option<PathBuf>,
}
