//! Tensor maps, which describe to bulk copies how a tensor lies in global memory and which box of it they move.
//!
//! ```text
//! word   0, 1          the address
//!        2             dimensions - 1 << 4 | element << 7 | swizzle << 13 | fill with NaN << 15 | rounded to TF32 << 16
//!        3 .. 6        strides / 16, and above bit 35 of them: 4 bits each in word 7
//!        8 .. 12       elements along each dimension - 1
//!        13            (step - 1) << 3 * i for each dimension, and elements of the box along the first - 1 << 24
//!        14            (elements of the box - 1) << 8 * i along the others
//!        16            bytes of the box as if steps divided it, 0 where a step is longer
//!        18            the alignment of the box in shared memory
//! ```
//!
//! NVIDIA documents none of it. It was read from 510 maps that the driver of an H200 (580.159.04) made, which `tests/hardware` has: this crate makes
//! the same 510. Word 7 and maps for anything but tiles were not looked at.
//!
//! A kernel that makes its own map (`tensormap.replace`) writes the same fields, by ptxas's code, but neither word 16 nor word 18. An H200 does not look at these: 200
//! copies left the same with zeros, ones and random bits there (2026-11-28).

use crate::fault::{Fault, FaultKind};
use smem_banks::TmaSwizzle;

/// The elements of a tensor, as a [`TensorMap`] names them.
///
/// ```
/// assert_eq!(smem_sim::TensorElement::F16.bytes(), 2);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the names are the types")]
pub enum TensorElement {
    U8,
    U16,
    U32,
    I32,
    U64,
    I64,
    F16,
    F32,
    F64,
    Bf16,
    /// `f32`, whose subnormal numbers a reduction takes for zeros. A copy leaves them.
    F32Ftz,
    /// `f32` that a load rounds to the 10 bits of the fraction that tensor cores take.
    Tf32,
    Tf32Ftz,
}

impl TensorElement {
    /// All of them, each at its number in `CUtensorMapDataType`.
    ///
    /// ```
    /// assert_eq!(smem_sim::TensorElement::ALL[6], smem_sim::TensorElement::F16);
    /// ```
    pub const ALL: [Self; 13] = [
        Self::U8,
        Self::U16,
        Self::U32,
        Self::I32,
        Self::U64,
        Self::I64,
        Self::F16,
        Self::F32,
        Self::F64,
        Self::Bf16,
        Self::F32Ftz,
        Self::Tf32,
        Self::Tf32Ftz,
    ];

    /// Bytes of an element.
    pub fn bytes(self) -> u32 {
        match self {
            Self::U8 => 1,
            Self::U16 | Self::F16 | Self::Bf16 => 2,
            Self::U32 | Self::I32 | Self::F32 | Self::F32Ftz | Self::Tf32 | Self::Tf32Ftz => 4,
            Self::U64 | Self::I64 | Self::F64 => 8,
        }
    }

    fn is_float(self) -> bool {
        !matches!(self, Self::U8 | Self::U16 | Self::U32 | Self::I32 | Self::U64 | Self::I64)
    }

    fn is_rounded(self) -> bool {
        matches!(self, Self::Tf32 | Self::Tf32Ftz)
    }

    /// Its bits in word 2 of a map.
    fn code(self) -> u32 {
        let number = match self {
            Self::Tf32 => Self::F32 as u32,
            Self::F32Ftz | Self::Tf32Ftz => 8,
            Self::F64 | Self::Bf16 => self as u32 + 1,
            _ => self as u32,
        };
        number << 7 | u32::from(self.is_rounded()) << 16
    }

    /// The bits that a load leaves of those in memory: the nearest TF32, of two the even one, and one NaN for all.
    pub(crate) fn loaded(self, bits: u64) -> u64 {
        if !self.is_rounded() {
            return bits;
        }
        if f32::from_bits(bits as u32).is_nan() {
            return u64::from(TF32_NAN);
        }
        let down = (1 << TF32_LEFT_OUT) - 1;
        (bits + (down >> 1) + (bits >> TF32_LEFT_OUT & 1)) & !down
    }
}

