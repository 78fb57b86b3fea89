//! The tables that a finished run prints: what each block scan costs, and on a GPU how long it takes.

use smem_layout::Arch;

use super::BlockVariant;
use smem_examples::{columns, exact_or_wrong, or_dash, speedup};
use smem_launch::Timing;

/// One variant's line.
#[derive(Debug, Clone, Copy)]
pub struct BlockScanResult {
    /// The block scan.
    pub variant: BlockVariant,
    /// The architecture that the prediction is for.
    pub arch: Arch,
    /// Wavefronts of shared memory a pixel, if the run counted them.
    pub wavefronts: Option<f64>,
    /// Pixels that differ from the reference.
    pub wrong: usize,
}

impl BlockScanResult {
    /// Returns the wavefronts of shared memory a pixel, by smem-layout.
    fn predicted(&self) -> f64 {
        self.variant.wavefronts(self.arch) as f64 / f64::from(self.variant.pixels())
    }
}

/// Returns the table, with lines on how to read it. Nothing that was not measured has a number: `-`.
pub fn table(rows: &[BlockScanResult]) -> String {
    let lines: Vec<[String; 10]> = rows
        .iter()
        .map(|row| {
            let variant = &row.variant;
            [
                variant.method.name().to_owned(),
                variant.elem.name().to_owned(),
                variant.out.name().to_owned(),
                variant.name.to_owned(),
                variant.layout.to_string(),
                variant.bytes.to_string(),
                format!("{:.4}", row.predicted()),
                or_dash(row.wavefronts.map(|wavefronts| format!("{wavefronts:.4}"))),
                variant.global_bytes().to_string(),
                exact_or_wrong(row.wrong),
            ]
        })
        .collect();
    let head = [
        ["", "", "", "", "", "", "wavefronts", "", "global", ""],
        ["method", "tile", "sums", "variant", "layout", "bytes", "predicted", "counted", "bytes", "result"],
    ];
    let table = columns(&head, &lines, [false, false, false, false, false, true, true, true, true, false]);
    format!(
        "{table}\nwavefronts: of shared memory a pixel, by smem-layout and in the simulator's run, shuffles not among them; predicted\n\
         for tiles inside the picture: fewer are counted where its edge cuts tiles\n\
         global bytes: a pixel's, and its sum's\n"
    )
}

/// Returns a table of the times of the variants of one or more cases, each as long as `cases` says, with their ratios to
/// the first of the case, which is the dense one; and what follows from the time: global memory and wavefronts a second.
pub fn times_table(rows: &[BlockScanResult], cases: &[Vec<Timing>], pixels: u64) -> String {
    let dense = cases.iter().flat_map(|case| case.iter().map(|_| case[0]));
    let timings = cases.iter().flatten();
    let lines: Vec<[String; 8]> = rows
        .iter()
        .zip(timings.zip(dense))
        .map(|(row, (timing, dense))| {
            let variant = &row.variant;
            // In 1000 millions a second: pixels by microseconds are millions.
            let rate = |per_pixel: f64| format!("{:.0}", per_pixel * pixels as f64 / timing.median / 1e3);
            [
                variant.method.name().to_owned(),
                format!("{} x {} {}", variant.layout.rows(), variant.layout.cols(), variant.elem.name()),
                variant.out.name().to_owned(),
                variant.name.to_owned(),
                timing.to_string(),
                speedup(&dense, timing),
                rate(f64::from(variant.global_bytes())),
                rate(row.predicted()),
            ]
        })
        .collect();
    let samples = cases.iter().flatten().next().map_or(0, |timing| timing.samples);
    let head = [
        ["", "", "", "", "on the GPU,", "dense", "global", "wavefronts"],
        ["method", "tile", "sums", "variant", "median (10 to 90 %)", "/ this", "GB/s", "G/s"],
    ];
    let table = columns(&head, &lines, [false, false, false, false, false, true, true, true]);
    format!(
        "{table}\ntimes: by events, {samples} rounds with a run of each layout of a tile in turn\n\
         GB/s, G/s: global bytes and predicted wavefronts of the table above by the median\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_pixels_by_time() {
        let rows = BlockVariant::CASES[7].map(|variant| BlockScanResult {
            variant,
            arch: Arch::SM_90,
            wavefronts: None,
            wrong: 0,
        });
        let times = [40.0, 20.0, 10.0].map(|us| Timing::of(vec![us]).unwrap()).to_vec();
        let text = times_table(&rows, &[times], 1_000_000);
        let cells = |name: &str| {
            let line = text.lines().find(|line| line.starts_with("shuffles") && line.contains(name)).unwrap();
            line.split_whitespace().rev().take(3).map(str::to_owned).collect::<Vec<_>>()
        };
        // 9 bytes a pixel, 68 wavefronts for 32 pixels: in 40 us 225 GB/s and 53 G wavefronts a second.
        assert_eq!(cells("dense"), ["53", "225", "1.00"], "{text}");
        assert_eq!(cells("swizzled"), ["25", "900", "4.00"], "{text}");
    }
}
