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
    assert_eq!(pairs.len(), 82);
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

/// The cycles of a launch that was measured eight times.
fn repeats(row: &WorthRow) -> Option<Vec<f64>> {
    let lines = include_str!("../worth/repeats_h200.tsv").lines().filter(|line| !line.starts_with('#'));
    let cells = lines.skip(1).map(|line| line.split('\t').collect::<Vec<_>>());
    let found = cells.into_iter().find(|cells| cells[0] == row.file && cells[1] == row.launch.to_string());
    found.map(|cells| cells[2].split(' ').map(|cycles| cycles.parse().unwrap()).collect())
}

#[test]
fn gains_are_on_the_right_side_of_worth_it() {
    let rows = rows();
    for pair in pairs(&rows) {
        let is_worth_it = |gain: f64| gain >= 1.1;
        let [predicted, measured] = gains(pair);
        if is_worth_it(predicted) == is_worth_it(measured) {
            continue;
        }
        // The gains of the Fourier transform are so near to 10 % that repeats of the measurement are on both sides.
        let [dense, cured] = pair.map(|row| repeats(row).unwrap_or_default());
        let again: Vec<f64> = dense.iter().zip(&cured).map(|(dense, cured)| dense / cured).collect();
        let right = again.iter().filter(|gain| is_worth_it(**gain) == is_worth_it(predicted)).count();
        assert!(right > 0, "{}: {predicted} predicted, {measured} and {again:?} measured", pair[1].file);
        assert_eq!(pair[0].file, "gallery_fft_dense");
    }
}
