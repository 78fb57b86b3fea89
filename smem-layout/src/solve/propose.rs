//! Proposals: what to write instead of a request that fails. Each is solved before it is proposed.

use alloc::{
    format,
    string::{String, ToString},
    vec,
    vec::Vec,
};

use crate::{
    access::{Access, Pattern, Positions, WIDEST_BYTES},
    banks::{Arch, LANES},
    layout::Cute,
    solve::{
        budget::Effort,
        failure::{Culprit, Failure, SolveError},
        report::Report,
        request::{Choice, Pick, Request},
        search::search,
    },
};

/// Additions to a message: reasons, and what to write instead.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Proposals {
    /// One line per reason.
    pub(crate) reasons: Vec<String>,
    /// One line per proposal, without `help:`.
    pub(crate) help: Vec<String>,
    /// The message proposes no other layout, because the bulk tensor copy prescribes this one.
    pub(crate) keep_layout: bool,
}

impl Request<'_> {
    /// Adds reasons and proposals to `error`.
    pub(crate) fn with_proposals(&self, error: SolveError) -> SolveError {
        let effort = Effort::new(Effort::MESSAGE);
        let proposals = match error.failure() {
            Failure::TooLarge(size) => {
                Proposals { help: self.of_another_size(error.culprit(), size.bytes(), &effort), ..Proposals::default() }
            }
            Failure::Misaligned { pad, granule, .. } => {
                let pads = [pad / granule * granule, pad.next_multiple_of(*granule)];
                let near = pads.map(|pad| Choice::Pad(Pick::Exactly(pad)));
                self.one_of(&[&near[..], &[Choice::Pad(Pick::Auto)], &[Choice::Auto]], &effort)
            }
            Failure::TornVector { cute, granule, .. } => {
                let whole = Cute::new(cute.bits(), granule.trailing_zeros(), cute.shift());
                let whole: Vec<Choice> = whole.map(|cute| Choice::Swizzle(Pick::Exactly(cute))).into_iter().collect();
                self.one_of(&[&whole, &[Choice::Swizzle(Pick::Auto)], &[Choice::Auto]], &effort)
            }
            Failure::NotABijection { .. } => {
                self.one_of(&[&[Choice::Swizzle(Pick::Auto)], &[Choice::Pad(Pick::Auto)]], &effort)
            }
            Failure::TmaArch(_) => Proposals { help: self.with_bulk_copy(&effort), ..Proposals::default() },
            Failure::Conflict { report, .. } if matches!(self.choice, Choice::Tma(_)) => {
                let help = self.read_as_copied(&effort);
                let keep_layout = !help.is_empty() && self.has_default_accesses();
                Proposals { keep_layout, ..self.around_groups(report, &effort).after(help) }
            }
            Failure::Conflict { report, .. } | Failure::NoneFound { report, .. } => self.around_groups(report, &effort),
            _ => Proposals::default(),
        };
        error.with(proposals)
    }

    /// Proposes the layouts that build, from the first group that has one.
    fn one_of(&self, groups: &[&[Choice]], effort: &Effort) -> Proposals {
        let builds = |choice: &&Choice| Request { choice: **choice, ..*self }.builds(effort);
        let found =
            groups.iter().map(|group| group.iter().filter(builds).map(|choice| format!("`{choice}`")).collect());
        let found = found.into_iter().find(|options: &Vec<String>| !options.is_empty());
        let help = found.map(|options| format!("write {}", options.join(" or ")));
        Proposals { help: help.into_iter().collect(), ..Proposals::default() }
    }

    /// Returns true if the request has an answer that is found within `effort`.
    fn builds(&self, effort: &Effort) -> bool {
        self.check_accesses().is_ok() && self.has_size(effort) == Some(true)
    }

    /// Returns whether the layout fits into shared memory; `None` if no layout without conflicts was found.
    fn has_size(&self, effort: &Effort) -> Option<bool> {
        if self.check_shape().is_err() {
            return Some(false);
        }
        if self.check_accesses().is_err() {
            return None;
        }
        let (problem, allowed) = (self.problem(), self.allowed_ways());
        let layout = match self.chosen(&problem) {
            Err(error) => return matches!(error.failure(), Failure::TooLarge(_)).then_some(false),
            Ok(Some(layout)) if self.allow_conflicts || problem.fits(&layout, &allowed) => layout,
            Ok(Some(_)) => return None,
            Ok(None) => {
                let share = effort.share(Effort::MESSAGE);
                let found = search(&problem, self.choice, &allowed, &share);
                effort.take_back(&share);
                found.ok()?
            }
        };
        Some(self.finish(layout, Report { accesses: Vec::new() }).is_ok())
    }

    /// Returns true for the accesses that the attribute declares by default.
    fn has_default_accesses(&self) -> bool {
        let default = [Access::row(), Access::col()];
        self.accesses == if self.rows == 1 { &default[..1] } else { &default }
    }

    /// Proposes accesses that read without conflicts what the bulk tensor copy writes.
    fn read_as_copied(&self, effort: &Effort) -> Vec<String> {
        let free = |access: &Access| Request { accesses: core::slice::from_ref(access), ..*self }.builds(effort);
        let candidates =
            if self.has_default_accesses() { &[Access::ldmatrix(), Access::row()][..] } else { &[Access::ldmatrix()] };
        let found: Vec<String> =
            candidates.iter().filter(|access| free(access)).map(|access| format!("`access({access})`")).collect();
        match found.len() {
            0 => Vec::new(),
            1 => vec![format!("declare {}, which has no conflicts with `{}`", found[0], self.choice)],
            _ => vec![format!("declare {}: neither has conflicts with `{}`", found.join(" or "), self.choice)],
        }
    }

    /// Proposes an architecture with the bulk tensor copy, or a layout for tiles that threads fill.
    fn with_bulk_copy(&self, effort: &Effort) -> Vec<String> {
        let with_copy = Request { arch: Arch::SM_90, ..*self };
        let ldmatrix = [Access::ldmatrix()];
        let swizzled = Request { choice: Choice::Swizzle(Pick::Auto), ..*self };
        let mut help = Vec::new();
        if with_copy.builds(effort) {
            help.push("write `arch = sm_90`".to_string());
        } else if self.has_default_accesses() && (Request { accesses: &ldmatrix, ..with_copy }).builds(effort) {
            help.push("write `arch = sm_90` and `access(ldmatrix)`, which has no conflicts with it".to_string());
        } else {
            help.push("name an architecture from sm_90".to_string());
        }
        if swizzled.builds(effort) {
            help.push("write `swizzle = auto` where threads fill the tile".to_string());
        }
        help
    }

    /// Explains conflicts of accesses narrower than the vectors of another access, which keep groups of elements together;
    /// proposes blocks as wide as the groups.
    fn around_groups(&self, report: &Report, effort: &Effort) -> Proposals {
        if self.elem_bytes > WIDEST_BYTES {
            let reason = format!(
                "a lane reads at most {WIDEST_BYTES} bytes at once: elements of {} bytes take several requests, whose lanes \
                 are {0} bytes apart",
                self.elem_bytes
            );
            return Proposals { reasons: vec![reason], ..Proposals::default() };
        }
        let problem = self.problem();
        let granule = problem.granule();
        let Some(widest) = self.accesses.iter().find(|access| access.lane_elements(self.elem_bytes) == granule) else {
            return Proposals::default();
        };
        let unaccepted = report.accesses.iter().zip(self.accesses).filter(|(report, _)| !report.is_accepted());
        let (mut torn, mut reasons) = (Vec::new(), Vec::new());
        for (_, access) in unaccepted {
            if let Some(reach) = self.banks_within_groups(access) {
                torn.push(access);
                reasons.push(format!(
                    "`{widest}` keeps groups of {} bytes together, so the lanes of `{access}` reach {reach} of the {} banks",
                    granule * self.elem_bytes,
                    problem.model.banks()
                ));
            }
        }
        let help = self.by_blocks(&torn, granule, effort).into_iter().collect();
        Proposals { reasons, help, keep_layout: false }
    }

    /// Returns the number of banks that a phase of `access` can reach, if the access must conflict: more lanes than there are
    /// places for groups touch the same part of different groups.
    fn banks_within_groups(&self, access: &Access) -> Option<u32> {
        let problem = self.problem();
        let (granule, model) = (problem.granule(), problem.model);
        let vec = access.lane_elements(self.elem_bytes);
        if vec >= granule || !model.is_xor_invariant() {
            return None;
        }
        let places = model.span() / (granule * self.elem_bytes);
        let phase = model.lanes_per_phase(vec * self.elem_bytes);
        let positions = Positions::of(access, self.rows, self.cols, self.elem_bytes);
        let (mut outnumbers, mut words) = (false, 0);
        // More positions than these begin at no other column of a group.
        for lanes in (0..positions.count().min(1024)).map(|number| positions.lanes(number)) {
            for first in (0..LANES as u32).step_by(phase as usize) {
                // (part of the group, row, group) of each lane.
                let of_phase = lanes.iter().filter(|(lane, ..)| lane / phase * phase == first);
                let mut touched: Vec<(u32, u32, u32)> =
                    of_phase.map(|(_, row, col)| (col % granule, row, col / granule)).collect();
                touched.sort_unstable();
                touched.dedup();
                let parts = || touched.chunk_by(|one, other| one.0 == other.0);
                outnumbers |= parts().any(|part| part.len() as u32 > places * access.max_ways);
                let of_part = |part: &[(u32, u32, u32)]| {
                    let (from, to) = (part[0].0 * self.elem_bytes, (part[0].0 + vec) * self.elem_bytes);
                    from / model.bank_bytes()..to.div_ceil(model.bank_bytes())
                };
                // Ranges of words in ascending order, which may overlap.
                let (mut count, mut end) = (0, 0);
                for part in parts().map(of_part) {
                    count += part.end.saturating_sub(part.start.max(end));
                    end = end.max(part.end);
                }
                words = words.max(count);
            }
        }
        outnumbers.then_some(places * words)
    }

    /// Proposes the accesses with blocks as wide as a group in place of `torn`, if they are free of conflict.
    fn by_blocks(&self, torn: &[&Access], granule: u32, effort: &Effort) -> Option<String> {
        let as_block = |access: &Access| {
            let width = granule / access.vec;
            let height = (32 / width).min(self.rows);
            Access { pattern: Pattern::Block { height, width }, ..access.clone() }
        };
        let mut accesses: Vec<Access> = Vec::new();
        for access in self.accesses {
            let access = if torn.contains(&access) { as_block(access) } else { access.clone() };
            if !accesses.contains(&access) {
                accesses.push(access);
            }
        }
        if torn.is_empty() || !(Request { accesses: &accesses, ..*self }).builds(effort) {
            return None;
        }
        let listed = |accesses: &mut dyn Iterator<Item = String>| accesses.collect::<Vec<String>>().join(", ");
        Some(if accesses.iter().any(|access| matches!(access.pattern, Pattern::Lanes(_))) {
            let instead =
                listed(&mut torn.iter().map(|access| format!("`{}` in place of `{access}`", as_block(access))));
            format!("declare {instead}: blocks of whole groups have no conflicts")
        } else {
            let instead = listed(&mut accesses.iter().map(ToString::to_string));
            format!("declare `access({instead})`: blocks of whole groups have no conflicts")
        })
    }
}

