//! Buffers and variables of a launch file: type, length, contents, and the pointers in them.

use std::path::Path;

use super::arg::{self, BufferPointer};
use super::files::{FilePlaces, WantedBytes};
use super::number::{ElementType, WrittenNumber};
use super::random::{bounds, full_range, random, seed_of};
use super::value::{TomlTable, Value, WrittenAt};
use crate::Error;

/// A buffer: its contents and the pointers in them, by byte offset.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct FileBuffer {
    contents: InitialContents,
    pub(super) pointers: Vec<(usize, BufferPointer)>,
}

/// The contents of a variable.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Contents {
    Pointer(BufferPointer),
    /// The contents of other variables, one after the other.
    Symbols(Vec<String>),
    Initial(InitialContents),
}

/// Elements and what they are at the start.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct InitialContents {
    element: ElementType,
    /// Elements; `None` for as many as a file has.
    len: Option<usize>,
    fill: Fill,
}

#[derive(Debug, Clone, PartialEq)]
enum Fill {
    Zeros,
    Iota,
    Random { seed: u64, min: WrittenNumber, max: WrittenNumber },
    Values(Vec<u8>),
    File(String),
}

/// More than a GPU has.
const MOST_BYTES: u64 = 1 << 40;

impl FileBuffer {
    pub(super) fn parse(mut table: TomlTable, name: &str) -> Result<FileBuffer, Error> {
        let place = table.place().clone();
        let pointers = table.optional("pointers");
        let contents = InitialContents::parse(&mut table, name)?;
        table.finish()?;
        let pointers = pointers.map_or(Ok(Vec::new()), arg::pointers)?;
        let bytes = contents.len.map(|len| len * contents.element.size);
        for (offset, _) in &pointers {
            if bytes.is_some_and(|bytes| offset.saturating_add(8) > bytes) {
                return Err(place.error(format!("`{name}` ends before the pointer at byte {offset} does")));
            }
        }
        Ok(FileBuffer { contents, pointers })
    }

    /// A buffer of these contents.
    pub(super) fn without_pointers(contents: InitialContents) -> FileBuffer {
        FileBuffer { contents, pointers: Vec::new() }
    }

    /// Checks that the pointers in it are into buffers that there are.
    pub(super) fn check_pointers(&self, buffers: &[String]) -> Result<(), Error> {
        self.pointers.iter().try_for_each(|(_, pointer)| pointer.check(buffers))
    }

    pub(super) fn element_type(&self) -> &'static str {
        self.contents.element.name
    }

    /// How many bytes it has, if all of them are zero.
    pub(super) fn zero_bytes(&self) -> Option<usize> {
        let InitialContents { element, len, fill } = &self.contents;
        (*fill == Fill::Zeros && self.pointers.is_empty()).then(|| len.unwrap_or(0) * element.size)
    }

    /// The same with other random numbers in place of zeros and of random ones, but for a buffer with pointers.
    pub(super) fn randomised(&self, name: &str, seed: u64) -> FileBuffer {
        let mut other = self.clone();
        if self.pointers.is_empty() {
            other.contents.randomise(seed_of(name) ^ seed);
        }
        other
    }

    /// Its bytes, without the pointers; `most` is how many there may be.
    pub(super) fn bytes(&self, files: &FilePlaces, folder: &Path, most: u64) -> Result<Vec<u8>, Error> {
        self.contents.bytes(files, folder, WantedBytes::AtMost(most))
    }
}

impl Contents {
    pub(super) fn parse_symbol(mut table: TomlTable, name: &str, buffers: &[String]) -> Result<Contents, Error> {
        if let Some(pointer) = table.optional("pointer") {
            table.finish()?;
            let pointer = BufferPointer::parse(pointer)?;
            pointer.check(buffers)?;
            return Ok(Contents::Pointer(pointer));
        }
        if let Some(others) = table.optional("symbols") {
            table.finish()?;
            let mut names = Vec::new();
            for other in others.into_array("variables such as `[\"first\", \"second\"]`")? {
                names.push(other.into_string("a variable's name")?);
            }
            return Ok(Contents::Symbols(names));
        }
        let contents = InitialContents::parse(&mut table, name)?;
        table.finish()?;
        Ok(Contents::Initial(contents))
    }
}

