//! Launches with the bytes of shared memory in other places: the same results, other banks.

use smem_sim::{AddressMap, Arch, FaultKind, KernelArg, LaunchShape, Observer, SharedAccess, Simulator};

/// The addresses of all lanes of all requests.
#[derive(Default)]
struct Addresses(Vec<u32>);

impl Observer for Addresses {
    fn shared(&mut self, access: &SharedAccess<'_>) {
        self.0.extend(access.lanes().map(|(_, address)| address));
    }
}

/// Stores, loads, vectors, an atomic, a copy and a matrix in rows of 128 bytes.
const ALL_KINDS: &str = ".version 8.8
.target sm_90
.address_size 64
.visible .entry k(.param .u64 in, .param .u64 out) {
    .shared .align 16 .b8 tile[4096];
    .reg .b32 %r<20>;
    .reg .b64 %rd<9>;
    ld.param.u64 %rd0, [in];
    ld.param.u64 %rd1, [out];
    mov.u32 %r0, %tid.x;
    mov.u32 %r1, tile;
    // Lane i copies 16 bytes to the start of row i, stores after them, adds to the word after that.
    mad.lo.u32 %r2, %r0, 128, %r1;
    mad.wide.u32 %rd2, %r0, 16, %rd0;
    cp.async.ca.shared.global [%r2], [%rd2], 16;
    cp.async.wait_all;
    st.shared.u32 [%r2+16], %r0;
    st.shared.v2.u32 [%r2+24], {%r0, 9};
    atom.shared.add.u32 %r3, [%r2+16], 5;
    bar.sync 0;
    // A column of words, a vector of each row, and an 8 x 8 matrix whose rows are in 8 rows.
    ld.shared.u32 %r4, [%r2+4];
    ld.shared.v4.u32 {%r5, %r6, %r7, %r8}, [%r2];
    ld.shared.v2.u32 {%r9, %r10}, [%r2+24];
    ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r11, %r12, %r13, %r14}, [%r2];
    ld.shared.u32 %r15, [%r2+16];
    add.u32 %r4, %r4, %r8;
    add.u32 %r9, %r9, %r10;
    add.u32 %r11, %r11, %r12;
    add.u32 %r13, %r13, %r14;
    add.u32 %r4, %r4, %r9;
    add.u32 %r11, %r11, %r13;
    add.u32 %r15, %r15, %r3;
    mad.wide.u32 %rd3, %r0, 12, %rd1;
    st.global.u32 [%rd3], %r4;
    st.global.u32 [%rd3+4], %r11;
    st.global.u32 [%rd3+8], %r15;
    ret;
}";

/// Runs the kernel, with a map if there is one, and returns what it wrote, the wavefronts, and the addresses.
fn run(map: Option<&AddressMap>) -> (Vec<u8>, u64, Vec<u32>) {
    let module = smem_ptx::module(ALL_KINDS).unwrap();
    let sim = Simulator::new(Arch::SM_90);
    let (input, out) = (sim.alloc(512), sim.alloc(384));
    let bytes: Vec<u8> = (0..512).map(|byte| (byte * 7 % 251) as u8).collect();
    sim.write(input, &bytes).unwrap();
    let (launch, args) = (LaunchShape::new(1, 32), [KernelArg::Ptr(input), KernelArg::Ptr(out)]);
    let (profile, seen) = match map {
        Some(map) => sim.launch_relaid(&module, "k", &launch, &args, map, Addresses::default),
        None => sim.launch_observed(&module, "k", &launch, &args, Addresses::default),
    }
    .unwrap();
    let mut written = vec![0; 384];
    sim.read(out, &mut written).unwrap();
    (written, profile.wavefronts(), seen.into_iter().flat_map(|seen| seen.0).collect())
}

/// A map of 4096 bytes by what it does to the number of a group of 16.
fn of_groups(place: impl Fn(u32) -> u32) -> AddressMap {
    AddressMap::new((0..4096).map(|byte| place(byte / 16) * 16 + byte % 16).collect()).unwrap()
}

#[test]
fn every_kind_of_access_finds_its_bytes_where_the_map_has_them() {
    let (written, wavefronts, addresses) = run(None);
    assert!(written.iter().any(|byte| *byte != 0));
    let maps = [
        of_groups(|group| group),
        // 16 bytes after each row, an XOR of the group by the row, all of it turned round, and moved.
        of_groups(|group| group + group / 8),
        of_groups(|group| group ^ (group / 8 % 8)),
        of_groups(|group| 255 - group),
        of_groups(|group| group + 300),
    ];
    for (number, map) in maps.iter().enumerate() {
        let (relaid, fewer, places) = run(Some(map));
        assert_eq!(relaid, written, "map {number}");
        let expected: Vec<u32> = addresses.iter().map(|address| place(map, *address)).collect();
        assert_eq!(places, expected, "map {number}");
        match number {
            1 | 2 => assert!(fewer * 3 < wavefronts, "map {number}: {fewer} of {wavefronts}"),
            _ => assert_eq!(fewer, wavefronts, "map {number}"),
        }
    }
}

