//! Launches side by side on one device, and memory that the host and kernels share.

use smem_sim::{Arch, FaultKind, HostMemory, KernelArg, LaunchControl, LaunchShape, Module, Patience, Simulator};
use std::sync::Arc;
use std::sync::atomic::{
    AtomicU64,
    Ordering::{AcqRel, Acquire, Release},
};
use std::time::Duration;

/// Words of the host's program.
#[derive(Debug)]
struct Words(Vec<AtomicU64>);

impl Words {
    fn of(count: usize) -> Arc<Self> {
        Arc::new(Self((0..count).map(|_| AtomicU64::new(0)).collect()))
    }
}

impl HostMemory for Words {
    fn bytes(&self) -> u64 {
        8 * self.0.len() as u64
    }

    fn load(&self, word: u64) -> u64 {
        self.0[word as usize].load(Acquire)
    }

    fn compare_exchange(&self, word: u64, old: u64, new: u64) -> Result<u64, u64> {
        self.0[word as usize].compare_exchange(old, new, AcqRel, Acquire)
    }
}

const AT: u64 = 0x5555_0000_0000;

/// Waits until the first word is `turn`, and then sets it to `turn + 1`.
const TURNS: &str = ".version 8.8 .target sm_90 .address_size 64
    .visible .entry turn(.param .u64 flag, .param .u32 turn) {
      .reg .b64 %p; .reg .b32 %r<3>; .reg .pred %again;
      ld.param.u64 %p, [flag]; ld.param.u32 %r0, [turn];
      ask: ld.volatile.global.u32 %r1, [%p]; setp.ne.u32 %again, %r1, %r0; @%again bra ask;
      add.u32 %r2, %r0, 1;
      st.volatile.global.u32 [%p], %r2;
      ret;
    }
    .visible .entry announce(.param .u64 flag, .param .u32 turn) {
      .reg .b64 %p; .reg .b32 %r<3>; .reg .pred %again;
      ld.param.u64 %p, [flag]; ld.param.u32 %r0, [turn];
      st.volatile.global.u32 [%p+8], 1;
      ask: ld.volatile.global.u32 %r1, [%p]; setp.ne.u32 %again, %r1, %r0; @%again bra ask;
      add.u32 %r2, %r0, 1;
      st.volatile.global.u32 [%p], %r2;
      ret;
    }
    .visible .entry fill(.param .u64 to) {
      .reg .b64 %p<3>; .reg .b32 %r<2>;
      ld.param.u64 %p0, [to]; mov.u32 %r0, %tid.x; mul.wide.u32 %p1, %r0, 1; add.u64 %p2, %p0, %p1;
      st.global.u8 [%p2], %r0; ret;
    }
    .visible .entry sum(.param .u64 to) {
      .reg .b64 %p; .reg .b32 %r<2>;
      ld.param.u64 %p, [to]; mov.u32 %r0, %tid.x; red.global.add.u32 [%p+4], %r0; ret;
    }";

fn turns() -> Module {
    smem_ptx::module(TURNS).unwrap()
}

#[test]
fn launches_of_several_threads_wait_for_one_another() {
    let module = turns();
    let sim = Simulator::new(Arch::SM_90).waits_for_others(Duration::from_secs(100));
    let flag = sim.alloc(4);
    std::thread::scope(|scope| {
        // The last one begins first.
        for turn in (0..6).rev() {
            let (sim, module) = (&sim, &module);
            let args = [KernelArg::Ptr(flag), KernelArg::U32(turn)];
            scope.spawn(move || sim.launch(module, "turn", &LaunchShape::new(1, 1), &args).unwrap());
        }
    });
    let mut bytes = [0; 4];
    sim.read(flag, &mut bytes).unwrap();
    assert_eq!(u32::from_le_bytes(bytes), 6);
}

#[test]
fn a_launch_that_waits_for_nobody_is_a_deadlock_at_once_or_after_its_patience() {
    let module = turns();
    for patience in [Duration::ZERO, Duration::from_millis(20)] {
        let sim = Simulator::new(Arch::SM_90).waits_for_others(patience);
        let flag = sim.alloc(4);
        let args = [KernelArg::Ptr(flag), KernelArg::U32(1)];
        let fault = sim.launch(&module, "turn", &LaunchShape::new(1, 1), &args).unwrap_err();
        assert!(matches!(fault.kind, FaultKind::Deadlock(_)), "{fault}");
    }
}

