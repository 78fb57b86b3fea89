//! CuTe's layouts: nested shapes and strides, from a coordinate to an offset, and a swizzle behind.

use alloc::{boxed::Box, format, string::String, vec::Vec};
use core::fmt;

use crate::layout::Cute;

/// A layout as CuTe writes it, `(128,64):(64,1) o Swizzle<3,3,3>`: the offset of each coordinate, in elements.
///
/// A mode is an extent with a stride, or several modes in parentheses, of which the first one counts fastest:
///
/// ```text
/// (4,(2,8)):(2,(1,8))    4 x 16 elements: 2 x 8 columns, of which neighbours are 1 apart and pairs of them 8
/// ```
///
/// ```
/// use smem_layout::CuteLayout;
///
/// let tile: CuteLayout = "(128,64):(64,1) o Swizzle<3,3,3>".parse()?;
/// assert_eq!((tile.size(), tile.cosize(), tile.extents()), (128 * 64, 128 * 64, vec![128, 64]));
/// // Row 1, column 8: chunks of 8 elements are XORed with the row.
/// assert_eq!(tile.offset(&[1, 8]), Some(64 + (8 ^ 8)));
/// assert_eq!(tile.offset_of(1), Some(64 + 8)); // the first mode counts fastest: row 1, column 0
/// assert_eq!(tile.to_string(), "(128,64):(64,1) o Swizzle<3,3,3>");
/// // CuTe prints it so.
/// assert_eq!("Sw<3,3,3> o smem_ptr[16b](0x400) o (_128,_64):(_64,_1)".parse::<CuteLayout>()?, tile);
/// # Ok::<(), smem_layout::CuteLayoutError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CuteLayout {
    modes: Mode,
    swizzle: Option<Cute>,
}

/// A mode: an extent with a stride, or several modes, of which the first counts fastest.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Mode {
    Single { extent: u32, stride: u32 },
    Nested(Vec<Mode>),
}

/// A shape or strides as they are written: a number, or several in parentheses.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Tuple {
    Number(u32),
    Nested(Vec<Tuple>),
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

impl CuteLayout {
    /// Returns a layout of rows and columns of elements without gaps, the last extent contiguous: `(rows,cols):(cols,1)`.
    ///
    /// ```
    /// let rows = smem_layout::CuteLayout::row_major(8, 32);
    /// assert_eq!(rows.to_string(), "(8,32):(32,1)");
    /// ```
    pub fn row_major(rows: u32, cols: u32) -> CuteLayout {
        let modes = [(rows, cols), (cols, 1)].map(|(extent, stride)| Mode::Single { extent, stride });
        CuteLayout { modes: Mode::Nested(modes.to_vec()), swizzle: None }
    }

    /// The swizzle behind it, if it has one.
    pub fn swizzle(&self) -> Option<Cute> {
        self.swizzle
    }

    /// Returns the same layout with another swizzle, or without one.
    ///
    /// ```
    /// use smem_layout::{Cute, CuteLayout};
    ///
    /// let tile = CuteLayout::row_major(8, 64).with_swizzle(Cute::new(3, 3, 3));
    /// assert_eq!(tile.to_string(), "(8,64):(64,1) o Swizzle<3,3,3>");
    /// assert_eq!(tile.with_swizzle(None), CuteLayout::row_major(8, 64));
    /// ```
    #[must_use]
    pub fn with_swizzle(&self, swizzle: Option<Cute>) -> CuteLayout {
        CuteLayout { modes: self.modes.clone(), swizzle }
    }

    /// The number of coordinates.
    pub fn size(&self) -> u32 {
        self.modes.size()
    }

    /// One more than the highest offset, before the swizzle and behind it: the elements of storage.
    pub fn cosize(&self) -> u32 {
        let highest = self.modes.highest();
        match self.swizzle {
            None => highest + 1,
            // It exchanges offsets within blocks of this power of two.
            Some(swizzle) => {
                let bits = swizzle.bits() + swizzle.base() + swizzle.shift().unsigned_abs();
                (highest + 1).next_multiple_of(1 << bits)
            }
        }
    }

    /// The extents of the modes at the top: rows and columns of `(128,(8,8)):(8,(1,1024))` are 128 and 64.
    pub fn extents(&self) -> Vec<u32> {
        match &self.modes {
            Mode::Single { extent, .. } => alloc::vec![*extent],
            Mode::Nested(modes) => modes.iter().map(Mode::size).collect(),
        }
    }

    /// The offset of a coordinate, in elements: a number for each mode at the top. `None` outside of the layout.
    pub fn offset(&self, at: &[u32]) -> Option<u32> {
        let plain = match &self.modes {
            Mode::Nested(modes) if modes.len() == at.len() => {
                modes.iter().zip(at).try_fold(0, |sum, (mode, at)| Some(sum + mode.offset(*at)?))
            }
            mode => (at.len() == 1).then(|| mode.offset(at[0])).flatten(),
        };
        plain.map(|offset| self.swizzled(offset))
    }

