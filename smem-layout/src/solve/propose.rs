//! Proposals: what to write instead of a specification that fails. Each is solved before it is proposed.

use alloc::{
    format,
    string::{String, ToString},
    vec,
    vec::Vec,
};

use smem_banks::{Arch, Cute, LANES, WIDEST_BYTES};

use crate::{
    access::{Access, Operand, Pattern},
    layout::Rotation,
    list::listed,
    solve::{
        budget::Budget,
        choice::{AutoOr, LayoutChoice},
        failure::{Failure, SolveError},
        proposals::Proposals,
        propose_wrap::{instead_of_wrapping, with_wrap_too},
        redeclared::{changed, declared, has_closure, written},
        report::Report,
        solution::Solution,
        spec::{ConflictPolicy, TileSpec},
        spec_error::Culprit,
        trial::{Trial, answer, builds, is_small_enough, trial},
    },
};

/// Adds reasons and proposals to `error`.
pub(crate) fn with_proposals(spec: &TileSpec<'_>, error: SolveError) -> SolveError {
    let budget = Budget::new(Budget::MESSAGE);
    let proposals = match error.failure() {
        Failure::TooLarge(size) => {
            let help = of_another_size(spec, error.culprit(), size.bytes(), &budget);
            let is_padded =
                matches!(spec.choice, LayoutChoice::Pad(AutoOr::Exactly(_)) | LayoutChoice::PadEvery { .. });
            match help.is_empty() && is_padded {
                true => one_of(spec, &[&[LayoutChoice::Pad(AutoOr::Auto)], &[LayoutChoice::Auto]], &budget),
                false => Proposals { help, ..Proposals::default() },
            }
        }
        Failure::Misaligned { pad, granule, .. } => {
            let pads = [pad / granule * granule, pad.next_multiple_of(*granule)];
            let near = pads.map(|pad| LayoutChoice::Pad(AutoOr::Exactly(pad)));
            one_of(spec, &[&near[..], &[LayoutChoice::Pad(AutoOr::Auto)], &[LayoutChoice::Auto]], &budget)
        }
        Failure::TornVector { cute, granule, .. } => {
            let whole = Cute::new(cute.bits(), granule.trailing_zeros(), cute.shift());
            let whole: Vec<LayoutChoice> =
                whole.map(|cute| LayoutChoice::Swizzle(AutoOr::Exactly(cute))).into_iter().collect();
            one_of(spec, &[&whole, &[LayoutChoice::Swizzle(AutoOr::Auto)], &[LayoutChoice::Auto]], &budget)
        }
        Failure::Torn { granule, .. } => {
            let whole = whole_vectors(spec.choice, *granule);
            one_of(spec, &[&whole, &[LayoutChoice::Pad(AutoOr::Auto), LayoutChoice::Swizzle(AutoOr::Auto)]], &budget)
        }
        Failure::NotABijection { .. } | Failure::Turn { rows: 1, .. } => {
            one_of(spec, &[&[LayoutChoice::Swizzle(AutoOr::Auto)], &[LayoutChoice::Pad(AutoOr::Auto)]], &budget)
        }
        Failure::TmaArch(_) => Proposals { help: with_bulk_copy(spec, &budget), ..Proposals::default() },
        Failure::Conflict { report, .. } if matches!(spec.choice, LayoutChoice::Tma(_)) => {
            let help = read_as_copied(spec, &budget);
            let keep_layout = !help.is_empty() && has_default_accesses(spec);
            Proposals { keep_layout, ..around_groups(spec, report, &budget).after(help) }
        }
        Failure::Conflict { report, alternatives, .. } | Failure::NoneFound { report, alternatives, .. } => {
            let proposals = around_groups(spec, report, &budget);
            // Another option is less of a change than other accesses.
            if !alternatives.found.is_empty() {
                return error.with(proposals);
            }
            let proposals = proposals.after(with_pairs(spec, &budget)).after(instead_of_wrapping(spec, &budget));
            // To do without an access is more of a change than to declare it otherwise.
            let help = if proposals.help.is_empty() { without_one(spec, report, &budget) } else { Vec::new() };
            proposals.after(help)
        }
        Failure::TmaRow { .. } | Failure::NoPadding { .. } | Failure::Turn { .. } => Proposals::default(),
    };
    error.with(proposals)
}

