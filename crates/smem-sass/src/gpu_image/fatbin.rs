//! A fatbin: a header, and entries that follow one another, each a header and its data.
//!
//! ```text
//! byte   0          4        6              8
//!        magic      version  header bytes   bytes of all entries
//!
//! entry  0     2        4              8           16                20    28     40      56
//!        kind  version  header bytes   data bytes  compressed bytes  ..    arch   flags   bytes unpacked
//! ```
//!
//! An entry of kind 256 holds several pieces, compressed together. After its header come their number and headers of 64 bytes like an
//! entry's own, but with the piece's place at byte 4.
//!
//! NVIDIA documents none of it. It was read from fatbins of nvcc 13.5 for `sm_80`, `sm_90` and `sm_120`, in each mode of compression.

use super::image::{GpuImage, GpuImageKind};
use super::packed::Packing;
use smem_sim::ParseError;

const MAGIC: [u8; 4] = 0xba55_ed50_u32.to_le_bytes();
const PTX: u16 = 1;
const ELF: u16 = 2;
const TOGETHER: u16 = 256;
/// The least header of an entry.
const ENTRY: usize = 64;
/// Where it has the compute capability.
const CAPABILITY: usize = 28;
const LZ4: u64 = 1 << 13;
const ZSTD: u64 = 1 << 15;

pub(super) fn begins(data: &[u8]) -> bool {
    data.starts_with(&MAGIC)
}

/// The number of `bytes` bytes at a place.
fn number(data: &[u8], at: usize, bytes: usize) -> Option<u64> {
    let field = data.get(at..)?.get(..bytes)?;
    Some(field.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte)))
}

fn size(data: &[u8], at: usize, bytes: usize) -> Option<usize> {
    usize::try_from(number(data, at, bytes)?).ok()
}

/// The entries of all fatbins in a section, between which there may be zeros.
pub(super) fn containers(mut data: &[u8]) -> Result<Vec<GpuImage<'_>>, ParseError> {
    let mut images = Vec::new();
    loop {
        while let [0, rest @ ..] = data {
            data = rest;
        }
        if data.is_empty() {
            return Ok(images);
        }
        if !begins(data) {
            return Err(ParseError::cubin("the fatbin is corrupt: something else is between its parts"));
        }
        let parts = size(data, 6, 2).zip(size(data, 8, 8)).and_then(|(header, bytes)| {
            let (entries, rest) = data.get(header.max(16)..)?.split_at_checked(bytes)?;
            Some((entries, rest))
        });
        let (entries, rest) = parts.ok_or_else(cut_off)?;
        read(entries, &mut images)?;
        data = rest;
    }
}

fn cut_off() -> ParseError {
    ParseError::cubin("the fatbin is corrupt: it ends in the middle")
}

fn read<'f>(mut entries: &'f [u8], images: &mut Vec<GpuImage<'f>>) -> Result<(), ParseError> {
    while !entries.is_empty() {
        entries = entry(entries, images).ok_or_else(cut_off)?;
    }
    Ok(())
}

/// Adds the first entry, and returns the others.
fn entry<'f>(entries: &'f [u8], images: &mut Vec<GpuImage<'f>>) -> Option<&'f [u8]> {
    let kind = number(entries, 0, 2)? as u16;
    let header = size(entries, 4, 4)?;
    let packed = size(entries, 16, 4)?;
    let (flags, unpacked) = (number(entries, 40, 8)?, size(entries, 56, 8)?);
    let (data, rest) = entries.get(header.max(ENTRY)..)?.split_at_checked(size(entries, 8, 8)?)?;
    let packing = match flags & (LZ4 | ZSTD) {
        0 => Packing::None,
        LZ4 => Packing::Lz4 { unpacked },
        ZSTD => Packing::Zstd { unpacked },
        _ => Packing::Unknown,
    };
    // A compressed image is followed by bytes that fill it up to a multiple of 8.
    let data = if packing == Packing::None { data } else { data.get(..packed)? };
    let image = |header: &[u8], part| {
        let capability = u32::try_from(number(header, CAPABILITY, 4)?).ok()?;
        let kind = match number(header, 0, 2)? as u16 {
            PTX => GpuImageKind::Ptx,
            ELF => GpuImageKind::MachineCode,
            other => GpuImageKind::Other(other),
        };
        Some(GpuImage { kind, capability, data, packing, part })
    };
    if kind == TOGETHER {
        let headers = entries.get(..header)?.get(ENTRY + 8..)?;
        for piece in headers.chunks_exact(ENTRY).take(size(entries, ENTRY, 4)?) {
            images.push(image(piece, Some((size(piece, 4, 4)?, size(piece, 8, 8)?)))?);
        }
    } else {
        images.push(image(entries, None)?);
    }
    Some(rest)
}
