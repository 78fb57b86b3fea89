//! The functions that a file names.

use std::ffi::c_void;
use std::fs::File;
use std::path::Path;
use std::{ptr, slice};

use object::read::elf::ElfFile64;
use object::{Endianness, Object, ObjectSymbol, SymbolKind};
use rustix::mm::{MapFlags, ProtFlags, mmap, munmap};

/// A file that is mapped: of a large library, the pages with its symbols alone are read.
pub(super) struct FileSymbols {
    at: *mut c_void,
    bytes: usize,
}

impl FileSymbols {
    /// Maps a file; `None` for one that cannot be read or is empty.
    pub(super) fn open(path: &Path) -> Option<FileSymbols> {
        let file = File::open(path).ok()?;
        let bytes = usize::try_from(file.metadata().ok()?.len()).ok().filter(|bytes| *bytes > 0)?;
        // SAFETY: a new mapping, of which the kernel chooses the place.
        let at = unsafe { mmap(ptr::null_mut(), bytes, ProtFlags::READ, MapFlags::PRIVATE, &file, 0) }.ok()?;
        Some(FileSymbols { at, bytes })
    }

    /// Hands on the functions that other objects may call, with their addresses in the file and their bytes.
    pub(super) fn exported(&self, mut each: impl FnMut(&[u8], usize, u64)) {
        if let Some(file) = self.file() {
            functions(file.dynamic_symbols(), &mut each);
        }
    }

    /// Hands on the functions that the file names for debuggers as well; none of one that is stripped.
    pub(super) fn defined(&self, mut each: impl FnMut(&[u8], usize, u64)) {
        if let Some(file) = self.file() {
            functions(file.symbols(), &mut each);
        }
    }

    /// The file, if it is an object of this machine.
    fn file(&self) -> Option<ElfFile64<'_, Endianness>> {
        // SAFETY: mapped for reading until `self` is dropped. Whoever shortened the file meanwhile would end the program that runs from it.
        let data = unsafe { slice::from_raw_parts(self.at.cast_const().cast::<u8>(), self.bytes) };
        ElfFile64::parse(data).ok()
    }
}

impl Drop for FileSymbols {
    fn drop(&mut self) {
        // SAFETY: the mapping that `open` made; nothing borrows from it any more.
        let _ = unsafe { munmap(self.at, self.bytes) };
    }
}

fn functions<'d>(symbols: impl Iterator<Item = impl ObjectSymbol<'d>>, each: &mut impl FnMut(&[u8], usize, u64)) {
    for symbol in symbols.filter(|symbol| symbol.kind() == SymbolKind::Text && symbol.is_definition()) {
        if let (Ok(name), Ok(address)) = (symbol.name_bytes(), usize::try_from(symbol.address())) {
            each(name, address, symbol.size());
        }
    }
}
