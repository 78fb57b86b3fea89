//! The accesses of the source that an instruction of machine code covers: compilers merge those of neighbours into wide ones, and give a
//! wide load the line of its first member.
//!
//! The PTX of a compilation without optimisation has each access of the source with its line. It is run beside the machine code, and the
//! requests of each instruction are compared: an access is part of a wide one if for each request of the wide one it had as many (one,
//! or so many as rounds of a loop were unrolled), by the same lanes of the same warps of the same blocks, with their bytes among those of the
//! wide one. Wide instructions of one line are also compared together. What does not agree so, because a branch became a
//! predicate or a loop has a rest, is called uncertain.

use std::collections::BTreeMap;

use smem_report::{CoveredLine, LinePlace, MergedAccess, PlaceNames, opcode};
use smem_sim::SharedOp;

use super::files::Files;
use crate::measure::{RequestTrace, RequestTraces, WIDTHS};

/// One wide instruction, or all of a line.
#[derive(Debug, Clone)]
struct WholeAccess<'t> {
    first: &'t RequestTrace,
    line: u32,
    op: SharedOp,
    instructions: u32,
    requests: u64,
    sums: [u64; 3],
}

impl WholeAccess<'_> {
    /// How often an access was executed for each request of this, if its requests are parts of these.
    fn rounds(&self, op: SharedOp, part: &RequestTrace) -> Option<u64> {
        let width = WIDTHS.iter().position(|width| *width == self.first.bytes)?;
        if op != self.op || part.bytes >= self.first.bytes || !part.requests.is_multiple_of(self.requests) {
            return None;
        }
        let rounds = part.requests / self.requests;
        (part.sums[width] == self.sums[width].wrapping_mul(rounds)).then_some(rounds)
    }

    fn plus(mut self, other: &WholeAccess<'_>) -> Self {
        self.instructions += other.instructions;
        self.requests += other.requests;
        self.sums.iter_mut().zip(other.sums).for_each(|(sum, other)| *sum = sum.wrapping_add(other));
        self
    }
}

/// Returns the merged accesses of a launch in the order of their source lines. `source` are the requests without optimisation.
pub(super) fn merged(machine_code: &RequestTraces, source: &RequestTraces, files: &Files) -> Vec<MergedAccess> {
    let place = |trace: &RequestTrace, line: u32| files.place(trace.loc.as_ref(), line);
    let parts_of = |whole: &WholeAccess<'_>| -> Vec<(LinePlace, u32, u64)> {
        let part = |(key, part): (&(u32, SharedOp), &RequestTrace)| {
            whole.rounds(key.1, part).map(|rounds| (place(part, key.0), part.bytes, rounds))
        };
        source.iter().filter_map(part).collect()
    };
    // Those of a line, with what they are parts of taken one by one.
    let mut by_line: BTreeMap<(LinePlace, String, u32), Vec<WholeAccess<'_>>> = BTreeMap::new();
    for (&(line, op), first) in machine_code {
        let RequestTrace { requests, sums, bytes, .. } = *first;
        let whole = WholeAccess { first, line, op, instructions: 1, requests, sums };
        by_line.entry((place(first, line), op.to_string(), bytes)).or_default().push(whole);
    }
    let mut wholes: Vec<WholeAccess<'_>> = Vec::new();
    for (_, mut of_line) in by_line {
        of_line.sort_by_key(|whole| whole.line);
        let (known, unknown): (Vec<_>, Vec<_>) = of_line.into_iter().partition(|whole| !parts_of(whole).is_empty());
        wholes.extend(known);
        let together = unknown.iter().skip(1).fold(unknown.first().cloned(), |all, one| all.map(|all| all.plus(one)));
        match together {
            Some(together) if !parts_of(&together).is_empty() => wholes.push(together),
            _ => wholes.extend(unknown),
        }
    }
    let mut found = Vec::new();
    for whole in &wholes {
        let parts = parts_of(whole);
        let LinePlace { file, line } = place(whole.first, whole.line);
        let is_there = |(key, part): &(&(u32, SharedOp), &RequestTrace)| {
            let own = place(part, key.0);
            key.1 == whole.op && own.file == file && own.line == line
        };
        // As wide in the source: nothing was merged. Nothing there: what the assembler made itself.
        let is_narrower = source.iter().any(|part| is_there(&part) && part.1.bytes < whole.first.bytes)
            && !source.iter().any(|part| is_there(&part) && part.1.bytes >= whole.first.bytes);
        let count: u64 = parts.iter().map(|(_, _, rounds)| rounds).sum();
        if count < 2 && !(parts.is_empty() && is_narrower && whole.first.bytes > 4) {
            continue;
        }
        let is_rival = |other: &&WholeAccess<'_>| {
            source.iter().any(|(key, part)| whole.rounds(key.1, part).is_some() && other.rounds(key.1, part).is_some())
        };
        // An access that machine code also has by itself, as where the source makes it twice.
        let is_apart = source.iter().filter(|(key, part)| whole.rounds(key.1, part).is_some()).any(|(key, part)| {
            let is_it = |(own_key, own): (&(u32, SharedOp), &RequestTrace)| {
                own_key.1 == key.1 && (own.bytes, own.requests, own.sums) == (part.bytes, part.requests, part.sums)
            };
            machine_code.iter().any(is_it)
        });
        let mut lines: BTreeMap<(LinePlace, u32), u64> = BTreeMap::new();
        for (place, bytes, rounds) in &parts {
            *lines.entry((place.clone(), *bytes)).or_default() += rounds;
        }
        let covered = |((place, bytes), accesses): ((LinePlace, u32), u64)| {
            let LinePlace { file, line } = place;
            CoveredLine { file, line, accesses, bytes }
        };
        found.push(MergedAccess {
            file,
            line,
            op: whole.op.to_string(),
            instruction: opcode(&whole.first.text),
            instructions: whole.instructions,
            requests: whole.requests,
            certain: !parts.is_empty() && !is_apart && wholes.iter().filter(is_rival).count() == 1,
            accesses: lines.into_iter().map(covered).collect(),
        });
    }
    found.sort_by(|a, b| (&a.file, a.line, &a.instruction).cmp(&(&b.file, b.line, &b.instruction)));
    found.dedup_by(|b, a| {
        let is_same = (&a.file, a.line, &a.instruction) == (&b.file, b.line, &b.instruction)
            && a.accesses.is_empty()
            && b.accesses.is_empty();
        if is_same {
            a.instructions += b.instructions;
            a.requests += b.requests;
        }
        is_same
    });
    found
}
