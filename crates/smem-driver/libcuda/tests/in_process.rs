//! Tests with cudarc whose own process has the driver, as those of a crate that uses CUDA. They run in threads of one process.

use std::sync::Arc;

use cudarc::driver::{CudaContext, CudaSlice, LaunchConfig, PushKernelArg};
use cudarc::nvrtc::Ptx;
use smem_driver::{CheckMode, DriverOptions, FindingKind, RunReport};

/// A store by columns, a write beside which another thread reads, and a template's instances as a compiler names them.
const KERNELS: &str = r#".version 8.0
.target sm_70
.address_size 64
.file 1 "kernels.cu"
.visible .entry column() {
    .shared .align 4 .b8 tile[4096]; .reg .b32 %t, %a;
    mov.u32 %t, %tid.x; mov.u32 %a, tile; mad.lo.u32 %a, %t, 128, %a;
    .loc 1 30 5
    st.shared.u32 [%a], %t; ret; }
.visible .entry _Z4scanIiLj256EEvPT_(.param .u64 to) {
    .reg .b64 %a; ld.param.u64 %a, [to]; st.global.u32 [%a], 256; ret; }
.visible .entry _Z4scanIfLj64EEvPT_(.param .u64 to) {
    .reg .b64 %a; ld.param.u64 %a, [to]; st.global.u32 [%a], 64; ret; }
.visible .entry races() {
    .shared .align 4 .b8 tile[256]; .reg .b32 %t, %a, %x; .reg .pred %p;
    mov.u32 %t, %tid.x; mov.u32 %a, tile; mad.lo.u32 %x, %t, 4, %a;
    .loc 1 20 5
    st.shared.u32 [%x], %t;
    sub.u32 %t, 63, %t; mad.lo.u32 %x, %t, 4, %a;
    .loc 1 21 5
    ld.shared.u32 %x, [%x]; setp.eq.u32 %p, %x, 12345; @%p trap; ret; }
"#;

/// Launches one block of a kernel and does not wait for it.
fn launch(name: &str, threads: u32) {
    let context = CudaContext::new(0).unwrap();
    let stream = context.default_stream();
    let kernel = context.load_module(Ptx::from_src(KERNELS)).unwrap().load_function(name).unwrap();
    let to: CudaSlice<u32> = stream.alloc_zeros(1).unwrap();
    let mut launch = stream.launch_builder(&kernel);
    if name.starts_with("_Z4scan") {
        launch.arg(&to);
    }
    let shape = LaunchConfig { grid_dim: (1, 1, 1), block_dim: (threads, 1, 1), shared_mem_bytes: 0 };
    // SAFETY: the simulator checks every access.
    unsafe { launch.launch(shape) }.unwrap();
}

fn observed(name: &str, threads: u32) -> RunReport {
    smem_driver::install().unwrap();
    smem_driver::observe(|| launch(name, threads)).1
}

#[test]
fn a_test_reads_the_counts_of_its_kernel_from_the_report() {
    let report = observed("column", 32);
    assert_eq!(
        (report.launches(), report.kernel("column").tally.launches, report.kernel("column").excess()),
        (1, 1, 31)
    );
    let column = report.kernel("column");
    assert_eq!((column.lines[0].place.line, column.lines[0].ways), (30, 32));
    // That of the process has this launch among others.
    assert!(smem_driver::report().kernel("column").excess() >= 31);
}

#[test]
fn a_race_is_a_finding_with_both_lines() {
    let report = observed("races", 64);
    assert_eq!(report.kernel("races").count(FindingKind::Race), 1, "{report:?}");
    let race = &report.kernel("races").findings[0];
    assert_eq!((race.place.as_ref().unwrap().line, race.other_access().unwrap().line), (21, 20));
    assert_eq!(report.failures(), 1);
}

#[test]
fn the_name_of_a_template_means_all_of_its_instances() {
    smem_driver::install().unwrap();
    let ((), report) = smem_driver::observe(|| {
        launch("_Z4scanIiLj256EEvPT_", 1);
        launch("_Z4scanIfLj64EEvPT_", 1);
        launch("_Z4scanIfLj64EEvPT_", 1);
    });
    let launches = |name: &str| report.kernel(name).tally.launches;
    assert_eq!((launches("scan"), launches("scan<int, 256u>"), launches("scan<float, 64u>(float*)")), (3, 1, 2));
    assert_eq!(report.find("sca"), None);
}

#[test]
fn threads_see_their_own_launches_and_not_those_of_others() {
    smem_driver::install().unwrap();
    let threads: Vec<_> = (1..=4)
        .map(|times| {
            std::thread::spawn(move || {
                let ((), report) = smem_driver::observe(|| (0..times).for_each(|_| launch("column", 32)));
                assert_eq!((report.launches(), report.excess()), (times, 31 * times));
            })
        })
        .collect();
    threads.into_iter().for_each(|thread| thread.join().unwrap());
    let (inner, outer) = smem_driver::observe(|| {
        launch("column", 32);
        smem_driver::observe(|| launch("column", 32)).1
    });
    assert_eq!((inner.launches(), outer.launches()), (1, 2));
}

#[test]
fn a_kernel_that_was_not_launched_fails_the_test_that_asks_for_it() {
    let report = observed("column", 32);
    let failure = std::panic::catch_unwind(|| report.kernel("colum").excess()).unwrap_err();
    let message = failure.downcast_ref::<String>().unwrap();
    assert_eq!(message, "no launch of `colum`: launched were `column`");
}

#[test]
fn both_names_of_a_driver_are_the_simulated_one_afterwards() {
    smem_driver::install().unwrap();
    let addresses = ["libcuda.so", "libcuda.so.1"].map(|name| {
        // SAFETY: loaded already, or nothing is found.
        let library = unsafe { libloading::Library::new(name) }.unwrap();
        // SAFETY: the address is compared alone.
        let report = unsafe { library.get::<*const ()>("smem_tile_report") }.unwrap();
        *report as usize
    });
    assert_eq!(addresses[0], addresses[1]);
}

#[test]
fn another_driver_on_the_library_path_is_passed_over() {
    let own = std::env::current_exe().unwrap();
    let folder = tempfile::tempdir().unwrap();
    for name in ["libcuda.so", "libcuda.so.1"] {
        std::fs::copy(own.parent().unwrap().join("libsmem_libcuda.so"), folder.path().join(name)).unwrap();
    }
    let mut program = std::process::Command::new(&own);
    program.args(["--exact", "both_names_of_a_driver_are_the_simulated_one_afterwards"]);
    let answer = program.env("LD_LIBRARY_PATH", folder.path()).output().unwrap();
    assert!(answer.status.success(), "{}", String::from_utf8_lossy(&answer.stdout));
}

#[test]
fn options_that_come_too_late_are_refused_with_a_sentence() {
    let report = Arc::new(observed("column", 32));
    assert_eq!(report.arch, "sm_90");
    let late = DriverOptions { races: CheckMode::Deny, ..DriverOptions::default() };
    let refused = smem_driver::install_with(&late).unwrap_err();
    assert!(refused.starts_with("the driver of this process has begun with other options"), "{refused}");
}
