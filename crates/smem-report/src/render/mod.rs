//! The renderers of a report, or of a part of it.
//!
//! ```text
//! finding      a finding as a few lines of text, or on one line as compilers have it
//! table        columns of text                      (report_line: their lines, in parts with roles; short_name: names on a line)
//! sarif_log    the rules and results of SARIF 2.1.0
//! ```

mod finding;
mod report_line;
mod sarif_log;
mod short_name;
mod table;

pub use finding::{compiler_line, conflict_line, finding_lines, placed};
pub use report_line::{LineRole, ReportLine, indented};
pub use sarif_log::{CONFLICT, conflict_sentence, finding_result, location, log, result, uri};
pub use short_name::short_name;
pub use table::{Side, TextTable, marked, shortened};
