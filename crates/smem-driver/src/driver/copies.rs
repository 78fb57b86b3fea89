//! Copies between host and device, and fills.

use std::sync::Arc;

use smem_sim::Fault;

use super::{Driver, DriverStream};
use crate::error::DriverError;
use crate::memory::HostBytes;
use crate::stream::{NodeKind, Work};
use crate::streamed_simulator::StreamedSimulator;

impl Driver {
    /// Copies all of `from` to a device address and waits for it.
    ///
    /// # Errors
    /// [`DriverError::InvalidValue`] where the bytes are not all in one allocation; the error that a kernel left behind.
    pub fn upload(&self, to: u64, from: Arc<dyn HostBytes>, bytes: u64) -> Result<(), DriverError> {
        let stream = self.stream(0)?;
        self.check_range(&stream, to, bytes)?;
        let work = self.upload_work(&stream, to, from);
        stream.context.run(&stream.queue, work)
    }

    /// Copies bytes to a device address when the work of the default stream is done, and returns then.
    ///
    /// # Errors
    /// As [`upload`](Self::upload).
    pub fn write(&self, to: u64, bytes: &[u8]) -> Result<(), DriverError> {
        self.in_turn(to, bytes.len() as u64, |machine| machine.write(to, bytes))
    }

    /// Fills bytes from a device address when the work of the default stream is done, and returns then.
    ///
    /// # Errors
    /// As [`upload`](Self::upload).
    pub fn read(&self, from: u64, bytes: &mut [u8]) -> Result<(), DriverError> {
        self.in_turn(from, bytes.len() as u64, |machine| machine.read(from, bytes))
    }

    /// Sets bytes from a device address on to zero when the work of the default stream is done, and returns then.
    ///
    /// # Errors
    /// As [`upload`](Self::upload).
    pub fn clear(&self, to: u64, bytes: u64) -> Result<(), DriverError> {
        self.in_turn(to, bytes, |machine| machine.fill(to, &[0], bytes))
    }

    /// Does what concerns so many bytes from a device address on, in the turn of the default stream.
    fn in_turn(
        &self,
        address: u64,
        bytes: u64,
        act: impl FnOnce(&StreamedSimulator) -> Result<(), Fault>,
    ) -> Result<(), DriverError> {
        let stream = self.stream(0)?;
        self.check_range(&stream, address, bytes)?;
        stream.context.in_turn(&stream.queue, || act(&self.machine))?.map_err(|_| DriverError::InvalidValue)
    }

    /// Copies all of `from` to a device address in the order of a stream. Memory that is not page-locked is read before this returns.
    ///
    /// # Errors
    /// As [`upload`](Self::upload), and [`DriverError::InvalidHandle`].
    pub fn upload_in(&self, to: u64, from: Arc<dyn HostBytes>, bytes: u64, stream: u64) -> Result<(), DriverError> {
        let stream = self.stream(stream)?;
        self.check_range(&stream, to, bytes)?;
        let is_later = self.is_page_locked(from.address()) || stream.queue.capture().is_some();
        let from = if is_later { from } else { Staged::of(&*from) };
        let work = self.upload_work(&stream, to, from);
        stream.context.enqueue(&stream.queue, work).map(|_| ())
    }

    fn upload_work(&self, stream: &DriverStream, to: u64, from: Arc<dyn HostBytes>) -> Work {
        let (machine, from) = (self.machine.clone(), from);
        stream.context.work(NodeKind::Copy, move || {
            let mut outcome = Ok(());
            from.read(&mut |bytes| outcome = machine.write(to, bytes));
            outcome.map_err(|_| DriverError::InvalidValue)
        })
    }

    /// Fills all of `to` from a device address and waits for it.
    ///
    /// # Errors
    /// As [`upload`](Self::upload).
    pub fn download(&self, to: Arc<dyn HostBytes>, from: u64, bytes: u64) -> Result<(), DriverError> {
        let stream = self.stream(0)?;
        self.check_range(&stream, from, bytes)?;
        let work = self.download_work(&stream, to, from);
        stream.context.run(&stream.queue, work)
    }