#[test]
fn a_flag_of_the_host_is_waited_for_until_the_host_sets_it_or_patience_is_over() {
    let module = turns();
    let sim = Simulator::new(Arch::SM_90).waits_for_others(Duration::from_secs(100));
    let words = Words::of(1);
    sim.map_host(AT, Arc::clone(&words) as Arc<dyn HostMemory>).unwrap();
    let args = [KernelArg::Ptr(AT), KernelArg::U32(1)];
    std::thread::scope(|scope| {
        let waits = scope.spawn(|| sim.launch(&module, "turn", &LaunchShape::new(1, 1), &args).unwrap());
        std::thread::sleep(Duration::from_millis(100));
        words.0[0].fetch_or(1, AcqRel);
        waits.join().unwrap();
    });
    assert_eq!(words.0[0].load(Acquire), 2);
    let sim = sim.waits_with(Arc::new(NoPatience::default()));
    let fault = sim.launch(&module, "turn", &LaunchShape::new(1, 1), &args).unwrap_err();
    assert!(matches!(fault.kind, FaultKind::Deadlock(_)), "{fault}");
    assert!(fault.site.as_ref().is_some_and(|site| site.asks_global), "{fault}");
    assert!(
        fault.to_string().contains("ask for the word at address 0x555500000000 of global memory, which holds 2"),
        "{fault}"
    );
}

/// Gives up at once, and notes what it was told.
#[derive(Debug, Default)]
struct NoPatience(AtomicU64);

impl Patience for NoPatience {
    fn begins(&self) {
        self.0.fetch_add(1, AcqRel);
    }
    fn ends(&self) {
        self.0.fetch_add(1 << 32, AcqRel);
    }
    fn is_over(&self, _: Duration, _: bool) -> bool {
        true
    }
}

#[test]
fn a_launch_that_asks_in_vain_begins_and_ends_to_wait() {
    let module = turns();
    let patience = Arc::new(NoPatience::default());
    let sim = Simulator::new(Arch::SM_90).waits_with(Arc::clone(&patience) as Arc<dyn Patience>);
    let args = [KernelArg::Ptr(sim.alloc(4)), KernelArg::U32(1)];
    for blocks in [1, 40] {
        sim.launch(&module, "turn", &LaunchShape::new(blocks, 1), &args).unwrap_err();
        let told = patience.0.swap(0, AcqRel);
        assert!(told & 0xffff_ffff > 0 && told & 0xffff_ffff == told >> 32, "{told:#x}");
    }
}

#[test]
fn memory_that_is_freed_while_a_kernel_uses_it_stays_until_the_kernel_ends() {
    let module = turns();
    let sim = Simulator::new(Arch::SM_90).waits_for_others(Duration::from_secs(100));
    let words = Words::of(2);
    sim.map_host(AT, Arc::clone(&words) as Arc<dyn HostMemory>).unwrap();
    let args = [KernelArg::Ptr(AT), KernelArg::U32(1)];
    std::thread::scope(|scope| {
        let waits = scope.spawn(|| sim.launch(&module, "announce", &LaunchShape::new(1, 1), &args).unwrap());
        while words.0[1].load(Acquire) == 0 {
            std::thread::yield_now();
        }
        sim.free(AT).unwrap();
        words.0[0].fetch_or(1, AcqRel);
        waits.join().unwrap();
    });
    assert_eq!(words.0[0].load(Acquire), 2);
    let fault = sim.launch(&module, "turn", &LaunchShape::new(1, 1), &args).unwrap_err();
    assert!(matches!(fault.kind, FaultKind::OutOfBounds { .. }), "{fault}");
}

/// Host memory whose owner asks the device about it when it is mapped and when it is dropped.
#[derive(Debug)]
struct Asking(Simulator, Arc<AtomicU64>);

impl HostMemory for Asking {
    fn bytes(&self) -> u64 {
        self.0.allocation_of(AT);
        8
    }
    fn load(&self, _: u64) -> u64 {
        0
    }
    fn compare_exchange(&self, _: u64, old: u64, _: u64) -> Result<u64, u64> {
        Ok(old)
    }
}

impl Drop for Asking {
    fn drop(&mut self) {
        let is_there = self.0.allocation_of(AT).is_some();
        self.1.store(if is_there { 1 } else { 2 }, Release);
    }
}

#[test]
fn host_memory_may_ask_the_device_while_it_is_mapped_and_freed() {
    let (sim, dropped) = (Simulator::new(Arch::SM_90), Arc::new(AtomicU64::new(0)));
    let (sender, receiver) = std::sync::mpsc::channel();
    let theirs = Arc::clone(&dropped);
    // A thread of its own: a lock that is taken twice hangs.
    std::thread::spawn(move || {
        sim.map_host(AT, Arc::new(Asking(sim.clone(), theirs))).unwrap();
        sim.free(AT).unwrap();
        sender.send(()).unwrap();
    });
    receiver.recv_timeout(Duration::from_secs(100)).expect("the device is not locked");
    assert_eq!(dropped.load(Acquire), 2);
}

