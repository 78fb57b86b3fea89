//! Memory of the devices and page-locked memory of the host: allocated, freed, and what an address is in.

use std::sync::Arc;

use smem_report::Finding;
use smem_sim::HostMemory;

use super::Driver;
use crate::context::Context;
use crate::error::DriverError;
use crate::memory::{DeviceRange, HostKind, HostRange, PageLocked, Pointed, PoolUse, RangeOwner};
use crate::report::Scopes;
use crate::stream::{NodeKind, StreamMisuse};

/// Flags of page-locked memory: portable, mapped, write-combined.
const HOST_FLAGS: u32 = 7;
/// Flags of registered memory: for all contexts, mapped, of a device on the bus, only read.
const REGISTRATION_FLAGS: u32 = 15;

/// The pitch of rows is a multiple of so many bytes.
const PITCH: u64 = 512;

impl Driver {
    /// Allocates memory of the current device; its bytes are zero.
    ///
    /// # Errors
    /// [`DriverError::InvalidValue`] for 0 bytes, [`DriverError::OutOfMemory`] beyond the device's memory; those of
    /// [`check_captures`](Self::check_captures).
    pub fn alloc(&self, bytes: u64) -> Result<u64, DriverError> {
        self.check_captures()?;
        self.alloc_quietly(bytes)
    }

    /// As [`alloc`](Self::alloc), also while streams are captured.
    fn alloc_quietly(&self, bytes: u64) -> Result<u64, DriverError> {
        self.context()?;
        if bytes == 0 { Err(DriverError::InvalidValue) } else { self.alloc_any(bytes) }
    }

    /// As [`alloc`](Self::alloc), also while streams are captured, and also of no bytes: these have an address of their own, where every access is a
    /// fault.
    ///
    /// # Errors
    /// [`DriverError::OutOfMemory`].
    pub fn alloc_any(&self, bytes: u64) -> Result<u64, DriverError> {
        let context = self.context()?;
        // One lock for all of it: two threads must not both take what is left.
        let mut map = self.map.lock();
        if !map.fits(context.device, bytes, self.options.memory) {
            return Err(DriverError::OutOfMemory);
        }
        let address = self.machine.alloc(bytes).ok_or(DriverError::OutOfMemory)?;
        self.order.forget(address, bytes);
        map.insert(DeviceRange {
            address,
            bytes,
            device: context.device,
            context: context.handle,
            owner: RangeOwner::Program,
            pool: 0,
        });
        Ok(address)
    }

    /// Allocates rows of `width` bytes, and returns the address and the bytes from a row to the next.
    ///
    /// # Errors
    /// [`DriverError::InvalidValue`] for 0 bytes, or for elements of other than 4, 8 or 16 bytes.
    pub fn alloc_rows(&self, width: u64, height: u64, element: u32) -> Result<[u64; 2], DriverError> {
        self.context()?;
        if width == 0 || height == 0 || !matches!(element, 4 | 8 | 16) {
            return Err(DriverError::InvalidValue);
        }
        let pitch = width.checked_next_multiple_of(PITCH).ok_or(DriverError::OutOfMemory)?;
        let bytes = pitch.checked_mul(height).ok_or(DriverError::OutOfMemory)?;
        Ok([self.alloc(bytes)?, pitch])
    }

    /// Frees an allocation, when all work of its context is done. Address 0 is none.
    ///
    /// # Errors
    /// [`DriverError::InvalidValue`] for an address that no allocation begins at; the error that a kernel left behind.
    pub fn free(&self, address: u64) -> Result<(), DriverError> {
        if address == 0 {
            self.check_initialized()?;
            return self.any_context().map_or(Ok(()), |context| context.check());
        }
        let context = self.context()?;
        self.check_captures()?;
        if self.of_graphs.lock().contains(&address) {
            return context.wait();
        }
        let found = self.map.lock().allocation(address);
        let Ok(range) = found else {
            let freed = self.take_back(&context, address, HostKind::Managed);
            return if freed == Err(DriverError::InvalidValue) { self.free_host(address) } else { freed };
        };
        let owner = self.contexts.get(range.context).unwrap_or(context);
        owner.all_ends().iter().for_each(|end| end.wait());
        self.order.forget(address, 1);
        self.map.lock().remove(address)?;
        self.machine.free(address);
        owner.answer()
    }

    /// Allocates memory in the order of a stream. 0 bytes are address 0.
    ///
    /// # Errors
    /// As [`alloc`](Self::alloc), and [`DriverError::InvalidHandle`].
    pub fn alloc_in_stream(&self, bytes: u64, stream: u64) -> Result<u64, DriverError> {
        let stream = self.stream(stream)?;
        if stream.queue.capture().is_some() {
            // First, since it may fail, and the graph then has no such node.
            let address = self.alloc_for_graph(bytes)?;
            stream.context.enqueue(&stream.queue, stream.context.work(NodeKind::Alloc, || Ok(())))?;
            return Ok(address);
        }
        if bytes == 0 {
            return Ok(0);
        }
        let address = self.alloc_quietly(bytes)?;
        let place = stream.queue.mark(&stream.context.before(&stream.queue));
        self.order.allocated(address, bytes, place);
        Ok(address)
    }

