//! A launch that a device is asked for.

use smem_sim::LaunchShape;

use super::arg::Arg;

/// A launch of a kernel that a device has loaded, which messages call `name`.
#[derive(Debug)]
#[cfg_attr(not(feature = "gpu"), expect(dead_code, reason = "only a GPU queues them"))]
pub(super) struct LaunchOf<'a, K> {
    pub(super) kernel: &'a K,
    pub(super) name: &'a str,
    pub(super) launch: LaunchShape,
    pub(super) args: &'a [Arg<'a>],
}
