//! The answer of `map` about a layout of CuTe: the bank of each element, and the worst request of an access.

use smem_layout::RequestMap;
use smem_profile::program::counted;

use super::costs::{CuteCost, costs};
use super::notation::CuteTile;
use crate::failure::EarlyEnd;

/// The banks of a layout as text, and the worst request of each access as pictures.
#[derive(Debug)]
pub(crate) struct DrawnCute {
    /// The layout as it was given.
    pub(crate) name: String,
    pub(crate) text: String,
    pub(crate) pictures: Vec<RequestMap>,
    /// The bank of each element, row by row.
    pub(crate) banks: Vec<Vec<u32>>,
    /// 0 for an element that is not accessed, 1 for one that is, 2 for one in conflict.
    pub(crate) marks: Vec<Vec<u32>>,
    /// The access that is marked.
    pub(crate) access: Option<String>,
    pub(crate) has_conflicts: bool,
}

/// Draws the first `rows` and `cols` of a layout, with the access that conflicts most.
///
/// # Errors
/// An access that does not fit the layout.
pub(crate) fn draw(tile: &CuteTile, rows: u32, cols: u32) -> Result<DrawnCute, EarlyEnd> {
    let costs = costs(tile).map_err(EarlyEnd::Message)?;
    let drawn: Vec<(&CuteCost, Option<RequestMap>)> = costs.iter().map(|cost| (cost, picture(tile, cost))).collect();
    let most = drawn.iter().max_by_key(|(cost, _)| cost.worst.excess());
    let shape = tile.shape();
    let grid = |value: &dyn Fn(u32) -> u32| -> Vec<Vec<u32>> {
        let at = |row, col| value(tile.offset(row, col) * tile.elem_bytes);
        (0..shape.0).map(|row| (0..shape.1).map(|col| at(row, col)).collect()).collect()
    };
    let banks = grid(&|address| tile.arch.bank_model().bank(address));
    let marks = grid(&|address| most.map_or(0, |(cost, picture)| mark(tile, cost, picture.as_ref(), address)));
    let most = most.map(|(cost, _)| *cost);
    let text = text(tile, most, &banks, &marks, (rows.min(shape.0), cols.min(shape.1)));
    Ok(DrawnCute {
        name: tile.text.clone(),
        text,
        banks,
        marks,
        access: most.map(|cost| cost.name.clone()),
        has_conflicts: costs.iter().any(|cost| cost.worst.excess() > 0),
        pictures: drawn.into_iter().filter_map(|(_, picture)| picture).collect(),
    })
}

fn picture(tile: &CuteTile, cost: &CuteCost) -> Option<RequestMap> {
    let request = cost.request?;
    let lanes: Vec<(u32, u32)> = (0..32).filter_map(|lane| Some((lane, request.address(lane)?))).collect();
    let map = RequestMap::of(&lanes, request.bytes(), tile.arch).titled(&format!("{} {}", tile.elem, tile.layout));
    Some(map.note(&sentence(cost)))
}

fn sentence(cost: &CuteCost) -> String {
    let wavefronts = counted(u64::from(cost.worst.wavefronts), "wavefront");
    format!("{}: {wavefronts}, ideal {}", cost.name, cost.worst.ideal)
}

/// Returns 1 for a byte that the request of an access has, 2 for one in conflict, and 0 for others.
fn mark(tile: &CuteTile, cost: &CuteCost, picture: Option<&RequestMap>, address: u32) -> u32 {
    let Some((request, picture)) = cost.request.zip(picture) else { return 0 };
    let bytes = request.bytes();
    let is_accessed =
        (0..32).filter_map(|lane| request.address(lane)).any(|start| (start..start + bytes).contains(&address));
    let word = tile.arch.bank_model().bank_bytes();
    match is_accessed {
        true if picture.is_conflicting(address - address % word) => 2,
        true => 1,
        false => 0,
    }
}

fn text(tile: &CuteTile, most: Option<&CuteCost>, banks: &[Vec<u32>], marks: &[Vec<u32>], shown: (u32, u32)) -> String {
    let (rows, cols) = shown;
    let mut text = format!("{} {}: {} bytes\n", tile.elem, tile.layout, tile.layout.cosize() * tile.elem_bytes);
    if let Some(cost) = most {
        text += &(sentence(cost) + "\n");
    }
    let width = rows.max(2).ilog10() as usize + 1;
    text += &format!("\n{:width$} ", "");
    (0..cols).for_each(|col| text += &format!("{col:>4}"));
    text.push('\n');
    for (row, (banks, marks)) in banks.iter().zip(marks).take(rows as usize).enumerate() {
        text += &format!("{row:>width$} ");
        for (bank, mark) in banks.iter().zip(marks).take(cols as usize) {
            let (open, close) = [(" ", " "), ("[", "]"), ("<", ">")][*mark as usize];
            text += &format!("{open}{bank:>2}{close}");
        }
        text.push('\n');
    }
    if (rows, cols) != tile.shape() {
        text += &format!("the first {rows} rows and {cols} columns of {} x {}\n", tile.shape().0, tile.shape().1);
    }
    text + "\n[12] accessed   <12> accessed, in conflict\n"
}
