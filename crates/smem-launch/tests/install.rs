//! Installing the parts of CUDA where the caller says, with a `pip` that takes what this machine has instead of the network.
#![cfg(unix)]

use std::env;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use smem_launch::{CudaSource, Device, DeviceChoice, Install, LaunchShape, Nvrtc};

/// Needs every part: NVRTC, the runtime's headers, the compiler's, the core libraries.
const SOURCE: &str = "#include <cuda/std/array>
    #include <mma.h>
    __global__ void four(int* to) { *to = cuda::std::array<int, 4>{}.size(); }";

/// Does as `python3 -I -B -m pip install .. --target SITE -r FILE` does, and notes each wheel, where its file has hashes. `python3 -c ..`, the
/// search for packages, finds none. Not isolated, or in the folder of the program that calls it, it fails. The folders stand in it: no variable of the
/// caller's reaches it.
const PYTHON: &str = r#"#!/bin/sh
EMPTY=<EMPTY> CALLS=<CALLS> PARTS=<PARTS>
[ "$1" = -I ] && [ "$(/bin/pwd)" != "$EMPTY" ] || { echo "ERROR: not isolated" >&2; exit 1; }
[ "$3" = -c ] && exit 0
PATH=/bin:/usr/bin
case "$*" in *--require-hashes*--only-binary=:all:*) ;; *) echo "ERROR: no hashes" >&2; exit 1 ;; esac
while [ "$1" != --target ]; do shift; done
grep -q ' --hash=sha256:[0-9a-f]\{64\}' "$4" || { echo "ERROR: no hashes of $4" >&2; exit 1; }
wheel=$(cut -d ' ' -f 1 "$4")
echo "$wheel" >> "$CALLS"
case $wheel in
    nvidia-cuda-nvrtc*) folder=nvidia/cuda_nvrtc name=nvidia_cuda_nvrtc_cu12-12.9.86 ;;
    nvidia-cuda-runtime*) folder=nvidia/cuda_runtime/include name=nvidia_cuda_runtime_cu12-12.9.79 ;;
    nvidia-cuda-nvcc*) folder=nvidia/cuda_nvcc/include name=nvidia_cuda_nvcc_cu12-12.9.86 ;;
    nvidia-cuda-cccl*) folder=nvidia/cuda_cccl/include name=nvidia_cuda_cccl_cu12-12.9.27 ;;
    *) echo "ERROR: no matching distribution found for $wheel" >&2; exit 1 ;;
