//! A generated tile costs nothing: a transpose through it has no more machine instructions than the same kernel written by
//! hand with the same layout, and the classes of layouts cost what the solver's choice among them assumes.
//!
//! `cargo test -p smem-tests sass:: -- --nocapture` prints the counts.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use smem_launch::{Device, DeviceChoice, Install, LaunchShape, Nvrtc};
use smem_layout::{Access, ConflictPolicy, Cute, Layout, LayoutChoice, Matrix, Swizzle, TileSpec, solve};
use smem_tests::sass::{INSTRUCTION_BYTES, OLDEST, Ruler, code_bytes};

/// Compute capabilities whose machine code is compared, as 90 for 9.0.
const CAPABILITIES: [u32; 4] = [75, 80, 90, 100];

/// A layout, and how a CUDA programmer writes it.
struct Class {
    name: &'static str,
    layout: Layout,
    stages: u32,
    /// The element (r, c) through the generated `tile`.
    at: &'static str,
    /// By hand: the array, and its element (r, c). The cheapest counts.
    hand: Vec<(&'static str, &'static str)>,
    /// The bytes that one thread moves.
    moves: &'static str,
}

impl Class {
    fn new(name: &'static str, layout: Layout, hand: &[(&'static str, &'static str)]) -> Class {
        Class { name, layout, stages: 1, at: "tile(r, c)", hand: hand.to_vec(), moves: "float" }
    }

    /// Element `32 r + c` of a tile of one row.
    fn line(name: &'static str, layout: Layout, hand: &[(&'static str, &'static str)]) -> Class {
        Class { at: "tile[(r) * 32u + (c)]", ..Class::new(name, layout, hand) }
    }

    /// The `c`-th four columns of row `r`.
    fn vectors(name: &'static str, layout: Layout, hand: &[(&'static str, &'static str)]) -> Class {
        Class { at: "tile.vec<float4>(r, (c) * 4u)", moves: "float4", ..Class::new(name, layout, hand) }
    }

    /// The struct, as the macro writes it.
    fn cuda(&self) -> String {
        let accesses = [if self.moves == "float4" { Access::row().vec(4) } else { Access::row() }];
        let spec = TileSpec::builder(self.layout.rows(), self.layout.cols(), 4, &accesses)
            .choice(LayoutChoice::Layout(self.layout))
            .conflicts(ConflictPolicy::Allow)
            .stages(self.stages);
        solve(&spec.build().unwrap()).unwrap().cuda(self.name, "float").unwrap()
    }

    /// Name, array and element of each way to write the tile: generated first, then by hand.
    fn ways(&self) -> Vec<(String, String, &'static str)> {
        let generated = (self.name.to_string(), format!("{} tile", self.name), self.at);
        let hand = self.hand.iter().zip(1..);
        let hand = hand.map(|((array, at), way)| (format!("{}_by_hand_{way}", self.name), array.to_string(), *at));
        [generated].into_iter().chain(hand).collect()
    }
}

/// The hand-written form that tiles in lines use. As a macro, it would write its argument out twice: then the compiler does not see
/// one index, and how long the code is depends on which of the two it simplifies first.
const LINES: &str = "
__device__ __forceinline__ unsigned padded(unsigned i) { return i + (i >> 5); }
__device__ __forceinline__ unsigned swizzled(unsigned i) { return i ^ (i >> 5); }
";

fn matrix(columns: &[u8], base: u32) -> Swizzle {
    Swizzle::Matrix(Matrix::new(columns, base).unwrap())
}

