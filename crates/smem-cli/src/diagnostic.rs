//! Mistakes as rustc shows them: the message, the place, and the line with the mistake underlined.

use std::io::Write;

use annotate_snippets::{AnnotationKind, Element, Group, Level, Renderer, Snippet};
use smem_derive_impl::read::Mistake;
use smem_launch::printable;

use crate::source::TileSource;

/// Shows a mistake in a source.
pub(crate) fn show(mistake: &Mistake, source: &TileSource) {
    print(&rendered(mistake, source));
}

/// Shows a message that is not about a place in a source.
pub(crate) fn say(message: &str) {
    let message = printable(message);
    let parts = MessageParts::of(&message);
    let report = Group::with_title(Level::ERROR.primary_title(parts.title)).elements(parts.elements());
    print(&Renderer::styled().render(&[report]));
}

/// Shows a message that is not an error.
pub(crate) fn note(message: &str) {
    let report = Group::with_title(Level::NOTE.primary_title(printable(message)));
    print(&Renderer::styled().render(&[report]));
}

fn rendered(mistake: &Mistake, source: &TileSource) -> String {
    let (message, name) = (printable(&mistake.message), printable(&source.name));
    let parts = MessageParts::of(&message);
    let text = printable(&source.text);
    // A place moves by what is escaped before it.
    let moved = |at: usize| source.text.get(..at).map_or(text.len(), |before| printable(before).len());
    let snippet = Snippet::source(text.as_ref())
        .path(name.as_ref())
        .annotation(AnnotationKind::Primary.span(moved(mistake.range.start)..moved(mistake.range.end)));
    let title = Level::ERROR.primary_title(parts.title);
    let report = Group::with_title(title).element(snippet).elements(parts.elements());
    Renderer::styled().render(&[report])
}

/// Writes to the standard error, in colour where that is wanted.
fn print(text: &str) {
    // Where the messages are not read, the exit code remains.
    let _ = writeln!(anstream::stderr(), "{text}\n");
}

/// A message of the attribute: a sentence, more about it, and lines of help.
struct MessageParts<'a> {
    title: &'a str,
    /// The other lines: `(is help, text)`.
    rest: Vec<(bool, String)>,
}

impl MessageParts<'_> {
    fn of(message: &str) -> MessageParts<'_> {
        let mut lines = message.lines();
        let title = lines.next().unwrap_or_default();
        let mut rest: Vec<(bool, String)> = Vec::new();
        for line in lines {
            match (line.strip_prefix("help: "), rest.last_mut()) {
                (Some(help), _) => rest.push((true, help.to_string())),
                (None, Some((false, note))) => {
                    note.push('\n');
                    note.push_str(line);
                }
                (None, _) => rest.push((false, line.to_string())),
            }
        }
        MessageParts { title, rest }
    }

    fn elements<'b>(self) -> impl Iterator<Item = Element<'b>> + use<'b> {
        self.rest.into_iter().map(|(is_help, text)| {
            let level = if is_help { Level::HELP } else { Level::NOTE };
            level.message(text).into()
        })
    }
}
