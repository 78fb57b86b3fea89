//! The project's own kernels in all layouts of their tiles, with their launches.

use std::fmt::Write;
use std::path::Path;

use smem_examples::gallery::EXHIBITS;
use smem_examples::single_pass::{self, BlockShape, Plan, Power};
use smem_examples::{Error, read_file, scan2d};
use smem_layout::translation_unit;

use super::patterns::patterns;
use crate::block_scan::{BlockVariant, SumMethod};

/// A kernel's source and its launches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnKernel {
    /// Its name here.
    pub name: String,
    /// The whole text in CUDA C++.
    pub text: String,
    /// The text of its launch file.
    pub launches: String,
}

/// Probes of one kind of access: each kernel with the bytes of an element.
type ProbeKernels = &'static [(&'static str, usize)];

/// The probes by kind: its name, whether all patterns are accessed or every fourth, and the kernels.
const PROBES: [(&str, usize, ProbeKernels); 4] = [
    ("loads", 1, &[("load_4", 4), ("load_8", 8), ("load_16", 16)]),
    ("stores", 1, &[("store_4", 4), ("store_8", 8), ("store_16", 16)]),
    ("atomics", 2, &[("reduce_4", 4), ("reduce_8", 8), ("atomic_4", 4), ("exchange_4", 4)]),
    (
        "others",
        4,
        &[
            ("nothing", 4),
            ("shuffle", 4),
            ("vote", 4),
            ("half_off", 4),
            ("load_1", 1),
            ("load_2", 2),
            ("store_1", 1),
            ("store_2", 2),
        ],
    ),
];

/// Returns the kernels, whose launch files are in `folder` unless they are written here.
///
/// # Errors
/// Where a launch file cannot be read.
pub fn own_kernels(folder: &Path) -> Result<Vec<OwnKernel>, Error> {
    let launches = |name: &str| read_file(&folder.join("launches").join(format!("{name}.toml")));
    let mut all = Vec::new();
    // The product on tensor cores has no swizzle, and is left out.
    for exhibit in EXHIBITS.iter().filter(|exhibit| exhibit.name != "wmma") {
        let launches = launches(&format!("gallery_{}", exhibit.name))?;
        for variant in exhibit.variants {
            let tiles: Vec<&str> = [variant.cuda].iter().chain(exhibit.other_tiles).copied().collect();
            let text = translation_unit(&tiles, exhibit.file, exhibit.text);
            all.push(OwnKernel {
                name: format!("gallery_{}_{}", exhibit.name, variant.name),
                text,
                launches: launches.clone(),
            });
        }
    }
    for variant in scan2d::TILES {
        let text = translation_unit(&[variant.cuda], scan2d::KERNELS_NAME, scan2d::KERNELS);
        for side in [1024, 4096] {
            let name = format!("scan2d_{side}_{}", variant.name);
            all.push(OwnKernel { name, text: text.clone(), launches: launches(&format!("scan2d_{side}"))? });
        }
    }
    let shapes = [BlockShape::SMALL, BlockShape::MEDIUM, BlockShape::LARGE, BlockShape::HUGE];
    for (shape, side) in shapes.into_iter().zip([1024, 2048, 4096, 8192]) {
        all.push(single_pass(&format!("single_pass_{side}"), &Plan::for_size(side, side), &shape, side));
    }
    for shape in BlockShape::WORDS {
        let layout = shape.name.rsplit(' ').next().unwrap_or_default();
        all.push(single_pass(&format!("single_pass_words_{layout}"), &Plan::of(shape), &shape, 4096));
    }
    // `worth/h200.tsv` has no rows of eight lines a warp: they make the same accesses as one.
    for variant in BlockVariant::all().filter(|variant| variant.method != SumMethod::EightLines) {
        all.push(block_scan(&variant, 2048));
    }
    let text = read_file(&folder.join("probes.cu"))?;
    for (kind, every, kernels) in PROBES {
        all.push(OwnKernel { name: format!("probes_{kind}"), text: text.clone(), launches: probes(kernels, every) });
    }
    let text = read_file(&folder.join("single.cu"))?;
    all.push(OwnKernel { name: "probes_single".to_owned(), launches: singles(&text), text });
    Ok(all)
}

