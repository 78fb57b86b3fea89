//! The published launches of `worth/published_h200.tsv`: the simulator's counts beside ten counts of an H200 by the same 52 counters. A counter
//! that is another one in each run cannot be equalled, so launches are compared where all ten counts are the same.

use std::collections::BTreeMap;

/// A number of the simulator and the ten counts of the GPU.
struct Cell {
    simulated: u64,
    counts: Vec<u64>,
}

struct Launch {
    name: String,
    grid: u64,
    cells: BTreeMap<&'static str, Cell>,
    /// The wavefronts of the data pipe, counted alone and among five counters.
    by_fewer: [u64; 2],
}

const WAVEFRONTS: &str = "l1tex__data_pipe_lsu_wavefronts.sum";

fn launches() -> Vec<Launch> {
    let mut lines = include_str!("../worth/published_h200.tsv").lines().filter(|line| !line.starts_with('#'));
    let names: Vec<&str> = lines.next().unwrap().split('\t').collect();
    let numbers = |text: &str| text.split(' ').map(|number| number.parse().unwrap()).collect::<Vec<u64>>();
    let launch = |line: &'static str| {
        let row: Vec<&str> = line.split('\t').collect();
        let cell = |text: &str| {
            let (simulated, counts) = text.split_once(':').unwrap();
            let counts = numbers(counts);
            assert!([1, 10].contains(&counts.len()), "{line}");
            Cell { simulated: simulated.parse().unwrap(), counts }
        };
        let last = names.len() - 1;
        let cells = names.iter().zip(&row).take(last).skip(4).map(|(name, text)| (*name, cell(text))).collect();
        let by_fewer = numbers(row[last]).try_into().unwrap();
        Launch { name: format!("{} {}", row[0], row[2]), grid: row[3].parse().unwrap(), cells, by_fewer }
    };
    lines.map(launch).collect()
}

impl Cell {
    fn repeats(&self) -> bool {
        self.counts.len() == 1
    }

    fn is_equal(&self) -> bool {
        self.repeats() && self.simulated == self.counts[0]
    }
}

/// The launches whose counts are all the same, and those among them that the simulator equals.
fn repeated_and_equal(launches: &[Launch], is_of: impl Fn(&str) -> bool) -> [usize; 2] {
    let all = |launch: &&Launch, is: fn(&Cell) -> bool| {
        launch.cells.iter().filter(|(name, _)| is_of(name)).all(|(_, cell)| is(cell))
    };
    [Cell::repeats, Cell::is_equal].map(|is: fn(&Cell) -> bool| launches.iter().filter(|one| all(one, is)).count())
}

#[test]
fn counts_that_repeat_are_the_simulator_s_in_98_of_100_and_wavefronts_in_95() {
    let launches = launches();
    assert_eq!(launches.len(), 151);
    let of = |text: &'static str| repeated_and_equal(&launches, move |name| name.contains(text));
    assert_eq!(of("__inst_executed_pipe_"), [150, 147]);
    for op in ["ld", "st", "red", "atom"] {
        let counter = format!("l1tex__t_requests_pipe_lsu_mem_global_op_{op}.sum");
        assert_eq!(repeated_and_equal(&launches, |name| name == counter), [151, 151], "{op}");
    }
    assert_eq!(of("sectors_pipe_lsu_mem_global_op_ld"), [149, 148]);
    assert_eq!(of("sectors_pipe_lsu_mem_global_op_st"), [119, 119]);
    assert_eq!(of("sectors_pipe_lsu_mem_global_op_red"), [151, 151]);
    assert_eq!(of("sectors_pipe_lsu_mem_global_op_atom"), [151, 151]);
    assert_eq!(of("data_pipe_lsu_wavefronts"), [104, 99]);
}

#[test]
fn wavefronts_counted_alone_are_those_of_52_counters_and_those_of_five_one_more_a_block() {
    let (mut alone, mut one_more) = (0, 0);
    for launch in launches().iter().filter(|launch| launch.cells[WAVEFRONTS].repeats()) {
        let counted = launch.cells[WAVEFRONTS].counts[0];
        alone += usize::from(launch.by_fewer[0] == counted);
        one_more += usize::from(launch.by_fewer[1] == counted + launch.grid);
    }
    // As RESULTS.md says.
    assert_eq!((alone, one_more), (102, 98));
}

#[test]
fn launches_whose_counts_differ_are_those_that_results_name() {
    let launches = launches();
    let differ = |name: &str| {
        let differs = |launch: &&Launch| launch.cells[name].repeats() && !launch.cells[name].is_equal();
        launches.iter().filter(differs).map(|launch| launch.name.split(' ').next().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(differ("sm__inst_executed_pipe_cbu.sum"), ["globalToShmemAsyncCopy_barrier", "shfl_scan"]);
    assert_eq!(differ("sm__inst_executed_pipe_uniform.sum"), ["siboehm_12"]);
    assert_eq!(differ("l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"), ["leet_hgemm_wmma"]);
    let wavefronts = ["clock", "dwtHaar1D", "fp16ScalarProduct", "fp16ScalarProduct", "scalarProd"];
    assert_eq!(differ(WAVEFRONTS), wavefronts);
}
