//! The fewest excess wavefronts of all layouts of all classes, by the cost of every request on every one of them.

use smem_layout::{ConflictPolicy, LayoutChoice, solve};

use super::{
    banks::{Demand, Phase, Target},
    inner::inner_paddings,
    judge::Judge,
    kernels::{self, KernelSpaces},
    layouts::{Offsets, keeps_whole, read},
    matrices::{self, Class},
    rotations::turns,
    tile::Tile,
};

/// Tiles of more elements are left out: every layout of every class is costed.
const MOST_ELEMENTS: u32 = 300;

/// Classes of more matrices than two to this power are left out.
const MOST_MATRICES: u32 = 11;

/// Excess wavefronts over the bounds of accesses with `max_ways`, then those of all others, then elements of storage.
pub(crate) type Rank = (u32, u32, u32);

/// The verdict on an answer with the fewest excess wavefronts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fewest {
    /// Proved by the solver, and no member of a class leaves fewer or takes fewer bytes.
    Proved,
    /// The best that the solver found; it claims no more.
    Found,
    /// Fewer than any member leaves.
    Beyond,
}

/// The best layout so far, and for each access the requests that ruled out others, the last first.
struct LeastExcessSearch<'a> {
    tile: Tile,
    target: Target,
    granule: u32,
    /// Elements that storage is a multiple of.
    unit: u32,
    /// Elements of storage that fit.
    most: u32,
    demands: Vec<(&'a Demand, Vec<Vec<Phase>>)>,
    best: Option<Rank>,
}

impl LeastExcessSearch<'_> {
    /// The excess of one access where it has more ways than it accepts.
    fn rank(&mut self, offsets: &[u32], storage: u32) -> Option<Rank> {
        let mut rank = (0, 0, storage);
        for (demand, requests) in &mut self.demands {
            let (mut worst, mut ways, mut at) = (0, 0, 0);
            for (number, request) in requests.iter().enumerate() {
                let passes = demand.cost(request, offsets, self.target);
                if passes.excess > worst {
                    (worst, at) = (passes.excess, number);
                }
                ways = ways.max(passes.ways);
                let excess = if ways > demand.max_ways { worst } else { 0 };
                let sum = if demand.max_ways > 1 {
                    (rank.0 + excess, rank.1, storage)
                } else {
                    (rank.0, rank.1 + excess, storage)
                };
                if self.best.is_some_and(|best| sum >= best) {
                    requests.swap(0, at);
                    return None;
                }
                if number + 1 == requests.len() {
                    rank = sum;
                }
            }
        }
        Some(rank)
    }

    fn add(&mut self, offsets: &[u32], storage: u32) {
        let storage = storage.next_multiple_of(self.unit);
        let is_worse = self.best.is_some_and(|best| (0, 0, storage) >= best);
        if storage <= self.most && !is_worse && keeps_whole(self.tile, offsets, self.granule) {
            self.best = self.rank(offsets, storage).or(self.best);
        }
    }
}

