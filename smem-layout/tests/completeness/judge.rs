//! One question to the solver at a time: what the solver answers, and what the second search finds.

use std::time::{Duration, Instant};

use smem_layout::{
    Access, Arch, AutoOr, Cute, Layout, LayoutChoice, OffsetMatrix, Prefer, Report, Rotation, Swizzle, TileSpec,
    TileSpecBuilder, TmaSwizzle, find, index_cost,
};

use super::{
    accesses::Declared,
    banks::{Banks, Target},
    compared::all_on,
    cutes::Cutes,
    inner::Inner,
    layouts::{Mapped, Offsets, keeps_whole, read},
    matrices::Class,
    members::{Least, Members, Moved},
    messages,
    rotations::Turn,
    sweep::CHOICES,
    tile::Tile,
};

/// All accesses on one tile and one kind of banks.
pub(crate) struct Judge<'a> {
    pub(crate) tile: Tile,
    pub(crate) accesses: Vec<Declared>,
    pub(crate) members: Members,
    pub(crate) cutes: &'a mut Cutes,
    /// The longest time of the solver, and the request that took it.
    pub(crate) slowest: (Duration, String),
}

/// The verdict on an answer of the solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SolverAnswer {
    /// The answer is a layout of as many bytes as the least member takes.
    Least,
    /// The answer takes fewer bytes: it is in no class of the second search.
    Beyond,
    /// Neither finds a layout.
    None,
    /// The second search found none, and could not be ended.
    Unknown,
}

impl<'a> Judge<'a> {
    pub(crate) fn new(tile: Tile, banks: Banks, accesses: Vec<Declared>, cutes: &'a mut Cutes) -> Judge<'a> {
        let members = Members::new(tile, banks, &accesses);
        Judge { tile, members, accesses, cutes, slowest: (Duration::ZERO, String::new()) }
    }

    pub(crate) fn all(tile: Tile, banks: Banks, cutes: &'a mut Cutes) -> Judge<'a> {
        Judge::new(tile, banks, all_on(tile), cutes)
    }

    pub(crate) fn accesses(&self, numbers: &[usize]) -> Vec<Access> {
        numbers.iter().map(|number| self.accesses[*number].access(self.tile)).collect()
    }

    pub(crate) fn described(&self, numbers: &[usize], choice: LayoutChoice, target: Target, message: &str) -> String {
        let names: Vec<String> = numbers.iter().map(|number| self.accesses[*number].describe(self.tile)).collect();
        format!("{}, {choice:?}, {}, {}: {message}", self.tile, target.arch, names.join(" and "))
    }

    /// The tile and its accesses, as the crate is asked.
    pub(crate) fn spec<'r>(&self, accesses: &'r [Access], choice: LayoutChoice, target: Target) -> TileSpecBuilder<'r> {
        let Tile { planes, cols, elem, .. } = self.tile;
        let spec = TileSpec::builder(self.tile.plane().rows, cols, elem, accesses);
        let spec = planes.map_or(spec, |planes| spec.planes(planes));
        let is_search = CHOICES.contains(&choice);
        let prefer = if is_search { Prefer::Bytes } else { Prefer::Balance };
        spec.arch(target.arch).dynamic(true).choice(choice).prefer(prefer)
    }

    /// The solver's answer to a search against the second one.
    ///
    /// # Errors
    ///
    /// Says what is wrong with the answer.
    pub(crate) fn compare(
        &mut self,
        numbers: &[usize],
        choice: LayoutChoice,
        target: Target,
    ) -> Result<SolverAnswer, String> {
        let accesses = self.accesses(numbers);
        let spec = self.spec(&accesses, choice, target);
        let start = Instant::now();
        let found = find(&spec.build().unwrap()).map_err(|error| format!("refused: {error}"))?;
        self.took(start.elapsed(), numbers, choice, target);
        self.judge(numbers, choice, found)
    }

