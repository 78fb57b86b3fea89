//! Whether memory of this process can be read, asked of the operating system: an image whose headers are damaged, or a launch with too few
//! arguments, is then an error of its call and not the end of the program.

use std::cell::Cell;

/// The bytes of the smallest pages that there are.
pub(crate) const PAGE: u64 = 4096;

/// The pages that a thread remembers: arguments of launches are mostly in the same ones.
const REMEMBERED: usize = 16;

thread_local! {
    /// Pages that could be read, by their numbers, and the place of the next one. A program that unmaps one of them and hands in an
    /// address there goes on as it would without this file.
    static KNOWN: Cell<([u64; REMEMBERED], usize)> = const { Cell::new(([0; REMEMBERED], 0)) };
}

/// Returns whether all of so many bytes can be read; true where the operating system does not say.
pub(crate) fn is_readable(address: u64, bytes: u64) -> bool {
    let Some(last) = address.checked_add(bytes.saturating_sub(1)) else { return false };
    (address / PAGE..=last / PAGE).all(|page| is_readable_page(page, bytes <= PAGE))
}

fn is_readable_page(page: u64, remembers: bool) -> bool {
    let (mut known, next) = KNOWN.get();
    // The first page is never mapped: its number means "no page".
    if page != 0 && known.contains(&page) {
        return true;
    }
    let is_there = ask(page * PAGE);
    if is_there && remembers {
        known[next] = page;
        KNOWN.set((known, (next + 1) % REMEMBERED));
    }
    is_there
}

#[cfg(target_os = "linux")]
fn ask(address: u64) -> bool {
    use parking_lot::Mutex;
    use std::fs::File;
    use std::os::unix::fs::FileExt;

    /// The memory of a process, as a file, and its number: a child of `fork` has another.
    static MEMORY: Mutex<Option<(u32, Option<File>)>> = Mutex::new(None);

    let own = std::process::id();
    let mut memory = MEMORY.lock();
    if memory.as_ref().is_none_or(|(process, _)| *process != own) {
        *memory = Some((own, File::open("/proc/self/mem").ok()));
    }
    let Some((_, Some(file))) = memory.as_ref() else { return true };
    file.read_at(&mut [0], address).is_ok_and(|read| read == 1)
}

#[cfg(not(target_os = "linux"))]
fn ask(_address: u64) -> bool {
    true
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn memory_that_is_there_can_be_read_and_other_memory_cannot() {
        let there = vec![1_u8; 3 * PAGE as usize];
        let address = there.as_ptr() as u64;
        assert!(is_readable(address, there.len() as u64));
        assert!(is_readable(address + 5, 8) && is_readable(address + 5, 8));
        for (address, bytes) in [(0, 8), (8, 1), (0x7000_0000_0000_0000, 8), (u64::MAX - 3, 8), (address, 1 << 60)] {
            assert!(!is_readable(address, bytes), "{address:#x}");
        }
    }
}