    /// Allocates memory of a graph. Each of its launches has it anew by the same address, so frees of it end at that address and the memory
    /// stays until the context ends.
    ///
    /// # Errors
    /// As [`alloc`](Self::alloc).
    pub fn alloc_for_graph(&self, bytes: u64) -> Result<u64, DriverError> {
        if bytes == 0 {
            return Ok(0);
        }
        let address = self.alloc_quietly(bytes)?;
        self.of_graphs.lock().insert(address);
        Ok(address)
    }

    /// Frees an allocation after the work of a stream.
    ///
    /// # Errors
    /// As [`free`](Self::free), and [`DriverError::InvalidHandle`].
    pub fn free_in_stream(&self, address: u64, stream: u64) -> Result<(), DriverError> {
        let stream = self.stream(stream)?;
        stream.context.check()?;
        if address == 0 {
            return Ok(());
        }
        let is_of_graph = self.of_graphs.lock().contains(&address);
        if stream.queue.capture().is_some() || is_of_graph {
            self.map.lock().allocation(address)?;
            let work = stream.context.work(NodeKind::Free, || Ok(()));
            return stream.context.enqueue(&stream.queue, work).map(|_| ());
        }
        {
            let mut map = self.map.lock();
            map.allocation(address)?;
            map.remove(address)?;
        }
        let machine = self.machine.clone();
        let work = stream.context.work(NodeKind::Free, move || {
            machine.free(address);
            Ok(())
        });
        let end = stream.context.enqueue(&stream.queue, work)?;
        if let Some((end, place)) = end.and_then(|end| end.place().map(|place| (end, place))) {
            self.note_misuses(self.order.freed(address, place, end.clock()));
        }
        Ok(())
    }

    /// Notes uses of stream-ordered memory that the order of streams does not allow.
    pub(super) fn note_misuses(&self, misuses: Vec<StreamMisuse>) {
        for StreamMisuse { user, address, misuse } in misuses {
            let finding = Finding::of_stream_misuse(address, misuse);
            self.collector.add_finding(&user.kernel, user.isa, finding, &Scopes::of_this_thread());
        }
    }

    /// Allocates page-locked memory of the host. 0 bytes are address 0.
    ///
    /// # Errors
    /// [`DriverError::InvalidValue`] for unknown flags, [`DriverError::OutOfMemory`].
    pub fn alloc_host(&self, bytes: u64, flags: u32) -> Result<u64, DriverError> {
        self.context()?;
        self.check_captures()?;
        if flags & !HOST_FLAGS != 0 {
            return Err(DriverError::InvalidValue);
        }
        if bytes == 0 { Ok(0) } else { self.hand_out(bytes, flags, HostKind::PageLocked) }
    }

    /// Allocates memory that the host and kernels both reach by one address, and see each other's writes in while a kernel runs.
    ///
    /// # Errors
    /// [`DriverError::InvalidValue`] for 0 bytes, or flags other than 1 (for all streams) or 2 (for the host first);
    /// [`DriverError::OutOfMemory`].
    pub fn alloc_managed(&self, bytes: u64, flags: u32) -> Result<u64, DriverError> {
        self.context()?;
        self.check_captures()?;
        if bytes == 0 || !matches!(flags, 1 | 2) {
            return Err(DriverError::InvalidValue);
        }
        self.hand_out(bytes, flags, HostKind::Managed)
    }

    fn hand_out(&self, bytes: u64, flags: u32, kind: HostKind) -> Result<u64, DriverError> {
        let memory = Arc::new(PageLocked::new(bytes).ok_or(DriverError::OutOfMemory)?);
        let address = memory.address();
        self.map.lock().insert_host(HostRange { address, bytes, flags, kind })?;
        self.machine.map_host(address, Arc::clone(&memory) as Arc<dyn HostMemory>);
        self.page_locked.lock().insert(address, memory);
        Ok(address)
    }

    /// Frees page-locked memory that [`alloc_host`](Self::alloc_host) returned. Address 0 is none.
    ///
    /// # Errors
    /// [`DriverError::InvalidValue`] for other addresses.
    pub fn free_host(&self, address: u64) -> Result<(), DriverError> {
        let context = self.context()?;
        if address == 0 {
            return Ok(());
        }
        self.take_back(&context, address, HostKind::PageLocked)
    }

    fn take_back(&self, context: &Context, address: u64, kind: HostKind) -> Result<(), DriverError> {
        context.all_ends().iter().for_each(|end| end.wait());
        self.map.lock().remove_host(address, kind).ok_or(DriverError::InvalidValue)?;
        self.machine.free(address);
        self.page_locked.lock().remove(&address);
        context.answer()
    }