impl InitialContents {
    /// Takes the entries of `table` that describe contents; `name` seeds random ones.
    fn parse(table: &mut TomlTable, name: &str) -> Result<InitialContents, Error> {
        let place = table.place().clone();
        let (element, len) = (table.optional("type"), table.optional("len"));
        let (init, values, file) = (table.optional("init"), table.optional("values"), table.optional("file"));
        let (seed, min, max) = (table.optional("seed"), table.optional("min"), table.optional("max"));
        let element = match element {
            // A file's bytes are of no type.
            None if file.is_some() => ElementType::named("u8"),
            None => return Err(place.error("`type` is missing")),
            Some(value) => {
                let place = value.place().clone();
                let name = value.into_string("a type")?;
                let unknown = || place.error(format!("`{name}` is not a type: one of {}", ElementType::names()));
                Some(ElementType::named(&name).ok_or_else(unknown)?)
            }
        };
        let element = element.ok_or_else(|| place.error("`type` is missing"))?;
        let len = len.map(|len| length(len, element)).transpose()?;
        if [init.is_some(), values.is_some(), file.is_some()].iter().filter(|given| **given).count() > 1 {
            return Err(place.error("only one of `init`, `values` and `file` can be given"));
        }
        let random = matches!(&init, Some(init) if init.is_str("random"));
        if let Some(value) = [&seed, &min, &max].into_iter().flatten().next().filter(|_| !random) {
            return Err(value.error("`seed`, `min` and `max` are for `init = \"random\"`"));
        }
        let (fill, own_len) = match (init, values, file) {
            (_, Some(values), _) => {
                let (bytes, count) = listed(values, element)?;
                (Fill::Values(bytes), Some(count))
            }
            (_, _, Some(file)) => (Fill::File(file.into_string("a file's path")?), None),
            (None, ..) => (Fill::Zeros, None),
            (Some(init), ..) => {
                let place = init.place().clone();
                let fill = match init.into_string("`zeros`, `iota` or `random`")?.as_str() {
                    "zeros" => Fill::Zeros,
                    "iota" => Fill::Iota,
                    "random" => {
                        let (min, max) = bounds(element, min, max)?;
                        let seed = seed.map_or(Ok(seed_of(name)), |seed| seed.into_u64("a seed"))?;
                        Fill::Random { seed, min, max }
                    }
                    other => return Err(place.error(format!("`{other}` is not one of `zeros`, `iota`, `random`"))),
                };
                (fill, None)
            }
        };
        let len = match (len, own_len) {
            (Some(len), Some(own)) if len != own => {
                return Err(place.error(format!("there are {own} values, and `len` is {len}")));
            }
            (len, own) => len.or(own),
        };
        if len.is_none() && !matches!(fill, Fill::File(_)) {
            return Err(place.error("`len` is missing"));
        }
        Ok(InitialContents { element, len, fill })
    }

    /// Zeros, or random numbers that depend on `name`.
    pub(super) fn described(
        element: ElementType,
        len: u64,
        is_random: bool,
        name: &str,
        place: &WrittenAt,
    ) -> Result<InitialContents, Error> {
        let (min, max) = full_range(element);
        let fill = if is_random { Fill::Random { seed: seed_of(name), min, max } } else { Fill::Zeros };
        Ok(InitialContents { element, len: Some(fitting(len, element, place)?), fill })
    }

