//! Arguments of a launch with what they declare.

use super::arg::FileArg;
use super::buffer::FileBuffer;
use super::buffer_pointer::BufferPointer;
use super::texture::FileTexture;
use super::value::WrittenAt;
use crate::Error;

/// A buffer or a texture that an argument declares.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum NamedMemory {
    Buffer(FileBuffer),
    Texture(FileTexture),
}

/// An argument of a launch: a number, a struct, a pointer; or a buffer, a texture or a tensor map that it declares, and a pointer to it.
///
/// ```
/// use smem_launch::{LaunchShape, LaunchArg, LaunchFile};
///
/// let args = vec!["in:f32[64]=random".parse::<LaunchArg>()?, "u32:64".parse()?];
/// let one = LaunchFile::of_launch_args("k", LaunchShape::of([1, 1, 1], [64, 1, 1]), args, [].into())?;
/// assert_eq!(one.buffers().collect::<Vec<_>>(), ["in"]);
/// let error = "u8:256".parse::<LaunchArg>().unwrap_err();
/// assert_eq!(error.to_string(), "argument `u8:256`: this is not a value of `u8`");
/// # Ok::<(), smem_launch::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct LaunchArg {
    pub(super) value: FileArg,
    /// The buffers and textures that it declares, by their names.
    pub(super) declares: Vec<(String, NamedMemory)>,
    /// The contents of the buffer of a tensor map, where it gives them.
    pub(super) contents: Option<String>,
    /// The kind of an argument that cannot be a field of a struct.
    pub(super) kept_whole: Option<&'static str>,
    /// For messages about its name.
    pub(super) place: WrittenAt,
}

impl LaunchArg {
    /// An argument that declares nothing.
    pub(super) fn of(value: FileArg, place: &WrittenAt) -> LaunchArg {
        LaunchArg { value, declares: Vec::new(), contents: None, kept_whole: None, place: place.clone() }
    }

    /// A pointer to a buffer or to a texture that it declares.
    pub(super) fn declaring(name: &str, memory: NamedMemory, place: &WrittenAt) -> Result<LaunchArg, Error> {
        let pointer = BufferPointer::of_text(name, place.clone())?;
        let declares = vec![(name.to_owned(), memory)];
        Ok(LaunchArg { declares, ..LaunchArg::of(FileArg::of_pointer(pointer), place) })
    }

    pub(super) fn kept_whole(self, kind: &'static str) -> LaunchArg {
        LaunchArg { kept_whole: Some(kind), ..self }
    }
}

impl PartialEq for LaunchArg {
    /// Returns true for the same value, wherever it is written.
    fn eq(&self, other: &LaunchArg) -> bool {
        (&self.value, &self.declares, &self.contents) == (&other.value, &other.declares, &other.contents)
    }
}

/// The fields of a struct, by the byte of it at which they begin.
pub type ArgFields = Vec<(u64, LaunchArg)>;
