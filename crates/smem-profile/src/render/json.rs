//! The report as JSON.

use serde::Serialize;
use smem_launch::printable_json;
use smem_report::{Finding, KernelTotal, LaunchReport};

use crate::nsight::ComparedLaunch;
use crate::report::ProfileReport;

/// Returns the report as the program `smem-tile profile --json` prints it, with the end of its last line.
pub fn json(report: &ProfileReport) -> String {
    ProfileDocument::of(report).text()
}

/// Returns the report as `smem-tile profile --json --compare ncu.csv` prints it: [`json`] with the counters of Nsight Compute in `nsight`.
///
/// ```
/// use smem_profile::nsight::{NsightPage, compare};
/// use smem_profile::{Job, render};
///
/// let text = "__global__ void k(float* a) { __shared__ float s[64]; s[2 * threadIdx.x] = 1; a[threadIdx.x] = s[2 * threadIdx.x]; }";
/// let report = Job::of_text("k.cu", text).grid(1).block(32).arg("a:f32[32]").run()?;
/// let page = "ID,Kernel Name,l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum\n0,k(float *),2\n".parse::<NsightPage>().unwrap();
/// let document = render::json_compared(&report, &compare(&report, &page));
/// assert!(document.contains("\"nsight\": 2,\n          \"own\": 2,"));
/// # Ok::<(), smem_profile::Error>(())
/// ```
pub fn json_compared(report: &ProfileReport, compared: &[ComparedLaunch]) -> String {
    ProfileDocument { nsight: Some(compared), ..ProfileDocument::of(report) }.text()
}

/// The document of `profile --json`.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct ProfileDocument<'a> {
    /// The version of every document.
    #[cfg_attr(feature = "schema", schemars(extend("const" = smem_report::JSON_VERSION)))]
    version: u32,
    /// The architecture as the compiler names it: `sm_90a`.
    arch: &'a str,
    /// The launches, in their order, each with the grids that its kernel launched after it; after a fault those up to it.
    launches: &'a [LaunchReport],
    /// The launches of each kernel together.
    kernels: Vec<KernelTotal>,
    /// Remarks on synthetic and left-out values.
    notes: &'a [String],
    /// The error that ended the last launch, as the program prints it.
    fault: Option<&'a str>,
    /// The same as a finding, with its place.
    fault_finding: Option<&'a Finding>,
    /// The error before the fault, where threads meet.
    earlier_fault: Option<&'a str>,
    /// The same as a finding.
    earlier_fault_finding: Option<&'a Finding>,
    /// The counters of a page of Nsight Compute, where one was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    nsight: Option<&'a [ComparedLaunch]>,
}

impl ProfileDocument<'_> {
    fn of(report: &ProfileReport) -> ProfileDocument<'_> {
        ProfileDocument {
            version: smem_report::JSON_VERSION,
            arch: &report.arch,
            launches: &report.launches,
            kernels: report.kernels(),
            notes: &report.notes,
            fault: report.fault.as_ref().map(|fault| fault.message.as_str()),
            fault_finding: report.fault.as_ref().map(|fault| &fault.finding),
            earlier_fault: report.earlier_fault.as_ref().map(|fault| fault.message.as_str()),
            earlier_fault_finding: report.earlier_fault.as_ref().map(|fault| &fault.finding),
            nsight: None,
        }
    }

    fn text(&self) -> String {
        // A document of these types can always be written.
        let text = serde_json::to_string_pretty(self).unwrap_or_default();
        printable_json(&text).into_owned() + "\n"
    }
}
