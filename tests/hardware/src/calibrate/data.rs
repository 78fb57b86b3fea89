//! Requests and their counts as a text file: what was measured, on what, and every address.
//!
//! ```text
//! # smem calibration 1
//! # arch: sm_90
//! # counts: measured
//! # device: ..            and more lines of that kind
//! # class op bytes active addresses counter source
//! stride ld 4 ffffffff 400=0+32*32 32 32
//! uniform st 8 0000ffff 234/2AAfC.. 5 -
//! ```
//!
//! `bytes` are a lane's, `active` is a mask in hexadecimal, addresses are as in [`encoding`](super::encoding); `counter`
//! and `source` are the wavefronts that the hardware counter and the source page give, or `-`.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::path::Path;

use smem_layout::Arch;

use super::op::Op;
use super::pages::Pages;
use super::request::Request;
use super::{PatternClass, encoding};
use crate::Machine;
use smem_examples::Error;

const FIRST_LINE: &str = "# smem calibration 1";
const COLUMNS: &str = "# class op bytes active addresses counter source";

/// The source of counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CountSource {
    /// A GPU: evidence.
    Measured,
    /// The simulator, which asks the bank model: not evidence of anything.
    Simulated,
}

/// A request and the wavefronts that it took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MeasuredRequest {
    /// The request.
    pub request: Request,
    /// Wavefronts by the hardware counter, where it was read.
    pub counter: Option<u32>,
    /// Wavefronts by Nsight Compute's source page, where it was read.
    pub source: Option<u32>,
}

/// A data file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CalibrationData {
    /// The architecture of the banks.
    pub arch: Arch,
    /// The source of the counts.
    pub counts: CountSource,
    /// The machine, and the day.
    pub machine: Machine,
    /// The seed that the requests were drawn with; `None` where they were not drawn.
    pub seed: Option<u64>,
    /// Notes on the counts, a line each.
    pub notes: Vec<String>,
    /// The requests.
    pub rows: Vec<MeasuredRequest>,
}

/// All that was read from the profiler's pages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// The requests with their counts, as far as the pages have them.
    pub data: CalibrationData,
    /// Wavefronts of a launch that belong to no request, and in how many launches there were so many.
    pub unowned: BTreeMap<u64, usize>,
    /// Problems of the pages, a sentence each.
    pub problems: Vec<String>,
}

impl CalibrationData {
    /// Puts requests and the pages that Nsight Compute left in `folder` together.
    pub fn measured(arch: Arch, machine: Machine, seed: u64, requests: &[Request], folder: &Path) -> Reading {
        let pages = Pages::read(folder, requests);
        let counts = pages.counter.into_iter().zip(pages.source);
        let rows = requests
            .iter()
            .zip(counts)
            .map(|(request, (counter, source))| MeasuredRequest { request: request.clone(), counter, source })
            .collect();
        let data =
            CalibrationData { arch, counts: CountSource::Measured, machine, seed: Some(seed), notes: Vec::new(), rows };
        Reading { data, unowned: pages.unowned, problems: pages.problems }
    }

    /// Returns the data of the simulator's counts, which are not a measurement: both columns hold them.
    pub fn simulated(arch: Arch, machine: Machine, seed: u64, requests: &[Request], counts: &[u32]) -> CalibrationData {
        let rows = requests
            .iter()
            .zip(counts)
            .map(|(request, count)| MeasuredRequest {
                request: request.clone(),
                counter: Some(*count),
                source: Some(*count),
            })
            .collect();
        CalibrationData { arch, counts: CountSource::Simulated, machine, seed: Some(seed), notes: Vec::new(), rows }
    }

    /// Reads a data file.
    ///
    /// # Errors
    /// [`Error::Input`] that names the line, for anything that [`Display`](fmt::Display) does not write.
    pub fn parse(text: &str) -> Result<CalibrationData, Error> {
        let mut lines = (1..).zip(text.lines());
        if lines.next().is_none_or(|(_, line)| line != FIRST_LINE) {
            return Err(Error::Input(format!("not calibration data: the first line is not `{FIRST_LINE}`")));
        }
        let mut fields: Vec<(&str, &str)> = Vec::new();
        let mut rows = Vec::new();
        let mut in_rows = false;
        for (number, line) in lines {
            if line == COLUMNS {
                in_rows = true;
            } else if in_rows {
                let row = row(line).ok_or_else(|| Error::Input(format!("line {number} is not a request: `{line}`")))?;
                if let Some(problem) = row.request.problem() {
                    return Err(Error::Input(format!("line {number} is not a request that can run: {problem}")));
                }
                rows.push(row);
            } else {
                let field = line.strip_prefix("# ").and_then(|line| line.split_once(": "));
                fields.push(field.ok_or_else(|| Error::Input(format!("line {number} is not a field: `{line}`")))?);
            }
        }
        let field = |name: &str| {
            let found = fields.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| *value).ok_or_else(|| Error::Input(format!("the data does not say its `{name}`")))
        };
        let unknown = |name: &str, value: &str| Error::Input(format!("`{value}` is an unknown `{name}`"));
        Ok(CalibrationData {
            arch: Arch::from_name(field("arch")?).ok_or_else(|| unknown("arch", field("arch").unwrap_or_default()))?,
            counts: match field("counts")? {
                "measured" => CountSource::Measured,
                "simulated" => CountSource::Simulated,
                other => return Err(unknown("counts", other)),
            },
            machine: Machine::from_fields(|name| field(name).map(str::to_owned))?,
            seed: match field("seed")? {
                "none" => None,
                seed => Some(seed.parse().map_err(|_| unknown("seed", seed))?),
            },
            notes: fields.iter().filter(|(name, _)| *name == "note").map(|(_, note)| (*note).to_owned()).collect(),
            rows,
        })
    }
}

/// The file's text.
impl fmt::Display for CalibrationData {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = match self.counts {
            CountSource::Measured => "measured",
            CountSource::Simulated => "simulated",
        };
        write!(f, "{FIRST_LINE}\n# arch: {}\n# counts: {counts}\n{}", self.arch, self.machine)?;
        match self.seed {
            Some(seed) => writeln!(f, "# seed: {seed}")?,
            None => writeln!(f, "# seed: none")?,
        }
        for note in &self.notes {
            writeln!(f, "# note: {note}")?;
        }
        writeln!(f, "{COLUMNS}")?;
        for MeasuredRequest { request, counter, source } in &self.rows {
            let Request { class, op, warp } = request;
            let mut line = format!("{class} {op} {} {:08x} {}", warp.bytes(), warp.active(), encoding::encode(warp));
            for count in [counter, source] {
                match count {
                    Some(count) => write!(line, " {count}")?,
                    None => line.push_str(" -"),
                }
            }
            writeln!(f, "{line}")?;
        }
        Ok(())
    }
}

fn row(line: &str) -> Option<MeasuredRequest> {
    let cells: Vec<&str> = line.split(' ').collect();
    let [class, op, bytes, active, addresses, counter, source] = cells[..] else { return None };
    let op = Op::ALL.into_iter().find(|known| known.to_string() == op)?;
    let active = u32::from_str_radix(active, 16).ok()?;
    let warp = encoding::decode(addresses, active, bytes.parse().ok().filter(|bytes| (1..=16).contains(bytes))?)?;
    let count = |cell: &str| if cell == "-" { Some(None) } else { cell.parse().ok().map(Some) };
    Some(MeasuredRequest {
        request: Request { class: PatternClass::from_name(class)?, op, warp },
        counter: count(counter)?,
        source: count(source)?,
    })
}
