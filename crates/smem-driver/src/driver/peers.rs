//! Access of contexts to each other's memory. Addresses are one device's alone and every kernel reaches them all, so it is what programs
//! have asked for that is kept.

use super::Driver;
use crate::error::DriverError;

impl Driver {
    /// Lets the current context reach the memory of another, until either ends.
    ///
    /// # Errors
    /// [`DriverError::InvalidContext`] for what is not a context, [`DriverError::PeerAccessUnsupported`] for the current one,
    /// [`DriverError::InvalidValue`] for flags, [`DriverError::PeerAccessAlreadyEnabled`].
    pub fn enable_peer(&self, peer: u64, flags: u32) -> Result<(), DriverError> {
        let context = self.context()?;
        if peer == context.handle {
            return Err(DriverError::PeerAccessUnsupported);
        }
        self.contexts.get(peer).map_err(|_| DriverError::InvalidContext)?;
        if flags != 0 {
            return Err(DriverError::InvalidValue);
        }
        if context.peers.lock().insert(peer) { Ok(()) } else { Err(DriverError::PeerAccessAlreadyEnabled) }
    }

    /// Ends what [`enable_peer`](Self::enable_peer) began.
    ///
    /// # Errors
    /// [`DriverError::PeerAccessNotEnabled`].
    pub fn disable_peer(&self, peer: u64) -> Result<(), DriverError> {
        if self.context()?.peers.lock().remove(&peer) { Ok(()) } else { Err(DriverError::PeerAccessNotEnabled) }
    }
}