/// Returns the numbers that are not zero, each once.
fn distinct([one, other]: [u32; 2]) -> impl Iterator<Item = u32> {
    [one, if other == one { 0 } else { other }].into_iter().filter(|number| *number > 0)
}

/// Returns the layouts nearest to `choice` that keep vectors of `granule` elements together.
fn whole_vectors(choice: LayoutChoice, granule: u32) -> Vec<LayoutChoice> {
    match choice {
        LayoutChoice::PadEvery { pad, every } => {
            let pad = pad.next_multiple_of(granule);
            let nearest = [every / granule * granule, every.next_multiple_of(granule)];
            distinct(nearest).map(|every| LayoutChoice::PadEvery { pad, every }).collect()
        }
        LayoutChoice::Rotate(rotation) => {
            let nearest = [rotation.step() / granule * granule, rotation.step().next_multiple_of(granule)];
            let rotations = distinct(nearest).filter_map(|step| Rotation::new(step, rotation.every()));
            rotations.map(LayoutChoice::Rotate).collect()
        }
        _ => Vec::new(),
    }
}

/// Proposes the layouts that build, from the first group that has one.
fn one_of(spec: &TileSpec<'_>, groups: &[&[LayoutChoice]], budget: &Budget) -> Proposals {
    let builds = |choice: &&LayoutChoice| builds(&TileSpec { choice: **choice, ..*spec }, budget);
    let found = groups.iter().map(|group| group.iter().filter(builds).map(|choice| format!("`{choice}`")).collect());
    let found = found.into_iter().find(|options: &Vec<String>| !options.is_empty());
    let help = found.map(|options| format!("write {}", options.join(" or ")));
    Proposals { help: help.into_iter().collect(), ..Proposals::default() }
}

/// Returns true for the accesses that the attribute declares by default.
fn has_default_accesses(spec: &TileSpec<'_>) -> bool {
    let default = [Access::row(), Access::col()];
    spec.accesses == if spec.shape().is_line() { &default[..1] } else { &default }
}

/// Proposes accesses that read without conflicts what the bulk tensor copy writes.
fn read_as_copied(spec: &TileSpec<'_>, budget: &Budget) -> Vec<String> {
    let free = |access: &Access| builds(&TileSpec { accesses: core::slice::from_ref(access), ..*spec }, budget);
    let candidates =
        if has_default_accesses(spec) { &[Access::ldmatrix(), Access::row()][..] } else { &[Access::ldmatrix()] };
    let found: Vec<String> =
        candidates.iter().filter(|access| free(access)).map(|access| format!("`access({access})`")).collect();
    match found.len() {
        0 => Vec::new(),
        1 => vec![format!("declare {}, which has no conflicts with `{}`", found[0], spec.choice)],
        _ => vec![format!("declare {}: neither has conflicts with `{}`", found.join(" or "), spec.choice)],
    }
}

/// Proposes an architecture with the bulk tensor copy, or a layout for tiles that threads fill.
fn with_bulk_copy(spec: &TileSpec<'_>, budget: &Budget) -> Vec<String> {
    let with_copy = TileSpec { arch: Arch::SM_90, ..*spec };
    let ldmatrix = [Access::ldmatrix()];
    let swizzled = TileSpec { choice: LayoutChoice::Swizzle(AutoOr::Auto), ..*spec };
    let mut help = Vec::new();
    if builds(&with_copy, budget) {
        help.push("write `arch = sm_90`".to_string());
    } else if has_default_accesses(spec) && builds(&TileSpec { accesses: &ldmatrix, ..with_copy }, budget) {
        help.push("write `arch = sm_90` and `access(ldmatrix)`, which has no conflicts with it".to_string());
    } else {
        help.push("name an architecture from sm_90".to_string());
    }
    if builds(&swizzled, budget) {
        help.push("write `swizzle = auto` where threads fill the tile".to_string());
    }
    help
}

