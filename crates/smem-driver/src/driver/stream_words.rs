//! Words of memory that streams write, and wait for.

use std::thread;
use std::time::Duration;

use super::Driver;
use crate::error::DriverError;
use crate::stream::NodeKind;

/// The longest pause between two looks at a word.
const LONGEST_PAUSE: Duration = Duration::from_millis(1);

/// The comparison that a stream waits for, of the word in memory with a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum WordCondition {
    /// The word is at least the value, as a difference that may wrap around.
    AtLeast,
    /// The word is the value.
    Equal,
    /// The word and the value have a bit in common.
    And,
    /// A bit is in neither of them.
    Nor,
}

impl WordCondition {
    /// Whether a word of 4 or 8 bytes meets the condition.
    ///
    /// ```
    /// use smem_driver::WordCondition;
    ///
    /// assert!(WordCondition::AtLeast.holds(2, 0xffff_ffff, 4));
    /// assert!(!WordCondition::AtLeast.holds(2, 0xffff_ffff, 8));
    /// assert!(WordCondition::Nor.holds(0x7fff_ffff, 0, 4));
    /// ```
    pub fn holds(self, word: u64, value: u64, bytes: usize) -> bool {
        let short = bytes == 4;
        match self {
            WordCondition::AtLeast if short => (word as u32).wrapping_sub(value as u32) as i32 >= 0,
            WordCondition::AtLeast => word.wrapping_sub(value) as i64 >= 0,
            WordCondition::Equal if short => word as u32 == value as u32,
            WordCondition::Equal => word == value,
            WordCondition::And if short => word as u32 & value as u32 != 0,
            WordCondition::And => word & value != 0,
            WordCondition::Nor if short => !(word as u32 | value as u32) != 0,
            WordCondition::Nor => !(word | value) != 0,
        }
    }
}

impl Driver {
    /// Fails for a word of 4 or 8 bytes that a device does not reach, or that is not at a multiple of its bytes.
    ///
    /// # Errors
    /// [`DriverError::InvalidValue`].
    pub fn check_word(&self, address: u64, bytes: usize) -> Result<(), DriverError> {
        if address == 0 || !address.is_multiple_of(bytes as u64) {
            return Err(DriverError::InvalidValue);
        }
        self.map.lock().check(address, bytes as u64)
    }

    /// Writes a word after the work of a stream.
    ///
    /// # Errors
    /// Those of [`check_word`](Self::check_word), and [`DriverError::InvalidHandle`].
    pub fn write_word_in(&self, address: u64, word: &[u8], stream: u64) -> Result<(), DriverError> {
        let stream = self.stream(stream)?;
        self.check_word(address, word.len())?;
        let (machine, word) = (self.machine.clone(), word.to_vec());
        let write = move || machine.write(address, &word).map_err(|_| DriverError::IllegalAddress);
        stream.context.enqueue(&stream.queue, stream.context.work(NodeKind::WordOperation, write)).map(|_| ())
    }

    /// Lets the work that follows in a stream wait for a word of 4 or 8 bytes, which another stream, a kernel or the host writes.
    ///
    /// # Errors
    /// As [`write_word_in`](Self::write_word_in).
    pub fn wait_for_word_in(
        &self,
        address: u64,
        value: u64,
        bytes: usize,
        condition: WordCondition,
        stream: u64,
    ) -> Result<(), DriverError> {
        let stream = self.stream(stream)?;
        self.check_word(address, bytes)?;
        let machine = self.machine.clone();
        let wait = move || {
            let mut pause = Duration::from_micros(20);
            loop {
                let mut word = [0; 8];
                machine.read(address, &mut word[..bytes]).map_err(|_| DriverError::IllegalAddress)?;
                if condition.holds(u64::from_le_bytes(word), value, bytes) {
                    return Ok(());
                }
                thread::sleep(pause);
                pause = (pause * 2).min(LONGEST_PAUSE);
            }
        };
        stream.context.enqueue(&stream.queue, stream.context.work(NodeKind::WordOperation, wait)).map(|_| ())
    }
}
