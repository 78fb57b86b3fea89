//! Bulk copies of boxes of tensors (`cp.async.bulk.tensor`), done at once. As with other bulk copies nothing is counted.
//!
//! Rows of a box are dense, or with a swizzle as long as its rows. Outside the tensor a load fills with zeros, or with a NaN. A store writes
//! units of 16 bytes whole, up to 15 bytes past the end of the first dimension. So were the 81 copies of `tests/hardware/tensor_copies` that an H200 made; it
//! refused all 264 whose first coordinate is not a multiple of 16 bytes, and all 15 stores at a negative coordinate.

use super::{ArrivalOf, Finder, Reach, apply};
use crate::fault::FaultKind;
use crate::isa::{AtomicOp, Space, TensorPath};
use crate::lanes::lanes;
use crate::machine::lane_fault::{LaneFault, LaneResult};
use crate::memory::resolve;
use crate::tensor_map::{TensorElement, TensorMap};

/// A copy of a box of a tensor, by one thread.
#[derive(Debug)]
pub(in crate::machine) struct TensorMove {
    pub(in crate::machine) lane: usize,
    pub(in crate::machine) path: TensorPath,
    /// The map's address.
    pub(in crate::machine) map: u64,
    /// The box's first element, along each dimension.
    pub(in crate::machine) at: Vec<i64>,
    /// The place in shared memory, as the code names it.
    pub(in crate::machine) shared: u64,
    /// Of a copy to shared memory, the `mbarrier`.
    pub(in crate::machine) barrier: u64,
    /// The blocks of the cluster that a multicast goes to.
    pub(in crate::machine) blocks: u32,
}

/// Bytes that copies move at least.
const UNIT: i64 = 16;
/// 16 bits of the NaN that fills: in f32 and f64 they come twice and four times.
const FILL: u64 = 0x7ff7_7ff7_7ff7_7ff7;
/// Alignment of a box in shared memory.
const ALIGNMENT: u64 = 128;

