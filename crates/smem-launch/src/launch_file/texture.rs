//! Textures of a launch file: how a buffer's elements are read at coordinates.

use smem_sim::{Texture, TextureAddressing, TextureElement, TextureFilter, TextureShape};

use super::buffer_pointer::BufferPointer;
use super::number::ElementType;
use super::value::{Value, WrittenAt};
use crate::Error;

/// A texture over a buffer.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct FileTexture {
    pub(super) texels: BufferPointer,
    element: TextureElement,
    channels: u32,
    shape: TextureShape,
    pitch: Option<u32>,
    filter: TextureFilter,
    addressing: [TextureAddressing; 3],
    normalized_coordinates: bool,
    normalized_values: bool,
    border: [f32; 4],
}

/// The functions that read a texture, and how many numbers its size has.
const KINDS: [(&str, usize); 6] =
    [("tex1Dfetch", 1), ("tex1D", 1), ("tex2D", 2), ("tex3D", 3), ("tex1DLayered", 2), ("tex2DLayered", 3)];

const ADDRESSING: [(&str, TextureAddressing); 4] = [
    ("wrap", TextureAddressing::Wrap),
    ("clamp", TextureAddressing::Clamp),
    ("mirror", TextureAddressing::Mirror),
    ("border", TextureAddressing::Border),
];

const WHAT: &str = "a texture such as `{ kind = \"tex2D\", type = \"u8\", size = [64, 64], buffer = \"pixels\" }`";

fn quoted<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    names.into_iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

fn shape(kind: &str, size: &[u64], place: &WrittenAt) -> Result<TextureShape, Error> {
    let Some((_, wanted)) = KINDS.iter().find(|(name, _)| *name == kind) else {
        let known = quoted(KINDS.map(|(name, _)| name));
        return Err(place.error(format!("`{kind}` is not a kind of texture: one of {known}")));
    };
    match (kind, size) {
        ("tex1Dfetch", &[width]) => Ok(TextureShape::Linear { width }),
        ("tex1D", &[width]) => Ok(TextureShape::Line { width }),
        ("tex2D", &[width, height]) => Ok(TextureShape::Plane { width, height }),
        ("tex3D", &[width, height, depth]) => Ok(TextureShape::Volume { width, height, depth }),
        ("tex1DLayered", &[width, layers]) => Ok(TextureShape::Lines { width, layers }),
        ("tex2DLayered", &[width, height, layers]) => Ok(TextureShape::Planes { width, height, layers }),
        _ => Err(place.error(format!("the size of a `{kind}` has {wanted} numbers, not {}", size.len()))),
    }
}

/// The type of a channel.
pub(super) fn element(name: &str, place: &WrittenAt) -> Result<TextureElement, Error> {
    Ok(match name {
        "u8" => TextureElement::U8,
        "i8" => TextureElement::I8,
        "u16" => TextureElement::U16,
        "i16" => TextureElement::I16,
        "u32" => TextureElement::U32,
        "i32" => TextureElement::I32,
        "f16" => TextureElement::F16,
        "f32" => TextureElement::F32,
        _ => {
            let known = quoted(["u8", "i8", "u16", "i16", "u32", "i32", "f16", "f32"]);
            return Err(place.error(format!("`{name}` is not a type of texels: one of {known}")));
        }
    })
}

impl FileTexture {
    /// A texture that is read point by point, of integers as they are.
    fn plain(texels: BufferPointer, element: TextureElement, channels: u32, shape: TextureShape) -> FileTexture {
        FileTexture {
            texels,
            element,
            channels,
            shape,
            pitch: None,
            filter: TextureFilter::Point,
            addressing: [TextureAddressing::Clamp; 3],
            normalized_coordinates: false,
            normalized_values: false,
            border: [0.0; 4],
        }
    }

    /// Reads a texture; the caller, who knows all buffers, checks the pointer.
    pub(super) fn parse(value: Value) -> Result<FileTexture, Error> {
        let mut table = value.into_table(WHAT)?;
        let place = table.place().clone();
        let kind = table.required("kind")?.into_string("a function such as `tex2D`")?;
        let mut size = Vec::new();
        for extent in table.required("size")?.into_array("a size such as `[64, 64]`")? {
            size.push(extent.into_u64("a number of texels")?);
        }
        let shape = shape(&kind, &size, &place)?;
        let element = element(&table.required("type")?.into_string("a type of texels")?, &place)?;
        let texels = BufferPointer::parse(table.required("buffer")?)?;
        let channels = table.optional("channels").map_or(Ok(1), |channels| channels.into_u32("1, 2 or 4 channels"))?;
        let mut texture = FileTexture::plain(texels, element, channels, shape);
        texture.pitch = table.optional("pitch").map(|pitch| pitch.into_u32("bytes of a row")).transpose()?;
        if let Some(filter) = table.optional("filter") {
            let place = filter.place().clone();
            texture.filter = match filter.into_string("`point` or `linear`")?.as_str() {
                "point" => TextureFilter::Point,
                "linear" => TextureFilter::Linear,
                other => return Err(place.error(format!("`{other}` is not `point` or `linear`"))),
            };
        }
        if let Some(modes) = table.optional("address") {
            texture.addressing = addressing(modes)?;
        }
        for (name, flag) in [
            ("normalized_coords", &mut texture.normalized_coordinates),
            ("normalized_float", &mut texture.normalized_values),
        ] {
            *flag = table.optional(name).map_or(Ok(false), Value::into_bool)?;
        }
        if let Some(border) = table.optional("border") {
            let colours = border.into_array("four numbers")?;
            let place = place.clone();
            let mut numbers = Vec::new();
            for colour in colours {
                numbers.push(colour.into_number("a number")?.as_f64() as f32);
            }
            let wrong = |given: Vec<f32>| place.error(format!("a border has four numbers, not {}", given.len()));
            texture.border = numbers.try_into().map_err(wrong)?;
        }
        table.finish()?;
        Ok(texture)
    }