/// The place of an address, found by a kernel that stores there.
fn place(map: &AddressMap, address: u32) -> u32 {
    let module = smem_ptx::module(&format!(
        ".version 8.8 .target sm_90 .address_size 64 .visible .entry k() {{
         .shared .align 16 .b8 tile[4096]; .reg .b32 %r<2>; mov.u32 %r0, tile; add.u32 %r1, %r0, {address}; st.shared.u8 [%r1], 7; ret; }}"
    ))
    .unwrap();
    let sim = Simulator::new(Arch::SM_90);
    let (_, seen) = sim.launch_relaid(&module, "k", &LaunchShape::new(1, 1), &[], map, Addresses::default).unwrap();
    seen[0].0[0]
}

/// The kind of the fault, and its address.
fn fault(map: &AddressMap) -> (FaultKind, Option<u64>) {
    let module = smem_ptx::module(ALL_KINDS).unwrap();
    let sim = Simulator::new(Arch::SM_90);
    let (input, out) = (sim.alloc(512), sim.alloc(384));
    let args = [KernelArg::Ptr(input), KernelArg::Ptr(out)];
    let fault = sim
        .launch_relaid(&module, "k", &LaunchShape::new(1, 32), &args, map, Addresses::default)
        .map(|_| ())
        .unwrap_err();
    let address = fault.address();
    (fault.kind, address)
}

#[test]
fn what_a_map_takes_apart_or_misaligns_is_a_fault() {
    // A word after each row: row 1 is not aligned to 16 bytes.
    let padded = AddressMap::new((0..4096).map(|byte| byte + byte / 128 * 4).collect()).unwrap();
    let (kind, address) = fault(&padded);
    assert!(matches!(kind, FaultKind::TornApart { bytes: 16, .. }), "{kind:?}");
    assert_eq!(address, Some(128));
    // The second word of each 16 bytes is where the third was.
    let torn =
        AddressMap::new((0..4096).map(|byte| byte ^ if byte % 16 / 4 % 3 > 0 { 12 } else { 0 }).collect()).unwrap();
    assert!(matches!(fault(&torn).0, FaultKind::TornApart { bytes: 16, .. }));
}

#[test]
fn a_map_of_other_bytes_or_of_too_many_cannot_be_launched() {
    let launch = |map: AddressMap| match fault(&map).0 {
        FaultKind::Launch(refusal) => refusal.to_string(),
        other => panic!("{other:?}"),
    };
    let short = AddressMap::new((0..4092).collect()).unwrap();
    assert_eq!(launch(short), "its blocks have 4096 bytes of shared memory, and the map has 4092");
    let far = AddressMap::new((0..4096).map(|byte| byte * 64).collect()).unwrap();
    assert!(launch(far).starts_with("262081 bytes of shared memory are more than the"));
    assert_eq!(
        AddressMap::new(vec![3, 3]).unwrap_err().to_string(),
        "byte 1 of shared memory cannot be kept at 3, where an earlier byte is"
    );
    assert!(AddressMap::new(vec![u32::MAX]).is_err());
    assert_eq!(AddressMap::new(Vec::new()).unwrap().kept_bytes(), 0);
}

#[test]
fn an_address_outside_is_that_of_the_kernel() {
    let module = smem_ptx::module(
        ".version 8.8 .target sm_90 .address_size 64 .visible .entry k() {
         .shared .align 4 .b8 tile[64]; st.shared.u32 [tile+128], 7; ret; }",
    )
    .unwrap();
    let map = AddressMap::new((0..64).map(|byte| byte + 100).collect()).unwrap();
    let sim = Simulator::new(Arch::SM_90);
    let fault = sim
        .launch_relaid(&module, "k", &LaunchShape::new(1, 1), &[], &map, Addresses::default)
        .map(|_| ())
        .unwrap_err();
    assert_eq!(fault.address(), Some(128));
    assert!(fault.to_string().contains("the block has 64 bytes"), "{fault}");
}

#[test]
fn variables_of_several_kernels_lie_behind_those_of_one() {
    let store = |variable: &str| format!("st.shared.u8 [{variable}], 1;");
    let text = format!(
        ".version 8.8
.target sm_90
.address_size 64
.shared .align 4 .b8 both[4096];
.shared .align 1 .b8 lone[1025];
.visible .entry first() {{ .shared .align 8 .b8 own[8]; {} {} {} ret; }}
.visible .entry second() {{ {} ret; }}
",
        store("own"),
        store("both"),
        store("lone"),
        store("both")
    );
    let module = smem_ptx::module(&text).unwrap();
    let places = |kernel: &str| -> Vec<(String, u32)> {
        module.shared_variables(kernel).iter().map(|variable| (variable.name.clone(), variable.offset)).collect()
    };
    let expected = [("lone".to_string(), 0), ("own".to_string(), 1032), ("both".to_string(), 1040)];
    assert_eq!(places("first"), expected);
    assert_eq!(places("second"), [("both".to_string(), 0)]);
}
