//! Times of kernels on a GPU, and many of them in three numbers.

use super::backend::LaunchOf;
use super::{Arg, Call, Device, Kernel};
use crate::Error;
use smem_sim::LaunchShape;
use std::fmt;

/// Times of one kernel over many runs, in microseconds.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Timing {
    /// The median.
    pub median: f64,
    /// The tenth percentile.
    pub low: f64,
    /// The ninetieth percentile.
    pub high: f64,
    /// The number of runs.
    pub samples: usize,
}

impl Timing {
    /// Summarises times in microseconds. `None` where there are none.
    ///
    /// ```
    /// use smem_launch::Timing;
    ///
    /// let timing = Timing::of(vec![3.0, 1.0, 2.0]).unwrap();
    /// assert_eq!((timing.low, timing.median, timing.high), (1.0, 2.0, 3.0));
    /// ```
    pub fn of(mut times: Vec<f64>) -> Option<Timing> {
        times.sort_by(f64::total_cmp);
        let last = times.len().checked_sub(1)?;
        let at = |tenths: usize| times[(last * tenths + 5) / 10];
        Some(Timing { median: at(5), low: at(1), high: at(9), samples: times.len() })
    }
}

/// Microseconds: the median, then the tenth and the ninetieth percentile.
impl fmt::Display for Timing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2} us ({:.2} to {:.2})", self.median, self.low, self.high)
    }
}

impl Device {
    /// Times a kernel on a GPU by events, `samples` times after a warm-up. `None` in the simulator, which measures no time.
    ///
    /// # Safety
    /// As [`launch`](Self::launch), for each of these runs.
    ///
    /// # Errors
    /// As [`launch`](Self::launch).
    pub unsafe fn time(
        &self,
        kernel: &Kernel,
        launch: LaunchShape,
        args: &[Arg<'_>],
        samples: u32,
    ) -> Result<Option<Timing>, Error> {
        // SAFETY: the caller guarantees what `time_in_turn` wants.
        let timings = unsafe { self.time_in_turn(&[vec![Call::new(kernel, launch, args.to_vec())]], samples)? };
        Ok(timings.and_then(|timings| timings.first().copied()))
    }

    /// Times sequences of calls against one another on a GPU, a [`Timing`] each: after a warm-up, `rounds` rounds with a
    /// run of every sequence in turn, so that a change of clocks affects all alike. The calls of a sequence follow one
    /// another without a wait between them, and are timed as one. `None` in the simulator, which measures no time, and for no
    /// rounds.
    ///
    /// ```
    /// use smem_launch::{Call, Device, DeviceChoice, Install, LaunchShape};
    ///
    /// # fn main() -> Result<(), smem_launch::Error> {
    /// let device = Device::open(DeviceChoice::Auto, Install::Allowed)?;
    /// let source = r#"extern "C" __global__ void twice(unsigned* data) { data[threadIdx.x] *= 2; }"#;
    /// let (program, data) = (device.load(source, "twice.cu")?, device.upload(&[1_u32; 32])?);
    /// let twice = program.kernel("twice")?;
    /// let call = || Call::new(&twice, LaunchShape::of([1, 1, 1], [32, 1, 1]), vec![data.arg()]);
    /// // SAFETY: however often they run, the threads access the 32 elements of the buffer.
    /// if let Some(timings) = unsafe { device.time_in_turn(&[vec![call()], vec![call(), call()]], 100)? } {
    ///     println!("once {}, two in a row {}", timings[0], timings[1]);
    /// }
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Safety
    /// As [`launch`](Self::launch), for each of these runs. A call starts after the one before it has ended.
    ///
    /// # Errors
    /// As [`launch`](Self::launch).
    pub unsafe fn time_in_turn(&self, sequences: &[Vec<Call<'_>>], rounds: u32) -> Result<Option<Vec<Timing>>, Error> {
        // SAFETY: the caller guarantees what `time_after` wants.
        unsafe { self.time_after(None, sequences, rounds) }
    }

    /// As [`time_in_turn`](Self::time_in_turn), with a run of `before` ahead of every run, which is not timed: so each finds the
    /// caches as the others do, whatever runs ahead of it.
    ///
    /// # Safety
    /// As [`time_in_turn`](Self::time_in_turn).
    ///
    /// # Errors
    /// As [`launch`](Self::launch).
    pub unsafe fn time_after(
        &self,
        before: Option<&Call<'_>>,
        sequences: &[Vec<Call<'_>>],
        rounds: u32,
    ) -> Result<Option<Vec<Timing>>, Error> {
        for call in sequences.iter().flatten().chain(before) {
            self.check_own(call.kernel)?;
        }
        let sequences: Vec<Vec<LaunchOf<'_>>> =
            sequences.iter().map(|calls| calls.iter().map(Call::launch_of).collect()).collect();
        let before = before.map(Call::launch_of);
        // SAFETY: the caller guarantees what the kernels access and expect.
        let times = unsafe { self.core.backend.time_in_turn(&self.core.nvrtc, &sequences, before, rounds)? };
        Ok(times.and_then(|times| times.into_iter().map(Timing::of).collect()))
    }
}
