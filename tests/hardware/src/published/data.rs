//! The data file of published launches: counters of a GPU beside the simulator's counts.

use std::fmt;

use super::counts::{Counts, SharedCounts};
use super::measure::MeasuredCounts;

/// A line of the data file: one launch. What is `None` was not run, or not measured.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublishedLaunch {
    /// The published file's name here.
    pub file: String,
    /// The number of the launch in its launch file, from 0.
    pub launch: usize,
    /// The kernel.
    pub kernel: String,
    /// The simulator's counts of machine code.
    pub machine_code: Option<SharedCounts>,
    /// The GPU's counters, of every measurement.
    pub measured: Option<MeasuredCounts>,
    /// The simulator's counts of PTX.
    pub ptx: Option<SharedCounts>,
    /// The memory of machine code in the simulator against the GPU's: `equal`, or how it differs.
    pub memory: Option<String>,
    /// The memory of PTX against that of machine code, in the simulator.
    pub ptx_memory: Option<String>,
}

/// All lines, and what they were measured on.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PublishedData {
    /// Lines of the head: what it was measured on.
    pub machine: Vec<String>,
    /// A line a launch.
    pub launches: Vec<PublishedLaunch>,
}

const COLUMNS: [&str; 10] = [
    "file",
    "launch",
    "kernel",
    "executed by machine code",
    "executed by GPU",
    "wavefronts of machine code",
    "wavefronts of GPU",
    "wavefronts of PTX",
    "memory of machine code and GPU",
    "memory of PTX and machine code",
];

impl PublishedLaunch {
    /// Whether the GPU executed as many instructions, in every measurement. `None` where either did not run.
    pub fn executed_is_equal(&self) -> Option<bool> {
        let (own, measured) = self.machine_code.as_ref().zip(self.measured.as_ref())?;
        Some(measured.executed.iter().all(|counts| *counts == own.executed))
    }

    /// Whether the least of the GPU's counters are these wavefronts. `None` where either did not run.
    pub fn wavefronts_are_equal(&self) -> Option<bool> {
        let (own, measured) = self.machine_code.as_ref().zip(self.measured.as_ref())?;
        Some(measured.least() == own.wavefronts)
    }

    /// Whether the GPU's own counters of wavefronts differ from measurement to measurement.
    pub fn varies(&self) -> bool {
        self.measured.as_ref().is_some_and(|measured| measured.least() != measured.most())
    }

    /// Whether machine code ran, and nothing that was compared differs but for memory.
    pub fn agrees(&self) -> bool {
        self.machine_code.is_some()
            && self.executed_is_equal() != Some(false)
            && self.wavefronts_are_equal() != Some(false)
    }
}

impl PublishedData {
    /// Reads a data file.
    ///
    /// # Errors
    /// A sentence with the line that is wrong.
    pub fn parse(text: &str) -> Result<PublishedData, String> {
        let (mut data, mut head) = (PublishedData::default(), false);
        for (at, line) in text.lines().enumerate() {
            let wrong = |told: String| format!("line {}: {told}", at + 1);
            if let Some(field) = line.strip_prefix("# ") {
                data.machine.push(field.to_owned());
            } else if head {
                data.launches.push(PublishedLaunch::parse(line).map_err(wrong)?);
            } else if line == COLUMNS.join("\t") {
                head = true;
            } else {
                return Err(wrong("the columns are not those of published launches".to_owned()));
            }
        }
        Ok(data)
    }
}

impl PublishedLaunch {
    fn parse(line: &str) -> Result<PublishedLaunch, String> {
        let cells: Vec<&str> = line.split('\t').collect();
        let [file, launch, kernel, executed, executed_by_gpu, wavefronts, of_gpu, of_ptx, memory, ptx_memory] =
            cells[..]
        else {
            return Err(format!("{} cells instead of {}", cells.len(), COLUMNS.len()));
        };
        let some = |cell: &str| (cell != "-").then(|| cell.to_owned());
        let list = |cell: &str| cell.split(' ').map(str::parse).collect::<Result<Vec<Counts>, _>>();
        let machine_code = match some(executed) {
            None => None,
            Some(executed) => Some(SharedCounts { executed: executed.parse()?, wavefronts: wavefronts.parse()? }),
        };
        let measured = match some(executed_by_gpu) {
            None => None,
            Some(executed) => Some(MeasuredCounts { executed: list(&executed)?, wavefronts: list(of_gpu)? }),
        };
        // The instructions of PTX are not recorded: the GPU does not execute them.
        let ptx = match some(of_ptx) {
            None => None,
            Some(wavefronts) => Some(SharedCounts { wavefronts: wavefronts.parse()?, ..SharedCounts::default() }),
        };
        Ok(PublishedLaunch {
            file: file.to_owned(),
            launch: launch.parse().map_err(|_| format!("`{launch}` is not a number"))?,
            kernel: kernel.to_owned(),
            machine_code,
            measured,
            ptx,
            memory: some(memory),
            ptx_memory: some(ptx_memory),
        })
    }
}

impl fmt::Display for PublishedData {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.machine {
            writeln!(f, "# {line}")?;
        }
        writeln!(f, "{}", COLUMNS.join("\t"))?;
        self.launches.iter().try_for_each(|launch| writeln!(f, "{launch}"))
    }
}

/// A line of the data file.
impl fmt::Display for PublishedLaunch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cell = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
        let all = |counts: &[Counts]| counts.iter().map(Counts::to_string).collect::<Vec<_>>().join(" ");
        let (own, measured) = (self.machine_code.as_ref(), self.measured.as_ref());
        let cells = [
            self.file.clone(),
            self.launch.to_string(),
            self.kernel.clone(),
            cell(own.map(|own| own.executed.to_string())),
            cell(measured.map(|measured| all(&measured.executed))),
            cell(own.map(|own| own.wavefronts.to_string())),
            cell(measured.map(|measured| all(&measured.wavefronts))),
            cell(self.ptx.as_ref().map(|ptx| ptx.wavefronts.to_string())),
            cell(self.memory.clone()),
            cell(self.ptx_memory.clone()),
        ];
        f.write_str(&cells.join("\t"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_data_file_is_read_as_it_is_written() {
        let launch = PublishedLaunch {
            file: "scan".to_owned(),
            launch: 1,
            kernel: "scan<int, 4>".to_owned(),
            machine_code: Some(SharedCounts { executed: [1, 2, 3].into(), wavefronts: [4, 5, 6].into() }),
            measured: Some(MeasuredCounts {
                executed: vec![[1, 2, 3].into(); 2],
                wavefronts: vec![[4, 6, 6].into(), [5, 5, 6].into()],
            }),
            ptx: None,
            memory: Some("equal".to_owned()),
            ptx_memory: None,
        };
        assert_eq!((launch.executed_is_equal(), launch.wavefronts_are_equal()), (Some(true), Some(true)));
        assert!(launch.varies() && launch.agrees());
        let unmeasured = PublishedLaunch { measured: None, machine_code: None, ..launch.clone() };
        assert_eq!(unmeasured.executed_is_equal(), None);
        assert!(!unmeasured.agrees());
        let data = PublishedData { machine: vec!["device: a GPU".to_owned()], launches: vec![launch, unmeasured] };
        assert_eq!(PublishedData::parse(&data.to_string()), Ok(data));
        assert!(PublishedData::parse("a\tb\n").unwrap_err().contains("line 1"));
    }
}
