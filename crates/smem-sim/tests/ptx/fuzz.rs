//! Mutated PTX never makes the parser panic, and launches of what parses never panic.

use crate::common::texts;
use proptest::{prelude::*, test_runner::FileFailurePersistence};
use smem_sim::{Arch, KernelArg, LaunchShape, Simulator};

/// Kernels short enough to mutate often.
fn kernels() -> Vec<String> {
    let mut out = Vec::new();
    for text in texts() {
        let header = &text[..text.find(".visible .entry").unwrap()];
        for kernel in text[header.len()..].split(".visible .entry").skip(1) {
            out.push(format!("{header}.visible .entry{kernel}"));
        }
    }
    out
}

const WORDS: &[&str] = &[
    "%r1",
    "%rd1",
    "%p1",
    "%f1",
    "0",
    "-1",
    "31",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    ";",
    ",",
    "@%p1",
    "bra",
    "ret;",
    ".reg .b32 %q<3>;",
    "ld.shared.u32",
    ".v4",
    "bar.sync 0;",
    "exit;",
    "4294967295",
    "0xffffffffffffffff",
    ":",
    "|",
    ".align 3",
    "<",
    "_",
    "\"",
    "/*",
    "%tid.x",
];

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 1500,
        failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("regressions"))),
        ..ProptestConfig::default()
    })]

    #[test]
    fn mutated_kernels_never_panic(
        which in any::<prop::sample::Index>(),
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0..4, any::<prop::sample::Index>()), 1..4),
    ) {
        let kernels = kernels();
        let text = &kernels[which.index(kernels.len())];
        let mut words: Vec<String> = text.split_inclusive([' ', '\n', '\t', ',', ';']).map(str::to_owned).collect();
        for (at, kind, other) in edits {
            let at = at.index(words.len());
            match kind {
                0 => { words.remove(at); }
                1 => words[at] = format!("{} ", WORDS[other.index(WORDS.len())]),
                2 => { let word = words[other.index(words.len())].clone(); words[at] = word; }
                _ => { let word = words[at].clone(); words.insert(at, word); }
            }
            prop_assume!(!words.is_empty());
        }
        if let Ok(module) = smem_ptx::module(&words.concat()) {
            let sim = Simulator::new(Arch::SM_90).instruction_limit(100_000).host_threads(1);
            let memory = sim.alloc(1 << 12);
            let names: Vec<String> = module.kernels().map(str::to_owned).collect();
            for name in names {
                let args: Vec<KernelArg> = (0..7).map(|_| KernelArg::Ptr(memory)).collect();
                // The number and the widths of the arguments are found by trying.
                for count in 0..=7 {
                    for narrow in 0..3usize {
                        let mut args = args[..count].to_vec();
                        for arg in args.iter_mut().rev().take(narrow) {
                            *arg = KernelArg::U32(9);
                        }
                        let _ = sim.launch(&module, &name, &LaunchShape::new(1, 33), &args);
                    }
                }
            }
        }
    }

    #[test]
    fn arbitrary_text_never_panics(text in "[ -~\\n]{0,200}") {
        let _ = smem_ptx::module(&text);
        let _ = smem_ptx::module(&format!(".version 8.8 .target sm_90 .address_size 64 .entry k() {{ {text}"));
    }
}
