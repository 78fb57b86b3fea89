//! The program `index_cost` from the outside, in the simulator: every class reads what it wrote, and has a count, no time.

use std::process::Command;

#[test]
fn every_class_of_layout_reads_what_it_wrote_and_has_no_time_in_the_simulator() {
    let output = Command::new(env!("CARGO_BIN_EXE_index_cost")).args(["--device", "sim"]).output().unwrap();
    let table = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{table}{}", String::from_utf8_lossy(&output.stderr));
    for class in ["dense", "padded", "identity XOR", "bit-reversed XOR", "general XOR"] {
        let line = table.lines().find(|line| line.starts_with(class)).unwrap_or_else(|| panic!("{class}: {table}"));
        let cells: Vec<&str> = line[class.len()..].split_whitespace().take(3).collect();
        assert!(cells[0].parse::<f64>().is_ok_and(|count| count > 1.0), "{line}");
        assert_eq!(cells[1..], ["-", "-"], "{line}");
    }
    assert!(table.contains("__brev(row)"), "{table}");
}

#[test]
fn without_a_gpu_machine_instructions_are_not_counted_and_that_is_said() {
    let output =
        Command::new(env!("CARGO_BIN_EXE_index_cost")).args(["--device", "sim", "--instructions"]).output().unwrap();
    let table = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(0), "{table}{}", String::from_utf8_lossy(&output.stderr));
    assert!(table.contains("\nSASS instructions are not counted: they are a GPU's, and this is simulator"), "{table}");
}
