//! `pad = auto` against a brute force that shares no code with it: shapes up to 40 x 40, every element size.
//!
//! The brute force walks the tile by rows and by columns itself, counts the words of each bank with sorted lists, and tries
//! every padding of rows from 0 on; on tiles of up to 24 elements also every padding inside rows.

use smem_exhaustive::{count, part};
use smem_layout::{
    Access, AutoOr, Layout, LayoutChoice, Prefer, Solution, SolveError, TileSpec, TileSpecBuilder, solve,
};

/// Solves what the accesses fit.
fn solved(spec: TileSpecBuilder<'_>) -> Result<Solution, SolveError> {
    solve(&spec.build().unwrap())
}

/// True when a warp whose lanes start at these byte addresses, `bytes` bytes each, has no conflict in any phase.
fn is_free(addresses: &[u32], bytes: u32) -> bool {
    let lanes_per_phase = (128 / bytes).min(32) as usize;
    addresses.chunks(lanes_per_phase).all(|phase| {
        let mut words: Vec<u32> = phase.iter().flat_map(|address| address / 4..=(address + bytes - 1) / 4).collect();
        words.sort_unstable();
        words.dedup();
        let mut banks = [false; 32];
        words.iter().all(|word| !std::mem::replace(&mut banks[*word as usize % 32], true))
    })
}

fn rows_and_columns_are_free(rows: u32, cols: u32, bytes: u32, pitch: u32) -> bool {
    are_free(rows, cols, bytes, |row, col| row * pitch + col)
}

fn are_free(rows: u32, cols: u32, bytes: u32, offset: impl Fn(u32, u32) -> u32) -> bool {
    let address = |row: u32, col: u32| offset(row, col) * bytes;
    let by_rows: Vec<u32> =
        (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col))).map(|(row, col)| address(row, col)).collect();
    let by_cols: Vec<u32> =
        (0..cols).flat_map(|col| (0..rows).map(move |row| (row, col))).map(|(row, col)| address(row, col)).collect();
    by_rows.chunks(32).chain(by_cols.chunks(32)).all(|warp| is_free(warp, bytes))
}

/// The fewest elements of storage with padding inside rows, of all there is.
fn least_inside(rows: u32, cols: u32, bytes: u32) -> Option<u32> {
    let elements = rows * cols;
    // After every row it is padding of rows, which pads the last one too.
    let every = (1..elements).filter(|every| *every != cols);
    let paddings = every.flat_map(|every| (1..=128 / bytes).map(move |pad| (pad, every)));
    let free = paddings.filter(|&(pad, every)| {
        are_free(rows, cols, bytes, |row, col| {
            let element = row * cols + col;
            element + pad * (element / every)
        })
    });
    free.map(|(pad, every)| elements + pad * ((elements - 1) / every)).min()
}

fn compare(bytes: u32) {
    let accesses = [Access::row(), Access::col()];
    let (mut free, mut inside) = (0, 0);
    for rows in part(2..=40, 6) {
        for cols in 1..=40 {
            // Twice the span of the banks: rows further apart meet them in no new way.
            let least = (0..=256 / bytes).find(|pad| rows_and_columns_are_free(rows, cols, bytes, cols + pad));
            let spec = TileSpec::builder(rows, cols, bytes, &accesses).choice(LayoutChoice::Pad(AutoOr::Auto));
            let spec = spec.prefer(Prefer::Bytes);
            let found: Option<Layout> = solved(spec).ok().map(|solution| *solution.layout());
            // Storage is rounded up to the alignment, a word.
            let word = 4u32.div_ceil(bytes);
            let stored = |elements: u32| elements.next_multiple_of(word);
            let least_storage = least.map(|pad| stored(rows * (cols + pad) - pad));
            match found {
                Some(layout) if layout.is_in_rows() => {
                    assert_eq!(Some(layout.pad()), least, "{rows} x {cols} of {bytes} bytes")
                }
                Some(layout) => {
                    inside += 1;
                    assert!(
                        are_free(rows, cols, bytes, |row, col| layout.index(row, col)),
                        "{layout} of {bytes} bytes"
                    );
                    assert!(
                        least_storage.is_none_or(|least| stored(layout.len() as u32) < least),
                        "{layout} of {bytes} bytes"
                    );
                }
                None => assert_eq!(least, None, "{rows} x {cols} of {bytes} bytes"),
            }
            if rows * cols <= 24 && least != Some(0) {
                let inside = least_inside(rows, cols, bytes).map(stored);
                let least = [least_storage, inside].into_iter().flatten().min();
                assert_eq!(found.map(|layout| stored(layout.len() as u32)), least, "{rows} x {cols} of {bytes} bytes");
            }
            free += usize::from(least.is_some());
        }
    }
    assert!((count(100, 20)..1500).contains(&free), "padding serves {free} shapes: the comparison tells little");
    assert!(inside > count(20, 3), "padding inside rows serves {inside} shapes: the comparison tells little");
}

#[test]
fn padding_of_1_byte_elements_is_the_least_there_is() {
    compare(1);
}

#[test]
fn padding_of_2_byte_elements_is_the_least_there_is() {
    compare(2);
}

#[test]
fn padding_of_4_byte_elements_is_the_least_there_is() {
    compare(4);
}

#[test]
fn padding_of_8_byte_elements_is_the_least_there_is() {
    compare(8);
}

#[test]
fn padding_of_16_byte_elements_is_the_least_there_is() {
    compare(16);
}

#[test]
fn one_row_of_up_to_40_elements_needs_no_padding() {
    for bytes in [1, 2, 4, 8, 16] {
        for cols in 1..=40 {
            let accesses = [Access::row(), Access::col()];
            let spec = TileSpec::builder(1, cols, bytes, &accesses).choice(LayoutChoice::Pad(AutoOr::Auto));
            assert!(rows_and_columns_are_free(1, cols, bytes, cols));
            assert_eq!(solved(spec).unwrap().layout().pad(), 0);
        }
    }
}

/// The numbers that the field knows: 32 rows, read by rows and by columns.
#[test]
fn least_paddings_of_32_rows_are_the_known_ones() {
    let accesses = [Access::row(), Access::col()];
    let pad = |cols, bytes| {
        // Row padding alone: where less inside rows is free as well, `pad = auto` takes that.
        let is_free = |pad| {
            let choice = LayoutChoice::Pad(AutoOr::Exactly(pad));
            let spec = TileSpec::builder(32, cols, bytes, &accesses).choice(choice).dynamic(true);
            solved(spec.arch(smem_layout::Arch::SM_90)).is_ok()
        };
        (0..).find(|pad| is_free(*pad)).unwrap()
    };
    for cols in [32, 64, 128] {
        assert_eq!([1, 2, 4, 8, 16].map(|bytes| pad(cols, bytes)), [4, 2, 1, 1, 1], "{cols} columns");
    }
    assert_eq!([1, 2, 4, 8, 16].map(|bytes| pad(33, bytes)), [3, 1, 0, 0, 0]);
}
