//! The end of a run: nothing was launched, the command crashed, and the reports for CI servers.

use super::{Folder, library, run, run_offline};

/// Asks the driver how many devices there are, and launches nothing.
#[test]
#[ignore = "a program that another test runs"]
fn program_that_launches_nothing() {
    // SAFETY: a driver's initialisers ask nothing of who loads it.
    let library = unsafe { libloading::Library::new("libcuda.so.1") }.unwrap();
    let mut count = 0_u32;
    super::must(&library, "cuInit", &[0]);
    super::must(&library, "cuDeviceGetCount", &[&raw mut count as u64]);
    println!("devices: {count}");
}

/// Launches, closes all files that it has not opened, as a program does that becomes a service, and launches again.
#[cfg(unix)]
#[test]
#[ignore = "a program that another test runs"]
fn program_that_closes_its_files() {
    let text = c".version 8.0 .target sm_70 .address_size 64 .visible .entry k() { ret; }";
    let (library, function) = super::loaded(text.to_bytes_with_nul(), c"k");
    let own = libloading::Library::from(libloading::os::unix::Library::this());
    for _ in 0..2 {
        super::must(&library, "cuLaunchKernel", &[function, 1, 1, 1, 32, 1, 1, 0, 0, 0, 0]);
        super::must(&library, "cuCtxSynchronize", &[]);
        for descriptor in 3..256 {
            super::call(&own, "close", &[descriptor]);
        }
    }
    // Its numbers are those of the report's files before.
    let files: Vec<_> = (0..8).map(|_| tempfile::NamedTempFile::new().unwrap()).collect();
    super::must(&library, "cuLaunchKernel", &[function, 1, 1, 1, 32, 1, 1, 0, 0, 0, 0]);
    super::must(&library, "cuCtxSynchronize", &[]);
    assert!(files.iter().all(|file| file.path().metadata().unwrap().len() == 0), "nothing is written into its files");
}

#[cfg(unix)]
#[test]
fn a_program_that_closes_all_files_is_in_the_report() {
    let answer = run_offline(&[], "run::ends::program_that_closes_its_files", "X=");
    assert!(answer.code == 0 && answer.err.contains("3 launches of 1 kernel in 1 process"), "{answer:?}");
}

#[test]
fn a_run_without_a_launch_fails_unless_that_is_accepted() {
    let (folder, library) = (Folder::with(&[]), library());
    let of_true = |options: &[&str]| folder.call(&[&["run", "--library", &library], options, &["--", "true"]].concat());
    let answer = of_true(&[]);
    assert_eq!(answer.code, 1, "{answer:?}");
    for part in [
        "no kernel was launched, so nothing was checked: none of its processes loaded the CUDA driver",
        "`--allow-no-launch` accepts it",
    ] {
        assert!(answer.err.contains(part), "{answer:?}");
    }
    let accepted = of_true(&["--allow-no-launch"]);
    assert_eq!((accepted.code, &accepted.err[..]), (0, "smem-tile: no process launched a kernel\n"));
    let asked = run_offline(&[], "run::ends::program_that_launches_nothing", "X=");
    assert!(asked.code == 1 && asked.err.contains("it asked the driver, and launched nothing"), "{asked:?}");
}

#[cfg(unix)]
#[test]
fn a_crash_of_the_command_is_told_apart_from_a_finding() {
    let (folder, library) = (Folder::with(&[]), library());
    let answer = folder.call(&["run", "--library", &library, "--", "sh", "-c", "kill -SEGV $$"]);
    assert_eq!(answer.code, 139, "{answer:?}");
    assert!(answer.err.contains("note: the command was ended by the signal SIGSEGV"), "{answer:?}");
    assert!(!answer.err.contains("error: "), "{answer:?}");
}

#[test]
fn a_ci_server_gets_a_test_case_for_each_kernel_and_github_a_line_for_each_finding() {
    let folder = Folder::with(&[]);
    let bad = run(&folder, &["--junit", "junit.xml", "--github", "--max-excess", "30"], "column");
    assert_eq!(bad.code, 1, "{bad:?}");
    let junit = folder.text("junit.xml");
    for part in [
        "<testsuite name=\"smem-tile\" tests=\"2\" failures=\"1\">",
        "name=\"column\"",
        "kernels.cu:30: note[bank-conflict]: 32-way bank conflicts in `column`",
        "<failure type=\"check\" message=\"`column` has 31 excess wavefronts, and at most 30 are accepted\">",
    ] {
        assert!(junit.contains(part), "{part}: {junit}");
    }
    let line = "::warning file=kernels.cu,line=30,title=bank-conflict::32-way bank conflicts in `column`";
    assert!(bad.err.contains(line), "{bad:?}");
    let fault = run(&folder, &["--junit", "fault.xml", "--github"], "wild");
    assert!(fault.err.contains("::error file=kernels.cu,line=40,title=kernel-fault::"), "{fault:?}");
    assert!(folder.text("fault.xml").contains("<failure type=\"kernel-fault\""), "{}", folder.text("fault.xml"));
}

#[test]
fn profile_and_check_write_them_as_run_does() {
    let race = "__global__ void k(int* a) {\n    __shared__ int s[64];\n    s[threadIdx.x] = a[threadIdx.x];\n    \
        a[threadIdx.x] = s[threadIdx.x ^ 32];\n}\nint main() { int* a; cudaMalloc(&a, 256); k<<<1, 64>>>(a); }\n";
    let folder = Folder::with(&[("k.cu", race)]);
    for command in ["profile", "check"] {
        let answer = folder.call(&[command, "k.cu", "--junit", "junit.xml", "--github"]);
        assert_eq!(answer.code, 1, "{answer:?}");
        assert!(answer.err.contains("::error file=k.cu,line=4,title=shared-memory-race::`k`: "), "{answer:?}");
        let junit = folder.text("junit.xml");
        assert!(
            junit.contains("<testcase classname=\"k.cu\" name=\"k\">\n<failure type=\"shared-memory-race\""),
            "{junit}"
        );
        let over = folder.call(&[command, "k.cu", "--junit", "k.cu"]);
        assert!(over.code == 2 && over.err.contains("it is an input of this command"), "{over:?}");
    }
}
