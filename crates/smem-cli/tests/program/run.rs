//! `smem-tile run`: a command on the simulated driver. The command is this test binary again, which loads the driver as programs do.

mod cuda_file;
pub(crate) mod driver;
mod ends;
mod exit_codes;
mod libraries;
mod not_judged;
mod panics;
mod reports;
mod schedules;
mod spinning;
mod unfinished;

use std::ffi::{CStr, CString};

use libloading::Library;
use smem_launch::{Disassembler, Install};

use self::driver::{call, library, library_file, loaded, must};
use crate::call::{Answer, Folder};

/// A kernel whose store has 32-way conflicts, one that writes to address 64, one that reads uninitialized memory, one that counts to 1000, and
/// an instance of a template.
const KERNELS: &str = ".version 8.0 .target sm_70 .address_size 64
.file 1 \"kernels.cu\"
.visible .entry column() {
    .shared .align 4 .b8 tile[4096]; .reg .b32 %t, %a;
    mov.u32 %t, %tid.x; mov.u32 %a, tile; mad.lo.u32 %a, %t, 128, %a;
    .loc 1 30 5
    st.shared.u32 [%a], %t; ret; }
.visible .entry wild() {
    .reg .b64 %a;
    mov.u64 %a, 64;
    .loc 1 40 5
    st.global.u32 [%a], 1; ret; }
.visible .entry unwritten() {
    .shared .align 4 .b8 tile[256]; .reg .b32 %x; .reg .pred %p;
    .loc 1 50 5
    ld.shared.u32 %x, [tile]; setp.eq.u32 %p, %x, 12345; @%p trap; ret; }
.visible .entry counts() {
    .reg .b32 %i; .reg .pred %p;
    mov.u32 %i, 0;
NEXT: add.u32 %i, %i, 1; setp.lt.u32 %p, %i, 1000; @%p bra NEXT; ret; }
.visible .entry endless() {
    .reg .b32 %i; .reg .pred %p;
    mov.u32 %i, 0;
MORE: add.u32 %i, %i, 1; setp.ne.u32 %p, %i, 0; @%p bra MORE; ret; }
.visible .entry _Z8templateILi4EEvv() {
    .shared .align 4 .b8 tile[4096]; .reg .b32 %t, %a;
    mov.u32 %t, %tid.x; mov.u32 %a, tile; mad.lo.u32 %a, %t, 128, %a;
    st.shared.u32 [%a], %t; ret; }";

/// Launches one of the kernels on the primary context, once, and returns the library.
fn launched(kernel: &CStr) -> Library {
    let text = CString::new(KERNELS).unwrap();
    let (library, function) = loaded(text.as_bytes_with_nul(), kernel);
    must(&library, "cuLaunchKernel", &[function, 1, 1, 1, 32, 1, 1, 0, 0, 0, 0]);
    library
}

/// Launches the kernel that `KERNEL` names, as often as `TIMES` says and with so many blocks as `BLOCKS` says, and prints what the wait for
/// it returns.
#[test]
#[ignore = "the program that the other tests run"]
fn program() {
    let (text, name) = (CString::new(KERNELS).unwrap(), CString::new(std::env::var("KERNEL").unwrap()).unwrap());
    let (library, function) = loaded(text.as_bytes_with_nul(), &name);
    let number = |name: &str| std::env::var(name).map_or(1, |number| number.parse::<u64>().unwrap());
    for _ in 0..number("TIMES") {
        must(&library, "cuLaunchKernel", &[function, number("BLOCKS"), 1, 1, 32, 1, 1, 0, 0, 0, 0]);
    }
    println!("waited: {}", call(&library, "cuCtxSynchronize", &[]));
}

