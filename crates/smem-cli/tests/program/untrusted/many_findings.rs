//! Kernels of which very many instructions race or leave their arrays.

use smem_exhaustive::count;

use crate::call::{Answer, Folder, found};

/// PTX with an instruction for each of so many numbers.
fn kernel(count: usize, instruction: impl Fn(usize) -> String) -> String {
    let body: String = (0..count).map(instruction).collect();
    format!(
        ".version 8.8\n.target sm_90\n.address_size 64\n.visible .entry k() {{\n.shared .align 16 .b8 a[16];\n.shared .align 16 .b8 b[32768];\n\
         .reg .b32 %t, %a, %b, %v;\nmov.u32 %t, %tid.x;\nmov.u32 %a, a;\nmov.u32 %b, b;\n{body}ret;\n}}\n"
    )
}

fn profile(folder: &Folder, options: &[&str]) -> Answer {
    folder.call(&[&["profile", "k.ptx", "--grid", "1", "--block", "64"], options].concat())
}

#[test]
#[cfg_attr(not(feature = "exhaustive"), ignore = "`--features exhaustive`")]
fn races_that_are_not_described_are_counted() {
    let text =
        kernel(6_000, |at| format!("st.shared.u32 [%b+{}], %t;\nld.shared.u32 %v, [%b+{}];\n", 4 * at, 4 * (at / 2)));
    let folder = Folder::with(&[("k.ptx", &text)]);
    let answer = profile(&folder, &[]);
    assert_eq!(answer.code, 1, "{}", answer.err);
    assert!(
        answer.out.contains("more pairs of instructions race on shared memory than are described"),
        "{}",
        answer.err
    );

    let answer = profile(&folder, &["--json"]);
    let document: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    let launch = &document["launches"][0];
    assert_eq!(found(launch, "shared-memory-race").len(), 4_096);
    let kinds: Vec<&str> = launch["checks"]["remarks"]
        .as_array()
        .unwrap()
        .iter()
        .map(|warning| warning["kind"].as_str().unwrap())
        .collect();
    assert!(kinds.contains(&"left-out"), "{kinds:?}");
}

#[test]
fn each_of_very_many_overruns_is_named() {
    let many = count(20_000, 5_000);
    let text = kernel(many, |at| format!("st.shared.u32 [%a+{}], %t;\n", 16 + 4 * (at % 8_000)));
    let folder = Folder::with(&[("k.ptx", &text)]);
    let answer = profile(&folder, &["--overruns", "--isa", "ptx"]);
    assert_eq!(answer.code, 1, "{}", answer.err);
    assert_eq!(answer.out.matches("write beyond a shared array").count(), many, "{}", answer.err);
}
