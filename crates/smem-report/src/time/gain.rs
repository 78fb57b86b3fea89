//! How far a predicted gain may be from the measured one, and what that says of a cure.

use serde::{Deserialize, Serialize};
use smem_sim::Gpu;

/// The gain from which on a change of the layout is recommended: 1.03 times as fast.
pub const WORTH_IT: f64 = 1.03;

/// The gain that is surely worth a change: a tenth.
const TENTH: f64 = 1.1;

/// How far the gained part may be from the predicted one, as a factor. It was chosen by 82 ratios of dense and cured layouts on an H200: nine of
/// ten are within it, and of those whose range is on one side of a tenth none was measured on the other. Ranges chosen on half of the kernels
/// have 85 % of the ratios of the others, none on the wrong side.
const GAIN_ERROR: f64 = 1.6;

/// The same on a GPU whose times were not measured: twice as far on a logarithmic scale, which is a choice.
const UNMEASURED_ERROR: f64 = GAIN_ERROR * GAIN_ERROR;

/// The least distance of the ends of a range.
const LEAST_ERROR: f64 = 0.03;

/// Whether a gain is a tenth or more, as far as a prediction knows.
///
/// ```
/// use smem_report::GainVerdict;
/// use smem_sim::Gpu;
///
/// let [h200, t4] = ["h200", "t4"].map(|name| Gpu::from_name(name).unwrap());
/// let verdicts = [1.02, 1.1, 1.3].map(|gain| GainVerdict::of(gain, h200));
/// assert_eq!(verdicts, [GainVerdict::Little, GainVerdict::MayBe, GainVerdict::Worth]);
/// assert_eq!(GainVerdict::of(1.2, t4), GainVerdict::MayBe);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum GainVerdict {
    /// Less than a tenth, by the whole range of the prediction.
    Little,
    /// The range has both.
    MayBe,
    /// A tenth or more, by the whole range.
    Worth,
}

impl GainVerdict {
    /// Returns the verdict on a predicted gain on a GPU: how many times as fast.
    pub fn of(gain: f64, gpu: &Gpu) -> GainVerdict {
        let [least, most] = range(gain, gpu);
        match (least >= TENTH, most >= TENTH) {
            (true, _) => Self::Worth,
            (false, true) => Self::MayBe,
            (false, false) => Self::Little,
        }
    }
}

/// Returns the least and the most that a predicted gain on a GPU may be: the range is wider where no times of it were measured.
///
/// ```
/// use smem_sim::{Arch, Gpu};
///
/// let [least, most] = smem_report::gain_range(1.8, Gpu::of(Arch::SM_90));
/// assert!((least - 1.5).abs() < 1e-9 && (most - 2.28).abs() < 1e-9);
/// ```
pub fn range(gain: f64, gpu: &Gpu) -> [f64; 2] {
    let error = if gpu.is_measured { GAIN_ERROR } else { UNMEASURED_ERROR };
    let (less, more) = if gain >= 1.0 { (error.recip(), error) } else { (error, error.recip()) };
    let end = |part: f64| 1.0 + (gain - 1.0) * part;
    [end(less).min(gain - LEAST_ERROR), end(more).max(gain + LEAST_ERROR)]
}

/// Returns a gain in words, with the decimals that tell it from 1: `1.05`, `2.1`.
pub(crate) fn times(gain: f64) -> String {
    if gain < 1.25 { format!("{gain:.2}") } else { format!("{gain:.1}") }
}

/// Returns a gain with its range in words: `2.1 times as fast (1.7 to 2.7)`.
pub fn times_as_fast(gain: f64, [least, most]: [f64; 2]) -> String {
    format!("{} times as fast ({} to {})", times(gain), times(least), times(most))
}
