//! The options of `fix`.

use std::path::PathBuf;

use clap::Args;

use crate::failure::EarlyEnd;
use crate::profile::LaunchOptions;

pub(crate) const EXAMPLES: &str = "Launches and tools are those of `smem-tile profile`, which also draws the requests, writes SARIF and finds races.

    smem-tile fix transpose.cu --kernel transpose --grid 4,4 --block 32,8 --arg out:f32[16384] --arg in:f32[16384]=random
    smem-tile fix gemm.cu --launch gemm.toml --array As@0:4096 --array Bs@4096:8192=32x32

Each way to change the source is compiled and run: the one that takes the fewest wavefronts is printed, of equals the smallest.

Exit codes: 0 good, 1 a fault, a changed source that does not compile or has other results where no other change helps, or more excess
than --max-excess accepts after the change, 2 bad input.";

#[derive(Args, Debug)]
pub(crate) struct FixOptions {
    #[command(flatten)]
    pub(crate) launched: LaunchOptions,
    /// A part of dynamic shared memory that is an array of its own, from its first byte to behind its last: As@0:4096, or with its rows
    /// and columns As@0:4096=32x32; may be given several times
    #[arg(long = "array", value_name = "NAME@FROM:TO", value_parser = dynamic_array)]
    pub(crate) arrays: Vec<DynamicArray>,
    /// Writes the header with the tiles to a file, and does not print it
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// A part of dynamic shared memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DynamicArray {
    pub(crate) name: String,
    /// Bytes from the start of dynamic shared memory.
    pub(crate) from: u32,
    /// Behind its last byte.
    pub(crate) to: u32,
    /// Rows and columns, in elements.
    pub(crate) shape: Option<[u32; 2]>,
}

impl FixOptions {
    /// Refuses arrays that overlap.
    pub(crate) fn check(&self) -> Result<(), EarlyEnd> {
        for (number, array) in self.arrays.iter().enumerate() {
            let other = self.arrays[..number].iter().find(|other| other.from < array.to && array.from < other.to);
            if let Some(other) = other {
                let (one, two) = (&other.name, &array.name);
                return Err(EarlyEnd::Message(format!("the arrays `{one}` and `{two}` of `--array` overlap")));
            }
        }
        Ok(())
    }
}

/// Reads `As@0:4096` or `As@0:4096=32x32`.
fn dynamic_array(text: &str) -> Result<DynamicArray, String> {
    let wrong = || "expected a name and a range of bytes, as in `As@0:4096` or `As@0:4096=32x32`".to_string();
    let (name, rest) = text.split_once('@').ok_or_else(wrong)?;
    let (range, shape) = rest.split_once('=').map_or((rest, None), |(range, shape)| (range, Some(shape)));
    let (from, to) = range.split_once(':').ok_or_else(wrong)?;
    let number = |text: &str| text.trim().parse::<u32>().map_err(|_| wrong());
    let (from, to) = (number(from)?, number(to)?);
    let is_name = |name: &str| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    if !is_name(name) || name.starts_with(|first: char| first.is_ascii_digit()) {
        return Err(wrong());
    }
    if from >= to {
        return Err(format!("the range of `{name}` is empty: it ends at byte {to} and begins at byte {from}"));
    }
    let shape = match shape.map(|shape| shape.split_once('x').ok_or_else(wrong)).transpose()? {
        Some((rows, cols)) => match [number(rows)?, number(cols)?] {
            shape if shape.contains(&0) => return Err(wrong()),
            shape => Some(shape),
        },
        None => None,
    };
    Ok(DynamicArray { name: name.to_string(), from, to, shape })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_are_ranges_of_bytes() {
        let array = |name: &str, from, to, shape| Ok(DynamicArray { name: name.to_string(), from, to, shape });
        assert_eq!(dynamic_array("As@0:4096"), array("As", 0, 4096, None));
        assert_eq!(dynamic_array("b_2@16:80=4x4"), array("b_2", 16, 80, Some([4, 4])));
        for wrong in [
            "As",
            "As@0",
            "@0:4",
            "As@4:4",
            "As@8:4",
            "As@0:4=4",
            "As@0:4=0x4",
            "1@0:4",
            "a b@0:4",
            "As@-1:4",
            "As@0:4=4x4x4",
        ] {
            assert!(dynamic_array(wrong).is_err(), "{wrong}");
        }
    }
}
