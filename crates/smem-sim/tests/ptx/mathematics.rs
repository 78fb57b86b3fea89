//! CUDA's mathematical functions, which use most of the instruction set, against the host's.

use crate::common::{Compiled, SimDevice, fixture};
use smem_sim::{KernelArg, LaunchShape};

const MATH: [Compiled; 3] = fixture!("math", "sm_90" SM_90);

#[test]
fn single_precision_functions_agree_with_the_host() {
    for compiled in MATH {
        let module = compiled.module();
        let mut device = SimDevice::new();
        // Large arguments take the slow reduction of sine and cosine.
        let input: Vec<f32> =
            (0..256).map(|i| if i < 200 { i as f32 * 0.173 + 0.01 } else { i as f32 * 1234.5 }).collect();
        let (from, to) = (device.put(&input), device.put(&vec![0f32; 8 * 256]));
        device
            .0
            .launch(&module, "singles", &LaunchShape::new(1, 256), &[KernelArg::Ptr(from), KernelArg::Ptr(to)])
            .unwrap();
        for (x, found) in input.iter().map(|&x| f64::from(x)).zip(device.get::<f32>(to, 8 * 256).chunks(8)) {
            let expected =
                [x.sin(), x.cos(), x.ln(), x.powf(f64::from(1.3f32)), x.tanh(), x.cbrt(), x % 3.0, x.round()];
            for (i, (&found, expected)) in found.iter().zip(expected).enumerate() {
                let error = (f64::from(found) - expected).abs();
                assert!(error <= expected.abs() * 2e-6 + 2e-7, "function {i} of {x}: {found}, not {expected}");
            }
        }
    }
}

#[test]
fn double_precision_functions_agree_with_the_host() {
    for compiled in MATH {
        let module = compiled.module();
        let mut device = SimDevice::new();
        let input: Vec<f64> = (0..256).map(|i| f64::from(i) * 0.917 + 0.01).collect();
        let (from, to) = (device.put(&input), device.put(&vec![0f64; 8 * 256]));
        device
            .0
            .launch(&module, "doubles", &LaunchShape::new(1, 256), &[KernelArg::Ptr(from), KernelArg::Ptr(to)])
            .unwrap();
        for (&x, found) in input.iter().zip(device.get::<f64>(to, 8 * 256).chunks(8)) {
            let expected = [x.sin(), x.exp(), x.ln(), x.powf(1.3), x.atan2(2.0), x.cbrt(), x % 3.0, 1.0 / x.sqrt()];
            for (i, (&found, expected)) in found.iter().zip(expected).enumerate() {
                let error = (found - expected).abs();
                assert!(error <= expected.abs() * 1e-14 + 1e-15, "function {i} of {x}: {found}, not {expected}");
            }
        }
    }
}

#[test]
fn structs_go_by_value_into_kernels_and_functions() {
    for compiled in MATH {
        let module = compiled.module();
        let mut device = SimDevice::new();
        let mut state: Vec<u8> = (1..=5i32).flat_map(i32::to_le_bytes).collect();
        state.resize(24, 0);
        state.extend(1.5f64.to_le_bytes());
        state.extend([65, 0, 0, 0, 0, 0, 0, 0]);
        let to = device.put(&vec![0u8; 40 * 10]);
        device
            .0
            .launch(&module, "structs", &LaunchShape::new(1, 10), &[KernelArg::Bytes(state), KernelArg::Ptr(to)])
            .unwrap();
        for (k, out) in device.get::<u8>(to, 400).chunks(40).enumerate() {
            let mut a = [1, 2, 3, 4, 5];
            a[k % 5] += k as i32;
            a[2] += 7;
            let found: Vec<i32> = out[..20].chunks(4).map(|c| i32::from_le_bytes(c.try_into().unwrap())).collect();
            assert_eq!(found, a);
            assert_eq!(f64::from_le_bytes(out[24..32].try_into().unwrap()), 6.0);
            assert_eq!(out[32], 65);
        }
    }
}
