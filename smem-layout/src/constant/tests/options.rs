//! Every option that constants take, drawn at random, against the solver of the crate: the same answer for a layout that is named, the
//! same refusals, and of a search no smaller one where the solver's answer is of these classes.

use alloc::{format, vec::Vec};

use super::{Numbers, alike, simple_tile, spec};
use smem_banks::{Arch, Cute};
use smem_exhaustive::count;

use crate::{
    access::{Access, ConstAccess, Shape},
    codegen::index_cost,
    constant::{Dimensions, SimpleChoice, SimpleTileSpec, outcome::solve, refusal::Refusal},
    layout::{Layout, Prefer, Swizzle},
    solve::{AutoOr, ConflictPolicy, LayoutChoice, Solution, SolveError, TileSpec, TileSpecBuilder},
};

const ARCHES: [Arch; 7] =
    [Arch::DEFAULT, Arch::DEFAULT, Arch::SM_90, Arch::SM_90, Arch::SM_80, Arch::SM_35, Arch::SM_13];

/// A request of constants, and the same of literals.
struct Request {
    shape: Shape,
    elem_bytes: u32,
    accesses: Vec<ConstAccess<'static>>,
    arch: Arch,
    choice: (SimpleChoice, LayoutChoice),
    prefer: Prefer,
    stages: u32,
    allows_conflicts: bool,
    is_dynamic: bool,
}

impl Request {
    fn draw(numbers: &mut Numbers) -> Request {
        let (shape, elem_bytes, accesses) = match numbers.below(4) {
            0 => numbers.tile_of_planes(),
            _ => {
                let (rows, cols, elem_bytes, accesses) = numbers.tile();
                (Shape::flat(rows, cols), elem_bytes, accesses)
            }
        };
        let (bits, base) = (1 + numbers.below(4), numbers.below(5));
        let shift = (bits + numbers.below(6)) as i32 * numbers.of(&[1, 1, -1]);
        let (cute, pad) = (Cute::new(bits, base, shift).unwrap(), numbers.below(9));
        let choice = numbers.of(&[
            (SimpleChoice::Plain, LayoutChoice::Plain),
            (SimpleChoice::Pad(pad), LayoutChoice::Pad(AutoOr::Exactly(pad))),
            (SimpleChoice::Cute(cute), LayoutChoice::Swizzle(AutoOr::Exactly(cute))),
            (SimpleChoice::PadAuto, LayoutChoice::Pad(AutoOr::Auto)),
            (SimpleChoice::SwizzleAuto, LayoutChoice::Swizzle(AutoOr::Auto)),
            (SimpleChoice::Auto, LayoutChoice::Auto),
        ]);
        let arch = numbers.of(&ARCHES);
        Request {
            shape,
            elem_bytes,
            accesses,
            arch,
            choice,
            prefer: numbers.of(&[Prefer::Balance, Prefer::Bytes, Prefer::Index]),
            stages: numbers.of(&[1, 1, 2, 3, 40]),
            allows_conflicts: numbers.below(3) == 0,
            is_dynamic: arch != Arch::DEFAULT && numbers.below(2) == 0,
        }
    }

    /// Returns the answer of the solver; `None` for a request that the attribute refuses before there are numbers.
    fn of_literals(&self, accesses: &[Access]) -> Option<Result<Solution, SolveError>> {
        let policy = if self.allows_conflicts { ConflictPolicy::Allow } else { ConflictPolicy::Deny };
        let spec = self.builder(accesses).choice(self.choice.1).prefer(self.prefer).conflicts(policy);
        Some(crate::solve(&spec.stages(self.stages).build().ok()?))
    }

    /// Returns the alignment that the attribute chooses, which is that of any layout.
    fn align(&self, accesses: &[Access]) -> u32 {
        let any = self.builder(accesses).choice(LayoutChoice::Plain).conflicts(ConflictPolicy::Allow).build();
        any.ok().and_then(|any| crate::solve(&any).ok()).map_or(16, |any| any.align())
    }

