//! Tiles in kernels that are written in Rust: `examples/device-rust`, compiled to PTX and run.
//!
//! In the simulator, and on a GPU as well where there is one. Without a compiler for the GPU's target these tests say so
//! and pass, except on CI (`CI=true`) and where `SMEM_REQUIRE_DEVICE_RUST=1`.

use std::fmt::Debug;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use smem_examples::device_rust::{DenseScanTile, FloatTile, PaddedScanTile, SwizzledScanTile, WordTile};
use smem_examples::scan2d::{carries, difference};
use smem_examples::{Picture, squared_integral};
use smem_hardware::wavefronts::{CaseOutcome, LaunchCounts, List};
use smem_launch::{Device, DeviceChoice, Element, Install, Kernel, LaunchShape, Nvrtc};
use smem_layout::{Access, Arch, Layout, Report, SmemTile};
use smem_sim::{Profile, SharedCount, SharedOp, SourceLoc};
use smem_tests::device_rust::{self, TARGET_CPU, Toolchain, compile_or_skip, compile_with};
use smem_tests::readme::{additions, blocks, write_crate};

const SIDE: usize = 32;

/// Where every test builds for a GPU.
fn target() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("device-rust")
}

/// The kernels' PTX. `None` where it cannot be made, which is said once.
fn ptx() -> Option<&'static str> {
    static PTX: OnceLock<Option<String>> = OnceLock::new();
    let compile = |toolchain: &Toolchain| device_rust::compile(toolchain, &device_rust::crate_folder(), &target());
    PTX.get_or_init(|| compile_or_skip("kernels in Rust", compile)).as_deref()
}

/// The PTX of a crate that consists of the lines of the guide's page. `None` where it cannot be made.
fn guide_ptx() -> Option<String> {
    let text = include_str!("../../src/guide/device_rust.md");
    let kernel = blocks(text).find(|block| block.language == "rust,ignore").expect("no kernel in Rust on the page");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("guide-gpu");
    compile_or_skip("the kernel of the guide", |toolchain| {
        write_crate(&folder, &additions(text), &[("src/lib.rs".to_owned(), kernel.code.to_owned())]).unwrap();
        device_rust::compile(toolchain, &folder, &target())
    })
}

#[test]
fn the_kernel_of_the_guide_has_its_tile_in_shared_memory() {
    let Some(ptx) = guide_ptx() else { return };
    let declared = ptx.lines().filter(|line| line.starts_with(".shared .align 8 .b8 ") && line.ends_with("[8192];"));
    assert_eq!(declared.count(), 1, "{ptx}");
    assert!(!ptx.contains(".global"), "{ptx}");
    let accesses = |name: &str| ptx.matches(name).count();
    assert_eq!((accesses("ld.shared.b64"), accesses("st.shared.b64")), (1, 2), "{ptx}");
    let generic = instructions(&ptx).find(|line| line.starts_with("ld.b") || line.starts_with("st.b"));
    assert_eq!(generic, None, "{ptx}");
    for device in devices() {
        let kernel = device.load_ptx(&ptx, "device_rust.md").unwrap().kernel("sums").unwrap();
        // SAFETY: the kernel accesses its tile alone.
        let profile = unsafe { device.launch(&kernel, LaunchShape::of([1, 1, 1], [32, 32, 1]), &[]) }.unwrap();
        // 8 bytes a lane: two wavefronts a request are the ideal.
        for access in profile.iter().flat_map(|profile| &profile.shared) {
            assert_eq!((access.requests, access.wavefronts), (32, 64), "{}", access.text);
        }
    }
}

/// The simulator, and the GPU if there is one.
fn devices() -> Vec<Device> {
    let simulator = Device::open(DeviceChoice::Simulator, Install::Allowed).unwrap();
    let device = Device::open(DeviceChoice::Auto, Install::Allowed).unwrap();
    if device.is_gpu() { vec![simulator, device] } else { vec![simulator] }
}

