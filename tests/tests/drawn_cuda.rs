//! The drawn files of `smem-cuda`'s tests are CUDA C++, as NVRTC sees it, and the uses that it finds are those of the compiler.

#[path = "../../crates/smem-cuda/tests/drawn/arrays.rs"]
mod arrays;
#[path = "../../crates/smem-cuda/tests/drawn/files.rs"]
mod files;

use std::sync::LazyLock;

use arrays::{KnownArrays, file_with_arrays};
use files::file;
use proptest::prelude::*;
use smem_cuda::{CudaText, DeviceCode, HOST_NAMES};
use smem_launch::{Install, Nvrtc};

static NVRTC: LazyLock<Nvrtc> = LazyLock::new(|| Nvrtc::find(Install::Allowed).expect("NVRTC is installed"));

fn ptx(text: &str) -> Result<String, TestCaseError> {
    let compiled = NVRTC.compile_ptx(text, "drawn.cu", &["--std=c++17", "-default-device"]);
    compiled.map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))
}

/// Gives the arrays another name where `smem-cuda` finds uses of them.
fn renamed(known: &KnownArrays) -> String {
    let text = CudaText::parse(&known.text);
    let mut places: Vec<usize> = known.arrays.iter().flat_map(|array| array.names.clone()).collect();
    for array in text.shared_declarations().iter().filter(|array| array.name == "tile") {
        places.push(array.declarator.start);
        let names = text.shared_uses(array, 2).into_iter().map(|one| one.name);
        places.extend(names.filter(|name| &known.text[name.clone()] == "tile").map(|name| name.start));
    }
    let mut renamed = known.text.clone();
    places.into_iter().for_each(|at| renamed.replace_range(at..at + "tile".len(), "slab"));
    renamed
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_source_whose_arrays_have_another_name_wherever_they_are_used_compiles_to_the_same_code(known in file_with_arrays()) {
        let (before, after) = (ptx(&known.text)?, ptx(&renamed(&known))?);
        prop_assert!(after.contains("slab") || !before.contains("tile"), "{}", known.text);
        prop_assert_eq!(after.replace("slab", "tile"), before, "{}", known.text);
    }

    #[test]
    fn the_device_code_of_a_drawn_file_compiles(known in file()) {
        let code = DeviceCode::of(&[&known.text]);
        ptx(&format!("{}{HOST_NAMES}{}", code.foreign_names(), code.text(0, |_| false)))?;
    }
}
