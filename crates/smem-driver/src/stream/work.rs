//! A piece of work of a stream.

use std::sync::Arc;

/// A piece of work. It is done once, or as part of a graph any number of times; what goes wrong it notes in its context.
pub(crate) type Work = Arc<dyn Fn() + Send + Sync>;
