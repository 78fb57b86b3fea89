//! Which operations are requests to shared memory.

use super::SassOp;
use crate::isa::Space;
use crate::profile::SharedOp;

impl SassOp {
    /// Returns the kind of access and the bytes of a lane, if this accesses shared memory and nothing else.
    pub(crate) fn shared_op(&self) -> Option<(SharedOp, u32)> {
        let (space, op, bytes) = match self {
            Self::Load(t) => (t.space, SharedOp::Load, t.bytes),
            Self::Store(t) => (t.space, SharedOp::Store, t.bytes),
            Self::Atomic(t) => (t.space, SharedOp::Atomic, t.bytes),
            Self::AtomicIfGlobal { atomic: t, .. } => (Space::Global, SharedOp::Atomic, t.bytes),
            Self::CompareAndStore { space, bytes, .. } => (*space, SharedOp::Atomic, *bytes),
            Self::LoadMatrix { .. } => (Space::Shared, SharedOp::LdMatrix, 16),
            Self::StoreMatrix { .. } => (Space::Shared, SharedOp::StMatrix, 16),
            Self::AsyncCopy { bytes, .. } => (Space::Shared, SharedOp::AsyncCopy, *bytes),
            Self::GroupProduct(_) => (Space::Shared, SharedOp::GroupProduct, 16),
            _ => return None,
        };
        (space == Space::Shared).then_some((op, bytes))
    }
}
