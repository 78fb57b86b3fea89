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
        budget::Budget,
        checks::{check_accesses, check_shape},
        failure::{Culprit, Failure, SolveError},
        proposals::Proposals,
        report::Report,
        request::{Choice, Pick, Request},
        requested::requested_layout,
        search::search,
        solution::Solution,
    },
};

/// Adds reasons and proposals to `error`.
pub(crate) fn with_proposals(request: &Request<'_>, error: SolveError) -> SolveError {
    let budget = Budget::new(Budget::MESSAGE);
    let proposals = match error.failure() {
        Failure::TooLarge(size) => {
            Proposals { help: of_another_size(request, error.culprit(), size.bytes(), &budget), ..Proposals::default() }
        }
        Failure::Misaligned { pad, granule, .. } => {
            let pads = [pad / granule * granule, pad.next_multiple_of(*granule)];
            let near = pads.map(|pad| Choice::Pad(Pick::Exactly(pad)));
            one_of(request, &[&near[..], &[Choice::Pad(Pick::Auto)], &[Choice::Auto]], &budget)
        }
        Failure::TornVector { cute, granule, .. } => {
            let whole = Cute::new(cute.bits(), granule.trailing_zeros(), cute.shift());
            let whole: Vec<Choice> = whole.map(|cute| Choice::Swizzle(Pick::Exactly(cute))).into_iter().collect();
            one_of(request, &[&whole, &[Choice::Swizzle(Pick::Auto)], &[Choice::Auto]], &budget)
        }
        Failure::NotABijection { .. } => {
            one_of(request, &[&[Choice::Swizzle(Pick::Auto)], &[Choice::Pad(Pick::Auto)]], &budget)
        }
        Failure::TmaArch(_) => Proposals { help: with_bulk_copy(request, &budget), ..Proposals::default() },
        Failure::Conflict { report, .. } if matches!(request.choice, Choice::Tma(_)) => {
            let help = read_as_copied(request, &budget);
            let keep_layout = !help.is_empty() && has_default_accesses(request);
            Proposals { keep_layout, ..around_groups(request, report, &budget).after(help) }
        }
        Failure::Conflict { report, .. } | Failure::NoneFound { report, .. } => around_groups(request, report, &budget),
        _ => Proposals::default(),
    };
    error.with(proposals)
}

/// Proposes the layouts that build, from the first group that has one.
fn one_of(request: &Request<'_>, groups: &[&[Choice]], budget: &Budget) -> Proposals {
    let builds = |choice: &&Choice| builds(&Request { choice: **choice, ..*request }, budget);
    let found = groups.iter().map(|group| group.iter().filter(builds).map(|choice| format!("`{choice}`")).collect());
    let found = found.into_iter().find(|options: &Vec<String>| !options.is_empty());
    let help = found.map(|options| format!("write {}", options.join(" or ")));
    Proposals { help: help.into_iter().collect(), ..Proposals::default() }
}

/// Returns true if the request has an answer that is found within `budget`.
fn builds(request: &Request<'_>, budget: &Budget) -> bool {
    check_accesses(request).is_ok() && has_size(request, budget) == Some(true)
}

/// Returns whether the layout fits into shared memory; `None` if no layout without conflicts was found.
fn has_size(request: &Request<'_>, budget: &Budget) -> Option<bool> {
    if check_shape(request).is_err() {
        return Some(false);
    }
    if check_accesses(request).is_err() {
        return None;
    }
    let (tile, allowed) = (request.checked_tile(), request.allowed_ways());
    let layout = match requested_layout(request, &tile) {
        Err(error) => return matches!(error.failure(), Failure::TooLarge(_)).then_some(false),
        Ok(Some(layout)) if request.allow_conflicts || tile.fits(&layout, &allowed) => layout,
        Ok(Some(_)) => return None,
        Ok(None) => {
            let share = budget.share(Budget::MESSAGE);
            let found = search(&tile, request.choice, &allowed, &share);
            budget.take_back(&share);
            found.ok()?
        }
    };
    Some(Solution::of(request, layout, Report { accesses: Vec::new() }).is_ok())
}

/// Returns true for the accesses that the attribute declares by default.
fn has_default_accesses(request: &Request<'_>) -> bool {
    let default = [Access::row(), Access::col()];
    request.accesses == if request.rows == 1 { &default[..1] } else { &default }
}

