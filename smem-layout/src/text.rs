//! Text that is written in const evaluation.

#[cfg(feature = "alloc")]
use alloc::{string::String, vec};

/// Text of up to `N` bytes. What does not fit is counted and not kept, so a first pass with `N = 0` says how long the text is.
///
/// ```
/// use smem_layout::__private_0_1_0::constant::Text;
///
/// const fn sum<const N: usize>() -> Text<N> {
///     let mut text = Text::new();
///     let mut writer = text.writer();
///     writer.push("1 + 2 = ");
///     writer.number(3);
///     text
/// }
/// const LEN: usize = sum::<0>().len();
/// const SUM: &Text<LEN> = &sum();
/// assert_eq!(SUM.as_str(), "1 + 2 = 3");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Text<const N: usize> {
    bytes: [u8; N],
    len: usize,
}

/// Adds to a text of any length.
pub struct TextWriter<'a> {
    bytes: &'a mut [u8],
    len: &'a mut usize,
    /// True if names end in `_`. Here, because const evaluation takes longer for a call than for all else that a part of a text takes.
    pub(crate) marks_names: bool,
}

/// From so many bytes on, const evaluation takes less time for a copy of the slice than for one byte after the other.
const LONG: usize = 16;

impl TextWriter<'_> {
    /// Adds `text`.
    pub const fn push(&mut self, text: &str) {
        let (from, to) = (text.as_bytes(), *self.len);
        let end = to + from.len();
        if end <= self.bytes.len() && from.len() < LONG {
            let mut at = 0;
            while at < from.len() {
                self.bytes[to + at] = from[at];
                at += 1;
            }
        } else if end <= self.bytes.len() {
            let (_, rest) = self.bytes.split_at_mut(to);
            let (place, _) = rest.split_at_mut(from.len());
            place.copy_from_slice(from);
        }
        *self.len = end;
    }

    /// Adds a name, with the mark of this text.
    pub(crate) const fn name(&mut self, name: &str) {
        self.push(name);
        if self.marks_names {
            self.push("_");
        }
    }

    /// Adds a decimal number.
    pub const fn number(&mut self, number: u64) {
        let mut unit = 1;
        while number / unit >= 10 {
            unit *= 10;
        }
        while unit > 0 {
            if *self.len < self.bytes.len() {
                self.bytes[*self.len] = b'0' + (number / unit % 10) as u8;
            }
            *self.len += 1;
            unit /= 10;
        }
    }

    /// Adds a decimal number with a minus where it is negative.
    pub const fn signed(&mut self, number: i64) {
        if number < 0 {
            self.push("-");
        }
        self.number(number.unsigned_abs());
    }

    /// Adds a number of CUDA C++, which is marked unsigned, so that no operand is converted.
    pub const fn unsigned(&mut self, number: u32) {
        self.number(number as u64);
        self.push("u");
    }
}

impl<const N: usize> Text<N> {
    /// Makes an empty text.
    #[expect(clippy::new_without_default, reason = "a trait cannot be used in const evaluation")]
    pub const fn new() -> Self {
        Text { bytes: [0; N], len: 0 }
    }

    /// Returns a writer that adds to the text.
    pub const fn writer(&mut self) -> TextWriter<'_> {
        TextWriter { bytes: &mut self.bytes, len: &mut self.len, marks_names: false }
    }

    /// Returns the number of bytes, those that did not fit included.
    #[expect(
        clippy::len_without_is_empty,
        reason = "the length of an array; no caller needs to know whether it is empty"
    )]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Returns the text.
    ///
    /// Panics, in const evaluation, if it did not fit.
    pub const fn as_str(&self) -> &str {
        let (bytes, _) = self.bytes.split_at(self.len);
        match core::str::from_utf8(bytes) {
            Ok(text) => text,
            Err(_) => panic!("the text was cut short"),
        }
    }
}

/// Returns what `write` writes, which is likely to have no more than `likely` bytes: written again if there are more.
#[cfg(feature = "alloc")]
pub(crate) fn written(likely: usize, write: impl Fn(&mut TextWriter<'_>)) -> String {
    let mut bytes = vec![0; likely];
    loop {
        let mut len = 0;
        write(&mut TextWriter { bytes: &mut bytes, len: &mut len, marks_names: false });
        let fits = len <= bytes.len();
        bytes.resize(len, 0);
        if fits {
            return String::from_utf8(bytes).expect("strings one after the other");
        }
    }
}

/// A type with a text of up to `N` bytes in CUDA C++.
pub trait ConstantText<const N: usize> {
    /// The text. A reference to it would be a constant that rustc computes for every tile.
    const TEXT: Text<N>;
}

/// Returns the text of a type. It is computed where a program uses it: rustc computes a constant that another one names, and does
/// not call a function for nothing.
pub const fn cuda_text<const N: usize, T: ConstantText<N>>() -> &'static str {
    const { &T::TEXT }.as_str()
}

/// Writes strings, and numbers after a `#` and names after a `~`, one after the other.
macro_rules! put {
    ($text:expr;) => {};
    ($text:expr; ~ $name:expr, $($rest:tt)*) => {
        $text.name($name);
        $crate::text::put!($text; $($rest)*);
    };
    ($text:expr; # $number:expr, $($rest:tt)*) => {
        $text.number($number as u64);
        $crate::text::put!($text; $($rest)*);
    };
    ($text:expr; $part:expr, $($rest:tt)*) => {
        $text.push($part);
        $crate::text::put!($text; $($rest)*);
    };
}

pub(crate) use put;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_in_full() {
        let mut text = Text::<64>::new();
        let mut writer = text.writer();
        writer.number(0);
        writer.push(" ");
        writer.number(u64::MAX);
        writer.push(" ");
        writer.signed(-1_030);
        writer.push(" ");
        writer.unsigned(100);
        assert_eq!(text.as_str(), "0 18446744073709551615 -1030 100u");
    }

    #[test]
    #[cfg(feature = "alloc")]
    fn a_text_that_is_longer_than_likely_is_written_whole() {
        for likely in [0, 5, 64] {
            let text = written(likely, |writer| {
                put!(writer; "rows: ", #12, ".",);
            });
            assert_eq!(text, "rows: 12.");
        }
    }

    #[test]
    fn a_text_that_does_not_fit_is_counted() {
        let mut text = Text::<3>::new();
        let mut writer = text.writer();
        writer.push("abc");
        writer.push("de");
        assert_eq!(text.len(), 5);
    }
}
