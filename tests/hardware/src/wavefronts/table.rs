//! The table: a line a launch, predicted, simulated and counted.

use std::fmt;

use smem_layout::Arch;

use super::list::{CaseOutcome, List};
use super::traffic::Traffic;
use smem_examples::{columns, or_dash};

/// One launch, counted up to four times.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LaunchCounts {
    /// The kernel.
    pub kernel: String,
    /// The layout of its tile, or `-`.
    pub layout: &'static str,
    /// The size of its input.
    pub size: String,
    /// By smem-layout.
    pub predicted: Traffic,
    /// By smem-sim, of its PTX, where it ran.
    pub simulated: Option<Traffic>,
    /// By smem-sim, of its machine code, where it ran: its requests are the instructions that were executed.
    pub machine_code: Option<Traffic>,
    /// By the hardware's counters, where they were read.
    pub counted: Option<Traffic>,
}

impl LaunchCounts {
    /// Returns a row for each launch of `list`, predicted for `arch`. `simulated` and `counted` are empty, or have an entry
    /// for each launch.
    pub fn all(
        list: &List,
        arch: Arch,
        simulated: &[Option<CaseOutcome>],
        counted: &[Option<Traffic>],
    ) -> Vec<LaunchCounts> {
        let model = arch.bank_model();
        let row = |(at, case): (usize, &super::Case)| LaunchCounts {
            kernel: case.kernel.clone(),
            layout: case.layout,
            size: case.size.clone(),
            predicted: Traffic::predicted(&case.shared, &model),
            simulated: simulated.get(at).and_then(Option::as_ref).and_then(|done| done.counted),
            machine_code: None,
            counted: counted.get(at).copied().flatten(),
        };
        list.cases().enumerate().map(row).collect()
    }

    /// Puts beside each row of [`all`](Self::all) what the simulator of machine code has counted.
    pub fn with_machine_code(mut rows: Vec<LaunchCounts>, executed: &[Option<CaseOutcome>]) -> Vec<LaunchCounts> {
        for (row, outcome) in rows.iter_mut().zip(executed) {
            row.machine_code = outcome.as_ref().and_then(|outcome| outcome.counted);
        }
        rows
    }

    /// Returns whether something differs: requests or wavefronts of PTX in the simulator, wavefronts by the counters, or
    /// instructions or wavefronts of machine code in the simulator from those by the counters.
    pub fn differs(&self) -> bool {
        self.simulated.is_some_and(|simulated| simulated != self.predicted)
            || self.counted.is_some_and(|counted| counted.wavefronts != self.predicted.wavefronts)
            || self.machine_code.zip(self.counted).is_some_and(|(executed, counted)| executed != counted)
    }

    /// Returns the result of the comparison.
    pub fn agreement(&self) -> Agreement {
        match (self.differs(), self.counted) {
            (true, _) => Agreement::Differs,
            (false, Some(_)) => Agreement::Equal,
            (false, None) => Agreement::Unmeasured,
        }
    }

    fn cells(&self) -> [String; COLUMNS] {
        let requests = |traffic: Traffic| traffic.requests.to_string();
        let wavefronts = |traffic: Traffic| traffic.wavefronts.to_string();
        [
            self.kernel.clone(),
            self.layout.to_owned(),
            self.size.clone(),
            requests(self.predicted),
            or_dash(self.machine_code.map(requests)),
            or_dash(self.counted.map(requests)),
            wavefronts(self.predicted),
            or_dash(self.simulated.map(wavefronts)),
            or_dash(self.machine_code.map(wavefronts)),
            or_dash(self.counted.map(wavefronts)),
            self.agreement().to_string(),
        ]
    }
}

/// The result of comparing a launch's counts with its prediction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Agreement {
    /// The counters, and the simulator where it ran, count what is predicted.
    Equal,
    /// Something differs.
    Differs,
    /// Nothing differs, and the counters were not read.
    Unmeasured,
}

