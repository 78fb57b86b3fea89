//! Launches that take the results of earlier ones: memory must be what it is when every launch runs.

use smem_sim::{Arch, KernelArg, LaunchShape, Module, Simulator};

/// `add` adds a number to each word, `set` writes one, `copy` writes the words of another buffer, and `say` prints; each long enough to be remembered.
const KERNELS: &str = ".version 8.8 .target sm_90 .address_size 64
    .extern .func (.param .b32 count) vprintf(.param .b64 format, .param .b64 arguments);
    .global .align 1 .b8 hello[3] = {104, 10, 0};
    .visible .entry add(.param .u64 to, .param .u64 from, .param .u32 value) { .reg .b64 %p; .reg .b32 %r<4>; .reg .pred %again;
      ld.param.u64 %p, [to]; ld.param.u32 %r2, [value];
      mov.u32 %r0, 0; next: add.u32 %r0, %r0, 1; setp.lt.u32 %again, %r0, 6000; @%again bra next;
      mov.u32 %r1, %tid.x; mad.wide.u32 %p, %r1, 4, %p; ld.global.u32 %r3, [%p]; add.u32 %r3, %r3, %r2; st.global.u32 [%p], %r3; ret; }
    .visible .entry set(.param .u64 to, .param .u64 from, .param .u32 value) { .reg .b64 %p; .reg .b32 %r<4>; .reg .pred %again;
      ld.param.u64 %p, [to]; ld.param.u32 %r2, [value];
      mov.u32 %r0, 0; next: add.u32 %r0, %r0, 1; setp.lt.u32 %again, %r0, 6000; @%again bra next;
      mov.u32 %r1, %tid.x; mad.wide.u32 %p, %r1, 4, %p; st.global.u32 [%p], %r2; ret; }
    .visible .entry copy(.param .u64 to, .param .u64 from, .param .u32 value) { .reg .b64 %p<2>; .reg .b32 %r<4>; .reg .pred %again;
      ld.param.u64 %p0, [to]; ld.param.u64 %p1, [from];
      mov.u32 %r0, 0; next: add.u32 %r0, %r0, 1; setp.lt.u32 %again, %r0, 6000; @%again bra next;
      mov.u32 %r1, %tid.x; mad.wide.u32 %p0, %r1, 4, %p0; mad.wide.u32 %p1, %r1, 4, %p1;
      ld.global.u32 %r3, [%p1]; st.global.u32 [%p0], %r3; ret; }
    .visible .entry say(.param .u64 to, .param .u64 from, .param .u32 value) { .reg .b64 %t; .reg .b32 %r0; .reg .pred %again;
      .param .b64 format; .param .b64 arguments; .param .b32 count;
      mov.u32 %r0, 0; next: add.u32 %r0, %r0, 1; setp.lt.u32 %again, %r0, 6000; @%again bra next;
      mov.u64 %t, hello; st.param.b64 [format], %t; st.param.b64 [arguments], 0; call (count), vprintf, (format, arguments); ret; }";

const BUFFERS: usize = 3;
const WORDS: usize = 32;

struct Machine {
    sim: Simulator,
    module: Module,
    buffers: [u64; BUFFERS],
    repeated: usize,
}

impl Machine {
    fn new(reuses: bool) -> Machine {
        let sim = Simulator::new(Arch::SM_90).reuses_repeats(reuses);
        let buffers = std::array::from_fn(|_| sim.alloc(4 * WORDS));
        Machine { sim, module: smem_ptx::module(KERNELS).unwrap(), buffers, repeated: 0 }
    }

    fn launch(&mut self, kernel: &str, to: usize, from: usize, value: u32) {
        let arguments = [KernelArg::Ptr(self.buffers[to]), KernelArg::Ptr(self.buffers[from]), KernelArg::U32(value)];
        let profile = self.sim.launch(&self.module, kernel, &LaunchShape::new(1, 32), &arguments).unwrap();
        assert!(profile.warp_instructions > 18_000, "{kernel}: {}", profile.warp_instructions);
        self.repeated += usize::from(profile.repeated);
    }

    fn memory(&self) -> Vec<u8> {
        let mut all = vec![0; BUFFERS * 4 * WORDS];
        for (buffer, bytes) in self.buffers.iter().zip(all.chunks_exact_mut(4 * WORDS)) {
            self.sim.read(*buffer, bytes).unwrap();
        }
        all
    }
}

#[test]
fn memory_is_as_if_every_launch_ran() {
    let mut total = 0;
    for seed in 1..=20_u64 {
        let mut machines = [Machine::new(false), Machine::new(true)];
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut draw = |most: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % most
        };
        // A few steps, again and again, and now and then something between them.
        let steps: Vec<(u64, usize, usize, u32)> =
            (0..1 + draw(3)).map(|_| (draw(8), draw(3) as usize, draw(3) as usize, draw(2) as u32)).collect();
        for round in 0..8 {
            for &(kind, to, from, value) in &steps {
                for machine in &mut machines {
                    match kind {
                        0 | 1 => machine.launch("set", to, from, value),
                        2 | 3 => machine.launch("add", to, from, value),
                        4 | 5 => machine.launch("copy", to, from, value),
                        6 => machine.sim.fill(machine.buffers[to], &[value as u8], 4 * WORDS).unwrap(),
                        _ => machine.sim.copy(machine.buffers[to], machine.buffers[from], 4 * WORDS).unwrap(),
                    }
                }
                let [plain, reusing] = machines.each_ref().map(Machine::memory);
                assert_eq!(plain, reusing, "seed {seed}, round {round}, {steps:?}");
            }
            if draw(4) == 0 {
                let (at, byte) = (draw(3) as usize, [draw(2) as u8]);
                machines.iter().for_each(|machine| machine.sim.write(machine.buffers[at], &byte).unwrap());
            }
        }
        assert_eq!(machines[0].repeated, 0);
        total += machines[1].repeated;
    }
    assert!(total > 100, "{total} launches were not run");
}

#[test]
fn a_cycle_of_launches_that_undo_each_other_is_known_after_two_rounds() {
    let mut machine = Machine::new(true);
    for _ in 0..4 {
        machine.launch("set", 0, 0, 1);
        machine.launch("add", 0, 0, 6);
    }
    assert_eq!(machine.memory()[..8], [7, 0, 0, 0, 7, 0, 0, 0]);
    assert!(machine.repeated >= 3, "{}", machine.repeated);
}

#[test]
fn a_kernel_that_prints_runs_each_time() {
    let mut machine = Machine::new(true);
    (0..4).for_each(|_| machine.launch("say", 0, 0, 0));
    assert_eq!((machine.repeated, machine.sim.take_printed().len()), (0, 4 * 32 * 2));
}

#[test]
fn freed_memory_and_other_parameters_are_other_launches() {
    let mut machine = Machine::new(true);
    (0..3).for_each(|_| machine.launch("set", 0, 0, 1));
    assert_eq!(machine.repeated, 1);
    machine.launch("set", 0, 0, 2);
    machine.launch("set", 1, 0, 2);
    assert_eq!(machine.repeated, 1);
    machine.sim.free(machine.buffers[2]).unwrap();
    machine.launch("set", 0, 0, 1);
    assert_eq!(machine.repeated, 1, "memory is laid out otherwise");
}
