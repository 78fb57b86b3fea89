//! The program that counts the gallery's sectors of global memory.

use std::process::Command;

use super::output::{stderr, stdout};

#[test]
fn a_kernel_counts_what_the_table_has() {
    let output = Command::new(env!("CARGO_BIN_EXE_gallery_global")).arg("histogram").output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let (printed, table) = (stdout(&output), include_str!("../../gallery/global_h200.tsv"));
    let of_kernel: Vec<Vec<&str>> =
        table.lines().filter(|line| line.starts_with("histogram\t")).map(|line| line.split('\t').collect()).collect();
    assert_eq!((of_kernel.len(), printed.lines().count()), (3, 3), "{printed}");
    for (row, line) in of_kernel.iter().zip(printed.lines()) {
        let cells: Vec<&str> = line.split('\t').collect();
        assert_eq!((&row[..2], &row[10..]), (&cells[..2], &cells[2..]), "{printed}");
    }
}
