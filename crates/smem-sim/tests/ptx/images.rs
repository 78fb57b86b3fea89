//! Cubins in fatbins and in files of the host, as nvcc 13.5 made them of one kernel for `sm_80`, `sm_90` and `compute_90`.

use proptest::prelude::*;
use smem_sass::{GpuImage, GpuImageKind};
use smem_sim::{Arch, KernelArg, LaunchShape, Simulator};

const ZSTD: &[u8] = include_bytes!("../fixtures/transpose.zstd.fatbin");
const LZ4: &[u8] = include_bytes!("../fixtures/transpose.lz4.fatbin");
/// Both cubins are compressed as one.
const TOGETHER: &[u8] = include_bytes!("../fixtures/transpose.concat.fatbin");
const OBJECT: &[u8] = include_bytes!("../fixtures/transpose.o");
const FILES: [&[u8]; 4] = [ZSTD, LZ4, TOGETHER, OBJECT];
const LISTING: &str = include_str!("../fixtures/transpose.sm_90.sass");

fn names(file: &[u8]) -> Vec<String> {
    let mut names: Vec<String> = GpuImage::all(file).unwrap().iter().map(ToString::to_string).collect();
    names.sort();
    names
}

#[test]
fn every_piece_of_a_file_is_found_and_unpacked() {
    for file in FILES {
        assert_eq!(names(file), ["PTX for compute_90", "machine code for sm_80", "machine code for sm_90"]);
        for image in GpuImage::all(file).unwrap() {
            let bytes = image.bytes().unwrap();
            match image.kind() {
                GpuImageKind::Ptx => assert!(bytes.windows(17).any(|text| text == b".entry transpose(")),
                _ => {
                    assert_eq!(names(&bytes), [image.to_string()]);
                    assert_eq!(image.names().unwrap().kernels, ["transpose"]);
                }
            }
        }
    }
    let cubins = FILES.map(|file| GpuImage::machine_code(file, Arch::SM_90).unwrap()[0].bytes().unwrap().into_owned());
    assert_eq!(cubins[0], cubins[1]);
    assert_eq!(cubins[0], cubins[2]);
}

#[test]
fn a_cubin_out_of_a_fatbin_runs() {
    let cubin = GpuImage::machine_code(ZSTD, Arch::SM_90).unwrap()[0].bytes().unwrap();
    let module = smem_sass::module(&cubin, LISTING).unwrap();
    let sim = Simulator::new(Arch::SM_90);
    let (from, to) = (sim.alloc(4096), sim.alloc(4096));
    let numbers: Vec<u8> = (0..1024u32).flat_map(u32::to_le_bytes).collect();
    sim.write(from, &numbers).unwrap();
    let shape = LaunchShape::of([1, 1, 1], [32, 32, 1]);
    let profile = sim.launch(&module, "transpose", &shape, &[KernelArg::Ptr(from), KernelArg::Ptr(to)]).unwrap();
    assert_eq!((profile.requests(), profile.wavefronts()), (64, 32 + 32 * 32));
    let mut word = [0; 4];
    sim.read(to + 4 * (32 * 5 + 7), &mut word).unwrap();
    assert_eq!(u32::from_le_bytes(word), 32 * 7 + 5);
}

#[test]
fn fatbins_that_a_linker_put_together_are_read_one_after_the_other() {
    let both = [ZSTD, &[0; 8], TOGETHER].concat();
    assert_eq!(GpuImage::all(&both).unwrap().len(), 6);
    assert_eq!(GpuImage::machine_code(&both, Arch::SM_80).unwrap().len(), 2);
}

#[test]
fn what_does_not_fit_is_said_with_what_there_is() {
    let error = |file: &[u8], arch| GpuImage::machine_code(file, arch).unwrap_err().to_string();
    assert_eq!(
        error(OBJECT, Arch::SM_100),
        "cubin: it has no machine code for sm_100, but machine code for sm_80, PTX for compute_90, machine code for sm_90"
    );
    assert_eq!(error(b"", Arch::SM_90), "cubin: this is neither an ELF file nor a fatbin");
    assert_eq!(error(&ZSTD[..100], Arch::SM_90), "cubin: the fatbin is corrupt: it ends in the middle");
    let other = [ZSTD, b"text"].concat();
    assert_eq!(error(&other, Arch::SM_90), "cubin: the fatbin is corrupt: something else is between its parts");
    let program = std::fs::read(std::env::current_exe().unwrap()).unwrap();
    assert_eq!(error(&program, Arch::SM_90), "cubin: this ELF file holds no code for NVIDIA GPUs");
    // The flags of the first entry.
    let mut unknown = ZSTD.to_vec();
    unknown[16 + 41] = 0xa0;
    let error = GpuImage::all(&unknown).unwrap()[0].bytes().unwrap_err().to_string();
    assert!(error.contains("compressed in an unknown way") && error.contains("`cuobjdump -xelf all`"), "{error}");
    let mut large = ZSTD.to_vec();
    large[16 + 60] = 1;
    let error = GpuImage::all(&large).unwrap()[0].bytes().unwrap_err().to_string();
    assert!(error.ends_with("bytes, more than 256 MiB"), "{error}");
}

/// Reads all that there is.
fn try_all(file: &[u8]) {
    for image in GpuImage::all(file).unwrap_or_default() {
        let _ = image.names();
        if let Ok(bytes) = image.bytes() {
            let _ = smem_sass::module(&bytes, LISTING);
        }
    }
}

#[test]
fn a_file_that_is_cut_off_anywhere_is_an_error_or_is_read() {
    for file in FILES {
        for length in 0..file.len() {
            try_all(&file[..length]);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_damaged_file_is_an_error_or_is_read(
        which in 0..FILES.len(),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        front in any::<bool>(),
    ) {
        let mut bytes = FILES[which].to_vec();
        // Headers are in front, and most bytes are packed code.
        let region = if front { bytes.len().min(300) } else { bytes.len() };
        for (place, byte) in damage {
            bytes[place.index(region)] = byte;
        }
        try_all(&bytes);
    }
}
