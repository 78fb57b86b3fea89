//! Arguments as a command line has them: `u32:16384`, `in:i32[16384]=random`, `in+64`; and the parts of them.

use super::arg::FileArg;
use super::buffer::{FileBuffer, InitialContents};
use super::buffer_pointer::BufferPointer;
use super::launch_arg::{ArgFields, LaunchArg, NamedMemory};
use super::number::{ElementType, WrittenNumber};
use super::struct_text::{self, StructSize};
use super::tensor_map::FileTensorMap;
use super::texture::FileTexture;
use super::value::WrittenAt;
use crate::Error;

const WHAT: &str = "expected a number such as `u32:16384`, a buffer such as `in:f32[1024]=random`, a texture such as \
                    `image:tex2D:u8x4[64x48]=random`, a tensor map such as `map:a[256,64].f16 box=64x64`, `null`, `bytes:00ff`, \
                    `struct[8,4]{0=i32:1, 4=f32:2}`, or the name of a buffer among the arguments";

impl LaunchArg {
    /// Reads an argument that is written at a place; pointers are checked by the caller, who knows all buffers.
    pub(super) fn parse(text: &str, place: &WrittenAt) -> Result<LaunchArg, Error> {
        let text = text.trim();
        if text == "null" {
            return Ok(LaunchArg::of(FileArg::null(), place));
        }
        if FileTensorMap::is_tensor_map_text(text) {
            let (map, contents) = FileTensorMap::parse(text, place)?;
            let kept_whole = contents.is_some().then_some("a tensor map with contents");
            return Ok(LaunchArg { contents, kept_whole, ..LaunchArg::of(FileArg::of_map(map), place) });
        }
        if let Some(rest) = struct_behind(text) {
            let (size, fields) = struct_text::by_value(rest, place, &|value| LaunchArg::parse(value, place))?;
            return size.filled(&fields, place);
        }
        let Some((left, right)) = text.split_once(':') else {
            let pointer = BufferPointer::of_text(text, place.clone())?;
            if pointer.buffer.is_empty() || !pointer.buffer.chars().all(is_name) {
                return Err(place.error(WHAT));
            }
            return Ok(LaunchArg::of(FileArg::of_pointer(pointer), place));
        };
        let (left, right) = (left.trim(), right.trim());
        if left == "bytes" {
            return FileArg::of_hexadecimal(right, place).map(|value| LaunchArg::of(value, place));
        }
        if let Some((kind, texels)) = right.split_once(':').filter(|(kind, _)| FileTexture::is_kind(kind)) {
            return texture(left, kind.trim(), texels, place);
        }
        match right.find('[') {
            Some(at) => LaunchArg::buffer(left, (right[..at].trim(), 1), &right[at..], place),
            None => number(left, right, place),
        }
    }

    /// Reads a buffer of a type that is known, from its length on: `[1024]=random`, or `1024`. Each of those elements is `times` of the type.
    pub(super) fn buffer(
        name: &str,
        (element, times): (&str, u64),
        text: &str,
        place: &WrittenAt,
    ) -> Result<LaunchArg, Error> {
        check_name(name, "buffer", place)?;
        if element == "struct" {
            let (size, count, elements) = struct_text::buffer(text, place, &|value| LaunchArg::parse(value, place))?;
            return LaunchArg::of_structs(name, size, count, &elements, place);
        }
        let (len, init) = match text.strip_prefix('[') {
            Some(rest) => rest.split_once(']').ok_or_else(|| place.error("`]` is missing after the length"))?,
            None => (text, ""),
        };
        let element = element_type(element, place)?;
        let contents = InitialContents::parse_short(element, (len.trim(), times), contents(init, place)?, name, place)?;
        LaunchArg::declaring(name, NamedMemory::Buffer(FileBuffer::without_pointers(contents)), place)
    }

