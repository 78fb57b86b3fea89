//! Launches that a program describes by values, where no text was written for them.

use std::collections::BTreeMap;

use super::arg::FileArg;
use super::buffer::{FileBuffer, InitialContents};
use super::buffer_pointer::BufferPointer;
use super::file::LaunchFile;
use super::file_launch::FileLaunch;
use super::files::FilePlaces;
use super::number::{ElementType, WrittenNumber};
use super::value::WrittenAt;
use crate::{Error, LaunchShape};

/// A buffer of a [`LaunchFile`] that is made of values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DescribedBuffer {
    /// The name that [`DescribedArg::Pointer`] refers to.
    pub name: String,
    /// The element type as a launch file names it: `f32`.
    pub element: &'static str,
    /// Elements.
    pub len: u64,
    /// Whether it holds random numbers, which depend on its name, instead of zeros.
    pub is_random: bool,
}

/// An argument of a launch that is made of values.
#[derive(Debug, Clone, PartialEq)]
pub enum DescribedArg {
    /// A null pointer.
    Null,
    /// A pointer into a buffer.
    Pointer {
        /// The buffer's name.
        buffer: String,
        /// Bytes from its start.
        offset: u64,
    },
    /// An integer of a type that a launch file names: `i32`.
    Integer(&'static str, i128),
    /// A floating-point number of a type that a launch file names: `f32`.
    Float(&'static str, f64),
    /// `true` or `false`.
    Bool(bool),
    /// A struct of zeros.
    Zeros {
        /// Its size.
        bytes: usize,
        /// Its alignment, in bytes.
        align: usize,
    },
}

/// A launch that is made of values.
#[derive(Debug, Clone, PartialEq)]
pub struct DescribedLaunch {
    /// The kernel, as [`Program::kernel`](crate::Program::kernel) takes it.
    pub kernel: String,
    /// Grid, block and shared memory.
    pub launch: LaunchShape,
    /// In the order of the kernel's parameters.
    pub args: Vec<DescribedArg>,
}

impl LaunchFile {
    /// Launches that are made in order, with these buffers. `name` is what messages call them.
    ///
    /// ```
    /// use smem_launch::{DescribedArg, DescribedBuffer, DescribedLaunch, LaunchShape, LaunchFile};
    ///
    /// let buffer = DescribedBuffer { name: "a".to_owned(), element: "f32", len: 64, is_random: true };
    /// let args = vec![DescribedArg::Pointer { buffer: "a".to_owned(), offset: 16 }, DescribedArg::Integer("i32", 60)];
    /// let launch = DescribedLaunch { kernel: "k".to_owned(), launch: LaunchShape::of([2, 1, 1], [32, 1, 1]), args };
    /// let launches = LaunchFile::of_values("the launches of k.cu", vec![buffer], vec![launch])?;
    /// assert_eq!(launches.kernels().collect::<Vec<_>>(), ["k"]);
    /// # Ok::<(), smem_launch::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Launch`] for an unknown type or buffer, a number that its type does not have, two buffers of one name, or a buffer that
    /// does not fit into memory.
    pub fn of_values(
        name: &str,
        buffers: Vec<DescribedBuffer>,
        launches: Vec<DescribedLaunch>,
    ) -> Result<LaunchFile, Error> {
        let mut known = BTreeMap::new();
        for buffer in buffers {
            let place = WrittenAt::of_argument(&buffer.name);
            let element = element(buffer.element, &place)?;
            let contents = InitialContents::described(element, buffer.len, buffer.is_random, &buffer.name, &place)?;
            if known.insert(buffer.name.clone(), FileBuffer::without_pointers(contents)).is_some() {
                return Err(place.error(format!("there is a buffer `{}` already", buffer.name)));
            }
        }
        let names: Vec<String> = known.keys().cloned().collect();
        let mut all = Vec::new();
        for described in launches {
            let args = described.args.into_iter().map(|arg| arg.checked(&names)).collect::<Result<_, _>>()?;
            all.push(FileLaunch { kernel: described.kernel, launch: described.launch, args });
        }
        Ok(LaunchFile {
            name: name.to_owned(),
            buffers: known,
            textures: BTreeMap::new(),
            symbols: BTreeMap::new(),
            files: FilePlaces::Below(Vec::new()),
            launches: all,
        })
    }
}

impl DescribedArg {
    fn checked(self, buffers: &[String]) -> Result<FileArg, Error> {
        let number = |name: &str, number: WrittenNumber| {
            let place = WrittenAt::of_argument(name);
            FileArg::of_numbers(element(name, &place)?, vec![(number, place.clone())], &place)
        };
        match self {
            DescribedArg::Null => Ok(FileArg::null()),
            DescribedArg::Pointer { buffer, offset } => {
                let pointer = BufferPointer::of_buffer(buffer, offset);
                pointer.check(buffers)?;
                Ok(FileArg::of_pointer(pointer))
            }
            DescribedArg::Integer(name, value) => number(name, WrittenNumber::Integer(value)),
            DescribedArg::Float(name, value) => number(name, WrittenNumber::Float(value)),
            DescribedArg::Bool(value) => Ok(FileArg::plain(vec![value.into()], 1)),
            DescribedArg::Zeros { bytes, align } => Ok(FileArg::plain(vec![0; bytes], align)),
        }
    }
}

fn element(name: &str, place: &WrittenAt) -> Result<ElementType, Error> {
    let unknown = || place.error(format!("`{name}` is not a type: one of {}", ElementType::names()));
    ElementType::named(name).ok_or_else(unknown)
}
