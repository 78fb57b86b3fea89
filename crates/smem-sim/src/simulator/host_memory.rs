//! Memory of the host's program among the simulated device's allocations.

use super::Simulator;
use super::device_memory::host;
use crate::fault::Fault;
use crate::memory::HostMemory;
use std::sync::Arc;

impl Simulator {
    /// Puts memory of the host's program among the device's allocations, at its own address: managed, pinned or registered memory, where a
    /// pointer of the host and one of the device are equal. The host and kernels that run see one another's writes.
    /// [`free`](Self::free) with its address takes it out; kernels that run keep it until they end.
    ///
    /// A kernel that asks for a value there again and again waits for the host, however long that takes: it is not a deadlock, and ends by
    /// [`LaunchControl::stop`](crate::LaunchControl::stop) or the [instruction limit](Self::instruction_limit). An access costs more
    /// than one of the device's memory. It does not count in the [budget](Self::memory_budget).
    ///
    /// ```
    /// use smem_sim::*;
    /// use std::sync::{Arc, atomic::{AtomicU64, Ordering::*}};
    ///
    /// #[derive(Debug, Default)]
    /// struct Flags(AtomicU64); // two of 32 bits
    /// impl HostMemory for Flags {
    ///     fn bytes(&self) -> u64 { 8 }
    ///     fn load(&self, _: u64) -> u64 { self.0.load(Acquire) }
    ///     fn compare_exchange(&self, _: u64, old: u64, new: u64) -> Result<u64, u64> {
    ///         self.0.compare_exchange(old, new, AcqRel, Acquire)
    ///     }
    /// }
    ///
    /// let module = smem_ptx::module(".version 8.8 .target sm_90 .address_size 64
    ///     .visible .entry answer(.param .u64 flags) { .reg .b64 %p; .reg .b32 %r; .reg .pred %again;
    ///       ld.param.u64 %p, [flags];
    ///       ask: ld.volatile.global.u32 %r, [%p]; setp.eq.u32 %again, %r, 0; @%again bra ask;
    ///       add.u32 %r, %r, 1; st.volatile.global.u32 [%p+4], %r; ret; }")?;
    /// let (sim, flags) = (Simulator::new(Arch::SM_90), Arc::new(Flags::default()));
    /// let address = 0x5500_0000_0000; // of a driver, the address that the host uses
    /// sim.map_host(address, Arc::clone(&flags) as Arc<dyn HostMemory>)?;
    /// std::thread::scope(|scope| {
    ///     let answer = scope.spawn(|| sim.launch(&module, "answer", &LaunchShape::new(1, 32), &[KernelArg::Ptr(address)]));
    ///     flags.0.fetch_or(41, AcqRel);
    ///     while flags.0.load(Acquire) >> 32 != 42 { std::thread::yield_now(); }
    ///     answer.join().unwrap()
    /// })?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the address is 0 or not a multiple of 8, or the bytes are none, overlap an allocation, or are among the device's own addresses
    /// (`0x1d00_0000_0000` to `0x3f00_0000_0000`).
    pub fn map_host(&self, address: u64, memory: Arc<dyn HostMemory>) -> Result<(), Fault> {
        let bytes = memory.bytes();
        self.device.tables().global.map_host(address, memory, bytes).map_err(host)
    }
}
