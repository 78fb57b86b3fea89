//! Every class of layouts in one, two and three dimensions, with stages and without, as text, in a header and in a block: tiles drawn at random,
//! compiled by g++, clang++ and NVRTC, and every element where Rust has it.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::hash::{BuildHasher, RandomState};
use std::process::Command;

use smem_derive_impl::read::{self, Tile};
use smem_launch::{Device, DeviceChoice, Install, LaunchShape};
use smem_layout::{Layout, Swizzle, translation_unit};

use crate::call::Folder;
use crate::compilers::{accepts, cpp};

/// The classes, by what the attribute is asked for: an option with numbers to draw for `A`, `B` and `C`.
const CLASSES: [(&str, &str); 9] = [
    ("dense", "layout = plain"),
    ("padded", "pad = A"),
    ("padded inside", "pad = (A, every = B)"),
    ("CuTe", "swizzle = (C, 0, D)"),
    ("CuTe from below", "swizzle = (C, 0, -D)"),
    ("matrix", "swizzle = matrix([0b100001, 0b1000010])"),
    ("rotated", "swizzle = rotate(A, every = C)"),
    ("XOR of the column", "swizzle = auto"),
    ("bulk copy", "swizzle = tma32, arch = sm_90"),
];

const ELEMENTS: [(&str, u32); 6] = [("u8", 1), ("i16", 2), ("f32", 4), ("u64", 8), ("f64", 8), ("i32", 4)];

/// Numbers that look random, the same for the same seed.
struct Draw(u64);

impl Draw {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u64) as usize]
    }

    /// Returns a tile of this class, dimension and number of stages, as text; it may be one that there is not.
    fn tile(&mut self, name: &str, option: &str, dimension: usize, stages: u32) -> String {
        let (element, bytes) = self.of(&ELEMENTS);
        let side = |draw: &mut Draw| draw.of(&[1, 2, 3, 5, 7, 8, 9, 16]);
        let mut shape = match dimension {
            1 => vec![self.of(&[32, 64, 100, 128, 333])],
            2 => vec![side(self) + 1, self.of(&[3, 8, 13, 16, 32, 36])],
            _ => vec![1 + side(self) / 3, side(self), self.of(&[3, 8, 9, 16, 32])],
        };
        if option.contains("tma") {
            shape = vec![16, 32 / u64::from(bytes)];
        }
        let elements: u64 = shape.iter().product();
        let option = option
            .replace('A', &(1 + self.below(5)).to_string())
            .replace('B', &(1 + self.below(elements)).to_string())
            .replace('C', &(1 + self.below(3)).to_string())
            .replace('D', &(3 + self.below(3)).to_string());
        let shape: Vec<String> = shape.iter().map(u64::to_string).collect();
        let stages = if stages > 1 { format!(", stages = {stages}") } else { String::new() };
        format!("{name}({element}): {}, {option}{stages}, access(row), conflicts = allow", shape.join(", "))
    }
}

/// The comparisons for one tile.
struct Case {
    line: String,
    tile: Tile,
    class: &'static str,
    dimension: usize,
}

/// Returns tiles of every class, dimension and number of stages that there are.
fn cases(draw: &mut Draw) -> Vec<Case> {
    let mut cases = Vec::new();
    for (class, option) in CLASSES {
        for dimension in 1..=3 {
            for stages in [1, 3] {
                let name = format!("T{}", cases.len());
                let drawn = (0..40).find_map(|_| {
                    let line = draw.tile(&name, option, dimension, stages);
                    let tile = read::line(&line).ok()?;
                    is_of(class, tile.solution().layout()).then_some((line, tile))
                });
                cases.extend(drawn.map(|(line, tile)| Case { line, tile, class, dimension }));
            }
        }
    }
    cases
}

fn is_of(class: &str, layout: &Layout) -> bool {
    match class {
        "padded inside" => !layout.is_in_rows() && layout.pad() > 0 && layout.line_count() > 1,
        "dense" | "padded" | "XOR of the column" => true,
        _ => !matches!(layout.swizzle(), Swizzle::None),
    }
}

