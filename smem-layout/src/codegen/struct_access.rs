//! The functions of the struct of a tile in CUDA C++: its index, its elements, their vectors, its stages.

use crate::{
    codegen::{index_text::IndexText, struct_form::StructWriter, tile_struct::CudaTile},
    text::put,
};

impl CudaTile<'_> {
    /// Returns true if the function of the index takes the row of all planes and goes by another name than the public one: where there are
    /// planes, and in a header, where a macro may have that.
    const fn has_own_index(&self, t: &StructWriter<'_, '_>) -> bool {
        t.is_header() || self.planes.is_some()
    }

    /// Writes the function of the index. Its body is one expression, as C++11 asks of a constant.
    pub(super) const fn put_index(&self, index: &IndexText<'_>, t: &mut StructWriter<'_, '_>) {
        let reverses = index.reverses_bits();
        let constant = if reverses { "" } else { "constexpr " };
        if reverses && t.is_header() {
            t.push(REVERSED);
        }
        // A parameter that is not used has no name.
        let has_row = index.has_row(self.layout);
        let has_own = self.has_own_index(t);
        if has_own {
            let of_all = if self.planes.is_some() { ", of a row that counts through all planes" } else { "" };
            put!(t; "    // The offset in elements", of_all, ".\n    static ", t.function(), constant, "unsigned index_(unsigned",);
            put_row(has_row, t);
            put!(t; ", unsigned ", ~"col", ") { return ",);
            index.write(t.text);
            put!(t; "; }\n",);
        }
        t.unless_macro("index");
        put!(t; "    // The offset of element (", self.place(t.form), "), in elements.\n    static ", t.function(), constant,);
        put!(t; "unsigned index(",);
        if has_own {
            put!(t; self.parameters(t.form), ") { return index_(",);
            if self.planes.is_some() {
                put!(t; ~"plane", " * ", #self.rows(), "u + ",);
            }
            put!(t; ~"row", ", ", ~"col", ")",);
        } else {
            t.push("unsigned");
            put_row(has_row, t);
            put!(t; ", unsigned col) { return ",);
            index.write(t.text);
        }
        put!(t; "; }\n",);
        t.end_if();
    }

    /// Writes the operators that return an element, of one of several tiles where `is_staged`.
    pub(super) const fn put_elements(&self, is_staged: bool, index: &IndexText<'_>, t: &mut StructWriter<'_, '_>) {
        self.put_element(is_staged, "", "", index, t);
        self.put_element(is_staged, "const ", " const", index, t);
    }

    /// Writes one of them: as a programmer writes it, in an array of rows where the swizzle or the padding is one of rows. The compiler
    /// makes least instructions of that.
    const fn put_element(
        &self,
        is_staged: bool,
        constant: &str,
        after: &str,
        index: &IndexText<'_>,
        t: &mut StructWriter<'_, '_>,
    ) {
        put!(t; "    ", t.function(), constant, ~"Elem", "& operator()(",);
        put_stage_parameter(is_staged, t);
        put!(t; self.parameters(t.form), ")", after, " {\n       ",);
        if self.planes.is_some() {
            put!(t; " ", ~"row", " += ", ~"plane", " * ", #self.rows(), "u;",);
        }
        t.push(" return ");
        let is_by_rows = index.is_by_rows(self.layout);
        if is_by_rows {
            put!(t; "reinterpret_cast<", constant, ~"Elem", " (*)[", #self.layout.pitch(), "u]>(",);
        }
        if is_staged {
            put!(t; "reinterpret_cast<", constant, ~"Elem", " (*)[", #self.stage_len, "u]>(storage_)[", ~"stage", "]",);
        } else {
            t.push("storage_");
        }
        if is_by_rows {
            put!(t; ")[", ~"row", "][",);
            index.write_column(t.text);
        } else {
            // Signed where the tile is dense, since its offset, below 2^31, is widened at no cost then.
            let (start, end) = if self.layout.is_plain() { ("[static_cast<int>(", ")") } else { ("[", "") };
            let index = if self.has_own_index(t) { "index_(" } else { "index(" };
            put!(t; start, index, ~"row", ", ", ~"col", ")", end,);
        }
        put!(t; "];\n    }\n",);
    }

    /// Writes the function of a vector, of one of several tiles where `is_staged`.
    pub(super) const fn put_vector(&self, is_staged: bool, t: &mut StructWriter<'_, '_>) {
        put!(t; "    template <typename ", ~"V", "> __device__ __forceinline__ ", ~"V", "& vec(",);
        put_stage_parameter(is_staged, t);
        put!(t; self.parameters(t.form), ") {\n        static_assert(sizeof(", ~"V", ") % ", #self.elem_bytes, "u == 0 && sizeof(",);
        put!(t; ~"V", ") <= ", #self.vec * self.elem_bytes, "u,\n                      \"", self.name,);
        put!(t; ": declare an access with a vec this wide\");\n        return *reinterpret_cast<", ~"V", "*>(&(*this)(",);
        if is_staged {
            put!(t; ~"stage", ", ",);
        }
        put!(t; self.place(t.form), "));\n    }\n",);
    }

    /// Writes `tile[i]`, `tile[row][col]` or `tile[plane][row][col]`.
    pub(super) const fn put_subscripts(&self, t: &mut StructWriter<'_, '_>) {
        if self.is_line() {
            let function = t.function();
            put!(t; "    ", function, ~"Elem", "& operator[](unsigned ", ~"i", ") { return (*this)(0u, ", ~"i", "); }\n",);
            put!(t; "    ", function, "const ", ~"Elem", "& operator[](unsigned ", ~"i", ") const { return (*this)(0u, ", ~"i",);
            put!(t; "); }\n",);
            return;
        }
        let has_planes = self.planes.is_some();
        t.push("    // tile");
        if has_planes {
            put!(t; "[", ~"plane", "]",);
        }
        put!(t; "[", ~"row", "][", ~"col", "], in ", if has_planes { "two steps" } else { "a step" },);
        put!(t; " that the compiler sees through.\n",);
        put_template("RowOf", t);
        put!(t; "        ", ~"Owner", " ", ~"tile", ";\n        unsigned ",);
        if has_planes {
            put!(t; ~"plane", ", ",);
        }
        put!(t; ~"row", ";\n        ", t.function(), ~"Value", "& operator[](unsigned ", ~"col", ") const { return ", ~"tile", "(",);
        put!(t; self.place(t.form), "); }\n    };\n",);
        if !has_planes {
            self.put_first_subscript("RowOf", "row", t);
            return;
        }
        put_template("PlaneOf", t);
        put!(t; "        ", ~"Owner", " ", ~"tile", ";\n        unsigned ", ~"plane", ";\n        ", t.function(), ~"RowOf", "<",);
        put!(t; ~"Owner", ", ", ~"Value", "> operator[](unsigned ", ~"row", ") const { return {", ~"tile", ", ", ~"plane", ", ",);
        put!(t; ~"row", "}; }\n    };\n",);
        self.put_first_subscript("PlaneOf", "plane", t);
    }

    /// Writes the operators that return a `part` of the tile.
    const fn put_first_subscript(&self, part: &str, argument: &str, t: &mut StructWriter<'_, '_>) {
        self.put_part(part, "operator[]", argument, "", "", t);
        self.put_part(part, "operator[]", argument, "const ", " const", t);
    }

    /// Writes one function that returns a part of the tile.
    const fn put_part(
        &self,
        part: &str,
        function: &str,
        argument: &str,
        constant: &str,
        after: &str,
        t: &mut StructWriter<'_, '_>,
    ) {
        put!(t; "    ", t.function(), ~part, "<", constant, self.name, "&, ", constant, ~"Elem", "> ", function, "(unsigned ",);
        put!(t; ~argument, ")", after, " { return {*this, ", ~argument, "}; }\n",);
    }

    /// Writes `tile.stage(s)`.
    pub(super) const fn put_stage(&self, t: &mut StructWriter<'_, '_>) {
        let (parameters, place) = (self.parameters(t.form), self.place(t.form));
        t.unless_macro("stage");
        put!(t; "    // tile.stage(", ~"s", "), as a tile of its own.\n",);
        put_template("StageOf", t);
        put!(t; "        ", ~"Owner", " ", ~"whole", ";\n        unsigned ", ~"number", ";\n        ", t.function(), ~"Value",);
        put!(t; "& operator()(", parameters, ") const { return ", ~"whole", "(", ~"number", ", ", place, "); }\n        ",);
        t.push(t.function());
        if self.is_line() {
            put!(t; ~"Value", "& operator[](unsigned ", ~"i", ") const { return ", ~"whole", "(", ~"number", ", 0u, ", ~"i", "); }\n",);
        } else {
            let (part, argument) = if self.planes.is_some() { ("PlaneOf", "plane") } else { ("RowOf", "row") };
            put!(t; ~part, "<", ~"StageOf", ", ", ~"Value", "> operator[](unsigned ", ~argument, ") const { return {*this, ",);
            put!(t; ~argument, "}; }\n",);
        }
        t.on_device_unless_macro("vec");
        put!(t; "        template <typename ", ~"V", "> __device__ __forceinline__ ", ~"V", "& vec(", parameters, ") const {\n",);
        put!(t; "            return ", ~"whole", ".template vec<", ~"V", ">(", ~"number", ", ", place, ");\n        }\n",);
        t.end_if();
        put!(t; "    };\n",);
        self.put_part("StageOf", "stage", "number", "", "", t);
        self.put_part("StageOf", "stage", "number", "const ", " const", t);
        t.end_if();
    }
}

/// Writes the name of the row as a parameter, where it is used.
const fn put_row(is_used: bool, t: &mut StructWriter<'_, '_>) {
    if is_used {
        put!(t; " ", ~"row",);
    }
}

/// Writes the first parameter of a function of one of several tiles.
const fn put_stage_parameter(is_staged: bool, t: &mut StructWriter<'_, '_>) {
    if is_staged {
        put!(t; "unsigned ", ~"stage", ", ",);
    }
}

/// Writes the head of a struct over the tile that it is a part of, and its elements.
const fn put_template(name: &str, t: &mut StructWriter<'_, '_>) {
    put!(t; "    template <typename ", ~"Owner", ", typename ", ~"Value", "> struct ", ~name, " {\n",);
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
