//! Reads of textures by the lanes of a warp.

use super::context::LaunchContext;
use super::lane_fault::{LaneFault, LaneResult};
use crate::fault::FaultKind;
use crate::isa::{Slot, TextureForm, TextureGeometry, TextureOffsets, TextureQuery, TextureRead};
use crate::lanes::{RegisterWord, assign, every_lane, lanes};
use crate::texture::BoundTexture;

/// Finds the texture of a lane's handle.
pub(super) fn bind<'g>(context: &LaunchContext<'g>, lane: usize, handle: u64) -> LaneResult<BoundTexture<'g>> {
    context.textures.bind(handle, context.global).map_err(|message| fault(lane, message))
}

/// Reads for the lanes `active`.
pub(super) fn read<R: RegisterWord>(
    context: &LaunchContext<'_>,
    read: &TextureRead,
    active: u32,
    regs: &mut [R],
    preds: &mut [u32],
) -> LaneResult<()> {
    let channels = channels(context, read, active, |slot, lane| regs[slot as usize].word(lane))?;
    for (to, values) in read.to.iter().zip(channels) {
        let Some(to) = *to else { continue };
        lanes(active).for_each(|lane| regs[to as usize].set_word(lane, values[lane]));
    }
    if let Some((p, value)) = read.resident {
        assign(&mut preds[p as usize], active, every_lane(value));
    }
    Ok(())
}

/// Asks for extents of the textures of the lanes `active`.
pub(super) fn query<R: RegisterWord>(
    context: &LaunchContext<'_>,
    query: &TextureQuery,
    active: u32,
    regs: &mut [R],
) -> LaneResult<()> {
    for lane in lanes(active) {
        let texture = bind(context, lane, regs[query.handle as usize].word(lane))?;
        for (to, which) in query.to.iter().flatten() {
            regs[*to as usize].set_word(lane, texture.extent(*which));
        }
    }
    Ok(())
}

/// Returns the four channels that the lanes `active` read; `word` gives the value of a register's lane.
fn channels(
    context: &LaunchContext<'_>,
    read: &TextureRead,
    active: u32,
    word: impl Fn(Slot, usize) -> u64,
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
        let texel = match read.form.geometry {
            TextureGeometry::Cube => texture.read_cube(read.form, at).map_err(|message| fault(lane, message))?,
            _ => texture.read(read.form, layer, at, offsets),
        };
        for (channel, value) in texel.into_iter().enumerate() {
            out[channel][lane] = value;
        }
    }
    Ok(out)
}

fn check(texture: &BoundTexture<'_>, form: TextureForm, lane: usize) -> LaneResult<()> {
    texture.check(form).map_err(|message| fault(lane, message))
}

fn fault(lane: usize, message: String) -> Box<LaneFault> {
    LaneFault::boxed(lane, None, FaultKind::Texture(message))
}
