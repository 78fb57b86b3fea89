//! One launch of a launch file.

use super::arg::FileArg;
use super::value::{TomlTable, Value};
use crate::{Error, Launch};

/// One launch of a launch file.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct FileLaunch {
    pub(super) kernel: String,
    pub(super) launch: Launch,
    pub(super) args: Vec<FileArg>,
}

impl FileLaunch {
    /// Reads `{ kernel = "k", grid = 1, block = 32 }`; pointers may be to `buffers`.
    pub(super) fn parse(mut table: TomlTable, buffers: &[String]) -> Result<FileLaunch, Error> {
        let kernel = table.required("kernel")?.into_string("a kernel's name")?;
        let grid = extent(table.required("grid")?)?;
        let block = extent(table.required("block")?)?;
        let shared = match table.optional("shared") {
            Some(bytes) => bytes.into_u32("bytes of shared memory")?,
            None => 0,
        };
        let cluster = table.optional("cluster").map(extent).transpose()?;
        let mut args = Vec::new();
        if let Some(list) = table.optional("args") {
            for value in list.into_array("arguments")? {
                args.push(FileArg::parse(value, buffers)?);
            }
        }
        table.finish()?;
        let launch = Launch { cluster, ..Launch::new(grid, block).shared_bytes(shared) };
        Ok(FileLaunch { kernel, launch, args })
    }
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
