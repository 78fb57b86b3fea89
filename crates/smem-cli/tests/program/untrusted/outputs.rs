//! Links of a checkout where outputs go: what they lead to stays as it is.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

use super::ptx_of;
use crate::call::{Answer, Folder};

const CANARY: &str = "# the user's own settings\n";

/// A home with settings, and a checkout with sources, in which the program runs.
fn checkout() -> (Folder, Folder) {
    let home = Folder::with(&[("settings", CANARY)]);
    let text = "#[smem_tile(8, 8, swizzle = auto, access(col))]\nstruct A(f32);\n";
    let kernel = "__global__ void k(float* a) { __shared__ float s[32][32]; s[threadIdx.x][0] = a[threadIdx.x]; __syncthreads(); \
                  a[threadIdx.x] = s[threadIdx.x][0]; }\n";
    let config = "[[launch]]\nfile = \"k.ptx\"\nkernel = \"k\"\ngrid = 1\nblock = 32\n";
    let checkout =
        Folder::with(&[("k.ptx", &ptx_of("k.cu")), ("tiles.rs", text), ("fix.cu", kernel), ("smem-tile.toml", config)]);
    (home, checkout)
}

/// Every command that writes a file, with the name of that in its place.
fn commands(output: &str) -> Vec<Vec<String>> {
    let of_ptx = ["profile", "k.ptx", "--isa", "ptx", "--kernel", "k", "--grid", "1", "--block", "32"];
    let fix = ["fix", "fix.cu", "--kernel", "k", "--grid", "1", "--block", "32", "--arg", "a:f32[32]"];
    let with = |own: &[&str], more: &[&str]| [own, more].concat().into_iter().map(str::to_owned).collect::<Vec<_>>();
    vec![
        with(&of_ptx, &["--sarif", output]),
        with(&of_ptx, &["--svg", output]),
        with(&of_ptx, &["--html", output]),
        with(&["profile", "fix.cu"], &[&format!("--init={output}")]),
        with(&["check", "--sarif", output], &[]),
        with(&fix, &["--sarif", output]),
        with(&fix, &["--output", output]),
        with(&fix, &["--write", "--output", output]),
        with(&["header", "tiles.rs", "-o", output], &[]),
        with(&["map", "tiles.rs", "--svg", output], &[]),
        with(&["run", "--report", output, "--", "true"], &[]),
        with(&["run", "--sarif", output, "--", "true"], &[]),
    ]
}

