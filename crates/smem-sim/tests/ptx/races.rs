//! The race check against all pairs of accesses, on programs of which most accesses are reads.

use proptest::prelude::*;
use smem_sim::{Arch, LaunchShape, Observer, SharedAccess, SharedOp, Simulator};
use std::fmt::Write;

const BYTES: u32 = 256;
pub(crate) const THREADS: u32 = 96;

/// An operation of every thread on the bytes at `(a * tid + b) % BYTES`, aligned.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Step {
    Load {
        bytes: u32,
        a: u32,
        b: u32,
    },
    /// So often that not all of them can be put aside.
    LoadOften {
        a: u32,
        b: u32,
    },
    /// By thread `by` alone, so that few of them race.
    Store {
        bytes: u32,
        by: u32,
        b: u32,
    },
    StoreAll {
        a: u32,
        b: u32,
    },
    Barrier,
}

pub(crate) fn step() -> impl Strategy<Value = Step> {
    let bytes = || prop::sample::select(vec![1, 2, 4, 8]);
    prop_oneof![
        4 => (bytes(), 0..9_u32, 0..BYTES).prop_map(|(bytes, a, b)| Step::Load { bytes, a, b }),
        1 => (0..9_u32, 0..BYTES).prop_map(|(a, b)| Step::LoadOften { a, b }),
        3 => (bytes(), 0..THREADS, 0..BYTES).prop_map(|(bytes, by, b)| Step::Store { bytes, by, b }),
        1 => (0..9_u32, 0..BYTES).prop_map(|(a, b)| Step::StoreAll { a, b }),
        4 => Just(Step::Barrier),
    ]
}

pub(crate) fn text(steps: &[Step]) -> String {
    let mut text = format!(
        ".version 8.8 .target sm_90 .address_size 64\n.visible .entry k() {{\n.shared .align 16 .b8 s[{BYTES}];\n\
         .reg .b32 %t, %a, %s, %v, %i;\n.reg .b64 %w;\n.reg .pred %p;\nmov.u32 %t, %tid.x;\nmov.u32 %s, s;\nmov.b64 %w, 7;\n"
    );
    for (at, step) in steps.iter().enumerate() {
        let mut place = |a: u32, b: u32, bytes: u32| {
            writeln!(text, "mad.lo.u32 %a, %t, {a}, {b};\nand.b32 %a, %a, {};", (BYTES - 1) & !(bytes - 1)).unwrap();
            writeln!(text, "add.u32 %a, %a, %s;").unwrap();
        };
        let (register, width) = match step {
            Step::Load { bytes, .. } | Step::Store { bytes, .. } => (if *bytes == 8 { "%w" } else { "%v" }, 8 * bytes),
            _ => ("%v", 32),
        };
        match *step {
            Step::Load { bytes, a, b } => {
                place(a, b, bytes);
                writeln!(text, "ld.shared.b{width} {register}, [%a];").unwrap();
            }
            Step::LoadOften { a, b } => {
                place(a, b, 4);
                writeln!(text, "mov.u32 %i, 0;\nL{at}: ld.shared.b32 %v, [%a];\nadd.u32 %i, %i, 1;").unwrap();
                writeln!(text, "setp.lt.u32 %p, %i, 200;\n@%p bra L{at};").unwrap();
            }
            Step::Store { bytes, by, b } => {
                place(0, b, bytes);
                writeln!(text, "setp.eq.u32 %p, %t, {by};\nmov.u32 %v, %t;").unwrap();
                writeln!(text, "@%p st.shared.b{width} [%a], {register};").unwrap();
            }
            Step::StoreAll { a, b } => {
                place(a, b, 4);
                writeln!(text, "st.shared.b32 [%a], %t;").unwrap();
            }
            Step::Barrier => writeln!(text, "bar.sync 0;").unwrap(),
        }
    }
    text + "ret;\n}\n"
}

/// An access of one thread: its epoch, its thread, its first and last byte, whether it writes.
type ThreadAccess = (u32, u32, u32, u32, bool);

#[derive(Default)]
struct Accesses(Vec<ThreadAccess>);

impl Observer for Accesses {
    fn shared(&mut self, access: &SharedAccess<'_>) {
        for (lane, address) in access.lanes() {
            let thread = 32 * access.warp() + lane;
            let last = address + access.bytes() - 1;
            let one = (access.epoch(), thread, address, last, access.op() == SharedOp::Store);
            // Most are repeated.
            if !self.0.iter().rev().take(128).any(|other| *other == one) {
                self.0.push(one);
            }
        }
    }
}

/// Whether two threads access a byte in one epoch, and one of them writes.
fn is_race(one: &ThreadAccess, other: &ThreadAccess) -> bool {
    one.0 == other.0 && one.1 != other.1 && one.2 <= other.3 && other.2 <= one.3 && (one.4 || other.4)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn there_is_a_race_where_two_threads_conflict_between_barriers(steps in prop::collection::vec(step(), 1..9)) {
        let module = smem_ptx::module(&text(&steps)).unwrap();
        let sim = Simulator::new(Arch::SM_90).race_check(true);
        let shape = LaunchShape::new(1, THREADS);
        let (profile, seen) = sim.launch_observed(&module, "k", &shape, &[], Accesses::default).unwrap();
        let all: Vec<ThreadAccess> = seen.into_iter().flat_map(|accesses| accesses.0).collect();
        let expected = all.iter().enumerate().any(|(at, one)| all[..at].iter().any(|other| is_race(one, other)));
        prop_assert_eq!(!profile.races.is_empty(), expected, "{:#?}", profile.races);
    }
}