    /// Keeps the request that took the solver longest.
    pub(crate) fn took(&mut self, took: Duration, numbers: &[usize], choice: LayoutChoice, target: Target) {
        if took > self.slowest.0 {
            self.slowest = (took, self.described(numbers, choice, target, "the slowest"));
        }
    }

    /// An answer to a search against the second one.
    pub(crate) fn judge(
        &mut self,
        numbers: &[usize],
        choice: LayoutChoice,
        found: Option<Layout>,
    ) -> Result<SolverAnswer, String> {
        let least = self.members.least(numbers, choice, self.cutes);
        let Some(layout) = found else {
            return match least {
                Least::Found { member, .. } => Err(format!("the solver says none; free is {member}")),
                Least::None => Ok(SolverAnswer::None),
                Least::Unknown => Ok(SolverAnswer::Unknown),
            };
        };
        self.serves(numbers, &layout)?;
        let member = match least {
            Least::Found { member, sure } if sure || layout.len() as u32 >= member.storage => member,
            Least::Found { .. } => return Ok(SolverAnswer::Unknown),
            Least::None => return Ok(SolverAnswer::Beyond),
            Least::Unknown => return Ok(SolverAnswer::Unknown),
        };
        let stored = self.members.stored(numbers, layout.len() as u32);
        let least = self.members.stored(numbers, member.storage);
        if stored < least {
            return Ok(SolverAnswer::Beyond);
        }
        let claim = format!("the solver says {layout} ({} elements)", layout.len());
        if stored > least {
            return Err(format!("{claim}; free is {member}"));
        }
        // In one dimension padding takes a division, and an XOR none.
        if self.tile.rows > 1 && member.swizzle == Moved::Not && layout.swizzle() != Swizzle::None {
            return Err(format!("{claim}; without a swizzle {member} is free"));
        }
        Ok(SolverAnswer::Least)
    }

    /// Checks that every access is accepted on a layout, request by request, none left out.
    pub(crate) fn serves(&self, numbers: &[usize], layout: &Layout) -> Result<(), String> {
        let offsets = read(layout, self.tile)?;
        let granule = self.members.granule(numbers);
        if !keeps_whole(self.tile, &offsets, granule) {
            return Err(format!("the answer, {layout}, tears vectors of {granule} elements"));
        }
        match numbers.iter().find(|number| !self.members.accepts(&[**number], &offsets)) {
            Some(number) => Err(format!("the answer, {layout}, conflicts for {:?}", self.accesses[*number])),
            None => Ok(()),
        }
    }

    /// The answer for each preference against every free layout of the classes that can be listed: none comes before it.
    pub(crate) fn compare_ranks(
        &mut self,
        numbers: &[usize],
        choice: LayoutChoice,
        target: Target,
    ) -> Result<(), String> {
        let accesses = self.accesses(numbers);
        let free = self.members.free_listed(numbers, choice, self.cutes);
        for prefer in [Prefer::Balance, Prefer::Bytes, Prefer::Index] {
            let spec = self.spec(&accesses, choice, target).prefer(prefer).build().unwrap();
            let found = find(&spec).map_err(|error| format!("refused: {error}"))?;
            // An instruction is worth 0.5 % of the bytes.
            let rank = |layout: &Layout| {
                let bytes = u64::from(self.members.stored(numbers, layout.len() as u32) * self.tile.elem);
                let halves = (2.0 * index_cost(layout)) as u64;
                match prefer {
                    Prefer::Bytes => (bytes, halves),
                    Prefer::Index => (halves, bytes),
                    _ => (bytes * (400 + halves), halves),
                }
            };
            // A layout that does not fit into shared memory comes after all others.
            let fits = |layout: &&Layout| {
                self.members.stored(numbers, layout.len() as u32) * self.tile.elem <= target.arch.opt_in_limit()
            };
            let Some(best) = free.iter().filter(fits).min_by_key(|layout| rank(layout)) else { continue };
            match found {
                Some(layout) if rank(&layout) <= rank(best) => {}
                Some(layout) => {
                    return Err(format!(
                        "with `{prefer}` the solver says {layout}, {:?}; free is {best}, {:?}",
                        rank(&layout),
                        rank(best)
                    ));
                }
                None => return Err(format!("with `{prefer}` the solver says none; free is {best}")),
            }
        }
        Ok(())
    }

