//! The planted kernels: correct kernels, and each of them with one mistake.
//!
//! A line of `suites/planted/NAME.cu` may end in marks. `//- race` says that without this line there is a race; `//~ race: TEXT` that there is
//! one with TEXT in its place; `clean` in place of `race` that the change does no harm. The first line has the launch.

use std::path::Path;

use smem_examples::{Error, read_file};

use super::case::{Expected, SuiteCase};
use super::finding::SuiteFinding;

/// A kernel `k(float* in, float* out, int n)`, correct or with one mistake.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Planted {
    /// The file's name, and for a changed one its line: `scan.9`, then `scan.9b` for a second change of that line.
    pub name: String,
    /// The findings that must be made.
    pub expected: Expected,
    /// `gridDim`, as `profile --grid` takes it.
    pub grid: String,
    /// `blockDim`.
    pub block: String,
    /// Bytes of dynamic shared memory.
    pub shared: u32,
    /// The argument `n`.
    pub n: i32,
    /// CUDA C++: as many lines as the file, without marks.
    pub text: String,
}

/// The buffers of every launch.
const BUFFERS: &str = "[buffers]
in = { type = \"f32\", len = 4096, init = \"random\", min = 0.0, max = 1.0 }
out = { type = \"f32\", len = 4096 }
";

/// Reads the kernels in `folder`, each correct and with each of its mistakes.
///
/// # Errors
/// [`Error::Input`] where a file cannot be read or has marks that are not understood.
pub fn planted_kernels(folder: &Path) -> Result<Vec<Planted>, Error> {
    let entries = std::fs::read_dir(folder)
        .map_err(|error| Error::Input(format!("cannot read `{}`: {error}", folder.display())))?;
    let mut paths: Vec<_> = entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "cu"));
    paths.sort();
    let mut kernels = Vec::new();
    for path in paths {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        kernels.extend(expand(&name, &read_file(&path)?).map_err(|line| {
            Error::Input(format!("`{}`, line {line}: not the launch or a mark of a planted kernel", path.display()))
        })?);
    }
    Ok(kernels)
}

/// A change of one line: its index, what it leads to, and the new text.
struct PlantedChange {
    at: usize,
    expected: Expected,
    text: String,
}

/// The kernels of a file, the correct one first; or the line that is not understood.
fn expand(name: &str, text: &str) -> Result<Vec<Planted>, usize> {
    let lines: Vec<&str> = text.lines().collect();
    let bare: Vec<&str> = lines.iter().map(|line| code(line)).collect();
    let field = |key: &str| {
        let head = lines.first()?.strip_prefix("// ")?;
        head.split(' ').find_map(|word| word.strip_prefix(key)?.strip_prefix('='))
    };
    let correct = Planted {
        name: name.to_owned(),
        expected: Expected::Clean,
        grid: field("grid").ok_or(1_usize)?.to_owned(),
        block: field("block").ok_or(1_usize)?.to_owned(),
        shared: field("shared").unwrap_or("0").parse().map_err(|_| 1_usize)?,
        n: field("n").and_then(|n| n.parse().ok()).ok_or(1_usize)?,
        text: bare.join("\n") + "\n",
    };
    let mut kernels = vec![correct];
    for (at, line) in lines.iter().enumerate() {
        for (which, change) in changes(at, line)?.into_iter().enumerate() {
            let mut changed = bare.clone();
            changed[change.at] = &change.text;
            let which = if which == 0 { String::new() } else { char::from(b'a' + which as u8).to_string() };
            kernels.push(Planted {
                name: format!("{name}.{}{which}", at + 1),
                expected: change.expected,
                text: changed.join("\n") + "\n",
                ..kernels[0].clone()
            });
        }
    }
    Ok(kernels)
}

const MARKS: [&str; 2] = ["//- ", "//~ "];

/// The line without its marks.
fn code(line: &str) -> &str {
    let end = MARKS.iter().filter_map(|mark| line.find(mark)).min().unwrap_or(line.len());
    line[..end].trim_end()
}

/// The changes that a line's marks describe.
fn changes(at: usize, line: &str) -> Result<Vec<PlantedChange>, usize> {
    let marks = line[code(line).len()..].trim();
    let indent = &line[..line.len() - line.trim_start().len()];
    let mut starts: Vec<usize> = MARKS.iter().flat_map(|mark| marks.match_indices(mark)).map(|(at, _)| at).collect();
    starts.sort_unstable();
    let ends = starts.iter().skip(1).copied().chain([marks.len()]);
    let change = |(start, end): (&usize, usize)| {
        let (mark, rest) = marks[*start..end].trim().split_at(MARKS[0].len());
        let (expected, text) = if mark == MARKS[0] {
            (rest, String::new())
        } else {
            let (expected, text) = rest.split_once(": ").ok_or(at + 1)?;
            (expected, format!("{indent}{text}"))
        };
        Ok(PlantedChange { at, expected: Expected::parse(expected).ok_or(at + 1)?, text })
    };
    starts.iter().zip(ends).map(change).collect()
}

