//! Every layout of every class on one tile: which of them are free of conflict, access by access, and the least for several.
//!
//! Several accesses together are free where each is, so each set is found once a tile and a pair costs an intersection.

use std::{collections::HashMap, rc::Rc};

use smem_layout::{Layout, LayoutChoice};

use super::{
    accesses::Declared,
    banks::{Banks, Demand, Phase, all_accepted},
    class_member::{ClassMember, Least, Moved},
    cutes::Cutes,
    few_terms,
    inner::{self, Inner, inner_paddings},
    kernels::{self, KernelSpaces},
    layouts::Lines,
    matrices::{self, Class, Forbidden, MatrixOutcome},
    parts::Parts,
    rotations::{self, Turn, turns},
    set::{Set, first_in_all, set_of},
    tile::Tile,
};

/// All accesses of one tile on one kind of banks.
pub(crate) struct Members {
    pub(crate) tile: Tile,
    pub(crate) banks: Banks,
    pub(crate) lines: Lines,
    pub(crate) demands: Vec<Demand>,
    pads: Vec<Option<Set>>,
    pub(super) cutes: HashMap<(usize, u32), Set>,
    forbidden: HashMap<(usize, u32, Class), Option<Rc<Forbidden>>>,
    kernels: HashMap<(usize, KernelSpaces), Rc<Vec<bool>>>,
    pub(super) turns: Rc<Vec<Turn>>,
    pub(super) turn_sets: HashMap<usize, Set>,
    pub(super) inner: Option<(Rc<Vec<Inner>>, bool)>,
    pub(super) inner_sets: HashMap<usize, Set>,
    /// Only row padding, CuTe's swizzles and matrices of the row are looked at.
    older: bool,
    /// Layouts looked at.
    pub(crate) tried: u64,
}

impl Members {
    pub(crate) fn new(tile: Tile, banks: Banks, accesses: &[Declared]) -> Members {
        let demands: Vec<Demand> = accesses.iter().map(|declared| Demand::new(*declared, tile, banks)).collect();
        let pads = vec![None; demands.len()];
        let lines = Lines::of(tile, banks);
        Members {
            tile,
            banks,
            lines,
            demands,
            pads,
            cutes: HashMap::new(),
            forbidden: HashMap::new(),
            kernels: HashMap::new(),
            turns: Rc::new(turns(tile)),
            turn_sets: HashMap::new(),
            inner: None,
            inner_sets: HashMap::new(),
            older: false,
            tried: 0,
        }
    }

    /// Elements of the widest vector.
    pub(crate) fn granule(&self, numbers: &[usize]) -> u32 {
        numbers.iter().map(|number| self.demands[*number].wide).max().unwrap_or(1)
    }

    /// Elements of storage with what the alignment of the next stage needs: bytes as they are stored.
    pub(crate) fn stored(&self, numbers: &[usize], elements: u32) -> u32 {
        let align = (self.granule(numbers) * self.tile.elem).min(16).max(self.banks.alignment());
        elements.next_multiple_of(align.div_ceil(self.tile.elem))
    }

    /// True when every request of these accesses is accepted.
    pub(crate) fn accepts(&self, numbers: &[usize], offsets: &[u32]) -> bool {
        let accepts = |demand: &Demand| demand.phases.iter().all(|phase| demand.accepts(phase, offsets));
        numbers.iter().all(|number| accepts(&self.demands[*number]))
    }

    /// The least layout that `choice` welcomes and that is free for these accesses: an `auto`.
    pub(crate) fn least(&mut self, numbers: &[usize], choice: LayoutChoice, cutes: &mut Cutes) -> Least {
        let by_lines = self.least_by_lines(numbers, choice, cutes);
        let limit = match &by_lines {
            Least::Found { member, .. } => self.stored(numbers, member.storage),
            _ => u32::MAX,
        };
        if matches!(choice, LayoutChoice::Swizzle(_)) || limit <= self.stored(numbers, self.tile.elements()) {
            return by_lines;
        }
        let (inside, complete) = self.inside(numbers, limit);
        match (inside, by_lines) {
            (Some(member), _) => Least::Found { member, sure: complete },
            (None, Least::Found { member, sure }) => Least::Found { member, sure: sure && complete },
            (None, Least::None) if complete => Least::None,
            (None, _) => Least::Unknown,
        }
    }

    /// The least layout of the classes that programs without this crate know: padding of rows, CuTe's swizzles, an XOR of the
    /// column by the row.
    #[allow(dead_code, reason = "only the benchmark of the classes asks for it")]
    pub(crate) fn least_of_older_classes(&mut self, numbers: &[usize], cutes: &mut Cutes) -> Least {
        self.older = true;
        let least = self.least_by_lines(numbers, LayoutChoice::Auto, cutes);
        self.older = false;
        least
    }

