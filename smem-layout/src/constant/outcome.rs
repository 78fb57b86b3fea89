//! The answer of const evaluation: a layout with its storage, or what is wrong and a layout that keeps the rest compiling.

use crate::{
    access::{ConstAccess, ConstPattern},
    codegen::{CudaTile, Index, IndexText, StructForm},
    constant::{
        candidates::swizzled,
        check::check,
        counterexample::Counterexamples,
        refusal::{AttributePart, Proposal, Refusal, TooLargeBy},
        search::search,
        spec::{Dimensions, SimpleChoice, SimpleTile, SimpleTileSpec},
        verdict::{is_free, worst},
        work_budget::WorkBudget,
        worst_position::WorstPosition,
    },
    layout::{Layout, NoPitch},
    text::{Text, put},
};

/// The layout of a [`SimpleTileSpec`] with its storage. After a refusal it is a plain one, so that one mistake gives one message.
#[derive(Clone, Copy, Debug)]
pub struct SimpleSolution<'a> {
    /// The spec.
    pub spec: SimpleTileSpec<'a>,
    /// The planes that the rows of the layout are in, where the tile has three dimensions.
    pub planes: Option<u32>,
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
    pub(super) refusal: Option<Refusal>,
}

/// Returns the layout that `spec` asks for, or what is wrong.
pub const fn solve<'a>(spec: SimpleTileSpec<'a>) -> SimpleSolution<'a> {
    match found(&spec) {
        Ok((tile, layout)) => {
            let elem_bytes = tile.numbers.elem_bytes;
            let unit = spec.align.div_ceil(elem_bytes) as usize;
            let stage_len = layout.len().next_multiple_of(unit);
            let len = stage_len * spec.stages as usize;
            let refusal = match len as u128 * elem_bytes as u128 {
                bytes if bytes > spec.limit() as u128 => Some(Refusal::TooLarge { bytes, by: TooLargeBy::Layout }),
                _ => None,
            };
            let index = Index::of(&layout);
            SimpleSolution {
                spec,
                planes: tile.numbers.planes,
                layout,
                index,
                stage_len,
                len,
                vec: tile.numbers.granule,
                refusal,
            }
        }
        Err(refusal) => {
            let (planes, layout) = plain(&spec);
            let (len, index) = (layout.len(), Index::of(&layout));
            SimpleSolution { spec, planes, layout, index, stage_len: len, len, vec: 1, refusal: Some(refusal) }
        }
    }
}

impl SimpleSolution<'_> {
    /// Returns the struct `name` in CUDA C++, whose elements are of the type `elem`, after the lines of `include`.
    pub const fn cuda<const N: usize>(&self, name: &str, elem: &str, include: &str) -> Text<N> {
        let elem_bytes = self.spec.elem_bytes;
        let tile = CudaTile {
            name,
            elem,
            layout: &self.layout,
            planes: self.planes,
            elem_bytes: elem_bytes as u32,
            stages: self.spec.stages,
            align: self.spec.align,
            vec: self.vec,
            tensor_map_swizzle: None,
            stage_len: self.stage_len,
            len: self.len,
            bytes: self.len * elem_bytes,
        };
        let mut text = Text::new();
        let t = &mut text.writer();
        put!(t; include,);
        tile.write(StructForm::Kernel, &IndexText::Computed(self.index), t);
        text
    }

    /// Returns the number of planes; a tile without them is one.
    pub const fn plane_count(&self) -> u32 {
        match self.planes {
            Some(planes) => planes,
            None => 1,
        }
    }

    /// Returns the pitch; panics with one of the two messages where a swizzle or padding inside rows leaves none.
    #[track_caller]
    pub const fn pitch(&self, swizzled: &str, padded: &str) -> u32 {
        match self.layout.row_pitch() {
            Ok(pitch) => pitch,
            Err(NoPitch::Swizzled) => panic!("{}", swizzled),
            Err(_) => panic!("{}", padded),
        }
    }

    /// Returns the part of the attribute at fault.
    pub const fn culprit(&self) -> AttributePart {
        match &self.refusal {
            None => AttributePart::None,
            Some(refusal) => refusal.culprit(),
        }
    }
}

/// Returns a plain layout of the size that was asked for, if that is one.
const fn plain(spec: &SimpleTileSpec<'_>) -> (Option<u32>, Layout) {
    let tile = check(&SimpleTileSpec { accesses: &[], stages: 1, ..*spec });
    let (planes, rows, cols) = match tile {
        Ok(tile) => (tile.numbers.planes, tile.numbers.rows, tile.numbers.cols),
        Err(_) => (if matches!(spec.size, Dimensions::Planes(..)) { Some(1) } else { None }, 1, 1),
    };
    match Layout::plain(rows, cols) {
        Ok(layout) => (planes, layout),
        Err(_) => panic!("the size was checked"),
    }
}

