//! Registers of a GPU, bit by bit: replayed in the simulator without one.

use std::fs;

use smem_exhaustive::{count, part};
use smem_hardware::instructions::{instruction_files, instruction_folder, instruction_paths, measured_kernels, rows};
use smem_launch::Install;

#[test]
fn every_instruction_leaves_the_bits_that_a_gpu_left() {
    let text = fs::read_to_string(instruction_folder().join("sm_90_h200.txt")).unwrap();
    let measured = measured_kernels(&text).unwrap();
    assert!(measured.len() >= 129, "{}", measured.len());
    let mut compared = 0;
    let files = part(instruction_paths(&instruction_folder()).unwrap(), 5);
    for file in instruction_files(files, Install::Allowed).unwrap() {
        let kernels = file.kernels();
        for measured in measured.iter().filter(|measured| measured.file == file.name) {
            assert!(kernels.contains(&measured.kernel), "{} is measured and not there", measured.kernel);
            let left = file.simulate(&measured.kernel).unwrap_or_else(|error| panic!("{}: {error}", measured.kernel));
            assert!(rows(&left) == measured.rows, "{} leaves other words", measured.kernel);
            compared += 1;
        }
    }
    assert!(compared >= count(measured.len(), 17), "{compared}");
}
