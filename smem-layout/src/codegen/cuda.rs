//! A tile as CUDA C++ source: the same storage and the same index as the Rust type.
//!
//! The text includes nothing, since NVRTC has no headers: who names an element that needs one puts `#include` lines in front of it.
//! It has a `#line` of its own, so that a compiler's messages name the tile. Constants are an `enum`, because a `static constexpr` member
//! becomes a global variable in PTX. The storage is private: every access goes through the index, so none can miss the
//! swizzle.

use alloc::{
    format,
    string::{String, ToString},
};

use core::fmt;

use crate::{
    codegen::{dialect::Dialect, reserved::refused_name},
    solve::Solution,
};

/// The reason why a solution has no CUDA text under a name.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CudaError {
    /// No struct can have the name, see [`refused_name`].
    Name {
        /// The name.
        name: String,
    },
    /// The text is not the spelling of a type.
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
    /// Returns the tile as a struct `name` of CUDA C++ whose elements are of the type `elem`, to be put in front of the
    /// kernels that use it.
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
    /// The bytes of an element and the number of stages are those that were solved for. Only the compiler of the text
    /// can check that `elem` has these bytes: the text asserts it.
    ///
    /// # Errors
    ///
    /// A name that no struct can have, an element that is not spelled as a type, or a solution that was changed by hand.
    pub fn cuda(&self, name: &str, elem: &str) -> Result<String, CudaError> {
        if refused_name(name).is_some() {
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

/// Returns true for names, `::`, spaces and template arguments, which cannot end the declaration that they are in.
fn is_type(text: &str) -> bool {
    let allowed = |c: char| c.is_ascii_alphanumeric() || "_: <>,".contains(c);
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_' || c == ':') && text.chars().all(allowed)
}

/// The input of the text.
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
#line 1 \"{name}.smem.cuh\"
// {layout} of {elem}: {bytes} bytes. Generated by smem-tile; do not edit.
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

    /// Returns element (`row`, `col`) of the tile that starts at the array `start`, an atom: as a programmer writes it,
    /// in an array of rows where the swizzle or the padding is one of rows. The compiler makes least instructions of
    /// that.
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

    /// Returns the number of bytes of the widest vector whose elements the layout keeps together.
    fn vector_bytes(&self) -> u32 {
        self.solution.vec * self.elem_bytes
    }

    /// Returns element `i` of a one-dimensional tile.
    fn line_accessors(&self) -> String {
        "    __device__ __forceinline__ Elem& operator[](unsigned i) { return (*this)(0u, i); }
    __device__ __forceinline__ const Elem& operator[](unsigned i) const { return (*this)(0u, i); }
"
        .to_string()
    }

    /// Returns element (`row`, `col`) of one of several tiles.
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

/// Joins tiles and a kernel in one translation unit: the headers that the tiles include, each once, then the tiles,
/// then the kernel text under its own file name.
///
/// Each tile and the kernel have a `#line`, so the compiler's messages name the tile (`ScanTile.smem.cuh`) or `file`.
///
/// ```
/// let unit = smem_layout::translation_unit(&["struct A {};"], "scan2d.cu", "__global__ void scan() {}");
/// assert_eq!(unit, "struct A {};\n#line 1 \"scan2d.cu\"\n__global__ void scan() {}\n");
///
/// let tiles = ["#include \"cuda_fp16.h\"\nstruct A {};\n", "#include \"cuda_fp16.h\"\nstruct B {};\n"];
/// let unit = smem_layout::translation_unit(&tiles, "scan2d.cu", "");
/// assert!(unit.starts_with("#include \"cuda_fp16.h\"\nstruct A {};\nstruct B {};\n"));
/// ```
pub fn translation_unit(tiles: &[&str], file: &str, kernel: &str) -> String {
    let mut includes = String::new();
    let mut structs = String::new();
    for tile in tiles {
        let mut rest = *tile;
        while let Some((line, after)) = rest.split_once('\n').filter(|(line, _)| line.starts_with("#include ")) {
            if !includes.lines().any(|known| known == line) {
                includes.push_str(line);
                includes.push('\n');
            }
            rest = after;
        }
        structs.push_str(rest);
        if !rest.ends_with('\n') {
            structs.push('\n');
        }
    }
    let file = file.replace('\\', "\\\\").replace('"', "\\\"");
    let mut unit = includes;
    unit.push_str(&structs);
    unit.push_str(&format!("#line 1 \"{file}\"\n{kernel}"));
    if !kernel.ends_with('\n') {
        unit.push('\n');
    }
    unit
}

#[cfg(test)]
mod tests {
    use alloc::{
        collections::BTreeSet,
        string::{String, ToString},
    };

    use crate::{Access, Choice, Request, TmaSwizzle, codegen::reserved::MEMBERS};

    /// Returns the names that the struct in `text` declares: enumerators, types, functions and fields.
    fn members(text: &str) -> BTreeSet<String> {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let name_before = |text: &str| {
            let name = text.trim_end();
            name[name.rfind(|c| !is_part(c)).map_or(0, |at| at + 1)..].to_string()
        };
        let mut found = BTreeSet::new();
        let body = text.split_once("{\n").unwrap().1.split_once("\n};").unwrap().0;
        for line in body.lines().map(|line| line.split("//").next().unwrap()) {
            let parts = line.split(" = ");
            let assigned = parts.clone().count() - 1;
            found.extend(parts.take(assigned).map(name_before));
            if line.contains("__forceinline__") {
                let name = name_before(line.split('(').next().unwrap());
                found.extend(Some(name).filter(|name| name != "operator"));
            }
            if let Some((field, _)) = line.split_once("[LEN];") {
                found.insert(name_before(field));
            }
        }
        found.remove("");
        found
    }

    #[test]
    fn the_list_of_members_is_that_of_the_text() {
        let accesses = [Access::ldmatrix()];
        let tensor = Request {
            choice: Choice::Tma(TmaSwizzle::B128),
            stages: 2,
            arch: crate::Arch::SM_90,
            ..Request::new(8, 64, 2, &accesses)
        };
        let accesses = [Access::row()];
        let line = Request::new(1, 1024, 4, &accesses);
        let text = |request: &Request<'_>| request.solve().unwrap().cuda("Tile", "T").unwrap();
        let mut found = members(&text(&tensor));
        found.extend(members(&text(&line)));
        assert_eq!(found, MEMBERS.iter().map(ToString::to_string).collect());
    }
}
