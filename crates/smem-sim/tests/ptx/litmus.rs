//! The race check of global memory against litmus tests of the memory model of PTX.

use crate::litmus_cases::CASES;
use smem_sim::{Arch, KernelArg, LaunchShape, Simulator};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The words, 64 bytes apart.
const WORDS: [&str; 4] = ["f", "g", "x", "y"];

/// Steps of the first lane of a warp; the others come along. Each thread stores a value of its own.
fn steps(thread: &str, at: usize, value: usize, members: usize) -> String {
    let mut text = String::new();
    for (number, step) in thread.split(';').map(str::trim).enumerate() {
        let (opcode, word) = step.split_once(' ').unwrap_or((step, ""));
        let (name, rest) =
            opcode.split_once('.').map_or((opcode, String::new()), |(name, rest)| (name, format!(".{rest}")));
        let place = WORDS.iter().position(|other| *other == word).map(|at| format!("[%a+{}]", 64 * at));
        let place = place.as_deref().unwrap_or("");
        let label = format!("L{at}_{number}");
        let until = |load: String, above: u32| {
            format!(
                "{label}: mov.u32 %v, 9; @%q {load} setp.le.u32 %p, %v, {above}; @%p nanosleep.u32 20; @%p bra {label};"
            )
        };
        let step = match name {
            "w" => format!("@%q st.global.u32 {place}, {value};"),
            "r" => format!("@%q ld.global.u32 %v, {place};"),
            "st" => format!("@%q st{rest}.global.u32 {place}, {value};"),
            "ld" => format!("@%q ld{rest}.global.u32 %v, {place};"),
            "atom" => format!("@%q atom{rest}.global.add.u32 %v, {place}, 1;"),
            "red" => format!("@%q red{rest}.global.add.u32 {place}, 1;"),
            "wait" => until(format!("ld{}.global.u32 %v, {place};", rest.trim_end_matches(".weak")), 0),
            "wait2" => until(format!("ld{rest}.global.u32 %v, {place};"), 1),
            "poll" => until(format!("atom{rest}.global.or.b32 %v, {place}, 0;"), 0),
            "lock" => format!(
                "{label}: mov.u32 %v, 0; @%q atom{rest}.global.cas.b32 %v, {place}, 0, 1; setp.ne.u32 %p, %v, 0; @%p nanosleep.u32 20; @%p bra {label};"
            ),
            "unlock" => format!("@%q st{rest}.global.u32 {place}, 0;"),
            "bar" => format!("bar.sync 1, {};", 32 * members),
            "membar" | "fence" => format!("@%q {opcode};"),
            _ => panic!("{step}"),
        };
        writeln!(text, "{step}").unwrap();
    }
    text
}

/// The words on which a litmus test races, `-` for none. `turned`: its threads are numbered from the last.
fn races(threads: &str, blocks: &[u32], turned: bool) -> Result<String, String> {
    let mut threads: Vec<_> = threads.split('|').collect();
    if turned {
        threads.reverse();
    }
    assert_eq!(threads.len(), blocks.len(), "{threads:?}");
    let mut body = String::new();
    for (at, (thread, block)) in threads.iter().zip(blocks).enumerate() {
        // Those of a block that have a barrier meet there.
        let has_barrier = |other: usize| {
            blocks[other] == *block
                && threads[other].contains("bar")
                && threads[other].split(';').any(|step| step.trim() == "bar")
        };
        let members = (0..threads.len()).filter(|other| has_barrier(*other)).count();
        let value = if turned { threads.len() - at } else { at + 1 };
        let steps = steps(thread, at, value, members);
        write!(
            body,
            "setp.ne.u32 %p, %w, {at}; @%p bra N{at}; setp.ne.u32 %p, %b, {block}; @%p bra N{at};\n{steps}ret;\nN{at}:\n"
        )
        .unwrap();
    }
    let text = format!(
        ".version 8.8\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 words) {{\n.reg .pred %p, %q; .reg .b32 %v, %w, %b, %l;\n\
         .reg .b64 %a;\nld.param.u64 %a, [words]; mov.u32 %v, %tid.x; shr.u32 %w, %v, 5; and.b32 %l, %v, 31; mov.u32 %b, %ctaid.x;\n\
         setp.eq.u32 %q, %l, 0;\n{body}ret;\n}}\n"
    );
    let module = smem_ptx::module(&text).map_err(|error| format!("{error}\n{text}"))?;
    let simulator = Simulator::new(Arch::SM_90).global_race_check(true).instruction_limit(1 << 22);
    let words = simulator.alloc(64 * WORDS.len());
    let shape = LaunchShape::new(blocks.iter().max().unwrap() + 1, 32 * threads.len() as u32);
    let profile =
        simulator.launch(&module, "k", &shape, &[KernelArg::Ptr(words)]).map_err(|fault| fault.to_string())?;
    let found: BTreeSet<_> = profile.global_races.iter().map(|race| (race.address - words) as usize / 64).collect();
    let names: String = found.iter().map(|at| WORDS[*at]).collect();
    Ok(if names.is_empty() { "-".to_owned() } else { names })
}

#[test]
fn races_on_global_memory_are_those_of_the_memory_model() {
    let (mut count, mut wrong) = (0, Vec::new());
    for (name, threads, expected) in CASES {
        for expected in expected.split(' ') {
            count += 1;
            let (placement, words) = expected.split_once(':').unwrap();
            let blocks: Vec<_> = placement.bytes().map(|digit| u32::from(digit - b'0')).collect();
            // The same with the blocks and the warps the other way round: the order in which they run decides nothing.
            let last = blocks.iter().max().unwrap();
            let turned: Vec<_> = blocks.iter().rev().map(|block| last - block).collect();
            for (way, found) in [("", races(threads, &blocks, false)), (" turned round", races(threads, &turned, true))]
            {
                match found {
                    Ok(found) if found == words => {}
                    Ok(found) => {
                        wrong.push(format!("{name} ({threads}) in blocks {placement}{way}: {found}, not {words}"))
                    }
                    Err(error) => wrong.push(format!("{name} in blocks {placement}{way}: {error}")),
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count > 250, "{count}");
}
