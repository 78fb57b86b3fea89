//! Launches of asynchronous copies, generic accesses and atomics: what counters gave for each, and what the bank model says.
//!
//! Each launch ran one request in one warp, `times` times where the column says so. Its counters are totals of the launch, and the
//! program around the request has its own part in them:
//!
//! ```text
//! # kind active times cached step source_bytes to from total loads stores atomics sectors
//! cp_ca4 ffffffff 4 1 0 0 0=0+1*32 0=0+1*32 17 0 0 0 -
//!                                           ^ 4 copies of 1 wavefront, 3 predicated-off loads beside each, 1 of the program
//! ```
//!
//! `cached`: the program loaded the source into L1 first. `step`: bytes, in hexadecimal, by which the source moves from one time to
//! the next. `source_bytes`: the source size of a kind that begins with `cpz`. Addresses are as in [`encoding`], in units of the
//! width. `total` is `l1tex__data_pipe_lsu_wavefronts_mem_shared`, `loads`, `stores` and `atomics` its parts by operation, `sectors` those
//! of L2 that a bypassing copy asked for; `-` was not measured.

use smem_examples::Error;
use smem_layout::{BankModel, CopySource, WarpRequest};

use super::encoding;

/// The line before the launches.
const COLUMNS: &str = "# kind active times cached step source_bytes to from total loads stores atomics sectors";

/// Wavefronts of predicated-off loads that the compiler puts before each `cp.async`.
const BEFORE_A_COPY: u32 = 3;

/// A launch and its counters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AsyncLaunch {
    /// The instruction, as the program that measured called it.
    pub kind: String,
    /// The shared addresses.
    pub to: WarpRequest,
    /// The global addresses of a copy.
    pub from: Option<WarpRequest>,
    /// Executions of a copy or a store.
    pub times: u32,
    /// The source was in L1.
    pub cached: bool,
    /// Bytes by which the source moves from one time to the next.
    pub step: u64,
    /// The source size of a copy that names one.
    pub source_bytes: u32,
    /// Wavefronts of the launch by the counter of all of them.
    pub total: u32,
    /// Those of loads, where they were read.
    pub loads: Option<u32>,
    /// Those of stores, where they were read.
    pub stores: Option<u32>,
    /// Those of atomics, where they were read.
    pub atomics: Option<u32>,
    /// Sectors of L2, where they were counted.
    pub sectors: Option<u32>,
}

/// A counter of a launch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LaunchCounter {
    /// All wavefronts.
    Total,
    /// Those of loads.
    Loads,
    /// Those of stores.
    Stores,
    /// Those of atomics.
    Atomics,
}

/// Reads a data file.
///
/// # Errors
/// [`Error::Input`] that names the line.
pub fn async_launches(text: &str) -> Result<Vec<AsyncLaunch>, Error> {
    let lines = (1..).zip(text.lines()).skip_while(|(_, line)| *line != COLUMNS).skip(1);
    lines
        .map(|(number, line)| {
            launch(line).ok_or_else(|| Error::Input(format!("line {number} is not a launch: `{line}`")))
        })
        .collect()
}

fn launch(line: &str) -> Option<AsyncLaunch> {
    let cells: Vec<&str> = line.split(' ').collect();
    let [kind, active, times, cached, step, source_bytes, to, from, total, loads, stores, atomics, sectors] = cells[..]
    else {
        return None;
    };
    let (active, bytes) = (u32::from_str_radix(active, 16).ok()?, bytes_of(kind)?);
    let count = |cell: &str| cell.parse::<u32>().ok();
    let measured = |cell: &str| if cell == "-" { Some(None) } else { count(cell).map(Some) };
    Some(AsyncLaunch {
        kind: kind.to_owned(),
        to: encoding::decode(to, active, bytes)?,
        from: if from == "-" { None } else { Some(encoding::decode(from, active, bytes)?) },
        times: count(times)?,
        cached: matches!(cached, "1"),
        step: u64::from_str_radix(step, 16).ok()?,
        source_bytes: count(source_bytes)?,
        total: count(total)?,
        loads: measured(loads)?,
        stores: measured(stores)?,
        atomics: measured(atomics)?,
        sectors: measured(sectors)?,
    })
}

