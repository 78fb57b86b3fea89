//! The function whose body is being lowered: the kernel, or one that is expanded at a call.

use super::Lowerer;
use super::mentions::Mentions;
use crate::ptx::parse::syntax::{Loc, Statement};
use crate::source_loc::SourceLoc;
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
    call_site: Option<Arc<SourceLoc>>,
    /// The inlined source lines so far, by file, line and column.
    inlined: HashMap<(u64, u32, u32), SourceLoc>,
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

impl<'a> Lowerer<'a> {
    /// The function that is being lowered.
    pub(super) fn frame(&mut self) -> &mut Frame<'a> {
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    /// Handles a `.loc`: it is the source line of the instructions that follow.
    pub(super) fn source_line(&mut self, loc: &Loc) {
        let files = &self.symbols.source.files;
        let file = |n: u64| files.get(&n).cloned().unwrap_or_else(|| format!("file {n}"));
        let last = self.frames.len() - 1;
        let frame = &mut self.frames[last];
        // The chain of a line of the function itself continues with the call that expanded it.
        let outermost = |number: u64, line: u32, column: u32| SourceLoc {
            file: file(number),
            line,
            column,
            function: frame.after_call.map(|_| frame.function.to_owned()),
            inlined_at: frame.call_site.as_deref().cloned().map(Box::new),
        };
        let found = match &loc.inlined {
            None => outermost(loc.file, loc.line, loc.column),
            Some((label, at_file, at_line, at_column)) => {
                let name = self.symbols.source.strings.get(label).cloned().unwrap_or_else(|| label.clone());
                // The chain continues with the line that was inlined there last.
                let at = frame.inlined.get(&(*at_file, *at_line, *at_column)).cloned();
                let at = at.unwrap_or_else(|| outermost(*at_file, *at_line, *at_column));
                let (line, column) = (loc.line, loc.column);
                let found = SourceLoc {
                    file: file(loc.file),
                    line,
                    column,
                    function: Some(name),
                    inlined_at: Some(Box::new(at)),
                };
                frame.inlined.insert((loc.file, line, column), found.clone());
                found
            }
        };
        frame.loc = Some(Arc::clone(self.locs.entry(found.clone()).or_insert_with(|| Arc::new(found))));
    }
}
