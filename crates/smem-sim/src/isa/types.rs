//! State spaces, the types that instructions work on, and how values are converted between them.

/// State spaces of variables and memory instructions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Space {
    Generic,
    Global,
    Shared,
    Local,
    Const,
    Param,
}

impl Space {
    pub fn name(self) -> &'static str {
        match self {
            Self::Generic => "generic",
            Self::Global => "global",
            Self::Shared => "shared",
            Self::Local => "local",
            Self::Const => "constant",
            Self::Param => "parameter",
        }
    }
}

/// Fundamental types.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Type {
    B(u32),
    U(u32),
    S(u32),
    F16,
    F16x2,
    Bf16,
    Bf16x2,
    F32,
    F64,
    Pred,
}

impl Type {
    pub fn bits(self) -> u32 {
        match self {
            Self::B(n) | Self::U(n) | Self::S(n) => n,
            Self::F16 | Self::Bf16 => 16,
            Self::F32 | Self::F16x2 | Self::Bf16x2 => 32,
            Self::F64 => 64,
            Self::Pred => 1,
        }
    }

    pub fn bytes(self) -> u64 {
        u64::from(self.bits().div_ceil(8))
    }

    pub fn signed(self) -> bool {
        matches!(self, Self::S(_))
    }
}

/// Directions of rounding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rounding {
    Nearest,
    Zero,
    Down,
    Up,
}

/// The modifiers of a `cvt`.
#[derive(Debug, Clone, Copy)]
pub struct Conversion {
    /// The rounding of a floating-point result, such as `.rn`.
    pub float: Option<Rounding>,
    /// The rounding of an integral result, such as `.rni`.
    pub integral: Option<Rounding>,
    pub ftz: bool,
    pub sat: bool,
}

/// Comparisons of two numbers. Ordered ones are false if either is a NaN, those that end in `u` are true.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CompareOp {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    Equ,
    Neu,
    Ltu,
    Leu,
    Gtu,
    Geu,
    /// Both are numbers.
    Num,
    /// Either is a NaN.
    Nan,
}
