//! Arguments of a kernel: numbers, pointers, and structs by value.

use std::marker::PhantomData;

use smem_sim::KernelArg;

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
pub struct Arg<'a> {
    value: KernelArg,
    /// The alignment of its type, in bytes.
    align: usize,
    /// The buffers that its pointers point into outlive the launch.
    buffers: PhantomData<&'a ()>,
}

impl Arg<'_> {
    /// The null pointer.
    pub const NULL: Arg<'static> = Arg { value: KernelArg::Ptr(0), align: 8, buffers: PhantomData };

    /// The argument as the simulated driver takes it.
    pub(super) fn value(&self) -> &KernelArg {
        &self.value
    }
}

/// CUDA aligns every number and pointer to its size. A `bool` is a byte, and `__half` and `__nv_bfloat16` are their bits as an `u16`.
macro_rules! from {
    ($($number:ty => $value:expr),*) => { $(
        impl From<$number> for Arg<'_> {
            fn from(number: $number) -> Self {
                let value: KernelArg = $value(number);
                Arg { align: size_of::<$number>(), value, buffers: PhantomData }
            }
        }
    )* };
}

from!(bool => |value| KernelArg::U8(u8::from(value)), f32 => KernelArg::F32, f64 => KernelArg::F64);
from!(i8 => KernelArg::I8, i16 => KernelArg::I16, i32 => KernelArg::I32, i64 => KernelArg::I64);
from!(u8 => KernelArg::U8, u16 => KernelArg::U16, u32 => KernelArg::U32, u64 => KernelArg::U64);

impl<'a> From<Address<'a>> for Arg<'a> {
    fn from(address: Address<'a>) -> Self {
        Arg { value: KernelArg::Ptr(address.address), ..Arg::NULL }
    }
}

impl<'a> From<StructArg<'a>> for Arg<'a> {
    fn from(value: StructArg<'a>) -> Self {
        Arg { value: KernelArg::Bytes(value.padded()), align: value.align, buffers: PhantomData }
    }
}

/// CUDA's vector types: `[f32; 4]` is a `float4`.
impl<T: Element, const N: usize> From<[T; N]> for Arg<'_> {
    fn from(values: [T; N]) -> Self {
        StructArg::vector(values).into()
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
    buffers: PhantomData<&'a ()>,
}

impl<'a> StructArg<'a> {
    /// A struct without fields.
    pub fn new() -> StructArg<'a> {
        StructArg { bytes: Vec::new(), align: 1, buffers: PhantomData }
    }

    /// The same with one more field: a number, an [`Address`], a vector, or another struct. An array in a struct is as many fields.
    #[must_use]
    pub fn field(mut self, value: impl Into<Arg<'a>>) -> StructArg<'a> {
        let value = value.into();
        self.bytes.resize(self.bytes.len().next_multiple_of(value.align), 0);
        self.bytes.extend(value.value.bytes());
        self.align = self.align.max(value.align);
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
        Ok(StructArg { bytes, align, buffers: PhantomData })
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
        StructArg { bytes, align, buffers: PhantomData }
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
        |(_, (arg, is_pointer)): &(usize, (&Arg<'_>, &bool))| **is_pointer && !matches!(arg.value, KernelArg::Ptr(_));
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
        let bytes = Arg::from(outer).value.bytes();
        assert_eq!(bytes.len(), 40);
        assert_eq!((bytes[0], bytes[2], bytes[4], bytes[6], bytes[24], bytes[32]), (7, 1, 2, 9, 3, 1));
        assert_eq!(bytes[8..12], 1.0_f32.to_le_bytes());
        assert_eq!(bytes[16..20], 1.0_f32.to_le_bytes());
        assert_eq!(StructArg::new().size(), 1, "an empty struct has a byte");
    }

    #[test]
    fn vectors_are_aligned_as_cuda_does() {
        let of = |value: Arg<'_>| (value.value.bytes().len(), value.align);
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
        assert_eq!(check(&[Arg::NULL, Arg::from(7_u64)]), Ok(()));
        let refused = check(&[Arg::from(7_u64), Arg::from(7_u64)]).unwrap_err();
        assert!(refused.starts_with("argument 0 of `k` is a pointer, and a number is not one"), "{refused}");
        assert_eq!(check_pointers("k", &[], &[Arg::from(7_u64)]), Ok(()), "its name says nothing");
    }
}
