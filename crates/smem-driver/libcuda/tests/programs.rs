//! Programs that use CUDA through cudarc, on the library as the loader finds it. Each program is this test binary again, in a process of
//! its own.

use std::process::Command;
use std::sync::Arc;

use cudarc::driver::{CudaContext, CudaFunction, CudaSlice, CudaStream, DriverError, LaunchConfig, PushKernelArg};
use cudarc::nvrtc::Ptx;
use smem_driver::{CheckMode, CommandOutcome, DriverCommand, DriverOptions, FindingKind};

/// Kernels with source lines, as a compiler with `-lineinfo` leaves them.
const KERNELS: &str = r#".version 8.0
.target sm_70
.address_size 64
.file 1 "kernels.cu"
.visible .entry add(.param .u64 to, .param .u64 from, .param .u32 n) {
    .reg .b64 %a, %b, %o; .reg .b32 %i, %n, %x, %t, %s; .reg .pred %p;
    ld.param.u64 %a, [to]; ld.param.u64 %b, [from]; ld.param.u32 %n, [n];
    mov.u32 %t, %ctaid.x; mov.u32 %s, %ntid.x; mov.u32 %i, %tid.x; mad.lo.u32 %i, %t, %s, %i;
    setp.ge.u32 %p, %i, %n; @%p ret;
    mul.wide.u32 %o, %i, 4; add.s64 %a, %a, %o; add.s64 %b, %b, %o;
    .loc 1 10 5
    ld.global.u32 %x, [%b];
    add.u32 %x, %x, 1;
    .loc 1 11 5
    st.global.u32 [%a], %x; ret; }
.visible .entry races(.param .u64 to) {
    .shared .align 4 .b8 tile[256]; .reg .b32 %t, %a, %x; .reg .b64 %p, %o;
    mov.u32 %t, %tid.x; mov.u32 %a, tile; mad.lo.u32 %a, %t, 4, %a;
    .loc 1 20 5
    st.shared.u32 [%a], %t;
    mov.u32 %x, tile; sub.u32 %t, 63, %t; mad.lo.u32 %x, %t, 4, %x;
    .loc 1 21 5
    ld.shared.u32 %x, [%x];
    ld.param.u64 %p, [to]; mul.wide.u32 %o, %t, 4; add.s64 %p, %p, %o; st.global.u32 [%p], %x; ret; }
.visible .entry conflicts() {
    .shared .align 4 .b8 tile[4096]; .reg .b32 %t, %a;
    mov.u32 %t, %tid.x; mov.u32 %a, tile; mad.lo.u32 %a, %t, 128, %a;
    .loc 1 30 5
    st.shared.u32 [%a], %t; ret; }
"#;

struct Program {
    stream: Arc<CudaStream>,
    context: Arc<CudaContext>,
}

impl Program {
    fn begin() -> Program {
        let context = CudaContext::new(0).unwrap();
        Program { stream: context.default_stream(), context }
    }

    fn kernel(&self, name: &str) -> CudaFunction {
        self.context.load_module(Ptx::from_src(KERNELS)).unwrap().load_function(name).unwrap()
    }

    /// Adds one to `n` numbers of which there are `there`.
    fn add(&self, stream: &Arc<CudaStream>, there: usize, n: u32) -> Result<Vec<u32>, DriverError> {
        let add = self.kernel("add");
        let from = stream.clone_htod(&(0..there as u32).collect::<Vec<_>>())?;
        let mut to: CudaSlice<u32> = stream.alloc_zeros(there)?;
        let mut launch = stream.launch_builder(&add);
        launch.arg(&mut to).arg(&from).arg(&n);
        // SAFETY: the simulator checks every access.
        unsafe { launch.launch(LaunchConfig::for_num_elems(n)) }?;
        stream.clone_dtoh(&to)
    }

    /// Launches one block and waits for it.
    fn launch(&self, name: &str, threads: u32) -> Result<(), DriverError> {
        let kernel = self.kernel(name);
        let to: CudaSlice<u32> = self.stream.alloc_zeros(64)?;
        let mut launch = self.stream.launch_builder(&kernel);
        if name == "races" {
            launch.arg(&to);
        }
        let shape = LaunchConfig { grid_dim: (1, 1, 1), block_dim: (threads, 1, 1), shared_mem_bytes: 0 };
        // SAFETY: the simulator checks every access.
        unsafe { launch.launch(shape) }?;
        self.stream.synchronize()
    }
}

