//! The program `wavefronts` from the outside.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use smem_hardware::wavefronts::{Agreement, List, RecordedLaunch, Traffic, WavefrontData};
use smem_launch::{Device, DeviceChoice, Install};
use smem_layout::Arch;

/// The committed data files.
fn committed() -> Vec<WavefrontData> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("wavefronts");
    let files = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let read = |file: PathBuf| {
        let text = fs::read_to_string(&file).unwrap();
        let data = WavefrontData::parse(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        assert_eq!(data.to_string(), text, "{}: not as it was written", file.display());
        data
    };
    files.map(read).collect()
}

/// Files as a measurement leaves them, with counts that no GPU counted: those that are predicted, plus `more` loads of the
/// first launch that has any.
fn made_up(folder: &Path, mut more: u64) {
    let mut head = "# smem wavefronts 1\n# arch: sm_90\n# device: MADE UP, no GPU\n# driver: none\n# nvrtc: none\n\
                    # nsight compute: none\n# date: 1970-01-01\n"
        .to_owned();
    let mut page = "ID,Kernel Name,l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum,\
                    l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum,smsp__inst_executed_op_shared_ld.sum,\
                    smsp__inst_executed_op_shared_st.sum\n"
        .to_owned();
    let list = List::new(None).unwrap();
    for (id, case) in list.runnable().enumerate() {
        let Traffic { requests, wavefronts } = Traffic::predicted(&case.shared, &Arch::SM_90.bank_model());
        let loads = if wavefronts.loads > 0 { wavefronts.loads + std::mem::take(&mut more) } else { 0 };
        head += &format!("{case}\n");
        page += &format!("{id},{},{loads},{},{},{}\n", case.kernel, wavefronts.stores, requests.loads, requests.stores);
    }
    fs::write(folder.join("launches.txt"), head).unwrap();
    fs::write(folder.join("counters.csv"), page).unwrap();
}

fn wavefronts(args: &[&str]) -> (Output, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_wavefronts")).args(args).output().unwrap();
    let (told, wrong) = (output.stdout.clone(), output.stderr.clone());
    (output, String::from_utf8_lossy(&told).into_owned(), String::from_utf8_lossy(&wrong).into_owned())
}

#[test]
fn every_launch_is_as_predicted_and_right_and_the_program_says_what_it_did_not_measure() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("simulated.tsv");
    let (output, told, wrong) = wavefronts(&["--device", "sim", "--data", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0), "{told}{wrong}");
    assert!(told.contains("counter: not measured"), "{told}");
    assert!(told.contains("launches, 0 of them measured: 0 differ"), "{told}");
    assert!(told.contains("nothing above is a measurement"), "{told}");
    assert!(told.contains("kernels in Rust are left out: there is no --device-rust FILE"), "{told}");
    assert!(!told.lines().any(|line| line.ends_with("  yes")), "{told}");

    let simulated = WavefrontData::parse(&fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!((simulated.machine.as_ref(), simulated.launches.len()), (None, 136));
    for data in committed() {
        for launch in &simulated.launches {
            // Values that only a GPU gives.
            let (instructions, counted, agreement) = (None, None, Agreement::Unmeasured);
            let then = |one: &RecordedLaunch| RecordedLaunch { instructions, counted, agreement, ..one.clone() };
            assert!(
                data.launches.iter().any(|one| then(one) == *launch),
                "the simulator counts otherwise now: {launch}"
            );
        }
    }
}

