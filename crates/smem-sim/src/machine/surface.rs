//! Accesses of surfaces by the lanes of a warp.

use super::access::apply;
use super::context::LaunchContext;
use super::lane_fault::{LaneFault, LaneResult};
use super::texture::bind;
use crate::fault::FaultKind;
use crate::isa::{Slot, SurfaceAccess, SurfaceKind};
use crate::lanes::{RegisterWord, lanes};
use crate::texture::BoundTexture;

/// Executes an access for the lanes `active`.
pub(super) fn access_surface<R: RegisterWord>(
    context: &LaunchContext<'_>,
    access: &SurfaceAccess,
    active: u32,
    regs: &mut [R],
) -> LaneResult<()> {
    let mut bound: Option<(u64, BoundTexture<'_>)> = None;
    for lane in lanes(active) {
        let handle = regs[access.handle as usize].word(lane);
        // Lanes that access together usually access the same surface.
        if bound.as_ref().is_none_or(|(of, _)| *of != handle) {
            bound = Some((handle, bind(context, lane, handle)?));
        }
        let Some((_, surface)) = &bound else { continue };
        access_of(surface, access, lane, regs)?;
    }
    Ok(())
}

/// Executes the access of one lane.
fn access_of<R: RegisterWord>(
    surface: &BoundTexture<'_>,
    access: &SurfaceAccess,
    lane: usize,
    regs: &mut [R],
) -> LaneResult<()> {
    let word = |slot: Slot| regs[slot as usize].word(lane) as u32 as i32;
    let axes = access.geometry.axes();
    let at = std::array::from_fn(|i| if i < axes { word(access.at[i]) } else { 0 });
    let layer = access.layer.map(word);
    let fault = |message| LaneFault::boxed(lane, None, FaultKind::Texture(message));
    let place = surface.byte_place(access.geometry, access.bounds, at, layer, access.bytes()).map_err(fault)?;
    for (i, &slot) in access.registers.iter().enumerate() {
        let here = place.map(|place| place + u64::from(access.each) * i as u64);
        let register = &mut regs[slot as usize];
        match (access.kind, here) {
            // Rows may begin at any byte: their addresses are not visible to programs.
            (SurfaceKind::Load, Some(here)) => {
                let mut bytes = [0; 8];
                surface.memory().read(here, &mut bytes[..access.each as usize]);
                register.set(lane, u64::from_le_bytes(bytes));
            }
            (SurfaceKind::Load, None) => register.set(lane, 0),
            (SurfaceKind::Store, Some(here)) => {
                surface.memory().write(here, &register.word(lane).to_le_bytes()[..access.each as usize]);
            }
            (SurfaceKind::Reduce(op), Some(here)) if here.is_multiple_of(access.each.into()) => {
                let operand = register.word(lane);
                surface.memory().update(here, access.each, |old| apply(op, access.each, old, operand, 0));
            }
            (SurfaceKind::Reduce(_), Some(_)) => {
                return Err(fault(format!("an atomic of {} bytes across words of a surface", access.each)));
            }
            (SurfaceKind::Store | SurfaceKind::Reduce(_), None) => {}
        }
    }
    Ok(())
}
