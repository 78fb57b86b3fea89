//! Structs by the places of their fields: `struct[24,8]{0=i32:128, 8=a+64, 16=f32:0.5}` has 24 bytes and is aligned to 8.

use super::arg::{BufferPointer, FileArg};
use super::buffer::FileBuffer;
use super::short::ShortArg;
use super::tensor_map::FileTensorMap;
use super::value::WrittenAt;
use crate::Error;

const WHAT: &str =
    "a struct is `struct[24,8]{0=i32:128, 8=a+64}`: its bytes, its alignment, and its fields at their bytes";

/// More than any launch passes or any table of a test holds.
const MOST_BYTES: usize = 1 << 30;

/// Bytes and alignment of a struct.
#[derive(Debug, Clone, Copy)]
struct StructSize {
    bytes: usize,
    align: usize,
}

/// A struct, and the buffers that its fields declare.
pub(super) type StructAndBuffers = (FileArg, Vec<(String, FileBuffer)>);

/// Reads a struct by value, the text behind `struct`.
pub(super) fn by_value(text: &str, place: &WrittenAt) -> Result<StructAndBuffers, Error> {
    let (size, rest) = StructSize::parse(text, place)?;
    match &bodies(rest, place)?[..] {
        [one] => size.filled(one, place),
        _ => Err(place.error(WHAT)),
    }
}

/// Reads a buffer of structs, the text behind `struct` of `pairs:struct[8,4][2]{0=i32:1}{0=i32:2}`. One struct fills all of the buffer.
pub(super) fn buffer(text: &str, place: &WrittenAt) -> Result<FileBuffer, Error> {
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
    let filled = bodies.iter().map(|body| size.filled(body, place)).collect::<Result<Vec<_>, _>>()?;
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
    fn filled(self, fields: &str, place: &WrittenAt) -> Result<StructAndBuffers, Error> {
        let (mut all, mut all_pointers, mut all_maps) = (vec![0; self.bytes], Vec::new(), Vec::new());
        let mut buffers = Vec::new();
        for field in separate(fields).into_iter().filter(|field| !field.trim().is_empty()) {
            let parts = field.split_once('=').and_then(|(at, value)| Some((at.trim().parse::<usize>().ok()?, value)));
            let (at, value) = parts.ok_or_else(|| place.error(WHAT))?;
            let (bytes, pointers, maps) = match ShortArg::parse_at(value, place)? {
                ShortArg::Arg(FileArg::Null) => (vec![0; 8], Vec::new(), Vec::new()),
                ShortArg::Arg(FileArg::Pointer(pointer)) => (vec![0; 8], vec![(0, pointer)], Vec::new()),
                ShortArg::Arg(FileArg::Bytes { bytes, pointers, maps, .. }) => (bytes, pointers, maps),
                ShortArg::Map(map, None) => (vec![0; FileTensorMap::BYTES], Vec::new(), vec![(0, *map)]),
                ShortArg::Buffer(name, buffer) => {
                    let pointer = BufferPointer::of_text(&name, place.clone())?;
                    buffers.push((name, buffer));
                    (vec![0; 8], vec![(0, pointer)], Vec::new())
                }
                _ => return Err(place.error(format!("`{}` cannot be the value of a field", value.trim()))),
            };
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

/// The parts between commas outside of brackets.
fn separate(text: &str) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0_usize, 0, Vec::new());
    for (at, mark) in text.char_indices() {
        match mark {
            '[' | '(' => depth += 1,
            ']' | ')' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

#[cfg(test)]
mod tests {
    use super::super::files::FilePlaces;
    use super::*;

    #[test]
    fn fields_are_at_their_bytes_and_zeros_between_them() {
        let text = "struct[24,8]{0=i32:-1, 8=a+64, 16=f32:1.0, 20=u8:7}";
        let Ok(ShortArg::Struct(FileArg::Bytes { bytes, align, pointers, maps }, _)) = ShortArg::parse(text) else {
            panic!("{text}")
        };
        assert_eq!((bytes.len(), align, maps.len()), (24, 8, 0));
        assert_eq!((&bytes[..8], bytes[20]), (&[255, 255, 255, 255, 0, 0, 0, 0][..], 7));
        assert_eq!(bytes[16..20], 1.0_f32.to_le_bytes());
        assert_eq!((pointers[0].0, pointers[0].1.offset), (8, 64));
    }

    #[test]
    fn a_buffer_holds_structs_of_their_own_or_one_again_and_again() {
        let bytes = |text| match ShortArg::parse(text).unwrap() {
            ShortArg::Buffer(_, buffer) => buffer.bytes(&FilePlaces::Anywhere, ".".as_ref(), u64::MAX).unwrap(),
            other => panic!("{other:?}"),
        };
        assert_eq!(bytes("p:struct[2,1][2]{0=u8:1, 1=u8:2}{1=u8:3}"), [1, 2, 0, 3]);
        assert_eq!(bytes("p:struct[2,1][3]{0=u8:1}"), [1, 0, 1, 0, 1, 0]);
        let Ok(ShortArg::Buffer(_, buffer)) = ShortArg::parse("p:struct[16,8][2]{8=a}") else { panic!() };
        assert_eq!(buffer.pointers.iter().map(|(at, _)| *at).collect::<Vec<_>>(), [8, 24]);
    }

    #[test]
    fn each_mistake_is_one_sentence() {
        for (text, message) in [
            ("struct[8,4]", "a struct is `struct[24,8]"),
            ("struct[8]{}", "a struct is"),
            ("struct[8,3]{}", "`8,3` is not a size and an alignment"),
            ("struct[6,4]{}", "`6,4` is not a size and an alignment"),
            ("struct[8,4]{i32:4}", "a struct is"),
            ("struct[8,4]{6=i32:4}", "the struct of 8 bytes ends before the field at byte 6 does"),
            ("struct[16,4]{4=a}", "the pointer at byte 4 is not at a multiple of 8"),
            ("struct[8,4]{0=i8:400}", "this is not a value of `i8`"),
            ("struct[8,8]{0=t:tex2D:u8[4x4]}", "cannot be the value of a field"),
            ("p:struct[8,8][1]{0=b:i32[4]}", "a struct in a buffer declares another buffer"),
            ("p:struct[8,4]{0=i32:4}", "the number of structs is missing"),
            ("p:struct[8,4][3]{0=i32:4}{}", "there are 2 structs, and the length is 3"),
            ("p:struct[8,4][9999999999999]{}", "is not a number of structs that fits into memory"),
        ] {
            let error = ShortArg::parse(text).unwrap_err().to_string();
            assert!(error.contains(message), "{text}: {error}");
        }
    }
}
