//! The counts of all launches as a text file: what was measured, on what, in columns between tabs.
//!
//! ```text
//! # smem wavefront counts 1
//! # arch: sm_90
//! # device: ..            and more lines of that kind, where a GPU counted
//! kernel  layout  size  requests_ld  requests_st  sass_ld  ..  counter_st  equal
//! scan_tiles  padded  256 x 192  4608  4608  4608  ..  9216  yes
//! ```
//!
//! Each figure is a launch's, `_ld` of its loads and `_st` of its stores: `requests` as they are predicted, `sass` the
//! instructions that the hardware executed; `predicted`, `simulated` and `counter` are wavefronts. `-` is for what was not
//! counted.

use std::fmt;

use smem_layout::Arch;

use super::table::{Agreement, LaunchCounts};
use super::traffic::LoadsAndStores;
use crate::Machine;
use smem_examples::{Error, or_dash};

const FIRST_LINE: &str = "# smem wavefront counts 1";
const COLUMNS: &str = "kernel\tlayout\tsize\trequests_ld\trequests_st\tsass_ld\tsass_st\tpredicted_ld\tpredicted_st\t\
                       simulated_ld\tsimulated_st\tcounter_ld\tcounter_st\tequal";

/// A data file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WavefrontData {
    /// The architecture that the prediction is for.
    pub arch: Arch,
    /// On what the counters were read, and when; `None` where they were not.
    pub machine: Option<Machine>,
    /// The launches.
    pub launches: Vec<RecordedLaunch>,
}

/// A launch and what it took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedLaunch {
    /// The kernel.
    pub kernel: String,
    /// The layout of its tile, or `-`.
    pub layout: String,
    /// The size of its input.
    pub size: String,
    /// Requests, by smem-layout.
    pub requests: LoadsAndStores,
    /// Instructions on shared memory that a GPU executed, where it was asked.
    pub instructions: Option<LoadsAndStores>,
    /// Wavefronts, by smem-layout.
    pub predicted: LoadsAndStores,
    /// Wavefronts, by smem-sim, where it ran the launch.
    pub simulated: Option<LoadsAndStores>,
    /// Wavefronts, by the hardware's counters, where they were read.
    pub counted: Option<LoadsAndStores>,
    /// The result of the comparison.
    pub agreement: Agreement,
}

impl WavefrontData {
    /// Reads a data file.
    ///
    /// # Errors
    /// [`Error::Input`] that names the line, for anything that [`Display`](fmt::Display) does not write.
    pub fn parse(text: &str) -> Result<WavefrontData, Error> {
        let mut lines = (1..).zip(text.lines());
        if lines.next().is_none_or(|(_, line)| line != FIRST_LINE) {
            return Err(Error::Input(format!("not a file of wavefront counts: the first line is not `{FIRST_LINE}`")));
        }
        let mut fields = Vec::new();
        for (number, line) in lines.by_ref().take_while(|(_, line)| *line != COLUMNS) {
            let field = line.strip_prefix("# ").and_then(|line| line.split_once(": "));
            fields.push(field.ok_or_else(|| Error::Input(format!("line {number} is not a field: `{line}`")))?);
        }
        let field = |name: &str| {
            let found = fields.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned());
            found.ok_or_else(|| Error::Input(format!("the file does not say its `{name}`")))
        };
        let arch = field("arch")?;
        let launch = |(number, line): (usize, &str)| {
            RecordedLaunch::parse(line).ok_or_else(|| Error::Input(format!("line {number} is not a launch: `{line}`")))
        };
        Ok(WavefrontData {
            arch: Arch::from_name(&arch).ok_or_else(|| Error::Input(format!("`{arch}` is an unknown `arch`")))?,
            machine: field("device").is_ok().then(|| Machine::from_fields(field)).transpose()?,
            launches: lines.map(launch).collect::<Result<_, _>>()?,
        })
    }
}

impl RecordedLaunch {
    fn parse(line: &str) -> Option<RecordedLaunch> {
        let cells: Vec<&str> = line.split('\t').collect();
        let [kernel, layout, size, figures @ .., equal] = &cells[..] else { return None };
        let [requests, instructions, predicted, simulated, counted] = figures.as_chunks().0 else { return None };
        let both =
            |cells: &[&str; 2]| Some(LoadsAndStores { loads: cells[0].parse().ok()?, stores: cells[1].parse().ok()? });
        let optional = |cells: &[&str; 2]| if *cells == ["-", "-"] { Some(None) } else { both(cells).map(Some) };
        (figures.len() == 10).then_some(())?;
        Some(RecordedLaunch {
            kernel: (*kernel).to_owned(),
            layout: (*layout).to_owned(),
            size: (*size).to_owned(),
            requests: both(requests)?,
            instructions: optional(instructions)?,
            predicted: both(predicted)?,
            simulated: optional(simulated)?,
            counted: optional(counted)?,
            agreement: Agreement::ALL.into_iter().find(|agreement| agreement.to_string() == *equal)?,
        })
    }
}