    /// The offset of the coordinate of a number below [`size`](Self::size), the first mode counting fastest. `None` beyond.
    pub fn offset_of(&self, number: u32) -> Option<u32> {
        self.modes.offset(number).map(|offset| self.swizzled(offset))
    }

    fn swizzled(&self, offset: u32) -> u32 {
        self.swizzle.map_or(offset, |swizzle| swizzle.apply(offset))
    }
}

impl Mode {
    fn of(shape: &Tuple, strides: &Tuple) -> Option<Mode> {
        match (shape, strides) {
            (Tuple::Number(extent), Tuple::Number(stride)) => Some(Mode::Single { extent: *extent, stride: *stride }),
            (Tuple::Nested(shape), Tuple::Nested(strides)) if shape.len() == strides.len() => shape
                .iter()
                .zip(strides)
                .map(|(shape, stride)| Mode::of(shape, stride))
                .collect::<Option<_>>()
                .map(Mode::Nested),
            _ => None,
        }
    }

    /// The strides of a shape without gaps, from `next` on, the first mode contiguous.
    fn compact(shape: &Tuple, next: &mut u64) -> Mode {
        match shape {
            Tuple::Number(extent) => {
                let stride = u32::try_from(*next).unwrap_or(u32::MAX);
                *next = next.saturating_mul(u64::from(*extent));
                Mode::Single { extent: *extent, stride }
            }
            Tuple::Nested(shape) => Mode::Nested(shape.iter().map(|shape| Mode::compact(shape, next)).collect()),
        }
    }

    fn size(&self) -> u32 {
        match self {
            Mode::Single { extent, .. } => *extent,
            Mode::Nested(modes) => modes.iter().map(Mode::size).product(),
        }
    }

    /// The highest offset.
    fn highest(&self) -> u32 {
        match self {
            Mode::Single { extent, stride } => (extent - 1) * stride,
            Mode::Nested(modes) => modes.iter().map(Mode::highest).sum(),
        }
    }

    /// Elements and the highest offset, without an overflow.
    fn extent_of_all(&self) -> (u64, u64) {
        match self {
            Mode::Single { extent, stride } => {
                (u64::from(*extent), u64::from(extent.saturating_sub(1)) * u64::from(*stride))
            }
            Mode::Nested(modes) => {
                modes.iter().map(Mode::extent_of_all).fold((1, 0), |(size, highest), (own, own_highest)| {
                    (own.saturating_mul(size), own_highest.saturating_add(highest))
                })
            }
        }
    }

    fn offset(&self, number: u32) -> Option<u32> {
        match self {
            Mode::Single { extent, stride } => (number < *extent).then(|| number * stride),
            Mode::Nested(modes) => {
                let (mut rest, mut sum) = (number, 0);
                for mode in modes {
                    sum += mode.offset(rest % mode.size())?;
                    rest /= mode.size();
                }
                (rest == 0).then_some(sum)
            }
        }
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, number: fn(u32, u32) -> u32) -> fmt::Result {
        match self {
            Mode::Single { extent, stride } => write!(f, "{}", number(*extent, *stride)),
            Mode::Nested(modes) => {
                f.write_str("(")?;
                for (at, mode) in modes.iter().enumerate() {
                    if at > 0 {
                        f.write_str(",")?;
                    }
                    mode.write(f, number)?;
                }
                f.write_str(")")
            }
        }
    }
}

/// Writes `(128,64):(64,1) o Swizzle<3,3,3>`.
impl fmt::Display for CuteLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.modes.write(f, |extent, _| extent)?;
        f.write_str(":")?;
        self.modes.write(f, |_, stride| stride)?;
        match self.swizzle {
            None => Ok(()),
            Some(swizzle) => write!(f, " o Swizzle<{},{},{}>", swizzle.bits(), swizzle.base(), swizzle.shift()),
        }
    }
}

/// Reads a layout as people write it or as CuTe prints it. A shape without strides has its first mode contiguous.
impl core::str::FromStr for CuteLayout {
    type Err = CuteLayoutError;

    fn from_str(text: &str) -> Result<CuteLayout, CuteLayoutError> {
        let (mut swizzle, mut modes) = (None, None);
        for part in parts(text) {
            match part.strip_prefix("Swizzle<").or_else(|| part.strip_prefix("Sw<")) {
                Some(rest) if swizzle.is_none() => swizzle = Some(read_swizzle(part, rest)?),
                Some(_) => return Err(refused(format!("`{text}` has two swizzles"))),
                // The place of the tensor, which CuTe prints between them.
                None if part == "0" || part == "_0" || part.starts_with("smem_ptr") || part.starts_with("ptr") => {}
                None if modes.is_none() => modes = Some(read_modes(part)?),
                None => return Err(refused(format!("`{text}` has two layouts"))),
            }
        }
        let modes =
            modes.ok_or_else(|| refused(format!("`{}` has no layout, such as `(8,32):(32,1)`", text.trim())))?;
        Ok(CuteLayout { modes, swizzle })
    }
}

