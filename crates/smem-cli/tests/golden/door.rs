//! Each way into the program: the arguments of its calls, and what is kept of the answers.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::Value;
use smem_launch::{CudaSource, Device, Install, Isa, LaunchFile};

use crate::agreement::{FoundPlaces, findings};
use crate::call::{Answer, Folder};
use crate::driver;
use crate::inputs::{Call, LAUNCHES, calls};
use crate::table::{Case, Door};
use crate::text::laid_out;

/// The PTX that a command of `run` loads.
pub(crate) const IMAGE: &str = "image.ptx";

/// Installs the compiler, the disassembler and the assembler where they are missing, so that no answer mentions it.
pub(crate) fn install_tools() {
    driver::library();
    let device = Device::simulator(Isa::Ptx, Install::Allowed).unwrap();
    device.compile(&CudaSource::new("", "none.cu")).unwrap();
}

/// The answers to all calls of a case.
#[derive(Debug)]
pub(crate) struct CaseAnswer {
    /// As they are stored.
    pub(crate) text: String,
    /// The findings in each, after the label of its call.
    pub(crate) found: Vec<(String, Option<FoundPlaces>)>,
}

/// Returns the answers to all calls of a case; an error where the program crashed.
pub(crate) fn answer(case: &Case) -> Result<CaseAnswer, String> {
    let (mut text, mut found, calls) = (String::new(), Vec::new(), calls(case));
    for call in &calls {
        let of = format!("{}: {}, {}", case.file(), case.name, call.label);
        let asked = catch_unwind(AssertUnwindSafe(|| ask(case, call)));
        let (shown, answer) = asked.map_err(|_| format!("{of}: it did not end by itself"))?;
        if answer.code == 101 || answer.err.contains("panicked at") {
            return Err(format!("{of}: {answer:?}"));
        }
        if calls.len() > 1 {
            text += &format!("-------- {}\n", call.label);
        }
        text += &format!("$ smem-tile {}\n{}", shown.join(" "), kept(case.door, &answer));
        found.push((call.label.clone(), findings(case.door, &answer.out)));
    }
    Ok(CaseAnswer { text, found })
}

/// Whether no changes of the source are tried: in files of many kernels with mistakes each would be compiled many times. The tests of `remedies`
/// try them.
fn leaves_remedies(case: &Case) -> bool {
    ["hazards", "planted"].contains(&&case.corpus[..])
}

/// Runs the program. Returns the arguments, without those that are of this machine, and the answer.
fn ask(case: &Case, call: &Call) -> (Vec<String>, Answer) {
    let folder = Folder::with(&[]);
    for (name, bytes) in &call.files {
        fs::write(folder.path(name), bytes).unwrap();
    }
    let is_launched = call.text(LAUNCHES).is_some();
    let mut arguments = vec![case.door.word().to_owned()];
    let mut add = |words: &[&str]| arguments.extend(words.iter().map(|word| (*word).to_owned()));
    match case.door {
        Door::Profile | Door::Fix => {
            add(&[call.source(), if case.door == Door::Fix { "--diff" } else { "--json" }]);
            if is_launched {
                add(&["--launch", LAUNCHES]);
            }
            if leaves_remedies(case) {
                add(&["--no-remedies"]);
            }
            // One compiler on every machine.
            if call.source().ends_with(".cu") {
                add(&["--compiler", "nvrtc"]);
            }
        }
        Door::Check => {
            add(&[call.source()]);
            if is_launched {
                let remedies = if leaves_remedies(case) { "remedies = false\n" } else { "" };
                let config = format!("[[launch]]\nfile = \"{}\"\nlaunch = \"{LAUNCHES}\"\n{remedies}", call.source());
                fs::write(folder.path("smem-tile.toml"), config).unwrap();
            }
        }
        Door::Explain => add(&[call.source(), "--json"]),
        Door::Run => {
            fs::write(folder.path(IMAGE), image(call)).unwrap();
            add(&["--json"]);
        }
    }
    arguments.extend(case.options.iter().cloned());
    let shown = arguments.clone();
    if case.door == Door::Run {
        let own = std::env::current_exe().unwrap().display().to_string();
        arguments.extend(["--library".to_owned(), driver::library(), "--".to_owned(), own]);
        // With one thread, as one processor would have it, the name of the test is in front of what is printed first.
        arguments
            .extend(["--exact", "program::program", "--ignored", "--nocapture", "--test-threads=2"].map(str::to_owned));
    }
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let answer = folder.call_as(&words, "", |program| {
        // A toolkit of the machine is not asked, nor are terminals.
        program.env_remove("CUDA_PATH").env_remove("CUDA_HOME").env_remove("RUST_BACKTRACE");
    });
    let folders = [folder.path(""), Install::Allowed.folder().unwrap(), crate::repository()];
    let [own, tools, repository] = folders.map(|folder| folder.display().to_string());
    let without_own = |text: &str| {
        let text = text.replace(&own, "").replace(own.trim_end_matches('/'), ".");
        text.replace(&tools, "TOOLS").replace(&repository, "REPOSITORY")
    };
    (shown, Answer { code: answer.code, out: without_own(&answer.out), err: without_own(&answer.err) })
}

/// The PTX of the kernels that a call launches.
fn image(call: &Call) -> String {
    let (text, launches) = (call.text(call.source()).unwrap(), call.text(LAUNCHES).unwrap());
    let launches = LaunchFile::parse(&launches, LAUNCHES).unwrap();
    // Products of warp groups need the architecture's own instructions.
    let arch = if text.contains("wgmma") { "-arch=compute_90a" } else { "-arch=compute_90" };
    let source = CudaSource::new(text, call.source()).option(arch).option("-lineinfo");
    let source = launches.kernels().fold(source, CudaSource::kernel);
    let device = Device::simulator(Isa::Ptx, Install::Allowed).unwrap();
    let compiled = device.compile(&source).unwrap_or_else(|error| panic!("{error}"));
    // Its lines are in the source, wherever this test was started.
    compiled.ptx().replace(&format!("{}/", std::env::current_dir().unwrap().display()), "")
}

/// The answer as it is stored.
fn kept(door: Door, answer: &Answer) -> String {
    let out = match door {
        Door::Check | Door::Fix => answer.out.clone(),
        Door::Profile | Door::Explain => document(&answer.out),
        Door::Run => {
            // The harness of the command prints as well, its seconds among others.
            let (printed, report) = answer.out.split_at(answer.out.find("\n{\n").map_or(answer.out.len(), |at| at + 1));
            let own: Vec<&str> = printed.lines().filter(|line| line.starts_with("program: ")).collect();
            own.into_iter().map(|line| format!("{line}\n")).collect::<String>() + &document(report)
        }
    };
    let err: String =
        answer.err.lines().filter(|line| !is_of_installing(line)).map(|line| format!("{line}\n")).collect();
    let err = if err.is_empty() { err } else { format!("---- stderr\n{err}") };
    let end = |text: &str| if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    format!("{out}{}{err}{}---- exit code {}\n", end(&out), end(&err), answer.code)
}

/// Whether a line says what is installed, which is so on a new machine alone.
fn is_of_installing(line: &str) -> bool {
    (line.starts_with("no ") && line.contains(" on this machine: installing "))
        || (line.starts_with("installed ") && line.ends_with(" s"))
        || line.starts_with("waiting for another process that installs")
}

/// The document of an output in short lines; what is not a document stays as it is.
fn document(out: &str) -> String {
    serde_json::from_str::<Value>(out).map_or_else(|_| out.to_owned(), |document| laid_out(&document))
}
