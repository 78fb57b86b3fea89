//! Descriptions of textures: memory, shape, and how it is read.

/// The type of a texture's channels.
///
/// ```
/// assert_eq!(smem_sim::TextureElement::F16.bytes(), 2);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the names are the types")]
pub enum TextureElement {
    U8,
    I8,
    U16,
    I16,
    U32,
    I32,
    F16,
    F32,
}

impl TextureElement {
    /// Bytes of a channel.
    pub const fn bytes(self) -> u32 {
        match self {
            Self::U8 | Self::I8 => 1,
            Self::U16 | Self::I16 | Self::F16 => 2,
            Self::U32 | Self::I32 | Self::F32 => 4,
        }
    }

    pub(super) fn is_float(self) -> bool {
        matches!(self, Self::F16 | Self::F32)
    }
}

/// How many texels a texture has along each axis, and so which instructions read it.
///
/// ```
/// let image = smem_sim::TextureShape::Plane { width: 640, height: 480 };
/// assert_eq!(image.texels(), 640 * 480);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the fields are extents in texels")]
pub enum TextureShape {
    /// Linear memory, for `tex1Dfetch`: `cudaResourceTypeLinear`. Filter, addressing and normalized coordinates have no effect.
    Linear { width: u64 },
    /// A CUDA array of one dimension, for `tex1D`.
    Line { width: u64 },
    /// A CUDA array of two dimensions, or pitched linear memory, for `tex2D` and `tex2Dgather`.
    Plane { width: u64, height: u64 },
    /// A CUDA array of three dimensions, for `tex3D`.
    Volume { width: u64, height: u64, depth: u64 },
    /// A layered CUDA array, for `tex1DLayered`.
    Lines { width: u64, layers: u64 },
    /// A layered CUDA array, for `tex2DLayered`.
    Planes { width: u64, height: u64, layers: u64 },
}

impl TextureShape {
    /// Texels along x, y and z, or the layers in place of the last, 1 along an axis that it has not.
    pub(super) fn extents(self) -> [u64; 3] {
        match self {
            Self::Linear { width } | Self::Line { width } => [width, 1, 1],
            Self::Plane { width, height } => [width, height, 1],
            Self::Volume { width, height, depth } => [width, height, depth],
            Self::Lines { width, layers } => [width, 1, layers],
            Self::Planes { width, height, layers } => [width, height, layers],
        }
    }

    /// The most that CUDA allows along each, for compute capability 8.0 to 12.0.
    fn limits(self) -> [u64; 3] {
        match self {
            Self::Linear { .. } => [1 << 28, 1, 1],
            Self::Line { .. } => [131_072, 1, 1],
            Self::Plane { .. } => [131_072, 65_536, 1],
            Self::Volume { .. } => [16_384; 3],
            Self::Lines { .. } => [32_768, 1, 2048],
            Self::Planes { .. } => [32_768, 32_768, 2048],
        }
    }

    /// Returns its name in messages.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Linear { .. } => "linear memory",
            Self::Line { .. } => "an array of one dimension",
            Self::Plane { .. } => "an array of two dimensions",
            Self::Volume { .. } => "an array of three dimensions",
            Self::Lines { .. } => "a layered array of one dimension",
            Self::Planes { .. } => "a layered array of two dimensions",
        }
    }

    /// The number of texels.
    pub fn texels(self) -> u64 {
        self.extents().iter().fold(1, |texels, &n| texels.saturating_mul(n))
    }
}

/// The result of a read between the centres of texels.
///
/// ```
/// # use smem_sim::{Texture, TextureElement, TextureFilter, TextureShape};
/// let texture = Texture::new(0x7f00_0000_0000, TextureElement::F32, 1, TextureShape::Line { width: 64 });
/// let smooth = texture.filter(TextureFilter::Linear);
/// # let _ = smooth;
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TextureFilter {
    /// The texel that the point is in.
    Point,
    /// The weighted sum of the two, four or eight texels around the point.
    Linear,
}

