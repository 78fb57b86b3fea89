//! The types of a block as CUDA C++ names them, and the text that defines each: a tree, since blocks have fields that are blocks.

use smem_banks::Arch;

use crate::tile::SmemTile;

/// A type of CUDA C++, with the text that defines it.
#[derive(Clone, Copy, Debug)]
pub struct Definition {
    /// Empty for a tile without a text.
    pub(super) name: &'static str,
    /// The lines that include headers, in front of the text.
    pub(super) includes: &'static str,
    /// Empty for a type of the language.
    pub(super) text: &'static str,
    /// The architecture that it is laid out for; `None` where that makes no difference.
    pub(super) arch: Option<Arch>,
    /// The fields of a block.
    pub(super) members: &'static [Member],
}

/// A field of a block.
#[derive(Clone, Copy, Debug)]
pub struct Member {
    pub(super) name: &'static str,
    /// Bytes from the start of the block.
    pub(super) offset: usize,
    pub(super) definition: Definition,
    pub(super) lengths: Option<&'static Lengths>,
}

/// The lengths of an array of arrays, outermost first.
#[derive(Clone, Copy, Debug)]
pub struct Lengths {
    pub(super) len: usize,
    pub(super) inner: Option<&'static Lengths>,
}

impl Definition {
    /// Returns a type of the language.
    pub(super) const fn scalar(name: &'static str) -> Definition {
        Definition { name, includes: "", text: "", arch: None, members: &[] }
    }

    /// Returns the struct of a tile, whose name is in its text.
    pub(super) const fn tile<T: SmemTile>() -> Definition {
        let (includes, text) = T::CUDA.split_at(includes_len(T::CUDA));
        Definition { name: name(text), includes, text, arch: Some(T::ARCH), members: &[] }
    }

    /// Returns the first type of this name, the fields before the type that they are in.
    pub(super) const fn first(&self, name: &str) -> Option<Definition> {
        let mut at = 0;
        while at < self.members.len() {
            if let Some(found) = self.members[at].definition.first(name) {
                return Some(found);
            }
            at += 1;
        }
        if equal(self.name, name) { Some(*self) } else { None }
    }
}

/// Returns true if the texts are equal.
pub(super) const fn equal(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    if one.len() != other.len() {
        return false;
    }
    let mut at = 0;
    while at < one.len() {
        if one[at] != other[at] {
            return false;
        }
        at += 1;
    }
    true
}

/// Returns the rest of `text` after `start`, if it begins with that.
pub(super) const fn after<'a>(text: &'a str, start: &str) -> Option<&'a str> {
    if text.len() < start.len() || !text.is_char_boundary(start.len()) {
        return None;
    }
    let (front, rest) = text.split_at(start.len());
    if equal(front, start) { Some(rest) } else { None }
}

/// Returns the length of the first line of `text`, in bytes, its end included.
pub(super) const fn line_len(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        at += 1;
        if bytes[at - 1] == b'\n' {
            break;
        }
    }
    at
}

/// Returns the length of the lines in front of `text` that include headers, in bytes.
const fn includes_len(text: &str) -> usize {
    let mut rest = text;
    while after(rest, "#include ").is_some() {
        (_, rest) = rest.split_at(line_len(rest));
    }
    text.len() - rest.len()
}

/// Returns the name of the struct that `text` defines, which its `#line` has.
const fn name(text: &str) -> &str {
    let Some(rest) = after(text, "#line 1 \"") else { return "" };
    let mut at = 0;
    while at < rest.len() && rest.as_bytes()[at] != b'.' {
        at += 1;
    }
    let (name, rest) = rest.split_at(at);
    match after(rest, ".smem.cuh\"\n") {
        Some(_) => name,
        None => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_tile_is_that_of_its_line() {
        let text = "#include \"a.h\"\n#include <b>\n#line 1 \"Tile_2.smem.cuh\"\nstruct Tile_2 {};\n";
        let (includes, rest) = text.split_at(includes_len(text));
        assert_eq!(includes, "#include \"a.h\"\n#include <b>\n");
        assert_eq!(name(rest), "Tile_2");
        for other in ["", "struct Tile {};", "#line 1 \"tile.cu\"\n", "#line 1 \"Tile", "#include \"a.h\""] {
            assert_eq!(name(other), "", "{other}");
        }
    }
}