/// Every class of layouts. The elements by hand name each parameter of a macro in parentheses, as one does.
fn classes() -> Vec<Class> {
    let plain = |rows, cols| Layout::plain(rows, cols).unwrap();
    let swizzled = |rows, cols, swizzle| plain(rows, cols).with_swizzle(swizzle).unwrap();
    let square = |swizzle| swizzled(32, 32, swizzle);
    let flat = "float tile[32 * 32]";
    let array = "float tile[32][32]";
    let aligned = "__align__(16) float tile[32][32]";
    vec![
        Class::new("plain", plain(32, 32), &[(array, "tile[r][c]"), (flat, "tile[(r) * 32 + (c)]")]),
        Class::new(
            "pad",
            Layout::padded(32, 32, 1).unwrap(),
            &[("float tile[32][33]", "tile[r][c]"), ("float tile[32 * 33]", "tile[(r) * 33 + (c)]")],
        ),
        Class::new(
            "identity",
            square(matrix(&[1, 2, 4, 8, 16], 0)),
            &[(array, "tile[r][(c) ^ (r)]"), (flat, "tile[(r) * 32 + ((c) ^ (r))]")],
        ),
        Class::new(
            "cute_swizzle",
            square(Swizzle::Cute(Cute::new(5, 0, 5).unwrap())),
            &[(array, "tile[r][(c) ^ (r)]"), (flat, "tile[((r) * 32 + (c)) ^ ((r) * 32 + (c)) >> 5]")],
        ),
        Class::new(
            "shifted_down",
            square(matrix(&[0, 1, 2, 4], 0)),
            &[(array, "tile[r][(c) ^ ((r) >> 1 & 7)]"), (flat, "tile[(r) * 32 + ((c) ^ ((r) >> 1 & 7))]")],
        ),
        Class::new(
            "shifted_up",
            square(Swizzle::Cute(Cute::new(3, 2, 3).unwrap())),
            &[(array, "tile[r][(c) ^ ((r) & 7) << 2]"), (flat, "tile[(r) * 32 + ((c) ^ ((r) & 7) << 2)]")],
        ),
        Class::new(
            "narrow",
            swizzled(32, 16, matrix(&[0, 1, 2, 4, 8], 0)),
            &[("float tile[32][16]", "tile[r][(c) ^ (r) >> 1]")],
        ),
        Class::new(
            "within_row",
            swizzled(32, 48, matrix(&[1, 2, 4, 8], 0)),
            &[("float tile[32][48]", "tile[r][(c) ^ ((r) & 15)]")],
        ),
        Class::new(
            "raised_pitch",
            Layout::padded(32, 48, 16).unwrap().with_swizzle(matrix(&[1, 2, 4, 8, 16], 0)).unwrap(),
            &[("float tile[32][64]", "tile[r][(c) ^ (r)]")],
        ),
        Class::new(
            "reversed",
            square(matrix(&[16, 8, 4, 2, 1], 0)),
            &[(array, "tile[r][(c) ^ __brev(r) >> 27]"), (flat, "tile[(r) * 32 + ((c) ^ __brev(r) >> 27)]")],
        ),
        Class::new(
            "field",
            square(matrix(&[2, 4, 8, 16, 5], 0)),
            &[
                (array, "tile[r][(c) ^ ((r) << 1 & 30) ^ ((r) >> 4) * 5]"),
                // Multiplication by x in GF(32): the bit that leaves comes back as the polynomial.
                (array, "tile[r][(c) ^ (r) << 1 ^ ((r) >> 4) * 37]"),
                (array, "tile[r][(c) ^ (r) << 1 ^ ((r) > 15 ? 37 : 0)]"),
            ],
        ),
        Class::line("line", plain(1, 1024), &[("float tile[1024]", "tile[(r) * 32 + (c)]")]),
        Class::line(
            "padded_lines",
            Layout::lines(1024, 32, 1).unwrap(),
            &[("float tile[1056]", "tile[padded((r) * 32 + (c))]")],
        ),
        Class::line(
            "swizzled_lines",
            Layout::lines(1024, 32, 0).unwrap().with_swizzle(matrix(&[1, 2, 4, 8, 16], 0)).unwrap(),
            &[("float tile[1024]", "tile[swizzled((r) * 32 + (c))]")],
        ),
        Class::vectors("vectors", plain(32, 32), &[(aligned, "*reinterpret_cast<float4*>(&tile[r][(c) * 4])")]),
        Class::vectors(
            "padded_vectors",
            Layout::padded(32, 32, 4).unwrap(),
            &[("__align__(16) float tile[32][36]", "*reinterpret_cast<float4*>(&tile[r][(c) * 4])")],
        ),
        Class::vectors(
            "swizzled_vectors",
            square(matrix(&[1, 2, 4], 2)),
            &[(aligned, "*reinterpret_cast<float4*>(&tile[r][((c) ^ ((r) & 7)) * 4])")],
        ),
        Class {
            stages: 3,
            at: "tile(blockIdx.z, r, c)",
            ..Class::new(
                "stages",
                square(matrix(&[1, 2, 4, 8, 16], 0)),
                &[("float tile[3][32][32]", "tile[blockIdx.z][r][(c) ^ (r)]")],
            )
        },
        Class {
            stages: 3,
            at: "tile(blockIdx.z, r, c)",
            ..Class::new("plain_stages", plain(32, 32), &[("float tile[3][32][32]", "tile[blockIdx.z][r][c]")])
        },
        Class {
            at: "tile[r][c]",
            ..Class::new("padded_rows", Layout::padded(32, 32, 1).unwrap(), &[("float tile[32][33]", "tile[r][c]")])
        },
        Class {
            at: "tile[r][c]",
            ..Class::new("swizzled_rows", square(matrix(&[1, 2, 4, 8, 16], 0)), &[(array, "tile[r][(c) ^ (r)]")])
        },
        Class {
            stages: 3,
            at: "tile.stage(blockIdx.z)[r][c]",
            ..Class::new(
                "one_stage",
                square(matrix(&[1, 2, 4, 8, 16], 0)),
                &[("float tile[3][32][32]", "tile[blockIdx.z][r][(c) ^ (r)]")],
            )
        },
    ]
}

