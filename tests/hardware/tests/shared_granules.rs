//! Where shared memory ends: the first offsets that fault on an H200 (`shared_granules/sm_90_h200.tsv`), beside the granule of the
//! architecture and beside the simulator.

use smem_sim::{Arch, LaunchShape, Simulator};

const MEASURED: &str = include_str!("../shared_granules/sm_90_h200.tsv");
/// Bytes in front of a block's own that the driver reserves.
const RESERVED: i64 = 1024;

/// A probe that began at the end of the declared bytes and went on to the first fault.
struct Probe<'t> {
    /// `lds`, `sts` and so on.
    kind: &'t str,
    fixed: i64,
    dynamic: i64,
    /// Bytes in front of the array that was probed, if the first access was not a fault already.
    before: Option<i64>,
    /// From the array's first byte.
    first_fault: i64,
}

fn probes() -> impl Iterator<Item = Probe<'static>> {
    MEASURED.lines().filter_map(|line| {
        let mut cells = line.strip_prefix("end\t")?.split('\t');
        let kind = cells.next()?;
        let mut number = |skipped: usize| cells.nth(skipped)?.parse::<i64>().ok();
        let (fixed, dynamic, base, first_fault) = (number(0)?, number(0)?, number(1)?, number(1)?);
        let before = (base != 0).then_some(base - RESERVED);
        Some(Probe { kind, fixed, dynamic, before, first_fault })
    })
}

/// The fault of a store is reported when the GPU comes to it: of one of 208 probes, a store through a generic address, the offset is one
/// access too late.
fn is_late(probe: &Probe<'_>) -> bool {
    (probe.kind, probe.fixed, probe.dynamic) == ("st", 12, 0)
}

#[test]
fn the_first_fault_is_at_the_end_of_the_last_granule() {
    let granule = i64::from(Arch::SM_90.shared_granule());
    let mut compared = 0;
    for probe in probes() {
        let Probe { kind, fixed, dynamic, before, first_fault } = probe;
        let declared = match before {
            Some(before) if dynamic > 0 => before + dynamic,
            Some(_) => fixed,
            // The very end faulted: there is nothing after.
            None if dynamic > 0 => dynamic,
            None => fixed,
        };
        let expected = (declared + granule - 1) / granule * granule + if is_late(&probe) { 4 } else { 0 };
        let found = before.unwrap_or(0) + first_fault;
        // Static memory in front of a dynamic array that faulted at once is not known.
        if before.is_some() || fixed == 0 || dynamic == 0 {
            assert_eq!(found, expected, "{kind} {fixed} {dynamic}");
            compared += 1;
        }
    }
    assert_eq!(compared, 206);
}

#[test]
fn the_simulator_faults_where_the_gpu_does() {
    let mut compared = 0;
    for probe in probes().filter(|probe| probe.dynamic == 0 && probe.fixed > 0 && !is_late(probe)) {
        let (fixed, end) = (probe.fixed, probe.first_fault);
        let access = match probe.kind {
            "lds" => "ld.shared.u32 %r2, [%r1];",
            "sts" => "st.shared.u32 [%r1], 7;",
            "ld" => "ld.u32 %r2, [%rd2];",
            "st" => "st.u32 [%rd2], 7;",
            "atoms" => "atom.shared.add.u32 %r2, [%r1], 3;",
            _ => continue,
        };
        let run = |at: i64| {
            let text = format!(
                ".version 8.8\n.target sm_90\n.address_size 64\n.visible .entry k()\n{{\n.shared .align 16 .b8 tile[{fixed}];\n\
                 .reg .b32 %r<4>;\n.reg .b64 %rd<4>;\nmov.u32 %r1, tile;\nadd.u32 %r1, %r1, {at};\ncvt.u64.u32 %rd1, %r1;\n\
                 cvta.shared.u64 %rd2, %rd1;\n{access}\nret;\n}}\n"
            );
            let module = smem_ptx::module(&text).unwrap();
            Simulator::new(Arch::SM_90).launch(&module, "k", &LaunchShape::new(1, 1), &[])
        };
        assert!(run(end - 4).is_ok(), "{} {fixed}: {:?}", probe.kind, run(end - 4));
        assert!(run(end).is_err(), "{} {fixed}", probe.kind);
        compared += 1;
    }
    assert_eq!(compared, 126);
}
