//! What the solver says when it cannot give what was asked: which option is at fault, what happens, what to write instead.
//!
//! Messages read like the compiler's: one lowercase sentence, then lines of detail, then `help:` lines.

use alloc::{
    boxed::Box,
    format,
    string::{String, ToString},
    vec::Vec,
};
use core::fmt;

use crate::{
    access::{AccessError, Part},
    arch::Arch,
    explain::{self, Alternatives, Nothing, Searched},
    layout::Layout,
    report::Report,
    request::{Choice, Request},
    swizzle::Cute,
    tma::TmaSwizzle,
};

/// Why there is no layout: the option at fault, and the message through [`SolveError::message`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolveError {
    culprit: Culprit,
    /// Which layouts were welcome.
    choice: Choice,
    failure: Box<Failure>,
}

/// The part of a request that is at fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Culprit {
    /// The bytes of an element.
    Element,
    /// The number of rows.
    Rows,
    /// The number of columns.
    Cols,
    /// The number of stages.
    Stages,
    /// The size of the whole tile.
    Size,
    /// The choice of layouts: `pad`, `swizzle` or `layout`.
    Option,
    /// An argument of the access of this number.
    Access(usize, Part),
}

/// What is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Failure {
    Element(String),
    Empty,
    TooLarge(TooLarge),
    Access(AccessError),
    Misaligned {
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
        cute: Cute,
        row: u32,
        col: u32,
        to: u32,
        len: u32,
    },
    TmaRow {
        mode: TmaSwizzle,
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
        explained: bool,
        best: Layout,
        bytes: usize,
        report: Report,
        excluding: Vec<usize>,
        alternatives: Alternatives,
    },
}

/// A size beyond the limit, and what it is made of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TooLarge {
    bytes: u128,
    limit: u32,
    arch: Arch,
    dynamic: bool,
    rows: u32,
    stages: u32,
}

impl TooLarge {
    pub(crate) fn of(request: &Request<'_>, bytes: u128) -> TooLarge {
        TooLarge {
            bytes,
            limit: request.limit(),
            arch: request.arch,
            dynamic: request.dynamic,
            rows: request.rows,
            stages: request.stages,
        }
    }

    fn message(&self, name: &str, culprit: Culprit, option: Choice) -> String {
        let TooLarge { bytes, limit, arch, dynamic, rows, stages } = self;
        let memory = if *dynamic { "dynamic" } else { "static" };
        let with = match culprit {
            Culprit::Option => format!(" with `{option}`"),
            Culprit::Stages => format!(" in {stages} stages"),
            _ => String::new(),
        };
        let mut message = format!(
            "`{name}` needs {bytes} bytes of shared memory{with}, and a block on {arch} has at most {limit} bytes of {memory} \
             shared memory"
        );
        let mut ways = Vec::new();
        let opt_in = arch.opt_in_limit();
        if !dynamic && *bytes <= u128::from(opt_in) {
            ways.push(format!("write `memory = dynamic`, which allows {opt_in} bytes on {arch}"));
        } else if *arch == Arch::DEFAULT && *bytes <= u128::from(Arch::SM_90.opt_in_limit()) {
            let memory = if *dynamic { "" } else { "`memory = dynamic` and " };
            let most = Arch::SM_90.opt_in_limit();
            ways.push(format!("name an architecture that has more: {memory}`arch = sm_90` allow {most} bytes"));
        }
        // Each row and each stage takes its part, padding included.
        let rows_that_fit = (u128::from(*limit) * u128::from(*rows) / bytes) as u32;
        let stages_that_fit = (u128::from(*limit) * u128::from(*stages) / bytes) as u32;
        if stages_that_fit > 0 && *stages > 1 {
            ways.push(format!("take at most {stages_that_fit} stages"));
        } else if rows_that_fit > 0 && *rows > 1 {
            ways.push(format!("take at most {rows_that_fit} rows"));
        } else {
            ways.push(if *rows > 1 { "take fewer columns".to_string() } else { "take fewer elements".to_string() });
        }
        message.push_str(&format!("\nhelp: {}", ways.join(", or ")));
        message
    }
}

impl SolveError {
    pub(crate) fn new(culprit: Culprit, choice: Choice, failure: Failure) -> SolveError {
        SolveError { culprit, choice, failure: Box::new(failure) }
    }