impl Reach<'_> {
    /// Executes a copy of a box.
    pub(in crate::machine) fn tensor_copy(&mut self, copy: &TensorMove) -> LaneResult<()> {
        let TensorMove { lane, path, shared, barrier, ref at, .. } = *copy;
        let wrong = |message: String| LaneFault::boxed(lane, copy.map, FaultKind::Warp(message));
        let map = self.tensor_map(lane, copy.map)?;
        if map.dims.len() != at.len() {
            let there = map.dims.len();
            return Err(wrong(format!("a copy in {} dimensions, and the tensor map has {there}", at.len())));
        }
        let bytes = i64::from(map.element.bytes());
        if at[0] * bytes % UNIT != 0 {
            return Err(wrong(format!("a tensor copy from element {} on, which does not begin at 16 bytes", at[0])));
        }
        if matches!(path, TensorPath::ToGlobal { .. }) && at.iter().any(|&at| at < 0) {
            return Err(wrong(format!("a tensor copy to the negative coordinates {at:?}")));
        }
        if !shared.is_multiple_of(ALIGNMENT) {
            return Err(wrong(format!("a tensor copy at {shared:#x} in shared memory, not a multiple of {ALIGNMENT}")));
        }
        match path {
            TensorPath::ToShared { multicast: false } => self.load_box(&map, at, shared, barrier, lane),
            TensorPath::ToShared { multicast: true } => lanes(copy.blocks).try_for_each(|block| {
                let (shared, barrier) = (self.in_block(block, shared), self.in_block(block, barrier));
                self.load_box(&map, at, shared, barrier, lane)
            }),
            TensorPath::ToGlobal { reduction } => self.store_box(&map, at, shared, reduction, lane),
        }
    }

    fn tensor_map(&self, lane: usize, address: u64) -> LaneResult<TensorMap> {
        let mut words = [0; 32];
        let found = match resolve(address) {
            (Space::Param, at) => {
                let bytes = usize::try_from(at).ok().and_then(|at| self.context.params.get(at..)?.get(..128));
                bytes.map(|bytes| {
                    for (word, bytes) in words.iter_mut().zip(bytes.chunks_exact(4)) {
                        *word = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
                    }
                })
            }
            (Space::Global, _) => self.context.global.find(address, 128).and_then(|memory| {
                let at = memory.offset(address, 128).filter(|at| at % 4 == 0)?;
                for (i, word) in (0..).zip(&mut words) {
                    *word = memory.load(at + 4 * i, 4) as u32;
                }
                Some(())
            }),
            _ => None,
        };
        let map = found.and_then(|()| TensorMap::read(&words));
        map.ok_or_else(|| {
            let message = "there is no tensor map that the simulator knows at the address".to_owned();
            LaneFault::boxed(lane, address, FaultKind::Warp(message))
        })
    }

    /// Calls `f` with the place in shared memory of each row of the box, and where it is in the tensor: bytes from its start, `None`
    /// outside.
    fn box_rows(
        &mut self,
        map: &TensorMap,
        at: &[i64],
        mut f: impl FnMut(&mut Self, u64, Option<i64>) -> LaneResult<()>,
    ) -> LaneResult<u64> {
        let row = u64::from(map.box_dims[0] * map.element.bytes());
        let pitch = map.swizzle.map_or(row, |swizzle| swizzle.row_bytes().into());
        let counts: Vec<u32> = map.box_dims.iter().zip(&map.steps).skip(1).map(|(n, step)| n.div_ceil(*step)).collect();
        let total: u32 = counts.iter().product();
        for number in 0..total {
            let (mut rest, mut start) = (number, Some(0));
            for (axis, &count) in counts.iter().enumerate() {
                let along = at[axis + 1] + i64::from(rest % count * map.steps[axis + 1]);
                rest /= count;
                let inside = (0..map.dims[axis + 1] as i64).contains(&along);
                start = start.filter(|_| inside).map(|start| start + along * map.strides[axis] as i64);
            }
            f(self, u64::from(number) * pitch, start)?;
        }
        Ok(row * u64::from(total))
    }

    /// The places in shared memory of the rows of a box at `shared`, of each so many first elements as `count` gives for the row's place in
    /// the tensor: first bytes and lengths, ascending and apart.
    fn box_places(
        &mut self,
        map: &TensorMap,
        at: &[i64],
        shared: u64,
        count: impl Fn(Option<i64>) -> Option<u32>,
    ) -> LaneResult<Vec<(u64, u32)>> {
        let mut units: Vec<(u64, u32)> = Vec::new();
        self.box_rows(map, at, |_, offset, start| {
            let bytes = u64::from(count(start).unwrap_or(0) * map.element.bytes());
            for unit in (0..bytes).step_by(UNIT as usize) {
                let length = (bytes - unit).min(UNIT as u64) as u32;
                units.push((swizzled(map, shared + offset + unit), length));
            }
            Ok(())
        })?;
        units.sort_unstable();
        let mut places: Vec<(u64, u32)> = Vec::new();
        for (place, bytes) in units {
            match places.last_mut() {
                Some((first, length)) if *first + u64::from(*length) == place => *length += bytes,
                _ => places.push((place, bytes)),
            }
        }
        Ok(places)
    }

    fn load_box(&mut self, map: &TensorMap, at: &[i64], to: u64, barrier: u64, lane: usize) -> LaneResult<()> {
        let bytes = map.element.bytes();
        if self.tally.hazards.is_some() {
            // All of the box is written: zeros, where it is outside the tensor.
            for (place, bytes) in self.box_places(map, at, to, |_| Some(map.box_dims[0]))? {
                self.check_bulk_write(lane, place, bytes, barrier)?;
            }
        }
        let fill = if map.fills_with_nan { FILL & (u64::MAX >> (64 - 8 * bytes)) } else { 0 };
        let mut loaded = 0;
        let taken = self.box_rows(map, at, |reach, offset, start| {
            let mut finder = Finder::new(reach.context.global);
            for i in 0..map.box_dims[0] {
                let along = at[0] + i64::from(i);
                let inside = start.filter(|_| (0..map.dims[0] as i64).contains(&along));
                let value = match inside {
                    None => fill,
                    Some(start) => {
                        let address = map.address.wrapping_add((start + along * i64::from(bytes)) as u64);
                        let (memory, at) = finder.find(lane, address, bytes)?;
                        loaded += u64::from(bytes);
                        map.element.loaded(memory.load(at, bytes))
                    }
                };
                let place = reach.place(lane, swizzled(map, to + offset + u64::from(i * bytes)), bytes)?;
                reach.memory_mut(place.block).store(place.at, bytes, value);
            }
            Ok(())
        })?;
        self.tally.global_loaded += loaded;
        self.arrive_at(lane, barrier, ArrivalOf::completing(taken)).map(drop)
    }

    fn store_box(
        &mut self,
        map: &TensorMap,
        at: &[i64],
        from: u64,
        reduction: Option<AtomicOp>,
        lane: usize,
    ) -> LaneResult<()> {
        let bytes = map.element.bytes();
        let reduction = reduction
            .map(|op| typed(op, map.element))
            .transpose()
            .map_err(|message| LaneFault::boxed(lane, None, FaultKind::Warp(message)))?;
        // Whole units, of which the last one may begin inside the tensor.
        let end = (map.dims[0] * u64::from(bytes)).next_multiple_of(UNIT as u64) / u64::from(bytes);
        let mut stored = 0;
        if self.tally.hazards.is_some() {
            let inside = (end as i64 - at[0]).clamp(0, map.box_dims[0].into()) as u32;
            for (place, bytes) in self.box_places(map, at, from, |start| start.map(|_| inside))? {
                self.check_bulk_read(lane, place, bytes, true)?;
            }
        }
        self.box_rows(map, at, |reach, offset, start| {
            let Some(start) = start else { return Ok(()) };
            let mut finder = Finder::new(reach.context.global);
            for i in 0..map.box_dims[0] {
                let along = at[0] + i64::from(i);
                if along >= end as i64 {
                    break;
                }
                let place = reach.read_place(lane, swizzled(map, from + offset + u64::from(i * bytes)), bytes)?;
                let value = reach.memory(place.block).load(place.at, bytes);
                let address = map.address.wrapping_add((start + along * i64::from(bytes)) as u64);
                let (memory, at) = finder.find(lane, address, bytes)?;
                match reduction {
                    None => memory.store(at, bytes, value),
                    Some(op) => {
                        memory.update(at, bytes, |old| apply(op, bytes, old, value, 0));
                    }
                }
                stored += u64::from(bytes);
            }
            Ok(())
        })?;
        self.tally.global_stored += stored;
        Ok(())
    }
}

