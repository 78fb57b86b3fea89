//! The messages for accesses that conflict: where the lanes meet, what was searched, what to write instead.
//!
//! A message claims what was searched, never more: "no padding of up to 33 elements a row", not "no layout".

use alloc::{format, string::String, vec::Vec};

use crate::{
    layout::InPlanes,
    list::listed,
    solve::{
        checked_tile::CheckedTile,
        choice::LayoutChoice,
        classes::{offset_matrix, padding, padding_set::last_pad},
        proposals::Proposals,
        report::{AccessReport, Report},
    },
};

/// An option that has a layout, and the bytes of storage with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct FreeOption {
    pub(crate) option: LayoutChoice,
    pub(crate) bytes: usize,
}

/// The options that have a layout, and whether there is no other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Alternatives {
    pub(crate) found: Vec<FreeOption>,
    /// An option whose layout needs more shared memory than there is.
    pub(crate) too_large: Option<FreeOption>,
    /// The bytes of shared memory that there are.
    pub(crate) limit: u32,
    /// True when the searches that found nothing were complete.
    pub(crate) proven: bool,
    /// The classes that they searched.
    pub(crate) searched: Searched,
}

/// The pitch, in elements, at which a search goes through matrices on the offset.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum OffsetPitch {
    /// None: rows are not raised to a power of two, or the banks leave matrices nothing to move.
    None,
    /// That of the dense tile.
    Dense,
    /// Rows that are raised to it. On the dense tile the bits of the offset are not those of row and column, and only CuTe's swizzles
    /// of it are tried.
    Raised(u32),
}

/// The classes of layouts that a search has been through.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Searched {
    choice: LayoutChoice,
    /// Elements of a line, where the tile has one dimension.
    line: Option<u32>,
    /// The largest padding of a row, in elements.
    most_pad: u32,
    /// The largest padding inside rows, in elements.
    most_inside: u32,
    /// The pitch at which matrices on the offset are among the swizzles.
    by_offset: OffsetPitch,
    /// Of those only the ones that move whole words.
    by_words: bool,
    /// The largest padding under an XOR.
    most_raise: u32,
}

impl OffsetPitch {
    fn of(tile: &CheckedTile<'_>) -> OffsetPitch {
        let last = padding::last_raised(tile);
        let mut pitches = padding::pitches(tile).take_while(|pitch| *pitch <= last);
        match pitches.find(|pitch| offset_matrix::has_room(tile, *pitch)) {
            None => OffsetPitch::None,
            Some(pitch) if pitch == tile.line() => OffsetPitch::Dense,
            Some(pitch) => OffsetPitch::Raised(pitch),
        }
    }
}

impl Searched {
    /// Returns the classes that a search for `choice` goes through.
    pub(crate) fn of(tile: &CheckedTile<'_>, choice: LayoutChoice) -> Searched {
        let line = tile.line();
        let most_raise = padding::last_raised(tile) - line;
        Searched {
            choice,
            line: (tile.rows == 1).then_some(line),
            most_pad: padding::last_padded(tile) - line,
            most_inside: last_pad(tile),
            by_offset: OffsetPitch::of(tile),
            // Accesses that accept conflicts are not looked for in words that are taken apart.
            by_words: has_parts_of_words(tile) && tile.accesses.iter().any(|access| access.max_ways > 1),
            most_raise,
        }
    }

    /// Returns the classes that a search for the fewest excess wavefronts goes through.
    pub(crate) fn of_least(tile: &CheckedTile<'_>, choice: LayoutChoice) -> Searched {
        Searched { by_words: has_parts_of_words(tile), ..Searched::of(tile, choice) }
    }

    /// Writes `no padding of up to 33 elements a row or 31 after any number, no XOR of the column by the row, no CuTe swizzle
    /// and no rotation of the rows`, each after `word`.
    pub(crate) fn text(&self, word: &str) -> String {
        let padding = match self.line {
            Some(_) => format!("{word}padding of up to {} elements after any number", self.most_inside),
            None => {
                let Searched { most_pad, most_inside, .. } = self;
                format!("{word}padding of up to {most_pad} elements a row or {most_inside} after any number")
            }
        };
        let mut swizzles = match self.line {
            Some(line) => Vec::from([format!("{word}XOR within lines of {line} elements")]),
            None => Vec::from([format!("{word}XOR of the column by the row")]),
        };
        let of_words = if self.by_words { " that moves whole words" } else { "" };
        match self.by_offset {
            OffsetPitch::None => {}
            OffsetPitch::Dense => swizzles.push(format!("{word}XOR of the bits of the offset{of_words}")),
            OffsetPitch::Raised(pitch) => {
                swizzles.push(format!("{word}XOR of the bits of the offset at pitch {pitch}{of_words}"));
            }
        }
        swizzles.push(format!("{word}CuTe swizzle"));
        let rotation = (self.line.is_none()).then(|| format!("{word}rotation of the rows"));
        match (self.choice, self.most_raise) {
            (LayoutChoice::Pad(_), _) => padding,
            (LayoutChoice::Swizzle(_), 1..) => {
                let swizzles = listed(&swizzles, "and");
                let raise = format!("with padding of up to {} elements a row or without", self.most_raise);
                format!("{swizzles}, {raise}, and {}", rotation.unwrap_or_default())
            }
            (LayoutChoice::Swizzle(_), 0) => {
                swizzles.extend(rotation);
                listed(&swizzles, "and")
            }
            _ => {
                swizzles.insert(0, padding);
                swizzles.extend(rotation);
                listed(&swizzles, "and")
            }
        }
    }
}

