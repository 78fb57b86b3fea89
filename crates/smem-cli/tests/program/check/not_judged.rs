//! Launches that PTX was to judge, and could not: a check of them has failed.

use crate::call::Folder;

/// A kernel that the assembler takes, with an instruction that the simulator knows in machine code alone.
fn kernel(instruction: &str) -> String {
    format!(
        ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k()\n{{\n.reg .b32 %r<4>;\n.shared .align 4 .b8 t[256];\n\
         mov.u32 %r1, %tid.x;\nshl.b32 %r2, %r1, 2;\nmov.u32 %r3, t;\nadd.u32 %r2, %r2, %r3;\n{instruction}\n\
         st.shared.u32 [%r2], %r1;\nret;\n}}\n"
    )
}

#[test]
fn a_launch_that_its_ptx_could_not_judge_fails_the_check_and_says_why() {
    let config = "[[launch]]\nfile = \"k.ptx\"\nkernel = \"k\"\ngrid = 1\nblock = 32\n";
    let whole = Folder::with(&[("k.ptx", &kernel("add.u32 %r1, %r1, 1;")), ("smem-tile.toml", config)]);
    let answer = whole.call(&["check"]);
    assert_eq!(answer.code, 0, "{answer:?}");
    let unknown = Folder::with(&[("k.ptx", &kernel("vadd.u32.u32.u32 %r1, %r1, %r1;")), ("smem-tile.toml", config)]);
    let answer = unknown.call(&["check"]);
    assert_eq!(answer.code, 1, "{answer:?}");
    assert!(answer.out.contains("its PTX could not judge what machine code does not show: "), "{answer:?}");
    assert!(answer.out.contains("vadd"), "{answer:?}");
}
