//! A tile as CuTe writes it.

use smem_derive_impl::read;
use smem_launch::parts_outside_brackets;
use smem_layout::{Access, Arch, CuteLayout};

use crate::failure::EarlyEnd;

/// An element type, a layout, and the accesses of warps to it.
#[derive(Debug, Clone)]
pub(crate) struct CuteTile {
    /// As it was given.
    pub(crate) text: String,
    pub(crate) elem: &'static str,
    /// Bytes of an element.
    pub(crate) elem_bytes: u32,
    pub(crate) layout: CuteLayout,
    pub(crate) accesses: Vec<CuteAccess>,
    pub(crate) arch: Arch,
}

/// The elements that warps access together.
#[derive(Debug, Clone)]
pub(crate) enum CuteAccess {
    /// As the attribute spells it, of the rows and columns of the layout.
    Declared(Access),
    /// The coordinate of each thread's values.
    ThreadValues(CuteLayout),
}

/// Element types and their bytes.
const ELEMENTS: [(&str, u32); 20] = [
    ("f16", 2),
    ("bf16", 2),
    ("f32", 4),
    ("tf32", 4),
    ("f64", 8),
    ("u8", 1),
    ("i8", 1),
    ("u16", 2),
    ("i16", 2),
    ("u32", 4),
    ("i32", 4),
    ("u64", 8),
    ("i64", 8),
    ("e4m3", 1),
    ("e5m2", 1),
    ("half_t", 2),
    ("bfloat16_t", 2),
    ("float", 4),
    ("double", 8),
    ("u128", 16),
];

impl CuteTile {
    /// Returns true if a text is meant as a layout of CuTe: an element type, a blank, and a layout.
    pub(crate) fn is_cute_text(text: &str) -> bool {
        let Some((elem, rest)) = text.trim().split_once(char::is_whitespace) else { return false };
        let rest = rest.trim_start();
        let is_layout = rest.starts_with(['(', '_'])
            || rest.starts_with("Sw")
            || rest.starts_with(|mark: char| mark.is_ascii_digit());
        is_layout && ELEMENTS.iter().any(|(known, _)| *known == elem)
    }

    /// Reads a text that [is meant as one](Self::is_cute_text).
    pub(crate) fn parse(text: &str) -> Result<CuteTile, EarlyEnd> {
        let refused = |why: String| EarlyEnd::Message(format!("`{}`: {why}", text.trim().escape_debug()));
        let (elem, rest) = text.trim().split_once(char::is_whitespace).unwrap_or_default();
        let Some((elem, elem_bytes)) = ELEMENTS.into_iter().find(|(known, _)| *known == elem) else {
            return Err(refused(format!("`{elem}` is not an element type")));
        };
        let mut parts = parts_outside_brackets(rest).into_iter();
        let written = parts.next().unwrap_or_default();
        let layout: CuteLayout = written.parse().map_err(|error| refused(format!("{error}")))?;
        let mut tile = CuteTile {
            text: text.trim().to_owned(),
            elem,
            elem_bytes,
            layout,
            accesses: Vec::new(),
            arch: Arch::DEFAULT,
        };
        for part in parts {
            tile.set(part.trim()).map_err(&refused)?;
        }
        if tile.accesses.is_empty() {
            tile.accesses = tile.declared("row, col").map_err(refused)?;
        }
        Ok(tile)
    }

    /// Takes an option: `access(row, col)`, `tv(((4,8),2):((32,1),16))`, `arch = sm_80`.
    fn set(&mut self, option: &str) -> Result<(), String> {
        let inside = |name: &str| option.strip_prefix(name)?.trim_start().strip_prefix('(')?.strip_suffix(')');
        if let Some(accesses) = inside("access") {
            self.accesses.extend(self.declared(accesses)?);
        } else if let Some(layout) = inside("tv") {
            let layout: CuteLayout = layout.parse().map_err(|error| format!("`{option}`: {error}"))?;
            if layout.extents().len() != 2 {
                return Err(format!("`{option}` has other modes than two: threads, and the values of each"));
            }
            self.accesses.push(CuteAccess::ThreadValues(layout));
        } else if let Some((_, name)) = option.split_once('=').filter(|(name, _)| name.trim() == "arch") {
            self.arch = Arch::from_name(name.trim())
                .ok_or_else(|| format!("`{}` is not an architecture such as `sm_90`", name.trim()))?;
        } else {
            return Err(format!(
                "`{option}` is not an option of a layout of CuTe: one of `access(row, ldmatrix)`, `tv(((4,8),2):((32,1),16))`, `arch = sm_90`"
            ));
        }
        Ok(())
    }

    /// Reads accesses as the attribute spells them.
    pub(crate) fn declared(&self, accesses: &str) -> Result<Vec<CuteAccess>, String> {
        let size = match self.shape() {
            (1, cols) => cols.to_string(),
            (rows, cols) => format!("{rows}, {cols}"),
        };
        let elem = match self.elem_bytes {
            1 => "u8",
            2 => "u16",
            4 => "u32",
            8 => "u64",
            _ => "[u64; 2]",
        };
        // The attribute knows accesses; its own layout and size do not matter here.
        let line = format!(
            "Tile({elem}): {size}, layout = plain, conflicts = allow, memory = dynamic, arch = sm_90, access({accesses})"
        );
        let tile = read::line(&line)
            .map_err(|mistakes| mistakes.into_iter().map(|own| own.message).collect::<Vec<_>>().join("; "))?;
        Ok(tile.accesses().iter().cloned().map(CuteAccess::Declared).collect())
    }

    /// Rows and columns: the extents of the first mode and of all others together. A layout of one mode is a row.
    pub(crate) fn shape(&self) -> (u32, u32) {
        match self.layout.extents()[..] {
            [only] => (1, only),
            [rows, ..] => (rows, self.layout.size() / rows),
            [] => (1, 1),
        }
    }

    /// The offset of an element, in elements.
    pub(crate) fn offset(&self, row: u32, col: u32) -> u32 {
        let (rows, _) = self.shape();
        self.layout.offset_of(row + rows * col).unwrap_or(0)
    }
}
