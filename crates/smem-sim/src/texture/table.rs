//! Textures by their handles.

use super::description::Texture;
use super::read::BoundTexture;
use crate::memory::GlobalMemory;

/// Handles have 32 bits in machine code, and begin far from small numbers and from addresses.
const FIRST: u64 = 0x5450_0001;

/// The textures that were made, by handle; a handle is never used again.
#[derive(Debug, Default, Clone)]
pub(crate) struct TextureTable {
    textures: Vec<Option<Texture>>,
}

impl TextureTable {
    /// Adds a texture that was checked.
    pub(crate) fn add(&mut self, texture: Texture, global: &GlobalMemory) -> Result<u64, String> {
        texture.check()?;
        BoundTexture::new(texture, global)?;
        self.textures.push(Some(texture));
        Ok(FIRST + self.textures.len() as u64 - 1)
    }

    /// Removes a texture; returns whether there was one.
    pub(crate) fn remove(&mut self, handle: u64) -> bool {
        let at = usize::try_from(handle.wrapping_sub(FIRST)).ok();
        at.and_then(|at| self.textures.get_mut(at)?.take()).is_some()
    }

    /// The texture of a handle with its memory, or a sentence that says why there is none.
    pub(crate) fn bind<'g>(&self, handle: u64, global: &'g GlobalMemory) -> Result<BoundTexture<'g>, String> {
        let at = usize::try_from(handle.wrapping_sub(FIRST)).ok();
        match at.and_then(|at| self.textures.get(at)) {
            Some(Some(texture)) => BoundTexture::new(*texture, global),
            Some(None) => Err(format!("the texture {handle:#x} was destroyed")),
            None => Err(format!("{handle:#x} is not a texture")),
        }
    }
}
