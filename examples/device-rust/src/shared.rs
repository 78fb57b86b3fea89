//! Tiles in shared memory.
//!
//! Rust has no word for CUDA's `__shared__`, so the storage is declared in PTX, with the size and alignment of the
//! type. The address comes out as a generic one, which is what a Rust pointer is on this target: loads and stores are
//! `ld` and `st` where CUDA C++ has `ld.shared` and `st.shared`. They meet the same banks.

/// Declares a tile in shared memory, and a function that gives its address: the same in every thread of a block.
///
/// ```text
/// shared_tile!(fn tile() -> *mut ScanTile, "scan_tile");
///                             the type ^      ^ its name in PTX, unique in the program
/// ```
macro_rules! shared_tile {
    (fn $name:ident() -> *mut $tile:ty, $symbol:literal) => {
        ::core::arch::global_asm!(
            concat!(".shared .align {align} .b8 ", $symbol, "[{bytes}];"),
            align = const <$tile>::ALIGN,
            bytes = const <$tile>::BYTES,
        );

        #[inline(always)]
        fn $name() -> *mut $tile {
            let address: *mut $tile;
            // SAFETY: names a variable of this module and writes one register.
            unsafe {
                ::core::arch::asm!(
                    concat!("mov.u64 {address}, ", $symbol, ";"),
                    "cvta.shared.u64 {address}, {address};",
                    address = out(reg64) address,
                    options(pure, nomem, nostack, preserves_flags),
                );
            }
            address
        }
    };
}

pub(crate) use shared_tile;
