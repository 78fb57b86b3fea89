//! `#[shared_block]`: several tiles in one allocation, the same in Rust and in CUDA C++. Compiled by NVRTC and run, on a GPU where there
//! is one and else in the simulator.

use std::mem::{ManuallyDrop, offset_of};

use smem_derive_impl::read;
use smem_launch::{Device, DeviceChoice, Install, LaunchShape};
use smem_tile::{Arch, SharedBlock, shared_block, shared_tile, smem_tile, translation_unit};

#[smem_tile(32, 32)]
struct TileA(f32);

#[smem_tile(16, 24, access(row))]
struct TileB(u8);

#[smem_tile(8, 64, swizzle = tma128, access(ldmatrix), arch = sm_90)]
struct Bulk(u16);

#[smem_tile(16, 16, elem(bytes = 2, cuda = "__half", include = "cuda_fp16.h"))]
struct Halves(u16);

/// With the header of `Halves`.
#[smem_tile(32, 8, elem(bytes = 2, cuda = "__half", include = "cuda_fp16.h"), cuda = "OtherHalves")]
struct MoreHalves(u16);

const GRID: usize = 5;

#[shared_block]
struct Pair {
    a: TileA,
    b: TileB,
}

/// Every kind of field.
#[shared_block(cuda = "SmemInCuda")]
struct Smem {
    flag: u8,
    a: TileA,
    count: u16,
    pairs: [[TileB; 2]; 3],
    bulk: Bulk,
    bias: [f64; 5],
    phase: Phase,
    pair: Pair,
    grid: [[[i8; 3]; GRID]; 2],
    #[cfg(any())]
    absent: f32,
    #[cfg(any())]
    max: u8,
    #[cfg(panic = "unwind")]
    max: f32,
    r#type: i16,
}

#[shared_block]
union Phase {
    load: TileB,
    sums: [u64; 9],
    stage: Staged,
}

#[shared_block]
#[repr(align(128))]
struct Staged {
    full: [u64; 2],
    halves: Halves,
    more: MoreHalves,
    again: Halves,
}

/// The name in CUDA C++ and, of each field, the name and the offset in Rust.
fn expected<B: SharedBlock>(name: &str, fields: &[(&str, usize)]) -> (String, usize, usize, Vec<(String, usize)>) {
    (name.into(), B::BYTES, B::ALIGN, fields.iter().map(|(field, offset)| (field.to_string(), *offset)).collect())
}