#[test]
fn pages_are_read_again_and_a_difference_is_an_exit_code() {
    let folder = tempfile::tempdir().unwrap();
    let (from, file) = (folder.path().to_str().unwrap(), folder.path().join("read.tsv"));
    made_up(folder.path(), 0);
    let (output, told, wrong) = wavefronts(&["--from", from, "--only", "scan_tiles", "--data", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0), "{told}{wrong}");
    assert!(told.contains("counter: MADE UP, no GPU"), "{told}");
    assert!(told.contains("6,720 / 6,720"), "{told}");
    assert!(told.contains(": 0 differ"), "{told}");
    let data = WavefrontData::parse(&fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(data.machine.unwrap().device, "MADE UP, no GPU");
    assert!(data.launches.len() == 6 && data.launches.iter().all(|launch| launch.agreement == Agreement::Equal));

    // Machine code beside it. What was made up are requests of PTX; of these launches, all are executed.
    let (output, told, wrong) = wavefronts(&["--from", from, "--only", "scan_tiles", "--machine-code"]);
    assert_eq!(output.status.code(), Some(0), "{told}{wrong}");
    assert!(told.contains("simulator of machine code"), "{told}");
    assert!(told.contains("6,720 / 6,720  6,720 / 6,720"), "{told}");

    made_up(folder.path(), 1);
    let (output, told, wrong) = wavefronts(&["--from", from, "--only", "scan_along_x"]);
    assert_eq!(output.status.code(), Some(1), "{told}{wrong}");
    let differing: Vec<&str> = told.lines().filter(|line| line.ends_with("  NO")).collect();
    assert_eq!(differing.len(), 1, "{told}");
    assert!(differing[0].starts_with("scan_along_x") && told.contains(": 1 differ"), "{told}");
}

#[test]
fn the_launches_alone_say_nothing_and_are_made() {
    let (output, told, wrong) = wavefronts(&["--launch", "--device", "sim", "--only", "index_cost"]);
    assert_eq!((output.status.code(), told.as_str()), (Some(0), ""), "{wrong}");
    // A file that is not PTX does not run.
    let folder = tempfile::tempdir().unwrap();
    let text = folder.path().join("no.ptx");
    fs::write(&text, "no PTX at all").unwrap();
    let (output, told, wrong) =
        wavefronts(&["--launch", "--device", "sim", "--only", "offsets", "--device-rust", text.to_str().unwrap()]);
    assert_eq!((output.status.code(), told.as_str()), (Some(2), ""), "{wrong}");
}

#[test]
fn the_program_refuses_what_it_cannot_use() {
    let folder = tempfile::tempdir().unwrap();
    let text = folder.path().join("no.ptx");
    fs::write(&text, "no PTX at all").unwrap();
    made_up(folder.path(), 0);
    fs::write(folder.path().join("counters.csv"), "nothing").unwrap();
    for (args, part) in [
        (&["--device-rust", "/no/such/file"][..], "cannot read `/no/such/file`"),
        (&["--device", "sim", "--only", "offsets", "--device-rust", text.to_str().unwrap()], "the kernels in Rust"),
        (&["--from", "/no/such/folder"], "cannot read `/no/such/folder/launches.txt`"),
        (&["--from", folder.path().to_str().unwrap()], "the raw page has no column"),
        (&["--only", "no_such_kernel"], "no kernel has `no_such_kernel` in its name"),
        (
            &["--only", "offsets"],
            "only kernels in Rust have `offsets` in their names, and there is no --device-rust FILE",
        ),
        (&["--device", "cpu"], "cpu"),
        (&["--from", ".", "--device", "sim"], "cannot be used with"),
    ] {
        let (output, _, told) = wavefronts(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {told}");
        let error = told.lines().find(|line| line.starts_with("error: ")).unwrap_or_default();
        assert!(error.contains(part) && !told.contains("panicked"), "{args:?}: {told}");
    }
}

#[test]
fn a_gpu_that_is_not_there_is_an_error_where_one_is_asked_for() {
    if Device::open(DeviceChoice::Gpu, Install::Allowed).is_ok() {
        eprintln!("this machine has a GPU: nothing to refuse");
        return;
    }
    let (output, _, told) = wavefronts(&["--device", "gpu"]);
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(told.contains("error: no GPU to run on: "), "{told}");
    let (output, told, _) = wavefronts(&["--only", "scan_along_x"]);
    assert_eq!(output.status.code(), Some(0), "{told}");
    assert!(told.contains("Not measured: no GPU to run on: "), "{told}");
}
