//! One warp-wide request, and the instruction that makes it.

use std::fmt;

use smem_layout::{BankModel, WarpRequest};

use super::Class;

/// Bytes of the shared array that all requests lie in: what a block may have statically.
pub(super) const SHARED_BYTES: u32 = 48 * 1024;

/// No request touches the bytes below: instructions reach their addresses with offsets of up to this many bytes.
pub(super) const LOWEST: u32 = 4096;

/// What an instruction does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Op {
    /// `ld.shared`
    Load,
    /// `st.shared`
    Store,
    /// `ldmatrix`; the active lanes are those that hold a row's address: 8 (`.x1`), 16 (`.x2`) or 32 (`.x4`).
    LdMatrix,
    /// `stmatrix`, in the same way.
    StMatrix,
    /// `atom.shared.add.u32`, whose old value is asked for.
    AtomicAdd,
    /// `atom.shared.exch.b64`
    Exchange,
    /// `atom.shared.cas`
    CompareAndSwap,
}

impl Op {
    /// All of them.
    pub const ALL: [Op; 7] =
        [Op::Load, Op::Store, Op::LdMatrix, Op::StMatrix, Op::AtomicAdd, Op::Exchange, Op::CompareAndSwap];

    /// The wavefronts of one request of it that `model` predicts.
    pub fn wavefronts(self, model: &BankModel, request: &WarpRequest) -> u32 {
        match self {
            Op::Load => model.load_cost(request).wavefronts,
            Op::Store | Op::LdMatrix | Op::StMatrix => model.cost(request).wavefronts,
            Op::AtomicAdd | Op::Exchange => model.atomic_cost(request).wavefronts,
            Op::CompareAndSwap => model.compare_and_swap_cost(request).wavefronts,
        }
    }

    /// Whether the lanes hold the addresses of matrices' rows.
    pub(super) fn is_matrix(self) -> bool {
        matches!(self, Op::LdMatrix | Op::StMatrix)
    }
}

/// As PTX spells it: `ld`, `st`, `ldmatrix`, `stmatrix`, `atom.add`, `atom.exch`, `atom.cas`.
impl fmt::Display for Op {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Op::Load => "ld",
            Op::Store => "st",
            Op::LdMatrix => "ldmatrix",
            Op::StMatrix => "stmatrix",
            Op::AtomicAdd => "atom.add",
            Op::Exchange => "atom.exch",
            Op::CompareAndSwap => "atom.cas",
        })
    }
}

/// A warp-wide access of shared memory, its addresses in bytes from the start of a 48 KiB array.
///
/// ```
/// use smem_examples::calibrate::requests;
/// use smem_layout::Arch;
///
/// let all = requests(100, 1);
/// let first = &all[0];
/// assert!(first.predicted(&Arch::SM_90.bank_model()) >= 1);
/// println!("{first}");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// What kind of pattern it was drawn from.
    pub class: Class,
    /// The instruction.
    pub op: Op,
    /// Addresses, active lanes and bytes a lane. The address of an inactive lane is 0.
    pub warp: WarpRequest,
}

impl Request {
    /// The wavefronts that `model` predicts.
    pub fn predicted(&self, model: &BankModel) -> u32 {
        self.op.wavefronts(model, &self.warp)
    }

    /// Which of the instructions it is: loads of 1, 2, 4, 8 and 16 bytes, stores of the same, `ldmatrix` .x1, .x2, .x4, and
    /// the further ones: `stmatrix` in the same way, an addition, an exchange, and compare-and-swap of 4 and 8 bytes.
    pub(super) fn kind(&self) -> usize {
        let width = self.warp.bytes().trailing_zeros() as usize;
        match self.op {
            Op::Load => width,
            Op::Store => 5 + width,
            Op::LdMatrix => 10 + (self.warp.active().count_ones() / 16) as usize,
            Op::StMatrix => 13 + (self.warp.active().count_ones() / 16) as usize,
            Op::AtomicAdd => 16,
            Op::Exchange => 17,
            Op::CompareAndSwap => 16 + width,
        }
    }

    /// Why a GPU could not run it, or a kernel of this program could not.
    pub(super) fn problem(&self) -> Option<&'static str> {
        let (active, bytes) = (self.warp.active(), self.warp.bytes());
        if active == 0 {
            return Some("no lane is active");
        }
        if self.op.is_matrix() && (bytes != 16 || !matches!(active, 0xff | 0xffff | u32::MAX)) {
            return Some("matrices are 8, 16 or 32 rows of 16 bytes");
        }
        match (self.op, bytes) {
            (Op::AtomicAdd, 4) | (Op::Exchange, 8) | (Op::CompareAndSwap, 4 | 8) => {}
            (Op::AtomicAdd | Op::Exchange | Op::CompareAndSwap, _) => return Some("that atomic has other bytes"),
            _ => {}
        }
        for address in (0..32).filter_map(|lane| self.warp.address(lane)) {
            if address < LOWEST || address > SHARED_BYTES - bytes {
                return Some("an address is outside the array");
            }
        }
        None
    }
}

/// Instruction, class, mask and every address: what is needed to find a rule.
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
