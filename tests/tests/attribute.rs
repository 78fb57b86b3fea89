//! Structs with the attribute, as code that uses them sees them.

use smem_derive::smem_tile;
use smem_layout::SmemTile;

/// One block's part of the image.
#[smem_tile(32, 32, pad = auto)]
#[derive(Clone, Debug, PartialEq)]
struct Padded(u64);

#[smem_tile(32, 32, swizzle = auto, stages = 3)]
#[derive(Clone, Copy)]
struct Swizzled(f32);

#[smem_tile(32, 32, layout = plain, conflicts = allow)]
struct Dense(i16);

#[smem_tile(16, 16, access(row, block(2, 4)))]
struct Vectors([f32; 4]);

#[smem_tile(1000, access(stride(2)))]
struct Line(f32);

/// Every element of `T` has a place of its own, inside one stage of the storage, where `LAYOUT` and `at` say too.
fn check<T: SmemTile>(at: impl Fn(*mut T, u32, u32) -> *mut T::Elem) {
    let mut storage = Box::<T>::new_uninit();
    let tile = storage.as_mut_ptr();
    let mut seen = vec![false; T::LEN];
    for row in 0..T::ROWS {
        for col in 0..T::COLS {
            let index = T::index(row, col);
            assert_eq!(index, T::LAYOUT.index(row, col), "({row}, {col})");
            assert!(!std::mem::replace(&mut seen[index as usize], true), "({row}, {col})");
            let offset = at(tile, row, col).addr() - tile.addr();
            assert_eq!(offset, index as usize * size_of::<T::Elem>());
            // SAFETY: the storage is one allocation, and row and column are inside the tile.
            assert_eq!(unsafe { T::at(tile, row, col) }, at(tile, row, col));
            assert_eq!(T::bank(row, col), offset as u32 / 4 % 32);
        }
    }
    assert_eq!(T::LEN * size_of::<T::Elem>(), T::BYTES);
    assert_eq!(size_of::<T>(), T::BYTES);
    assert_eq!(T::LEN % T::STAGES as usize, 0);
    let last = T::LAYOUT.index(T::ROWS - 1, T::COLS - 1) as usize;
    assert!(last < T::LEN / T::STAGES as usize);
}

#[test]
fn constants_functions_and_size_agree() {
    // SAFETY: `check` hands in a tile of its own, and rows and columns inside it.
    check::<Padded>(|this, row, col| unsafe { Padded::at(this, row, col) });
    // SAFETY: as above.
    check::<Swizzled>(|this, row, col| unsafe { Swizzled::at(this, row, col) });
    // SAFETY: as above.
    check::<Dense>(|this, row, col| unsafe { Dense::at(this, row, col) });
    // SAFETY: as above.
    check::<Vectors>(|this, row, col| unsafe { Vectors::at(this, row, col) });
    // SAFETY: as above.
    check::<Line>(|this, row, col| unsafe { Line::at(this, row, col) });
}

#[test]
fn everything_is_known_while_compiling() {
    const INDEX: u32 = Padded::index(31, 31);
    const BANK: u32 = Padded::bank(1, 0);
    const LAYOUT: smem_layout::Layout = Swizzled::LAYOUT;
    static STORAGE: Padded = Padded([0; Padded::LEN]);
    assert_eq!((INDEX, BANK), (31 * 33 + 31, 2));
    assert_eq!(LAYOUT.index(3, 5), Swizzled::index(3, 5));
    assert_eq!(STORAGE.0.len(), Padded::LEN);
}

#[test]
fn derives_below_the_attribute_see_the_storage() {
    let mut tile = Padded([0; Padded::LEN]);
    let before = tile.clone();
    // SAFETY: row 3 and column 4 are inside the tile.
    unsafe { *Padded::at(&mut tile, 3, 4) = 7 };
    assert_eq!(tile.0[Padded::index(3, 4) as usize], 7);
    assert_ne!(tile, before);
}

#[test]
fn stages_stand_back_to_back() {
    assert_eq!(Swizzled::STAGES, 3);
    assert_eq!(Swizzled::LEN, 3 * Swizzled::STAGE_LEN);
    assert_eq!(Swizzled::stage_index(2, 1, 0), 2 * Swizzled::STAGE_LEN as u32 + Swizzled::index(1, 0));
    let copied = [Swizzled([0.0; Swizzled::LEN]); 2];
    assert_eq!(size_of_val(&copied), 2 * Swizzled::BYTES);
}

#[test]
fn the_type_is_aligned_for_its_widest_access() {
    assert_eq!(align_of::<Vectors>(), Vectors::ALIGN);
    assert_eq!(Vectors::ALIGN % 16, 0);
}

#[cfg(debug_assertions)]
#[test]
fn an_index_outside_the_tile_panics_with_debug_assertions() {
    for (row, col) in [(32, 0), (0, 32)] {
        let panic = std::panic::catch_unwind(|| Padded::index(row, col)).unwrap_err();
        assert_eq!(panic.downcast_ref::<&str>(), Some(&"row or column outside the tile"));
    }
}

#[test]
fn cuda_text_has_the_name_and_the_element_that_cuda_knows() {
    #[smem_tile(16, 16, cuda = "Operand", elem(bytes = 2, cuda = "__half"))]
    struct r#class(u16);
    assert!(r#class::CUDA.contains("struct") && r#class::CUDA.contains("Operand"));
    assert!(r#class::CUDA.contains("__half"));
    assert!(!r#class::CUDA.contains("class"));
    assert!(Padded::CUDA.contains("unsigned long long"));
}
