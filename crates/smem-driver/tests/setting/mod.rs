//! A driver with a context and kernels.

use std::sync::{Arc, Mutex};

use smem_driver::{Driver, DriverError, DriverOptions, HostBytes, LaunchRequest, LaunchShape};

const KERNELS: &str = ".version 8.0 .target sm_70 .address_size 64
    .visible .entry add(.param .u64 to, .param .u32 value) {
        .reg .b64 %a; .reg .b32 %v;
        ld.param.u64 %a, [to]; ld.param.u32 %v, [value]; atom.global.add.u32 %v, [%a], %v; ret; }
    .visible .entry waits(.param .u64 flag) {
        .reg .b64 %a; .reg .b32 %v; .reg .pred %p;
        ld.param.u64 %a, [flag];
        AGAIN: ld.volatile.global.u32 %v, [%a]; setp.eq.u32 %p, %v, 0; @%p bra AGAIN; ret; }
    .visible .entry traps() { trap; }";

/// Memory of the host that this process owns.
struct OwnBytes(Mutex<Vec<u8>>);

impl HostBytes for OwnBytes {
    fn address(&self) -> u64 {
        0
    }

    fn read(&self, reader: &mut dyn FnMut(&[u8])) {
        reader(&self.0.lock().unwrap());
    }

    fn write(&self, writer: &mut dyn FnMut(&mut [u8])) {
        writer(&mut self.0.lock().unwrap());
    }
}

pub(crate) struct Setting {
    pub(crate) driver: Driver,
    pub(crate) module: u64,
}

impl Setting {
    pub(crate) fn with(memory: u64) -> Setting {
        Setting::of(DriverOptions { memory, ..DriverOptions::default() })
    }

    pub(crate) fn of(options: DriverOptions) -> Setting {
        let driver = Driver::new(options);
        driver.init(0).unwrap();
        let context = driver.retain_primary(0).unwrap();
        driver.set_current(context).unwrap();
        let module = driver.load_module(KERNELS.as_bytes()).unwrap();
        Setting { driver, module }
    }

    pub(crate) fn new() -> Setting {
        Setting::with(1 << 30)
    }

    /// Calls a function with the context of this setting, in whichever thread.
    pub(crate) fn in_context(&self, act: impl FnOnce()) {
        let context = self.driver.retain_primary(0).unwrap();
        let current = self.driver.enter(context).unwrap();
        act();
        drop(current);
        self.driver.release_primary(0).unwrap();
    }

    pub(crate) fn launch(&self, kernel: &str, parameters: &[u8], stream: u64) -> Result<(), DriverError> {
        let kernel = self.driver.function(self.module, kernel)?;
        self.driver.launch(&LaunchRequest::new(kernel, LaunchShape::new(1, 1)).stream(stream), parameters)
    }

    pub(crate) fn add(&self, to: u64, value: u32, stream: u64) {
        let parameters = [&to.to_le_bytes()[..], &value.to_le_bytes()].concat();
        self.launch("add", &parameters, stream).unwrap();
    }

    pub(crate) fn word(&self, address: u64) -> u32 {
        let bytes = Arc::new(OwnBytes(Mutex::new(vec![0; 4])));
        self.driver.download(bytes.clone(), address, 4).unwrap();
        let bytes = bytes.0.lock().unwrap();
        u32::from_le_bytes(bytes[..].try_into().unwrap())
    }
}

/// An event that is recorded after the work of a stream.
pub(crate) fn event_behind(driver: &Driver, stream: u64) -> u64 {
    let event = driver.create_event(0).unwrap();
    driver.record_event(event, stream).unwrap();
    event
}
