//! Versions of CubeCL and cuda-oxide that this project was not tried with: small crates of their names, which changed what
//! the code of a tile relies on. The first thing to know is which crate that was.

use std::fs;
use std::path::Path;
use std::process::Command;

/// A crate that a tile's crate depends on, by path.
struct Fake {
    name: &'static str,
    version: &'static str,
    is_proc_macro: bool,
    source: &'static str,
}

impl Fake {
    const fn cubecl(version: &'static str, source: &'static str) -> Self {
        Self { name: "cubecl", version, is_proc_macro: true, source }
    }
}

const TILE: &str = "use smem_tile::smem_tile;\n\n#[smem_tile(32, 32, swizzle = auto, cubecl)]\npub struct Tile(f32);\n";

const UNCHANGED: &str = "extern crate proc_macro;\nuse proc_macro::TokenStream;\n\n#[proc_macro_attribute]\n\
    pub fn cube(_: TokenStream, item: TokenStream) -> TokenStream { item }\n";

/// Writes a crate with a tile, and its fakes, each of which depends on those before it; compiles it, and returns whether that
/// worked with what the compiler said.
fn checked(case: &str, fakes: &[Fake], source: &str) -> (bool, String) {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("other-versions");
    let here = folder.join(case);
    let mut before = String::new();
    for Fake { name, version, is_proc_macro, source } in fakes {
        // Cargo distinguishes fakes of one name and version by their path, but for those below the crate that depends on them.
        let at = folder.join(format!("{case}-{name}"));
        let rest = format!("\n[lib]\nproc-macro = {is_proc_macro}\n\n[workspace]\n\n[dependencies]\n{before}");
        write(&at, &package(name, version, &rest), source);
        before += &format!("{name} = {{ path = {at:?} }}\n");
    }
    let tile = format!("smem-tile = {{ path = {workspace:?}, default-features = false }}");
    let rest = format!("\n[workspace]\n\n[dependencies]\n{before}{tile}\n");
    write(&here, &package(&format!("tiles-{case}"), "0.1.0", &rest), source);
    fs::copy(workspace.join("Cargo.lock"), here.join("Cargo.lock")).unwrap();
    let mut cargo = Command::new(env!("CARGO"));
    let output = cargo.current_dir(&here).args(["check", "--offline", "--target-dir"]).arg(folder.join("target"));
    let output = output.output().unwrap();
    (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
}

fn package(name: &str, version: &str, rest: &str) -> String {
    format!("[package]\nname = \"{name}\"\nversion = \"{version}\"\nedition = \"2024\"\n{rest}")
}

fn write(folder: &Path, manifest: &str, source: &str) {
    fs::create_dir_all(folder.join("src")).unwrap();
    fs::write(folder.join("Cargo.toml"), manifest).unwrap();
    fs::write(folder.join("src/lib.rs"), source).unwrap();
}

#[test]
#[cfg_attr(not(feature = "exhaustive"), ignore = "builds crates: `--features exhaustive`")]
fn a_cubecl_that_was_tried_compiles_without_a_word() {
    let (compiles, said) = checked("tried", &[Fake::cubecl("0.11.9", UNCHANGED)], TILE);
    assert!(compiles && !said.contains("was not tried"), "{said}");
}

#[test]
#[cfg_attr(not(feature = "exhaustive"), ignore = "`--features exhaustive`")]
fn a_cubecl_that_was_not_tried_compiles_and_is_named() {
    let (compiles, said) = checked("untried", &[Fake::cubecl("0.12.3", UNCHANGED)], TILE);
    assert!(compiles, "{said}");
    assert!(said.contains("warning: ") && said.contains("`cubecl` 0.12.3 was not tried"), "{said}");
}

#[test]
#[cfg_attr(not(feature = "exhaustive"), ignore = "builds crates: `--features exhaustive`")]
fn a_cubecl_that_changed_fails_with_a_sentence_that_names_its_version() {
    const TYPES: &str = "extern crate proc_macro;\nuse proc_macro::TokenStream;\n\n#[proc_macro_attribute]\n\
        pub fn cube(_: TokenStream, item: TokenStream) -> TokenStream {\n\
        let mut code = item;\ncode.extend(\"impl Tile { pub fn expand(_: NativeExpand<u32>) {} }\".parse::<TokenStream>());\ncode\n}\n";
    const PARAMETERS: &str = "extern crate proc_macro;\nuse proc_macro::TokenStream;\n\n#[proc_macro_attribute]\n\
        pub fn cube(args: TokenStream, item: TokenStream) -> TokenStream {\n\
        if args.is_empty() { \"compile_error!(\\\"which target?\\\");\".parse().unwrap() } else { item }\n}\n";
    for (case, source, is_proc_macro) in
        [("types", TYPES, true), ("parameters", PARAMETERS, true), ("gone", "pub mod prelude {}", false)]
    {
        let fake = Fake { is_proc_macro, ..Fake::cubecl("0.12.3", source) };
        let (compiles, said) = checked(case, &[fake], TILE);
        assert!(!compiles, "{case}");
        assert!(said.contains("`cubecl` 0.12.3 was not tried"), "{case}: {said}");
    }
}

/// Compiles the kernel of `examples/cuda-oxide` with a `cuda_device` whose shared memory is `storage`.
fn kernel_with(case: &str, storage: &str) -> (bool, String) {
    const ATTRIBUTE: &str = "extern crate proc_macro;\nuse proc_macro::TokenStream;\n\n#[proc_macro_attribute]\n\
        pub fn kernel(_: TokenStream, item: TokenStream) -> TokenStream { item }\n";
    const THREADS: &str = "pub use attributes::kernel;\n#[allow(non_snake_case)]\npub mod thread {\n\
        pub fn threadIdx_x() -> u32 { 0 }\npub fn threadIdx_y() -> u32 { 0 }\npub unsafe fn sync_threads() {}\n}\n";
    let source = format!("{THREADS}{storage}").leak();
    let attribute = Fake { name: "attributes", version: "0.1.0", is_proc_macro: true, source: ATTRIBUTE };
    let device = Fake { name: "cuda-device", version: "0.9.0", is_proc_macro: false, source };
    checked(case, &[attribute, device], include_str!("../../examples/cuda-oxide/src/lib.rs"))
}

/// An array of shared memory as the commit has it that the example is pinned to, seen by a kernel that indexes it.
const SHARED_ARRAY: &str = "pub struct SharedArray<T, const LEN: usize, const ALIGN: usize>([Option<T>; LEN]);\n\
    impl<T, const LEN: usize, const ALIGN: usize> SharedArray<T, LEN, ALIGN> {\n\
    pub const UNINIT: Self = Self([const { None }; LEN]);\n\
    pub unsafe fn as_raw_mut_ptr(shared: *mut Self) -> *mut T { shared.cast() }\n}\n";
const INDEX: &str = "impl<T, const LEN: usize, const ALIGN: usize> std::ops::Index<usize> for SharedArray<T, LEN, ALIGN> {\n\
    type Output = T;\nfn index(&self, at: usize) -> &T { self.0[at].as_ref().unwrap() }\n}\n\
    impl<T, const LEN: usize, const ALIGN: usize> std::ops::IndexMut<usize> for SharedArray<T, LEN, ALIGN> {\n\
    fn index_mut(&mut self, at: usize) -> &mut T { self.0[at].as_mut().unwrap() }\n}\n";

#[test]
#[cfg_attr(not(feature = "exhaustive"), ignore = "builds crates: `--features exhaustive`")]
fn the_kernel_of_cuda_oxide_compiles_with_the_shared_array_that_it_was_written_for() {
    let (compiles, said) = kernel_with("oxide", &format!("{SHARED_ARRAY}{INDEX}"));
    assert!(compiles, "{said}");
}

/// The kernel writes the type itself, so that the compiler's own error has its name.
#[test]
#[cfg_attr(not(feature = "exhaustive"), ignore = "builds crates: `--features exhaustive`")]
fn a_shared_array_of_cuda_oxide_that_changed_fails_with_a_sentence_that_names_it() {
    let whole = format!("{SHARED_ARRAY}{INDEX}");
    let cases = [
        ("oxide-renamed", whole.replace("SharedArray", "BlockArray"), "no `SharedArray` in the root"),
        (
            "oxide-parameters",
            "pub struct SharedArray<T, const LEN: usize>([T; LEN]);\n".into(),
            "struct takes 2 generic arguments",
        ),
        ("oxide-index", SHARED_ARRAY.into(), "cannot index into a value of type `SharedArray<"),
    ];
    for (case, storage, sentence) in cases {
        let (compiles, said) = kernel_with(case, &storage);
        assert!(!compiles, "{case}");
        assert!(said.contains(sentence) && said.contains("SharedArray"), "{case}: {said}");
    }
}
