//! Why a tile has its layout: what its option asks for, and how the layout compares with the others.

use smem_derive_impl::read::Tile;
use smem_layout::{AutoOr, LayoutChoice, Prefer};

use crate::explain::alternative::JsonAlternative;

/// Returns the reason, in sentences.
pub(crate) fn of(tile: &Tile, alternatives: &[JsonAlternative]) -> Vec<String> {
    let report = tile.solution().report();
    let option = tile.choice();
    let is_plain = tile.solution().layout().is_plain();
    let order = order(tile.prefer());
    let mut why = Vec::new();
    if let Some(left) = tile.solution().left() {
        why.push(left.to_string());
    } else if !report.is_accepted() {
        why.push(match option {
            LayoutChoice::Auto | LayoutChoice::Pad(AutoOr::Auto) | LayoutChoice::Swizzle(AutoOr::Auto) => {
                format!("`{option}` found no layout without conflicts; this is the best that its search found.")
            }
            _ => format!("`{option}` names this layout, which has conflicts."),
        });
    } else {
        why.push(match option {
            LayoutChoice::Auto if is_plain => {
                "The dense layout has no conflicts, and none has fewer bytes or a cheaper index.".to_string()
            }
            LayoutChoice::Auto => format!("`{option}` takes the layout {} without conflicts{}.", order.0, order.1),
            LayoutChoice::Pad(AutoOr::Auto) if is_plain => {
                "No padding is needed: the dense layout has no conflicts.".to_string()
            }
            LayoutChoice::Pad(AutoOr::Auto) => {
                format!("`{option}` takes the padding {} without conflicts{}.", order.0, order.1)
            }
            LayoutChoice::Swizzle(AutoOr::Auto) if is_plain => {
                "No swizzle is needed: the dense layout has no conflicts.".to_string()
            }
            LayoutChoice::Swizzle(AutoOr::Auto) => {
                format!("`{option}` takes the swizzle {} without conflicts{}.", order.0, order.1)
            }
            _ => format!("`{option}` names this layout, and it has no conflicts that the accesses do not accept."),
        });
    }
    if tile.solution().left().is_none() && !tile.solution().is_proven() {
        why.push(
            "The search gave up before it had seen every layout that may be better: this is the best that it found."
                .to_string(),
        );
    }
    why.extend(better(tile, alternatives));
    why
}

/// Returns the words for the first of the layouts, and for which of several.
fn order(prefer: Prefer) -> (&'static str, &'static str) {
    match prefer {
        Prefer::Bytes => ("of fewest bytes", ", and of several the one of the cheapest index"),
        Prefer::Index => ("of the cheapest index", ", and of several the one of fewest bytes"),
        _ => ("of fewest bytes", ", where each instruction of the index must save 0.5 % of them"),
    }
}

/// Returns the sentence about a layout that is better than the tile's own.
fn better(tile: &Tile, alternatives: &[JsonAlternative]) -> Option<String> {
    let first = alternatives.first().filter(|first| !first.chosen)?;
    let own = alternatives.iter().find(|alternative| alternative.chosen)?;
    let (layout, bytes) = (first.layout.as_ref()?, first.bytes?);
    let (own_layout, own_bytes) = (own.layout.as_ref()?, own.bytes?);
    if !layout.accepted {
        return None;
    }
    let shorter = layout.layout.split_once(", ").map_or(layout.layout.as_str(), |(_, class)| class);
    if !own_layout.accepted {
        return Some(format!("`layout = auto` has no conflicts: {shorter}, {bytes} bytes."));
    }
    let gain = if bytes < own_bytes {
        format!("{} bytes less", own_bytes - bytes)
    } else if bytes > own_bytes {
        format!("a cheaper index for {} bytes more", bytes - own_bytes)
    } else if layout.index_cost < own_layout.index_cost {
        "a cheaper index".to_string()
    } else {
        return None;
    };
    match tile.choice() {
        LayoutChoice::Auto => None,
        _ => Some(format!("`layout = auto` has {gain}: {shorter}.")),
    }
}
