//! The doors agree: a kernel that is profiled and one that a program launches on the simulated driver have the same findings and conflicts.

use std::collections::BTreeSet;
use std::io::Write;
use std::sync::Arc;

use serde_json::Value;
use smem_driver::{Driver, DriverOptions, FindingKind, HostBytes, LaunchReport, LaunchRequest, LaunchShape};
use smem_launch::{Arch, Assembler, CudaSource, Device, Install, Isa};
use smem_profile::{Job, render};

/// A text of kernels with and without findings, all launched alike: by one block, with one buffer that holds 0, 1, 2 and so on.
struct Corpus {
    name: &'static str,
    text: &'static str,
    threads: u32,
    ints: usize,
    shared: u32,
}

const CORPORA: [Corpus; 3] = [
    Corpus {
        name: "kernels.cu",
        text: include_str!("../../smem-launch/tests/hazards/kernels.cu"),
        threads: 64,
        ints: 256,
        shared: 0,
    },
    Corpus {
        name: "orders.cu",
        text: include_str!("../../smem-launch/tests/hazards/orders.cu"),
        threads: 128,
        ints: 512,
        shared: 0,
    },
    Corpus {
        name: "overruns.cu",
        text: include_str!("../../smem-launch/tests/hazards/overruns.cu"),
        threads: 64,
        ints: 256,
        shared: 1024,
    },
];

/// Bytes of the program.
struct OwnBytes(Vec<u8>);

impl HostBytes for OwnBytes {
    fn address(&self) -> u64 {
        self.0.as_ptr() as u64
    }

    fn read(&self, reader: &mut dyn FnMut(&[u8])) {
        reader(&self.0);
    }

    fn write(&self, _: &mut dyn FnMut(&mut [u8])) {}
}

/// The kinds and the lines of a log of SARIF. A finding that is gone with the remedy of another is in the other's message: a profile, whose remedies
/// are changes of the source, may have it by itself.
fn findings(sarif: &str) -> BTreeSet<(String, u64)> {
    let log: Value = serde_json::from_str(sarif).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    let of_result = |result: &Value| {
        let kind = result["ruleId"].as_str().unwrap().to_owned();
        let own = result["locations"][0]["physicalLocation"]["region"]["startLine"].as_u64().unwrap_or_default();
        let text = result["message"]["text"].as_str().unwrap_or_default();
        let gone = text.split("gone with it: ").skip(1).flat_map(|list| list.split("; "));
        let line_of = |one: &str| one.rsplit(':').next()?.trim().parse::<u64>().ok();
        let lines: Vec<u64> = std::iter::once(own).chain(gone.filter_map(line_of)).collect();
        lines.into_iter().map(move |line| (kind.clone(), line)).collect::<Vec<_>>()
    };
    results.iter().flat_map(of_result).collect()
}

/// The findings that a program has which launches kernels. `may_fault`: a launch may end with a fault.
fn launched(corpus: &Corpus, ptx: &str, kernels: &[&str], may_fault: bool) -> BTreeSet<(String, u64)> {
    let driver = Driver::new(DriverOptions::default().with_tools_found());
    driver.init(0).unwrap();
    driver.set_current(driver.retain_primary(0).unwrap()).unwrap();
    let module = driver.load_module(ptx.as_bytes()).unwrap();
    let numbers = Arc::new(OwnBytes((0..corpus.ints as i32).flat_map(i32::to_le_bytes).collect()));
    for kernel in kernels {
        let bytes = 4 * corpus.ints as u64;
        let data = driver.alloc(bytes).unwrap();
        driver.upload(data, numbers.clone(), bytes).unwrap();
        let function = driver.function(module, kernel).unwrap();
        let request = LaunchRequest::new(function, LaunchShape::new(1, corpus.threads).shared_bytes(corpus.shared));
        driver.launch(&request, &data.to_le_bytes()).unwrap();
        assert!(driver.synchronize().is_ok() || may_fault, "{kernel}");
    }
    let report = driver.report();
    let is_judged = |run: &LaunchReport| run.isa == Isa::Sass && (run.tally.judged == run.tally.launches || may_fault);
    assert!(report.kernels.iter().all(is_judged), "{report:?}");
    findings(&render::run_sarif(&report))
}

