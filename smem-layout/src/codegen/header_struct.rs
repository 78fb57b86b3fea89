//! The struct of a tile in a header: for device and host, from C++11 on, beside any macros.
//!
//! A header may come after `#define ROWS 32`, and NVRTC has no `push_macro`. So what only the struct uses has a name that ends in
//! `_`, which no macro has, and a name for users is left out where a macro has it: they could not use it then.

use alloc::{
    format,
    string::{String, ToString},
};

use crate::{
    codegen::{
        device_struct::CudaTile,
        dialect::Dialect,
        expression::{column_expression, index_expression},
    },
    layout::NoPitch,
};

/// The members of the struct that a struct of [`Solution::cuda`](crate::Solution::cuda) does not have.
pub(super) const MEMBERS: [&str; 8] =
    ["Constants_", "Elem_", "NoPitch_", "PlaneOf_", "RowOf_", "StageOf_", "index_", "reversed_"];

/// Returns the struct for device and host code.
pub(super) fn portable(tile: &CudaTile<'_>) -> String {
    let CudaTile { name, elem, elem_bytes, align, vec, bytes, stages, .. } = *tile;
    let text = StructText { tile };
    let (parameters, place) = (text.of(tile.parameters()), text.of(tile.place()));
    let in_element = text.of(tile.row_of_all(true));
    let element = text.element("storage_");
    let const_element = element.replace("Elem_ (*)", "const Elem_ (*)");
    let (constants, no_pitch, index, brackets) = (text.constants(), text.no_pitch(), text.index(), text.brackets());
    let staged = if stages > 1 { text.staged() } else { String::new() };
    let staged_vector = if stages > 1 { text.staged_vector() } else { String::new() };
    let stage = if stages > 1 { text.stage() } else { String::new() };
    let vector_bytes = vec * elem_bytes;
    let len = tile.len;
    format!(
        "\
struct alignas({align}) {name} {{
    using Elem_ = {elem};
#ifndef Elem
    using Elem = Elem_;
#endif
    enum Constants_ : unsigned {{
{constants}    }};
{no_pitch}
{index}    SMEM_TILE_FUNCTION Elem_& operator()({parameters}) {{
       {in_element} return {element};
    }}
    SMEM_TILE_FUNCTION const Elem_& operator()({parameters}) const {{
       {in_element} return {const_element};
    }}
{brackets}{staged}#if defined(__CUDACC__) && !defined(vec)
    // The vector V_, such as float4, whose first element is ({place}). Its width must be one that an access declares.
    template <typename V_> __device__ __forceinline__ V_& vec({parameters}) {{
        static_assert(sizeof(V_) % {elem_bytes}u == 0 && sizeof(V_) <= {vector_bytes}u,
                      \"{name}: declare an access with a vec this wide\");
        return *reinterpret_cast<V_*>(&(*this)({place}));
    }}
{staged_vector}#endif
{stage}#if defined(__CUDACC__) && !defined(from)
    // The tile at the start of dynamic shared memory, aligned to {align} bytes.
    static __device__ __forceinline__ {name}& from(void* memory_) {{ return *static_cast<{name}*>(memory_); }}
#endif

private:
    Elem_ storage_[{len}u];
}};
static_assert(sizeof({name}::Elem_) == {elem_bytes}, \"{name}: the size of the element\");
static_assert(sizeof({name}) == {bytes}, \"{name}: the size of the tile\");
"
    )
}

/// Writes the parts of one struct.
struct StructText<'a> {
    tile: &'a CudaTile<'a>,
}

