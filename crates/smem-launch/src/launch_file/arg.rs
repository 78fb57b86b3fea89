//! Arguments of a launch: pointers into buffers, numbers, vectors, and structs as bytes.

use super::buffer_pointer::BufferPointer;
use super::number::{ElementType, WrittenNumber};
use super::tensor_map::FileTensorMap;
use super::value::{Value, WrittenAt};
use crate::Error;

/// An argument: the bytes of its value and their alignment, and the pointers and tensor maps in them by byte offset.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct FileArg {
    pub(super) bytes: Vec<u8>,
    pub(super) align: usize,
    /// Whether it is a pointer, and not a number or a struct of as many bytes.
    pub(super) is_pointer: bool,
    pub(super) pointers: Vec<(usize, BufferPointer)>,
    pub(super) maps: Vec<(usize, FileTensorMap)>,
}

const WHAT: &str = "an argument such as `\"a\"`, `\"a+64\"`, `\"null\"`, `{ i32 = 256 }` or `{ bytes = \"00ff\" }`";

impl FileArg {
    /// A value without pointers.
    pub(super) fn plain(bytes: Vec<u8>, align: usize) -> FileArg {
        FileArg { bytes, align, is_pointer: false, pointers: Vec::new(), maps: Vec::new() }
    }

    /// The null pointer.
    pub(super) fn null() -> FileArg {
        FileArg { is_pointer: true, ..FileArg::plain(vec![0; 8], 8) }
    }

    pub(super) fn of_pointer(pointer: BufferPointer) -> FileArg {
        FileArg { pointers: vec![(0, pointer)], ..FileArg::null() }
    }

    /// Reads an argument; pointers are checked by the caller, who knows all buffers.
    pub(super) fn parse(value: Value) -> Result<FileArg, Error> {
        if value.is_string() {
            if value.is_str("null") {
                return Ok(FileArg::null());
            }
            return Ok(FileArg::of_pointer(BufferPointer::parse(value)?));
        }
        let mut table = value.into_table(WHAT)?;
        let place = table.place().clone();
        if let Some(text) = table.optional("bytes") {
            let (inside, align) = (table.optional("pointers"), table.optional("align"));
            table.finish()?;
            return FileArg::of_bytes(text, inside, align);
        }
        let [(name, value)] =
            <[_; 1]>::try_from(table.into_entries()).map_err(|_| place.error(format!("expected {WHAT}")))?;
        if name == "bool" {
            return Ok(FileArg::plain(vec![u8::from(value.into_bool()?)], 1));
        }
        let unknown = || place.error(format!("`{name}` is not a type: one of {}, `bool`", ElementType::names()));
        let element = ElementType::named(&name).ok_or_else(unknown)?;
        let values = if value.is_array() { value.into_array("numbers")? } else { vec![value] };
        let mut numbers = Vec::new();
        for value in values {
            let place = value.place().clone();
            numbers.push((value.into_number("a number")?, place));
        }
        FileArg::of_numbers(element, numbers, &place)
    }

    /// A tensor map by value.
    pub(super) fn of_map(map: FileTensorMap) -> FileArg {
        FileArg { maps: vec![(0, map)], ..FileArg::plain(vec![0; FileTensorMap::BYTES], FileTensorMap::ALIGN) }
    }

    /// All pointers in it, and those of its tensor maps.
    pub(super) fn pointers(&self) -> impl Iterator<Item = &BufferPointer> {
        let inside = self.pointers.iter().map(|(_, pointer)| pointer);
        inside.chain(self.maps.iter().map(|(_, map)| &map.tensor))
    }

    /// A number, or a vector of up to four, each at its place.
    pub(super) fn of_numbers(
        element: ElementType,
        numbers: Vec<(WrittenNumber, WrittenAt)>,
        place: &WrittenAt,
    ) -> Result<FileArg, Error> {
        if numbers.is_empty() || numbers.len() > 4 {
            return Err(place.error("CUDA's vectors have one to four numbers"));
        }
        let (mut bytes, count) = (Vec::new(), numbers.len());
        for (number, place) in numbers {
            let own = element.bytes(number);
            bytes.extend(own.ok_or_else(|| place.error(format!("this is not a value of `{}`", element.name)))?);
        }
        // Vectors of three are aligned as their elements are, and none to more than 16 bytes.
        let align = if count == 3 { element.size } else { bytes.len().min(16) };
        Ok(FileArg::plain(bytes, align))
    }

    fn of_bytes(text: Value, inside: Option<Value>, align: Option<Value>) -> Result<FileArg, Error> {
        let place = text.place().clone();
        let bytes = hexadecimal_at(&text.into_string("bytes in hexadecimal")?, &place)?;
        let pointers = inside.map_or(Ok(Vec::new()), pointers)?;
        for (offset, pointer) in &pointers {
            if offset.saturating_add(8) > bytes.len() {
                return Err(pointer.place.error(format!("the struct ends before the pointer at byte {offset} does")));
            }
        }
        let align = match align {
            None => widest_alignment(&bytes),
            Some(align) => align.into_u32("an alignment in bytes")? as usize,
        };
        Ok(FileArg { pointers, ..FileArg::plain(bytes, align) })
    }

    /// A struct as its bytes in hexadecimal.
    pub(super) fn of_hexadecimal(text: &str, place: &WrittenAt) -> Result<FileArg, Error> {
        let bytes = hexadecimal_at(text, place)?;
        let align = widest_alignment(&bytes);
        Ok(FileArg::plain(bytes, align))
    }
}

/// The widest alignment that the size allows: a struct's size is a multiple of its alignment.
fn widest_alignment(bytes: &[u8]) -> usize {
    [16, 8, 4, 2].into_iter().find(|align| !bytes.is_empty() && bytes.len().is_multiple_of(*align)).unwrap_or(1)
}

/// Reads `{ 0 = "a", 8 = "b+64" }`.
pub(super) fn pointers(value: Value) -> Result<Vec<(usize, BufferPointer)>, Error> {
    let table = value.into_table("pointers by byte offset, such as `{ 8 = \"a\" }`")?;
    let mut pointers = Vec::new();
    for (offset, value) in table.into_entries() {
        let place = value.place().clone();
        let aligned = offset.parse().ok().filter(|offset: &usize| offset.is_multiple_of(8));
        let offset = aligned.ok_or_else(|| place.error(format!("`{offset}` is not a byte offset that 8 divides")))?;
        pointers.push((offset, BufferPointer::parse(value)?));
    }
    pointers.sort_by_key(|(offset, _)| *offset);
    Ok(pointers)
}

fn hexadecimal_at(text: &str, place: &WrittenAt) -> Result<Vec<u8>, Error> {
    hexadecimal(text).ok_or_else(|| place.error("bytes are pairs of hexadecimal digits"))
}

/// Reads pairs of hexadecimal digits; blanks between them do not count.
fn hexadecimal(text: &str) -> Option<Vec<u8>> {
    let digits = text.chars().filter(|digit| !digit.is_whitespace()).map(|digit| digit.to_digit(16));
    let digits = digits.collect::<Option<Vec<_>>>()?;
    if digits.len() % 2 != 0 {
        return None;
    }
    Some(digits.chunks(2).map(|pair| (16 * pair[0] + pair[1]) as u8).collect())
}
