//! Reports that a process left, or did not leave: none is waited for, read without end or passed over.

use super::{Folder, offline};
use crate::call::Answer;

/// Runs a script of the shell, which finds the folder of the reports in `$SMEM_TILE_REPORTS`.
fn script(text: &str) -> Answer {
    let command = ["--", "sh", "-c", text];
    Folder::with(&[]).call(&[&offline()[..], &command].concat())
}

#[test]
fn what_is_not_a_file_of_bounded_size_fails_the_run() {
    for (plant, why) in [
        ("ln -s /dev/zero $SMEM_TILE_REPORTS/10.json", "`10.json` cannot be read: it is not a file"),
        ("mkfifo $SMEM_TILE_REPORTS/11-0.json", "`11-0.json` cannot be read: it is not a file"),
        ("mkdir $SMEM_TILE_REPORTS/12-0.json", "`12-0.json` cannot be read: it is not a file"),
        ("ln -s /etc/hostname $SMEM_TILE_REPORTS/13-0.json", "`13-0.json` cannot be read: it is not a file"),
        ("truncate -s 9G $SMEM_TILE_REPORTS/14-0.json", "`14-0.json` cannot be read: it has more than"),
        ("echo '{}' > $SMEM_TILE_REPORTS/15-0.json", "`15-0.json` cannot be read: its process ended while it wrote"),
        (": > $SMEM_TILE_REPORTS/16-0.json", "`16-0.json` cannot be read: its process ended while it wrote"),
    ] {
        let answer = script(plant);
        assert_eq!(answer.code, 1, "{plant}: {answer:?}");
        assert!(answer.err.contains(why), "{plant}: {answer:?}");
        assert!(answer.err.contains("no process launched a kernel; not everything was judged"), "{plant}: {answer:?}");
    }
}

#[test]
fn a_folder_that_is_not_as_it_was_made_fails_the_run() {
    for (change, why) in [
        ("rm -rf $SMEM_TILE_REPORTS", "removed or replaced the folder"),
        ("mv $SMEM_TILE_REPORTS $SMEM_TILE_REPORTS.old; mkdir $SMEM_TILE_REPORTS", "removed or replaced the folder"),
        ("mv $SMEM_TILE_REPORTS $SMEM_TILE_REPORTS.old; ln -s reports.old $SMEM_TILE_REPORTS", "removed or replaced"),
        ("chmod 777 $SMEM_TILE_REPORTS", "has given the folder of its reports to others"),
    ] {
        let answer = script(change);
        assert!(answer.code == 1 && answer.err.contains(why), "{change}: {answer:?}");
    }
}

/// Launches a kernel, then cuts the end off the report that this process writes.
#[test]
#[ignore = "a program that another test runs"]
fn program_that_cuts_its_report() {
    super::launched(c"column");
    let reports =
        std::fs::read_dir(std::env::var("SMEM_TILE_REPORTS").unwrap()).unwrap().map(|entry| entry.unwrap().path());
    let own: Vec<_> = reports.filter(|path| path.extension().is_some_and(|ending| ending == "json")).collect();
    assert_eq!(own.len(), 1, "{own:?}");
    let file = std::fs::File::options().write(true).open(&own[0]).unwrap();
    file.set_len(file.metadata().unwrap().len() - 1).unwrap();
}

#[test]
fn a_report_that_was_cut_off_fails_the_run() {
    let answer = super::run_offline(&[], "run::reports::program_that_cuts_its_report", "X=");
    assert_eq!(answer.code, 1, "{answer:?}");
    assert!(answer.err.contains("cannot be read: its process ended while it wrote"), "{answer:?}");
}

#[test]
fn a_process_whose_report_cannot_begin_fails_the_run() {
    let own = std::env::current_exe().unwrap().display().to_string();
    // Its variables are not those of the run, and the driver does not begin with them.
    let command =
        ["--", "env", "KERNEL=column", "SMEM_TILE_DEVICES=many", &own, "--exact", "run::program", "--ignored"];
    let answer = Folder::with(&[]).call(&[&offline()[..], &command].concat());
    assert_ne!(answer.code, 0, "{answer:?}");
    assert!(answer.err.contains("a process could not write its report"), "{answer:?}");
}

#[test]
fn two_processes_with_one_number_both_leave_their_reports() {
    // Each has a namespace of its own, in which it is process 1.
    let own = std::env::current_exe().unwrap().display().to_string();
    let both = format!(
        "for i in 1 2; do unshare --pid --fork env KERNEL=column '{own}' --exact run::program --ignored || exit 9; done"
    );
    let answer = script(&both);
    if answer.code == 9 {
        eprintln!("skipped: this system gives no namespaces: {answer:?}");
        return;
    }
    assert!(answer.code == 0 && answer.err.contains("2 launches of 1 kernel in 2 processes"), "{answer:?}");
}

#[test]
fn a_process_that_has_the_library_path_and_not_the_variables_is_in_the_report_all_the_same() {
    let own = std::env::current_exe().unwrap().display().to_string();
    // As tools start processes that hand on a few variables.
    let only =
        format!("env -i LD_LIBRARY_PATH=\"$LD_LIBRARY_PATH\" KERNEL=column '{own}' --exact run::program --ignored");
    let answer = script(&only);
    assert!(answer.code == 0 && answer.err.contains("1 launch of 1 kernel in 1 process"), "{answer:?}");
    assert!(answer.err.contains("simulated sm_90 as PTX"), "{answer:?}");
}