/// Launches the kernel `transpose` of the image that `IMAGE` names, and prints whether its result is right.
#[test]
#[ignore = "a program that another test runs"]
fn program_with_an_image() {
    let image = std::fs::read(std::env::var("IMAGE").unwrap()).unwrap();
    let (library, function) = loaded(&image, c"transpose");
    let must = |name: &str, arguments: &[u64]| must(&library, name, arguments);
    let numbers: Vec<u32> = (0..1024).collect();
    let (mut from, mut to, mut back) = (0_u64, 0_u64, vec![0_u32; 1024]);
    must("cuMemAlloc_v2", &[&raw mut from as u64, 4096]);
    must("cuMemAlloc_v2", &[&raw mut to as u64, 4096]);
    must("cuMemcpyHtoD_v2", &[from, numbers.as_ptr() as u64, 4096]);
    let parameters = [&raw const from as u64, &raw const to as u64];
    must("cuLaunchKernel", &[function, 1, 1, 1, 32, 32, 1, 0, 0, parameters.as_ptr() as u64, 0]);
    must("cuMemcpyDtoH_v2", &[back.as_mut_ptr() as u64, to, 4096]);
    let is_right = (0..1024).all(|at| back[at] as usize == at % 32 * 32 + at / 32);
    println!("right: {is_right}");
}

/// Launches a kernel that takes two arguments with lists that have fewer, and loads an image that is damaged; prints the answers.
#[test]
#[ignore = "a program that another test runs"]
fn program_with_bad_input() {
    let text =
        c".version 8.0 .target sm_70 .address_size 64 .visible .entry two(.param .u64 p, .param .u32 n) { ret; }";
    let (library, function) = loaded(text.to_bytes_with_nul(), c"two");
    let value = 7_u64;
    let of = |second: u64| [&raw const value as u64, second];
    let launch = |list: u64| call(&library, "cuLaunchKernel", &[function, 1, 1, 1, 1, 1, 1, 0, 0, list, 0]);
    for list in [of(0), of(8), of(1 << 60)] {
        println!("too few: {}", launch(list.as_ptr() as u64));
    }
    println!("no list: {}", launch(0));
    println!("whole: {}", launch(of(&raw const value as u64).as_ptr() as u64));
    // The table of sections is where there is no memory.
    let mut elf = [0_u8; 128];
    elf[..4].copy_from_slice(b"\x7fELF");
    elf[40..48].copy_from_slice(&(1_u64 << 60).to_le_bytes());
    elf[58..62].copy_from_slice(&[64, 0, 3, 0]);
    let mut module = 0_u64;
    println!("damaged: {}", call(&library, "cuModuleLoadData", &[&raw mut module as u64, elf.as_ptr() as u64]));
    println!("wait: {}", call(&library, "cuCtxSynchronize", &[]));
}

/// Runs one of the programs above, which reads a variable, with options of `smem-tile run`.
fn run_program(folder: &Folder, options: &[&str], program: &str, variable: &str) -> Answer {
    let own = std::env::current_exe().unwrap().display().to_string();
    let command = ["--", "env", variable, &own, "--exact", program, "--ignored", "--nocapture"];
    folder.call(&[&["run", "--library", &library()][..], options, &command[..]].concat())
}

/// A run without NVIDIA's tools, up to its command.
fn offline() -> [&'static str; 6] {
    static LIBRARY: std::sync::OnceLock<String> = std::sync::OnceLock::new();
    let library = LIBRARY.get_or_init(library_file);
    ["run", "--library", library, "--isa", "ptx", "--offline"]
}

/// Runs one of the programs in a folder of its own, without those tools.
fn run_offline(options: &[&str], program: &str, variable: &str) -> Answer {
    let own = std::env::current_exe().unwrap().display().to_string();
    let command = ["--", "env", variable, &own, "--exact", program, "--ignored", "--nocapture"];
    Folder::with(&[]).call(&[&offline()[..], options, &command[..]].concat())
}

/// Runs a kernel by the first of them.
fn run(folder: &Folder, options: &[&str], kernel: &str) -> Answer {
    run_program(folder, options, "run::program", &format!("KERNEL={kernel}"))
}

#[test]
fn a_run_without_findings_is_one_line_behind_what_the_command_printed() {
    let answer = run(&Folder::with(&[]), &[], "column");
    assert_eq!(answer.code, 0, "{answer:?}");
    assert!(answer.out.contains("waited: 0"), "{answer:?}");
    let line = "smem-tile: 1 launch of 1 kernel in 1 process, simulated sm_90: nothing found, 1 line with bank conflicts (31 excess wavefronts)\n";
    assert_eq!(answer.err, line);
}

