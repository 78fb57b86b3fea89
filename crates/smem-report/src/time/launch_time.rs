//! The time of a launch as it is, and without its conflicts.

use serde::{Deserialize, Serialize};
use smem_sim::{Arch, Gpu, Isa, Profile};

use super::gain::{GainVerdict, WORTH_IT, range, times_as_fast};
use super::instruction_load::InstructionLoad;
use super::load::LaunchLoad;
use super::predict::{TimeBound, TimePrediction, serialize_cycles};
use super::rates::GpuRates;
use crate::line::serialize_rounded;

/// Rounds of blocks of the grid for which the time of a small launch is predicted.
const FULL_ROUNDS: f64 = 16.0;

/// The gain of a launch without the wavefronts that conflicts add.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CureGain {
    /// The cycles without them.
    #[serde(serialize_with = "serialize_cycles")]
    #[cfg_attr(feature = "schema", schemars(with = "u64"))]
    pub cycles: f64,
    /// The resource that is busy the longest then.
    pub bound_by: TimeBound,
    /// How many times as fast that is.
    #[serde(serialize_with = "serialize_rounded")]
    pub gain: f64,
    /// The least that it may be.
    #[serde(serialize_with = "serialize_rounded")]
    pub least: f64,
    /// The most that it may be.
    #[serde(serialize_with = "serialize_rounded")]
    pub most: f64,
    /// Whether the gain is a tenth or more, as far as the prediction knows.
    pub verdict: GainVerdict,
}

/// The predicted time of a launch, and the gain of a cure of its conflicts.
///
/// ```
/// use smem_report::{LaunchLoad, LaunchTime};
/// use smem_sim::Gpu;
///
/// let mut load = LaunchLoad::default();
/// (load.blocks, load.resident) = (10_560.0, 8.0);
/// (load.lsu_wavefronts, load.shared_wavefronts, load.excess_wavefronts) = (13.2e6, 13.2e6, 6.6e6);
/// let time = LaunchTime::of_load(&load, Gpu::from_name("h200").unwrap(), None);
/// assert!(time.is_worth_a_cure() && time.fills_gpu);
/// assert!(time.sentence.starts_with("bound by the shared-memory pipe (94 % busy); without the 6600000 excess wavefronts: 1.9 times"));
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct LaunchTime {
    /// The load that was counted.
    #[serde(skip)]
    pub load: LaunchLoad,
    /// The time of the launch as it is.
    #[serde(flatten)]
    pub now: TimePrediction,
    /// The time of the grid that `cure` is of: of the launch, or of a larger grid of such blocks where the launch does not fill the GPU.
    #[serde(skip)]
    pub compared: TimePrediction,
    /// The gain without excess wavefronts; `None` where there are none.
    #[serde(rename = "without_excess")]
    pub cure: Option<CureGain>,
    /// Blocks that the GPU runs at the same time.
    #[serde(skip)]
    pub full_blocks: f64,
    /// The GPU of the rates.
    #[serde(with = "crate::names::named")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub gpu: &'static Gpu,
    /// Whether the launch fills the GPU; if not, the gain without excess wavefronts is of a grid that does.
    pub fills_gpu: bool,
    /// Why the times are estimates of a model that was not compared with a GPU in such a case; `None` where it was.
    pub estimate: Option<String>,
    /// The answer in words: what bounds the launch, and what a cure of its conflicts gains.
    pub sentence: String,
}

impl LaunchTime {
    /// Predicts the time of a launch of machine code; `None` for PTX, for a launch that did not run, and for architectures whose
    /// multiprocessors are not known.
    pub fn of(profile: &Profile, arch: Arch, gpu: &'static Gpu, has_clusters: bool) -> Option<LaunchTime> {
        // A GPU of a table without the architecture runs blocks as the architecture says.
        let limits = if gpu.runs(arch) { gpu.arch } else { arch };
        let load = LaunchLoad::of(profile, limits)?;
        Some(Self::of_load(&load, gpu, outside(profile, arch, gpu, has_clusters)))
    }

    /// Predicts the time of a load on a GPU.
    pub fn of_load(load: &LaunchLoad, gpu: &'static Gpu, estimate: Option<String>) -> LaunchTime {
        let rates = GpuRates::of(gpu);
        let full_blocks = rates.multiprocessors * load.resident;
        let filling = filling(load, full_blocks);
        let [now, compared] = [load, &filling].map(|load| TimePrediction::of(load, &rates));
        let cure = (load.excess_wavefronts > 0.0).then(|| {
            let without = TimePrediction::of(&filling.without_excess(), &rates);
            let gain = compared.cycles / without.cycles;
            let [least, most] = range(gain, gpu);
            let (cycles, bound_by, verdict) = (without.cycles, without.bound_by, GainVerdict::of(gain, gpu));
            CureGain { cycles, bound_by, gain, least: least.max(1.0), most, verdict }
        });
        let fills_gpu = load.blocks >= full_blocks;
        let (load, sentence) = (*load, String::new());
        let time = LaunchTime { load, now, compared, cure, full_blocks, gpu, fills_gpu, estimate, sentence };
        LaunchTime { sentence: time.said(), ..time }
    }

