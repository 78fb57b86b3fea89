//! Arguments of a kernel: numbers, pointers, and structs by value.

use super::address::Address;
use super::element::Element;
use crate::{Error, LaunchProblem};

/// One argument of a kernel. Its size must be the parameter's.
///
/// Numbers, [`Address`]es, [`StructArg`]s and arrays of up to four numbers, which are CUDA's vector types, convert into it.
///
/// ```
/// use smem_launch::{Arg, Device, DeviceChoice, Install, LaunchShape};
/// # let device = Device::open(DeviceChoice::Simulator, Install::Allowed)?;
///
/// let text = "__global__ void put(float* to, const int* none, float4 v, bool negate, double by) {
///     if (!none) *to = float(v.w * by) * (negate ? -1 : 1);
/// }";
/// let program = device.load(text, "put.cu")?;
/// let to = device.zeros::<f32>(2)?;
/// let args = [to.address_of(1).into(), Arg::NULL, [1.0_f32, 2.0, 3.0, 4.0].into(), true.into(), 0.5_f64.into()];
/// device.simulate(&program.kernel("put")?, LaunchShape::of([1, 1, 1], [1, 1, 1]), &args)?;
/// assert_eq!(device.download(&to)?, [0.0, -2.0]);
/// # Ok::<(), smem_launch::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Arg<'a> {
    /// `bool`
    Bool(bool),
    /// `signed char`
    I8(i8),
    /// `unsigned char`
    U8(u8),
    /// `short`
    I16(i16),
    /// `unsigned short`
    U16(u16),
    /// `int`
    I32(i32),
    /// `unsigned`
    U32(u32),
    /// `long long`
    I64(i64),
    /// `unsigned long long`
    U64(u64),
    /// `__half`, by its bits
    F16Bits(u16),
    /// `__nv_bfloat16`, by its bits
    Bf16Bits(u16),
    /// `float`
    F32(f32),
    /// `double`
    F64(f64),
    /// A pointer into a [`Buffer`](super::Buffer): see [`Buffer::arg`](super::Buffer::arg).
    Pointer(Address<'a>),
    /// A struct or a vector such as `float4`, by value.
    Struct(StructArg<'a>),
}

impl Arg<'_> {
    /// The null pointer.
    pub const NULL: Arg<'static> = Arg::Pointer(Address::NULL);

    /// Its bytes, as a kernel finds them.
    pub(super) fn bytes(&self) -> Vec<u8> {
        match self {
            Arg::Bool(value) => vec![u8::from(*value)],
            Arg::I8(value) => value.to_le_bytes().to_vec(),
            Arg::U8(value) => vec![*value],
            Arg::I16(value) => value.to_le_bytes().to_vec(),
            Arg::U16(value) | Arg::F16Bits(value) | Arg::Bf16Bits(value) => value.to_le_bytes().to_vec(),
            Arg::I32(value) => value.to_le_bytes().to_vec(),
            Arg::U32(value) => value.to_le_bytes().to_vec(),
            Arg::I64(value) => value.to_le_bytes().to_vec(),
            Arg::U64(value) => value.to_le_bytes().to_vec(),
            Arg::F32(value) => value.to_le_bytes().to_vec(),
            Arg::F64(value) => value.to_le_bytes().to_vec(),
            Arg::Pointer(pointer) => pointer.address.to_le_bytes().to_vec(),
            Arg::Struct(value) => value.padded(),
        }
    }

    /// The alignment of its type, in bytes.
    fn align(&self) -> usize {
        match self {
            Arg::Struct(value) => value.align,
            // CUDA aligns every number and pointer to its size.
            number => number.bytes().len(),
        }
    }
}

macro_rules! from {
    ($($number:ty => $variant:ident),*) => { $(
        impl From<$number> for Arg<'_> {
            fn from(value: $number) -> Self {
                Arg::$variant(value)
            }
        }
    )* };
}

from!(bool => Bool, i8 => I8, u8 => U8, i16 => I16, u16 => U16, i32 => I32, u32 => U32, i64 => I64, u64 => U64);
from!(f32 => F32, f64 => F64);

impl<'a> From<Address<'a>> for Arg<'a> {
    fn from(address: Address<'a>) -> Self {
        Arg::Pointer(address)
    }
}

impl<'a> From<StructArg<'a>> for Arg<'a> {
    fn from(value: StructArg<'a>) -> Self {
        Arg::Struct(value)
    }
}

/// CUDA's vector types: `[f32; 4]` is a `float4`.
impl<T: Element, const N: usize> From<[T; N]> for Arg<'_> {
    fn from(values: [T; N]) -> Self {
        Arg::Struct(StructArg::vector(values))
    }
}

