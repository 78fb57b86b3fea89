//! The claims of the crate's messages, each against the facts.
//!
//! A claim is known by its words: `N wavefronts where M would do`, `` `option` (N bytes) ``, `max_ways = N`, `no padding`,
//! `no XOR`, `no CuTe swizzle`, `no rotation`. A claim about all layouts is always false.

use std::time::Instant;

use smem_layout::{
    Access, AutoOr, Conflict, Culprit, Cute, LayoutChoice, Solution, SolveError, TileSpecBuilder, solve,
};

use super::{
    banks::{Banks, Demand, Passes, Phase, Target},
    class_member::Least,
    judge::Judge,
    layouts::read,
    tile::Tile,
};

/// Solves what the accesses fit.
fn solved(spec: TileSpecBuilder<'_>) -> Result<Solution, SolveError> {
    solve(&spec.build().unwrap())
}

/// The option that a text names.
fn choice_of(option: &str) -> Option<LayoutChoice> {
    let (name, value) = option.split_once(" = ")?;
    Some(match (name, value) {
        ("layout", "auto") => LayoutChoice::Auto,
        ("layout", "plain") => LayoutChoice::Plain,
        ("pad", "auto") => LayoutChoice::Pad(AutoOr::Auto),
        ("swizzle", "auto") => LayoutChoice::Swizzle(AutoOr::Auto),
        ("pad", numbers) if numbers.starts_with('(') => {
            let (pad, every) = numbers.strip_prefix('(')?.strip_suffix(')')?.split_once(", every = ")?;
            LayoutChoice::PadEvery { pad: pad.parse().ok()?, every: every.parse().ok()? }
        }
        ("pad", number) => LayoutChoice::Pad(AutoOr::Exactly(number.parse().ok()?)),
        ("swizzle", numbers) => {
            let numbers = numbers.strip_prefix('(')?.strip_suffix(')')?;
            let numbers: Vec<i32> = numbers.split(", ").map(str::parse).collect::<Result<_, _>>().ok()?;
            let [bits, base, shift] = numbers[..] else { return None };
            LayoutChoice::Swizzle(AutoOr::Exactly(Cute::new(bits as u32, base as u32, shift)?))
        }
        _ => return None,
    })
}

