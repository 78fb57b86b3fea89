//! The program that counts what loads a GPU.

use std::process::Command;

use smem_hardware::worth::{COLUMNS, WorthRow, WorthTable};

use super::output::{stderr, stdout};

const KERNEL: &str = "block_scan_16x16_u32_padded";

#[test]
fn every_simulated_sum_of_a_packed_kernel_is_that_of_the_table() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| {
        let output =
            Command::new(env!("CARGO_BIN_EXE_worth")).args(arguments).args(["--only", KERNEL]).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        stdout(&output)
    };
    let pack = folder.path().to_str().unwrap();
    run(&["--pack", pack]);
    let printed = WorthTable::parse(&run(&["--packed", pack, "--blocks", "3"])).unwrap();
    let table = WorthTable::parse(include_str!("../../worth/h200.tsv")).unwrap();
    let measured = table.rows.iter().find(|row| row.file == KERNEL).unwrap();
    assert_eq!((printed.rows.len(), printed.rows[0].of("blocks")), (1, 3.0));
    // The other columns are numbers of the kernel, of the launch and of a block, and bytes that blocks share.
    let of_launch = ["grid", "threads", "registers", "shared_bytes"];
    let first_sum = COLUMNS.iter().position(|name| *name == "instructions").unwrap();
    let last_sum = COLUMNS.iter().position(|name| *name == "loaded_bytes").unwrap();
    for name in of_launch {
        assert_eq!(printed.rows[0].of(name), measured.of(name), "{name}");
    }
    for sum in &COLUMNS[first_sum..last_sum] {
        let of_block = |row: &WorthRow| row.of(sum) / row.of("blocks");
        assert_eq!(of_block(&printed.rows[0]), of_block(measured), "{sum}");
    }
}
