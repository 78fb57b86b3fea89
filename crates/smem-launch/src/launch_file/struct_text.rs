//! Structs with their fields by byte offset: `struct[24,8]{0=i32:128, 8=a+64, 16=f32:0.5}` has 24 bytes and is aligned to 8.

use super::arg::FileArg;
use super::buffer::FileBuffer;
use super::buffer_pointer::BufferPointer;
use super::tensor_map::FileTensorMap;
use super::value::WrittenAt;
use crate::Error;
use crate::notation::parts_outside_brackets;

const WHAT: &str =
    "a struct is `struct[24,8]{0=i32:128, 8=a+64}`: its bytes, its alignment, and its fields by byte offset";

/// More than any launch passes or any table of a test holds.
const MOST_BYTES: usize = 1 << 30;

/// Bytes and alignment of a struct.
#[derive(Debug, Clone, Copy)]
struct StructSize {
    bytes: usize,
    align: usize,
}

/// The value of a field: its bytes, the pointers and tensor maps in them, and the buffers that it declares.
#[derive(Debug, Default)]
pub(super) struct FieldBytes {
    pub(super) bytes: Vec<u8>,
    pub(super) pointers: Vec<(usize, BufferPointer)>,
    pub(super) maps: Vec<(usize, FileTensorMap)>,
    pub(super) buffers: Vec<(String, FileBuffer)>,
}

/// Reads the value of a field, `i32:128`.
pub(super) type ReadField<'f> = dyn Fn(&str) -> Result<FieldBytes, Error> + 'f;

/// A struct, and the buffers that its fields declare.
pub(super) type StructAndBuffers = (FileArg, Vec<(String, FileBuffer)>);

/// Reads a struct by value, the text behind `struct`.
pub(super) fn by_value(text: &str, place: &WrittenAt, read: &ReadField<'_>) -> Result<StructAndBuffers, Error> {
    let (size, rest) = StructSize::parse(text, place)?;
    match &bodies(rest, place)?[..] {
        [one] => size.filled(one, place, read),
        _ => Err(place.error(WHAT)),
    }
}

/// Reads a buffer of structs, the text behind `struct` of `pairs:struct[8,4][2]{0=i32:1}{0=i32:2}`. One struct fills all of the buffer.
pub(super) fn buffer(text: &str, place: &WrittenAt, read: &ReadField<'_>) -> Result<FileBuffer, Error> {
    let (size, rest) = StructSize::parse(text, place)?;
    let (count, rest) = bracketed(rest.trim_start()).ok_or_else(|| place.error("the number of structs is missing"))?;
    let wrong = || place.error(format!("`{}` is not a number of structs that fits into memory", count.trim()));
    let count: usize = count.trim().parse().map_err(|_| wrong())?;
    if count.checked_mul(size.bytes).is_none_or(|all| all > MOST_BYTES) {
        return Err(wrong());
    }
    let bodies = bodies(rest, place)?;
    if bodies.len() != 1 && bodies.len() != count {
        return Err(place.error(format!("there are {} structs, and the length is {count}", bodies.len())));
    }
    let filled = bodies.iter().map(|body| size.filled(body, place, read)).collect::<Result<Vec<_>, _>>()?;
    let (mut all, mut all_pointers) = (Vec::with_capacity(count * size.bytes), Vec::new());
    if filled.iter().any(|(_, buffers)| !buffers.is_empty()) {
        return Err(place.error("a struct in a buffer declares another buffer: declare it by an argument of its own"));
    }
    for at in 0..count {
        if let FileArg::Bytes { bytes, pointers, maps, .. } = &filled[at % filled.len()].0 {
            if !maps.is_empty() {
                return Err(place.error("a tensor map in a buffer cannot be given: pass the struct by value"));
            }
            all_pointers.extend(pointers.iter().map(|(offset, pointer)| (all.len() + offset, pointer.clone())));
            all.extend(bytes);
        }
    }
    Ok(FileBuffer::of_bytes(all, all_pointers))
}

impl StructSize {
    /// Reads `[24,8]`, and returns what is behind it.
    fn parse<'t>(text: &'t str, place: &WrittenAt) -> Result<(StructSize, &'t str), Error> {
        let (size, rest) = bracketed(text.trim_start()).ok_or_else(|| place.error(WHAT))?;
        let numbers: Option<Vec<usize>> = size.split(',').map(|number| number.trim().parse().ok()).collect();
        match numbers.as_deref() {
            Some(&[bytes, align]) if bytes <= MOST_BYTES && align.is_power_of_two() && bytes.is_multiple_of(align) => {
                Ok((StructSize { bytes, align }, rest))
            }
            Some([_, _]) => Err(place.error(format!("`{size}` is not a size and an alignment of a struct"))),
            _ => Err(place.error(WHAT)),
        }
    }

    /// A struct of these fields, `0=i32:128, 8=a+64`, and of zeros between them.
    fn filled(self, fields: &str, place: &WrittenAt, read: &ReadField<'_>) -> Result<StructAndBuffers, Error> {
        let (mut all, mut all_pointers, mut all_maps) = (vec![0; self.bytes], Vec::new(), Vec::new());
        let mut buffers = Vec::new();
        for field in parts_outside_brackets(fields).into_iter().filter(|field| !field.trim().is_empty()) {
            let parts = field.split_once('=').and_then(|(at, value)| Some((at.trim().parse::<usize>().ok()?, value)));
            let (at, value) = parts.ok_or_else(|| place.error(WHAT))?;
            let FieldBytes { bytes, pointers, maps, buffers: declared } = read(value)?;
            buffers.extend(declared);
            let end = at.checked_add(bytes.len()).filter(|end| *end <= self.bytes);
            let end = end.ok_or_else(|| {
                place.error(format!("the struct of {} bytes ends before the field at byte {at} does", self.bytes))
            })?;
            if !(pointers.is_empty() || at.is_multiple_of(8)) {
                return Err(place.error(format!("the pointer at byte {at} is not at a multiple of 8")));
            }
            all[at..end].copy_from_slice(&bytes);
            all_pointers.extend(pointers.into_iter().map(|(offset, pointer)| (at + offset, pointer)));
            all_maps.extend(maps.into_iter().map(|(offset, map)| (at + offset, map)));
        }
        Ok((FileArg::Bytes { bytes: all, align: self.align, pointers: all_pointers, maps: all_maps }, buffers))
    }
}

/// The text between the brackets at the start, and the one behind them.
fn bracketed(text: &str) -> Option<(&str, &str)> {
    text.strip_prefix('[')?.split_once(']')
}

/// The texts in braces, one behind the other.
fn bodies<'t>(mut rest: &'t str, place: &WrittenAt) -> Result<Vec<&'t str>, Error> {
    let mut found = Vec::new();
    loop {
        rest = rest.trim();
        if rest.is_empty() {
            return Ok(found);
        }
        let (body, behind) =
            rest.strip_prefix('{').and_then(|rest| rest.split_once('}')).ok_or_else(|| place.error(WHAT))?;
        found.push(body);
        rest = behind;
    }
}
