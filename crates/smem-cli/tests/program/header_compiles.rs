//! Headers compile wherever C++ does, and their index is the one of the Rust type: on the host by running it, on the device in the
//! simulator.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use smem_derive_impl::read::{self, Tile};
use smem_launch::{Device, DeviceChoice, Install, LaunchShape, Nvrtc};

use crate::call::Folder;
use crate::compilers::{accepts, cpp, is_there, nvcc};

/// Tiles of every class of layouts and shapes.
const TILES: [&str; 17] = [
    "Dense(u8): 8, 5, layout = plain, conflicts = allow",
    "Padded(f32): 32, 32, pad = auto",
    "Swizzled(f64): 32, 32, swizzle = auto",
    "Shifted(u16): 64, 64, swizzle = (3, 3, 3), access(row)",
    "Negative(f32): 32, 32, swizzle = (2, 0, -5), conflicts = allow",
    "Inside(f32): 32, 36, pad = (1, every = 48), conflicts = allow",
    "Rotated(i32): 5, 12, swizzle = rotate(1), conflicts = allow",
    "Matrix(f32): 32, 32, swizzle = matrix([0b100001, 0b1000010]), conflicts = allow",
    "Reversed(f32): 32, 32, access(row, col, lanes(|lane| (lane, 31 - lane)), lanes(|lane| (lane, lane)))",
    "Line(u64): 1000, access(stride(2))",
    "Lines(f32): 1024, pad = auto, access(row, stride(32))",
    "Planes(f32): 4, 8, 32, access(row, col, depth)",
    "OnePlane(i16): 1, 1, 40, layout = plain, conflicts = allow",
    "Staged(f32): 16, 33, stages = 3, conflicts = allow",
    "StagedLine(u16): 96, stages = 4, pad = 2, conflicts = allow",
    "StagedPlanes(i8): 2, 4, 64, stages = 2, pad = 4, conflicts = allow",
    "Bulk(u32): 8, 32, swizzle = tma128, access(row(vec = 4)), arch = sm_90",
];

fn tiles() -> Vec<Tile> {
    TILES.iter().map(|line| read::line(line).unwrap_or_else(|error| panic!("{line}: {error:?}"))).collect()
}

/// Writes the header of all tiles into a folder.
fn with_header(more: &[&str]) -> Folder {
    let folder = Folder::with(&[]);
    let arguments = [&["header", "-o", "tiles.cuh", "--namespace", "my::tiles"], &TILES[..], more].concat();
    assert_eq!(folder.call(&arguments).whole(), "---- exit code 0\n");
    folder
}

/// Returns the sum of all indices of a tile, each weighed by its place: what the programs compute.
fn checksum(tile: &Tile) -> u64 {
    let layout = tile.solution().layout();
    let all = (0..layout.rows()).flat_map(|row| (0..layout.cols()).map(move |col| (row, col)));
    all.zip(1u64..).fold(0u64, |sum, ((row, col), place)| sum.wrapping_add(place * u64::from(layout.index(row, col))))
}

/// Returns C++ that adds the indices of a tile to `sum`, by the function and by the address of the element.
fn loops(tile: &Tile) -> String {
    let (name, layout) = (tile.name(), tile.solution().layout());
    let rows = layout.rows() / tile.solution().planes().unwrap_or(1);
    let (place, brackets, is_line) = match tile.solution().planes() {
        Some(_) => ("plane, row, col", "[plane][row][col]", false),
        None if rows == 1 => ("row, col", "[col]", true),
        None => ("row, col", "[row][col]", false),
    };
    let planes = tile.solution().planes().unwrap_or(1);
    let unused = if is_line || planes > 1 { "" } else { "(void)plane; " };
    let staged = if tile.solution().stages() > 1 { stages(name, place, brackets) } else { String::new() };
    format!(
        "    sum = 0, place = 0;
    for (unsigned plane = 0; plane < {planes}u; ++plane)
        for (unsigned row = 0; row < {rows}u; ++row)
            for (unsigned col = 0; col < {cols}u; ++col) {{
                {unused}const unsigned at = my::tiles::{name}::index({place});
                my::tiles::{name}& tile = *static_cast<my::tiles::{name}*>(memory);
                const my::tiles::{name}& same = tile;
                const my::tiles::{name}::Elem* const start = static_cast<my::tiles::{name}::Elem*>(memory);
                if (&tile({place}) != start + at || &same({place}) != start + at) sum += 1u << 30;
                if (&tile{brackets} != start + at || &same{brackets} != start + at) sum += 1u << 31;
{staged}                sum += ++place * at;
            }}
",
        cols = layout.cols()
    )
}

