//! Cube maps: the side that a direction meets, and where.

use super::description::TextureFilter;
use super::read::BoundTexture;
use crate::isa::{TextureForm, TextureGeometry};

/// The sides in the order of their layers, x, -x, y, -y, z, -z: for each, where its coordinates come from, an axis and its sign.
const SIDES: [[(usize, f32); 2]; 6] = [
    [(2, -1.0), (1, -1.0)],
    [(2, 1.0), (1, -1.0)],
    [(0, 1.0), (2, 1.0)],
    [(0, 1.0), (2, -1.0)],
    [(0, 1.0), (1, -1.0)],
    [(0, -1.0), (1, -1.0)],
];

/// The side that a direction meets, and the point there from 0 to 1.
fn point(direction: [f32; 3]) -> (u32, [f32; 2]) {
    let longest = direction.iter().fold(0.0_f32, |longest, part| longest.max(part.abs()));
    // Of equally long ones, z first: so CUDA's own tables of directions are read.
    let axis = [2, 1, 0].into_iter().find(|axis| direction[*axis].abs() == longest).unwrap_or(2);
    let side = 2 * axis + usize::from(direction[axis] < 0.0);
    let at = SIDES[side].map(|(axis, sign)| {
        let part = sign * direction[axis];
        let part = if longest == 1.0 { part } else { part / longest };
        (part + 1.0) / 2.0
    });
    (side as u32, at)
}

impl BoundTexture<'_> {
    /// Reads in a direction, for which the bits of three numbers in f32 are given. The error is a sentence.
    pub(crate) fn read_cube(&self, form: TextureForm, direction: [u32; 3]) -> Result<[u32; 4], String> {
        let (side, at) = point(direction.map(f32::from_bits));
        let width = self.texture.shape.extents()[0] as f32;
        let is_inside = |at: f32| (0.5..=width - 0.5).contains(&(at * width));
        if self.texture.filter == TextureFilter::Linear && !at.into_iter().all(is_inside) {
            return Err("what a linear filter takes beyond an edge of a cube map is unknown here".to_owned());
        }
        let form = TextureForm { geometry: TextureGeometry::Planes, ..form };
        Ok(self.read(form, side, [at[0].to_bits(), at[1].to_bits(), 0], [0; 3]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_meet_the_sides_of_cudas_table() {
        // The programming guide: side, m, s, t.
        assert_eq!(point([1.0, -0.5, -0.25]), (0, [0.625, 0.75]));
        assert_eq!(point([-1.0, -0.5, 0.25]), (1, [0.625, 0.75]));
        assert_eq!(point([0.25, 1.0, 0.5]), (2, [0.625, 0.75]));
        assert_eq!(point([0.25, -1.0, -0.5]), (3, [0.625, 0.75]));
        assert_eq!(point([0.25, -0.5, 1.0]), (4, [0.625, 0.75]));
        assert_eq!(point([-0.25, -0.5, -1.0]), (5, [0.625, 0.75]));
        assert_eq!(point([-8.0, -4.0, 2.0]), (1, [0.625, 0.75]), "the length has no effect");
    }
}
