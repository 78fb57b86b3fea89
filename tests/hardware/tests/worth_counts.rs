//! The load of a GPU by a launch: the simulator's counts beside the counters of an H200, both as `worth/h200.tsv` has them. `programs/worth.rs`
//! simulates one of these launches again.

use smem_hardware::worth::WorthRow;

use super::worth_rows::{all_rows, median_and_ninth, occupancy, rows};

/// Launches in which a sum is the counter's, and those in which it is within a part of it.
fn equal_and_near(rows: &[WorthRow], sums: &[String], counter: &str, part: f64) -> [usize; 2] {
    let error = |row: &WorthRow| {
        let sum: f64 = sums.iter().map(|name| row.of_grid(name)).sum();
        (sum - row.of(counter)).abs() / row.of(counter).max(1.0)
    };
    [0.0, part].map(|part| rows.iter().filter(|row| error(row) <= part).count())
}

#[test]
fn requests_and_sectors_of_global_memory_in_the_table_are_those_that_a_gpu_counted() {
    let rows = rows();
    assert_eq!(rows.len(), 256);
    // Copies are counted as the loads that they make. The counter of sectors differs by 1 % between launches that make the same accesses.
    for (op, kinds, requests, sectors) in [
        ("ld", &["load", "copy"][..], [256, 256], [175, 251]),
        ("st", &["store"], [256, 256], [160, 253]),
        ("red", &["reduction"], [256, 256], [256, 256]),
        ("atom", &["atomic"], [256, 256], [256, 256]),
    ] {
        for (what, expected) in [("requests", requests), ("sectors", sectors)] {
            let sums: Vec<String> = kinds.iter().map(|kind| format!("{kind}_{what}")).collect();
            let counter = format!("l1tex__t_{what}_pipe_lsu_mem_global_op_{op}.sum");
            assert_eq!(equal_and_near(&rows, &sums, &counter, 0.01), expected, "{op} {what}");
        }
    }
}

#[test]
fn instructions_of_each_pipe_in_the_table_are_those_that_a_gpu_counted_in_255_launches() {
    let pipes = ["alu", "cbu", "fma", "fp64", "lsu", "tensor", "tex", "uniform", "xu"];
    let is_equal =
        |row: &WorthRow, pipe: &str| row.of_grid(pipe) == row.of(&format!("sm__inst_executed_pipe_{pipe}.sum"));
    let equal = rows().iter().filter(|row| pipes.iter().all(|pipe| is_equal(row, pipe))).count();
    // `shfl_scan` parts a warp in front of a `WARPSYNC`, which a GPU counts twice more a block.
    assert_eq!(equal, 255);
}

#[test]
fn a_multiprocessor_holds_the_blocks_that_an_h200_holds() {
    for row in all_rows() {
        let limits = ["registers", "warps", "shared_mem", "blocks"];
        let measured = limits.map(|limit| row.of(&format!("launch__occupancy_limit_{limit}")) as u32);
        assert_eq!(Some(&occupancy(&row).blocks), measured.iter().min(), "{} {}", row.file, row.kernel);
    }
}

#[test]
fn wavefronts_of_the_data_pipe_in_the_table_are_near_those_that_a_gpu_counted() {
    let rows = rows();
    let counter = "l1tex__data_pipe_lsu_wavefronts.sum";
    let errors = rows.iter().map(|row| (row.of_grid("lsu_wavefronts") / row.of(counter) - 1.0).abs()).collect();
    let [median, ninth] = median_and_ninth(errors);
    assert!(median <= 0.013 && ninth <= 0.075, "{median} {ninth}");
    let near = [0.01, 0.02, 0.05, 0.1].map(|part| equal_and_near(&rows, &["lsu_wavefronts".into()], counter, part));
    assert_eq!(near, [[9, 118], [9, 148], [9, 196], [9, 246]]);
}

#[test]
fn sectors_are_equal_to_a_count_of_launches_that_were_counted_five_times() {
    let rows = rows();
    let lines = include_str!("../worth/again_h200.tsv").lines().filter(|line| !line.starts_with('#'));
    // Launches, those whose counter is the same each time, and those in which a count is the simulator's: of loads and of stores.
    let (mut launches, mut repeating, mut equal) = (0, [0, 0], [0, 0]);
    for line in lines.skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        let row = rows.iter().find(|row| row.file == cells[0] && row.launch.to_string() == cells[1]).unwrap();
        launches += 1;
        for (at, (op, kinds)) in [("ld", &["load", "copy"][..]), ("st", &["store"])].into_iter().enumerate() {
            let sum: f64 = kinds.iter().map(|kind| row.of_grid(&format!("{kind}_sectors"))).sum();
            let first = row.of(&format!("l1tex__t_sectors_pipe_lsu_mem_global_op_{op}.sum"));
            let counts: Vec<f64> =
                cells[3 + at].split(' ').map(|count| count.parse().unwrap()).chain([first]).collect();
            repeating[at] += u32::from(counts.iter().all(|count| *count == first));
            equal[at] += u32::from(counts.contains(&sum));
        }
    }
    assert_eq!((launches, repeating, equal), (83, [61, 65], [83, 83]));
}