/// The transposes that are compared: of one tile, an element a thread, and of a matrix, four rows of a tile a thread.
const KERNELS: [(&str, &str); 2] = [
    (
        "tile",
        "(const MOVES* in, MOVES* out) {
    __shared__ ARRAY;
    const unsigned tx = threadIdx.x, ty = threadIdx.y;
    AT(ty, tx) = in[ty * 32 + tx];
    __syncthreads();
    out[ty * 32 + tx] = AT(tx, ty);
}",
    ),
    (
        "matrix",
        "(const MOVES* __restrict__ in, MOVES* __restrict__ out, unsigned width, unsigned height) {
    __shared__ ARRAY;
    const unsigned tx = threadIdx.x, ty = threadIdx.y;
    unsigned x = blockIdx.x * 32 + tx, y = blockIdx.y * 32 + ty;
    for (unsigned j = 0; j < 32; j += 8) AT(ty + j, tx) = in[(y + j) * width + x];
    __syncthreads();
    x = blockIdx.y * 32 + tx, y = blockIdx.x * 32 + ty;
    for (unsigned j = 0; j < 32; j += 8) out[(y + j) * height + x] = AT(tx, ty + j);
}",
    ),
];

/// One translation unit with every transpose through every tile.
fn transposes(classes: &[Class]) -> String {
    let mut source = LINES.to_string();
    for class in classes {
        source.push_str(&class.cuda());
        for (name, array, at) in class.ways() {
            for (kind, kernel) in KERNELS {
                let kernel = kernel.replace("MOVES", class.moves).replace("ARRAY", &array);
                let _ = write!(
                    source,
                    "#define AT(r, c) {at}\nextern \"C\" __global__ void {kind}_{name}{kernel}\n#undef AT\n"
                );
            }
        }
    }
    source
}

/// The length of every kernel for one compute capability.
fn lengths(nvrtc: &Nvrtc, ruler: &Ruler, source: &str, capability: u32) -> BTreeMap<String, u32> {
    let arch = format!("-arch=sm_{capability}");
    let cubin =
        nvrtc.compile_cubin(source, "sass.cu", &[&arch, "--std=c++17"]).unwrap_or_else(|error| panic!("{error}"));
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("sass_{capability}.cubin"));
    std::fs::write(&path, &cubin).unwrap();
    let lengths = ruler.measure(&path).unwrap();
    // The substitute for the disassembler agrees with it: at most 16 instructions of padding after the jump.
    if let Ruler::Instructions(_) = ruler {
        let bytes = code_bytes(&cubin).unwrap();
        for (kernel, instructions) in &lengths {
            let padding = bytes[kernel].checked_sub((instructions + 1) * INSTRUCTION_BYTES);
            assert!(padding.is_some_and(|bytes| bytes <= 256), "{kernel} for {arch}: {padding:?} bytes of padding");
        }
    }
    lengths
}

/// The lengths of the generated transposes by class, kind and compute capability, and those by hand.
type Table = BTreeMap<(&'static str, &'static str, u32), (u32, u32)>;

fn measure(ruler: &Ruler) -> Table {
    let nvrtc = Nvrtc::find(Install::Allowed).unwrap();
    let classes = classes();
    let source = transposes(&classes);
    let known = CAPABILITIES.into_iter().filter(|capability| nvrtc.architectures().contains(capability));
    let mut table = Table::new();
    for capability in known.filter(|capability| *capability >= OLDEST) {
        let lengths = lengths(&nvrtc, ruler, &source, capability);
        for class in &classes {
            for (kind, _) in KERNELS {
                let length = |name: &str| lengths[&format!("{kind}_{name}")];
                let ways = class.ways();
                let by_hand = ways[1..].iter().map(|(name, ..)| length(name)).min().unwrap();
                table.insert((class.name, kind, capability), (length(class.name), by_hand));
            }
        }
    }
    for needed in [80, 90] {
        assert!(table.keys().any(|(.., capability)| *capability == needed), "NVRTC does not compile for sm_{needed}");
    }
    table
}

