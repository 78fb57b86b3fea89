//! Sources that debug information names.

use std::fs;

use super::{profile, ptx_of};
use crate::call::Folder;

const SECRET: &str = "a line that nobody is to upload";

/// Everything that a run with every kind of report shows of the secret.
fn shown(folder: &Folder, options: &[&str]) -> (String, String) {
    let all = ["--annotate", "--sarif", "report.sarif", "--svg", "report.svg"];
    let text = profile(folder, "k.ptx", &[&all, options].concat());
    assert_eq!(text.code, 0, "{text:?}");
    let json = profile(folder, "k.ptx", &[&["--json"], options].concat());
    let files = folder.text("report.sarif") + &folder.text("report.svg");
    (text.out + &files + &json.out, text.err)
}

#[test]
fn a_source_outside_of_the_folders_is_not_shown_and_a_note_names_the_option() {
    let outside = Folder::with(&[("secret.txt", SECRET)]);
    let secret = outside.path("secret.txt").display().to_string();
    let folder = Folder::with(&[("k.ptx", &ptx_of(&secret))]);
    let (shown_without, note) = shown(&folder, &[]);
    assert!(!shown_without.contains(SECRET), "{shown_without}");
    assert!(shown_without.contains(&format!("{secret}:1")), "the place is shown: {shown_without}");
    assert!(note.contains("was not read") && note.contains("`--source FOLDER`"), "{note}");
    for option in ["--source", "-I"] {
        let (shown, note) = shown(&folder, &[option, &outside.path("").display().to_string()]);
        assert!(shown.matches(SECRET).count() >= 4, "table, whole file, SARIF, SVG and JSON: {shown}");
        assert!(!note.contains("was not read"), "{note}");
    }
}

#[test]
fn a_source_below_the_folder_of_the_input_or_the_working_folder_is_shown() {
    let folder = Folder::with(&[("source.cu", SECRET)]);
    fs::create_dir(folder.path("deep")).unwrap();
    fs::write(folder.path("deep/source.cu"), SECRET).unwrap();
    for file in ["source.cu", "deep/source.cu", "deep/../source.cu"] {
        fs::write(folder.path("k.ptx"), ptx_of(file)).unwrap();
        assert!(shown(&folder, &[]).0.contains(SECRET), "{file}");
    }
    // The input is elsewhere.
    let other = Folder::with(&[]);
    let source = folder.path("deep/source.cu").display().to_string();
    fs::write(folder.path("deep/k.ptx"), ptx_of(&source)).unwrap();
    let answer = profile(&other, &folder.path("deep/k.ptx").display().to_string(), &[]);
    assert!(answer.out.contains(SECRET), "{answer:?}");
}

#[cfg(unix)]
#[test]
fn links_are_resolved_before_a_source_is_read() {
    let outside = Folder::with(&[("secret.txt", SECRET)]);
    let folder = Folder::with(&[("k.ptx", &ptx_of("link.cu"))]);
    std::os::unix::fs::symlink(outside.path("secret.txt"), folder.path("link.cu")).unwrap();
    assert!(!shown(&folder, &[]).0.contains(SECRET));
    fs::write(folder.path("k.ptx"), ptx_of("linked/secret.txt")).unwrap();
    std::os::unix::fs::symlink(outside.path(""), folder.path("linked")).unwrap();
    assert!(!shown(&folder, &[]).0.contains(SECRET));
}

#[cfg(unix)]
#[test]
fn devices_and_pipes_are_not_read_as_sources() {
    let folder = Folder::with(&[]);
    let pipe = folder.path("pipe.cu");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for file in ["/dev/zero", "pipe.cu"] {
        fs::write(folder.path("k.ptx"), ptx_of(file)).unwrap();
        // Allowed, and not a file.
        let answer = profile(&folder, "k.ptx", &["--annotate", "--source", "/dev"]);
        assert_eq!(answer.code, 0, "{answer:?}");
        assert!(answer.err.contains(", not a file"), "{answer:?}");
    }
}
