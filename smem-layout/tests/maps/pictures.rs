//! The pictures in `docs/maps` are those of this library. `BLESS_MAPS=1 cargo test -p smem-layout-tests maps` writes them.

use std::{env, fs, path::Path};

use smem_layout::SideBySide;

use super::classics::pictures;

/// The folders of the pictures, from that of these tests: all, and the one on the front page of the library's documentation, which
/// includes nothing from outside of its package.
const FOLDERS: [(&str, Option<&str>); 2] = [("../../docs/maps", None), ("../docs", Some("columns"))];

#[test]
fn the_pictures_in_the_repository_are_those_that_the_library_draws() {
    let bless = env::var_os("BLESS_MAPS").is_some();
    for (folder, only) in FOLDERS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        for (name, maps) in pictures().into_iter().filter(|(name, _)| only.is_none_or(|only| only == *name)) {
            let file = folder.join(name).with_extension("svg");
            let is_stacked = name.ends_with("-narrow");
            let drawn = if is_stacked { SideBySide::of(&maps).stacked_svg() } else { SideBySide::of(&maps).svg() };
            if bless {
                fs::create_dir_all(&folder).unwrap();
                fs::write(&file, &drawn).unwrap();
            }
            let kept = fs::read_to_string(&file).unwrap_or_default();
            let help = "write it with `BLESS_MAPS=1 cargo test -p smem-layout-tests maps`";
            assert!(kept == drawn, "{} is not what the library draws: {help}", file.display());
        }
    }
}
