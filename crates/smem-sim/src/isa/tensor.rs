//! Products of tensor cores: shapes and elements of small matrices.

/// The shape and the elements of a warp's matrix product `d = a * b + c`. There are 8 columns of `b`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProductShape {
    /// Rows of `a`: 16 or 8.
    pub rows: usize,
    /// Columns of `a`.
    pub depth: usize,
    pub factor: Factor,
    pub sum: MatrixSum,
    /// Half of `a` are zeros, which are left out of its registers: the threads of each four whose metadata say where the others are.
    pub selector: Option<u32>,
}

/// The elements of the factors of a matrix product.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Factor {
    F16,
    Bf16,
    Tf32,
    Bytes {
        left_signed: bool,
        right_signed: bool,
    },
    /// Numbers of 4 bits.
    Nibbles {
        left_signed: bool,
        right_signed: bool,
    },
    F64,
    /// Single bits, whose products are 1 where both are, or where one is.
    Bits {
        differ: bool,
    },
    /// Four numbers of 8 bits, with 4 bits of exponent or with 5.
    F8 {
        left: Float8,
        right: Float8,
    },
}

/// A floating-point number of 8 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Float8 {
    E4M3,
    E5M2,
}

/// The rounding of a conversion to tf32.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tf32Rounding {
    /// To the nearest, and of two to the even one.
    Nearest,
    /// To the nearest, and of two to the one farther from zero.
    NearestAway,
    Zero,
}

/// The elements of its sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatrixSum {
    F16,
    F32,
    S32,
    /// Sums beyond the range of an i32 become its ends.
    S32Saturating,
    F64,
}

/// The shape and the elements of a product of four warps, of 64 rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GroupShape {
    /// Columns of `b`.
    pub columns: usize,
    /// Columns of `a`.
    pub depth: usize,
    pub factor: Factor,
    pub sum: MatrixSum,
    pub negated: [bool; 2],
    /// The other dimension is the contiguous one.
    pub transposed: [bool; 2],
}

/// Bits of a row of the left factor and of a column of the right one, whatever their elements are.
const GROUP_LINE_BITS: usize = 256;

impl GroupShape {
    /// Whether there is such a product.
    pub fn exists(&self) -> bool {
        let GroupShape { columns, depth, factor, sum, transposed, .. } = *self;
        let steps = if matches!(factor, Factor::Bytes { .. } | Factor::Bits { .. }) { 16 } else { 8 };
        let is_width = (8..=256).contains(&columns) && (columns % steps == 0 || matches!(columns, 8 | 24));
        let is_depth = depth * factor.bits() == GROUP_LINE_BITS;
        let is_sum = sum != MatrixSum::F16 || matches!(factor, Factor::F16 | Factor::F8 { .. });
        is_width && is_depth && is_sum && (transposed == [false; 2] || factor.bits() == 16)
    }

    /// Registers of the result.
    pub fn results(&self) -> usize {
        self.columns / if self.sum == MatrixSum::F16 { 4 } else { 2 }
    }

    /// Bytes that the four warps read of shared memory, where the left factor is there or is not.
    pub fn shared_bytes(&self, left: bool) -> u64 {
        let lines = self.columns + if left { 64 } else { 0 };
        (lines * GROUP_LINE_BITS / 8) as u64
    }
}

impl Factor {
    /// Bits of an element in shared memory.
    pub fn bits(self) -> usize {
        match self {
            Self::F16 | Self::Bf16 => 16,
            Self::Tf32 => 32,
            Self::Bytes { .. } | Self::F8 { .. } => 8,
            Self::Nibbles { .. } => 4,
            Self::Bits { .. } => 1,
            Self::F64 => 64,
        }
    }

    /// Elements of a register of 32 bits; those of f64 take two.
    pub fn elements_of_a_register(self) -> usize {
        match self {
            Self::F16 | Self::Bf16 => 2,
            Self::Tf32 | Self::F64 => 1,
            Self::Bytes { .. } | Self::F8 { .. } => 4,
            Self::Nibbles { .. } => 8,
            Self::Bits { .. } => 32,
        }
    }
}

impl ProductShape {
    /// How many selectors a product of a sparse matrix of this shape and these elements may have; `None` where there is no such product.
    pub fn selectors(&self) -> Option<u32> {
        match (self.factor, self.depth) {
            (Factor::F16 | Factor::Bf16, 16) | (Factor::Tf32, 8) => Some(4),
            (Factor::F16 | Factor::Bf16, 32) | (Factor::Tf32, 16) | (Factor::Bytes { .. }, 32) => Some(2),
            (Factor::Bytes { .. }, 64) => Some(1),
            _ => None,
        }
    }

    /// Registers of 32 bits that hold `a`, `b`, and each of `c` and `d`.
    pub fn registers(&self) -> [usize; 3] {
        let words = if self.factor == Factor::F64 { 2 } else { 1 };
        let (halves, chunks) = (self.rows / 8, self.depth / (4 * self.factor.elements_of_a_register()));
        let sums = match self.sum {
            MatrixSum::F16 => 1,
            MatrixSum::F32 | MatrixSum::S32 | MatrixSum::S32Saturating => 2,
            MatrixSum::F64 => 4,
        };
        let left = if self.selector.is_some() { chunks / 2 } else { chunks };
        [words * halves * left, words * chunks, sums * halves]
    }
}
