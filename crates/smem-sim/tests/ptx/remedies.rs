//! Remedies of races: what is proposed is written into the text of the kernel, and the races are gone.

use crate::races::{THREADS, step, text};
use proptest::prelude::*;
use smem_sim::{Arch, LaunchShape, Profile, Race, RaceCause, RaceKind, RemedyPosition, RemedyStep, Simulator, Sync};
use std::collections::BTreeMap;

fn run(text: &str, threads: u32, remedies: bool) -> Profile {
    let module = smem_ptx::module(text).unwrap();
    let sim = Simulator::new(Arch::SM_90).race_check(true).race_remedies(remedies);
    sim.launch(&module, "k", &LaunchShape::new(1, threads), &[]).unwrap()
}

fn harmful(profile: &Profile) -> impl Iterator<Item = &Race> {
    profile.races.iter().filter(|race| !race.same_values)
}

/// A kernel with these lines, the first of which is line 5. `%t` is the thread, `%a` the address of its word of `s`.
fn kernel(body: &str) -> String {
    format!(
        ".version 8.8 .target sm_90 .address_size 64 .visible .entry k() {{ .shared .align 4 .b8 s[1024];\n\
         .reg .b32 %t, %a, %b, %v, %i, %s; .reg .pred %p, %q;\n\
         mov.u32 %t, %tid.x; mov.u32 %s, s; mad.lo.u32 %a, %t, 4, %s; xor.b32 %b, %t, 33; mad.lo.u32 %b, %b, 4, %s;\n\
         mov.u32 %i, 0;\n{body}\nret; }}"
    )
}

/// The line of a text in front of which a step goes.
fn line_of(step: &RemedyStep) -> u32 {
    match step.position {
        RemedyPosition::BehindFirst | RemedyPosition::BehindFirstLine => step.first.line + 1,
        _ => step.second.line,
    }
}

/// The text with the remedies of these races.
fn remedied<'r>(text: &str, races: impl Iterator<Item = &'r Race>) -> String {
    let mut added: BTreeMap<u32, String> = BTreeMap::new();
    for step in races.filter_map(|race| race.remedy.as_ref()).flat_map(|remedy| &remedy.steps) {
        for sync in &step.syncs {
            *added.entry(line_of(step)).or_default() += match sync {
                Sync::BlockBarrier => "bar.sync 0;\n",
                Sync::WarpBarrier => "bar.warp.sync 0xffffffff;\n",
                _ => panic!("{sync}"),
            };
        }
    }
    let lines = (1..).zip(text.lines());
    lines.map(|(at, line)| format!("{}{line}\n", added.get(&at).map_or("", String::as_str))).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_kernel_with_all_remedies_in_its_text_races_no_more(steps in prop::collection::vec(step(), 1..7)) {
        let text = text(&steps);
        let profile = run(&text, THREADS, true);
        let all = || harmful(&profile).chain(harmful(&profile).flat_map(|race| &race.same_cause));
        // A store of different values by all threads of one instruction needs another store.
        for race in harmful(&profile) {
            prop_assert!(race.remedy.is_some() || race.cause == RaceCause::OneInstruction, "{text}\n{race}");
        }
        let after = run(&remedied(&text, harmful(&profile)), THREADS, false);
        for race in harmful(&after) {
            prop_assert!(race.cause == RaceCause::OneInstruction, "{race}\nbefore: {:#?}", all().collect::<Vec<_>>());
        }
    }
}

#[test]
fn a_remedy_is_between_the_lines_and_has_its_pairs_of_threads() {
    let profile = run(&kernel("st.shared.u32 [%a], %t;\nld.shared.u32 %v, [%b];"), 64, true);
    let [race] = &profile.races[..] else { panic!("{:#?}", profile.races) };
    let remedy = race.remedy.as_ref().unwrap();
    assert_eq!(remedy.to_string(), "`__syncthreads()` between line 5 and line 6");
    // Each thread with the one of the other warp that is 33 away.
    assert_eq!((race.pairs, remedy.blocks, remedy.alone), (Some(32), 1, true));
}

