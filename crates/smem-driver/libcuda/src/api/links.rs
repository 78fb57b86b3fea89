//! The linker: images that become one. PTX stays PTX, which is assembled when it is loaded.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard};

use smem_driver::DriverError;

use crate::foreign::{CallerAddress, CallerText, Out};
use crate::process::{driver, not_supported};
use crate::sync::lock;

/// A linker at work: its images, and what they became.
#[derive(Default)]
struct LinkerState {
    images: Vec<Vec<u8>>,
    linked: Vec<u8>,
}

static STATES: Mutex<BTreeMap<u64, LinkerState>> = Mutex::new(BTreeMap::new());

fn states() -> MutexGuard<'static, BTreeMap<u64, LinkerState>> {
    lock(&STATES)
}

/// Kinds of images: machine code, PTX, a fatbin.
const CODE: u32 = 0;
const PTX: u32 = 1;
const FATBIN: u32 = 2;

/// One text of several: that of the first with its directives, and the others without theirs.
fn joined(texts: &[Vec<u8>]) -> Result<Vec<u8>, DriverError> {
    let mut all = String::new();
    for (at, text) in texts.iter().enumerate() {
        let text = std::str::from_utf8(text).map_err(|_| DriverError::InvalidPtx)?.trim_end_matches('\0');
        all.push_str(if at == 0 { text } else { without_directives(text) });
        all.push('\n');
    }
    all.push('\0');
    Ok(all.into_bytes())
}

/// PTX behind the directives that begin it: `.version`, `.target` with its list, `.address_size`.
fn without_directives(text: &str) -> &str {
    let mut rest = behind_blanks(text);
    loop {
        let directive = [".version", ".target", ".address_size"].iter().find_map(|word| rest.strip_prefix(word));
        let Some(values) = directive.filter(|values| values.starts_with([' ', '\t', '\r', '\n', '/'])) else {
            return rest;
        };
        rest = behind_value(values);
        while let Some(next) = rest.strip_prefix(',') {
            rest = behind_value(next);
        }
    }
}

/// The text behind a value, and behind the blanks on both sides of it.
fn behind_value(text: &str) -> &str {
    let value = behind_blanks(text);
    let is_of_value = |character: char| character.is_ascii_alphanumeric() || matches!(character, '_' | '.');
    behind_blanks(value.trim_start_matches(is_of_value))
}

/// The text behind white space and comments.
fn behind_blanks(text: &str) -> &str {
    let mut rest = text.trim_start();
    loop {
        let behind_comment = match rest.get(..2) {
            Some("//") => rest.split_once('\n'),
            Some("/*") => rest[2..].split_once("*/"),
            _ => return rest,
        };
        rest = behind_comment.map_or("", |(_, behind)| behind.trim_start());
    }
}

fn add(state: u64, kind: u32, image: Vec<u8>) -> Result<(), DriverError> {
    let mut states = states();
    let state = states.get_mut(&state).ok_or(DriverError::InvalidHandle)?;
    let is_text = |image: &Vec<u8>| !image.starts_with(b"\x7fELF") && !image.starts_with(&[0x50, 0xed, 0x55, 0xba]);
    match kind {
        PTX if state.images.iter().all(is_text) => state.images.push(image),
        CODE | FATBIN if state.images.is_empty() => state.images.push(image),
        CODE | PTX | FATBIN => return Err(not_supported("linking of machine code by cuLinkAddData")),
        kind => return Err(not_supported(&format!("linking of images of kind {kind} by cuLinkAddData"))),
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
            "// made by hand\n.version 7.0\n.target sm_52, debug /* for both */\n.address_size 64\n.func g() { ret; }",
            ".version 7.0 .target sm_52,texmode_unified .address_size 64 .func h() { ret; }",
            ".targeted",
        ];
        let all = joined(&texts.map(|text| text.as_bytes().to_vec())).unwrap();
        assert_eq!(
            String::from_utf8(all).unwrap(),
            ".version 8.0\n.target sm_70\n.address_size 64\n.func f() { ret; }\n.func g() { ret; }\n.func h() { ret; }\n.targeted\n\0"
        );
    }
}
