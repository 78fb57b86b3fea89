//! Tables of lanes in planes, whose rows are counted before the rows of the tile are known.

use alloc::vec::Vec;

use super::{Numbers, alike, spec};
use smem_banks::LANES;

use crate::{
    access::{BorrowedTable, ConstAccess, ConstPattern, Positions, Shape},
    constant::{AttributePart, Dimensions, SimpleChoice, SimpleTileSpec, refusal::Refusal, solve},
};

/// Plane, row and column of each lane of a warp.
type WarpPlaces = [(u32, u32, u32); LANES];

fn shape(numbers: &mut Numbers) -> Shape {
    Shape::new(Some(1 + numbers.below(5)), 1 + numbers.below(9), 1 + numbers.below(20))
}

/// Lanes in a tile of this shape. One of them is outside it in a third of the cases.
fn places(numbers: &mut Numbers, shape: Shape) -> WarpPlaces {
    let Shape { rows, cols, .. } = shape;
    let mut places =
        [(); LANES].map(|()| (numbers.below(shape.plane_count()), numbers.below(rows), numbers.below(cols)));
    let lane = &mut places[numbers.below(LANES as u32) as usize];
    match numbers.below(9) {
        0 => lane.0 = shape.plane_count() + numbers.below(3),
        1 => lane.1 = rows + numbers.below(3),
        2 => lane.2 = cols + numbers.below(3),
        _ => {}
    }
    places
}

/// The access of a table that counts `rows` rows in a plane.
fn table(places: &WarpPlaces, rows: u32, is_the_tile_s: bool, transposed: bool) -> ConstAccess<'static> {
    let of_all = places.map(|(plane, row, col)| (plane * rows + row, col));
    let lanes = of_all.map(|(row, col)| if transposed { (col, row) } else { (row, col) });
    let plane_rows = if is_the_tile_s { None } else { Some(rows) };
    let pattern = ConstPattern::Lanes(BorrowedTable { warps: Vec::leak(alloc::vec![lanes]), plane_rows, text: ".." });
    ConstAccess { pattern, vec: 1, max_ways: 1, transposed }
}

fn of_planes<'a>(shape: Shape, accesses: &'a [ConstAccess<'a>]) -> SimpleTileSpec<'a> {
    let [planes, rows, cols] = [shape.plane_count(), shape.rows, shape.cols].map(i128::from);
    SimpleTileSpec { size: Dimensions::Planes(planes, rows, cols), ..spec((1, 1), 4, accesses, SimpleChoice::Auto) }
}

#[test]
fn a_table_that_counts_more_rows_in_a_plane_than_the_tile_has_is_that_of_the_tile() {
    let mut numbers = Numbers(11);
    let (mut inside, mut outside) = (0, 0);
    for _ in 0..2000 {
        let (shape, transposed) = (shape(&mut numbers), numbers.below(2) == 0);
        let places = places(&mut numbers, shape);
        let counted = places.iter().map(|place| place.1 + 1).max().unwrap() + numbers.below(4);
        let recounted = [table(&places, counted, false, transposed)];
        let here = solve(of_planes(shape, &recounted));
        let is_inside =
            |&(plane, row, col): &(u32, u32, u32)| plane < shape.plane_count() && row < shape.rows && col < shape.cols;
        let Some(lane) = places.iter().position(|place| !is_inside(place)) else {
            inside += 1;
            let of_tile = [table(&places, shape.rows, true, transposed)];
            let there = solve(of_planes(shape, &of_tile));
            assert_eq!(here.layout, there.layout, "{shape:?}, {recounted:?}");
            assert_eq!(here.culprit(), there.culprit(), "{shape:?}, {recounted:?}");
            let lanes = recounted.each_ref().map(|access| Positions::of(access, shape, 4).lanes(0));
            assert_eq!(lanes, of_tile.each_ref().map(|access| Positions::of(access, shape, 4).lanes(0)));
            continue;
        };
        outside += 1;
        assert_eq!(here.culprit(), AttributePart::Access(0), "{shape:?}, {recounted:?}");
        let text = here.message::<1024>("Tile");
        let (plane, row, col) = places[lane];
        let there = alloc::format!(" has lane {lane} at plane {plane}, row {row}, column {col}, outside the ");
        assert!(text.as_str().contains(&there), "{}", text.as_str());
    }
    assert!(inside > 500 && outside > 500, "{inside} and {outside}");
}

#[test]
fn a_table_is_inside_the_planes_where_the_solver_says_so() {
    let mut numbers = Numbers(12);
    let (mut inside, mut outside) = (0, 0);
    for _ in 0..3000 {
        let (shape, transposed) = (shape(&mut numbers), numbers.below(2) == 0);
        let access = table(&places(&mut numbers, shape), shape.rows, true, transposed);
        let is_inside = alike(&access).check_on(shape, 4).is_ok();
        let accesses = [access];
        let refusal = solve(of_planes(shape, &accesses)).refusal;
        let is_outside_here = matches!(refusal, Some(Refusal::LaneOutside { .. }));
        assert_eq!(is_outside_here, !is_inside, "{shape:?}, {accesses:?}");
        *(if is_inside { &mut inside } else { &mut outside }) += 1;
    }
    assert!(inside > 1000 && outside > 300, "{inside} and {outside}");
}
