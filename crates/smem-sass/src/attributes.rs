//! `.nv.info`: what the compiler says of a kernel, as records of a format, an attribute and its value.

use smem_sim::ParseError;
use smem_sim::program::Param;

/// Formats of a record.
const NO_VALUE: u8 = 1;
const BYTE: u8 = 2;
const HALF: u8 = 3;
const SIZED: u8 = 4;

/// Attributes.
const MAX_THREADS: u8 = 0x05;
const PARAM_CBANK: u8 = 0x0a;
const REQUIRED_THREADS: u8 = 0x10;
const MIN_STACK_SIZE: u8 = 0x12;
const PARAM_INFO: u8 = 0x17;
const REGISTERS: u8 = 0x2f;
const CLUSTER: u8 = 0x3d;
/// Of kernels with more than 4 KiB of parameters, where 14 bits are too few for the size of one.
const LARGE_PARAM_INFO: u8 = 0x45;

/// The attributes in a kernel's own section.
#[derive(Debug, Default)]
pub(super) struct KernelAttributes {
    /// Byte offset of the parameters in constant bank 0, and their bytes.
    pub(super) params_at: Option<(u32, u32)>,
    pub(super) params: Vec<Param>,
    pub(super) max_threads: Option<u64>,
    pub(super) required_block: Option<[u32; 3]>,
    pub(super) required_cluster: Option<[u32; 3]>,
    pub(super) stack: Option<u32>,
    pub(super) registers: Option<u32>,
}

fn word(value: &[u8], index: usize) -> Option<u32> {
    let bytes = value.get(4 * index..)?.first_chunk()?;
    Some(u32::from_le_bytes(*bytes))
}

/// Calls `f` with each attribute and its value.
fn records(mut data: &[u8], mut f: impl FnMut(u8, &[u8]) -> Option<()>) -> Result<(), ParseError> {
    let corrupt = || ParseError::cubin("the ELF file is corrupt: a kernel's attributes end in the middle");
    while let [format, attribute, rest @ ..] = data {
        let (value, next) = match *format {
            NO_VALUE | BYTE | HALF => rest.split_at_checked(2).ok_or_else(corrupt)?,
            SIZED => {
                let (size, rest) = rest.split_first_chunk().ok_or_else(corrupt)?;
                rest.split_at_checked(usize::from(u16::from_le_bytes(*size))).ok_or_else(corrupt)?
            }
            other => return Err(ParseError::cubin(format!("a kernel has an attribute of the unknown format {other}"))),
        };
        f(*attribute, value).ok_or_else(corrupt)?;
        data = next;
    }
    if data.is_empty() { Ok(()) } else { Err(corrupt()) }
}

impl KernelAttributes {
    /// Reads the kernel's own section, and from the common one what it says of this symbol.
    pub(super) fn read(own: &[u8], common: &[u8], symbol: usize) -> Result<Self, ParseError> {
        let mut found = Self::default();
        let mut params: Vec<(u32, Param)> = Vec::new();
        let of_symbol = |found: &mut Self, attribute: u8, value: &[u8]| {
            if matches!(attribute, MIN_STACK_SIZE | REGISTERS) && word(value, 0)? as usize == symbol {
                let number = word(value, 1)?;
                *(if attribute == REGISTERS { &mut found.registers } else { &mut found.stack }) = Some(number);
            }
            Some(())
        };
        records(common, |attribute, value| of_symbol(&mut found, attribute, value))?;
        records(own, |attribute, value| {
            match attribute {
                MAX_THREADS => found.max_threads = Some(product(value)?),
                REQUIRED_THREADS => found.required_block = Some([word(value, 0)?, word(value, 1)?, word(value, 2)?]),
                CLUSTER => found.required_cluster = Some([word(value, 0)?, word(value, 1)?, word(value, 2)?]),
                PARAM_CBANK => {
                    let place = word(value, 1)?;
                    found.params_at = Some((place & 0xffff, place >> 16));
                }
                PARAM_INFO => {
                    let (place, flags) = (word(value, 1)?, word(value, 2)?);
                    let param = Param { offset: (place >> 16).into(), bytes: (flags >> 18).into() };
                    params.push((place & 0xffff, param));
                }
                LARGE_PARAM_INFO => {
                    let (place, bytes) = (word(value, 1)?, word(value, 2)? & 0xffff);
                    params.push((place & 0xffff, Param { offset: (place >> 16).into(), bytes: bytes.into() }));
                }
                _ => of_symbol(&mut found, attribute, value)?,
            }
            Some(())
        })?;
        params.sort_by_key(|(ordinal, _)| *ordinal);
        found.params = params.into_iter().map(|(_, param)| param).collect();
        Ok(found)
    }
}

fn product(value: &[u8]) -> Option<u64> {
    let [x, y, z] = [word(value, 0)?, word(value, 1)?, word(value, 2)?].map(u64::from);
    Some(x.saturating_mul(y).saturating_mul(z))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_of_more_than_4_kib_are_read() {
        let own = [
            [4, 0x45, 12, 0].as_slice(),
            &[0, 0, 0, 0, 1, 0, 0x00, 0x7d, 8, 0, 0, 0],
            &[4, 0x45, 12, 0],
            &[0, 0, 0, 0, 0, 0, 0, 0, 0x00, 0x7d, 0, 0],
        ]
        .concat();
        let found = KernelAttributes::read(&own, &[], 0).unwrap();
        let params: Vec<_> = found.params.iter().map(|param| (param.offset, param.bytes)).collect();
        assert_eq!(params, [(0, 32_000), (32_000, 8)]);
    }

    #[test]
    fn parameters_come_in_the_order_of_their_numbers() {
        let own = [
            [4, 0x17, 12, 0].as_slice(),
            &[0, 0, 0, 0, 1, 0, 8, 0, 0x00, 0xf0, 0x11, 0],
            &[4, 0x17, 12, 0],
            &[0, 0, 0, 0, 0, 0, 0, 0, 0x00, 0xf0, 0x21, 0],
            &[3, 0x1b, 0xff, 0],
            &[4, 0x0a, 8, 0],
            &[9, 0, 0, 0, 0x10, 0x02, 12, 0],
        ]
        .concat();
        let common = [4, 0x12, 8, 0, 7, 0, 0, 0, 64, 0, 0, 0, 4, 0x12, 8, 0, 3, 0, 0, 0, 99, 0, 0, 0];
        let found = KernelAttributes::read(&own, &common, 7).unwrap();
        let params: Vec<_> = found.params.iter().map(|param| (param.offset, param.bytes)).collect();
        assert_eq!(params, [(0, 8), (8, 4)]);
        assert_eq!((found.params_at, found.stack), (Some((0x210, 12)), Some(64)));
        for cut in 1..own.len() {
            // Whatever is cut off, it is an answer or an error.
            let _ = KernelAttributes::read(&own[..cut], &common[..cut % common.len()], 7);
        }
        assert!(KernelAttributes::read(&own[..5], &[], 7).is_err());
    }
}