    /// The index operations of an answer that is a matrix, against every matrix of its class, if they are not many.
    pub(crate) fn compare_operations(&mut self, numbers: &[usize], layout: &Layout) -> Result<(), String> {
        let Swizzle::Matrix(matrix) = layout.swizzle() else { return Ok(()) };
        let granule = self.members.granule(numbers);
        let class = Class::of(self.tile, self.members.banks, self.members.lines, layout.pitch(), granule);
        if class.log_size() > 16 || numbers.iter().any(|number| self.members.demands[*number].max_ways > 1) {
            return Ok(());
        }
        let Some(forbidden) = self.members.forbidden(numbers, layout.pitch(), class) else { return Ok(()) };
        let claimed = class.operations(&(0..class.line_bits).map(|bit| matrix.apply(1 << bit)).collect::<Vec<_>>());
        let mut all = class.cheapest_first().into_iter().take_while(|(operations, _)| *operations < claimed);
        match all.find(|(_, number)| class.is_free(&forbidden, &class.columns(*number))) {
            Some((operations, number)) => Err(format!(
                "the solver says {layout} ({claimed} operations); free is {:?} ({operations} operations)",
                class.columns(number)
            )),
            None => Ok(()),
        }
    }

    /// A layout that is written by hand must be taken exactly where it is free.
    pub(crate) fn compare_by_hand(&mut self, numbers: &[usize], target: Target, chance: u64) -> Result<(), String> {
        let accesses = self.accesses(numbers);
        let granule = self.members.granule(numbers);
        let pad = (chance % 40) as u32;
        let tables = self.cutes.at(self.tile.cols);
        let table = if tables.is_empty() { None } else { Some(&tables[(chance / 40) as usize % tables.len()]) };
        let pick = |cute| LayoutChoice::Swizzle(AutoOr::Exactly(cute));
        let cute = table.and_then(|table| {
            let cute = Cute::new(table.cute.bits, table.cute.base, table.cute.shift)?;
            Some((pick(cute), table.offsets.clone()))
        });
        let lines = self.members.lines;
        let padded = (LayoutChoice::Pad(AutoOr::Exactly(pad)), lines.at_pitch(self.tile, lines.line + pad));
        let bulk = self.bulk_copy(target).into_iter();
        let others = self.others_by_hand(chance).into_iter();
        for (choice, offsets) in cute.into_iter().chain([padded]).chain(bulk).chain(others) {
            let single = lines.count == 1 && matches!(choice, LayoutChoice::Pad(_));
            let is_matrix = matches!(choice, LayoutChoice::Matrix(_));
            let outside = is_matrix && offsets.iter().any(|offset| *offset >= self.tile.elements());
            let whole = !outside && (single || keeps_whole(self.tile, &offsets, granule));
            let free = whole && self.members.accepts(numbers, &offsets);
            let taken = find(&self.spec(&accesses, choice, target).build().unwrap());
            match taken {
                Ok(Some(layout)) if free && read(&layout, self.tile)? == offsets => {}
                Ok(None) if !free => {}
                Err(_) if !free => {}
                // A layout that is too large for the architecture.
                Err(error) if error.to_string().contains("bytes of") => {}
                _ => return Err(format!("{choice:?} is free: {free}, and the solver says {taken:?}")),
            }
        }
        Ok(())
    }

