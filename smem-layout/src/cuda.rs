//! A tile as CUDA C++ source: the same storage and the same index as the Rust type.
//!
//! The text includes nothing, since NVRTC has no headers. Constants are an `enum`, because a `static constexpr` member
//! becomes a global variable in PTX. The storage is private: every access goes through the index, so none can miss the
//! swizzle.

use alloc::{
    format,
    string::{String, ToString},
};

use core::fmt;

use crate::{expression::Dialect, solve::Solution};

/// Why a solution has no CUDA text under that name.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CudaError {
    /// No struct can have the name: it is not an identifier, or [reserved](is_reserved).
    Name {
        /// The name.
        name: String,
    },
    /// That is not the spelling of a type.
    Element {
        /// The text.
        elem: String,
    },
    /// The fields of the solution do not fit together: it was not solved, or was changed afterwards.
    Solution,
}

impl fmt::Display for CudaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name { name } => write!(f, "`{name}` cannot be the name of a struct in CUDA C++"),
            Self::Element { elem } => write!(f, "`{elem}` is not a type of CUDA C++"),
            Self::Solution => f.write_str(
                "the solution's layout, lengths and bytes do not fit together: take it as `solve` returns it",
            ),
        }
    }
}

impl core::error::Error for CudaError {}

impl Solution {
    /// The tile as a struct `name` of CUDA C++ whose elements are of the type `elem`, to stand before the kernels that use it.
    ///
    /// ```
    /// use smem_layout::{Access, Choice, Pick, Request};
    ///
    /// let accesses = [Access::row(), Access::col()];
    /// let request = Request { choice: Choice::Pad(Pick::Auto), ..Request::new(32, 32, 8, &accesses) };
    /// let text = request.solve()?.cuda("ScanTile", "unsigned long long")?;
    /// assert!(text.contains("return row * 33u + col;"));
    /// assert!(text.contains("static_assert(sizeof(ScanTile) == 8448"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// The bytes of an element and the number of stages are those that were solved for. That `elem` has these bytes only
    /// the compiler of the text can tell: the text asserts it.
    ///
    /// # Errors
    ///
    /// A name that no struct can have, an element that is not spelled as a type, or a solution that was changed by hand.
    pub fn cuda(&self, name: &str, elem: &str) -> Result<String, CudaError> {
        if !is_identifier(name) || is_reserved(name) {
            return Err(CudaError::Name { name: name.into() });
        }
        if !is_type(elem) {
            return Err(CudaError::Element { elem: elem.into() });
        }
        let whole = |part: usize, of: usize| {
            if part > 0 && of.is_multiple_of(part) { u32::try_from(of / part).ok() } else { None }
        };
        let (Some(elem_bytes), Some(stages)) = (whole(self.len, self.bytes), whole(self.stage_len, self.len)) else {
            return Err(CudaError::Solution);
        };
        if elem_bytes == 0 || self.layout.len() > self.stage_len || !self.align.is_power_of_two() {
            return Err(CudaError::Solution);
        }
        Ok(CudaTile { name, elem, elem_bytes, stages, solution: self }.text())
    }
}

fn is_identifier(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
    name.starts_with(|c: char| plain(c) && !c.is_ascii_digit()) && name.chars().all(plain)
}

/// Names, `::`, spaces and template arguments: what cannot end the declaration that it stands in.
fn is_type(text: &str) -> bool {
    let allowed = |c: char| c.is_ascii_alphanumeric() || "_: <>,".contains(c);
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_' || c == ':') && text.chars().all(allowed)
}

/// What the text is made from.
#[derive(Clone, Copy)]
struct CudaTile<'a> {
    name: &'a str,
    elem: &'a str,
    elem_bytes: u32,
    /// Tiles back to back in the storage.
    stages: u32,
    solution: &'a Solution,
}

