//! Random pictures for the scans, and what goes into a block scan of them.

use super::case::{LaunchRun, a_block_a_tile};
use smem_examples::scan2d::{SIDE, carries};
use smem_examples::{Error, Picture, squared_integral};
use smem_launch::{Device, Kernel};

/// Columns and rows: whole tiles, and tiles that the picture's edges cut.
pub(super) const SIZES: [[u32; 2]; 2] = [[256, 192], [300, 200]];

/// Returns the size as in `300 x 200`.
pub(super) fn size([nx, ny]: [u32; 2]) -> String {
    format!("{nx} x {ny}")
}

/// Returns the tiles across and down.
pub(super) fn tiles([nx, ny]: [u32; 2]) -> [u32; 2] {
    [nx.div_ceil(SIDE), ny.div_ceil(SIDE)]
}

/// A picture.
pub(super) struct SamplePicture {
    picture: Picture,
}

impl SamplePicture {
    pub(super) fn new([nx, ny]: [u32; 2]) -> Result<SamplePicture, Error> {
        Ok(SamplePicture { picture: Picture::random(nx.into(), ny.into(), 1)? })
    }

    pub(super) fn size(&self) -> String {
        size(self.extent())
    }

    pub(super) fn tiles(&self) -> [u32; 2] {
        tiles(self.extent())
    }

    pub(super) fn picture(&self) -> &Picture {
        &self.picture
    }

    pub(super) fn pixels(&self) -> &[u8] {
        self.picture.pixels()
    }

    fn extent(&self) -> [u32; 2] {
        [self.picture.width(), self.picture.height()]
    }

    /// Launches a block scan: `kernel(src, row_carry, col_carry, dst, nx, ny)`.
    pub(super) fn scan(&self, device: &Device, kernel: &Kernel) -> Result<LaunchRun, Error> {
        let [nx, ny] = self.extent();
        let expected = squared_integral(&self.picture);
        let (row_carry, col_carry) = carries(&expected, nx as usize, ny as usize);
        let source = device.upload(self.pixels())?;
        let (row_carry, col_carry) = (device.upload(&row_carry)?, device.upload(&col_carry)?);
        let sums = device.zeros::<u64>(expected.len())?;
        let args = [source.arg(), row_carry.arg(), col_carry.arg(), sums.arg(), nx.into(), ny.into()];
        // SAFETY: a block scan compares its places with the size of the picture, and the carries have that of its tiles.
        let profile = unsafe { device.launch(kernel, a_block_a_tile(self.tiles()), &args)? };
        Ok(LaunchRun::checked(profile, &device.download(&sums)?, &expected))
    }
}
