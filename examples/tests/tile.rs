//! The program `tile` from the outside.

use std::process::{Command, Output};

fn tile(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tile")).args(args).output().unwrap()
}

fn lines(output: &Output) -> Vec<String> {
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect()
}

#[test]
fn the_annotated_tile_loads_columns_without_the_conflicts_of_the_plain_one() {
    let output = tile(&["sim"]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = lines(&output);
    assert!(lines[0].starts_with("on simulator (smem-sim, "), "{lines:?}");
    assert_eq!(
        lines[1..],
        [
            "32 x 32, plain             right  wavefronts per store: 1  wavefronts per load: 32",
            "32 x 32, Swizzle<5, 0, 5>  right  wavefronts per store: 1  wavefronts per load: 1",
        ]
    );
}

#[test]
fn without_an_argument_it_is_right_on_whatever_there_is_and_says_what_that_is() {
    let output = tile(&[]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = lines(&output);
    let counted = lines[1..].iter().filter(|line| line.contains("wavefronts")).count();
    // A GPU counts nothing.
    assert_eq!(counted, if lines[0].contains(", driver ") { 0 } else { 2 }, "{lines:?}");
    assert_eq!(lines[1..].iter().filter(|line| line.contains("  right")).count(), 2, "{lines:?}");
}

#[test]
fn what_is_not_a_device_is_a_sentence_and_exit_code_2() {
    for name in ["cpu", "", "--help"] {
        let output = tile(&[name]);
        assert_eq!(output.status.code(), Some(2), "{name}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "error: expected `auto`, `gpu` or `sim`\n");
        assert!(output.stdout.is_empty(), "{name}");
    }
}
