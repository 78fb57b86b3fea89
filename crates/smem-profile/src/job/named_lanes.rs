//! Whether a source names lanes of a warp: machine code keeps no mask of a barrier of the warp that the compiler takes for one of all lanes,
//! so what such masks order is seen in PTX alone. So are lanes that a barrier in a branch waits for, and that do not come.

use smem_cuda::CudaText;

/// Spellings of all lanes.
const ALL: [&str; 12] = [
    "",
    "0xffffffff",
    "0xffffffffu",
    "0xfffffffful",
    "~0",
    "~0u",
    "-1",
    "-1u",
    "(unsigned)-1",
    "full_mask",
    "uint32_max",
    "u32_max",
];

/// Whether a text has a warp-wide call with another mask than that of all lanes, or one that some lanes may not come to, or makes groups of
/// lanes.
pub(crate) fn names_lanes(read: &CudaText) -> bool {
    let text = read.source();
    let is_named = |at: usize| {
        let arguments = &text[at..];
        let end = arguments.find([',', ')', ';']).unwrap_or(arguments.len());
        !ALL.contains(&arguments[..end].trim().to_ascii_lowercase().as_str())
    };
    ["__syncwarp(", "_sync("].iter().any(|call| text.match_indices(call).any(|(at, call)| is_named(at + call.len())))
        || text.contains("tiled_partition")
        || text.contains("coalesced_threads")
        || ["__syncwarp(", "_sync("].iter().any(|call| text.contains(call)) && read.has_guarded_warp_call()
}

#[cfg(test)]
mod tests {
    use smem_cuda::CudaText;

    use super::names_lanes;

    #[test]
    fn a_mask_of_some_lanes_names_them() {
        for text in [
            "__syncwarp(0xffff);",
            "x = __shfl_sync(mask, x, 0);",
            "__syncwarp(1u << lane)",
            "tiled_partition<8>(b)",
            "void f() { if (n) __syncwarp(); }",
        ] {
            assert!(names_lanes(&CudaText::parse(text)), "{text}");
        }
        for text in
            ["__syncwarp();", "__shfl_sync(0xFFFFFFFF, x, 0)", "__any_sync( ~0u, x)", "__syncwarp( )", "FULL_MASK"]
        {
            assert!(!names_lanes(&CudaText::parse(text)), "{text}");
        }
    }
}
