//! The texts that come out: the documentation of the type, and the tile as CUDA C++.

use crate::model::tile::Tile;
use smem_layout::{AutoOr, Dialect, LayoutChoice, Swizzle, index_expression};
use std::fmt::Write;

impl Tile {
    /// What a hover over the type shows: layout, bytes and the cost of each access.
    pub(crate) fn docs(&self, elem: &str) -> String {
        let solution = &self.solution;
        let mut docs = String::from("\n# Shared-memory layout\n\n");
        let stages = match self.stages {
            Some(stages) if stages > 1 => format!(", {stages} stages"),
            _ => String::new(),
        };
        let _ = write!(docs, "Elements of `{elem}`, {}{stages}: {} bytes, ", solution.layout(), solution.bytes());
        let _ = write!(docs, "element (row, col) at `{}`, ", index_expression(solution.layout(), Dialect::Rust));
        let _ = write!(docs, "for {}.", self.arch);
        if self.choice == LayoutChoice::Swizzle(AutoOr::Auto) && solution.layout().swizzle() == Swizzle::None {
            let alone = if solution.layout().pad() == 0 { "the dense layout" } else { "padding alone" };
            let _ = write!(docs, " No XOR is needed: {alone} has no conflicts.");
        }
        docs.push_str("\n\n");
        docs.push_str("| access of a warp | wavefronts | ideal |\n| --- | --- | --- |\n");
        for access in &solution.report().accesses {
            let cost = &access.cost;
            let _ = writeln!(docs, "| `{}` | {} | {} |", access.name, cost.wavefronts, cost.ideal);
        }
        docs
    }

    /// The struct for CUDA C++, behind the header of its element.
    pub(crate) fn cuda(&self) -> String {
        let include = self.include.as_ref().map(|header| format!("#include \"{header}\"\n")).unwrap_or_default();
        // Name and element were checked where they stand in the attribute; if not, the compiler of the text says so.
        let text = self.solution.cuda(&self.cuda_name, &self.elem.cuda);
        include + &text.unwrap_or_else(|error| format!("#error {error}\n"))
    }
}
