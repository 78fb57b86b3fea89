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
    let errors: Vec<f64> = gains.iter().map(|[predicted, measured]| (predicted / measured - 1.0).abs()).collect();
    let greatest = errors.iter().copied().fold(0.0, f64::max);
    let [median, ninth] = median_and_ninth(errors);
    assert!(median <= 0.08 && ninth <= 0.205 && greatest <= 0.475, "{median} {ninth} {greatest}");
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

/// The gain on whose right side predictions are asked to be: 10 %.
const TENTH_FASTER: f64 = 1.1;

/// Of an even number of cycles, the mean of the two in the middle.
fn median(mut cycles: Vec<f64>) -> f64 {
    cycles.sort_by(f64::total_cmp);
    (cycles[(cycles.len() - 1) / 2] + cycles[cycles.len() / 2]) / 2.0
}

#[test]
fn one_gain_is_on_the_wrong_side_of_10_percent_and_repeats_of_its_measurement_are_on_both() {
    let rows = rows();
    let (mut wrong, mut wrong_by_medians) = (Vec::new(), Vec::new());
    for pair in pairs(&rows) {
        let is_above = |gain: f64| gain >= TENTH_FASTER;
        let [predicted, measured] = gains(pair);
        let [dense, cured] = pair.map(|row| repeats(row).unwrap_or_else(|| vec![self::measured(row)]));
        let again: Vec<f64> = dense.iter().zip(&cured).map(|(dense, cured)| dense / cured).collect();
        let name = format!("{} {}", pair[1].file, pair[1].launch);
        if is_above(predicted) != is_above(measured) {
            let above = again.iter().filter(|gain| is_above(**gain)).count();
            assert!(above > 0 && above < again.len(), "{name}: {predicted} predicted, {again:?} measured");
            wrong.push(name.clone());
        }
        if is_above(predicted) != is_above(median(dense) / median(cured)) {
            wrong_by_medians.push(name);
        }
    }
    // As RESULTS.md says.
    assert_eq!((wrong.len(), wrong_by_medians.len()), (1, 2), "{wrong:?} {wrong_by_medians:?}");
}
