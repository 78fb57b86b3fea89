//! Bulk copies of boxes of tensors, as an H200 made them: the driver's tensor maps, what the copies left, and which it refused.

use std::fs;
use std::path::{Path, PathBuf};

use smem_examples::Error;
use smem_launch::{Disassembler, Install, Nvrtc};
use smem_layout::TmaSwizzle;
use smem_sim::{Arch, KernelArg, LaunchShape, Module, Simulator, TensorElement, TensorMap};

/// Bytes of the tensor, and of shared memory.
const GLOBAL: usize = 1 << 17;
const SHARED: usize = 1 << 15;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tensor_copies")
}

fn numbers<T: std::str::FromStr>(text: &str) -> Vec<T> {
    text.split(',').filter(|n| *n != "-").map(|n| n.parse().unwrap_or_else(|_| panic!("`{n}` in a case"))).collect()
}

fn hash(bytes: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}

/// A line of the data, with a tensor at an address.
fn map(fields: &[&str], address: u64) -> TensorMap {
    let (dims, strides, box_dims) = (numbers(fields[2]), numbers(fields[3]), numbers(fields[4]));
    let mut map =
        TensorMap::tiled(TensorElement::ALL[fields[1].parse::<usize>().unwrap()], address, &dims, &strides, &box_dims)
            .unwrap();
    map = map.steps(&numbers(fields[5])).unwrap();
    map = match fields[6] {
        "0" => map,
        "1" => map.swizzle(TmaSwizzle::B32).unwrap(),
        "2" => map.swizzle(TmaSwizzle::B64).unwrap(),
        _ => map.swizzle(TmaSwizzle::B128).unwrap(),
    };
    if fields[7] == "1" { map.fill_with_nan() } else { map }
}

/// Makes the copy, and returns the hash of what it left, or `None` where it is a fault.
fn copy(module: &Module, fields: &[&str]) -> Option<u64> {
    let sim = Simulator::new(Arch::SM_90).host_threads(1);
    let (tensor, left) = (sim.alloc(GLOBAL), sim.alloc(SHARED));
    let word = |i: u32| (i + 1).wrapping_mul(0x9e37_79b1) ^ i >> 3;
    let filled: Vec<u8> = (0..GLOBAL as u32 / 4).flat_map(|i| word(i).to_le_bytes()).collect();
    sim.write(tensor, &filled).unwrap();
    let at: Vec<i32> = numbers(fields[8]);
    let mut args = vec![KernelArg::Bytes(map(fields, tensor).bytes().to_vec()), KernelArg::Ptr(left)];
    args.extend((0..5).map(|axis| KernelArg::I32(at.get(axis).copied().unwrap_or(0))));
    args.push(KernelArg::U32(fields[9].parse().unwrap()));
    let shape = LaunchShape::new(1, 128).shared_bytes(SHARED as u32);
    sim.launch(module, &format!("{}_{}", fields[0], at.len()), &shape, &args).ok()?;
    let (from, bytes) = if fields[0] == "load" { (left, SHARED) } else { (tensor, GLOBAL) };
    let mut out = vec![0; bytes];
    sim.read(from, &mut out).unwrap();
    Some(hash(&out))
}

#[test]
fn every_copy_leaves_what_a_gpu_left_through_the_same_map() -> Result<(), Error> {
    let data = fs::read_to_string(folder().join("sm_90_h200.tsv")).unwrap();
    let text = fs::read_to_string(folder().join("copies.cu")).unwrap();
    let cubin = Nvrtc::find(Install::Allowed)?.compile_cubin(&text, "copies.cu", &["-arch=sm_90"])?;
    let module = smem_sass::module(&cubin, &Disassembler::find(Install::Allowed)?.listing(&cubin)?).unwrap();
    let (mut copied, mut refused) = (0, 0);
    for line in data.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let words = map(&fields, 0).bytes();
        let words = words.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().unwrap()));
        let shown: Vec<String> =
            (0..).zip(words).filter(|(_, word)| *word != 0).map(|(i, word)| format!("{i}={word:x}")).collect();
        assert_eq!(shown.join(" "), fields[10], "{line}");
        match (copy(&module, &fields), fields[11]) {
            (None, "refused") => refused += 1,
            (left, measured) => {
                assert_eq!(left.map(|left| format!("{left:016x}")).as_deref(), Some(measured), "{line}");
                copied += 1;
            }
        }
    }
    assert_eq!((copied, refused), (127, 383));
    Ok(())
}

#[test]
fn a_map_that_the_driver_would_not_make_is_refused_in_a_sentence() {
    let error = |result: Result<TensorMap, smem_sim::Fault>| result.unwrap_err().to_string();
    let tiled = |dims: &[u64], strides: &[u64], box_dims: &[u32]| {
        TensorMap::tiled(TensorElement::F32, 0x1000, dims, strides, box_dims)
    };
    assert!(error(tiled(&[8], &[16], &[8])).contains("one to five dimensions"));
    assert_eq!(error(tiled(&[8, 8], &[40], &[8, 8])), "a stride of 40 bytes, not a multiple of 16 below 2^40");
    assert_eq!(error(tiled(&[8, 0], &[32], &[8, 8])), "a tensor of 0 elements along a dimension: there are 1 to 2^32");
    assert_eq!(error(tiled(&[8, 8], &[32], &[8, 257])), "a box of 257 elements along a dimension: there are 1 to 256");
    assert_eq!(error(tiled(&[8], &[], &[3])), "rows of 12 bytes in a box, which are not a multiple of 16");
    assert_eq!(
        error(TensorMap::tiled(TensorElement::F32, 8, &[8], &[], &[8])),
        "a tensor at 0x8, which is not a multiple of 16"
    );
    let wide = tiled(&[64, 8], &[256], &[64, 8]).unwrap();
    assert_eq!(error(wide.clone().swizzle(TmaSwizzle::B128)), "rows of 256 bytes in a box, and a swizzle of 128");
    assert!(error(wide.steps(&[2, 1])).contains("the steps [2, 1]"));
}
