//! Streams: queues of work, each with a thread of its own, and the events between them.

mod capture;
mod capture_mode;
mod captures_under_way;
mod completion;
mod event;
#[expect(clippy::indexing_slicing, reason = "a graph has the nodes that its edges name")]
mod graph;
mod queue;
mod stream_memory;
mod work;
mod work_clock;

pub(crate) use capture::{Capture, CapturedStream};
pub(crate) use capture_mode::CaptureMode;
pub(crate) use captures_under_way::CapturesUnderWay;
pub(crate) use completion::Completion;
pub(crate) use event::{Event, Recorded};
pub(crate) use graph::{ExecutableGraph, WorkGraph};
pub(crate) use queue::Queue;
pub(crate) use stream_memory::{StreamMisuse, StreamOrder, StreamUser};
pub use work::NodeKind;
pub(crate) use work::Work;
pub(crate) use work_clock::{WorkClock, WorkPlace};
