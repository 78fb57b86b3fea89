//! Requests of shared memory and the wavefronts they take, of loads and of stores.

use std::fmt;
use std::iter::Sum;
use std::ops::Add;

use smem_layout::{Access, BankModel, Layout, Positions, SmemTile, WarpLanes, WarpRequest};
use smem_sim::{Isa, Profile, SharedOp};

use crate::calibrate::Op;
use smem_examples::Error;

/// A tile in shared memory as its accesses meet it.
#[derive(Debug, Clone, Copy)]
pub struct AccessedTile {
    layout: Layout,
    elem_bytes: u32,
}

impl AccessedTile {
    /// Returns a tile of elements of `elem_bytes` bytes in `layout`.
    pub const fn new(layout: Layout, elem_bytes: u32) -> AccessedTile {
        AccessedTile { layout, elem_bytes }
    }

    /// Returns the annotated tile `T`.
    pub const fn of<T: SmemTile>() -> AccessedTile {
        AccessedTile::new(T::LAYOUT, size_of::<T::Elem>() as u32)
    }

    /// Returns the request that a warp makes at position `number` of `access`: warp `number` of `row` is row `number` where
    /// the tile has 32 columns.
    ///
    /// ```
    /// use smem_hardware::wavefronts::AccessedTile;
    /// use smem_layout::{Access, Layout};
    ///
    /// let column = AccessedTile::new(Layout::padded(32, 32, 1)?, 4).request(&Access::col(), 5);
    /// assert_eq!(column.addresses()[..3], [4 * 5, 4 * (33 + 5), 4 * (66 + 5)]);
    /// # Ok::<(), smem_layout::LayoutError>(())
    /// ```
    pub fn request(&self, access: &Access, number: u32) -> WarpRequest {
        let AccessedTile { layout, elem_bytes } = self;
        let lanes = Positions::new(access, layout.rows(), layout.cols(), *elem_bytes).expect("an access of the tile");
        let lanes = lanes.lanes(number);
        lanes.request(layout, *elem_bytes, access.lane_elements(*elem_bytes))
    }

    /// Returns the request in which lane `i` touches the element `at(i)`, a row and a column, or is inactive.
    pub fn request_at(&self, mut at: impl FnMut(u32) -> Option<(u32, u32)>) -> WarpRequest {
        let (mut lanes, mut active) = ([(0, 0); 32], 0);
        for (lane, place) in (0..).zip(&mut lanes) {
            if let Some(at) = at(lane) {
                *place = at;
                active |= 1 << lane;
            }
        }
        WarpLanes { at: lanes, active }.request(&self.layout, self.elem_bytes, 1)
    }
}

/// A request that a launch makes, and how often.
#[derive(Debug, Clone, Copy)]
pub struct RepeatedRequest {
    /// The instruction.
    pub op: Op,
    /// The addresses of its lanes.
    pub request: WarpRequest,
    /// The number of times that it is made, over all warps and blocks.
    pub times: u64,
}

impl RepeatedRequest {
    /// Returns a load, so many times.
    pub fn load(request: WarpRequest, times: u64) -> RepeatedRequest {
        RepeatedRequest { op: Op::Load, request, times }
    }

    /// Returns a load through generic addresses, so many times.
    pub fn generic_load(request: WarpRequest, times: u64) -> RepeatedRequest {
        RepeatedRequest { op: Op::GenericLoad, request, times }
    }

    /// Returns a store, so many times.
    pub fn store(request: WarpRequest, times: u64) -> RepeatedRequest {
        RepeatedRequest { op: Op::Store, request, times }
    }

    /// Returns the same with those lanes alone whose bits are set.
    pub fn of_lanes(mut self, lanes: u32) -> RepeatedRequest {
        self.request = self.request.of_lanes(lanes);
        self
    }
}

/// A figure of loads (`ldmatrix` among them) and one of stores.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LoadsAndStores {
    /// Of loads.
    pub loads: u64,
    /// Of stores.
    pub stores: u64,
}

/// `1,234 / 567`
impl fmt::Display for LoadsAndStores {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} / {}", grouped(self.loads), grouped(self.stores))
    }
}

