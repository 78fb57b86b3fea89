//! Memory that streams allocate and free in their order, and kernels that use it in that order and out of it.

use crate::setting::{Setting, event_behind};
use smem_driver::{Driver, FindingKind};
use smem_report::{FindingDetail, StreamMisuseKind};

/// Flags of streams: those that wait for the legacy default stream, and those that do not.
const BLOCKING: u32 = 0;
const NON_BLOCKING: u32 = 1;

/// Returns the misuses that are found where two streams with these flags use memory that the first one allocates.
fn found(flags: u32, act: impl FnOnce(&Setting, &Driver, [u64; 2], u64)) -> Vec<StreamMisuseKind> {
    let setting = Setting::new();
    let driver = &setting.driver;
    let streams = [flags; 2].map(|flags| driver.create_stream(flags, 0).unwrap());
    let memory = driver.alloc_in_stream(4096, streams[0]).unwrap();
    act(&setting, driver, streams, memory);
    // A kernel that runs after the free faults.
    let ended = driver.synchronize();
    let report = driver.report();
    let findings = report.kernels.iter().flat_map(|kernel| &kernel.findings);
    let kinds = findings.filter(|finding| finding.kind() == FindingKind::StreamMisuse);
    let kinds: Vec<StreamMisuseKind> = kinds
        .map(|finding| match &finding.detail {
            FindingDetail::StreamMisuse(detail) => detail.misuse,
            other => panic!("{other:?}"),
        })
        .collect();
    assert!(!kinds.is_empty() || ended.is_ok(), "{ended:?}");
    kinds
}

#[test]
fn a_use_in_another_stream_comes_after_the_allocation() {
    use StreamMisuseKind::UsedBeforeAllocation;
    let use_at_once = |setting: &Setting, _: &Driver, [_, other]: [u64; 2], memory| setting.add(memory + 4, 1, other);
    assert_eq!(found(NON_BLOCKING, use_at_once), [UsedBeforeAllocation]);
    assert_eq!(found(NON_BLOCKING, |setting, _, [own, _], memory| setting.add(memory, 1, own)), []);
    // An event, a wait of the host for the stream, for the event or for the device.
    assert_eq!(
        found(NON_BLOCKING, |setting, driver, [own, other], memory| {
            let event = event_behind(driver, own);
            driver.stream_waits(other, event, 0).unwrap();
            setting.add(memory, 1, other);
        }),
        []
    );
    for wait in [0, 1, 2] {
        let waited = found(NON_BLOCKING, |setting, driver, [own, other], memory| {
            let event = event_behind(driver, own);
            match wait {
                0 => driver.synchronize_stream(own).unwrap(),
                1 => driver.wait_for_event(event).unwrap(),
                _ => driver.synchronize().unwrap(),
            }
            setting.add(memory, 1, other);
        });
        assert_eq!(waited, [], "wait {wait}");
    }
    // An event of before the allocation orders nothing after it.
    let setting = Setting::new();
    let driver = &setting.driver;
    let [own, other] = [NON_BLOCKING; 2].map(|flags| driver.create_stream(flags, 0).unwrap());
    let event = event_behind(driver, own);
    let memory = driver.alloc_in_stream(4096, own).unwrap();
    driver.stream_waits(other, event, 0).unwrap();
    setting.add(memory, 1, other);
    driver.synchronize().unwrap();
    assert_eq!(driver.report().kernels.iter().map(|kernel| kernel.count(FindingKind::StreamMisuse)).sum::<usize>(), 1);
}

#[test]
fn the_legacy_default_stream_orders_the_streams_that_wait_for_it() {
    use StreamMisuseKind::UsedBeforeAllocation;
    let through_legacy = |setting: &Setting, driver: &Driver, [_, other]: [u64; 2], memory: u64| {
        let sum = driver.alloc(4).unwrap();
        setting.add(sum, 1, 0);
        setting.add(memory, 1, other);
    };
    assert_eq!(found(BLOCKING, through_legacy), []);
    assert_eq!(found(NON_BLOCKING, through_legacy), [UsedBeforeAllocation]);
    assert_eq!(found(BLOCKING, |setting, _, _, memory| setting.add(memory, 1, 0)), []);
    assert_eq!(found(BLOCKING, |setting, _, [_, other], memory| setting.add(memory, 1, other)), [UsedBeforeAllocation]);
}

#[test]
fn memory_is_freed_after_its_uses_and_not_used_after_that() {
    use StreamMisuseKind::FreedWhileUsed;
    let used = |setting: &Setting, driver: &Driver, [own, other]: [u64; 2], memory: u64| {
        driver.stream_waits(other, event_behind(driver, own), 0).unwrap();
        setting.add(memory, 1, other);
    };
    assert_eq!(
        found(NON_BLOCKING, |setting, driver, [own, other], memory| {
            used(setting, driver, [own, other], memory);
            driver.free_in_stream(memory, own).unwrap();
        }),
        [FreedWhileUsed]
    );
    assert_eq!(
        found(NON_BLOCKING, |setting, driver, [own, other], memory| {
            used(setting, driver, [own, other], memory);
            driver.stream_waits(own, event_behind(driver, other), 0).unwrap();
            driver.free_in_stream(memory, own).unwrap();
        }),
        []
    );
    assert_eq!(
        found(NON_BLOCKING, |setting, driver, [own, other], memory| {
            used(setting, driver, [own, other], memory);
            driver.free_in_stream(memory, other).unwrap();
        }),
        []
    );
    // The memory is there until the stream comes to the free, and the kernel before that is in order.
    assert_eq!(
        found(NON_BLOCKING, |setting, driver, [own, _], memory| {
            setting.add(memory, 1, own);
            driver.free_in_stream(memory, own).unwrap();
        }),
        []
    );
    let setting = Setting::new();
    let driver = &setting.driver;
    let own = driver.create_stream(NON_BLOCKING, 0).unwrap();
    let memory = driver.alloc_in_stream(4096, own).unwrap();
    driver.free_in_stream(memory, own).unwrap();
    setting.add(memory, 1, own);
    let _ = driver.synchronize();
    let report = driver.report();
    let findings: Vec<&str> =
        report.kernels.iter().flat_map(|kernel| &kernel.findings).map(|finding| &finding.message[..]).collect();
    assert!(findings.iter().any(|message| message.contains("which `cudaFreeAsync` has freed before: use after free")));
    assert!(findings.iter().any(|message| message.contains("which were freed (use after free)")), "{findings:?}");
    assert!(report.kernels.iter().any(|kernel| kernel.count(FindingKind::StreamMisuse) == 1), "{findings:?}");
}