    /// Reads `tex2D.linear.wrap`, `u8x4` and `512x512`; also the type and the number of the buffer's elements.
    pub(super) fn parse_short(
        kind: &str,
        texel: &str,
        size: &str,
        texels: BufferPointer,
        place: &WrittenAt,
    ) -> Result<(FileTexture, ElementType, u64), Error> {
        let (name, channels) = match texel.split_once('x') {
            None => (texel, 1),
            Some((name, channels)) => {
                let wrong = || place.error(format!("`{channels}` is not a number of channels: 1, 2 or 4"));
                (name, channels.parse().map_err(|_| wrong())?)
            }
        };
        let element = element(name, place)?;
        let mut extents = Vec::new();
        for extent in size.split(['x', ',']).map(str::trim) {
            let wrong = || place.error(format!("`{extent}` is not a number of texels"));
            extents.push(extent.parse().map_err(|_| wrong())?);
        }
        let mut options = kind.split('.').map(str::trim);
        let shape = shape(options.next().unwrap_or_default(), &extents, place)?;
        let mut texture = FileTexture::plain(texels, element, channels, shape);
        for option in options {
            match option {
                "point" => texture.filter = TextureFilter::Point,
                "linear" => texture.filter = TextureFilter::Linear,
                "normalizedCoords" => texture.normalized_coordinates = true,
                "normalizedFloat" => texture.normalized_values = true,
                _ => match ADDRESSING.iter().find(|(name, _)| *name == option) {
                    Some((_, mode)) => texture.addressing = [*mode; 3],
                    None => {
                        let known = quoted(
                            ["point", "linear", "normalizedCoords", "normalizedFloat"]
                                .into_iter()
                                .chain(ADDRESSING.map(|(name, _)| name)),
                        );
                        return Err(place.error(format!("`{option}` is not an option of a texture: one of {known}")));
                    }
                },
            }
        }
        let numbers = ElementType::named(name).ok_or_else(|| place.error(format!("`{name}` is not a type")))?;
        Ok((texture, numbers, shape.texels().saturating_mul(channels.into())))
    }

    /// Whether this is a texture's kind, with or without options.
    pub(super) fn is_kind(text: &str) -> bool {
        text.trim_start().starts_with("tex")
    }

    /// The texture of the texels at an address.
    pub(super) fn at(&self, address: u64) -> Texture {
        let mut texture = Texture::new(address, self.element, self.channels, self.shape)
            .filter(self.filter)
            .addressing(self.addressing)
            .border(self.border);
        if let Some(pitch) = self.pitch {
            texture = texture.pitch(pitch.into());
        }
        if self.normalized_coordinates {
            texture = texture.normalized_coordinates();
        }
        if self.normalized_values {
            texture = texture.normalized_values();
        }
        texture
    }
}

/// One mode for all axes, or one for each.
fn addressing(value: Value) -> Result<[TextureAddressing; 3], Error> {
    let one = |value: Value| {
        let place = value.place().clone();
        let name = value.into_string("`wrap`, `clamp`, `mirror` or `border`")?;
        let found = ADDRESSING.iter().find(|(known, _)| *known == name).map(|(_, mode)| *mode);
        let known = quoted(ADDRESSING.map(|(name, _)| name));
        found.ok_or_else(|| place.error(format!("`{name}` is not one of {known}")))
    };
    if !value.is_array() {
        return Ok([one(value)?; 3]);
    }
    let place = value.place().clone();
    let modes = value.into_array("modes for x, y and z")?;
    if modes.is_empty() || modes.len() > 3 {
        return Err(place.error("there are one to three axes"));
    }
    let mut all = [TextureAddressing::Clamp; 3];
    for (place, mode) in all.iter_mut().zip(modes) {
        *place = one(mode)?;
    }
    Ok(all)
}
