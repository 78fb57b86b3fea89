//! Types of numbers.

/// A type of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scalar {
    /// `bool`
    Bool,
    /// `char`, `signed char`
    I8,
    /// `unsigned char`
    U8,
    /// `short`
    I16,
    /// `unsigned short`
    U16,
    /// `int`
    I32,
    /// `unsigned int`
    U32,
    /// `long long`, and `long` on Linux
    I64,
    /// `unsigned long long`, `size_t`
    U64,
    /// `__half`
    F16,
    /// `__nv_bfloat16`
    Bf16,
    /// `float`
    F32,
    /// `double`
    F64,
}

impl Scalar {
    /// Returns the type of that name in CUDA C++, without qualifiers.
    ///
    /// ```
    /// use smem_cuda::Scalar;
    ///
    /// assert_eq!(Scalar::of_cuda("unsigned  int"), Some(Scalar::U32));
    /// assert_eq!(Scalar::of_cuda("float4"), None);
    /// ```
    pub fn of_cuda(name: &str) -> Option<Scalar> {
        let words: Vec<&str> =
            name.split_whitespace().filter(|word| !matches!(*word, "const" | "volatile" | "typename")).collect();
        let joined = words.join(" ");
        Some(match joined.trim_start_matches("std::") {
            "bool" => Scalar::Bool,
            "char" | "signed char" | "int8_t" => Scalar::I8,
            "unsigned char" | "uint8_t" | "uchar" => Scalar::U8,
            "short" | "short int" | "int16_t" => Scalar::I16,
            "unsigned short" | "unsigned short int" | "uint16_t" | "ushort" => Scalar::U16,
            "int" | "int32_t" | "signed" | "signed int" => Scalar::I32,
            "unsigned" | "unsigned int" | "uint32_t" | "uint" => Scalar::U32,
            "long" | "long int" | "long long" | "long long int" | "int64_t" | "ptrdiff_t" | "ssize_t" => Scalar::I64,
            "unsigned long"
            | "unsigned long int"
            | "unsigned long long"
            | "unsigned long long int"
            | "uint64_t"
            | "size_t"
            | "ulong"
            | "uintptr_t" => Scalar::U64,
            "half" | "__half" => Scalar::F16,
            "__nv_bfloat16" | "nv_bfloat16" => Scalar::Bf16,
            "float" => Scalar::F32,
            "double" => Scalar::F64,
            _ => return None,
        })
    }

    /// Its name in CUDA C++, without aliases; that of a signed integer of 64 bits is `long`.
    ///
    /// ```
    /// use smem_cuda::Scalar;
    ///
    /// assert_eq!(Scalar::of_cuda("uint32_t").map(Scalar::cuda_name), Some("unsigned int"));
    /// ```
    pub fn cuda_name(self) -> &'static str {
        match self {
            Scalar::Bool => "bool",
            Scalar::I8 => "signed char",
            Scalar::U8 => "unsigned char",
            Scalar::I16 => "short",
            Scalar::U16 => "unsigned short",
            Scalar::I32 => "int",
            Scalar::U32 => "unsigned int",
            Scalar::I64 => "long",
            Scalar::U64 => "unsigned long",
            Scalar::F16 => "__half",
            Scalar::Bf16 => "__nv_bfloat16",
            Scalar::F32 => "float",
            Scalar::F64 => "double",
        }
    }

    /// Bytes of one element.
    pub fn bytes(self) -> usize {
        match self {
            Scalar::Bool | Scalar::I8 | Scalar::U8 => 1,
            Scalar::I16 | Scalar::U16 | Scalar::F16 | Scalar::Bf16 => 2,
            Scalar::I32 | Scalar::U32 | Scalar::F32 => 4,
            Scalar::I64 | Scalar::U64 | Scalar::F64 => 8,
        }
    }

    /// Returns true for a floating-point type.
    pub fn is_float(self) -> bool {
        matches!(self, Scalar::F16 | Scalar::Bf16 | Scalar::F32 | Scalar::F64)
    }
}