/// Explains conflicts of accesses narrower than the vectors of another access, which keep groups of elements together;
/// proposes blocks as wide as the groups.
fn around_groups(spec: &TileSpec<'_>, report: &Report, budget: &Budget) -> Proposals {
    if spec.elem_bytes > WIDEST_BYTES {
        let reason = format!(
            "a lane reads at most {WIDEST_BYTES} bytes at once: elements of {} bytes take several requests, whose lanes \
             are {0} bytes apart",
            spec.elem_bytes
        );
        return Proposals { reasons: vec![reason], ..Proposals::default() };
    }
    let tile = spec.checked_tile();
    let granule = tile.granule();
    let Some(widest) = spec.accesses.iter().find(|access| access.lane_elements(spec.elem_bytes) == granule) else {
        return Proposals::default();
    };
    let unaccepted = report.accesses.iter().zip(spec.accesses).filter(|(report, _)| !report.is_accepted());
    let (mut torn, mut reasons) = (Vec::new(), Vec::new());
    for (_, access) in unaccepted {
        if let Some(crowd) = crowd_on_groups(spec, access) {
            torn.push(access);
            let (bytes, banks) = (granule * spec.elem_bytes, tile.model.banks());
            let GroupCrowd { reach, lanes, places } = crowd;
            reasons.push(if reach < banks {
                format!(
                    "`{widest}` keeps groups of {bytes} bytes together, so the lanes of `{access}` reach {reach} of the {banks} banks"
                )
            } else {
                format!(
                    "`{widest}` keeps groups of {bytes} bytes together, of which the banks serve {places} at a time, and \
                     {lanes} lanes of `{access}` access the same part of different groups"
                )
            });
        }
    }
    let help = by_blocks(spec, &torn, granule, budget).into_iter().collect();
    Proposals { reasons, help, keep_layout: false }
}

/// Lanes of a phase that touch the same part of different groups, and are more than the banks have room for.
struct GroupCrowd {
    /// The banks that a phase can reach.
    reach: u32,
    /// The lanes on one part, of as many groups.
    lanes: u32,
    /// The groups that fill the banks once.
    places: u32,
}