impl From<&LaunchCounts> for RecordedLaunch {
    fn from(launch: &LaunchCounts) -> RecordedLaunch {
        RecordedLaunch {
            kernel: launch.kernel.clone(),
            layout: launch.layout.to_owned(),
            size: launch.size.clone(),
            requests: launch.predicted.requests,
            instructions: launch.counted.map(|counted| counted.requests),
            predicted: launch.predicted.wavefronts,
            simulated: launch.simulated.map(|simulated| simulated.wavefronts),
            counted: launch.counted.map(|counted| counted.wavefronts),
            agreement: launch.agreement(),
        }
    }
}

/// The file's text.
impl fmt::Display for WavefrontData {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{FIRST_LINE}\n# arch: {}", self.arch)?;
        if let Some(machine) = &self.machine {
            write!(f, "{machine}")?;
        }
        writeln!(f, "{COLUMNS}")?;
        self.launches.iter().try_for_each(|launch| writeln!(f, "{launch}"))
    }
}

/// A line of the file.
impl fmt::Display for RecordedLaunch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RecordedLaunch { kernel, layout, size, agreement, .. } = self;
        write!(f, "{kernel}\t{layout}\t{size}")?;
        let figures = [Some(self.requests), self.instructions, Some(self.predicted), self.simulated, self.counted];
        for figure in figures {
            let (loads, stores) = figure.map(|LoadsAndStores { loads, stores }| (loads, stores)).unzip();
            write!(f, "\t{}\t{}", or_dash(loads), or_dash(stores))?;
        }
        write!(f, "\t{agreement}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn data() -> WavefrontData {
        let both = |loads| LoadsAndStores { loads, stores: 3 };
        let launch = RecordedLaunch {
            kernel: "k".to_owned(),
            layout: "padded".to_owned(),
            size: "64 x 64".to_owned(),
            requests: both(8),
            instructions: Some(both(4)),
            predicted: both(1024),
            simulated: Some(both(1024)),
            counted: Some(both(1024)),
            agreement: Agreement::Equal,
        };
        let rust =
            RecordedLaunch { simulated: None, counted: None, agreement: Agreement::Unmeasured, ..launch.clone() };
        let [device, driver, nvrtc, nsight, date] = ["a", "b", "c", "d", "e"].map(str::to_owned);
        let machine = Some(Machine { device, driver, nvrtc, nsight, date });
        WavefrontData { arch: Arch::SM_90, machine, launches: vec![launch, rust] }
    }

    #[test]
    fn data_comes_back_from_its_text() {
        let measured = data();
        assert!(measured.to_string().contains("k\tpadded\t64 x 64\t8\t3\t4\t3\t1024\t3\t1024\t3\t1024\t3\tyes\n"));
        assert_eq!(WavefrontData::parse(&measured.to_string()), Ok(measured.clone()));
        let simulated = WavefrontData { machine: None, ..measured };
        assert_eq!(WavefrontData::parse(&simulated.to_string()), Ok(simulated));
    }

    #[test]
    fn broken_data_is_refused_with_its_line() {
        let text = data().to_string();
        let told = |text: &str| WavefrontData::parse(text).unwrap_err().to_string();
        assert!(told("").contains("the first line is not"));
        assert!(told(&text.replace("# arch: sm_90\n", "")).contains("does not say its `arch`"));
        assert!(told(&text.replace("sm_90", "sm_42")).contains("`sm_42` is an unknown `arch`"));
        assert!(told(&text.replace("# driver: b\n", "")).contains("does not say its `driver`"));
        assert!(told(&text.replace("# driver: b\n", "driver\n")).contains("line 4 is not a field: `driver`"));
        for (from, to) in
            [("\tyes", ""), ("\tyes", "\tperhaps"), ("\t4\t3\t", "\t4\t-\t"), ("\t8\t3\t", "\t"), ("\t8\t", "\t-8\t")]
        {
            assert!(told(&text.replacen(from, to, 1)).contains("line 9 is not a launch: `k\t"), "{from} {to}");
        }
    }
}
