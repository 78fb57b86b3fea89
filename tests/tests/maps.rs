//! The request that a bank map marks is the one that takes the most wavefronts in the simulator, which finds the addresses of each warp
//! by running a kernel.

use std::collections::BTreeSet;

use smem_layout::{Access, Arch, Cute, Layout, Map, Position, Style, Swizzle};
use smem_sim::{KernelArg, LaunchShape, Observer, SharedAccess, Simulator};

/// A warp writes down the columns of a tile of 32-bit elements: lane i has element `32 * warp + i`, counted down the columns.
const KERNEL: &str = "
    .version 8.8 .target sm_90 .address_size 64
    .visible .entry columns(.param .u32 warp, .param .u32 rows, .param .u32 cols, .param .u32 pitch, .param .u32 mask) {
      .shared .align 4 .b8 tile[16384]; .reg .b32 %r<16>; .reg .pred %p0;
      ld.param.u32 %r0, [warp]; ld.param.u32 %r1, [rows]; ld.param.u32 %r2, [cols];
      ld.param.u32 %r3, [pitch]; ld.param.u32 %r4, [mask];
      mov.u32 %r5, %tid.x; mad.lo.u32 %r5, %r0, 32, %r5;
      rem.u32 %r6, %r5, %r1; div.u32 %r7, %r5, %r1;
      setp.ge.u32 %p0, %r7, %r2; @%p0 ret;
      and.b32 %r8, %r6, %r4; xor.b32 %r7, %r7, %r8;
      mad.lo.u32 %r9, %r6, %r3, %r7; shl.b32 %r9, %r9, 2; mov.u32 %r10, tile; add.u32 %r9, %r9, %r10;
      st.shared.u32 [%r9], %r5; ret;
    }";

/// The byte addresses of a request's lanes.
#[derive(Default)]
struct Addresses(BTreeSet<u32>);

impl Observer for Addresses {
    fn shared(&mut self, access: &SharedAccess<'_>) {
        self.0.extend(access.lanes().map(|(_, address)| address));
    }
}

#[test]
fn the_marked_elements_are_those_of_the_worst_warp_in_the_simulator() {
    let module = smem_ptx::module(KERNEL).unwrap();
    let swizzled = |mask: u32| {
        let bits = mask.count_ones();
        Layout::plain(32, 32).unwrap().with_swizzle(Swizzle::Cute(Cute::new(bits, 0, 5).unwrap())).unwrap()
    };
    let cases = [
        (Layout::plain(32, 32).unwrap(), 0),
        (Layout::padded(32, 32, 1).unwrap(), 0),
        (Layout::padded(32, 32, 4).unwrap(), 0),
        (swizzled(31), 31),
        (swizzled(3), 3),
        // The worst warp is not the first one.
        (Layout::plain(13, 11).unwrap(), 0),
        (Layout::plain(17, 23).unwrap(), 0),
        (Layout::padded(10, 24, 1).unwrap(), 0),
    ];
    let mut other_than_first = 0;
    for (layout, mask) in cases {
        let (rows, cols, pitch) = (layout.rows(), layout.cols(), layout.pitch());
        let run = |warp: u32| {
            let args = [warp, rows, cols, pitch, mask].map(KernelArg::U32);
            let sim = Simulator::new(Arch::SM_90);
            let launched = sim.launch_observed(&module, "columns", &LaunchShape::new(1, 32), &args, Addresses::default);
            let (profile, seen) = launched.unwrap_or_else(|fault| panic!("{fault}"));
            (profile.wavefronts(), seen.into_iter().flat_map(|seen| seen.0).collect::<BTreeSet<u32>>())
        };
        let warps: Vec<_> = (0..(rows * cols).div_ceil(32)).map(run).collect();
        let most = warps.iter().map(|(wavefronts, _)| *wavefronts).max().unwrap();
        let first = warps.iter().position(|(wavefronts, _)| *wavefronts == most).unwrap();
        other_than_first += usize::from(first > 0);
        let map = Map::of(&layout, 4, Arch::SM_90).access(&Access::col(), Position::Worst).unwrap();
        let elements = (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col)));
        let marked: BTreeSet<u32> = elements
            .filter(|(row, col)| map.is_marked(*row, *col))
            .map(|(row, col)| 4 * layout.index(row, col))
            .collect();
        assert_eq!(marked, warps[first].1, "{layout}: warp {first} has {most} wavefronts");
    }
    assert!(other_than_first > 0, "no case tells the worst warp from the first");
}

/// A tile of planes in two stages.
#[smem_tile::smem_tile(4, 8, 33, access(row), stages = 2)]
struct Planes(f32);

#[test]
fn the_map_of_a_type_is_that_of_its_layout() {
    let drawn = Map::of_tile::<Planes>().text(Style::Plain, 120).unwrap();
    let laid_out = Map::of(&Planes::LAYOUT, 4, Arch::DEFAULT).in_planes(4).text(Style::Plain, 120).unwrap();
    let (title, rows) = drawn.split_once('\n').unwrap();
    assert_eq!(title, "4 x 8 x 33, plain: 4224 bytes a stage");
    assert_eq!(rows, laid_out.split_once('\n').unwrap().1);
    assert!(rows.contains("plane 3\n"));
}
