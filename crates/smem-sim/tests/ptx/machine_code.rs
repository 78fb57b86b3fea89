//! Cubins and listings that are damaged, or do not fit one another.

use crate::common::{Compiled, FEATURES, SCAN};
use proptest::prelude::*;
use smem_sim::{Arch, FaultKind, KernelArg, LaunchShape, Simulator};

fn scan() -> (&'static [u8], &'static str) {
    match SCAN[2] {
        Compiled::Sass(cubin, listing, _) => (cubin, listing),
        Compiled::Ptx(_) => unreachable!("the third is machine code"),
    }
}

/// Machine code without variables, and with.
fn either(variables: bool) -> (&'static [u8], &'static str) {
    match FEATURES[2] {
        Compiled::Sass(cubin, listing, _) if variables => (cubin, listing),
        _ => scan(),
    }
}

/// Reads it, and runs each kernel that is there, for a short while.
fn try_all(cubin: &[u8], listing: &str) {
    let Ok(module) = smem_sass::module(cubin, listing) else { return };
    let names: Vec<String> = module.kernels().map(str::to_owned).collect();
    for kernel in names {
        let sim = Simulator::new(Arch::SM_90).instruction_limit(1 << 16).host_threads(1);
        let data = sim.alloc(1 << 16);
        let mut args = vec![KernelArg::Ptr(data); 4];
        args.extend([KernelArg::I32(40), KernelArg::I32(40)]);
        // A result or a fault; not a panic, and not for ever.
        let _ = sim.launch(&module, &kernel, &LaunchShape::new(1, 64), &args);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_damaged_cubin_is_an_error_or_runs(
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
        variables in any::<bool>(),
    ) {
        let (cubin, listing) = either(variables);
        let mut bytes = cubin.to_vec();
        for (place, byte) in damage {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        try_all(&bytes, listing);
    }

    // Headers, tables and attributes are a small part of the file, and where damage matters most.
    #[test]
    fn damaged_headers_are_an_error_or_run(
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
        header in any::<bool>(),
        variables in any::<bool>(),
    ) {
        let (cubin, listing) = either(variables);
        let mut bytes = cubin.to_vec();
        let sections = u64::from_le_bytes(bytes[0x28..0x30].try_into().unwrap()) as usize;
        let region = if header { 0..64 } else { sections..bytes.len() };
        for (place, byte) in damage {
            let place = region.start + place.index(region.len());
            bytes[place] = byte;
        }
        try_all(&bytes, listing);
    }

    #[test]
    fn a_cubin_that_is_cut_off_is_an_error_or_runs(length in any::<prop::sample::Index>()) {
        let (cubin, listing) = scan();
        try_all(&cubin[..length.index(cubin.len())], listing);
    }

    #[test]
    fn a_damaged_listing_is_an_error_or_runs(
        from in any::<prop::sample::Index>(),
        to in any::<prop::sample::Index>(),
        instead in "[A-Z0-9.,;:@!`()\\[\\]/* \n\"x-]{0,12}",
    ) {
        let (cubin, listing) = scan();
        let from = from.index(listing.len());
        let to = (from + to.index(40)).min(listing.len());
        try_all(cubin, &format!("{}{instead}{}", &listing[..from], &listing[to..]));
    }
}

#[test]
fn what_is_wrong_with_a_cubin_is_said_in_a_sentence() {
    let (cubin, listing) = scan();
    let error = |cubin: &[u8], listing: &str| smem_sass::module(cubin, listing).unwrap_err().to_string();
    assert_eq!(error(b"MZ", listing), "cubin: this is not an ELF file");
    assert!(error(&cubin[..100], listing).starts_with("cubin: the ELF file is corrupt: "));
    let mut other = cubin.to_vec();
    other[0x12] = 62;
    assert_eq!(error(&other, listing), "cubin: this ELF file does not hold machine code for NVIDIA GPUs");
    let mut older = cubin.to_vec();
    older[0x30] = 61;
    older[8] = 7;
    assert!(smem_sass::module(&older, listing).is_ok(), "the architecture is known");
    older[0x30] = 99;
    assert_eq!(error(&older, listing), "cubin: it is for compute capability 99, which is unknown");
    assert!(error(cubin, "").starts_with("cubin: the listing does not have the kernel `scan_"));
    let Compiled::Sass(_, features, _) = FEATURES[2] else { unreachable!() };
    assert!(error(cubin, features).starts_with("cubin: the listing does not have the kernel `scan_"));
}

/// The fault of a launch of `scan_dense` with the first instruction of a kind replaced.
fn refused(from: &str, to: &str) -> String {
    let (cubin, listing) = scan();
    assert!(listing.contains(from), "{from}");
    let module = smem_sass::module(cubin, &listing.replacen(from, to, 1)).unwrap();
    let kernel = module.kernels().find(|kernel| module.refused(kernel).is_some()).expect("one is refused");
    let error = module.refused(kernel).unwrap().to_string();
    let fault = Simulator::new(Arch::SM_90).launch(&module, kernel, &LaunchShape::new(1, 32), &[]).unwrap_err();
    assert!(matches!(fault.kind, FaultKind::Refused(_)));
    let (place, what) = error.split_once(": ").unwrap();
    assert!(place.starts_with("SASS line "), "{error}");
    what.to_owned()
}

#[test]
fn what_is_unknown_refuses_the_kernel_by_name() {
    assert_eq!(refused("BAR.SYNC.DEFER_BLOCKING 0x0", "SULD.D.2D"), "unknown instruction `SULD.D.2D`");
    assert_eq!(refused("LDS.64 ", "LDS.64.QUICK "), "`LDS.64.QUICK R10, [R4]`: unknown modifier `.QUICK`");
    assert!(refused("c[0x0][0x210]", "c[0x0][0x1f8]").contains("what the driver keeps at c[0x0][0x1f8] is unknown"));
    assert!(refused("SR_TID.X", "SR_REGALLOC").ends_with("unknown special register `SR_REGALLOC`"));
    assert!(
        refused("BAR.SYNC.DEFER_BLOCKING 0x0", "BAR.SYNC.DEFER_BLOCKING 0x0, 0x20, 0x1").contains("operands too many")
    );
}

#[test]
fn machine_code_of_another_architecture_does_not_start() {
    let (cubin, listing) = scan();
    let module = smem_sass::module(cubin, listing).unwrap();
    let fault = Simulator::new(Arch::SM_80)
        .launch(&module, "scan_dense", &LaunchShape::new(1, 32), &[])
        .unwrap_err()
        .to_string();
    assert_eq!(fault, "`scan_dense`: it is machine code for sm_90, and this is a simulator of sm_80");
}