/// The address at which the byte at this address of a dense box lies: 16-byte chunks are XORed with higher bits of the address.
fn swizzled(map: &TensorMap, address: u64) -> u64 {
    match map.swizzle {
        None => address,
        Some(swizzle) => address ^ (address >> 7 & (u64::from(swizzle.row_bytes()) / 16 - 1)) << 4,
    }
}

/// The reduction for a type of elements.
fn typed(op: AtomicOp, element: TensorElement) -> Result<AtomicOp, String> {
    use TensorElement::{F32, I32, I64, U32, U64};
    match (op, element) {
        (AtomicOp::Add, U32 | I32 | U64 | I64) => Ok(AtomicOp::Add),
        (AtomicOp::Add, F32) => Ok(AtomicOp::AddF32),
        (AtomicOp::MinU, I32 | I64) => Ok(AtomicOp::MinS),
        (AtomicOp::MaxU, I32 | I64) => Ok(AtomicOp::MaxS),
        (AtomicOp::MinU | AtomicOp::MaxU, U32 | U64) => Ok(op),
        (AtomicOp::And | AtomicOp::Or | AtomicOp::Xor, U32 | I32 | U64 | I64) => Ok(op),
        (AtomicOp::Inc | AtomicOp::Dec, U32) => Ok(op),
        _ => Err(format!("the reduction {op:?} of a tensor of {element:?} is unknown")),
    }
}