const fn found<'a>(spec: &SimpleTileSpec<'a>) -> Result<(SimpleTile<'a>, Layout), Refusal> {
    let tile = match check(spec) {
        Ok(tile) => tile,
        Err(refusal) => return Err(refusal),
    };
    let mut budget = WorkBudget::new();
    let exact = match spec.choice {
        SimpleChoice::Plain => Ok(tile.numbers.pitched(tile.numbers.line())),
        SimpleChoice::Pad(pad) => padded(spec, &tile, pad),
        SimpleChoice::Cute(cute) if cute.bits() > 0 && 1 << cute.base() < tile.numbers.granule => {
            Err(Refusal::Torn { access: widest(&tile) })
        }
        SimpleChoice::Cute(cute) => match swizzled(tile.numbers.pitched(tile.numbers.line()), cute) {
            Some(layout) => Ok(layout),
            None => Err(Refusal::NotABijection),
        },
        SimpleChoice::PadAuto | SimpleChoice::SwizzleAuto | SimpleChoice::Auto => {
            return match search(
                &tile,
                spec.choice,
                (spec.limit() / tile.numbers.elem_bytes / spec.stages) as usize,
                &mut budget,
            ) {
                Some(layout) => Ok((tile, layout)),
                None if budget.is_spent() => Err(Refusal::Unfinished),
                None => Err(none_found(&tile, spec.choice)),
            };
        }
    };
    let layout = match exact {
        Ok(layout) => layout,
        Err(refusal) => return Err(refusal),
    };
    if spec.allows_conflicts || is_free(&tile, &layout, &mut Counterexamples::new(), &mut budget) {
        return Ok((tile, layout));
    }
    match conflict(&tile, &layout, &mut budget) {
        None if budget.is_spent() => Err(Refusal::Unfinished),
        None => Ok((tile, layout)),
        Some((access, worst)) => {
            let padded = Proposal::of(search(&tile, SimpleChoice::PadAuto, usize::MAX, &mut WorkBudget::new()));
            let swizzled = Proposal::of(search(&tile, SimpleChoice::SwizzleAuto, usize::MAX, &mut WorkBudget::new()));
            Err(Refusal::Conflict { access, worst, padded, swizzled })
        }
    }
}

/// Returns the layout with `pad` unused elements a line, if vectors stay aligned.
const fn padded(spec: &SimpleTileSpec<'_>, tile: &SimpleTile<'_>, pad: u32) -> Result<Layout, Refusal> {
    let line = tile.numbers.line();
    let pitch = line as u64 + pad as u64;
    let lines = if tile.numbers.rows == 1 { tile.numbers.cols.div_ceil(line) } else { tile.numbers.rows };
    let bytes = pitch as u128 * lines as u128 * tile.numbers.elem_bytes as u128 * spec.stages as u128;
    if bytes > spec.limit() as u128 {
        return Err(Refusal::TooLarge { bytes, by: TooLargeBy::Layout });
    }
    let pitch = pitch as u32;
    if pitch.is_multiple_of(tile.numbers.granule) || lines == 1 {
        Ok(tile.numbers.pitched(pitch))
    } else {
        Err(Refusal::Misaligned { pad, pitch, access: widest(tile) })
    }
}

/// Returns the number of the access with the widest vectors.
const fn widest(tile: &SimpleTile<'_>) -> usize {
    let mut number = 0;
    while tile.accesses[number].granule(tile.numbers.elem_bytes) < tile.numbers.granule {
        number += 1;
    }
    number
}

/// Returns the first access with more ways than it accepts, and its worst spec.
const fn conflict(tile: &SimpleTile<'_>, layout: &Layout, budget: &mut WorkBudget) -> Option<(usize, WorstPosition)> {
    let mut number = 0;
    while number < tile.accesses.len() {
        let worst = worst(tile, &tile.positions(number), layout, u32::MAX, budget);
        if worst.ways > tile.accesses[number].max_ways {
            return Some((number, worst));
        }
        number += 1;
    }
    None
}

/// Returns the refusal of a search: the conflict of the dense layout, of which there is one, since it was searched.
const fn none_found(tile: &SimpleTile<'_>, choice: SimpleChoice) -> Refusal {
    let dense = tile.numbers.pitched(tile.numbers.line());
    match conflict(tile, &dense, &mut WorkBudget::new()) {
        Some((access, worst)) => Refusal::NoneFound { access, worst, unwrapped: Proposal::of(unwrapped(tile, choice)) },
        None => Refusal::Unfinished,
    }
}

/// Returns the layout for the same accesses by warps that stay in their row or column, if any of them wraps.
const fn unwrapped(tile: &SimpleTile<'_>, choice: SimpleChoice) -> Option<Layout> {
    let mut accesses =
        [ConstAccess { pattern: ConstPattern::Row { wrap: false }, vec: 1, max_ways: 1, transposed: false }; 8];
    let count = tile.accesses.len();
    if tile.numbers.rows == 1 || count > accesses.len() {
        return None;
    }
    let (mut number, mut wraps) = (0, false);
    while number < count {
        let access = tile.accesses[number];
        wraps |= matches!(
            access.pattern,
            ConstPattern::Row { wrap: true } | ConstPattern::Col { wrap: true } | ConstPattern::Depth { wrap: true }
        );
        let pattern = match access.pattern {
            ConstPattern::Row { .. } => ConstPattern::Row { wrap: false },
            ConstPattern::Col { .. } => ConstPattern::Col { wrap: false },
            ConstPattern::Depth { .. } => ConstPattern::Depth { wrap: false },
            pattern => pattern,
        };
        accesses[number] = ConstAccess { pattern, ..access };
        number += 1;
    }
    let (accesses, _) = accesses.split_at(count);
    if wraps { search(&tile.with(accesses), choice, usize::MAX, &mut WorkBudget::new()) } else { None }
}
