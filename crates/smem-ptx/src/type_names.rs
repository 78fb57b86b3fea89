//! The types by their PTX names.

use smem_sim::isa::Type;

/// The types by their PTX names.
pub(super) const TYPE_NAMES: [(&str, Type); 19] = [
    ("b8", Type::B(8)),
    ("b16", Type::B(16)),
    ("b32", Type::B(32)),
    ("b64", Type::B(64)),
    ("u8", Type::U(8)),
    ("u16", Type::U(16)),
    ("u32", Type::U(32)),
    ("u64", Type::U(64)),
    ("s8", Type::S(8)),
    ("s16", Type::S(16)),
    ("s32", Type::S(32)),
    ("s64", Type::S(64)),
    ("f16", Type::F16),
    ("f16x2", Type::F16x2),
    ("bf16", Type::Bf16),
    ("bf16x2", Type::Bf16x2),
    ("f32", Type::F32),
    ("f64", Type::F64),
    ("pred", Type::Pred),
];

/// The type of a PTX name, as `u32`.
pub(super) fn type_named(name: &str) -> Option<Type> {
    TYPE_NAMES.iter().find(|(known, _)| *known == name).map(|(_, ty)| *ty)
}
