//! The reasons why const evaluation has no layout.

use crate::{
    constant::worst_position::WorstPosition,
    layout::{Layout, Swizzle},
};

/// The reason for a refusal. [`message`](crate::constant::SimpleSolution::message) puts it into words.
#[derive(Clone, Copy, Debug)]
pub(super) enum Refusal {
    /// A dimension below 1.
    NotPositive { value: i128, dimension: u32 },
    /// A dimension beyond 32 bits.
    BeyondU32 { value: i128, dimension: u32 },
    /// An element of a size that no lane accesses.
    ElementBytes { bytes: usize },
    /// The elements of one tile, of all stages, or what the layout adds, are more than a block has.
    TooLarge { bytes: u128, by: TooLargeBy },
    /// Vectors of an access that are wider than a lane can access.
    WideVector { access: usize },
    /// Vectors of an access that do not divide a row.
    RaggedVector { access: usize },
    /// An access along planes on a tile without them.
    NoPlanes { access: usize },
    /// A block of more planes than the tile.
    TooDeep { access: usize },
    /// A block or window of more rows than the tile.
    TooHigh { access: usize },
    /// A block or window of more columns than the tile.
    TooWide { access: usize },
    /// `ldmatrix` of wide elements, of one dimension, of rows that are not a multiple of 8, or of columns that are not of 16 bytes.
    LdMatrix { access: usize },
    /// A fragment whose operand has no such elements on the architecture, or of whose elements a lane does not load as many at once.
    FragmentElement { access: usize },
    /// A fragment on a tile that is not made of whole operands.
    Fragment { access: usize },
    /// Rows and columns exchanged on a tile of one row.
    TransposedLine { access: usize },
    /// A lane of a table outside the tile.
    LaneOutside { access: usize, warp: u32, lane: u32 },
    /// A padding that misaligns the vectors of the widest access.
    Misaligned { pad: u32, pitch: u32, access: usize },
    /// A swizzle that tears the vectors of the widest access apart.
    Torn { access: usize },
    /// A swizzle that moves an element out of the tile.
    NotABijection,
    /// The layout that was asked for conflicts. What would not, if that was found.
    Conflict { access: usize, worst: WorstPosition, padded: Option<Proposal>, swizzled: Option<Proposal> },
    /// No layout of the classes is free of conflict: this access has these on the dense one. What is free where warps stay in
    /// their row or column, if that was found.
    NoneFound { access: usize, worst: WorstPosition, unwrapped: Option<Proposal> },
    /// The search took too many requests.
    Unfinished,
    /// The attribute chose too small an alignment, which is a mistake of this library.
    Alignment { needed: u32 },
}

/// A layout without conflicts that a message proposes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Proposal {
    /// Unused elements a row or line.
    pub(super) pad: u32,
    /// Elements of one tile.
    pub(super) len: usize,
    pub(super) is_swizzled: bool,
}

impl Proposal {
    pub(super) const fn of(layout: Option<Layout>) -> Option<Proposal> {
        match layout {
            Some(layout) => Some(Proposal {
                pad: layout.pad(),
                len: layout.len(),
                is_swizzled: !matches!(layout.swizzle(), Swizzle::None),
            }),
            None => None,
        }
    }
}

/// The quantity by which a tile is too large.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TooLargeBy {
    Elements,
    Stages,
    Layout,
}

/// The part of the attribute that a message belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttributePart {
    /// Nothing is wrong.
    None,
    /// The first or only dimension.
    First,
    /// The second dimension.
    Second,
    /// The third dimension.
    Third,
    /// The shape as a whole.
    Shape,
    /// The element type.
    Element,
    /// The number of stages.
    Stages,
    /// The option that chooses the layout.
    Choice,
    /// The access of this number.
    Access(usize),
}

impl Refusal {
    pub(super) const fn culprit(&self) -> AttributePart {
        match *self {
            Refusal::NotPositive { dimension: 0, .. } | Refusal::BeyondU32 { dimension: 0, .. } => AttributePart::First,
            Refusal::NotPositive { dimension: 1, .. } | Refusal::BeyondU32 { dimension: 1, .. } => {
                AttributePart::Second
            }
            Refusal::NotPositive { .. } | Refusal::BeyondU32 { .. } => AttributePart::Third,
            Refusal::ElementBytes { .. } | Refusal::Alignment { .. } => AttributePart::Element,
            Refusal::TooLarge { by: TooLargeBy::Elements, .. } => AttributePart::Shape,
            Refusal::TooLarge { by: TooLargeBy::Stages, .. } => AttributePart::Stages,
            Refusal::WideVector { access }
            | Refusal::RaggedVector { access }
            | Refusal::NoPlanes { access }
            | Refusal::TooDeep { access }
            | Refusal::TooHigh { access }
            | Refusal::TooWide { access }
            | Refusal::LdMatrix { access }
            | Refusal::FragmentElement { access }
            | Refusal::Fragment { access }
            | Refusal::TransposedLine { access }
            | Refusal::LaneOutside { access, .. } => AttributePart::Access(access),
            Refusal::TooLarge { by: TooLargeBy::Layout, .. }
            | Refusal::Misaligned { .. }
            | Refusal::Torn { .. }
            | Refusal::NotABijection
            | Refusal::Conflict { .. }
            | Refusal::NoneFound { .. }
            | Refusal::Unfinished => AttributePart::Choice,
        }
    }
}
