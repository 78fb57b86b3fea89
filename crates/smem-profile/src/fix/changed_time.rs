//! The predicted time of a changed source, beside that of the source as it is.

use serde::Serialize;

use super::run::RunOutcome;
use crate::measure::Measured;
use smem_report::{GainVerdict, LaunchTime, Occupancy, WORTH_IT, gain_range, times_as_fast};
use smem_sim::Gpu;

/// The predicted time of a changed source, by its own instructions.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ChangedTime {
    /// The GPU that the prediction is of.
    #[serde(skip)]
    pub gpu: &'static Gpu,
    /// How many times as fast all launches together are. Launches that do not fill the GPU count as larger grids of such blocks, which do.
    pub gain: f64,
    /// The least that it may be.
    pub least: f64,
    /// The most that it may be.
    pub most: f64,
    /// Whether the gain is a tenth or more, as far as the prediction knows.
    pub verdict: GainVerdict,
    /// Whether the change is recommended: it is predicted to gain 3 % or more.
    #[serde(rename = "recommended")]
    pub is_recommended: bool,
    /// The blocks that a multiprocessor holds before and after, of the first launch in which a changed block takes the place of more.
    #[serde(skip)]
    pub fewer_blocks: Option<[u32; 2]>,
}

impl ChangedTime {
    /// Compares the launches of two runs; `None` where a time is not predicted.
    pub(crate) fn of(before: &RunOutcome, after: &RunOutcome) -> Option<ChangedTime> {
        let mut sums = [0.0, 0.0];
        for (one, other) in before.launches.iter().zip(&after.launches) {
            let both = time(one)?.beside(&time(other)?);
            sums = [sums[0] + both[0], sums[1] + both[1]];
        }
        let pairs = before.launches.iter().zip(&after.launches);
        let mut blocks = pairs.filter_map(|(one, other)| Some([resident(one)?, resident(other)?]));
        let fewer_blocks = blocks.find(|[one, other]| other < one);
        (sums[1] > 0.0).then(|| {
            let gain = sums[0] / sums[1];
            let gpu = before.launches[0].gpu;
            let [least, most] = gain_range(gain, gpu);
            let (verdict, is_recommended) = (GainVerdict::of(gain, gpu), gain >= WORTH_IT);
            ChangedTime { gpu, gain, least, most, verdict, is_recommended, fewer_blocks }
        })
    }

    /// Returns the prediction in words.
    ///
    /// ```
    /// # fn show(time: &smem_profile::ChangedTime) {
    /// println!("{}", time.sentence());
    /// # }
    /// ```
    pub fn sentence(&self) -> String {
        let blocks = self.fewer_blocks.map_or(String::new(), |[before, after]| {
            format!("; a multiprocessor holds {after} of its blocks at the same time instead of {before}")
        });
        let gain = times_as_fast(self.gain, [self.least, self.most]);
        let gpu = self.gpu.with_article();
        match self.verdict {
            GainVerdict::Worth => format!("predicted on {gpu}: {gain}{blocks}"),
            GainVerdict::MayBe => format!("predicted on {gpu}: {gain}, which may be worth it{blocks}"),
            GainVerdict::Little => format!("predicted on {gpu}: {gain}, which is little{blocks}"),
        }
    }
}

fn time(measured: &Measured) -> Option<LaunchTime> {
    LaunchTime::of(&measured.profile, measured.arch, measured.gpu, false)
}

fn resident(measured: &Measured) -> Option<u32> {
    let profile = &measured.profile;
    Occupancy::of_profile(profile, measured.arch).map(|occupancy| occupancy.blocks)
}
