//! Jumps in the place of functions.

use std::ffi::c_void;

use rustix::mm::{MprotectFlags, mprotect};
use rustix::param::page_size;

/// Bytes of a jump: `movabs rax, to`, `jmp rax`. No argument of a function is in `rax` but the number of vector registers of one with
/// variable arguments, which the runtime has none of.
const BYTES: usize = 12;

/// Compilers begin a function at a multiple of this.
const ALIGNMENT: usize = 16;

/// Returns true if a function has room for a jump: in itself, or before the next.
pub(super) fn has_place(address: usize, bytes: u64) -> bool {
    bytes >= BYTES as u64 || address.is_multiple_of(ALIGNMENT)
}

fn jump(to: usize) -> [u8; BYTES] {
    let mut code = [0x48, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xe0];
    code[2..10].copy_from_slice(&to.to_le_bytes());
    code
}

/// Has functions of an object whose code does not run yet jump elsewhere: pairs of an address and where to. Nothing changes where the
/// system does not let code be written.
pub(super) fn write(functions: &[(usize, usize)]) {
    let addresses = functions.iter().map(|(from, _)| *from);
    let (Some(first), Some(last)) = (addresses.clone().min(), addresses.max()) else { return };
    let begin = first & !(page_size() - 1);
    let pages = begin as *mut c_void;
    let bytes = (last + BYTES).next_multiple_of(page_size()) - begin;
    let all = MprotectFlags::READ | MprotectFlags::WRITE | MprotectFlags::EXEC;
    // SAFETY: the pages are those from one function of the object's code to another, in the one segment that is executed.
    if unsafe { mprotect(pages, bytes, all) }.is_err() {
        return;
    }
    for (from, to) in functions {
        // SAFETY: the symbols of the object's own file say that a function is there, with room for a jump, and the pages can be written.
        unsafe { (*from as *mut [u8; BYTES]).write_unaligned(jump(*to)) };
    }
    // SAFETY: as above. The pages are then as the loader had them.
    let _ = unsafe { mprotect(pages, bytes, MprotectFlags::READ | MprotectFlags::EXEC) };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_jump_goes_to_the_address_that_its_bytes_have() {
        assert_eq!(jump(0x1122_3344_5566_7788), *b"\x48\xb8\x88\x77\x66\x55\x44\x33\x22\x11\xff\xe0");
        assert!(has_place(0x1000, 1) && has_place(0x1008, 12) && !has_place(0x1008, 11));
    }
}
