//! A kernel of rust-gpu whose workgroup memory has the layout of a tile. Hosts check it; for a GPU it takes rust-gpu's compiler.

use smem_tile::{SmemTile, smem_tile};
use spirv_std::arch::workgroup_memory_barrier_with_group_sync;
use spirv_std::glam::UVec3;
use spirv_std::spirv;

/// The square that a workgroup turns.
#[smem_tile(32, 32)]
pub struct Square(f32);

/// Writes the columns of a square as rows, for one workgroup.
#[spirv(compute(threads(32, 32)))]
pub fn turn(
    #[spirv(local_invocation_id)] id: UVec3,
    #[spirv(storage_buffer, descriptor_set = 0, binding = 0)] input: &[f32],
    #[spirv(storage_buffer, descriptor_set = 0, binding = 1)] output: &mut [f32],
    #[spirv(workgroup)] square: &mut [f32; Square::LEN],
) {
    let (x, y) = (id.x, id.y);
    square[Square::index(y, x) as usize] = input[(y * 32 + x) as usize];
    workgroup_memory_barrier_with_group_sync();
    output[(y * 32 + x) as usize] = square[Square::index(x, y) as usize];
}

/// Two stages of two planes, whose layout a feature chooses.
#[cfg_attr(feature = "padded", smem_tile(2, 16, 32, stages = 2, pad = auto))]
#[cfg_attr(not(feature = "padded"), smem_tile(2, 16, 32, stages = 2, swizzle = auto))]
pub struct Stages(f32);

/// Sums a row of any tile of floats in workgroup memory, counted in the rows of all its planes.
pub fn row_sum<T: SmemTile<Elem = f32>, const LEN: usize>(tile: &[f32; LEN], row: u32) -> f32 {
    let mut sum = 0.0;
    for col in 0..T::COLS {
        sum += tile[T::index(row, col) as usize];
    }
    sum
}

/// Writes the sums of the first stage's rows, and its columns as rows of a square, for one workgroup of 32 invocations: several tiles are
/// several parameters.
#[spirv(compute(threads(32)))]
pub fn row_sums(
    #[spirv(local_invocation_id)] id: UVec3,
    #[spirv(storage_buffer, descriptor_set = 0, binding = 0)] input: &[f32],
    #[spirv(storage_buffer, descriptor_set = 0, binding = 1)] output: &mut [f32],
    #[spirv(workgroup)] stages: &mut [f32; Stages::LEN],
    #[spirv(workgroup)] square: &mut [f32; Square::LEN],
) {
    for row in 0..32 {
        stages[Stages::stage_index(0, row / 16, row % 16, id.x) as usize] = input[(row * 32 + id.x) as usize];
    }
    workgroup_memory_barrier_with_group_sync();
    for col in 0..32 {
        square[Square::index(col, id.x) as usize] = stages[Stages::stage_index(0, id.x / 16, id.x % 16, col) as usize];
    }
    output[id.x as usize] = row_sum::<Stages, { Stages::LEN }>(stages, id.x);
    workgroup_memory_barrier_with_group_sync();
    for row in 0..32 {
        output[(32 + row * 32 + id.x) as usize] = square[Square::index(row, id.x) as usize];
    }
}

#[test]
fn each_element_of_the_square_has_a_place_of_its_own() {
    let mut places: Vec<u32> = (0..1024).map(|i| Square::index(i / 32, i % 32)).collect();
    places.sort_unstable();
    places.dedup();
    assert_eq!((places.len(), places.iter().max().map(|&last| last as usize + 1)), (1024, Some(Square::LEN)));
}

#[test]
fn a_feature_chooses_the_layout() {
    assert_eq!(Stages::BYTES > 8192, cfg!(feature = "padded"));
}

#[test]
fn rows_of_any_tile_are_summed_by_its_index() {
    let mut stages = [0.0; Stages::LEN];
    for col in 0..32 {
        stages[Stages::stage_index(0, 1, 3, col) as usize] = 1.0;
    }
    let sums = [18, 19, 20].map(|row| row_sum::<Stages, { Stages::LEN }>(&stages, row));
    assert_eq!(sums, [0.0, 32.0, 0.0]);
}