#[test]
fn every_field_has_the_same_offset_in_rust_and_in_cuda() {
    let blocks = [
        expected::<Smem>(
            "SmemInCuda",
            &[
                ("flag", Smem::FLAG_OFFSET),
                ("a", Smem::A_OFFSET),
                ("count", Smem::COUNT_OFFSET),
                ("pairs", Smem::PAIRS_OFFSET),
                ("bulk", Smem::BULK_OFFSET),
                ("bias", Smem::BIAS_OFFSET),
                ("phase", Smem::PHASE_OFFSET),
                ("pair", Smem::PAIR_OFFSET),
                ("grid", Smem::GRID_OFFSET),
                ("max", Smem::MAX_OFFSET),
                ("type", Smem::TYPE_OFFSET),
                // Inside the fields.
                ("pair.b", offset_of!(Smem, pair.b)),
                ("phase.sums", Smem::PHASE_OFFSET + Phase::SUMS_OFFSET),
                ("phase.stage.again", Smem::PHASE_OFFSET + Staged::AGAIN_OFFSET),
                ("grid[1][2][1]", Smem::GRID_OFFSET + 3 * GRID + 2 * 3 + 1),
                ("pairs[2][1]", Smem::PAIRS_OFFSET + 5 * TileB::BYTES),
            ],
        ),
        expected::<Phase>("Phase", &[("load", 0), ("sums", 0), ("stage", 0)]),
        expected::<Staged>(
            "Staged",
            &[
                ("full", Staged::FULL_OFFSET),
                ("halves", Staged::HALVES_OFFSET),
                ("more", offset_of!(Staged, more)),
                ("again", Staged::AGAIN_OFFSET),
            ],
        ),
        expected::<Pair>("Pair", &[("a", Pair::A_OFFSET), ("b", Pair::B_OFFSET)]),
    ];
    assert_eq!(Smem::BULK_OFFSET % 1024, 0);
    assert_eq!((size_of::<Smem>(), align_of::<Smem>()), (Smem::BYTES, Smem::ALIGN));
    assert_eq!((Smem::ALIGN, Staged::ALIGN), (1024, 128));

    let mut kernel = String::from("extern \"C\" __global__ void places(unsigned* places) {\n    unsigned at = 0;\n");
    for (name, _, _, fields) in &blocks {
        kernel +=
            &format!("    {{\n        __shared__ {name} smem;\n        const char* start = (const char*)&smem;\n");
        kernel += &format!("        places[at++] = sizeof({name}); places[at++] = alignof({name});\n");
        kernel += &format!("        places[at++] = {name}::BYTES; places[at++] = {name}::ALIGN;\n");
        for (field, _) in fields {
            kernel += &format!("        places[at++] = (const char*)&smem.{field} - start;\n");
        }
        kernel += "    }\n";
    }
    kernel += "}\n";
    let expected: Vec<u32> = blocks
        .iter()
        .flat_map(|(_, bytes, align, fields)| {
            [*bytes, *align, *bytes, *align].into_iter().chain(fields.iter().map(|(_, offset)| *offset))
        })
        .map(|number| number as u32)
        .collect();

    let device = Device::open(DeviceChoice::Auto, Install::Allowed).unwrap();
    // The block's text alone has all the others.
    for texts in [&[Smem::CUDA][..], &[Halves::CUDA, Phase::CUDA, TileA::CUDA, Smem::CUDA, Staged::CUDA]] {
        let source = translation_unit(texts, "places.cu", &kernel);
        let program = device.load(&source, "places.cu").unwrap_or_else(|error| panic!("{error}"));
        let places = device.zeros::<u32>(expected.len()).unwrap();
        let launch = LaunchShape::of([1, 1, 1], [1, 1, 1]);
        // SAFETY: the kernel writes as many places as are expected.
        unsafe { device.launch(&program.kernel("places").unwrap(), launch, &[places.arg()]) }.unwrap();
        assert_eq!(device.download(&places).unwrap(), expected);
    }
}

const SIDE: usize = 32;

/// Its layout and its text are computed in const evaluation.
#[smem_tile(SIDE, SIDE, pad = auto)]
struct OfConstants(f32);

#[smem_tile(4, 8, 16, access(row))]
struct Planes(f64);

#[shared_block]
struct Others {
    flag: u8,
    constants: OfConstants,
    planes: [Planes; 2],
}

#[test]
fn tiles_of_constants_and_of_planes_are_fields_too() {
    assert_eq!(Others::PLANES_OFFSET, (Others::CONSTANTS_OFFSET + OfConstants::BYTES).next_multiple_of(Planes::ALIGN));
    let kernel = "extern \"C\" __global__ void others(unsigned* out) {
    __shared__ Others smem;
    smem.constants(31, 31) = 3.0f;
    smem.planes[1](3, 7, 15) = 4.0;
    out[0] = static_cast<unsigned>(smem.constants(31, 31) + smem.planes[1](3, 7, 15));
    out[1] = (char*)&smem.planes[1](0, 0, 0) - (char*)&smem;
}";
    let device = Device::open(DeviceChoice::Auto, Install::Allowed).unwrap();
    let source = translation_unit(&[Others::CUDA], "others.cu", kernel);
    let program = device.load(&source, "others.cu").unwrap_or_else(|error| panic!("{error}"));
    let out = device.zeros::<u32>(2).unwrap();
    let launch = LaunchShape::of([1, 1, 1], [1, 1, 1]);
    // SAFETY: the kernel writes the two elements of `out`.
    unsafe { device.launch(&program.kernel("others").unwrap(), launch, &[out.arg()]) }.unwrap();
    assert_eq!(device.download(&out).unwrap(), [7, (Others::PLANES_OFFSET + Planes::BYTES) as u32]);
}

#[test]
fn each_type_and_each_header_is_in_the_text_once() {
    let text = Smem::CUDA;
    for once in [
        " TileA {",
        " TileB {",
        " Bulk {",
        " Halves {",
        " OtherHalves {",
        "struct __align__(128) Staged {",
        "union __align__(128) Phase {",
        "struct __align__(1024) SmemInCuda {",
        "#include ",
    ] {
        assert_eq!(text.matches(once).count(), 1, "{once} in\n{text}");
    }
    assert!(text.starts_with("#include \"cuda_fp16.h\"\n#line 1 \"TileA.smem.cuh\"\n"), "{text}");
    assert!(!text.contains("absent"));
}

