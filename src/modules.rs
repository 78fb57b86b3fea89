//! The names of `smem-layout`, a module a question.

/// The number of wavefronts that a request takes, and the limits of each architecture.
pub mod banks {
    #[cfg(feature = "alloc")]
    #[doc(inline)]
    pub use smem_layout::BusiestLanes;
    #[doc(inline)]
    pub use smem_layout::{Arch, BankModel, CopySource, Cost, LANES, WIDEST_BYTES, WarpRequest, WarpRequestError};
}

/// Where each element of a tile is stored.
pub mod layouts {
    #[cfg(feature = "alloc")]
    #[doc(inline)]
    pub use smem_layout::TmaSwizzle;
    #[doc(inline)]
    pub use smem_layout::{
        Cute, Layout, LayoutError, Matrix, NoPitch, OFFSET_BITS, OffsetMatrix, OffsetMatrixError, Prefer, ROW_BITS,
        Rotation, Swizzle,
    };
}

/// The elements that the lanes of each access touch.
#[cfg(feature = "alloc")]
pub mod accesses {
    #[doc(inline)]
    pub use smem_layout::{
        Access, AccessArgument, AccessError, LaneTable, MmaShape, Operand, Pattern, Positions, WarpLanes, WmmaShape,
    };
}

/// The cheapest layout without conflicts, and the cost of any layout.
#[cfg(feature = "alloc")]
pub mod solver {
    #[doc(inline)]
    pub use smem_layout::{
        AccessReport, Alternative, AutoOr, Conflict, ConflictPolicy, Culprit, LayoutChoice, LayoutClass, Left, Outcome,
        Report, Solution, SolveError, SpecError, TileSpec, TileSpecBuilder, alternatives, conflicting_solution, solve,
    };
}

/// Indices, tiles and headers as source text.
#[cfg(feature = "alloc")]
pub mod text {
    #[doc(inline)]
    pub use smem_layout::{
        CudaError, Dialect, Header, HeaderBlock, HeaderError, HeaderTile, column_expression, index_cost,
        index_expression, is_reserved, refused_block_name, refused_field_name, refused_name, translation_unit,
    };
}

/// Pictures of tiles, bank by bank.
#[cfg(feature = "alloc")]
pub mod maps {
    #[doc(inline)]
    pub use smem_layout::{Map, MapError, Position, RequestMap, SideBySide, Style, TooNarrow};
}