#[test]
fn too_few_arguments_and_damaged_images_are_errors_and_not_the_end_of_the_program() {
    let answer = run_program(&Folder::with(&[]), &[], "run::program_with_bad_input", "X=");
    let lines = ["too few: 1\ntoo few: 1\ntoo few: 1\nno list: 1\nwhole: 0\ndamaged: 200\nwait: 0\n"];
    assert!(answer.code == 0 && lines.iter().all(|line| answer.out.contains(line)), "{answer:?}");
    let said = "`two` takes 2 arguments, and the list of this launch has no memory to read number 2 from\n";
    assert_eq!(answer.err.matches(said).count(), 3, "{answer:?}");
    assert!(
        answer.err.contains("the image is damaged: by its headers it goes on where there is no memory"),
        "{answer:?}"
    );
}

#[test]
fn a_launch_takes_no_more_instructions_than_accepted_and_the_fault_names_the_option() {
    let folder = Folder::with(&[]);
    let counted = |options: &[&str]| run(&folder, &[&["--isa", "ptx"], options].concat(), "counts");
    // One warp takes 3002 instructions, each for 32 threads.
    let answer = counted(&["--max-instructions", "50k"]);
    assert_eq!(answer.code, 1, "{answer:?}");
    assert!(answer.out.contains("waited: 702"), "{answer:?}");
    let said = ["more than 50000 thread instructions", "`smem-tile run --max-instructions N` accepts more"];
    assert!(said.iter().all(|part| answer.err.contains(part)), "{answer:?}");
    for options in [&["--max-instructions", "1M"][..], &[]] {
        let answer = counted(options);
        assert!(answer.code == 0 && answer.out.contains("waited: 0"), "{answer:?}");
    }
    let answer = counted(&["--max-instructions", "0"]);
    assert!(answer.code == 2 && answer.err.contains("expected a number from 1"), "{answer:?}");
}

#[test]
fn a_fault_is_said_at_once_with_its_line_and_fails_the_run() {
    let folder = Folder::with(&[]);
    let answer = run(&folder, &["--sarif", "found.sarif"], "wild");
    assert_eq!(answer.code, 1, "{answer:?}");
    assert!(answer.out.contains("waited: 700"), "{answer:?}");
    let first = answer.err.lines().next().unwrap();
    assert!(first.starts_with("smem-tile: `wild`: an access of 4 bytes is outside global memory"), "{first}");
    assert!(
        first.contains("address 0x40") && first.contains("thread (0, 0, 0)") && first.contains("kernels.cu:40"),
        "{first}"
    );
    assert!(answer.err.contains("1 fault") && answer.err.contains("have 1 finding"), "{answer:?}");
    let sarif: serde_json::Value = serde_json::from_str(&folder.text("found.sarif")).unwrap();
    let result = &sarif["runs"][0]["results"][0];
    assert_eq!((&result["ruleId"], &result["ruleIndex"]), (&"kernel-fault".into(), &1.into()));
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!((&place["artifactLocation"]["uri"], &place["region"]["startLine"]), (&"kernels.cu".into(), &40.into()));
}

#[test]
fn conflicts_beyond_what_is_accepted_fail_the_run_and_are_named_by_line() {
    let folder = Folder::with(&[]);
    let good = run(&folder, &["--max-excess", "31", "--report", "report.json"], "column");
    assert_eq!(good.code, 0, "{good:?}");
    let report: serde_json::Value = serde_json::from_str(&folder.text("report.json")).unwrap();
    assert_eq!((&report["launches"], &report["excess"], &report["failures"]), (&1.into(), &31.into(), &0.into()));
    let line = &report["kernels"][0]["lines"][0];
    assert_eq!((&line["line"], &line["ways"]), (&30.into(), &32.into()));
    let bad = run(&folder, &["--max-excess", "30", "--json", "--html", "report.html", "--svg", "worst.svg"], "column");
    assert_eq!(bad.code, 1, "{bad:?}");
    // As `profile` has it: the table, the lanes of the worst request, the time and the checks.
    for part in [
        "column: grid 1 x 1 x 1, block 32 x 1 x 1, 4096 bytes of shared memory",
        "  kernels.cu:30  store          1          32      1      31  32-way",
        "  kernels.cu:30: store in block (0, 0, 0), warp 0: lanes 0-31 access 32 words of bank 0",
        "  predicted time: in a grid that fills an H200",
        "  looked for and not found, in the block that ran: ",
    ] {
        assert!(bad.err.contains(part), "{part}: {bad:?}");
    }
    let page = folder.text("report.html");
    assert!(page.starts_with("<!doctype html>") && page.contains("column: grid 1 x 1 x 1"), "{page}");
    let picture = folder.text("worst.svg");
    assert!(picture.contains("kernels.cu:30: a store of column takes 32 wavefronts where 1 would do"), "{picture}");
    assert!(bad.err.contains("`column` has 31 excess wavefronts, and at most 30 are accepted"), "{bad:?}");
    assert!(bad.out.contains("\"excess\": 31"), "{bad:?}");
}