impl Proposals {
    /// Puts `help` first.
    fn after(mut self, mut help: Vec<String>) -> Proposals {
        help.append(&mut self.help);
        Proposals { help, ..self }
    }

    /// Returns the reasons, each after a line break.
    pub(crate) fn reasons(&self) -> String {
        self.reasons.iter().map(|reason| format!("\n{reason}")).collect()
    }

    /// Returns the lines of help, each after a line break.
    pub(crate) fn help(&self) -> String {
        self.help.iter().map(|help| format!("\nhelp: {help}")).collect()
    }
}

// Sizes.

impl Request<'_> {
    /// Proposes ways to make a tile of `bytes` bytes fit.
    fn of_another_size(&self, culprit: Culprit, bytes: u128, effort: &Effort) -> Vec<String> {
        let mut help = Vec::new();
        help.extend(self.more_memory(bytes, effort));
        help.extend(self.smaller(culprit, bytes, effort));
        help
    }

    /// Returns false if the request fails because of its size. Other mistakes do not count.
    fn is_small_enough(&self, effort: &Effort) -> bool {
        self.has_size(effort) != Some(false)
    }

    /// Returns true if a tile of another size is small enough, and has room for the accesses.
    fn is_tile(&self, effort: &Effort) -> bool {
        self.check_accesses().is_ok() && self.is_small_enough(effort)
    }

    fn more_memory(&self, bytes: u128, effort: &Effort) -> Option<String> {
        let dynamic = Request { dynamic: true, ..*self };
        if !self.dynamic && bytes <= u128::from(self.arch.opt_in_limit()) && dynamic.is_small_enough(effort) {
            return Some(format!(
                "write `memory = dynamic`, which allows {} bytes on {}",
                self.arch.opt_in_limit(),
                self.arch
            ));
        }
        if self.arch != Arch::DEFAULT {
            return None;
        }
        let fits = |arch: &&Arch| {
            let copies = arch.has_bulk_tensor_copy() || !matches!(self.choice, Choice::Tma(_));
            let fits = bytes <= u128::from(arch.opt_in_limit());
            copies && fits && Request { arch: **arch, ..dynamic }.is_small_enough(effort)
        };
        let options: Vec<String> = [Arch::SM_86, Arch::SM_80, Arch::SM_90]
            .iter()
            .filter(fits)
            .map(|arch| format!("`arch = {arch}` ({} bytes)", arch.opt_in_limit()))
            .collect();
        let (last, others) = options.split_last()?;
        let options = if others.is_empty() { last.clone() } else { format!("{} or {last}", others.join(", ")) };
        let memory = if self.dynamic { "name" } else { "write `memory = dynamic` and name" };
        Some(format!("{memory} the architecture, as in {options}"))
    }

    fn smaller(&self, culprit: Culprit, bytes: u128, effort: &Effort) -> Option<String> {
        let limit = u128::from(self.limit());
        // The largest that fits, from an estimate: a layout for another size may add more.
        let largest = |whole: u32, of: &dyn Fn(u32) -> Self| {
            let estimate = u32::try_from(limit * u128::from(whole) / bytes).unwrap_or(whole).min(whole - 1);
            (estimate.saturating_sub(8).max(1)..=estimate).rev().find(|&count| of(count).is_tile(effort))
        };
        if (culprit == Culprit::Stages || self.stages > 1)
            && let Some(stages) = largest(self.stages, &|stages| Request { stages, ..*self })
        {
            return Some(format!("write `stages = {stages}`, which is the most that fits"));
        }
        if self.rows == 1 {
            let cols = largest(self.cols, &|cols| Request { cols, ..*self })?;
            return Some(format!("take at most {cols} elements"));
        }
        let rows = largest(self.rows, &|rows| Request { rows, ..*self }).filter(|rows| *rows > 1);
        let rows = rows.map(|rows| format!("take at most {rows} rows"));
        let part = || {
            let part = |side: u32| Request { rows: self.rows.min(side), cols: self.cols.min(side), ..*self };
            let part = [256, 128, 64, 32, 16, 8].into_iter().map(part).find(|part| part.is_tile(effort))?;
            Some(format!("make the tile the part that a block works on, such as {} x {}", part.rows, part.cols))
        };
        rows.or_else(part)
    }
}
