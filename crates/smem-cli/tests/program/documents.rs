//! The documents of `--json` are as the published schema says, and nothing else is.

use serde_json::{Value, json};

use crate::call::Folder;
use crate::schema::{COMMANDS, check, published, refuses_changes};

/// Columns of a matrix, which meet in one bank, and a missing barrier.
const KERNEL: &str = "__global__ void columns(float* out) {
    __shared__ float tile[32][32];
    for (int row = 0; row < 32; row++) tile[row][threadIdx.x] = row;
    out[threadIdx.x] = tile[threadIdx.x][0];
}
";

fn document(folder: &Folder, arguments: &[&str]) -> Value {
    let answer = folder.call(arguments);
    serde_json::from_str(&answer.out).unwrap_or_else(|error| panic!("{error}: {answer:?}"))
}

#[test]
fn the_schema_of_each_command_refuses_changes_of_its_document() {
    let page = "ID,Kernel Name,l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum\n0,columns(float *),40\n";
    let folder = Folder::with(&[("columns.cu", KERNEL), ("ncu.csv", page)]);
    let launch = ["columns.cu", "--grid", "1", "--block", "32", "--arg", "out:f32[32]", "--json"];
    let tile = "Tile(f32): 8, 32, access(row, col), conflicts = allow";
    let cute = "f32 (32,33):(33,1) o Swizzle<5,0,5>, access(col)";
    let with = |command: &'static str, more: &[&'static str]| [&[command], &launch[..], more].concat();
    for arguments in [
        with("profile", &["--compare", "ncu.csv"]),
        with("fix", &[]),
        vec!["check", "columns.cu", "--json"],
        vec!["explain", tile, "--json"],
        vec!["map", tile, "--json"],
        vec!["header", tile, "--json"],
    ] {
        refuses_changes(arguments[0], &document(&folder, &arguments));
    }
    let explained = folder.call(&["explain", cute, "--json"]);
    assert!(explained.out.contains("\"cute\""), "{explained:?}");
}

#[test]
fn the_schema_has_a_document_for_each_command() {
    let schema = published();
    let titles: Vec<&str> =
        schema["anyOf"].as_array().unwrap().iter().map(|document| document["title"].as_str().unwrap()).collect();
    assert_eq!(titles, COMMANDS.map(|command| format!("smem-tile {command} --json")));
    assert_eq!(schema["$defs"]["ProfileDocument"]["properties"]["version"]["const"], 2);
    let empty = json!({ "version": 2, "tiles": [], "errors": [] });
    check("map", &empty);
    assert!(std::panic::catch_unwind(|| check("profile", &empty)).is_err());
}

#[test]
fn the_page_of_gpus_has_the_rows_of_the_table() {
    let page = include_str!("../../docs/reference/gpus.md");
    let rows: Vec<&str> = page.lines().filter(|line| line.starts_with("| `")).collect();
    let expected = smem_profile::Gpu::all().iter().map(|gpu| {
        format!(
            "| `{}` | {gpu} | `{}` | {} | {} | {} | {} | {} |",
            gpu.id(),
            gpu.arch,
            gpu.multiprocessors,
            gpu.clock_mhz,
            gpu.dram_bytes,
            gpu.l2_mib,
            gpu.source
        )
    });
    assert_eq!(rows, expected.collect::<Vec<_>>());
}