/// Returns the crowd that makes `access` conflict whatever the layout, if there is one: groups stay whole and aligned, so their parts
/// lie in the same banks, and more lanes than there are places for groups take a pass more.
fn crowd_on_groups(spec: &TileSpec<'_>, access: &Access) -> Option<GroupCrowd> {
    let tile = spec.checked_tile();
    let (granule, model) = (tile.granule(), tile.model);
    let vec = access.lane_elements(spec.elem_bytes);
    if vec >= granule || !model.is_xor_invariant() {
        return None;
    }
    let places = model.span() / (granule * spec.elem_bytes);
    let phase = model.lanes_per_phase(vec * spec.elem_bytes);
    let positions = tile.positions(access);
    let (mut most_lanes, mut words) = (0, 0);
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
            most_lanes = most_lanes.max(parts().map(<[_]>::len).max().unwrap_or(0) as u32);
            let of_part = |part: &[(u32, u32, u32)]| {
                let (from, to) = (part[0].0 * spec.elem_bytes, (part[0].0 + vec) * spec.elem_bytes);
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
    (most_lanes > places * access.max_ways).then_some(GroupCrowd { reach: places * words, lanes: most_lanes, places })
}

/// Proposes the accesses with blocks as wide as a group in place of `torn`, if they are free of conflict.
fn by_blocks(spec: &TileSpec<'_>, torn: &[&Access], granule: u32, budget: &Budget) -> Option<String> {
    // Shapes that hardware prescribes are not blocks.
    let prescribed = |access: &&Access| {
        access.transposed || matches!(access.pattern, Pattern::Fragment { .. } | Pattern::LdMatrix { .. })
    };
    if torn.iter().any(prescribed) {
        return None;
    }
    let as_block = |access: &Access| {
        let width = granule / access.vec;
        let height = (32 / width).min(spec.rows);
        Access { pattern: Pattern::Block { height, width }, ..access.clone() }
    };
    let change = |access: &Access| if torn.contains(&access) { as_block(access) } else { access.clone() };
    let accesses = changed(spec.accesses, change);
    if torn.is_empty() || !builds(&TileSpec { accesses: &accesses, ..*spec }, budget) {
        return None;
    }
    Some(format!("declare {}: blocks of whole groups have no conflicts", declared(spec.accesses, change)))
}

// Sizes.

/// Proposes ways to make a tile of `bytes` bytes fit.
fn of_another_size(spec: &TileSpec<'_>, culprit: Culprit, bytes: u128, budget: &Budget) -> Vec<String> {
    let mut help = Vec::new();
    help.extend(more_memory(spec, bytes, budget));
    help.extend(smaller(spec, culprit, bytes, budget));
    help
}

/// Returns true if a tile of another size is small enough, and has room for the accesses.
fn is_tile(spec: &TileSpec<'_>, budget: &Budget) -> bool {
    spec.check().is_ok() && is_small_enough(spec, budget)
}

fn more_memory(spec: &TileSpec<'_>, bytes: u128, budget: &Budget) -> Option<String> {
    let dynamic = TileSpec { dynamic: true, ..*spec };
    if !spec.dynamic && bytes <= u128::from(spec.arch.opt_in_limit()) && is_small_enough(&dynamic, budget) {
        return Some(format!(
            "write `memory = dynamic`, which allows {} bytes on {}{}",
            spec.arch.opt_in_limit(),
            spec.arch,
            with_wrap_too(&dynamic)
        ));
    }
    if spec.arch != Arch::DEFAULT {
        return None;
    }
    let fits = |arch: &Arch| {
        let copies = arch.has_bulk_tensor_copy() || !matches!(spec.choice, LayoutChoice::Tma(_));
        let fits = bytes <= u128::from(arch.opt_in_limit());
        copies && fits && is_small_enough(&TileSpec { arch: *arch, ..dynamic }, budget)
    };
    let archs: Vec<Arch> = [Arch::SM_86, Arch::SM_80, Arch::SM_90].into_iter().filter(fits).collect();
    let first = *archs.first()?;
    let options: Vec<String> =
        archs.iter().map(|arch| format!("`arch = {arch}` ({} bytes)", arch.opt_in_limit())).collect();
    let memory = if spec.dynamic { "name" } else { "write `memory = dynamic` and name" };
    let too = with_wrap_too(&TileSpec { arch: first, ..dynamic });
    Some(format!("{memory} the architecture, as in {}{too}", listed(&options, "or")))
}

fn smaller<'a>(spec: &TileSpec<'a>, culprit: Culprit, bytes: u128, budget: &Budget) -> Option<String> {
    let limit = u128::from(spec.limit());
    let estimate = |whole: u32| u32::try_from(limit * u128::from(whole) / bytes).unwrap_or(whole).min(whole - 1);
    let largest = |whole: u32, of: &dyn Fn(u32) -> TileSpec<'a>| largest(estimate(whole), of, budget);
    if (culprit == Culprit::Stages || spec.stages > 1)
        && let Some(stages) = largest(spec.stages, &|stages| TileSpec { stages, ..*spec })
    {
        return Some(format!("write `stages = {stages}`, which is the most that fits"));
    }
    let take = |count: u32, noun: &str, of: TileSpec<'_>| {
        format!("take at most {count} {noun}{}{}", if count == 1 { "" } else { "s" }, with_wrap_too(&of))
    };
    if spec.shape().is_line() {
        let of = |cols| TileSpec { cols, ..*spec };
        return largest(spec.cols, &of).map(|cols| take(cols, "element", of(cols)));
    }
    if let Some(planes) = spec.planes {
        let of = |planes| TileSpec { planes: Some(planes), ..*spec };
        if let Some(planes) = largest(planes, &of) {
            return Some(take(planes, "plane", of(planes)));
        }
    }
    let of = |rows| TileSpec { rows, ..*spec };
    let rows = largest(spec.rows, &of).filter(|rows| *rows > 1).map(|rows| take(rows, "row", of(rows)));
    let part = || {
        let part = |side: u32| TileSpec { rows: spec.rows.min(side), cols: spec.cols.min(side), ..*spec };
        let part = [256, 128, 64, 32, 16, 8].into_iter().map(part).find(|part| is_tile(part, budget))?;
        let planes = part.planes.map(|planes| format!("{planes} x ")).unwrap_or_default();
        Some(format!("make the tile the part that a block works on, such as {planes}{} x {}", part.rows, part.cols))
    };
    rows.or_else(part)
}

