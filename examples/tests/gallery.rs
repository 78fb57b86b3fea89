//! The gallery in the simulator: results, conflicts where the bank model predicts them and nowhere else, and the figures of its page.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use smem_examples::gallery::{EXHIBITS, Exhibit, ProblemSize, Run, maps, markdown, run};
use smem_exhaustive::{EXHAUSTIVE, part};
use smem_launch::{Device, DeviceChoice, Install, Isa};

/// The wavefronts of each launch by an H200's counters.
const COUNTERS: &str = include_str!("../kernels/gallery/counters_sm_90.tsv");

const PAGE: &str = include_str!("../README.md");

fn simulated(exhibit: &'static Exhibit, isa: Isa) -> Run {
    let device = match isa {
        Isa::Sass => Device::simulator(isa, Install::Allowed).unwrap(),
        _ => Device::open(DeviceChoice::Simulator, Install::Allowed).unwrap(),
    };
    run(&device, None, exhibit, &(exhibit.problem)(ProblemSize::Small), None).unwrap()
}

/// Runs a kernel and compares each access with its prediction: `dense` has the conflicts, and the others none.
fn conflicts_as_predicted(exhibit: &'static Exhibit) {
    let run = simulated(exhibit, Isa::Ptx);
    for this in &run.variants {
        let name = format!("{}, {}", exhibit.name, this.variant.name);
        assert_eq!(this.wrong, 0, "{name}: numbers that differ from the CPU's");
        let counts = this.counts.as_ref().unwrap();
        let mut predicted_excess = 0;
        for (access, (label, count)) in (exhibit.accesses)().iter().zip(counts) {
            let (wavefronts, excess) = access.predict(&this.variant, run.arch).unwrap();
            assert!(count.requests > 0, "{name}: no request of `{label}`");
            assert!(count.worst <= wavefronts, "{name}: `{label}` takes {} wavefronts", count.worst);
            if excess > 0 {
                assert_eq!(count.worst, wavefronts, "{name}: the worst request of `{label}`");
                assert!(count.wavefronts > count.ideal, "{name}: `{label}`");
            } else {
                assert_eq!(count.wavefronts, count.ideal, "{name}: `{label}`");
            }
            predicted_excess += excess;
        }
        assert_eq!(predicted_excess > 0, this.variant.name == "dense", "{name}");
    }
}

#[test]
fn the_transpose_conflicts_in_columns_of_the_dense_tile_alone() {
    conflicts_as_predicted(Exhibit::named("transpose").unwrap());
}

#[test]
fn the_matrix_product_conflicts_where_it_transposes_into_the_dense_tile_alone() {
    conflicts_as_predicted(Exhibit::named("matmul").unwrap());
}

#[test]
fn the_stencil_conflicts_in_windows_of_the_dense_tile_alone() {
    conflicts_as_predicted(Exhibit::named("stencil").unwrap());
}

#[test]
fn the_reduction_conflicts_in_strides_of_the_dense_line_alone() {
    conflicts_as_predicted(Exhibit::named("reduction").unwrap());
}

#[test]
fn the_prefix_scan_conflicts_in_strides_of_the_dense_line_alone() {
    conflicts_as_predicted(Exhibit::named("prefix_scan").unwrap());
}

#[test]
fn the_fourier_transform_conflicts_in_both_halves_of_its_exchange_on_the_dense_line_alone() {
    conflicts_as_predicted(Exhibit::named("fft").unwrap());
}

#[test]
fn the_histogram_conflicts_on_one_value_in_the_dense_tile_alone() {
    conflicts_as_predicted(Exhibit::named("histogram").unwrap());
}

#[test]
fn the_product_on_tensor_cores_conflicts_in_both_factors_of_the_dense_tile_alone() {
    conflicts_as_predicted(Exhibit::named("wmma").unwrap());
}

/// Kernels that no GPU has counted.
const NOT_MEASURED: [&str; 1] = ["wmma"];

/// Returns the wavefronts of loads, stores and atomics that the GPU counted.
fn counted(kernel: &str, layout: &str) -> Option<u64> {
    let cells = |line: &'static str| line.split('\t').collect::<Vec<_>>();
    let line = COUNTERS.lines().map(cells).find(|cells| cells.starts_with(&[kernel, layout]))?;
    Some(line[2..].iter().map(|count| count.parse::<u64>().unwrap()).sum())
}

