//! Reports: the cost of each access on a layout.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};
use core::fmt;

use smem_banks::{Arch, BankModel, Cost, LANES, WarpRequest};

use crate::{
    access::{Access, AccessError, WarpLanes, representatives},
    layout::Layout,
    solve::{
        conflict::{Conflict, conflict_of, severity},
        laid_out::LaidOut,
    },
};

/// The costs of every access on a layout, at the position where it costs most.
///
/// ```
/// use smem_layout::{Access, Arch, Layout, Report};
///
/// let accesses = [Access::row(), Access::col()];
/// let dense = Report::of(&Layout::plain(32, 32)?, 8, &accesses, Arch::SM_90)?;
/// assert_eq!(dense.accesses[1].cost.wavefronts, 32);
/// assert_eq!(dense.accesses[1].cost.ideal, 2);
/// assert!(!dense.is_conflict_free());
///
/// let padded = Report::of(&Layout::padded(32, 32, 1)?, 8, &accesses, Arch::SM_90)?;
/// assert!(padded.is_conflict_free());
/// println!("{padded}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Report {
    /// One entry for each access, in their order.
    pub accesses: Vec<AccessReport>,
}

/// The cost of one access on a layout, at the position where it costs most; [`Report`] has one for each.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct AccessReport {
    /// The access as the attribute spells it.
    pub name: String,
    /// The cost of the request with the most wavefronts, and of those with as many the most excess.
    pub cost: Cost,
    /// The most ways that any request has.
    pub ways: u32,
    /// The most excess wavefronts that any request has.
    pub excess: u32,
    /// Ways that the access accepts.
    pub max_ways: u32,
    /// The lanes that meet, if any request asks a bank for more than one word.
    pub conflict: Option<Conflict>,
}

impl AccessReport {
    /// Returns true if the conflict, if any, is within what the access accepts.
    pub fn is_accepted(&self) -> bool {
        self.ways <= self.max_ways
    }

    fn of(layout: &LaidOut<'_>, access: &Access, model: &BankModel) -> AccessReport {
        let &LaidOut { layout, planes, elem_bytes } = layout;
        let mut worst = Worst::new(access);
        representatives(access, planes, layout, elem_bytes, model, |lanes| {
            worst.add(model.cost(&worst.request(&lanes, layout, elem_bytes)), lanes);
            true
        });
        worst.report(&LaidOut { layout, planes, elem_bytes }, model)
    }

    /// Reports on an access without a conflict: the first request in which every phase has a lane costs as much as any.
    fn of_free(layout: &LaidOut<'_>, access: &Access, model: &BankModel) -> AccessReport {
        let &LaidOut { layout, planes, elem_bytes } = layout;
        let mut worst = Worst::new(access);
        let bytes = elem_bytes * access.lane_elements(elem_bytes);
        let most = model.cost(&WarpRequest::of_elements(bytes, [0; LANES], u32::MAX)).ideal;
        representatives(access, planes, layout, elem_bytes, model, |lanes| {
            let cost = model.cost(&worst.request(&lanes, layout, elem_bytes));
            worst.add(cost, lanes);
            cost.ideal < most
        });
        worst.report(&LaidOut { layout, planes, elem_bytes }, model)
    }
}

impl Report {
    /// Returns the cost of each of `accesses` on `layout`, with elements of `elem_bytes` bytes (1, 2, 4, 8, 16 or 32).
    ///
    /// # Errors
    ///
    /// An access that does not fit the tile, see [`Access::check`], or whose vectors the layout does not keep together and
    /// aligned.
    pub fn of(layout: &Layout, elem_bytes: u32, accesses: &[Access], arch: Arch) -> Result<Report, AccessError> {
        Report::of_laid(&LaidOut { layout, planes: None, elem_bytes }, accesses, arch)
    }

    /// Returns the cost of each of `accesses` on a layout whose rows are those of `planes` planes, as many in each.
    ///
    /// ```
    /// use smem_layout::{Access, Arch, Layout, Report};
    ///
    /// // 8 planes of 4 rows: the elements of one row and column are 128 apart.
    /// let layout = Layout::plain(8 * 4, 32)?;
    /// let report = Report::in_planes(8, &layout, 4, &[Access::depth()], Arch::SM_90)?;
    /// assert_eq!(report.accesses[0].cost.wavefronts, 8);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`of`](Self::of).
    ///
    /// # Panics
    ///
    /// Where the rows are not a multiple of the planes.
    pub fn in_planes(
        planes: u32,
        layout: &Layout,
        elem_bytes: u32,
        accesses: &[Access],
        arch: Arch,
    ) -> Result<Report, AccessError> {
        assert!(planes > 0 && layout.rows().is_multiple_of(planes), "planes of as many rows each");
        Report::of_laid(&LaidOut { layout, planes: Some(planes), elem_bytes }, accesses, arch)
    }