    /// Which layouts were welcome.
    pub fn choice(&self) -> Choice {
        self.choice
    }

    /// The part of the request at fault.
    pub fn culprit(&self) -> Culprit {
        self.culprit
    }

    /// The conflicting layout that was given, or the best that a bounded search found where none is free of conflict.
    pub fn layout(&self) -> Option<Layout> {
        match &*self.failure {
            Failure::Conflict { layout: best, .. } | Failure::NoneFound { best, .. } => Some(*best),
            _ => None,
        }
    }

    /// What the accesses cost on [`layout`](Self::layout).
    pub fn report(&self) -> Option<&Report> {
        match &*self.failure {
            Failure::Conflict { report, .. } | Failure::NoneFound { report, .. } => Some(report),
            _ => None,
        }
    }

    /// Where none of the layouts searched serves all accesses: the numbers of one that none serves, or of two that none
    /// serves together. Empty where no such one or two were found.
    pub fn excluding(&self) -> &[usize] {
        match &*self.failure {
            Failure::NoneFound { excluding, .. } => excluding,
            _ => &[],
        }
    }

    /// The message for the tile type `name`.
    ///
    /// ```
    /// use smem_layout::{Access, Choice, Pick, Request};
    ///
    /// let accesses = [Access::row(), Access::col()];
    /// let request = Request { choice: Choice::Pad(Pick::Exactly(0)), ..Request::new(32, 32, 4, &accesses) };
    /// assert_eq!(
    ///     request.solve().unwrap_err().message("ScanTile"),
    ///     "`col` has 32-way bank conflicts on `ScanTile` with `pad = 0`: 32 wavefronts where 1 would do\n\
    ///      lanes 0..32 of column 0 all fall in bank 0\n\
    ///      help: use `pad = 1` (4224 bytes) or `swizzle = auto` (4096 bytes): neither has conflicts"
    /// );
    /// ```
    pub fn message(&self, name: &str) -> String {
        let option = self.choice;
        match &*self.failure {
            Failure::Element(message) => message.clone(),
            Failure::Empty => {
                let what = match self.culprit {
                    Culprit::Rows => "row",
                    Culprit::Stages => "stage",
                    _ => "column",
                };
                format!("a tile has at least one {what}")
            }
            Failure::TooLarge(size) => size.message(name, self.culprit, option),
            Failure::Access(error) => error.message.clone(),
            Failure::Misaligned { pad, pitch, granule, access } => {
                let (down, up) = (pad / granule * granule, pad.next_multiple_of(*granule));
                format!(
                    "`pad = {pad}` misaligns the vectors of `{access}` on `{name}`: rows {pitch} elements apart do not all \
                     start at a multiple of {granule} elements\nhelp: write `pad = {down}` or `pad = {up}`"
                )
            }
            Failure::TornVector { cute, granule, access } => format!(
                "`{option}` tears the vectors of `{access}` on `{name}` apart: {cute} keeps no more than {} in order, and \
                 a vector has {granule}\nhelp: write {} for the second number",
                if cute.base() == 0 { "single elements".to_string() } else { format!("{} elements", 1 << cute.base()) },
                granule.trailing_zeros()
            ),
            Failure::NotABijection { cute, row, col, to, len } => format!(
                "`{option}` is not a bijection on `{name}`: {cute} moves row {row}, column {col} to offset {to}, outside the \
                 {len} elements of the tile\nhelp: take a power of two for the columns and enough rows, or \
                 `swizzle = auto`"
            ),
            Failure::TmaRow { mode, row_bytes, elem_bytes } => {
                let wanted = mode.row_bytes();
                format!(
                    "`{option}` is for rows of {wanted} bytes, and those of `{name}` have {row_bytes}\nhelp: make it {} \
                     columns of {elem_bytes} bytes, and more tiles",
                    wanted / elem_bytes
                )
            }
            Failure::Conflict { report, alternatives, .. } => explain::conflict(name, option, report, alternatives),
            Failure::NoneFound { searched, proven, explained, best, bytes, report, excluding, alternatives } => {
                let (proven, explained, bytes) = (*proven, *explained, *bytes);
                Nothing { name, searched, proven, explained, best, bytes, report, excluding, alternatives }.text()
            }
        }
    }
}

/// [`message`](SolveError::message), for "the tile".
impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message("the tile").replace("`the tile`", "the tile"))
    }
}

impl core::error::Error for SolveError {}