/// How a tensor lies in global memory and which box of it a bulk copy moves: what `cuTensorMapEncodeTiled` makes. A kernel takes its
/// bytes as a parameter by value (`const __grid_constant__ CUtensorMap`).
///
/// ```
/// use smem_banks::TmaSwizzle;
/// use smem_sim::{KernelArg, TensorElement, TensorMap};
///
/// // 64 rows of 256 f16, of which a copy moves 8 rows of 64.
/// # let address = 0x7f00_0000_0000;
/// let map = TensorMap::tiled(TensorElement::F16, address, &[256, 64], &[512], &[64, 8])?.swizzle(TmaSwizzle::B128)?;
/// let arg = KernelArg::Bytes(map.bytes().to_vec());
/// # let _ = arg;
/// # Ok::<(), smem_sim::Fault>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TensorMap {
    pub(crate) element: TensorElement,
    pub(crate) address: u64,
    /// Elements along each dimension, the contiguous one first.
    pub(crate) dims: Vec<u64>,
    /// Bytes from an element to the next along each dimension but the first.
    pub(crate) strides: Vec<u64>,
    pub(crate) box_dims: Vec<u32>,
    /// Every how many elements one is taken.
    pub(crate) steps: Vec<u32>,
    pub(crate) swizzle: Option<TmaSwizzle>,
    pub(crate) fills_with_nan: bool,
}

fn refused(message: impl Into<String>) -> Fault {
    Fault { kind: FaultKind::Host(message.into()), kernel: None, site: None, so_far: None }
}

/// Bytes that addresses, strides and the rows of a box are multiples of.
const UNIT: u64 = 16;
/// Bytes of a map.
const BYTES: usize = 128;
/// Bits of an `f32`'s fraction that TF32 leaves out.
const TF32_LEFT_OUT: u32 = 13;
/// The NaN that an H200 leaves for every NaN that it rounds to TF32.
const TF32_NAN: u32 = 0x7fff_e000;
/// Words that follow from the others. The driver writes them; a kernel that makes a map leaves what was there.
const DERIVED: [usize; 2] = [16, 18];
/// Bits of an element in word 2.
const CODE: u32 = 15 << 7 | 1 << 16;

impl TensorMap {
    /// Describes a tensor of one to five dimensions, the contiguous one first, at a device address. `dims` are elements, `strides` bytes
    /// along all dimensions but the first, and `box_dims` the elements of the box along each.
    ///
    /// # Errors
    /// Those of `cuTensorMapEncodeTiled`: an address or a stride that is not a multiple of 16 bytes, a stride of 2^40 bytes and more, dimensions of 0 or of more than
    /// 2^32 elements, boxes of 0 or of more than 256, and rows of a box that are not multiples of 16 bytes.
    pub fn tiled(
        element: TensorElement,
        address: u64,
        dims: &[u64],
        strides: &[u64],
        box_dims: &[u32],
    ) -> Result<Self, Fault> {
        let rank = dims.len();
        if !(1..=5).contains(&rank) || strides.len() + 1 != rank || box_dims.len() != rank {
            return Err(refused(format!(
                "a tensor map has one to five dimensions, a stride less and as many for its box: here are {rank}, {} and {}",
                strides.len(),
                box_dims.len()
            )));
        }
        if !address.is_multiple_of(UNIT) {
            return Err(refused(format!("a tensor at {address:#x}, which is not a multiple of {UNIT}")));
        }
        if let Some(n) = dims.iter().find(|&&n| n == 0 || n > 1 << 32) {
            return Err(refused(format!("a tensor of {n} elements along a dimension: there are 1 to 2^32")));
        }
        if let Some(stride) = strides.iter().find(|&&stride| !stride.is_multiple_of(UNIT) || stride >= 1 << 40) {
            return Err(refused(format!("a stride of {stride} bytes, not a multiple of {UNIT} below 2^40")));
        }
        if let Some(n) = box_dims.iter().find(|&&n| n == 0 || n > 256) {
            return Err(refused(format!("a box of {n} elements along a dimension: there are 1 to 256")));
        }
        let row = u64::from(box_dims[0]) * u64::from(element.bytes());
        if !row.is_multiple_of(UNIT) {
            return Err(refused(format!("rows of {row} bytes in a box, which are not a multiple of {UNIT}")));
        }
        Ok(Self {
            element,
            address,
            dims: dims.to_vec(),
            strides: strides.to_vec(),
            box_dims: box_dims.to_vec(),
            steps: vec![1; rank],
            swizzle: None,
            fills_with_nan: false,
        })
    }

