//! The snippet for CMake in `examples/cmake`: it writes the header, and again when a tile changes.

use std::path::Path;
use std::process::Command;

use crate::call::Folder;
use crate::compilers::{cpp, is_there};

fn run(program: &Path, arguments: &[&str], folder: &Path) -> String {
    let output = Command::new(program).args(arguments).current_dir(folder).output().unwrap();
    let said = [String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr)].concat();
    assert!(output.status.success(), "{} {arguments:?}: {said}", program.display());
    said
}

#[test]
fn a_build_with_cmake_has_the_header_of_the_tiles_as_they_are() {
    if !is_there("cmake") || !is_there("make") || cpp().is_empty() {
        return;
    }
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/cmake");
    let text = |name: &str| std::fs::read_to_string(example.join(name)).unwrap();
    let (lists, tiles, main) = (text("CMakeLists.txt"), text("tiles.rs"), text("index.cpp"));
    let folder = Folder::with(&[("CMakeLists.txt", &lists), ("tiles.rs", &tiles), ("index.cpp", &main)]);
    let (cmake, program) = (Path::new("cmake"), concat!("-DSMEM_TILE=", env!("CARGO_BIN_EXE_smem-tile")));
    run(cmake, &["-B", "build", program, "-G", "Unix Makefiles"], &folder.path(""));
    run(cmake, &["--build", "build"], &folder.path(""));
    let index = || run(&folder.path("build/index"), &[], &folder.path(""));
    assert_eq!(index(), "element (2, 5) of 4220 bytes is at 71\n");

    // Makefiles compare times, some of whole seconds.
    std::thread::sleep(std::time::Duration::from_millis(1100));
    std::fs::write(folder.path("tiles.rs"), tiles.replace("pad = auto", "swizzle = auto")).unwrap();
    run(cmake, &["--build", "build"], &folder.path(""));
    assert_eq!(index(), format!("element (2, 5) of 4096 bytes is at {}\n", 2 * 32 + (5 ^ 2)));

    std::fs::write(folder.path("tiles.rs"), tiles.replace("pad = auto", "pad = outo")).unwrap();
    let output = Command::new("cmake").args(["--build", "build"]).current_dir(folder.path("")).output().unwrap();
    assert!(!output.status.success(), "a mistake in a tile ends the build");
}
