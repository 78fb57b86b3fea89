//! Times of launches on a GPU, by events.

use cudarc::driver::sys;
use smem_sim::LaunchShape;
use smem_toolchain::{CudaSource, Nvrtc};

use super::backend::{Backend, CodeToLoad, LaunchOf};
use super::driver_errors::words;
use super::gpu::CudarcGpu;
use super::gpu_kernel::GpuKernel;
use crate::Error;

/// Runs before a sample starts.
const WARM_UP: u32 = 3;

/// Cycles for each launch of a sample that a kernel holds the GPU while the sample is queued: some 20 us.
const DELAY_CYCLES: u64 = 40_000;

const DELAY: &str = "extern \"C\" __global__ void delay(unsigned long long cycles) {\n    \
                     const long long start = clock64();\n    \
                     while ((unsigned long long)(clock64() - start) < cycles) {}\n}\n";

impl CudarcGpu {
    fn delay(&self, nvrtc: &Nvrtc) -> Result<&GpuKernel, Error> {
        if self.delay.get().is_none() {
            let source = CudaSource::new(DELAY, "delay.cu").option(self.target(nvrtc)?);
            let compiled = nvrtc.compile(&source)?;
            let module = self.load_code(CodeToLoad::Compiled(&compiled, &compiled.ptx().into()), "delay.cu")?;
            // It is set here alone.
            let _ = self.delay.set(GpuKernel::of((&module, 0), "delay", "delay", "delay.cu")?);
        }
        self.delay.get().ok_or_else(|| Error::Gpu("there is no kernel to hold the GPU with".to_owned()))
    }

    /// Times in microseconds, a list a sequence: `rounds` rounds, and in each a run of every sequence in turn, all its
    /// launches between two events.
    ///
    /// `before`, if there is one, runs ahead of every run and is not timed, so that all find the caches alike.
    ///
    /// A delay goes ahead of every run: start event, launches and end event are all queued before the GPU comes to them,
    /// so the time holds no waiting for the host.
    ///
    /// # Safety
    /// As [`Device::launch`](super::Device::launch), for each of these runs.
    pub(super) unsafe fn timed(
        &self,
        nvrtc: &Nvrtc,
        sequences: &[Vec<LaunchOf<'_>>],
        before: Option<LaunchOf<'_>>,
        rounds: u32,
    ) -> Result<Vec<Vec<f64>>, Error> {
        let delay = self.delay(nvrtc)?;
        let refused = |error| Error::Gpu(format!("the launches cannot be timed: {}", words(error)));
        for _ in 0..WARM_UP {
            for launch in sequences.iter().flatten() {
                // SAFETY: the caller guarantees what this kernel accesses and expects.
                unsafe { self.enqueue_launch(launch)? };
                self.finish(launch.name)?;
            }
        }
        let event = || self.context.new_event(Some(sys::CUevent_flags::CU_EVENT_DEFAULT)).map_err(refused);
        let (start, end) = (event()?, event()?);
        let mut times = vec![Vec::new(); sequences.len()];
        for _ in 0..rounds {
            for (sequence, times) in sequences.iter().zip(&mut times) {
                let cycles = DELAY_CYCLES * sequence.len() as u64;
                // SAFETY: the kernel takes this number, and accesses no memory.
                unsafe { self.enqueue("delay", delay, LaunchShape::of([1, 1, 1], [1, 1, 1]), &[cycles.into()])? };
                if let Some(launch) = &before {
                    // SAFETY: the caller guarantees what this kernel accesses and expects.
                    unsafe { self.enqueue_launch(launch)? };
                }
                start.record(&self.stream).map_err(refused)?;
                for launch in sequence {
                    // SAFETY: as for `before`.
                    unsafe { self.enqueue_launch(launch)? };
                }
                end.record(&self.stream).map_err(refused)?;
                times.push(f64::from(start.elapsed_ms(&end).map_err(refused)?) * 1e3);
            }
        }
        Ok(times)
    }
}
