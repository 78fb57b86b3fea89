//! The findings of the simulator in the places of a report.

use smem_sim::{
    ClusterAccess, DivergentBarrier, FaultSite, GlobalRace, LocalOverrun, Overrun, PastEnd, Race, RaceAccess,
    UnawaitedResult, UnwrittenRead,
};

use crate::barrier::BarrierDetail;
use crate::cluster_access::ClusterAccessDetail;
use crate::finding::{
    AccessDetail, FaultDetail, Finding, FindingDetail, OTHER_ACCESS, OrderDetail, RelatedPlace, Severity,
};
use crate::global_race::{GlobalRaceDetail, PlacedGlobalSide};
use crate::local_overrun::LocalOverrunDetail;
use crate::overrun::OverrunDetail;
use crate::place::PlaceNames;
use crate::race::RaceDetail;
use crate::side::shown;
use crate::stream_misuse::{StreamMisuseDetail, StreamMisuseKind};
use crate::unawaited::UnawaitedDetail;

impl Finding {
    /// Returns the finding of a race on shared memory that does harm.
    pub fn of_race(race: &Race, places: &dyn PlaceNames) -> Finding {
        Finding::of_race_detail(RaceDetail::of(race, places)).times(race.times)
    }

    /// Returns the finding of a race on global memory.
    pub fn of_global_race(race: &GlobalRace, places: &dyn PlaceNames) -> Finding {
        let detail = GlobalRaceDetail {
            hazard: race.kind,
            between_blocks: race.between_blocks,
            first: PlacedGlobalSide::of(&race.first, places),
            second: PlacedGlobalSide::of(&race.second, places),
            address: race.address,
        };
        let (place, message) = (detail.second.place.clone(), detail.sentence());
        let other = RelatedPlace::new(detail.first.place.clone(), OTHER_ACCESS);
        Finding::new(FindingDetail::GlobalRace(Box::new(detail)), message)
            .at(place)
            .related(vec![other])
            .times(race.times)
    }

    /// Returns the finding of a barrier that not every thread reached.
    pub fn of_barrier(barrier: &DivergentBarrier, places: &dyn PlaceNames) -> Finding {
        let detail = BarrierDetail::of(barrier, places);
        let place = places.place(barrier.loc.as_deref(), barrier.line);
        let message = detail.sentence();
        Finding::new(FindingDetail::Barrier(detail), message).at(place).times(barrier.times)
    }

    /// Returns the finding of an access to the shared memory of another block of the cluster, which may not be there.
    pub fn of_cluster_access(access: &ClusterAccess, places: &dyn PlaceNames) -> Finding {
        let detail = ClusterAccessDetail::of(access);
        let (place, message) = (places.place(access.side.loc.as_deref(), access.side.line), detail.sentence(access));
        Finding::new(FindingDetail::ClusterAccess(detail), message).at(place).times(access.times)
    }

    /// Returns the finding of a use of the result of a matrix product that nothing has waited for.
    pub fn of_unawaited_result(result: &UnawaitedResult, places: &dyn PlaceNames) -> Finding {
        let [user, product] =
            [&result.user, &result.product].map(|place| places.place(place.loc.as_deref(), place.line));
        let message = format!(
            "the result of the `wgmma.mma_async` at {product} is read before a `wgmma.wait_group` that waits for it, which PTX leaves undefined"
        );
        let related = vec![RelatedPlace::new(product.clone(), "the matrix product")];
        let detail = FindingDetail::UnawaitedResult(UnawaitedDetail { product });
        Finding::new(detail, message).at(user).related(related).times(result.times)
    }

    /// Returns the finding of a kernel that uses stream-ordered memory, which begins at an address, out of the order of streams.
    pub fn of_stream_misuse(address: u64, misuse: StreamMisuseKind) -> Finding {
        let detail = StreamMisuseDetail { address, misuse };
        let message = detail.sentence();
        Finding::new(FindingDetail::StreamMisuse(detail), message)
    }

    /// Returns the finding of an access beyond a local array.
    pub fn of_local_overrun(overrun: &LocalOverrun, places: &dyn PlaceNames) -> Finding {
        let detail = LocalOverrunDetail::of(overrun);
        let message = detail.sentence(overrun);
        let place = places.place(overrun.side.loc.as_deref(), overrun.side.line);
        Finding::new(FindingDetail::LocalOverrun(detail), message).at(place).times(overrun.times)
    }

    /// Returns the finding of an access beyond a shared array.
    pub fn of_overrun(overrun: &Overrun, places: &dyn PlaceNames) -> Finding {
        let detail = OverrunDetail::of(overrun, places);
        let (place, message) = (detail.access.place.clone(), detail.sentence());
        Finding::new(FindingDetail::Overrun(detail), message).at(place).times(overrun.times)
    }

    /// Returns the finding of a read of uninitialized shared memory.
    pub fn of_unwritten_read(read: &UnwrittenRead, places: &dyn PlaceNames) -> Finding {
        let UnwrittenRead { address, block, times, .. } = *read;
        let detail = AccessDetail { address, block, thread: read.side.thread };
        let what = match times {
            1 => "a thread reads uninitialized shared memory".to_owned(),
            times => format!("uninitialized shared memory is read {times} times"),
        };
        let message = format!("{what}: byte {address:#x} by thread {} of block {}", shown(detail.thread), shown(block));
        let place = places.place(read.side.loc.as_deref(), read.side.line);
        Finding::new(FindingDetail::UnwrittenRead(detail), message).at(place).times(times)
    }

