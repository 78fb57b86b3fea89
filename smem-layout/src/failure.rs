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
    layout::Layout,
    report::{AccessReport, Report},
    request::Request,
    swizzle::Cute,
    tma::TmaSwizzle,
};

/// Why there is no layout: the option at fault, and the message through [`SolveError::message`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolveError {
    culprit: Culprit,
    failure: Box<Failure>,
}

/// The part of a request that is at fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Culprit {
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
        alternatives: Vec<Alternative>,
    },
    NoneExists {
        proven: bool,
        best: Layout,
        bytes: usize,
        report: Report,
        excluding: Vec<usize>,
        alternatives: Vec<Alternative>,
    },
}

/// An option that would do, and the bytes that it costs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Alternative {
    pub(crate) option: String,
    pub(crate) bytes: usize,
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

    fn message(&self, name: &str, culprit: Culprit, option: &str) -> String {
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
    pub(crate) fn new(culprit: Culprit, failure: Failure) -> SolveError {
        SolveError { culprit, failure: Box::new(failure) }
    }

    /// The part of the request at fault.
    pub fn culprit(&self) -> Culprit {
        self.culprit
    }

    /// The conflicting layout that was given, or the best that a bounded search found where none is free of conflict.
    pub fn layout(&self) -> Option<Layout> {
        match &*self.failure {
            Failure::Conflict { layout: best, .. } | Failure::NoneExists { best, .. } => Some(*best),
            _ => None,
        }
    }

    /// What the accesses cost on [`layout`](Self::layout).
    pub fn report(&self) -> Option<&Report> {
        match &*self.failure {
            Failure::Conflict { report, .. } | Failure::NoneExists { report, .. } => Some(report),
            _ => None,
        }
    }

    /// Where no layout serves all accesses: the numbers of one that none serves, or of two that exclude each other.
    pub fn excluding(&self) -> &[usize] {
        match &*self.failure {
            Failure::NoneExists { excluding, .. } => excluding,
            _ => &[],
        }
    }

    /// The message for the tile type `name`, with the layout `option` as the user wrote it (`pad = 0`).
    ///
    /// ```
    /// use smem_layout::{Access, Choice, Pick, Request};
    ///
    /// let accesses = [Access::row(), Access::col()];
    /// let request = Request { choice: Choice::Pad(Pick::Exactly(0)), ..Request::new(32, 32, 4, &accesses) };
    /// assert_eq!(
    ///     request.solve().unwrap_err().message("ScanTile", "pad = 0"),
    ///     "`col` has 32-way bank conflicts on `ScanTile` with `pad = 0`: 32 wavefronts where 1 would do\n\
    ///      lanes 0..32 of column 0 all fall in bank 0\n\
    ///      help: `pad = 1` (4224 bytes) or `swizzle = auto` (4096 bytes) has none"
    /// );
    /// ```
    pub fn message(&self, name: &str, option: &str) -> String {
        match &*self.failure {
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
                "`{option}` is no bijection on `{name}`: {cute} moves row {row}, column {col} to offset {to}, outside the \
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
            Failure::Conflict { report, alternatives, .. } => conflict_message(name, option, report, alternatives),
            Failure::NoneExists { proven, best, bytes, report, excluding, alternatives } => {
                let class = match option.split('=').next().map(str::trim) {
                    Some("pad") => "padding",
                    Some("swizzle") => "swizzle",
                    _ => "layout",
                };
                let start = match proven {
                    true => format!("no {class} frees `{name}`"),
                    false => format!("the search gave up before it found a {class} that frees `{name}`"),
                };
                none_message(&start, class, &format!("{best} ({bytes} bytes)"), report, excluding, alternatives)
            }
        }
    }
}

fn conflict_message(name: &str, option: &str, report: &Report, alternatives: &[Alternative]) -> String {
    let mut message = String::new();
    for access in report.accesses.iter().filter(|access| !access.is_accepted()) {
        if message.is_empty() {
            message = format!("{} on `{name}` with `{option}`: {}", ways_of(access), wavefronts_of(access));
        } else {
            message.push_str(&format!("\n{}, too: {}", ways_of(access), wavefronts_of(access)));
        }
        if let Some(conflict) = &access.conflict {
            message.push_str(&format!("\n{conflict}"));
        }
    }
    message.push_str("\nhelp: ");
    message.push_str(&match help_of(alternatives) {
        Some(help) => help,
        None => "no padding and no swizzle serves all of its accesses: `layout = auto` says which exclude each other, \
                 `conflicts = allow` keeps this one"
            .to_string(),
    });
    message
}

fn none_message(
    start: &str,
    class: &str,
    best: &str,
    report: &Report,
    excluding: &[usize],
    alternatives: &[Alternative],
) -> String {
    let names: Vec<String> = report.accesses.iter().map(|access| format!("`{}`", access.name)).collect();
    let mut message = format!("{start} of bank conflicts for {}", listed(&names));
    match excluding {
        [one] if names.len() > 1 => message.push_str(&format!("\n{} has them under every {class}", names[*one])),
        [one, other] if names.len() > 2 => {
            message.push_str(&format!("\n{} and {} exclude each other", names[*one], names[*other]));
        }
        _ => {}
    }
    let unaccepted: Vec<&AccessReport> = report.accesses.iter().filter(|access| !access.is_accepted()).collect();
    for access in &unaccepted {
        message.push_str(&format!("\non the best found, {best}, {}: {}", ways_of(access), wavefronts_of(access)));
        if let Some(conflict) = &access.conflict {
            message.push_str(&format!("\n{conflict}"));
        }
    }
    message.push_str("\nhelp: ");
    match help_of(alternatives) {
        Some(help) => message.push_str(&help),
        None => {
            let accept: Vec<String> = unaccepted
                .iter()
                .map(|access| format!("`max_ways = {}` in `{}`", access.cost.ways, access.name))
                .collect();
            message.push_str(&format!(
                "accept what is left with {}, or keep it with `conflicts = allow`",
                listed(&accept)
            ));
        }
    }
    message
}

/// `` `col` has 32-way bank conflicts ``.
fn ways_of(access: &AccessReport) -> String {
    format!("`{}` has {}-way bank conflicts", access.name, access.cost.ways)
}

/// `32 wavefronts where 1 would do`.
fn wavefronts_of(access: &AccessReport) -> String {
    let cost = access.cost;
    let least = if cost.at_least == cost.wavefronts { String::new() } else { format!("{} to ", cost.at_least) };
    format!("{least}{} wavefronts where {} would do", cost.wavefronts, cost.ideal)
}

/// `` `pad = 1` (4224 bytes) or `swizzle = auto` (4096 bytes) has none ``.
fn help_of(alternatives: &[Alternative]) -> Option<String> {
    let options: Vec<String> = alternatives
        .iter()
        .map(|alternative| format!("`{}` ({} bytes)", alternative.option, alternative.bytes))
        .collect();
    if options.is_empty() { None } else { Some(format!("{} has none", options.join(" or "))) }
}

/// `a`, `a and b`, `a, b and c`.
fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [start @ .., last] => format!("{} and {last}", start.join(", ")),
    }
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            &self
                .message("the tile", "this layout")
                .replace("`the tile`", "the tile")
                .replace("`this layout`", "this layout"),
        )
    }
}

impl core::error::Error for SolveError {}
