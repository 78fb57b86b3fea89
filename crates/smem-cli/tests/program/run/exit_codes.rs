//! Exit codes: those of commands, and of runs that cannot begin.

use super::{Folder, library};

#[test]
fn the_exit_code_is_that_of_the_command() {
    let folder = Folder::with(&[]);
    let library = library();
    let answer = folder.call(&["run", "--library", &library, "--", "sh", "-c", "exit 7"]);
    assert_eq!((answer.code, &answer.err[..]), (7, "smem-tile: no process launched a kernel\n"));
    let killed = folder.call(&["run", "--library", &library, "--", "sh", "-c", "kill -9 $$"]);
    assert_eq!(killed.code, 137, "{killed:?}");
}

/// A copy of this test's program for another machine, and one without a loader.
#[cfg(target_os = "linux")]
#[test]
fn a_program_that_gets_no_driver_is_one_sentence() {
    let (folder, library) = (Folder::with(&[]), library());
    let changed = |at: usize, bytes: [u8; 2]| {
        use std::os::unix::fs::PermissionsExt;
        let mut program = std::fs::read("/bin/true").unwrap();
        program[at..at + 2].copy_from_slice(&bytes);
        std::fs::write(folder.path("program"), program).unwrap();
        std::fs::set_permissions(folder.path("program"), std::fs::Permissions::from_mode(0o755)).unwrap();
        folder.call(&["run", "--library", &library, "--", "./program"])
    };
    // `e_machine` is that of RISC-V.
    let elsewhere = changed(18, [243, 0]);
    assert!(
        elsewhere.code == 2 && elsewhere.err.contains("`./program` is a program for another machine"),
        "{elsewhere:?}"
    );
}

#[test]
fn what_cannot_run_is_one_sentence_and_exit_code_2() {
    let folder = Folder::with(&[]);
    let library = library();
    for (arguments, sentence) in [
        (&["run", "--library", &library, "--", "/no/such/program"][..], "cannot run `/no/such/program`"),
        (&["run", "--library", "/no/such/library", "--", "true"], "`/no/such/library` is not a file"),
        (&["run"], "the following required arguments were not provided"),
        (&["run", "--arch", "sm_1", "--", "true"], "expected an architecture such as `sm_80`"),
        (&["run", "--memory", "many", "--", "true"], "`many` is not a number of bytes"),
        (&["run", "--devices", "0", "--", "true"], "invalid value '0'"),
        (&["run", "--races", "perhaps", "--", "true"], "invalid value 'perhaps' for '--races <MODE>'"),
        (&["run", "--max-excess", "scan=many", "--", "true"], "`scan=many` is not a number of wavefronts"),
        (&["run", "--sample", "0", "--", "true"], "invalid value '0'"),
    ] {
        let answer = folder.call(arguments);
        assert_eq!(answer.code, 2, "{arguments:?}: {answer:?}");
        assert!(answer.err.contains(sentence), "{arguments:?}: {answer:?}");
    }
}
