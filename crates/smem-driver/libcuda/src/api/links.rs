//! The linker: images that become one. PTX stays PTX, which is assembled when it is loaded.

use parking_lot::{Mutex, MutexGuard};
use std::collections::BTreeMap;

use smem_driver::{DriverError, PtxHeader};

use crate::foreign::{CallerAddress, CallerText, Out};
use crate::process::{driver, not_supported};

/// A linker at work: its images, and what they became.
#[derive(Default)]
struct LinkerState {
    images: Vec<Vec<u8>>,
    linked: Vec<u8>,
}

static STATES: Mutex<BTreeMap<u64, LinkerState>> = Mutex::new(BTreeMap::new());

fn states() -> MutexGuard<'static, BTreeMap<u64, LinkerState>> {
    STATES.lock()
}

/// Kinds of images: machine code, PTX, a fatbin.
const CODE: u32 = 0;
const PTX: u32 = 1;
const FATBIN: u32 = 2;
/// The last one that there is: an object, a library, code of NVVM.
const LAST_KIND: u32 = 5;

/// One text of several: that of the first with its directives, and the others without theirs.
fn joined(texts: &[Vec<u8>]) -> Result<Vec<u8>, DriverError> {
    let mut all = String::new();
    for (at, text) in texts.iter().enumerate() {
        let text = std::str::from_utf8(text).map_err(|_| DriverError::InvalidPtx)?.trim_end_matches('\0');
        match at {
            0 => all.push_str(text),
            _ => all.push_str(PtxHeader::cut(text).trim()),
        }
        all.push('\n');
    }
    all.push('\0');
    Ok(all.into_bytes())
}

fn add(state: u64, kind: u32, image: Vec<u8>) -> Result<(), DriverError> {
    let mut states = states();
    let state = states.get_mut(&state).ok_or(DriverError::InvalidHandle)?;
    let is_text = |image: &Vec<u8>| !image.starts_with(b"\x7fELF") && !image.starts_with(&[0x50, 0xed, 0x55, 0xba]);
    match kind {
        PTX if state.images.iter().all(is_text) => state.images.push(image),
        CODE | FATBIN if state.images.is_empty() => state.images.push(image),
        CODE | PTX | FATBIN => return Err(not_supported("linking of machine code by cuLinkAddData")),
        kind @ ..=LAST_KIND => {
            return Err(not_supported(&format!("linking of images of kind {kind} by cuLinkAddData")));
        }
        _ => return Err(DriverError::InvalidValue),
    }
    Ok(())
}

functions! {
    fn cuLinkCreate_v2(_count: u32, _options: CallerAddress, _values: CallerAddress, state: Out<u64>) {
        state.check()?;
        driver()?.context_flags()?;
        let mut states = states();
        let handle = states.keys().next_back().map_or(0x6800_0000, |last| last + 16);
        states.insert(handle, LinkerState::default());
        state.set(handle)
    }

    fn cuLinkAddData_v2(state: u64, kind: u32, image: CallerAddress, bytes: usize, _name: CallerAddress) {
        if image.number() == 0 || bytes == 0 {
            return Err(DriverError::InvalidValue);
        }
        add(state, kind, image.bytes(bytes)?)
    }

    fn cuLinkAddFile_v2(state: u64, kind: u32, path: CallerText) {
        add(state, kind, std::fs::read(path.get()?).map_err(|_| DriverError::FileNotFound)?)
    }

    fn cuLinkComplete(state: u64, image: Out<u64>, bytes: Out<usize>) {
        image.check()?;
        let mut states = states();
        let state = states.get_mut(&state).ok_or(DriverError::InvalidHandle)?;
        state.linked = match &state.images[..] {
            [] => return Err(DriverError::InvalidValue),
            [one] => [&one[..], &[0]].concat(),
            texts => joined(texts)?,
        };
        bytes.set_if_asked(state.linked.len());
        // The linked image is the state's, and lives as long.
        image.set(state.linked.as_ptr() as u64)
    }

    fn cuLinkDestroy(state: u64) {
        states().remove(&state).map(|_| ()).ok_or(DriverError::InvalidHandle)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_joined_under_the_directives_of_the_first() {
        let texts = [
            ".version 8.0\n.target sm_70\n.address_size 64\n.func f() { ret; }\0",
            "// made by hand\n.version 7.0\n.target sm_52, debug\n.address_size 64\n.func g() { ret; }",
            ".version 7.0 .target sm_52,texmode_unified .address_size 64 .func h() { ret; }",
            ".target sm_52 // for .version 7.0\n.func targeted() { ret; }\n.targeted",
        ];
        let all = joined(&texts.map(|text| text.as_bytes().to_vec())).unwrap();
        let all = String::from_utf8(all).unwrap();
        let words: Vec<&str> = all.split_whitespace().collect();
        assert_eq!(
            words.join(" "),
            ".version 8.0 .target sm_70 .address_size 64 .func f() { ret; } // made by hand .func g() { ret; } .func h() { ret; } \
             // for .version 7.0 .func targeted() { ret; } .targeted \0"
        );
        assert!(
            all.contains("// made by hand\n") && all.contains("// for .version 7.0\n"),
            "a comment ends with its line: {all}"
        );
    }
}
