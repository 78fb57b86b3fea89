//! The addresses of a request in a few characters: its first element, and the active lanes' elements from there.
//!
//! In elements as wide as the access. Runs where the lanes follow a rule, else fixed digits; whichever is shorter:
//!
//! ```text
//! 400=0+1*32          element 0x400 and on: 32 lanes, one element after the other
//! 400=7*16,0+2*16     16 lanes on element 0x407, then 16 at every second one
//! 400/2AAABAf..       two digits a lane (base 64, A-Z a-z 0-9 + -), most significant first
//! ```

use std::fmt::Write as _;

use smem_layout::WarpRequest;

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-";

/// Returns the active lanes' addresses.
pub(super) fn encode(warp: &WarpRequest) -> String {
    let elements: Vec<u32> = (0..32).filter_map(|lane| warp.address(lane)).map(|at| at / warp.bytes()).collect();
    let first = elements.iter().copied().min().unwrap_or(0);
    let from_first: Vec<u32> = elements.iter().map(|element| element - first).collect();
    let (runs, fixed) = (runs(&from_first), fixed(&from_first));
    if runs.len() <= fixed.len() { format!("{first:x}={runs}") } else { format!("{first:x}/{fixed}") }
}

/// Returns the request whose active lanes' addresses are `text`.
pub(super) fn decode(text: &str, active: u32, bytes: u32) -> Option<WarpRequest> {
    let (at, of_runs) = match text.find(['=', '/']) {
        Some(at) => (at, text[at..].starts_with('=')),
        None => return None,
    };
    let first = u32::from_str_radix(&text[..at], 16).ok()?;
    let rest = &text[at + 1..];
    let from_first = if of_runs { from_runs(rest)? } else { from_fixed(rest)? };
    if from_first.len() != active.count_ones() as usize {
        return None;
    }
    let mut addresses = Vec::with_capacity(from_first.len());
    for element in from_first {
        addresses.push(first.checked_add(element)?.checked_mul(bytes)?);
    }
    let mut next = addresses.into_iter();
    WarpRequest::from_fn(bytes, |lane| if active >> lane & 1 == 1 { next.next() } else { None }).ok()
}

fn runs(elements: &[u32]) -> String {
    let mut text = String::new();
    let mut at = 0;
    while at < elements.len() {
        let step = elements.get(at + 1).map(|next| i64::from(*next) - i64::from(elements[at]));
        let follows = |pair: &&[u32]| Some(i64::from(pair[1]) - i64::from(pair[0])) == step;
        let length = 1 + elements[at..].windows(2).take_while(follows).count();
        if at > 0 {
            text.push(',');
        }
        let _ = match (length, step) {
            (3.., Some(0)) => write!(text, "{}*{length}", elements[at]),
            (3.., Some(step)) => write!(text, "{}{step:+}*{length}", elements[at]),
            _ => write!(text, "{}", elements[at]),
        };
        at += if length < 3 { 1 } else { length };
    }
    text
}

fn from_runs(text: &str) -> Option<Vec<u32>> {
    let mut elements = Vec::new();
    for run in text.split(',') {
        let (start, length) = match run.split_once('*') {
            Some((start, length)) => (start, length.parse::<i64>().ok().filter(|length| (1..=32).contains(length))?),
            None => (run, 1),
        };
        let (start, step) = match start.find(['+', '-']) {
            Some(at) => (&start[..at], start[at..].parse::<i64>().ok()?),
            None => (start, 0),
        };
        let start: i64 = start.parse::<u32>().ok()?.into();
        for at in 0..length {
            elements.push(u32::try_from(start.checked_add(step.checked_mul(at)?)?).ok()?);
        }
    }
    Some(elements)
}

fn fixed(elements: &[u32]) -> String {
    let most = elements.iter().copied().max().unwrap_or(0);
    let digits = (1..6).find(|digits| most >> (6 * digits) == 0).unwrap_or(6);
    let mut text = digits.to_string();
    for element in elements {
        for digit in (0..digits).rev() {
            text.push(char::from(DIGITS[(element >> (6 * digit) & 63) as usize]));
        }
    }
    text
}

fn from_fixed(text: &str) -> Option<Vec<u32>> {
    let (digits, rest) = text.split_at_checked(1)?;
    let digits: usize = digits.parse().ok().filter(|digits| (1..6).contains(digits))?;
    if rest.len() % digits != 0 {
        return None;
    }
    let mut elements = Vec::new();
    for lane in rest.as_bytes().chunks_exact(digits) {
        let mut element = 0;
        for character in lane {
            let digit = DIGITS.iter().position(|digit| digit == character)?;
            element = element << 6 | digit as u32;
        }
        elements.push(element);
    }
    Some(elements)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calibrate::requests;

    #[test]
    fn every_request_comes_back() {
        for request in requests(3000, 4) {
            let text = encode(&request.warp);
            assert_eq!(decode(&text, request.warp.active(), request.warp.bytes()), Some(request.warp), "{text}");
        }
    }

    #[test]
    fn rules_are_short() {
        let request = |element: fn(u32) -> u32| {
            encode(&WarpRequest::from_fn(4, |lane| Some(4 * (1024 + element(lane)))).unwrap())
        };
        assert_eq!(request(|lane| lane), "400=0+1*32");
        assert_eq!(request(|_| 9), "409=0*32");
        assert_eq!(request(|lane| 31 - lane), "400=31-1*32");
        assert_eq!(request(|lane| if lane < 16 { 7 } else { 2 * (lane - 16) }), "400=7*16,0+2*16");
        assert_eq!(request(|lane| lane * lane % 61).len(), "400/1".len() + 32);
    }

    #[test]
    fn what_no_encoder_writes_is_refused() {
        for text in
            ["", "400", "=0*32", "400=", "400=0*33", "400=0-1*32", "400=a*32", "400/", "400/0", "400/1A", "g=0*32"]
        {
            assert_eq!(decode(text, u32::MAX, 4), None, "{text}");
        }
        assert_eq!(decode("ffffffff=0*32", u32::MAX, 4), None);
    }
}