#[smem_tile(32, 32, access(row, col))]
struct Input(f32);

#[smem_tile(32, 32, access(row, col))]
struct Product(u32);

/// The input while it is loaded, then the sums.
#[shared_block]
union Lives {
    input: Input,
    sums: [f32; 32],
}

/// Two tiles that live together, and two whose lives do not overlap.
#[shared_block]
struct Work {
    product: Product,
    lives: Lives,
    scale: f32,
}

const WORK: &str = r#"
extern "C" __global__ void work(const float* from, float* sums, unsigned* products) {
    SMEM
    const unsigned x = threadIdx.x, y = threadIdx.y;
    smem.lives.input(y, x) = from[32 * y + x];
    if (x == 0 && y == 0) smem.scale = 2.0f;
    __syncthreads();
    const float transposed = smem.lives.input(x, y);
    smem.product(y, x) = static_cast<unsigned>(transposed * smem.scale);
    __syncthreads();
    if (y == 0) {                       // the input is dead
        float sum = 0;
        for (unsigned i = 0; i < 32; i++) sum += static_cast<float>(smem.product(x, i));
        smem.lives.sums[x] = sum;
    }
    __syncthreads();
    if (y == 0) sums[x] = smem.lives.sums[31 - x];
    products[32 * y + x] = smem.product(y, x);
}"#;

#[test]
fn tiles_and_a_union_compute_what_the_cpu_does_static_and_dynamic() {
    assert_eq!(Lives::BYTES, Input::BYTES);
    let matrix: Vec<f32> = (0..1024).map(|i| (i * 7 % 101) as f32).collect();
    let products: Vec<u32> = (0..1024).map(|i| matrix[i % 32 * 32 + i / 32] as u32 * 2).collect();
    let mut sums: Vec<f32> = products.chunks(32).map(|row| row.iter().sum::<u32>() as f32).collect();
    sums.reverse();

    let device = Device::open(DeviceChoice::Auto, Install::Allowed).unwrap();
    let forms = [
        ("__shared__ Work smem;", 0),
        ("Work& smem = Work::dynamic();", Work::BYTES),
        ("extern __shared__ __align__(16) char memory[]; Work& smem = Work::from(memory);", Work::BYTES),
    ];
    for (declaration, bytes) in forms {
        let source = translation_unit(&[Work::CUDA], "work.cu", &WORK.replace("SMEM", declaration));
        let program = device.load(&source, "work.cu").unwrap_or_else(|error| panic!("{error}"));
        let (from, to) = (device.upload(&matrix).unwrap(), device.zeros::<f32>(32).unwrap());
        let all = device.zeros::<u32>(1024).unwrap();
        let launch = LaunchShape::of([1, 1, 1], [32, 32, 1]).shared_bytes(bytes as u32);
        let args = [from.arg(), to.arg(), all.arg()];
        // SAFETY: 32 x 32 threads read and write as many elements of `from` and `all`, and 32 of `to`.
        let profile = unsafe { device.launch(&program.kernel("work").unwrap(), launch, &args) }.unwrap();
        assert_eq!(device.download(&to).unwrap(), sums, "{declaration}");
        assert_eq!(device.download(&all).unwrap(), products, "{declaration}");
        // The tiles keep their promise wherever the block has them.
        for count in profile.iter().flat_map(|profile| &profile.shared) {
            assert_eq!(count.wavefronts, count.ideal, "{declaration}: {count:?}");
        }
    }
}

/// Above 48 KB, with a tile that the bulk tensor copy fills.
#[smem_tile(64, 64, swizzle = tma128, access(ldmatrix), stages = 8, arch = sm_90, memory = dynamic)]
struct Ring(u16);

#[shared_block(arch = sm_90, memory = dynamic)]
struct Large {
    full: [u64; 8],
    ring: Ring,
    again: Bulk,
}

