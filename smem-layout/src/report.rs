//! Reports: what each access costs on a layout, and where the lanes meet that conflict.

use alloc::{
    string::{String, ToString},
    vec::Vec,
};
use core::fmt;

use crate::{
    access::Access,
    arch::Arch,
    bank::{BankModel, Cost, LANES},
    layout::Layout,
    positions::{Positions, WarpLanes, representatives},
};

/// What every access costs on a layout, at the position where it costs most.
///
/// ```
/// use smem_layout::{Access, Arch, Layout, Report};
///
/// let accesses = [Access::row(), Access::col()];
/// let dense = Report::of(&Layout::plain(32, 32), 8, &accesses, Arch::SM_90);
/// assert_eq!(dense.accesses[1].cost.wavefronts, 32);
/// assert_eq!(dense.accesses[1].cost.ideal, 2);
/// assert!(!dense.is_conflict_free());
///
/// let padded = Report::of(&Layout::padded(32, 32, 1), 8, &accesses, Arch::SM_90);
/// assert!(padded.is_conflict_free());
/// println!("{padded}");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// One entry an access, in the order given.
    pub accesses: Vec<AccessReport>,
}

/// What one access costs on a layout, at the position where it costs most.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AccessReport {
    /// The access as the attribute spells it.
    pub name: String,
    /// The cost of its worst request: the one with the most ways, and of those the most excess wavefronts.
    pub cost: Cost,
    /// Ways that the access accepts.
    pub max_ways: u32,
    /// Where the lanes of the worst request meet, if more than one word of a bank is asked for.
    pub conflict: Option<Conflict>,
}

impl AccessReport {
    /// True when the conflict, if any, is within what the access accepts.
    pub fn is_accepted(&self) -> bool {
        self.cost.ways <= self.max_ways
    }
}

/// Lanes of one phase that ask one bank for different words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Conflict {
    /// The bank.
    pub bank: u32,
    /// (lane, row, column) of one lane a distinct word, in the order of the lanes.
    pub lanes: Vec<(u32, u32, u32)>,
}

impl Report {
    /// The cost of each of `accesses` on `layout`, with elements of `elem_bytes` bytes.
    ///
    /// The accesses have passed [`Access::check`] for this tile, and its vectors are aligned on this layout.
    pub fn of(layout: &Layout, elem_bytes: u32, accesses: &[Access], arch: Arch) -> Report {
        let model = arch.bank_model();
        let accesses = accesses.iter().map(|access| AccessReport::of(layout, elem_bytes, access, &model)).collect();
        Report { accesses }
    }

    /// True when no access has an excess wavefront.
    pub fn is_conflict_free(&self) -> bool {
        self.accesses.iter().all(|access| access.cost.excess() == 0)
    }

    /// True when no access conflicts more than it accepts.
    pub fn is_accepted(&self) -> bool {
        self.accesses.iter().all(AccessReport::is_accepted)
    }

    /// Excess wavefronts of the worst request of each access, summed.
    pub fn excess(&self) -> u32 {
        self.accesses.iter().map(|access| access.cost.excess()).sum()
    }
}

impl AccessReport {
    fn of(layout: &Layout, elem_bytes: u32, access: &Access, model: &BankModel) -> AccessReport {
        let (cost, conflict) = match worst(layout, elem_bytes, access, model) {
            Some((cost, lanes)) => (cost, conflict(&lanes, cost.ways, layout, elem_bytes, access, model)),
            None => (Cost::default(), None),
        };
        AccessReport { name: access.to_string(), cost, max_ways: access.max_ways, conflict }
    }

    /// The same over every position of the access, none left out: slow, for tests of the short cut.
    #[doc(hidden)]
    pub fn exhaustive(layout: &Layout, elem_bytes: u32, access: &Access, model: &BankModel) -> Cost {
        let vec = access.lane_elements(elem_bytes);
        let positions = Positions::new(access, layout.rows, layout.cols, elem_bytes);
        (0..positions.count())
            .map(|number| model.cost(&positions.lanes(number).request(layout, elem_bytes, vec)))
            .max_by_key(rank)
            .unwrap_or_default()
    }
}

