//! Counts of GPUs, replayed against the bank model without one.

use std::fs;
use std::path::{Path, PathBuf};

use smem_hardware::Machine;
use smem_hardware::calibrate::{
    CalibrationData, Comparison, CountSource, MeasuredRequest, Op, Request, RequestSet, requests, requests_of, simulate,
};
use smem_launch::{Device, DeviceChoice, Install};
use smem_layout::Arch;

/// The committed data files.
fn committed() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("calibration");
    let files = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    files.filter(|path| path.extension().is_some_and(|extension| extension == "txt")).collect()
}

/// Compares every hardware count of a data file with the model, and returns what does not agree.
fn replay(data: &CalibrationData) -> Option<String> {
    let all: Vec<Request> = data.rows.iter().map(|row| row.request.clone()).collect();
    let predicted: Vec<u32> = all.iter().map(|request| request.predicted(&data.arch.bank_model())).collect();
    let counts: Vec<Option<u32>> = data.rows.iter().map(|row| row.counter).collect();
    let comparison = Comparison::new("hardware counter", &all, &predicted, &counts);
    let agrees = comparison.is_exact() && comparison.counted() == all.len();
    (!agrees).then(|| comparison.to_string())
}

#[test]
fn every_measured_count_is_what_the_model_predicts() {
    let files = committed();
    assert!(!files.is_empty(), "nothing that was measured is here to replay");
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let data = CalibrationData::parse(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        assert_eq!(data.counts, CountSource::Measured, "{}: simulated counts are not evidence", file.display());
        assert!(text.len() < 1_000_000, "{}: {} bytes", file.display(), text.len());
        assert_eq!(data.to_string(), text, "{}: not as it was written", file.display());
        let mut known = std::collections::HashSet::new();
        for row in &data.rows {
            let Request { op, warp, .. } = &row.request;
            assert!(
                known.insert((*op, warp.bytes(), warp.active(), *warp.addresses())),
                "{}: twice: {}",
                file.display(),
                row.request
            );
        }
        let disagreements = replay(&data);
        assert_eq!(disagreements, None, "{}:\n{}", file.display(), disagreements.as_deref().unwrap_or_default());
        eprintln!("{}: {} requests measured on {}", file.display(), data.rows.len(), data.machine.device);
        // Of the further instructions there are fewer, and those of another program are as many as it listed.
        let further = |row: &MeasuredRequest| row.request.op == Op::StMatrix || row.request.op.is_generic();
        let least = match data.seed {
            None => 744,
            Some(_) if data.rows.iter().any(further) => 5000,
            Some(_) => 10_000,
        };
        assert!(data.rows.len() >= least, "{}: {}", file.display(), data.rows.len());
    }
}

#[test]
fn every_measured_request_is_drawn_again_from_its_seed() {
    for file in committed() {
        let data = CalibrationData::parse(&fs::read_to_string(&file).unwrap()).unwrap();
        let Some(seed) = data.seed else { continue };
        let measured: Vec<Request> = data.rows.into_iter().map(|row| row.request).collect();
        let drawn = |set: &RequestSet| requests_of(*set, measured.len() as u32, seed) == measured;
        assert!(RequestSet::ALL.iter().any(drawn), "{}: of no set", file.display());
    }
}

/// The simulator runs each request as an instruction of PTX, and must distinguish a generic address from one of the shared
/// space.
#[test]
fn the_simulator_counts_what_a_gpu_did_through_generic_addresses() {
    let device = Device::open(DeviceChoice::Simulator, Install::Allowed).unwrap();
    let mut measured = Vec::new();
    for file in committed() {
        let data = CalibrationData::parse(&fs::read_to_string(&file).unwrap()).unwrap();
        measured.extend(data.rows.into_iter().filter(|row| row.request.op.is_generic()));
    }
    assert!(measured.len() >= 744, "{}", measured.len());
    let all: Vec<Request> = measured.iter().map(|row| row.request.clone()).collect();
    let simulated = simulate(&device, &all, &mut |_| {}).unwrap();
    for (row, simulated) in measured.iter().zip(simulated) {
        assert_eq!(Some(simulated), row.counter, "{}", row.request);
    }
    // As loads of the shared space some of them would have taken fewer wavefronts: what is tested here can fail.
    let model = Arch::SM_90.bank_model();
    let loads = all.iter().filter(|request| matches!(request.op, Op::GenericLoad | Op::GenericLoadPair));
    let merging = loads.filter(|load| model.load_cost(&load.warp) != model.generic_load_cost(&load.warp)).count();
    assert!(merging >= 20, "{merging}");
}

/// Counts that the model itself gives: for the format, not evidence of anything.
fn simulated() -> CalibrationData {
    let all = requests(10_000, 1);
    let model = Arch::SM_90.bank_model();
    let counts: Vec<u32> = all.iter().map(|request| request.predicted(&model)).collect();
    let machine = Machine {
        device: "SIMULATED, no GPU".to_owned(),
        driver: "none".to_owned(),
        nvrtc: "none".to_owned(),
        nsight: "none".to_owned(),
        date: "1970-01-01".to_owned(),
    };
    CalibrationData::simulated(Arch::SM_90, machine, 1, &all, &counts)
}

#[test]
fn data_comes_back_from_its_file_and_is_small() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("simulated.txt");
    let data = simulated();
    fs::write(&file, data.to_string()).unwrap();
    let text = fs::read_to_string(&file).unwrap();
    eprintln!("10000 requests are {} bytes", text.len());
    assert!(text.len() < 1_000_000, "{} bytes", text.len());
    let back = CalibrationData::parse(&text).unwrap();
    assert_eq!(back, data);
    assert_eq!(back.counts, CountSource::Simulated);
    assert_eq!(replay(&back), None);
}

#[test]
fn a_count_that_differs_is_found_and_shown_with_its_addresses() {
    let mut data = simulated();
    data.rows.truncate(100);
    data.rows[40].counter = Some(63);
    let told = replay(&data).unwrap();
    assert!(told.contains("99 of 100 requests"), "{told}");
    assert!(told.contains("request 40: predicted"), "{told}");
    let address = data.rows[40].request.warp.addresses().iter().copied().max().unwrap();
    assert!(told.contains(&format!(" {address}")), "{told}");
    // A request without a count does not agree.
    data.rows[40].counter = None;
    assert!(replay(&data).is_some());
}

#[test]
fn broken_data_is_refused_with_its_line() {
    let mut data = simulated();
    data.rows.truncate(2);
    let text = data.to_string();
    let told = |text: &str| CalibrationData::parse(text).unwrap_err().to_string();
    assert!(told("").contains("the first line is not"));
    assert!(told(&text.replace("# arch: sm_90\n", "")).contains("does not say its `arch`"));
    assert!(told(&text.replace("sm_90", "sm_42")).contains("`sm_42` is an unknown `arch`"));
    assert!(told(&text.replace("counts: simulated", "counts: guessed")).contains("unknown `counts`"));
    assert!(told(&format!("{text}uniform ld 4 ffffffff 400=0*31 1 1\n")).contains("line 13 is not a request"));
    assert!(told(&format!("{text}uniform ld 3 ffffffff 400=0*32 1 1\n")).contains("line 13 is not a request"));
    assert!(told(&format!("{text}uniform ld 4 00000000 400=0 1 1\n")).contains("line 13 is not a request"));
    assert!(told(&format!("{text}uniform ld 4 ffffffff 0=0*32 1 1\n")).contains("outside the array"));
    assert!(told(&format!("{text}uniform ld 4 ffffffff 400=0*32 1\n")).contains("line 13 is not a request"));
}
