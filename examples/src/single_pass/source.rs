//! The text of the single pass: the tiles, the constants, the carries, and the kernel.

use smem_tile::translation_unit;

use super::pixel::Pixel;
use super::plan::Plan;
use super::power::Power;
use super::shape::{CarryScheme, FLAT_TILES, Held};

/// The kernel's name.
pub(super) const NAME: &str = "scan2d_single";

/// A file's name and its text.
type NamedText = (&'static str, &'static str);

/// Code that both kernels share: the words that tiles publish, sums straight from the picture, and the functions that pass carries from tile to
/// tile.
const SHARED: [NamedText; 3] = [
    ("scan2d_published.cuh", include_str!("../../kernels/scan2d_published.cuh")),
    ("scan2d_picture.cuh", include_str!("../../kernels/scan2d_picture.cuh")),
    ("scan2d_carries.cuh", include_str!("../../kernels/scan2d_carries.cuh")),
];

/// The kernel whose tiles stay pixels in shared memory, and how it reads them.
const READ: NamedText = ("scan2d_read.cuh", include_str!("../../kernels/scan2d_read.cuh"));
const WRITE: NamedText = ("scan2d_write.cuh", include_str!("../../kernels/scan2d_write.cuh"));
const PIXELS_KERNEL: &str = include_str!("../../kernels/scan2d_single.cu");
const PIXELS_KERNEL_NAME: &str = "scan2d_single.cu";

/// The kernel whose tiles are scanned in shared memory.
const SUMS_KERNEL: &str = include_str!("../../kernels/scan2d_single_words.cu");
const SUMS_KERNEL_NAME: &str = "scan2d_single_words.cu";

/// Returns the kernel's whole text.
pub fn source<P: Pixel>(plan: &Plan, powers: &[Power], alone: bool) -> String {
    let constants = constants::<P>(plan, powers, alone);
    match plan.shape.held {
        Held::Pixels { cuda: [pixels, sums, chunks], .. } => {
            let headers = headers(SHARED.into_iter().chain([READ, WRITE]));
            translation_unit(&[pixels, sums, chunks, &constants, &headers], PIXELS_KERNEL_NAME, PIXELS_KERNEL)
        }
        Held::Sums(tile, _) => translation_unit(&[tile, &constants, &headers(SHARED)], SUMS_KERNEL_NAME, SUMS_KERNEL),
    }
}

/// Returns the texts one after the other, each with the name that messages of the compiler call it by.
fn headers(texts: impl IntoIterator<Item = NamedText>) -> String {
    let mut all = format!("#define SINGLE_PASS {NAME}\n");
    for (name, text) in texts {
        all += &format!("#line 1 \"{name}\"\n{text}");
    }
    all
}

/// Returns the types and constants that the kernels' text asks for.
fn constants<P: Pixel>(plan: &Plan, powers: &[Power], alone: bool) -> String {
    let shape = &plan.shape;
    // The kernel of tiles of sums always deals them out.
    let has_tickets = plan.tickets || matches!(shape.held, Held::Sums(..));
    let exponent = |power: Option<&Power>| if power == Some(&Power::Two) { 2 } else { 1 };
    let mut text = String::from("typedef unsigned char u8;\ntypedef unsigned short u16;\ntypedef unsigned int u32;\n");
    text += "typedef unsigned long long u64;\n";
    text += &format!("typedef {} Pixel;\ntypedef {} Local;\ntypedef {} Sum;\n", P::PIXEL, P::LOCAL, P::SUM);
    text += "enum : u32 {\n";
    for (name, value) in [
        ("CHANNELS", powers.len() as u32),
        ("POWER_0", exponent(powers.first())),
        ("POWER_1", exponent(powers.get(1))),
        ("PARTS", P::PARTS),
        ("ROWS", shape.rows),
        ("COLS", shape.cols),
        ("THREADS", shape.threads()),
        ("BLOCKS", shape.blocks),
        ("FLAT", u32::from(shape.carries == CarryScheme::Flat)),
        ("FLAT_TILES", FLAT_TILES),
        ("TICKETS", u32::from(has_tickets && shape.carries == CarryScheme::LookBack && !alone)),
        ("ALONE", u32::from(alone)),
        ("LOAD_BYTES", if let Held::Pixels { load_bytes, .. } = shape.held { load_bytes } else { 4 }),
        ("CHUNKS", u32::from(shape.has_chunks())),
        ("EVICT_FIRST", u32::from(plan.evict_first)),
        ("PREFETCH", u32::from(plan.prefetch.is_some())),
        ("AHEAD", plan.prefetch.unwrap_or(0)),
        ("SHARED_BYTES", shape.shared_bytes::<P>(powers.len())),
    ] {
        text += &format!("    {name} = {value},\n");
    }
    text + "};\n"
}