    /// Sets the swizzle of the box in shared memory. Rows that are shorter than the swizzle's then begin at multiples of its bytes.
    ///
    /// # Errors
    /// If a row of the box is longer than the swizzle's.
    pub fn swizzle(mut self, swizzle: TmaSwizzle) -> Result<Self, Fault> {
        let row = self.box_dims[0] * self.element.bytes();
        if row > swizzle.row_bytes() {
            return Err(refused(format!("rows of {row} bytes in a box, and a swizzle of {}", swizzle.row_bytes())));
        }
        self.swizzle = Some(swizzle);
        Ok(self)
    }

    /// Sets, for each dimension, every how many elements of the box one is taken: 1 to 8, and 1 along the first.
    ///
    /// # Errors
    /// If there are not as many as dimensions, or one is out of range.
    pub fn steps(mut self, steps: &[u32]) -> Result<Self, Fault> {
        if steps.len() != self.dims.len() || steps[0] != 1 || steps.iter().any(|step| !(1..=8).contains(step)) {
            return Err(refused(format!(
                "the steps {steps:?} are not one of 1 to 8 for each dimension, and 1 for the first"
            )));
        }
        self.steps = steps.to_vec();
        Ok(self)
    }

    /// Fills what is outside the tensor with NaNs instead of zeros. Of elements that are not floating point this changes nothing.
    #[must_use]
    pub fn fill_with_nan(mut self) -> Self {
        self.fills_with_nan = self.element.is_float();
        self
    }

    /// The bytes of the map, as a kernel takes them.
    pub fn bytes(&self) -> [u8; BYTES] {
        let mut words = [0u32; BYTES / 4];
        words[0] = self.address as u32;
        words[1] = (self.address >> 32) as u32;
        let swizzle = self.swizzle.map_or(0, TmaSwizzle::tensor_map_swizzle);
        words[2] = (self.dims.len() as u32 - 1) << 4
            | self.element.code()
            | swizzle << 13
            | u32::from(self.fills_with_nan) << 15;
        for (i, stride) in self.strides.iter().enumerate() {
            words[3 + i] = (stride / UNIT) as u32;
            words[7] |= (((stride / UNIT) >> 32) as u32) << (4 * i);
        }
        for (i, n) in self.dims.iter().enumerate() {
            words[8 + i] = (n - 1) as u32;
        }
        words[13] = (self.box_dims[0] - 1) << 24;
        for (i, step) in self.steps.iter().enumerate() {
            words[13] |= (step - 1) << (3 * i);
        }
        for (i, n) in self.box_dims[1..].iter().enumerate() {
            words[14] |= (n - 1) << (8 * i);
        }
        let taken = self.box_dims.iter().zip(&self.steps).map(|(n, step)| n / step);
        words[16] = taken.fold(self.element.bytes(), u32::wrapping_mul);
        words[18] = self.swizzle.map_or(UNIT as u32, TmaSwizzle::alignment);
        let mut bytes = [0; BYTES];
        for (to, word) in bytes.chunks_exact_mut(4).zip(words) {
            to.copy_from_slice(&word.to_le_bytes());
        }
        bytes
    }

