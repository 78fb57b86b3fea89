//! A kernel of the gallery as data.

use smem_launch::LaunchShape;
use smem_tile::accesses::AccessError;
use smem_tile::{Access, Arch, Report};

use super::numbers::Numbers;
use crate::TileVariant;

/// A kernel with its tiles.
#[derive(Debug, Clone, Copy)]
pub struct Exhibit {
    /// The name of the kernel, of its `.cu` file and on the command line.
    pub name: &'static str,
    /// Its purpose, in a line.
    pub about: &'static str,
    /// The name of the text in messages and in the counts' places.
    pub file: &'static str,
    /// The kernel in CUDA C++, the same for every layout.
    pub text: &'static str,
    /// The tile in its layouts: dense, padded, and swizzled where the accesses take a swizzle.
    pub variants: &'static [TileVariant],
    /// The text of tiles that have one layout for all variants.
    pub other_tiles: &'static [&'static str],
    /// Returns the accesses that the tiles declare, under the names that the kernel's comments give them.
    pub accesses: fn() -> Vec<LabelledAccess>,
    /// The access that the pictures show.
    pub drawn: DrawnAccess,
    /// Returns a problem for the kernel, with the CPU's result.
    pub problem: fn(ProblemSize) -> Problem,
}

/// Accesses of a tile under one name.
#[derive(Debug, Clone)]
pub struct LabelledAccess {
    /// The name, with which comments of the kernel begin.
    pub label: &'static str,
    /// The accesses that a line of that name makes.
    pub accesses: Vec<Access>,
    /// The tile that it accesses, if it is not the one whose layouts are compared.
    pub other_tile: Option<TileVariant>,
}

/// An access on the part of the tile that a picture shows.
#[derive(Debug, Clone, Copy)]
pub struct DrawnAccess {
    /// Returns the access.
    pub access: fn() -> Access,
    /// Rows of the part, from the first.
    pub rows: u32,
    /// Columns of the part, from the first.
    pub columns: u32,
}

/// How large a problem is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum ProblemSize {
    /// A few blocks
    Small,
    /// Enough blocks to fill a GPU
    Large,
}

/// One launch with the result that it must have. Parameters of the kernel are the inputs, the output, and the sizes, in this order.
#[derive(Debug, Clone)]
pub struct Problem {
    /// The problem in words, such as `512 x 512`.
    pub size: String,
    /// The inputs.
    pub inputs: Vec<Numbers>,
    /// The output by the CPU. The kernel finds zeros there.
    pub expected: Numbers,
    /// How far a number may be from the expected one: 0 where all arithmetic is exact.
    pub tolerance: f32,
    /// Sizes that the kernel takes.
    pub sizes: Vec<u32>,
    /// The shape of the launch.
    pub launch: LaunchShape,
}

impl LabelledAccess {
    /// Returns the accesses `label` of the tile whose layouts are compared.
    pub fn new(label: &'static str, accesses: impl IntoIterator<Item = Access>) -> LabelledAccess {
        LabelledAccess { label, accesses: accesses.into_iter().collect(), other_tile: None }
    }

    /// Returns the wavefronts of the worst request by the bank model, and its excess, on a layout of the tile.
    ///
    /// # Errors
    /// Where an access does not fit the tile.
    pub fn predict(&self, variant: &TileVariant, arch: Arch) -> Result<(u32, u32), AccessError> {
        let tile = self.other_tile.as_ref().unwrap_or(variant);
        let report = Report::of(&tile.layout, tile.elem_bytes, &self.accesses, arch)?;
        let worst = |figures: &mut dyn Iterator<Item = u32>| figures.max().unwrap_or_default();
        Ok((
            worst(&mut report.accesses.iter().map(|access| access.cost.wavefronts)),
            worst(&mut report.accesses.iter().map(|access| access.excess)),
        ))
    }
}

impl Exhibit {
    /// Returns the name of the access that a line of the kernel makes, counted from 1: the first word of its comment.
    pub(super) fn label(&self, line: u32) -> Option<&'static str> {
        let (_, comment) = self.text.lines().nth(line.checked_sub(1)? as usize)?.split_once("//")?;
        Some(comment.split_once(':')?.0.trim())
    }
}