/// The programs, by the names that the tests call them by.
#[test]
#[ignore = "the program that the other tests run"]
fn program() {
    let begin = Program::begin;
    match std::env::var("PROGRAM").unwrap().as_str() {
        "adds" => {
            let program = begin();
            assert_eq!(program.add(&program.stream, 1000, 1000).unwrap(), (1..=1000).collect::<Vec<_>>());
            let other = program.context.new_stream().unwrap();
            assert_eq!(program.add(&other, 10, 10).unwrap(), (1..=10).collect::<Vec<_>>());
        }
        "adds in threads" => {
            let program = Arc::new(begin());
            let threads = [100, 200, 300, 400].map(|n| {
                let program = Arc::clone(&program);
                std::thread::spawn(move || {
                    program.context.bind_to_thread().unwrap();
                    let stream = program.context.new_stream().unwrap();
                    assert_eq!(program.add(&stream, n, n as u32).unwrap(), (1..=n as u32).collect::<Vec<_>>());
                })
            });
            threads.into_iter().for_each(|thread| thread.join().unwrap());
        }
        "reads beyond the end" => {
            let program = begin();
            let error = program.add(&program.stream, 100, 101).unwrap_err();
            assert!(format!("{error:?}").contains("ILLEGAL_ADDRESS"), "{error:?}");
            // Every call after it says so.
            assert!(format!("{:?}", program.stream.alloc_zeros::<u8>(4)).contains("ILLEGAL_ADDRESS"));
        }
        "races" => begin().launch("races", 64).unwrap(),
        "is denied to race" => {
            let error = begin().launch("races", 64).unwrap_err();
            assert!(format!("{error:?}").contains("LAUNCH_FAILED"), "{error:?}");
        }
        "conflicts" => begin().launch("conflicts", 32).unwrap(),
        "starts others" => {
            begin().launch("conflicts", 32).unwrap();
            for other in ["conflicts", "adds"] {
                assert!(itself(other).status().unwrap().success());
            }
        }
        "is killed" => {
            begin().launch("conflicts", 32).unwrap();
            std::process::abort();
        }
        other => panic!("there is no program `{other}`"),
    }
}

/// This binary as a program.
fn itself(program: &str) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "program", "--ignored", "--nocapture"]).env("PROGRAM", program);
    command
}

fn run_with(program: &str, options: DriverOptions) -> CommandOutcome {
    let own = std::env::current_exe().unwrap();
    let library = own.parent().unwrap().join("libsmem_libcuda.so");
    let words = ["env".into(), format!("PROGRAM={program}").into(), own.into_os_string()].into_iter();
    let words = words.chain(["--exact", "program", "--ignored", "--nocapture"].map(Into::into));
    DriverCommand::new(library, words).options(options).run().unwrap()
}

fn run(program: &str) -> CommandOutcome {
    run_with(program, DriverOptions::default())
}

#[test]
fn kernels_of_streams_and_threads_leave_their_results() {
    let outcome = run("adds");
    assert_eq!((outcome.code(), outcome.report.kernel("add").tally.launches), (0, 2));
    let outcome = run("adds in threads");
    assert_eq!((outcome.code(), outcome.report.kernel("add").tally.launches), (0, 4));
    assert_eq!((outcome.report.failures(), outcome.report.processes), (0, 1));
}

#[test]
fn an_access_beyond_the_end_is_an_error_of_the_next_call_that_waits_and_a_finding_with_its_line() {
    let outcome = run("reads beyond the end");
    assert_eq!(outcome.code(), 0, "the program expects the error");
    let add = outcome.report.kernel("add");
    let [finding] = &add.findings[..] else { panic!("{:?}", outcome.report) };
    assert_eq!(finding.kind(), FindingKind::Fault);
    let place = finding.place.as_ref().unwrap();
    assert_eq!((&place.file[..], place.line), ("kernels.cu", 10));
    let said = "0 bytes after the end of the 400 bytes";
    assert!(finding.message.contains(said) && finding.message.contains("thread (100, 0, 0)"), "{}", finding.message);
}

#[test]
fn races_are_findings_faults_or_not_looked_for() {
    let outcome = run("races");
    let races = outcome.report.kernel("races");
    let [race] = &races.findings[..] else { panic!("{:?}", outcome.report) };
    assert_eq!((outcome.code(), race.kind()), (0, FindingKind::Race));
    assert_eq!([race.place.as_ref(), race.other_access()].map(|place| place.unwrap().line), [21, 20]);
    let with = |races| DriverOptions { races, ..DriverOptions::default() };
    let outcome = run_with("is denied to race", with(CheckMode::Deny));
    let races = outcome.report.kernel("races");
    let [race] = &races.findings[..] else { panic!("{:?}", outcome.report) };
    assert_eq!((outcome.code(), race.kind()), (0, FindingKind::Race), "the program expects the error");
    let outcome = run_with("races", with(CheckMode::Off));
    assert_eq!((outcome.report.failures(), outcome.report.kernel("races").tally.unchecked), (0, 1));
}

#[test]
fn reports_of_all_processes_are_one() {
    let outcome = run("starts others");
    assert_eq!((outcome.code(), outcome.report.processes), (0, 3));
    let conflicts = outcome.report.kernel("conflicts");
    // 32-way, in two processes.
    assert_eq!((conflicts.tally.launches, conflicts.excess()), (2, 62));
    let [line] = &conflicts.lines[..] else { panic!("{conflicts:?}") };
    assert_eq!((line.place.line, line.ways, line.counts.requests), (30, 32, 2));
    assert_eq!(outcome.report.kernel("add").tally.launches, 2);
}

#[test]
fn a_program_that_is_killed_leaves_what_it_had() {
    let outcome = run("is killed");
    assert_eq!(outcome.code(), 128 + 6, "a signal ended it");
    assert_eq!(outcome.report.kernel("conflicts").excess(), 31);
}