    /// Reads a map. `None` for one that [`bytes`](Self::bytes) would not make, but for the words that follow from others.
    pub(crate) fn read(words: &[u32; BYTES / 4]) -> Option<Self> {
        let flags = words[2];
        let rank = (flags >> 4 & 7) as usize + 1;
        let element = TensorElement::ALL.into_iter().find(|element| element.code() == flags & CODE)?;
        let address = u64::from(words[1]) << 32 | u64::from(words[0]);
        let dims: Vec<u64> = words[8..13].iter().take(rank).map(|&n| u64::from(n) + 1).collect();
        let stride = |i: usize| (u64::from(words[7] >> (4 * i) & 15) << 32 | u64::from(words[3 + i])) * UNIT;
        let strides: Vec<u64> = (0..rank - 1).take(4).map(stride).collect();
        let outer = (0..rank - 1).take(4).map(|i| (words[14] >> (8 * i) & 0xff) + 1);
        let box_dims: Vec<u32> = std::iter::once((words[13] >> 24) + 1).chain(outer).collect();
        let steps: Vec<u32> = (0..rank).map(|i| (words[13] >> (3 * i) & 7) + 1).collect();
        let mut map = Self::tiled(element, address, &dims, &strides, &box_dims).ok()?.steps(&steps).ok()?;
        map.swizzle = match flags >> 13 & 3 {
            0 => None,
            1 => Some(TmaSwizzle::B32),
            2 => Some(TmaSwizzle::B64),
            _ => Some(TmaSwizzle::B128),
        };
        map.fills_with_nan = flags >> 15 & 1 == 1;
        let again = map.bytes();
        let same = |at: usize| DERIVED.contains(&at) || again[4 * at..][..4] == words[at].to_le_bytes();
        (0..words.len()).all(same).then_some(map)
    }
}

#[cfg(test)]
mod tests {
    use super::{TensorElement, TensorMap};
    use smem_banks::TmaSwizzle;

    /// Words in memory and what an H200 (driver 580.159.04) left of them in shared memory, 2026-11-24.
    const LOADED: [(u64, u64); 16] = [
        (0x8000_0000, 0x8000_0000),
        (0x8000_0001, 0x8000_0000),
        (0x0000_1000, 0),
        (0x007f_efff, 0x007f_e000),
        (0x807f_ffff, 0x8080_0000),
        (0x3f80_0fff, 0x3f80_0000),
        (0x3f80_1000, 0x3f80_0000),
        (0x3f80_1001, 0x3f80_2000),
        (0xbf80_3000, 0xbf80_4000),
        (0x3fff_f000, 0x4000_0000),
        (0x7f7f_efff, 0x7f7f_e000),
        (0x7f7f_f000, 0x7f80_0000),
        (0xff80_0000, 0xff80_0000),
        (0x7f80_0001, 0x7fff_e000),
        (0xffc0_0000, 0x7fff_e000),
        (0x7fff_ffff, 0x7fff_e000),
    ];

    #[test]
    fn words_that_follow_from_others_do_not_decide_and_all_others_do() {
        let map = TensorMap::tiled(TensorElement::F16, 0x7f00_0000_0400, &[256, 64], &[512], &[64, 8]).unwrap();
        let map = map.swizzle(TmaSwizzle::B128).unwrap();
        let bytes = map.bytes();
        let words: [u32; 32] = std::array::from_fn(|at| u32::from_le_bytes(bytes[4 * at..][..4].try_into().unwrap()));
        for value in [0, 7, u32::MAX] {
            for at in 0..32 {
                let mut other = words;
                other[at] = value;
                let read = TensorMap::read(&other);
                match at {
                    16 | 18 => assert_eq!(read.as_ref(), Some(&map), "word {at} is {value:#x}"),
                    _ => assert!(value == words[at] || read.as_ref() != Some(&map), "word {at} is {value:#x}"),
                }
            }
        }
    }

    #[test]
    fn a_load_of_tf32_rounds_as_on_a_gpu_and_others_leave_the_bits() {
        for (bits, left) in LOADED {
            for element in TensorElement::ALL {
                let expected = if element.is_rounded() { left } else { bits };
                assert_eq!(element.loaded(bits), expected, "{element:?} {bits:#x}");
            }
        }
    }
}