/// A struct by value: its fields in order, laid out as C does, or its bytes.
///
/// ```
/// use smem_launch::{Device, DeviceChoice, Install, LaunchShape, StructArg};
/// # let device = Device::open(DeviceChoice::Simulator, Install::Allowed)?;
///
/// let text = "struct View { unsigned char first; double* data; int len; };
/// __global__ void fill(View view) {
///     if (threadIdx.x < view.len) view.data[threadIdx.x] = view.first + threadIdx.x;
/// }";
/// let (program, data) = (device.load(text, "fill.cu")?, device.zeros::<f64>(4)?);
/// let view = StructArg::new().field(10_u8).field(data.address()).field(3_i32);
/// assert_eq!((view.size(), view.align()), (24, 8));
/// device.simulate(&program.kernel("fill")?, LaunchShape::of([1, 1, 1], [32, 1, 1]), &[view.into()])?;
/// assert_eq!(device.download(&data)?, [10.0, 11.0, 12.0, 0.0]);
///
/// // The same from bytes.
/// let mut bytes = [0; 24];
/// (bytes[0], bytes[16]) = (10, 3);
/// let view = StructArg::from_bytes(bytes, 8)?.with_pointer(8, data.address())?;
/// # assert_eq!(view, StructArg::new().field(10_u8).field(data.address()).field(3_i32));
/// # Ok::<(), smem_launch::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct StructArg<'a> {
    /// Without the padding after the last field.
    bytes: Vec<u8>,
    align: usize,
    /// The buffers that its pointers point into outlive the launch.
    buffers: std::marker::PhantomData<&'a ()>,
}

impl<'a> StructArg<'a> {
    /// A struct without fields.
    pub fn new() -> StructArg<'a> {
        StructArg { bytes: Vec::new(), align: 1, buffers: std::marker::PhantomData }
    }

    /// The same with one more field: a number, an [`Address`], a vector, or another struct. An array in a struct is as many fields.
    #[must_use]
    pub fn field(mut self, value: impl Into<Arg<'a>>) -> StructArg<'a> {
        let value = value.into();
        self.bytes.resize(self.bytes.len().next_multiple_of(value.align()), 0);
        self.bytes.extend(value.bytes());
        self.align = self.align.max(value.align());
        self
    }

    /// The same, aligned to at least `bytes`, as by `alignas`.
    ///
    /// # Errors
    /// [`Error::Launch`] where `bytes` is not a power of two.
    pub fn aligned(self, bytes: usize) -> Result<StructArg<'a>, Error> {
        let align = power_of_two(bytes)?;
        Ok(StructArg { align: self.align.max(align), ..self })
    }

    /// A struct that is these bytes, padding included, and is aligned to `align` bytes.
    ///
    /// # Errors
    /// [`Error::Launch`] where `align` is not a power of two, or the bytes are not a multiple of it.
    pub fn from_bytes(bytes: impl Into<Vec<u8>>, align: usize) -> Result<StructArg<'a>, Error> {
        let (bytes, align) = (bytes.into(), power_of_two(align)?);
        if !bytes.len().is_multiple_of(align) {
            let size = bytes.len();
            return Err(LaunchProblem::StructAlignment { size, align }.into());
        }
        Ok(StructArg { bytes, align, buffers: std::marker::PhantomData })
    }

    /// The same with a pointer in the eight bytes from `offset`.
    ///
    /// # Errors
    /// [`Error::Launch`] where these are not all in the struct, or `offset` is not a multiple of eight.
    pub fn with_pointer(mut self, offset: usize, pointer: Address<'a>) -> Result<StructArg<'a>, Error> {
        let size = self.bytes.len();
        let end = offset.checked_add(8).filter(|_| offset.is_multiple_of(8));
        let Some(place) = end.and_then(|end| self.bytes.get_mut(offset..end)) else {
            return Err(LaunchProblem::StructPointer { size, offset }.into());
        };
        place.copy_from_slice(&pointer.address.to_le_bytes());
        Ok(self)
    }

    /// CUDA's vector type of one to four numbers.
    fn vector<T: Element, const N: usize>(values: [T; N]) -> StructArg<'a> {
        const { assert!(N >= 1 && N <= 4, "CUDA's vectors have one to four elements") };
        let bytes = T::stored(&values).into_owned();
        // Vectors of three are aligned as their elements are, and no vector to more than 16 bytes.
        let align = if N == 3 { size_of::<T>() } else { bytes.len().min(16) };
        StructArg { bytes, align, buffers: std::marker::PhantomData }
    }

    /// Its size in bytes, padding included.
    pub fn size(&self) -> usize {
        // In C++ even an empty struct has a byte.
        self.bytes.len().max(1).next_multiple_of(self.align)
    }

    /// Its alignment in bytes.
    pub fn align(&self) -> usize {
        self.align
    }

    fn padded(&self) -> Vec<u8> {
        let mut bytes = self.bytes.clone();
        bytes.resize(self.size(), 0);
        bytes
    }
}

