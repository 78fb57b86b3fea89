//! The budgets of the whole command: its time and its memory.

use super::profile;
use crate::call::Folder;

/// A loop that counts: one that changes nothing is found to wait for ever.
const FOREVER: &str = ".version 8.8\n.target sm_90\n.address_size 64\n.visible .entry k() {\n.reg .b32 %r;\n.reg .pred %p;\nmov.u32 %r, 0;\n\
                       again: add.u32 %r, %r, 1;\nsetp.ge.u32 %p, %r, 0;\n@%p bra again;\nret;\n}\n";
const AT_ONCE: &str = ".version 8.8\n.target sm_90\n.address_size 64\n.visible .entry quick() {\nret;\n}\n";

/// One launch of a kernel in a file.
fn launch(file: &str, kernel: &str) -> String {
    format!("[[launch]]\nfile = \"{file}\"\nkernel = \"{kernel}\"\ngrid = 1\nblock = 32\n")
}

#[test]
fn a_command_ends_after_its_seconds_with_what_was_found_until_then() {
    let folder = Folder::with(&[("k.ptx", FOREVER)]);
    let answer = profile(&folder, "k.ptx", &["--isa", "ptx", "--max-seconds", "1"]);
    assert_eq!(answer.code, 3, "{answer:?}");
    assert!(answer.out.contains("stopped: 0 of 1 blocks"), "{answer:?}");
    assert!(answer.err.contains("more than 1 seconds") && answer.err.contains("`--max-seconds N`"), "{answer:?}");
    let fixed = folder.call(&["fix", "k.ptx", "--isa", "ptx", "--grid", "1", "--block", "32", "--max-seconds", "1"]);
    assert!(fixed.code == 3 && fixed.err.contains("`--max-seconds N`"), "{fixed:?}");
}

#[test]
#[cfg_attr(not(feature = "exhaustive"), ignore = "`--features exhaustive`")]
fn a_check_that_ends_early_keeps_its_lines_and_passes_nothing_that_did_not_run() {
    let launches = launch("quick.ptx", "quick") + &launch("k.ptx", "k") + &launch("quick.ptx", "quick");
    let folder = Folder::with(&[("k.ptx", FOREVER), ("quick.ptx", AT_ONCE), ("smem-tile.toml", &launches)]);
    // The tools keep their results of both, so the seconds are spent on launches.
    for (file, kernel) in [("quick.ptx", "quick"), ("k.ptx", "k")] {
        profile(&folder, file, &["--kernel", kernel, "--max-instructions", "10k"]);
    }
    let answer = folder.call(&["check", "--offline", "--max-seconds", "20"]);
    assert_eq!(answer.code, 3, "{answer:?}");
    assert!(answer.out.contains("ok      quick.ptx  quick"), "{answer:?}");
    assert!(
        answer.out.contains("FAILED  k.ptx  k") && answer.out.contains("not all of its checks were made"),
        "{answer:?}"
    );
    assert!(answer.err.contains("`quick.ptx`: not checked"), "{answer:?}");
    let json = folder.call(&["check", "k.ptx", "--offline", "--max-seconds", "1", "--json"]);
    assert!(json.code == 3 && json.out.contains("\"passed\": false"), "{json:?}");
}

#[test]
fn a_configuration_lowers_the_budgets_and_raises_none() {
    let of = |seconds: u32, memory: &str| {
        let limits = format!("[limits]\nmax-seconds = {seconds}\nmax-memory = \"{memory}\"\n");
        Folder::with(&[("k.ptx", FOREVER), ("smem-tile.toml", &(limits + &launch("k.ptx", "k")))])
    };
    let lower = of(1, "2G").call(&["check", "--offline"]);
    assert!(lower.code == 3 && lower.err.contains("more than 1 seconds"), "{lower:?}");
    let higher = of(100_000, "900G").call(&["check", "--offline", "--max-seconds", "1"]);
    assert!(higher.code == 3 && higher.err.contains("more than 1 seconds"), "{higher:?}");
}

/// The reader of tiles looks at no clock: the command is ended from outside of it.
#[test]
fn a_reader_that_does_not_come_back_is_ended() {
    let tile = |at: usize| {
        format!("#[smem_tile(f32, 64, 64, layout = auto, access(row, col), access(block(4, 8)))]\nstruct T{at};\n")
    };
    let text: String = (0..20_000).map(tile).collect();
    let folder = Folder::with(&[("tiles.rs", &text)]);
    for command in ["explain", "map", "header"] {
        let answer = folder.call(&[command, "tiles.rs", "--max-seconds", "1"]);
        assert!(
            answer.code == 3 && answer.err.contains("`--max-seconds N`"),
            "{command}: {} {}",
            answer.code,
            answer.err
        );
    }
}
