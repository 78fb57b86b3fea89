//! Types that const evaluation meets: those of dimensions, and those of elements with a name in CUDA C++.

/// An integer type, whose values may be dimensions of a shape.
#[diagnostic::on_unimplemented(
    message = "the rows and columns of a tile are integers, not `{Self}`",
    label = "this is `{Self}`",
    note = "write a constant of an integer type, such as `usize` or `u32`"
)]
pub trait Dimension: Copy {}

macro_rules! dimensions {
    ($($integer:ty)*) => { $(impl Dimension for $integer {})* };
}

// `i128` is what a literal without a suffix becomes, and holds all others.
dimensions! { u8 u16 u32 u64 usize i8 i16 i32 i64 i128 isize }

/// Accepts a value of an integer type, whatever it is.
pub const fn dimension<T: Dimension>(_value: T) {}

/// A type whose name in CUDA C++ the library knows: the primitives that are the same on host and device, and CUDA's vectors of them.
#[diagnostic::on_unimplemented(
    message = "the name of `{Self}` in CUDA C++ is not known",
    label = "this is `{Self}`",
    note = "write it in the attribute, as in `elem(cuda = \"__half\")`: its size is taken from the type"
)]
pub trait CudaElement: Copy {
    /// The name.
    const CUDA: &'static str;
}

/// Returns the bytes of an element, and its name. A type without a name is one error: its size is not looked at.
pub const fn element<T: CudaElement>() -> (usize, &'static str) {
    (size_of::<T>(), T::CUDA)
}

macro_rules! elements {
    ($($scalar:ty, $name:literal, $pair:literal, $quadruple:literal;)*) => { $(
        impl CudaElement for $scalar {
            const CUDA: &'static str = $name;
        }
        impl CudaElement for [$scalar; 2] {
            const CUDA: &'static str = $pair;
        }
        impl CudaElement for [$scalar; 4] {
            const CUDA: &'static str = $quadruple;
        }
    )* };
}

elements! {
    u8, "unsigned char", "uchar2", "uchar4";
    i8, "signed char", "char2", "char4";
    u16, "unsigned short", "ushort2", "ushort4";
    i16, "short", "short2", "short4";
    u32, "unsigned int", "uint2", "uint4";
    i32, "int", "int2", "int4";
    u64, "unsigned long long", "ulonglong2", "ulonglong4";
    i64, "long long", "longlong2", "longlong4";
    f32, "float", "float2", "float4";
    f64, "double", "double2", "double4";
}