impl Default for StructArg<'_> {
    fn default() -> Self {
        StructArg::new()
    }
}

/// By bytes, padding included, and alignment.
impl PartialEq for StructArg<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.align == other.align && self.padded() == other.padded()
    }
}

impl Eq for StructArg<'_> {}

fn power_of_two(bytes: usize) -> Result<usize, Error> {
    if bytes.is_power_of_two() { Ok(bytes) } else { Err(LaunchProblem::Alignment { align: bytes }.into()) }
}

/// Checks that parameters that are declared as pointers receive addresses of buffers: a number may be the address of anything.
#[cfg(feature = "gpu")]
pub(super) fn check_pointers(name: &str, pointers: &[bool], args: &[Arg<'_>]) -> Result<(), Error> {
    let is_number =
        |(_, (arg, is_pointer)): &(usize, (&Arg<'_>, &bool))| **is_pointer && !matches!(arg, Arg::Pointer(_));
    match args.iter().zip(pointers).enumerate().find(is_number) {
        Some((at, _)) => Err(LaunchProblem::NotAPointer { kernel: name.to_owned(), at }.into()),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_laid_out_as_c_does() {
        let inner = StructArg::new().field(1_u8).field(2_u16);
        assert_eq!((inner.size(), inner.align()), (4, 2));
        let outer = StructArg::new().field(7_u8).field(inner).field(9_u8).field([1.0_f32; 3]).field(3_i64).field(true);
        assert_eq!(outer.align(), 8);
        let bytes = Arg::from(outer).bytes();
        assert_eq!(bytes.len(), 40);
        assert_eq!((bytes[0], bytes[2], bytes[4], bytes[6], bytes[24], bytes[32]), (7, 1, 2, 9, 3, 1));
        assert_eq!(bytes[8..12], 1.0_f32.to_le_bytes());
        assert_eq!(bytes[16..20], 1.0_f32.to_le_bytes());
        assert_eq!(StructArg::new().size(), 1, "an empty struct has a byte");
    }

    #[test]
    fn vectors_are_aligned_as_cuda_does() {
        let of = |value: Arg<'_>| (value.bytes().len(), value.align());
        assert_eq!(of([1_u8, 2].into()), (2, 2));
        assert_eq!(of([1_u8, 2, 3].into()), (3, 1));
        assert_eq!(of([1.0_f32; 3].into()), (12, 4));
        assert_eq!(of([1.0_f32; 4].into()), (16, 16));
        assert_eq!(of([1.0_f64; 2].into()), (16, 16));
        assert_eq!(of([1_i64; 4].into()), (32, 16));
        assert_eq!(of([1_i64].into()), (8, 8));
    }

    #[test]
    fn bytes_that_make_no_struct_are_refused() {
        for (size, align, why) in [
            (12, 8, "a struct of 12 bytes cannot be aligned to 8 bytes"),
            (12, 3, "an alignment of 3 bytes is not a power of two"),
            (0, 0, "an alignment of 0 bytes is not a power of two"),
        ] {
            assert_eq!(StructArg::from_bytes(vec![0; size], align).unwrap_err().to_string(), why);
        }
        let pointer = |at| StructArg::from_bytes([0; 24], 8)?.with_pointer(at, Address::NULL);
        assert!(pointer(16).is_ok());
        for at in [20, 24, usize::MAX - 7] {
            let why = pointer(at).unwrap_err().to_string();
            assert!(why.starts_with(&format!("a struct of 24 bytes cannot have a pointer at byte {at}: ")), "{why}");
        }
        assert!(StructArg::new().aligned(24).is_err());
        assert_eq!(StructArg::new().field(1_u8).aligned(16).unwrap().size(), 16);
    }

    #[cfg(feature = "gpu")]
    #[test]
    fn a_number_is_not_a_pointer() {
        let check = |args: &[Arg<'_>]| check_pointers("k", &[true, false], args).map_err(|error| error.to_string());
        assert_eq!(check(&[Arg::NULL, Arg::U64(7)]), Ok(()));
        let refused = check(&[Arg::U64(7), Arg::U64(7)]).unwrap_err();
        assert!(refused.starts_with("argument 0 of `k` is a pointer, and a number is not one"), "{refused}");
        assert_eq!(check_pointers("k", &[], &[Arg::U64(7)]), Ok(()), "its name says nothing");
    }
}
