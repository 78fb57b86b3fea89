//! State spaces of addresses, and faults of addresses that are not in theirs.

use crate::fault::FaultKind;
use crate::isa::Space;
use crate::lanes::{Lanes, lanes};
use crate::machine::lane_fault::{LaneFault, LaneResult};
use crate::memory::resolve;

/// Calls `f` once for each space that the addresses fall in, with the lanes and the addresses in that space.
pub(in crate::machine) fn by_space<E>(
    space: Space,
    addresses: &Lanes,
    mask: u32,
    mut f: impl FnMut(Space, &Lanes, u32) -> Result<(), E>,
) -> Result<(), E> {
    if space != Space::Generic {
        return f(space, addresses, mask);
    }
    let mut left = mask;
    while left != 0 {
        let (space, _) = resolve(addresses[left.trailing_zeros() as usize]);
        let mut inside = *addresses;
        let mut group = 0;
        for lane in lanes(left) {
            let (found, address) = resolve(addresses[lane]);
            if found == space {
                group |= 1 << lane;
                inside[lane] = address;
            }
        }
        f(space, &inside, group)?;
        left &= !group;
    }
    Ok(())
}

pub(in crate::machine) fn check_aligned(space: Space, lane: usize, address: u64, bytes: u32) -> LaneResult<()> {
    if address.is_multiple_of(u64::from(bytes)) {
        return Ok(());
    }
    Err(LaneFault::boxed(lane, address, FaultKind::Misaligned { space: space.name(), bytes }))
}

pub(in crate::machine) fn outside(
    space: Space,
    lane: usize,
    address: u64,
    bytes: u32,
    detail: String,
) -> Box<LaneFault> {
    LaneFault::boxed(lane, address, FaultKind::OutOfBounds { space: space.name(), bytes, detail })
}

/// Returns the addresses in shared memory of what can be nowhere else. `detail` is for the fault of an address that is.
pub(in crate::machine) fn in_shared(
    space: Space,
    given: &Lanes,
    mask: u32,
    bytes: u32,
    detail: &str,
) -> LaneResult<Lanes> {
    let mut found = *given;
    by_space(space, given, mask, |space, inside, mask| {
        if space != Space::Shared {
            let lane = mask.trailing_zeros() as usize & 31;
            return Err(outside(space, lane, inside[lane], bytes, detail.to_owned()));
        }
        lanes(mask).for_each(|lane| found[lane] = inside[lane]);
        Ok(())
    })?;
    Ok(found)
}
