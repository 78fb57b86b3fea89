//! Debug information that names files, and launch files that read them, given to the program.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::mutate;
use crate::random::Random;

/// The text of the file that no report may have.
const CANARY: &str = "canary-that-nobody-may-show";

const KERNEL: &str = ".version 8.8
.target sm_90
.address_size 64
.visible .entry k(.param .u64 a) {
.shared .align 4 .b8 tile[4096];
.reg .b32 %r<3>;
.loc 1 1 0
mov.u32 %r0, tile;
.loc 2 1 0, function_name $L, inlined_at 1 1 0
mov.u32 %r1, %tid.x;
mad.lo.u32 %r2, %r1, 128, %r0;
st.shared.u32 [%r2], %r1;
ret;
}
.file 1 \"FIRST\"
.file 2 \"SECOND\"
.section .debug_str { $L: .b8 107, 0 }
";

const LAUNCH: &str = "[buffers]\na = { type = \"u8\", file = \"SECOND\" }\n[[launch]]\nkernel = \"k\"\ngrid = 1\nblock = 32\nargs = [\"a\"]\n";

/// Runs the program on a kernel whose debug information, and launch file, name files outside.
pub(crate) fn run(random: &mut Random) {
    let root = tempfile::tempdir().unwrap();
    let (own, canary) = (root.path().join("own"), root.path().join("canary.txt"));
    fs::create_dir(&own).unwrap();
    fs::write(&canary, CANARY).unwrap();
    fs::write(own.join("source.cu"), "a line of its own\n").unwrap();
    std::os::unix::fs::symlink("../canary.txt", own.join("link.cu")).unwrap();
    std::os::unix::fs::symlink("..", own.join("up")).unwrap();
    let absolute = canary.display().to_string();
    let names = [
        &absolute,
        "../canary.txt",
        "link.cu",
        "up/canary.txt",
        "./own/../../canary.txt",
        "source.cu",
        "/dev/zero",
        "/dev/stdin",
        "/proc/self/mem",
        "/proc/self/environ",
        "",
        ".",
        "a\\\"b",
        "//etc/hostname",
        "\u{1b}[2J",
    ];
    let named = |text: &str, random: &mut Random| {
        text.replace("FIRST", random.choose(&names)).replace("SECOND", random.choose(&names))
    };
    let (mut kernel, mut launch) = (named(KERNEL, random), named(LAUNCH, random));
    if random.below(2) == 0 {
        kernel = mutate::text(&kernel, &[".file 1", ".loc", "\"../canary.txt\"", "2", "inlined_at"], random);
        launch = mutate::text(&launch, &["file", "\"../canary.txt\"", "values", "len"], random);
    }
    fs::write(own.join("k.ptx"), kernel).unwrap();
    fs::write(own.join("k.toml"), launch).unwrap();
    let launched: &[&str] = if random.below(2) == 0 {
        &["--launch", "k.toml"]
    } else {
        &["--grid", "1", "--block", "32", "--arg", "a:u8[16]"]
    };
    let own_arguments = ["k.ptx", "--annotate", "--sarif", "k.sarif", "--svg", "k.svg"];
    profile_harmlessly(root.path(), &[&own_arguments, launched].concat(), &["k.sarif", "k.svg"]);
}

const SOURCE: &str = "#define N 32
#include \"own.h\"
template <int M> struct Tile { float rows[M][N]; };
constexpr int twice(int n) { return n < 2 ? n : twice(n - 1) + 1; }
extern \"C\" __global__ void k(unsigned char* a) {
    __shared__ Tile<N> tile;
#pragma unroll 4
    for (int i = 0; i < twice(8); ++i) tile.rows[threadIdx.x][i] = a[i];
    __syncthreads();
    a[threadIdx.x] = tile.rows[0][threadIdx.x] + own();
}
";

/// Runs the program on CUDA C++ that may include a file outside, and may take the compiler long.
pub(crate) fn run_cuda(random: &mut Random) {
    let words = [
        "#include \"../canary.txt\"\n",
        "#include <../canary.txt>\n",
        "#include_next \"../canary.txt\"\n",
        "%:include \"../canary.txt\"\n",
        "#embed \"../canary.txt\"\n",
        "_Pragma(\"include_alias(own.h, ../canary.txt)\")",
        "#line 1 \"../canary.txt\"\n",
        "#define N N N N N N N N\n",
        "#define R(x) R2(x) R2(x)\n",
        "twice(1000000)",
        "1 << 30",
        "template <",
        "asm(\".include\");",
        "\\\n",
        "{",
        "}",
        "(((((((((",
        "Tile<Tile<N>>",
    ];
    let root = tempfile::tempdir().unwrap();
    let own = root.path().join("own");
    fs::create_dir(&own).unwrap();
    fs::write(root.path().join("canary.txt"), CANARY).unwrap();
    fs::write(own.join("own.h"), "__device__ int own() { return 1; }\n").unwrap();
    let text = if random.below(10) == 0 { SOURCE.to_string() } else { mutate::text(SOURCE, &words, random) };
    fs::write(own.join("k.cu"), text).unwrap();
    let arguments =
        "k.cu --annotate --sarif k.sarif --grid 1 --block 32 --arg a:u8[32] --kernel k --max-tool-seconds 5";
    profile_harmlessly(root.path(), &arguments.split(' ').collect::<Vec<_>>(), &["k.sarif"]);
}

/// Runs `smem-tile profile` in the folder `own` below `root`: it ends with an exit code of its own, shows no file outside, and writes
/// nothing but these reports.
fn profile_harmlessly(root: &Path, arguments: &[&str], reports: &[&str]) {
    let (own, before) = (root.join("own"), names_below(root));
    let output = Command::new(env!("CARGO_BIN_EXE_smem-tile"))
        .arg("profile")
        .args(arguments)
        .args(["--offline", "--max-memory", "64M", "--max-instructions", "1M"])
        .current_dir(&own)
        .env("SMEM_TILE_CACHE", smem_launch::Install::Allowed.folder().unwrap())
        .stdin(std::process::Stdio::null())
        .output()
        .unwrap();
    let text = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned()).concat();
    let written: String = reports.iter().filter_map(|name| fs::read_to_string(own.join(name)).ok()).collect();
    assert!(matches!(output.status.code(), Some(0..=2)), "{text}");
    assert!(!text.contains("panicked") && !(text + &written).contains(CANARY), "a file outside was shown");
    let mut after = names_below(root);
    after.retain(|path| !reports.iter().any(|name| path.ends_with(name)));
    assert_eq!(after, before, "files were written");
}

/// The files in a folder and in those directly in it.
fn names_below(folder: &Path) -> Vec<String> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let data = entry.path().symlink_metadata().unwrap();
        names.push(entry.path().display().to_string());
        if data.is_dir() {
            names.extend(fs::read_dir(entry.path()).unwrap().flatten().map(|entry| entry.path().display().to_string()));
        }
    }
    names.sort();
    names
}