#[test]
fn threads_of_one_warp_take_a_barrier_of_the_warp() {
    let profile = run(&kernel("st.shared.u32 [%a], %t;\nxor.b32 %b, %b, 128;\nld.shared.u32 %v, [%b];"), 64, true);
    let [race] = &profile.races[..] else { panic!("{:#?}", profile.races) };
    assert_eq!(race.remedy.as_ref().unwrap().steps[0].syncs, [Sync::WarpBarrier]);
}

#[test]
fn no_barrier_goes_into_a_branch_that_some_threads_do_not_take() {
    let body = "setp.ge.u32 %p, %t, 48;\n@%p bra END;\nst.shared.u32 [%a], %t;\nld.shared.u32 %v, [%b];\nEND:";
    let profile = run(&kernel(body), 64, true);
    let [race] = &profile.races[..] else { panic!("{:#?}", profile.races) };
    assert_eq!((race.kind, race.cause, &race.remedy), (RaceKind::ReadAfterWrite, RaceCause::Unordered, &None));
}

#[test]
fn the_barrier_of_a_loop_is_outside_of_the_branch_in_it() {
    // Each round reads what the other warp wrote in the last one; not every thread does.
    let body = "ROUND:\nsetp.ge.u32 %p, %t, 40;\n@%p bra NEXT;\nld.shared.u32 %v, [%b];\nNEXT:\n\
                setp.ne.u32 %q, %i, 0;\n@%q bra LAST;\nbar.sync 0;\nst.shared.u32 [%a], %v;\nLAST:\n\
                add.u32 %i, %i, 1;\nsetp.lt.u32 %q, %i, 3;\n@%q bra ROUND;";
    let profile = run(&kernel(body), 64, true);
    let [race] = &profile.races[..] else { panic!("{:#?}", profile.races) };
    let step = &race.remedy.as_ref().unwrap_or_else(|| panic!("{race}")).steps[0];
    assert_eq!((race.kind, race.in_next_round), (RaceKind::ReadAfterWrite, true));
    assert_eq!(step.syncs, [Sync::BlockBarrier]);
    assert!(step.to_string().contains("of the next round"), "{step}");
}

#[test]
fn a_loop_without_barriers_takes_two() {
    let body = "ROUND:\nst.shared.u32 [%a], %i;\nld.shared.u32 %v, [%b];\n\
                add.u32 %i, %i, 1;\nsetp.lt.u32 %q, %i, 3;\n@%q bra ROUND;";
    let text = kernel(body);
    let profile = run(&text, 64, true);
    let [race] = &profile.races[..] else { panic!("{:#?}", profile.races) };
    let remedy = race.remedy.as_ref().unwrap_or_else(|| panic!("{race}"));
    let [there, back] = &remedy.steps[..] else { panic!("{remedy}") };
    assert_eq!((there.in_next_round, back.in_next_round), (false, true));
    assert_eq!(run(&remedied(&text, profile.races.iter()), 64, false).races, []);
}

#[test]
fn accesses_in_different_branches_are_beside_each_other() {
    let body = "setp.ge.u32 %p, %t, 32;\n@%p bra OTHER;\nst.shared.u32 [%a], %t;\nbra END;\nOTHER:\nld.shared.u32 %v, [%b];\nEND:";
    let profile = run(&kernel(body), 64, true);
    let [race] = &profile.races[..] else { panic!("{:#?}", profile.races) };
    assert_eq!((race.kind, race.in_next_round, &race.remedy), (RaceKind::ReadBesideWrite, false, &None));
}

#[test]
fn one_barrier_is_one_finding_whatever_it_separates() {
    let body =
        "st.shared.u32 [%a], %t;\nst.shared.u32 [%a+512], %t;\nld.shared.u32 %v, [%b];\nld.shared.u32 %v, [%b+512];";
    let profile = run(&kernel(body), 64, true);
    let [race] = &profile.races[..] else { panic!("{:#?}", profile.races) };
    let [other] = &race.same_cause[..] else { panic!("{race}: {:#?}", race.same_cause) };
    assert!(race.remedy.is_some() && other.first.line != race.first.line, "{race}, {other}");
}

