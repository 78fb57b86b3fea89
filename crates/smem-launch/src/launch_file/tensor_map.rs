//! Tensor maps of a launch: the argument of a kernel that copies boxes of a tensor in bulk (TMA).

use smem_banks::TmaSwizzle;
use smem_sim::{TensorElement, TensorMap};

use super::buffer_pointer::BufferPointer;
use super::value::WrittenAt;
use crate::Error;
use crate::notation::outside_brackets;

/// A tensor map over a buffer: `map:a[256,64].f16 box=64x64 swizzle=128B`.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct FileTensorMap {
    pub(super) tensor: BufferPointer,
    /// As a buffer names it: `f16`.
    element_name: &'static str,
    element: TensorElement,
    /// Elements along each dimension, the contiguous one last.
    size: Vec<u64>,
    /// Bytes from an element to the next along each dimension but the last.
    strides: Vec<u64>,
    box_size: Vec<u32>,
    steps: Option<Vec<u32>>,
    swizzle: Option<TmaSwizzle>,
    fills_with_nan: bool,
}

/// A map, and the contents of its buffer where they are given: `random`.
pub(super) type MapAndContents = (FileTensorMap, Option<String>);

const WHAT: &str = "a tensor map is `map:a[256,64].f16 box=64x64 swizzle=128B`: the buffer, its elements along each dimension, of which the last is \
                    contiguous, their type, and the box that a copy moves";

const ELEMENTS: [(&str, TensorElement); 13] = [
    ("u8", TensorElement::U8),
    ("u16", TensorElement::U16),
    ("u32", TensorElement::U32),
    ("i32", TensorElement::I32),
    ("u64", TensorElement::U64),
    ("i64", TensorElement::I64),
    ("f16", TensorElement::F16),
    ("f32", TensorElement::F32),
    ("f64", TensorElement::F64),
    ("bf16", TensorElement::Bf16),
    ("f32_ftz", TensorElement::F32Ftz),
    ("tf32", TensorElement::Tf32),
    ("tf32_ftz", TensorElement::Tf32Ftz),
];

const SWIZZLES: [(&str, Option<TmaSwizzle>); 4] =
    [("none", None), ("32B", Some(TmaSwizzle::B32)), ("64B", Some(TmaSwizzle::B64)), ("128B", Some(TmaSwizzle::B128))];

impl FileTensorMap {
    /// Bytes and alignment of a `CUtensorMap`.
    pub(super) const BYTES: usize = 128;
    pub(super) const ALIGN: usize = 64;

    /// Whether an argument is written as a tensor map; `map:f32[16]` is a buffer of that name.
    pub(super) fn is_tensor_map_text(text: &str) -> bool {
        let Some(rest) = text.trim_start().strip_prefix("map:") else { return false };
        let is_type = |name: &str| ELEMENTS.iter().any(|(known, _)| *known == name) || matches!(name, "i8" | "i16");
        !is_type(rest.split('[').next().unwrap_or_default().trim()) || rest.contains("box=")
    }

    /// Reads a map; the caller, who knows all buffers, checks the pointer.
    pub(super) fn parse(text: &str, place: &WrittenAt) -> Result<MapAndContents, Error> {
        let parts = text.trim().strip_prefix("map:").and_then(|rest| {
            let (pointer, rest) = rest.split_once('[')?;
            let (size, rest) = rest.split_once(']')?;
            Some((pointer, size, rest.trim_start().strip_prefix('.')?))
        });
        let Some((pointer, size, rest)) = parts else { return Err(place.error(WHAT)) };
        let tensor = BufferPointer::of_text(pointer, place.clone())?;
        if tensor.buffer.is_empty() || !tensor.buffer.chars().all(|mark| mark.is_alphanumeric() || mark == '_') {
            return Err(place.error(WHAT));
        }
        let (element_name, rest) = rest.split_at(rest.find(|mark: char| !mark.is_alphanumeric()).unwrap_or(rest.len()));
        let (element_name, element) = element(element_name, place)?;
        let (contents, options) = match rest.strip_prefix('=') {
            Some(rest) => {
                // Contents such as `random(0, 255)` end at the first blank outside of parentheses.
                let blank = outside_brackets(rest).find(|(_, mark)| mark.is_whitespace());
                let end = blank.map_or(rest.len(), |(at, _)| at);
                let (contents, options) = rest.split_at(end);
                (Some(contents.trim().to_owned()), options)
            }
            None => (None, rest),
        };
        let size: Vec<u64> = numbers(size, "elements of the tensor", place)?;
        let mut map = FileTensorMap {
            strides: dense_strides(&size, element),
            tensor,
            element_name,
            element,
            size,
            box_size: Vec::new(),
            steps: None,
            swizzle: None,
            fills_with_nan: false,
        };
        options.split_whitespace().try_for_each(|option| map.set(option))?;
        if map.box_size.is_empty() {
            return Err(place.error("the box is missing, which is what a copy moves: `box=64x64`"));
        }
        // Everything but the address is known now; any that is aligned will do.
        map.at(0)?;
        Ok((map, contents))
    }

