//! Results of the kernels. What they cost, `smem-tile run --max-excess turn_array=992 --max-excess 0 -- cargo test` asserts.

use cubecl::cuda::{CudaDevice, CudaRuntime};
use cubecl::prelude::*;
use cubecl::server::Handle;

use crate::kernels::{turn_array, turn_padded, turn_planes, turn_swizzled, turn_twice};
use crate::tiles::{Padded, Planes, Stages, Swizzled};

type Client = ComputeClient<CudaRuntime>;
type Argument = ArrayArg<CudaRuntime>;

/// The elements of the square.
const LEN: usize = 32 * 32;

/// Returns the output of a kernel for the numbers from 0, launched as one cube of 32 x 32 units.
fn output(launch: impl FnOnce(&Client, CubeCount, CubeDim, Argument, Argument)) -> Vec<f32> {
    let client = CudaRuntime::client(&CudaDevice::default());
    let numbers: Vec<f32> = (0..LEN).map(|i| i as f32).collect();
    let input = client.create_from_slice(f32::as_bytes(&numbers));
    let output = client.empty(size_of_val(&numbers[..]));
    // SAFETY: both buffers have so many elements.
    let argument = |handle: &Handle| unsafe { ArrayArg::from_raw_parts(handle.clone(), LEN) };
    launch(&client, CubeCount::Static(1, 1, 1), CubeDim::new_2d(32, 32), argument(&input), argument(&output));
    f32::from_bytes(&client.read_one(output).unwrap()).to_vec()
}

/// The numbers from 0 as a square whose columns are its rows.
fn turned() -> Vec<f32> {
    (0..LEN).map(|i| (i % 32 * 32 + i / 32) as f32).collect()
}

#[test]
fn squares_are_turned_by_an_array_and_by_tiles() {
    // SAFETY: the kernels access the 1,024 elements of both buffers.
    unsafe {
        assert_eq!(output(|c, n, d, a, b| turn_array::launch_unchecked(c, n, d, a, b)), turned());
        assert_eq!(output(|c, n, d, a, b| turn_padded::launch_unchecked(c, n, d, a, b)), turned());
        assert_eq!(output(|c, n, d, a, b| turn_swizzled::launch_unchecked(c, n, d, a, b)), turned());
    }
}

#[test]
fn turned_twice_by_two_stages_a_square_is_what_it_was() {
    // SAFETY: the kernel accesses the 1,024 elements of both buffers.
    let twice = output(|c, n, d, a, b| unsafe { turn_twice::launch_unchecked(c, n, d, a, b) });
    assert!(twice.iter().enumerate().all(|(i, &number)| number == i as f32));
}

#[test]
fn columns_of_planes_become_rows() {
    // SAFETY: the kernel accesses the 1,024 elements of both buffers.
    let turned = output(|c, n, d, a, b| unsafe { turn_planes::launch_unchecked(c, n, d, a, b) });
    let expected = |i: usize| (i / 512 * 512 + i % 16 * 32 + i % 512 / 16) as f32;
    assert!(turned.iter().enumerate().all(|(i, &number)| number == expected(i)), "{turned:?}");
}

#[test]
fn on_the_host_the_index_is_the_same_constant_function() {
    const LAST: u32 = Stages::stage_index(1, 31, 31);
    assert!((LAST as usize) < Stages::LEN);
    assert_eq!((Padded::index(2, 3), Padded::PITCH), (2 * 33 + 3, 33));
    assert_ne!(Swizzled::index(1, 0), Swizzled::index(0, 1));
    assert_eq!(Planes::index(1, 0, 0), 16 * Planes::index(0, 1, 0));
}