impl StructText<'_> {
    /// Returns code that [`Solution::cuda`](crate::Solution::cuda) has as well, with the names of this struct and numbers for constants.
    fn of(&self, code: &str) -> String {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let mut written = String::new();
        let mut rest = code;
        while let Some(start) = rest.find(is_part) {
            let end = rest[start..].find(|c| !is_part(c)).map_or(rest.len(), |length| start + length);
            written.push_str(&rest[..start]);
            match &rest[start..end] {
                name @ ("plane" | "row" | "col" | "stage" | "index" | "Elem") => {
                    written.push_str(name);
                    written.push('_');
                }
                "__brev" => written.push_str("reversed_"),
                "ROWS" => written.push_str(&format!("{}u", self.tile.rows())),
                "STAGE_LEN" => written.push_str(&format!("{}u", self.tile.stage_len)),
                other => written.push_str(other),
            }
            rest = &rest[end..];
        }
        written + rest
    }

    /// Returns the element of a row that counts through all planes, as `index_` takes it.
    fn element(&self, start: &str) -> String {
        let layout = self.tile.layout;
        self.of(&match column_expression(layout, Dialect::Cuda) {
            Some(column) => format!("reinterpret_cast<Elem (*)[{}u]>({start})[row][{column}]", layout.pitch()),
            None if layout.is_plain() => format!("{start}[static_cast<int>(index(row, col))]"),
            None => format!("{start}[index(row, col)]"),
        })
    }

    /// Returns the enumerators.
    fn constants(&self) -> String {
        let CudaTile { layout, planes, elem_bytes, stages, align, tensor_map_swizzle, stage_len, len, bytes, .. } =
            *self.tile;
        let line = Some(layout).filter(|layout| layout.row_pitch() == Err(NoPitch::PaddedInside));
        let all = [
            ("PLANES", planes.map(|planes| planes as usize), ""),
            ("ROWS", Some(self.tile.rows() as usize), ""),
            ("COLS", Some(layout.cols() as usize), ""),
            ("PITCH", layout.row_pitch().ok().map(|pitch| pitch as usize), "  // elements"),
            ("LINE", line.map(|layout| layout.line() as usize), "  // elements"),
            ("PAD", line.map(|layout| layout.pad() as usize), "  // unused elements after each LINE"),
            ("STAGES", Some(stages as usize), ""),
            ("STAGE_LEN", Some(stage_len), "  // elements"),
            ("LEN", Some(len), "  // elements"),
            ("ELEM_BYTES", Some(elem_bytes as usize), ""),
            ("BYTES", Some(bytes), ""),
            ("ALIGN", Some(align as usize), "  // bytes"),
            (
                "TENSOR_MAP_SWIZZLE",
                tensor_map_swizzle.map(|mode| mode as usize),
                "  // the CUtensorMapSwizzle of a copy into this tile",
            ),
        ];
        let line = |(name, value, comment): (&str, Option<usize>, &str)| {
            value.map(|value| format!("#ifndef {name}\n        {name} = {value}u,{comment}\n#endif\n"))
        };
        all.into_iter().filter_map(line).collect()
    }

    /// Returns `PITCH` as a name whose use is an error that says why there is none; nothing where there is one.
    fn no_pitch(&self) -> String {
        let Err(why) = self.tile.layout.row_pitch() else { return String::new() };
        let (name, place) = (self.tile.name, self.tile.place());
        format!(
            "#ifndef PITCH
    // No number: {why}.
    template <typename V_> struct NoPitch_ {{
        SMEM_TILE_FUNCTION constexpr operator unsigned() const {{
            static_assert(sizeof(V_) == 0, \"{name} has no PITCH: {why}; {name}::index({place}) says where an element is\");
            return 0u;
        }}
    }};
    static const NoPitch_<{name}> PITCH;
#endif
"
        )
    }

    /// Returns the function of the index. Its body is one expression, as C++11 asks of a constant.
    fn index(&self) -> String {
        let index = self.of(&index_expression(self.tile.layout, Dialect::Cuda));
        let reverses = index.contains("reversed_(");
        let helper = if reverses { REVERSED } else { "" };
        let constant = if reverses { "" } else { "constexpr " };
        // A parameter that is not used has no name.
        let unused = !index.contains("row_");
        let row = if unused { "unsigned" } else { "unsigned row_" };
        let public = match self.tile.planes {
            Some(_) => format!(
                "(unsigned plane_, unsigned row_, unsigned col_) {{ return index_(plane_ * {}u + row_, col_); }}",
                self.tile.rows()
            ),
            None => "(unsigned row_, unsigned col_) { return index_(row_, col_); }".to_string(),
        };
        let of_all = if self.tile.planes.is_some() { ", of a row that counts through all planes" } else { "" };
        let place = self.of(self.tile.place());
        format!(
            "{helper}    // The offset in elements{of_all}.
    static SMEM_TILE_FUNCTION {constant}unsigned index_({row}, unsigned col_) {{ return {index}; }}
#ifndef index
    // The offset of element ({place}), in elements.
    static SMEM_TILE_FUNCTION {constant}unsigned index{public}
#endif
"
        )
    }

    /// Returns `tile[i]`, `tile[row][col]` or `tile[plane][row][col]`.
    fn brackets(&self) -> String {
        let name = self.tile.name;
        let row_of = "    // tile[row_][col_], in a step that the compiler sees through.
    template <typename Owner_, typename Value_> struct RowOf_ {
        Owner_ tile_;
        unsigned row_;
        SMEM_TILE_FUNCTION Value_& operator[](unsigned col_) const { return tile_(row_, col_); }
    };
";
        let row_of_plane = "    // tile[plane_][row_][col_], in two steps that the compiler sees through.
    template <typename Owner_, typename Value_> struct RowOf_ {
        Owner_ tile_;
        unsigned plane_, row_;
        SMEM_TILE_FUNCTION Value_& operator[](unsigned col_) const { return tile_(plane_, row_, col_); }
    };
    template <typename Owner_, typename Value_> struct PlaneOf_ {
        Owner_ tile_;
        unsigned plane_;
        SMEM_TILE_FUNCTION RowOf_<Owner_, Value_> operator[](unsigned row_) const { return {tile_, plane_, row_}; }
    };
";
        let first = |part: &str, argument: &str| {
            format!(
                "    SMEM_TILE_FUNCTION {part}<{name}&, Elem_> operator[](unsigned {argument}) {{ return {{*this, {argument}}}; }}
    SMEM_TILE_FUNCTION {part}<const {name}&, const Elem_> operator[](unsigned {argument}) const {{
        return {{*this, {argument}}};
    }}
"
            )
        };
        match self.tile.planes {
            None if self.tile.is_line() => LINE_BRACKETS.to_string(),
            None => row_of.to_string() + &first("RowOf_", "row_"),
            Some(_) => row_of_plane.to_string() + &first("PlaneOf_", "plane_"),
        }
    }

    /// Returns the element of one of several tiles.
    fn staged(&self) -> String {
        let tile = self.tile;
        let (parameters, place) = (self.of(tile.parameters()), self.of(tile.place()));
        let row = self.of(tile.row_of_all(true));
        let element = self.element("reinterpret_cast<Elem (*)[STAGE_LEN]>(storage_)[stage]");
        let const_element = element.replace("Elem_ (*)", "const Elem_ (*)");
        format!(
            "    // Element ({place}) of one stage.
    SMEM_TILE_FUNCTION Elem_& operator()(unsigned stage_, {parameters}) {{
       {row} return {element};
    }}
    SMEM_TILE_FUNCTION const Elem_& operator()(unsigned stage_, {parameters}) const {{
       {row} return {const_element};
    }}
"
        )
    }

    /// Returns `tile.stage(s)`.
    fn stage(&self) -> String {
        let tile = self.tile;
        let (parameters, place) = (self.of(tile.parameters()), self.of(tile.place()));
        let subscript = match tile.planes {
            None if self.tile.is_line() => "Value_& operator[](unsigned i_) const { return whole_(number_, 0u, i_); }",
            None => "RowOf_<StageOf_, Value_> operator[](unsigned row_) const { return {*this, row_}; }",
            Some(_) => "PlaneOf_<StageOf_, Value_> operator[](unsigned plane_) const { return {*this, plane_}; }",
        };
        format!(
            "#ifndef stage
    // tile.stage(s_), as a tile of its own.
    template <typename Owner_, typename Value_> struct StageOf_ {{
        Owner_ whole_;
        unsigned number_;
        SMEM_TILE_FUNCTION Value_& operator()({parameters}) const {{
            return whole_(number_, {place});
        }}
        SMEM_TILE_FUNCTION {subscript}
#if defined(__CUDACC__) && !defined(vec)
        template <typename V_> __device__ __forceinline__ V_& vec({parameters}) const {{
            return whole_.template vec<V_>(number_, {place});
        }}
#endif
    }};
    SMEM_TILE_FUNCTION StageOf_<{name}&, Elem_> stage(unsigned number_) {{ return {{*this, number_}}; }}
    SMEM_TILE_FUNCTION StageOf_<const {name}&, const Elem_> stage(unsigned number_) const {{
        return {{*this, number_}};
    }}
#endif
",
            name = tile.name,
        )
    }

    /// Returns the vector of one of several tiles.
    fn staged_vector(&self) -> String {
        let CudaTile { name, elem_bytes, vec, .. } = *self.tile;
        let (parameters, place) = (self.of(self.tile.parameters()), self.of(self.tile.place()));
        let vector_bytes = vec * elem_bytes;
        format!(
            "    template <typename V_> __device__ __forceinline__ V_& vec(unsigned stage_, {parameters}) {{
        static_assert(sizeof(V_) % {elem_bytes}u == 0 && sizeof(V_) <= {vector_bytes}u,
                      \"{name}: declare an access with a vec this wide\");
        return *reinterpret_cast<V_*>(&(*this)(stage_, {place}));
    }}
"
        )
    }
}

const LINE_BRACKETS: &str = "    SMEM_TILE_FUNCTION Elem_& operator[](unsigned i_) { return (*this)(0u, i_); }
    SMEM_TILE_FUNCTION const Elem_& operator[](unsigned i_) const { return (*this)(0u, i_); }
";

/// The bits of a number in reverse, for which only the device has an instruction.
const REVERSED: &str = "    static SMEM_TILE_FUNCTION unsigned reversed_(unsigned bits_) {
#if defined(__CUDA_ARCH__)
        return __brev(bits_);
#else
        bits_ = (bits_ & 0x55555555u) << 1 | (bits_ >> 1 & 0x55555555u);
        bits_ = (bits_ & 0x33333333u) << 2 | (bits_ >> 2 & 0x33333333u);
        bits_ = (bits_ & 0x0f0f0f0fu) << 4 | (bits_ >> 4 & 0x0f0f0f0fu);
        bits_ = (bits_ & 0x00ff00ffu) << 8 | (bits_ >> 8 & 0x00ff00ffu);
        return bits_ << 16 | bits_ >> 16;
#endif
    }
";
