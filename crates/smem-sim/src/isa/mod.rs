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
mod ptx_matrix;
mod register;
mod register_use;
pub(crate) mod sass;
mod special;
mod surface;
mod tensor;
mod tensor_copy;
mod texture;
mod types;
mod warp;

pub(crate) use call::{CallOperands, CalledFunction, Callee};
pub(crate) use cluster::{MappedAddress, RankOfAddress, TrackedStore};
pub(crate) use driver::{DriverFunction, kernel_handle, kernel_of_handle};
pub(crate) use fragment::{FragmentAccess, ProductTile, TiledProduct};
pub(crate) use group_product::{DescribedLeft, DescribedProduct};
pub(crate) use half_mode::HalfMode;
pub(crate) use loop_step::LoopStep;
pub(crate) use mbarrier::{BarrierAccess, BarrierOp, BulkTransfer};
pub(crate) use memory::{
    AddressOperand, AsyncCopy, Atomic, AtomicOp, AtomicPasses, CopyPath, LoadStore, MatrixAccess, MemoryOrder,
};
pub(crate) use memory_scope::{MemoryFence, MemoryScope};
pub(crate) use operation::{Carry, CarryOp, Clock, DriverCallOperands, Inst, Operation};
pub(crate) use order::OrderOp;
pub(crate) use predicate_use::PredicateUses;
pub(crate) use ptx_flow::PtxFlow;
pub(crate) use ptx_matrix::PtxMatrix;
pub(crate) use register::{BoolOp, FALSE, NOWHERE, Pred, PredSlot, SINK, Slot, TRUE};
pub(crate) use register_use::{RegisterUse, RegisterUses};
pub(crate) use special::SpecialRegister;
pub(crate) use surface::{SurfaceAccess, SurfaceBounds, SurfaceKind};
pub(crate) use tensor::{Factor, Float8, GroupShape, MatrixSum, ProductShape, Tf32Rounding};
pub(crate) use tensor_copy::{TensorPath, TensorTransfer};
pub(crate) use texture::{
    TextureExtent, TextureForm, TextureGeometry, TextureOffsets, TextureQuery, TextureRead, TextureSampling,
};
pub(crate) use types::{CompareOp, Conversion, Rounding, Space, Type};
pub(crate) use warp::{Barrier, BarrierResult, Exchange, Reduction, Shuffle, ShuffleMode, VoteResult};