#[test]
fn budgets_are_of_a_kernel_by_name_or_of_each_and_a_name_that_is_wrong_fails() {
    let folder = Folder::with(&[]);
    let good = run(&folder, &["--max-excess", "0", "--max-excess", "column=31"], "column");
    assert_eq!(good.code, 0, "{good:?}");
    let bad = run(&folder, &["--max-excess", "template=30"], "_Z8templateILi4EEvv");
    assert_eq!(bad.code, 1, "{bad:?}");
    assert!(bad.err.contains("`template<4>()` has 31 excess wavefronts, and at most 30 are accepted"), "{bad:?}");
    let unknown = run(&folder, &["--max-excess", "colum=0"], "column");
    assert_eq!(unknown.code, 1, "{unknown:?}");
    assert!(unknown.err.contains("no launch of `colum`, which --max-excess names"), "{unknown:?}");
}

#[test]
fn findings_of_a_kind_are_reported_denied_or_left_out() {
    let folder = Folder::with(&[]);
    let warned = run(&folder, &[], "unwritten");
    assert_eq!(warned.code, 0, "{warned:?}");
    assert!(warned.err.contains("1 read of uninitialized shared memory"), "{warned:?}");
    let denied = run(&folder, &["--unwritten", "deny"], "unwritten");
    assert_eq!(denied.code, 1, "{denied:?}");
    assert!(denied.out.contains("waited: 719") && denied.err.contains("smem-tile: `unwritten`: "), "{denied:?}");
    let off = run(&folder, &["--unwritten", "off"], "unwritten");
    assert!(off.code == 0 && off.err.contains("nothing found"), "{off:?}");
    let fault = run(&folder, &["--faults", "off"], "wild");
    assert_eq!(fault.code, 0, "{fault:?}");
    assert!(fault.out.contains("waited: 700") && fault.err.contains("nothing found"), "{fault:?}");
}

#[test]
fn of_identical_launches_the_first_run_whole_and_the_others_for_their_counts() {
    let folder = Folder::with(&[]);
    let own = std::env::current_exe().unwrap().display().to_string();
    let program = ["--exact", "run::program", "--ignored", "--nocapture"];
    let command = [&["--", "env", "KERNEL=column", "TIMES=5", "BLOCKS=100", &own][..], &program].concat();
    let library = library();
    let options = ["run", "--library", &library, "--sample", "2", "--report", "report.json"];
    let answer = folder.call(&[&options[..], &command].concat());
    assert_eq!(answer.code, 0, "{answer:?}");
    assert!(answer.err.contains("3 ran as samples of their blocks, whose results are not computed"), "{answer:?}");
    let report: serde_json::Value = serde_json::from_str(&folder.text("report.json")).unwrap();
    let kernel = &report["kernels"][0];
    assert_eq!((&kernel["launches"], &kernel["sampled"]), (&5.into(), &3.into()));
    // Two of 100 blocks, and three of a few.
    let blocks = kernel["blocks"]["run"].as_u64().unwrap();
    assert!((203..250).contains(&blocks), "{kernel}");
    assert_eq!(kernel["lines"][0]["wavefronts"].as_u64(), Some(32 * blocks));
}

