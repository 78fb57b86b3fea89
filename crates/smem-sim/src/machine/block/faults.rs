//! The faults of a block: where its threads are, and for what they wait.

use super::RunningBlock;
use crate::fault::{Fault, FaultKind, FaultSite};
use crate::isa::NOWHERE;
use crate::lanes::lanes;
use crate::machine::context::LaunchContext;
use crate::machine::fragments::State;
use crate::machine::lane_fault::WarpFault;
use crate::machine::lockstep::LockstepWarp;
use crate::machine::site::thread;
use std::sync::Arc;

impl<W: LockstepWarp> RunningBlock<W> {
    pub(super) fn fault(&self, context: &LaunchContext<'_>, fault: WarpFault) -> Fault {
        let info = &context.kernel.info[fault.pc as usize];
        let [width, height, _] = context.block;
        Fault {
            kind: fault.kind,
            kernel: Some(Arc::clone(&context.kernel.name)),
            site: Some(Box::new(FaultSite {
                isa: context.kernel.code.isa(),
                line: info.line,
                instruction: Arc::clone(&info.text),
                loc: info.loc.clone(),
                block: self.index,
                thread: thread(fault.warp, fault.lane, width, height),
                address: fault.address,
                named: Vec::new(),
                asks_global: false,
            })),
            so_far: None,
        }
    }

    /// The fault of a block that cannot continue: some threads wait for others that never arrive.
    pub(in crate::machine) fn stuck(&self, context: &LaunchContext<'_>) -> Fault {
        let line = |pc: u32| context.kernel.info.get(pc as usize).map_or(0, |i| i.line);
        for warp in &self.warps {
            let gathering = warp.core().fragments.list.iter().find(|f| f.state == State::Gathering);
            if let Some(f) = gathering {
                let lane = f.mask.trailing_zeros();
                let elsewhere = warp.core().fragments.alive() & !f.mask;
                let kind = FaultKind::Warp(format!(
                    "lanes {:#010x} wait for lanes of {elsewhere:#010x}, which never execute this",
                    f.mask
                ));
                return self
                    .fault(context, WarpFault { pc: f.pc, warp: warp.core().site.warp, lane, address: None, kind });
            }
        }
        let waiting = self.warps.iter().flat_map(|w| w.core().fragments.list.iter().map(move |f| (w, f)));
        let Some((first, at)) = waiting.clone().find(|(_, f)| matches!(f.state, State::Barrier(_) | State::Cluster))
        else {
            let kind = FaultKind::Barrier("no thread can continue".to_owned());
            return self.fault(context, WarpFault { pc: 0, warp: 0, lane: 0, address: None, kind });
        };
        if at.state == State::Cluster {
            let kind =
                FaultKind::Barrier("threads wait at their cluster's barrier for others that never arrive".to_owned());
            let lane = at.mask.trailing_zeros();
            let warp = first.core().site.warp;
            return self.fault(context, WarpFault { pc: at.pc, warp, lane, address: None, kind });
        }
        let there = |state: State| state == at.state;
        let threads: u32 = waiting.clone().filter(|(_, f)| there(f.state)).map(|(_, f)| f.mask.count_ones()).sum();
        let [width, height, _] = context.block;
        // A thread that is missing: it has exited, or waits at another barrier.
        let gone = self.warps.iter().find_map(|w| {
            let lane = lanes(w.core().lanes).find(|&l| w.core().exits[l] != NOWHERE)?;
            Some((w.core().site.warp, lane as u32, format!("has ended at line {}", line(w.core().exits[lane]))))
        });
        let other = waiting
            .clone()
            .find(|(_, f)| !there(f.state))
            .map(|(w, f)| (w.core().site.warp, f.mask.trailing_zeros(), format!("waits at line {}", line(f.pc))));
        let (warp, lane, doing) = gone.or(other).unwrap_or_else(|| {
            (
                first.core().site.warp,
                at.mask.trailing_zeros(),
                format!("waits at line {} for more threads than come", line(at.pc)),
            )
        });
        let [x, y, z] = thread(warp, lane, width, height);
        let [bx, by, bz] = self.index;
        let kind = FaultKind::Barrier(format!(
            "barrier not reached by every thread: block ({bx}, {by}, {bz}), thread ({x}, {y}, {z}) {doing}, {threads} threads wait at line {}",
            line(at.pc)
        ));
        self.fault(context, WarpFault { pc: at.pc, warp, lane, address: None, kind })
    }

    /// The fault of a launch that has run for too long, at the position of one of the block's warps.
    pub(in crate::machine) fn too_long(&self, context: &LaunchContext<'_>, limit: u64) -> Fault {
        let running = self.warps.iter().find_map(|w| w.core().fragments.list.first().map(|f| (w.core().site.warp, f)));
        let (warp, pc, lane) = running.map_or((0, 0, 0), |(w, f)| (w, f.pc, f.mask.trailing_zeros()));
        self.fault(context, WarpFault { pc, warp, lane, address: None, kind: FaultKind::Limit(limit) })
    }
}
