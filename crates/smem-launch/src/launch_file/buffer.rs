//! Buffers and variables of a launch file: type, length, contents, and the pointers in them.

use std::path::Path;

use super::arg;
use super::buffer_pointer::BufferPointer;
use super::files::{FilePlaces, WantedBytes};
use super::fill::{self, Fill};
use super::npy;
use super::number::{ElementType, WrittenNumber};
use super::other_contents::OtherContents;
use super::random::seed_of;
use super::value::{TomlTable, Value, WrittenAt};
use crate::{Error, LaunchProblem};

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
    /// Whether the description says what they are: else they are zeros, or random for want of better ones.
    is_given: bool,
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

    /// A buffer of these bytes with pointers in them.
    pub(super) fn of_bytes(bytes: Vec<u8>, pointers: Vec<(usize, BufferPointer)>) -> FileBuffer {
        let element = ElementType::BYTE;
        let contents = InitialContents { element, len: Some(bytes.len()), fill: Fill::Values(bytes), is_given: true };
        FileBuffer { contents, pointers }
    }

    /// The pointers in it.
    pub(super) fn pointers(&self) -> impl Iterator<Item = &BufferPointer> {
        self.pointers.iter().map(|(_, pointer)| pointer)
    }

    pub(super) fn element_type(&self) -> &'static str {
        self.contents.element.name
    }

    /// Its bytes; `None` where a file has them.
    pub(super) fn len_bytes(&self) -> Option<usize> {
        self.contents.len.map(|len| len * self.contents.element.size)
    }

    /// How many bytes it has, if all of them are zero.
    pub(super) fn zero_bytes(&self) -> Option<usize> {
        let InitialContents { element, len, fill, .. } = &self.contents;
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

    /// Whether nothing says what it holds; with `is_invented` the fills that are written were made up as well.
    pub(super) fn is_synthetic(&self, is_invented: bool) -> bool {
        let InitialContents { fill, is_given, .. } = &self.contents;
        let is_named = !matches!(fill, Fill::Values(_) | Fill::File(_));
        self.pointers.is_empty() && is_named && (is_invented || !is_given)
    }

    /// Its type and its length, as an argument declares them: `i32[256]`.
    pub(super) fn declaration(&self) -> String {
        let InitialContents { element, len, .. } = &self.contents;
        format!("{}[{}]", element.name, len.unwrap_or(0))
    }

    /// The same with other contents; the name seeds random ones.
    pub(super) fn with_contents(&self, name: &str, other: OtherContents) -> FileBuffer {
        let InitialContents { element, len, fill, is_given } = &self.contents;
        let fill = other.fill(*element, len.unwrap_or(0), fill, name);
        FileBuffer {
            contents: InitialContents { element: *element, len: *len, fill, is_given: *is_given },
            ..self.clone()
        }
    }

    /// A name for its contents: `zeros`, `random(0, 3)`.
    pub(super) fn contents_name(&self) -> String {
        self.contents.fill.name(self.contents.element)
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
        let is_given = init.is_some() || values.is_some() || file.is_some();
        let named = Fill::parse(init, table, element, name)?;
        let (fill, own_len) = match (values, file) {
            (Some(values), _) => {
                let (bytes, count) = listed(values, element)?;
                (Fill::Values(bytes), Some(count))
            }
            (_, Some(file)) => (Fill::File(file.into_string("a file's path")?), None),
            _ => (named, None),
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
        Ok(InitialContents { element, len, fill, is_given })
    }

    /// Zeros, or random numbers that depend on `name`.
    pub(super) fn described(
        element: ElementType,
        len: u64,
        is_random: bool,
        name: &str,
        place: &WrittenAt,
    ) -> Result<InitialContents, Error> {
        let fill = if is_random { Fill::random_of(element, name) } else { Fill::Zeros };
        Ok(InitialContents { element, len: Some(fitting(len, element, place)?), fill, is_given: false })
    }

    /// Reads the length and the contents that a command line gives: `1024`, each of so many elements, and `random(7)`. `name` seeds random ones.
    pub(super) fn parse_short(
        element: ElementType,
        (len, times): (&str, u64),
        init: Option<&str>,
        name: &str,
        place: &WrittenAt,
    ) -> Result<InitialContents, Error> {
        if let (Some(file), "") = (init.and_then(|init| within("file", init)), len) {
            let fill = Fill::File(file.trim().to_owned());
            return Ok(InitialContents { element, len: None, fill, is_given: true });
        }
        let count: u64 = len.parse().map_err(|_| place.error(format!("`{len}` is not a number of elements")))?;
        InitialContents::of_count(element, count.saturating_mul(times), init, name, place)
    }

    /// Reads the contents of so many elements: zeros where they are not written.
    pub(super) fn of_count(
        element: ElementType,
        count: u64,
        init: Option<&str>,
        name: &str,
        place: &WrittenAt,
    ) -> Result<InitialContents, Error> {
        let len = fitting(count, element, place)?;
        let is_given = init.is_some();
        let init = init.unwrap_or("zeros");
        let fill = match within("file", init) {
            Some(file) => Fill::File(file.trim().to_owned()),
            None => match Fill::parse_short(init, element, name, place)? {
                Some(fill) => fill,
                None => Fill::Values(values(element, len, init, place)?),
            },
        };
        Ok(InitialContents { element, len: Some(len), fill, is_given })
    }

    fn randomise(&mut self, with: u64) {
        self.fill.randomise(self.element, with);
    }

    /// The bytes, if they are as many as are wanted; a file is looked up in `folder`.
    pub(super) fn bytes(&self, files: &FilePlaces, folder: &Path, wanted: WantedBytes) -> Result<Vec<u8>, Error> {
        let len = self.len.unwrap_or(0);
        if self.len.is_some() {
            wanted.check_contents((len * self.element.size) as u64)?;
        }
        let Fill::File(file) = &self.fill else { return Ok(self.fill.bytes(self.element, len)) };
        let own = self.len.map(|len| (len * self.element.size) as u64);
        if file.ends_with(".npy") {
            return self.of_numpy(files, folder, file, own.map_or(wanted, WantedBytes::AtMost));
        }
        files.read(folder, file, own.map_or(wanted, WantedBytes::Exactly))
    }

    /// The elements of a file of NumPy.
    fn of_numpy(&self, files: &FilePlaces, folder: &Path, file: &str, wanted: WantedBytes) -> Result<Vec<u8>, Error> {
        let bytes = files.read(folder, file, wanted.with_header(npy::MOST_HEADER))?;
        let refused = |why: String| LaunchProblem::File { path: folder.join(file), why };
        let (elements, count) = npy::elements(&bytes, self.element).map_err(refused)?;
        match self.len {
            Some(len) if len != count => {
                Err(refused(format!("it holds {count} elements, and the length is {len}")).into())
            }
            _ => Ok(elements),
        }
    }
}

/// The argument of a function: `a.npy` of `file(a.npy)`.
fn within<'t>(function: &str, init: &'t str) -> Option<&'t str> {
    init.strip_prefix(function)?.strip_prefix('(')?.strip_suffix(')')
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
            place.error(format!("`{value}` is not one of {}, `file(PATH)`, or a number", fill::NAMES))
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
