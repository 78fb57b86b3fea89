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
