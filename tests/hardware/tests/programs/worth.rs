//! The program that counts what loads a GPU.

use std::process::Command;

use smem_hardware::worth::{WorthRow, WorthTable};

use super::output::{stderr, stdout};

const KERNEL: &str = "block_scan_16x16_u32_padded";

#[test]
fn a_kernel_that_is_packed_counts_what_the_table_has() {
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
    for sum in ["instructions", "alu", "lsu", "shared_wavefronts", "load_sectors", "store_sectors"] {
        let of_block = |row: &WorthRow| row.of(sum) / row.of("blocks");
        assert_eq!(of_block(&printed.rows[0]), of_block(measured), "{sum}");
    }
}
