//! Registers of a whole warp, and types of functions over them. The last argument of each is the mask of lanes to write.

/// One register of the 32 lanes. A narrower value is zero-extended.
pub(crate) type Lanes = [u64; 32];

pub(crate) type Lanes1 = fn(&mut Lanes, &Lanes, u32);
pub(crate) type Lanes2 = fn(&mut Lanes, &Lanes, &Lanes, u32);
pub(crate) type Lanes3 = fn(&mut Lanes, &Lanes, &Lanes, &Lanes, u32);
pub(crate) type Lanes4 = fn(&mut Lanes, &Lanes, &Lanes, &Lanes, &Lanes, u32);
pub(crate) type Compare = fn(&Lanes, &Lanes) -> u32;

/// Iterates over the lanes of a mask, lowest first.
pub(crate) fn lanes(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if mask == 0 {
            return None;
        }
        let lane = mask.trailing_zeros() as usize;
        mask &= mask - 1;
        Some(lane)
    })
}
