//! Reports of `profile` beside the counts: annotated files, SARIF, pictures, sums by kernel.

use serde_json::Value;

use super::{PROGRAM, json, profile};
use crate::call::Folder;

#[test]
fn the_worst_request_of_a_line_has_its_lanes_and_its_bank() {
    let folder = Folder::with(&[("program.cu", PROGRAM)]);
    let document = json(&profile(&folder, "program.cu", &["--json", "--kernel", "transpose<0>"]));
    let line = &document["launches"][0]["lines"][0];
    assert_eq!((&line["line"], &line["op"]), (&9.into(), &"load".into()));
    let worst = &line["worst"];
    assert_eq!((&worst["bank"], &worst["warp"]), (&0.into(), &0.into()));
    assert_eq!(worst["lanes"], Value::from((0..32).collect::<Vec<u32>>()));
    assert_eq!(worst["words"], Value::from((0..32).map(|row| 128 * row).collect::<Vec<u32>>()));
    assert_eq!(document["launches"][0]["lines"][1]["worst"], Value::Null);
}

#[test]
fn an_annotated_file_has_each_line_and_the_counts_in_front() {
    let folder = Folder::with(&[("program.cu", PROGRAM)]);
    let answer = profile(&folder, "program.cu", &["--annotate", "--kernel", "transpose<0>"]);
    let (_, annotated) = answer.out.split_once("program.cu:\n").unwrap();
    assert_eq!(annotated.lines().count(), 1 + PROGRAM.lines().count(), "{annotated}");
    let counted: Vec<&str> = annotated.lines().filter(|line| line.contains("-way")).collect();
    assert!(counted[0].contains("512           0   1-way      7      tile[threadIdx.y]"), "{annotated}");
    assert!(counted[1].contains("16384       15872  32-way      9      out["), "{annotated}");
}

#[test]
fn sarif_has_what_the_standard_requires_and_a_result_for_each_line_with_conflicts() {
    let folder = Folder::with(&[("my program.cu", PROGRAM)]);
    let answer = profile(&folder, "my program.cu", &["--sarif", "out.sarif"]);
    assert_eq!(answer.code, 0, "{answer:?}");
    let log: Value = serde_json::from_str(&folder.text("out.sarif")).unwrap();
    // SARIF 2.1.0, 3.13.2, 3.14.6 and 3.18.1, 3.19.2: what has to be there.
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    assert_eq!(log["runs"].as_array().unwrap().len(), 1);
    assert_eq!(run["tool"]["driver"]["name"], "smem-tile");
    // 3.20.14: an invocation says whether it succeeded.
    assert_eq!(run["invocations"][0]["executionSuccessful"], true);
    // 3.49.3: a rule has an id.
    let rules: Vec<&Value> =
        run["tool"]["driver"]["rules"].as_array().unwrap().iter().map(|rule| &rule["id"]).collect();
    let results = run["results"].as_array().unwrap();
    assert_eq!(results.len(), 1, "two kernels conflict or not on one line: {log}");
    for result in results {
        // 3.27.11 and 3.11.1: a result has a message with a text. 3.27.10: a level. 3.27.5: rule and index agree.
        assert!(!result["message"]["text"].as_str().unwrap().is_empty());
        assert!(["none", "note", "warning", "error"].contains(&result["level"].as_str().unwrap()));
        assert_eq!(&result["ruleId"], rules[result["ruleIndex"].as_u64().unwrap() as usize]);
        let place = &result["locations"][0]["physicalLocation"];
        assert_eq!(
            (&place["artifactLocation"]["uri"], &place["region"]["startLine"]),
            (&"my%20program.cu".into(), &9.into())
        );
    }
    let excess = 31 * 4 * 4 * 32;
    assert_eq!(results[0]["properties"]["excess"], excess);
    assert!(results[0]["message"]["text"].as_str().unwrap().contains("32-way bank conflicts in `transpose<0>`"));
}