/// A launch of one warp for each kernel of one instruction.
fn singles(text: &str) -> String {
    let mut launches =
        "[buffers]\ndata = { type = \"u8\", len = 1048576 }\nout = { type = \"u8\", len = 128 }\n".to_owned();
    for line in text.lines().filter(|line| !line.starts_with(['#', '/', ' '])) {
        let Some((kernel, _)) = line.split_once('(').and_then(|(_, rest)| rest.split_once(',')) else { continue };
        let _ = write!(
            launches,
            "\n[[launch]]\nkernel = \"{kernel}\"\ngrid = 1\nblock = 32\nargs = [\"data\", \"out\", {{ i32 = 3 }}]\n"
        );
    }
    launches
}

fn single_pass(name: &str, plan: &Plan, shape: &BlockShape, side: u32) -> OwnKernel {
    let (across, down) = (side.div_ceil(shape.cols), side.div_ceil(shape.rows));
    let tiles = across * down;
    let words = shape.work_words(tiles, 1);
    let pixels = side * side;
    let launches = format!(
        "[buffers]\nsrc = {{ type = \"u8\", len = {pixels}, init = \"random\" }}\ndst = {{ type = \"u64\", len = {pixels} }}\n\
         work = {{ type = \"u64\", len = {words} }}\n\n[[launch]]\nkernel = \"scan2d_single\"\ngrid = {tiles}\nblock = {}\n\
         shared = {}\nargs = [\"src\", {{ u64 = {side} }}, {{ u64 = 0 }}, \"dst\", {{ u64 = {side} }}, {{ u64 = 0 }}, \"null\", \
         {{ u64 = 0 }}, {{ u64 = 0 }}, {{ u32 = {side} }}, {{ u32 = {side} }}, {{ u32 = {across} }}, {{ u32 = {tiles} }}, \"work\"]\n",
        shape.threads(),
        shape.shared_bytes::<u8>(1)
    );
    OwnKernel { name: name.to_owned(), text: single_pass::source::<u8>(plan, &[Power::Two], false), launches }
}

fn block_scan(variant: &BlockVariant, side: u32) -> OwnKernel {
    let (launch, pixels) = (variant.launch(side, side), side * side);
    let ([x, y, z], [threads, ..]) = (launch.grid, launch.block);
    let kernel = variant.kernel_name();
    let launches = format!(
        "[buffers]\nsrc = {{ type = \"u8\", len = {pixels}, init = \"random\" }}\ndst = {{ type = \"{}\", len = {pixels} }}\n\n\
         [[launch]]\nkernel = \"{kernel}\"\ngrid = [{x}, {y}, {z}]\nblock = {threads}\n\
         args = [\"src\", \"dst\", {{ u32 = {side} }}, {{ u32 = {side} }}]\n",
        variant.out.name()
    );
    OwnKernel { name: kernel, text: variant.text(), launches }
}

/// A launch of each probe for one in `every` patterns.
fn probes(kernels: ProbeKernels, every: usize) -> String {
    let patterns = patterns();
    let places: Vec<String> = patterns.iter().flatten().map(u32::to_string).collect();
    let mut text = format!(
        "[buffers]\nplaces = {{ type = \"i32\", values = [{}] }}\ndata = {{ type = \"u8\", len = 1048576 }}\n\
         out = {{ type = \"u8\", len = 16 }}\n",
        places.join(", ")
    );
    for (kernel, bytes) in kernels {
        for pattern in (0..patterns.len()).step_by(every) {
            assert!(patterns[pattern].iter().all(|place| *place as usize * bytes < 1 << 20));
            let _ = write!(
                text,
                "\n[[launch]]\nkernel = \"{kernel}\"\ngrid = 1\nblock = 32\nargs = [\"data\", \"places\", \"out\", {{ i32 = {pattern} }}]\n"
            );
        }
    }
    text
}
