//! The time of a launch: the model's beside that of an H200.

use smem_hardware::worth::WorthRow;
use smem_profile::{GpuRates, LaunchTime, TimePrediction};

use super::worth_rows::{load, median_and_ninth, pairs, rows};

fn measured(row: &WorthRow) -> f64 {
    row.of("sm__cycles_elapsed.max")
}

fn predicted(row: &WorthRow) -> f64 {
    TimePrediction::of(&load(row), &GpuRates::H200).cycles
}

/// The gain of the cured layout: predicted and measured.
fn gains([dense, cured]: [&WorthRow; 2]) -> [f64; 2] {
    [predicted(dense) / predicted(cured), measured(dense) / measured(cured)]
}

#[test]
fn times_are_predicted_as_results_say() {
    let rows = rows();
    let errors = rows.iter().map(|row| (predicted(row) / measured(row) - 1.0).abs()).collect();
    let [median, ninth] = median_and_ninth(errors);
    assert!(median <= 0.08 && ninth <= 0.25, "{median} {ninth}");
}

#[test]
fn gains_are_predicted_as_results_say() {
    let rows = rows();
    let pairs = pairs(&rows);
    assert_eq!(pairs.len(), 80);
    let gains: Vec<[f64; 2]> = pairs.iter().map(|pair| gains(*pair)).collect();
    let errors = gains.iter().map(|[predicted, measured]| (predicted / measured - 1.0).abs()).collect();
    let [median, ninth] = median_and_ninth(errors);
    assert!(median <= 0.08 && ninth <= 0.21, "{median} {ninth}");
    // The range that is said with a gain has nine of ten of them.
    let cure = LaunchTime::of_load(&load(pairs[0][0]), None).cure.unwrap();
    let error = cure.most / cure.gain;
    let inside = gains.iter().filter(|[predicted, measured]| (1.0 / error..=error).contains(&(measured / predicted)));
    assert!(inside.count() * 10 >= gains.len() * 9);
}

#[test]
fn gains_are_on_the_right_side_of_worth_it() {
    let rows = rows();
    let is_wrong = |pair: &[&WorthRow; 2]| {
        let [predicted, measured] = gains(*pair).map(|gain| gain >= 1.1);
        predicted != measured
    };
    let wrong: Vec<_> =
        pairs(&rows).into_iter().filter(is_wrong).map(|[dense, cured]| (&dense.file, &cured.file)).collect();
    // 1.12 predicted and 1.07 measured.
    assert!(wrong.len() <= 1 && wrong.iter().all(|(dense, _)| *dense == "gallery_fft_dense"), "{wrong:?}");
}
