//! Files that launch files name.

use std::fs;

use crate::call::{Answer, Folder};

const KERNEL: &str = ".version 8.8\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 a) {\nret;\n}\n";

fn launch(file: &str, more: &str) -> String {
    format!(
        "[buffers]\na = {{ type = \"u8\", file = {file:?}{more} }}\n[[launch]]\nkernel = \"k\"\ngrid = 1\nblock = 32\nargs = [\"a\"]\n"
    )
}

fn run(folder: &Folder, options: &[&str]) -> Answer {
    folder.call(&[&["profile", "k.ptx", "--launch", "own/k.toml"], options].concat())
}

/// A kernel, `own/k.toml` that reads `file`, and `data/a.bin` of 16 bytes.
fn folder(file: &str) -> Folder {
    let folder = Folder::with(&[("k.ptx", KERNEL)]);
    for name in ["own", "data"] {
        fs::create_dir(folder.path(name)).unwrap();
    }
    fs::write(folder.path("data/a.bin"), [7; 16]).unwrap();
    fs::write(folder.path("own/k.toml"), launch(file, "")).unwrap();
    folder
}

#[test]
fn a_launch_file_reads_files_below_its_own_folder_unless_a_folder_is_allowed() {
    let folder = folder("../data/a.bin");
    let refused = run(&folder, &[]);
    let message = refused.is_refusal();
    assert!(message.contains("../data/a.bin`") && message.contains("`--allow-files FOLDER`"), "{message}");
    assert_eq!(run(&folder, &["--allow-files", "data"]).code, 0);
    assert_eq!(run(&folder, &["--allow-files", "own"]).code, 2);
    fs::copy(folder.path("data/a.bin"), folder.path("own/a.bin")).unwrap();
    fs::write(folder.path("own/k.toml"), launch("a.bin", "")).unwrap();
    assert_eq!(run(&folder, &[]).code, 0);
    // The user names this one.
    let by_hand =
        folder.call(&["profile", "k.ptx", "--grid", "1", "--block", "32", "--arg", "a:u8[]=file(data/a.bin)"]);
    assert_eq!(by_hand.code, 0, "{by_hand:?}");
}

#[test]
fn a_file_of_another_length_is_refused_before_it_is_read() {
    let folder = folder("large.bin");
    // It takes no space on the disk.
    fs::File::create(folder.path("own/large.bin")).unwrap().set_len(1 << 40).unwrap();
    let unlimited = run(&folder, &[]);
    assert!(unlimited.is_over_budget().contains("`--max-memory"), "{unlimited:?}");
    fs::write(folder.path("own/k.toml"), launch("large.bin", ", len = 16")).unwrap();
    let sixteen = run(&folder, &[]);
    assert!(sixteen.is_refusal().contains("has 1099511627776 bytes instead of 16"), "{sixteen:?}");
}

#[cfg(unix)]
#[test]
fn a_device_or_a_pipe_is_refused() {
    let folder = folder("pipe.bin");
    assert!(std::process::Command::new("mkfifo").arg(folder.path("own/pipe.bin")).status().unwrap().success());
    assert!(run(&folder, &[]).is_refusal().contains("it is a pipe, not a file"));
    fs::write(folder.path("own/k.toml"), launch("/dev/zero", "")).unwrap();
    assert!(run(&folder, &["--allow-files", "/dev"]).is_refusal().contains("it is a device, not a file"));
}
