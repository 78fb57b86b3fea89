//! The files of a case, and its calls of the program: one, or several where a launch ends a run or a kernel has several layouts.
//!
//! The first input is what is profiled. Inputs are words of the table:
//!
//! | word | what |
//! | --- | --- |
//! | `PATH` | a file of the repository |
//! | `pack:PATH#NAME>FILE` | a section of a file of many sources, whose head is a line `//// NAME`; `FILE` in the call |
//! | `launches:PATH` | a launch file, `launches.toml` in the call |
//! | `each:PATH` | a launch file, a call for each of its launches: those whose faults end a run |
//! | `planted:NAME` | a planted kernel with all of its changes, and its launches |
//! | `tiles:NAME` | a kernel of the gallery or of the 2D scan, a call for each layout of its tile |

use std::fs;

use smem_examples::{TileVariant, gallery, scan2d};
use smem_hardware::suites::{Expected, Planted, SuiteFinding, planted_kernels, planted_together};

use crate::repository;
use crate::table::Case;

/// The launch file of a call.
pub(crate) const LAUNCHES: &str = "launches.toml";

/// One call of the program, in a folder of its own.
#[derive(Debug, Clone, Default)]
pub(crate) struct Call {
    /// The difference to the other calls of the case; empty where it has one.
    pub(crate) label: String,
    /// The names and contents of all files.
    pub(crate) files: Vec<(String, Vec<u8>)>,
}

impl Call {
    fn new(label: impl Into<String>) -> Call {
        Call { label: label.into(), files: Vec::new() }
    }

    fn with(mut self, name: &str, text: impl Into<Vec<u8>>) -> Call {
        self.files.push((name.to_owned(), text.into()));
        self
    }

    /// The file that the program is asked about.
    pub(crate) fn source(&self) -> &str {
        self.files.first().map_or("", |(name, _)| name)
    }

    /// The text of a file, if there is one of that name.
    pub(crate) fn text(&self, name: &str) -> Option<String> {
        let (_, bytes) = self.files.iter().find(|(known, _)| known == name)?;
        Some(String::from_utf8(bytes.clone()).unwrap())
    }
}

/// Returns the calls of a case.
pub(crate) fn calls(case: &Case) -> Vec<Call> {
    case.inputs.iter().fold(vec![Call::default()], |calls, input| {
        let all =
            |name: &str, bytes: Vec<u8>| calls.iter().map(|call| call.clone().with(name, bytes.clone())).collect();
        match input.split_once(':') {
            None => all(input.rsplit('/').next().unwrap(), bytes(input)),
            Some(("launches", path)) => all(LAUNCHES, bytes(path)),
            Some(("pack", section)) => {
                let (path, name) = section.split_once('#').unwrap();
                let (name, file) = name.split_once('>').unwrap();
                all(file, packed(path, name).into())
            }
            Some(("each", path)) => calls.iter().flat_map(|call| each(call, &text(path))).collect(),
            Some(("planted", name)) => planted(name),
            Some(("tiles", name)) => tiles(name),
            Some(_) => panic!("`{input}` is not an input"),
        }
    })
}

fn bytes(path: &str) -> Vec<u8> {
    fs::read(repository().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn text(path: &str) -> String {
    String::from_utf8(bytes(path)).unwrap()
}

/// A section of a file.
fn packed(path: &str, name: &str) -> String {
    let (head, text) = (format!("//// {name}"), text(path));
    let lines = text.split_inclusive('\n').skip_while(|line| line.trim_end() != head).skip(1);
    let section: String = lines.take_while(|line| !line.starts_with("//// ")).collect();
    assert!(!section.is_empty(), "`{path}` has no section `{name}`");
    section
}

/// The call once for each launch of a launch file, with its buffers.
fn each(call: &Call, launches: &str) -> Vec<Call> {
    let mut parts = launches.split("[[launch]]");
    let buffers = parts.next().unwrap();
    let kernel = |launch: &str| launch.split('"').nth(1).unwrap().to_owned();
    let alone = |launch: &str| {
        let call = Call { label: kernel(launch), ..call.clone() };
        call.with(LAUNCHES, format!("{buffers}[[launch]]{launch}"))
    };
    parts.map(alone).collect()
}

/// Whether a planted mistake may end the run, so that the launches after it would not be made.
fn ends_a_run(kernel: &Planted) -> bool {
    use SuiteFinding::{Barrier, Deadlock, Fault};
    matches!(&kernel.expected, Expected::Any(found) if found.iter().any(|one| matches!(one, Barrier | Deadlock | Fault)))
}

/// A file of planted kernels as one source: a call for those that run to their ends, and one for each of the others.
fn planted(name: &str) -> Vec<Call> {
    let kernels = planted_kernels(&repository().join("tests/hardware/suites/planted")).unwrap();
    let is_of_file = |kernel: &Planted| kernel.name.split('.').next() == Some(name);
    let kernels: Vec<Planted> = kernels.into_iter().filter(is_of_file).collect();
    assert!(!kernels.is_empty(), "there is no planted kernel `{name}`");
    let (source, _) = planted_together(&kernels);
    let (alone, together): (Vec<Planted>, Vec<Planted>) = kernels.into_iter().partition(ends_a_run);
    let call = |label: &str, launched: &[Planted]| {
        Call::new(label).with(&format!("{name}.cu"), source.clone()).with(LAUNCHES, planted_together(launched).1)
    };
    let alone = alone.iter().map(|kernel| call(&kernel.name, std::slice::from_ref(kernel)));
    std::iter::once(call("together", &together)).chain(alone).collect()
}

/// A kernel after the text of its tiles, for each layout.
fn tiles(name: &str) -> Vec<Call> {
    let (kernel, variants, others): (&str, &[TileVariant], &[&str]) = match name {
        "scan2d" => (scan2d::KERNELS, &scan2d::TILES, &[]),
        _ => {
            let exhibit = gallery::EXHIBITS.iter().find(|exhibit| exhibit.name == name);
            let exhibit = exhibit.unwrap_or_else(|| panic!("the gallery has no `{name}`"));
            (exhibit.text, exhibit.variants, exhibit.other_tiles)
        }
    };
    let call = |variant: &TileVariant| {
        let text = [&[variant.cuda], others, &[kernel]].concat().join("\n");
        Call::new(variant.name).with(&format!("{name}.cu"), text)
    };
    variants.iter().map(call).collect()
}
