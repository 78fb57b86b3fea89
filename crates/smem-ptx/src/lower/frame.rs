//! The function whose body is being lowered: the kernel, or one that is expanded at a call.

use super::mentions::Mentions;
use crate::parse::syntax::Statement;
use smem_sim::source_loc::SourceLoc;
use std::collections::HashMap;
use std::sync::Arc;

/// A function that is being lowered.
#[derive(Debug)]
pub(super) struct Frame<'a> {
    /// Its linker name.
    pub(super) function: &'a str,
    pub(super) mentions: Mentions<'a>,
    /// The label that `ret` goes to in an expanded function.
    pub(super) after_call: Option<u32>,
    /// The source line of the instructions that follow. Before the first of a function, the place that calls it.
    pub(super) loc: Option<Arc<SourceLoc>>,
    /// The source line of the call.
    pub(super) call_site: Option<Arc<SourceLoc>>,
    /// The inlined source lines so far, by file, line and column.
    pub(super) inlined: HashMap<(u64, u32, u32), SourceLoc>,
}

impl<'a> Frame<'a> {
    pub(super) fn kernel(name: &'a str, body: &'a [Statement]) -> Self {
        Self {
            function: name,
            mentions: Mentions::of(body),
            after_call: None,
            loc: None,
            call_site: None,
            inlined: HashMap::new(),
        }
    }

    /// A function that is called and not expanded.
    pub(super) fn called_by_address(name: &'a str, body: &'a [Statement]) -> Self {
        Self::kernel(name, body)
    }

    /// A function that is expanded, called from a source line.
    pub(super) fn called(
        name: &'a str,
        body: &'a [Statement],
        after_call: u32,
        call_site: Option<Arc<SourceLoc>>,
    ) -> Self {
        let frame = Self::kernel(name, body);
        Self { after_call: Some(after_call), loc: call_site.clone(), call_site, ..frame }
    }
}
