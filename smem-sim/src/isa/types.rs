//! State spaces, and the types that instructions work on.

/// State spaces of variables and memory instructions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Space {
    Generic,
    Global,
    Shared,
    Local,
    Const,
    Param,
}

impl Space {
    pub(crate) fn name(self) -> &'static str {
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
pub(crate) enum Type {
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
    /// The types by their PTX names.
    pub(crate) const NAMES: [(&str, Self); 19] = [
        ("b8", Self::B(8)),
        ("b16", Self::B(16)),
        ("b32", Self::B(32)),
        ("b64", Self::B(64)),
        ("u8", Self::U(8)),
        ("u16", Self::U(16)),
        ("u32", Self::U(32)),
        ("u64", Self::U(64)),
        ("s8", Self::S(8)),
        ("s16", Self::S(16)),
        ("s32", Self::S(32)),
        ("s64", Self::S(64)),
        ("f16", Self::F16),
        ("f16x2", Self::F16x2),
        ("bf16", Self::Bf16),
        ("bf16x2", Self::Bf16x2),
        ("f32", Self::F32),
        ("f64", Self::F64),
        ("pred", Self::Pred),
    ];

    pub(crate) fn parse(text: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(name, _)| *name == text).map(|(_, ty)| *ty)
    }

    pub(crate) fn bits(self) -> u32 {
        match self {
            Self::B(n) | Self::U(n) | Self::S(n) => n,
            Self::F16 | Self::Bf16 => 16,
            Self::F32 | Self::F16x2 | Self::Bf16x2 => 32,
            Self::F64 => 64,
            Self::Pred => 1,
        }
    }

    pub(crate) fn bytes(self) -> u64 {
        u64::from(self.bits().div_ceil(8))
    }

    pub(crate) fn signed(self) -> bool {
        matches!(self, Self::S(_))
    }
}
