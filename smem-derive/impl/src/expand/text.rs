//! The text of a tile: the documentation of the type, and the tile as CUDA C++.

use crate::model::tile::SolvedTile;
use smem_layout::{AutoOr, Dialect, LayoutChoice, Map, Swizzle, index_expression};
use std::fmt::Write;

/// Returns the documentation of the type, which a hover shows: layout, bytes and the cost of each access.
pub(crate) fn docs(tile: &SolvedTile, elem: &str) -> String {
    let solution = &tile.solution;
    let mut docs = String::from("\n# Shared-memory layout\n\n");
    let stages = match tile.stages {
        Some(stages) if stages > 1 => format!(", {stages} stages"),
        _ => String::new(),
    };
    let _ = write!(docs, "Elements of `{elem}`, {}{stages}: {} bytes, ", solution.description(), solution.bytes());
    let index = index_expression(solution.layout(), Dialect::Rust);
    let _ = match tile.shape.planes {
        None => write!(docs, "element (row, col) at `{index}`, "),
        Some(_) => write!(
            docs,
            "element (plane, row, col) at `{index}` where `row` is `plane * {} + row`, a row of all planes, ",
            tile.shape.rows
        ),
    };
    let _ = write!(docs, "for {}.", tile.arch);
    let asks_for_xor = tile.choice == LayoutChoice::Swizzle(AutoOr::Auto);
    if asks_for_xor && solution.layout().swizzle() == Swizzle::None && solution.report().is_accepted() {
        let alone = if solution.layout().pad() == 0 { "the dense layout" } else { "padding alone" };
        let _ = write!(docs, " No XOR is needed: {alone} has no conflicts.");
    }
    docs.push_str("\n\n");
    docs.push_str("| access of a warp | wavefronts | ideal |\n| --- | --- | --- |\n");
    for access in &solution.report().accesses {
        let cost = &access.cost;
        let _ = writeln!(docs, "| `{}` | {} | {} |", access.name, cost.wavefronts, cost.ideal);
    }
    docs.push_str(&excerpt(tile));
    if solution.left().is_none() && !solution.is_proven() {
        docs.push_str("\nThe search gave up before it had seen every layout that may be better: this is the best that it found.\n");
    }
    if let Some(left) = solution.left() {
        let _ = write!(docs, "\n{left}");
        for access in solution.report().accesses.iter().filter(|access| !access.is_accepted()) {
            let _ = write!(docs, "\n\n- `{}` has up to {} excess, {}-way", access.name, access.excess, access.ways);
            if let Some(conflict) = &access.conflict {
                let _ = write!(docs, ": {conflict}");
            }
            docs.push('.');
        }
        docs.push('\n');
    }
    docs
}

/// Returns the banks of a few elements, in a block of code.
fn excerpt(tile: &SolvedTile) -> String {
    let map = Map::of_solution(&tile.solution, tile.arch);
    let rows = map.excerpt();
    let first = match map.banks_an_element() {
        1 => String::new(),
        banks => format!(", the first of {banks}"),
    };
    let padding = if rows.contains("--") { " (`--` is padding)" } else { "" };
    format!("\nThe bank of each element{first}{padding}:\n\n```text\n{rows}```\n")
}

/// Returns the struct for CUDA C++, after the header of its element.
pub(crate) fn cuda(tile: &SolvedTile) -> String {
    let include = tile.include.as_ref().map(|header| format!("#include \"{header}\"\n")).unwrap_or_default();
    // Name and element were checked in the attribute; if one was not, the compiler of the text reports it.
    let text = tile.solution.cuda(&tile.cuda_name, &tile.elem.cuda);
    include + &text.unwrap_or_else(|error| format!("#error {error}\n"))
}
