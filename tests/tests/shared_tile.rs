//! `shared_tile!`: on a GPU, handles of every width; on this host, what a test of a user's crate sees.

use std::path::{Path, PathBuf};
use std::process::Command;

use smem_derive::smem_tile;
use smem_launch::{Device, DeviceChoice, Install, LaunchShape};
use smem_layout::shared_tile;
use smem_tests::device_rust::{compile, compile_or_skip, compile_with};
use smem_tests::readme::{additions, write_crate};

/// Where every test builds for a GPU.
fn target() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("device-rust")
}

/// The kernels of `shared_tile/kernels.rs` as PTX. `None` without a compiler, which is said.
fn ptx() -> Option<String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("shared-tile");
    let files = [("src/lib.rs".to_owned(), include_str!("../shared_tile/kernels.rs").to_owned())];
    compile_or_skip("shared_tile!", |toolchain| {
        write_crate(&folder, &additions(include_str!("../../src/guide/device_rust.md")), &files).unwrap();
        compile(toolchain, &folder, &target())
    })
}

/// The width of accesses through pointers, whose state space the compiler does not know.
const GENERIC: &str = "generic";
#[smem_tile(4, 8, 32, access(row, depth(wrap = false)))]
struct Volume(u32);

shared_tile!(static VOLUME: Volume);

#[test]
fn a_handle_of_a_tile_of_planes_takes_the_plane() {
    let at = (0..4).flat_map(|plane| (0..8).flat_map(move |row| (0..32).map(move |col| (plane, row, col))));
    for (value, (plane, row, col)) in (0..).zip(at.clone()) {
        // SAFETY: the element is inside the tile, which this test alone uses.
        unsafe { VOLUME.store_in_plane(plane, row, col, value) };
    }
    for (value, (plane, row, col)) in (0..).zip(at) {
        // SAFETY: as above, and every element was stored.
        unsafe {
            assert_eq!(VOLUME.load_in_plane(plane, row, col), value);
            assert_eq!(VOLUME.load(plane * Volume::ROWS + row, col), value);
            assert_eq!(VOLUME.load_at::<u32>(Volume::index(plane, row, col)), value);
            assert_eq!(*Volume::at(VOLUME.as_mut_ptr(), plane, row, col), value);
        }
    }
}

#[test]
fn handles_of_every_width_and_a_block_exchange_elements() {
    let Some(ptx) = ptx() else { return };
    let device = Device::open(DeviceChoice::Simulator, Install::Allowed).unwrap();
    let program = device.load_ptx(&ptx, "shared_tile").unwrap();
    let kernels = [
        ("bytes_1", 1, "b8"),
        ("bytes_2", 2, "b16"),
        ("bytes_4", 4, "b32"),
        ("bytes_8", 8, "b64"),
        ("bytes_16", 16, "v2.b64"),
        ("bytes_32", 32, "v2.b64"),
        ("padded", 4, "b32"),
        ("bytes_3", 3, GENERIC),
        ("dynamic", 16, "v2.b64"),
        ("block", 4, GENERIC),
    ];
    for (name, bytes, width) in kernels {
        let text = &ptx[ptx.find(&format!(".entry {name}(")).unwrap()..];
        let text = &text[..text.find("\n}").unwrap()];
        for access in ["ld", "st"] {
            if width == GENERIC {
                assert!(!text.contains(&format!("{access}.shared")), "{access} in {text}");
                continue;
            }
            let found = text.matches(&format!("{access}.shared.{width}")).count();
            assert_eq!(found, 1 << usize::from(bytes == 32), "{access} in {text}");
        }
        let values: Vec<u8> = (0..32 * bytes).map(|at| (at * 7 + 1) as u8).collect();
        let buffer = device.upload(&values).unwrap();
        let launch = LaunchShape::of([1, 1, 1], [32, 1, 1]).shared_bytes(64 * 1024);
        device.simulate(&program.kernel(name).unwrap(), launch, &[buffer.arg()]).unwrap();
        let mut expected = values;
        expected.rotate_left(bytes);
        let mut found = device.download(&buffer).unwrap();
        if name == "padded" {
            // The second byte has no value.
            for element in found.chunks_mut(4).chain(expected.chunks_mut(4)) {
                element[1] = 0;
            }
        }
        assert_eq!(found, expected, "{name}");
    }
}

#[test]
fn the_layout_crate_alone_builds_for_a_gpu_without_alloc() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../smem-layout");
    let ptx = compile_or_skip("smem-layout on a GPU", |toolchain| {
        compile_with(toolchain, &folder, &target(), &["--no-default-features", "--lib"])
    });
    // A library without kernels.
    assert!(ptx.is_none_or(|ptx| ptx.contains(".version") && !ptx.contains(".entry")));
}

#[smem_tile(32, 32, pad = auto)]
struct Host(f32);

shared_tile! {
    /// With documentation and a visibility.
    pub(crate) static HANDLE: Host
}
shared_tile!(fn pointer() -> *mut Host, "pointer");
shared_tile!(extern fn dynamic() -> *mut [u64; 100_000]);

