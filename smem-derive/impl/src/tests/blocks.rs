//! `#[shared_block]` on whatever tokens: an error or code, never a panic; and an error leaves the constants that other code names.

use crate::{Library, expand_block};

/// Options and items, of which some are wrong.
const OPTIONS: [&str; 14] = [
    "",
    "arch = sm_90",
    "arch = sm_35(bank_bytes = 8), memory = dynamic",
    "arch",
    "arch =",
    "memory = 48",
    "cuda = Smem",
    "cuda = \"\"",
    "cuda = \"a b\"",
    "crate = \"path\"",
    ",",
    "= =",
    "a b c",
    "memory = dynamic memory = static",
];

const ITEMS: [&str; 16] = [
    "struct Smem { a: TileA, b: [[f32; 4]; N + 1] }",
    "pub(crate) union r#type { r#fn: u8, pub b: [u8; { 3 }] }",
    "struct Smem { ß: u32, ŉ: u32, _a: u32 }",
    "struct Smem { a: dyn Fn(), b: fn() -> u8, c: !, d: impl Copy }",
    "struct Smem { a: (), b: &'static str, c: *mut *const u8, d: [bool] }",
    "#[repr(packed(2), C)] #[repr(align)] #[repr] #[repr = 3] struct Smem { a: u8 }",
    "struct Smem { #[cfg(any())] a: u8, #[cfg(all())] a: u8 }",
    "struct Smem<const N: usize> { a: [u8; N] }",
    "struct Smem where u8: Copy { a: u8 }",
    "struct Smem();",
    "struct Smem;",
    "enum Smem { A, B }",
    "enum Smem {}",
    "const A: u8 = 3;",
    "struct",
    "",
];

#[test]
fn no_input_panics() {
    for options in OPTIONS {
        for item in ITEMS {
            let (options, item) = (options.parse().unwrap(), item.parse().unwrap());
            expand_block(options, item, Library::SmemLayout);
        }
    }
}

#[test]
fn an_error_leaves_the_constants_and_takes_the_checks_away() {
    let expanded = |options: &str, item: &str| {
        expand_block(options.parse().unwrap(), item.parse().unwrap(), Library::SmemLayout).to_string()
    };
    let right = expanded("", "struct Smem { first: TileA, second: [f32; 4] }");
    assert!(
        right.contains("check_bytes") && right.contains("check_field") && !right.contains("compile_error"),
        "{right}"
    );
    let wrong = expanded("stages = 2", "struct Smem { first: TileA, second: [bool; 4], first: u8 }");
    assert_eq!(wrong.matches("compile_error").count(), 3, "{wrong}");
    assert!(wrong.contains("FIRST_OFFSET") && wrong.contains("SECOND_OFFSET") && !wrong.contains("check_"), "{wrong}");
}