    /// Fills all of `to` from a device address in the order of a stream. It is done before this returns, where `to` is not page-locked.
    ///
    /// # Errors
    /// As [`upload`](Self::upload), and [`DriverError::InvalidHandle`].
    pub fn download_in(&self, to: Arc<dyn HostBytes>, from: u64, bytes: u64, stream: u64) -> Result<(), DriverError> {
        let stream = self.stream(stream)?;
        self.check_range(&stream, from, bytes)?;
        let is_later = self.is_page_locked(to.address()) || stream.queue.capture().is_some();
        let work = self.download_work(&stream, to, from);
        if is_later {
            return stream.context.enqueue(&stream.queue, work).map(|_| ());
        }
        stream.context.run(&stream.queue, work)
    }

    fn download_work(&self, stream: &DriverStream, to: Arc<dyn HostBytes>, from: u64) -> Work {
        let (machine, to) = (self.machine.clone(), to);
        stream.context.work(NodeKind::Copy, move || {
            let mut outcome = Ok(());
            to.write(&mut |bytes| outcome = machine.read(from, bytes));
            outcome.map_err(|_| DriverError::InvalidValue)
        })
    }

    /// Copies within the devices' memory, in the order of a stream.
    ///
    /// # Errors
    /// As [`upload_in`](Self::upload_in).
    pub fn copy_in(&self, to: u64, from: u64, bytes: u64, stream: u64) -> Result<(), DriverError> {
        let stream = self.stream(stream)?;
        self.check_range(&stream, to, bytes)?;
        self.check_range(&stream, from, bytes)?;
        let machine = self.machine.clone();
        let copy = move || machine.copy(to, from, bytes).map_err(|_| DriverError::InvalidValue);
        stream.context.enqueue(&stream.queue, stream.context.work(NodeKind::Copy, copy)).map(|_| ())
    }

    /// Repeats a pattern of 1, 2 or 4 bytes `count` times from a device address on, in the order of a stream.
    ///
    /// # Errors
    /// As [`upload_in`](Self::upload_in), and [`DriverError::InvalidValue`] for an address that is not a multiple of the pattern.
    pub fn fill_in(&self, to: u64, pattern: &[u8], count: u64, stream: u64) -> Result<(), DriverError> {
        let stream = self.stream(stream)?;
        let bytes = count.checked_mul(pattern.len() as u64).ok_or(DriverError::InvalidValue)?;
        if !to.is_multiple_of(pattern.len() as u64) {
            return Err(DriverError::InvalidValue);
        }
        self.check_range(&stream, to, bytes)?;
        let (machine, pattern) = (self.machine.clone(), pattern.to_vec());
        let fill = move || machine.fill(to, &pattern, count).map_err(|_| DriverError::InvalidValue);
        stream.context.enqueue(&stream.queue, stream.context.work(NodeKind::Fill, fill)).map(|_| ())
    }

    fn check_range(&self, stream: &DriverStream, address: u64, bytes: u64) -> Result<(), DriverError> {
        stream.context.check()?;
        self.map.lock().check(address, bytes)
    }
}

/// Bytes that were copied out of the host's memory.
struct Staged(Vec<u8>);

impl Staged {
    fn of(memory: &dyn HostBytes) -> Arc<dyn HostBytes> {
        let mut staged = Vec::new();
        memory.read(&mut |bytes| staged.extend_from_slice(bytes));
        Arc::new(Staged(staged))
    }
}

impl HostBytes for Staged {
    fn address(&self) -> u64 {
        0
    }

    fn read(&self, reader: &mut dyn FnMut(&[u8])) {
        reader(&self.0);
    }

    /// Is never called: what is staged is only read.
    fn write(&self, _: &mut dyn FnMut(&mut [u8])) {}
}
