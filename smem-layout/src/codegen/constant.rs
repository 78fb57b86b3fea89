//! The layout of a tile as a constant expression of Rust, which `#[smem_tile]` emits.
//!
//! It is written here so that a new class of layouts changes this crate alone: the expression calls functions of the library's hidden
//! module, whose names `__smem_tile!` brings into scope.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use crate::layout::{Layout, Swizzle};

/// Returns `layout` as a call of functions of the hidden module.
pub fn layout_constant(layout: &Layout) -> String {
    let swizzle = match layout.swizzle() {
        Swizzle::None => "no_swizzle()".to_string(),
        Swizzle::Cute(cute) => format!("cute({}, {}, {})", cute.bits(), cute.base(), cute.shift()),
        Swizzle::Matrix(matrix) => {
            let columns: Vec<String> = matrix.columns().iter().map(ToString::to_string).collect();
            format!("matrix(&[{}], {})", columns.join(", "), matrix.base())
        }
        Swizzle::Offset(matrix) => {
            let rows: Vec<String> = (0..matrix.bits()).map(|bit| matrix.row(bit).to_string()).collect();
            format!("offset_matrix(&[{}])", rows.join(", "))
        }
        Swizzle::Rotate(rotation) => format!("rotation({}, {})", rotation.step(), rotation.every()),
    };
    format!("layout({}, {}, {}, {}, {swizzle})", layout.rows(), layout.cols(), layout.line(), layout.pad())
}
