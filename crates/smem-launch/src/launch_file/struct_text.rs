//! Structs with their fields by byte offset: `struct[24,8]{0=i32:128, 8=a+64, 16=f32:0.5}` has 24 bytes and is aligned to 8.

use super::arg::FileArg;
use super::buffer::FileBuffer;
use super::launch_arg::{ArgFields, LaunchArg};
use super::value::WrittenAt;
use crate::Error;
use crate::notation::parts_outside_brackets;

const WHAT: &str =
    "a struct is `struct[24,8]{0=i32:128, 8=a+64}`: its bytes, its alignment, and its fields by byte offset";

/// More than any launch passes or any table of a test holds.
const MOST_BYTES: usize = 1 << 30;

/// Bytes and alignment of a struct.
#[derive(Debug, Clone, Copy)]
pub(super) struct StructSize {
    bytes: usize,
    align: usize,
}

/// Reads the value of a field, `i32:128`.
pub(super) type ReadField<'f> = dyn Fn(&str) -> Result<LaunchArg, Error> + 'f;

/// Reads a struct by value, the text after `struct`.
pub(super) fn by_value(text: &str, place: &WrittenAt, read: &ReadField<'_>) -> Result<(StructSize, ArgFields), Error> {
    let (size, rest) = StructSize::parse(text, place)?;
    match &bodies(rest, place)?[..] {
        [one] => Ok((size, fields(one, place, read)?)),
        _ => Err(place.error(WHAT)),
    }
}

/// Reads a buffer of structs, the text after `struct` of `pairs:struct[8,4][2]{0=i32:1}{0=i32:2}`: how many there are, and those that are
/// written.
pub(super) fn buffer(
    text: &str,
    place: &WrittenAt,
    read: &ReadField<'_>,
) -> Result<(StructSize, usize, Vec<ArgFields>), Error> {
    let (size, rest) = StructSize::parse(text, place)?;
    let (count, rest) = bracketed(rest.trim_start()).ok_or_else(|| place.error("the number of structs is missing"))?;
    let count = size.count(count, place)?;
    let written = bodies(rest, place)?.into_iter().map(|body| fields(body, place, read)).collect::<Result<_, _>>()?;
    Ok((size, count, written))
}

/// Reads fields by byte offset, `0=i32:128, 8=a+64`.
fn fields(text: &str, place: &WrittenAt, read: &ReadField<'_>) -> Result<ArgFields, Error> {
    let field = |field: &str| {
        let parts = field.split_once('=').and_then(|(at, value)| Some((at.trim().parse().ok()?, value)));
        let (at, value) = parts.ok_or_else(|| place.error(WHAT))?;
        Ok((at, read(value)?))
    };
    parts_outside_brackets(text).into_iter().filter(|part| !part.trim().is_empty()).map(field).collect()
}

impl StructSize {
    /// A size and an alignment that a struct can have.
    pub(super) fn new(bytes: u64, align: u64, place: &WrittenAt) -> Result<StructSize, Error> {
        match (usize::try_from(bytes), usize::try_from(align)) {
            (Ok(bytes), Ok(align)) if bytes <= MOST_BYTES && align.is_power_of_two() && bytes.is_multiple_of(align) => {
                Ok(StructSize { bytes, align })
            }
            _ => Err(place.error(format!("`{bytes},{align}` is not a size and an alignment of a struct"))),
        }
    }

    /// Reads `[24,8]`, and returns what is after it.
    fn parse<'t>(text: &'t str, place: &WrittenAt) -> Result<(StructSize, &'t str), Error> {
        let (size, rest) = bracketed(text.trim_start()).ok_or_else(|| place.error(WHAT))?;
        let numbers: Option<Vec<u64>> = size.split(',').map(|number| number.trim().parse().ok()).collect();
        match numbers.as_deref() {
            Some(&[bytes, align]) => Ok((StructSize::new(bytes, align, place)?, rest)),
            _ => Err(place.error(WHAT)),
        }
    }

    /// Reads a number of such structs.
    pub(super) fn count(self, text: &str, place: &WrittenAt) -> Result<usize, Error> {
        let count = text.trim().parse().ok();
        let count = count.filter(|count: &usize| count.checked_mul(self.bytes).is_some_and(|all| all <= MOST_BYTES));
        count.ok_or_else(|| place.error(format!("`{}` is not a number of structs that fits into memory", text.trim())))
    }

    /// A struct of these fields, and of zeros between them.
    pub(super) fn filled(self, fields: &[(u64, LaunchArg)], place: &WrittenAt) -> Result<LaunchArg, Error> {
        let mut all = LaunchArg::of(FileArg::plain(vec![0; self.bytes], self.align), place).kept_whole("a struct");
        for (at, LaunchArg { value: field, declares, kept_whole, .. }) in fields {
            if let Some(kind) = kept_whole {
                return Err(place.error(format!("{kind} cannot be the value of a field")));
            }
            let start = usize::try_from(*at).unwrap_or(usize::MAX);
            let end = start.checked_add(field.bytes.len()).filter(|end| *end <= self.bytes);
            let end = end.ok_or_else(|| {
                place.error(format!("the struct of {} bytes ends before the field at byte {at} does", self.bytes))
            })?;
            if !(field.pointers.is_empty() || at.is_multiple_of(8)) {
                return Err(place.error(format!("the pointer at byte {at} is not at a multiple of 8")));
            }
            let value = &mut all.value;
            value.bytes[start..end].copy_from_slice(&field.bytes);
            value.pointers.extend(field.pointers.iter().map(|(offset, pointer)| (start + offset, pointer.clone())));
            value.maps.extend(field.maps.iter().map(|(offset, map)| (start + offset, map.clone())));
            all.declares.extend(declares.iter().cloned());
        }
        Ok(all)
    }

    /// A buffer of so many structs. One struct fills all of the buffer.
    pub(super) fn buffer(self, count: usize, elements: &[ArgFields], place: &WrittenAt) -> Result<FileBuffer, Error> {
        if elements.len() != 1 && elements.len() != count {
            return Err(place.error(format!("there are {} structs, and the length is {count}", elements.len())));
        }
        let filled = elements.iter().map(|fields| self.filled(fields, place)).collect::<Result<Vec<_>, _>>()?;
        if filled.iter().any(|one| !one.declares.is_empty()) {
            return Err(
                place.error("a struct in a buffer declares another buffer: declare it by an argument of its own")
            );
        }
        if filled.iter().any(|one| !one.value.maps.is_empty()) {
            return Err(place.error("a tensor map in a buffer cannot be given: pass the struct by value"));
        }
        let (mut all, mut pointers) = (Vec::with_capacity(count * self.bytes), Vec::new());
        for LaunchArg { value: one, .. } in filled.iter().cycle().take(count) {
            pointers.extend(one.pointers.iter().map(|(offset, pointer)| (all.len() + offset, pointer.clone())));
            all.extend(&one.bytes);
        }
        Ok(FileBuffer::of_bytes(all, pointers))
    }
}

/// The text between the brackets at the start, and the one after them.
fn bracketed(text: &str) -> Option<(&str, &str)> {
    text.strip_prefix('[')?.split_once(']')
}

/// The texts in braces, one after the other.
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