    /// Returns the cycles of this launch and of another one of the same grid, whose layout or code is another: of the grid itself, or of a larger
    /// one of such blocks that fills the GPU with either.
    pub fn beside(&self, other: &LaunchTime) -> [f64; 2] {
        let full_blocks = self.full_blocks.max(other.full_blocks);
        let rates = GpuRates::of(self.gpu);
        [self, other].map(|time| TimePrediction::of(&filling(&time.load, full_blocks), &rates).cycles)
    }

    /// Returns the cycles of the launch that would be gone without so many of the wavefronts that conflicts add: of the grid that `cure` is of.
    pub(crate) fn cycles_of_excess(&self, wavefronts: f64) -> f64 {
        let load = filling(&self.load, self.full_blocks);
        let wavefronts = wavefronts * load.blocks / self.load.blocks;
        let rates = GpuRates::of(self.gpu);
        self.compared.cycles - TimePrediction::of(&load.with_less_excess(wavefronts), &rates).cycles
    }

    /// Returns the cycles of the launch that would be gone without a line's instructions.
    pub(crate) fn cycles_of(&self, line: &InstructionLoad) -> f64 {
        let rates = GpuRates::of(self.gpu);
        self.now.cycles - TimePrediction::of(&self.load.without_line(line), &rates).cycles
    }

    /// Returns the verdict on removing the conflicts; `None` where there are none.
    pub fn verdict(&self) -> Option<GainVerdict> {
        self.cure.map(|cure| cure.verdict)
    }

    /// Returns whether removing the conflicts is predicted to gain 3 % or more.
    pub fn is_worth_a_cure(&self) -> bool {
        self.cure.is_some_and(|cure| cure.gain >= WORTH_IT)
    }

    /// The answer in words.
    fn said(&self) -> String {
        let TimePrediction { bound_by, busy, .. } = self.compared;
        let bound = match bound_by {
            TimeBound::Latency => "bound by latency: no pipe is busy enough".to_string(),
            _ => format!("bound by {} ({:.0} % busy)", bound_by.words(), 100.0 * busy),
        };
        let cure = match &self.cure {
            None => "no conflicts".to_string(),
            Some(cure) if !self.is_worth_a_cure() => {
                format!("conflicts are not worth a cure: {:.0} %", 100.0 * (cure.gain - 1.0))
            }
            Some(CureGain { bound_by: bound_then, gain, least, most, verdict, .. }) => {
                let excess = if self.fills_gpu {
                    format!("the {:.0} excess wavefronts", self.load.excess_wavefronts)
                } else {
                    "its excess wavefronts".to_string()
                };
                let then = if *bound_then == bound_by { "still" } else { "then" };
                let verdict = match verdict {
                    GainVerdict::Little => ", which is little",
                    GainVerdict::MayBe => ", which may be worth a cure",
                    GainVerdict::Worth => "",
                };
                let gained = times_as_fast(*gain, [*least, *most]);
                format!("without {excess}: {gained}{verdict}; {then} bound by {}", bound_then.words())
            }
        };
        let grid = match self.fills_gpu {
            false => format!(
                "in a grid that fills {}, which runs {:.0} such blocks at once, ",
                self.gpu.with_article(),
                self.full_blocks
            ),
            true => String::new(),
        };
        format!("{grid}{bound}; {cure}")
    }
}

/// Returns the load of the launch, or of a larger grid of such blocks where these are fewer than the GPU runs at the same time.
fn filling(load: &LaunchLoad, full_blocks: f64) -> LaunchLoad {
    if load.blocks < full_blocks { load.of_blocks(FULL_ROUNDS * full_blocks) } else { *load }
}

/// Why a launch is outside of what the model was compared with.
fn outside(profile: &Profile, arch: Arch, gpu: &Gpu, has_clusters: bool) -> Option<String> {
    let opcode = |name: &str| {
        profile.instructions.iter().any(|one| one.text.split_whitespace().any(|word| word.starts_with(name)))
    };
    if !gpu.runs(arch) {
        return Some(format!("the rates are those of {}, and the code is for {arch}", gpu.with_article()));
    }
    if !gpu.is_measured {
        return Some(format!(
            "the model was not compared with {}, whose rates are of NVIDIA's documents",
            gpu.with_article()
        ));
    }
    if has_clusters {
        return Some("the model does not have clusters".to_string());
    }
    let others = [("UTMA", "tensor copies"), ("UBLKCP", "bulk copies"), ("HGMMA", "products of warp groups")];
    let others = others.into_iter().chain([("TEX", "textures"), ("TLD", "textures"), ("SULD", "surfaces")]);
    let mut found = others.filter(|(name, _)| opcode(name)).map(|(_, words)| words);
    let unmeasured = || profile.instructions.iter().any(|one| !one.pipe_is_measured);
    match found.next() {
        Some(words) => Some(format!("the model does not have {words}")),
        None if profile.isa == Isa::Sass && unmeasured() => {
            Some("it has instructions whose pipe was not measured".to_string())
        }
        None => None,
    }
}