/// The text of one kernel in PTX.
fn kernel<'a>(ptx: &'a str, name: &str) -> &'a str {
    let start = ptx.find(&format!(".entry {name}(")).unwrap_or_else(|| panic!("no kernel `{name}`:\n{ptx}"));
    let length = ptx[start..].find("\n}").unwrap_or_else(|| panic!("`{name}` has no end:\n{ptx}"));
    &ptx[start..start + length]
}

/// The instructions of a kernel: lines that end in a semicolon and are not directives.
fn instructions(kernel: &str) -> impl Iterator<Item = &str> {
    kernel.lines().map(str::trim).filter(|line| line.ends_with(';') && !line.starts_with('.'))
}

#[test]
fn kernels_need_core_alone_and_call_nothing() {
    let Some(ptx) = ptx() else { return };
    assert!(ptx.contains(&format!(".target {TARGET_CPU}")), "{ptx}");
    assert_eq!(ptx.matches(".visible .entry ").count(), 8);
    // A check of bounds, an overflow or a panic would leave one of these.
    for foreign in [".extern", ".func", "call", "trap", "brkpt"] {
        let found = ptx.lines().find(|line| line.split([' ', '\t', ';']).any(|word| word == foreign));
        assert_eq!(found, None, "{foreign}");
    }
}

#[test]
fn storage_in_shared_memory_is_as_large_and_aligned_as_the_type() {
    fn declared<T>(ptx: &str, name: &str) {
        let declaration = format!(".shared .align {} .b8 {name}[{}];", align_of::<T>(), size_of::<T>());
        assert!(ptx.contains(&declaration), "no `{declaration}` in:\n{ptx}");
    }
    let Some(ptx) = ptx() else { return };
    declared::<FloatTile>(ptx, "float_tile");
    declared::<WordTile>(ptx, "word_tile");
    declared::<DenseScanTile>(ptx, "dense_scan_tile");
    declared::<PaddedScanTile>(ptx, "padded_scan_tile");
    declared::<SwizzledScanTile>(ptx, "swizzled_scan_tile");
}

#[test]
fn a_handle_loads_and_stores_in_the_shared_state_space() {
    let Some(ptx) = ptx() else { return };
    for name in ["transpose_f32", "transpose_u32"] {
        let kernel = kernel(ptx, name);
        let starts = |prefix| instructions(kernel).filter(|line| line.starts_with(prefix)).count();
        assert_eq!((starts("ld.shared.b32"), starts("st.shared.b32")), (1, 1), "{kernel}");
        assert_eq!((starts("ld.b"), starts("st.b"), starts("cvta.shared")), (0, 0, 0), "{kernel}");
    }
}

#[test]
fn the_index_is_the_hosts_at_every_element() {
    let Some(ptx) = ptx() else { return };
    for device in devices() {
        let program = device.load_ptx(ptx, "device-rust").unwrap();
        let padded = offsets(&device, &program.kernel("offsets_padded").unwrap());
        assert_eq!(padded, cells().map(|[row, col]| PaddedScanTile::index(row, col)), "{}", device.describe());
        let swizzled = offsets(&device, &program.kernel("offsets_swizzled").unwrap());
        assert_eq!(swizzled, cells().map(|[row, col]| SwizzledScanTile::index(row, col)), "{}", device.describe());
    }
}

/// Row and column of every element of a tile.
fn cells() -> [[u32; 2]; SIDE * SIDE] {
    std::array::from_fn(|at| [(at / SIDE) as u32, (at % SIDE) as u32])
}

/// Where the device has each of the [`cells`].
fn offsets(device: &Device, kernel: &Kernel) -> Vec<u32> {
    let cells = device.upload(cells().as_flattened()).unwrap();
    let offsets = device.zeros::<u32>(SIDE * SIDE).unwrap();
    let launch = LaunchShape::of([1, 1, 1], [(SIDE * SIDE) as u32, 1, 1]);
    // SAFETY: there is a thread for each of the cells and of the offsets.
    unsafe { device.launch(kernel, launch, &[cells.arg(), offsets.arg()]) }.unwrap();
    device.download(&offsets).unwrap()
}

