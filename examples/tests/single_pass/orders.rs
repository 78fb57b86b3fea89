//! The single-pass scan with blocks that run one at a time, take turns, or run on several threads of the host; and with
//! launch numbers that wrap around. A race on shared memory is a fault in all of them.

use smem_examples::single_pass::{BlockShape, CarryScheme, Plan, Power, source};
use smem_examples::{Picture, squared_integral};
use smem_launch::{Install, Nvrtc};
use smem_sim::{Arch, Fault, FaultKind, KernelArg, LaunchShape, Module, Simulator};
use smem_tile::smem_tile;

#[smem_tile(16, 64, layout = plain, access(row(vec = 8), row(vec = 2)), cuda = "PixelTile")]
struct Pixels(u8);
#[smem_tile(4, 64, layout = plain, access(row, row(vec = 2), row(vec = 4)), cuda = "ColumnSums")]
struct Sums(u32);

const WIDTH: u32 = 300;
const HEIGHT: u32 = 90;

/// Scans three pictures in a row with one workspace, whose counter starts with the launch number `launches`.
#[track_caller]
fn exact(simulator: Simulator, module: &Module, plan: &Plan, launches: u64) {
    scan(simulator, module, plan, launches).unwrap();
}

fn scan(simulator: Simulator, module: &Module, plan: &Plan, launches: u64) -> Result<(), Fault> {
    let simulator = simulator.deny_races();
    let across = WIDTH.div_ceil(plan.shape.cols);
    let tiles = across * HEIGHT.div_ceil(plan.shape.rows);
    let upload = |simulator: &Simulator, bytes: &[u8]| {
        let address = simulator.alloc(bytes.len());
        simulator.write(address, bytes).unwrap();
        address
    };
    let words = 16 + (tiles as usize + 15) * (2 + plan.shape.rows + plan.shape.cols) as usize;
    let mut work = vec![0; 8 * words];
    work[..8].copy_from_slice(&(launches << 32).to_le_bytes());
    let work = upload(&simulator, &work);
    for seed in 0..3 {
        let picture = Picture::random(WIDTH.into(), HEIGHT.into(), seed).unwrap();
        let src = upload(&simulator, picture.pixels());
        let mut sums = vec![0xff; 8 * picture.pixels().len()];
        let dst = upload(&simulator, &sums);
        let pitch = KernelArg::U64(WIDTH.into());
        let (width, height, across, count) =
            (KernelArg::U32(WIDTH), KernelArg::U32(HEIGHT), KernelArg::U32(across), KernelArg::U32(tiles));
        let (src, to, work) = (KernelArg::Ptr(src), KernelArg::Ptr(dst), KernelArg::Ptr(work));
        let none = || KernelArg::U64(0);
        let from = [src, pitch.clone(), none()];
        let to = [to, pitch, none(), none(), none(), none()];
        let args: Vec<_> = from.into_iter().chain(to).chain([width, height, across, count, work]).collect();
        let threads = [plan.shape.threads(), 1, 1];
        let launch = LaunchShape::of([tiles, 1, 1], threads).shared_bytes(plan.shape.shared_bytes::<u8>(1));
        simulator.launch(module, "scan2d_single", &launch, &args)?;
        simulator.read(dst, &mut sums).unwrap();
        let sums: Vec<u64> = sums.chunks_exact(8).map(|sum| u64::from_le_bytes(sum.try_into().unwrap())).collect();
        assert!(sums == squared_integral(&picture), "run {seed} from launch {launches}");
    }
    Ok(())
}

/// How blocks get their tiles and the sums before them.
const SCHEMES: [(CarryScheme, bool); 3] =
    [(CarryScheme::LookBack, true), (CarryScheme::LookBack, false), (CarryScheme::Flat, false)];

/// The kernel, compiled; with `edits` made to its text.
fn module((carries, tickets): (CarryScheme, bool), edits: &[(&str, &str)]) -> (Plan, Module) {
    let nvrtc = Nvrtc::find(Install::Allowed).unwrap();
    let plan = Plan { tickets, ..Plan::of(BlockShape::of::<Pixels, Sums>("16 x 64", 4, carries, 8)) };
    let mut text = source::<u8>(&plan, &[Power::Two], false);
    for (from, to) in edits {
        assert!(text.contains(from), "the kernel has no `{from}`");
        text = text.replace(from, to);
    }
    let ptx = nvrtc.compile_ptx(&text, "single_pass.cuh", &["-arch=compute_90", "--std=c++17"]).unwrap();
    (plan, smem_ptx::module(&ptx).unwrap())
}

#[test]
fn reversed_tickets_are_exact_where_all_blocks_run_and_wait_for_ever_where_they_do_not() {
    // Tiles dealt out from the last to the first.
    let reversed = ("tile = number;", "number = tiles - 1 - number; tile = number;");
    let (plan, module) = module((CarryScheme::LookBack, true), &[reversed]);
    let simulator = || Simulator::new(Arch::SM_90).host_threads(1);
    exact(simulator().concurrent_blocks(1000), &module, &plan, 0);
    let one_at_a_time = simulator().concurrent_blocks(1).instruction_limit(30_000_000);
    let fault = scan(one_at_a_time, &module, &plan, 0).expect_err("the order of the tickets would not matter");
    assert!(matches!(fault.kind, FaultKind::Limit(_)), "{fault}");
}

#[test]
fn tiles_without_tickets_whose_threads_wait_in_vain_add_up_the_pixels_themselves() {
    let impatient = ("LOOKS = 1 << 14", "LOOKS = 20");
    let reversed = (": blockIdx.x);", ": tiles - 1 - blockIdx.x);");
    // Where one block runs at a time, all wait in vain but the last; else some threads of a warp do, and others do not.
    for scheme in &SCHEMES[1..] {
        for edits in [&[impatient][..], &[impatient, reversed]] {
            let (plan, module) = module(*scheme, edits);
            for (threads, blocks) in [(1, 1), (1, 7), (1, 1000), (4, 12)] {
                exact(Simulator::new(Arch::SM_90).host_threads(threads).concurrent_blocks(blocks), &module, &plan, 0);
            }
        }
    }
}

#[test]
fn blocks_in_any_order_give_the_same_sums_and_launch_numbers_may_wrap_around() {
    for scheme in SCHEMES {
        let (plan, module) = module(scheme, &[]);
        let simulator = || Simulator::new(Arch::SM_90);
        // One at a time, all in turns on one thread, some in turns on each of several threads.
        for (threads, blocks) in [(1, 1), (1, 1000), (1, 7), (4, 12)] {
            exact(simulator().host_threads(threads).concurrent_blocks(blocks), &module, &plan, 0);
        }
        // The words have 17 bits of the launch number, the counter 32.
        for launches in [(1 << 17) - 2, (1 << 32) - 2] {
            exact(simulator(), &module, &plan, launches);
        }
    }
}