    /// Takes an option: `box=64x64`.
    fn set(&mut self, option: &str) -> Result<(), Error> {
        let place = &self.tensor.place.clone();
        let unknown = || {
            place.error(format!(
                "`{option}` is not an option of a tensor map: one of `box=64x64`, `swizzle=128B`, `strides=512` (bytes), `steps=1x1`, `fill=nan`"
            ))
        };
        let (name, value) = option.split_once('=').ok_or_else(unknown)?;
        match name {
            "box" => self.box_size = numbers(value, "elements of the box", place)?,
            "steps" => self.steps = Some(numbers(value, "a step of the box", place)?),
            "strides" => self.strides = numbers(value, "bytes of a stride", place)?,
            "swizzle" => {
                let known = SWIZZLES.iter().find(|(known, _)| *known == value);
                let wrong = || place.error(format!("`{value}` is not a swizzle: `none`, `32B`, `64B` or `128B`"));
                self.swizzle = known.ok_or_else(wrong)?.1;
            }
            "fill" => match value {
                "nan" => self.fills_with_nan = true,
                "zero" | "zeros" => self.fills_with_nan = false,
                _ => return Err(place.error(format!("`{value}` does not fill a box: `zeros` or `nan`"))),
            },
            _ => return Err(unknown()),
        }
        Ok(())
    }

    /// The type of the tensor's elements, and how many there are from its first to its last.
    pub(super) fn elements(&self) -> (&'static str, u64) {
        (self.element_name, self.bytes().div_ceil(self.element.bytes().into()))
    }

    /// Bytes from the first element to the end of the last.
    pub(super) fn bytes(&self) -> u64 {
        let outer =
            self.size.iter().zip(&self.strides).map(|(count, stride)| count.saturating_sub(1).saturating_mul(*stride));
        let row = self.size.last().map_or(0, |count| count.saturating_mul(self.element.bytes().into()));
        outer.fold(row, u64::saturating_add)
    }

    /// The map of the tensor at an address, as a kernel takes it.
    pub(super) fn at(&self, address: u64) -> Result<[u8; Self::BYTES], Error> {
        let reversed = |numbers: &[u64]| numbers.iter().rev().copied().collect::<Vec<u64>>();
        let inner_first = |numbers: &[u32]| numbers.iter().rev().copied().collect::<Vec<u32>>();
        let (size, strides) = (reversed(&self.size), reversed(&self.strides));
        let made = TensorMap::tiled(self.element, address, &size, &strides, &inner_first(&self.box_size));
        let made = made.and_then(|map| match &self.steps {
            Some(steps) => map.steps(&inner_first(steps)),
            None => Ok(map),
        });
        let made = made.and_then(|map| match self.swizzle {
            Some(swizzle) => map.swizzle(swizzle),
            None => Ok(map),
        });
        let made = made.map_err(|fault| self.tensor.error(fault))?;
        Ok(if self.fills_with_nan { made.fill_with_nan() } else { made }.bytes())
    }
}

fn element(name: &str, place: &WrittenAt) -> Result<(&'static str, TensorElement), Error> {
    let known = ELEMENTS.iter().find(|(known, _)| *known == name).copied();
    known.ok_or_else(|| {
        let known = ELEMENTS.map(|(known, _)| format!("`{known}`")).join(", ");
        place.error(format!("`{name}` is not a type of a tensor map's elements: one of {known}"))
    })
}

/// The strides of a tensor without gaps, in bytes.
fn dense_strides(size: &[u64], element: TensorElement) -> Vec<u64> {
    let mut bytes = u64::from(element.bytes());
    let mut strides: Vec<u64> = size
        .iter()
        .skip(1)
        .rev()
        .map(|count| {
            bytes = bytes.saturating_mul(*count);
            bytes
        })
        .collect();
    strides.reverse();
    strides
}

