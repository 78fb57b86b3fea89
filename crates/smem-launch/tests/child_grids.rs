//! Kernels that launch kernels, and grids whose threads wait for one another, in separately compiled machine code.
//!
//! The PTX calls what CUDA's device runtime calls, so that the test needs no linker.

use smem_launch::{Assembler, Disassembler, Install};
use smem_sim::{Arch, FaultKind, KernelArg, LaunchShape, Module, Simulator};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

const HEAD: &str = ".version 8.0\n.target sm_90\n.address_size 64
.extern .func (.param .b64 buffer) __cuda_syscall_cnpv2GetParameterBufferV2(.param .b64 kernel, .param .b32 gx, .param .b32 gy,
    .param .b32 gz, .param .b32 bx, .param .b32 by, .param .b32 bz, .param .b32 shared);
.extern .func (.param .b32 error) __cuda_syscall_cnpv2LaunchDeviceV2(.param .b64 buffer, .param .b64 stream);
.extern .func (.param .b32 error) __cuda_syscall_cnpv2StreamCreate(.param .b64 at, .param .b32 flags);
.extern .func (.param .b64 handle) __cuda_syscall_CGS_get_intrinsic_handle(.param .b32 scope);
.extern .func (.param .b32 error) __cuda_syscall_CGS_sync(.param .b64 handle, .param .b32 flags);
";

/// Launches `kernel` with a block of `threads` threads in a stream, with the address in `%to` and the number in `%value` as parameters, by thread 0.
/// The error is then in `%error`, or -1 for a buffer that there is not.
fn launch(kernel: &str, threads: &str, stream: u64) -> String {
    static LAUNCHES: AtomicU32 = AtomicU32::new(0);
    let number = LAUNCHES.fetch_add(1, Relaxed);
    format!(
        "{{ .reg .b64 %kernel, %buffer; .reg .pred %none; .param .b64 name; .param .b32 one; .param .b32 b; .param .b32 s; .param .b64 at;
            .param .b64 from; .param .b64 in; .param .b32 e;
            mov.u64 %kernel, {kernel};
            st.param.b64 [name], %kernel; st.param.b32 [one], 1; st.param.b32 [b], {threads}; st.param.b32 [s], 0;
            call (at), __cuda_syscall_cnpv2GetParameterBufferV2, (name, one, one, one, b, one, one, s);
            ld.param.b64 %buffer, [at];
            mov.u32 %error, -1;
            setp.eq.u64 %none, %buffer, 0;
            @%none bra over{number};
            st.u64 [%buffer], %to; st.u32 [%buffer+8], %value;
            st.param.b64 [from], %buffer; st.param.b64 [in], {stream};
            call (e), __cuda_syscall_cnpv2LaunchDeviceV2, (from, in);
            ld.param.b32 %error, [e];
        over{number}: }}\n"
    )
}

const PARAMETERS: &str = "(.param .u64 p_to, .param .u32 p_value) { .reg .b64 %to, %a; .reg .b32 %value, %old, %error, %x; .reg .pred %p, %q;
    ld.param.u64 %to, [p_to]; ld.param.u32 %value, [p_value];\n";

/// Appends `value` to the list at `to`, whose first word is its length.
const NOTE: &str = "atom.global.add.u32 %old, [%to], 1;
    mad.wide.u32 %a, %old, 4, %to; st.global.u32 [%a+4], %value;\n";

fn module(kernels: &str) -> Module {
    let folder = tempfile::tempdir().unwrap();
    let (text, cubin) = (folder.path().join("k.ptx"), folder.path().join("k.cubin"));
    std::fs::write(&text, format!("{HEAD}{kernels}")).unwrap();
    let assembler = Assembler::find(Install::Allowed).unwrap();
    let output =
        Command::new(assembler.path()).args(["-c", "-arch=sm_90", "-o"]).args([&cubin, &text]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let cubin = std::fs::read(cubin).unwrap();
    smem_sass::module(&cubin, &Disassembler::find(Install::Allowed).unwrap().listing(&cubin).unwrap()).unwrap()
}

/// Launches `k` with one thread, a list of as many words and a number. Returns the list.
fn run(sim: &Simulator, module: &Module, words: usize, value: u32) -> Vec<u32> {
    let to = sim.alloc(4 * words + 4);
    sim.launch(module, "k", &LaunchShape::new(1, 1), &[KernelArg::Ptr(to), KernelArg::U32(value)]).unwrap();
    let mut bytes = vec![0; 4 * words + 4];
    sim.read(to, &mut bytes).unwrap();
    let mut list: Vec<u32> = bytes.as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word)).collect();
    let length = list.remove(0) as usize;
    list.truncate(length);
    list
}

