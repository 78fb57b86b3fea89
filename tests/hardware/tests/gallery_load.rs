//! The load and the time of the gallery's kernels: the simulator's and the model's beside the counters of an H200.

use std::collections::BTreeMap;

use smem_profile::{Arch, BlockNeeds, GpuRates, LaunchLoad, Occupancy, TimePrediction};

/// Kernel and layout, then the counters of an H200, whose names have two underscores, and the numbers of `gallery_load`.
const TABLE: &str = include_str!("../gallery/load_h200.tsv");

const PIPES: [&str; 9] = ["alu", "cbu", "fma", "fp64", "lsu", "tensor", "tex", "uniform", "xu"];

/// One launch.
struct Row {
    kernel: &'static str,
    layout: &'static str,
    numbers: BTreeMap<&'static str, f64>,
}

impl Row {
    fn of(&self, name: &str) -> f64 {
        self.numbers[name]
    }

    fn measured_cycles(&self) -> f64 {
        self.of("sm__cycles_elapsed.max")
    }

    fn occupancy(&self) -> Occupancy {
        let whole = |name| self.of(name) as u32;
        let needs = BlockNeeds::new(whole("threads"), whole("registers"), whole("shared_bytes"));
        Occupancy::of(Arch::SM_90, needs).unwrap()
    }

    fn load(&self) -> LaunchLoad {
        let mut load = LaunchLoad::default();
        load.blocks = self.of("blocks");
        load.resident = self.occupancy().blocks.into();
        load.instructions = self.of("instructions");
        load.alu = self.of("alu");
        load.fma = self.of("fma");
        load.fma_heavy = self.of("fma_heavy");
        load.xu = self.of("xu");
        load.fp64 = self.of("fp64");
        load.lsu_wavefronts = self.of("lsu_wavefronts");
        load.shared_wavefronts = self.of("shared_wavefronts");
        load.excess_wavefronts = self.of("shared_wavefronts") - self.of("shared_ideal");
        load.sectors = self.of("load_sectors") + self.of("store_sectors");
        load.loaded_bytes = self.of("loaded_bytes");
        load.stored_bytes = self.of("stored_bytes");
        load.path_cycles = self.of("path_cycles");
        load.path_excess = self.of("path_excess");
        load.path_loads = self.of("path_loads");
        load
    }

    fn predicted(&self, rates: &GpuRates) -> f64 {
        TimePrediction::of(&self.load(), rates).cycles
    }
}

fn rows() -> Vec<Row> {
    let mut lines = TABLE.lines().filter(|line| !line.starts_with('#'));
    let names: Vec<&str> = lines.next().unwrap().split('\t').skip(2).collect();
    let row = |line: &'static str| {
        let mut cells = line.split('\t');
        let (kernel, layout) = (cells.next().unwrap(), cells.next().unwrap());
        Row { kernel, layout, numbers: names.iter().copied().zip(cells.map(|cell| cell.parse().unwrap())).collect() }
    };
    lines.map(row).collect()
}

/// Rows whose code another version of the compiler made: the GPU's has other instructions and registers.
fn is_other_code(row: &Row) -> bool {
    row.kernel == "matmul" && row.layout == "swizzled"
}

#[test]
fn instructions_of_each_pipe_are_those_that_a_gpu_counts() {
    let rows = rows();
    assert_eq!(rows.len(), 21);
    for row in rows.iter().filter(|row| !is_other_code(row)) {
        for pipe in PIPES.into_iter().filter(|pipe| row.numbers.contains_key(&format!("sm__inst_executed_pipe_{pipe}.sum")[..])) {
            let measured = row.of(&format!("sm__inst_executed_pipe_{pipe}.sum"));
            assert_eq!(row.of(pipe), measured, "{} {}: {pipe}", row.kernel, row.layout);
        }
        assert_eq!(row.of("instructions"), row.of("smsp__inst_executed.sum"), "{} {}", row.kernel, row.layout);
    }
}
