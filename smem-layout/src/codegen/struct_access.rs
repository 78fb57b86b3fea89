//! The functions of the struct of a tile in CUDA C++: its index, its elements, their vectors, its stages.

use crate::{
    codegen::{
        index_text::IndexText,
        struct_form::{end_if, function, on_device_unless_macro, unless_macro},
        tile_struct::CudaTile,
    },
    text::{TextWriter, put},
};

impl CudaTile<'_> {
    /// Returns true if the function of the index takes the row of all planes and goes by another name than the public one: where there are
    /// planes, and in a header, where a macro may have that.
    const fn has_own_index(&self, t: &TextWriter<'_>) -> bool {
        t.marks_names || self.planes.is_some()
    }

    /// Writes the function of the index. Its body is one expression, as C++11 asks of a constant.
    pub(super) const fn put_index(&self, index: &IndexText<'_>, t: &mut TextWriter<'_>) {
        let reverses = index.reverses_bits();
        let constant = if reverses { "" } else { "constexpr " };
        if reverses && t.marks_names {
            t.push(REVERSED);
        }
        // A parameter that is not used has no name.
        let has_row = index.has_row(self.layout);
        let has_own = self.has_own_index(t);
        if has_own {
            let of_all = if self.planes.is_some() { ", of a row that counts through all planes" } else { "" };
            put!(t; "    // The offset in elements", of_all, ".\n    static ", function(t), constant, "unsigned index_(unsigned",);
            put_row(has_row, t);
            put!(t; ", unsigned ", ~"col", ") { return ",);
            index.write(t);
            put!(t; "; }\n",);
        }
        unless_macro("index", t);
        put!(t; "    // The offset of element (", self.place(t), "), in elements.\n    static ", function(t), constant,);
        put!(t; "unsigned index(",);
        if has_own {
            put!(t; self.parameters(t), ") { return index_(",);
            if self.planes.is_some() {
                put!(t; ~"plane", " * ", #self.rows(), "u + ",);
            }
            put!(t; ~"row", ", ", ~"col", ")",);
        } else {
            t.push("unsigned");
            put_row(has_row, t);
            put!(t; ", unsigned col) { return ",);
            index.write(t);
        }
        put!(t; "; }\n",);
        end_if(t);
    }

    /// Writes the operators that return an element, of one of several tiles where `is_staged`.
    pub(super) const fn put_elements(&self, is_staged: bool, index: &IndexText<'_>, t: &mut TextWriter<'_>) {
        self.put_element(is_staged, ("", ""), index, t);
        self.put_element(is_staged, ("const ", " const"), index, t);
    }

    /// Writes one of them: as a programmer writes it, in an array of rows where the swizzle or the padding is one of rows. The compiler
    /// makes least instructions of that.
    const fn put_element(
        &self,
        is_staged: bool,
        (constant, after): (&str, &str),
        index: &IndexText<'_>,
        t: &mut TextWriter<'_>,
    ) {
        put!(t; "    ", function(t), constant, ~"Elem", "& operator()(",);
        put_stage_parameter(is_staged, t);
        put!(t; self.parameters(t), ")", after, " {\n       ",);
        if self.planes.is_some() {
            put!(t; " ", ~"row", " += ", ~"plane", " * ", #self.rows(), "u;",);
        }
        t.push(" return ");
        let is_by_rows = index.is_by_rows(self.layout);
        if is_by_rows {
            put!(t; "reinterpret_cast<", constant, ~"Elem", " (*)[", #self.layout.pitch(), "u]>(",);
        }
        if is_staged {
            put!(t; "reinterpret_cast<", constant, ~"Elem", " (*)[", #self.stage_len, "u]>(storage_)[stage_]",);
        } else {
            t.push("storage_");
        }
        if is_by_rows {
            put!(t; ")[", ~"row", "][",);
            index.write_column(t);
        } else {
            // Signed where the tile is dense, since its offset, below 2^31, is widened at no cost then.
            let (start, end) = if self.layout.is_plain() { ("[static_cast<int>(", ")") } else { ("[", "") };
            let index = if self.has_own_index(t) { "index_(" } else { "index(" };
            put!(t; start, index, ~"row", ", ", ~"col", ")", end,);
        }
        put!(t; "];\n    }\n",);
    }

    /// Writes the function of a vector, of one of several tiles where `is_staged`.
    pub(super) const fn put_vector(&self, is_staged: bool, t: &mut TextWriter<'_>) {
        put!(t; "    template <typename V_> __device__ __forceinline__ V_& vec(",);
        put_stage_parameter(is_staged, t);
        put!(t; self.parameters(t), ") {\n        static_assert(sizeof(V_) % ", #self.elem_bytes, "u == 0 && sizeof(V_) <= ",);
        put!(t; #self.vec * self.elem_bytes, "u,\n                      \"", self.name,);
        put!(t; ": declare an access with a vec this wide\");\n        return *reinterpret_cast<V_*>(&(*this)(",);
        if is_staged {
            put!(t; "stage_, ",);
        }
        put!(t; self.place(t), "));\n    }\n",);
    }

    /// Writes `tile[i]`, `tile[row][col]` or `tile[plane][row][col]`.
    pub(super) const fn put_subscripts(&self, t: &mut TextWriter<'_>) {
        if self.is_line() {
            put!(t; "    ", function(t), ~"Elem", "& operator[](unsigned i_) { return (*this)(0u, i_); }\n",);
            put!(t; "    ", function(t), "const ", ~"Elem", "& operator[](unsigned i_) const { return (*this)(0u, i_); }\n",);
            return;
        }
        let has_planes = self.planes.is_some();
        t.push("    // tile");
        if has_planes {
            put!(t; "[", ~"plane", "]",);
        }
        put!(t; "[", ~"row", "][", ~"col", "], in ", if has_planes { "two steps" } else { "a step" }, " that the compiler sees through.\n",);
        put_template("RowOf_", t);
        put!(t; "        Owner_ tile_;\n        unsigned ",);
        if has_planes {
            put!(t; ~"plane", ", ",);
        }
        put!(t; ~"row", ";\n        ", function(t), "Value_& operator[](unsigned ", ~"col", ") const { return tile_(",);
        put!(t; self.place(t), "); }\n    };\n",);
        if !has_planes {
            self.put_first_subscript("RowOf_", "row", t);
            return;
        }
        put_template("PlaneOf_", t);
        put!(t; "        Owner_ tile_;\n        unsigned ", ~"plane", ";\n        ", function(t), "RowOf_<",);
        put!(t; "Owner_, Value_> operator[](unsigned ", ~"row", ") const { return {tile_, ", ~"plane", ", ",);
        put!(t; ~"row", "}; }\n    };\n",);
        self.put_first_subscript("PlaneOf_", "plane", t);
    }

    /// Writes the operators that return a `part` of the tile.
    const fn put_first_subscript(&self, part: &str, argument: &str, t: &mut TextWriter<'_>) {
        self.put_part(part, "operator[]", argument, ("", ""), t);
        self.put_part(part, "operator[]", argument, ("const ", " const"), t);
    }

    /// Writes one function that returns a part of the tile.
    const fn put_part(
        &self,
        part: &str,
        operator: &str,
        argument: &str,
        (constant, after): (&str, &str),
        t: &mut TextWriter<'_>,
    ) {
        put!(t; "    ", function(t), part, "<", constant, self.name, "&, ", constant, ~"Elem", "> ", operator, "(unsigned ",);
        put!(t; ~argument, ")", after, " { return {*this, ", ~argument, "}; }\n",);
    }

    /// Writes `tile.stage(s)`.
    pub(super) const fn put_stage(&self, t: &mut TextWriter<'_>) {
        let (parameters, place) = (self.parameters(t), self.place(t));
        unless_macro("stage", t);
        put!(t; "    // tile.stage(s_), as a tile of its own.\n",);
        put_template("StageOf_", t);
        put!(t; "        Owner_ whole_;\n        unsigned number_;\n        ", function(t), "Value_",);
        put!(t; "& operator()(", parameters, ") const { return whole_(number_, ", place, "); }\n        ",);
        t.push(function(t));
        if self.is_line() {
            put!(t; "Value_& operator[](unsigned i_) const { return whole_(number_, 0u, i_); }\n",);
        } else {
            let (part, argument) = if self.planes.is_some() { ("PlaneOf_", "plane") } else { ("RowOf_", "row") };
            put!(t; part, "<StageOf_, Value_> operator[](unsigned ", ~argument, ") const { return {*this, ", ~argument, "}; }\n",);
        }
        on_device_unless_macro("vec", t);
        put!(t; "        template <typename V_> __device__ __forceinline__ V_& vec(", parameters, ") const {\n",);
        put!(t; "            return whole_.template vec<V_>(number_, ", place, ");\n        }\n",);
        end_if(t);
        put!(t; "    };\n",);
        self.put_part("StageOf_", "stage", "number", ("", ""), t);
        self.put_part("StageOf_", "stage", "number", ("const ", " const"), t);
        end_if(t);
    }
}

/// Writes the name of the row as a parameter, where it is used.
const fn put_row(is_used: bool, t: &mut TextWriter<'_>) {
    if is_used {
        put!(t; " ", ~"row",);
    }
}

/// Writes the first parameter of a function of one of several tiles.
const fn put_stage_parameter(is_staged: bool, t: &mut TextWriter<'_>) {
    if is_staged {
        put!(t; "unsigned stage_, ",);
    }
}

/// Writes the head of a struct over the tile that it is a part of, and its elements.
const fn put_template(name: &str, t: &mut TextWriter<'_>) {
    put!(t; "    template <typename Owner_, typename Value_> struct ", name, " {\n",);
}

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