/// The 32-bit integer arithmetic of a kernel in order of name, without types: signed and unsigned compute the same bits.
fn arithmetic(kernel: &str) -> Vec<&str> {
    let mut found: Vec<&str> = instructions(kernel)
        .filter_map(|line| line.split_whitespace().next())
        .filter_map(|name| name.rsplit_once('.'))
        .filter(|(name, bits)| {
            let moves = ["mov", "ld", "st", "cvt", "cvta"].iter().any(|known| name.split('.').next() == Some(known));
            bits.ends_with("32") && !name.contains("wide") && !moves
        })
        .map(|(name, _)| name)
        .collect();
    found.sort_unstable();
    found
}

#[test]
fn the_index_compiles_to_the_arithmetic_of_cuda() {
    let Some(ptx) = ptx() else { return };
    let nvrtc = Nvrtc::find(Install::Allowed).unwrap();
    let tiles = [
        ("offsets_padded", "PaddedScanTile", PaddedScanTile::CUDA),
        ("offsets_swizzled", "SwizzledScanTile", SwizzledScanTile::CUDA),
    ];
    for (name, tile, cuda) in tiles {
        let source = format!(
            "{cuda}
struct Cell {{ unsigned row, col; }};
extern \"C\" __global__ void {name}(const Cell* cells, unsigned* out) {{
    const Cell cell = cells[threadIdx.x];
    out[threadIdx.x] = {tile}::index(cell.row, cell.col);
}}
"
        );
        let by_cuda = nvrtc.compile_ptx(&source, "offsets.cu", &["-arch=compute_75"]).unwrap();
        let (by_rust, by_cuda) = (kernel(ptx, name), kernel(&by_cuda, name));
        assert!(!arithmetic(by_cuda).is_empty(), "{by_cuda}");
        assert_eq!(arithmetic(by_rust), arithmetic(by_cuda), "{by_rust}\n{by_cuda}");
        // Only addresses have 64 bits, and they come from 32.
        let long = instructions(by_rust).find(|line| line.contains("mul.lo.s64") || line.contains("mad.lo.s64"));
        assert_eq!(long, None, "{name}");
    }
}

/// Wavefronts of a request by rows and of one by columns, as smem-layout predicts them.
fn predicted<T: SmemTile>() -> [u32; 2] {
    let layout: Layout = T::LAYOUT;
    let report =
        Report::of(&layout, size_of::<T::Elem>() as u32, &[Access::row(), Access::col()], Arch::DEFAULT).unwrap();
    [0, 1].map(|at| report.accesses[at].cost.wavefronts)
}

/// Whether a request of the tile goes by rows, by the line of the kernel that makes it.
fn is_by_rows(access: &SharedCount) -> bool {
    let of_kernels = |loc: &&SourceLoc| loc.file.contains("device-rust");
    let mut locs = std::iter::successors(access.loc.as_deref(), |loc| loc.inlined_at.as_deref());
    let Some(loc) = locs.find(of_kernels) else {
        // A method of a handle, from a compiler that does not say where it inlines. The transposes store by rows.
        return access.op == SharedOp::Store;
    };
    let source = std::fs::read_to_string(&loc.file).unwrap();
    let line = source.lines().nth(loc.line as usize - 1).unwrap();
    let names = |lanes: &str| [format!("(tile, {lanes})"), format!(".load({lanes})"), format!(".store({lanes},")];
    let is_of = |lanes| names(lanes).iter().any(|call| line.contains(call));
    match (is_of("ty, tx"), is_of("tx, ty")) {
        (true, false) => true,
        (false, true) => false,
        _ => panic!("an access of shared memory on `{line}`, {loc}"),
    }
}

