//! The error of the solver: the option at fault, what is wrong, what to write instead.
//!
//! Messages read like the compiler's: one lowercase sentence, then lines of detail, then `help:` lines.

use alloc::{
    boxed::Box,
    format,
    string::{String, ToString},
    vec::Vec,
};
use core::fmt;

use smem_banks::{Arch, Cute, TmaSwizzle};

use crate::{
    layout::{InPlanes, Layout, Rotation},
    solve::{
        choice::LayoutChoice,
        explain::{self, Alternatives, NoneFoundMessage, Searched},
        proposals::Proposals,
        report::Report,
        spec::TileSpec,
        spec_error::Culprit,
    },
};

/// The reason why there is no layout: the part at fault, and the message. [`message`](Self::message) has an example.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolveError {
    culprit: Culprit,
    /// The layouts that were allowed.
    choice: Box<LayoutChoice>,
    /// The planes of the tile.
    planes: Option<u32>,
    failure: Box<Failure>,
    proposals: Box<Proposals>,
}

/// The mistake, or the outcome of the search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Failure {
    TooLarge(TooLarge),
    /// An exact layout that does not keep the vectors of an access together and aligned.
    Torn {
        granule: u32,
        access: String,
    },
    Misaligned {
        rows: u32,
        pad: u32,
        pitch: u32,
        granule: u32,
        access: String,
    },
    TornVector {
        cute: Cute,
        granule: u32,
        access: String,
    },
    NotABijection {
        rows: u32,
        /// The name of the swizzle in the sentence.
        swizzle: String,
        /// The number of lowest bits of the offset that it reads or changes.
        bits: u32,
        row: u32,
        col: u32,
        to: u32,
        len: u32,
    },
    /// Padding inside rows that comes to nothing.
    NoPadding {
        pad: u32,
        every: u32,
        elements: u32,
    },
    /// A rotation that turns no row, or by a row or more.
    Turn {
        rotation: Rotation,
        rows: u32,
        cols: u32,
    },
    TmaArch(Arch),
    TmaRow {
        mode: TmaSwizzle,
        rows: u32,
        row_bytes: u32,
        elem_bytes: u32,
    },
    Conflict {
        layout: Layout,
        report: Report,
        alternatives: Alternatives,
    },
    NoneFound {
        searched: Searched,
        proven: bool,
        unfinished: Option<&'static str>,
        best: Layout,
        bytes: usize,
        report: Report,
        excluding: Vec<usize>,
        alternatives: Alternatives,
    },
}

/// A size beyond the limit, with the parts of the specification that it comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TooLarge {
    bytes: u128,
    limit: u32,
    arch: Arch,
    dynamic: bool,
    stages: u32,
}

impl TooLarge {
    pub(crate) fn of(spec: &TileSpec<'_>, bytes: u128) -> TooLarge {
        TooLarge { bytes, limit: spec.limit(), arch: spec.arch, dynamic: spec.dynamic, stages: spec.stages }
    }

    pub(crate) fn bytes(&self) -> u128 {
        self.bytes
    }

    fn message(&self, name: &str, culprit: Culprit, option: LayoutChoice) -> String {
        let TooLarge { bytes, limit, arch, dynamic, stages } = self;
        let with = match culprit {
            Culprit::Choice => format!(" with `{option}`"),
            Culprit::Stages => format!(" in {stages} stages"),
            _ => String::new(),
        };
        let memory = if *dynamic { "dynamic" } else { "static" };
        let limit = match *dynamic && *arch == Arch::DEFAULT {
            true => format!(
                "without an `arch` the limit is the {limit} bytes that every GPU since compute capability 5.0 has"
            ),
            false => format!("a block on {arch} has at most {limit} bytes of {memory} shared memory"),
        };
        format!("`{name}` needs {bytes} bytes of shared memory{with}, and {limit}")
    }
}

impl SolveError {
    pub(crate) fn of(spec: &TileSpec<'_>, culprit: Culprit, failure: Failure) -> SolveError {
        SolveError {
            culprit,
            choice: Box::new(spec.choice),
            planes: spec.planes,
            failure: Box::new(failure),
            proposals: Box::default(),
        }
    }

    /// Adds `proposals` to the message.
    pub(crate) fn with(self, proposals: Proposals) -> SolveError {
        SolveError { proposals: Box::new(proposals), ..self }
    }

    pub(crate) fn failure(&self) -> &Failure {
        &self.failure
    }

    /// Returns the layouts that were allowed.
    pub fn choice(&self) -> LayoutChoice {
        *self.choice
    }

