//! Kernels as NVRTC compiled them, each against the same computation in Rust.

use crate::common::{Compiled, FEATURES, SimDevice};
use smem_sim::{Isa, KernelArg, LaunchShape, Profile, SharedOp};

fn launch(
    device: &mut SimDevice,
    compiled: Compiled,
    kernel: &str,
    launch: LaunchShape,
    args: &[KernelArg],
) -> Profile {
    let module = compiled.module();
    let profile = device.0.launch(&module, kernel, &launch, args).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(profile.isa == Isa::Sass, compiled.is_sass());
    profile
}

#[test]
fn loops_diverge_and_lanes_return_early() {
    for compiled in FEATURES {
        let mut device = SimDevice::of(compiled);
        let values: Vec<u32> = (1..=1000).collect();
        let (input, output) = (device.put(&values), device.put(&vec![0u32; 1000]));
        let args = [KernelArg::Ptr(input), KernelArg::Ptr(output), KernelArg::I32(1000)];
        launch(&mut device, compiled, "collatz", LaunchShape::new(8, 128), &args);
        let steps = |mut v: u32| {
            let mut steps = 0;
            while v != 1 {
                v = if v % 2 == 1 { 3 * v + 1 } else { v / 2 };
                steps += 1;
                if steps > 300 {
                    break;
                }
            }
            steps
        };
        let expected: Vec<u32> = values.iter().map(|&v| steps(v)).collect();
        assert_eq!(device.get::<u32>(output, 1000), expected);
    }
}

#[test]
fn warps_reduce_and_blocks_count_with_atomics() {
    for compiled in FEATURES {
        let mut device = SimDevice::of(compiled);
        let values: Vec<i32> = (0..1024).map(|i| i * 37 % 1001 - 300).collect();
        let (input, total, sums, bins) =
            (device.put(&values), device.put(&[0i32]), device.put(&[0f32]), device.put(&[0u32; 16]));
        let args = [KernelArg::Ptr(input), KernelArg::Ptr(total), KernelArg::Ptr(sums), KernelArg::Ptr(bins)];
        let profile = launch(&mut device, compiled, "reduce", LaunchShape::new(8, 128), &args);
        let sum: i32 = values.iter().sum();
        assert_eq!(device.get::<i32>(total, 1), [sum]);
        assert_eq!(device.get::<f32>(sums, 1), [sum as f32]);
        let mut expected = [0u32; 16];
        values.iter().for_each(|v| expected[(v & 15) as usize] += 1);
        assert_eq!(device.get::<u32>(bins, 16), expected);
        let atomic = profile.shared.iter().find(|c| c.op == SharedOp::Atomic).unwrap();
        // The old values are unused, so an increment takes one wavefront for all lanes on a bin.
        assert_eq!((atomic.requests, atomic.bytes, atomic.wavefronts), (32, 4, 32));
    }
}

#[test]
fn every_atomic_does_what_it_says() {
    for compiled in FEATURES {
        let mut device = SimDevice::of(compiled);
        let words = device.put(&[99u32, 0, u32::MAX, 0, 0, 0, 5, 1000, 7, 0]);
        let doubles = device.put(&[0u64, 0, 0]);
        let signed = device.put(&[0i32, -100, 0]);
        let args = [KernelArg::Ptr(words), KernelArg::Ptr(doubles), KernelArg::Ptr(signed)];
        launch(&mut device, compiled, "atomics", LaunchShape::new(1, 64), &args);
        // inc wraps 9 -> 0: 64 steps of 10. dec wraps 0 -> 9 from 5.
        let expected = [0, 63, 0, u32::MAX, 0, 4, 1, 936, 0, 42];
        assert_eq!(device.get::<u32>(words, 10), expected);
        assert_eq!(device.get::<u64>(doubles, 3), [(0..64u64).sum::<u64>() << 32, 63, 64]);
        assert_eq!(device.get::<i32>(signed, 3), [-63, 0, 7]);
    }
}

