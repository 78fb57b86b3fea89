//! The libraries that a command gets: the driver with the names and the version that programs ask for, memory at a driver's addresses, and NVRTC.

use libloading::Library;

use super::{Folder, library, library_file, must, run_program};

/// Prints the version of the driver, whether names of all versions are there, whether memory is aligned, and the version of NVRTC.
#[test]
#[ignore = "a program that other tests run"]
fn program_that_asks() {
    // SAFETY: the initialisers of a driver and of a compiler ask nothing of who loads them.
    let open = |name: &str| unsafe { Library::new(name) };
    let driver = open("libcuda.so.1").unwrap();
    let (mut version, mut context) = (0_i32, 0_u64);
    must(&driver, "cuDriverGetVersion", &[&raw mut version as u64]);
    println!("driver {version}");
    must(&driver, "cuInit", &[0]);
    must(&driver, "cuDevicePrimaryCtxRetain", &[&raw mut context as u64, 0]);
    must(&driver, "cuCtxSetCurrent", &[context]);
    for (bytes, unit) in [(1_u64, 512), (1 << 20, 512), ((1 << 20) + 1, 2 << 20), (3 << 20, 2 << 20), (8, 512)] {
        let mut address = 0_u64;
        must(&driver, "cuMemAlloc_v2", &[&raw mut address as u64, bytes]);
        assert_eq!(address % unit, 0, "{bytes} bytes at {address:#x}");
    }
    for name in
        ["cuEventDestroy", "cuStreamDestroy", "cuCtxCreate", "cuMemAlloc", "cuGraphicsMapResources", "cuGraphCreate"]
    {
        // SAFETY: the address alone is looked at.
        let by_name = unsafe { driver.get::<*const ()>(name) }.is_ok();
        let (text, mut found, mut status) = (std::ffi::CString::new(name).unwrap(), 0_u64, 9_u32);
        let arguments = [text.as_ptr() as u64, &raw mut found as u64, 12_000, 0, &raw mut status as u64];
        must(&driver, "cuGetProcAddress_v2", &arguments);
        assert!(by_name && found != 0 && status == 0, "{name}: {status}");
    }
    // The first form of a function does what the second does.
    let mut event = 0_u64;
    must(&driver, "cuEventCreate", &[&raw mut event as u64, 0]);
    must(&driver, "cuEventDestroy", &[event]);
    match open("libnvrtc.so") {
        Ok(_) => println!("NVRTC is there"),
        Err(_) => println!("NVRTC is not there"),
    }
}

#[test]
fn a_program_gets_the_version_that_is_asked_for_and_names_of_all_versions() {
    let asked = |options: &[&str]| run_program(&Folder::with(&[]), options, "run::libraries::program_that_asks", "X=");
    let newest = asked(&["--allow-no-launch", "--no-lead"]);
    assert!(newest.code == 0 && newest.out.contains("driver 13000\n"), "{newest:?}");
    let older = asked(&["--allow-no-launch", "--no-lead", "--driver-version", "12.4"]);
    assert!(older.code == 0 && older.out.contains("driver 12040\n"), "{older:?}");
    let wrong = asked(&["--driver-version", "new"]);
    assert!(wrong.code == 2 && wrong.err.contains("`new` is not a version of CUDA, as 12.4 and 13.0 are"), "{wrong:?}");
}

/// Its library has more thread-local storage than a loader keeps free that has an audit library.
#[test]
fn rustc_runs_below_a_run() {
    let library = library();
    let answer =
        Folder::with(&[]).call(&["run", "--library", &library, "--allow-no-launch", "--", "rustc", "--version"]);
    assert!(answer.code == 0 && answer.out.starts_with("rustc 1."), "{answer:?}");
}

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
#[test]
fn a_program_that_looks_for_nvrtc_gets_it_and_the_list_says_so() {
    let folder = Folder::with(&[]);
    library();
    smem_launch::Nvrtc::find(smem_launch::Install::Allowed).unwrap();
    let answer = run_program(&folder, &["--allow-no-launch", "-v"], "run::libraries::program_that_asks", "X=");
    assert!(answer.code == 0 && answer.out.contains("NVRTC is there\n"), "{answer:?}");
    assert!(answer.err.contains("smem-tile: supplied: `libcuda.so.1`, `libnvrtc.so"), "{answer:?}");
    let own = std::env::current_exe().unwrap().display().to_string();
    let library = library_file();
    let options = ["run", "--library", &library, "--isa", "ptx", "--offline", "--allow-no-launch", "--", "env", "X="];
    let command = [&options[..], &[&own, "--exact", "run::libraries::program_that_asks", "--ignored", "--nocapture"]];
    let empty = Folder::with(&[]);
    let none = folder.call_as(&command.concat(), "", |program| {
        program.env("SMEM_TILE_CACHE", empty.path("cache"));
    });
    assert!(none.code == 0 && none.out.contains("NVRTC is not there\n"), "{none:?}");
}
