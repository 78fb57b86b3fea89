//! Tiles of planes: their index, by the type and by the trait, and where their stages lie.

use smem_derive::smem_tile;
use smem_launch::{Arg, Device, DeviceChoice, Install, LaunchShape};
use smem_layout::{Access, AutoOr, ConflictPolicy, LayoutChoice, SmemTile, TileSpec};

use super::compared_tile::{ComparedTile, compare};

#[smem_tile(3, 8, 20, stages = 2)]
struct PlaneStages(f32);

#[smem_tile(4, 8, 32)]
struct Planes(f32);

#[smem_tile(3, 5, 12, pad = 1, access(row), conflicts = allow)]
struct PaddedPlanes(u16);

#[smem_tile(8, 8, 8, pad = auto, access(depth))]
struct PaddedInside(f32);

#[smem_tile(4, 8, 16, layout = plain, access(row))]
struct PlainPlanes(u8);

#[smem_tile(1, 1, 40, access(row))]
struct OneRow(u64);

#[smem_tile(5, 3, 12, swizzle = rotate(1, every = 2), access(row), conflicts = allow)]
struct RotatedPlanes(f32);

#[smem_tile(6, 4, 16, stages = 2, access(row(vec = 4), depth(wrap = false, vec = 4)))]
struct StagedPlanes(f32);

#[test]
fn every_tile_of_planes_has_the_same_index_in_rust_and_in_cuda() {
    compare(&[
        ComparedTile::of_planes::<Planes>("Planes", Planes::ROWS, Planes::index),
        ComparedTile::of_planes::<PaddedPlanes>("PaddedPlanes", PaddedPlanes::ROWS, PaddedPlanes::index),
        ComparedTile::of_planes::<PaddedInside>("PaddedInside", PaddedInside::ROWS, PaddedInside::index),
        ComparedTile::of_planes::<PlaneStages>("PlaneStages", PlaneStages::ROWS, PlaneStages::index),
        ComparedTile::of_planes::<PlainPlanes>("PlainPlanes", PlainPlanes::ROWS, PlainPlanes::index),
        ComparedTile::of_planes::<OneRow>("OneRow", OneRow::ROWS, OneRow::index),
        ComparedTile::of_planes::<RotatedPlanes>("RotatedPlanes", RotatedPlanes::ROWS, RotatedPlanes::index),
        ComparedTile::of_planes::<StagedPlanes>("StagedPlanes", StagedPlanes::ROWS, StagedPlanes::index),
    ]);
    assert_eq!((Planes::PLANES, Planes::ROWS, Planes::COLS), (4, 8, 32));
    assert_eq!((<Planes as SmemTile>::ROWS, Planes::LAYOUT.rows()), (32, 32));
}

#[test]
fn layouts_of_planes_of_every_class_have_the_same_index_in_cuda() {
    let accesses = [
        [Access::row(), Access::depth()],
        [Access::unwrapped_col(), Access::unwrapped_depth()],
        [Access::block_3d(2, 2, 2), Access::window(2, 2)],
    ];
    let mut tiles = Vec::new();
    for elem_bytes in [1, 4, 16] {
        for (planes, rows, cols) in [(4, 8, 32), (8, 8, 8), (3, 5, 7), (2, 31, 33), (16, 2, 12)] {
            for accesses in &accesses {
                for choice in
                    [LayoutChoice::Plain, LayoutChoice::Pad(AutoOr::Auto), LayoutChoice::Swizzle(AutoOr::Auto)]
                {
                    let spec = TileSpec::builder(rows, cols, elem_bytes, accesses).planes(planes).choice(choice);
                    let spec = spec.conflicts(ConflictPolicy::Allow).build().unwrap();
                    let name = format!("Tile{}", tiles.len());
                    tiles.extend(ComparedTile::solved(name, &spec));
                }
            }
        }
    }
    assert!(tiles.len() > 120, "only {} layouts to compare", tiles.len());
    compare(&tiles);
}

#[test]
fn stages_of_planes_lie_one_after_the_other() {
    let device = Device::open(DeviceChoice::Auto, Install::Allowed).unwrap();
    let kernel = "extern \"C\" __global__ void stages(unsigned* place) {
    __shared__ StagedPlanes tile;
    const char* start = reinterpret_cast<const char*>(&tile);
    for (unsigned i = threadIdx.x; i < 2u * 384u; i += blockDim.x) {
        const unsigned stage = i / 384u, plane = i % 384u / 64u, row = i % 64u / 16u, col = i % 16u;
        const char* element = reinterpret_cast<const char*>(&tile(stage, plane, row, col));
        place[i] = static_cast<unsigned>(element - start) / sizeof(float);
        if (col % 4u == 0u) {
            const char* vector = reinterpret_cast<const char*>(&tile.vec<float4>(stage, plane, row, col));
            if (vector != element) place[i] = ~0u;
        }
    }
}
";
    let program = device.load(&format!("{}{kernel}", StagedPlanes::CUDA), "stages.cu").unwrap();
    let place = device.zeros::<u32>(2 * 384).unwrap();
    let arguments: [Arg<'_>; 1] = [place.arg()];
    let launch = LaunchShape::of([1, 1, 1], [64, 1, 1]);
    // SAFETY: the kernel writes the place of each element of the tile, as many as the buffer has.
    unsafe { device.launch(&program.kernel("stages").unwrap(), launch, &arguments) }.unwrap();
    for (i, place) in (0u32..).zip(device.download(&place).unwrap()) {
        assert_eq!(place, StagedPlanes::stage_index(i / 384, i % 384 / 64, i % 64 / 16, i % 16));
    }
}
