//! The bank model against the rules as the CUDA programming guide words them, and against a second, naive count.

use std::collections::{BTreeMap, BTreeSet};

use proptest::{prelude::*, test_runner::FileFailurePersistence};
use smem_layout::{Arch, Cost, WarpRequest, WarpRequestError};

fn request(bytes: u32, address: impl FnMut(u32) -> Option<u32>) -> WarpRequest {
    WarpRequest::from_fn(bytes, address).unwrap()
}

/// Wavefronts, ideal and ways of a request in which lane `i` touches `bytes` bytes at `address(i)`.
fn cost(arch: Arch, bytes: u32, address: impl Fn(u32) -> u32) -> (u32, u32, u32) {
    let Cost { wavefronts, ideal, ways, at_least } =
        arch.bank_model().cost(&request(bytes, |lane| Some(address(lane))));
    assert_eq!(at_least, wavefronts, "only compute capability 1.x leaves it open");
    (wavefronts, ideal, ways)
}

#[test]
fn consecutive_elements_of_every_width_are_free_of_conflict() {
    for (bytes, phases) in [(1, 1), (2, 1), (4, 1), (8, 2), (16, 4)] {
        assert_eq!(cost(Arch::SM_90, bytes, |lane| lane * bytes), (phases, phases, 1), "{bytes} bytes");
    }
}

#[test]
fn a_stride_of_words_conflicts_by_its_power_of_two() {
    for stride in 1..=64u32 {
        let ways = 1 << stride.trailing_zeros().min(5);
        assert_eq!(cost(Arch::SM_50, 4, |lane| 4 * stride * lane), (ways, 1, ways), "stride {stride}");
    }
}

#[test]
fn lanes_on_one_word_share_it_whichever_bytes_they_touch() {
    assert_eq!(cost(Arch::SM_90, 4, |_| 128), (1, 1, 1));
    assert_eq!(cost(Arch::SM_90, 1, |lane| lane % 4), (1, 1, 1));
    assert_eq!(cost(Arch::SM_90, 1, |lane| lane), (1, 1, 1));
    assert_eq!(cost(Arch::SM_90, 2, |lane| 2 * (lane / 2)), (1, 1, 1));
}

#[test]
fn a_dense_column_of_doubles_costs_32_wavefronts_where_2_would_do() {
    assert_eq!(cost(Arch::SM_90, 8, |lane| 32 * 8 * lane), (32, 2, 16));
    assert_eq!(cost(Arch::SM_90, 8, |lane| 33 * 8 * lane), (2, 2, 1));
}

#[test]
fn ldmatrix_rows_conflict_by_their_pitch() {
    // 8 rows of 16 bytes, 128 bytes apart: all in the same four banks; with 16 bytes more from row to row: free.
    let matrix = |pitch: u32| request(16, |lane| (lane < 8).then_some(lane * pitch));
    let model = Arch::SM_80.bank_model();
    assert_eq!(model.cost(&matrix(128)).wavefronts, 8);
    assert_eq!(model.cost(&matrix(144)).wavefronts, 1);
    assert_eq!(model.cost(&matrix(144)).ideal, 1);
}

#[test]
fn inactive_lanes_contribute_nothing_and_empty_phases_are_not_ideal_wavefronts() {
    let model = Arch::SM_90.bank_model();
    let upper_half = request(8, |lane| (lane >= 16).then_some(8 * lane));
    assert_eq!(model.cost(&upper_half).ideal, 1);
    assert_eq!(model.cost(&upper_half).wavefronts, 1);
    let nobody = request(4, |_| None);
    assert_eq!(model.cost(&nobody), Cost::default());
}

/// Wavefronts of a load and of a store of the same addresses; `None` is an inactive lane.
fn load_and_store(arch: Arch, bytes: u32, address: impl Fn(u32) -> Option<u32>) -> (u32, u32) {
    let request = request(bytes, address);
    let model = arch.bank_model();
    (model.load_cost(&request).wavefronts, model.cost(&request).wavefronts)
}

