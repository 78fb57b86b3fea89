//! Calls that the lanes of a warp make together, in branches and loops that some lanes may not take.

use tree_sitter::Node;

use crate::CudaText;
use crate::grammar::{ancestors, descendants, in_field};

impl CudaText {
    /// Returns whether a barrier, shuffle or vote of a warp is in a branch, or in a loop whose header names anything but its own variable.
    ///
    /// ```
    /// use smem_cuda::CudaText;
    ///
    /// let kernel = |body: &str| CudaText::parse(&format!("__global__ void k(int n) {{ {body} }}"));
    /// assert!(kernel("if (threadIdx.x < n) __syncwarp();").has_guarded_warp_call());
    /// assert!(!kernel("for (int o = 16; o; o /= 2) n += __shfl_xor_sync(~0u, n, o);").has_guarded_warp_call());
    /// assert!(!kernel("if (__any_sync(~0u, n)) n = 1;").has_guarded_warp_call());
    /// ```
    pub fn has_guarded_warp_call(&self) -> bool {
        self.file_nodes().any(|node| self.is_warp_call(node) && self.is_guarded(node))
    }

    fn is_warp_call(&self, node: Node<'_>) -> bool {
        let name = node.child_by_field_name("function").filter(|_| node.kind() == "call_expression");
        name.is_some_and(|name| {
            let name = self.text_of(name);
            name == "__syncwarp" || name.starts_with("__") && name.ends_with("_sync")
        })
    }

    fn is_guarded(&self, call: Node<'_>) -> bool {
        let inside = ancestors(call).take_while(|node| node.kind() != "function_definition");
        let steps = std::iter::once(call).chain(ancestors(call)).zip(inside);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warp_calls_are_guarded_by_what_lanes_may_pass_by() {
        let is_guarded =
            |body: &str| CudaText::parse(&format!("__global__ void k(int n) {{ {body} }}")).has_guarded_warp_call();
        for body in [
            "if (n) { n = __shfl_sync(~0u, n, 0); }",
            "if (n) n = 1; else __syncwarp();",
            "while (n--) __syncwarp();",
            "do { n = __ballot_sync(-1, n); } while (n);",
            "for (int i = threadIdx.x; i < n; i += 32) __syncwarp();",
            "n = n ? __any_sync(~0u, n) : 0;",
            "switch (n) { case 1: __syncwarp(); }",
        ] {
            assert!(is_guarded(body), "{body}");
        }
        for body in [
            "__syncwarp();",
            "if (n) n = 2; __syncwarp();",
            "for (int o = 16; o > 0; o >>= 1) n += __shfl_down_sync(~0u, n, o);",
            "if (n) { helper_sync(n); }",
            "// if (n) __syncwarp();",
        ] {
            assert!(!is_guarded(body), "{body}");
        }
    }
}
