//! The sectors of global memory of the gallery's kernels: the simulator's beside the counters of an H200.

/// Kernel and layout, then for loads, stores, reductions and atomics the requests and sectors that were measured, and those simulated.
const TABLE: &str = include_str!("../gallery/global_h200.tsv");

/// The relative noise of the sector counter: the layouts of `matmul` make the same global accesses, and their counts differ by up to this.
const NOISE: f64 = 0.008;

struct Row<'d> {
    name: &'d str,
    /// Requests and sectors of each operation.
    measured: Vec<u64>,
    simulated: Vec<u64>,
}

fn rows() -> Vec<Row<'static>> {
    let lines = TABLE.lines().filter(|line| !line.starts_with('#')).skip(1);
    let row = |line: &'static str| {
        let numbers = line.split('\t').skip(2).map(|number| number.parse().unwrap()).collect::<Vec<u64>>();
        assert_eq!(numbers.len(), 16, "{line}");
        Row { name: line, measured: numbers[..8].to_vec(), simulated: numbers[8..].to_vec() }
    };
    lines.map(row).collect()
}

#[test]
fn requests_are_those_that_a_gpu_counts_and_sectors_as_near_as_it_counts() {
    let rows = rows();
    assert_eq!(rows.len(), 21);
    for Row { name, measured, simulated } in rows {
        for (measured, simulated) in measured.chunks(2).zip(simulated.chunks(2)) {
            assert_eq!(measured[0], simulated[0], "{name}");
            let (one, other) = (measured[1] as f64, simulated[1] as f64);
            assert!((one - other).abs() <= NOISE * other, "{name}: {one} and {other} sectors");
        }
    }
}