#[test]
fn wide_loads_of_lane_pairs_merge_their_phases() {
    // The forum's case: one `float4` for all lanes takes two passes instead of four.
    assert_eq!(load_and_store(Arch::SM_75, 16, |_| Some(0)), (2, 4));
    for arch in [Arch::SM_70, Arch::SM_72, Arch::SM_75, Arch::SM_90] {
        assert_eq!(load_and_store(arch, 16, |lane| Some(lane / 2 * 16)), (2, 4), "{arch}: pairs i, i ^ 1");
        assert_eq!(load_and_store(arch, 16, |lane| Some((lane & !2) * 16)), (4, 4), "{arch}: pairs, and two ways");
        assert_eq!(load_and_store(arch, 8, |lane| Some((lane & !2) * 8)), (2, 2), "{arch}: pairs, and two ways");
        assert_eq!(
            load_and_store(arch, 8, |lane| Some((lane / 4 * 2 + lane % 2) * 8)),
            (1, 2),
            "{arch}: pairs i, i ^ 2"
        );
        assert_eq!(load_and_store(arch, 4, |_| Some(0)), (1, 1), "{arch}: nothing to merge");
        // Lanes 4 apart are not a pair.
        assert_eq!(load_and_store(arch, 16, |lane| Some(lane % 4 * 16)), (4, 4), "{arch}");
    }
    for arch in [Arch::DEFAULT, Arch::SM_61, Arch::SM_80, Arch::SM_89, Arch::SM_100, Arch::SM_120, Arch::SM_35] {
        let (load, store) = load_and_store(arch, 16, |_| Some(0));
        assert_eq!(load, store, "{arch}: unmeasured");
    }
}

#[test]
fn one_pair_that_differs_keeps_all_phases_apart() {
    let all_but_one = |lane: u32| Some(if lane == 31 { 8 } else { 0 });
    assert_eq!(load_and_store(Arch::SM_90, 8, all_but_one), (2, 2));
    // With its partner inactive there is no such pair.
    assert_eq!(load_and_store(Arch::SM_90, 8, |lane| all_but_one(lane).filter(|_| lane != 30)), (1, 2));
    // Half of the pairs i, i ^ 1 and half of them i, i ^ 2: neither holds for all.
    let mixed = |lane: u32| Some(if lane < 16 { lane / 2 * 8 } else { (lane / 4 * 2 + lane % 2) * 8 });
    assert_eq!(load_and_store(Arch::SM_90, 8, mixed), (2, 2));
}

#[test]
fn loads_through_generic_addresses_never_merge() {
    let wavefronts = |bytes, address: fn(u32) -> u32| {
        let request = request(bytes, |lane| Some(address(lane)));
        let model = Arch::SM_90.bank_model();
        (model.generic_load_cost(&request).wavefronts, model.load_cost(&request).wavefronts)
    };
    // As an H200 counted them, beside the loads of the shared space that merge.
    assert_eq!(wavefronts(16, |_| 0), (4, 2), "one address");
    assert_eq!(wavefronts(8, |_| 0), (2, 1), "one address");
    assert_eq!(wavefronts(16, |lane| lane / 2 * 16), (4, 2), "pairs");
    assert_eq!(wavefronts(8, |lane| lane / 2 * 8), (2, 1), "pairs");
    assert_eq!(wavefronts(8, |lane| lane % 16 / 4 * 128), (8, 4), "pairs in one bank");
    assert_eq!(wavefronts(4, |lane| lane / 2 * 4), (1, 1), "nothing to merge");
}

#[test]
fn what_no_instruction_can_ask_for_is_no_request() {
    for bytes in [0, 3, 5, 6, 7, 9, 12, 15, 17, 24, 32, 48, 64, 1 << 31, u32::MAX] {
        assert_eq!(WarpRequest::from_fn(bytes, |_| Some(0)), Err(WarpRequestError::Width { bytes }));
    }
    for bytes in [2, 4, 8, 16] {
        for address in [1, bytes / 2, bytes - 1, bytes + 1, u32::MAX] {
            let at = |lane| Some(if lane == 9 { address } else { 0 });
            assert_eq!(
                WarpRequest::from_fn(bytes, at),
                Err(WarpRequestError::Misaligned { lane: 9, address, bytes }),
                "{bytes} bytes at {address}"
            );
            // Nobody asks where an inactive lane points.
            let others = |lane| if lane == 9 { None } else { Some(0) };
            assert!(WarpRequest::from_fn(bytes, others).is_ok());
            let mut addresses = [0; 32];
            addresses[9] = address;
            let inactive = WarpRequest::new(bytes, addresses, !(1 << 9)).unwrap();
            assert_eq!(inactive, WarpRequest::from_fn(bytes, others).unwrap());
        }
    }
    let told = WarpRequest::from_fn(8, |lane| Some(4 * lane)).unwrap_err().to_string();
    assert_eq!(told, "lane 1 accesses 8 bytes at byte address 4, which is not a multiple of 8");
}

#[test]
fn the_last_bytes_of_the_address_space_have_a_cost() {
    for arch in Arch::ALL {
        for bytes in [1, 2, 4, 8, 16] {
            let last = request(bytes, |_| Some(u32::MAX - (bytes - 1)));
            let model = arch.bank_model();
            assert!(model.cost(&last).ways >= 1 && model.load_cost(&last).wavefronts >= 1, "{arch}");
            assert!(model.atomic_cost(&last).wavefronts >= model.compare_and_swap_cost(&last).wavefronts / 2, "{arch}");
        }
    }
}

