//! The program `memory_bank` from the outside.

use std::process::{Command, Output};

const N32: &str = include_str!("../../tests/golden/memory_bank_n32.txt");
const N33: &str = include_str!("../../tests/golden/memory_bank_n33.txt");

fn memory_bank(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_memory_bank")).args(args).output().unwrap()
}

#[test]
fn the_tables_equal_the_golden_ones_byte_for_byte() {
    for (n, golden) in [("32", N32), ("33", N33)] {
        let output = memory_bank(&[n]);
        assert!(output.status.success());
        assert!(output.stdout == golden.as_bytes(), "N = {n} differs");
    }
}

#[test]
fn without_an_argument_both_tables_follow_one_another() {
    let output = memory_bank(&[]);
    assert!(output.status.success());
    assert!(output.stdout == [N32, N33].concat().into_bytes());
}

#[test]
fn a_size_that_no_shared_memory_holds_is_a_sentence_and_exit_code_2() {
    for n in ["0", "3073", "-1", "99999999999999999999", "many"] {
        let output = memory_bank(&[n]);
        assert_eq!(output.status.code(), Some(2), "N = {n}");
        assert!(output.stdout.is_empty());
        assert!(String::from_utf8_lossy(&output.stderr).starts_with("error: "), "N = {n}");
    }
    assert!(memory_bank(&["3072"]).status.success());
}