fn call(folder: &Folder, words: &[String]) -> Answer {
    folder.call(&words.iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn no_output_goes_through_a_link_of_the_checkout() {
    let (home, checkout) = checkout();
    let reports = home.path("");
    symlink(home.path("settings"), checkout.path("report")).unwrap();
    symlink(home.path("missing"), checkout.path("dangling")).unwrap();
    symlink(&reports, checkout.path("reports")).unwrap();
    symlink("/dev/stdout", checkout.path("device")).unwrap();
    for output in ["report", "dangling", "reports/settings", "reports/new", "./x/../reports/settings", "device"] {
        for words in commands(output) {
            let answer = call(&checkout, &words);
            assert_eq!(answer.code, 2, "{words:?}: {answer:?}");
            assert!(answer.err.contains("is a symbolic link"), "{words:?}: {answer:?}");
        }
    }
    assert_eq!((home.names(), home.text("settings")), (vec!["settings".to_owned()], CANARY.to_owned()));
}

#[test]
fn manual_pages_replace_no_target_of_a_link() {
    let (home, checkout) = checkout();
    symlink(home.path("settings"), checkout.path("smem-tile.1")).unwrap();
    symlink(home.path(""), checkout.path("pages")).unwrap();
    for folder in [".", "pages"] {
        assert_eq!(checkout.call(&["man", folder]).code, 2);
    }
    assert_eq!((home.names(), home.text("settings")), (vec!["settings".to_owned()], CANARY.to_owned()));
}

#[test]
fn links_of_a_repository_above_the_working_folder_are_not_followed() {
    let (home, checkout) = checkout();
    for folder in [".git", "deep"] {
        fs::create_dir(checkout.path(folder)).unwrap();
    }
    symlink(home.path(""), checkout.path("reports")).unwrap();
    let input = checkout.path("deep/k.ptx");
    fs::copy(checkout.path("k.ptx"), &input).unwrap();
    // From elsewhere, by the input's folder.
    let other = Folder::with(&[]);
    let (input, output) = (input.display().to_string(), checkout.path("reports/settings").display().to_string());
    let answer = other.call(&["profile", &input, "--isa", "ptx", "--grid", "1", "--block", "32", "--sarif", &output]);
    assert!(answer.is_refusal().contains("is a symbolic link"), "{answer:?}");
    assert_eq!(home.text("settings"), CANARY);
}

#[test]
fn the_users_own_links_devices_and_pipes_are_written_to() {
    let (home, checkout) = checkout();
    fs::create_dir(home.path("reports")).unwrap();
    symlink(home.path("reports"), home.path("link")).unwrap();
    let tile = "T(f32): 8, 8, swizzle = auto, access(col)";
    let own = home.path("link/t.cuh").display().to_string();
    assert_eq!(checkout.call(&["header", tile, "-o", &own]).code, 0);
    assert!(home.text("reports/t.cuh").contains("struct"));
    for (device, of_out) in [("/dev/stdout", true), ("/dev/stderr", false), ("/dev/fd/1", true)] {
        let answer = checkout.call(&["header", tile, "-o", device]);
        assert_eq!(answer.code, 0, "{device}: {answer:?}");
        assert!((if of_out { &answer.out } else { &answer.err }).contains("struct"), "{device}: {answer:?}");
    }
    assert_eq!(checkout.call(&["header", tile, "-o", "/dev/null"]).code, 0);
}

#[test]
fn no_output_goes_over_an_input() {
    let (_home, checkout) = checkout();
    fs::write(checkout.path("own.cuh"), "#define N 32\n").unwrap();
    let text = format!("#include \"own.cuh\"\n{}", checkout.text("fix.cu"));
    fs::write(checkout.path("fix.cu"), text).unwrap();
    for (name, config) in [("k.toml", "k"), ("fix.toml", "k")] {
        fs::write(checkout.path(name), format!("[[launch]]\nkernel = \"{config}\"\ngrid = 1\nblock = 32\n")).unwrap();
    }
    fs::write(checkout.path("page.csv"), "\"ID\",\"Kernel Name\"\n").unwrap();
    let of_ptx = ["profile", "k.ptx", "--isa", "ptx"];
    let launched = [&of_ptx[..], &["--launch", "k.toml"]].concat();
    let fix = ["fix", "fix.cu", "--kernel", "k", "--grid", "1", "--block", "32", "--arg", "a:f32[32]"];
    let before: Vec<(String, String)> =
        checkout.names().into_iter().map(|name| (name.clone(), checkout.text(&name))).collect();
    for words in [
        [&launched[..], &["--sarif", "k.ptx"]].concat(),
        [&launched[..], &["--html", "./k.toml"]].concat(),
        [&of_ptx[..], &["--sarif", "smem-tile.toml"]].concat(),
        [&fix[..], &["--sarif", "fix.cu"]].concat(),
        [&fix[..], &["--sarif", "own.cuh"]].concat(),
        vec!["header", "tiles.rs", "-o", "tiles.rs"],
        vec!["map", "tiles.rs", "--svg", "tiles.rs"],
        vec!["check", "--sarif", "k.ptx"],
        vec!["check", "--sarif", "smem-tile.toml"],
        vec!["run", "--report", "smem-tile.toml", "--", "true"],
    ] {
        let answer = checkout.call(&words);
        assert_eq!(answer.code, 2, "{words:?}: {answer:?}");
        assert!(answer.err.contains("it is an input of this command"), "{words:?}: {answer:?}");
    }
    for (name, text) in before {
        assert_eq!(checkout.text(&name), text, "{name}");
    }
}

#[test]
fn a_source_behind_a_link_is_not_changed_and_another_keeps_its_permissions() {
    let (home, checkout) = checkout();
    let fix = |file| {
        ["fix", file, "--write", "--kernel", "k", "--grid", "1", "--block", "32", "--arg", "a:f32[32]"]
            .map(str::to_owned)
    };
    let text = checkout.text("fix.cu");
    fs::write(home.path("real.cu"), &text).unwrap();
    symlink(home.path("real.cu"), checkout.path("link.cu")).unwrap();
    symlink(home.path(""), checkout.path("folder")).unwrap();
    for file in ["link.cu", "folder/real.cu"] {
        assert_eq!(call(&checkout, &fix(file)).code, 2);
    }
    // The header of the tiles goes beside it.
    symlink(home.path("settings"), checkout.path("fix_tiles.cuh")).unwrap();
    assert_eq!(call(&checkout, &fix("fix.cu")).code, 2);
    assert_eq!(
        (home.text("real.cu"), home.text("settings"), checkout.text("fix.cu")),
        (text.clone(), CANARY.into(), text.clone())
    );
    fs::remove_file(checkout.path("fix_tiles.cuh")).unwrap();
    fs::set_permissions(checkout.path("fix.cu"), fs::Permissions::from_mode(0o750)).unwrap();
    let answer = call(&checkout, &fix("fix.cu"));
    assert_eq!(answer.code, 0, "{answer:?}");
    assert_ne!(checkout.text("fix.cu"), text);
    assert_eq!(fs::metadata(checkout.path("fix.cu")).unwrap().permissions().mode() & 0o777, 0o750);
}

#[test]
fn a_header_behind_a_link_is_not_quoted_by_a_patch() {
    let (home, checkout) = checkout();
    symlink(home.path("settings"), checkout.path("t.cuh")).unwrap();
    let fix = ["fix", "fix.cu", "--diff", "--kernel", "k", "--grid", "1", "--block", "32", "--arg", "a:f32[32]"];
    let answer = checkout.call(&[&fix[..], &["-o", "t.cuh"]].concat());
    assert!(!format!("{answer:?}").contains("own settings"), "{answer:?}");
}