/// The table as text: a row a class, `generated / by hand` for each capability.
fn print(table: &Table, ruler: &Ruler) {
    let what = match ruler {
        Ruler::Instructions(_) => "SASS instructions".to_string(),
        Ruler::Bytes(why) => format!("bytes of code, NOT instructions, since there is no disassembler ({why})"),
    };
    for (kind, _) in KERNELS {
        let of_kind = |capability| move |key: &&(&str, &str, u32)| key.1 == kind && key.2 == capability;
        let known = CAPABILITIES.into_iter().filter(|capability| table.keys().any(|key| key.2 == *capability));
        eprint!("\ntranspose of a {kind}, {what}, generated / by hand\n{:18}", "");
        known.clone().for_each(|capability| eprint!("{:>12}", format!("sm_{capability}")));
        eprintln!();
        for class in classes() {
            eprint!("{:18}", class.name);
            for capability in known.clone() {
                let key = table.keys().filter(of_kind(capability)).find(|key| key.0 == class.name).unwrap();
                let (generated, by_hand) = table[key];
                eprint!("{:>12}", format!("{generated} / {by_hand}"));
            }
            eprintln!();
        }
    }
}

#[test]
fn a_transpose_through_a_generated_tile_is_no_longer_than_by_hand() {
    let ruler = Ruler::find();
    let table = measure(&ruler);
    print(&table, &ruler);
    let mut longer = String::new();
    for ((class, kind, capability), (generated, by_hand)) in &table {
        if generated > by_hand {
            let _ = writeln!(longer, "{class}, {kind}, sm_{capability}: {generated}, by hand {by_hand}");
        }
    }
    assert!(longer.is_empty(), "longer than by hand:\n{longer}");

    // At equal bytes the solver prefers the plain layout, then padding and the one XOR, then a shifted one, the reversed
    // one, and several terms.
    let order: [&[&str]; 5] =
        [&["plain"], &["pad", "identity"], &["shifted_down", "shifted_up"], &["reversed"], &["field"]];
    for capability in CAPABILITIES {
        let length = |class: &&str| table.get(&(*class, "tile", capability)).map(|(generated, _)| *generated);
        for pair in order.windows(2) {
            let cheaper = pair[0].iter().filter_map(length).max();
            let dearer = pair[1].iter().filter_map(length).min();
            assert!(cheaper <= dearer, "sm_{capability}: {:?} {cheaper:?}, {:?} {dearer:?}", pair[0], pair[1]);
        }
    }
}

#[test]
fn the_tiles_by_hand_have_the_layouts_of_the_generated_ones() {
    let device = Device::open(DeviceChoice::Auto, Install::Allowed).unwrap();
    let classes = classes();
    let mut source = LINES.to_string();
    for class in &classes {
        let columns = if class.moves == "float4" { 8 } else { class.layout.cols().min(32) };
        source.push_str(&class.cuda());
        for (name, array, at) in class.ways() {
            let _ = write!(
                source,
                "#define AT(r, c) {at}
extern \"C\" __global__ void place_{name}(unsigned* place) {{
    __shared__ {array};
    const char* start = reinterpret_cast<const char*>(&tile);
    for (unsigned i = threadIdx.x; i < 32u * {columns}u; i += blockDim.x) {{
        const char* element = reinterpret_cast<const char*>(&(AT(i / {columns}u, i % {columns}u)));
        place[i] = static_cast<unsigned>(element - start) / 4u;
    }}
}}
#undef AT
"
            );
        }
    }
    let program = device.load(&source, "places.cu").unwrap_or_else(|error| panic!("{error}"));
    for class in &classes {
        let (step, columns) = if class.moves == "float4" { (4, 8) } else { (1, class.layout.cols().min(32)) };
        for (name, ..) in class.ways() {
            let place = device.zeros::<u32>(32 * columns as usize).unwrap();
            let kernel = program.kernel(&format!("place_{name}")).unwrap();
            // SAFETY: the kernel writes an element for each place that it counts, which is the buffer's length.
            unsafe { device.launch(&kernel, LaunchShape::of([1, 1, 1], [128, 1, 1]), &[place.arg()]) }.unwrap();
            for (i, place) in (0..).zip(device.download(&place).unwrap()) {
                let (row, col) = (i / columns, i % columns * step);
                let (row, col) = if class.layout.rows() == 1 { (0, row * 32 + col) } else { (row, col) };
                assert_eq!(place, class.layout.index(row, col), "{name} at ({row}, {col})");
            }
        }
    }
}