impl Judge<'_> {
    /// Checks what is said where there is no layout; false where it does not.
    ///
    /// # Errors
    ///
    /// Names a claim that is not true.
    pub(crate) fn compare_message(
        &mut self,
        numbers: &[usize],
        choice: LayoutChoice,
        target: Target,
    ) -> Result<bool, String> {
        let accesses = self.accesses(numbers);
        let start = Instant::now();
        let solved = solved(self.spec(&accesses, choice, target));
        self.took(start.elapsed(), numbers, choice, target);
        let Err(error) = solved else { return Ok(false) };
        let text = error.message("Tile");
        let wrong = self.claims(numbers, choice, target, &error, &text).err();
        let short = error.to_string();
        let wrong = wrong.or_else(|| says_all(&short).err());
        wrong.map_or(Ok(true), |claim| Err(format!("{claim}\n  in: {}", text.replace('\n', "\n  "))))
    }

    fn claims(
        &mut self,
        numbers: &[usize],
        choice: LayoutChoice,
        target: Target,
        error: &SolveError,
        text: &str,
    ) -> Result<(), String> {
        says_all(text)?;
        let (Culprit::Choice, Some(layout)) = (error.culprit(), error.layout()) else { return Ok(()) };
        self.compare_report(numbers, &layout, target)?;
        self.wavefronts(numbers, target, &read(&layout, self.tile)?, text)?;
        // Storage is rounded up to its alignment, of at most two segments of paired words.
        let stored = layout.bytes(self.tile.elem);
        let said = text.lines().filter_map(|line| line.strip_prefix("on the best found, ")).map(bytes_in);
        if said.into_iter().any(|said| said.is_none_or(|said| said < stored || said >= stored + 256)) {
            return Err(format!("the best found takes {stored} bytes"));
        }
        self.options(numbers, target, text)?;
        self.accepted_ways(numbers, choice, target, text)?;
        if !error.excluding().is_empty() {
            let excluding: Vec<usize> = error.excluding().iter().map(|place| numbers[*place]).collect();
            self.excluding(&excluding, choice, target)?;
        }
        self.searched(numbers, text)
    }

    /// Every `N-way bank conflicts .. W wavefronts where M would do` is what a request of the access takes that the line
    /// names, and no other has more ways.
    fn wavefronts(&self, numbers: &[usize], target: Target, offsets: &[u32], text: &str) -> Result<(), String> {
        let accesses = self.accesses(numbers);
        for line in text.lines().filter(|line| line.contains(" wavefronts where ")) {
            let (before, after) = line.split_once(" wavefronts where ").unwrap();
            let number = |word: Option<&str>| word.and_then(|word| word.parse::<u32>().ok());
            let most = number(before.rsplit(' ').next());
            let ideal = number(after.split(' ').next());
            let ways = number(before.split("-way ").next().and_then(|start| start.rsplit(' ').next()));
            let is_true = numbers.iter().zip(&accesses).any(|(number, access)| {
                let demand = &self.members.demands[*number];
                let worst = demand.worst(offsets, target);
                let costs = || demand.requests.iter().map(|request| demand.cost(request, offsets, target));
                let is_said = |cost: Passes| (Some(cost.wavefronts), Some(cost.ideal)) == (most, ideal);
                let named = line.contains(&format!("`{access}` has "));
                named && costs().any(is_said) && ways.is_some_and(|ways| ways <= worst.ways && ways > demand.max_ways)
            });
            if !is_true {
                return Err(format!("the cost is another: {line}"));
            }
        }
        Ok(())
    }

    /// Every option that is named with its bytes is free of conflict, and takes as many.
    fn options(&mut self, numbers: &[usize], target: Target, text: &str) -> Result<(), String> {
        let accesses = self.accesses(numbers);
        for before in text.match_indices("` (").map(|(place, _)| &text[..place]) {
            let option = before.rsplit('`').next().unwrap_or("");
            let bytes = bytes_in(&text[before.len()..]);
            let (Some(choice), Some(bytes)) = (choice_of(option), bytes) else { continue };
            let Ok(solution) = solved(self.spec(&accesses, choice, target)) else {
                return Err(format!("`{option}` is proposed, and is refused"));
            };
            self.serves(numbers, solution.layout())?;
            if solution.bytes() != bytes {
                return Err(format!("`{option}` takes {} bytes", solution.bytes()));
            }
        }
        Ok(())
    }

    /// Where it is said what to accept, accepting it builds.
    fn accepted_ways(
        &mut self,
        numbers: &[usize],
        choice: LayoutChoice,
        target: Target,
        text: &str,
    ) -> Result<(), String> {
        let Some(help) = text.lines().find(|line| line.starts_with("help: accept")) else { return Ok(()) };
        let mut accesses: Vec<Access> = self.accesses(numbers);
        let names: Vec<String> = accesses.iter().map(Access::to_string).collect();
        let mut accepted = 0;
        for part in help.split("`max_ways = ").skip(1) {
            let ways: u32 = part.split('`').next().and_then(|ways| ways.parse().ok()).ok_or("no number of ways")?;
            for (access, name) in accesses.iter_mut().zip(&names) {
                if part.contains(&format!("` in `{name}`")) {
                    access.max_ways = ways.max(access.max_ways);
                    accepted += 1;
                }
            }
        }
        let refused = solved(self.spec(&accesses, choice, target)).err();
        match refused {
            Some(error) if accepted > 0 => Err(format!("accepting what it says is refused: {error}")),
            None if accepted > 0 => Ok(()),
            _ => Err(format!("nothing that can be accepted in: {help}")),
        }
    }

    /// The accesses that are said to have no layout have none, and of two each has one.
    fn excluding(&mut self, numbers: &[usize], choice: LayoutChoice, target: Target) -> Result<(), String> {
        if let Least::Found { member, .. } = self.members.least(numbers, choice, self.cutes) {
            return Err(format!("{numbers:?} are said to have no layout, and {member} is free"));
        }
        for number in numbers.iter().filter(|_| numbers.len() == 2) {
            let none = self.members.least(&[*number], choice, self.cutes) == Least::None;
            if none && !self.has_layout_beyond(*number, choice, target) {
                return Err(format!("{:?} alone has no layout", self.accesses[*number]));
            }
        }
        Ok(())
    }

    /// Whether the solver finds a layout for the access that is in no class of the second search.
    fn has_layout_beyond(&self, number: usize, choice: LayoutChoice, target: Target) -> bool {
        let accesses = self.accesses(&[number]);
        let found = solved(self.spec(&accesses, choice, target));
        found.is_ok_and(|solution| self.serves(&[number], solution.layout()).is_ok())
    }

    /// Where a class is said to have nothing, it has nothing.
    fn searched(&mut self, numbers: &[usize], text: &str) -> Result<(), String> {
        for line in text.lines().filter(|line| !line.contains("gave up")) {
            let says = |words: &[&str]| words.iter().any(|word| line.contains(word));
            let classes = [
                (LayoutChoice::Pad(AutoOr::Auto), says(&["no padding"])),
                (LayoutChoice::Swizzle(AutoOr::Auto), says(&["no XOR", "no CuTe", "no swizzle", "no rotation"])),
            ];
            for (class, _) in classes.into_iter().filter(|(_, said)| *said) {
                if let Least::Found { member, .. } = self.members.least(numbers, class, self.cutes) {
                    return Err(format!("{class:?} is said to have none, and {member} is free"));
                }
            }
        }
        Ok(())
    }
}

