//! Libraries of a checkout by the loader's path.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use smem_exhaustive::part;

use crate::call::{Answer, Folder};

const KERNEL: &str = "__global__ void k(float* a) { a[threadIdx.x] = 1; }";
const RAN: &str = "CODE_OF_THE_CHECKOUT_RAN";

/// A library that writes when it is loaded.
pub(super) fn library(folder: &Folder) -> PathBuf {
    let text = format!(
        "#include <stdio.h>\n__attribute__((constructor)) static void f(void) {{ fputs(\"{RAN}\\n\", stderr); }}\n"
    );
    fs::write(folder.path("e.c"), text).unwrap();
    let library = folder.path("e.so");
    let built = Command::new("gcc").args(["-shared", "-fPIC", "-o"]).arg(&library).arg(folder.path("e.c")).status();
    assert!(built.unwrap().success());
    library
}

/// Profiles `k.cu`, whose kernel has one buffer, with a compiler and nothing kept.
pub(super) fn profile_fresh(folder: &Folder, compiler: &[&str], change: impl FnOnce(&mut Command)) -> Answer {
    let launch = ["profile", "k.cu", "--no-cache", "--grid", "1", "--block", "32", "--arg", "a:f32[32]", "--compiler"];
    folder.call_as(&[&launch, compiler].concat(), "", change)
}

fn put(library: &Path, place: &Path) {
    fs::create_dir_all(place.parent().unwrap()).unwrap();
    fs::copy(library, place).unwrap();
}

#[test]
fn no_library_is_loaded_by_an_entry_that_leads_into_the_checkout() {
    let folder = Folder::with(&[("k.cu", KERNEL)]);
    let library = library(&folder);
    let own = folder.path("").display().to_string();
    let paths =
        ["/usr/lib:", ":/usr/lib", "/usr/lib::/usr/lib64", ".", "./sub/..", "/usr/lib;.", own.trim_end_matches('/')];
    let names = ["libnvrtc.so.12", "libnvrtc.so", "libnvrtc-builtins.so.12.9", "libcuda.so.1"];
    let places = [".", "glibc-hwcaps/x86-64-v2", "glibc-hwcaps/x86-64-v3", "tls", "x86_64", "tls/x86_64"];
    fs::create_dir(folder.path("sub")).unwrap();
    let all = places.iter().flat_map(|place| names.iter().map(move |name| (place, name)));
    for (at, (place, name)) in part(all.enumerate(), 5) {
        let file = folder.path(place).join(name);
        put(&library, &file);
        let path = paths[at % paths.len()];
        let answer = profile_fresh(&folder, &["nvrtc"], |program| {
            program.env("LD_LIBRARY_PATH", path);
        });
        assert!(!format!("{answer:?}").contains(RAN), "{path}, {place}/{name}: {answer:?}");
        assert_eq!(answer.code, 0, "{path}, {place}/{name}: {answer:?}");
        assert!(answer.err.contains("`LD_LIBRARY_PATH` entry `"), "{path}, {place}/{name}: {answer:?}");
        fs::remove_file(file).unwrap();
    }
    // Where there is no library, nothing is said.
    let answer = folder.call_as(&["explain", "T(f32): 32, 32"], "", |program| {
        program.env("LD_LIBRARY_PATH", "/usr/lib:");
    });
    assert_eq!((answer.code, answer.err.as_str()), (0, ""), "{answer:?}");
}

#[test]
fn no_library_or_program_of_the_checkout_is_taken_by_a_variable() {
    let folder = Folder::with(&[("k.cu", KERNEL)]);
    let library = library(&folder);
    for cache in ["cache", "home/.cache/smem-tile/cuda", "xdg/smem-tile/cuda"] {
        put(&library, &folder.path(cache).join("nvidia/cuda_nvrtc/lib/libnvrtc.so.12"));
    }
    let script = format!("#!/bin/sh\necho {RAN} >&2\ntouch '{}'\n", folder.path("ran").display());
    for program in
        ["bin/nvcc", "bin/python3", "bin/g++", "bin/nvdisasm", "bin/ptxas", "toolkit/bin/nvcc", "toolkit/bin/nvdisasm"]
    {
        let file = folder.path(program);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, &script).unwrap();
        fs::set_permissions(&file, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    }
    put(&library, &folder.path("toolkit/lib64/libnvrtc.so.12"));
    let absolute = |name: &str| folder.path(name).display().to_string();
    let path = std::env::var("PATH").unwrap();
    let with_own = format!("{}:bin::{path}", absolute("bin"));
    let cases: [&[(&str, String)]; 8] = [
        &[("SMEM_TILE_CACHE", "cache".to_owned())],
        &[("SMEM_TILE_CACHE", absolute("cache"))],
        &[("SMEM_TILE_CACHE", String::new()), ("XDG_CACHE_HOME", String::new()), ("HOME", "home".to_owned())],
        &[("SMEM_TILE_CACHE", String::new()), ("XDG_CACHE_HOME", String::new()), ("HOME", absolute("home"))],
        &[("SMEM_TILE_CACHE", String::new()), ("XDG_CACHE_HOME", absolute("xdg"))],
        &[("CUDA_PATH", absolute("toolkit")), ("CUDA_HOME", "toolkit".to_owned())],
        &[("PATH", with_own.clone())],
        &[
            ("LD_PRELOAD", String::new()),
            ("NVCC_PREPEND_FLAGS", "-ccbin ./bin/g++".to_owned()),
            ("GCC_EXEC_PREFIX", absolute("bin/")),
            ("COMPILER_PATH", absolute("bin")),
            ("CPATH", ".".to_owned()),
        ],
    ];
    for variables in part(cases, 3) {
        for compiler in ["nvrtc", "nvcc"] {
            let answer = profile_fresh(&folder, &[compiler, "--offline"], |program| {
                program.envs(variables.iter().map(|(name, value)| (name, value)));
            });
            assert!(!format!("{answer:?}").contains(RAN) && !folder.path("ran").exists(), "{variables:?}: {answer:?}");
            // A program is looked for where one is needed.
            let is_named = variables.iter().any(|(name, value)| match *name {
                "PATH" => compiler == "nvcc",
                "CUDA_PATH" => true,
                "SMEM_TILE_CACHE" => !value.is_empty(),
                _ => false,
            });
            assert!(!is_named || answer.err.contains("is not used: it "), "{variables:?}, {compiler}: {answer:?}");
        }
    }
}
