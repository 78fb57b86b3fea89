//! The tables of a finished run: what each variant's shared memory takes, and on a GPU how long the scan takes.

use smem_sim::Profile;

use super::pixel::Pixel;
use super::scan::SinglePass;
use super::shape::Held;
use crate::columns::{columns, exact_or_wrong, or_dash, speedup};
use smem_launch::Timing;

/// One variant's line.
#[derive(Debug, Clone)]
pub struct PassResult {
    /// The name in the table.
    pub name: &'static str,
    /// Rows and columns of a tile, and how it is laid out.
    pub layout: String,
    /// The number of tiles.
    pub tiles: u32,
    /// Wavefronts of shared memory that the run counted, and the ideal number; `None` on a GPU, which counts nothing.
    pub counted: Option<(u64, u64)>,
    /// Pixels that differ from the reference.
    pub wrong: usize,
}

impl PassResult {
    /// Returns the line of a run.
    pub fn new<P: Pixel>(pass: &SinglePass<'_, P>, profile: Option<&Profile>, wrong: usize) -> PassResult {
        let shape = pass.shape();
        let (name, layout) = match shape.held {
            Held::Pixels { .. } => {
                ("pixels", format!("{} x {} of {}", shape.rows, shape.cols, std::any::type_name::<P>()))
            }
            Held::Sums(_, layout) => (shape.name, format!("{layout} of u32")),
        };
        let counted = profile.map(|profile| {
            let ideal = profile.shared.iter().map(|count| count.ideal).sum();
            (profile.wavefronts(), ideal)
        });
        PassResult { name, layout, tiles: pass.tiles(), counted, wrong }
    }

    /// The same with another name.
    #[must_use]
    pub fn named(self, name: &'static str) -> PassResult {
        PassResult { name, ..self }
    }
}

/// Returns the table, with a line on how to read it. What was not counted is `-`.
///
/// ```
/// use smem_examples::single_pass::{PassResult, table};
///
/// let row = PassResult { name: "dense", layout: "64 x 128, plain of u32".into(), tiles: 2, counted: Some((30, 10)), wrong: 0 };
/// assert!(table(&[row]).contains("dense    64 x 128, plain of u32      2          30     10  exact"));
/// ```
pub fn table(rows: &[PassResult]) -> String {
    let cells = |row: &PassResult| {
        let (wavefronts, ideal) = row.counted.unzip();
        let (wavefronts, ideal, result) = (or_dash(wavefronts), or_dash(ideal), exact_or_wrong(row.wrong));
        [row.name.to_owned(), row.layout.clone(), row.tiles.to_string(), wavefronts, ideal, result]
    };
    let lines: Vec<_> = rows.iter().map(cells).collect();
    let head = [["variant", "tile in shared memory", "tiles", "wavefronts", "ideal", "result"]];
    let text = columns(&head, &lines, [false, false, true, true, true, false]);
    text + "\nwavefronts, ideal: of shared memory in the whole launch, in the simulator's run\n"
}

/// Returns the table of times, a line for each named variant, with the ratio of the dense tile's time to it.
///
/// ```
/// use smem_launch::Timing;
/// use smem_examples::single_pass::times_table;
///
/// let timing = |us: f64| Timing::of(vec![us]).unwrap();
/// let text = times_table(&[("dense", timing(30.0)), ("padded", timing(12.0))]);
/// assert!(text.lines().any(|line| line.starts_with("padded") && line.ends_with("2.50")));
/// ```
pub fn times_table(times: &[(&str, Timing)]) -> String {
    let dense = times.iter().find(|(name, _)| *name == "dense");
    let lines: Vec<[String; 3]> = times
        .iter()
        .map(|(name, time)| {
            let ratio = or_dash(dense.map(|(_, dense)| speedup(dense, time)));
            [(*name).to_owned(), time.to_string(), ratio]
        })
        .collect();
    let samples = times.first().map_or(0, |(_, time)| time.samples);
    let head = [["", "the scan, one launch,", "dense"], ["variant", "median (10 to 90 %)", "/ this"]];
    let table = columns(&head, &lines, [false, false, true]);
    format!("{table}\ntimes: by events on the GPU, {samples} rounds with a run of each variant in turn\n")
}