impl Planted {
    /// Returns the kernel as a case, to be run by itself.
    pub fn case(&self) -> SuiteCase {
        SuiteCase {
            suite: "planted",
            name: self.name.clone(),
            expected: self.expected.clone(),
            source: Ok(self.text.clone()),
            launches: BUFFERS.to_owned() + &self.launch("k"),
            files: Vec::new(),
            include: Vec::new(),
            options: Vec::new(),
            is_guessed: false,
        }
    }

    /// Whether a run that found these is right about the kernel.
    pub fn is_answered_by(&self, found: &[SuiteFinding]) -> bool {
        self.expected.is_answered_by(found) == Some(true)
    }

    /// Its launch, under this name.
    fn launch(&self, name: &str) -> String {
        let Planted { grid, block, shared, n, .. } = self;
        format!(
            "\n[[launch]]\nkernel = \"{name}\"\ngrid = [{grid}]\nblock = [{block}]\nshared = {shared}\nargs = [\"in\", \"out\", {{ i32 = {n} }}]\n"
        )
    }
}

const KERNEL: &str = "extern \"C\" __global__ void k(";

/// Returns one source with all these kernels, each under its own name, and its launch file with a launch of each in this order: one
/// compilation in place of many.
///
/// ```
/// use smem_hardware::suites::{planted_kernels, planted_together};
///
/// let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/suites/planted");
/// let kernels = planted_kernels(folder.as_ref())?;
/// let (source, launches) = planted_together(&kernels[..2]);
/// assert_eq!((source.matches("__global__").count(), launches.matches("[[launch]]").count()), (2, 2));
/// # Ok::<(), smem_examples::Error>(())
/// ```
pub fn planted_together(kernels: &[Planted]) -> (String, String) {
    let parts = |kernel: &Planted| {
        let (helpers, body) = kernel.text.split_once(KERNEL).unwrap_or_default();
        (items(helpers), body.to_owned())
    };
    let all: Vec<String> = kernels.iter().flat_map(|kernel| parts(kernel).0).collect();
    // A function with a mistake of its own in one of the kernels is beside each kernel, in a namespace.
    let varies = |item: &String| all.iter().any(|other| other != item && other.lines().next() == item.lines().next());
    let (mut shared, mut bodies, mut launches) = (Vec::new(), String::new(), BUFFERS.to_owned());
    for kernel in kernels {
        let name = kernel.name.replace('.', "_");
        let (helpers, body) = parts(kernel);
        let (own, common): (Vec<String>, Vec<String>) = helpers.into_iter().partition(&varies);
        for helper in common {
            if !shared.contains(&helper) {
                shared.push(helper);
            }
        }
        let text = format!("extern \"C\" __global__ void {name}({body}");
        bodies += &if own.is_empty() { text } else { format!("namespace of_{name} {{\n{}{text}}}\n", own.concat()) };
        launches += &kernel.launch(&name);
    }
    (shared.concat() + &bodies, launches)
}

/// The functions and directives in front of a kernel, each from its first line to the next one's.
fn items(text: &str) -> Vec<String> {
    let mut items: Vec<String> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with("// ")) {
        // A line that a mistake left out is empty.
        let is_open = items.last().is_some_and(|item| item.contains("{\n") && !item.ends_with("}\n"));
        if line.starts_with(' ') || line == "}" || line.is_empty() && is_open {
            items.last_mut().into_iter().for_each(|item| *item += &format!("{line}\n"));
        } else {
            items.push(format!("{line}\n"));
        }
    }
    items
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "// grid=1 block=64 n=5\n  a();  //- race //~ clean: b();\n  c();\n";

    #[test]
    fn a_mark_deletes_its_line_or_changes_it() {
        let kernels = expand("x", TEXT).unwrap();
        let shown: Vec<(&str, &str)> =
            kernels.iter().map(|kernel| (kernel.name.as_str(), kernel.text.lines().nth(1).unwrap())).collect();
        assert_eq!(shown, [("x", "  a();"), ("x.2", ""), ("x.2b", "  b();")]);
        assert_eq!(kernels[1].expected, Expected::Any(vec![SuiteFinding::Race]));
        assert_eq!(kernels[2].expected, Expected::Clean);
        assert_eq!((kernels[0].block.as_str(), kernels[0].n), ("64", 5));
    }

    #[test]
    fn an_unknown_kind_is_refused_with_its_line() {
        assert_eq!(expand("x", "// grid=1 block=64 n=5\na(); //- rays\n"), Err(2));
        assert_eq!(expand("x", "// block=64 n=5\n"), Err(1));
    }
}
