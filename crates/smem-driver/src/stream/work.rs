//! A piece of work of a stream.

use std::fmt;
use std::sync::Arc;

use crate::report::Scopes;

/// The kind of a piece of work, by the number that a node of a graph has for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NodeKind {
    /// A kernel runs.
    Kernel = 0,
    /// Bytes are copied.
    Copy = 1,
    /// Bytes are set.
    Fill = 2,
    /// A function of the host is called.
    Host = 3,
    /// The nodes of another graph do their work.
    Child = 4,
    /// Nothing: others wait for it.
    Empty = 5,
    /// Memory is allocated.
    Alloc = 10,
    /// Memory is freed.
    Free = 11,
    /// A word of memory is written or waited for.
    WordOperation = 12,
}

/// A piece of work. It is done once, or as part of a graph any number of times; what goes wrong it notes in its context.
#[derive(Clone)]
pub(crate) struct Work {
    pub(crate) kind: NodeKind,
    /// The kernels that it launches.
    pub(crate) kernels: Vec<String>,
    action: Arc<dyn Fn() + Send + Sync>,
}

impl Work {
    pub(crate) fn new(kind: NodeKind, action: impl Fn() + Send + Sync + 'static) -> Work {
        Work { kind, kernels: Vec::new(), action: Arc::new(action) }
    }

    /// The same work, which launches a kernel.
    pub(crate) fn of_kernel(self, kernel: &str) -> Work {
        Work { kernels: vec![kernel.to_owned()], ..self }
    }

    /// Work that only has an end.
    pub(crate) fn nothing() -> Work {
        Work::new(NodeKind::Empty, || {})
    }

    /// The same work, whose launches belong to these scopes of the report.
    pub(crate) fn in_scopes(self, scopes: Vec<u64>) -> Work {
        if scopes.is_empty() {
            return self;
        }
        Work::new(self.kind, move || Scopes::within(&scopes, || self.run()))
    }

    /// Several pieces of work, one after the other, as one of a kind.
    pub(crate) fn of_all(kind: NodeKind, all: Vec<Work>) -> Work {
        let kernels = all.iter().flat_map(|work| work.kernels.iter().cloned()).collect();
        Work { kernels, ..Work::new(kind, move || all.iter().for_each(Work::run)) }
    }

    pub(crate) fn run(&self) {
        (self.action)();
    }
}

impl fmt::Debug for Work {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Work").field("kind", &self.kind).finish_non_exhaustive()
    }
}
