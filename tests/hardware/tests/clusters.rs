//! Accesses to the shared memory of another block of a cluster, as an H200 counted them.

use std::fs;
use std::path::Path;

use smem_examples::Error;
use smem_launch::{Disassembler, Install, Nvrtc};
use smem_sim::{Arch, KernelArg, LaunchShape, SharedOp, Simulator};

#[test]
fn requests_to_another_block_take_the_wavefronts_that_a_gpu_counted() -> Result<(), Error> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("clusters");
    let text = fs::read_to_string(folder.join("remote.cu")).unwrap();
    let cubin = Nvrtc::find(Install::Allowed)?.compile_cubin(&text, "remote.cu", &["-arch=sm_90"])?;
    let module = smem_sass::module(&cubin, &Disassembler::find(Install::Allowed)?.listing(&cubin)?).unwrap();
    let data = fs::read_to_string(folder.join("sm_90_h200.tsv")).unwrap();
    let mut compared = 0;
    for line in data.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let what = ["load", "store", "atomic", "none"].into_iter().position(|kind| kind == fields[0]).unwrap();
        let number = |at: usize| fields[at].parse::<u64>().unwrap();
        let sim = Simulator::new(Arch::SM_90);
        let left = sim.alloc(256);
        let args = [left as u32, (left >> 32) as u32].map(u32::to_le_bytes).concat();
        let mut args = vec![KernelArg::Bytes(args)];
        args.extend([number(1), what as u64, number(2)].map(|n| KernelArg::U32(n as u32)));
        let profile = sim.launch(&module, "remote", &LaunchShape::new(2, 32), &args).unwrap();
        let of =
            |op: SharedOp| profile.shared.iter().filter(|count| count.op == op).map(|count| count.wavefronts).sum();
        let counted: [u64; 3] = [of(SharedOp::Load), of(SharedOp::Store), of(SharedOp::Atomic)];
        assert_eq!(counted, [3, 4, 5].map(number), "{line}");
        compared += 1;
        // Which of 32 lanes stores last on one word is not defined.
        if fields[..2] == ["store", "0"] {
            continue;
        }
        let mut bytes = [0; 256];
        sim.read(left, &mut bytes).unwrap();
        let words = bytes.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().unwrap()));
        assert_eq!(words.map(u64::from).sum::<u64>(), number(7), "{line}");
    }
    assert_eq!(compared, 48);
    Ok(())
}