/// Checks that every request of the tile in a run took as many wavefronts as its source line's access should: those
/// that go by rows take `predicted[0]`, the others `predicted[1]`. Whole tiles only: a part can cost less.
fn check_wavefronts(profile: &Profile, name: &str, predicted: [u32; 2], requests: u64) {
    assert!(!profile.shared.is_empty(), "{name}");
    for access in &profile.shared {
        let expected = predicted[usize::from(!is_by_rows(access))];
        let line = &access.text;
        assert_eq!(access.requests, requests, "{name}: {line}");
        assert_eq!(access.wavefronts, requests * u64::from(expected), "{name}: {line}");
    }
}

/// Runs a transpose on pictures of several sizes, and counts on one of whole tiles.
fn transpose<T: Element + PartialEq + Debug>(name: &str, predicted: [u32; 2], value: fn(usize) -> T) {
    let Some(ptx) = ptx() else { return };
    for device in devices() {
        let kernel = device.load_ptx(ptx, "device-rust").unwrap().kernel(name).unwrap();
        for (nx, ny) in [(96, 64), (1, 1), (33, 31), (100, 70)] {
            let pixels: Vec<T> = (0..nx * ny).map(value).collect();
            let (input, output) = (device.upload(&pixels).unwrap(), device.zeros::<T>(nx * ny).unwrap());
            let tiles = [nx.div_ceil(SIDE) as u32, ny.div_ceil(SIDE) as u32, 1];
            let args = [input.arg(), output.arg(), (nx as u32).into(), (ny as u32).into()];
            // SAFETY: the kernel compares its places with the size of the pictures.
            let profile = unsafe { device.launch(&kernel, LaunchShape::of(tiles, [32, 32, 1]), &args) }.unwrap();
            let transposed: Vec<T> = (0..nx * ny).map(|at| pixels[at % ny * nx + at / ny]).collect();
            assert_eq!(device.download(&output).unwrap(), transposed, "{name} {nx} x {ny} on {}", device.describe());
            if let (Some(profile), (96, 64)) = (profile, (nx, ny)) {
                check_wavefronts(&profile, name, predicted, 32 * 3 * 2);
            }
        }
    }
}

#[test]
fn a_padded_tile_of_f32_transposes_without_conflicts() {
    assert_eq!(predicted::<FloatTile>(), [1, 1]);
    transpose("transpose_f32", predicted::<FloatTile>(), |at| at as f32 + 0.5);
}

#[test]
fn a_swizzled_tile_of_u32_transposes_without_conflicts() {
    assert_eq!(predicted::<WordTile>(), [1, 1]);
    transpose("transpose_u32", predicted::<WordTile>(), |at| !(at as u32));
}

#[test]
fn stages_and_planes_in_a_block_are_reached_by_generic_code_in_the_layout_that_a_feature_chooses() {
    for (features, bytes) in [(&[][..], 4096 + 8192), (&["--features", "padded"][..], 4220 + 8192)] {
        let build = |toolchain: &Toolchain| compile_with(toolchain, &device_rust::crate_folder(), &target(), features);
        let Some(ptx) = compile_or_skip("kernels in Rust", build) else { return };
        assert!(ptx.contains(&format!(" stages_storage[{bytes}];")), "{features:?}: {ptx}");
        for device in devices() {
            let kernel = device.load_ptx(&ptx, "device-rust").unwrap().kernel("transpose_by_stages").unwrap();
            let numbers: Vec<f32> = (0..SIDE * SIDE).map(|at| at as f32).collect();
            let (input, output) = (device.upload(&numbers).unwrap(), device.zeros::<f32>(SIDE * SIDE).unwrap());
            let launch = LaunchShape::of([1, 1, 1], [32, 32, 1]);
            // SAFETY: both buffers have the elements that the kernel accesses.
            let profile = unsafe { device.launch(&kernel, launch, &[input.arg(), output.arg()]) }.unwrap();
            let transposed: Vec<f32> = (0..SIDE * SIDE).map(|at| (at % SIDE * SIDE + at / SIDE) as f32).collect();
            assert_eq!(device.download(&output).unwrap(), transposed, "{features:?} on {}", device.describe());
            for access in profile.iter().flat_map(|profile| &profile.shared) {
                assert_eq!((access.requests, access.wavefronts), (32, 32), "{features:?}: {}", access.text);
            }
        }
    }
}

