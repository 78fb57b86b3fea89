//! The text of a page of HTML. What comes from a source or a report is escaped: only what is written in this program is not.

use std::fmt::Write;

/// A page that is being written.
#[derive(Debug, Default)]
pub(super) struct Page(String);

impl Page {
    /// Adds HTML, which is in the text of this program.
    pub(super) fn html(&mut self, html: &'static str) -> &mut Self {
        self.0.push_str(html);
        self
    }

    /// Adds a text, with each character that HTML gives a meaning escaped, and control characters replaced.
    pub(super) fn text(&mut self, text: &str) -> &mut Self {
        for letter in text.chars() {
            match letter {
                '&' => self.0.push_str("&amp;"),
                '<' => self.0.push_str("&lt;"),
                '>' => self.0.push_str("&gt;"),
                '"' => self.0.push_str("&quot;"),
                '\'' => self.0.push_str("&#39;"),
                '\n' | '\t' => self.0.push(letter),
                _ if letter.is_control() => self.0.push('\u{fffd}'),
                _ => self.0.push(letter),
            }
        }
        self
    }

    /// Adds a number.
    pub(super) fn number(&mut self, number: u64) -> &mut Self {
        // Writing into a string does not fail.
        let _ = write!(self.0, "{number}");
        self
    }

    /// Adds a picture of this library, whose own texts are escaped.
    pub(super) fn picture(&mut self, svg: &str) -> &mut Self {
        self.0.push_str(svg);
        self
    }

    /// Adds an element with a text.
    pub(super) fn element(&mut self, start: &'static str, text: &str, end: &'static str) -> &mut Self {
        self.html(start).text(text).html(end)
    }

    pub(super) fn finished(self) -> String {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::Page;

    #[test]
    fn texts_are_escaped() {
        let mut page = Page::default();
        page.element("<td>", "a<b> && \"c\" 'd'\u{1b}[31m", "</td>").number(7);
        assert_eq!(page.finished(), "<td>a&lt;b&gt; &amp;&amp; &quot;c&quot; &#39;d&#39;\u{fffd}[31m</td>7");
    }
}
