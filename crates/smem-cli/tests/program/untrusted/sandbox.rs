//! The sandbox of compilers: with it, without it, as root and as another user.

use std::collections::BTreeMap;
use std::os::unix::process::CommandExt;
use std::thread;

use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, apply_filter};

use crate::call::{Answer, Folder};

const KERNEL: &str = "#include <vector>
__global__ void k(float* a) { a[threadIdx.x] = 1; }
";

const ARGUMENTS: [&str; 11] =
    ["profile", "k.cu", "--no-cache", "--kernel", "k", "--grid", "1", "--block", "32", "--arg", "a:f32[32]"];

/// Runs the program on a kernel that `nvcc` compiles, in a kernel of the system that has no Landlock: its calls do not exist.
fn without_landlock(arguments: Vec<&'static str>) -> Answer {
    let calls = [libc::SYS_landlock_create_ruleset, libc::SYS_landlock_add_rule, libc::SYS_landlock_restrict_self];
    let run = move || {
        let rules: BTreeMap<i64, Vec<_>> = calls.iter().map(|call| (*call, Vec::new())).collect();
        let missing = SeccompAction::Errno(libc::ENOSYS.unsigned_abs());
        let arch = std::env::consts::ARCH.try_into().unwrap();
        let filter = SeccompFilter::new(rules, SeccompAction::Allow, missing, arch).unwrap();
        apply_filter(&BpfProgram::try_from(filter).unwrap()).unwrap();
        Folder::with(&[("k.cu", KERNEL)]).call(&arguments)
    };
    thread::spawn(run).join().unwrap()
}

#[test]
fn a_file_is_compiled_without_landlock_unless_it_is_untrusted() {
    let answer = without_landlock(ARGUMENTS.to_vec());
    assert_eq!(answer.code, 0, "{answer:?}");
    let answer = without_landlock([&ARGUMENTS[..], &["--untrusted"]].concat());
    assert!(answer.is_refusal().contains("this kernel has no Landlock"), "{answer:?}");
}

#[test]
fn an_untrusted_file_is_compiled_in_a_sandbox() {
    let folder = Folder::with(&[("k.cu", KERNEL)]);
    for compiler in ["nvcc", "nvrtc"] {
        let text = if compiler == "nvcc" { KERNEL } else { KERNEL.trim_start_matches("#include <vector>\n") };
        std::fs::write(folder.path("k.cu"), text).unwrap();
        let answer = folder.call(&[&ARGUMENTS[..], &["--untrusted", "--compiler", compiler]].concat());
        assert_eq!(answer.code, 0, "{compiler}: {answer:?}");
    }
}

#[test]
fn another_user_than_root_has_the_same_sandbox() {
    let folder = Folder::with(&[("k.cu", KERNEL)]);
    if !std::fs::metadata("/proc/self").is_ok_and(|data| std::os::unix::fs::MetadataExt::uid(&data) == 0) {
        eprintln!("SKIPPED: the other tests run as a user that is not root");
        return;
    }
    // This program, the cache and the folder must be readable by all: the program is copied where they are.
    let open = |path: &std::path::Path| {
        std::fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    };
    open(&folder.path(""));
    let program = folder.path("smem-tile");
    std::fs::copy(env!("CARGO_BIN_EXE_smem-tile"), &program).unwrap();
    let cache = smem_launch::Install::Allowed.folder().unwrap();
    let mut command = std::process::Command::new(&program);
    command.current_dir(folder.path("")).args(ARGUMENTS).args(["--untrusted", "--offline"]);
    let output = command.env("SMEM_TILE_CACHE", &cache).uid(65534).gid(65534).output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}");
}

#[test]
fn an_untrusted_checkout_configures_nothing() {
    let launch = "[[launch]]\nfile = \"k.cu\"\nkernel = \"k\"\ngrid = 1\nblock = 32\nargs = [\"a:f32[32]\"]\n";
    let commands = "[{\"directory\": \".\", \"file\": \"k.cu\", \"command\": \"nvcc -DCONFIGURED -c k.cu\"}]";
    let text = "#ifdef CONFIGURED\n#error \"the checkout has configured this\"\n#endif\n__global__ void k(float* a) { a[threadIdx.x] = 1; }\n";
    let folder = Folder::with(&[("k.cu", text), ("smem-tile.toml", launch), ("compile_commands.json", commands)]);
    let answer = folder.call(&[&ARGUMENTS[..], &["--untrusted"]].concat());
    assert_eq!(answer.code, 0, "{answer:?}");
    assert!(folder.call(&ARGUMENTS).err.contains("the checkout has configured this"));
    let answer = folder.call(&["check", "--untrusted"]);
    assert!(answer.is_refusal().contains("`--config FILE`"), "{answer:?}");
    let answer = folder.call(&["check", "--untrusted", "--config", "smem-tile.toml"]);
    assert_eq!(answer.code, 0, "{answer:?}");
    let answer = folder.call(&["profile", "k.cu", "--untrusted"]);
    assert!(!answer.out.contains("smem-tile.toml"), "{answer:?}");
}
