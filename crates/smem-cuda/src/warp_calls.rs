//! Calls that lanes of a warp make together: which lanes they name, and which of them stand in branches and loops that some lanes may not take.

use tree_sitter::Node;

use crate::CudaText;
use crate::grammar::{descendants, in_field};
use crate::text::closing_bracket;

/// Names that headers give the mask of all lanes.
const EVERY_LANE: [&str; 3] = ["FULL_MASK", "UINT32_MAX", "U32_MAX"];

/// Functions that make groups of lanes.
const GROUPS: [&str; 2] = ["tiled_partition", "coalesced_threads"];

impl CudaText {
    /// Returns true if the code names lanes of a warp: with a group of lanes, or with a barrier, shuffle or vote of a warp whose mask is not
    /// known to have all lanes, or which some lanes may not come to because of a branch or a loop around it.
    ///
    /// ```
    /// use smem_cuda::CudaText;
    ///
    /// let kernel = |body: &str| CudaText::parse(&format!("__global__ void k(int n) {{ {body} }}"));
    /// assert!(kernel("__syncwarp(0xffff);").names_lanes());
    /// assert!(kernel("if (threadIdx.x < n) __syncwarp();").names_lanes());
    /// assert!(!kernel("for (int o = 16; o; o /= 2) n += __shfl_xor_sync(~0u, n, o);").names_lanes());
    /// assert!(!kernel("if (__any_sync(~0u, n)) n = 1;").names_lanes());
    /// ```
    pub fn names_lanes(&self) -> bool {
        self.words()
            .any(|(at, word)| GROUPS.contains(&word) || is_of_warp(word) && !self.is_for_every_lane(at + word.len()))
            || self.file_nodes().any(|node| self.is_warp_call(node) && self.is_guarded(node))
    }

    /// Whether the arguments at a byte begin with the mask of all lanes, or have none.
    fn is_for_every_lane(&self, at: usize) -> bool {
        let blanks = self.source()[at..].len() - self.source()[at..].trim_start().len();
        let open = at + blanks;
        let Some(end) = closing_bracket(self.source(), open) else { return false };
        let arguments = &self.source()[open + 1..end];
        let mask = arguments.split(',').next().unwrap_or_default().trim();
        let is_every = |bits: i64| bits as u32 == u32::MAX;
        mask.is_empty() || self.integer_at(mask, at).map_or(EVERY_LANE.contains(&mask), is_every)
    }

    fn is_warp_call(&self, node: Node<'_>) -> bool {
        let name = node.child_by_field_name("function").filter(|_| node.kind() == "call_expression");
        name.is_some_and(|name| is_of_warp(self.text_of(name)))
    }

    fn is_guarded(&self, call: Node<'_>) -> bool {
        let inside = self.ancestors(call).take_while(|node| node.kind() != "function_definition");
        let steps = std::iter::once(call).chain(self.ancestors(call)).zip(inside);
        steps.into_iter().any(|(part, around)| {
            let is_condition = in_field(around, "condition").contains(&part);
            match around.kind() {
                "if_statement" | "switch_statement" | "conditional_expression" => !is_condition,
                "while_statement" | "do_statement" => true,
                "for_statement" => self.depends_on_others(around),
                _ => false,
            }
        })
    }

    /// Whether the header of a loop names anything but what it declares itself.
    fn depends_on_others(&self, loop_: Node<'_>) -> bool {
        let body = loop_.child_by_field_name("body");
        let mut cursor = loop_.walk();
        let header = loop_.children(&mut cursor).filter(|part| Some(*part) != body);
        let names = header.flat_map(descendants).filter(|node| node.kind() == "identifier");
        let mut names = names.map(|name| self.text_of(name));
        names.next().is_none_or(|own| names.any(|name| name != own))
    }
}

/// Whether a function is one that the lanes of a warp call together.
fn is_of_warp(name: &str) -> bool {
    name == "__syncwarp" || name.starts_with("__") && name.ends_with("_sync")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names_lanes(body: &str) -> bool {
        CudaText::parse(&format!("__global__ void k(int n) {{ {body} }}")).names_lanes()
    }

    #[test]
    fn a_mask_of_some_lanes_names_them() {
        for body in [
            "__syncwarp(0xffff);",
            "n = __shfl_sync(mask, n, 0);",
            "n = __shfl_sync(__activemask(), n, 0);",
            "__syncwarp(1u << n);",
            "__syncwarp ( /* half */ 0xffff );",
            "auto t = tiled_partition<8>(b);",
            "const unsigned half = 0xffff; __syncwarp(half);",
            "\n#define SYNC(m) __syncwarp(m)\n SYNC(3);",
        ] {
            assert!(names_lanes(body), "{body}");
        }
        for body in [
            "__syncwarp();",
            "n = __shfl_sync(0xFFFFFFFF, n, 0);",
            "n = __any_sync( ~0u, n);",
            "n = __any_sync((unsigned)-1, n);",
            "__syncwarp( );",
            "n = __ballot_sync(FULL_MASK, n);",
            "constexpr unsigned all = 0xffffffff; __syncwarp(all);",
            "\n#define ALL 0xffffffffu\n __syncwarp(ALL);",
            "// __syncwarp(1); tiled_partition<8>(b)\n",
            "const char* s = \"__syncwarp(1)\";",
        ] {
            assert!(!names_lanes(body), "{body}");
        }
    }

    #[test]
    fn warp_calls_are_guarded_by_what_lanes_may_pass_by() {
        for body in [
            "if (n) { n = __shfl_sync(~0u, n, 0); }",
            "if (n) n = 1; else __syncwarp();",
            "while (n--) __syncwarp();",
            "do { n = __ballot_sync(-1, n); } while (n);",
            "for (int i = threadIdx.x; i < n; i += 32) __syncwarp();",
            "n = n ? __any_sync(~0u, n) : 0;",
            "switch (n) { case 1: __syncwarp(); }",
        ] {
            assert!(names_lanes(body), "{body}");
        }
        for body in [
            "__syncwarp();",
            "if (n) n = 2; __syncwarp();",
            "for (int o = 16; o > 0; o >>= 1) n += __shfl_down_sync(~0u, n, o);",
            "if (n) { helper_sync(n); }",
            "// if (n) __syncwarp();",
        ] {
            assert!(!names_lanes(body), "{body}");
        }
    }
}