    /// The least padding inside rows of less than `limit` elements as stored, and whether every one was looked at.
    pub(super) fn inside(&mut self, numbers: &[usize], limit: u32) -> (Option<ClassMember>, bool) {
        let (tile, banks, granule) = (self.tile, self.banks, self.granule(numbers));
        let (paddings, complete) = self.inner.get_or_insert_with(|| {
            let (paddings, complete) = inner_paddings(tile, banks);
            (Rc::new(paddings), complete)
        });
        let (paddings, complete) = (Rc::clone(paddings), *complete);
        let mut sets = vec![set_of(paddings.len(), |number| paddings[number].keeps_whole(granule))];
        for &number in numbers {
            let demand = &mut self.demands[number];
            let set = self.inner_sets.entry(number).or_insert_with(|| {
                self.tried += paddings.len() as u64;
                let accepted = inner::accepted(tile, demand, &paddings);
                set_of(accepted.len(), |number| accepted[number])
            });
            sets.push(Rc::clone(set));
        }
        // The least storage comes first.
        let first = first_in_all(&sets)
            .map(|number| paddings[number])
            .filter(|inner| self.stored(numbers, inner.storage(tile)) < limit);
        let member = first.map(|inner| ClassMember {
            pitch: inner.every + inner.pad,
            storage: inner.storage(tile),
            swizzle: Moved::Inside(inner),
        });
        (member, complete)
    }

    /// One of the rotations, which take no padding.
    pub(super) fn turn(&mut self, numbers: &[usize]) -> Option<ClassMember> {
        let (tile, granule, all) = (self.tile, self.granule(numbers), Rc::clone(&self.turns));
        let mut sets = vec![set_of(all.len(), |number| all[number].keeps_whole(granule))];
        for &number in numbers {
            let demand = &mut self.demands[number];
            let set = self.turn_sets.entry(number).or_insert_with(|| {
                self.tried += all.len() as u64;
                let accepted = rotations::accepted(tile, demand, &all);
                set_of(accepted.len(), |number| accepted[number])
            });
            sets.push(Rc::clone(set));
        }
        let turn = all[first_in_all(&sets)?];
        Some(ClassMember { pitch: tile.cols, storage: tile.elements(), swizzle: Moved::Turn(turn) })
    }

    /// A matrix on the offset at `pitch`.
    fn kernel(&mut self, numbers: &[usize], pitch: u32) -> kernels::KernelOutcome {
        let tile = self.tile;
        if self.older || tile.rows == 1 && pitch != self.lines.line {
            return kernels::KernelOutcome::None;
        }
        let Some(class) = KernelSpaces::of(tile, self.banks, pitch, self.granule(numbers)) else {
            return kernels::KernelOutcome::None;
        };
        let forbidden = self.forbidden_in_kernels(numbers, class);
        // By the costs, not only by the pairs: where conflicts are accepted pairs say nothing.
        class.search(&forbidden, &mut |basis| self.accepts(numbers, &class.offsets(tile, basis)))
    }

    /// The XORs of two granules that must not be in a kernel for these accesses together, as a set.
    fn forbidden_in_kernels(&mut self, numbers: &[usize], class: KernelSpaces) -> Vec<bool> {
        let mut forbidden: Vec<bool> = Vec::new();
        for &number in numbers {
            let (demand, tile) = (&self.demands[number], self.tile);
            let of_one = self.kernels.entry((number, class)).or_insert_with(|| Rc::new(class.forbidden(demand, tile)));
            forbidden.resize(of_one.len(), false);
            forbidden.iter_mut().zip(of_one.iter()).for_each(|(all, one)| *all |= one);
        }
        forbidden
    }

    /// The matrix on the offset at `pitch` with the cheapest index, of those of few terms. Where conflicts are accepted pairs say nothing.
    pub(super) fn of_few_terms(&mut self, numbers: &[usize], pitch: u32) -> Option<Layout> {
        let (tile, granule) = (self.tile, self.granule(numbers));
        let is_strict = numbers.iter().all(|number| self.demands[*number].max_ways == 1);
        let class = KernelSpaces::of(tile, self.banks, pitch, granule).filter(|_| is_strict)?;
        let plain = Layout::padded(tile.rows, tile.cols, if tile.rows == 1 { 0 } else { pitch - tile.cols }).ok()?;
        few_terms::cheapest(class, &self.forbidden_in_kernels(numbers, class), &plain)
    }