/// The findings of a profile of the same launches.
fn profiled(corpus: &Corpus, kernels: &[&str]) -> BTreeSet<(String, u64)> {
    let Corpus { name, text, threads, ints, shared } = *corpus;
    let launch = |kernel: &&str| {
        format!(
            "[buffers.of_{kernel}]\ntype = \"i32\"\nlen = {ints}\ninit = \"iota\"\n[[launch]]\nkernel = \"{kernel}\"\ngrid = 1\n\
             block = {threads}\nshared = {shared}\nargs = [\"of_{kernel}\"]\n"
        )
    };
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(kernels.iter().map(launch).collect::<String>().as_bytes()).unwrap();
    let report = Job::of_text(name, text).launch(file.path()).overruns(true).run().unwrap();
    assert_eq!((report.launches.len(), report.fault.is_none()), (kernels.len(), true));
    findings(&render::sarif(&report))
}

#[test]
fn a_launch_of_a_program_has_the_findings_of_a_profile() {
    Assembler::find(Install::Allowed).unwrap();
    let device = Device::simulator_of(Arch::SM_90, Isa::Sass, Install::Allowed).unwrap();
    for corpus in &CORPORA {
        let kernel = |line: &'static str| line.strip_prefix("KERNEL ")?.split('(').next();
        let kernels: Vec<&str> = corpus.text.lines().filter_map(kernel).collect();
        let compiled = device.compile(&CudaSource::new(corpus.text, corpus.name)).unwrap();
        let launched = launched(corpus, compiled.ptx(), &kernels, false);
        let profiled = profiled(corpus, &kernels);
        assert!(profiled.len() > 3, "{profiled:?}");
        let differences: Vec<_> = launched.symmetric_difference(&profiled).collect();
        assert!(differences.is_empty(), "{}: {differences:?}, of those of a program {launched:?}", corpus.name);
    }
}

#[test]
fn a_fault_of_a_program_is_that_of_a_profile() {
    Assembler::find(Install::Allowed).unwrap();
    let device = Device::simulator_of(Arch::SM_90, Isa::Sass, Install::Allowed).unwrap();
    let (name, text) = ("faults.cu", include_str!("../../smem-launch/tests/hazards/faults.cu"));
    let corpus = Corpus { name, text, threads: 64, ints: 256, shared: 0 };
    let compiled = device.compile(&CudaSource::new(text, name)).unwrap();
    let kernel = |line: &'static str| line.strip_prefix("KERNEL ")?.split('(').next();
    let kernels: Vec<&str> = text.lines().filter_map(kernel).collect();
    assert_eq!(kernels.len(), 7);
    for kernel in kernels {
        let launched = launched(&corpus, compiled.ptx(), &[kernel], true);
        let job = Job::of_text(name, text).kernel(kernel).grid(1).block(64).arg("data:i32[256]=iota").overruns(true);
        let profiled = findings(&render::sarif(&job.run().unwrap()));
        assert!(launched == profiled && !profiled.is_empty(), "`{kernel}`: {launched:?}, and {profiled:?}");
    }
}

#[test]
fn the_first_launches_of_each_module_are_judged() {
    Assembler::find(Install::Allowed).unwrap();
    let device = Device::simulator_of(Arch::SM_90, Isa::Sass, Install::Allowed).unwrap();
    let kernel = |by: u32| {
        let text = format!(
            "extern \"C\" __global__ void k(int* a) {{ __shared__ int row[64], next[64]; row[threadIdx.x] = a[threadIdx.x];
             next[threadIdx.x] = 1; __syncthreads(); a[threadIdx.x] = row[threadIdx.x + {by}] + next[threadIdx.x]; }}"
        );
        device.compile(&CudaSource::new(text, "k.cu")).unwrap().ptx().to_owned()
    };
    let driver = Driver::new(DriverOptions::default().with_tools_found());
    driver.init(0).unwrap();
    driver.set_current(driver.retain_primary(0).unwrap()).unwrap();
    let data = driver.alloc(256).unwrap();
    let mut overruns = Vec::new();
    // A kernel of one name in two modules, of which the second one leaves its array.
    for ptx in [kernel(0), kernel(1)] {
        let module = driver.load_module(ptx.as_bytes()).unwrap();
        let request = LaunchRequest::new(driver.function(module, "k").unwrap(), LaunchShape::new(1, 64));
        for _ in 0..3 {
            driver.launch(&request, &data.to_le_bytes()).unwrap();
        }
        driver.synchronize().unwrap();
        let run = driver.report().kernel("k");
        overruns.push((run.tally.judged, run.tally.launches, run.count(FindingKind::Overrun)));
    }
    assert_eq!(overruns, [(2, 3, 0), (4, 6, 1)]);
}
