//! The report of a run: of one process, or of several merged.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use smem_report::{Finding, FindingKind, LaunchReport};
use smem_sim::{Arch, readable_name};

/// Counts and findings of all launches of a run.
///
/// ```
/// use smem_driver::RunReport;
///
/// let mut all = RunReport::default();
/// # let of_one_process = RunReport::default();
/// all.merge(&of_one_process);
/// assert_eq!((all.launches(), all.failures()), (0, 0));
/// ```
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RunReport {
    /// The version of this form.
    #[cfg_attr(feature = "schema", schemars(extend("const" = smem_report::JSON_VERSION)))]
    pub version: u32,
    /// The architecture of the devices, `sm_90`.
    pub arch: String,
    /// Processes that used the driver.
    pub processes: u64,
    /// The kernels, in the order of their first launch.
    pub kernels: Vec<LaunchReport>,
    /// Functions of the driver that programs called and that are not there.
    pub missing: BTreeSet<String>,
    /// Files with a CUDA runtime of NVIDIA's that does not start here: what they would have launched did not run.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub refused: BTreeSet<String>,
    /// Kernels that were launched and did not end before their process did, each with the number of such launches.
    #[serde(default)]
    pub unfinished: BTreeMap<String, u64>,
    /// Sentences about what was not judged: kernels that cannot run here, processes whose reports are lost.
    #[serde(default)]
    pub unjudged: BTreeSet<String>,
    /// Panics of the driver, which are defects of this program, a sentence each.
    #[serde(default)]
    pub defects: BTreeSet<String>,
}

impl RunReport {
    /// The version of reports that this crate writes.
    pub const VERSION: u32 = smem_report::JSON_VERSION;

    /// An empty report of one process.
    pub(crate) fn of_one_process(arch: Arch) -> RunReport {
        RunReport { version: Self::VERSION, arch: arch.to_string(), processes: 1, ..RunReport::default() }
    }

    /// The launches of a kernel by its name, in PTX or in C++: `scan`, `scan<256>` or `scan(float*)`. The name of a template means all of
    /// its instances.
    ///
    /// ```should_panic
    /// # let report = smem_driver::RunReport::default();
    /// // Panics if there was no launch of `scan`, so that a test whose kernel has another name today does not pass.
    /// assert_eq!(report.kernel("scan").excess(), 0);
    /// ```
    ///
    /// # Panics
    /// If there was no launch of it. The message names the kernels that were launched.
    #[track_caller]
    #[expect(clippy::panic, reason = "a test whose kernel has another name is not to pass")]
    pub fn kernel(&self, name: &str) -> LaunchReport {
        self.find(name).unwrap_or_else(|| panic!("no launch of `{name}`: {}", self.launched()))
    }

    /// The launches of a kernel by its name, as [`kernel`](Self::kernel) takes it; `None` if there was none.
    ///
    /// ```
    /// # let report = smem_driver::RunReport::default();
    /// assert_eq!(report.find("scan"), None);
    /// ```
    pub fn find(&self, name: &str) -> Option<LaunchReport> {
        let mut found = self.kernels.iter().filter(|kernel| kernel.is_called(name));
        let mut all = found.next()?.clone();
        for other in found {
            all.join(other);
        }
        Some(all.sorted())
    }

    /// The kernels that were launched, as a sentence has them.
    fn launched(&self) -> String {
        let mut names: Vec<String> =
            self.kernels.iter().map(|run| format!("`{}`", readable_name(&run.kernel))).collect();
        names.sort();
        names.dedup();
        if names.is_empty() {
            "no kernel was launched".to_owned()
        } else {
            format!("launched were {}", names.join(", "))
        }
    }

    /// The report as JSON, as processes hand it to one another.
    ///
    /// ```
    /// let report = smem_driver::RunReport::default();
    /// assert_eq!(smem_driver::RunReport::from_json(report.to_json().as_bytes()), Some(report));
    /// ```
    pub fn to_json(&self) -> String {
        // A value of JSON can always be written.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads what [`to_json`](Self::to_json) has written; `None` for other bytes.
    pub fn from_json(json: &[u8]) -> Option<RunReport> {
        serde_json::from_slice(json).ok()
    }

    /// The same, with those lines first that have the most excess wavefronts.
    pub(crate) fn sorted(mut self) -> RunReport {
        self.kernels = self.kernels.into_iter().map(LaunchReport::sorted).collect();
        self
    }

    /// Launches of all kernels.
    pub fn launches(&self) -> u64 {
        sum(self.kernels.iter().map(|kernel| kernel.tally.launches))
    }

    /// Launches that did not end before their process did.
    ///
    /// ```
    /// # let report = smem_driver::RunReport::default();
    /// assert_eq!(report.unfinished_launches(), 0);
    /// ```
    pub fn unfinished_launches(&self) -> u64 {
        sum(self.unfinished.values().copied())
    }

    /// Wavefronts of shared memory beyond the ideal ones, of all kernels.
    pub fn excess(&self) -> u64 {
        sum(self.kernels.iter().map(LaunchReport::excess))
    }

    /// All findings, with the kernels that they are of.
    pub fn findings(&self) -> impl Iterator<Item = (&LaunchReport, &Finding)> {
        self.kernels.iter().flat_map(|kernel| kernel.findings.iter().map(move |finding| (kernel, finding)))
    }

    /// The number of findings of a kind.
    pub fn count(&self, kind: FindingKind) -> usize {
        self.findings().filter(|(_, finding)| finding.kind() == kind).count()
    }

    /// The number of findings that make a run fail, of launches that did not end, and of defects and other reasons why it was not judged.
    pub fn failures(&self) -> usize {
        let findings = self.findings().filter(|(_, finding)| finding.is_failure()).count();
        let unfinished = usize::try_from(self.unfinished_launches()).unwrap_or(usize::MAX);
        findings.saturating_add(unfinished).saturating_add(self.unjudged.len()).saturating_add(self.defects.len())
    }

    /// Adds the report of another process.
    pub fn merge(&mut self, other: &RunReport) {
        self.version = Self::VERSION;
        if self.arch.is_empty() {
            self.arch.clone_from(&other.arch);
        }
        self.processes = self.processes.saturating_add(other.processes);
        other.kernels.iter().for_each(|kernel| {
            self.add(kernel);
        });
        self.missing.extend(other.missing.iter().cloned());
        self.refused.extend(other.refused.iter().cloned());
        for (kernel, launches) in &other.unfinished {
            let all = self.unfinished.entry(kernel.clone()).or_default();
            *all = all.saturating_add(*launches);
        }
        self.unjudged.extend(other.unjudged.iter().cloned());
        self.defects.extend(other.defects.iter().cloned());
        *self = std::mem::take(self).sorted();
    }

    /// Adds launches of a kernel; returns whether the kernel or a finding is new.
    pub(crate) fn add(&mut self, launched: &LaunchReport) -> bool {
        let is_same = |known: &&mut LaunchReport| known.kernel == launched.kernel && known.isa == launched.isa;
        match self.kernels.iter_mut().find(is_same) {
            Some(known) => known.join(launched),
            None => {
                self.kernels.push(launched.clone());
                true
            }
        }
    }
}

/// Adds numbers up to the largest that there is: a damaged report may have any.
fn sum(numbers: impl Iterator<Item = u64>) -> u64 {
    numbers.fold(0, u64::saturating_add)
}
