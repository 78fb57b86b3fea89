//! The text of CuTe's layouts, as people write it and as CuTe prints it.

use alloc::{boxed::Box, format, string::String, vec::Vec};
use core::fmt;

use smem_banks::Cute;

use crate::layout::cute_layout::{CuteLayout, CuteMode};

/// A shape or strides as they are written: a number, or several in parentheses.
#[derive(Clone, PartialEq, Eq, Debug)]
enum WrittenTuple {
    Number(u32),
    Nested(Vec<WrittenTuple>),
}

/// The reason why a text is not a layout.
///
/// ```
/// use smem_layout::CuteLayout;
///
/// let error = "(8,8):(1)".parse::<CuteLayout>().unwrap_err();
/// assert_eq!(error.to_string(), "the strides `(1)` are not nested as the shape `(8,8)` is");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CuteLayoutError(Box<str>);

impl fmt::Display for CuteLayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for CuteLayoutError {}

fn refused(message: impl Into<String>) -> CuteLayoutError {
    CuteLayoutError(message.into().into_boxed_str())
}

/// The deepest nesting, which is far beyond what a kernel has.
const DEEPEST: usize = 16;

/// The most elements and the highest offset: more than any shared memory has.
const MOST: u64 = 1 << 24;

impl CuteMode {
    fn of(shape: &WrittenTuple, strides: &WrittenTuple) -> Option<CuteMode> {
        match (shape, strides) {
            (WrittenTuple::Number(extent), WrittenTuple::Number(stride)) => {
                Some(CuteMode::Single { extent: *extent, stride: *stride })
            }
            (WrittenTuple::Nested(shape), WrittenTuple::Nested(strides)) if shape.len() == strides.len() => shape
                .iter()
                .zip(strides)
                .map(|(shape, stride)| CuteMode::of(shape, stride))
                .collect::<Option<_>>()
                .map(CuteMode::Nested),
            _ => None,
        }
    }

    /// The strides of a shape without gaps, from `next` on, the first mode contiguous.
    fn compact(shape: &WrittenTuple, next: &mut u64) -> CuteMode {
        match shape {
            WrittenTuple::Number(extent) => {
                let stride = u32::try_from(*next).unwrap_or(u32::MAX);
                *next = next.saturating_mul(u64::from(*extent));
                CuteMode::Single { extent: *extent, stride }
            }
            WrittenTuple::Nested(shape) => {
                CuteMode::Nested(shape.iter().map(|shape| CuteMode::compact(shape, next)).collect())
            }
        }
    }
}

/// Reads a layout as people write it or as CuTe prints it. A shape without strides has its first mode contiguous.
impl core::str::FromStr for CuteLayout {
    type Err = CuteLayoutError;

    fn from_str(text: &str) -> Result<CuteLayout, CuteLayoutError> {
        let (mut swizzle, mut modes) = (None, None);
        for part in parts(text) {
            // A swizzle of addresses is printed in front of the pointer, one of offsets after it.
            if let Some((own, pointer)) = part.split_once("_smem_ptr[").filter(|_| swizzle.is_none()) {
                let own =
                    own.strip_prefix("Swizzle<").or_else(|| own.strip_prefix("Sw<")).ok_or_else(|| no_swizzle(own))?;
                swizzle = Some(of_elements(read_swizzle(part, own)?, pointer)?);
                continue;
            }
            match part.strip_prefix("Swizzle<").or_else(|| part.strip_prefix("Sw<")) {
                Some(rest) if swizzle.is_none() => swizzle = Some(read_swizzle(part, rest)?),
                Some(_) => return Err(refused(format!("`{text}` has two swizzles"))),
                // The place of the tensor, which CuTe prints between them.
                None if part == "0" || part == "_0" || part.starts_with("ptr") => {}
                None if part.starts_with("smem_ptr") => {
                    let pointer = part.trim_start_matches("smem_ptr").trim_start_matches('[');
                    swizzle = swizzle.map(|own| of_elements(own, pointer)).transpose()?;
                }
                None if modes.is_none() => modes = Some(read_modes(part)?),
                None => return Err(refused(format!("`{text}` has two layouts"))),
            }
        }
        let modes =
            modes.ok_or_else(|| refused(format!("`{}` has no layout, such as `(8,32):(32,1)`", text.trim())))?;
        let layout = CuteLayout { modes, swizzle };
        if u64::from(layout.offset_bits()) >= MOST && u64::from(layout.cosize()) > MOST {
            return Err(refused(format!(
                "`{}` puts an element at the offset {}, beyond what shared memory holds",
                text.trim(),
                layout.cosize() - 1
            )));
        }
        Ok(layout)
    }
}