#[test]
fn dynamic_shared_memory_has_the_size_of_the_launch() {
    for compiled in FEATURES {
        let mut device = SimDevice::of(compiled);
        let values: Vec<f32> = (0..256).map(|i| i as f32).collect();
        let (input, output) = (device.put(&values), device.put(&[0f32; 256]));
        let args = [KernelArg::Ptr(input), KernelArg::Ptr(output)];
        let shape = LaunchShape::new(1, 256).shared_bytes(1024);
        let profile = launch(&mut device, compiled, "reverse", shape, &args);
        assert_eq!(profile.shared_bytes, 1024);
        assert_eq!(device.get::<f32>(output, 256), values.into_iter().rev().collect::<Vec<_>>());
        let module = compiled.module();
        let short = LaunchShape::new(1, 256).shared_bytes(896);
        let fault = device.0.launch(&module, "reverse", &short, &args).unwrap_err().to_string();
        assert!(fault.contains("outside shared memory: the block has 896 bytes; address 0x380"), "{fault}");
    }
}

#[test]
fn ldmatrix_gives_each_lane_its_elements() {
    for compiled in FEATURES {
        let mut device = SimDevice::of(compiled);
        let output = device.put(&[0u32; 192]);
        let profile = launch(&mut device, compiled, "ldmatrix", LaunchShape::new(1, 32), &[KernelArg::Ptr(output)]);
        let out = device.get::<u32>(output, 192);
        for lane in 0..32u32 {
            let (row, column) = (lane / 4, lane % 4 * 2);
            for matrix in 0..4 {
                let first = (matrix * 8 + row) * 8 + column;
                assert_eq!(out[(matrix * 32 + lane) as usize], first | (first + 1) << 16);
            }
            for matrix in 0..2 {
                let first = (matrix * 8 + column) * 8 + row;
                assert_eq!(out[(128 + matrix * 32 + lane) as usize], first | (first + 8) << 16);
            }
        }
        let costs: Vec<_> = profile.shared.iter().filter(|c| c.op == SharedOp::LdMatrix).collect();
        // Dense rows of 16 bytes fill the banks exactly: one wavefront a matrix.
        assert_eq!((costs[0].wavefronts, costs[0].ideal), (4, 4));
        assert_eq!((costs[1].wavefronts, costs[1].ideal), (2, 2));
    }
}

#[test]
fn vectors_and_dot_products() {
    for compiled in FEATURES {
        let mut device = SimDevice::of(compiled);
        let values: Vec<f32> = (0..256).map(|i| i as f32 * 0.5 + 1.0).collect();
        let bytes: Vec<i32> = (0..64).map(|i| i * 0x0103_f5fb).collect();
        let (input, output) = (device.put(&values), device.put(&[0f32; 256]));
        let (words, dots) = (device.put(&bytes), device.put(&[0i32; 64]));
        let args = [KernelArg::Ptr(input), KernelArg::Ptr(output), KernelArg::Ptr(words), KernelArg::Ptr(dots)];
        let profile = launch(&mut device, compiled, "vectors", LaunchShape::new(1, 64), &args);
        let out = device.get::<f32>(output, 256);
        for i in 0..64 {
            let (v, w) = (&values[4 * i..4 * i + 4], &values[4 * (i ^ 1)..4 * (i ^ 1) + 4]);
            let expected = [v[0] + w[3], v[1] * w[2], v[2].mul_add(w[1], 1.0), v[3] / w[0]];
            assert_eq!(out[4 * i..4 * i + 4], expected);
        }
        let dot = |v: i32| v.to_le_bytes().iter().map(|&b| i32::from(b as i8).pow(2)).sum::<i32>() + 5;
        assert_eq!(device.get::<i32>(dots, 64), bytes.iter().map(|&b| dot(b)).collect::<Vec<_>>());
        assert!(profile.shared.iter().all(|c| c.bytes == 16 && c.worst == 4 && c.ideal == c.wavefronts));
    }
}

#[test]
fn halves_round_to_nearest_even() {
    for compiled in FEATURES {
        let mut device = SimDevice::of(compiled);
        let values = [1.0f32, 1.000_488_3, 1.001_464_8, 65504.0, 65520.0, 1e-7, 6e-8, -0.1];
        let bits = [0x3c00u16, 0x3c00, 0x3c02, 0x7bff, 0x7c00, 0x0002, 0x0001, 0xae66];
        let (input, output, back) = (device.put(&values), device.put(&[0u16; 8]), device.put(&[0f32; 8]));
        let args = [KernelArg::Ptr(input), KernelArg::Ptr(output), KernelArg::Ptr(back)];
        launch(&mut device, compiled, "halves", LaunchShape::new(1, 8), &args);
        assert_eq!(device.get::<u16>(output, 8), bits);
        let doubled = device.get::<f32>(back, 8);
        assert_eq!(doubled[0], 2.0);
        assert_eq!(doubled[3], f32::INFINITY);
        assert_eq!(doubled[7], -0.199_951_17);
    }
}

