//! Changes to valid inputs.

use crate::random::Random;

/// Numbers at which arithmetic goes wrong.
const NUMBERS: [&str; 14] = [
    "0",
    "1",
    "-1",
    "7",
    "31",
    "32",
    "255",
    "65536",
    "2147483647",
    "4294967295",
    "0x7fffffffffffffff",
    "18446744073709551615",
    "99999999999999999999999",
    "1e400",
];

/// Bytes of a part that is repeated.
const LONGEST: usize = 4 << 20;

/// Changes a few places of some bytes.
pub(crate) fn bytes(original: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = original.to_vec();
    for _ in 0..1 + random.below(8) {
        if bytes.is_empty() {
            return bytes;
        }
        let at = random.below(bytes.len());
        match random.below(8) {
            0 => bytes[at] ^= 1 << random.below(8),
            1 => bytes[at] = random.next() as u8,
            2 => bytes.truncate(at),
            // A number of a header: a length, an offset, a count.
            3 | 4 => {
                let width = [2, 4, 8][random.below(3)];
                let value = [0, 1, u64::MAX, 1 << 31, 1 << 32, random.next() % 4096, random.next()][random.below(7)];
                let end = (at + width).min(bytes.len());
                bytes[at..end].copy_from_slice(&value.to_le_bytes()[..end - at]);
            }
            5 => {
                let (from, length) = (random.below(bytes.len()), random.below(64));
                let piece = bytes[from..(from + length).min(bytes.len())].to_vec();
                bytes.splice(at..at, piece);
            }
            6 => {
                let end = (at + random.below(64)).min(bytes.len());
                bytes.drain(at..end);
            }
            _ => {
                let end = (at + random.below(16)).min(bytes.len());
                bytes[at..end].fill([0, 0xff][random.below(2)]);
            }
        }
    }
    bytes
}

/// Changes a few words of a text; `words` are some that mean something in it.
pub(crate) fn text(original: &str, words: &[&str], random: &mut Random) -> String {
    let separators = [' ', '\n', '\t', ',', ';', '(', ')', '[', ']', '=', '"', '<', '>', '{', '}'];
    let mut parts: Vec<String> = original.split_inclusive(separators).map(str::to_string).collect();
    for _ in 0..1 + random.below(5) {
        if parts.is_empty() {
            return String::new();
        }
        let at = random.below(parts.len());
        match random.below(9) {
            0 => {
                parts.remove(at);
            }
            1 => parts[at] = random.choose(words).to_string() + " ",
            2 => parts[at] = parts[random.below(parts.len())].clone(),
            3 => parts.insert(at, random.choose(words).to_string()),
            4 | 5 => parts[at] = with_number(&parts[at], random),
            6 => {
                // A part that was repeated before may be repeated again: a text stays one that a file may have.
                let most = LONGEST / parts[at].len().max(1);
                let times = [2, 70, 600, 5000][random.below(4)].min(most.max(1));
                parts[at] = parts[at].repeat(times);
            }
            7 => parts.truncate(at),
            _ => {
                let changed = bytes(parts[at].as_bytes(), random);
                parts[at] = String::from_utf8_lossy(&changed).into_owned();
            }
        }
    }
    parts.concat()
}

/// The same with another number instead of its first one.
fn with_number(part: &str, random: &mut Random) -> String {
    let Some(start) = part.find(|c: char| c.is_ascii_digit()) else { return part.to_string() };
    let end = part[start..].find(|c: char| !c.is_ascii_alphanumeric()).map_or(part.len(), |end| start + end);
    format!("{}{}{}", &part[..start], random.choose(&NUMBERS), &part[end..])
}

/// Shows the input that is tried again.
pub(crate) fn show(text: &str) {
    if std::env::var_os("SMEM_FUZZ_ONLY").is_some() {
        println!("{}", text.escape_debug());
    }
}
