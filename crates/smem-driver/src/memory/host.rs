//! The host's memory, which only the caller can reach.

/// Bytes of the host that copies read and write. The C interface implements it for the pointers of its callers.
///
/// ```
/// use std::sync::Mutex;
/// use smem_driver::HostBytes;
///
/// #[derive(Default)]
/// struct Bytes(Mutex<Vec<u8>>);
///
/// impl HostBytes for Bytes {
///     fn address(&self) -> u64 {
///         0
///     }
///     fn read(&self, reader: &mut dyn FnMut(&[u8])) {
///         reader(&self.0.lock().unwrap());
///     }
///     fn write(&self, writer: &mut dyn FnMut(&mut [u8])) {
///         writer(&mut self.0.lock().unwrap());
///     }
/// }
/// # let bytes = Bytes(Mutex::new(vec![7; 4]));
/// # bytes.read(&mut |bytes| assert_eq!(bytes, [7; 4]));
/// ```
pub trait HostBytes: Send + Sync {
    /// The address of the first byte, by which the driver knows whether the memory is page-locked.
    fn address(&self) -> u64;

    /// Gives `reader` all of the bytes, once.
    fn read(&self, reader: &mut dyn FnMut(&[u8]));

    /// Gives `writer` all of the bytes to change, once.
    fn write(&self, writer: &mut dyn FnMut(&mut [u8]));
}

/// Memory of the host that the driver knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct HostRange {
    pub(crate) address: u64,
    pub(crate) bytes: u64,
    pub(crate) flags: u32,
    pub(crate) kind: HostKind,
}

/// How memory of the host came to be known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum HostKind {
    /// The driver handed it out as page-locked.
    PageLocked,
    /// The driver handed it out for host and device.
    Managed,
    /// The program has it from elsewhere and registered it.
    Registered,
}
