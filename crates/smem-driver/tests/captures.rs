//! Streams that are captured: what joins a capture, what ends it as an error, and which graph it becomes.

use crate::setting::{Setting, event_behind};
use smem_driver::{CaptureStatus, Driver, DriverError};

/// A stream that is being captured, and an event of it.
fn captured(driver: &Driver, flags: u32) -> (u64, u64) {
    let stream = driver.create_stream(flags, 0).unwrap();
    driver.begin_capture(stream, 0).unwrap();
    (stream, event_behind(driver, stream))
}

#[test]
fn a_fork_that_joins_again_is_a_graph_of_that_form() {
    let setting = Setting::new();
    let driver = &setting.driver;
    let sum = driver.alloc(4).unwrap();
    let [stream, other] = [1, 1].map(|flags| driver.create_stream(flags, 0).unwrap());
    driver.begin_capture(stream, 0).unwrap();
    setting.add(sum, 1, stream);
    let fork = event_behind(driver, stream);
    driver.stream_waits(other, fork, 0).unwrap();
    setting.add(sum, 10, other);
    setting.add(sum, 100, stream);
    let [of_stream, of_other] = [stream, other].map(|stream| driver.capture_dependencies(stream).unwrap());
    let join = event_behind(driver, other);
    driver.stream_waits(stream, join, 0).unwrap();
    assert_eq!(driver.capture_dependencies(stream), Ok([&of_stream[..], &of_other].concat()));
    setting.add(sum, 1000, stream);
    let graph = driver.end_capture(stream).unwrap();
    let nodes = driver.graph_nodes(graph).unwrap();
    let [first, second, third, last] = nodes[..] else { panic!("{nodes:?}") };
    let mut edges = driver.graph_edges(graph).unwrap();
    edges.sort_unstable();
    assert_eq!(edges, [[first, second], [first, third], [second, last], [third, last]]);
    let executable = driver.instantiate(graph, 0).unwrap();
    driver.launch_graph(executable, other).unwrap();
    driver.wait_for_stream(other).unwrap();
    assert_eq!(setting.word(sum), 1111);
}

#[test]
fn a_fork_that_does_not_join_again_ends_the_capture_as_an_error() {
    let setting = Setting::new();
    let driver = &setting.driver;
    let sum = driver.alloc(4).unwrap();
    for (ends_other, error) in
        [(false, DriverError::StreamCaptureUnjoined), (true, DriverError::StreamCaptureInvalidated)]
    {
        let (stream, event) = captured(driver, 1);
        let other = driver.create_stream(1, 0).unwrap();
        driver.stream_waits(other, event, 0).unwrap();
        setting.add(sum, 1, other);
        if ends_other {
            assert_eq!(driver.end_capture(other), Err(DriverError::StreamCaptureUnmatched), "it did not begin there");
        }
        assert_eq!(driver.end_capture(stream), Err(error));
        assert_eq!([stream, other].map(|stream| driver.query_stream(stream)), [Ok(()); 2]);
    }
}