#[test]
fn children_run_behind_their_parent_and_tail_launches_behind_all_of_them() {
    // `k` launches a tail grid, then two grids, of which the first launches another one, and notes itself last.
    let step =
        |stream: u64, value: u32, kernel: &str| format!("mov.u32 %value, {value}; {}", launch(kernel, "1", stream));
    let kernels = format!(
        ".visible .entry leaf{PARAMETERS}{NOTE} ret; }}
         .visible .entry inner{PARAMETERS}{NOTE} {} ret; }}
         .visible .entry k{PARAMETERS} {}{}{} mov.u32 %value, 1; {NOTE} ret; }}",
        step(0, 3, "leaf"),
        step(3, 9, "leaf"),
        step(0, 2, "inner"),
        step(4, 4, "leaf"),
    );
    let sim = Simulator::new(Arch::SM_90);
    assert_eq!(run(&sim, &module(&kernels), 8, 0), [1, 2, 3, 4, 9]);
    let launched: Vec<String> = sim.take_launched().into_iter().map(|profile| profile.kernel).collect();
    assert_eq!(launched, ["inner", "leaf", "leaf", "leaf"]);
    assert!(sim.take_launched().is_empty());
}

#[test]
fn a_grid_that_launches_itself_ends_at_the_24th_level_with_an_error_of_the_launch() {
    // The device runtime's own number of `cudaErrorLaunchMaxDepthExceeded` is 5.
    let kernels = format!(
        ".visible .entry k{PARAMETERS}{NOTE} {}
           setp.eq.u32 %p, %error, 0; @%p bra end;
           add.u32 %value, %error, 1000; {NOTE}
         end: ret; }}",
        launch("k", "1", 0)
    );
    let sim = Simulator::new(Arch::SM_90);
    let list = run(&sim, &module(&kernels), 64, 7);
    assert_eq!((list.len(), list[24], list[25]), (26, 7, 1005));
    assert_eq!(sim.take_launched().len(), 24);
}

#[test]
fn a_launch_that_cannot_be_is_an_error_on_the_device_and_runs_nothing() {
    // No kernel; and a block of 2000 threads, the device runtime's number 7.
    let kernels = format!(
        ".visible .entry leaf{PARAMETERS}{NOTE} ret; }}
         .visible .entry k{PARAMETERS} {} mov.u32 %value, %error; {NOTE} {} mov.u32 %value, %error; {NOTE} ret; }}",
        launch("leaf", "2000", 0),
        launch("12345", "1", 4),
    );
    let sim = Simulator::new(Arch::SM_90);
    assert_eq!(run(&sim, &module(&kernels), 8, 0), [7, u32::MAX]);
    assert!(sim.take_launched().is_empty());
}

#[test]
fn a_fault_of_a_child_is_the_launchs_and_the_parents_counts_are_kept() {
    let kernels = format!(
        ".visible .entry wild{PARAMETERS} st.global.u32 [%to+1000000], 1; ret; }}
         .visible .entry k{PARAMETERS} {} ret; }}",
        launch("wild", "1", 0)
    );
    let (sim, module) = (Simulator::new(Arch::SM_90), module(&kernels));
    let to = sim.alloc(64);
    let fault =
        sim.launch(&module, "k", &LaunchShape::new(1, 1), &[KernelArg::Ptr(to), KernelArg::U32(0)]).unwrap_err();
    assert!(matches!(fault.kind, FaultKind::OutOfBounds { .. }), "{fault}");
    assert_eq!(fault.kernel.as_deref(), Some("wild"));
    assert_eq!(sim.take_launched().len(), 1);
}

#[test]
fn a_grid_of_separately_compiled_code_waits_for_all_of_its_blocks() {
    // Each block writes its number, waits, and adds up those of all.
    let kernels = ".visible .entry k(.param .u64 p_to, .param .u64 p_out) {
        .reg .b64 %to, %out, %a, %h; .reg .b32 %b, %n, %i, %sum, %one, %e; .reg .pred %p;
        ld.param.u64 %to, [p_to]; ld.param.u64 %out, [p_out];
        mov.u32 %b, %ctaid.x; mov.u32 %n, %nctaid.x;
        mad.wide.u32 %a, %b, 4, %to; add.u32 %one, %b, 1; st.global.u32 [%a], %one;
        { .param .b32 s; .param .b64 h; st.param.b32 [s], 1; call (h), __cuda_syscall_CGS_get_intrinsic_handle, (s);
          ld.param.b64 %h, [h]; }
        { .param .b64 h; .param .b32 f; .param .b32 e; st.param.b64 [h], %h; st.param.b32 [f], 0;
          call (e), __cuda_syscall_CGS_sync, (h, f); ld.param.b32 %e, [e]; }
        mov.u32 %sum, %e; mov.u32 %i, 0;
        next: mad.wide.u32 %a, %i, 4, %to; ld.volatile.global.u32 %one, [%a]; add.u32 %sum, %sum, %one;
        add.u32 %i, %i, 1; setp.lt.u32 %p, %i, %n; @%p bra next;
        mad.wide.u32 %a, %b, 4, %out; st.global.u32 [%a], %sum; ret; }";
    let (sim, module) = (Simulator::new(Arch::SM_90), module(kernels));
    let [to, out] = [sim.alloc(32), sim.alloc(32)];
    sim.launch(&module, "k", &LaunchShape::new(8, 64), &[KernelArg::Ptr(to), KernelArg::Ptr(out)]).unwrap();
    let mut bytes = [0; 32];
    sim.read(out, &mut bytes).unwrap();
    assert!(bytes.as_chunks::<4>().0.iter().all(|word| u32::from_le_bytes(*word) == 36), "{bytes:?}");
}