#[test]
fn merged_phases_conflict_as_one_phase() {
    // Each half-warp reads four words of one bank, the other half-warp four others.
    let column = |lane: u32| Some(lane / 4 * 128);
    assert_eq!(load_and_store(Arch::SM_90, 8, column), (8, 8));
    // Both half-warps the same four.
    let twice = |lane: u32| Some(lane % 16 / 4 * 128);
    assert_eq!(load_and_store(Arch::SM_90, 8, twice), (4, 8));
}

#[test]
fn atomics_of_lanes_on_one_word_go_one_after_the_other() {
    let wavefronts = |bytes: u32, address: fn(u32) -> Option<u32>| {
        let request = request(bytes, |lane| address(lane).map(|word| word * bytes));
        Arch::SM_90.bank_model().atomic_cost(&request).wavefronts
    };
    // As an H200 counted them, in elements of four and of eight bytes.
    assert_eq!([4, 8].map(|bytes| wavefronts(bytes, Some)), [1, 2], "all apart");
    assert_eq!([4, 8].map(|bytes| wavefronts(bytes, |_| Some(0))), [32, 32], "all on one");
    assert_eq!([4, 8].map(|bytes| wavefronts(bytes, |lane| Some(lane / 2))), [2, 4], "pairs");
    assert_eq!([4, 8].map(|bytes| wavefronts(bytes, |lane| Some(lane % 2))), [16, 16], "two words");
    assert_eq!([4, 8].map(|bytes| wavefronts(bytes, |lane| Some(2 * lane))), [2, 4], "every second");
    assert_eq!([4, 8].map(|bytes| wavefronts(bytes, |lane| Some(32 * (lane % 2) + lane / 4))), [4, 8]);
    // Four lanes on a word, three on another of the same bank; and of another bank.
    assert_eq!([4, 8].map(|bytes| wavefronts(bytes, |lane| (lane < 7).then_some(lane / 4 * 32))), [7, 7]);
    assert_eq!([4, 8].map(|bytes| wavefronts(bytes, |lane| (lane < 7).then_some(lane / 4))), [4, 4]);
}

#[cfg(feature = "alloc")]
#[test]
fn wider_elements_than_16_bytes_are_several_requests() {
    use smem_layout::{Layout, WarpLanes};

    // `double4`: two requests of 16 bytes, 32 bytes apart from lane to lane, so eight lanes meet twice in four banks.
    let lanes = WarpLanes { at: std::array::from_fn(|lane| (0, lane as u32)), active: u32::MAX };
    let cost = Arch::SM_90.bank_model().cost(&lanes.request(&Layout::plain(1, 32).unwrap(), 32, 1));
    assert_eq!((cost.wavefronts, cost.ideal, cost.ways), (16, 8, 2));
}

#[test]
fn fermi_takes_one_pass_more_for_each_quarter_warp_of_16_bytes() {
    assert_eq!(cost(Arch::SM_20, 16, |lane| 16 * lane), (8, 8, 1));
    assert_eq!(cost(Arch::SM_20, 8, |lane| 8 * lane), (2, 2, 1));
    assert_eq!(cost(Arch::SM_20, 4, |lane| 8 * lane), (2, 1, 2));
}

#[test]
fn kepler_serves_eight_bytes_a_lane_at_once_in_both_modes() {
    let eight = Arch::SM_35.with_eight_byte_banks().unwrap();
    for arch in [Arch::SM_35, eight] {
        assert_eq!(cost(arch, 8, |lane| 8 * lane), (1, 1, 1), "{arch}");
    }
    // Stride two, guide's figure: free of conflict on cc 3.x, two ways before and after.
    assert_eq!(cost(Arch::SM_35, 4, |lane| 8 * lane), (1, 1, 1));
    assert_eq!(cost(eight, 4, |lane| 8 * lane), (1, 1, 1));
    assert_eq!(cost(Arch::SM_50, 4, |lane| 8 * lane), (2, 1, 2));
}

#[test]
fn kepler_pairs_words_of_one_64_word_segment_only_in_four_byte_mode() {
    let pair = |other: u32| request(4, |lane| (lane < 2).then_some(if lane == 0 { 0 } else { 4 * other }));
    let four = Arch::SM_30.bank_model();
    assert_eq!(four.cost(&pair(32)).ways, 1);
    assert_eq!(four.cost(&pair(64)).ways, 2);
    let eight = Arch::SM_30.with_eight_byte_banks().unwrap().bank_model();
    assert_eq!(eight.cost(&pair(1)).ways, 1);
    assert_eq!(eight.cost(&pair(64)).ways, 2);
    assert_eq!(eight.cost(&pair(32)).ways, 1);
}