/// Proposes accesses that read without conflicts what the bulk tensor copy writes.
fn read_as_copied(request: &Request<'_>, budget: &Budget) -> Vec<String> {
    let free = |access: &Access| builds(&Request { accesses: core::slice::from_ref(access), ..*request }, budget);
    let candidates =
        if has_default_accesses(request) { &[Access::ldmatrix(), Access::row()][..] } else { &[Access::ldmatrix()] };
    let found: Vec<String> =
        candidates.iter().filter(|access| free(access)).map(|access| format!("`access({access})`")).collect();
    match found.len() {
        0 => Vec::new(),
        1 => vec![format!("declare {}, which has no conflicts with `{}`", found[0], request.choice)],
        _ => vec![format!("declare {}: neither has conflicts with `{}`", found.join(" or "), request.choice)],
    }
}

/// Proposes an architecture with the bulk tensor copy, or a layout for tiles that threads fill.
fn with_bulk_copy(request: &Request<'_>, budget: &Budget) -> Vec<String> {
    let with_copy = Request { arch: Arch::SM_90, ..*request };
    let ldmatrix = [Access::ldmatrix()];
    let swizzled = Request { choice: Choice::Swizzle(Pick::Auto), ..*request };
    let mut help = Vec::new();
    if builds(&with_copy, budget) {
        help.push("write `arch = sm_90`".to_string());
    } else if has_default_accesses(request) && builds(&Request { accesses: &ldmatrix, ..with_copy }, budget) {
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
fn around_groups(request: &Request<'_>, report: &Report, budget: &Budget) -> Proposals {
    if request.elem_bytes > WIDEST_BYTES {
        let reason = format!(
            "a lane reads at most {WIDEST_BYTES} bytes at once: elements of {} bytes take several requests, whose lanes \
             are {0} bytes apart",
            request.elem_bytes
        );
        return Proposals { reasons: vec![reason], ..Proposals::default() };
    }
    let tile = request.checked_tile();
    let granule = tile.granule();
    let Some(widest) = request.accesses.iter().find(|access| access.lane_elements(request.elem_bytes) == granule)
    else {
        return Proposals::default();
    };
    let unaccepted = report.accesses.iter().zip(request.accesses).filter(|(report, _)| !report.is_accepted());
    let (mut torn, mut reasons) = (Vec::new(), Vec::new());
    for (_, access) in unaccepted {
        if let Some(reach) = banks_within_groups(request, access) {
            torn.push(access);
            reasons.push(format!(
                "`{widest}` keeps groups of {} bytes together, so the lanes of `{access}` reach {reach} of the {} banks",
                granule * request.elem_bytes,
                tile.model.banks()
            ));
        }
    }
    let help = by_blocks(request, &torn, granule, budget).into_iter().collect();
    Proposals { reasons, help, keep_layout: false }
}

/// Returns the number of banks that a phase of `access` can reach, if the access must conflict: more lanes than there are
/// places for groups touch the same part of different groups.
fn banks_within_groups(request: &Request<'_>, access: &Access) -> Option<u32> {
    let tile = request.checked_tile();
    let (granule, model) = (tile.granule(), tile.model);
    let vec = access.lane_elements(request.elem_bytes);
    if vec >= granule || !model.is_xor_invariant() {
        return None;
    }
    let places = model.span() / (granule * request.elem_bytes);
    let phase = model.lanes_per_phase(vec * request.elem_bytes);
    let positions = Positions::of(access, request.rows, request.cols, request.elem_bytes);
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
                let (from, to) = (part[0].0 * request.elem_bytes, (part[0].0 + vec) * request.elem_bytes);
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
fn by_blocks(request: &Request<'_>, torn: &[&Access], granule: u32, budget: &Budget) -> Option<String> {
    let as_block = |access: &Access| {
        let width = granule / access.vec;
        let height = (32 / width).min(request.rows);
        Access { pattern: Pattern::Block { height, width }, ..access.clone() }
    };
    let mut accesses: Vec<Access> = Vec::new();
    for access in request.accesses {
        let access = if torn.contains(&access) { as_block(access) } else { access.clone() };
        if !accesses.contains(&access) {
            accesses.push(access);
        }
    }
    if torn.is_empty() || !builds(&Request { accesses: &accesses, ..*request }, budget) {
        return None;
    }
    let listed = |accesses: &mut dyn Iterator<Item = String>| accesses.collect::<Vec<String>>().join(", ");
    Some(if accesses.iter().any(|access| matches!(access.pattern, Pattern::Lanes(_))) {
        let instead = listed(&mut torn.iter().map(|access| format!("`{}` in place of `{access}`", as_block(access))));
        format!("declare {instead}: blocks of whole groups have no conflicts")
    } else {
        let instead = listed(&mut accesses.iter().map(ToString::to_string));
        format!("declare `access({instead})`: blocks of whole groups have no conflicts")
    })
}

// Sizes.

/// Proposes ways to make a tile of `bytes` bytes fit.
fn of_another_size(request: &Request<'_>, culprit: Culprit, bytes: u128, budget: &Budget) -> Vec<String> {
    let mut help = Vec::new();
    help.extend(more_memory(request, bytes, budget));
    help.extend(smaller(request, culprit, bytes, budget));
    help
}

/// Returns false if the request fails because of its size. Other mistakes do not count.
fn is_small_enough(request: &Request<'_>, budget: &Budget) -> bool {
    has_size(request, budget) != Some(false)
}

/// Returns true if a tile of another size is small enough, and has room for the accesses.
fn is_tile(request: &Request<'_>, budget: &Budget) -> bool {
    check_accesses(request).is_ok() && is_small_enough(request, budget)
}

fn more_memory(request: &Request<'_>, bytes: u128, budget: &Budget) -> Option<String> {
    let dynamic = Request { dynamic: true, ..*request };
    if !request.dynamic && bytes <= u128::from(request.arch.opt_in_limit()) && is_small_enough(&dynamic, budget) {
        return Some(format!(
            "write `memory = dynamic`, which allows {} bytes on {}",
            request.arch.opt_in_limit(),
            request.arch
        ));
    }
    if request.arch != Arch::DEFAULT {
        return None;
    }
    let fits = |arch: &&Arch| {
        let copies = arch.has_bulk_tensor_copy() || !matches!(request.choice, Choice::Tma(_));
        let fits = bytes <= u128::from(arch.opt_in_limit());
        copies && fits && is_small_enough(&Request { arch: **arch, ..dynamic }, budget)
    };
    let options: Vec<String> = [Arch::SM_86, Arch::SM_80, Arch::SM_90]
        .iter()
        .filter(fits)
        .map(|arch| format!("`arch = {arch}` ({} bytes)", arch.opt_in_limit()))
        .collect();
    let (last, others) = options.split_last()?;
    let options = if others.is_empty() { last.clone() } else { format!("{} or {last}", others.join(", ")) };
    let memory = if request.dynamic { "name" } else { "write `memory = dynamic` and name" };
    Some(format!("{memory} the architecture, as in {options}"))
}

fn smaller<'a>(request: &Request<'a>, culprit: Culprit, bytes: u128, budget: &Budget) -> Option<String> {
    let limit = u128::from(request.limit());
    // The largest that fits, from an estimate: a layout for another size may add more.
    let largest = |whole: u32, of: &dyn Fn(u32) -> Request<'a>| {
        let estimate = u32::try_from(limit * u128::from(whole) / bytes).unwrap_or(whole).min(whole - 1);
        (estimate.saturating_sub(8).max(1)..=estimate).rev().find(|&count| is_tile(&of(count), budget))
    };
    if (culprit == Culprit::Stages || request.stages > 1)
        && let Some(stages) = largest(request.stages, &|stages| Request { stages, ..*request })
    {
        return Some(format!("write `stages = {stages}`, which is the most that fits"));
    }
    if request.rows == 1 {
        let cols = largest(request.cols, &|cols| Request { cols, ..*request })?;
        return Some(format!("take at most {cols} elements"));
    }
    let rows = largest(request.rows, &|rows| Request { rows, ..*request }).filter(|rows| *rows > 1);
    let rows = rows.map(|rows| format!("take at most {rows} rows"));
    let part = || {
        let part = |side: u32| Request { rows: request.rows.min(side), cols: request.cols.min(side), ..*request };
        let part = [256, 128, 64, 32, 16, 8].into_iter().map(part).find(|part| is_tile(part, budget))?;
        Some(format!("make the tile the part that a block works on, such as {} x {}", part.rows, part.cols))
    };
    rows.or_else(part)
}
