//! Every access to shared memory passes here: observers receive it, and its wavefronts are counted.

mod observer;
mod request_kind;
mod tally;
mod wavefronts;

pub(super) use observer::WarpSite;
pub use observer::{Observer, SharedAccess};
pub(super) use request_kind::RequestKind;
pub(super) use tally::Tally;