/// The parts between ` o `.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split(" o ").map(str::trim).filter(|part| !part.is_empty())
}

fn no_swizzle(part: &str) -> CuteLayoutError {
    refused(format!("`{part}` is not a swizzle such as `Swizzle<3,3,3>`"))
}

/// The swizzle of elements that a swizzle of byte addresses is: `Swizzle<3,3,3>` of 16 bits for `Swizzle<3,4,3>`. A pointer is `16b](0x400)`.
fn of_elements(swizzle: Cute, pointer: &str) -> Result<Cute, CuteLayoutError> {
    let (bits, base, shift) = (swizzle.bits(), swizzle.base(), swizzle.shift());
    let wide = pointer.split_once("b]").and_then(|(bits, _)| bits.trim().parse::<u32>().ok());
    let wide = wide.filter(|wide| wide.is_power_of_two() && (4..=128).contains(wide)).ok_or_else(|| {
        refused(format!("`smem_ptr[{pointer}` does not say the bits of an element, as `smem_ptr[16b](0x400)` does"))
    })?;
    // Bits below an element go, and half a byte has one more.
    let base = (base + 3).checked_sub(wide.trailing_zeros());
    let made = match base {
        Some(base) => Cute::new(bits, base, shift),
        None => Cute::new((bits + swizzle.base() + 3).saturating_sub(wide.trailing_zeros()), 0, shift),
    };
    made.ok_or_else(|| refused(format!("`{swizzle}` of bytes is not a swizzle of elements of {wide} bits")))
}

fn read_swizzle(part: &str, rest: &str) -> Result<Cute, CuteLayoutError> {
    let wrong = || no_swizzle(part);
    let numbers: Option<Vec<i32>> =
        rest.strip_suffix('>').ok_or_else(wrong)?.split(',').map(|number| number.trim().parse().ok()).collect();
    let [bits, base, shift] = numbers.ok_or_else(wrong)?[..] else { return Err(wrong()) };
    let made = u32::try_from(bits).ok().zip(u32::try_from(base).ok());
    made.and_then(|(bits, base)| Cute::new(bits, base, shift)).ok_or_else(|| {
        refused(format!("`{part}` is not a bijection of 32-bit offsets: the shift is at least the number of bits"))
    })
}

fn read_modes(text: &str) -> Result<CuteMode, CuteLayoutError> {
    let (shape, strides) = match text.split_once(':') {
        Some((shape, strides)) => (shape.trim(), Some(strides.trim())),
        None => (text, None),
    };
    let shape_read = WrittenTuple::read(shape)?;
    let modes = match strides {
        Some(strides) => CuteMode::of(&shape_read, &WrittenTuple::read(strides)?)
            .ok_or_else(|| refused(format!("the strides `{strides}` are not nested as the shape `{shape}` is")))?,
        None => CuteMode::compact(&shape_read, &mut 1),
    };
    let (size, highest) = modes.extent_of_all();
    match size {
        0 => Err(refused(format!("the shape `{shape}` has no elements"))),
        _ if size > MOST || highest >= MOST => Err(refused(format!(
            "`{text}` has {size} elements up to the offset {highest}, more than shared memory holds"
        ))),
        _ => Ok(modes),
    }
}