/// Returns the largest number of those from `estimate` down to 8 less, and then of whole warps, with which a tile builds; where none
/// does, with which it is small enough. A layout for another size may add more than the estimate knows.
fn largest<'a>(estimate: u32, of: &dyn Fn(u32) -> TileSpec<'a>, budget: &Budget) -> Option<u32> {
    let least = estimate.saturating_sub(8).max(1);
    let of_warps = Some(estimate / LANES as u32 * LANES as u32).filter(|count| *count > 0 && *count < least);
    let mut small_enough = None;
    for count in (least..=estimate).rev().chain(of_warps) {
        let spec = of(count);
        if spec.check().is_err() {
            continue;
        }
        match trial(&spec, budget) {
            Trial::Builds(_) => return Some(count),
            // Conflicting accesses are kept, too.
            Trial::None if spec.conflicts != ConflictPolicy::Deny => return Some(count),
            Trial::None => small_enough = small_enough.or(Some(count)),
            Trial::TooLarge => {}
        }
    }
    small_enough
}

/// Proposes the accesses with the pairs of `fragment(.., c)` in one request, if they are free of conflict: an accumulator that is stored an
/// element at a time is in every second column, so beside vectors of another access its lanes reach half of the banks.
fn with_pairs(spec: &TileSpec<'_>, budget: &Budget) -> Vec<String> {
    let is_single = |access: &Access| {
        let fits = (4..=WIDEST_BYTES / 2).contains(&spec.elem_bytes);
        fits && access.vec == 1
            && !access.transposed
            && matches!(access.pattern, Pattern::Fragment { operand: Operand::C, .. })
    };
    let paired = |access: &Access| if is_single(access) { access.clone().vec(2) } else { access.clone() };
    let accesses = changed(spec.accesses, paired);
    if accesses == spec.accesses || !builds(&TileSpec { accesses: &accesses, ..*spec }, budget) {
        return Vec::new();
    }
    Vec::from([format!("declare {}: pairs in one request have no conflicts", declared(spec.accesses, paired))])
}

/// Proposes to leave out one access, with the layout that the others then get: of the accesses that help, the one without which the
/// tile takes the fewest bytes; of several such the last, as the main ones are declared first. `report` is of the layout that was
/// asked for, or of the best found.
fn without_one(spec: &TileSpec<'_>, report: &Report, budget: &Budget) -> Vec<String> {
    let mut best: Option<(usize, Vec<Access>, LayoutChoice, Solution)> = None;
    let choices = [spec.choice, LayoutChoice::Auto];
    // A closure is not written out: then the options stay as they are.
    let has_closure = has_closure(spec.accesses);
    let choices = if has_closure || spec.choice == LayoutChoice::Auto { &choices[..1] } else { &choices[..] };
    let count = spec.accesses.len();
    for left_out in (0..if count > 1 { count } else { 0 }).rev() {
        let mut accesses = spec.accesses.to_vec();
        accesses.remove(left_out);
        let without = |choice: LayoutChoice| TileSpec { accesses: &accesses, choice, ..*spec };
        // On an exact layout the others cost what they cost beside this one.
        let helps = |choice: &&LayoutChoice| choice.is_search() || is_only_conflict(report, left_out);
        let choice = choices.iter().filter(helps).copied().find(|choice| builds(&without(*choice), budget));
        let Some(choice) = choice else { continue };
        // The layout that the user then gets: a search with more steps can find a cheaper one.
        let Trial::Builds(solution) = answer(&without(choice), &Budget::new(Budget::SEARCH)) else { continue };
        if best.as_ref().is_none_or(|(.., best)| solution.bytes() < best.bytes()) {
            best = Some((left_out, accesses, choice, solution));
        }
    }
    let Some((left_out, accesses, choice, solution)) = best else { return Vec::new() };
    let verdict = match accesses.iter().any(|access| access.max_ways > 1) {
        true => "has only conflicts that are accepted",
        false => "has no conflicts",
    };
    let name = spec.accesses[left_out].to_string();
    let how = match has_closure {
        true => "leave it out".to_string(),
        false => format!("declare {}", written(&accesses)),
    };
    let with = if choice == spec.choice { String::new() } else { format!(" and write `{choice}`") };
    let (layout, bytes) = (solution.layout(), solution.bytes());
    Vec::from([format!("where the kernel can do without `{name}`, {how}{with}: {layout} ({bytes} bytes) {verdict}")])
}

/// Returns true if every access but that of this number is accepted.
fn is_only_conflict(report: &Report, number: usize) -> bool {
    (0..).zip(&report.accesses).all(|(other, access)| other == number || access.is_accepted())
}
