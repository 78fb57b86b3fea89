//! The instruction set of the machine: types, state spaces and decoded operations. It does not depend on a parser, so any front
//! end can produce it.

mod call;
mod cluster;
mod driver;
mod fragment;
mod group_product;
mod half_mode;
mod loop_step;
mod mbarrier;
mod memory;
mod memory_scope;
mod operation;
mod operation_registers;
mod order;
mod predicate_use;
mod ptx_flow;
mod register;
mod register_use;
pub mod sass;
mod special;
mod surface;
mod tensor;
mod tensor_copy;
mod texture;
mod types;
mod warp;

pub use call::{CallOperands, CalledFunction, Callee};
pub use cluster::{MappedAddress, RankOfAddress, TrackedStore};
pub use driver::{DriverFunction, kernel_handle, kernel_of_handle};
pub use fragment::{FragmentAccess, ProductTile, TiledProduct};
pub use group_product::{DescribedLeft, DescribedProduct};
pub use half_mode::HalfMode;
pub use loop_step::LoopStep;
pub use mbarrier::{BarrierAccess, BarrierOp, BulkTransfer};
pub use memory::{
    AddressOperand, AsyncCopy, Atomic, AtomicOp, AtomicPasses, CopyPath, LoadStore, MatrixAccess, MemoryOrder,
};
pub use memory_scope::{MemoryFence, MemoryScope};
pub use operation::{Carry, CarryOp, Clock, DriverCallOperands, Inst, Operation, PtxMatrix};
pub use order::OrderOp;
pub use predicate_use::PredicateUses;
pub use ptx_flow::PtxFlow;
pub use register::{BoolOp, FALSE, NOWHERE, Pred, PredSlot, SINK, Slot, TRUE};
pub use register_use::{RegisterUse, RegisterUses};
pub use special::SpecialRegister;
pub use surface::{SurfaceAccess, SurfaceBounds, SurfaceKind};
pub use tensor::{Factor, Float8, GroupShape, MatrixSum, ProductShape, Tf32Rounding};
pub use tensor_copy::{TensorPath, TensorTransfer};
pub use texture::{
    TextureExtent, TextureForm, TextureGeometry, TextureOffsets, TextureQuery, TextureRead, TextureSampling,
};
pub use types::{CompareOp, Conversion, Rounding, Space, Type};
pub use warp::{Barrier, BarrierResult, Exchange, Reduction, Shuffle, ShuffleMode, VoteResult};
