//! One warp-wide request.

use std::fmt;

use smem_layout::{BankModel, WarpRequest};

use super::PatternClass;
use super::instructions::INSTRUCTIONS;
use super::op::Op;

/// Bytes of the shared array that all requests lie in: what a block may have statically.
pub(super) const SHARED_BYTES: u32 = 48 * 1024;

/// No request touches the bytes below: instructions reach their addresses with offsets of up to this many bytes.
pub(super) const LOWEST: u32 = 4096;

/// A warp-wide access of shared memory, its addresses in bytes from the start of a 48 KiB array.
///
/// ```
/// use smem_hardware::calibrate::requests;
/// use smem_layout::Arch;
///
/// let all = requests(100, 1);
/// let first = &all[0];
/// assert!(first.predicted(&Arch::SM_90.bank_model()) >= 1);
/// println!("{first}");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// The class of pattern that it was drawn from.
    pub class: PatternClass,
    /// The instruction.
    pub op: Op,
    /// Addresses, active lanes and bytes a lane. The address of an inactive lane is 0.
    pub warp: WarpRequest,
}

impl Request {
    /// Returns the wavefronts that `model` predicts.
    pub fn predicted(&self, model: &BankModel) -> u32 {
        self.op.wavefronts(model, &self.warp)
    }

    /// Returns the number of its [instruction](super::instructions::INSTRUCTIONS), `None` where a lane has other bytes.
    pub(super) fn kind(&self) -> Option<usize> {
        let matrices = if self.op.is_matrix() { self.warp.active().count_ones() / 8 } else { 0 };
        INSTRUCTIONS
            .iter()
            .position(|known| (known.op, known.bytes, known.matrices) == (self.op, self.warp.bytes(), matrices))
    }

    /// Returns the reason why a GPU, or a kernel of this program, could not run it.
    pub(super) fn problem(&self) -> Option<&'static str> {
        let (active, bytes) = (self.warp.active(), self.warp.bytes());
        if active == 0 {
            return Some("no lane is active");
        }
        if self.op.is_matrix() && (bytes != 16 || !matches!(active, 0xff | 0xffff | u32::MAX)) {
            return Some("matrices are 8, 16 or 32 rows of 16 bytes");
        }
        if !self.op.widths().contains(&bytes) {
            return Some("that instruction has other bytes");
        }
        for address in (0..32).filter_map(|lane| self.warp.address(lane)) {
            if address < LOWEST || address > SHARED_BYTES - bytes {
                return Some("an address is outside the array");
            }
        }
        None
    }
}

/// Instruction, class, mask and every address: all that is needed to find a rule.
impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (active, bytes) = (self.warp.active(), self.warp.bytes());
        let (op, class) = (self.op, self.class);
        if op.is_matrix() {
            write!(f, "{op} .x{}", active.count_ones() / 8)?;
        } else {
            write!(f, "{op} of {bytes} bytes")?;
        }
        writeln!(f, ", {class}, active {active:#010x}, byte addresses by lane (word = byte / 4, bank = word mod 32):")?;
        for row in 0..4 {
            write!(f, "   ")?;
            for lane in 8 * row..8 * row + 8 {
                match self.warp.address(lane) {
                    Some(address) => write!(f, " {address:>6}")?,
                    None => write!(f, "      -")?,
                }
            }
            if row < 3 {
                writeln!(f)?;
            }
        }
        Ok(())
    }
}
