//! A read of one thread.

use super::coordinate::Axis;
use super::description::{Texture, TextureFilter, TextureShape};
use super::{filter, format};
use crate::isa::{TextureExtent, TextureForm, TextureGeometry, TextureSampling};
use crate::memory::{Allocation, GlobalMemory};

/// A texture with its memory.
#[derive(Debug)]
pub(crate) struct BoundTexture<'g> {
    pub(super) texture: Texture,
    pub(super) memory: &'g Allocation,
    /// Offset of the first texel.
    pub(super) start: u64,
}

/// The raw channels of a texel.
type Texel = [u32; 4];

impl<'g> BoundTexture<'g> {
    /// Finds the texels of a texture that was checked.
    pub(super) fn new(texture: Texture, global: &'g GlobalMemory) -> Result<Self, String> {
        let (address, bytes) = (texture.address, texture.bytes());
        let found = global.find(address, bytes).and_then(|memory| Some((memory, memory.offset(address, bytes)?)));
        match found {
            Some((memory, start)) => Ok(Self { texture, memory, start }),
            None => Err(format!(
                "the {bytes} bytes of a texture are not all in memory at {address:#x}: {}",
                global.describe(address)
            )),
        }
    }

    /// A number that describes the texture.
    pub(crate) fn extent(&self, which: TextureExtent) -> u32 {
        let [width, height, depth] = self.texture.shape.extents();
        // As the texture unit counts them, 0 along an axis that is not there.
        let [x, y, z] = match self.texture.shape {
            TextureShape::Linear { .. } => [width, 0, 0],
            TextureShape::Line { .. } | TextureShape::Plane { .. } => [width, height, 0],
            TextureShape::Volume { .. } | TextureShape::Planes { .. } => [width, height, depth],
            TextureShape::Lines { .. } => [width, depth, 0],
        };
        let number = match which {
            TextureExtent::Width => x,
            TextureExtent::Height => y,
            TextureExtent::Depth => z,
        };
        number as u32
    }

    /// Why these instructions do not read this texture, if so.
    pub(crate) fn check(&self, form: TextureForm) -> Result<(), String> {
        use TextureGeometry::{Cube, Line, Lines, Plane, Planes, Volume};
        let shape = self.texture.shape;
        let fits = match shape {
            TextureShape::Linear { .. } => form.geometry == Line && form.sampling == TextureSampling::Texel,
            // Machine code reads a line as a plane.
            TextureShape::Line { .. } => {
                matches!(form.geometry, Line | Plane) && form.sampling == TextureSampling::Filtered
            }
            TextureShape::Plane { .. } => form.geometry == Plane,
            TextureShape::Volume { .. } => form.geometry == Volume,
            TextureShape::Lines { .. } => form.geometry == Lines,
            TextureShape::Planes { width, height, layers } if form.geometry == Cube => {
                let is_cube = width == height && layers == 6 && self.texture.normalized_coordinates;
                is_cube && form.sampling == TextureSampling::Filtered
            }
            TextureShape::Planes { .. } => form.geometry == Planes,
        };
        if fits {
            return Ok(());
        }
        let what = match (form.geometry, form.sampling) {
            (_, TextureSampling::Gathered(_)) => "gathers from two dimensions",
            (Line, TextureSampling::Texel) => "reads linear memory",
            (Line, _) => "reads an array of one dimension",
            (Plane, _) => "reads two dimensions",
            (Volume, _) => "reads three dimensions",
            (Lines, _) => "reads layers of one dimension",
            (Planes, _) => "reads layers of two dimensions",
            (Cube, _) => "reads a cube map: six square layers, with normalized coordinates",
        };
        Err(format!("the texture is {}, and this {what}", shape.name()))
    }

    fn axis(&self, axis: usize, counts_texels: bool) -> Axis {
        Axis {
            extent: self.texture.shape.extents()[axis],
            addressing: self.texture.addressing[axis],
            normalized: self.texture.normalized_coordinates && !counts_texels,
            is_deep: axis == 2,
        }
    }

    /// Reads at coordinates: integers, or the bits of numbers in f32, and offsets in texels.
    pub(crate) fn read(&self, form: TextureForm, layer: u32, at: [u32; 3], offsets: [i32; 3]) -> [u32; 4] {
        let layered = form.geometry.is_layered();
        // A line is a plane with one row, which is read at y = 0.
        let axes = if matches!(self.texture.shape, TextureShape::Line { .. }) { 2 } else { form.geometry.axes() };
        let layer = layered.then_some(u64::from(layer));
        match form.sampling {
            TextureSampling::Texel => {
                let axis = |i: usize| self.axis(i, true);
                let texel = |i: usize| i64::from(at[i] as i32) + i64::from(offsets[i]);
                let inside = |i: usize| (0..axis(i).extent as i64).contains(&texel(i));
                let there = (0..axes).all(inside) && layer.is_none_or(|layer| layer < self.texture.shape.extents()[2]);
                // Whatever the addressing.
                if !there {
                    return [0; 4];
                }
                self.single(self.places(axes, layer, texel, axis))
            }
            TextureSampling::Filtered if self.texture.filter == TextureFilter::Point => {
                let axis = |i: usize| self.axis(i, false);
                let texel = |i: usize| axis(i).nearest(f32::from_bits(at[i])) + i64::from(offsets[i]);
                self.single(self.places(axes, layer, texel, axis))
            }
            TextureSampling::Filtered => self.filtered(axes, layer, at, offsets),
            TextureSampling::Gathered(channel) => self.gathered(layer, at, offsets, channel),
        }
    }

