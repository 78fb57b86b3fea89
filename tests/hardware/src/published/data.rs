//! The data file of published launches: counters of a GPU beside the simulator's counts.

use std::fmt;

use super::counts::{CounterValues, SharedCounts, WavefrontCounts};
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
    /// The simulator's wavefronts of PTX.
    pub ptx: Option<WavefrontCounts>,
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

const COLUMNS: [&str; 12] = [
    "file",
    "launch",
    "kernel",
    "executed by machine code",
    "of these without an active lane",
    "executed by GPU",
    "wavefronts of machine code",
    "wavefronts of GPU",
    "all and misc of GPU",
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
        Some(CounterValues::least(&measured.wavefronts) == own.wavefronts)
    }

    /// Whether the GPU's own counters of wavefronts differ from measurement to measurement.
    pub fn varies(&self) -> bool {
        self.measured.as_ref().is_some_and(|measured| {
            CounterValues::least(&measured.wavefronts) != CounterValues::most(&measured.wavefronts)
        })
    }

    /// Whether the GPU's own counters of instructions differ from measurement to measurement: the launch depends on timing.
    pub fn depends_on_timing(&self) -> bool {
        self.measured
            .as_ref()
            .is_some_and(|measured| CounterValues::least(&measured.executed) != CounterValues::most(&measured.executed))
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
        let [
            file,
            launch,
            kernel,
            executed,
            inactive,
            executed_by_gpu,
            wavefronts,
            of_gpu,
            all,
            of_ptx,
            memory,
            ptx_memory,
        ] = cells[..]
        else {
            return Err(format!("{} cells instead of {}", cells.len(), COLUMNS.len()));
        };
        let some = |cell: &str| (cell != "-").then(|| cell.to_owned());
        let number = |cell: &str| cell.parse().map_err(|_| format!("`{cell}` is not a number"));
        let machine_code = match some(executed) {
            None => None,
            Some(executed) => Some(SharedCounts {
                executed: executed.parse()?,
                inactive: number(inactive)?,
                wavefronts: wavefronts.parse()?,
            }),
        };
        let measured = match some(executed_by_gpu) {
            None => None,
            Some(executed) => {
                Some(MeasuredCounts { executed: each(&executed)?, wavefronts: each(of_gpu)?, all: each(all)? })
            }
        };
        let ptx = some(of_ptx).map(|wavefronts| wavefronts.parse()).transpose()?;
        Ok(PublishedLaunch {
            file: file.to_owned(),
            launch: number(launch)? as usize,
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
        let (own, measured) = (self.machine_code.as_ref(), self.measured.as_ref());
        let cells = [
            self.file.clone(),
            self.launch.to_string(),
            self.kernel.clone(),
            cell(own.map(|own| own.executed.to_string())),
            cell(own.map(|own| own.inactive.to_string())),
            cell(measured.map(|measured| listed(&measured.executed))),
            cell(own.map(|own| own.wavefronts.to_string())),
            cell(measured.map(|measured| listed(&measured.wavefronts))),
            cell(measured.map(|measured| listed(&measured.all))),
            cell(self.ptx.as_ref().map(WavefrontCounts::to_string)),
            cell(self.memory.clone()),
            cell(self.ptx_memory.clone()),
        ];
        f.write_str(&cells.join("\t"))
    }
}

fn listed<const N: usize>(counts: &[CounterValues<N>]) -> String {
    counts.iter().map(CounterValues::to_string).collect::<Vec<_>>().join(" ")
}

fn each<const N: usize>(cell: &str) -> Result<Vec<CounterValues<N>>, String> {
    cell.split(' ').map(str::parse).collect()
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
            machine_code: Some(SharedCounts {
                executed: CounterValues([1, 9, 2, 3]),
                inactive: 1,
                wavefronts: CounterValues([4, 5, 6]),
            }),
            measured: Some(MeasuredCounts {
                executed: vec![CounterValues([1, 9, 2, 3]); 2],
                wavefronts: vec![CounterValues([4, 6, 6]), CounterValues([5, 5, 6])],
                all: vec![CounterValues([16, 0]); 2],
            }),
            ptx: None,
            memory: Some("equal".to_owned()),
            ptx_memory: None,
        };
        assert_eq!((launch.executed_is_equal(), launch.wavefronts_are_equal()), (Some(true), Some(true)));
        assert!(launch.varies() && !launch.depends_on_timing());
        let unmeasured = PublishedLaunch { measured: None, machine_code: None, ..launch.clone() };
        assert_eq!(unmeasured.executed_is_equal(), None);
        let data = PublishedData { machine: vec!["device: a GPU".to_owned()], launches: vec![launch, unmeasured] };
        assert_eq!(PublishedData::parse(&data.to_string()), Ok(data));
        assert!(PublishedData::parse("a\tb\n").unwrap_err().contains("line 1"));
    }
}
