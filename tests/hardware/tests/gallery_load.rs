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
        for pipe in
            PIPES.into_iter().filter(|pipe| row.numbers.contains_key(&format!("sm__inst_executed_pipe_{pipe}.sum")[..]))
        {
            let measured = row.of(&format!("sm__inst_executed_pipe_{pipe}.sum"));
            assert_eq!(row.of(pipe), measured, "{} {}: {pipe}", row.kernel, row.layout);
        }
        assert_eq!(row.of("instructions"), row.of("smsp__inst_executed.sum"), "{} {}", row.kernel, row.layout);
    }
}

#[test]
fn wavefronts_of_the_data_pipe_are_near_those_that_a_gpu_counts() {
    for row in rows() {
        let measured = row.of("l1tex__data_pipe_lsu_wavefronts.sum");
        let share = row.of("lsu_wavefronts") / measured;
        // The counter has conflicts of global accesses as well, which differ between launches that make the same ones. Most are the FFT's.
        assert!((0.85..=1.001).contains(&share), "{} {}: {share}", row.kernel, row.layout);
    }
}

#[test]
fn a_multiprocessor_holds_the_blocks_that_an_h200_holds() {
    for row in rows().iter().filter(|row| !is_other_code(row)) {
        let occupancy = row.occupancy();
        let limits = (occupancy.by_registers, occupancy.by_warps);
        let [registers, warps] =
            ["registers", "warps"].map(|name| row.of(&format!("launch__occupancy_limit_{name}")) as u32);
        assert_eq!(limits, (registers, warps), "{} {}", row.kernel, row.layout);
        // Blocks of the grid by those that run at the same time, in hundredths.
        let waves = row.of("blocks") / f64::from(132 * occupancy.blocks);
        let measured = row.of("launch__waves_per_multiprocessor");
        assert!((waves - measured).abs() <= 0.006, "{} {}: {waves} and {measured}", row.kernel, row.layout);
    }
}

/// The rates that were fitted, in the steps of the search.
fn candidates() -> Vec<GpuRates> {
    let mut all = Vec::new();
    for dram_bytes in [1900.0, 2000.0, 2100.0, 2200.0, 2300.0, 2400.0] {
        for load_latency in [500.0, 600.0, 700.0, 800.0, 900.0, 1000.0, 1200.0] {
            for start in [0.0, 2000.0, 4000.0, 6000.0] {
                for overlap in [1.6, 1.8, 2.0, 2.2, 2.5, 3.0, 4.0, 5.0] {
                    let mut rates = GpuRates::H200;
                    (rates.dram_bytes, rates.load_latency) = (dram_bytes, load_latency);
                    (rates.start, rates.overlap) = (start, overlap);
                    all.push(rates);
                }
            }
        }
    }
    all
}

/// The rates with the least sum of squared errors, of the logarithms of times.
fn fitted<'r>(rows: impl Iterator<Item = &'r Row> + Clone) -> GpuRates {
    let error = |rates: &GpuRates| {
        rows.clone().map(|row| (row.predicted(rates) / row.measured_cycles()).ln().powi(2)).sum::<f64>()
    };
    candidates().into_iter().min_by(|one, other| error(one).total_cmp(&error(other))).unwrap()
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

#[test]
fn the_rates_of_an_h200_are_those_that_fit_the_gallery_best() {
    let fitted = fitted(rows().iter());
    let of = |rates: GpuRates| [rates.dram_bytes, rates.load_latency, rates.start, rates.overlap];
    assert_eq!(of(fitted), of(GpuRates::H200));
}

#[test]
fn a_kernel_s_time_is_predicted_by_rates_that_were_fitted_to_the_others() {
    let rows = rows();
    let (mut errors, mut ratio_errors) = (Vec::new(), Vec::new());
    for kernel in rows.chunks(3) {
        let rates = fitted(rows.iter().filter(|row| row.kernel != kernel[0].kernel));
        let times: Vec<[f64; 2]> = kernel.iter().map(|row| [row.predicted(&rates), row.measured_cycles()]).collect();
        errors.extend(times.iter().map(|[predicted, measured]| (predicted / measured - 1.0).abs()));
        for cured in &times[1..] {
            let [predicted, measured] = [0, 1].map(|which| times[0][which] / cured[which]);
            ratio_errors.push((predicted / measured - 1.0).abs());
        }
    }
    assert_eq!((errors.len(), ratio_errors.len()), (21, 14));
    let greatest = |errors: &[f64]| errors.iter().copied().fold(0.0, f64::max);
    // As RESULTS.md says.
    assert!(greatest(&errors) <= 0.24 && greatest(&ratio_errors) <= 0.24, "{errors:.2?} {ratio_errors:.2?}");
    let medians = [median(errors), median(ratio_errors)];
    assert!(medians[0] <= 0.07 && medians[1] <= 0.09, "{medians:?}");
}