/// Returns true if the elements or vectors that layouts keep together are less than a word.
fn has_parts_of_words(tile: &CheckedTile<'_>) -> bool {
    tile.granule() * tile.elem_bytes < tile.model.bank_bytes()
}

/// Returns the message for a given layout that conflicts.
pub(crate) fn conflict(
    name: &str,
    option: LayoutChoice,
    report: &Report,
    alternatives: &Alternatives,
    proposals: &Proposals,
) -> String {
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
    message.push_str(&proposals.reasons());
    message.push_str(&proposals.help());
    if proposals.keep_layout {
        return message;
    }
    message.push_str("\nhelp: ");
    let searched = |word| alternatives.searched.text(word);
    message.push_str(&match (help_of(&alternatives.found, report), &alternatives.too_large) {
        (Some(help), _) => help,
        (None, Some(FreeOption { option, bytes })) => format!(
            "`{option}` would do, but needs {bytes} of the {} bytes of shared memory: make the tile smaller, or keep this \
             layout with `conflicts = allow`",
            alternatives.limit
        ),
        (None, None) if alternatives.proven => {
            format!(
                "{} frees them all: write `layout = auto` and `conflicts = least` for the layout with the fewest excess \
                 wavefronts, or `conflicts = allow` to keep this one",
                searched("no ")
            )
        }
        (None, None) => format!(
            "the search for {} gave up before its end; `conflicts = allow` keeps this layout",
            searched("a ").replacen("a padding", "padding", 1).replace("a XOR", "an XOR")
        ),
    });
    message
}

/// The parts of the message for a search that found nothing.
pub(crate) struct NoneFoundMessage<'a> {
    pub(crate) name: &'a str,
    pub(crate) searched: &'a Searched,
    /// The search was complete.
    pub(crate) proven: bool,
    /// The searches for the best layout and the excluding accesses that were not complete.
    pub(crate) unfinished: Option<&'static str>,
    pub(crate) best: InPlanes<'a>,
    /// The bytes of storage with the best layout.
    pub(crate) bytes: usize,
    pub(crate) report: &'a Report,
    pub(crate) excluding: &'a [usize],
    pub(crate) alternatives: &'a Alternatives,
    pub(crate) proposals: &'a Proposals,
}

impl NoneFoundMessage<'_> {
    /// Returns the message.
    pub(crate) fn text(&self) -> String {
        let names: Vec<String> = self.report.accesses.iter().map(|access| format!("`{}`", access.name)).collect();
        let frees = format!("frees `{}` of bank conflicts for {}", self.name, listed(&names, "and"));
        let mut message = match self.proven {
            true => format!("{} {frees}", self.searched.text("no ")),
            false => {
                let classes = self.searched.text("");
                format!("the search gave up before it found a layout that {frees}: it tries {classes}")
            }
        };
        match self.excluding {
            [one] if names.len() > 1 => message.push_str(&format!("\nnone of these frees {} alone", names[*one])),
            [one, other] if names.len() > 2 => {
                message.push_str(&format!("\nnone of these frees both {} and {}", names[*one], names[*other]));
            }
            _ => {}
        }
        let best = format!("{} ({} bytes)", self.best, self.bytes);
        let unaccepted: Vec<&AccessReport> =
            self.report.accesses.iter().filter(|access| !access.is_accepted()).collect();
        for access in &unaccepted {
            message.push_str(&format!("\non the best found, {best}, {}: {}", ways_of(access), wavefronts_of(access)));
            if let Some(conflict) = &access.conflict {
                message.push_str(&format!("\n{conflict}"));
            }
        }
        if let Some(searches) = self.unfinished {
            message.push_str(&format!("\n{searches} gave up before its end"));
        }
        message.push_str(&self.proposals.reasons());
        message.push_str(&self.proposals.help());
        message.push_str("\nhelp: ");
        message.push_str(&help_of(&self.alternatives.found, self.report).unwrap_or_else(|| {
            let accept = unaccepted.iter().map(|access| format!("`max_ways = {}` in `{}`", access.ways, access.name));
            let accept: Vec<String> = accept.collect();
            let accept = listed(&accept, "and");
            format!(
                "accept what is left with {accept}, or write `conflicts = least` for the layout with the fewest excess wavefronts"
            )
        }));
        message
    }
}

/// Writes `` `col` has 32-way bank conflicts ``.
fn ways_of(access: &AccessReport) -> String {
    let ways = access.conflict.as_ref().map_or(access.ways, |conflict| conflict.cost.ways);
    format!("`{}` has {ways}-way bank conflicts", access.name)
}

/// Writes `32 wavefronts where 1 would do`, at the position where the named lanes meet.
fn wavefronts_of(access: &AccessReport) -> String {
    let cost = access.conflict.as_ref().map_or(access.cost, |conflict| conflict.cost);
    let least = if cost.at_least == cost.wavefronts { String::new() } else { format!("{} to ", cost.at_least) };
    format!("{least}{} wavefronts where {} would do", cost.wavefronts, cost.ideal)
}

/// Writes ``use `pad = 1` (4220 bytes) or `swizzle = auto` (4096 bytes): neither has conflicts``.
fn help_of(alternatives: &[FreeOption], report: &Report) -> Option<String> {
    let options: Vec<String> = alternatives
        .iter()
        .map(|alternative| format!("`{}` ({} bytes)", alternative.option, alternative.bytes))
        .collect();
    let accepting = report.accesses.iter().any(|access| access.max_ways > 1);
    let verdict = match (options.len(), accepting) {
        (0, _) => return None,
        (1, false) => "it has no conflicts",
        (1, true) => "its conflicts are accepted",
        (_, false) => "neither has conflicts",
        (_, true) => "the conflicts of both are accepted",
    };
    Some(format!("use {}: {verdict}", options.join(" or ")))
}
