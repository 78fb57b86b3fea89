//! Races on global memory, which are looked for where that is asked for.

use smem_driver::{CheckMode, DriverOptions, FindingKind, LaunchRequest, LaunchShape};

use crate::setting::Setting;

/// Each block reads the word and writes it.
const SUM: &str = ".version 8.0 .target sm_70 .address_size 64
    .visible .entry sum(.param .u64 to) {
        .reg .b64 %a; .reg .b32 %v;
        ld.param.u64 %a, [to]; ld.global.u32 %v, [%a]; add.u32 %v, %v, 1; st.global.u32 [%a], %v; ret; }";

/// The kinds of what is found in a launch of two blocks, and whether the launch fails.
fn found(options: DriverOptions) -> (Vec<FindingKind>, bool) {
    let setting = Setting::of(options);
    let driver = &setting.driver;
    let module = driver.load_module(SUM.as_bytes()).unwrap();
    let (kernel, word) = (driver.function(module, "sum").unwrap(), driver.alloc(4).unwrap());
    driver.launch(&LaunchRequest::new(kernel, LaunchShape::new(2, 1)), &word.to_le_bytes()).unwrap();
    let fails = driver.synchronize().is_err();
    let report = driver.complete_report();
    (report.kernels.iter().flat_map(|run| &run.findings).map(|finding| finding.kind()).collect(), fails)
}

#[test]
fn they_are_found_where_they_are_looked_for() {
    let with = |global_races, races| DriverOptions { global_races, races, ..DriverOptions::default() };
    assert_eq!(found(with(false, CheckMode::Deny)), (vec![], false));
    assert_eq!(found(with(true, CheckMode::Off)), (vec![], false));
    let (kinds, fails) = found(with(true, CheckMode::Report));
    assert!(!kinds.is_empty() && kinds.iter().all(|kind| *kind == FindingKind::GlobalRace) && !fails, "{kinds:?}");
    assert!(found(with(true, CheckMode::Deny)).1);
}

#[test]
fn the_environment_says_the_same() {
    let options = DriverOptions { global_races: true, ..DriverOptions::default() };
    let variables = options.variables();
    let value = |name: &str| variables.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone());
    assert_eq!(DriverOptions::from_variables(value), Ok(options));
}