#[test]
fn local_arrays_and_functions_that_are_not_inlined() {
    for compiled in FEATURES {
        let mut device = SimDevice::of(compiled);
        let (output, pairs) = (device.put(&[0u32; 64]), device.put(&[0u64; 64]));
        let args = [KernelArg::Ptr(output), KernelArg::Ptr(pairs), KernelArg::I32(5)];
        launch(&mut device, compiled, "locals", LaunchShape::new(1, 64), &args);
        let (out, sums) = (device.get::<u32>(output, 64), device.get::<u64>(pairs, 64));
        for t in 0..64u32 {
            let mut table = [0; 16];
            (0..16).for_each(|i| table[(i * 5) & 15] = (i * i) as u32 + t);
            let pick = |i: u32| table[i as usize] + if i & 1 == 1 { 1000 } else { 0 };
            assert_eq!(out[t as usize], pick(t & 15) + pick((t + 1) & 15));
            assert_eq!(sums[t as usize], u64::from(t) * 3 + 4);
        }
    }
}

#[test]
fn integers_divide_permute_and_shift() {
    for compiled in FEATURES {
        let mut device = SimDevice::of(compiled);
        let a: Vec<u64> = (1..=64u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
        let b: Vec<u64> = (1..=64u64).map(|i| i.wrapping_mul(0xd1b5_4a32_d192_ed03) >> (i % 50)).collect();
        let (ap, bp) = (device.put(&a), device.put(&b));
        let (q, r, sq, out) =
            (device.put(&[0u64; 64]), device.put(&[0u64; 64]), device.put(&[0i64; 64]), device.put(&[0i32; 64]));
        let args = [
            KernelArg::Ptr(ap),
            KernelArg::Ptr(bp),
            KernelArg::Ptr(q),
            KernelArg::Ptr(r),
            KernelArg::Ptr(sq),
            KernelArg::Ptr(out),
            KernelArg::U32(64),
        ];
        let module = compiled.module();
        device.0.launch(&module, "integers", &LaunchShape::new(1, 96), &args).unwrap_or_else(|e| panic!("{e}"));
        let (q, r) = (device.get::<u64>(q, 64), device.get::<u64>(r, 64));
        let (sq, out) = (device.get::<i64>(sq, 64), device.get::<i32>(out, 64));
        for i in 0..64 {
            let (a, b) = (a[i], b[i]);
            assert_eq!((q[i], r[i], sq[i]), (a / b, a % b, a as i64 / b as i64));
            let (x, y) = (a as u32, b as u32);
            let mut t = (x & y) ^ (!x | 12345);
            // __byte_perm(t, y, 0x3715)
            let bytes = (u64::from(y) << 32 | u64::from(t)).to_le_bytes();
            t = u32::from_le_bytes([bytes[5], bytes[1], bytes[7], bytes[3]]);
            let ffs = if y == 0 { 0 } else { y.trailing_zeros() + 1 };
            t = t.wrapping_add(x.count_ones() + y.leading_zeros()).wrapping_add(x.reverse_bits()).wrapping_add(ffs);
            let funnel = ((u64::from(y) << 32 | u64::from(x)) << (i as u32 & 31) >> 32) as u32;
            let high = ((i64::from(x as i32) * i64::from(y as i32)) >> 32) as u32;
            let s24 = |v: u32| i64::from((v << 8) as i32 >> 8);
            t ^= funnel
                .wrapping_add(high)
                .wrapping_add(((u64::from(x) * u64::from(y)) >> 32) as u32)
                .wrapping_add((s24(x) * s24(y)) as u32);
            t = t
                .wrapping_add(((u128::from(a) * u128::from(b)) >> 64) as u32)
                .wrapping_add((a >> (i & 63)) as u32)
                .wrapping_add((b as i64 >> 7) as u32);
            t = t
                .wrapping_add((x as i32).min(y as i32) as u32)
                .wrapping_add(x.max(y))
                .wrapping_add((x as i32).wrapping_abs() as u32)
                .wrapping_add([1i32, -2, 3, -4][i & 3] as u32)
                .wrapping_add([b'b', b'd'][i & 1].into());
            t = t
                .wrapping_add((x as i32).abs_diff(y as i32).wrapping_add(3))
                .wrapping_add(x >> 5 & 0x7f)
                .wrapping_add(((y as i32) << 9 >> 20) as u32);
            assert_eq!(out[i], t as i32, "thread {i}");
        }
        let (counter, _) = device.0.variable(&module, "counter").unwrap();
        assert_eq!(device.get::<u32>(counter, 1), [164]);
    }
}

#[test]
fn votes_shuffles_and_matches() {
    for compiled in FEATURES {
        let mut device = SimDevice::of(compiled);
        let output = device.put(&[0u32; 64]);
        launch(&mut device, compiled, "votes", LaunchShape::new(1, 64), &[KernelArg::Ptr(output)]);
        let out = device.get::<u32>(output, 64);
        for i in 0..64u32 {
            let warp = i & !31;
            let lanes = |f: &dyn Fn(u32) -> bool| (0..32).filter(|&l| f(warp + l)).fold(0u32, |m, l| m | 1 << l);
            let ballot = lanes(&|t| t % 3 == 0);
            let any = u32::from(warp == 32);
            let all = u32::from(warp == 0);
            let odd = if i & 1 == 1 { lanes(&|t| t & 1 == 1 && t > 15) } else { 0 };
            let down = if i & 31 < 29 { i + 3 } else { i };
            let index = (i & !7) + 7;
            let matched = lanes(&|t| t / 5 == i / 5);
            let sum = [ballot, any, all, odd, down, index, matched, 43, u32::MAX];
            assert_eq!(out[i as usize], sum.into_iter().fold(0, u32::wrapping_add), "thread {i}");
        }
    }
}

#[test]
fn floats_agree_with_the_host() {
    for compiled in FEATURES {
        let mut device = SimDevice::of(compiled);
        let a: Vec<f32> = (0..64).map(|i| i as f32 * 0.37 + 0.01).collect();
        let d: Vec<f64> = (0..64).map(|i| f64::from(i) * 1.7 + 0.3).collect();
        let (ap, dp) = (device.put(&a), device.put(&d));
        let (f, g, k) = (device.put(&[0f32; 64]), device.put(&[0f64; 64]), device.put(&[0i32; 64]));
        let args = [KernelArg::Ptr(ap), KernelArg::Ptr(dp), KernelArg::Ptr(f), KernelArg::Ptr(g), KernelArg::Ptr(k)];
        launch(&mut device, compiled, "floats", LaunchShape::new(1, 64), &args);
        let (f, g, k) = (device.get::<f32>(f, 64), device.get::<f64>(g, 64), device.get::<i32>(k, 64));
        for i in 0..64 {
            let (x, y) = (a[i], d[i]);
            let expected =
                x.sqrt() + x / 3.0 + 1.0 / x.sqrt() + x.min(2.0) + x.floor() + (x * 0.125).exp() + x / 7.0 + x;
            assert!((f[i] - expected).abs() <= expected * 1e-5, "{} {expected}", f[i]);
            let mut exact = y / 3.0 + y.sqrt();
            exact += y.mul_add(y, 0.5);
            exact += y.floor();
            exact += f64::from(x);
            assert_eq!(g[i], exact);
            let whole = (x as i32)
                .wrapping_add(x.round_ties_even() as i32)
                .wrapping_add(y as i32)
                .wrapping_add(x.to_bits() as i32)
                .wrapping_add(y as i32)
                .wrapping_add(i32::from(x < 1.5));
            assert_eq!(k[i], whole);
        }
    }
}

#[test]
fn switches_take_every_branch() {
    for compiled in FEATURES {
        let mut device = SimDevice::of(compiled);
        let values: Vec<i32> = (0..64).map(|i| i % 9).collect();
        let (input, output) = (device.put(&values), device.put(&[0i32; 66]));
        launch(
            &mut device,
            compiled,
            "switches",
            LaunchShape::new(1, 64),
            &[KernelArg::Ptr(input), KernelArg::Ptr(output)],
        );
        let out = device.get::<i32>(output, 66);
        for (i, &v) in values.iter().enumerate() {
            let expected = match v {
                0 => 3,
                1 => 11,
                2 => 22,
                3 => 5,
                4 => 4 ^ 0x55,
                5 => -5,
                6 => 66,
                _ => -1,
            };
            assert_eq!(out[i], expected);
        }
        assert_eq!(out[64..], [values.iter().filter(|&&v| v == 1).count() as i32, 1]);
    }
}