/// Returns C++ that compares the element at `place` of each stage, by its number and as a tile of its own, with its address.
fn stages(name: &str, place: &str, brackets: &str) -> String {
    let (element, whole) = (format!("({place})"), "tile.stage(stage)");
    let row = match brackets.rsplit_once('[') {
        Some(("", _)) | None => String::new(),
        // A row outlives the stage that it is of.
        Some((row, col)) => {
            format!(
                "                    const auto line = {whole}{row};\n                    if (&line[{col} != there) sum += 1u << 28;\n"
            )
        }
    };
    format!(
        "                for (unsigned stage = 0; stage < tile.STAGES; ++stage) {{
                    const auto* const there = start + stage * tile.STAGE_LEN + at;
                    if (&tile(stage, {place}) != there || &same(stage, {place}) != there) sum += 1u << 27;
                    if (&{whole}{element} != there || &same.stage(stage){element} != there) sum += 1u << 28;
                    if (&{whole}{brackets} != there || &same.stage(stage){brackets} != there) sum += 1u << 29;
{row}#if defined(__CUDACC__)
                    using Elem = my::tiles::{name}::Elem;
                    if (&{whole}.vec<Elem>{element} != there) sum += 1u << 26;
#endif
                }}
"
    )
}

#[test]
fn the_index_on_the_host_is_the_one_of_rust() {
    let folder = with_header(&[]);
    let mut main = "#include <cstdio>\n#include \"tiles.cuh\"\n#include \"tiles.cuh\"\n\
                    alignas(1024) static unsigned char storage[1 << 16];\nvoid* memory = storage;\n\
                    int other();\nint main() {\n    unsigned long long sum, place;\n"
        .to_string();
    let mut expected = String::new();
    for tile in &tiles() {
        let bytes = tile.solution().bytes();
        let _ = writeln!(main, "{}    std::printf(\"{} %llu\\n\", sum);", loops(tile), tile.name());
        let _ = writeln!(main, "    static_assert(my::tiles::{}::BYTES == {bytes}, \"bytes\");", tile.name());
        let _ = writeln!(expected, "{} {}", tile.name(), checksum(tile));
    }
    main += "    return other();\n}\n";
    std::fs::write(folder.path("main.cpp"), main).unwrap();
    // A second translation unit: what the header defines may be in both. The index of a tile is a constant.
    let other = "#include \"tiles.cuh\"\nstatic_assert(my::tiles::Padded::index(2, 5) == 71, \"index\");\n\
                 int other() { return my::tiles::Swizzled::index(1, 1) == 32 ? 0 : 1; }\n";
    std::fs::write(folder.path("other.cpp"), other).unwrap();
    for compiler in cpp() {
        for standard in ["-std=c++11", "-std=c++14", "-std=c++17", "-std=c++20"] {
            let options = [standard, "-O1", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-o", "main"];
            accepts(compiler, &[&options[..], &["main.cpp", "other.cpp"]].concat(), &folder.path(""));
            let output = Command::new(folder.path("main")).output().unwrap();
            assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{compiler} {standard}");
            assert!(output.status.success(), "{compiler} {standard}");
        }
    }
}

#[test]
fn a_pitch_is_where_rows_are_equally_far_apart_and_elsewhere_its_use_says_why_there_is_none() {
    let folder = with_header(&[]);
    let nvrtc = Nvrtc::find(Install::Allowed).unwrap();
    let [mut with, mut without] = [0, 0];
    for tile in &tiles() {
        let name = tile.name();
        let code = |pitch: &str| format!("unsigned f() {{ return 2u * my::tiles::{name}::{pitch}; }}\n");
        let text = tile.solution().cuda(name, tile.cuda_elem()).unwrap();
        let device = format!("{text}__global__ void k(unsigned* out) {{ *out = 2u * {name}::PITCH; }}\n");
        let compiled = nvrtc.compile_ptx(&device, "k.cu", &[]);
        let said = match tile.solution().layout().row_pitch() {
            Ok(pitch) => {
                with += 1;
                let ptx = compiled.unwrap_or_else(|error| panic!("{name}: {error}"));
                assert!(ptx.contains(&format!(", {};", 2 * pitch)), "{name}: {ptx}");
                None
            }
            Err(why) => {
                without += 1;
                let said = format!("{name} has no PITCH: {why}; {name}::index(");
                let error = compiled.unwrap_err().to_string();
                assert!(error.contains(&said) && error.matches("error").count() <= 2, "{error}");
                Some(said)
            }
        };
        std::fs::write(folder.path("use.cpp"), format!("#include \"tiles.cuh\"\n{}", code("PITCH"))).unwrap();
        for compiler in cpp() {
            let mut command = Command::new(compiler);
            let output = command.args(["-std=c++11", "-fsyntax-only", "use.cpp"]).current_dir(folder.path("")).output();
            let output = output.unwrap();
            let error = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.success(), said.is_none(), "{compiler}, {name}: {error}");
            assert!(said.as_ref().is_none_or(|said| error.contains(said)), "{compiler}, {name}: {error}");
        }
    }
    assert!(with >= 4 && without >= 4, "{with} with a pitch, {without} without");
}

