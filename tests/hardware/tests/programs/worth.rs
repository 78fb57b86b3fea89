//! The program that counts what loads a GPU, and the launches that it counted, simulated again.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use smem_hardware::published::{Pack, PackedFile};
use smem_hardware::worth::{COLUMNS, PackedLaunch, WorthRow, WorthTable, pack_own, simulate_all, simulated};
use smem_launch::{Device, Install, Isa};

use super::output::{stderr, stdout};

const KERNEL: &str = "block_scan_16x16_u32_padded";

fn table() -> WorthTable {
    WorthTable::parse(include_str!("../../worth/h200.tsv")).unwrap()
}

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
    let table = table();
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

/// The kernels whose launches are simulated again, with as many blocks as for the table: four of the gallery, the block scans and the five launches
/// of the scan. Those that are left out take hundreds of millions of instructions, half a GiB of buffers, or a buffer that is long to sort.
const AGAIN: [&str; 6] =
    ["block_", "gallery_fft", "gallery_matmul", "gallery_prefix_scan", "gallery_reduction", "scan2d_1024"];

#[test]
#[ignore = "two minutes of processor time"]
fn eighty_launches_of_the_table_are_simulated_again() {
    let device = Device::simulator(Isa::Sass, Install::Allowed).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let pack = Pack::new(folder.path());
    for only in AGAIN {
        pack_own(&Path::new(env!("CARGO_MANIFEST_DIR")).join("worth"), only, &device, &pack).unwrap();
    }
    let table = table();
    let rows: BTreeMap<(&str, usize), &WorthRow> =
        table.rows.iter().map(|row| ((row.file.as_str(), row.launch), row)).collect();
    // The large grids of one kernel differ in nothing but the number of blocks.
    let is_small = |row: &&WorthRow| row.of("instructions") <= 7e5;
    let row = |launch: PackedLaunch<'_>| rows.get(&(launch.file.name.as_str(), launch.at)).copied().filter(is_small);
    let files: Vec<PackedFile> = pack.files("").unwrap();
    let blocks = |launch: PackedLaunch<'_>| row(launch).map_or(1, |row| row.of("blocks") as u64);
    let (mut compared, mut wrong) = (0, Vec::new());
    simulate_all(device, &files, &blocks, &mut |launch, profile| {
        let Some(row) = row(launch) else { return Ok(()) };
        compared += 1;
        for (name, value) in COLUMNS.iter().zip(simulated(&profile?)) {
            if value as f64 != row.of(name) {
                wrong.push(format!("{} {} {name}: {value} instead of {}", row.file, row.launch, row.of(name)));
            }
        }
        Ok(())
    })
    .unwrap();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let is_again = |row: &&WorthRow| AGAIN.iter().any(|name| row.file.starts_with(name)) && is_small(row);
    assert_eq!(compared, table.rows.iter().filter(is_again).count());
    assert!(compared >= 80, "{compared}");
}