/// Adds a number to the sum of those before it, so that their order matters; as the programs do it.
fn mixed(sum: u64, number: u64) -> u64 {
    (sum ^ number).wrapping_mul(1_099_511_628_211)
}

/// Returns what the programs compute for a tile: the offset of each element of each stage, as each way to it has it.
fn expected(tile: &Tile) -> u64 {
    let solution = tile.solution();
    let layout = solution.layout();
    let mut sum = 0;
    for (row, col) in (0..layout.rows()).flat_map(|row| (0..layout.cols()).map(move |col| (row, col))) {
        let index = u64::from(layout.index(row, col));
        sum = mixed(sum, index);
        for stage in 0..u64::from(solution.stages()) {
            sum = mixed(sum, stage * solution.stage_len() as u64 + index);
        }
    }
    sum
}

/// Returns C++ that computes it for the tile at `memory`, whose type is `prefix` and the name: the index, and the place of the elements
/// of all stages.
fn function(tile: &Tile, prefix: &str) -> String {
    let solution = tile.solution();
    let (name, layout) = (format!("{prefix}{}", tile.name()), solution.layout());
    let planes = solution.planes().unwrap_or(1);
    let rows = layout.rows() / planes;
    let (place, brackets) = match solution.planes() {
        Some(_) => ("plane, row, col", "[plane][row][col]"),
        None if rows == 1 => ("row, col", "[col]"),
        None => ("row, col", "[row][col]"),
    };
    let stages = solution.stages();
    let places = match stages {
        1 => vec![
            format!("tile({place})"),
            format!("tile{brackets}"),
            format!("same({place})"),
            format!("same{brackets}"),
        ],
        _ => vec![
            format!("tile(stage, {place})"),
            format!("tile.stage(stage)({place})"),
            format!("tile.stage(stage){brackets}"),
            format!("same(stage, {place})"),
            format!("same.stage(stage){brackets}"),
        ],
    };
    let others: String =
        places[1..].iter().map(|other| format!("                if (&{other} != at) return 1;\n")).collect();
    format!(
        "HERE unsigned long long of_{called}(void* memory) {{
    {name}& tile = *static_cast<{name}*>(memory);
    const {name}& same = tile;
    const {name}::Elem* const start = static_cast<{name}::Elem*>(memory);
    unsigned long long sum = 0;
    for (unsigned plane = 0; plane < {planes}u; ++plane) for (unsigned row = 0; row < {rows}u; ++row)
        for (unsigned col = 0; col < {cols}u; ++col) {{
            (void)plane; (void)same;
            sum = (sum ^ {name}::index({place})) * 1099511628211ull;
            for (unsigned stage = 0; stage < {stages}u; ++stage) {{
                const {name}::Elem* const at = &{first};
{others}                sum = (sum ^ static_cast<unsigned long long>(at - start)) * 1099511628211ull;
            }}
        }}
    return sum;
}}
",
        called = tile.name(),
        cols = layout.cols(),
        first = places[0],
    )
}

/// Returns the Rust source of the tiles, each with a block that has it between numbers, alone and in an array, and one around that.
fn source(cases: &[Case]) -> String {
    let mut source = String::new();
    for Case { line, tile, .. } in cases {
        let (name, rest) = (tile.name(), line.split_once("): ").unwrap().1);
        let _ = writeln!(
            source,
            "#[shared_block(memory = dynamic, arch = sm_90)] struct Outer{name} {{ flag: u8, inner: Block{name}, end: f64 }}"
        );
        let _ = writeln!(
            source,
            "#[shared_block(memory = dynamic, arch = sm_90)] struct Block{name} {{ first: u16, tile: {name}, more: [{name}; 2], last: [[u8; 3]; 2] }}"
        );
        let _ = writeln!(source, "#[smem_tile({rest})] struct {name}({});", tile.elem());
    }
    source
}

