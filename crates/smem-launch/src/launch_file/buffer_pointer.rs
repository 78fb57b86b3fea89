//! A place in a buffer: `name+64`.

use super::value::{Value, WrittenAt};
use crate::Error;

/// `name+64`: a buffer and a byte offset.
#[derive(Debug, Clone)]
pub(super) struct BufferPointer {
    pub(super) buffer: String,
    pub(super) offset: u64,
    pub(super) place: WrittenAt,
}

impl PartialEq for BufferPointer {
    fn eq(&self, other: &Self) -> bool {
        (&self.buffer, self.offset) == (&other.buffer, other.offset)
    }
}

impl BufferPointer {
    pub(super) fn parse(value: Value) -> Result<BufferPointer, Error> {
        let place = value.place().clone();
        BufferPointer::of_text(&value.into_string("a buffer's name")?, place)
    }

    /// Reads `name+64`.
    pub(super) fn of_text(text: &str, place: WrittenAt) -> Result<BufferPointer, Error> {
        let (buffer, offset) = match text.split_once('+') {
            None => (text.trim(), 0),
            Some((buffer, offset)) => {
                let wrong = || place.error(format!("`{}` is not a number of bytes", offset.trim()));
                (buffer.trim(), offset.trim().parse().map_err(|_| wrong())?)
            }
        };
        Ok(BufferPointer { buffer: buffer.to_owned(), offset, place })
    }

    /// A pointer that a program describes: there is no text to point at, but its name.
    pub(super) fn of_buffer(buffer: String, offset: u64) -> BufferPointer {
        BufferPointer { place: WrittenAt::of_argument(&buffer), buffer, offset }
    }

    /// Checks that it is into one of `buffers`.
    pub(super) fn check(&self, buffers: &[String]) -> Result<(), Error> {
        if buffers.contains(&self.buffer) {
            return Ok(());
        }
        let known: Vec<String> = buffers.iter().map(|name| format!("`{name}`")).collect();
        let known =
            if known.is_empty() { "there are none".to_owned() } else { format!("there are {}", known.join(", ")) };
        Err(self.error(format!("`{}` is not a buffer: {known}", self.buffer)))
    }

    /// An error at this pointer.
    pub(super) fn error(&self, message: impl std::fmt::Display) -> Error {
        self.place.error(message)
    }
}
