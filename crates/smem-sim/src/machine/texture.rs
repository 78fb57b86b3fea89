//! Reads of textures by the lanes of a warp.

use super::context::LaunchContext;
use super::lane_fault::{LaneFault, LaneResult};
use crate::fault::FaultKind;
use crate::isa::{TextureForm, TextureOffsets, TextureRead};
use crate::lanes::lanes;
use crate::texture::BoundTexture;

/// Finds the texture of a lane's handle.
pub(super) fn bind<'g>(context: &LaunchContext<'g>, lane: usize, handle: u64) -> LaneResult<BoundTexture<'g>> {
    let fault = |message| LaneFault::boxed(lane, None, FaultKind::Texture(message));
    context.textures.bind(handle, context.global).map_err(fault)
}

/// Reads for the lanes `active`; `word` gives the value of a register's lane. Returns the four channels.
pub(super) fn read(
    context: &LaunchContext<'_>,
    read: &TextureRead,
    active: u32,
    word: impl Fn(crate::isa::Slot, usize) -> u64,
) -> LaneResult<[[u32; 32]; 4]> {
    let mut out = [[0; 32]; 4];
    let mut bound: Option<(u64, BoundTexture<'_>)> = None;
    for lane in lanes(active) {
        let handle = word(read.handle, lane);
        // Lanes that read together usually read the same texture.
        if bound.as_ref().is_none_or(|(of, _)| *of != handle) {
            let texture = bind(context, lane, handle)?;
            check(&texture, read.form, lane)?;
            bound = Some((handle, texture));
        }
        let Some((_, texture)) = &bound else { continue };
        let axes = read.form.geometry.axes();
        let at = std::array::from_fn(|i| if i < axes { word(read.at[i], lane) as u32 } else { 0 });
        let offsets = match read.offsets {
            TextureOffsets::None => [0; 3],
            TextureOffsets::Separate(slots) => {
                std::array::from_fn(|i| if i < axes { word(slots[i], lane) as i32 } else { 0 })
            }
            TextureOffsets::Packed { slot, bits, every } => {
                let packed = word(slot, lane) as i32;
                let number = |i: u32| packed << (32 - bits - every * i) >> (32 - bits);
                std::array::from_fn(|i| if i < axes { number(i as u32) } else { 0 })
            }
        };
        let layer = read.layer.map_or(0, |slot| word(slot, lane) as u32);
        for (channel, value) in texture.read(read.form, layer, at, offsets).into_iter().enumerate() {
            out[channel][lane] = value;
        }
    }
    Ok(out)
}

fn check(texture: &BoundTexture<'_>, form: TextureForm, lane: usize) -> LaneResult<()> {
    texture.check(form).map_err(|message| LaneFault::boxed(lane, None, FaultKind::Texture(message)))
}