    /// A matrix on the offset at `pitch` that takes words apart. Where conflicts are accepted, no such matrix is looked for.
    fn parts(&mut self, numbers: &[usize], pitch: u32) -> kernels::KernelOutcome {
        let tile = self.tile;
        let is_strict = numbers.iter().all(|number| self.demands[*number].max_ways == 1);
        if self.older || !is_strict || tile.rows == 1 && pitch != self.lines.line {
            return kernels::KernelOutcome::None;
        }
        let Some(class) = Parts::of(tile, self.banks, pitch, self.granule(numbers)) else {
            return kernels::KernelOutcome::None;
        };
        let mut forbidden = class.forbidden(&self.demands[numbers[0]], tile);
        for number in &numbers[1..] {
            let of_one = class.forbidden(&self.demands[*number], tile);
            forbidden.iter_mut().zip(of_one).for_each(|(all, one)| *all |= one);
        }
        class.search(&forbidden, &mut |offsets| self.accepts(numbers, offsets), tile)
    }

    /// The least layout that is not padded inside its rows.
    fn least_by_lines(&mut self, numbers: &[usize], choice: LayoutChoice, cutes: &mut Cutes) -> Least {
        let granule = self.granule(numbers);
        let (swizzles, pads) = (!matches!(choice, LayoutChoice::Pad(_)), !matches!(choice, LayoutChoice::Swizzle(_)));
        let mut sure = true;
        let pad_sets: Vec<Set> = numbers.iter().map(|number| self.pads(*number)).collect();
        // Fewest elements as stored, and of as many without a swizzle.
        let mut best: Option<((u32, bool), ClassMember)> = None;
        for pitch in self.lines.pitches(self.tile) {
            let raised = pitch <= self.lines.last_raised();
            let storage = self.lines.storage(self.tile, pitch);
            let limit = best.as_ref().map(|best| best.0);
            let wins = |stored: u32, swizzled: bool| limit.is_none_or(|limit| (stored, swizzled) < limit);
            if !pads && !raised || !wins(self.stored(numbers, storage), false) {
                break;
            }
            let number = (pitch - self.lines.line) as usize;
            let aligned = pitch.is_multiple_of(granule) || pitch == self.lines.line && self.lines.count == 1;
            if aligned && pad_sets.iter().all(|set| set[number / 64] >> (number % 64) & 1 == 1) {
                let member = ClassMember { pitch, storage, swizzle: Moved::Not };
                best = Some(((self.stored(numbers, storage), false), member));
                continue;
            }
            // Fewer than any swizzle at this pitch takes.
            let fewest = self.tile.rows * if self.tile.rows == 1 { self.tile.cols } else { pitch };
            if !swizzles || !raised || !wins(self.stored(numbers, fewest), true) {
                continue;
            }
            if let Some(member) = self.swizzled(numbers, (pitch, aligned), cutes, &mut sure) {
                let stored = self.stored(numbers, member.storage);
                if wins(stored, true) {
                    best = Some(((stored, true), member));
                }
            }
        }
        match best {
            Some((_, member)) => Least::Found { member, sure },
            None if sure => Least::None,
            None => Least::Unknown,
        }
    }

    /// A swizzle at `pitch`; `sure` is false from the first class on that is too large to be searched.
    fn swizzled(
        &mut self,
        numbers: &[usize],
        (pitch, aligned): (u32, bool),
        cutes: &mut Cutes,
        sure: &mut bool,
    ) -> Option<ClassMember> {
        let granule = self.granule(numbers);
        if let Some(member) = self.cute(numbers, pitch, granule, cutes) {
            return Some(member);
        }
        if !aligned {
            return None;
        }
        match self.matrix(numbers, pitch, granule) {
            MatrixOutcome::Found(columns) => {
                let storage = self.lines.count * pitch;
                return Some(ClassMember { pitch, storage, swizzle: Moved::Matrix(columns) });
            }
            MatrixOutcome::None => {}
            MatrixOutcome::TooLong => *sure = false,
        }
        let mut kernel = self.kernel(numbers, pitch);
        if !matches!(kernel, kernels::KernelOutcome::Found(_)) {
            *sure &= kernel == kernels::KernelOutcome::None;
            kernel = self.parts(numbers, pitch);
        }
        match kernel {
            kernels::KernelOutcome::Found(basis) => {
                let storage = self.tile.rows * if self.tile.rows == 1 { self.tile.cols } else { pitch };
                return Some(ClassMember { pitch, storage, swizzle: Moved::Kernel(basis) });
            }
            kernels::KernelOutcome::None => {}
            kernels::KernelOutcome::TooLong => *sure = false,
        }
        if pitch == self.tile.cols && !self.older { self.turn(numbers) } else { None }
    }