/// Names that a program could have macros of: every word of a header in which nothing is reserved or ends in `_`.
fn names(header: &str) -> BTreeSet<String> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let code = header.lines().map(|line| line.split("//").next().unwrap_or_default());
    let code = code.flat_map(|line| line.split('"').step_by(2).map(str::to_string).collect::<Vec<_>>());
    let words = code.flat_map(|code| code.split(|c| !is_part(c)).map(str::to_string).collect::<Vec<_>>());
    let tiles = TILES.map(|tile| tile.split('(').next().unwrap());
    let is_free = |name: &String| {
        name.starts_with(|c: char| c.is_ascii_alphabetic())
            && !name.ends_with('_')
            && !name.starts_with("SMEM_TILE_")
            && !smem_layout::is_reserved(name)
            && !["my", "tiles", "defined", "ifndef", "endif", "define", "undef", "include", "cuh", "Half", "Vector"]
                .contains(&name.as_str())
            && !tiles.contains(&name.as_str())
    };
    let others = ["row", "col", "plane", "stage", "tile", "i", "N", "T", "V", "Owner", "RowOf", "memory"];
    words.filter(is_free).chain(others.map(String::from)).collect()
}

/// Returns definitions of macros in front of a header, with and without parameters, and what is after it: a check that they are
/// there, and the end of them.
fn with_macros(header: &str) -> (String, String) {
    let names = names(header);
    assert!(
        ["ROWS", "COLS", "index", "vec", "from", "Elem", "ALIGN"].iter().all(|name| names.contains(*name)),
        "{names:?}"
    );
    let define = |(number, name): (usize, &String)| match number % 2 {
        0 => format!("#define {name} {number}\n"),
        _ => format!("#define {name}(a, b) {number}\n"),
    };
    let check = |(number, name): (usize, &String)| {
        let call = if number % 2 == 0 { "" } else { "(1, 2)" };
        format!("static_assert({name}{call} == {number}, \"{name}\");\n")
    };
    let defined = names.iter().enumerate().map(define).collect();
    let checked: String = names.iter().enumerate().map(check).collect();
    (defined, checked + &names.iter().map(|name| format!("#undef {name}\n")).collect::<String>())
}

#[test]
fn macros_of_the_same_names_are_in_nobodys_way() {
    let folder = with_header(&[]);
    let (defined, checked) = with_macros(&folder.text("tiles.cuh"));
    std::fs::write(folder.path("main.cpp"), format!("{defined}#include \"tiles.cuh\"\n{checked}")).unwrap();
    for compiler in cpp() {
        accepts(compiler, &["-std=c++11", "-Werror", "-Wall", "-fsyntax-only", "main.cpp"], &folder.path(""));
    }
}

/// Kernels that compute what the program for the host does, in one thread.
fn kernels() -> String {
    let kernel = |tile: &Tile| {
        format!(
            "extern \"C\" __global__ void check_{}(unsigned long long* out) {{\n    \
             __shared__ __align__(1024) unsigned char storage[{}];\n    void* const memory = storage;\n    \
             unsigned long long sum, place;\n{}    *out = sum;\n}}\n",
            tile.name(),
            tile.solution().bytes(),
            loops(tile)
        )
    };
    tiles().iter().map(kernel).collect()
}

#[test]
fn the_index_on_the_device_is_the_one_of_rust() {
    let folder = with_header(&[]);
    let header = folder.text("tiles.cuh");
    let device = Device::open(DeviceChoice::Simulator, Install::Allowed).unwrap();
    let source = [&header, &kernels()].map(String::as_str).concat();
    let program = device.load(&source, "tiles.cu").unwrap();
    for tile in &tiles() {
        let kernel = program.kernel(&format!("check_{}", tile.name())).unwrap();
        let out = device.zeros::<u64>(1).unwrap();
        device.simulate(&kernel, LaunchShape::of([1, 1, 1], [1, 1, 1]), &[out.arg()]).unwrap();
        assert_eq!(device.download(&out).unwrap(), [checksum(tile)], "{}", tile.name());
    }
}

