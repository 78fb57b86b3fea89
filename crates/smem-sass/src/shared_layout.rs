//! Where the shared arrays of a relocatable object lie, which a linker decides.
//!
//! An object that is not linked yet has a symbol for each array, with its bytes and its alignment, and no addresses. They are placed here as the
//! assembler places those of a linked kernel: one after the other, in the order of their symbols. Arrays of functions come before those of
//! the kernel, since a function has one address for them whichever kernel calls it. Dynamic shared memory begins after all.

use super::elf::{Elf, Symbol};
use smem_sim::ParseError;
use smem_sim::program::SharedVariable;
use std::collections::HashMap;

const SECTION: &str = ".nv.shared.";
/// The alignment of dynamic shared memory.
const DYNAMIC: u64 = 16;
/// More bytes than any block has.
const MOST: u64 = 1 << 20;

/// The shared arrays of a kernel in a relocatable object.
#[derive(Debug, Default)]
pub(super) struct SharedLayout {
    /// By the symbol's number.
    offsets: HashMap<usize, u64>,
    /// In the order of their places.
    pub(super) variables: Vec<SharedVariable>,
    /// Bytes of all arrays but the dynamic ones.
    pub(super) bytes: u64,
}

impl SharedLayout {
    /// Places the arrays that a kernel may access; `None` for a file that is linked.
    ///
    /// # Errors
    /// Arrays of more bytes than a block has, and alignments that are none.
    pub(super) fn of(elf: &Elf<'_>, kernel: &Symbol<'_>) -> Result<Option<SharedLayout>, ParseError> {
        if !elf.is_relocatable {
            return Ok(None);
        }
        let mut layout = SharedLayout::default();
        let arrays = || elf.symbols.iter().enumerate().filter(|(_, symbol)| symbol.shared);
        let owner = |symbol: &Symbol<'_>| {
            let section = symbol.section.and_then(|section| elf.sections.get(section));
            section.and_then(|section| section.name.strip_prefix(SECTION))
        };
        let is_of_kernel = |name: &str| elf.symbols.iter().any(|symbol| symbol.kernel && symbol.name == name);
        let is_of_function = |symbol: &Symbol<'_>| symbol.section.is_some() && !owner(symbol).is_some_and(is_of_kernel);
        if Self::has_functions(elf, kernel)? {
            for (number, symbol) in arrays().filter(|(_, symbol)| is_of_function(symbol)) {
                layout.place(number, symbol)?;
            }
        }
        for (number, symbol) in arrays().filter(|(_, symbol)| owner(symbol) == Some(kernel.name)) {
            layout.place(number, symbol)?;
        }
        let dynamic = layout.bytes.next_multiple_of(DYNAMIC);
        for (number, symbol) in arrays().filter(|(_, symbol)| symbol.section.is_none()) {
            layout.bytes = dynamic;
            layout.offsets.insert(number, dynamic);
            layout.note(symbol, dynamic, None);
        }
        Ok(Some(layout))
    }

    /// Whether the code of a kernel refers to a function, or to an array of one that was inlined.
    fn has_functions(elf: &Elf<'_>, kernel: &Symbol<'_>) -> Result<bool, ParseError> {
        let Some(code) = kernel.section else { return Ok(false) };
        let own = format!("{SECTION}{}", kernel.name);
        let is_elsewhere = |symbol: &Symbol<'_>| {
            let section = symbol.section.and_then(|section| elf.sections.get(section));
            symbol.function || symbol.shared && section.is_some_and(|section| section.name != own)
        };
        Ok(elf.relocations(code)?.into_iter().any(|one| elf.symbol(one).is_ok_and(is_elsewhere)))
    }

    fn place(&mut self, number: usize, symbol: &Symbol<'_>) -> Result<(), ParseError> {
        // Before the linker has run, a symbol's value is its alignment.
        let align = symbol.value.max(1);
        if !align.is_power_of_two() || align > MOST || symbol.bytes > MOST {
            return Err(ParseError::cubin(format!("the shared array `{}` has no place in a block", symbol.name)));
        }
        let at = self.bytes.next_multiple_of(align);
        self.bytes = at + symbol.bytes;
        if self.bytes > MOST {
            return Err(ParseError::cubin("its shared arrays have more bytes than a block can have"));
        }
        self.offsets.insert(number, at);
        self.note(symbol, at, u32::try_from(symbol.bytes).ok());
        Ok(())
    }

    fn note(&mut self, symbol: &Symbol<'_>, at: u64, bytes: Option<u32>) {
        let offset = u32::try_from(at).unwrap_or(u32::MAX);
        self.variables.push(SharedVariable { name: linker_name(symbol.name).to_owned(), offset, bytes });
    }

    /// The place of an array by its symbol's number.
    pub(super) fn offset(&self, symbol: usize) -> Option<u64> {
        self.offsets.get(&symbol).copied()
    }
}

/// The name of an array in PTX: the assembler writes `$___ZZ1kE4tile__54` for `_ZZ1kE4tile`.
fn linker_name(symbol: &str) -> &str {
    let Some(local) = symbol.strip_prefix("$__") else { return symbol };
    match local.rsplit_once("__") {
        Some((name, number)) if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => local,
    }
}

#[cfg(test)]
mod tests {
    use super::linker_name;

    #[test]
    fn a_local_array_has_the_name_of_its_ptx() {
        assert_eq!(linker_name("$___ZZ1kE4tile__54"), "_ZZ1kE4tile");
        assert_eq!(linker_name("_ZZ6helperiE3own"), "_ZZ6helperiE3own");
        assert_eq!(linker_name("dyn"), "dyn");
    }
}
