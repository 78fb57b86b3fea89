//! The launches that run under Nsight Compute, and nothing else.

use std::fmt;
use std::str::FromStr;

use super::kernels::{self, PER_GROUP, PER_KERNEL, SharedFill, TOTALS_BLOCKS};
use super::request::Request;
use smem_examples::Error;
use smem_launch::{Device, LaunchShape};

/// Requests of one part of the totals: so many launches that a profiler is done within a minute or two.
const PER_PART: usize = 500 * PER_GROUP;

/// A run under the profiler.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProfilerRun {
    /// Every request as one instruction of a straight kernel.
    Source,
    /// Three requests a launch, for the part of the requests with this number.
    Totals(usize),
}

impl ProfilerRun {
    /// Returns all the runs that so many requests need.
    pub fn all(requests: usize) -> Vec<ProfilerRun> {
        [ProfilerRun::Source].into_iter().chain((0..requests.div_ceil(PER_PART)).map(ProfilerRun::Totals)).collect()
    }

    /// Returns the range of the requests that it runs.
    pub(super) fn range(self, requests: usize) -> std::ops::Range<usize> {
        match self {
            ProfilerRun::Source => 0..requests,
            ProfilerRun::Totals(number) => {
                let first = number.saturating_mul(PER_PART).min(requests);
                first..first.saturating_add(PER_PART).min(requests)
            }
        }
    }

    /// Makes the launches of this run, one after the other.
    ///
    /// # Errors
    /// Where a kernel does not compile or run.
    pub fn run(self, device: &Device, requests: &[Request]) -> Result<(), Error> {
        let requests = &requests[self.range(requests.len())];
        match self {
            ProfilerRun::Source => source(device, requests),
            ProfilerRun::Totals(_) => totals(device, requests),
        }
    }
}

/// `source`, `totals-0`, `totals-1`, and so on.
impl fmt::Display for ProfilerRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProfilerRun::Source => f.write_str("source"),
            ProfilerRun::Totals(number) => write!(f, "totals-{number}"),
        }
    }
}

impl FromStr for ProfilerRun {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "source" {
            return Ok(ProfilerRun::Source);
        }
        let number = text.strip_prefix("totals-").and_then(|number| number.parse().ok());
        number.map(ProfilerRun::Totals).ok_or_else(|| "expected `source` or `totals-N`".to_owned())
    }
}

fn source(device: &Device, requests: &[Request]) -> Result<(), Error> {
    let fill = if device.is_gpu() { SharedFill::No } else { SharedFill::Yes };
    let sink = device.zeros::<u32>(32)?;
    for (number, chunk) in requests.chunks(PER_KERNEL).enumerate() {
        let name = kernels::name(number);
        let program = device.load(&kernels::straight(chunk, number, fill), &format!("{name}.cu"))?;
        let table = device.upload(&kernels::straight_table(chunk))?;
        let (kernel, launch) = (program.kernel(&name)?, LaunchShape::of([1, 1, 1], [32, 1, 1]));
        // SAFETY: the kernel reads the table of its requests and writes an element of the sink a lane.
        unsafe { device.launch(&kernel, launch, &[table.arg(), sink.arg()])? };
    }
    Ok(())
}

fn totals(device: &Device, requests: &[Request]) -> Result<(), Error> {
    let fill = if device.is_gpu() { SharedFill::No } else { SharedFill::Yes };
    let kernel = device.load(&kernels::totals(fill, requests), "totals.cu")?.kernel("totals")?;
    let (table, kinds) = kernels::totals_tables(requests);
    let (table, kinds) = (device.upload(&table)?, device.upload(&kinds)?);
    let sink = device.zeros::<u32>(32 * TOTALS_BLOCKS as usize)?;
    let launch = LaunchShape::of([TOTALS_BLOCKS, 1, 1], [32, 1, 1]);
    let log_base = kernels::log_base(requests);
    for group in 0..requests.len().div_ceil(PER_GROUP) {
        let args = [table.arg(), kinds.arg(), sink.arg(), (group as u32).into(), log_base.into()];
        // SAFETY: the kernel reads the tables of the requests and writes an element of the sink a thread.
        unsafe { device.launch(&kernel, launch, &args)? };
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_cover_all_requests_and_have_names() {
        let parts = ProfilerRun::all(10_000);
        assert_eq!(parts.len(), 8);
        let ranges: Vec<_> = parts[1..].iter().map(|part| part.range(10_000)).collect();
        assert_eq!((ranges[0].clone(), ranges[6].clone()), (0..1500, 9000..10_000));
        for part in parts {
            assert_eq!(part.to_string().parse(), Ok(part));
        }
        assert!("totals".parse::<ProfilerRun>().is_err());
    }
}