/// The parts between ` o `.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split(" o ").map(str::trim).filter(|part| !part.is_empty())
}

fn read_swizzle(part: &str, rest: &str) -> Result<Cute, CuteLayoutError> {
    let wrong = || refused(format!("`{part}` is not a swizzle such as `Swizzle<3,3,3>`"));
    let numbers: Option<Vec<i32>> =
        rest.strip_suffix('>').ok_or_else(wrong)?.split(',').map(|number| number.trim().parse().ok()).collect();
    let [bits, base, shift] = numbers.ok_or_else(wrong)?[..] else { return Err(wrong()) };
    let made = u32::try_from(bits).ok().zip(u32::try_from(base).ok());
    made.and_then(|(bits, base)| Cute::new(bits, base, shift)).ok_or_else(|| {
        refused(format!("`{part}` is not a bijection of 32-bit offsets: the shift is at least the number of bits"))
    })
}

fn read_modes(text: &str) -> Result<Mode, CuteLayoutError> {
    let (shape, strides) = match text.split_once(':') {
        Some((shape, strides)) => (shape.trim(), Some(strides.trim())),
        None => (text, None),
    };
    let shape_read = Tuple::read(shape)?;
    let modes = match strides {
        Some(strides) => Mode::of(&shape_read, &Tuple::read(strides)?)
            .ok_or_else(|| refused(format!("the strides `{strides}` are not nested as the shape `{shape}` is")))?,
        None => Mode::compact(&shape_read, &mut 1),
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

impl Tuple {
    fn read(text: &str) -> Result<Tuple, CuteLayoutError> {
        let wrong =
            || refused(format!("`{}` is not a number or several in parentheses, such as `(8,(4,2))`", text.trim()));
        let mut open: Vec<Vec<Tuple>> = Vec::new();
        let (mut rest, mut last) = (text.trim(), None);
        while let Some(first) = rest.chars().next() {
            match first {
                '(' if last.is_none() && open.len() < DEEPEST => open.push(Vec::new()),
                ',' => open.last_mut().ok_or_else(wrong)?.push(last.take().ok_or_else(wrong)?),
                ')' => {
                    let mut inside = open.pop().ok_or_else(wrong)?;
                    inside.extend(last.take());
                    last = Some(Tuple::Nested(inside));
                }
                '_' | '0'..='9' if last.is_none() => {
                    let digits = rest.trim_start_matches('_');
                    let end = digits.find(|mark: char| !mark.is_ascii_digit()).unwrap_or(digits.len());
                    last = Some(Tuple::Number(digits[..end].parse().map_err(|_| wrong())?));
                    rest = digits[end..].trim_start();
                    continue;
                }
                _ => return Err(wrong()),
            }
            rest = rest[1..].trim_start();
        }
        match last {
            Some(Tuple::Nested(inside)) if inside.is_empty() => Err(wrong()),
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
            let bits = random(&mut state, 4);
            let swizzle =
                Cute::new(bits, random(&mut state, 4), (bits + random(&mut state, 3)) as i32).filter(|_| bits > 0);
            let text = match swizzle {
                Some(own) => format!("{shape}:{strides} o Swizzle<{},{},{}>", own.bits(), own.base(), own.shift()),
                None => format!("{shape}:{strides}"),
            };
            let read = layout(&text);
            assert_eq!(read.to_string(), text);
            assert_eq!(read.size(), size, "{text}");
            // An odometer whose first digit counts fastest.
            let mut digits = alloc::vec![0; modes.len()];
            for number in 0..size {
                let plain: u32 = digits.iter().zip(&modes).map(|(digit, (_, stride))| digit * stride).sum();
                let expected = match swizzle {
                    // The bits [M + S, M + S + B) onto [M, M + B).
                    Some(own) => {
                        let (b, m, s) = (own.bits(), own.base(), own.shift() as u32);
                        (0..b).fold(plain, |to, bit| to ^ (plain >> (m + s + bit) & 1) << (m + bit))
                    }
                    None => plain,
                };
                assert_eq!(read.offset_of(number), Some(expected), "{text} at {number}");
                assert!(expected < read.cosize(), "{text} at {number}");
                for (digit, (extent, _)) in digits.iter_mut().zip(&modes) {
                    *digit += 1;
                    if *digit < *extent {
                        break;
                    }
                    *digit = 0;
                }
            }
            assert_eq!(read.offset_of(size), None, "{text}");
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
            "Swizzle<3, 3, 3> o smem_ptr[16b](0x7f0000000400) o ( 8 , 64 ) : ( 64 , 1 )",
            "(8,64):(64,_1) o Sw<3,3,3>",
        ] {
            assert_eq!(layout(text), expected, "{text}");
        }
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
        ] {
            let error = text.parse::<CuteLayout>().unwrap_err().to_string();
            assert!(error.contains(message), "{text}: {error}");
        }
        assert!(alloc::string::String::from("(").repeat(100_000).parse::<CuteLayout>().is_err());
    }
}
