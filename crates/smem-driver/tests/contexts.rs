//! The end of contexts and modules: what they leave behind, and who may ask meanwhile.

use std::cell::RefCell;
use std::sync::Mutex;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use crate::setting::Setting;
use smem_driver::{DeviceArrayShape, DriverError, DriverOptions, TextureElement};

/// Longer than any call takes that does not wait for ever.
const PATIENCE: Duration = Duration::from_secs(20);

#[test]
fn a_thread_asks_for_contexts_while_their_primary_one_ends() {
    let setting: &'static Setting = Box::leak(Box::new(Setting::new()));
    let driver = &setting.driver;
    let context = driver.current_context().unwrap();
    let stream = driver.create_stream(0, 0).unwrap();
    let (go, gone) = channel::<()>();
    let (say, said) = channel();
    let gone = Mutex::new(gone);
    driver.call_in(stream, move || gone.lock().unwrap().recv().unwrap()).unwrap();
    let ending = thread::spawn(|| setting.driver.release_primary(0));
    // It has begun to end once its handle names no context.
    while driver.alloc(4) != Err(DriverError::ContextIsDestroyed) {
        thread::yield_now();
    }
    thread::spawn(move || say.send((driver.primary_state(0), driver.set_current(context))).unwrap());
    assert_eq!(said.recv_timeout(PATIENCE), Ok((Ok((0, false)), Ok(()))));
    go.send(()).unwrap();
    assert_eq!(ending.join().unwrap(), Ok(()));
    assert_eq!(driver.retain_primary(0), Ok(context));
}

