//! One request at a time: what the solver answers, and what the second search finds.

use smem_layout::{Access, Arch, Choice, Layout, Request, SolveError};

use super::{
    accesses::{Declared, Tile},
    banks::Demand,
    large::{Outcome, Search},
    layouts::{Placing, may_swizzle, pitches},
    least_excess::{excess_below, least_excess},
    matrices::{Class, moves},
    small::{FreeSets, Orders, SMALL, first_in_all},
    sweep::{Kind, Tally},
};

/// All accesses on one tile.
pub(crate) struct Comparison {
    tile: Tile,
    accesses: Vec<Declared>,
    sets: Vec<FreeSets>,
}

/// What else to look at besides the classes that are searched to their end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Depth {
    /// The classes that are searched: any, or pitches or XORs alone.
    pub(crate) choice: Choice,
    /// Search the larger classes, too.
    pub(crate) large: bool,
    /// Where there is none, compare the best there is.
    pub(crate) best: bool,
}

/// What the solver answered, read by the index.
struct Answer {
    placing: Placing,
    operations: u32,
}

impl Comparison {
    pub(crate) fn new(tile: Tile, accesses: Vec<Declared>) -> Comparison {
        let sets = accesses.iter().map(|declared| FreeSets::new(tile, Demand::new(*declared, tile)));
        Comparison { tile, sets: sets.collect(), accesses }
    }

    /// Layouts looked at so far, access by access.
    pub(crate) fn tried(&self) -> u64 {
        self.sets.iter().map(|sets| sets.tried).sum()
    }

    /// The solver's answer to the accesses of these numbers against the search.
    pub(crate) fn compare(&mut self, numbers: &[usize], depth: Depth, orders: &mut Orders, tally: &mut Tally) {
        tally.requests += 1;
        let accesses: Vec<Access> = numbers.iter().map(|number| self.accesses[*number].access()).collect();
        let Tile { rows, cols, elem } = self.tile;
        let request = Request::new(rows, cols, elem, &accesses);
        let request = Request { arch: Arch::SM_90, dynamic: true, choice: depth.choice, ..request };
        let refused = |error: SolveError| format!("refused: {}", error.message("Tile"));
        let verdict = request.find().map_err(refused).and_then(|found| {
            self.judge(numbers, found, depth, orders, tally)?;
            let best = found.is_none() && depth.best && depth.choice == Choice::Auto;
            if best { self.check_best(numbers, &request, tally) } else { Ok(()) }
        });
        if let Err(message) = verdict {
            tally.disagree(self.tile, self.described(numbers, &message));
        }
    }

    /// Compares an answer to the accesses of these numbers with what the search finds.
    pub(crate) fn judge(
        &mut self,
        numbers: &[usize],
        found: Option<Layout>,
        depth: Depth,
        orders: &mut Orders,
        tally: &mut Tally,
    ) -> Result<(), String> {
        let answer = found.map(|layout| self.answer(numbers, Placing::of(&layout, self.tile)?)).transpose()?;
        self.walk(numbers, answer.as_ref(), depth, orders, tally)
    }

    fn described(&self, numbers: &[usize], message: &str) -> String {
        let names: Vec<String> = numbers.iter().map(|number| self.accesses[*number].access().to_string()).collect();
        format!("{}, {}: {message}", self.tile, names.join(" and "))
    }

    fn granule(&self, numbers: &[usize]) -> u32 {
        numbers.iter().map(|number| self.sets[*number].demand.wide).max().unwrap_or(1)
    }

    fn demands(&self, numbers: &[usize]) -> Vec<&Demand> {
        numbers.iter().map(|number| &self.sets[*number].demand).collect()
    }

    /// Checks that the answer is what it should be, request by request, none left out.
    fn answer(&self, numbers: &[usize], placing: Placing) -> Result<Answer, String> {
        let granule = self.granule(numbers);
        let torn = placing.columns.iter().chain([&placing.pitch]).any(|elements| !elements.is_multiple_of(granule));
        if torn {
            return Err(format!("the answer, {placing}, tears vectors of {granule} elements"));
        }
        let moves = moves(&placing.columns);
        for number in numbers {
            let demand = &self.sets[*number].demand;
            if !demand.requests.iter().flatten().all(|phase| demand.is_free(phase, placing.pitch, &moves)) {
                return Err(format!("the answer, {placing}, conflicts for {}", self.accesses[*number].access()));
            }
        }
        let operations = Class::of_banks(self.tile, placing.pitch, granule).operations(&placing.columns);
        Ok(Answer { placing, operations })
    }