    /// Padding inside rows, a rotation and two matrices: one of the bits that permute the tile, and one of all bits, from which elements
    /// may leave it.
    fn others_by_hand(&self, chance: u64) -> Vec<(LayoutChoice, Offsets)> {
        let (tile, elements) = (self.tile, self.tile.elements());
        let draw = |shift: u32, below: u32| (chance.rotate_right(shift) % u64::from(below.max(1))) as u32;
        let mut all = Vec::new();
        if elements > 1 {
            let (pad, every) = (1 + draw(3, 9), 1 + draw(11, elements - 1));
            all.push((LayoutChoice::PadEvery { pad, every }, Inner { pad, every }.offsets(tile)));
        }
        if tile.rows > 1 && tile.cols > 1 {
            let (step, every) = (1 + draw(17, tile.cols - 1), 1 + draw(23, tile.rows - 1));
            let rotation = LayoutChoice::Rotate(Rotation::new(step, every).unwrap());
            all.push((rotation, Turn { step, every }.offsets(tile)));
        }
        for bits in [elements.trailing_zeros(), elements.ilog2()] {
            let mapped = Mapped::random(bits, draw(5, 2), chance >> 3);
            let matrix = LayoutChoice::Matrix(OffsetMatrix::new(&mapped.rows).unwrap());
            all.push((matrix, mapped.offsets(tile)));
        }
        all
    }

    /// The swizzle in which the bulk tensor copy writes rows of this width: chunks of 16 bytes, XORed with the number of the
    /// 128 bytes that they are in.
    fn bulk_copy(&self, target: Target) -> Option<(LayoutChoice, Offsets)> {
        let Tile { rows, cols, elem, .. } = self.tile;
        let modes = [(TmaSwizzle::B32, 32, 1), (TmaSwizzle::B64, 64, 3), (TmaSwizzle::B128, 128, 7)];
        let (mode, _, chunks) = modes.into_iter().find(|mode| mode.1 == cols * elem)?;
        let address = |byte: u32| byte ^ (((byte / 128) & chunks) * 16);
        let offsets = (0..self.tile.elements()).map(|id| address(id * elem) / elem).collect();
        (rows > 1 && target.arch == Arch::SM_90).then_some((LayoutChoice::Tma(mode), offsets))
    }

    /// Compares the report of accesses on a layout with the cost of every request.
    pub(crate) fn compare_report(&self, numbers: &[usize], layout: &Layout, target: Target) -> Result<(), String> {
        let accesses = self.accesses(numbers);
        let report = match self.tile.planes {
            None => Report::of(layout, self.tile.elem, &accesses, target.arch),
            Some(planes) => Report::in_planes(planes, layout, self.tile.elem, &accesses, target.arch),
        };
        let report = report.map_err(|error| error.to_string())?;
        let offsets = read(layout, self.tile)?;
        for (number, said) in numbers.iter().zip(&report.accesses) {
            let demand = &self.members.demands[*number];
            let worst = demand.worst(&offsets, target);
            let figures = [
                ("wavefronts", said.cost.wavefronts, worst.wavefronts),
                ("ways", said.ways, worst.ways),
                ("excess wavefronts", said.excess, worst.excess),
                // On compute capability 1.x the least is a figure of its own.
                ("wavefronts at least", said.cost.at_least.min(worst.wavefronts), said.cost.at_least),
            ];
            let described = self.accesses[*number].describe(self.tile);
            if let Some((what, said, is)) = figures.into_iter().find(|(_, said, is)| said != is) {
                return Err(format!("the report of {layout} says {said} {what} for {described}, it is {is}"));
            }
            let refused = worst.ways > demand.max_ways;
            let conflict = match &said.conflict {
                Some(conflict) => messages::lanes_meet(conflict, demand, self.tile, &offsets, target, refused),
                None if worst.ways > 1 => Err("no lanes are named".to_string()),
                None => Ok(()),
            };
            conflict.map_err(|error| format!("the report of {layout} for {described}: {error}"))?;
        }
        Ok(())
    }
}