/// Memory that a thread keeps until it ends.
struct KeptMemory(&'static Setting, u64);

impl Drop for KeptMemory {
    fn drop(&mut self) {
        let Self(setting, address) = *self;
        let context = setting.driver.current_context();
        FREED.lock().unwrap().push((
            context.is_ok(),
            setting.driver.set_current(context.unwrap_or(0)),
            setting.driver.free(address),
        ));
    }
}

type Answer = Result<(), DriverError>;

/// For each destructor whether there was a current context, and the answers of making it the current one and of freeing.
static FREED: Mutex<Vec<(bool, Answer, Answer)>> = Mutex::new(Vec::new());

thread_local! {
    static KEPT: RefCell<Option<KeptMemory>> = const { RefCell::new(None) };
}

#[test]
fn a_thread_may_free_in_its_destructors() {
    let setting: &'static Setting = Box::leak(Box::new(Setting::new()));
    let context = setting.driver.current_context().unwrap();
    let keep = move || {
        // The program's own value is there first, and so it is dropped last.
        KEPT.with_borrow_mut(|kept| assert!(kept.is_none()));
        setting.driver.set_current(context).unwrap();
        let address = setting.driver.alloc(64).unwrap();
        KEPT.set(Some(KeptMemory(setting, address)));
    };
    thread::spawn(keep).join().unwrap();
    assert_eq!(*FREED.lock().unwrap(), [(true, Ok(()), Ok(()))]);
}

#[test]
fn a_context_takes_its_arrays_with_it() {
    let setting = Setting::new();
    let driver = &setting.driver;
    let own = driver.create_context(0, 0).unwrap();
    let shape = DeviceArrayShape { extent: [8, 8, 0], element: TextureElement::U8, channels: 1, is_layered: false };
    let array = driver.create_array(shape).unwrap();
    driver.destroy_context(own).unwrap();
    assert_eq!(driver.array(array).map(|_| ()), Err(DriverError::InvalidHandle));
}

#[test]
fn a_module_takes_the_memory_of_its_variables_with_it() {
    let setting = Setting::new();
    let driver = &setting.driver;
    let ptx = b".version 8.0 .target sm_70 .address_size 64 .visible .global .align 4 .b8 table[65536];";
    let before = driver.memory_info().unwrap();
    for _ in 0..3 {
        let module = driver.load_module(ptx).unwrap();
        let [address, bytes] = driver.global(module, "table").unwrap();
        assert_eq!(
            (driver.address_range(address), driver.memory_info().unwrap()[0]),
            (Ok([address, bytes]), before[0] - bytes)
        );
        driver.unload_module(module).unwrap();
        assert_eq!(
            (driver.address_range(address), driver.memory_info().unwrap()),
            (Err(DriverError::NotFound), before)
        );
    }
    let own = driver.create_context(0, 0).unwrap();
    driver.global(driver.load_module(ptx).unwrap(), "table").unwrap();
    driver.destroy_context(own).unwrap();
    assert_eq!(driver.memory_info().unwrap(), before);
}

#[test]
fn access_to_another_context_is_enabled_once_and_ends_with_either() {
    let setting = Setting::of(DriverOptions { devices: 2, ..DriverOptions::default() });
    let driver = &setting.driver;
    let own = driver.current_context().unwrap();
    let peer = driver.retain_primary(1).unwrap();
    assert_eq!(driver.enable_peer(own, 0), Err(DriverError::PeerAccessUnsupported));
    assert_eq!(driver.enable_peer(0, 0), Err(DriverError::InvalidContext));
    assert_eq!(driver.enable_peer(peer, 1), Err(DriverError::InvalidValue));
    assert_eq!(driver.disable_peer(peer), Err(DriverError::PeerAccessNotEnabled));
    for end in
        [|setting: &Setting| setting.driver.reset_primary(0), |setting: &Setting| setting.driver.reset_primary(1)]
    {
        assert_eq!(
            [driver.enable_peer(peer, 0), driver.enable_peer(peer, 0)],
            [Ok(()), Err(DriverError::PeerAccessAlreadyEnabled)]
        );
        end(&setting).unwrap();
        for device in [0, 1] {
            driver.retain_primary(device).unwrap();
        }
        assert_eq!(driver.disable_peer(peer), Err(DriverError::PeerAccessNotEnabled));
    }
}

#[test]
fn functions_that_a_stream_calls_may_not_use_the_driver() {
    let setting: &'static Setting = Box::leak(Box::new(Setting::new()));
    let driver = &setting.driver;
    let context = driver.current_context().unwrap();
    let stream = driver.create_stream(0, 0).unwrap();
    let (say, said) = channel();
    let ask = move || {
        let answers = [driver.set_current(context), driver.query_stream(stream), driver.alloc(4).map(|_| ())];
        say.send(answers).unwrap();
    };
    let ask_back = ask.clone();
    driver.call_in(stream, ask).unwrap();
    driver.call_back_in(stream, move |_| ask_back()).unwrap();
    for _ in 0..2 {
        assert_eq!(said.recv_timeout(PATIENCE), Ok([Err(DriverError::NotPermitted); 3]));
    }
    assert_eq!(driver.wait_for_stream(stream), Ok(()));
}

#[test]
fn a_callback_of_a_stream_gets_the_error_that_a_function_of_the_host_is_not_called_after() {
    let setting = Setting::new();
    let driver = &setting.driver;
    let stream = driver.create_stream(0, 0).unwrap();
    let (say, said) = channel();
    let call_back = |say: std::sync::mpsc::Sender<_>| move |error| say.send(error).unwrap();
    driver.call_back_in(stream, call_back(say.clone())).unwrap();
    driver.wait_for_stream(stream).unwrap();
    setting.launch("traps", &[], stream).unwrap();
    let unwanted = say.clone();
    driver.call_in(stream, move || unwanted.send(Some(DriverError::Unknown)).unwrap()).unwrap();
    driver.call_back_in(stream, call_back(say.clone())).unwrap();
    assert_eq!(driver.wait_for_stream(stream), Err(DriverError::LaunchFailed));
    drop(say);
    assert_eq!(said.try_iter().collect::<Vec<_>>(), [None, Some(DriverError::LaunchFailed)]);
}

#[test]
fn reserved_addresses_are_whole_granules_and_wrong_ones_are_not_given_back() {
    let setting = Setting::new();
    let driver = &setting.driver;
    let granule = smem_driver::Driver::GRANULARITY;
    let ranges = [(); 3].map(|()| driver.reserve(granule).unwrap());
    for address in ranges {
        assert!(address.is_multiple_of(granule));
        let memory = driver.create_memory(granule, 0).unwrap();
        driver.map_memory(address, granule, memory).unwrap();
        driver.allow_access(address, granule).unwrap();
        driver.fill_in(address, &[1, 0, 0, 0], granule / 4, 0).unwrap();
        assert_eq!(setting.word(address + granule - 4), 1);
        assert_eq!(driver.give_back(address, granule), Err(DriverError::InvalidValue), "memory is mapped there");
        driver.unmap_memory(address, granule).unwrap();
        driver.give_back(address, granule).unwrap();
    }
    for (address, bytes) in [(ranges[0], granule), (u64::MAX, granule), (u64::MAX, 0), (1, u64::MAX)] {
        assert_eq!(driver.give_back(address, bytes), Err(DriverError::InvalidValue));
    }
}

#[test]
fn a_launch_of_a_graph_belongs_to_those_who_launch_it_and_counts_for_the_sample_then() {
    let setting = Setting::of(DriverOptions { sample: Some(2), ..DriverOptions::default() });
    let driver = &setting.driver;
    let stream = driver.create_stream(1, 0).unwrap();
    let sum = driver.alloc(4).unwrap();
    let capturing = driver.begin_scope();
    driver.begin_capture(stream, 0).unwrap();
    setting.add(sum, 1, stream);
    let executable = driver.instantiate(driver.end_capture(stream).unwrap(), 0).unwrap();
    assert_eq!(driver.end_scope(capturing).launches(), 0, "nothing was launched yet");
    let launching = driver.begin_scope();
    for _ in 0..3 {
        driver.launch_graph(executable, stream).unwrap();
    }
    let report = driver.end_scope(launching);
    assert_eq!((report.launches(), report.kernel("add").tally.sampled), (3, 1));
    driver.launch_graph(executable, stream).unwrap();
    driver.synchronize().unwrap();
    assert_eq!((driver.report().launches(), driver.report().kernel("add").tally.sampled), (4, 2));
}

#[test]
fn calls_find_out_that_the_context_was_destroyed_before_they_look_at_their_handles() {
    let setting = Setting::new();
    let driver = &setting.driver;
    let (stream, event) = (driver.create_stream(0, 0).unwrap(), driver.create_event(0).unwrap());
    assert_eq!(driver.check_current(), Ok(()));
    driver.reset_primary(0).unwrap();
    assert_eq!(driver.check_current(), Err(DriverError::ContextIsDestroyed));
    assert_eq!(driver.record_event(event, stream), Err(DriverError::ContextIsDestroyed));
    // The module has gone with its context.
    assert_eq!(driver.unload_module(setting.module), Err(DriverError::InvalidHandle));
}