/// Returns C++ that compares the places of the tiles in a block, in bytes, with Rust's.
fn block_function(name: &str, items: &read::AnnotatedItems) -> String {
    let block = |name: &str| items.blocks.iter().flatten().find(|block| block.name() == name).unwrap();
    let offset = |block: &read::Block, field: &str| {
        block.members().iter().find(|member| member.name == field).and_then(|member| member.offset).unwrap()
    };
    let (outer, inner) = (block(&format!("Outer{name}")), block(&format!("Block{name}")));
    let at = offset(outer, "inner");
    let places = [
        ("inner.tile", at + offset(inner, "tile")),
        (
            "inner.more[1]",
            at + offset(inner, "more") + inner.members().iter().find(|m| m.name == "tile").unwrap().bytes.unwrap(),
        ),
        ("inner.last[1][2]", at + offset(inner, "last") + 5),
        ("end", offset(outer, "end")),
    ];
    let checks: String = places
        .iter()
        .map(|(field, at)| format!("    if (reinterpret_cast<char*>(&block.{field}) - start != {at}) return false;\n"))
        .collect();
    format!(
        "HERE bool block_of_{name}(void* memory) {{
    my::Outer{name}& block = *static_cast<my::Outer{name}*>(memory);
    char* const start = static_cast<char*>(memory);
{checks}    return sizeof(my::Outer{name}) == {}u;
}}
",
        outer.bytes().unwrap(),
    )
}

/// The words of CUDA C++ for a compiler that has none of them.
const WORDS: &str = "#define __device__\n#define __forceinline__ inline\n#define __align__(bytes) alignas(bytes)\n\
                     #define __brev reversed_bits\ninline unsigned reversed_bits(unsigned bits) {\n\
                     unsigned all = 0; for (int bit = 0; bit < 32; ++bit) all |= (bits >> bit & 1u) << (31 - bit); return all; }\n";

/// Returns a program that prints what the functions of the tiles return.
fn main_of(cases: &[Case], with_blocks: bool) -> String {
    let mut main =
        "#include <cstdio>\nalignas(1024) static unsigned char storage[1 << 18];\nint main() {\n".to_string();
    for Case { tile, .. } in cases {
        let name = tile.name();
        let block = if with_blocks { format!("block_of_{name}(storage)") } else { "true".to_string() };
        let _ = writeln!(main, "    std::printf(\"{name} %llu %d\\n\", of_{name}(storage), int({block}));");
    }
    main + "    return 0;\n}\n"
}

/// Compares what a program printed with what Rust says.
fn compare(printed: &str, cases: &[Case], how: &str) {
    let printed: BTreeMap<&str, &str> = printed.lines().filter_map(|line| line.split_once(' ')).collect();
    for Case { line, tile, .. } in cases {
        let found = printed.get(tile.name()).copied();
        assert_eq!(found, Some(&*format!("{} 1", expected(tile))), "{how}: {line}: {}", tile.solution().description());
    }
}

/// Compiles a program with each C++ compiler of this machine, runs it, and compares.
fn on_the_host(folder: &Folder, file: &str, standard: &str, cases: &[Case]) {
    for compiler in cpp() {
        accepts(compiler, &[standard, "-O0", "-Wall", "-Wextra", "-Werror", "-o", "main", file], &folder.path(""));
        let output = Command::new(folder.path("main")).output().unwrap();
        assert!(output.status.success(), "{compiler} {file}");
        compare(&String::from_utf8_lossy(&output.stdout), cases, &format!("{compiler} {standard} {file}"));
    }
}

