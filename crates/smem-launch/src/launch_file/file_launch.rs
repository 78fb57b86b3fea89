//! One launch of a launch file.

use super::arg::FileArg;
use super::declared::DeclaredMemory;
use super::launch_arg::LaunchArg;
use super::value::{TomlTable, Value};
use super::written_arg::WrittenArg;
use crate::{Error, LaunchShape, check_kernel_name};

/// One launch of a launch file.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct FileLaunch {
    pub(super) kernel: String,
    pub(super) launch: LaunchShape,
    pub(super) args: Vec<FileArg>,
}

impl FileLaunch {
    /// Reads `{ kernel = "k", grid = 1, block = 32 }`. Its arguments may declare buffers in `memory`, and `typed` reads structs by the names of
    /// their fields as [`ArgumentTypes`] says.
    pub(super) fn parse(
        mut table: TomlTable,
        memory: &mut DeclaredMemory,
        typed: &ArgumentTypes<'_>,
    ) -> Result<FileLaunch, Error> {
        let kernel = table.required("kernel")?;
        let place = kernel.place().clone();
        let kernel = kernel.into_string("a kernel's name")?;
        check_kernel_name(&kernel).map_err(|why| place.error(why))?;
        let grid = extent(table.required("grid")?)?;
        let block = extent(table.required("block")?)?;
        let shared = match table.optional("shared") {
            Some(bytes) => bytes.into_u32("bytes of shared memory")?,
            None => 0,
        };
        let cluster = table.optional("cluster").map(extent).transpose()?;
        let mut args = Vec::new();
        if let Some(list) = table.optional("args") {
            for (at, value) in list.into_array("arguments")?.into_iter().enumerate() {
                args.push(argument(value, memory, |written| typed(&kernel, at, written))?);
            }
        }
        table.finish()?;
        let launch = LaunchShape::of(grid, block).shared_bytes(shared);
        let launch = cluster.map_or(launch, |blocks| launch.cluster(blocks));
        Ok(FileLaunch { kernel, launch, args })
    }
}

/// The type of [`LaunchFile::parse_typed`](super::LaunchFile::parse_typed)'s function: for a kernel, the number of its argument and a struct by the names of
/// its fields, the argument; or why it has none.
pub(super) type ArgumentTypes<'f> = dyn Fn(&str, usize, &WrittenArg<'_>) -> Result<LaunchArg, Error> + 'f;

/// Reads an argument. A string that is not a pointer is one as a command line has it.
fn argument(
    value: Value,
    memory: &mut DeclaredMemory,
    typed: impl Fn(&WrittenArg<'_>) -> Result<LaunchArg, Error>,
) -> Result<FileArg, Error> {
    let written = |text| WrittenArg::at(text, value.place().clone());
    let arg = match value.as_str() {
        Some(text) if text.trim_start().starts_with(['{', '[']) => typed(&written(text))?,
        Some(text) if text.contains([':', '[']) => written(text).read(text)?,
        _ => return FileArg::parse(value),
    };
    memory.declare(arg)
}

/// Blocks or threads along x, y and z: a number, or one to three of them.
fn extent(value: Value) -> Result<[u32; 3], Error> {
    const WHAT: &str = "one to three numbers";
    if !value.is_array() {
        return Ok([value.into_u32(WHAT)?, 1, 1]);
    }
    let wrong = value.error(format!("expected {WHAT}"));
    let values = value.into_array(WHAT)?;
    if values.is_empty() || values.len() > 3 {
        return Err(wrong);
    }
    let mut extent = [1; 3];
    for (place, value) in extent.iter_mut().zip(values) {
        *place = value.into_u32("a number of blocks or threads")?;
    }
    Ok(extent)
}