    /// Returns the part of the specification at fault.
    pub fn culprit(&self) -> Culprit {
        self.culprit
    }

    /// Returns the exact layout that was asked for and conflicts, or the best that a bounded search found where none is free of
    /// conflict.
    pub fn layout(&self) -> Option<Layout> {
        match &*self.failure {
            Failure::Conflict { layout: best, .. } | Failure::NoneFound { best, .. } => Some(*best),
            _ => None,
        }
    }

    /// Returns the costs of the accesses on [`layout`](Self::layout).
    pub fn report(&self) -> Option<&Report> {
        match &*self.failure {
            Failure::Conflict { report, .. } | Failure::NoneFound { report, .. } => Some(report),
            _ => None,
        }
    }

    /// Returns the numbers of one access that no searched layout frees of conflicts, or of two that none frees
    /// together. Empty if no such accesses were found.
    pub fn excluding(&self) -> &[usize] {
        match &*self.failure {
            Failure::NoneFound { excluding, .. } => excluding,
            _ => &[],
        }
    }

    /// Returns true if no layout of the classes that were searched will do, and false if the search gave up before it had seen every one.
    ///
    /// Of a specification that is wrong, and of an exact layout that conflicts, it is true, since nothing was searched.
    ///
    /// ```
    /// use smem_layout::{Access, AutoOr, LayoutChoice, TileSpec, solve};
    ///
    /// let accesses = [Access::row(), Access::col()];
    /// let spec = TileSpec::builder(32, 32, 4, &accesses).choice(LayoutChoice::Pad(AutoOr::Exactly(0))).build()?;
    /// assert!(solve(&spec).unwrap_err().is_proven());
    /// # Ok::<(), smem_layout::SpecError>(())
    /// ```
    pub fn is_proven(&self) -> bool {
        match &*self.failure {
            Failure::NoneFound { proven, .. } => *proven,
            _ => true,
        }
    }

    /// Returns the message for the tile type `name`.
    ///
    /// ```
    /// use smem_layout::{Access, AutoOr, LayoutChoice, TileSpec, solve};
    ///
    /// let accesses = [Access::row(), Access::col()];
    /// let dense = LayoutChoice::Pad(AutoOr::Exactly(0));
    /// let spec = TileSpec::builder(32, 32, 4, &accesses).choice(dense).build()?;
    /// assert_eq!(
    ///     solve(&spec).unwrap_err().message("ScanTile"),
    ///     "`col` has 32-way bank conflicts on `ScanTile` with `pad = 0`: 32 wavefronts where 1 would do\n\
    ///      lanes 0-31 of column 0 all fall in bank 0\n\
    ///      help: use `pad = 1` (4220 bytes) or `swizzle = auto` (4096 bytes): neither has conflicts"
    /// );
    /// # Ok::<(), smem_layout::SpecError>(())
    /// ```
    pub fn message(&self, name: &str) -> String {
        let option = *self.choice;
        let proposals = &*self.proposals;
        match &*self.failure {
            Failure::TooLarge(size) => size.message(name, self.culprit, option) + &proposals.help(),
            Failure::Torn { granule, access } => format!(
                "`{option}` tears or misaligns the vectors of `{access}` on `{name}`, which have {granule} elements{}",
                proposals.help()
            ),
            Failure::Misaligned { rows, pad, pitch, granule, access } => format!(
                "`pad = {pad}` misaligns the vectors of `{access}` on `{name}`: {} {pitch} elements apart do not all start at \
                 a multiple of {granule} elements{}",
                if *rows == 1 { "lines" } else { "rows" },
                proposals.help()
            ),
            Failure::TornVector { cute, granule, access } => format!(
                "`{option}` tears the vectors of `{access}` on `{name}` apart: {cute} keeps no more than {} in order, and \
                 a vector has {granule}{}",
                if cute.base() == 0 { "single elements".to_string() } else { format!("{} elements", 1 << cute.base()) },
                proposals.help()
            ),
            Failure::NoPadding { pad, every, elements } => {
                no_padding(name, option, *pad, *every, *elements) + &proposals.help()
            }
            Failure::Turn { rotation, rows, cols } => {
                turn(name, option, *rotation, self.planes, *rows, *cols) + &proposals.help()
            }
            Failure::NotABijection { rows, swizzle, bits, row, col, to, len } => {
                let from = match (rows, self.planes) {
                    (1, _) => format!("element {col}"),
                    (_, None) => format!("row {row}, column {col}"),
                    (_, Some(planes)) => {
                        let rows = rows / planes;
                        format!("plane {}, row {}, column {col}", row / rows, row % rows)
                    }
                };
                let multiple = 1u32 << bits.min(&31);
                format!(
                    "`{option}` is not a bijection on `{name}`: {swizzle} moves {from} to offset {to}, outside the {len} \
                     elements of the tile{}\nhelp: it is one on every tile of a multiple of {multiple} elements",
                    proposals.help()
                )
            }
            Failure::TmaArch(arch) => format!(
                "`{option}` is how the bulk tensor copy writes shared memory, which came with sm_90 and is not on {arch}{}",
                proposals.help()
            ),
            Failure::TmaRow { mode, rows, row_bytes, elem_bytes } => {
                tma_row(name, *mode, *rows, *row_bytes, *elem_bytes)
            }
            Failure::Conflict { report, alternatives, .. } => {
                explain::conflict(name, option, report, alternatives, proposals)
            }
            Failure::NoneFound { searched, proven, unfinished, best, bytes, report, excluding, alternatives } => {
                let (proven, unfinished, bytes) = (*proven, *unfinished, *bytes);
                let message = NoneFoundMessage {
                    name,
                    searched,
                    proven,
                    unfinished,
                    best: InPlanes { layout: best, planes: self.planes },
                    bytes,
                    report,
                    excluding,
                    alternatives,
                    proposals,
                };
                message.text()
            }
        }
    }
}

