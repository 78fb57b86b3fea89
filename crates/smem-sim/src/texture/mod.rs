//! Textures: memory that is read at coordinates, with wrapping, filters and conversions, as a GPU's texture unit reads it.
//!
//! ```text
//! description   what a texture is: its memory, its shape, how it is read     (Texture)
//! format        texels to numbers
//! coordinate    coordinates to texels
//! filter        the sum of neighbouring texels
//! read          a read of one thread
//! surface       the place of an access to its bytes
//! table         textures by their handles
//! ```

mod coordinate;
mod cube;
mod description;
mod filter;
mod format;
mod read;
mod surface;
mod table;

pub use description::{Texture, TextureAddressing, TextureElement, TextureFilter, TextureShape};
pub(crate) use read::BoundTexture;
pub(crate) use table::TextureTable;