    /// The place of a texel along x, y and z; `None` beyond a border.
    fn places(
        &self,
        axes: usize,
        layer: Option<u64>,
        texel: impl Fn(usize) -> i64,
        axis: impl Fn(usize) -> Axis,
    ) -> Option<[u64; 3]> {
        let mut place = [0, 0, layer.map_or(0, |layer| layer.min(self.texture.shape.extents()[2] - 1))];
        for (i, place) in place.iter_mut().enumerate().take(axes) {
            *place = axis(i).place(texel(i))?;
        }
        Some(place)
    }

    fn texel(&self, [x, y, z]: [u64; 3]) -> Texel {
        let Texture { element, channels, pitch, shape, .. } = self.texture;
        let row = z * shape.extents()[1] + y;
        let at = self.start + row * pitch + x * self.texture.texel_bytes();
        let bytes = u64::from(element.bytes());
        let channel =
            |c: u64| if c < channels.into() { self.memory.load(at + c * bytes, bytes as u32) as u32 } else { 0 };
        std::array::from_fn(|c| channel(c as u64))
    }

    fn single(&self, place: Option<[u64; 3]>) -> [u32; 4] {
        let texel = self.at(place);
        let channels = self.texture.channels as usize;
        std::array::from_fn(|c| if c < channels { format::word(&self.texture, texel[c]) } else { 0 })
    }

    /// The texel at a place, or that of the border.
    fn at(&self, place: Option<[u64; 3]>) -> Texel {
        match place {
            Some(place) => self.texel(place),
            None => self.texture.border.map(|colour| format::border(&self.texture, colour)),
        }
    }

    /// The places of the four texels around a point of a plane, of the two of a line and so on, x fastest, from their first one.
    fn corners(&self, axes: usize, layer: Option<u64>, first: [i64; 3]) -> [Option<[u64; 3]>; 8] {
        let axis = |i| self.axis(i, false);
        let corner = |n: usize| self.places(axes, layer, |i| first[i] + (n >> i & 1) as i64, axis);
        std::array::from_fn(|n| if n < 1 << axes { corner(n) } else { None })
    }

    fn filtered(&self, axes: usize, layer: Option<u64>, at: [u32; 3], offsets: [i32; 3]) -> [u32; 4] {
        let (mut first, mut fractions) = ([0; 3], [0; 3]);
        for i in 0..axes {
            (first[i], fractions[i]) = self.axis(i, false).filtered(f32::from_bits(at[i]), offsets[i]);
        }
        let corners = self.corners(axes, layer, first);
        let count = 1 << axes;
        let weights = filter::weights(fractions);
        // A point in line with the centres takes no texel beyond them.
        let taken = |n: usize| n < count && (0..axes).all(|i| n >> i & 1 == 0 || fractions[i] > 0);
        let texels: [Texel; 8] = std::array::from_fn(|n| if taken(n) { self.at(corners[n]) } else { [0; 4] });
        let channels = self.texture.channels as usize;
        std::array::from_fn(|c| {
            if c >= channels {
                return 0;
            }
            let channel: [u32; 8] = std::array::from_fn(|n| texels[n][c]);
            filter::sum(self.texture.element, &channel[..count], &weights[..count])
        })
    }

    /// One channel of the texels that a linear filter would take: that at the lower left first, and then against the clock.
    fn gathered(&self, layer: Option<u64>, at: [u32; 3], offsets: [i32; 3], channel: u8) -> [u32; 4] {
        let first = |i: usize| self.axis(i, false).between(f32::from_bits(at[i]), offsets[i]).0;
        let corners = self.corners(2, layer, [first(0), first(1), 0]);
        let channel = usize::from(channel);
        [2, 3, 1, 0].map(|n: usize| {
            let texel = self.at(corners[n]);
            if channel >= self.texture.channels as usize {
                0
            } else if self.texture.gives_floats() {
                filter::sum(self.texture.element, &texel[channel..=channel], &[256])
            } else {
                format::word(&self.texture, texel[channel])
            }
        })
    }
}