fn scan(name: &str, predicted: [u32; 2]) {
    let Some(ptx) = ptx() else { return };
    for device in devices() {
        let kernel = device.load_ptx(ptx, "device-rust").unwrap().kernel(name).unwrap();
        for (nx, ny) in [(128_u32, 96_u32), (1, 1), (31, 33), (100, 70)] {
            let picture = Picture::random(nx.into(), ny.into(), 7).unwrap();
            let (width, height) = (nx as usize, ny as usize);
            let expected = squared_integral(&picture);
            let (row_carry, col_carry) = carries(&expected, width, height);
            let source = device.upload(picture.pixels()).unwrap();
            let (row_carry, col_carry) = (device.upload(&row_carry).unwrap(), device.upload(&col_carry).unwrap());
            let sums = device.zeros::<u64>(width * height).unwrap();
            let tiles = [nx.div_ceil(32), ny.div_ceil(32), 1];
            let args = [source.arg(), row_carry.arg(), col_carry.arg(), sums.arg(), nx.into(), ny.into()];
            // SAFETY: the kernel compares its places with the size of the picture, and the carries have that of its tiles.
            let profile = unsafe { device.launch(&kernel, LaunchShape::of(tiles, [32, 32, 1]), &args) }.unwrap();
            let wrong = difference(&device.download(&sums).unwrap(), &expected, width);
            assert_eq!(wrong, None, "{name} {nx} x {ny} on {}", device.describe());
            if let (Some(profile), (128, 96)) = (profile, (nx, ny)) {
                assert_eq!(profile.shared.len(), 6, "stores and loads of the tile");
                check_wavefronts(&profile, name, predicted, 32 * 4 * 3);
            }
        }
    }
}

#[test]
fn the_block_scan_is_exact_and_its_padded_tile_free_of_conflicts() {
    assert_eq!(predicted::<PaddedScanTile>(), [2, 2]);
    scan("scan_padded", predicted::<PaddedScanTile>());
}

#[test]
fn the_block_scan_is_exact_and_its_swizzled_tile_free_of_conflicts() {
    assert_eq!(predicted::<SwizzledScanTile>(), [2, 2]);
    scan("scan_swizzled", predicted::<SwizzledScanTile>());
}

#[test]
fn the_block_scan_is_exact_and_its_dense_tile_conflicts_as_predicted() {
    assert_eq!(predicted::<DenseScanTile>(), [2, 32]);
    scan("scan_dense", predicted::<DenseScanTile>());
}

/// The comparison of `wavefronts --device-rust`, at sizes with cut tiles as well.
#[test]
fn every_kernel_takes_the_wavefronts_that_its_layout_predicts() {
    let Some(ptx) = ptx() else { return };
    for device in devices() {
        for kernels in ["offsets_", "transpose_", "scan_dense", "scan_padded", "scan_swizzled"] {
            let list = List::new(Some(ptx)).unwrap().only(kernels);
            let done = list.run(&device, &mut |_| ()).unwrap();
            let right = |done: &Option<CaseOutcome>| done.as_ref().is_some_and(|done| done.wrong.is_none());
            assert!(!done.is_empty() && done.iter().all(right), "{kernels} on {}: {done:?}", device.describe());
            let rows = LaunchCounts::all(&list, device.arch(), &done, &[]);
            assert!(rows.iter().all(|row| !row.differs()), "{kernels} on {}: {rows:?}", device.describe());
        }
    }
}