/// Compiles the tiles with NVRTC, runs them in the simulator, and compares.
fn on_the_device(source: &str, cases: &[Case], with_blocks: bool, how: &str) {
    let device = Device::open(DeviceChoice::Simulator, Install::Allowed).unwrap();
    let mut calls = String::new();
    for (number, Case { tile, .. }) in cases.iter().enumerate() {
        let name = tile.name();
        let block = if with_blocks { format!("block_of_{name}(memory)") } else { "true".to_string() };
        let _ = writeln!(
            calls,
            "    if (blockIdx.x == {number}u) {{ out[{number}] = of_{name}(memory); good[{number}] = {block}; }}"
        );
    }
    let kernel = format!(
        "extern \"C\" __global__ void check(unsigned long long* out, unsigned* good, void* memory) {{\n{calls}}}\n"
    );
    let program =
        device.load(&[source, &kernel].concat(), "product.cu").unwrap_or_else(|error| panic!("{how}: {error}"));
    let (out, good) = (device.zeros::<u64>(cases.len()).unwrap(), device.zeros::<u32>(cases.len()).unwrap());
    // Addresses alone are computed: no memory is behind them, and they are aligned.
    let memory = device.zeros::<u8>(1 << 18).unwrap();
    let launch = LaunchShape::of([cases.len() as u32, 1, 1], [1, 1, 1]);
    device.simulate(&program.kernel("check").unwrap(), launch, &[out.arg(), good.arg(), memory.arg()]).unwrap();
    let (out, good) = (device.download(&out).unwrap(), device.download(&good).unwrap());
    let lines: Vec<String> =
        (0..cases.len()).map(|at| format!("{} {} {}", cases[at].tile.name(), out[at], good[at])).collect();
    compare(&lines.join("\n"), cases, how);
}

#[test]
#[cfg_attr(not(feature = "exhaustive"), ignore = "`--features exhaustive`")]
fn tiles_of_every_class_dimension_and_number_of_stages_are_the_same_in_text_header_and_block() {
    let seed = std::env::var("SMEM_SEED").ok().and_then(|seed| seed.parse().ok());
    let seed = seed.unwrap_or_else(|| RandomState::new().hash_one(0) >> 32);
    eprintln!("drawn with SMEM_SEED={seed}");
    let mut draw = Draw(seed);
    let cases = cases(&mut draw);
    let count =
        |class: &str, dimension| cases.iter().filter(|case| (case.class, case.dimension) == (class, dimension)).count();
    for (class, _) in CLASSES {
        // A line has no rows to turn, and a bulk copy is drawn in two dimensions.
        let expected = match class {
            "rotated" => [0, 2, 2],
            "bulk copy" => [0, 2, 0],
            _ => [2, 2, 2],
        };
        let drawn = [1, 2, 3].map(|dimension| count(class, dimension));
        let drawn = if class == "bulk copy" { [0, drawn[1], 0] } else { drawn };
        assert_eq!(drawn, expected, "{class}");
    }

    let rust = source(&cases);
    let items = read::file(&rust).unwrap();
    let folder = Folder::with(&[("tiles.rs", &rust)]);
    let answer = folder.call(&["header", "tiles.rs", "--namespace", "my", "-o", "tiles.cuh"]);
    assert_eq!(answer.whole(), "---- exit code 0\n", "{rust}");
    let functions: String = cases.iter().map(|case| function(&case.tile, "my::")).collect();
    let blocks: String = cases.iter().map(|case| block_function(case.tile.name(), &items)).collect();
    let header = |here: &str| format!("#define HERE {here}\n#include \"tiles.cuh\"\n{functions}{blocks}");
    std::fs::write(folder.path("header.cpp"), header("static") + &main_of(&cases, true)).unwrap();
    on_the_host(&folder, "header.cpp", draw.of(&["-std=c++11", "-std=c++14", "-std=c++17", "-std=c++20"]), &cases);
    let inlined = header("static __device__").replace("#include \"tiles.cuh\"", &folder.text("tiles.cuh"));
    on_the_device(&inlined, &cases, true, "header");

    let text = |case: &Case| case.tile.solution().cuda(case.tile.name(), case.tile.cuda_elem()).unwrap();
    let texts: Vec<String> = cases.iter().map(text).collect();
    let functions: String = cases.iter().map(|case| function(&case.tile, "")).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let unit = |here: &str| format!("#define HERE {here}\n{}", translation_unit(&texts, "product.cu", &functions));
    std::fs::write(folder.path("text.cpp"), [WORDS, &unit("static"), &main_of(&cases, false)].concat()).unwrap();
    on_the_host(&folder, "text.cpp", draw.of(&["-std=c++14", "-std=c++17", "-std=c++20"]), &cases);
    on_the_device(&unit("static __device__"), &cases, false, "text");
}
