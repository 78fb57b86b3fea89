//! A kernel for each tile, for one cube of 32 x 32 units. Each writes its shared memory by rows and reads it by columns.

use cubecl::prelude::*;

use crate::tiles::{Padded, Planes, Stages, Swizzled};

/// By an array of 32 x 32 elements, whose columns are in one bank.
#[cube(launch_unchecked)]
pub fn turn_array(input: &Array<f32>, output: &mut Array<f32>) {
    let mut square = SharedMemory::<f32>::new(1024usize);
    let (x, y) = (UNIT_POS_X, UNIT_POS_Y);
    square[(y * 32 + x) as usize] = input[(y * 32 + x) as usize];
    sync_cube();
    output[(y * 32 + x) as usize] = square[(x * 32 + y) as usize];
}

/// By the padded tile.
#[cube(launch_unchecked)]
pub fn turn_padded(input: &Array<f32>, output: &mut Array<f32>) {
    let mut tile = SharedMemory::<f32>::new(Padded::LEN);
    let (x, y) = (UNIT_POS_X, UNIT_POS_Y);
    tile[Padded::index(y, x) as usize] = input[(y * 32 + x) as usize];
    sync_cube();
    output[(y * 32 + x) as usize] = tile[Padded::index(x, y) as usize];
}

/// By the swizzled tile.
#[cube(launch_unchecked)]
pub fn turn_swizzled(input: &Array<f32>, output: &mut Array<f32>) {
    let mut tile = SharedMemory::<f32>::new(Swizzled::LEN);
    let (x, y) = (UNIT_POS_X, UNIT_POS_Y);
    tile[Swizzled::index(y, x) as usize] = input[(y * 32 + x) as usize];
    sync_cube();
    output[(y * 32 + x) as usize] = tile[Swizzled::index(x, y) as usize];
}

/// By one stage after the other: the square is turned twice.
#[cube(launch_unchecked)]
pub fn turn_twice(input: &Array<f32>, output: &mut Array<f32>) {
    let mut tiles = SharedMemory::<f32>::new(Stages::LEN);
    let (x, y) = (UNIT_POS_X, UNIT_POS_Y);
    tiles[Stages::stage_index(0, y, x) as usize] = input[(y * 32 + x) as usize];
    sync_cube();
    tiles[Stages::stage_index(1, y, x) as usize] = tiles[Stages::stage_index(0, x, y) as usize];
    sync_cube();
    output[(y * 32 + x) as usize] = tiles[Stages::stage_index(1, x, y) as usize];
}

/// By the tile of planes: of each 16 x 32 plane, the columns become rows.
#[cube(launch_unchecked)]
pub fn turn_planes(input: &Array<f32>, output: &mut Array<f32>) {
    let mut tile = SharedMemory::<f32>::new(Planes::LEN);
    let (x, y) = (UNIT_POS_X, UNIT_POS_Y);
    tile[Planes::index(y / 16, y % 16, x) as usize] = input[(y * 32 + x) as usize];
    sync_cube();
    // A warp reads two columns of one plane.
    let (plane, at) = (y / 16, y % 16 * 32 + x);
    output[(y * 32 + x) as usize] = tile[Planes::index(plane, at % 16, at / 16) as usize];
}