#[test]
fn a_capture_forbids_calls_that_wait_or_allocate_by_its_mode_and_that_of_the_thread() {
    let setting = Setting::new();
    let driver = &setting.driver;
    let (global, of_thread, relaxed) = (0, 1, 2);
    for (mode, own, forbids) in [
        (global, global, true),
        (of_thread, global, true),
        (of_thread, of_thread, true),
        (relaxed, global, false),
        (global, relaxed, false),
    ] {
        let stream = driver.create_stream(1, 0).unwrap();
        driver.begin_capture(stream, mode).unwrap();
        assert_eq!(driver.exchange_capture_mode(own), Ok(global));
        let allocated = driver.alloc(4).map(|_| ());
        driver.exchange_capture_mode(global).unwrap();
        let ended = driver.end_capture(stream).map(|_| ());
        let expected = match forbids {
            true => (Err(DriverError::StreamCaptureUnsupported), Err(DriverError::StreamCaptureInvalidated)),
            false => (Ok(()), Ok(())),
        };
        assert_eq!((allocated, ended), expected, "mode {mode}, the thread's {own}");
    }
    assert_eq!(driver.exchange_capture_mode(3), Err(DriverError::InvalidValue));
    // A capture of another thread forbids nothing to this one unless it is global.
    let context = driver.current_context().unwrap();
    for (mode, allocated) in [(global, Err(DriverError::StreamCaptureUnsupported)), (of_thread, Ok(()))] {
        let stream = driver.create_stream(1, 0).unwrap();
        driver.begin_capture(stream, mode).unwrap();
        let there = std::thread::scope(|scope| {
            let other = scope.spawn(|| driver.set_current(context).and_then(|()| driver.alloc(4)).map(|_| ()));
            other.join().unwrap()
        });
        assert_eq!(there, allocated, "mode {mode}");
        let _ = driver.end_capture(stream);
    }
}

#[test]
fn streams_of_another_context_that_joined_are_released_with_the_others() {
    let setting = Setting::new();
    let driver = &setting.driver;
    let (stream, event) = captured(driver, 1);
    driver.create_context(0, 0).unwrap();
    let other = driver.create_stream(1, 0).unwrap();
    driver.stream_waits(other, event, 0).unwrap();
    assert_eq!(driver.capture_status(other).unwrap().0, CaptureStatus::Active);
    driver.end_capture(stream).unwrap();
    assert_eq!(driver.capture_status(other).unwrap().0, CaptureStatus::None);
}

#[test]
fn an_event_of_a_capture_that_has_ended_is_no_longer_waited_for() {
    let setting = Setting::new();
    let driver = &setting.driver;
    let (stream, event) = captured(driver, 1);
    driver.end_capture(stream).unwrap();
    let other = driver.create_stream(1, 0).unwrap();
    assert_eq!(driver.stream_waits(other, event, 0), Err(DriverError::InvalidValue));
    assert_eq!(driver.query_event(event), Err(DriverError::InvalidValue));
    assert_eq!(driver.capture_status(other).unwrap().0, CaptureStatus::None);
    // Recorded again, it is an event as any other.
    driver.record_event(event, other).unwrap();
    assert_eq!(driver.wait_for_event(event), Ok(()));
}

#[test]
fn the_legacy_default_stream_ends_a_capture_that_it_would_depend_on() {
    let setting = Setting::new();
    let driver = &setting.driver;
    let (stream, event) = captured(driver, 1);
    assert_eq!(driver.stream_waits(0, event, 0), Err(DriverError::StreamCaptureImplicit));
    assert_eq!(driver.end_capture(stream), Err(DriverError::StreamCaptureInvalidated));
    // Work in it waits for streams that block, and for no others.
    let place = driver.alloc(4).unwrap();
    for (flags, filled, ended) in
        [(0, Err(DriverError::StreamCaptureImplicit), Err(DriverError::StreamCaptureInvalidated)), (1, Ok(()), Ok(()))]
    {
        let (stream, _) = captured(driver, flags);
        assert_eq!(driver.fill_in(place, &[0], 4, 0), filled);
        assert_eq!(driver.end_capture(stream).map(|_| ()), ended);
    }
}