impl WrittenTuple {
    fn read(text: &str) -> Result<WrittenTuple, CuteLayoutError> {
        let wrong =
            || refused(format!("`{}` is not a number or several in parentheses, such as `(8,(4,2))`", text.trim()));
        let mut open: Vec<Vec<WrittenTuple>> = Vec::new();
        let (mut rest, mut last) = (text.trim(), None);
        while let Some(first) = rest.chars().next() {
            match first {
                '(' if last.is_none() && open.len() < DEEPEST => open.push(Vec::new()),
                ',' => open.last_mut().ok_or_else(wrong)?.push(last.take().ok_or_else(wrong)?),
                ')' => {
                    let mut inside = open.pop().ok_or_else(wrong)?;
                    inside.extend(last.take());
                    last = Some(WrittenTuple::Nested(inside));
                }
                '_' | '0'..='9' if last.is_none() => {
                    let digits = rest.trim_start_matches('_');
                    let end = digits.find(|mark: char| !mark.is_ascii_digit()).unwrap_or(digits.len());
                    last = Some(WrittenTuple::Number(digits[..end].parse().map_err(|_| wrong())?));
                    rest = digits[end..].trim_start();
                    continue;
                }
                _ => return Err(wrong()),
            }
            rest = rest[1..].trim_start();
        }
        match last {
            Some(WrittenTuple::Nested(inside)) if inside.is_empty() => Err(wrong()),
            Some(tuple) if open.is_empty() => Ok(tuple),
            _ => Err(wrong()),
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    fn layout(text: &str) -> CuteLayout {
        text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    fn random(state: &mut u32, below: u32) -> u32 {
        *state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (*state >> 8) % below
    }

    /// A shape and strides, as text, with the extents and the strides of the single modes in order.
    fn drawn(state: &mut u32, depth: u32) -> (String, String, Vec<(u32, u32)>) {
        if depth == 0 || random(state, 3) == 0 {
            let (extent, stride) = (1 + random(state, 6), random(state, 40));
            return (extent.to_string(), stride.to_string(), alloc::vec![(extent, stride)]);
        }
        let (mut shapes, mut strides, mut all) = (Vec::new(), Vec::new(), Vec::new());
        for _ in 0..1 + random(state, 3) {
            let (shape, stride, modes) = drawn(state, depth - 1);
            shapes.push(shape);
            strides.push(stride);
            all.extend(modes);
        }
        (format!("({})", shapes.join(",")), format!("({})", strides.join(",")), all)
    }

    #[test]
    fn every_coordinate_is_where_counting_its_modes_puts_it() {
        let mut state = 11;
        for _ in 0..400 {
            let (shape, strides, modes) = drawn(&mut state, 3);
            let size: u32 = modes.iter().map(|(extent, _)| extent).product();
            if size > 4096 {
                continue;
            }
            let (bits, sign) = (random(&mut state, 4), 1 - 2 * random(&mut state, 2) as i32);
            let shift = (bits + random(&mut state, 8)) as i32 * sign;
            let swizzle = Cute::new(bits, random(&mut state, 10), shift).filter(|_| random(&mut state, 4) > 0);
            let text = match swizzle {
                Some(own) => format!("{shape}:{strides} o Swizzle<{},{},{}>", own.bits(), own.base(), own.shift()),
                None => format!("{shape}:{strides}"),
            };
            let read = layout(&text);
            assert_eq!(read.to_string(), text);
            assert_eq!(read.size(), size, "{text}");
            // An odometer whose first digit counts fastest.
            let (mut digits, mut highest) = (alloc::vec![0; modes.len()], 0);
            for number in 0..size {
                let plain: u32 = digits.iter().zip(&modes).map(|(digit, (_, stride))| digit * stride).sum();
                let expected = match swizzle {
                    // The bits [M + S, M + S + B) onto [M, M + B), or those onto these where S is negative.
                    Some(own) => {
                        let (b, m, s) = (own.bits(), own.base(), own.shift().unsigned_abs());
                        let (from, to) = if own.shift() < 0 { (m, m + s) } else { (m + s, m) };
                        (0..b).fold(plain, |sum, bit| sum ^ (plain >> (from + bit) & 1) << (to + bit))
                    }
                    None => plain,
                };
                assert_eq!(read.offset_of(number), Some(expected), "{text} at {number}");
                highest = highest.max(expected);
                for (digit, (extent, _)) in digits.iter_mut().zip(&modes) {
                    *digit += 1;
                    if *digit < *extent {
                        break;
                    }
                    *digit = 0;
                }
            }
            assert_eq!(read.offset_of(size), None, "{text}");
            assert_eq!(read.cosize(), highest + 1, "{text}");
        }
    }

    #[test]
    fn a_coordinate_has_a_number_for_each_mode_at_the_top() {
        let nested = layout("((2,4),(8,2)):((64,1),(4,128))");
        for row in 0..8 {
            for col in 0..16 {
                let expected = 64 * (row % 2) + row / 2 + 4 * (col % 8) + 128 * (col / 8);
                assert_eq!(nested.offset(&[row, col]), Some(expected));
                assert_eq!(nested.offset_of(row + 8 * col), Some(expected));
            }
        }
        assert_eq!((nested.offset(&[8, 0]), nested.offset(&[0]), nested.offset(&[0, 0, 0])), (None, Some(0), None));
        assert_eq!(layout("16:2").offset(&[3]), Some(6));
        assert_eq!(layout("(4,(2,3))").to_string(), "(4,(2,3)):(1,(4,8))");
    }

    #[test]
    fn what_cute_prints_is_read() {
        let expected = layout("(8,64):(64,1) o Swizzle<3,3,3>");
        for text in [
            "Sw<3,3,3> o 0 o (8,64):(64,1)",
            "Sw<3,3,3> o _0 o (_8,_64):(_64,_1)",
            "smem_ptr[16b](0x7f0000000400) o Swizzle<3, 3, 3> o _0 o ( 8 , 64 ) : ( 64 , 1 )",
            // A swizzle in front of the pointer is one of addresses in bytes.
            "Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)",
            "Sw<3,4,3>_smem_ptr[16b](0x7f0000000400) o (_8,_64):(_64,_1)",
            "Sw<3,5,3> o smem_ptr[32b](unset) o (_8,_64):(_64,_1)",
            "Sw<3,2,3> o smem_ptr[4b](unset) o (_8,_64):(_64,_1)",
            "Sw<3,3,3>_smem_ptr[8b](unset) o (_8,_64):(_64,_1)",
            "(8,64):(64,_1) o Sw<3,3,3>",
        ] {
            assert_eq!(layout(text), expected, "{text}");
        }
    }

    #[test]
    fn a_swizzle_of_bits_that_no_offset_has_adds_no_storage() {
        for text in ["8:1 o Sw<0,4,3>", "8:1 o Swizzle<1,0,30>", "8:1 o Swizzle<1,3,-20>", "8:1 o Swizzle<15,0,15>"] {
            assert_eq!(layout(text).cosize(), 8, "{text}");
        }
        // Bit 0 of the offset is copied to bit 16.
        assert_eq!(layout("8:1 o Swizzle<1,0,-16>").cosize(), 65_536 + 8);
        // Any swizzle can be put after a layout: nothing overflows.
        let far = layout("(4,4):(4194304,1)").with_swizzle(Cute::new(1, 0, -30));
        assert_eq!(far.cosize(), 3 * 4_194_304 + (1 << 30) + 4);
    }

    #[test]
    fn each_mistake_is_one_sentence() {
        for (text, message) in [
            ("", "`` has no layout"),
            ("Swizzle<3,3,3>", "has no layout"),
            ("(8,8):(8,1) o (8,8):(8,1)", "has two layouts"),
            ("(8,8):(8,1) o Swizzle<1,0,3> o Swizzle<1,0,3>", "has two swizzles"),
            ("(8,8):(8,1) o Swizzle<3,3>", "`Swizzle<3,3>` is not a swizzle"),
            ("(8,8):(8,1) o Swizzle<3,3,2>", "is not a bijection"),
            ("(8,8):(8,1) o Swizzle<-3,3,3>", "is not a bijection"),
            ("(8,8):((8,1),1)", "are not nested as the shape"),
            ("(8,8", "is not a number or several in parentheses"),
            ("(8,,8):(1,8)", "is not a number or several"),
            ("8 8:1", "is not a number or several"),
            ("():()", "is not a number or several"),
            ("(8,8)):(1,8)", "is not a number or several"),
            ("(8,-8):(1,8)", "is not a number or several"),
            ("(8,99999999999):(1,8)", "is not a number or several"),
            ("(0,8):(1,8)", "has no elements"),
            ("(4096,8192):(8192,1)", "more than shared memory holds"),
            ("(2,2):(4294967295,1)", "more than shared memory holds"),
            ("8:1 o Swizzle<1,0,-30>", "puts an element at the offset 1073741831, beyond what shared memory holds"),
        ] {
            let error = text.parse::<CuteLayout>().unwrap_err().to_string();
            assert!(error.contains(message), "{text}: {error}");
        }
        assert!(alloc::string::String::from("(").repeat(100_000).parse::<CuteLayout>().is_err());
    }
}