#[test]
fn host_and_kernel_see_one_anothers_writes() {
    let module = turns();
    let sim = Simulator::new(Arch::SM_90);
    let words = Words::of(5);
    sim.map_host(AT, Arc::clone(&words) as Arc<dyn HostMemory>).unwrap();
    std::thread::scope(|scope| {
        // Without patience: a kernel that asks for host memory is never a deadlock.
        let args = [KernelArg::Ptr(AT), KernelArg::U32(1)];
        let (sim, module) = (&sim, &module);
        let waits = scope.spawn(move || sim.launch(module, "turn", &LaunchShape::new(1, 1), &args).unwrap());
        std::thread::sleep(Duration::from_millis(20));
        words.0[0].fetch_or(1, AcqRel);
        waits.join().unwrap();
    });
    assert_eq!(words.0[0].load(Acquire), 2);
    // Stores of bytes, atomics and copies.
    sim.launch(&module, "fill", &LaunchShape::new(1, 13), &[KernelArg::Ptr(AT + 11)]).unwrap();
    sim.launch(&module, "sum", &LaunchShape::new(4, 32), &[KernelArg::Ptr(AT)]).unwrap();
    let mut bytes = [0; 40];
    sim.read(AT, &mut bytes).unwrap();
    let mut expected = vec![2, 0, 0, 0, 0xc0, 7, 0, 0, 0, 0, 0];
    expected.extend(0..13);
    expected.resize(40, 0);
    assert_eq!(bytes[..], expected[..]);
    let own = sim.alloc(40);
    sim.copy(own, AT, 40).unwrap();
    sim.fill(AT + 2, &[7, 8], 3).unwrap();
    sim.copy(AT + 9, own + 11, 5).unwrap();
    expected[2..8].copy_from_slice(&[7, 8, 7, 8, 7, 8]);
    expected.copy_within(11..16, 9);
    sim.read(AT, &mut bytes).unwrap();
    assert_eq!(bytes[..9], expected[..9]);
    assert_eq!(bytes[9..14], [0, 1, 2, 3, 4]);
}

#[test]
fn a_kernel_that_waits_for_the_host_ends_when_it_is_stopped() {
    let module = turns();
    let control = LaunchControl::new();
    let sim = Simulator::new(Arch::SM_90).controlled_by(&control);
    sim.map_host(AT, Words::of(1)).unwrap();
    let profile = std::thread::scope(|scope| {
        let args = [KernelArg::Ptr(AT), KernelArg::U32(1)];
        let (sim, module) = (&sim, &module);
        let waits = scope.spawn(move || sim.launch(module, "turn", &LaunchShape::new(1, 1), &args).unwrap());
        std::thread::sleep(Duration::from_millis(10));
        control.stop();
        waits.join().unwrap()
    });
    assert!(profile.stopped);
}

#[test]
fn host_memory_has_a_place_of_its_own() {
    let sim = Simulator::new(Arch::SM_90);
    sim.map_host(AT, Words::of(2)).unwrap();
    let device = sim.alloc(8);
    let refused = |at: u64, words: usize| sim.map_host(at, Words::of(words)).unwrap_err().to_string();
    assert!(refused(AT + 8, 1).contains("overlaps the 16 bytes at 0x555500000000"));
    assert!(refused(AT - 8, 2).contains("overlaps"));
    assert!(refused(AT + 20, 1).contains("is not at a multiple of 8"));
    assert!(refused(AT + 32, 0).contains("no 0 bytes"));
    assert!(refused(0, 1).contains("at 0x0"));
    assert!(refused(device, 1).contains("among the addresses of the device"));
    assert!(refused(u64::MAX - 7, 2).contains("no 16 bytes"));
    sim.map_host(AT + 16, Words::of(1)).unwrap();
    assert_eq!(sim.allocation_of(AT + 15), Some((AT, 16)));
    assert_eq!(sim.allocation_of(AT + 16), Some((AT + 16, 8)));
    sim.free(AT).unwrap();
    assert_eq!((sim.allocation_of(AT), sim.allocation_of(device)), (None, Some((device, 8))));
}

#[test]
fn handles_share_memory_and_have_their_own_settings() {
    let module = turns();
    let sim = Simulator::new(Arch::SM_90);
    let other = sim.clone().instruction_limit(1);
    let at = other.alloc(64);
    let args = [KernelArg::Ptr(at)];
    assert!(
        matches!(other.launch(&module, "fill", &LaunchShape::new(1, 32), &args), Err(fault) if matches!(fault.kind, FaultKind::Limit(1)))
    );
    sim.launch(&module, "fill", &LaunchShape::new(1, 32), &args).unwrap();
    sim.free(at).unwrap();
    assert!(other.read(at, &mut [0]).is_err());
    assert_eq!(other.memory_budget().used(), 0);
}