impl CudaTile<'_> {
    fn text(&self) -> String {
        let CudaTile { name, elem, elem_bytes, stages, solution } = *self;
        let Solution { layout, align, stage_len, len, bytes, .. } = solution;
        let (rows, cols, pitch) = (layout.rows(), layout.cols(), layout.pitch());
        let index = layout.index_expression(Dialect::Cuda);
        let element = self.element("storage_");
        let const_element = element.replace("Elem (*)", "const Elem (*)");
        let fold = if rows == 1 { self.line_accessors() } else { String::new() };
        let staged = if stages > 1 { self.stage_accessors() } else { String::new() };
        let tensor_map = match solution.tma {
            Some(mode) => format!(
                "        TENSOR_MAP_SWIZZLE = {}u,  // the CUtensorMapSwizzle of a copy into this tile\n",
                mode.tensor_map_swizzle()
            ),
            None => String::new(),
        };
        let unused_row = if rows == 1 { " (void)row;" } else { "" };
        format!(
            "\
// {layout} of {elem}: {bytes} bytes. Generated by smem; do not edit.
struct __align__({align}) {name} {{
    using Elem = {elem};
    enum : unsigned {{
        ROWS = {rows}u, COLS = {cols}u, PITCH = {pitch}u,  // elements
{tensor_map}        STAGES = {stages}u, STAGE_LEN = {stage_len}u, LEN = {len}u,  // elements
        ELEM_BYTES = {elem_bytes}u, BYTES = {bytes}u, ALIGN = {align}u
    }};

    // Offset of element (row, col), in elements.
    static __device__ __forceinline__ unsigned index(unsigned row, unsigned col) {{
       {unused_row} return {index};
    }}
    __device__ __forceinline__ Elem& operator()(unsigned row, unsigned col) {{ return {element}; }}
    __device__ __forceinline__ const Elem& operator()(unsigned row, unsigned col) const {{ return {const_element}; }}
    // The vector V, such as float4, whose first element is (row, col). Its width must be one that an access declares.
    template <typename V> __device__ __forceinline__ V& vec(unsigned row, unsigned col) {{
        static_assert(sizeof(V) % sizeof(Elem) == 0 && sizeof(V) <= VECTOR_BYTES,
                      \"{name}: declare an access with a vec this wide\");
        return *reinterpret_cast<V*>(&(*this)(row, col));
    }}
{fold}{staged}    // The tile at the start of dynamic shared memory, aligned to ALIGN bytes.
    static __device__ __forceinline__ {name}& from(void* memory) {{ return *static_cast<{name}*>(memory); }}

private:
    enum : unsigned {{ VECTOR_BYTES = {vector_bytes}u }};
    Elem storage_[LEN];
}};
static_assert(sizeof({name}::Elem) == {elem_bytes}, \"{name}: the size of the element\");
static_assert(sizeof({name}) == {bytes}, \"{name}: the size of the tile\");
",
            vector_bytes = self.vector_bytes(),
        )
    }

    /// Element (`row`, `col`) of the tile that starts at the array `start`, an atom: as a programmer writes it, in an array
    /// of rows where the swizzle or the padding is one of rows. The compiler makes least instructions of that.
    fn element(&self, start: &str) -> String {
        let layout = &self.solution.layout;
        match layout.column_expression(Dialect::Cuda) {
            Some(column) => format!("reinterpret_cast<Elem (*)[PITCH]>({start})[row][{column}]"),
            // Signed, since a dense offset, below 2^31, is widened at no cost then.
            None if layout.is_plain() => {
                format!("{start}[static_cast<int>(index(row, col))]")
            }
            None => format!("{start}[index(row, col)]"),
        }
    }

    /// Bytes of the widest vector whose elements the layout keeps together.
    fn vector_bytes(&self) -> u32 {
        self.solution.vec * self.elem_bytes
    }

    /// Element `i` of a one-dimensional tile.
    fn line_accessors(&self) -> String {
        "    __device__ __forceinline__ Elem& operator[](unsigned i) { return (*this)(0u, i); }
    __device__ __forceinline__ const Elem& operator[](unsigned i) const { return (*this)(0u, i); }
"
        .to_string()
    }

    /// Element (`row`, `col`) of one of several tiles.
    fn stage_accessors(&self) -> String {
        format!(
            "    // Element (row, col) of one stage.
    __device__ __forceinline__ Elem& operator()(unsigned stage, unsigned row, unsigned col) {{
        return {element};
    }}
    template <typename V> __device__ __forceinline__ V& vec(unsigned stage, unsigned row, unsigned col) {{
        static_assert(sizeof(V) % sizeof(Elem) == 0 && sizeof(V) <= VECTOR_BYTES,
                      \"{name}: declare an access with a vec this wide\");
        return *reinterpret_cast<V*>(&(*this)(stage, row, col));
    }}
",
            name = self.name,
            element = self.element("reinterpret_cast<Elem (*)[STAGE_LEN]>(storage_)[stage]"),
        )
    }
}

/// One translation unit from tiles and a kernel: the tiles first, then the kernel text under its own file name, so that the
/// compiler's messages and line numbers speak of that file.
///
/// ```
/// let unit = smem_layout::translation_unit(&["struct A {};"], "scan2d.cu", "__global__ void scan() {}");
/// assert_eq!(unit, "struct A {};\n#line 1 \"scan2d.cu\"\n__global__ void scan() {}\n");
/// ```
pub fn translation_unit(tiles: &[&str], file: &str, kernel: &str) -> String {
    let mut unit = String::new();
    for tile in tiles {
        unit.push_str(tile);
        if !tile.ends_with('\n') {
            unit.push('\n');
        }
    }
    let file = file.replace('\\', "\\\\").replace('"', "\\\"");
    unit.push_str(&format!("#line 1 \"{file}\"\n{kernel}"));
    if !kernel.ends_with('\n') {
        unit.push('\n');
    }
    unit
}

/// True for what C++ or CUDA keeps for itself, so that no struct can have this name.
pub fn is_reserved(name: &str) -> bool {
    name.starts_with("__") || name.starts_with('_') && name[1..].starts_with(|c: char| c.is_ascii_uppercase()) || {
        // Kept sorted for the search.
        RESERVED.binary_search(&name).is_ok()
    }
}

/// C++ keywords and alternative tokens up to C++20, and the names that CUDA declares without a header.
const RESERVED: &[&str] = &[
    "alignas",
    "alignof",
    "and",
    "and_eq",
    "asm",
    "atomicAdd",
    "atomicCAS",
    "atomicExch",
    "atomicMax",
    "atomicMin",
    "auto",
    "bitand",
    "bitor",
    "blockDim",
    "blockIdx",
    "bool",
    "break",
    "case",
    "catch",
    "char",
    "char1",
    "char16_t",
    "char2",
    "char3",
    "char32_t",
    "char4",
    "char8_t",
    "class",
    "co_await",
    "co_return",
    "co_yield",
    "compl",
    "concept",
    "const",
    "const_cast",
    "consteval",
    "constexpr",
    "constinit",
    "continue",
    "cudaError_t",
    "cudaStream_t",
    "decltype",
    "default",
    "delete",
    "dim3",
    "do",
    "double",
    "double1",
    "double2",
    "double3",
    "double4",
    "dynamic_cast",
    "else",
    "enum",
    "explicit",
    "export",
    "extern",
    "false",
    "float",
    "float1",
    "float2",
    "float3",
    "float4",
    "for",
    "friend",
    "goto",
    "gridDim",
    "if",
    "inline",
    "int",
    "int1",
    "int2",
    "int3",
    "int4",
    "long",
    "long1",
    "long2",
    "long3",
    "long4",
    "longlong1",
    "longlong2",
    "longlong3",
    "longlong4",
    "mutable",
    "namespace",
    "new",
    "noexcept",
    "not",
    "not_eq",
    "nullptr",
    "operator",
    "or",
    "or_eq",
    "private",
    "protected",
    "public",
    "register",
    "reinterpret_cast",
    "requires",
    "return",
    "short",
    "short1",
    "short2",
    "short3",
    "short4",
    "signed",
    "sizeof",
    "static",
    "static_assert",
    "static_cast",
    "std",
    "struct",
    "switch",
    "template",
    "this",
    "threadIdx",
    "thread_local",
    "throw",
    "true",
    "try",
    "typedef",
    "typeid",
    "typename",
    "uchar1",
    "uchar2",
    "uchar3",
    "uchar4",
    "uint1",
    "uint2",
    "uint3",
    "uint4",
    "ulong1",
    "ulong2",
    "ulong3",
    "ulong4",
    "ulonglong1",
    "ulonglong2",
    "ulonglong3",
    "ulonglong4",
    "union",
    "unsigned",
    "ushort1",
    "ushort2",
    "ushort3",
    "ushort4",
    "using",
    "virtual",
    "void",
    "volatile",
    "warpSize",
    "wchar_t",
    "while",
    "xor",
    "xor_eq",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reserved_names_are_sorted_for_the_search() {
        assert!(RESERVED.is_sorted());
        assert!(RESERVED.iter().all(|name| is_reserved(name)));
        for free in ["ScanTile", "Tile", "float5", "xor_tile", "_tile"] {
            assert!(!is_reserved(free), "{free}");
        }
        assert!(is_reserved("_Tile") && is_reserved("__tile"));
    }
}
