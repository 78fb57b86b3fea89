//! The report in the forms that people and programs read, each made from the [model](crate::ProfileReport) alone.
//!
//! | form | function |
//! | --- | --- |
//! | text for people, as the program prints it | [`text`], or [`text_lines`] to paint them |
//! | the calls that its lines were inlined through | [`chain_lines`] |
//! | JSON | [`json`], [`json_compared`] with counters of Nsight Compute |
//! | SARIF 2.1.0, for code hosts | [`sarif`], [`sarif_with_fixes`] |
//! | XML of JUnit, for CI servers | [`junit`](junit()) |
//! | lines that GitHub shows beside the source | [`github_lines`] |
//! | one page of HTML, with pictures and the change | [`html`](html()) |
//! | a picture of the worst requests | [`svg`], or [`svg_of_line`] for one line |
//! | the report of `fix` as text, JSON or SARIF | [`fix_text_lines`], [`fix_json`], [`fix_sarif`] |
//! | its change as a patch | [`fix_diff`] |
//! | counters of Nsight Compute beside it | [`compare_text_lines`] |
//! | the report of `run` as a line, text, JSON or SARIF | [`run_line`], [`run_details`], [`run_json`], [`run_sarif`] |
//!
//! ```
//! use smem_profile::{Job, render};
//!
//! let text = "__global__ void k(float* a) { __shared__ float s[64]; s[2 * threadIdx.x] = 1; a[threadIdx.x] = s[2 * threadIdx.x]; }";
//! let report = Job::of_text("k.cu", text).grid(1).block(32).arg("a:f32[32]").run()?;
//! assert!(render::text(&report).contains("k: grid 1 x 1 x 1, block 32 x 1 x 1, 256 bytes of shared memory"));
//! assert!(render::json(&report).contains("\"kernel\": \"k\""));
//! assert!(render::sarif(&report).contains("2-way bank conflicts in `k`"));
//! assert!(render::svg(&report).is_some_and(|picture| picture.starts_with("<svg")));
//! # Ok::<(), smem_profile::Error>(())
//! ```

mod annotate;
mod chains;
mod compare_text;
mod diff;
mod fix_json;
mod fix_sarif;
mod fix_text;
mod fixed;
mod github;
mod html;
mod json;
mod junit;
mod run_json;
mod run_text;
mod sarif;
mod svg;
mod text;
mod time_text;

#[cfg(feature = "schema")]
pub(crate) use {fix_json::FixDocument, json::ProfileDocument, run_json::RunDocument};

pub use chains::chain_lines;
pub use compare_text::compare_text_lines;
pub use diff::{PatchPaths, fix_diff};
pub use fix_json::fix_json;
pub use fix_sarif::{fix_sarif, sarif_with_fixes};
pub use fix_text::fix_text_lines;
pub use fixed::FixedReport;
pub use github::github_lines;
pub use html::html;
pub use json::{json, json_compared};
pub use junit::junit;
pub use run_json::run_json;
pub use run_text::{run_details, run_line, run_missing};
pub use sarif::{run_sarif, sarif, sarif_of_all};
pub use smem_report::render::{LineRole, ReportLine, Side, TextTable, compiler_line, conflict_line};
pub use svg::{svg, svg_of_line};
pub use text::{text, text_lines};