    /// A buffer of so many structs, one of which fills all of it.
    pub(super) fn of_structs(
        name: &str,
        size: StructSize,
        count: usize,
        elements: &[ArgFields],
        place: &WrittenAt,
    ) -> Result<LaunchArg, Error> {
        check_name(name, "buffer", place)?;
        LaunchArg::declaring(name, NamedMemory::Buffer(size.buffer(count, elements, place)?), place)
    }
}

/// The text after `struct`, `[24,8]{0=i32:128}`.
fn struct_behind(text: &str) -> Option<&str> {
    text.strip_prefix("struct").filter(|rest| rest.trim_start().starts_with('['))
}

/// The contents after the length: `random` of `=random`; `None` where they are not written.
fn contents<'t>(init: &'t str, place: &WrittenAt) -> Result<Option<&'t str>, Error> {
    match init.trim() {
        "" => Ok(None),
        init => match init.strip_prefix('=') {
            Some(contents) => Ok(Some(contents.trim())),
            None => Err(place.error("expected `=` and the contents after `]`")),
        },
    }
}

fn check_name(name: &str, kind: &str, place: &WrittenAt) -> Result<(), Error> {
    if name.is_empty() || name == "null" || !name.chars().all(is_name) {
        return Err(place.error(format!("`{name}` is not a {kind}'s name: letters, digits and `_`")));
    }
    Ok(())
}

/// Reads `name:kind:texels`, where `texels` is such as `u8x4[64x48]=random` or `f32[64]=buffer(in+64)`.
fn texture(name: &str, kind: &str, texels: &str, place: &WrittenAt) -> Result<LaunchArg, Error> {
    check_name(name, "texture", place)?;
    let parts = texels.split_once('[').and_then(|(texel, rest)| Some((texel.trim(), rest.split_once(']')?)));
    let Some((texel, (size, init))) = parts else {
        return Err(place.error("a texture's size is missing: `u8x4[64x48]`"));
    };
    let init = contents(init, place)?;
    let other = init.and_then(|init| init.strip_prefix("buffer(")?.strip_suffix(')'));
    // No argument can have this name.
    let own = format!("texels of {name}");
    let pointer = BufferPointer::of_text(other.unwrap_or(&own), place.clone())?;
    let (texture, element, count) = FileTexture::parse_short(kind, texel, size.trim(), pointer, place)?;
    let of_texels = texture.texels.buffer.clone();
    let mut arg = LaunchArg::declaring(name, NamedMemory::Texture(texture), place)?.kept_whole("a texture");
    if other.is_none() {
        let contents = InitialContents::of_count(element, count, init, name, place)?;
        arg.declares.push((of_texels, NamedMemory::Buffer(FileBuffer::without_pointers(contents))));
    }
    Ok(arg)
}

/// Reads the value of a type, or up to four of them, of a vector.
pub(super) fn number(element: &str, values: &str, place: &WrittenAt) -> Result<LaunchArg, Error> {
    if element == "bool" {
        let value = match values {
            "true" | "1" => 1,
            "false" | "0" => 0,
            _ => return Err(place.error(format!("`{values}` is not `true` or `false`"))),
        };
        return Ok(LaunchArg::of(FileArg::plain(vec![value], 1), place));
    }
    let element = element_type(element, place)?;
    let mut numbers = Vec::new();
    for value in values.split(',').map(str::trim) {
        let number = WrittenNumber::parse(value).ok_or_else(|| place.error(format!("`{value}` is not a number")))?;
        numbers.push((number, place.clone()));
    }
    FileArg::of_numbers(element, numbers, place).map(|value| LaunchArg::of(value, place))
}

fn element_type(name: &str, place: &WrittenAt) -> Result<ElementType, Error> {
    ElementType::named(name)
        .ok_or_else(|| place.error(format!("`{name}` is not a type: one of {}, `bool`", ElementType::names())))
}

