//! Tiles of source text: which items are found, what their shapes are, and where mistakes are.

use smem_derive_impl::read::{self, Mistake, Tile};

/// Returns the tiles of a source without mistakes.
fn tiles(source: &str) -> Vec<Tile> {
    read::source(source)
        .unwrap()
        .into_iter()
        .map(|tile| tile.unwrap_or_else(|all| panic!("{source}: {all:?}")))
        .collect()
}

/// Returns the mistakes of a source: what is underlined, and the first line of the message.
fn mistakes(source: &str) -> Vec<(String, String)> {
    let shown = |Mistake { message, range }: Mistake| {
        (source[range].to_string(), message.lines().next().unwrap_or_default().to_string())
    };
    match read::source(source) {
        Ok(tiles) => tiles.into_iter().filter_map(Result::err).flatten().map(shown).collect(),
        Err(mistake) => vec![shown(mistake)],
    }
}

fn names(source: &str) -> Vec<String> {
    tiles(source).iter().map(|tile| tile.name().to_string()).collect()
}

#[test]
fn annotated_structs_are_found_wherever_items_are() {
    let source = r##"
        //! #[smem_tile(1, 1)] struct InADocument(f32);
        #![allow(dead_code)]
        use smem_tile::{smem_tile, smem_tile as tile};
        /// Documented.
        #[derive(Clone)] #[smem_tile(32, 32)] #[allow(unused)]
        pub(crate) struct A(f32);
        mod inner { mod inner { #[smem_tile::smem_tile(8, 8)] pub struct B(u64); } }
        fn f() { if true { #[smem_derive::smem_tile(64)] struct C(f32); } }
        impl X { fn g(&self) { #[tile(4, 8)] struct D(f32); } }
        #[cfg_attr(feature = "gpu", smem_tile(4, 4))] struct E(f32);
        some_macro! { #[smem_tile(4, 2)] struct F(f32); }
        #[other(4, 2)] struct NotATile(f32);
        const TEXT: &str = "#[smem_tile(1, 1)] struct InAString(f32);";
        // #[smem_tile(1, 1)] struct InAComment(f32);
        macro_rules! tiles { ($name:ident, $n:literal) => { #[smem_tile($n, $n)] struct $name(f32); }; }
        #[smem_tile(4, 16)] struct r#G(f32);
    "##;
    assert_eq!(names(source), ["A", "B", "C", "D", "E", "F", "G"]);
}

#[test]
fn a_file_without_tiles_has_none() {
    for source in ["", "fn main() {}", "#!/usr/bin/env rust-script\nfn main() {}", "// smem_tile"] {
        assert!(tiles(source).is_empty(), "{source}");
    }
}

#[test]
fn what_only_a_file_begins_with_moves_no_place() {
    for start in ["\u{feff}", "#!/usr/bin/env rust-script\n", "\u{feff}#! x\r\n", "#![no_std]\n"] {
        let source = format!("{start}#[smem_tile(32, oops = 1)] struct T(f32);");
        assert_eq!(mistakes(&source)[0].0, "oops", "{start:?}");
    }
}

#[test]
fn a_shape_may_name_constants_of_the_source() {
    let source = "
        pub const N: usize = 32;
        mod m { pub(super) const HALF: u32 = { super_n() } ; }
        const WIDE: u32 = (2 * N as u32) + 0x10;
        #[smem_tile(N, WIDE - 16)] struct T(f32);";
    let tile = &tiles(source)[0];
    assert_eq!((tile.solution().layout().rows(), tile.solution().layout().cols()), (32, 64));
}

#[test]
fn a_constant_that_only_the_compiler_knows_is_a_mistake_at_its_place() {
    for (define, shape) in [
        ("", "N"),
        ("const N: usize = M; const M: usize = N;", "N"),
        ("mod a { const N: usize = 1; } mod b { const N: usize = 2; }", "N"),
        ("const N: usize = size_of::<u32>();", "N"),
        ("const N: [usize; 1] = [4];", "N[0]"),
        ("const N: usize = 4;", "other::N"),
        ("const N: usize = 4 - 4;", "N"),
        ("const N: i64 = 1 << 40;", "N * 2"),
    ] {
        let source = format!("{define} #[smem_tile(4, {shape})] struct T(f32);");
        let found = mistakes(&source);
        assert!(found.len() == 1 && found[0].0 == *shape, "{source}: {found:?}");
    }
}

#[test]
fn constants_that_double_at_every_step_end() {
    let mut source = "const A0: usize = 1;".to_string();
    for step in 1..40 {
        source += &format!("const A{step}: usize = A{} + A{};", step - 1, step - 1);
    }
    source += "#[smem_tile(4, A25)] struct T(f32);";
    assert_eq!(mistakes(&source).len(), 1);
}

#[test]
fn elements_whose_name_leaves_no_doubt_are_known() {
    let source = r#"
        #[smem_tile(8, 64)] struct A(half::f16);
        #[smem_tile(8, 64, elem(cuda = "__nv_bfloat16"))] struct B(Mine);
        #[smem_tile(8, 64, elem(include = "cuda_fp16.h"))] struct C(f16);
        #[smem_tile(8, 64)] struct D([f32; 4]);"#;
    let elems: Vec<(String, u32)> =
        tiles(source).iter().map(|tile| (tile.cuda_elem().to_string(), tile.solution().elem_bytes())).collect();
    let expected = [("__half", 2), ("__nv_bfloat16", 2), ("__half", 2), ("float4", 16)];
    assert_eq!(elems, expected.map(|(name, bytes)| (name.to_string(), bytes)));
    assert_eq!(mistakes("#[smem_tile(8, 8)] struct A(Unknown);")[0].0, "Unknown");
    assert_eq!(mistakes("#[smem_tile(8, 8, elem(cuda = \"mine\"))] struct A(Unknown);")[0].0, "elem(cuda = \"mine\")");
}

#[test]
fn all_mistakes_of_all_tiles_are_reported_at_their_places() {
    let source =
        "#[smem_tile(0, 32, swizle = auto)] struct A(f32);\n#[smem_tile]\nstruct B(f32);\n#[smem_tile(4, 4)] enum C {}";
    let found: Vec<String> = mistakes(source).into_iter().map(|(place, _)| place).collect();
    assert_eq!(found, ["0", "swizle", "#[smem_tile]", "enum"]);
}

#[test]
fn a_conflicting_tile_keeps_its_layout_beside_the_error() {
    let tile = &tiles("#[smem_tile(32, 32, pad = 0)] struct A(f32);")[0];
    let refusal = tile.refusal().unwrap();
    assert_eq!(refusal.range, 20..27);
    assert_eq!(tile.solution().report().accesses[1].ways, 32);
    assert!(tiles("#[smem_tile(32, 32, pad = 0, conflicts = allow)] struct A(f32);")[0].refusal().is_none());
}

#[test]
fn what_does_not_fit_is_a_mistake_and_no_conflict() {
    let found = mistakes("#[smem_tile(256, 256, pad = 0)] struct A(f32);");
    assert!(found[0].1.contains("bytes of shared memory"), "{found:?}");
}

#[test]
fn a_text_without_tokens_is_one_mistake_with_its_cure() {
    let unclosed = |close: char| format!("help: write the `{close}` that ends it");
    for (source, place, message, help) in [
        ("fn f( {\n}", "(", "this `(` is never closed", unclosed(')')),
        ("let x = [1", "[", "this `[` is never closed", unclosed(']')),
        (
            "fn f() }",
            "}",
            "this `}` closes nothing",
            "help: leave it out, or open the bracket that it ends".to_string(),
        ),
        ("\u{feff}fn f(", "(", "this `(` is never closed", unclosed(')')),
    ] {
        assert_eq!(mistakes(source), [(place.to_string(), message.to_string())], "{source}");
        let whole = read::source(source).unwrap_err().message;
        assert_eq!(whole, format!("{message}\n{help}"), "{source}");
    }
    assert_eq!(mistakes("let s = \"never ends").len(), 1);
}

#[test]
fn a_line_is_a_tile_with_the_same_parser() {
    let tile = read::line("ScanTile([f32; 2]): 32, 32, pad = auto, access(row, col), stages = 2").unwrap();
    assert_eq!((tile.name(), tile.elem(), tile.cuda_elem()), ("ScanTile", "[f32; 2]", "float2"));
    assert_eq!(tile.solution().stages(), 2);
    let wrong = |text: &str| {
        let all = read::line(text).unwrap_err();
        all.into_iter().map(|mistake| text[mistake.range].to_string()).collect::<Vec<_>>()
    };
    assert_eq!(wrong("T(f32): 32, 32, pad = x, acess(row)"), ["x", "acess"]);
    assert_eq!(wrong("T(f32):"), ["T(f32):"]);
    assert_eq!(wrong("T(Float): 4, 4"), ["Float"]);
    assert_eq!(read::line("T(float): 4, 4").unwrap().elem(), "f32");
    for text in ["", "32, 32", "T: 32, 32", "T(f32) 32", "T(f32", "struct T(f32);", "T[f32]: 4"] {
        assert_eq!(wrong(text).len(), 1, "{text}");
    }
}

#[test]
fn what_is_not_an_element_on_a_line_is_underlined_alone() {
    for element in ["float*", "float const", "struct P", "float[4]"] {
        let text = format!("Tile({element}): 32, 32");
        let Err(mistakes) = read::line(&text) else { panic!("{text} is a tile") };
        let [Mistake { message, range }] = &mistakes[..] else { panic!("{mistakes:?}") };
        assert_eq!(&text[range.clone()], element);
        assert!(
            message.contains(" is not the type of an element\nhelp: write a type of Rust, or its name in CUDA C++")
        );
    }
}
