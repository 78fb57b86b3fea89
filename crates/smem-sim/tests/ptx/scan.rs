//! The block scan of the project's first case, as NVRTC compiled it: results, and wavefronts.

use crate::common::{Compiled, SCAN, SimDevice};
use smem_sim::{KernelArg, LaunchShape, Profile, SharedOp};

const NX: usize = 100;
const NY: usize = 70;

fn source() -> Vec<u8> {
    (0..NX * NY).map(|i| (i * 7919 % 251) as u8).collect()
}

/// dst[y][x] = sum of src[i][j]^2 over i <= y, j <= x, by its definition.
fn reference(src: &[u8]) -> Vec<u64> {
    let mut out = vec![0; NX * NY];
    for y in 0..NY {
        let mut row = 0;
        for x in 0..NX {
            row += u64::from(src[y * NX + x]).pow(2);
            out[y * NX + x] = row + if y > 0 { out[(y - 1) * NX + x] } else { 0 };
        }
    }
    out
}

fn scan(compiled: Compiled, kernel: &str) -> (Vec<u64>, Profile) {
    let module = compiled.module();
    let mut device = SimDevice::new();
    let src = source();
    let full = reference(&src);
    // col_carry[b * ny + y]: the row's sum up to block b's end. row_carry[b * nx + x]: the scan's row above block b + 1.
    let (bx, by) = (NX.div_ceil(32), NY.div_ceil(32));
    let mut col = vec![0u64; bx * NY];
    for b in 0..bx {
        for y in 0..NY {
            col[b * NY + y] = (0..NX.min(32 * (b + 1))).map(|j| u64::from(src[y * NX + j]).pow(2)).sum();
        }
    }
    let mut row = vec![0u64; by * NX];
    for b in 0..by {
        for x in 0..NX {
            row[b * NX + x] = full[(32 * (b + 1)).min(NY) * NX - NX + x];
        }
    }
    let args = [
        KernelArg::Ptr(device.put(&src)),
        KernelArg::Ptr(device.0.alloc(8 * NX * NY)),
        KernelArg::Ptr(device.put(&row)),
        KernelArg::Ptr(device.put(&col)),
        KernelArg::I32(NX as i32),
        KernelArg::I32(NY as i32),
    ];
    let launch = LaunchShape::of([bx as u32, by as u32, 1], [32, 32, 1]);
    let profile = device.0.launch(&module, kernel, &launch, &args).unwrap_or_else(|e| panic!("{e}"));
    let KernelArg::Ptr(dst) = args[1] else { unreachable!() };
    (device.get(dst, NX * NY), profile)
}

#[test]
fn the_scan_is_right_in_both_layouts() {
    for compiled in SCAN {
        for kernel in ["scan_dense", "scan_padded"] {
            let (dst, _) = scan(compiled, kernel);
            assert_eq!(dst, reference(&source()), "{kernel}");
        }
    }
}

#[test]
fn the_dense_column_takes_32_wavefronts_where_2_would_do() {
    for compiled in SCAN {
        let (_, profile) = scan(compiled, "scan_dense");
        let columns: Vec<_> = profile.shared.iter().filter(|c| c.worst > 2).collect();
        assert_eq!(columns.len(), 2, "{profile:#?}");
        for count in &columns {
            // 4 x 3 blocks of 32 warps.
            assert_eq!((count.requests, count.wavefronts, count.ideal), (384, 384 * 32, 384 * 2));
            assert_eq!((count.worst, count.bytes), (32, 8));
        }
        assert_eq!([columns[0].op, columns[1].op], [SharedOp::Load, SharedOp::Store]);
        let rows: Vec<_> = profile.shared.iter().filter(|c| c.worst == 2).collect();
        assert!(rows.iter().all(|c| c.wavefronts == c.ideal), "{rows:#?}");
        assert_eq!(profile.wavefronts() - profile.ideal(), 2 * 384 * 30);
        assert_eq!(profile.shared_bytes, 8192);
        assert_eq!(profile.barriers, 3 * 384);
        assert_eq!(profile.global_stored, (8 * NX * NY) as u64);
    }
}

#[test]
fn a_pitch_of_33_has_no_excess() {
    for compiled in SCAN {
        let (_, profile) = scan(compiled, "scan_padded");
        assert_eq!(profile.wavefronts(), profile.ideal());
        assert_eq!(profile.shared_bytes, 8 * 32 * 33);
    }
}

#[test]
fn counts_carry_the_source_line_and_where_it_was_inlined() {
    let (_, profile) = scan(SCAN[0], "scan_dense");
    let load = profile.shared.iter().find(|c| c.worst == 32).unwrap();
    let loc = load.loc.as_ref().unwrap();
    assert_eq!(loc.file, "/fixtures/scan.cu");
    assert_eq!(loc.function.as_deref(), Some("_Z10block_scanILi32EEvPKhPyPKyS4_ii"));
    assert_eq!(loc.inlined_at.as_ref().unwrap().line, 37);
}

#[test]
fn the_same_launch_gives_the_same_profile() {
    assert_eq!(scan(SCAN[1], "scan_dense"), scan(SCAN[1], "scan_dense"));
}