    fn of_laid(laid: &LaidOut<'_>, accesses: &[Access], arch: Arch) -> Result<Report, AccessError> {
        for access in accesses {
            laid.check(access)?;
        }
        Ok(Report::of_checked(laid, accesses, &arch.bank_model()))
    }

    /// Reports on accesses that have been checked.
    pub(crate) fn of_checked(laid: &LaidOut<'_>, accesses: &[Access], model: &BankModel) -> Report {
        Report { accesses: accesses.iter().map(|access| AccessReport::of(laid, access, model)).collect() }
    }

    /// Reports on a layout on which every request is known to have at most the ways that its access accepts.
    pub(crate) fn of_accepted(laid: &LaidOut<'_>, accesses: &[Access], model: &BankModel) -> Report {
        let of_free = |access: &Access| AccessReport::of_free(laid, access, model);
        let accesses = accesses.iter().map(|access| match access.max_ways {
            1 => of_free(access),
            _ => AccessReport::of(laid, access, model),
        });
        Report { accesses: accesses.collect() }
    }

    /// Returns true if no access has an excess wavefront.
    pub fn is_conflict_free(&self) -> bool {
        self.accesses.iter().all(|access| access.excess == 0)
    }

    /// Returns true if no access conflicts more than it accepts.
    pub fn is_accepted(&self) -> bool {
        self.accesses.iter().all(AccessReport::is_accepted)
    }

    /// Returns the sum of the excess wavefronts of the worst request of each access.
    pub fn excess(&self) -> u32 {
        self.accesses.iter().map(|access| access.excess).sum()
    }
}

/// The worst of the requests of one access that have been seen.
struct Worst<'a> {
    access: &'a Access,
    cost: Cost,
    ways: u32,
    excess: u32,
    /// The request whose conflict is reported.
    conflict: Option<(Cost, WarpLanes)>,
}

impl<'a> Worst<'a> {
    fn new(access: &'a Access) -> Self {
        Worst { access, cost: Cost::default(), ways: 0, excess: 0, conflict: None }
    }

    fn request(&self, lanes: &WarpLanes, layout: &Layout, elem_bytes: u32) -> WarpRequest {
        lanes.request(layout, elem_bytes, self.access.lane_elements(elem_bytes))
    }

    fn add(&mut self, cost: Cost, lanes: WarpLanes) {
        let by_wavefronts = |cost: &Cost| (cost.wavefronts, cost.excess(), cost.ways);
        if by_wavefronts(&cost) > by_wavefronts(&self.cost) {
            self.cost = cost;
        }
        self.ways = self.ways.max(cost.ways);
        self.excess = self.excess.max(cost.excess());
        let severity = |cost| severity(cost, self.access.max_ways);
        if cost.ways > 1 && self.conflict.as_ref().is_none_or(|(most, _)| severity(&cost) > severity(most)) {
            self.conflict = Some((cost, lanes));
        }
    }

    fn report(self, laid: &LaidOut<'_>, model: &BankModel) -> AccessReport {
        let Worst { access, cost, ways, excess, conflict } = self;
        let conflict = conflict.map(|(cost, lanes)| conflict_of(access, cost, &lanes, laid, model));
        AccessReport { name: access.to_string(), cost, ways, excess, max_ways: access.max_ways, conflict }
    }
}

/// Writes a table, one line for each access: `row 1 wavefront, ideal 1`.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.accesses.iter().map(|access| access.name.len()).max().unwrap_or(0).max("access".len());
        write!(f, "{:<width$}  wavefronts  ideal  ways", "access")?;
        for access in &self.accesses {
            let Cost { wavefronts, ideal, at_least, .. } = access.cost;
            let ways = access.ways;
            let range =
                if at_least == wavefronts { wavefronts.to_string() } else { format!("{at_least}..={wavefronts}") };
            write!(f, "\n{:<width$}  {range:>10}  {ideal:>5}  {ways:>4}", access.name)?;
        }
        Ok(())
    }
}
