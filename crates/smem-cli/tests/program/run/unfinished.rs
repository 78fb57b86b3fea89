//! Processes that end, or are ended, while launches run: what was not finished is not green.

use super::{Folder, offline};
use crate::call::Answer;

/// Launches a kernel that has no end, and ends the process as `END` says.
#[test]
#[ignore = "a program that the other tests run"]
fn program_that_ends_early() {
    super::launched(c"endless");
    // Later launches wait for it.
    if std::env::var_os("ANOTHER").is_some() {
        super::launched(c"column");
    }
    match std::env::var("END").unwrap().as_str() {
        "kill" => {
            std::process::Command::new("kill").args(["-KILL", &std::process::id().to_string()]).status().unwrap();
            std::thread::sleep(std::time::Duration::from_secs(60));
        }
        "abort" => std::process::abort(),
        "exit" => std::process::exit(0),
        "_exit" => {
            let this = libloading::os::unix::Library::this();
            // SAFETY: the function of C takes a number.
            let exit = unsafe { this.get::<unsafe extern "C" fn(i32)>("_exit") }.unwrap();
            // SAFETY: it ends the process.
            unsafe { exit(0) };
        }
        other => panic!("{other}"),
    }
}

fn ended(by: &str, variable: &str) -> Answer {
    let own = std::env::current_exe().unwrap().display().to_string();
    let end = format!("END={by}");
    let program = "run::unfinished::program_that_ends_early";
    // The shell has the exit code 0, whatever becomes of the program.
    let script = format!("{variable} '{own}' --exact {program} --ignored --nocapture; exit 0");
    let command = ["--", "env", &end, "sh", "-c", &script];
    Folder::with(&[]).call(&[&offline()[..], &command].concat())
}

#[test]
fn a_launch_that_its_process_did_not_wait_for_fails_the_run_however_the_process_ends() {
    for by in ["kill", "abort", "exit", "_exit"] {
        let answer = ended(by, "");
        assert_eq!(answer.code, 1, "{by}: {answer:?}");
        assert!(answer.err.contains("1 launch of `endless` did not end"), "{by}: {answer:?}");
        assert!(answer.err.contains("no process launched a kernel; 1 launch did not end"), "{by}: {answer:?}");
    }
}

#[test]
fn launches_that_wait_in_a_stream_are_unfinished_as_well() {
    let answer = ended("kill", "ANOTHER=1");
    assert_eq!(answer.code, 1, "{answer:?}");
    assert!(answer.err.contains("1 launch of `column` did not end"), "{answer:?}");
    assert!(answer.err.contains("2 launches did not end"), "{answer:?}");
}

/// Launches many kernels, waits for them and is killed.
#[test]
#[ignore = "a program that another test runs"]
fn program_that_is_killed_at_its_end() {
    let library = super::launched(c"column");
    for _ in 1..500 {
        super::launched(c"column");
    }
    super::must(&library, "cuCtxSynchronize", &[]);
    std::process::Command::new("kill").args(["-KILL", &std::process::id().to_string()]).status().unwrap();
    std::thread::sleep(std::time::Duration::from_secs(60));
}

#[test]
fn a_process_that_is_killed_after_its_launches_leaves_all_their_counts() {
    let own = std::env::current_exe().unwrap().display().to_string();
    let script = format!("'{own}' --exact run::unfinished::program_that_is_killed_at_its_end --ignored; exit 0");
    let answer = Folder::with(&[]).call(&[&offline()[..], &["--", "sh", "-c", &script]].concat());
    assert_eq!(answer.code, 0, "{answer:?}");
    assert!(answer.err.contains("500 launches of 1 kernel in 1 process"), "{answer:?}");
    assert!(answer.err.contains("(15500 excess wavefronts)"), "{answer:?}");
}
