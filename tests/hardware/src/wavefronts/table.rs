//! The table: a line a launch, predicted, simulated and counted.

use std::fmt::Write as _;

use smem_layout::Arch;

use super::list::{Done, List};
use super::traffic::{LoadsAndStores, Traffic};
use smem_examples::columns;

/// One launch, counted up to three times.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The kernel.
    pub kernel: String,
    /// The layout of its tile, or `-`.
    pub layout: &'static str,
    /// On how much.
    pub size: String,
    /// By smem-layout.
    pub predicted: Traffic,
    /// By smem-sim, where it ran.
    pub simulated: Option<Traffic>,
    /// By the hardware's counters, where they were read.
    pub counted: Option<Traffic>,
}

impl Row {
    /// A row for each launch of `list`, predicted for `arch`. `simulated` and `counted` are of these launches, in their
    /// order, or there are none of them at all.
    pub fn all(list: &List, arch: Arch, simulated: &[Option<Done>], counted: &[Option<Traffic>]) -> Vec<Row> {
        let model = arch.bank_model();
        let row = |(at, case): (usize, &super::Case)| Row {
            kernel: case.kernel.clone(),
            layout: case.layout,
            size: case.size.clone(),
            predicted: Traffic::predicted(&case.shared, &model),
            simulated: simulated.get(at).and_then(Option::as_ref).and_then(|done| done.counted),
            counted: counted.get(at).copied().flatten(),
        };
        list.cases().enumerate().map(row).collect()
    }

    /// Whether something differs: requests or wavefronts in the simulator, wavefronts by the counters.
    pub fn differs(&self) -> bool {
        self.simulated.is_some_and(|simulated| simulated != self.predicted)
            || self.counted.is_some_and(|counted| counted.wavefronts != self.predicted.wavefronts)
    }

    fn cells(&self) -> [String; COLUMNS] {
        let of = |traffic: Option<Traffic>, figure: fn(Traffic) -> LoadsAndStores| {
            traffic.map_or("-".to_owned(), |traffic| {
                let LoadsAndStores { loads, stores } = figure(traffic);
                format!("{} / {}", grouped(loads), grouped(stores))
            })
        };
        let (requests, wavefronts) = (|traffic: Traffic| traffic.requests, |traffic: Traffic| traffic.wavefronts);
        let verdict = match (self.differs(), self.simulated, self.counted) {
            (true, ..) => "NO",
            (false, _, Some(_)) => "yes",
            (false, Some(_), None) => "unmeasured",
            (false, None, None) => "-",
        };
        [
            self.kernel.clone(),
            self.layout.to_owned(),
            self.size.clone(),
            of(Some(self.predicted), requests),
            of(self.counted, requests),
            of(Some(self.predicted), wavefronts),
            of(self.simulated, wavefronts),
            of(self.counted, wavefronts),
            verdict.to_owned(),
        ]
    }
}

const COLUMNS: usize = 9;

const HEAD: [&str; COLUMNS] =
    ["kernel", "layout", "size", "requests", "SASS instr.", "predicted", "simulator", "counter", "equal"];

/// Numbers stand to the right.
const RIGHT: [bool; COLUMNS] = [false, false, false, true, true, true, true, true, false];

/// How to read either form.
const LEGEND: &str = "Each figure is loads / stores, summed over the launch. predicted, simulator, counter: wavefronts by \
                      smem-layout, by smem-sim and by\nthe hardware's counters. SASS instr.: warp-wide instructions that the \
                      hardware executed, which may be fewer than the requests (the\nassembler makes one wide load of two \
                      neighbours) or more (one whose lanes are all off); their wavefronts are what is compared.\n";

/// The table as text.
pub fn text(rows: &[Row]) -> String {
    let cells: Vec<_> = rows.iter().map(Row::cells).collect();
    let text = columns(&[HEAD], &cells, RIGHT);
    format!("{text}\n{LEGEND}")
}

/// The same in Markdown.
pub fn markdown(rows: &[Row]) -> String {
    let mut text = format!("| {} |\n|", HEAD.join(" | "));
    for right in RIGHT {
        text.push_str(if right { " ---: |" } else { " --- |" });
    }
    text.push('\n');
    for row in rows {
        let mut cells = row.cells();
        cells[0] = format!("`{}`", row.kernel);
        let _ = writeln!(text, "| {} |", cells.join(" | "));
    }
    format!("{text}\n{LEGEND}")
}

/// `1,234,567`
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_thousands() {
        assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
    }

    #[test]
    fn a_row_is_equal_only_where_all_that_was_counted_is() {
        let traffic = |requests, wavefronts| {
            let both = |loads| LoadsAndStores { loads, stores: 3 };
            Traffic { requests: both(requests), wavefronts: both(wavefronts) }
        };
        let row = Row {
            kernel: "k".to_owned(),
            layout: "padded",
            size: "64 x 64".to_owned(),
            predicted: traffic(8, 1024),
            simulated: Some(traffic(8, 1024)),
            counted: None,
        };
        let verdict = |row: &Row| markdown(std::slice::from_ref(row)).lines().nth(2).unwrap().to_owned();
        assert_eq!(verdict(&row), "| `k` | padded | 64 x 64 | 8 / 3 | - | 1,024 / 3 | 1,024 / 3 | - | unmeasured |");
        // The assembler may make one instruction of several; the wavefronts count.
        let counted = Row { counted: Some(traffic(4, 1024)), ..row.clone() };
        assert!(
            verdict(&counted).ends_with("| 4 / 3 | 1,024 / 3 | 1,024 / 3 | 1,024 / 3 | yes |"),
            "{}",
            verdict(&counted)
        );
        let other = [
            Row { counted: Some(traffic(8, 1025)), ..row.clone() },
            Row { simulated: Some(traffic(8, 1023)), ..counted.clone() },
            Row { simulated: Some(traffic(7, 1024)), ..counted },
        ];
        assert!(other.iter().all(|row| row.differs() && verdict(row).ends_with("| NO |")), "{other:?}");
    }
}
