//! Arguments of a launch that were read from text, once, at the place where it is written.

use super::launch_arg::{ArgFields, LaunchArg};
use super::short;
use super::struct_text::StructSize;
use super::value::WrittenAt;
use crate::Error;

impl std::str::FromStr for LaunchArg {
    type Err = Error;

    /// Reads an argument as [`LaunchFile::of_arguments`](super::LaunchFile::of_arguments) takes it.
    fn from_str(text: &str) -> Result<LaunchArg, Error> {
        WrittenArg::new(text).read(text)
    }
}

/// The text of an argument, which knows where it is written: on a command line, or in a launch file. It reads the parts of that text, and errors
/// name its place.
///
/// ```
/// use smem_launch::WrittenArg;
///
/// let written = WrittenArg::new("pair={1, .5}");
/// let fields = vec![(0, written.number("i32", "1")?), (4, written.number("f32", ".5")?)];
/// assert_eq!(written.structure((8, 4), fields)?, "struct[8,4]{0=i32:1, 4=f32:.5}".parse()?);
/// let error = written.number("i32", ".5").unwrap_err();
/// assert_eq!(error.to_string(), "argument `pair={1, .5}`: this is not a value of `i32`");
/// # Ok::<(), smem_launch::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct WrittenArg<'t> {
    text: &'t str,
    place: WrittenAt,
}

impl<'t> WrittenArg<'t> {
    /// An argument of a command line, which messages quote.
    pub fn new(text: &'t str) -> WrittenArg<'t> {
        WrittenArg { text, place: WrittenAt::of_argument(text) }
    }

    pub(super) fn at(text: &'t str, place: WrittenAt) -> WrittenArg<'t> {
        WrittenArg { text, place }
    }

    /// The whole text.
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// An error at this argument.
    pub fn error(&self, why: impl std::fmt::Display) -> Error {
        self.place.error(why)
    }

    /// Reads a part that says its type, as [`LaunchFile::of_arguments`](super::LaunchFile::of_arguments) takes it.
    ///
    /// # Errors
    /// [`Error::Launch`] where it is not an argument.
    pub fn read(&self, part: &str) -> Result<LaunchArg, Error> {
        LaunchArg::parse(part, &self.place)
    }

    /// Reads a number, or up to four of them with commas between, of a type that launch files name.
    ///
    /// # Errors
    /// [`Error::Launch`] where it is not a value of that type.
    pub fn number(&self, element: &str, part: &str) -> Result<LaunchArg, Error> {
        short::number(element, part, &self.place)
    }

    /// Reads a buffer from its length on, `[1024]=random` or `1024`, and declares it. `element` is its type, and how many of these are one of the
    /// length: `("u8", 12)` for structs of 12 bytes.
    ///
    /// ```
    /// # use smem_launch::WrittenArg;
    /// let written = WrittenArg::new("in=[64]=iota");
    /// assert_eq!(written.buffer("in", ("u8", 2), "[64]=iota")?, "in:u8[128]=iota".parse()?);
    /// # Ok::<(), smem_launch::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Launch`] where the name, the type, the length or the contents are invalid.
    pub fn buffer(&self, name: &str, element: (&str, u64), part: &str) -> Result<LaunchArg, Error> {
        LaunchArg::buffer(name, element, part, &self.place)
    }

    /// A struct by value, of so many bytes and so aligned, with zeros between its fields.
    ///
    /// # Errors
    /// [`Error::Launch`] where a field is outside of it, or cannot be in a struct.
    pub fn structure(&self, (bytes, align): (u64, u64), fields: ArgFields) -> Result<LaunchArg, Error> {
        StructSize::new(bytes, align, &self.place)?.filled(&fields, &self.place)
    }

    /// A buffer of structs. Without a number of them there are as many as are given; one struct fills all of the buffer.
    ///
    /// ```
    /// # use smem_launch::WrittenArg;
    /// let written = WrittenArg::new("points=[3]={1}");
    /// let point = vec![(0, written.number("f32", "1")?)];
    /// let three = written.structures("points", (8, 4), Some("3"), vec![point])?;
    /// assert_eq!(three, "points:struct[8,4][3]{0=f32:1}".parse()?);
    /// # Ok::<(), smem_launch::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`structure`](Self::structure), and where the number of structs is not the one that is asked for.
    pub fn structures(
        &self,
        name: &str,
        (bytes, align): (u64, u64),
        count: Option<&str>,
        elements: Vec<ArgFields>,
    ) -> Result<LaunchArg, Error> {
        let size = StructSize::new(bytes, align, &self.place)?;
        let count = count.map_or(Ok(elements.len()), |count| size.count(count, &self.place))?;
        LaunchArg::of_structs(name, size, count, &elements, &self.place)
    }
}