    /// Returns the finding of a race of writes that agree.
    pub fn of_same_value_writes(race: &Race, places: &dyn PlaceNames) -> Finding {
        let [first, second] = [&race.first, &race.second].map(|side| places.place(side.loc.as_deref(), side.line));
        let message = format!(
            "several threads write the same value to byte {:#x} of shared memory, and nothing orders them",
            race.address
        );
        let related = if first == second { Vec::new() } else { vec![RelatedPlace::new(first, OTHER_ACCESS)] };
        let detail = AccessDetail { address: race.address, block: race.block, thread: race.second.thread };
        Finding::new(FindingDetail::SameValueWrites(detail), message).at(second).related(related).times(race.times)
    }

    /// Returns the finding of an access past the end of a block's shared memory. `is_widened`: the source makes no such access, but its assembler.
    pub fn of_past_end(found: &PastEnd, is_widened: bool, places: &dyn PlaceNames) -> Finding {
        let PastEnd { address, block, declared, allocated, .. } = *found;
        let detail = AccessDetail { address, block, thread: found.side.thread };
        let cause = if is_widened { "; the PTX has no such access: the assembler widened it" } else { "" };
        let message = format!(
            "{} of byte {address:#x}, past the {declared} bytes of shared memory that the block asks for but inside the {allocated} \
             that a GPU allocates, by thread {} of block {}{cause}",
            found.side.access,
            shown(detail.thread),
            shown(block)
        );
        let place = places.place(found.side.loc.as_deref(), found.side.line);
        let finding = Finding::new(FindingDetail::PastEnd(detail), message).at(place).times(found.times);
        // The assembler widens loads, and no store.
        match found.side.access {
            RaceAccess::Read => finding,
            _ => Finding { severity: Severity::Error, ..finding },
        }
    }

    /// Returns the finding of results that differ in another order of warps and blocks: the address of the first such byte, its buffer and the byte
    /// there, and the seed of the order.
    ///
    /// ```
    /// let finding = smem_report::Finding::of_order(0x700, Some(("sum".to_owned(), 4)), 2);
    /// assert!(finding.message.starts_with("the results depend on the order of warps and blocks: byte 4 of `sum` differs with `--schedule-seed 2`"));
    /// ```
    pub fn of_order(address: u64, buffer: Option<(String, u64)>, seed: u64) -> Finding {
        let byte = result_byte(address, buffer.as_ref());
        let message = format!(
            "the results depend on the order of warps and blocks: {byte} differs with `--schedule-seed {seed}`; the order of appends by atomics and of \
             floating-point sums may do that, and nothing else should"
        );
        Finding::new(FindingDetail::OrderDependence(OrderDetail { address, buffer, seed }), message)
    }

    /// Returns the same as an error, since a result depends on what it found: a byte of global memory, in a buffer that may have a name.
    ///
    /// ```
    /// use smem_report::{CompilersNames, Finding};
    /// # let module = smem_ptx::module(".version 8.8 .target sm_90 .address_size 64 .visible .entry k() { .reg .b32 %r; .shared .b32 s; ld.shared.u32 %r, [s]; st.shared.u32 [s], %r; ret; }")?;
    /// # let profile = smem_sim::Simulator::new(smem_sim::Arch::SM_90).race_check(true).launch(&module, "k", &smem_sim::LaunchShape::new(1, 1), &[])?;
    ///
    /// # for read in &profile.unwritten {
    /// let finding = Finding::of_unwritten_read(read, &CompilersNames).with_result(0x704, Some(&("out".to_owned(), 4)));
    /// assert!(finding.is_failure() && finding.message.ends_with("; the results depend on what it holds: byte 4 of `out` does"));
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_result(self, address: u64, buffer: Option<&(String, u64)>) -> Finding {
        self.with_effect(&format!("the results depend on what it holds: {} does", result_byte(address, buffer)))
    }

    /// Returns the same as an error, with the harm that it does.
    #[must_use]
    pub fn with_effect(self, effect: &str) -> Finding {
        Finding { message: format!("{}; {effect}", self.message), severity: Severity::Error, ..self }
    }

    /// Returns the finding of a fault: `message` is its sentence.
    pub fn of_fault(message: impl Into<String>, site: Option<&FaultSite>, places: &dyn PlaceNames) -> Finding {
        let detail = site.map_or_else(FaultDetail::default, |site| FaultDetail {
            instruction: Some(site.instruction.to_string()),
            block: Some(site.block),
            thread: Some(site.thread),
            address: site.address,
        });
        let message = places.with_elements(&message.into(), site);
        let finding = Finding::new(FindingDetail::Fault(detail), message);
        let place = site.map(|site| places.place(site.loc.as_deref(), site.line));
        Finding { place, ..finding }
    }
}

/// A byte of global memory as sentences name it.
fn result_byte(address: u64, buffer: Option<&(String, u64)>) -> String {
    match buffer {
        Some((name, offset)) => format!("byte {offset} of `{name}`"),
        None => format!("byte {address:#x} of global memory"),
    }
}