/// The result of a read beyond the edge.
///
/// ```
/// # use smem_sim::{Texture, TextureAddressing, TextureElement, TextureShape};
/// let texture = Texture::new(0x7f00_0000_0000, TextureElement::F32, 1, TextureShape::Line { width: 64 });
/// let endless = texture.normalized_coordinates().addressing([TextureAddressing::Wrap; 3]);
/// # let _ = endless;
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TextureAddressing {
    /// The texture again; only with normalized coordinates, else as [`Clamp`](Self::Clamp).
    Wrap,
    /// The texel at the edge.
    Clamp,
    /// The texture again, every other time backwards; only with normalized coordinates, else as [`Clamp`](Self::Clamp).
    Mirror,
    /// The border's colour.
    Border,
}

/// A texture: memory that kernels read at coordinates, as `cudaCreateTextureObject` describes it.
/// [`Simulator::create_texture`](crate::Simulator::create_texture) makes one of it.
///
/// Texels lie in device memory row after row, x fastest, then y, then z or the layer. A CUDA array, whose memory a program cannot see,
/// is such memory too. There is one level of detail, so levels and gradients that a read names have no effect.
///
/// ```
/// use smem_sim::{Arch, KernelArg, LaunchShape, Module, Simulator, Texture, TextureElement, TextureFilter, TextureShape};
///
/// let module = smem_ptx::module(
///     ".version 8.8 .target sm_90 .address_size 64
///      .visible .entry between(.param .u64 texture, .param .u64 out) {
///        .reg .f32 %f<4>; .reg .b64 %rd<2>;
///        ld.param.u64 %rd0, [texture];
///        ld.param.u64 %rd1, [out];
///        tex.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [%rd0, {0f3fc00000, 0f3f800000}];   // at (1.5, 1)
///        st.global.f32 [%rd1], %f0;
///        ret;
///      }",
/// )?;
/// let sim = Simulator::new(Arch::SM_90);
/// let (texels, out) = (sim.alloc(16), sim.alloc(4));
/// sim.write(texels, &[1.0_f32, 2.0, 3.0, 4.0].map(f32::to_le_bytes).concat())?;
/// let image = Texture::new(texels, TextureElement::F32, 1, TextureShape::Plane { width: 2, height: 2 });
/// let handle = sim.create_texture(image.filter(TextureFilter::Linear))?;
/// sim.launch(&module, "between", &LaunchShape::new(1, 1), &[KernelArg::U64(handle), KernelArg::Ptr(out)])?;
/// let mut value = [0; 4];
/// sim.read(out, &mut value)?;
/// assert_eq!(f32::from_le_bytes(value), 3.0); // the centre of the right column: between 2 and 4
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Texture {
    pub(super) address: u64,
    pub(super) element: TextureElement,
    pub(super) channels: u32,
    pub(super) shape: TextureShape,
    /// Bytes from a row to the next.
    pub(super) pitch: u64,
    pub(super) filter: TextureFilter,
    pub(super) addressing: [TextureAddressing; 3],
    pub(super) normalized_coordinates: bool,
    pub(super) normalized_values: bool,
    pub(super) border: [f32; 4],
}

impl Texture {
    /// Texels of 1, 2 or 4 channels at a device address, one row after the other. Reads take the texel that a point is in and clamp
    /// coordinates to the edge; coordinates count texels, and integers stay integers.
    pub fn new(address: u64, element: TextureElement, channels: u32, shape: TextureShape) -> Self {
        Self {
            address,
            element,
            channels,
            shape,
            pitch: shape.extents()[0].saturating_mul(u64::from(element.bytes()) * u64::from(channels)),
            filter: TextureFilter::Point,
            addressing: [TextureAddressing::Clamp; 3],
            normalized_coordinates: false,
            normalized_values: false,
            border: [0.0; 4],
        }
    }