/// Returns a number as in `1,234,567`.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The requests of a launch to shared memory, and their wavefronts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Traffic {
    /// Warp-wide loads and stores with at least one active lane.
    pub requests: LoadsAndStores,
    /// The wavefronts that they take.
    pub wavefronts: LoadsAndStores,
}

impl Traffic {
    /// Returns what `model` predicts for these requests. Those without an active lane do not count.
    pub fn predicted(requests: &[RepeatedRequest], model: &BankModel) -> Traffic {
        let one = |RepeatedRequest { op, request, times }: &RepeatedRequest| {
            Traffic::of(op.is_store(), *times, times * u64::from(op.wavefronts(model, request)))
        };
        requests.iter().filter(|shared| shared.request.active() != 0).map(one).sum()
    }

    /// Returns what the simulator has counted: of PTX the requests, of machine code the executed instructions.
    ///
    /// # Errors
    /// [`Error::Launch`] where the kernel has atomics or asynchronous copies in shared memory: they are neither loads nor
    /// stores.
    pub fn counted(profile: &Profile) -> Result<Traffic, Error> {
        // A GPU counts the instructions of its machine code, those whose lanes are all off among them.
        let requests = |count: &smem_sim::SharedCount| match profile.isa {
            Isa::Sass => count.executed,
            _ => count.requests,
        };
        let one = |count: &smem_sim::SharedCount| match count.op {
            SharedOp::Load | SharedOp::LdMatrix => Ok(Traffic::of(false, requests(count), count.wavefronts)),
            SharedOp::Store | SharedOp::StMatrix => Ok(Traffic::of(true, requests(count), count.wavefronts)),
            other => Err(smem_launch::Error::Simulator(format!(
                "`{}` has an instruction on shared memory that is neither a load nor a store: {other}",
                profile.kernel
            ))
            .into()),
        };
        profile.shared.iter().map(one).sum()
    }

    fn of(is_store: bool, requests: u64, wavefronts: u64) -> Traffic {
        let both = |figure| {
            if is_store {
                LoadsAndStores { loads: 0, stores: figure }
            } else {
                LoadsAndStores { loads: figure, stores: 0 }
            }
        };
        Traffic { requests: both(requests), wavefronts: both(wavefronts) }
    }
}

impl Add for LoadsAndStores {
    type Output = LoadsAndStores;

    fn add(self, other: LoadsAndStores) -> LoadsAndStores {
        LoadsAndStores { loads: self.loads + other.loads, stores: self.stores + other.stores }
    }
}

impl Sum for Traffic {
    fn sum<I: Iterator<Item = Traffic>>(all: I) -> Traffic {
        all.fold(Traffic::default(), |sum, one| Traffic {
            requests: sum.requests + one.requests,
            wavefronts: sum.wavefronts + one.wavefronts,
        })
    }
}

#[cfg(test)]
mod tests {
    use smem_layout::Arch;

    use super::*;

    #[test]
    fn numbers_are_grouped_by_thousands() {
        assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
    }

    #[test]
    fn loads_and_stores_of_one_address_are_predicted_apart() {
        // On sm_90 a load of one address by all lanes is served in one phase, a store in two.
        let uniform = AccessedTile::new(Layout::plain(1, 8).unwrap(), 8).request_at(|_| Some((0, 3)));
        let all = [RepeatedRequest::load(uniform, 10), RepeatedRequest::store(uniform, 1)];
        let traffic = Traffic::predicted(&all, &Arch::SM_90.bank_model());
        assert_eq!(traffic.requests, LoadsAndStores { loads: 10, stores: 1 });
        assert_eq!(traffic.wavefronts, LoadsAndStores { loads: 10, stores: 2 });
    }

    #[test]
    fn a_request_without_lanes_is_none() {
        let nobody = AccessedTile::new(Layout::plain(1, 8).unwrap(), 8).request_at(|_| None);
        let traffic = Traffic::predicted(&[RepeatedRequest::load(nobody, 10)], &Arch::SM_90.bank_model());
        assert_eq!(traffic, Traffic::default());
    }
}
