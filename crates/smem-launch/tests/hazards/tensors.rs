//! Bulk copies of boxes of tensors in the race check, with the kernels of `tensors.cu`.

use super::{advice, marked_in};
use smem_launch::{Arch, CudaSource, Device, Disassembler, Install, Isa};
use smem_sim::{KernelArg, LaunchShape, Module, Profile, Race, RaceSide, Simulator, TensorElement, TensorMap};

const TEXT: &str = include_str!("tensors.cu");

const FENCE: &str = "`fence.proxy.async`";
const BLOCK: &str = "`__syncthreads()`";
const BLOCK_LOOP: &str = "`__syncthreads()`, next round";
const PHASE: &str = "a wait for the `mbarrier` at byte 0x100 (`mbarrier.try_wait`)";
const READ: &str = "`cp.async.bulk.wait_group.read 0`";
const UNORDERED: &str = "nothing orders the two accesses";
const NOT_AWAITED: &str = "nothing waits for the asynchronous copy before the other access";

/// Each kernel with its cause and the remedy; none of those that are in order.
const KERNELS: [(&str, Option<(&str, &str)>); 10] = [
    ("a_load", None),
    ("a_load_without_a_wait", Some((NOT_AWAITED, PHASE))),
    ("a_load_over_what_others_read", Some((UNORDERED, BLOCK))),
    ("a_load_beside_the_box", None),
    ("a_load_in_a_loop_without_a_barrier", Some((UNORDERED, BLOCK_LOOP))),
    ("a_store", None),
    (
        "a_store_without_a_fence",
        Some(("no `fence.proxy.async` is between the store and the copy or product that reads it", FENCE)),
    ),
    ("a_store_without_a_barrier", Some((UNORDERED, BLOCK))),
    ("a_store_that_is_not_waited_for", Some((NOT_AWAITED, READ))),
    ("a_store_of_the_part_inside", None),
];

fn module(isa: Isa) -> Module {
    let device = Device::simulator_of(Arch::SM_90, isa, Install::Allowed).unwrap();
    let arch = if isa == Isa::Ptx { "-arch=compute_90" } else { "-arch=sm_90" };
    let source = CudaSource::new(TEXT, "tensors.cu").option(arch).option("-lineinfo");
    let compiled = device.compile(&source).unwrap_or_else(|error| panic!("{error}"));
    match compiled.cubin() {
        Some(cubin) if isa == Isa::Sass => {
            let listing = Disassembler::find(Install::Allowed).unwrap().listing(cubin).unwrap();
            smem_sass::module(cubin, &listing).unwrap()
        }
        _ => smem_ptx::module(compiled.ptx()).unwrap(),
    }
}

fn run(module: &Module, kernel: &str, is_swizzled: bool) -> Profile {
    let sim = Simulator::new(Arch::SM_90).race_check(true).race_remedies(true);
    let (tensor, data) = (sim.alloc(16 * 16 * 4), sim.alloc(256));
    let mut map = TensorMap::tiled(TensorElement::F32, tensor, &[16, 16], &[64], &[8, 8]).unwrap();
    if is_swizzled {
        map = map.swizzle(smem_banks::TmaSwizzle::B32).unwrap();
    }
    let args = [KernelArg::Bytes(map.bytes().to_vec()), KernelArg::Ptr(data)];
    sim.launch(module, kernel, &LaunchShape::new(1, 64), &args).unwrap_or_else(|fault| panic!("{kernel}: {fault}"))
}

#[test]
fn a_copy_of_a_box_races_with_what_nothing_orders() {
    let mut wrong = Vec::new();
    for (isa, is_swizzled) in [(Isa::Ptx, false), (Isa::Sass, false), (Isa::Ptx, true), (Isa::Sass, true)] {
        let module = module(isa);
        for (kernel, expected) in KERNELS {
            let profile = run(&module, kernel, is_swizzled);
            let [a, b] = ['A', 'B'].map(|mark| marked_in(TEXT, kernel, mark));
            // The line in the kernel, of a call of a function that is inlined there.
            let line = |side: &RaceSide| {
                let loc = side.loc.as_deref().unwrap();
                std::iter::successors(Some(loc), |loc| loc.inlined_at.as_deref()).last().unwrap().line
            };
            let races = profile.races.iter().chain(profile.races.iter().flat_map(|race| &race.same_cause));
            let is_marked = |race: &Race| {
                a.contains(&line(&race.first)) && b.contains(&line(&race.second))
                    || b.contains(&line(&race.first)) && a.contains(&line(&race.second))
            };
            let found = races.clone().next().map(|race| (race.cause.to_string(), advice(race)));
            let is_right = found.as_ref().map(|(cause, advice)| (cause.as_str(), advice.as_str())) == expected;
            if !is_right || !races.clone().all(is_marked) {
                let races: Vec<String> = profile.races.iter().map(ToString::to_string).collect();
                wrong.push(format!("{isa} {kernel}, swizzled: {is_swizzled}: {found:?} {races:#?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
