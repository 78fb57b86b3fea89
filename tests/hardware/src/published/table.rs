//! The table that people read.

use std::fmt::Write as _;

use super::counts::CounterValues;
use super::data::{PublishedData, PublishedLaunch};
use super::measure::MeasuredCounts;

/// A line a launch, and how many agree.
pub fn table(data: &PublishedData) -> String {
    let mut text = String::from(
        "shared memory: instructions as loads/ldmatrix/stores/atomics, wavefronts as loads/stores/atomics; of several measurements the least, and \
         the most where it differs\n\n",
    );
    let head =
        ["launch", "executed", "GPU", "wavefronts", "GPU", "PTX", "memory, GPU", "memory, PTX"].map(str::to_owned);
    let rows: Vec<[String; 8]> = std::iter::once(head).chain(data.launches.iter().map(row)).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: [usize; 8] = std::array::from_fn(width);
    for row in &rows {
        let cells: Vec<String> = row.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}")).collect();
        let _ = writeln!(text, "{}", cells.join("  ").trim_end());
    }
    let count = |of: fn(&PublishedLaunch) -> bool| data.launches.iter().filter(|launch| of(launch)).count();
    let measured = count(|launch| launch.measured.is_some() && launch.machine_code.is_some());
    let _ = writeln!(
        text,
        "\n{} launches, {} ran as machine code, {} as PTX; memory of the two equal in {}",
        data.launches.len(),
        count(|launch| launch.machine_code.is_some()),
        count(|launch| launch.ptx.is_some()),
        count(|launch| launch.ptx_memory.as_deref() == Some("equal")),
    );
    if measured > 0 {
        let _ = writeln!(
            text,
            "{measured} measured: executed instructions equal in {}, wavefronts in {}, memory in {}; counters of wavefronts vary in {}, of instructions in {}",
            count(|launch| launch.executed_is_equal() == Some(true)),
            count(|launch| launch.wavefronts_are_equal() == Some(true)),
            count(|launch| launch.memory.as_deref() == Some("equal")),
            count(PublishedLaunch::varies),
            count(PublishedLaunch::depends_on_timing),
        );
    }
    text
}

fn row(launch: &PublishedLaunch) -> [String; 8] {
    let cell = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
    let own = launch.machine_code.as_ref();
    let counters = |measured: &MeasuredCounts| {
        let (least, most) = (CounterValues::least(&measured.wavefronts), CounterValues::most(&measured.wavefronts));
        if least == most { least.to_string() } else { format!("{least} to {most}") }
    };
    let name = format!("{} {}", launch.file, launch.kernel);
    let short: String = name.chars().take(60).collect();
    [
        short,
        cell(own.map(|own| own.executed.to_string())),
        cell(launch.measured.as_ref().and_then(|measured| measured.executed.first()).map(ToString::to_string)),
        cell(own.map(|own| own.wavefronts.to_string())),
        cell(launch.measured.as_ref().map(counters)),
        cell(launch.ptx.as_ref().map(ToString::to_string)),
        cell(launch.memory.clone()),
        cell(launch.ptx_memory.clone()),
    ]
}
