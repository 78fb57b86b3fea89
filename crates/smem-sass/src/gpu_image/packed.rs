//! Compressed entries of fatbins.

use ruzstd::decoding::StreamingDecoder;
use smem_sim::ParseError;
use std::borrow::Cow;
use std::io::Read;

/// How the bytes of an entry are compressed, and how many they are without.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Packing {
    None,
    Lz4 { unpacked: usize },
    Zstd { unpacked: usize },
    Unknown,
}

/// More than any piece of code has.
const MOST: usize = 256 << 20;
/// LZ4 makes at most so many bytes of one.
const LZ4_RATIO: usize = 255;

pub(super) fn unpack(data: &[u8], packing: Packing) -> Result<Cow<'_, [u8]>, ParseError> {
    match packing {
        Packing::None => Ok(Cow::Borrowed(data)),
        Packing::Unknown => Err(ParseError::cubin(
            "a piece of the fatbin is compressed in an unknown way: write it to a file with `cuobjdump -xelf all`",
        )),
        Packing::Lz4 { unpacked } | Packing::Zstd { unpacked } if unpacked > MOST => {
            Err(ParseError::cubin(format!("a piece of the fatbin has {unpacked} bytes, more than 256 MiB")))
        }
        Packing::Lz4 { unpacked } => {
            if unpacked > LZ4_RATIO.saturating_mul(data.len()) {
                return Err(corrupt());
            }
            let bytes = lz4_flex::block::decompress(data, unpacked).map_err(|_| corrupt())?;
            whole(bytes, unpacked)
        }
        Packing::Zstd { unpacked } => {
            let decoder = StreamingDecoder::new(data).map_err(|_| corrupt())?;
            let mut bytes = Vec::new();
            decoder.take(unpacked as u64 + 1).read_to_end(&mut bytes).map_err(|_| corrupt())?;
            whole(bytes, unpacked)
        }
    }
}

fn whole(bytes: Vec<u8>, unpacked: usize) -> Result<Cow<'static, [u8]>, ParseError> {
    if bytes.len() == unpacked { Ok(Cow::Owned(bytes)) } else { Err(corrupt()) }
}

fn corrupt() -> ParseError {
    ParseError::cubin("the fatbin is corrupt: a compressed piece of it cannot be read")
}