    /// Reads the length and the contents that a command line gives: `1024` and `random(7)`. `name` seeds random ones.
    pub(super) fn parse_short(
        element: ElementType,
        len: &str,
        init: &str,
        name: &str,
        place: &WrittenAt,
    ) -> Result<InitialContents, Error> {
        let within = |function: &str| init.strip_prefix(function)?.strip_prefix('(')?.strip_suffix(')');
        if let (Some(file), "") = (within("file"), len) {
            return Ok(InitialContents { element, len: None, fill: Fill::File(file.trim().to_owned()) });
        }
        let count: u64 = len.parse().map_err(|_| place.error(format!("`{len}` is not a number of elements")))?;
        let len = fitting(count, element, place)?;
        let random = |seed| {
            let (min, max) = full_range(element);
            Fill::Random { seed, min, max }
        };
        let fill = match init {
            "zeros" => Fill::Zeros,
            "iota" => Fill::Iota,
            "random" => random(seed_of(name)),
            _ => match (within("random"), within("file")) {
                (Some(seed), _) => {
                    let seed = seed.trim();
                    random(seed.parse().map_err(|_| place.error(format!("`{seed}` is not a seed: a number from 0")))?)
                }
                (_, Some(file)) => Fill::File(file.trim().to_owned()),
                _ => Fill::Values(values(element, len, init, place)?),
            },
        };
        Ok(InitialContents { element, len: Some(len), fill })
    }

    fn randomise(&mut self, with: u64) {
        match &mut self.fill {
            Fill::Random { seed, .. } => *seed ^= with,
            Fill::Zeros => {
                let (min, max) = full_range(self.element);
                self.fill = Fill::Random { seed: with, min, max };
            }
            Fill::Iota | Fill::Values(_) | Fill::File(_) => {}
        }
    }

    /// The bytes, if they are as many as are wanted; a file is looked up in `folder`.
    pub(super) fn bytes(&self, files: &FilePlaces, folder: &Path, wanted: WantedBytes) -> Result<Vec<u8>, Error> {
        let len = self.len.unwrap_or(0);
        if self.len.is_some() {
            wanted.check_contents((len * self.element.size) as u64)?;
        }
        match &self.fill {
            Fill::Zeros => Ok(vec![0; len * self.element.size]),
            Fill::Iota => Ok((0..len).flat_map(|at| self.element.iota(at)).collect()),
            Fill::Random { seed, min, max } => Ok(random(self.element, len, *seed, *min, *max)),
            Fill::Values(bytes) => Ok(bytes.clone()),
            Fill::File(file) => {
                let own = self.len.map(|len| WantedBytes::Exactly((len * self.element.size) as u64));
                files.read(folder, file, own.unwrap_or(wanted))
            }
        }
    }
}

fn length(value: Value, element: ElementType) -> Result<usize, Error> {
    let place = value.place().clone();
    fitting(value.into_u64("a number of elements")?, element, &place)
}

/// `len`, if as many elements fit into memory.
fn fitting(len: u64, element: ElementType, place: &WrittenAt) -> Result<usize, Error> {
    let bytes = len.checked_mul(element.size as u64).filter(|bytes| *bytes <= MOST_BYTES);
    match bytes.and_then(|_| usize::try_from(len).ok()) {
        Some(len) => Ok(len),
        None => Err(place.error(format!("{len} elements are more than fit into memory"))),
    }
}

/// The bytes of values such as `1,2,3`.
fn values(element: ElementType, len: usize, listed: &str, place: &WrittenAt) -> Result<Vec<u8>, Error> {
    let listed: Vec<&str> = listed.split(',').map(str::trim).collect();
    let mut bytes = Vec::new();
    for value in &listed {
        let number = WrittenNumber::parse(value).ok_or_else(|| {
            place.error(format!(
                "`{value}` is not one of `zeros`, `iota`, `random`, `random(SEED)`, `file(PATH)`, or a number"
            ))
        })?;
        let own = element.bytes(number);
        bytes.extend(own.ok_or_else(|| place.error(format!("`{value}` is not a value of `{}`", element.name)))?);
    }
    match listed.len() == len {
        true => Ok(bytes),
        false => Err(place.error(format!("there are {} values, and the length is {len}", listed.len()))),
    }
}

/// The bytes of listed values, and how many there are.
fn listed(values: Value, element: ElementType) -> Result<(Vec<u8>, usize), Error> {
    let values = values.into_array("values such as `[1, 2, 3]`")?;
    let (mut bytes, count) = (Vec::new(), values.len());
    for value in values {
        let place = value.place().clone();
        let own = element.bytes(value.into_number("a number")?);
        bytes.extend(own.ok_or_else(|| place.error(format!("this is not a value of `{}`", element.name)))?);
    }
    Ok((bytes, count))
}