/// Numbers with `x` or commas between them.
fn numbers<T: std::str::FromStr>(text: &str, what: &str, place: &WrittenAt) -> Result<Vec<T>, Error> {
    let number = |text: &str| {
        let digits = text.trim().replace('_', "");
        digits.parse().map_err(|_| place.error(format!("`{}` is not a number: {what}", text.trim())))
    };
    text.split(['x', ',']).map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<MapAndContents, String> {
        FileTensorMap::parse(text, &WrittenAt::of_argument(text)).map_err(|error| error.to_string())
    }

    #[test]
    fn a_map_has_the_bytes_that_the_driver_makes_of_it() {
        for (text, size, strides, boxed, swizzle) in [
            (
                "map:a[256,64].f16 box=64x64 swizzle=128B",
                vec![64, 256],
                vec![128],
                vec![64, 64],
                Some(TmaSwizzle::B128),
            ),
            (
                "map:a[8, 16, 32].f16 box=2x4x16 swizzle=32B",
                vec![32, 16, 8],
                vec![64, 1024],
                vec![16, 4, 2],
                Some(TmaSwizzle::B32),
            ),
            ("map:a[1_024].f16 box=256", vec![1024], vec![], vec![256], None),
            ("map:a[10,100].f16 strides=256 box=8,8 swizzle=none", vec![100, 10], vec![256], vec![8, 8], None),
        ] {
            let plain = TensorMap::tiled(TensorElement::F16, 0x1000, &size, &strides, &boxed).unwrap();
            let expected = swizzle.map_or(Ok(plain.clone()), |swizzle| plain.swizzle(swizzle)).unwrap();
            assert_eq!(parse(text).unwrap().0.at(0x1000), Ok(expected.bytes()), "{text}");
        }
        let (map, contents) = parse("map:a+64[4,8].f32=random(0, 1) box=4x8 steps=2x1 fill=nan").unwrap();
        assert_eq!((contents.as_deref(), map.tensor.offset, map.elements()), (Some("random(0, 1)"), 64, ("f32", 32)));
        assert_eq!(parse("map:a[4,8].f32 strides=64 box=4x8").unwrap().0.bytes(), 3 * 64 + 32);
    }

    #[test]
    fn a_buffer_may_be_named_map() {
        assert!(!FileTensorMap::is_tensor_map_text("map:f32[16]=random") && !FileTensorMap::is_tensor_map_text("map"));
        assert!(
            FileTensorMap::is_tensor_map_text("map:a[16].f32 box=8")
                && FileTensorMap::is_tensor_map_text("map:a[16].f32")
        );
    }

    #[test]
    fn each_mistake_is_one_sentence() {
        for (text, message) in [
            ("map:a", "a tensor map is `map:a[256,64]"),
            ("map:a[4,8] box=4x8", "a tensor map is"),
            ("map:a b[4,8].f16 box=4x8", "a tensor map is"),
            ("map:a[4,8].f16", "the box is missing"),
            ("map:a[4,8].i8 box=4x8", "`i8` is not a type of a tensor map's elements: one of `u8`"),
            ("map:a[4,y].f16 box=4x8", "`y` is not a number: elements of the tensor"),
            ("map:a[4,8].f16 box=4x-8", "`-8` is not a number: elements of the box"),
            ("map:a[4,8].f16 box=4", "one to five dimensions"),
            ("map:a[4,8].f16 box=4x4", "rows of 8 bytes in a box"),
            ("map:a[4,9].f16 box=4x8", "a stride of 18 bytes"),
            ("map:a[4,512].f16 box=4x257", "a box of 257 elements"),
            ("map:a[64,128].f16 box=64x128 swizzle=128B", "rows of 256 bytes in a box, and a swizzle of 128"),
            ("map:a[4,8].f16 box=4x8 swizzle=16B", "`16B` is not a swizzle"),
            ("map:a[4,8].f16 box=4x8 interleave=16B", "`interleave=16B` is not an option of a tensor map"),
            ("map:a[4,8].f16 box=4x8 steps=1x2", "the steps"),
            ("map:a[4,8].f16 box=4x8 fill=one", "`one` does not fill a box"),
            ("map:a[0,8].f16 box=4x8", "a tensor of 0 elements"),
            ("map:a[1,1,1,1,1,8].f16 box=1x1x1x1x1x8", "one to five dimensions"),
            ("map:a[4,18446744073709551615].f16 box=4x8", "a tensor of 18446744073709551615 elements"),
        ] {
            let error = parse(text).unwrap_err();
            assert!(error.starts_with(&format!("argument `{text}`: ")) && error.contains(message), "{error}");
        }
    }
}