#[test]
fn budgets_and_modes_of_the_configuration_hold_unless_the_command_line_has_others() {
    let folder = Folder::with(&[(
        "smem-tile.toml",
        "[checks]\nmax-excess = 0\nunwritten = \"deny\"\n[kernels]\ncolumn.max-excess = 31\n",
    )]);
    assert_eq!(run(&folder, &[], "column").code, 0);
    assert_eq!(run(&folder, &[], "_Z8templateILi4EEvv").code, 1);
    assert_eq!(run(&folder, &["--max-excess", "40"], "_Z8templateILi4EEvv").code, 0);
    assert_eq!(run(&folder, &[], "unwritten").code, 1);
    assert_eq!(run(&folder, &["--unwritten", "report"], "unwritten").code, 0);
    let wrong = Folder::with(&[("smem-tile.toml", "[checks]\nmax_excess = 0\n")]);
    let answer = run(&wrong, &[], "column");
    let said = answer.is_refusal();
    assert!(
        said.starts_with("error: smem-tile.toml:2:1: unknown field `max_excess`, did you mean `max-excess`?"),
        "{said}"
    );
}

#[test]
fn machine_code_of_a_program_runs_as_machine_code_with_the_disassembler_that_profile_uses() {
    let folder = Folder::with(&[]);
    let fixtures = concat!(env!("CARGO_MANIFEST_DIR"), "/../smem-sim/tests/fixtures/");
    for image in ["transpose.lz4.fatbin", "transpose.zstd.fatbin", "transpose.concat.fatbin"] {
        let variable = format!("IMAGE={fixtures}{image}");
        let answer = run_program(&folder, &["--details"], "run::program_with_an_image", &variable);
        assert_eq!(answer.code, 0, "{image}: {answer:?}");
        assert!(answer.out.contains("right: true"), "{image}: {answer:?}");
        assert!(answer.err.contains("\n  machine code for sm_90: all "), "{image}: {answer:?}");
        // Loads of columns: 32 requests of 32 wavefronts.
        assert!(answer.err.contains("(992 excess wavefronts)"), "{image}: {answer:?}");
    }
}

#[test]
fn ptx_runs_as_machine_code_where_the_assembler_is_found_and_as_ptx_where_that_is_asked_for() {
    let folder = Folder::with(&[]);
    let isa = |options: &[&str]| {
        let answer = run(&folder, &[options, &["--json"]].concat(), "column");
        assert_eq!(answer.code, 0, "{answer:?}");
        let json = &answer.out[answer.out.find("\n{").unwrap()..];
        let report: serde_json::Value = serde_json::from_str(json).unwrap();
        (report["kernels"][0]["isa"].as_str().unwrap().to_owned(), answer.err)
    };
    assert_eq!(isa(&["--isa", "sass"]).0, "sass");
    assert_eq!(isa(&[]).0, "sass");
    let (ptx, said) = isa(&["--isa", "ptx"]);
    assert_eq!(ptx, "ptx");
    assert!(said.contains("simulated sm_90 as PTX: nothing found") && !said.contains("--isa"), "{said}");
    // An image that has both.
    let image = concat!("IMAGE=", env!("CARGO_MANIFEST_DIR"), "/../smem-sim/tests/fixtures/transpose.zstd.fatbin");
    let answer = run_program(&folder, &["--isa", "ptx", "--details"], "run::program_with_an_image", image);
    assert!(answer.out.contains("right: true") && answer.err.contains("as PTX"), "{answer:?}");
}

#[cfg(unix)]
#[test]
fn machine_code_is_disassembled_once_for_all_runs() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::with(&[]);
    let installed = Disassembler::find(Install::Allowed).unwrap();
    std::fs::create_dir(folder.path("bin")).unwrap();
    let (tool, real) = (folder.path("bin/nvdisasm"), folder.path("bin/real"));
    std::fs::copy(installed.path(), &real).unwrap();
    // The sandbox of the tool has what lies with it, and no place to write a count of its calls.
    std::fs::write(&tool, format!("#!/bin/sh\nexec '{}' \"$@\"\n", real.display())).unwrap();
    std::fs::set_permissions(&tool, std::fs::Permissions::from_mode(0o755)).unwrap();
    let image = concat!("IMAGE=", env!("CARGO_MANIFEST_DIR"), "/../smem-sim/tests/fixtures/transpose.zstd.fatbin");
    let run = |options: &[&str]| {
        let options = [&["--nvdisasm", tool.to_str().unwrap()][..], options].concat();
        let answer = run_program(&folder, &options, "run::program_with_an_image", image);
        answer.out.contains("right: true")
    };
    assert!(run(&[]));
    // The tool is the same, and fails from now on.
    std::fs::remove_file(real).unwrap();
    assert_eq!((run(&[]), run(&["--no-cache"])), (true, false));
}
