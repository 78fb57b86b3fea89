//! The driver's rules, without its C interface: which error comes when, and what waits for what.

use std::sync::Mutex;
use std::sync::mpsc::channel;
use std::thread;

use crate::setting::Setting;
use smem_driver::{CaptureStatus, DriverError, LaunchRequest, LaunchShape, WordCondition};
use smem_sim::{FaultKind, KernelArg, LaunchArguments};

#[test]
fn a_fault_is_the_error_of_the_next_call_that_waits_and_of_all_after_it() {
    let setting = Setting::new();
    let driver = &setting.driver;
    setting.launch("traps", &[], 0).unwrap();
    // A call that does not wait does not know yet.
    assert!(driver.alloc(4).is_ok());
    assert_eq!(driver.synchronize(), Err(DriverError::LaunchFailed));
    assert_eq!(driver.alloc(4), Err(DriverError::LaunchFailed));
    assert_eq!(driver.create_stream(0, 0), Err(DriverError::LaunchFailed));
    assert_eq!(driver.device_attribute(10, 0), Ok(32));
    let report = driver.report();
    assert_eq!((report.failures(), report.launches()), (1, 1));
    driver.reset_primary(0).unwrap();
    assert_eq!(driver.alloc(4), Err(DriverError::ContextIsDestroyed));
    assert_eq!(driver.retain_primary(0), Err(DriverError::LaunchFailed), "as of a real driver");
}

#[test]
fn streams_run_side_by_side_and_wait_for_events() {
    let setting = Setting::new();
    let driver = &setting.driver;
    let [waiting, other] = [1, 1].map(|flags| driver.create_stream(flags, 0).unwrap());
    let [flag, sum] = [4, 4].map(|bytes| driver.alloc(bytes).unwrap());
    setting.launch("waits", &flag.to_le_bytes(), waiting).unwrap();
    setting.add(sum, 1, waiting);
    let event = driver.create_event(0).unwrap();
    driver.record_event(event, waiting).unwrap();
    setting.add(sum, 10, other);
    driver.wait_for_stream(other).unwrap();
    assert_eq!(driver.query_stream(waiting), Err(DriverError::NotReady));
    assert_eq!(driver.query_event(event), Err(DriverError::NotReady));
    driver.stream_waits(other, event, 0).unwrap();
    setting.add(sum, 100, other);
    assert_eq!(driver.query_stream(other), Err(DriverError::NotReady));
    let third = driver.create_stream(1, 0).unwrap();
    driver.fill_in(flag, &1_u32.to_le_bytes(), 1, third).unwrap();
    driver.wait_for_stream(other).unwrap();
    assert_eq!((driver.query_event(event), setting.word(sum)), (Ok(()), 111));
}

#[test]
fn a_stream_waits_for_a_word_that_another_one_writes() {
    let setting = Setting::new();
    let driver = &setting.driver;
    let [waiting, other] = [1, 1].map(|flags| driver.create_stream(flags, 0).unwrap());
    let [flag, sum] = [8, 4].map(|bytes| driver.alloc(bytes).unwrap());
    driver.wait_for_word_in(flag, 7, 4, WordCondition::Equal, waiting).unwrap();
    setting.add(sum, 1, waiting);
    driver.write_word_in(flag, &6_u32.to_le_bytes(), other).unwrap();
    driver.wait_for_stream(other).unwrap();
    assert_eq!(driver.query_stream(waiting), Err(DriverError::NotReady));
    driver.write_word_in(flag, &7_u32.to_le_bytes(), other).unwrap();
    driver.wait_for_stream(waiting).unwrap();
    assert_eq!(setting.word(sum), 1);
    for (address, bytes) in [(flag + 2, 4), (flag + 4, 8), (flag + 8, 4), (0, 4)] {
        assert_eq!(driver.write_word_in(address, &[0; 8][..bytes], other), Err(DriverError::InvalidValue));
    }
}

#[test]
fn the_legacy_default_stream_waits_for_streams_that_block() {
    let setting = Setting::new();
    let driver = &setting.driver;
    let stream = driver.create_stream(0, 0).unwrap();
    let (release, released) = channel::<()>();
    let released = Mutex::new(released);
    let sum = driver.alloc(4).unwrap();
    driver.call_in(stream, move || released.lock().unwrap().recv().unwrap()).unwrap();
    setting.add(sum, 1, stream);
    setting.add(sum, 10, 0);
    assert_eq!(driver.query_stream(0), Err(DriverError::NotReady));
    release.send(()).unwrap();
    assert_eq!(setting.word(sum), 11);
}