#[test]
fn nvrtc_compiles_every_standard() {
    let folder = with_header(&["Half(half::f16): 8, 64", "Vector([f32; 4]): 8, 8"]);
    let source = folder.text("tiles.cuh") + &kernels();
    let nvrtc = Nvrtc::find(Install::Allowed).unwrap();
    for standard in ["--std=c++11", "--std=c++14", "--std=c++17", "--std=c++20"] {
        let options = ["--gpu-architecture=compute_90", standard];
        // Its own header declares `__half`.
        let include = smem_launch::CudaSource::new(source.as_str(), "tiles.cu");
        let include = options.iter().fold(include, |source, option| source.option(*option));
        let compiled = nvrtc.compile(&include).unwrap_or_else(|error| panic!("{standard}: {error}"));
        assert!(compiled.ptx().contains("check_Padded"), "{standard}");
        assert_eq!(compiled.log(), "", "{standard}");
    }
    let (defined, checked) = with_macros(&source);
    let source = smem_launch::CudaSource::new(defined + &with_header(&[]).text("tiles.cuh") + &checked, "tiles.cu");
    let compiled = nvrtc.compile(&source.option("--gpu-architecture=compute_90")).unwrap();
    assert_eq!(compiled.log(), "");
}

#[test]
#[cfg_attr(not(feature = "exhaustive"), ignore = "`--features exhaustive`")]
fn nvcc_compiles_device_and_host() {
    let folder = with_header(&["Half(half::f16): 8, 64", "Vector([f32; 4]): 8, 8"]);
    let Some(nvcc) = nvcc().filter(|_| is_there("g++")) else { return };
    let (defined, checked) = with_macros(&with_header(&[]).text("tiles.cuh"));
    let host = "unsigned on_the_host() { return my::tiles::Padded::index(2, 5) + my::tiles::Vector::BYTES; }\n";
    let source = format!("#include \"tiles.cuh\"\n{}{host}", kernels());
    std::fs::write(folder.path("tiles.cu"), source).unwrap();
    let other = with_header(&[]);
    std::fs::write(other.path("macros.cu"), format!("{defined}#include \"tiles.cuh\"\n{checked}")).unwrap();
    accepts(nvcc, &["-arch=sm_90", "-Werror=all-warnings", "-c", "macros.cu", "-o", "macros.o"], &other.path(""));
    for standard in ["-std=c++17", "-std=c++20"] {
        let options = [standard, "-arch=sm_90", "-Werror=all-warnings", "-Xcompiler=-Wall,-Werror", "-c", "tiles.cu"];
        accepts(nvcc, &[&options[..], &["-o", "tiles.o"]].concat(), &folder.path(""));
    }
}

#[test]
fn clang_compiles_device_and_host_as_cuda() {
    if !is_there("clang++") {
        return;
    }
    let folder = with_header(&[]);
    // The toolkit's headers, which Debian's clang does not bring, define these words.
    let words = "#define __CUDACC__\n#define __host__ __attribute__((host))\n#define __device__ __attribute__((device))\n\
                 #define __global__ __attribute__((global))\n#define __shared__ __attribute__((shared))\n\
                 #define __align__(bytes) __attribute__((aligned(bytes)))\n\
                 #define __forceinline__ __inline__ __attribute__((always_inline))\n\
                 __device__ inline unsigned __brev(unsigned bits) { return __builtin_bitreverse32(bits); }\n";
    std::fs::write(folder.path("tiles.cu"), format!("{words}#include \"tiles.cuh\"\n{}", kernels())).unwrap();
    for side in ["--cuda-device-only", "--cuda-host-only"] {
        for standard in ["-std=c++11", "-std=c++17"] {
            let options =
                ["-x", "cuda", "-nocudainc", "-nocudalib", "--cuda-gpu-arch=sm_70", "-fsyntax-only", "-Werror"];
            accepts("clang++", &[&options[..], &[side, standard, "tiles.cu"]].concat(), &folder.path(""));
        }
    }
}

#[test]
#[cfg_attr(not(feature = "exhaustive"), ignore = "`--features exhaustive`")]
fn half_and_vectors_compile_on_the_host_with_the_toolkits_headers() {
    let Some(nvcc) = nvcc() else { return };
    let headers = nvcc.parent().and_then(Path::parent).unwrap().join("include");
    let includes = [&headers, &headers.join("cccl")].map(|folder| format!("-isystem{}", folder.display()));
    let folder = with_header(&["Half(half::f16): 8, 64", "Vector([f32; 4]): 8, 8, access(row)"]);
    let main = "#include \"tiles.cuh\"\nunsigned f() { return my::tiles::Half::index(1, 2) + my::tiles::Vector::index(1, 2); }\n";
    std::fs::write(folder.path("main.cpp"), main).unwrap();
    for compiler in cpp() {
        accepts(
            compiler,
            &["-std=c++17", "-c", "main.cpp", &includes[0], &includes[1], "-o", "main.o"],
            &folder.path(""),
        );
    }
}
