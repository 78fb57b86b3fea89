//! The answer of const evaluation: a layout with its storage, or what is wrong and a layout that keeps the rest compiling.

use crate::{
    constant::{
        access::{Access, Pattern},
        candidates::{pitched, swizzled},
        check::check,
        failure::{Culprit, Failure, Proposal, TooLargeBy},
        index::Index,
        positions::Positions,
        request::{Choice, Request, Tile},
        search::search,
        verdict::{Budget, Worst, worst},
    },
    layout::Layout,
};

/// The layout of a [`Request`] with its storage. After a failure it is a plain one, so that one mistake gives one message.
#[derive(Clone, Copy, Debug)]
pub struct Outcome<'a> {
    /// The request.
    pub request: Request<'a>,
    /// The layout of one stage.
    pub layout: Layout,
    /// The arithmetic of the index.
    pub index: Index,
    /// Elements of one stage.
    pub stage_len: usize,
    /// Elements of storage.
    pub len: usize,
    /// Elements of the widest vector that an access declares.
    pub vec: u32,
    pub(super) failure: Option<Failure>,
}

/// Returns the layout that `request` asks for, or what is wrong.
pub const fn solve<'a>(request: Request<'a>) -> Outcome<'a> {
    match found(&request) {
        Ok((tile, layout)) => {
            let elem_bytes = tile.elem_bytes;
            let unit = request.align.div_ceil(elem_bytes) as usize;
            let stage_len = layout.len().next_multiple_of(unit);
            let len = stage_len * request.stages as usize;
            let failure = match len as u128 * elem_bytes as u128 {
                bytes if bytes > request.limit() as u128 => Some(Failure::TooLarge { bytes, by: TooLargeBy::Layout }),
                _ => None,
            };
            let index = Index::of(&layout);
            Outcome { request, layout, index, stage_len, len, vec: tile.granule(), failure }
        }
        Err(failure) => {
            let layout = plain(&request);
            let (len, index) = (layout.len(), Index::of(&layout));
            Outcome { request, layout, index, stage_len: len, len, vec: 1, failure: Some(failure) }
        }
    }
}

impl Outcome<'_> {
    /// Returns the part of the attribute at fault.
    pub const fn culprit(&self) -> Culprit {
        match &self.failure {
            None => Culprit::None,
            Some(failure) => failure.culprit(),
        }
    }
}

/// Returns a plain layout of the size that was asked for, if that is one.
const fn plain(request: &Request<'_>) -> Layout {
    let tile = check(&Request { accesses: &[], stages: 1, ..*request });
    let (rows, cols) = match tile {
        Ok(tile) => (tile.rows, tile.cols),
        Err(_) => (1, 1),
    };
    match Layout::plain(rows, cols) {
        Ok(layout) => layout,
        Err(_) => panic!("the size was checked"),
    }
}

const fn found<'a>(request: &Request<'a>) -> Result<(Tile<'a>, Layout), Failure> {
    let tile = match check(request) {
        Ok(tile) => tile,
        Err(failure) => return Err(failure),
    };
    let mut budget = Budget::new();
    let exact = match request.choice {
        Choice::Plain => Ok(pitched(&tile, tile.line())),
        Choice::Pad(pad) => padded(request, &tile, pad),
        Choice::Cute(cute) if cute.bits() > 0 && 1 << cute.base() < tile.granule() => {
            Err(Failure::Torn { access: widest(&tile) })
        }
        Choice::Cute(cute) => match pitched(&tile, tile.line()) {
            Some(plain) => match swizzled(plain, cute) {
                Some(layout) => Ok(Some(layout)),
                None => Err(Failure::NotABijection),
            },
            None => Ok(None),
        },
        Choice::PadAuto | Choice::SwizzleAuto | Choice::Auto => {
            return match search(&tile, request.choice, &mut budget) {
                Some(layout) => Ok((tile, layout)),
                None if budget.is_spent() => Err(Failure::Unfinished),
                None => Err(none_found(&tile, request.choice)),
            };
        }
    };
    let layout = match exact {
        Ok(Some(layout)) => layout,
        // The sizes were checked.
        Ok(None) => return Err(Failure::Unfinished),
        Err(failure) => return Err(failure),
    };
    if request.allows_conflicts {
        return Ok((tile, layout));
    }
    match conflict(&tile, &layout, &mut budget) {
        None if budget.is_spent() => Err(Failure::Unfinished),
        None => Ok((tile, layout)),
        Some((access, worst)) => {
            let padded = Proposal::of(search(&tile, Choice::PadAuto, &mut Budget::new()));
            let swizzled = Proposal::of(search(&tile, Choice::SwizzleAuto, &mut Budget::new()));
            Err(Failure::Conflict { access, worst, padded, swizzled })
        }
    }
}

