//! Panics in the driver's process: the run has the exit code 101, whatever the program makes of the error.

use std::sync::Arc;

use smem_driver::{Driver, DriverOptions, HostMemory, LaunchRequest, LaunchShape};

use super::run_offline;

/// Memory of the host that panics in the simulator's thread, as a defect there would.
#[derive(Debug)]
struct PanickingMemory;

impl HostMemory for PanickingMemory {
    fn bytes(&self) -> u64 {
        64
    }

    fn load(&self, word: u64) -> u64 {
        panic!("word {word} of a test")
    }

    fn compare_exchange(&self, word: u64, _old: u64, _new: u64) -> Result<u64, u64> {
        panic!("word {word} of a test")
    }
}

/// Launches a kernel that panics, on a driver in this process, and passes over the error.
#[test]
#[ignore = "a program that another test runs"]
fn program_that_panics() {
    let driver = Driver::new(DriverOptions::from_variables(|name| std::env::var(name).ok()).unwrap());
    driver.init(0).unwrap();
    driver.set_current(driver.retain_primary(0).unwrap()).unwrap();
    let text = ".version 8.0 .target sm_70 .address_size 64 .visible .entry reads(.param .u64 from) {
        .reg .b64 %a; .reg .b32 %x; ld.param.u64 %a, [from]; ld.global.u32 %x, [%a]; st.global.u32 [%a], %x; ret; }";
    let module = driver.load_module(text.as_bytes()).unwrap();
    let kernel = driver.function(module, "reads").unwrap();
    let place = 0x7f00_0000_0000_u64;
    driver.register_host(place, Arc::new(PanickingMemory), 0).unwrap();
    driver.launch(&LaunchRequest::new(kernel, LaunchShape::new(1, 32)), &place.to_le_bytes()).unwrap();
    println!("waited: {:?}", driver.synchronize());
}

#[test]
fn a_panic_in_a_launch_names_the_launch_and_ends_with_101() {
    let answer = run_offline(&[], "run::panics::program_that_panics", "X=");
    assert_eq!(answer.code, 101, "{answer:?}");
    assert!(answer.out.contains("waited: Err(Unknown)"), "{answer:?}");
    assert!(answer.err.contains("a launch of `reads` panicked: word 0 of a test"), "{answer:?}");
    assert!(answer.err.contains("please report it"), "{answer:?}");
    assert!(answer.err.contains("1 launch of 1 kernel in 1 process"), "{answer:?}");
}
