//! Conflicts: the lanes of a request that meet in a bank.

use alloc::{
    string::{String, ToString},
    vec::Vec,
};
use core::fmt;

use smem_banks::{BankModel, Cost, LANES};

use crate::{
    access::{Access, Pattern, WarpLanes},
    list::listed,
    solve::laid_out::LaidOut,
};

/// Lanes of one phase that ask one bank for words that it cannot serve together.
///
/// ```
/// use smem_layout::{Access, Arch, Layout, Report};
///
/// let report = Report::of(&Layout::plain(32, 32)?, 4, &[Access::col()], Arch::SM_90)?;
/// let conflict = report.accesses[0].conflict.as_ref().unwrap();
/// assert_eq!((conflict.bank, conflict.lanes.len(), conflict.lanes[1]), (0, 32, (1, 1, 0)));
/// assert_eq!(conflict.to_string(), "lanes 0-31 of column 0 all fall in bank 0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Conflict {
    /// The cost of the request: of those that the access does not accept, if there are any, the one with the most
    /// wavefronts.
    pub cost: Cost,
    /// The bank.
    pub bank: u32,
    /// (lane, row, column) of one lane a distinct word, in the order of the lanes. In a tile of planes, rows are counted through all
    /// of them.
    pub lanes: Vec<(u32, u32, u32)>,
    /// The element of lane 0 if the access is a stride, which has many starts.
    pub start: Option<u32>,
    /// True for a one-dimensional tile, whose elements have no row.
    pub one_dimensional: bool,
    /// The rows of a plane, in a tile of planes: row `r` of plane `p` is row `p * plane_rows + r` of `lanes`.
    pub plane_rows: Option<u32>,
}

/// Returns a number for how much a request deserves to be reported: those that an access does not accept first, then those that
/// conflict, then those of most wavefronts.
pub(crate) fn severity(cost: &Cost, max_ways: u32) -> impl Ord + use<> {
    (cost.ways > max_ways, cost.ways > 1, cost.wavefronts, cost.excess(), cost.ways)
}

/// Returns the conflict of the request that `lanes` make with `access`.
pub(crate) fn conflict_of(
    access: &Access,
    cost: Cost,
    lanes: &WarpLanes,
    laid: &LaidOut<'_>,
    model: &BankModel,
) -> Conflict {
    let is_stride = matches!(access.pattern, Pattern::Stride { .. }) && !access.transposed;
    let start = is_stride.then_some(lanes.at[0].1);
    Conflict { start, ..meeting(cost, lanes, laid, access.lane_elements(laid.elem_bytes), model) }
}

/// Returns the bank that the most lanes of one phase ask for words that it cannot serve together, and one lane for each
/// of them.
fn meeting(cost: Cost, lanes: &WarpLanes, laid: &LaidOut<'_>, vec: u32, model: &BankModel) -> Conflict {
    let &LaidOut { layout, planes, elem_bytes } = laid;
    let request = lanes.request(layout, elem_bytes, vec);
    let phase = model.lanes_per_phase(request.bytes());
    let none = |bank| Conflict {
        cost,
        bank,
        lanes: Vec::new(),
        start: None,
        one_dimensional: planes.is_none() && layout.rows() == 1,
        plane_rows: planes.map(|planes| layout.rows() / planes),
    };
    let mut best = none(0);
    for first in (0..LANES as u32).step_by(phase as usize) {
        for bank in 0..model.banks() {
            let mut words = Vec::new();
            let mut here = none(bank);
            for (lane, row, col) in lanes.iter().filter(|(lane, ..)| lane / phase * phase == first) {
                let address = request.addresses()[lane as usize];
                if model.bank(address) != bank {
                    continue;
                }
                let served = model.served_together(address);
                if served.is_none_or(|served| !words.contains(&served)) {
                    words.extend(served);
                    here.lanes.push((lane, row, col));
                }
            }
            if here.lanes.len() > best.lanes.len() {
                best = here;
            }
        }
    }
    best
}

/// Writes `lanes 0-31 of column 0 all fall in bank 0`.
impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [(first, row, col), .., (last, ..)] = self.lanes[..] else {
            return write!(f, "no lanes meet");
        };
        if let Some(start) = self.start {
            write!(f, "with the start at element {start}, ")?;
        }
        let step = self.lanes[1].0 - first;
        let regular = self.lanes.windows(2).all(|pair| pair[1].0 - pair[0].0 == step);
        match (regular, step) {
            (true, 1) if self.lanes.len() > 2 => write!(f, "lanes {first}-{last}")?,
            _ if self.lanes.len() <= 4 => {
                let names: Vec<String> = self.lanes.iter().map(|(lane, ..)| lane.to_string()).collect();
                write!(f, "lanes {}", listed(&names, "and"))?;
            }
            (true, _) => write!(f, "lanes {first}, {}, .. {last}", first + step)?,
            _ => write!(f, "{} lanes ({first}, {}, .. {last})", self.lanes.len(), self.lanes[1].0)?,
        }
        if self.one_dimensional {
            self.elements(f)?;
        } else if let Some(plane_rows) = self.plane_rows {
            self.elements_in_planes(f, plane_rows)?;
        } else if self.lanes.iter().all(|lane| lane.2 == col) {
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

impl Conflict {
    /// Writes what the elements of the lanes have in common: ` of row 0, column 0`, in planes that differ; or two of them.
    fn elements_in_planes(&self, f: &mut fmt::Formatter<'_>, plane_rows: u32) -> fmt::Result {
        let at: Vec<(u32, u32, u32)> =
            self.lanes.iter().map(|(_, row, col)| (row / plane_rows, row % plane_rows, *col)).collect();
        let (plane, row, col) = at[0];
        let one_plane = at.iter().all(|at| at.0 == plane);
        let one_row = at.iter().all(|at| at.1 == row);
        let one_col = at.iter().all(|at| at.2 == col);
        match (one_plane, one_row, one_col) {
            (false, true, true) => write!(f, " of row {row}, column {col}"),
            (true, _, true) => write!(f, " of plane {plane}, column {col}"),
            (true, true, _) => write!(f, " of plane {plane}, row {row}"),
            _ => {
                let (second_plane, second_row, second_col) = at[1];
                let more = if at.len() > 2 { " and so on" } else { "" };
                write!(
                    f,
                    ", at plane {plane}, row {row}, column {col} and plane {second_plane}, row {second_row}, \
                     column {second_col}{more},"
                )
            }
        }
    }

    /// Writes the elements of the lanes: `, at elements 0, 32 and 64,`.
    fn elements(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let elements: Vec<String> = self.lanes.iter().map(|(.., col)| col.to_string()).collect();
        match elements.as_slice() {
            some if some.len() <= 4 => write!(f, ", at elements {},", listed(some, "and")),
            [first, second, .., last] => write!(f, ", at elements {first}, {second}, .. {last},"),
            _ => Ok(()),
        }
    }
}
