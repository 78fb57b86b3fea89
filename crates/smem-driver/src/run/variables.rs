//! The variables of a run as a file beside its libraries: for processes that get the library path and not the variables, as those of tools
//! that hand on a few variables alone. Without it such a process would be in no report.

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::Path;

use super::environment::{LIBRARIES, LOADER_PATH};
use crate::options::REPORTS;
use crate::report::ReportFolder;

const NAME: &str = "variables";

/// A run's folder begins so.
pub(super) const RUN: &str = "smem-tile-run";

const MOST_BYTES: u64 = 1 << 20;

/// Writes the variables of a run into its folder.
pub(super) fn write(folder: &Path, variables: &[(String, String)]) -> io::Result<()> {
    let variables: BTreeMap<&String, &String> = variables.iter().map(|(name, value)| (name, value)).collect();
    fs::write(folder.join(NAME), serde_json::to_vec(&variables)?)
}

/// Returns the variables of the run whose library path this process has, where it has not the variables themselves.
///
/// ```
/// // This process is not one of a run.
/// assert_eq!(smem_driver::variables_of_run().get("SMEM_TILE_REPORTS"), None);
/// ```
pub fn variables_of_run() -> BTreeMap<String, String> {
    if env::var_os(REPORTS).is_some() {
        return BTreeMap::new();
    }
    let path = env::var_os(LOADER_PATH).unwrap_or_default();
    env::split_paths(&path).find_map(|folder| of_libraries(&folder)).unwrap_or_default()
}

/// Notes that this process has a driver and no report, for the run that it is part of, if it is part of one.
pub fn note_lost_report() {
    let named = env::var_os(REPORTS).or_else(|| variables_of_run().remove(REPORTS).map(Into::into));
    let folder = named.and_then(|folder| ReportFolder::open(Path::new(&folder)).ok());
    folder.iter().for_each(ReportFolder::mark_lost);
}

/// The variables of the run that a folder of libraries is of.
fn of_libraries(libraries: &Path) -> Option<BTreeMap<String, String>> {
    let run = libraries.parent().filter(|_| libraries.is_absolute() && libraries.ends_with(LIBRARIES))?;
    run.file_name()?.to_str()?.starts_with(RUN).then_some(())?;
    // Another user's would choose the tools.
    let variables = ReportFolder::open(run).ok()?.read(OsStr::new(NAME), MOST_BYTES).ok()?;
    serde_json::from_slice(&variables).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_are_those_of_a_run_s_own_folder_alone() {
        let run = tempfile::Builder::new().prefix(RUN).tempdir().unwrap();
        let other = tempfile::tempdir().unwrap();
        for folder in [run.path(), other.path()] {
            write(folder, &[(REPORTS.to_owned(), "/reports".to_owned())]).unwrap();
        }
        let found = |folder: &Path| of_libraries(folder).and_then(|mut variables| variables.remove(REPORTS));
        assert_eq!(found(&run.path().join(LIBRARIES)).as_deref(), Some("/reports"));
        assert_eq!(found(&run.path().join("elsewhere")), None);
        assert_eq!(found(&other.path().join(LIBRARIES)), None);
    }
}