#[test]
fn a_fault_is_an_error_of_sarif() {
    let text =
        "__global__ void k(int* to) { __shared__ int a[32]; a[threadIdx.x] = 1; to[threadIdx.x + 1000] = a[0]; }";
    let folder = Folder::with(&[("k.cu", text)]);
    let answer =
        profile(&folder, "k.cu", &["--grid", "1", "--block", "32", "--arg", "to:i32[32]", "--sarif", "out.sarif"]);
    assert_eq!(answer.code, 1, "{answer:?}");
    let log: Value = serde_json::from_str(&folder.text("out.sarif")).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    let rules: Vec<&str> = results.iter().map(|result| result["ruleId"].as_str().unwrap()).collect();
    // Lanes read `a[0]` while another one writes it: what was found before the fault is kept.
    assert_eq!(rules, ["shared-memory-race", "kernel-fault"]);
    let fault = &results[1];
    assert_eq!(fault["level"], "error");
    assert!(fault["message"]["text"].as_str().unwrap().contains("outside global memory"), "{log}");
}

#[test]
fn the_worst_requests_are_drawn() {
    let folder = Folder::with(&[("program.cu", PROGRAM)]);
    let answer = profile(&folder, "program.cu", &["--svg", "worst.svg"]);
    assert_eq!(answer.code, 0, "{answer:?}");
    let svg = folder.text("worst.svg");
    assert_eq!(svg.matches("class=\"lane clash\"").count(), 32 + 2, "32 lanes, their bank and the legend: {svg}");
    assert!(svg.contains("program.cu:9: a load of transpose&lt;0&gt; takes 32 wavefronts where 1 would do"), "{svg}");
    assert!(svg.contains("up to 32 words in one bank"), "{svg}");
    let answer = profile(&folder, "program.cu", &["--kernel", "transpose<1>", "--svg", "none.svg"]);
    assert!(answer.code == 0 && answer.err.contains("`none.svg` is not written"), "{answer:?}");
    assert!(!folder.path("none.svg").exists());
}

#[test]
fn launches_of_a_kernel_are_summed() {
    let folder = Folder::with(&[("program.cu", PROGRAM)]);
    let document = json(&profile(&folder, "program.cu", &["--json"]));
    let kernels = document["kernels"].as_array().unwrap();
    let warps = 4 * 4 * 32;
    assert_eq!((&kernels[0]["kernel"], &kernels[0]["wavefronts"]), (&"transpose<0>".into(), &(33 * warps).into()));
    assert_eq!((&kernels[1]["launches"], &kernels[1]["requests"]), (&1.into(), &(2 * warps).into()));
}

#[test]
fn ptx_is_shown_beside_machine_code_with_the_reason_of_a_difference() {
    // Four neighbours a thread, which the assembler loads at once.
    let text = "__global__ void k(float* to) {
    __shared__ __align__(16) float a[128];
    for (int i = 0; i < 4; i++) a[threadIdx.x + 32 * i] = i;
    __syncthreads();
    const float* own = a + 4 * threadIdx.x;
    to[threadIdx.x] = own[0] + own[1] * own[2] + own[3];
}";
    let folder = Folder::with(&[("k.cu", text)]);
    let options = ["--grid", "1", "--block", "32", "--arg", "to:f32[32]", "--isa", "ptx"];
    let document = json(&profile(&folder, "k.cu", &[&options[..], &["--json"]].concat()));
    let beside = document["launches"][0]["beside"].as_array().unwrap();
    let loads = beside.iter().find(|line| line["op"] == "load").unwrap();
    let (ptx, machine_code) = (&loads["ptx"], &loads["machine_code"]);
    let (of_ptx, of_machine) = (ptx["requests"].as_u64().unwrap(), machine_code["requests"].as_u64().unwrap());
    if of_machine < of_ptx {
        assert_eq!((of_ptx, of_machine, &machine_code["instructions"][0]), (4, 1, &"LDS.128".into()));
        assert!(loads["why"].as_str().unwrap().contains("LDS.128"), "{loads}");
        let answer = profile(&folder, "k.cu", &options);
        assert!(
            answer.out.contains("k.cu:6, load: PTX 4 requests") && answer.out.contains("(LDS.128)"),
            "{}",
            answer.out
        );
    } else {
        // The compiler may merge them before the assembler does.
        assert_eq!(of_ptx, of_machine);
    }
    // Machine code alone has nothing beside it.
    let alone = json(&profile(&folder, "k.cu", &[&options[..6], &["--json"]].concat()));
    assert_eq!(alone["launches"][0]["beside"], Value::Array(Vec::new()));
}

