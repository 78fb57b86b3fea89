//! Positions, verdicts, indices and texts on random layouts.

use alloc::string::ToString;

use super::{Numbers, alike, simple_tile, spec};
use smem_banks::{Arch, Cute};

use crate::{
    access::Shape,
    codegen::{CudaTile, Index, StructForm},
    constant::{
        SimpleChoice,
        outcome::{SimpleSolution, solve},
        spec::SimpleTile,
        verdict::worst,
        work_budget::WorkBudget,
    },
    layout::{Layout, Swizzle},
    text::Text,
    tile_numbers::TileNumbers,
};

const ARCHES: [Arch; 4] = [Arch::DEFAULT, Arch::SM_35, Arch::SM_13, Arch::SM_90];

/// A random layout of the classes that const evaluation knows, with whole vectors.
fn layout(numbers: &mut Numbers, tile: &SimpleTile<'_>) -> Layout {
    let granule = tile.numbers.granule;
    let pad = numbers.below(5) * granule;
    let lines = tile.numbers.rows == 1 && tile.numbers.cols > tile.numbers.line();
    let padded = match lines && pad > 0 {
        true => Layout::lines(tile.numbers.cols, tile.numbers.line(), pad),
        false => Layout::padded(tile.numbers.rows, tile.numbers.cols, if tile.numbers.rows == 1 { 0 } else { pad }),
    };
    let padded = padded.unwrap();
    let (bits, shift) = (1 + numbers.below(5), numbers.below(8) as i32);
    let shift = shift.max(bits as i32) * numbers.of(&[1, 1, -1]);
    let cute = Cute::new(bits, granule.trailing_zeros() + numbers.below(4), shift).unwrap();
    match padded.with_swizzle(Swizzle::Cute(cute)) {
        Ok(swizzled) if padded.line() == padded.cols() => swizzled,
        _ => padded,
    }
}

#[test]
fn the_worst_position_of_an_access_is_the_worst_of_all() {
    let mut numbers = Numbers(1);
    let (mut swizzled, mut conflicts, mut in_planes) = (0, 0, 0);
    for case in 0..8000 {
        let (shape, elem_bytes, accesses) = match case % 4 {
            3 => numbers.tile_of_planes(),
            _ => {
                let (rows, cols, elem_bytes, accesses) = numbers.tile();
                (Shape::flat(rows, cols), elem_bytes, accesses)
            }
        };
        let arch = ARCHES[case / 4 % 4];
        let arch = if case % 8 == 1 && case / 4 % 4 == 1 { arch.with_eight_byte_banks().unwrap() } else { arch };
        let tile = simple_tile((shape.all_rows(), shape.cols), elem_bytes, &accesses, arch);
        let tile = SimpleTile { numbers: TileNumbers { planes: shape.planes, ..tile.numbers }, ..tile }.with(&accesses);
        let layout = layout(&mut numbers, &tile);
        swizzled += u32::from(layout.swizzle() != Swizzle::None);
        in_planes += u32::from(shape.plane_count() > 1 && !accesses.is_empty());
        for (number, access) in accesses.iter().enumerate() {
            let alike = alike(access);
            assert_eq!(alike.borrowed(), *access);
            let mut text = Text::<64>::new();
            access.write(&mut text.writer());
            assert_eq!(text.as_str(), alike.to_string());

            let all = tile.positions(number);
            let ways =
                (0..all.count()).map(|position| tile.numbers.model.cost(&tile.request(&all, position, &layout)).ways);
            let ways = ways.max().unwrap();
            conflicts += u32::from(ways > 1);
            let found = worst(&tile, &tile.positions(number), &layout, u32::MAX, &mut WorkBudget::new());
            let what = alloc::format!("{alike} on {layout}, planes {:?}, {elem_bytes} bytes, {arch}", shape.planes);
            assert_eq!(found.ways, ways, "{what}");
            // Where no two lanes may meet, the answer comes without the bank model.
            let quick = worst(&tile, &tile.positions(number), &layout, 1, &mut WorkBudget::new());
            assert_eq!(quick.ways > 1, ways > 1, "{what}");
        }
    }
    assert!(swizzled > 1000 && conflicts > 1000, "{swizzled} swizzles and {conflicts} conflicts are few");
    assert!(in_planes > 1000, "{in_planes} tiles of planes are few");
}

#[test]
fn the_index_and_the_cuda_text_are_those_of_the_layout() {
    let mut numbers = Numbers(2);
    for _ in 0..3000 {
        let (rows, cols, elem_bytes, accesses) = numbers.tile();
        let tile = simple_tile((rows, cols), elem_bytes, &accesses, Arch::DEFAULT);
        let layout = layout(&mut numbers, &tile);
        let index = Index::of(&layout);
        for row in 0..rows {
            for col in 0..cols {
                assert_eq!(index.index(row, col), layout.index(row, col), "{layout} at ({row}, {col})");
            }
        }
        let stages = 1 + numbers.below(3);
        let mut spec = spec((rows.into(), cols.into()), elem_bytes as usize, &accesses, SimpleChoice::Plain);
        spec.stages = stages;
        let unit = 16 / elem_bytes as usize;
        let stage_len = layout.len().next_multiple_of(unit);
        let (len, vec) = (stage_len * stages as usize, tile.numbers.granule);
        let outcome = SimpleSolution { spec, planes: None, layout, index, stage_len, len, vec, refusal: None };
        let expected = CudaTile {
            name: "Tile",
            elem: "T",
            layout: &layout,
            planes: None,
            elem_bytes,
            stages,
            align: 16,
            vec,
            tensor_map_swizzle: None,
            stage_len,
            len,
            bytes: len * elem_bytes as usize,
        };
        let text = outcome.cuda::<8192>("Tile", "T", "");
        assert_eq!(text.as_str(), expected.text(StructForm::Kernel).unwrap());
        assert_eq!(outcome.cuda::<0>("Tile", "T", "").len(), text.as_str().len());
    }
}

#[test]
fn what_is_included_comes_first() {
    let outcome = solve(spec((8, 8), 4, &[], SimpleChoice::Plain));
    assert!(outcome.cuda::<8192>("Tile", "T", "#include \"t.h\"\n").as_str().starts_with("#include \"t.h\"\n#line 1 "));
}