esac
mkdir -p "$2/$folder" "$2/$name.dist-info"
ln -s "$PARTS/$folder"/* "$2/$folder/"
"#;

/// This machine's parts, if they all were installed for these tests.
fn parts() -> Option<PathBuf> {
    let nvrtc = Nvrtc::find(Install::Allowed).unwrap();
    let arch = nvrtc.architecture_up_to(90).unwrap();
    nvrtc.compile(&CudaSource::new(SOURCE, "four.cu").option(format!("-arch=compute_{arch}"))).unwrap();
    let parts = Install::Allowed.folder().unwrap();
    let all = ["cuda_nvrtc", "cuda_runtime", "cuda_nvcc", "cuda_cccl"];
    let installed = all.iter().all(|part| parts.join("nvidia").join(part).is_dir());
    let toolkit = ["/usr/local/cuda/include", "/usr/include/cuda_fp16.h"].iter().any(|path| Path::new(path).exists());
    (installed && !toolkit && Path::new(&nvrtc.location()).is_absolute()).then_some(parts)
}

/// A folder for one test: `python3`, what it notes, and a place to install into.
struct Place(tempfile::TempDir);

impl Place {
    fn new(parts: &Path) -> Place {
        let place = Place(tempfile::tempdir().unwrap());
        let python = place.path("bin/python3");
        fs::create_dir_all(python.parent().unwrap()).unwrap();
        fs::create_dir(place.path("empty")).unwrap();
        let folders = [
            ("<EMPTY>", place.path("empty").canonicalize().unwrap()),
            ("<CALLS>", place.path("calls")),
            ("<PARTS>", parts.to_owned()),
        ];
        let quoted = |folder: &Path| format!("'{}'", folder.display().to_string().replace('\'', r"'\''"));
        let script = folders.iter().fold(PYTHON.to_owned(), |text, (name, folder)| text.replace(name, &quoted(folder)));
        fs::write(&python, script).unwrap();
        fs::set_permissions(&python, fs::Permissions::from_mode(0o755)).unwrap();
        place
    }

    fn path(&self, path: &str) -> PathBuf {
        self.0.path().join(path)
    }

    /// Runs one of the ignored tests below, with `program`, this test's own file or a copy.
    fn run(&self, program: &Path, test: &str) -> Output {
        self.command(program, test).output().unwrap()
    }

    fn command(&self, program: &Path, test: &str) -> Command {
        let mut command = Command::new(program);
        command
            .args(["--exact", "--ignored", "--nocapture"])
            .arg(format!("install::{test}"))
            .current_dir(self.path("empty"))
            .env("PATH", self.path("bin"))
            .env("INTO", self.path("into"))
            .env_remove("CARGO_TARGET_DIR")
            .env_remove("CARGO_MANIFEST_DIR")
            .env_remove("CUDA_PATH")
            .env_remove("CUDA_HOME")
            .env_remove("LD_LIBRARY_PATH");
        command
    }

    /// The wheels that pip was asked for.
    fn calls(&self) -> Vec<String> {
        let calls = fs::read_to_string(self.path("calls")).unwrap_or_default();
        calls.lines().map(str::to_owned).collect()
    }
}

fn both(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// Compiles and runs, in the simulator.
fn four(install: Install) -> Result<i32, smem_launch::Error> {
    let device = Device::open(DeviceChoice::Simulator, install)?;
    let program = device.load(SOURCE, "four.cu")?;
    let to = device.zeros::<i32>(1)?;
    device.simulate(&program.kernel("four")?, LaunchShape::of([1, 1, 1], [1, 1, 1]), &[to.arg()])?;
    Ok(device.download(&to)?[0])
}

fn into() -> PathBuf {
    env::var_os("INTO").unwrap().into()
}

#[test]
#[ignore = "another test runs it"]
fn install_into_a_folder() {
    assert_eq!(four(Install::Into(into())), Ok(4));
}

#[test]
#[ignore = "another test runs it"]
fn look_in_a_folder() {
    println!("{:?}", four(Install::LookIn(into())).map_err(|error| error.to_string()));
}

#[test]
#[ignore = "another test runs it"]
fn install_by_default() {
    println!("{:?}", four(Install::Allowed).map_err(|error| error.to_string()));
}

#[test]
#[cfg_attr(not(feature = "exhaustive"), ignore = "`--features exhaustive`")]
fn the_parts_are_installed_into_the_folder_that_the_caller_names() {
    let Some(parts) = parts() else {
        eprintln!("this machine has its own CUDA: installing is not tested");
        return;
    };
    let (place, program) = (Place::new(&parts), env::current_exe().unwrap());
    let before = place.run(&program, "look_in_a_folder");
    let folder = place.path("into");
    let by_hand = format!(
        "no NVRTC on this machine, and offline none is installed; by hand: `python3 -I -m pip install --only-binary=:all: --no-deps \
         --target {} nvidia-cuda-nvrtc-cu12==12.9.86`",
        folder.display()
    );
    assert!(both(&before).contains(&by_hand), "{}", both(&before));
    assert!(!folder.exists() && place.calls().is_empty(), "looking installs nothing");

    let first = place.run(&program, "install_into_a_folder");
    assert!(first.status.success(), "{}", both(&first));
    let wheels = [
        "nvidia-cuda-nvrtc-cu12==12.9.86",
        "nvidia-cuda-runtime-cu12==12.9.79",
        "nvidia-cuda-cccl-cu12==12.9.27",
        "nvidia-cuda-nvcc-cu12==12.9.86",
    ];
    assert_eq!(place.calls(), wheels);
    let mut left: Vec<_> = fs::read_dir(&folder).unwrap().flatten().map(|entry| entry.file_name()).collect();
    left.sort();
    assert_eq!(left.len(), 6, "{left:?}: the lock, the licences, and one folder");
    assert_eq!(left[..2], [".lock", "nvidia"]);

    for test in ["install_into_a_folder", "look_in_a_folder"] {
        let again = place.run(&program, test);
        assert!(again.status.success() && !both(&again).contains("Err("), "{}", both(&again));
    }
    assert_eq!(place.calls().len(), wheels.len(), "what is installed is used");
    assert_eq!(fs::read_dir(place.path("empty")).unwrap().count(), 0, "nothing else was written");
}

#[test]
fn a_program_outside_target_folders_asks_for_a_folder() {
    let Some(parts) = parts() else {
        eprintln!("this machine has its own CUDA: installing is not tested");
        return;
    };
    let place = Place::new(&parts);
    if place.0.path().ancestors().any(|folder| folder.join("Cargo.lock").exists() || folder.join("target").exists()) {
        eprintln!("temporary folders lie in a workspace: the program cannot be put outside");
        return;
    }
    let program = place.path("program");
    fs::copy(env::current_exe().unwrap(), &program).unwrap();
    let output = place.run(&program, "install_by_default");
    let why = "no NVRTC on this machine, and no Cargo target folder to install it into: name a folder with \
               `Install::Into`; by hand: `python3 -I -m pip install --only-binary=:all: --no-deps nvidia-cuda-nvrtc-cu12==12.9.86`";
    assert!(both(&output).contains(why), "{}", both(&output));
    assert!(place.calls().is_empty());

    // It loads nothing from a checkout that it is started in, though there is a library in it.
    fs::create_dir_all(place.path("empty/target/cuda/nvidia/cuda_nvrtc/lib")).unwrap();
    fs::write(place.path("empty/target/.rustc_info.json"), "{}").unwrap();
    fs::write(place.path("empty/Cargo.lock"), "").unwrap();
    let planted = place.path("empty/target/cuda/nvidia/cuda_nvrtc/lib/libnvrtc.so.12");
    fs::write(&planted, "a stranger's").unwrap();
    fs::create_dir(place.path("empty/below")).unwrap();
    for folder in ["empty", "empty/below"] {
        let output = place.command(&program, "install_by_default").current_dir(place.path(folder)).output().unwrap();
        assert!(both(&output).contains(why), "{}", both(&output));
    }

    // In a package that Cargo names it installs into the `target` there.
    fs::remove_dir_all(place.path("empty/target")).unwrap();
    let mut by_cargo = place.command(&program, "install_by_default");
    let output = by_cargo.env("CARGO_MANIFEST_DIR", place.path("empty")).output().unwrap();
    assert!(both(&output).contains("Ok(4)"), "{}", both(&output));
    assert!(place.path("empty/target/cuda/nvidia/cuda_cccl/include/cub").is_dir());
}

#[test]
#[cfg_attr(not(feature = "exhaustive"), ignore = "`--features exhaustive`")]
fn a_damaged_library_says_how_to_repair_it() {
    let Some(parts) = parts() else {
        eprintln!("this machine has its own CUDA: installing is not tested");
        return;
    };
    let (place, program) = (Place::new(&parts), env::current_exe().unwrap());
    let first = place.run(&program, "install_into_a_folder");
    assert!(first.status.success(), "{}", both(&first));
    let folder = place.path("into/nvidia/cuda_nvrtc");
    // The parts are links here: one to a folder is replaced by a folder with half a library.
    fs::remove_file(folder.join("lib")).unwrap();
    fs::create_dir(folder.join("lib")).unwrap();
    let half = &fs::read(parts.join("nvidia/cuda_nvrtc/lib/libnvrtc.so.12")).unwrap()[..1000];
    fs::write(folder.join("lib/libnvrtc.so.12"), half).unwrap();
    let says = |how: &str| {
        let damaged = place.run(&program, "look_in_a_folder");
        let sentence = format!(
            "the NVRTC in `{}` is damaged: {how}; remove that folder, and it is installed again",
            folder.display()
        );
        assert!(both(&damaged).contains(&sentence), "{sentence}\n{}", both(&damaged));
    };
    let manifest = fs::read_to_string(place.path("into/nvidia/cuda_nvrtc.manifest")).unwrap();
    let first = manifest.lines().find(|line| line.contains(" lib/")).unwrap();
    assert!(first.split(' ').next().unwrap().len() == 64, "{first}");
    fs::write(place.path("into/nvidia/cuda_nvrtc.manifest"), {
        let library = manifest.lines().find(|line| line.ends_with(" lib/libnvrtc.so.12")).unwrap();
        format!("{library}\n")
    })
    .unwrap();
    let bytes = fs::metadata(parts.join("nvidia/cuda_nvrtc/lib/libnvrtc.so.12")).unwrap().len();
    says(&format!("`lib/libnvrtc.so.12` has 1000 bytes instead of {bytes}"));
    // Of an installation by hand, too.
    fs::remove_file(place.path("into/nvidia/cuda_nvrtc.manifest")).unwrap();
    says("its shared library is not complete");
    fs::remove_dir_all(&folder).unwrap();
    let repaired = place.run(&program, "install_into_a_folder");
    assert!(repaired.status.success(), "{}", both(&repaired));
}

#[test]
fn a_module_in_the_working_folder_is_not_run() {
    let (place, program) = (Place::new(Path::new("")), env::current_exe().unwrap());
    let marker = place.path("marker");
    for module in ["pip.py", "site.py", "sitecustomize.py", "usercustomize.py"] {
        fs::write(place.path("empty").join(module), format!("open({:?}, 'w').write('run')", marker.display())).unwrap();
    }
    let output = place
        .command(&program, "install_into_a_folder")
        .env("PATH", env::var_os("PATH").unwrap())
        .env("PYTHONPATH", ".")
        // Nothing is there, so that nothing is installed.
        .env("PIP_INDEX_URL", "http://127.0.0.1:9")
        .env("PIP_EXTRA_INDEX_URL", "")
        .output()
        .unwrap();
    assert!(!marker.exists(), "{}", both(&output));
}
