//! Kernels with more racing pairs of instructions than a report describes.

use smem_sim::{Arch, LaunchShape, Profile, Simulator};
use std::fmt::Write;

/// Pairs of instructions that are described, as `Profile::races_left_out` documents it.
const DESCRIBED: usize = 4_096;

/// A kernel of two warps that store to each of so many words and load it, without a barrier. `lines` gives the source line of a word.
fn profile(words: u32, lines: Option<&dyn Fn(u32) -> u32>) -> Profile {
    let mut text = String::from(
        ".version 8.8\n.target sm_90\n.address_size 64\n.file 1 \"k.cu\"\n.visible .entry k() {\n.shared .align 16 .b8 s[32768];\n\
         .reg .b32 %t, %s, %v;\nmov.u32 %t, %tid.x;\nmov.u32 %s, s;\n",
    );
    for word in 0..words {
        if let Some(lines) = lines {
            writeln!(text, ".loc 1 {} 1", lines(word)).unwrap();
        }
        let at = 4 * word;
        writeln!(text, "st.shared.u32 [%s+{at}], %t;\nld.shared.u32 %v, [%s+{at}];").unwrap();
    }
    text += "ret;\n}\n";
    let module = smem_ptx::module(&text).unwrap();
    let simulator = Simulator::new(Arch::SM_90).race_check(true).race_remedies(true);
    simulator.launch(&module, "k", &LaunchShape::new(1, 64), &[]).unwrap()
}

#[test]
fn of_very_many_races_the_report_describes_some_and_counts_the_others() {
    let few = profile(1_000, None);
    assert_eq!(few.races_left_out, 0);
    let pairs_of_a_word = few.races.len() / 1_000;
    assert!(pairs_of_a_word > 1);

    let many = profile(5_000, None);
    assert_eq!(many.races.len(), DESCRIBED);
    assert_eq!(many.races.len() as u64 + many.races_left_out, 5_000 * pairs_of_a_word as u64);
    assert!(
        many.races.iter().all(|race| race.remedy.is_none()),
        "a remedy cannot be tried against what is not described"
    );
}

#[test]
fn a_race_of_another_line_is_described_beside_thousands_of_one_line() {
    let many = profile(6_000, Some(&|word| if word == 5_999 { 8 } else { 7 }));
    assert!(many.races_left_out > 0);
    let mut lines: Vec<u32> = many.races.iter().map(|race| race.first.loc.as_ref().unwrap().line).collect();
    lines.sort_unstable();
    lines.dedup();
    assert_eq!(lines, [7, 8]);
}
