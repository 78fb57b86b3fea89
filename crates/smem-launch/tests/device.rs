//! Buffers, programs and launches on the device of this machine.

use smem_launch::{Arg, Call, Device, DeviceChoice, Error, Install, Kernel, LaunchShape, Profile};

const SOURCE: &str = r#"
extern "C" __global__ void add(unsigned* data, unsigned n, unsigned more) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] += more;
}

extern "C" __global__ void reverse(unsigned long long* data) {
    extern __shared__ unsigned long long tile[];
    tile[threadIdx.x] = data[threadIdx.x];
    __syncthreads();
    data[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}
"#;

fn device(choice: DeviceChoice) -> Device {
    Device::open(choice, Install::Allowed).unwrap()
}

/// Launches a kernel of this file.
fn launch_on(
    device: &Device,
    kernel: &Kernel,
    launch: LaunchShape,
    args: &[Arg<'_>],
) -> Result<Option<Profile>, Error> {
    // SAFETY: the kernels here stay inside the buffers that the tests give them, and refused launches run none.
    unsafe { device.launch(kernel, launch, args) }
}

#[test]
fn it_says_what_it_is() {
    let simulator = device(DeviceChoice::Simulator);
    assert!(!simulator.is_gpu());
    assert_eq!(simulator.describe(), "simulator (smem-sim, sm_90)");

    let auto = device(DeviceChoice::Auto);
    eprintln!("auto runs on {}", auto.describe());
    assert!(auto.is_gpu() || auto.describe().contains(", no GPU found: "), "{}", auto.describe());
}

#[test]
fn what_goes_up_comes_down() {
    let device = device(DeviceChoice::Auto);
    let bytes: Vec<u8> = (0..=255).collect();
    assert_eq!(device.download(&device.upload(&bytes).unwrap()).unwrap(), bytes);
    let numbers = [1.5_f64, -0.0, f64::MAX];
    assert_eq!(device.download(&device.upload(&numbers).unwrap()).unwrap(), numbers);
    assert_eq!(device.download(&device.zeros::<i16>(5).unwrap()).unwrap(), [0; 5]);
    let none = device.upload::<u32>(&[]).unwrap();
    assert!(none.is_empty() && device.download(&none).unwrap().is_empty());
}

#[test]
fn kernels_compute_and_the_simulator_counts() {
    let device = device(DeviceChoice::Auto);
    let program = device.load(SOURCE, "device.cu").unwrap();
    let data = device.upload(&[10_u32; 100]).unwrap();
    let launch = LaunchShape::of([4, 1, 1], [32, 1, 1]);
    launch_on(&device, &program.kernel("add").unwrap(), launch, &[data.arg(), 100_u32.into(), 5_u32.into()]).unwrap();
    assert_eq!(device.download(&data).unwrap(), [15; 100]);

    let data = device.upload(&[1_u64, 2, 3, 4]).unwrap();
    let launch = LaunchShape::of([1, 1, 1], [4, 1, 1]).shared_bytes(4 * 8);
    let reverse = program.kernel("reverse").unwrap();
    let profile = launch_on(&device, &reverse, launch, &[data.arg()]).unwrap();
    assert_eq!(device.download(&data).unwrap(), [4, 3, 2, 1]);
    assert_eq!(profile.is_none(), device.is_gpu());
    if let Some(profile) = profile {
        assert_eq!((profile.requests(), profile.wavefronts()), (2, 2));
    }
    // SAFETY: four threads access four elements, in the buffer and in shared memory.
    let timing = unsafe { device.time(&reverse, launch, &[data.arg()], 5) }.unwrap();
    assert_eq!(timing.is_some(), device.is_gpu(), "only a GPU has times");
}

#[test]
fn calls_run_in_turn_as_often_as_they_are_timed() {
    let device = device(DeviceChoice::Auto);
    let program = device.load(SOURCE, "device.cu").unwrap();
    let (add, data) = (program.kernel("add").unwrap(), device.zeros::<u32>(32).unwrap());
    let call =
        |more: u32| Call::new(&add, LaunchShape::of([1, 1, 1], [32, 1, 1]), vec![data.arg(), 32.into(), more.into()]);
    // SAFETY: the kernel compares its threads' numbers with the length of the buffer; so below.
    unsafe { device.run(&call(7)) }.unwrap();
    assert_eq!(device.download(&data).unwrap(), [7; 32]);

    // SAFETY: as above.
    let timings = unsafe { device.time_in_turn(&[vec![call(1)], vec![call(100), call(1000)]], 4) }.unwrap();
    let sum = device.download(&data).unwrap()[0];
    if let Some(timings) = timings {
        assert!(timings.len() == 2 && timings.iter().all(|timing| timing.samples == 4 && timing.median > 0.0));
        assert_eq!((sum - 7) % 1101, 0, "every sequence runs equally often");
        assert!((sum - 7) / 1101 >= 4, "{sum}");
    } else {
        assert!(!device.is_gpu() && sum == 7, "the simulator has no time to take");
    }
    // SAFETY: as above.
    assert_eq!(unsafe { device.time_in_turn(&[vec![call(1)]], 0) }.unwrap(), None);
}

#[test]
fn a_cleared_buffer_holds_zeros() {
    let device = device(DeviceChoice::Auto);
    let mut data = device.upload(&[u64::MAX; 100]).unwrap();
    device.clear(&mut data).unwrap();
    assert_eq!(device.download(&data).unwrap(), [0; 100]);
    let mut none = device.zeros::<u8>(0).unwrap();
    device.clear(&mut none).unwrap();
}

#[test]
fn launches_that_do_not_fit_are_refused() {
    let device = device(DeviceChoice::Auto);
    let program = device.load(SOURCE, "device.cu").unwrap();
    let error = program.kernel("no_such").unwrap_err();
    let known = "`add`, `reverse`";
    let expected = format!("`device.cu` has no kernel `no_such` (identifier \"no_such\" is undefined); it has {known}");
    assert_eq!(error.to_string(), expected);
    assert!(program.kernel("add\0").is_err());

    let add = program.kernel("add").unwrap();
    let data = device.zeros::<u32>(4).unwrap();
    let launch = LaunchShape::of([1, 1, 1], [4, 1, 1]);
    for args in [&[data.arg()][..], &[data.arg(), 4_u32.into(), 1_u64.into()]] {
        assert!(launch_on(&device, &add, launch, args).is_err(), "{args:?}");
    }
    assert!(
        launch_on(&device, &add, LaunchShape::of([1, 1, 1], [2048, 1, 1]), &[data.arg(), 4.into(), 1.into()]).is_err()
    );
}

#[test]
fn a_fault_in_the_simulator_names_kernel_and_thread() {
    let device = device(DeviceChoice::Simulator);
    let program = device.load(SOURCE, "device.cu").unwrap();
    let data = device.zeros::<u32>(4).unwrap();
    let launch = LaunchShape::of([1, 1, 1], [32, 1, 1]);
    let args = [data.arg(), 32.into(), 1.into()];
    let error = device.simulate(&program.kernel("add").unwrap(), launch, &args).unwrap_err();
    assert!(matches!(error, Error::Fault(_)), "{error:?}");
    assert!(error.to_string().contains("add"), "{error}");
    assert_eq!(error.exit_code(), 1);
}

#[test]
fn the_safe_launch_runs_in_the_simulator_alone() {
    let simulator = device(DeviceChoice::Simulator);
    let run = |device: &Device| {
        let (program, data) = (device.load(SOURCE, "device.cu")?, device.zeros::<u32>(4)?);
        let launch = LaunchShape::of([1, 1, 1], [4, 1, 1]);
        let profile = device.simulate(&program.kernel("add")?, launch, &[data.arg(), 4.into(), 1.into()])?;
        Ok::<_, Error>((profile.blocks_run, device.download(&data)?))
    };
    assert_eq!(run(&simulator).unwrap(), (1, vec![1; 4]));
    let auto = device(DeviceChoice::Auto);
    if auto.is_gpu() {
        let told = run(&auto).unwrap_err().to_string();
        assert!(told.contains("this device is a GPU, which does not simulate"), "{told}");
    } else {
        eprintln!("skipped in part: there is no GPU that could refuse to simulate");
    }
}

#[test]
fn what_another_simulator_has_is_refused() {
    let [own, other] = [(); 2].map(|()| device(DeviceChoice::Simulator));
    let data = other.upload(&[1_u32; 4]).unwrap();
    assert_eq!(own.download(&data).unwrap_err().to_string(), "the buffer is another device's");
    let add = other.load(SOURCE, "device.cu").unwrap().kernel("add").unwrap();
    let launch = LaunchShape::of([1, 1, 1], [4, 1, 1]);
    let refused = own.simulate(&add, launch, &[data.arg(), 4_u32.into(), 5_u32.into()]).unwrap_err();
    assert_eq!(refused.to_string(), "`add` is loaded on another device");
    // A kernel and a buffer keep the device that they are of.
    let program = own.load(SOURCE, "device.cu").unwrap();
    let (kernel, kept) = (program.kernel("reverse").unwrap(), own.zeros::<u64>(1).unwrap());
    assert_eq!(kernel.static_shared_bytes(), 0);
    drop((own, program, kernel, kept));
}
