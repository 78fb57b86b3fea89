//! Which operations are requests to shared memory.

use super::{SassAccess, SassMatrix, SassOp};
use crate::isa::Space;
use crate::shared_op::SharedOp;

impl SassOp {
    /// Returns the kind of access and the bytes of a lane, if this accesses shared memory and nothing else.
    pub fn shared_op(&self) -> Option<(SharedOp, u32)> {
        let (space, op, bytes) = match self {
            Self::Access(SassAccess::Load(t)) => (t.space, SharedOp::Load, t.bytes),
            Self::Access(SassAccess::Store(t)) => (t.space, SharedOp::Store, t.bytes),
            Self::Access(SassAccess::Atomic(t)) => (t.space, SharedOp::Atomic, t.bytes),
            Self::Access(SassAccess::AtomicIfGlobal { atomic: t, .. }) => (Space::Global, SharedOp::Atomic, t.bytes),
            Self::Access(SassAccess::CompareAndStore { space, bytes, .. }) => (*space, SharedOp::Atomic, *bytes),
            Self::Matrix(SassMatrix::Load { .. }) => (Space::Shared, SharedOp::LdMatrix, 16),
            Self::Matrix(SassMatrix::Store { .. }) => (Space::Shared, SharedOp::StMatrix, 16),
            Self::Access(SassAccess::AsyncCopy { bytes, .. }) => (Space::Shared, SharedOp::AsyncCopy, *bytes),
            Self::Matrix(SassMatrix::GroupProduct(_)) => (Space::Shared, SharedOp::GroupProduct, 16),
            _ => return None,
        };
        (space == Space::Shared).then_some((op, bytes))
    }
}