#[test]
fn a_block_above_48_kb_is_dynamic_and_as_aligned_as_its_tiles() {
    assert_eq!((Large::BYTES, Large::ALIGN), (1024 + 65536 + 1024, 1024));
    assert_eq!(<Large as SharedBlock>::ARCH, Arch::SM_90);
    let kernel = "extern \"C\" __global__ void large(unsigned* out) {
    __shared__ int small;  // in front of dynamic shared memory
    small = threadIdx.x;
    Large& smem = Large::dynamic();
    smem.again(7, 63) = 5;
    smem.ring(7, 63, 63) = 6;
    out[0] = static_cast<unsigned>(__cvta_generic_to_shared(&smem)) % Large::ALIGN;
    out[1] = smem.again(7, 63) + smem.ring(7, 63, 63) + small;
}";
    let device = Device::open(DeviceChoice::Auto, Install::Allowed).unwrap();
    let program = device.load(&translation_unit(&[Large::CUDA], "large.cu", kernel), "large.cu").unwrap();
    let out = device.upload(&[77_u32; 2]).unwrap();
    let launch = LaunchShape::of([1, 1, 1], [1, 1, 1]).shared_bytes(Large::BYTES as u32);
    // SAFETY: the kernel writes the two elements of `out`.
    unsafe { device.launch(&program.kernel("large").unwrap(), launch, &[out.arg()]) }.unwrap();
    assert_eq!(device.download(&out).unwrap(), [0, 11]);
}

shared_tile!(fn smem() -> *mut Work);

#[test]
fn a_block_is_a_type_of_rust_whose_tiles_have_addresses() {
    let block = smem();
    // SAFETY: inside the tiles, and no other test uses the storage; each field is stored before it is loaded.
    unsafe {
        let product = &raw mut (*block).product;
        let input = (&raw mut (*block).lives.input).cast::<Input>();
        Product::at(product, 3, 4).write(7);
        Input::at(input, 31, 31).write(1.5);
        assert_eq!(Product::at(product, 3, 4).read(), 7);
        assert_eq!(input.byte_offset_from(block) as usize, Work::LIVES_OFFSET);
        (*block).lives.sums[5] = 2.5;
        assert_eq!((*block).lives.sums[5], 2.5);
    }
    let _: fn(Lives) -> ManuallyDrop<Input> = |lives| {
        // SAFETY: every value of four bytes is a float.
        unsafe { lives.input }
    };
}

#[test]
fn the_architecture_of_a_block_is_that_of_its_tiles() {
    assert_eq!(<Smem as SharedBlock>::ARCH, Arch::SM_90);
    assert_eq!(<Pair as SharedBlock>::ARCH, Arch::DEFAULT);
}

#[test]
fn a_program_that_reads_the_source_finds_the_offsets_of_the_compiler() {
    let items = read::file(include_str!("shared_block.rs")).unwrap();
    let block = |name| items.blocks.iter().flatten().find(|block| block.name() == name).expect(name);
    let offsets = |name| block(name).members().iter().map(|member| member.offset).collect::<Vec<_>>();
    let size = |name| block(name).bytes().zip(block(name).align());
    assert_eq!(offsets("Pair"), [Some(Pair::A_OFFSET), Some(Pair::B_OFFSET)]);
    assert_eq!(size("Pair"), Some((Pair::BYTES, Pair::ALIGN)));
    assert_eq!((offsets("Phase"), size("Phase")), (vec![Some(0); 3], Some((Phase::BYTES, Phase::ALIGN))));
    let staged = [Staged::FULL_OFFSET, Staged::HALVES_OFFSET, Staged::MORE_OFFSET, Staged::AGAIN_OFFSET];
    assert_eq!((offsets("Staged"), size("Staged")), (staged.map(Some).to_vec(), Some((Staged::BYTES, Staged::ALIGN))));
    // Whether a field with `cfg` is there, the compiler alone knows.
    let smem = [
        Smem::FLAG_OFFSET,
        Smem::A_OFFSET,
        Smem::COUNT_OFFSET,
        Smem::PAIRS_OFFSET,
        Smem::BULK_OFFSET,
        Smem::BIAS_OFFSET,
        Smem::PHASE_OFFSET,
        Smem::PAIR_OFFSET,
        Smem::GRID_OFFSET,
    ];
    assert_eq!(offsets("Smem")[..9], smem.map(Some));
    assert_eq!((&offsets("Smem")[9..], size("Smem")), (&[None; 4][..], None));
    assert_eq!((block("Smem").cuda_name(), block("Smem").arch()), ("SmemInCuda", <Smem as SharedBlock>::ARCH));
    assert!(block("Phase").is_union() && items.blocks.iter().flatten().all(|block| block.refusals().is_empty()));
}
