//! The ways to an element beside `tile(row, col)`: `tile[row][col]`, and a stage as a tile of its own.

use alloc::{format, string::String};

use crate::codegen::cuda::CudaTile;

impl CudaTile<'_> {
    /// Returns `tile[i]`, `tile[row][col]` or `tile[plane][row][col]`.
    pub(super) fn subscripts(&self) -> String {
        let name = self.name;
        match (self.planes, self.layout.rows()) {
            (None, 1) => "    __device__ __forceinline__ Elem& operator[](unsigned i) { return (*this)(0u, i); }
    __device__ __forceinline__ const Elem& operator[](unsigned i) const { return (*this)(0u, i); }
"
            .into(),
            (None, _) => format!(
                "    // tile[row][col], in a step that the compiler sees through.
    template <typename Owner> struct RowOf {{
        Owner tile;
        unsigned row;
        __device__ __forceinline__ auto& operator[](unsigned col) const {{ return tile(row, col); }}
    }};
    __device__ __forceinline__ RowOf<{name}&> operator[](unsigned row) {{ return {{*this, row}}; }}
    __device__ __forceinline__ RowOf<const {name}&> operator[](unsigned row) const {{ return {{*this, row}}; }}
"
            ),
            (Some(_), _) => format!(
                "    // tile[plane][row][col], in two steps that the compiler sees through.
    template <typename Owner> struct RowOf {{
        Owner tile;
        unsigned plane, row;
        __device__ __forceinline__ auto& operator[](unsigned col) const {{ return tile(plane, row, col); }}
    }};
    template <typename Owner> struct PlaneOf {{
        Owner tile;
        unsigned plane;
        __device__ __forceinline__ RowOf<Owner> operator[](unsigned row) const {{ return {{tile, plane, row}}; }}
    }};
    __device__ __forceinline__ PlaneOf<{name}&> operator[](unsigned plane) {{ return {{*this, plane}}; }}
    __device__ __forceinline__ PlaneOf<const {name}&> operator[](unsigned plane) const {{ return {{*this, plane}}; }}
"
            ),
        }
    }

    /// Returns the element of one of several tiles, and `tile.stage(s)`.
    pub(super) fn stage_accessors(&self) -> String {
        let element = self.element("reinterpret_cast<Elem (*)[STAGE_LEN]>(storage_)[stage]");
        let subscript = match (self.planes, self.layout.rows()) {
            (None, 1) => "auto& operator[](unsigned i) const { return whole(number, 0u, i); }",
            (None, _) => "RowOf<StageOf> operator[](unsigned row) const { return {*this, row}; }",
            (Some(_), _) => "PlaneOf<StageOf> operator[](unsigned plane) const { return {*this, plane}; }",
        };
        format!(
            "    // Element ({place}) of one stage.
    __device__ __forceinline__ Elem& operator()(unsigned stage, {parameters}) {{
       {row_of_all} return {element};
    }}
    __device__ __forceinline__ const Elem& operator()(unsigned stage, {parameters}) const {{
       {row_of_all} return {const_element};
    }}
    template <typename V> __device__ __forceinline__ V& vec(unsigned stage, {parameters}) {{
        static_assert(sizeof(V) % sizeof(Elem) == 0 && sizeof(V) <= VECTOR_BYTES,
                      \"{name}: declare an access with a vec this wide\");
        return *reinterpret_cast<V*>(&(*this)(stage, {place}));
    }}
    // tile.stage(s), as a tile of its own.
    template <typename Owner> struct StageOf {{
        Owner whole;
        unsigned number;
        __device__ __forceinline__ auto& operator()({parameters}) const {{ return whole(number, {place}); }}
        __device__ __forceinline__ {subscript}
        template <typename V> __device__ __forceinline__ V& vec({parameters}) const {{
            return whole.template vec<V>(number, {place});
        }}
    }};
    __device__ __forceinline__ StageOf<{name}&> stage(unsigned number) {{ return {{*this, number}}; }}
    __device__ __forceinline__ StageOf<const {name}&> stage(unsigned number) const {{ return {{*this, number}}; }}
",
            name = self.name,
            place = self.place(),
            parameters = self.parameters(),
            row_of_all = self.row_of_all(self.is_array()),
            const_element = element.replace("Elem (*)", "const Elem (*)"),
        )
    }
}