    /// Walks the layouts from the cheapest up to the answer, which must be the first that is free of conflict.
    fn walk(
        &mut self,
        numbers: &[usize],
        answer: Option<&Answer>,
        depth: Depth,
        orders: &mut Orders,
        tally: &mut Tally,
    ) -> Result<(), String> {
        let granule = self.granule(numbers);
        let line = self.tile.line();
        let claim = |answer: Option<&Answer>| match answer {
            None => "none".to_string(),
            Some(Answer { placing, operations }) => format!("{placing} ({operations} operations)"),
        };
        let better = |placing: Placing, operations| {
            Err(format!("the solver says {}; free is {placing} ({operations} operations)", claim(answer)))
        };
        let pads: Vec<_> = numbers.iter().map(|number| self.sets[*number].pads()).collect();
        let at = |pitch| answer.filter(|answer| answer.placing.pitch == pitch);
        let mut consulted = [false; 3];
        for pitch in pitches(self.tile, granule) {
            let number = (pitch - line) as usize;
            let welcome = pitch == line || !matches!(depth.choice, Choice::Swizzle(_));
            if welcome && pads.iter().all(|set| set[number / 64] >> (number % 64) & 1 == 1) {
                tally.consult(Kind::Pitch, &consulted);
                return match at(pitch) {
                    Some(answer) if answer.operations == 0 => Ok(()),
                    _ => better(Placing { pitch, columns: Vec::new() }, 0),
                };
            }
            let class = Class::of_banks(self.tile, pitch, granule);
            let welcome = !matches!(depth.choice, Choice::Pad(_)) && may_swizzle(self.tile, pitch);
            if !welcome || class.log_size() == 0 {
                continue;
            }
            if class.log_size() > SMALL {
                consulted[2] = true;
                if depth.large {
                    self.walk_large(numbers, class, pitch, at(pitch), tally)
                        .or_else(|(columns, operations)| better(Placing { pitch, columns }, operations))?;
                } else {
                    tally.unsearched += 1;
                }
                if at(pitch).is_some() {
                    tally.consult(Kind::Large, &consulted);
                    return Ok(());
                }
                continue;
            }
            consulted[usize::from(pitch > line)] = true;
            let order = orders.of(class);
            let sets: Vec<_> = numbers.iter().map(|number| self.sets[*number].matrices(pitch, class, &order)).collect();
            if let Some(first) = first_in_all(&sets) {
                let (operations, number) = order.matrices[first];
                tally.consult(if pitch > line { Kind::Raised } else { Kind::Xor }, &consulted);
                return match at(pitch) {
                    Some(answer) if answer.operations == operations => Ok(()),
                    _ => better(Placing { pitch, columns: class.columns(number) }, operations),
                };
            }
        }
        tally.consult(Kind::None, &consulted);
        match answer {
            None => Ok(()),
            Some(_) => Err(format!("the solver says {}, which is in no class", claim(answer))),
        }
    }

    /// The error is a matrix that is cheaper than the answer at this pitch, or that is there where the answer has none.
    fn walk_large(
        &self,
        numbers: &[usize],
        class: Class,
        pitch: u32,
        answer: Option<&Answer>,
        tally: &mut Tally,
    ) -> Result<(), (Vec<u32>, u32)> {
        let demands = self.demands(numbers);
        let mut search = Search::new(class, pitch, &demands);
        let below = match answer {
            None => u32::MAX,
            // Where only XORs are asked for, one that moves nothing is the cheapest.
            Some(Answer { operations: 0, .. }) => return Ok(()),
            Some(answer) => answer.operations - 1,
        };
        if below >= 4 && search.reversal_is_free() {
            return Err((class.reversal(), class.operations(&class.reversal())));
        }
        let outcome = search.within(below);
        tally.large_tried += search.tried;
        match outcome {
            Outcome::Found(columns) => {
                let operations = class.operations(&columns);
                return Err((columns, operations));
            }
            Outcome::None => tally.large_searched += 1,
            Outcome::TooLong => tally.large_too_long += 1,
        }
        Ok(())
    }

    /// Compares the best there is, in excess wavefronts, where all classes are small.
    fn check_best(&self, numbers: &[usize], request: &Request<'_>, tally: &mut Tally) -> Result<(), String> {
        let demands = self.demands(numbers);
        let Some((least, best, tried)) = least_excess(self.tile, &demands, self.granule(numbers)) else {
            return Ok(());
        };
        tally.best_tried += tried;
        let Err(error) = request.solve() else { return Err("`solve` finds what `find` does not".to_string()) };
        let layout = error.layout().ok_or_else(|| error.message("Tile"))?;
        let placing = Placing::of(&layout, self.tile)?;
        let mut requests: Vec<_> = demands.iter().map(|demand| demand.requests.clone()).collect();
        let excess = excess_below(u32::MAX, &demands, &mut requests, placing.pitch, &moves(&placing.columns));
        tally.best_compared += 1;
        if error.excluding().is_empty() {
            return Err("no access is said to be at fault".to_string());
        }
        match excess {
            Some(excess) if excess == least => {
                tally.best_wasteful += u64::from(placing.pitch > best.pitch);
                Ok(())
            }
            _ => Err(format!("the best there is, {placing}, has {excess:?} excess wavefronts; {best} has {least}")),
        }
    }

    /// Checks that the bits which the classes leave out change nothing: bytes within a word, and whole rows of banks.
    pub(crate) fn check_left_out(&mut self, most: u32, tally: &mut Tally) {
        for number in 0..self.accesses.len() {
            let granule = self.sets[number].demand.wide;
            for pitch in pitches(self.tile, granule).take_while(|pitch| may_swizzle(self.tile, *pitch)) {
                let all = Class::unrestricted(self.tile, pitch, granule);
                let banks = Class::of_banks(self.tile, pitch, granule);
                let log_size = all.log_size();
                if all == banks || log_size == 0 || log_size > most {
                    continue;
                }
                tally.left_out += 1;
                if let Some(columns) = self.sets[number].useful_bits(pitch, all, banks) {
                    let message = format!("bits left out of {} matter", Placing { pitch, columns });
                    tally.disagree(self.tile, self.described(&[number], &message));
                }
            }
        }
    }
}