impl Judge<'_> {
    /// The best rank of all layouts that `choice` welcomes; `None` where they are too many.
    pub(crate) fn fewest(&mut self, numbers: &[usize], choice: LayoutChoice, target: Target) -> Option<Rank> {
        let (tile, members) = (self.tile, &self.members);
        let (lines, banks, granule) = (members.lines, members.banks, members.granule(numbers));
        if tile.elements() > MOST_ELEMENTS {
            return None;
        }
        let demands = numbers.iter().map(|number| &members.demands[*number]);
        let demands = demands.map(|demand| (demand, demand.requests.clone())).collect();
        let most = target.arch.opt_in_limit() / tile.elem / 256 * 256;
        let unit = members.stored(numbers, 1);
        let mut search = LeastExcessSearch { tile, target, granule, most, unit, demands, best: None };
        let (swizzles, pads) = (!matches!(choice, LayoutChoice::Pad(_)), !matches!(choice, LayoutChoice::Swizzle(_)));
        for pitch in lines.pitches(tile) {
            let raised = pitch <= lines.last_raised();
            if !pads && !raised {
                break;
            }
            search.add(&lines.at_pitch(tile, pitch), lines.storage(tile, pitch));
            if !swizzles || !raised {
                continue;
            }
            let row_pitch = if tile.rows == 1 { tile.cols } else { pitch };
            if tile.rows > 1 || pitch == lines.line {
                for table in self.cutes.at(row_pitch).iter() {
                    search.add(&table.offsets, tile.rows * row_pitch);
                }
            }
            if pitch.is_multiple_of(granule) {
                let class = Class::of(tile, banks, lines, pitch, granule);
                if class.log_size() > MOST_MATRICES {
                    return None;
                }
                for columns in (0..1u64 << class.log_size()).map(|number| class.columns(number)) {
                    let offsets = matrices::offsets(tile, lines, pitch, &columns);
                    search.add(&offsets, lines.count * pitch);
                }
            }
            let by_offset = tile.rows > 1 || pitch == lines.line;
            if let Some(class) = KernelSpaces::of(tile, banks, pitch, granule).filter(|_| by_offset) {
                let none = class.nothing_forbidden();
                let outcome = class.search(&none, &mut |basis| {
                    search.add(&class.offsets(tile, basis), tile.rows * row_pitch);
                    false
                });
                if outcome == kernels::KernelOutcome::TooLong {
                    return None;
                }
            }
        }
        if swizzles {
            turns(tile).into_iter().for_each(|turn| search.add(&turn.offsets(tile), tile.elements()));
        }
        if pads {
            let (paddings, complete) = inner_paddings(tile, banks);
            if !complete {
                return None;
            }
            for inner in paddings.into_iter().filter(|inner| inner.keeps_whole(granule)) {
                search.add(&inner.offsets(tile), inner.storage(tile));
            }
        }
        search.best
    }

    /// The answer with `conflicts = least` against every layout; `None` where all conflicts are accepted, or where layouts are too
    /// many.
    ///
    /// # Errors
    ///
    /// Says what is wrong with the answer.
    pub(crate) fn compare_least(
        &mut self,
        numbers: &[usize],
        choice: LayoutChoice,
        target: Target,
    ) -> Result<Option<Fewest>, String> {
        let accesses = self.accesses(numbers);
        let spec = self.spec(&accesses, choice, target).conflicts(ConflictPolicy::Least);
        let solution =
            solve(&spec.build().unwrap()).map_err(|error| format!("`conflicts = least` is refused: {error}"))?;
        let Some(left) = solution.left() else { return Ok(None) };
        let offsets: Offsets = read(solution.layout(), self.tile)?;
        let granule = self.members.granule(numbers);
        if !keeps_whole(self.tile, &offsets, granule) {
            return Err(format!("{} tears vectors of {granule} elements", solution.layout()));
        }
        let (mut rank, mut claimed) = ((0, 0, self.members.stored(numbers, solution.layout().len() as u32)), 0);
        for demand in numbers.iter().map(|number| &self.members.demands[*number]) {
            let worst = demand.worst(&offsets, target);
            let excess = if worst.ways > demand.max_ways { worst.excess } else { 0 };
            if demand.max_ways > 1 {
                rank.0 += excess
            } else {
                rank.1 += excess
            }
            claimed += excess;
        }
        if claimed != left.excess() {
            return Err(format!("{} leaves {claimed} excess wavefronts, it says {}", solution.layout(), left.excess()));
        }
        let Some(best) = self.fewest(numbers, choice, target) else { return Ok(None) };
        let excess = |rank: Rank| (rank.0, rank.1);
        if excess(rank) < excess(best) {
            return Ok(Some(Fewest::Beyond));
        }
        if !left.is_proven() {
            return Ok(Some(Fewest::Found));
        }
        if rank > best {
            return Err(format!("{} leaves {rank:?}, and the best is {best:?}: {left}", solution.layout()));
        }
        Ok(Some(Fewest::Proved))
    }
}
