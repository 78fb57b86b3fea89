//! CuTe's family of swizzles, of either sign, on tiles of any width: those that `swizzle = (B, M, S)` names by hand.
//!
//! The XOR of the column by the row ([`matrix`](super::matrix)) covers those whose source bits are bits of the row
//! and whose targets are bits of the column. The others also move elements from row to row, or by bits of their own
//! column, and on a width that is not a power of two they are not linear in row and column at all. There are a few hundred
//! on a tile, so each is judged.

use smem_banks::Cute;

use crate::{
    layout::{Layout, Swizzle},
    solve::checked_tile::CheckedTile,
};

/// Returns the layouts of CuTe's family at `pitch` (elements) that can change a bank, those of fewest bits first; from
/// some of them elements leave the storage.
pub(crate) fn layouts<'a>(tile: &'a CheckedTile<'_>, pitch: u32) -> impl Iterator<Item = (Layout, Cute)> + 'a {
    let layout = match tile.rows {
        1 => Layout::of(1, tile.cols, tile.cols, tile.cols),
        _ => tile.pitched(pitch),
    };
    let len = layout.len_of_whole_lines() as u32;
    let bits = len.next_power_of_two().trailing_zeros();
    let least_base = tile.granule().trailing_zeros();
    let word = (tile.model.bank_bytes() / tile.elem_bytes).max(1).trailing_zeros();
    let span = (tile.model.span() / tile.elem_bytes).max(1).trailing_zeros();
    let served = tile.model.translation_period(tile.elem_bytes).trailing_zeros();
    (1..=bits / 2).flat_map(move |count| {
        (least_base..bits).flat_map(move |base| {
            // Every bit that it names is one of an offset.
            let most = bits.saturating_sub(base + count);
            let shifts =
                (count..=most).flat_map(|distance| [(distance, distance as i32), (distance, -(distance as i32))]);
            shifts.filter_map(move |(distance, shift)| {
                let (source, target) = match shift {
                    0.. => (base + distance, base),
                    _ => (base, base + distance),
                };
                // Targets below the word move nothing between banks; above the span they only matter where they take apart
                // what a bank serves at once.
                let moves_banks = target < span && target + count > word;
                let splits_words = target + count > span && source < served;
                let cute = (moves_banks || splits_words).then(|| Cute::new(count, base, shift))??;
                Some((layout.swizzled_by(Swizzle::Cute(cute)), cute))
            })
        })
    })
}