    fn builder<'a>(&self, accesses: &'a [Access]) -> TileSpecBuilder<'a> {
        let Shape { planes, rows, cols } = self.shape;
        let spec = TileSpec::builder(rows, cols, self.elem_bytes, accesses).arch(self.arch).dynamic(self.is_dynamic);
        planes.map_or(spec, |planes| spec.planes(planes))
    }

    fn of_constants(&self, align: u32) -> SimpleTileSpec<'_> {
        let Shape { planes, rows, cols } = self.shape;
        let size = match planes {
            Some(planes) => Dimensions::Planes(planes.into(), rows.into(), cols.into()),
            None if rows == 1 => Dimensions::Line(cols.into()),
            None => Dimensions::Rows(rows.into(), cols.into()),
        };
        SimpleTileSpec {
            size,
            arch: self.arch,
            prefer: self.prefer,
            stages: self.stages,
            allows_conflicts: self.allows_conflicts,
            is_dynamic: self.is_dynamic,
            align,
            ..spec((1, 1), self.elem_bytes as usize, &self.accesses, self.choice.0)
        }
    }

    fn is_search(&self) -> bool {
        matches!(self.choice.0, SimpleChoice::Auto | SimpleChoice::PadAuto | SimpleChoice::SwizzleAuto)
    }
}

/// Returns true if const evaluation searches the class of this layout, on a tile with lines of `line` elements.
fn is_of_constants(layout: &Layout, line: u32) -> bool {
    match layout.swizzle() {
        Swizzle::None => [layout.cols(), line].contains(&layout.line()),
        Swizzle::Cute(_) => layout.is_in_rows(),
        _ => false,
    }
}

#[test]
fn every_option_of_constants_has_the_answer_of_literals() {
    let mut numbers = Numbers(21);
    let (mut named, mut searched, mut refused, mut other) = (0, 0, 0, 0);
    for _ in 0..count(6000, 600) {
        let request = Request::draw(&mut numbers);
        let accesses: Vec<Access> = request.accesses.iter().map(alike).collect();
        let Some(there) = request.of_literals(&accesses) else { continue };
        let here = solve(request.of_constants(request.align(&accesses)));
        let Request { shape, elem_bytes, arch, choice, prefer, stages, .. } = &request;
        let what = format!("{shape:?} of {elem_bytes} bytes, {accesses:?}, {}, {prefer}, {stages}, {arch}", choice.1);
        let (there, refusal) = match (there, here.refusal) {
            (Err(_), Some(_)) => {
                refused += 1;
                continue;
            }
            (Err(error), None) => panic!("{what}: {}, and of literals {error:?}", here.layout),
            (Ok(there), refusal) => (there, refusal),
        };
        let layout = there.layout();
        let line = simple_tile((shape.all_rows(), shape.cols), *elem_bytes, &request.accesses, *arch).numbers.line();
        let rank = |layout: &Layout, len: usize| prefer.rank(len as u64, (2.0 * index_cost(layout)) as u32);
        if request.is_search() && (!is_of_constants(layout, line) || !there.report().is_accepted()) {
            // The solver knows more classes, and keeps the best layout of a search that found none.
            let is_better = rank(&here.layout, here.len).is_before(&rank(layout, there.len()));
            assert!(refusal.is_some() || !is_better, "{what}: {} and {layout}", here.layout);
            other += 1;
            continue;
        }
        if request.is_search() && matches!(refusal, Some(Refusal::Unfinished)) {
            other += 1;
            continue;
        }
        assert!(refusal.is_none(), "{what}: {refusal:?}, and of literals {layout}");
        if request.is_search() {
            // An equal swizzle of another name, or a padding in place of one that the time did not reach.
            let is_padded = here.layout.swizzle() == Swizzle::None && layout.swizzle() != Swizzle::None;
            let is_as_good = rank(&here.layout, here.len) == rank(layout, there.len());
            assert!(
                is_as_good || is_padded,
                "{what}: {} of {}, and {layout} of {}",
                here.layout,
                here.len,
                there.len()
            );
            other += u32::from(is_padded);
            searched += u32::from(!is_padded);
        } else {
            assert_eq!(here.layout, *layout, "{what}");
            named += 1;
        }
        if here.layout == *layout {
            let (own, of_literals) =
                ((here.stage_len, here.len, here.spec.align), (there.stage_len(), there.len(), there.align()));
            assert_eq!(own, of_literals, "{what}");
            let of_literals = there.cuda("Tile", "T").unwrap();
            assert_eq!(here.cuda::<8192>("Tile", "T", "").as_str(), of_literals, "{what}");
        }
    }
    assert!(
        named > count(400, 40) && searched > count(1500, 150) && refused > count(600, 60),
        "{named}, {searched}, {refused}, {other}"
    );
    assert!(other < searched, "{other} of other classes or unfinished, and {searched} the same");
}
