//! The two forms of the struct of a tile or of a block.
//!
//! A header may come after `#define ROWS 32`, and NVRTC has no `push_macro`. So a name that only the struct uses ends in `_` there, which no
//! macro has, and a name for users is left out where a macro has it: they could not use it then.

use crate::text::{TextWriter, put};

/// Where the struct is compiled.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum StructForm {
    /// In the text of a kernel: for device code, after nothing that the tile does not know.
    Kernel,
    /// In a header: for device and host, from C++11 on, beside any macros.
    #[cfg_attr(not(feature = "alloc"), expect(dead_code, reason = "headers need `alloc`"))]
    Header,
}

/// Returns the specifiers of a function. The form that marks names is a header.
pub(super) const fn function(t: &TextWriter<'_>) -> &'static str {
    if t.marks_names { "SMEM_TILE_FUNCTION " } else { "__device__ __forceinline__ " }
}

/// Begins a part of a header that is left out where a macro has the name.
pub(super) const fn unless_macro(name: &str, t: &mut TextWriter<'_>) {
    if t.marks_names {
        put!(t; "#ifndef ", name, "\n",);
    }
}

/// Begins a part of a header for device code that is left out where a macro has the name.
pub(super) const fn on_device_unless_macro(name: &str, t: &mut TextWriter<'_>) {
    if t.marks_names {
        put!(t; "#if defined(__CUDACC__) && !defined(", name, ")\n",);
    }
}

/// Ends such a part.
pub(super) const fn end_if(t: &mut TextWriter<'_>) {
    if t.marks_names {
        t.push("#endif\n");
    }
}

/// Writes what the text of a kernel has alone.
pub(super) const fn in_kernel(text: &str, t: &mut TextWriter<'_>) {
    if !t.marks_names {
        t.push(text);
    }
}

/// Begins the enumerators, in the text of a kernel several in a line.
pub(super) const fn begin_constants(t: &mut TextWriter<'_>) {
    t.push(if t.marks_names { "    enum Constants_ : unsigned {\n" } else { "    enum : unsigned {\n       " });
}

/// Writes an enumerator, in a header in a line of its own with a comment.
pub(super) const fn constant(t: &mut TextWriter<'_>, name: &str, value: usize, comment: &str) {
    unless_macro(name, t);
    if t.marks_names {
        put!(t; "        ", name, " = ", #value, "u,", comment, "\n#endif\n",);
    } else {
        put!(t; " ", name, " = ", #value, "u,",);
    }
}

/// Ends the enumerators.
pub(super) const fn end_constants(t: &mut TextWriter<'_>) {
    in_kernel("\n", t);
    t.push("    };\n");
}