impl Agreement {
    /// All of them.
    pub const ALL: [Agreement; 3] = [Agreement::Equal, Agreement::Differs, Agreement::Unmeasured];
}

/// `yes`, `NO` or `unmeasured`.
impl fmt::Display for Agreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Agreement::Equal => "yes",
            Agreement::Differs => "NO",
            Agreement::Unmeasured => "unmeasured",
        })
    }
}

const COLUMNS: usize = 11;

const HEAD: [&str; COLUMNS] = [
    "kernel",
    "layout",
    "size",
    "requests",
    "SASS, sim.",
    "SASS instr.",
    "predicted",
    "simulator",
    "SASS, sim.",
    "counter",
    "equal",
];

/// Columns of figures.
const RIGHT: [bool; COLUMNS] = [false, false, false, true, true, true, true, true, true, true, false];

/// The lines that explain the table.
const LEGEND: &str = "Each figure is loads / stores, summed over the launch. predicted, simulator, counter: wavefronts by \
                      smem-layout, by smem-sim and by\nthe hardware's counters. SASS instr.: warp-wide instructions that the \
                      hardware executed. They may be fewer than the requests (the\nassembler makes one wide load of two \
                      neighbours) or more (one whose lanes are all off); the wavefronts are what is compared.\nSASS, sim.: \
                      instructions and wavefronts by smem-sim, of machine code.\n";

/// Returns the table, with lines on how to read it.
pub fn table(rows: &[LaunchCounts]) -> String {
    let cells: Vec<_> = rows.iter().map(LaunchCounts::cells).collect();
    let text = columns(&[HEAD], &cells, RIGHT);
    format!("{text}\n{LEGEND}")
}

#[cfg(test)]
mod tests {
    use super::super::LoadsAndStores;
    use super::*;

    #[test]
    fn a_row_is_equal_only_where_all_that_was_counted_is() {
        let traffic = |requests, wavefronts| {
            let both = |loads| LoadsAndStores { loads, stores: 3 };
            Traffic { requests: both(requests), wavefronts: both(wavefronts) }
        };
        let row = LaunchCounts {
            kernel: "k".to_owned(),
            layout: "padded",
            size: "64 x 64".to_owned(),
            predicted: traffic(8, 1024),
            simulated: Some(traffic(8, 1024)),
            machine_code: None,
            counted: None,
        };
        let line = |row: &LaunchCounts| {
            let table = table(std::slice::from_ref(row));
            table.lines().nth(2).unwrap().split_whitespace().collect::<Vec<_>>().join(" ")
        };
        assert_eq!(line(&row), "k padded 64 x 64 8 / 3 - - 1,024 / 3 1,024 / 3 - - unmeasured");
        // The assembler may make one instruction of several; the wavefronts count.
        let counted = LaunchCounts { counted: Some(traffic(4, 1024)), ..row.clone() };
        assert!(line(&counted).ends_with(" 4 / 3 1,024 / 3 1,024 / 3 - 1,024 / 3 yes"), "{}", line(&counted));
        // Machine code must execute the instructions that were counted, too.
        let executed = LaunchCounts { machine_code: Some(traffic(4, 1024)), ..counted.clone() };
        assert!(
            line(&executed).ends_with(" 4 / 3 4 / 3 1,024 / 3 1,024 / 3 1,024 / 3 1,024 / 3 yes"),
            "{}",
            line(&executed)
        );
        let more = LaunchCounts { machine_code: Some(traffic(8, 1024)), ..counted.clone() };
        assert!(more.differs() && line(&more).ends_with(" NO"));
        let other = [
            LaunchCounts { counted: Some(traffic(8, 1025)), ..row.clone() },
            LaunchCounts { simulated: Some(traffic(8, 1023)), ..counted.clone() },
            LaunchCounts { simulated: Some(traffic(7, 1024)), ..counted },
        ];
        assert!(other.iter().all(|row| row.differs() && line(row).ends_with(" NO")), "{other:?}");
    }
}
