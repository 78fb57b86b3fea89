//! Findings after JSON, of one launch, and of several.

use smem_sim::{RaceAccess, RaceCause, RaceKind};

use super::*;
use crate::global_race::PlacedGlobalSide;
use crate::place::ArrayElement;
use crate::side::PlacedSide;

fn side(line: u32) -> PlacedSide {
    PlacedSide {
        access: RaceAccess::Read,
        place: LinePlace::new("a.cu", line),
        thread: [1, 2, 3],
        block: None,
        calls: Vec::new(),
    }
}

fn race(first: u32, second: u32, missing: Option<&str>) -> Finding {
    let detail = RaceDetail {
        hazard: RaceKind::ReadAfterWrite,
        first: side(first),
        second: side(second),
        block: [0; 3],
        address: 4,
        element: None,
        in_warp: false,
        in_next_round: true,
        cause: RaceCause::Unordered,
        missing: missing.map(str::to_owned),
        remedy: None,
        pairs: Some(3),
        same_cause: Vec::new(),
    };
    let other = RelatedPlace::new(LinePlace::new("a.cu", first), OTHER_ACCESS);
    Finding::new(FindingDetail::Race(Box::new(detail)), "a race".to_owned())
        .at(LinePlace::new("a.cu", second))
        .related(vec![other])
}

#[test]
fn a_finding_of_each_kind_is_the_same_behind_json() {
    let access = AccessDetail { address: 4, block: [1; 3], thread: [2; 3] };
    let overrun = OverrunDetail {
        array: "k::a".to_owned(),
        bytes: [Some(0), None],
        access: side(4),
        block: [0; 3],
        address: u32::MAX,
        into: None,
    };
    let cluster =
        ClusterAccessDetail { address: 8, block: [0; 3], thread: [1; 3], of_block: [1; 3], may_have_exited: true };
    let barrier = BarrierDetail {
        block: [0; 3],
        warp: 1,
        arrived: String::new(),
        missing: "0 to 31".to_owned(),
        ended: None,
        met: None,
    };
    let fault = FaultDetail { address: Some(u64::MAX), ..FaultDetail::default() };
    let global = |line| PlacedGlobalSide {
        access: RaceAccess::Write,
        place: LinePlace::new("a.cu", line),
        block: [0; 3],
        thread: [0; 3],
    };
    let global = GlobalRaceDetail {
        hazard: RaceKind::WriteAfterWrite,
        between_blocks: true,
        first: global(1),
        second: global(2),
        address: u64::MAX,
    };
    let details = [
        FindingDetail::Fault(fault),
        FindingDetail::GlobalRace(Box::new(global)),
        FindingDetail::ClusterAccess(cluster),
        FindingDetail::LocalOverrun(LocalOverrunDetail {
            array: None,
            bytes: [0, 32],
            address: 32,
            block: [0; 3],
            thread: [1; 3],
        }),
        FindingDetail::StreamMisuse(StreamMisuseDetail { address: 7, misuse: crate::StreamMisuseKind::UsedAfterFree }),
        FindingDetail::UnawaitedResult(UnawaitedDetail { product: LinePlace::new("a.cu", 3) }),
        FindingDetail::Overrun(overrun),
        FindingDetail::Barrier(barrier),
        FindingDetail::UnwrittenRead(access.clone()),
        FindingDetail::PastEnd(access.clone()),
        FindingDetail::SameValueWrites(access),
    ];
    let of_detail = |detail| Finding::new(detail, "a sentence".to_owned());
    let without_place = details.clone().map(of_detail);
    let of_code = details.map(|detail| of_detail(detail).at(LinePlace::of_code(7)).times(u64::MAX));
    let all = without_place.into_iter().chain(of_code).chain([race(3, 4, None), race(4, 4, Some("a barrier"))]);
    for finding in all {
        let json = serde_json::to_string(&finding).unwrap();
        assert!(json.contains(&format!("\"id\":\"{}\"", finding.kind())), "{json}");
        assert_eq!(serde_json::from_str::<Finding>(&json).unwrap(), finding, "{json}");
    }
}

#[test]
fn findings_of_a_launch_are_one_by_lines_and_remedy_and_those_of_launches_by_lines() {
    let distinct = Finding::distinct([race(3, 4, None), race(3, 4, None), race(3, 4, Some("a")), race(3, 5, None)]);
    let times: Vec<u64> = distinct.iter().map(|finding| finding.times).collect();
    assert_eq!(times, [2, 1, 1]);
    let mut all = vec![race(3, 4, Some("a"))];
    assert!(!Finding::join(&mut all, &[race(3, 4, None)]) && Finding::join(&mut all, &[race(5, 4, None)]));
    assert_eq!((all.len(), all[0].launches, all[0].times), (2, 2, 2));
}

#[test]
fn findings_of_one_launch_that_look_alike_stay_apart_and_those_of_the_next_join_them() {
    let on = |array: &str| {
        let mut race = race(3, 4, None);
        if let FindingDetail::Race(detail) = &mut race.detail {
            detail.element = Some(ArrayElement { array: array.to_owned(), element: array.to_owned() });
        }
        race
    };
    let of_launch = [on("a"), on("b"), race(3, 4, Some("a barrier"))];
    let mut all = Vec::new();
    for _ in 0..3 {
        Finding::join(&mut all, &of_launch);
    }
    assert_eq!(all.iter().map(|finding| finding.launches).collect::<Vec<_>>(), [3, 3, 3]);
    // A launch that was not judged has no names of arrays, and one of the next has another array.
    let (unnamed, other) = (race(3, 4, None), on("c"));
    let mut all = of_launch[..2].to_vec();
    assert!(!Finding::join(&mut all, &[unnamed]));
    assert!(Finding::join(&mut all, &[other]));
    let FindingDetail::Race(first) = &all[0].detail else { panic!("a race") };
    assert_eq!((first.pairs, all[0].launches, all.len()), (Some(3), 2, 3));
}