/// The worst request of `access`: its cost, and its lanes.
fn worst(layout: &Layout, elem_bytes: u32, access: &Access, model: &BankModel) -> Option<(Cost, WarpLanes)> {
    let vec = access.lane_elements(elem_bytes);
    let mut worst: Option<(Cost, WarpLanes)> = None;
    representatives(access, layout, elem_bytes, model, |lanes| {
        let cost = model.cost(&lanes.request(layout, elem_bytes, vec));
        if worst.as_ref().is_none_or(|(most, _)| rank(&cost) > rank(most)) {
            worst = Some((cost, lanes));
        }
        true
    });
    worst
}

/// What makes one request worse than another: its worst phase, which an access may bound, then its passes in all.
const fn rank(cost: &Cost) -> (u32, u32, u32) {
    (cost.ways, cost.excess(), cost.wavefronts)
}

/// The bank of the worst phase in which `ways` words are asked for, and one lane for each of them.
fn conflict(
    lanes: &WarpLanes,
    ways: u32,
    layout: &Layout,
    elem_bytes: u32,
    access: &Access,
    model: &BankModel,
) -> Option<Conflict> {
    if ways < 2 {
        return None;
    }
    let vec = access.lane_elements(elem_bytes);
    let request = lanes.request(layout, elem_bytes, vec);
    let phase = model.lanes_per_phase(request.bytes);
    let mut best = Conflict { bank: 0, lanes: Vec::new() };
    for first in (0..LANES as u32).step_by(phase as usize) {
        for bank in 0..model.banks {
            let mut words = Vec::new();
            let mut here = Conflict { bank, lanes: Vec::new() };
            for (lane, row, col) in lanes.iter().filter(|(lane, ..)| lane / phase * phase == first) {
                let address = request.addresses[lane as usize];
                let word = address / model.bank_bytes;
                // On compute capability 1.x the lanes of one word meet, too: the broadcast may go elsewhere.
                let shared = model.widest == 16 && words.contains(&word);
                if model.bank(address) == bank && !shared {
                    words.push(word);
                    here.lanes.push((lane, row, col));
                }
            }
            if here.lanes.len() > best.lanes.len() {
                best = here;
            }
        }
    }
    Some(best)
}

/// `lanes 0..32 of column 0 all fall in bank 0`.
impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [(first, row, col), .., (last, ..)] = self.lanes[..] else {
            return write!(f, "no lanes meet");
        };
        let step = self.lanes[1].0 - first;
        let regular = self.lanes.windows(2).all(|pair| pair[1].0 - pair[0].0 == step);
        match (regular, step) {
            (true, 1) if self.lanes.len() > 2 => write!(f, "lanes {first}..{}", last + 1)?,
            _ if self.lanes.len() <= 4 => {
                let names: Vec<String> = self.lanes.iter().map(|(lane, ..)| lane.to_string()).collect();
                let (end, start) = names.split_last().map_or(("", &names[..]), |(end, start)| (end.as_str(), start));
                write!(f, "lanes {} and {end}", start.join(", "))?;
            }
            (true, _) => write!(f, "lanes {first}, {}, .. {last}", first + step)?,
            _ => write!(f, "{} lanes ({first}, {}, .. {last})", self.lanes.len(), self.lanes[1].0)?,
        }
        if self.lanes.iter().all(|lane| lane.2 == col) {
            write!(f, " of column {col}")?;
        } else if self.lanes.iter().all(|lane| lane.1 == row) {
            write!(f, " of row {row}")?;
        } else {
            let (_, second_row, second_col) = self.lanes[1];
            write!(f, ", at row {row}, column {col} and row {second_row}, column {second_col}")?;
            if self.lanes.len() > 2 {
                f.write_str(" and so on")?;
            }
            f.write_str(",")?;
        }
        let all = if self.lanes.len() > 2 { "all" } else { "both" };
        write!(f, " {all} fall in bank {}", self.bank)
    }
}

/// A table, one line an access: `row  1 wavefront, ideal 1`.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.accesses.iter().map(|access| access.name.len()).max().unwrap_or(0).max("access".len());
        write!(f, "{:<width$}  wavefronts  ideal  ways", "access")?;
        for access in &self.accesses {
            let Cost { wavefronts, ideal, ways, at_least } = access.cost;
            let range = if at_least == wavefronts {
                wavefronts.to_string()
            } else {
                alloc::format!("{at_least}..={wavefronts}")
            };
            write!(f, "\n{:<width$}  {range:>10}  {ideal:>5}  {ways:>4}", access.name)?;
        }
        Ok(())
    }
}
