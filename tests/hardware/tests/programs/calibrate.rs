//! The program `calibrate` from the outside.

use std::process::{Command, Output};

fn calibrate(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_calibrate"));
    command.args(args).output().unwrap()
}

#[test]
fn the_program_compares_model_and_simulator_and_says_what_it_did_not_measure() {
    let output = calibrate(&["--requests", "300", "--seed", "9", "--device", "sim"]);
    let (told, wrong) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(0), "{told}{wrong}");
    assert!(told.contains("300 requests, seed 9"), "{told}");
    assert!(told.contains("300 of 300 requests take the wavefronts that BankModel predicts"), "{told}");
    assert!(told.contains("nothing above is a measurement"), "{told}");

    for (set, ops) in [("--further", ["stmatrix", "atom.cas"]), ("--generic", ["generic.ld.v2", "generic.atom.cas"])] {
        let output = calibrate(&["--requests", "300", set, "--device", "sim"]);
        let (told, wrong) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert_eq!(output.status.code(), Some(0), "{told}{wrong}");
        assert!(told.contains("300 of 300 requests take the wavefronts that BankModel predicts"), "{told}");
        assert!(ops.iter().all(|op| told.contains(op)), "{told}");
    }
}

#[test]
fn the_program_refuses_what_it_cannot_use() {
    for args in [
        &["--requests", "0"][..],
        &["--requests", "100001"],
        &["--seed", "-1"],
        &["--from", "/no/such/folder"],
        &["--further", "--generic"],
    ] {
        let output = calibrate(args);
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {told}");
        assert!(told.starts_with("error: ") && !told.contains("panicked"), "{args:?}: {told}");
    }
}