#[test]
fn every_kernel_is_right_in_machine_code_and_takes_the_wavefronts_that_a_gpu_counted() {
    for exhibit in part(EXHIBITS, 4) {
        for this in simulated(exhibit, Isa::Sass).variants {
            let name = format!("{}, {}", exhibit.name, this.variant.name);
            assert_eq!(this.wrong, 0, "{name}");
            let counts = this.counts.unwrap();
            let excess: u64 = counts.iter().map(|(_, count)| count.wavefronts - count.ideal).sum();
            assert_eq!(excess > 0, this.variant.name == "dense", "{name}: {counts:?}");
            let wavefronts: u64 = counts.iter().map(|(_, count)| count.wavefronts).sum();
            match counted(exhibit.name, this.variant.name) {
                Some(counted) => assert_eq!(wavefronts, counted, "{name}: not what the GPU counts"),
                None => assert!(NOT_MEASURED.contains(&exhibit.name), "{name} has no counters"),
            }
        }
    }
}

#[test]
fn the_page_has_every_kernel_with_the_figures_of_today_s_run() {
    let device = Device::open(DeviceChoice::Simulator, Install::Allowed).unwrap();
    let machine_code = Device::simulator(Isa::Sass, Install::Allowed).unwrap();
    let names: BTreeSet<&str> = EXHIBITS.iter().map(|exhibit| exhibit.name).collect();
    assert_eq!(names.len(), EXHIBITS.len());
    // Other compilers make other instructions of the same text.
    let same_compiler = device.nvrtc().version() == (12, 9);
    for exhibit in EXHIBITS {
        assert!(PAGE.contains(&format!("\n## {}\n", exhibit.name)), "the page has no `{}`", exhibit.name);
        if !EXHAUSTIVE && exhibit.name != "transpose" {
            continue;
        }
        let run = run(&device, Some(&machine_code), exhibit, &(exhibit.problem)(ProblemSize::Small), None).unwrap();
        let table = markdown(&run);
        if same_compiler {
            assert!(PAGE.contains(&table), "the page has another table of `{}`:\n{table}", exhibit.name);
            assert!(PAGE.contains(&run.size), "the page does not say `{}`", run.size);
        } else {
            eprintln!("not compared: the page's figures are of NVRTC 12.9, and this is {:?}", device.nvrtc().version());
        }
    }
}

fn gallery(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_gallery")).args(args).output().unwrap()
}

#[test]
fn the_program_runs_the_kernels_that_are_named_and_no_other() {
    let output = gallery(&["reduction", "transpose", "--device", "sim"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(text.contains("\ntranspose: ") && text.contains("\nreduction: ") && !text.contains("\nfft: "), "{text}");
    assert_eq!(text.matches("exact").count(), 6, "{text}");
}

#[test]
fn a_kernel_that_is_not_there_is_exit_code_2_with_the_names_of_those_that_are() {
    let output = gallery(&["sort"]);
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(message.contains("transpose") && message.contains("histogram"), "{message}");
}

#[test]
fn the_pictures_of_the_page_are_those_that_the_tiles_draw() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("images/gallery");
    let bless = std::env::var_os("BLESS_MAPS").is_some();
    let drawn: BTreeMap<String, String> = EXHIBITS.iter().flat_map(|exhibit| maps(exhibit).unwrap()).collect();
    if bless {
        fs::create_dir_all(&folder).unwrap();
        drawn.iter().for_each(|(name, svg)| fs::write(folder.join(name), svg).unwrap());
    }
    for (name, svg) in &drawn {
        let kept = fs::read_to_string(folder.join(name)).unwrap_or_default();
        assert!(kept == *svg, "write {name} with `BLESS_MAPS=1 cargo test -p smem-examples --test examples gallery`");
        assert!(PAGE.contains(&format!("](images/gallery/{name})")), "the page does not show {name}");
    }
    let kept = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert!(kept.collect::<BTreeSet<String>>().iter().eq(drawn.keys()), "a picture that nothing draws");
}