#[test]
fn clusters_have_the_size_of_the_launch() {
    let text = "#include <cooperative_groups.h>
__global__ void k(int* out) {
    __shared__ int mine[32];
    auto cluster = cooperative_groups::this_cluster();
    mine[threadIdx.x] = cluster.block_rank();
    cluster.sync();
    out[blockIdx.x * 32 + threadIdx.x] = cluster.map_shared_rank(mine, cluster.num_blocks() - 1)[threadIdx.x];
    cluster.sync();
}";
    let folder = Folder::with(&[("k.cu", text)]);
    let with = |cluster: &[&str]| {
        folder.call(&[&["profile", "k.cu", "--grid", "8", "--block", "32", "--arg", "out:i32[256]"], cluster].concat())
    };
    let answer = with(&["--cluster", "4"]);
    assert!(answer.out.contains("k: grid 8 x 1 x 1, clusters of 4 x 1 x 1, block 32 x 1 x 1"), "{answer:?}");
    assert_eq!(json(&with(&["--cluster", "2,1,1", "--json"]))["launches"][0]["cluster"], serde_json::json!([2, 1, 1]));
    // Which has none.
    let plain = Folder::with(&[("k.cu", "__global__ void k() { }")]);
    let old = plain.call(&["profile", "k.cu", "--grid", "4", "--block", "32", "--cluster", "4", "--arch", "sm_80"]);
    assert!(old.is_refusal().contains("clusters need sm_90 or later"), "{old:?}");
    let ptx = plain.call(&["profile", "k.cu", "--grid", "4", "--block", "32", "--cluster", "4", "--isa", "ptx"]);
    assert_eq!(ptx.code, 0, "{ptx:?}");
    for (options, sentence) in [
        (&["--cluster", "3"][..], "is not made of clusters of 3 x 1 x 1"),
        (&["--cluster", "0"], "expected one to three numbers from 1"),
        (&["--cluster", "4", "--launch", "k.toml"], "cannot be used with"),
    ] {
        let refused = with(options).is_refusal().to_string();
        assert!(refused.contains(sentence), "{refused}");
    }
}