fn is_name(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

#[cfg(test)]
mod tests {
    use super::super::files::FilePlaces;
    use super::*;

    fn parse(text: &str) -> Result<LaunchArg, Error> {
        LaunchArg::parse(text, &WrittenAt::of_argument(text))
    }

    fn bytes(text: &str) -> Option<Vec<u8>> {
        parse(text).ok().map(|arg| arg.value.bytes)
    }

    /// The buffer that an argument declares.
    fn declared(text: &str) -> (String, FileBuffer) {
        match parse(text).unwrap().declares.pop() {
            Some((name, NamedMemory::Buffer(buffer))) => (name, buffer),
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn numbers_vectors_and_structs_become_their_bytes() {
        assert_eq!(bytes("u32:16384"), Some(16384_u32.to_le_bytes().to_vec()));
        assert_eq!(bytes("i8:-0x10"), Some(vec![0xf0]));
        assert_eq!(bytes("f32: 1.0, 2"), Some([1.0_f32, 2.0].map(f32::to_le_bytes).concat()));
        assert_eq!(bytes("bool:true"), Some(vec![1]));
        assert_eq!(bytes("bytes:00ff"), Some(vec![0, 0xff]));
        assert_eq!(bytes("u64:1_000"), Some(1000_u64.to_le_bytes().to_vec()));
    }

    #[test]
    fn a_buffer_has_its_name_its_length_and_its_contents() {
        for (text, expected) in [
            ("in:u8[3]", vec![0, 0, 0]),
            ("in:u8[3]=iota", vec![0, 1, 2]),
            ("in:u8[3]=7,8,9", vec![7, 8, 9]),
            ("in : u8 [ 2 ] = zeros", vec![0, 0]),
            ("in:u8[3]=random(7, 7)", vec![7, 7, 7]),
            ("in:u8[3]=normal(9, 0)", vec![9, 9, 9]),
            ("in:i8[3]=sorted(-1, -1, 5)", vec![255, 255, 255]),
            ("in:u8[2]=one-hot(1)", vec![1, 1]),
        ] {
            let (name, buffer) = declared(text);
            assert_eq!(
                (name.as_str(), buffer.bytes(&FilePlaces::Anywhere, ".".as_ref(), u64::MAX).unwrap()),
                ("in", expected),
                "{text}"
            );
        }
        let random = |text| declared(text).1.bytes(&FilePlaces::Anywhere, ".".as_ref(), u64::MAX).unwrap();
        assert_eq!(random("a:u32[8]=random"), random("a:u32[8]=random"));
        assert_ne!(random("a:u32[8]=random(1)"), random("a:u32[8]=random(2)"));
    }

    #[test]
    fn a_file_of_numpy_has_its_own_length_and_type() {
        let folder = tempfile::tempdir().unwrap();
        let header = "{'descr': '<i2', 'fortran_order': False, 'shape': (3,), }\n";
        let file =
            [b"\x93NUMPY\x01\x00", &(header.len() as u16).to_le_bytes()[..], header.as_bytes(), &[1, 0, 2, 0, 3, 0]]
                .concat();
        std::fs::write(folder.path().join("a.npy"), file).unwrap();
        let read = |text| declared(text).1.bytes(&FilePlaces::Anywhere, folder.path(), u64::MAX);
        for text in ["a:i16[]=file(a.npy)", "a:i16[3]=file(a.npy)"] {
            assert_eq!(read(text), Ok(vec![1, 0, 2, 0, 3, 0]), "{text}");
        }
        assert!(
            read("a:i16[4]=file(a.npy)").unwrap_err().to_string().contains("it holds 3 elements, and the length is 4")
        );
        assert!(read("a:u16[]=file(a.npy)").unwrap_err().to_string().contains("it holds `<i2`"));
    }

    #[test]
    fn each_mistake_is_one_sentence_that_quotes_the_argument() {
        for (text, message) in [
            ("u33:1", "`u33` is not a type"),
            ("u8:256", "this is not a value of `u8`"),
            ("u8:x", "`x` is not a number"),
            ("u8:", "`` is not a number"),
            ("f32:1,2,3,4,5", "CUDA's vectors have one to four numbers"),
            ("in:u8[x]", "`x` is not a number of elements"),
            ("in:u8[3]=nothing", "`nothing` is not one of"),
            ("in:u8[3]=random(0, 256)", "a bound is not a value of `u8`"),
            ("in:u8[3]=random(2, 1)", "the first bound is more than the second"),
            ("in:u8[3]=normal(1)", "has other numbers than"),
            ("in:f32[3]=normal(0, -1)", "a deviation from 0"),
            ("in:u8[3]=one-hot(0)", "a row has one element at least"),
            ("in:u8[3]=random(x)", "`x` is not a number"),
            ("in:u8[3]=random(1", "`)` is missing"),
            ("in:u8[3]=1,2", "there are 2 values, and the length is 3"),
            ("in:u8[3", "`]` is missing"),
            ("in:u8[3]random", "expected `=`"),
            ("in:u8[99999999999999]", "more than fit into memory"),
            ("in:u8[]", "`` is not a number of elements"),
            ("a b:u8[1]", "is not a buffer's name"),
            ("bytes:0", "pairs of hexadecimal digits"),
            ("a+x", "`x` is not a number of bytes"),
            ("", "expected a number"),
            ("-5", "expected a number"),
        ] {
            let error = parse(text).unwrap_err().to_string();
            assert!(error.starts_with(&format!("argument `{text}`: ")) && error.contains(message), "{error}");
        }
    }

    #[test]
    fn fields_are_at_their_bytes_and_zeros_between_them() {
        let text = "struct[24,8]{0=i32:-1, 8=a+64, 16=f32:1.0, 20=u8:7}";
        let FileArg { bytes, align, pointers, maps, .. } = parse(text).unwrap().value;
        assert_eq!((bytes.len(), align, maps.len()), (24, 8, 0));
        assert_eq!((&bytes[..8], bytes[20]), (&[255, 255, 255, 255, 0, 0, 0, 0][..], 7));
        assert_eq!(bytes[16..20], 1.0_f32.to_le_bytes());
        assert_eq!((pointers[0].0, pointers[0].1.offset), (8, 64));
    }

    #[test]
    fn a_buffer_holds_structs_of_their_own_or_one_again_and_again() {
        let bytes = |text| declared(text).1.bytes(&FilePlaces::Anywhere, ".".as_ref(), u64::MAX).unwrap();
        assert_eq!(bytes("p:struct[2,1][2]{0=u8:1, 1=u8:2}{1=u8:3}"), [1, 2, 0, 3]);
        assert_eq!(bytes("p:struct[2,1][3]{0=u8:1}"), [1, 0, 1, 0, 1, 0]);
        let (_, buffer) = declared("p:struct[16,8][2]{8=a}");
        assert_eq!(buffer.pointers.iter().map(|(at, _)| *at).collect::<Vec<_>>(), [8, 24]);
    }

    #[test]
    fn each_mistake_in_a_struct_is_one_sentence() {
        for (text, message) in [
            ("struct[8,4]", "a struct is `struct[24,8]"),
            ("struct[8]{}", "a struct is"),
            ("struct[8,3]{}", "`8,3` is not a size and an alignment"),
            ("struct[6,4]{}", "`6,4` is not a size and an alignment"),
            ("struct[8,4]{i32:4}", "a struct is"),
            ("struct[8,4]{6=i32:4}", "the struct of 8 bytes ends before the field at byte 6 does"),
            ("struct[16,4]{4=a}", "the pointer at byte 4 is not at a multiple of 8"),
            ("struct[8,4]{0=i8:400}", "this is not a value of `i8`"),
            ("struct[8,8]{0=t:tex2D:u8[4x4]}", "cannot be the value of a field"),
            ("p:struct[8,8][1]{0=b:i32[4]}", "a struct in a buffer declares another buffer"),
            ("p:struct[8,4]{0=i32:4}", "the number of structs is missing"),
            ("p:struct[8,4][3]{0=i32:4}{}", "there are 2 structs, and the length is 3"),
            ("p:struct[8,4][9999999999999]{}", "is not a number of structs that fits into memory"),
        ] {
            let error = parse(text).unwrap_err().to_string();
            assert!(error.contains(message), "{text}: {error}");
        }
    }
}