    /// The same with so many bytes from a row to the next (`cudaResourceTypePitch2D`).
    #[must_use]
    pub fn pitch(self, bytes: u64) -> Self {
        Self { pitch: bytes, ..self }
    }

    /// The same with a filter (`cudaTextureDesc::filterMode`).
    #[must_use]
    pub fn filter(self, filter: TextureFilter) -> Self {
        Self { filter, ..self }
    }

    /// The same with what is beyond the edges along x, y and z (`addressMode`).
    #[must_use]
    pub fn addressing(self, addressing: [TextureAddressing; 3]) -> Self {
        Self { addressing, ..self }
    }

    /// The same with coordinates from 0 to 1 (`normalizedCoords`). Reads at integers count texels all the same.
    #[must_use]
    pub fn normalized_coordinates(self) -> Self {
        Self { normalized_coordinates: true, ..self }
    }

    /// The same with integers of 8 and 16 bits read as numbers from 0, or from -1, to 1 (`cudaReadModeNormalizedFloat`).
    #[must_use]
    pub fn normalized_values(self) -> Self {
        Self { normalized_values: true, ..self }
    }

    /// The same with a colour of the border (`borderColor`); it is 0 else.
    #[must_use]
    pub fn border(self, border: [f32; 4]) -> Self {
        Self { border, ..self }
    }

    /// The bytes from its first texel to the end of its last one.
    ///
    /// ```
    /// # use smem_sim::{Texture, TextureElement, TextureShape};
    /// let texture = Texture::new(0x7f00_0000_0000, TextureElement::U8, 4, TextureShape::Plane { width: 10, height: 3 });
    /// assert_eq!((texture.bytes(), texture.pitch(64).bytes()), (120, 168));
    /// ```
    pub fn bytes(&self) -> u64 {
        let [width, height, depth] = self.shape.extents();
        let rows = height.saturating_mul(depth);
        self.pitch.saturating_mul(rows.saturating_sub(1)).saturating_add(width.saturating_mul(self.texel_bytes()))
    }

    pub(super) fn texel_bytes(&self) -> u64 {
        u64::from(self.element.bytes()) * u64::from(self.channels)
    }

    /// Whether reads give floating-point numbers.
    pub(super) fn gives_floats(&self) -> bool {
        self.element.is_float() || self.normalized_values
    }

    /// Why there is no such texture, in a sentence.
    pub(super) fn check(&self) -> Result<(), String> {
        let (extents, limits) = (self.shape.extents(), self.shape.limits());
        let [width, height, depth] = extents;
        if !matches!(self.channels, 1 | 2 | 4) {
            return Err(format!("a texture of {} channels: there are 1, 2 or 4", self.channels));
        }
        if extents.iter().zip(limits).any(|(&n, most)| n == 0 || n > most) {
            let (name, [x, y, z]) = (self.shape.name(), limits);
            return Err(format!("a texture of {width} x {height} x {depth} texels: {name} has 1 to {x} x {y} x {z}"));
        }
        let texel = self.texel_bytes();
        if !self.address.is_multiple_of(texel) || !self.pitch.is_multiple_of(texel) {
            let (address, pitch) = (self.address, self.pitch);
            return Err(format!(
                "a texture at {address:#x} with rows every {pitch} bytes: both are multiples of its {texel} bytes a texel"
            ));
        }
        if self.pitch < width * texel {
            return Err(format!("a texture with rows of {} bytes every {} bytes", width * texel, self.pitch));
        }
        if self.normalized_values && self.element.bytes() == 4 && !self.element.is_float() {
            return Err("integers of 32 bits cannot be read as normalized numbers".to_owned());
        }
        let is_linear = matches!(self.shape, TextureShape::Linear { .. });
        if self.filter == TextureFilter::Linear && !self.gives_floats() && !is_linear {
            return Err("a linear filter is for floating-point numbers, or integers that are read as such".to_owned());
        }
        Ok(())
    }
}