/// A transpose whose load has 32-way conflicts, with texts in it that a page of HTML has to escape.
const COLUMN: &str = "__global__ void column(float* out) { // <script>alert('&')</script>
    __shared__ float tile[32][32];
    tile[threadIdx.y][threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[32 * threadIdx.y + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
";
const LAUNCH: [&str; 6] = ["--grid", "1", "--block", "32,32", "--arg", "out=[1024]"];

#[test]
fn a_page_of_html_has_counts_pictures_sources_and_the_change_and_loads_nothing() {
    let folder = Folder::with(&[("column.cu", COLUMN)]);
    let answer = profile(&folder, "column.cu", &[&LAUNCH[..], &["--html", "report.html", "--quiet"]].concat());
    assert_eq!((answer.code, &answer.out[..], &answer.err[..]), (0, "", ""));
    let page = folder.text("report.html");
    for part in [
        "<!doctype html>",
        "1 kernel, 1 launch: 992 excess wavefronts.",
        "992 excess wavefronts before, 0 after, with the same results.",
        "<ins>+    __shared__ float tile[32][33];</ins>",
        "takes 32 wavefronts where 1 would do",
        "// &lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;",
        "prefers-color-scheme: dark",
    ] {
        assert!(page.contains(part), "{part} is not in {page}");
    }
    // Nothing is loaded: no script, no picture or style from elsewhere.
    for part in ["<script", "src=", "href=", "url(http", "@import"] {
        assert!(!page.contains(part), "{part} is in {page}");
    }
    let picture = &page[page.find("<svg").unwrap()..page.find("</svg>").unwrap() + "</svg>".len()];
    roxmltree::Document::parse(picture).unwrap();
}

#[test]
fn sarif_has_the_change_that_removes_the_conflicts_as_a_fix() {
    let folder = Folder::with(&[("column.cu", COLUMN)]);
    let results = |file: &str| {
        let log: Value = serde_json::from_str(&folder.text(file)).unwrap();
        log["runs"][0]["results"].as_array().unwrap().clone()
    };
    profile(&folder, "column.cu", &[&LAUNCH[..], &["--sarif", "plain.sarif"]].concat());
    assert_eq!(results("plain.sarif")[0]["fixes"], Value::Null);
    profile(&folder, "column.cu", &[&LAUNCH[..], &["--sarif", "profile.sarif", "--fixes"]].concat());
    let fixed = folder.call(&[&["fix", "column.cu"], &LAUNCH[..], &["--sarif", "fix.sarif", "--quiet"]].concat());
    assert_eq!((fixed.code, &fixed.out[..]), (0, ""), "{fixed:?}");
    for file in ["profile.sarif", "fix.sarif"] {
        let results = results(file);
        assert_eq!(results.len(), 1, "{file}");
        assert_eq!(results[0]["locations"][0]["physicalLocation"]["region"]["startLine"], 5);
        let change = &results[0]["fixes"][0]["artifactChanges"][0];
        assert_eq!(change["artifactLocation"]["uri"], "column.cu");
        let expected = serde_json::json!([{
            "deletedRegion": { "startLine": 2, "startColumn": 1, "endLine": 3, "endColumn": 1 },
            "insertedContent": { "text": "    __shared__ float tile[32][33];\n" },
        }]);
        assert_eq!(change["replacements"], expected, "{file}");
    }
}

#[test]
fn counters_of_nsight_compute_are_beside_the_counts_with_the_reason_where_they_differ() {
    let page = "==PROF== Disconnected
\"ID\",\"Kernel Name\",\"Block Size\",\"Grid Size\",\"Metric Name\",\"Metric Unit\",\"Metric Value\"
\"0\",\"column(float *)\",\"(32, 32, 1)\",\"(1, 1, 1)\",\"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum\",\"\",\"1,024\"
\"0\",\"column(float *)\",\"(32, 32, 1)\",\"(1, 1, 1)\",\"l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum\",\"\",\"1,001\"
";
    let folder = Folder::with(&[("column.cu", COLUMN), ("ncu.csv", page), ("other.csv", "a,b\n1,2\n")]);
    let answer = profile(&folder, "column.cu", &[&LAUNCH[..], &["--compare", "ncu.csv"]].concat());
    let (_, compared) = answer.out.split_once("column: Nsight Compute beside these counts\n").expect(&answer.out);
    let rows: Vec<Vec<&str>> = compared.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows[1][1..], ["1024", "1024", "equal"], "{compared}");
    assert_eq!(rows[2][1..], ["1001", "992", "+0.9", "%"], "{compared}");
    assert!(
        compared.contains("note: l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum: the counter also has waits"),
        "{compared}"
    );
    let document = profile(&folder, "column.cu", &[&LAUNCH[..], &["--compare", "ncu.csv", "--json"]].concat());
    let document: Value = serde_json::from_str(&document.out).unwrap();
    let counters = &document["nsight"][0]["counters"];
    assert_eq!(
        (&counters[0]["nsight"], &counters[0]["own"], &counters[0]["why"]),
        (&serde_json::json!(1024), &serde_json::json!(1024), &Value::Null)
    );
    assert_eq!((&counters[1]["nsight"], &counters[1]["own"]), (&serde_json::json!(1001), &serde_json::json!(992)));
    assert!(counters[1]["why"].as_str().unwrap().starts_with("the counter also has waits"), "{counters}");
    let other = profile(&folder, "column.cu", &[&LAUNCH[..], &["--compare", "other.csv"]].concat());
    assert!(other.is_refusal().contains("cannot read `other.csv`: it is not a page of `ncu --csv`"), "{other:?}");
}
