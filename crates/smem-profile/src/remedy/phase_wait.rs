//! A wait for the next phase of an `mbarrier`, as the source may write it.

use smem_cuda::{CudaText, FunctionStatements, SharedDeclaration, SharedKind, StatementPlace};

/// As many variables are tried.
const MOST: usize = 4;

/// A wait, and its name in a sentence.
#[derive(Debug, Clone)]
pub(super) struct PhaseWait {
    pub(super) statement: String,
    pub(super) words: String,
}

/// The waits for the `mbarrier`s that a function may use, at a place of it: in a loop that counts, for the phase of its round.
pub(super) fn phase_waits(text: &CudaText, function: &FunctionStatements, place: StatementPlace) -> Vec<PhaseWait> {
    let declared = text.shared_declarations();
    let is_mbarrier = |one: &&SharedDeclaration| {
        one.kind == SharedKind::Array
            && function.place.contains(&one.statement.start)
            && ["uint64_t", "unsigned long long", "std::uint64_t", "unsigned long long int"].contains(&&one.element[..])
    };
    let loops = std::iter::once(place).chain(function.around(place.block)).filter_map(|at| function.block(at)?.parent);
    let counter = loops.filter_map(|at| function.statement(at)?.counter.clone()).next();
    let mut all = Vec::new();
    for one in declared.iter().filter(is_mbarrier).take(MOST) {
        match (&one.dims[..], &counter) {
            ([], None) => all.push(wait(&one.name, "0")),
            ([], Some(counter)) => all.push(wait(&one.name, &format!("{counter} & 1"))),
            ([_], None) => all.push(wait(&format!("{}[0]", one.name), "0")),
            ([count], Some(counter)) => {
                all.push(wait(&format!("{}[{counter} % ({count})]", one.name), &format!("{counter} / ({count}) & 1")));
            }
            _ => {}
        }
    }
    all
}

fn wait(mbarrier: &str, parity: &str) -> PhaseWait {
    let statement = format!(
        "for (unsigned done = 0; !done;) asm volatile(\"{{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }}\" : \
         \"=r\"(done) : \"r\"((unsigned)__cvta_generic_to_shared(&{mbarrier})), \"r\"((unsigned)({parity})) : \"memory\");"
    );
    PhaseWait { statement, words: format!("a wait for the `mbarrier` `{mbarrier}` (`mbarrier.try_wait`)") }
}