/// Returns the message for padding inside rows that comes to nothing.
fn no_padding(name: &str, option: LayoutChoice, pad: u32, every: u32, elements: u32) -> String {
    let most = elements.saturating_sub(1);
    match (pad, every) {
        (0, _) => {
            format!("`{option}` pads nothing\nhelp: write at least 1, or leave `pad` out for a layout without padding")
        }
        (_, 0) => format!("`{option}` has no elements between its paddings\nhelp: `every` is at least 1"),
        _ if most == 0 => format!("`{option}` pads nothing: `{name}` has one element"),
        _ => format!("`{option}` pads nothing: `{name}` has {elements} elements\nhelp: `every` is at most {most}"),
    }
}

/// Returns the message for a rotation that turns no row, or by a row or more.
fn turn(name: &str, option: LayoutChoice, rotation: Rotation, planes: Option<u32>, rows: u32, cols: u32) -> String {
    if rows == 1 {
        return format!("`{option}` turns rows, and `{name}` has one dimension");
    }
    if cols == 1 {
        return format!("`{option}` turns rows, and those of `{name}` have one column");
    }
    if rotation.every() >= rows {
        let of_planes = if planes.is_some() { " in all planes" } else { "" };
        return format!(
            "`{option}` turns no row: `{name}` has {rows} rows{of_planes}\nhelp: `every` is at most {}",
            rows - 1
        );
    }
    let same = match rotation.step() % cols {
        0 => "leaves every row as it is".to_string(),
        step => format!("is the same as by {step}"),
    };
    let far = match rotation.step() {
        step if step == cols => "by a whole row",
        step if step % cols == 0 => "by whole rows",
        _ => "by more than a row",
    };
    format!(
        "`{option}` turns the rows of `{name}`, which have {cols} columns, {far}: that {same}\n\
         help: the step is at most {}",
        cols - 1
    )
}

/// Returns the message for a tile whose rows do not fit the mode of the bulk tensor copy.
fn tma_row(name: &str, mode: TmaSwizzle, rows: u32, row_bytes: u32, elem_bytes: u32) -> String {
    let (option, wanted) = (LayoutChoice::Tma(mode), mode.row_bytes());
    let cols = wanted / elem_bytes;
    if mode.cute(elem_bytes).is_none() {
        return format!(
            "`{option}` moves 16 bytes at a time, and an element of `{name}` has {elem_bytes}\nhelp: make the parts of the \
             element the elements"
        );
    }
    if rows == 1 {
        return format!(
            "`{option}` is for rows of {wanted} bytes, and `{name}` has one dimension\nhelp: make it rows of {cols} columns, \
             as in `#[smem_tile(8, {cols})]`"
        );
    }
    format!(
        "`{option}` is for rows of {wanted} bytes, and those of `{name}` have {row_bytes}\nhelp: make it {cols} columns of \
         {elem_bytes} bytes, and more tiles"
    )
}

/// Writes [`message`](SolveError::message), for "the tile".
impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message("the tile").replace("`the tile`", "the tile"))
    }
}

impl core::error::Error for SolveError {}
