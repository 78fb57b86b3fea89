//! The change of `fix` as a patch, and written.

use std::process::{Command, Stdio};

use super::profiled;
use crate::call::Folder;

/// A column of floats: other rows are all it takes.
const ROWS: &str = "__global__ void k(float* out) {
    __shared__ float tile[32][32];
    tile[threadIdx.y][threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
";

/// An array of one dimension with an index that cannot be written twice: it takes a tile, whose element the source declares.
const TILE: &str = "struct Pixel { float value; };
__global__ void k(float* out) {
    __shared__ Pixel tile[1024];
    int i = threadIdx.y * 32 + threadIdx.x, j = threadIdx.x * 32 + threadIdx.y, next = i;
    tile[next++].value = i;
    __syncthreads();
    out[i] = tile[j].value;
}
";

const LAUNCH: [&str; 6] = ["--grid", "1", "--block", "32,32", "--arg", "out:f32[1024]"];

/// Runs `git apply` with this patch in the folder.
fn applied(folder: &Folder, patch: &str) {
    let mut git = Command::new("git");
    let git = git.args(["apply", "-"]).current_dir(folder.path("")).stdin(Stdio::piped()).stderr(Stdio::piped());
    // Outside of any repository that the temporary folder may lie in.
    let mut child = git.env("GIT_CEILING_DIRECTORIES", folder.path("")).spawn().unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), patch.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{patch}\n{}", String::from_utf8_lossy(&output.stderr));
}

fn without_excess(folder: &Folder, file: &str) {
    let counts = profiled(folder, file, &LAUNCH);
    assert_eq!(counts.wavefronts, counts.ideal, "{}", folder.text(file));
}

#[test]
fn the_patch_alone_is_what_git_applies() {
    for (text, files) in [(ROWS, vec!["k.cu"]), (TILE, vec!["k.cu", "k_tiles.cuh"])] {
        let folder = Folder::with(&[("k.cu", text)]);
        let answer = folder.call(&[&["fix", "k.cu", "--diff"], &LAUNCH[..]].concat());
        assert_eq!(answer.code, 0, "{answer:?}");
        assert_eq!(folder.text("k.cu"), text, "a patch is printed, not applied");
        applied(&folder, &answer.out);
        assert_eq!(folder.names(), files);
        without_excess(&folder, "k.cu");
    }
}

#[test]
fn a_change_is_written_with_its_header_and_the_second_time_there_is_nothing_to_change() {
    for (text, files) in [(ROWS, vec!["k.cu"]), (TILE, vec!["k.cu", "k_tiles.cuh"])] {
        let folder = Folder::with(&[("k.cu", text)]);
        let answer = folder.call(&[&["fix", "k.cu", "--write"], &LAUNCH[..]].concat());
        assert_eq!(answer.code, 0, "{answer:?}");
        assert!(answer.err.contains("note: wrote `k.cu`"), "{answer:?}");
        assert_eq!(folder.names(), files);
        without_excess(&folder, "k.cu");
        let written = folder.text("k.cu");
        let again = folder.call(&[&["fix", "k.cu", "--write"], &LAUNCH[..]].concat());
        assert_eq!(again.code, 0, "{again:?}");
        assert!(again.err.contains("note: there is nothing to change, so nothing was written"), "{again:?}");
        assert_eq!(folder.text("k.cu"), written);
    }
}

#[test]
#[cfg_attr(not(feature = "exhaustive"), ignore = "`--features exhaustive`")]
fn a_patch_and_the_written_files_are_the_same_in_another_folder_with_another_header() {
    let options = ["--write", "-o", "src/inc/tiles.cuh"];
    let places = ["src/k.cu", "src/inc/tiles.cuh"];
    let made = |option: &[&str]| {
        let folder = Folder::with(&[]);
        std::fs::create_dir_all(folder.path("src/inc")).unwrap();
        std::fs::write(folder.path("src/k.cu"), TILE).unwrap();
        let answer = folder.call(&[&["fix", "src/k.cu"], option, &LAUNCH[..]].concat());
        assert_eq!(answer.code, 0, "{answer:?}");
        (folder, answer.out)
    };
    let (written, _) = made(&options);
    assert!(written.text("src/k.cu").contains("#include \"inc/tiles.cuh\"\n"), "{}", written.text("src/k.cu"));
    without_excess(&written, "src/k.cu");
    let (patched, patch) = made(&["--diff", "-o", "src/inc/tiles.cuh"]);
    applied(&patched, &patch);
    for place in places {
        assert_eq!(written.text(place), patched.text(place), "{place}");
    }
}

#[test]
fn a_change_that_no_run_verified_is_not_written() {
    // The functions take rows of 32: with longer ones they do not compile.
    let text = "__device__ void fill(float (*t)[32], int x, int y) { t[y][x] = x; }
__device__ float get(const float* t, int i) { return t[i]; }
__global__ void k(float* out) {
    __shared__ float tile[32][32];
    int x = threadIdx.x, y = threadIdx.y;
    fill(tile, x, y);
    __syncthreads();
    out[y * 32 + x] = get(&tile[0][0], x * 32 + y);
}
";
    let folder = Folder::with(&[("k.cu", text)]);
    let answer = folder.call(&[&["fix", "k.cu", "--write"], &LAUNCH[..]].concat());
    assert_eq!(answer.code, 1, "{answer:?}");
    assert!(answer.err.contains("the change was not verified, so nothing was written"), "{answer:?}");
    assert_eq!(folder.text("k.cu"), text);
    assert_eq!(folder.names(), ["k.cu"]);
}