/// Bytes of a lane. Of a bulk copy, whose single address need not be aligned, one.
fn bytes_of(kind: &str) -> Option<u32> {
    let digits = kind.trim_start_matches(|c: char| !c.is_ascii_digit());
    match kind.split('_').next()? {
        "bulk" => Some(1),
        "atom" | "red" => match kind.rsplit('_').next()? {
            "f16" | "bf16" => Some(2),
            other if other.ends_with("64") => Some(8),
            _ => Some(4),
        },
        _ if kind.ends_with("4v2") => Some(8),
        _ => digits.parse().ok().filter(|bytes| [1, 2, 4, 8, 16].contains(bytes)),
    }
}

impl AsyncLaunch {
    /// The counter that shows the request, and what it gives by the bank model; `None` where no rule is known.
    pub fn predicted(&self, model: &BankModel) -> Option<(LaunchCounter, u32)> {
        let (to, times) = (&self.to, self.times);
        let (family, rest) = self.kind.split_once('_').unwrap_or((&self.kind, ""));
        let cost = match (family, rest) {
            ("cp" | "cpz", _) => return Some((LaunchCounter::Total, self.copies(model))),
            ("bulk", _) => return Some((LaunchCounter::Loads, 0)),
            ("red", "add1_u32") => model.cost(to),
            // The measured operation is a minimum with the present value, so that the loop has nothing to store.
            (_, "min_s64") => return None,
            ("atom" | "red", kind) if kind.ends_with("64") => {
                if self.used_in_both_halves() {
                    return None;
                }
                model.compare_and_swap_cost(to)
            }
            ("atom", "add_f16" | "add_bf16") => model.half_add_cost(to),
            ("atom", "add_f32" | "add_f16x2" | "add_bf16x2") => model.compare_and_swap_cost(to),
            ("atom" | "red", _) => model.atomic_cost(to),
            (kind, "") if kind.starts_with("stasync") => return Some((LaunchCounter::Stores, 0)),
            // Loads of one launch give the same every time, and are executed once.
            (kind, "") if kind.starts_with("gld") => {
                return Some((LaunchCounter::Loads, model.generic_load_cost(to).wavefronts));
            }
            (kind, "") if kind.starts_with("sld") => {
                return Some((LaunchCounter::Loads, model.load_cost(to).wavefronts));
            }
            (kind, "") if kind.starts_with("gst") || kind.starts_with("sst") => {
                return Some((LaunchCounter::Stores, times * model.cost(to).wavefronts));
            }
            _ => return None,
        };
        Some((LaunchCounter::Atomics, cost.wavefronts))
    }

    /// Returns the value of a counter, where it was read.
    pub fn counted(&self, counter: LaunchCounter) -> Option<u32> {
        match counter {
            LaunchCounter::Total => Some(self.total),
            LaunchCounter::Loads => self.loads,
            LaunchCounter::Stores => self.stores,
            LaunchCounter::Atomics => self.atomics,
        }
    }

    /// The sectors of L2 that the launch asks for by the bank model, where they were counted.
    pub fn predicted_sectors(&self, model: &BankModel) -> Option<u32> {
        self.sectors?;
        Some(self.times * model.bypass_copy_sectors(&self.to, &self.sources(0)))
    }

    /// The global addresses of one time. A source size of 0 reads nothing.
    fn sources(&self, time: u32) -> [Option<u64>; 32] {
        let nothing = self.kind.starts_with("cpz") && self.source_bytes == 0;
        std::array::from_fn(|lane| {
            let address = self.from.filter(|_| !nothing)?.address(lane as u32)?;
            Some(u64::from(address) + u64::from(time) * self.step)
        })
    }

    fn copies(&self, model: &BankModel) -> u32 {
        let bypass = self.kind.contains("_cg");
        let is_short = self.kind.starts_with("cpz") && self.source_bytes < 16;
        let short = if is_short { u32::MAX } else { 0 };
        let one = |time: u32| {
            let from = self.sources(time);
            let source = if self.cached { CopySource::Cached } else { CopySource::Uncached };
            if bypass {
                return model.bypass_copy_cost(&self.to, &from, short, source).wavefronts;
            }
            model.async_copy_cost(&self.to, &from, source).wavefronts
        };
        let copies: u32 = (0..self.times).map(|time| BEFORE_A_COPY + one(time)).sum();
        copies + if self.cached { 1 } else { 2 }
    }

    /// Whether lanes of both halves of the warp have one address.
    fn used_in_both_halves(&self) -> bool {
        let low: Vec<u32> = (0..16).filter_map(|lane| self.to.address(lane)).collect();
        (16..32).filter_map(|lane| self.to.address(lane)).any(|address| low.contains(&address))
    }
}