/// Returns the layout with `pad` unused elements a line, if vectors stay aligned.
const fn padded(request: &Request<'_>, tile: &Tile<'_>, pad: u32) -> Result<Option<Layout>, Failure> {
    let line = tile.line();
    let pitch = line as u64 + pad as u64;
    let lines = if tile.rows == 1 { tile.cols.div_ceil(line) } else { tile.rows };
    let bytes = pitch as u128 * lines as u128 * tile.elem_bytes as u128 * request.stages as u128;
    if bytes > request.limit() as u128 {
        return Err(Failure::TooLarge { bytes, by: TooLargeBy::Layout });
    }
    let pitch = pitch as u32;
    if pitch.is_multiple_of(tile.granule()) || lines == 1 {
        Ok(pitched(tile, pitch))
    } else {
        Err(Failure::Misaligned { pad, pitch, access: widest(tile) })
    }
}

/// Returns the number of the access with the widest vectors.
const fn widest(tile: &Tile<'_>) -> usize {
    let mut number = 0;
    while tile.accesses[number].lane_elements(tile.elem_bytes) < tile.granule() {
        number += 1;
    }
    number
}

/// Returns the first access with more ways than it accepts, and its worst request.
const fn conflict(tile: &Tile<'_>, layout: &Layout, budget: &mut Budget) -> Option<(usize, Worst)> {
    let mut number = 0;
    while number < tile.accesses.len() {
        let access = &tile.accesses[number];
        let worst = worst(&Positions::of(access, tile), layout, &tile.model, u32::MAX, budget);
        if worst.ways > access.max_ways {
            return Some((number, worst));
        }
        number += 1;
    }
    None
}

/// Returns the failure of a search: the conflict of the dense layout, of which there is one, since it was searched.
const fn none_found(tile: &Tile<'_>, choice: Choice) -> Failure {
    let dense = match pitched(tile, tile.line()) {
        Some(dense) => dense,
        None => return Failure::Unfinished,
    };
    match conflict(tile, &dense, &mut Budget::new()) {
        Some((access, worst)) => Failure::NoneFound { access, worst, unwrapped: Proposal::of(unwrapped(tile, choice)) },
        None => Failure::Unfinished,
    }
}

/// Returns the layout for the same accesses by warps that stay in their row or column, if any of them wraps.
const fn unwrapped(tile: &Tile<'_>, choice: Choice) -> Option<Layout> {
    let mut accesses = [Access { pattern: Pattern::Row { wrap: false }, vec: 1, max_ways: 1 }; 8];
    let count = tile.accesses.len();
    if tile.rows == 1 || count > accesses.len() {
        return None;
    }
    let (mut number, mut wraps) = (0, false);
    while number < count {
        let access = tile.accesses[number];
        wraps |= matches!(access.pattern, Pattern::Row { wrap: true } | Pattern::Col { wrap: true });
        let pattern = match access.pattern {
            Pattern::Row { .. } => Pattern::Row { wrap: false },
            Pattern::Col { .. } => Pattern::Col { wrap: false },
            pattern => pattern,
        };
        accesses[number] = Access { pattern, ..access };
        number += 1;
    }
    let (accesses, _) = accesses.split_at(count);
    if wraps { search(&Tile { accesses, ..*tile }, choice, &mut Budget::new()) } else { None }
}
