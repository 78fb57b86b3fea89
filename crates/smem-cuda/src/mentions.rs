//! Where a file's code and its macros mention a word.

use std::ops::Range;

use crate::cuda_text::CudaText;
use crate::text::{PieceKind, pieces};

impl CudaText {
    /// Returns the places where the file's code has a word, in order: those in active directives too, none in comments and strings.
    ///
    /// ```
    /// let text = smem_cuda::CudaText::parse("#define M N // N\nint a[N]; const char* s = \"N\";");
    /// assert_eq!(text.mentions("N"), [10, 23]);
    /// ```
    pub fn mentions(&self, word: &str) -> Vec<usize> {
        let mut found: Vec<usize> = self.words().filter(|(_, own)| *own == word).map(|(at, _)| at).collect();
        found.sort_unstable();
        found
    }

    /// Returns true if the code at a place of the file has a word.
    pub fn has_word(&self, place: Range<usize>, word: &str) -> bool {
        words_in(self.code(place)).any(|(_, own)| own == word)
    }

    /// Returns true if a macro that the file defines has a word in its body.
    ///
    /// ```
    /// let text = smem_cuda::CudaText::parse("#define AT(i) tile[i]\nint tile[4], other[4];");
    /// assert!(text.is_in_macro("tile") && !text.is_in_macro("other"));
    /// ```
    pub fn is_in_macro(&self, word: &str) -> bool {
        self.macro_bodies().any(|(_, body)| words_in(&self.source[body]).any(|(_, own)| own == word))
    }

    /// The words in the bodies of the file's macros, with their places.
    pub(crate) fn words_of_macros(&self) -> impl Iterator<Item = (usize, &str)> {
        self.macro_bodies()
            .flat_map(|(_, body)| words_in(&self.source[body.clone()]).map(move |(at, word)| (body.start + at, word)))
    }

    /// Returns the places of the comments at a place of the file.
    ///
    /// ```
    /// let text = smem_cuda::CudaText::parse("a /* b */ [c] // d");
    /// assert_eq!(text.comments(0..18), [2..9, 14..18]);
    /// ```
    pub fn comments(&self, place: Range<usize>) -> Vec<Range<usize>> {
        let found = pieces(&self.source[place.clone()]).into_iter().filter(|piece| piece.kind == PieceKind::Comment);
        found.map(|piece| place.start + piece.span.start..place.start + piece.span.end).collect()
    }

    /// The words of the file's code, then those of its active directives, with their places.
    pub(crate) fn words(&self) -> impl Iterator<Item = (usize, &str)> {
        let directives = self.directives.iter().flat_map(|place| {
            // After its `#` a directive is text like any other.
            let start = place.start + 1;
            words_in(&self.source[start..place.end]).map(move |(at, word)| (start + at, word))
        });
        words_in(self.code(0..self.source.len())).chain(directives)
    }

    /// The names and the bodies of the file's macros; the body of one with parameters begins with them.
    pub(crate) fn macro_bodies(&self) -> impl Iterator<Item = (&str, Range<usize>)> {
        self.directives.iter().filter_map(|place| {
            let start = place.start + 1;
            let inside = &self.source[start..place.end];
            let found: Vec<_> = pieces(inside).into_iter().filter(|piece| piece.kind != PieceKind::Comment).collect();
            let [keyword, name, body @ ..] = &found[..] else { return None };
            let end = body.last().map_or(name.span.end, |last| last.span.end);
            let first = body.first().map_or(end, |first| first.span.start);
            let is_macro = &inside[keyword.span.clone()] == "define";
            is_macro.then(|| (&self.source[start + name.span.start..start + name.span.end], start + first..start + end))
        })
    }
}

/// The words of a text with their places.
pub(crate) fn words_in(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let words = pieces(text).into_iter().filter(|piece| piece.kind == PieceKind::Word);
    words.map(|piece| (piece.span.start, &text[piece.span]))
}
