//! The one place where accesses to shared memory pass: what an access is, who is told of it, what it costs.

mod observer;
mod tally;
mod wavefronts;
mod work;

pub(super) use observer::Site;
pub use observer::{Observer, SharedAccess};
pub(super) use tally::Tally;
pub(super) use work::Work;
