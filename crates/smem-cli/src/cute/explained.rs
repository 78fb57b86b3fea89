//! The answer of `explain` about a layout of CuTe.

use serde::Serialize;
use smem_layout::Cute;
use smem_profile::render::{Side, TextTable};

use super::costs::{CuteCost, MOST_BASE, MOST_BITS, MOST_SHIFT, best_swizzle, costs, excess};
use super::notation::CuteTile;
use crate::failure::EarlyEnd;

/// A layout of CuTe and its accesses.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "CuteLayout"))]
pub(crate) struct JsonCute {
    /// The layout, as CuTe's users write it.
    pub(crate) layout: String,
    /// The type of an element, as it was written.
    pub(crate) element: &'static str,
    /// Bytes of an element.
    pub(crate) element_bytes: u32,
    /// The extents of the modes at the top.
    pub(crate) extents: Vec<u32>,
    /// Elements of storage.
    pub(crate) cosize: u32,
    /// Bytes of storage.
    pub(crate) bytes: u32,
    /// The architecture whose banks decide.
    pub(crate) arch: String,
    /// The accesses that were asked for, or those along its modes.
    pub(crate) accesses: Vec<JsonCuteAccess>,
    /// The sum of the excess wavefronts of all accesses.
    pub(crate) excess: u32,
    /// The composition with the fewest excess wavefronts; `null` where the layout has none, or none has fewer.
    pub(crate) proposal: Option<JsonComposition>,
}

/// An access at the request that costs most.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "CuteAccess"))]
pub(crate) struct JsonCuteAccess {
    /// The access, as it was asked for.
    pub(crate) access: String,
    /// Passes through the banks that it takes.
    pub(crate) wavefronts: u32,
    /// Passes that it would take without conflicts.
    pub(crate) ideal: u32,
    /// N of its N-way conflict; 1 without one.
    pub(crate) ways: u32,
    /// Wavefronts that conflicts cause.
    pub(crate) excess: u32,
}

/// A layout with another swizzle.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "CuteComposition"))]
pub(crate) struct JsonComposition {
    /// As C++: `composition(Swizzle<3, 3, 3>{}, layout)`.
    pub(crate) cuda: String,
    /// The layout with it.
    pub(crate) layout: String,
    /// The sum of the excess wavefronts of all accesses on it.
    pub(crate) excess: u32,
}

/// Explains a layout.
///
/// # Errors
/// An access that does not fit it.
pub(crate) fn explain(tile: &CuteTile) -> Result<JsonCute, EarlyEnd> {
    let costs = costs(tile).map_err(EarlyEnd::Message)?;
    let own = excess(&costs);
    let better = if own == 0 { None } else { best_swizzle(tile).filter(|(_, left)| *left < own) };
    Ok(JsonCute {
        layout: tile.layout.to_string(),
        element: tile.elem,
        element_bytes: tile.elem_bytes,
        extents: tile.layout.extents(),
        cosize: tile.layout.cosize(),
        bytes: tile.layout.cosize() * tile.elem_bytes,
        arch: tile.arch.to_string(),
        accesses: costs.iter().map(access).collect(),
        excess: own,
        proposal: better.map(|(swizzle, excess)| JsonComposition {
            cuda: composition(swizzle),
            layout: tile.layout.with_swizzle(swizzle).to_string(),
            excess,
        }),
    })
}

fn composition(swizzle: Option<Cute>) -> String {
    match swizzle {
        Some(own) => format!("composition({own}{{}}, layout)"),
        None => "layout".to_owned(),
    }
}

fn access(cost: &CuteCost) -> JsonCuteAccess {
    JsonCuteAccess {
        access: cost.name.clone(),
        wavefronts: cost.worst.wavefronts,
        ideal: cost.worst.ideal,
        ways: cost.worst.ways,
        excess: cost.worst.excess(),
    }
}

impl JsonCute {
    /// The answer as text, which ends with a line break.
    pub(crate) fn text(&self) -> String {
        let extents: Vec<String> = self.extents.iter().map(ToString::to_string).collect();
        let mut text = format!(
            "{} {}: {} elements of {} bytes\n  {} bytes of shared memory, for {}\n\n",
            self.element,
            self.layout,
            extents.join(" x "),
            self.element_bytes,
            self.bytes,
            self.arch
        );
        let mut table = TextTable::new(&["access", "wavefronts", "ideal", "ways"]);
        for JsonCuteAccess { access, wavefronts, ideal, ways, .. } in &self.accesses {
            table.row(vec![access.clone(), wavefronts.to_string(), ideal.to_string(), ways.to_string()]);
        }
        for line in table.lines(&[Side::Left, Side::Right, Side::Right, Side::Right]) {
            text += &format!("  {line}\n");
        }
        text.push('\n');
        text + &self.sentence()
    }

    fn sentence(&self) -> String {
        let searched =
            format!("of `Swizzle<B, M, S>` with B up to {MOST_BITS}, M up to {MOST_BASE} and S from B to {MOST_SHIFT}");
        match &self.proposal {
            None if self.excess == 0 => "  no access conflicts\n".to_owned(),
            None => format!("  {searched}, none has fewer than these {} excess wavefronts\n", self.excess),
            Some(other) if other.excess == 0 => {
                format!("  without conflicts: `{}`, which is {}\n", other.cuda, other.layout)
            }
            Some(other) => format!(
                "  {searched}, the fewest excess wavefronts, {} instead of {}: `{}`, which is {}\n",
                other.excess, self.excess, other.cuda, other.layout
            ),
        }
    }
}
