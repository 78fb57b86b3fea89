use smem_tile::{SmemTile, smem_tile};

#[smem_tile(64, 64, swizzle = auto)]
struct Swizzled(f32);

#[smem_tile(64, 64, pad = (2, every = 32), access(row))]
struct PaddedInside(u16);

const N: u32 = 32;
#[smem_tile(N, N, swizzle = auto)]
struct OfConstants(f32);

const LEADING: u32 = 2 * Swizzled::PITCH;
const INSIDE: u32 = PaddedInside::PITCH;
const COMPUTED: u32 = OfConstants::PITCH;
const GENERIC: u32 = <Swizzled as SmemTile>::PITCH;

fn main() {}
