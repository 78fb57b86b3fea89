//! The header of the build script has the index of the Rust types, on a device.

use smem_header_example::HEADER;
use smem_header_example::tiles::{Block, Sums};
use smem_launch::{Device, DeviceChoice, Install, LaunchShape};

const KERNEL: &str = r#"
extern "C" __global__ void offsets(unsigned* block, unsigned* sums) {
    for (unsigned i = 0; i < 1024; ++i) {
        block[i] = example::Block::index(i / 32, i % 32);
        sums[i] = example::Sums::index(0, i);
    }
}"#;

#[test]
fn the_index_in_the_header_is_the_one_of_the_types() {
    let device = Device::open(DeviceChoice::Auto, Install::Allowed).unwrap();
    let program = device.load(&[HEADER, KERNEL].concat(), "offsets.cu").unwrap();
    let (block, sums) = (device.zeros::<u32>(1024).unwrap(), device.zeros::<u32>(1024).unwrap());
    let kernel = program.kernel("offsets").unwrap();
    let (launch, args) = (LaunchShape::of([1, 1, 1], [1, 1, 1]), [block.arg(), sums.arg()]);
    // SAFETY: the kernel writes the 1024 offsets that both buffers hold.
    unsafe { device.launch(&kernel, launch, &args) }.unwrap();
    let expected: Vec<u32> = (0..1024).map(|i| Block::index(i / 32, i % 32)).collect();
    assert_eq!(device.download(&block).unwrap(), expected);
    let expected: Vec<u32> = (0..1024).map(|i| Sums::index(0, i)).collect();
    assert_eq!(device.download(&sums).unwrap(), expected);
    assert!(Sums::index(0, 1023) > 1023, "the padding is in the index");
}
