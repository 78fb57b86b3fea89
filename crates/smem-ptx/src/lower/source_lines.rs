//! The source lines of instructions, and of the calls that brought them where they are.

use super::Lowerer;
use super::frame::Frame;
use crate::parse::syntax::Loc;
use smem_sim::source_loc::SourceLoc;
use std::sync::Arc;

impl<'a> Lowerer<'a> {
    /// The function that is being lowered.
    #[expect(clippy::indexing_slicing, reason = "there is always the kernel's own frame")]
    pub(super) fn frame(&mut self) -> &mut Frame<'a> {
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    #[expect(clippy::indexing_slicing, reason = "there is always the kernel's own frame")]
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
