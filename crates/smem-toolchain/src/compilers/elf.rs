//! Whether a shared library is complete. The loader maps a truncated one and the process dies, so this looks first.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

/// Bytes of a 64-bit ELF header and of one program header.
const HEADER: usize = 64;
const PROGRAM_HEADER: usize = 56;

/// Whether the file is a 64-bit little-endian ELF file that is as long as its own headers say.
pub(super) fn is_whole(path: &Path) -> io::Result<bool> {
    let mut file = File::open(path)?;
    let length = file.metadata()?.len();
    let mut header = [0; HEADER];
    if file.read_exact(&mut header).is_err() || !header.starts_with(b"\x7fELF\x02\x01") {
        return Ok(false);
    }
    // The table of sections is usually last.
    let (sections, count, bytes) = (number(&header, 0x28, 8), number(&header, 0x3c, 2), number(&header, 0x3a, 2));
    if sections.saturating_add(count * bytes) > length {
        return Ok(false);
    }
    file.seek(SeekFrom::Start(number(&header, 0x20, 8)))?;
    for _ in 0..number(&header, 0x38, 2) {
        let mut segment = [0; PROGRAM_HEADER];
        if file.read_exact(&mut segment).is_err() {
            return Ok(false);
        }
        let (offset, bytes) = (number(&segment, 0x08, 8), number(&segment, 0x20, 8));
        if offset.saturating_add(bytes) > length {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The little-endian number of `bytes` bytes at `at`.
fn number(from: &[u8], at: usize, bytes: usize) -> u64 {
    from[at..at + bytes].iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_program_is_whole_and_its_first_half_is_not() {
        let program = std::env::current_exe().unwrap();
        assert!(is_whole(&program).unwrap());
        let bytes = std::fs::read(&program).unwrap();
        let folder = tempfile::tempdir().unwrap();
        for cut in [0, 10, 100, bytes.len() / 2] {
            let path = folder.path().join("cut.so");
            std::fs::write(&path, &bytes[..cut]).unwrap();
            assert!(!is_whole(&path).unwrap(), "{cut} bytes");
        }
    }
}
