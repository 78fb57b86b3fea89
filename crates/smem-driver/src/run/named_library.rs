//! Libraries that only have a name: programs that ask for the name and its version get the functions of another library.
//!
//! A program that was linked to `libcudart.so.13` asks that file for the version `libcudart.so.13` of each function. The loader looks for
//! the version in the file of that name, and for the functions in all files that are loaded. One library has the functions of every
//! version, so the file of the name has nothing but the version and the name of that library.

use object::Endianness;
use object::elf;
use object::write::elf::{FileHeader, ProgramHeader, Verdef, Writer};
use object::write::{Error, StringId};

/// Where the loader looks for the library with the functions: in the folder of the file.
const FOLDER: &[u8] = b"$ORIGIN";

/// The alignment of a page on every machine that the loader knows.
const PAGE: u64 = 0x1000;

/// Entries of the dynamic section: three names, five tables and three of their sizes, the end.
const DYNAMICS: usize = 12;

/// Returns a shared library for machines of this kind that is called `name`, has the version of the same name and needs `needed`.
pub(super) fn named_library(name: &str, needed: &str) -> Result<Vec<u8>, Error> {
    let mut file = Vec::new();
    let mut writer = Writer::new(Endianness::default(), true, &mut file);
    let names = [name.as_bytes(), needed.as_bytes(), FOLDER].map(|text| writer.add_dynamic_string(text));
    let places = LibraryPlaces::reserve(&mut writer);
    places.write_headers(&mut writer)?;
    places.write_tables(&mut writer, names)?;
    Ok(file)
}

/// Offsets in the file, which are addresses as well.
struct LibraryPlaces {
    strings: u64,
    string_bytes: u64,
    symbols: u64,
    hash: u64,
    versions: u64,
    definitions: u64,
    dynamic: u64,
    end: u64,
}

impl LibraryPlaces {
    fn reserve(writer: &mut Writer<'_>) -> LibraryPlaces {
        writer.reserve_file_header();
        writer.reserve_program_headers(3);
        writer.reserve_null_dynamic_symbol_index();
        let symbols = writer.reserve_dynsym() as u64;
        let strings = writer.reserve_dynstr() as u64;
        let string_bytes = writer.dynstr_len() as u64;
        let hash = writer.reserve_hash(1, 1) as u64;
        let versions = writer.reserve_gnu_versym() as u64;
        let definitions = writer.reserve_gnu_verdef(2, 2) as u64;
        let dynamic = writer.reserve_dynamic(DYNAMICS) as u64;
        let end = writer.reserved_len() as u64;
        LibraryPlaces { strings, string_bytes, symbols, hash, versions, definitions, dynamic, end }
    }

    fn write_headers(&self, writer: &mut Writer<'_>) -> Result<(), Error> {
        writer.write_file_header(&FileHeader {
            os_abi: elf::ELFOSABI_NONE,
            abi_version: 0,
            e_type: elf::ET_DYN,
            e_machine: if cfg!(target_arch = "aarch64") { elf::EM_AARCH64 } else { elf::EM_X86_64 },
            e_entry: 0,
            e_flags: 0,
        })?;
        writer.write_align_program_headers();
        let part = |kind, start, bytes, align| ProgramHeader {
            p_type: kind,
            // The loader writes into the dynamic section.
            p_flags: elf::PF_R | elf::PF_W,
            p_offset: start,
            p_vaddr: start,
            p_paddr: start,
            p_filesz: bytes,
            p_memsz: bytes,
            p_align: align,
        };
        writer.write_program_header(&part(elf::PT_LOAD, 0, self.end, PAGE));
        writer.write_program_header(&part(elf::PT_DYNAMIC, self.dynamic, self.end - self.dynamic, 8));
        // Without it a program's stack would become executable.
        writer.write_program_header(&part(elf::PT_GNU_STACK, 0, 0, 16));
        Ok(())
    }

    fn write_tables(&self, writer: &mut Writer<'_>, [name, needed, folder]: [StringId; 3]) -> Result<(), Error> {
        writer.write_null_dynamic_symbol();
        writer.write_dynstr();
        writer.write_hash(1, 1, |_| None);
        writer.write_null_gnu_versym();
        writer.write_align_gnu_verdef();
        // The file itself, and the version that programs ask for.
        for (flags, index) in [(elf::VER_FLG_BASE, 1), (0, 2)] {
            writer.write_gnu_verdef(&Verdef { version: elf::VER_DEF_CURRENT, flags, index, aux_count: 1, name });
        }
        writer.write_align_dynamic();
        writer.write_dynamic_string(elf::DT_SONAME, name)?;
        writer.write_dynamic_string(elf::DT_NEEDED, needed)?;
        writer.write_dynamic_string(elf::DT_RUNPATH, folder)?;
        let numbers = [
            (elf::DT_HASH, self.hash),
            (elf::DT_STRTAB, self.strings),
            (elf::DT_STRSZ, self.string_bytes),
            (elf::DT_SYMTAB, self.symbols),
            (elf::DT_SYMENT, size_of::<elf::Sym64<Endianness>>() as u64),
            (elf::DT_VERSYM, self.versions),
            (elf::DT_VERDEF, self.definitions),
            (elf::DT_VERDEFNUM, 2),
            (elf::DT_NULL, 0),
        ];
        numbers.iter().try_for_each(|(tag, value)| writer.write_dynamic(*tag, *value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use object::read::elf::{ElfFile64, FileHeader as _};

    #[test]
    fn the_file_has_its_name_its_version_and_the_name_of_the_library_behind_it() {
        let bytes = named_library("libcudart.so.13", "libcuda.so.1").unwrap();
        let file = ElfFile64::<Endianness>::parse(&*bytes).unwrap();
        assert_eq!(file.elf_header().e_type(Endianness::default()), elf::ET_DYN);
        let text = String::from_utf8_lossy(&bytes);
        assert!(text.contains("libcudart.so.13\0") && text.contains("libcuda.so.1\0") && text.contains("$ORIGIN\0"));
    }
}