#[test]
fn memory_is_as_the_launch_leaves_it() {
    let text = ".version 8.8 .target sm_90 .address_size 64 .visible .entry k(.param .u64 out) { .shared .align 4 .b8 s[256];\n\
                .reg .b32 %t, %a, %v; .reg .b64 %o;\nld.param.u64 %o, [out]; mov.u32 %t, %tid.x;\n\
                st.shared.u32 [s], %t;\nld.shared.u32 %v, [s];\natom.global.add.u32 %a, [%o], 1;\nret; }";
    let module = smem_ptx::module(text).unwrap();
    let sim = Simulator::new(Arch::SM_90).race_check(true).race_remedies(true);
    let out = sim.alloc(4);
    let profile = sim.launch(&module, "k", &LaunchShape::new(2, 64), &[smem_sim::KernelArg::Ptr(out)]).unwrap();
    assert!(!profile.races.is_empty());
    let mut count = [0; 4];
    sim.read(out, &mut count).unwrap();
    assert_eq!(u32::from_le_bytes(count), 128);
}

/// The remedy of a kernel with one race.
fn missing(body: &str, threads: u32) -> String {
    let profile = run(&kernel(body), threads, true);
    let races: Vec<&Race> = harmful(&profile).collect();
    let [race] = races[..] else { panic!("{races:#?}") };
    race.remedy.as_ref().unwrap().to_string()
}

const COPY: &str = "mov.u64 %g, data;\ncp.async.ca.shared.global [%a], [%g], 4;\n";

fn with_data(body: &str) -> String {
    kernel(body)
        .replace(".reg .b32", ".reg .b64 %g; .reg .b32")
        .replace(".visible", ".global .align 4 .b8 data[64]; .visible")
}

#[test]
fn a_copy_that_no_group_has_is_committed_before_the_wait() {
    for (body, remedy) in [
        ("", "`__pipeline_commit()` and then `__pipeline_wait_prior(0)`"),
        ("cp.async.wait_group 0;\n", "`__pipeline_commit()` and then `__pipeline_wait_prior(0)`"),
        ("cp.async.commit_group;\n", "`__pipeline_wait_prior(0)`"),
        ("cp.async.commit_group;\ncp.async.wait_group 1;\n", "`__pipeline_wait_prior(0)`"),
    ] {
        let text = with_data(&format!("{COPY}{body}bar.sync 0;\nld.shared.u32 %v, [%b];"));
        let profile = run(&text, 64, true);
        let [race] = &profile.races[..] else { panic!("{:#?}", profile.races) };
        let told = race.remedy.as_ref().unwrap().to_string();
        assert!(told.starts_with(&format!("{remedy} between")), "{body}: {told}");
    }
}

#[test]
fn a_wait_that_only_the_issuer_makes_is_in_front_of_the_barrier() {
    let text = with_data(
        "mov.u64 %g, data; setp.ne.u32 %q, %t, 0;\nLOOP:\nst.shared.u32 [%a], %t;\nfence.proxy.async.shared::cta;\nbar.sync 0;\n@%q bra DONE;\n\
         cp.async.bulk.global.shared::cta.bulk_group [%g], [%s], 64;\ncp.async.bulk.commit_group;\nDONE:\nadd.u32 %i, %i, 1;\nbar.sync 0;\n\
         setp.lt.u32 %p, %i, 2;\n@%p bra LOOP;",
    );
    let profile = run(&text, 64, true);
    let [race] = &profile.races[..] else { panic!("{:#?}", profile.races) };
    let told = race.remedy.as_ref().unwrap_or_else(|| panic!("{race:#?}")).to_string();
    // The copy is line 11, the end of its group line 12, and the barrier line 15.
    assert!(told.starts_with("`cp.async.bulk.wait_group.read 0` between line 12 and line 15"), "{told}");
}

#[test]
fn no_fence_takes_the_place_of_a_barrier_between_volatile_accesses() {
    // The lane's own word is read after its neighbour's, which is at `%b`.
    let volatile = "xor.b32 %b, %t, 1; mad.lo.u32 %b, %b, 4, %s;\nld.volatile.shared.u32 %v, [%b];\nld.volatile.shared.u32 %i, [%a];\n\
         add.u32 %i, %i, %v;\nst.volatile.shared.u32 [%a], %i;";
    assert_eq!(missing(volatile, 32), "`__syncwarp()` between line 7 and line 9");
}
