//! Every access to shared memory passes here: observers receive it, and its wavefronts are counted.

mod observer;
mod tally;
mod wavefronts;
mod work;

pub(super) use observer::Site;
pub use observer::{Observer, SharedAccess};
pub(super) use tally::Tally;
pub(super) use work::Work;