#[test]
fn a_capture_continues_a_graph_behind_nodes_that_a_program_chooses() {
    let setting = Setting::new();
    let driver = &setting.driver;
    let sum = driver.alloc(4).unwrap();
    let graph = driver.create_graph(0).unwrap();
    let [first, other] = [(); 2].map(|()| driver.add_node(graph, &[], driver.nothing()).unwrap());
    let stream = driver.create_stream(1, 0).unwrap();
    assert_eq!(driver.begin_capture_to(stream, graph, &[graph], 0), Err(DriverError::InvalidValue));
    driver.begin_capture_to(stream, graph, &[first], 0).unwrap();
    setting.add(sum, 1, stream);
    assert_eq!(driver.set_capture_dependencies(stream, &[graph], true), Err(DriverError::InvalidValue));
    driver.set_capture_dependencies(stream, &[other], true).unwrap();
    setting.add(sum, 2, stream);
    driver.set_capture_dependencies(stream, &[first], false).unwrap();
    setting.add(sum, 3, stream);
    assert_eq!(driver.end_capture(stream), Ok(graph));
    let nodes = driver.graph_nodes(graph).unwrap();
    let mut edges = driver.graph_edges(graph).unwrap();
    edges.sort_unstable();
    assert_eq!(edges, [[first, nodes[2]], [first, nodes[4]], [other, nodes[3]], [nodes[2], nodes[3]]]);
    assert_eq!(driver.set_capture_dependencies(stream, &[], true), Err(DriverError::IllegalState));
}

#[test]
fn memory_that_there_is_not_leaves_no_node_in_a_captured_graph() {
    let setting = Setting::with(1 << 20);
    let driver = &setting.driver;
    let (stream, _) = captured(driver, 1);
    assert_eq!(driver.alloc_in_stream(1 << 30, stream), Err(DriverError::OutOfMemory));
    let graph = driver.end_capture(stream).unwrap();
    assert_eq!(driver.graph_nodes(graph), Ok(vec![]));
}

#[test]
fn a_destroyed_stream_abandons_its_capture_though_an_event_and_another_stream_still_know_it() {
    let setting = Setting::new();
    let driver = &setting.driver;
    let (stream, event) = captured(driver, 1);
    let other = driver.create_stream(1, 0).unwrap();
    driver.stream_waits(other, event, 0).unwrap();
    assert_eq!(driver.capture_status(other).unwrap().0, CaptureStatus::Active);
    driver.destroy_stream(stream).unwrap();
    // The global mode forbids no call any more, and the other stream does its work again.
    assert_eq!(driver.alloc(4).map(|_| ()), Ok(()));
    assert_eq!(driver.query_event(event), Err(DriverError::InvalidValue));
    assert_eq!(driver.capture_status(other).unwrap().0, CaptureStatus::None);
    let sum = driver.alloc(4).unwrap();
    setting.add(sum, 3, other);
    driver.wait_for_stream(other).unwrap();
    assert_eq!(setting.word(sum), 3);
}

#[test]
fn work_of_a_destroyed_stream_that_joined_a_capture_is_not_joined() {
    let setting = Setting::new();
    let driver = &setting.driver;
    let sum = driver.alloc(4).unwrap();
    for (joins, ended) in [(false, Err(DriverError::StreamCaptureUnjoined)), (true, Ok(()))] {
        let (stream, event) = captured(driver, 1);
        let other = driver.create_stream(1, 0).unwrap();
        driver.stream_waits(other, event, 0).unwrap();
        setting.add(sum, 1, other);
        if joins {
            let join = event_behind(driver, other);
            driver.stream_waits(stream, join, 0).unwrap();
        }
        driver.destroy_stream(other).unwrap();
        assert_eq!(driver.capture_status(stream).unwrap().0, CaptureStatus::Active);
        assert_eq!(driver.end_capture(stream).map(|_| ()), ended);
    }
}

#[test]
fn a_destroyed_context_abandons_the_captures_of_its_streams() {
    let setting = Setting::new();
    let driver = &setting.driver;
    let primary = driver.current_context().unwrap();
    let own = driver.create_context(0, 0).unwrap();
    let (_, event) = captured(driver, 1);
    driver.set_current(primary).unwrap();
    let other = driver.create_stream(1, 0).unwrap();
    driver.stream_waits(other, event, 0).unwrap();
    driver.destroy_context(own).unwrap();
    assert_eq!(driver.alloc(4).map(|_| ()), Ok(()));
    assert_eq!(driver.capture_status(other).unwrap().0, CaptureStatus::None);
}