    /// Registers memory of the program's own as page-locked. Kernels reach it where it begins at a multiple of 8.
    ///
    /// # Errors
    /// [`DriverError::InvalidValue`] for 0 bytes, [`DriverError::HostMemoryAlreadyRegistered`].
    pub fn register_host(&self, address: u64, memory: Arc<dyn HostMemory>, flags: u32) -> Result<(), DriverError> {
        self.context()?;
        let bytes = memory.bytes();
        if address == 0 || bytes == 0 || address.checked_add(bytes).is_none() || flags & !REGISTRATION_FLAGS != 0 {
            return Err(DriverError::InvalidValue);
        }
        self.map.lock().insert_host(HostRange { address, bytes, flags, kind: HostKind::Registered })?;
        self.machine.map_host(address, memory);
        Ok(())
    }

    /// Ends the registration of memory, by its first address.
    ///
    /// # Errors
    /// [`DriverError::HostMemoryNotRegistered`].
    pub fn unregister_host(&self, address: u64) -> Result<(), DriverError> {
        let context = self.context()?;
        let ended = self.take_back(&context, address, HostKind::Registered);
        ended.map_err(|error| match error {
            DriverError::InvalidValue => DriverError::HostMemoryNotRegistered,
            error => error,
        })
    }

    /// The flags of page-locked or registered memory.
    ///
    /// # Errors
    /// [`DriverError::InvalidValue`] for other memory.
    pub fn host_flags(&self, address: u64) -> Result<u32, DriverError> {
        self.context()?;
        match self.map.lock().pointed(address) {
            Pointed::Host(range) => Ok(range.flags),
            _ => Err(DriverError::InvalidValue),
        }
    }

    /// Returns true if an address is in memory that copies reach as a device's: its own, or managed.
    pub fn is_device(&self, address: u64) -> bool {
        matches!(self.map.lock().pointed(address), Pointed::Device(_)) || self.is_managed(address)
    }

    /// Returns true if an address is in managed memory.
    pub fn is_managed(&self, address: u64) -> bool {
        matches!(self.map.lock().pointed(address), Pointed::Host(HostRange { kind: HostKind::Managed, .. }))
    }

    /// Returns true if an address is in memory of the host that copies read and write when their turn in a stream comes.
    pub fn is_page_locked(&self, address: u64) -> bool {
        matches!(self.map.lock().pointed(address), Pointed::Host(_))
    }

    /// The first address and the bytes of the allocation that holds an address.
    ///
    /// # Errors
    /// [`DriverError::NotFound`] where there is none.
    pub fn address_range(&self, address: u64) -> Result<[u64; 2], DriverError> {
        self.context()?;
        match self.map.lock().pointed(address) {
            Pointed::Device(range) => Ok([range.address, range.bytes]),
            Pointed::Host(range) => Ok([range.address, range.bytes]),
            Pointed::Elsewhere => Err(DriverError::NotFound),
        }
    }

    /// Returns true if the program allocated the device memory at this address itself: it is not a module's.
    pub fn is_own_allocation(&self, address: u64) -> bool {
        matches!(self.map.lock().pointed(address), Pointed::Device(range) if range.owner == RangeOwner::Program)
    }

    /// Notes the pool, by its handle, that the allocation which begins at an address was taken from.
    pub fn set_pool(&self, address: u64, pool: u64) {
        self.map.lock().set_pool(address, pool);
    }

    /// The pool that the memory at an address was taken from; 0 where it is of none.
    pub fn pool_of(&self, address: u64) -> u64 {
        match self.map.lock().pointed(address) {
            Pointed::Device(range) => range.pool,
            _ => 0,
        }
    }

    /// The use of a pool, by its handle, with what each allocation is rounded up to.
    ///
    /// ```
    /// # let driver = smem_driver::Driver::new(smem_driver::DriverOptions::default());
    /// assert_eq!(driver.pool_use(7).used, 0);
    /// ```
    pub fn pool_use(&self, pool: u64) -> PoolUse {
        self.map.lock().pool_use(pool)
    }

    /// Forgets the greatest use of a pool so far.
    pub fn forget_greatest_use(&self, pool: u64) {
        self.map.lock().forget_greatest(pool);
    }

    /// The context, the device and the kind of memory (1 host, 2 device) of an address.
    ///
    /// # Errors
    /// [`DriverError::InvalidValue`] for memory that the driver does not know.
    pub fn pointer_owner(&self, address: u64) -> Result<(u64, u32, u32), DriverError> {
        let current = self.current_context()?;
        match self.map.lock().pointed(address) {
            Pointed::Device(range) => Ok((range.context, range.device, 2)),
            Pointed::Host(range) => Ok((current, 0, if range.kind == HostKind::Managed { 2 } else { 1 })),
            Pointed::Elsewhere => Err(DriverError::InvalidValue),
        }
    }
}