/// The bytes in the first parentheses that have any: `(4096 bytes)`.
fn bytes_in(text: &str) -> Option<usize> {
    let (before, _) = text.split_once(" bytes)")?;
    before.rsplit('(').next()?.parse().ok()
}

/// Nothing is known of all layouts, only of those that were searched.
fn says_all(text: &str) -> Result<(), String> {
    match ["every layout", "no layout"].into_iter().find(|claim| text.contains(claim)) {
        Some(claim) => Err(format!("speaks of {claim}")),
        None => Ok(()),
    }
}

/// Checks that the lanes of a conflict are of one phase, and ask its bank for words that no pass serves together; and that its
/// request takes what is said, more than is accepted if any is `refused`.
pub(crate) fn lanes_meet(
    conflict: &Conflict,
    demand: &Demand,
    tile: Tile,
    offsets: &[u32],
    target: Target,
    refused: bool,
) -> Result<(), String> {
    let mut units = Vec::new();
    for &(lane, row, col) in &conflict.lanes {
        let first = offsets[tile.id(row, col) as usize] * demand.elem / demand.banks.word();
        let words = (demand.wide * demand.elem).div_ceil(demand.banks.word());
        let Some(word) = (first..first + words).find(|word| word % demand.banks.count() == conflict.bank) else {
            return Err(format!("lane {lane} at row {row}, column {col} is not in bank {}: {conflict}", conflict.bank));
        };
        units.push(demand.banks.unit(word));
    }
    let all_in = |phase: &Phase| conflict.lanes.iter().all(|&(_, row, col)| phase.contains(&tile.id(row, col)));
    let said = (conflict.cost.wavefronts, conflict.cost.ideal, conflict.cost.ways);
    let takes = |request: &Vec<Phase>| {
        let passes = demand.cost(request, offsets, target);
        (passes.wavefronts, passes.ideal, passes.ways) == said
    };
    if !demand.requests.iter().any(|request| request.iter().any(all_in) && takes(request)) {
        return Err(format!("no request takes {:?} with all lanes of: {conflict}", conflict.cost));
    }
    units.sort_unstable();
    let shared = units.windows(2).any(|pair| pair[0] == pair[1]);
    if demand.banks != Banks::HalfWarps && (shared || units.len() as u32 != conflict.cost.ways) {
        return Err(format!("{}-way, and lanes are served together: {conflict}", conflict.cost.ways));
    }
    if conflict.lanes.len() < 2 || refused && conflict.cost.ways <= demand.max_ways {
        return Err(format!("is no conflict: {conflict}"));
    }
    Ok(())
}