    /// Pitches without a swizzle, the line's own first.
    pub(super) fn pads(&mut self, number: usize) -> Set {
        if let Some(set) = &self.pads[number] {
            return Rc::clone(set);
        }
        let Members { tile, banks, lines, demands, .. } = self;
        let demand = &demands[number];
        let mut phases = shifted_apart(demand, *tile, *lines, *banks);
        let pitches = lines.pitches(*tile);
        let first = *pitches.start();
        let set = set_of(pitches.count(), |pad| {
            all_accepted(demand, &mut phases, &lines.at_pitch(*tile, first + pad as u32))
        });
        self.tried += lines.pitches(*tile).count() as u64;
        self.pads[number] = Some(Rc::clone(&set));
        set
    }

    /// One of CuTe's swizzles, on the row-major offset at `pitch`.
    pub(super) fn cute(
        &mut self,
        numbers: &[usize],
        pitch: u32,
        granule: u32,
        cutes: &mut Cutes,
    ) -> Option<ClassMember> {
        // In one dimension the offset is the element's number: there are no rows to raise.
        let pitch = if self.tile.rows > 1 || pitch == self.lines.line { pitch } else { return None };
        let row_pitch = if self.tile.rows == 1 { self.tile.cols } else { pitch };
        let tables = cutes.at(row_pitch);
        let mut sets = vec![cutes.whole(row_pitch, granule)];
        for &number in numbers {
            let demand = &mut self.demands[number];
            let set = self.cutes.entry((number, pitch)).or_insert_with(|| {
                self.tried += tables.len() as u64;
                let mut phases = std::mem::take(&mut demand.phases);
                let set = set_of(tables.len(), |cute| all_accepted(demand, &mut phases, &tables[cute].offsets));
                demand.phases = phases;
                set
            });
            sets.push(Rc::clone(set));
        }
        let cute = tables[first_in_all(&sets)?].cute;
        let storage = self.tile.rows * row_pitch;
        Some(ClassMember { pitch, storage, swizzle: Moved::Cute(cute.to_string()) })
    }

    /// A matrix at `pitch`.
    fn matrix(&mut self, numbers: &[usize], pitch: u32, granule: u32) -> MatrixOutcome {
        let class = Class::of(self.tile, self.banks, self.lines, pitch, granule);
        if class.log_size() == 0 {
            return MatrixOutcome::None;
        }
        if numbers.iter().any(|number| self.demands[*number].max_ways > 1) {
            return self.any_matrix(numbers, pitch, class);
        }
        match self.forbidden(numbers, pitch, class) {
            Some(forbidden) => class.search(&forbidden),
            None => MatrixOutcome::None,
        }
    }

    /// Where conflicts are accepted pairs of lanes say nothing: every matrix is costed, if they are few.
    fn any_matrix(&self, numbers: &[usize], pitch: u32, class: Class) -> MatrixOutcome {
        if class.log_size() > 10 {
            return MatrixOutcome::TooLong;
        }
        let mut all = (0..1 << class.log_size()).map(|number| class.columns(number));
        let free = all.find(|columns| {
            let offsets = matrices::offsets(self.tile, self.lines, pitch, columns);
            self.accepts(numbers, &offsets)
        });
        free.map_or(MatrixOutcome::None, MatrixOutcome::Found)
    }

    /// Returns the moves that these accesses forbid together; `None` where lanes of one line always meet.
    pub(crate) fn forbidden(&mut self, numbers: &[usize], pitch: u32, class: Class) -> Option<Forbidden> {
        let mut all = vec![0u32; 1 << class.line_bits];
        for &number in numbers {
            let (demand, lines) = (&self.demands[number], self.lines);
            let entry = self.forbidden.entry((number, pitch, class));
            let forbidden = entry.or_insert_with(|| class.forbidden(demand, lines, pitch).map(Rc::new));
            all.iter_mut().zip(forbidden.as_ref()?.iter()).for_each(|(all, values)| *all |= values);
        }
        Some(all)
    }
}

/// The phases of a demand, of those that are whole words apart at every pitch one.
pub(crate) fn shifted_apart(demand: &Demand, tile: Tile, lines: Lines, banks: Banks) -> Vec<Phase> {
    // Elements that make whole units of the banks, whatever the pitch.
    let unit = if banks == Banks::PairedWords { 256 } else { banks.word() };
    let step = (unit / tile.elem).max(1);
    let shifted = |phase: &Phase| -> Phase {
        let places = || phase.iter().map(|id| lines.split(*id));
        let line = places().map(|place| place.0).min().unwrap_or(0) / step * step;
        let col = places().map(|place| place.1).min().unwrap_or(0) / step * step;
        phase.iter().map(|id| id - line * lines.line - col).collect()
    };
    let mut phases: Vec<Phase> = demand.phases.iter().map(shifted).collect();
    phases.sort_unstable();
    phases.dedup();
    phases
}