#[test]
fn tesla_serves_half_warps_and_splits_doubles() {
    assert_eq!(cost(Arch::SM_13, 4, |lane| 4 * lane), (2, 2, 1));
    assert_eq!(cost(Arch::SM_13, 4, |lane| 12 * lane), (2, 2, 1));
    assert_eq!(cost(Arch::SM_13, 4, |_| 64), (2, 2, 1));
    // A double a lane: two requests of four bytes, each with stride two.
    assert_eq!(cost(Arch::SM_13, 8, |lane| 8 * lane), (8, 4, 2));
    // Four chars of one word meet in its bank.
    assert_eq!(cost(Arch::SM_13, 1, |lane| lane), (8, 2, 4));
}

#[test]
fn tesla_leaves_open_which_word_is_broadcast() {
    // Lanes 0..8 on word 0, lanes 8-15 on word 16, the same bank: at best two broadcasts; at worst they are bounded by
    // one lane a pass.
    let request = request(4, |lane| (lane < 16).then_some(if lane < 8 { 0 } else { 64 }));
    let cost = Arch::SM_10.bank_model().cost(&request);
    assert_eq!((cost.at_least, cost.ideal), (2, 1));
    assert!(cost.wavefronts >= 2 && cost.wavefronts <= 16);
}

/// Distinct words of the busiest bank, phase by phase, with sets: the rule as written, without any short cut.
fn naive(request: &WarpRequest, phase: u32) -> (u32, u32, u32) {
    let (mut wavefronts, mut ideal, mut worst) = (0, 0, 0);
    for first in (0..32).step_by(phase as usize) {
        let mut words: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
        for lane in first..first + phase {
            if let Some(address) = request.address(lane) {
                for byte in address..address + request.bytes() {
                    words.entry(byte / 4 % 32).or_default().insert(byte / 4);
                }
            }
        }
        if let Some(ways) = words.values().map(|bank| bank.len() as u32).max() {
            wavefronts += ways;
            ideal += 1;
            worst = worst.max(ways);
        }
    }
    (wavefronts, ideal, worst)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2000,
        failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("regressions"))),
        ..Default::default()
    })]

    #[test]
    fn the_model_counts_what_a_naive_count_does(
        log_bytes in 0u32..5,
        slots in proptest::array::uniform32(0u32..300),
        active: u32,
        spread in 0u32..3,
    ) {
        let bytes = 1 << log_bytes;
        // From many lanes on few words to few lanes on many.
        let request = WarpRequest::new(bytes, slots.map(|slot| (slot >> (3 * spread)) * bytes), active).unwrap();
        let phase = [32, 32, 32, 16, 8][log_bytes as usize];
        let cost = Arch::DEFAULT.bank_model().cost(&request);
        prop_assert_eq!((cost.wavefronts, cost.ideal, cost.ways), naive(&request, phase));
        prop_assert_eq!(cost.at_least, cost.wavefronts);
    }

    #[test]
    fn on_every_architecture_the_bounds_are_in_order(
        arch in proptest::sample::select(Arch::ALL),
        log_bytes in 0u32..5,
        slots in proptest::array::uniform32(0u32..64),
        active: u32,
    ) {
        let bytes = 1 << log_bytes;
        let request = WarpRequest::new(bytes, slots.map(|slot| slot * bytes), active).unwrap();
        let model = arch.bank_model();
        let cost = model.cost(&request);
        let load = model.load_cost(&request);
        prop_assert!(load.wavefronts <= cost.wavefronts && load.ideal <= load.at_least, "{:?} {:?}", load, cost);
        prop_assert!(cost.excess() > 0 || load.excess() == 0, "{:?} {:?}", load, cost);
        prop_assert!(load.ways == cost.ways && load.ideal <= cost.ideal, "{:?} {:?}", load, cost);
        let atomic = model.atomic_cost(&request);
        prop_assert!(atomic.wavefronts >= cost.at_least && atomic.ideal == cost.ideal, "{:?} {:?}", atomic, cost);
        prop_assert!(atomic.ways <= 32 && (atomic.excess() == 0) == (atomic.ways <= 1), "{:?}", atomic);
        prop_assert!(cost.ideal <= cost.at_least && cost.at_least <= cost.wavefronts, "{:?}", cost);
        prop_assert_eq!(cost.excess() == 0, cost.ways <= 1);
        prop_assert!(cost.ways <= 32);
    }
}
