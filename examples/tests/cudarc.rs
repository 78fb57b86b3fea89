//! The calls for a GPU, which are cudarc's, on the simulated driver: one path for GPU and none.

use smem_launch::{Call, Device, DeviceChoice, Install, LaunchShape};

/// Stores by columns, of which the assembler keeps each.
const COLUMNS: &str = "__global__ void columns(float* to) {
    __shared__ float tile[32][32];
    tile[threadIdx.x][0] = threadIdx.x;
    __syncthreads();
    to[threadIdx.x] = tile[31 - threadIdx.x][0];
}";

#[test]
fn kernels_run_through_cudarc_on_the_simulated_driver_which_has_the_counts() {
    smem_driver::install().unwrap();
    let device = Device::open(DeviceChoice::Gpu, Install::Allowed).unwrap();
    assert!(device.describe().starts_with("smem-tile simulator sm_90"), "{}", device.describe());
    assert!(!device.is_gpu());
    let (program, to) = (device.load(COLUMNS, "columns.cu").unwrap(), device.zeros::<f32>(32).unwrap());
    let columns = program.kernel("columns").unwrap();
    let call = Call::new(&columns, LaunchShape::of([1, 1, 1], [32, 1, 1]), vec![to.arg()]);
    // SAFETY: the 32 threads write the 32 elements of the buffer.
    let (times, report) = smem_driver::observe(|| unsafe {
        device.run(&call).unwrap();
        device.time_in_turn(&[vec![call]], 10).unwrap()
    });
    let reversed: Vec<f32> = (0..32_u8).rev().map(f32::from).collect();
    assert_eq!(device.download(&to).unwrap(), reversed);
    // A time of the host would be no time of a GPU.
    assert_eq!((times, report.launches()), (None, 1));
    assert_eq!((report.kernel("columns").excess(), report.failures()), (62, 0), "{report:?}");
}
