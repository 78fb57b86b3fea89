//! Accesses past the shared memory that a block asks for: inside the last granule that a GPU allocates, and past it.

use crate::common::module;
use smem_sim::{
    AddressMap, Arch, Fault, FaultKind, LaunchShape, Observer, Profile, RaceAccess, SharedAccess, Simulator,
};

fn run_on(arch: Arch, body: &str, launch: LaunchShape) -> Result<Profile, Fault> {
    Simulator::new(arch).race_check(true).launch(&module("", body), "k", &launch, &[])
}

#[test]
fn the_first_access_past_the_last_granule_is_a_fault_and_all_before_it_are_not() {
    for (arch, granule) in [(Arch::SM_60, 256u32), (Arch::SM_75, 256), (Arch::SM_80, 128), (Arch::SM_120, 128)] {
        for declared in [4u32, 12, 100, 124, 128, 132, 256, 260, 1000, 1024] {
            let end = declared.div_ceil(granule) * granule;
            let access = |at: u32| {
                let body = format!(
                    ".shared .align 16 .b8 tile[{declared}];\nmov.u32 %r1, tile;\nadd.u32 %r1, %r1, {at};\n\
                     st.shared.u32 [%r1], 7;\nld.shared.u32 %r2, [%r1];\nret;"
                );
                run_on(arch, &body, LaunchShape::new(1, 1))
            };
            for at in (declared - 4..end).step_by(4) {
                let profile = access(at).unwrap_or_else(|fault| panic!("{arch}, {declared} bytes: {fault}"));
                let expected =
                    if at >= declared { &[(RaceAccess::Write, at), (RaceAccess::Read, at)][..] } else { &[] };
                let found: Vec<_> = profile.past_end.iter().map(|found| (found.side.access, found.address)).collect();
                assert_eq!(found, expected, "{arch}, {declared} bytes, at {at}");
                assert_eq!(profile.unwritten, []);
            }
            let fault = access(end).expect_err("nothing is allocated there");
            assert!(matches!(fault.kind, FaultKind::OutOfBounds { space: "shared", .. }), "{fault}");
        }
    }
}

#[test]
fn dynamic_shared_memory_ends_at_a_granule_of_the_sum() {
    // 100 static bytes, aligned to 16 for the 20 dynamic ones: 132 of 256 bytes.
    let body = |at: u32| {
        format!(
            ".shared .align 4 .b8 fixed[100];\n.extern .shared .align 16 .b8 more[];\nmov.u32 %r0, fixed;\n\
             mov.u32 %r1, more;\nld.shared.u32 %r2, [%r1+{at}];\nret;"
        )
    };
    let launch = LaunchShape::new(1, 1).shared_bytes(20);
    let profile = run_on(Arch::SM_90, &body(140), launch).unwrap();
    let [found] = &profile.past_end[..] else { panic!("{:?}", profile.past_end) };
    assert_eq!((found.declared, found.allocated, found.address), (132, 256, 112 + 140));
    assert!(run_on(Arch::SM_90, &body(144), launch).is_err());
}

#[test]
fn a_wide_read_of_the_last_words_is_not_a_read_of_what_nothing_wrote() {
    let body = ".shared .align 16 .b8 three[12];\nmov.u32 %r1, %tid.x;\nsetp.eq.u32 %p1, %r1, 0;\n\
                @%p1 st.shared.u32 [three], 1;\n@%p1 st.shared.u32 [three+4], 1;\n@%p1 st.shared.u32 [three+8], 1;\nbar.sync 0;\n\
                ld.shared.v4.u32 {%r2, %r3, %r4, %r5}, [three];\nsetp.ne.u32 %p2, %r5, 0;\n@%p2 trap;\nret;";
    let profile = run_on(Arch::SM_90, body, LaunchShape::new(1, 32)).unwrap();
    assert_eq!((profile.unwritten.len(), profile.races.len()), (0, 0));
    let [found] = &profile.past_end[..] else { panic!("{:?}", profile.past_end) };
    assert_eq!((found.address, found.times, found.declared, found.allocated), (12, 32, 12, 128));
    let text = found.to_string();
    assert!(text.contains("read of byte 0xc of shared memory, past the block's 12 bytes but inside the 128"), "{text}");
}

#[test]
fn a_race_on_the_declared_bytes_of_a_wide_read_is_found() {
    let body = ".shared .align 16 .b8 three[12];\nmov.u32 %r1, %tid.x;\nsetp.eq.u32 %p1, %r1, 0;\n\
                @%p1 st.shared.u32 [three], 1;\nld.shared.v4.u32 {%r2, %r3, %r4, %r5}, [three];\nret;";
    let profile = run_on(Arch::SM_90, body, LaunchShape::new(1, 64)).unwrap();
    assert_eq!(profile.races.len(), 1, "{:?}", profile.races);
}

#[test]
fn bytes_past_the_end_follow_the_places_of_an_address_map() {
    struct Nobody;
    impl Observer for Nobody {
        fn shared(&mut self, _: &SharedAccess<'_>) {}
    }
    // The last three words stay together, 16 bytes further on.
    let map = AddressMap::new((0..28).map(|byte| if byte < 16 { byte } else { byte + 16 }).collect()).unwrap();
    let body = ".shared .align 16 .b8 tile[28];\nst.shared.u32 [tile], 1;\nld.shared.v4.u32 {%r2, %r3, %r4, %r5}, [tile+16];\nret;";
    let sim = Simulator::new(Arch::SM_90);
    let relaid = sim.launch_relaid(&module("", body), "k", &LaunchShape::new(1, 1), &[], &map, || Nobody);
    let (profile, _) = relaid.unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!(profile.past_end.len(), 1);
}