#[test]
fn on_a_host_the_storage_is_a_static() {
    // SAFETY: inside the tile, and no other test uses it.
    unsafe {
        HANDLE.store(31, 31, 1.5);
        HANDLE.store_at(Host::index(3, 4), [1.0_f32, 2.0, 3.0, 4.0]);
        assert_eq!(HANDLE.load(31, 31), 1.5);
        assert_eq!(HANDLE.load(3, 6), 3.0);
        assert_eq!(HANDLE.load_at::<[f32; 2]>(Host::index(3, 5)), [2.0, 3.0]);
        assert_eq!(Host::at(HANDLE.as_mut_ptr(), 3, 4).read(), 1.0);
    }
    assert!(pointer() == pointer() && pointer() != HANDLE.as_mut_ptr());
    assert!(pointer().is_aligned() && dynamic().is_aligned());
}

/// Nothing of the expansion depends on a prelude or on what primitives and crates are called.
#[no_implicit_prelude]
mod without_a_prelude {
    #[allow(dead_code, non_camel_case_types)]
    mod shadows {
        pub(super) struct u32;
        pub(super) struct Shared;
        pub(super) mod core {}
    }
    #[allow(unused_imports)]
    use self::shadows::{Shared, core, u32};
    use super::Host;

    ::smem_layout::shared_tile!(pub(super) static TILE: Host);
    ::smem_layout::shared_tile!(pub(super) fn tile() -> *mut Host);
}

#[test]
fn it_means_the_same_without_a_prelude() {
    assert_ne!(without_a_prelude::TILE.as_mut_ptr(), without_a_prelude::tile());
}

#[test]
fn names_in_ptx_differ_where_the_places_do() {
    let names = [
        smem_layout::shared_tile::id("a::tile", 1, 1),
        smem_layout::shared_tile::id("b::tile", 1, 1),
        smem_layout::shared_tile::id("a::tile", 2, 1),
        smem_layout::shared_tile::id("a::tile", 1, 2),
    ];
    let different: std::collections::BTreeSet<u64> = names.into_iter().collect();
    assert_eq!(different.len(), names.len());
}

#[test]
#[cfg_attr(not(feature = "exhaustive"), ignore = "`--features exhaustive`")]
fn under_cuda_oxide_it_is_an_error_with_the_form_to_write() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cuda-oxide");
    let file = "use smem_tile::{shared_tile, smem_tile};\n\n#[smem_tile(32, 32)]\npub struct Tile(f32);\n\nshared_tile!(static TILE: Tile);\n";
    write_crate(
        &folder,
        &additions(include_str!("../../src/guide/device_rust.md")),
        &[("src/lib.rs".into(), file.into())],
    )
    .unwrap();
    let checked = |variable: Option<&str>| {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.current_dir(&folder).args(["check", "--offline", "--target-dir"]).arg(target().join("host"));
        cargo.envs(variable.map(|name| (name, "sm_90"))).output().unwrap()
    };
    assert!(checked(None).status.success());
    for variable in ["CUDA_OXIDE_TARGET", "CUDA_OXIDE_PTX_DIR", "CUDA_OXIDE_INTERNAL_CODEGEN_FINGERPRINT"] {
        let refused = checked(Some(variable));
        let message = String::from_utf8_lossy(&refused.stderr);
        assert!(!refused.status.success(), "{variable}");
        assert!(message.contains("`static mut TILE: SharedArray<Elem, { Tile::LEN }, { Tile::ALIGN }>"), "{message}");
    }
}

#[test]
fn on_a_target_that_it_does_not_know_it_is_an_error_that_lists_the_forms() {
    const TARGET: &str = "x86_64-unknown-none";
    let libraries = Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]).output().unwrap();
    if !Path::new(String::from_utf8_lossy(&libraries.stdout).trim()).is_dir() {
        assert!(std::env::var_os("SMEM_REQUIRE_OTHER_TARGET").is_none(), "no standard library for {TARGET}");
        eprintln!("SKIPPED: no standard library for {TARGET}; to enable: rustup target add {TARGET}");
        return;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("other-target");
    let declared = |storage: &str| {
        let file = format!(
            "#![no_std]\nuse smem_tile::{{shared_tile, smem_tile}};\n#[smem_tile(32, 32)]\npub struct Tile(f32);\n{storage}\n"
        );
        let additions = additions(include_str!("../../src/guide/device_rust.md"));
        write_crate(&folder, &additions, &[("src/lib.rs".into(), file)]).unwrap();
        let mut cargo = Command::new(env!("CARGO"));
        cargo.current_dir(&folder).args(["check", "--offline", "--target", TARGET, "--target-dir"]);
        cargo.arg(target().join("other")).output().unwrap()
    };
    // The tile is none of the error.
    assert!(declared("").status.success());
    let refused = declared("shared_tile!(static TILE: Tile);");
    let message = String::from_utf8_lossy(&refused.stderr);
    assert!(!refused.status.success());
    assert_eq!(message.matches("error: `shared_tile!` declares").count(), 1, "{message}");
    for form in ["#[spirv(workgroup)]", "#[address_space(shared)]", "SharedArray::UNINIT", "SharedMemory::<Elem>::new"]
    {
        assert!(message.contains(form), "{form} is not in {message}");
    }
}