#[test]
fn a_captured_stream_does_nothing_until_its_graph_is_launched() {
    let setting = Setting::new();
    let driver = &setting.driver;
    let stream = driver.create_stream(1, 0).unwrap();
    let sum = driver.alloc(4).unwrap();
    driver.begin_capture(stream, 0).unwrap();
    setting.add(sum, 1, stream);
    setting.add(sum, 2, stream);
    let (status, capture) = driver.capture_status(stream).unwrap();
    assert_eq!(status, CaptureStatus::Active);
    let graph = driver.end_capture(stream).unwrap();
    assert_eq!(graph, capture, "clients keep the handle that they get while it is captured");
    assert_eq!((setting.word(sum), driver.graph_nodes(graph).unwrap().len()), (0, 2));
    let executable = driver.instantiate(graph, 0).unwrap();
    driver.launch_graph(executable, stream).unwrap();
    driver.launch_graph(executable, stream).unwrap();
    driver.wait_for_stream(stream).unwrap();
    assert_eq!(setting.word(sum), 6);
    // A call that a capture does not allow makes it an error.
    driver.begin_capture(stream, 0).unwrap();
    assert_eq!(driver.wait_for_stream(stream), Err(DriverError::StreamCaptureUnsupported));
    assert_eq!(driver.end_capture(stream), Err(DriverError::StreamCaptureInvalidated));
    assert_eq!(driver.query_stream(stream), Ok(()));
}

#[test]
fn memory_beyond_the_device_is_an_error_and_what_is_freed_can_be_had_again() {
    let setting = Setting::with(1 << 20);
    let driver = &setting.driver;
    let all = driver.alloc(1 << 20).unwrap();
    assert_eq!(driver.memory_info(), Ok([0, 1 << 20]));
    assert_eq!(driver.alloc(1), Err(DriverError::OutOfMemory));
    assert_eq!(driver.free(all + 256), Err(DriverError::InvalidValue));
    driver.free(all).unwrap();
    assert_eq!(driver.free(all), Err(DriverError::InvalidValue));
    let again = driver.alloc(1 << 20).unwrap();
    // The context frees what the program did not.
    driver.release_primary(0).unwrap();
    let context = driver.retain_primary(0).unwrap();
    driver.set_current(context).unwrap();
    assert_eq!(driver.memory_info(), Ok([1 << 20, 1 << 20]));
    assert_eq!(driver.free(again), Err(DriverError::InvalidValue));
}

#[test]
fn a_context_is_a_threads_own() {
    let setting = Setting::new();
    let driver = &setting.driver;
    let context = driver.current_context().unwrap();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            assert_eq!((driver.current_context(), driver.alloc(4)), (Ok(0), Err(DriverError::InvalidContext)));
            driver.push_context(context).unwrap();
            assert!(driver.alloc(4).is_ok());
            assert_eq!((driver.pop_context(), driver.pop_context()), (Ok(context), Err(DriverError::InvalidContext)));
        });
    });
    assert_eq!(driver.current_context(), Ok(context));
}

#[test]
fn a_launch_that_rust_code_makes_itself_has_its_turn_and_leaves_no_error_behind() {
    let setting = Setting::new();
    let driver = &setting.driver;
    let sum = driver.alloc(4).unwrap();
    setting.add(sum, 1, 0);
    let of = |kernel| LaunchRequest::new(driver.function(setting.module, kernel).unwrap(), LaunchShape::new(1, 1));
    let args = [KernelArg::Ptr(sum), KernelArg::U32(10)];
    let counted = driver.launch_with(&of("add"), LaunchArguments::Each(&args), |simulator, launch| {
        // The work before is done, and that of another thread has to wait.
        let mut before = [0; 4];
        simulator.read(sum, &mut before).unwrap();
        thread::scope(|threads| {
            threads.spawn(|| setting.in_context(|| setting.add(sum, 100, 0)));
            let profile = launch.made(simulator, launch.code);
            (u32::from_le_bytes(before), profile.map(|profile| profile.blocks_run))
        })
    });
    assert_eq!(counted, Ok((1, Ok(1))));
    driver.synchronize().unwrap();
    assert_eq!(setting.word(sum), 111);
    // Its fault is the caller's; that of a launch before it is an error, as of every call that waits.
    let faulted = |kernel| {
        driver.launch_with(&of(kernel), LaunchArguments::Raw(&[]), |sim, launch| launch.made(sim, launch.code))
    };
    assert!(matches!(faulted("traps"), Ok(Err(fault)) if matches!(fault.kind, FaultKind::Trap)));
    assert_eq!((driver.synchronize(), driver.report().failures()), (Ok(()), 0));
    // A launch that cannot start is refused by the rules of every other launch.
    let refused = faulted("add").unwrap().unwrap_err();
    assert!(
        matches!(&refused.kind, FaultKind::Launch(refusal) if refusal.to_string().contains("its parameters are 12 bytes"))
    );
    setting.launch("traps", &[], 0).unwrap();
    assert_eq!(faulted("traps").unwrap_err(), DriverError::LaunchFailed);
}

#[test]
fn memory_of_no_bytes_has_an_address_that_no_access_is_inside_of() {
    let setting = Setting::new();
    let driver = &setting.driver;
    let [none, other] = [0, 0].map(|bytes| driver.alloc_any(bytes).unwrap());
    assert_ne!(none, other);
    assert_eq!((driver.write(none, &[]), driver.clear(none, 0), driver.read(none, &mut [])), (Ok(()), Ok(()), Ok(())));
    assert_eq!(driver.write(none, &[1]), Err(DriverError::InvalidValue));
    assert_eq!((driver.alloc(0), driver.free(none)), (Err(DriverError::InvalidValue), Ok(())));
}
