//! The conflicts that are left where no layout is free of them.

use alloc::{format, string::String};
use core::fmt;

use crate::solve::{explain::Searched, report::Report};

/// The excess wavefronts that the best layout leaves, and how sure it is that no other leaves fewer.
///
/// ```
/// use smem_layout::{Access, ConflictPolicy, TileSpec, solve};
///
/// // Vectors of four keep groups together, so that a column reaches a fourth of the banks.
/// let accesses = [Access::row().vec(4), Access::col()];
/// let spec = TileSpec::builder(32, 32, 4, &accesses).conflicts(ConflictPolicy::Least).build()?;
/// let solution = solve(&spec)?;
/// let left = solution.left().unwrap();
/// assert_eq!((left.excess(), left.is_proven()), (3, true));
/// assert_eq!(solution.report().accesses[1].cost.wavefronts, 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Left {
    excess: u32,
    proven: bool,
    /// Some access states how many ways it accepts.
    bounded: bool,
    searched: Searched,
}

impl Left {
    /// Returns what the layout of this report leaves; `None` if every conflict is accepted.
    pub(crate) fn of(report: &Report, proven: bool, searched: Searched) -> Option<Left> {
        let unaccepted = report.accesses.iter().filter(|access| !access.is_accepted());
        let excess = unaccepted.map(|access| access.excess).sum();
        let bounded = report.accesses.iter().any(|access| access.max_ways > 1);
        (!report.is_accepted()).then_some(Left { excess, proven, bounded, searched })
    }

    /// Returns the sum of the excess wavefronts of the worst request of each access that has more ways than it accepts.
    pub fn excess(&self) -> u32 {
        self.excess
    }

    /// Returns true if no layout of the classes that were searched leaves fewer, and false if the search gave up before it had seen
    /// every one: then the layout is the best that it found.
    pub fn is_proven(&self) -> bool {
        self.proven
    }
}

/// Writes how many excess wavefronts are left, the classes that were searched, and whether fewer are impossible there: a sentence.
impl fmt::Display for Left {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let wavefronts = match self.excess {
            1 => String::from("1 excess wavefront is left"),
            excess => format!("{excess} excess wavefronts are left"),
        };
        match self.proven {
            true => {
                let classes = self.searched.text("no ");
                let keeping = if self.bounded { " and keeps as well to `max_ways`" } else { "" };
                write!(f, "{wavefronts}, proved to be the fewest: {classes} leaves fewer{keeping}.")
            }
            false => write!(
                f,
                "{wavefronts}, the fewest found: the search gave up before its end; it tries {}.",
                self.searched.text("")
            ),
        }
    }
}
