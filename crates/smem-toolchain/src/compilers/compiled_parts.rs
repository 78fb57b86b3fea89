//! A compiler's result as bytes, for another process or a later one.
//!
//! A part is its length, 8 bytes little-endian, and its bytes.

use super::source::Compiled;
use crate::error::ToolError;

/// A result as bytes.
pub(super) fn result_bytes(result: &Result<Compiled, ToolError>) -> Vec<u8> {
    let mut made = Vec::new();
    let bytes = &mut made;
    match result {
        Ok(compiled) => {
            put(bytes, ["compiled", compiled.ptx(), compiled.log()]);
            // No machine code is not the same as none asked for.
            put(bytes, [if compiled.cubin().is_some() { "cubin" } else { "none" }]);
            put(bytes, [compiled.cubin().unwrap_or_default()]);
            put(bytes, compiled.names().iter().flat_map(|(kernel, lowered)| [kernel, lowered]));
        }
        Err(ToolError::Compile { name, log, listing }) => put(bytes, ["does not compile", name, log, listing]),
        Err(ToolError::RefusedOption(message)) => put(bytes, ["refused option", message]),
        Err(error) => put(bytes, ["error", &error.to_string()]),
    }
    made
}

/// The result in these bytes; `None` where they are not one.
pub(super) fn result_of(bytes: &[u8]) -> Option<Result<Compiled, ToolError>> {
    let parts = raw_parts(bytes)?;
    let text = |part: &&[u8]| String::from_utf8_lossy(part).into_owned();
    match &parts[..] {
        [b"compiled", ptx, log, has_cubin, cubin, names @ ..] => {
            let lowered = names.chunks_exact(2).map(|pair| (text(&pair[0]), text(&pair[1]))).collect();
            let cubin = (*has_cubin == b"cubin").then(|| cubin.to_vec());
            Some(Ok(Compiled { ptx: text(ptx), cubin, lowered, log: text(log) }))
        }
        [b"does not compile", name, log, listing] => {
            Some(Err(ToolError::Compile { name: text(name), log: text(log), listing: text(listing) }))
        }
        [b"refused option", message] => Some(Err(ToolError::RefusedOption(text(message)))),
        [b"error", message] => Some(Err(ToolError::Unusable(text(message)))),
        _ => None,
    }
}

/// Adds parts.
pub(super) fn put<T: AsRef<[u8]>>(bytes: &mut Vec<u8>, parts: impl IntoIterator<Item = T>) {
    for part in parts {
        bytes.extend((part.as_ref().len() as u64).to_le_bytes());
        bytes.extend(part.as_ref());
    }
}

fn raw_parts(mut bytes: &[u8]) -> Option<Vec<&[u8]>> {
    let mut parts = Vec::new();
    while !bytes.is_empty() {
        let (length, rest) = bytes.split_first_chunk::<8>()?;
        let (part, rest) = rest.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)?;
        parts.push(part);
        bytes = rest;
    }
    Some(parts)
}

/// The parts in these bytes, each a text.
pub(super) fn parts(bytes: &[u8]) -> Option<Vec<String>> {
    raw_parts(bytes)?.into_iter().map(|part| String::from_utf8(part.to_vec()).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_come_back_and_a_cut_is_noticed() {
        let mut bytes = Vec::new();
        put(&mut bytes, ["one", "", "\0three"]);
        assert_eq!(parts(&bytes).unwrap(), ["one", "", "\0three"]);
        let cuts = (1..bytes.len()).filter(|end| raw_parts(&bytes[..*end]).is_some());
        // After a whole part; the answer's kind has a number of parts that is compared.
        assert_eq!(cuts.collect::<Vec<_>>(), [11, 19]);
        assert!(raw_parts(&u64::MAX.to_le_bytes()).is_none());
    }

    #[test]
    fn results_come_back_as_they_were() {
        let names = [("k<1>".to_owned(), "_Z1k".to_owned())];
        let compiled =
            |cubin| Ok(Compiled { log: "a warning".to_owned(), ..Compiled::from_parts("ptx", cubin, &names) });
        let compile = ToolError::Compile { name: "a.cu".into(), log: "log".into(), listing: String::new() };
        for result in [
            compiled(None),
            compiled(Some(&b""[..])),
            compiled(Some(b"\x7fELF")),
            Err(compile),
            Err(ToolError::Unusable("why".into())),
        ] {
            assert_eq!(result_of(&result_bytes(&result)), Some(result));
        }
    }
}
