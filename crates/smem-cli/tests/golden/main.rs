//! Golden answers: the program's answers over every corpus of the repository, held against those in `tests/golden/answers`.
//!
//! ```text
//! tests/golden/cases.tsv       a case a row: its name, the door, the files that it needs, further options      (table)
//!    | a folder a call         kernels, launches, configuration                                                (inputs, door)
//!    v
//! the program runs             its exit code, its output and its errors, without what is this machine's         (call, text)
//!    v
//! tests/golden/answers         a file a corpus and door, a section a case: compared, or written anew            (answers, difference)
//! findings                     of the same call through several doors: the same                                (agreement)
//! remedies                     of the same files, applied: the findings are gone                               (remedies)
//! ```
//!
//! Each document in a stored answer is as the published schema says (read_back, schema, stored).
//!
//! A plain run takes the cases that the table marks as `small`. An exhaustive run and `SMEM_GOLDEN=all` take all, and `SMEM_GOLDEN=TEXT` those that have the text in
//! their corpus, door or name. `SMEM_BLESS=1` writes the answers of all cases anew, or of those that `SMEM_GOLDEN` names.

mod agreement;
mod answers;
#[path = "../program/call.rs"]
#[allow(dead_code, reason = "the tests of the program call it in more ways")]
mod call;
mod difference;
mod door;
#[path = "../program/run/driver.rs"]
mod driver;
mod inputs;
mod program;
mod read_back;
mod remedies;
#[path = "../program/schema.rs"]
mod schema;
mod stored;
mod table;
mod text;

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use answers::Answers;
use door::CaseAnswer;
use smem_exhaustive::EXHAUSTIVE;
use table::Case;

/// The cases run on so many threads.
const THREADS: usize = 2;

/// The folder of the repository.
fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// The folder of the golden set.
fn folder() -> PathBuf {
    repository().join("tests/golden")
}

/// Returns the answers of these cases, in their order; an error of those whose program crashed.
fn run(cases: &[Case]) -> Vec<Result<CaseAnswer, String>> {
    door::install_tools();
    let (next, done) = (AtomicUsize::new(0), Mutex::new(BTreeMap::new()));
    let work = || {
        while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
            let begun = Instant::now();
            let answer = door::answer(case);
            println!("{:6.2} s  {}: {}", begun.elapsed().as_secs_f64(), case.file(), case.name);
            done.lock().unwrap().insert((case.file(), case.heading()), answer);
        }
    };
    thread::scope(|scope| {
        for number in 0..THREADS {
            scope.spawn(move || {
                keep_to_one_processor(number);
                work();
            });
        }
    });
    let mut done = done.into_inner().unwrap();
    cases.iter().map(|case| done.remove(&(case.file(), case.heading())).unwrap()).collect()
}

/// Keeps the calling thread, and the programs that it starts, on one processor: of a kernel whose blocks race with one another it would depend
/// on the number of processors, and on their load, what it reads and so what it counts.
#[cfg(target_os = "linux")]
fn keep_to_one_processor(number: usize) {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

    let allowed = sched_getaffinity(None).unwrap();
    let allowed: Vec<usize> = (0..CpuSet::MAX_CPU).filter(|processor| allowed.is_set(*processor)).collect();
    let mut own = CpuSet::new();
    own.set(allowed[number % allowed.len()]);
    sched_setaffinity(None, &own).unwrap();
}

#[cfg(not(target_os = "linux"))]
fn keep_to_one_processor(_: usize) {}

#[test]
fn every_answer_is_as_it_was_and_all_doors_find_the_same() {
    let is_blessed = env::var_os("SMEM_BLESS").is_some();
    let asked = env::var("SMEM_GOLDEN").ok().or((is_blessed || EXHAUSTIVE).then(|| "all".to_owned()));
    let cases: Vec<Case> = table::cases().into_iter().filter(|case| case.is_asked(asked.as_deref())).collect();
    assert!(!cases.is_empty(), "no case has {asked:?} in its name");
    let found = run(&cases);
    let mut answers = Answers::read(&folder().join("answers"));
    let mut told = Vec::new();
    for (case, found) in cases.iter().zip(&found) {
        match found {
            Err(crash) => told.push(format!("{crash}\n")),
            Ok(answer) if is_blessed => answers.put(case, answer.text.clone()),
            Ok(answer) => told.extend(answers.difference(case, &answer.text)),
        }
    }
    if is_blessed {
        answers.write(&table::cases());
    }
    assert!(
        told.is_empty(),
        "{} of {} answers are not as they were. Where that is meant, `{BLESS}` writes them anew, and each change has a line in \
         `tests/golden/differences.md`.\n\n{}",
        told.len(),
        cases.len(),
        told.join("\n")
    );
    let answered = cases.iter().zip(&found).filter_map(|(case, found)| Some((case, &found.as_ref().ok()?.found[..])));
    let (compared, told) = agreement::disagreements(answered);
    println!("the findings of {compared} calls were compared between doors");
    let least = match asked.as_deref() {
        None => 3,
        Some("all") => 145,
        Some(_) => 0,
    };
    assert!(compared >= least, "{compared} of at least {least}: some doors printed no report");
    assert!(
        told.is_empty(),
        "{} of {compared} calls have findings that not every door has:\n{}",
        told.len(),
        told.join("\n")
    );
}

const BLESS: &str = "SMEM_BLESS=1 cargo test --locked -p smem-tile-cli --test golden";

#[test]
fn every_stored_answer_has_a_case_and_every_case_an_answer() {
    if env::var_os("SMEM_BLESS").is_some() {
        // They are being written.
        return;
    }
    let cases: BTreeSet<_> = table::cases().iter().map(|case| (case.file(), case.heading())).collect();
    let stored = Answers::read(&folder().join("answers")).names();
    let without: Vec<_> = stored.difference(&cases).collect();
    assert!(without.is_empty(), "stored answers without a case: {without:?}. `{BLESS}` removes them");
    let missing: Vec<_> = cases.difference(&stored).collect();
    assert!(missing.is_empty(), "cases without a stored answer: {missing:?}. `{BLESS}` writes them");
}

#[test]
fn the_small_part_has_cases_of_each_corpus_and_of_each_door() {
    let cases = table::cases();
    let of = |is_taken: fn(&Case) -> bool| {
        let taken = cases.iter().filter(|case| is_taken(case));
        taken.flat_map(|case| [case.corpus.clone(), case.door.word().to_owned()]).collect::<BTreeSet<String>>()
    };
    let (all, small) = (of(|_| true), of(|case| case.is_small));
    assert!(all == small, "no small case: {:?}", all.difference(&small));
}
