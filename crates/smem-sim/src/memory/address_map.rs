//! Places of a block's bytes in shared memory that differ from their addresses.

use std::fmt;

/// Where each byte of a block's shared memory is kept: a launch with such a map behaves as if its arrays had been compiled with another
/// layout.
///
/// A kernel uses the addresses that it was compiled with. [`Simulator::launch_relaid`](crate::Simulator::launch_relaid) translates them,
/// and counts wavefronts at the places; its example moves the rows of a tile apart. An access whose bytes the map tears apart or
/// misaligns is a fault.
///
/// ```
/// use smem_sim::AddressMap;
///
/// // Two rows of 8 bytes, 12 bytes apart.
/// let map = AddressMap::new((0..16).map(|byte| byte + byte / 8 * 4).collect())?;
/// assert_eq!((map.bytes(), map.kept_bytes()), (16, 20));
/// assert!(AddressMap::new(vec![0, 1, 1]).is_err());
/// # Ok::<(), smem_sim::AddressMapError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AddressMap {
    places: Vec<u32>,
    kept_bytes: u32,
}

/// The error of an [`AddressMap`] that keeps two bytes in one place, or one beyond 16 MiB.
#[derive(thiserror::Error, Debug, Clone, Copy, PartialEq, Eq)]
pub struct AddressMapError {
    /// The second byte of the two, or the byte that is too far.
    pub byte: u32,
    /// Its place.
    pub place: u32,
}

/// More than any block has.
const MOST_BYTES: u32 = 16 << 20;

impl AddressMap {
    /// Makes the map that keeps byte `i` of shared memory, static and dynamic, at `places[i]`.
    ///
    /// # Errors
    /// Two bytes with one place, or a place beyond 16 MiB.
    pub fn new(places: Vec<u32>) -> Result<Self, AddressMapError> {
        let kept_bytes = places.iter().max().map_or(0, |last| last.saturating_add(1));
        let mut taken = vec![false; kept_bytes.min(MOST_BYTES) as usize];
        for (byte, &place) in (0..).zip(&places) {
            match taken.get_mut(place as usize) {
                Some(taken) if !*taken => *taken = true,
                _ => return Err(AddressMapError { byte, place }),
            }
        }
        Ok(Self { places, kept_bytes })
    }

    /// The number of bytes that a block addresses.
    pub fn bytes(&self) -> u32 {
        self.places.len() as u32
    }

    /// The number of bytes that keep them, what is between them included.
    pub fn kept_bytes(&self) -> u32 {
        self.kept_bytes
    }

    /// Returns the place of the byte at an address. Bytes past those that the map has follow all its places.
    pub(crate) fn place_of_byte(&self, address: u64) -> u64 {
        let inside = usize::try_from(address).ok().and_then(|address| self.places.get(address));
        let past_end = || address.wrapping_sub(self.bytes().into()).wrapping_add(self.kept_bytes.into());
        inside.map_or_else(past_end, |place| u64::from(*place))
    }

    /// Returns the place of bytes that are inside, if they stay together.
    pub(crate) fn place(&self, address: u64, bytes: u64) -> Option<u64> {
        let start = self.place_of_byte(address);
        (1..bytes).all(|byte| self.place_of_byte(address + byte) == start + byte).then_some(start)
    }
}

impl fmt::Display for AddressMapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { byte, place } = self;
        if *place >= MOST_BYTES {
            write!(f, "byte {byte} of shared memory cannot be kept at {place}: a block has less memory")
        } else {
            write!(f, "byte {byte} of shared memory cannot be kept at {place}, where an earlier byte is")
        }
    }
}
