//! The options of the attribute: their names, and an example of each for messages.

/// The names of all options.
pub(crate) const NAMES: [&str; 13] = [
    "pad",
    "swizzle",
    "layout",
    "prefer",
    "access",
    "conflicts",
    "arch",
    "memory",
    "stages",
    "cuda",
    "elem",
    "cubecl",
    "crate",
];

/// Returns what to write for `option`.
pub(crate) fn example(option: &str) -> &'static str {
    match option {
        "pad" => "pad = auto",
        "swizzle" => "swizzle = auto",
        "layout" => "layout = auto",
        "prefer" => "prefer = bytes",
        "access" => "access(row, col)",
        "conflicts" => "conflicts = allow",
        "arch" => "arch = sm_90",
        "memory" => "memory = dynamic",
        "stages" => "stages = 2",
        "cuda" => "cuda = \"Tile\"",
        "elem" => "elem(bytes = N, cuda = \"..\")",
        "cubecl" => "cubecl",
        _ => "crate = my::smem_tile",
    }
}
