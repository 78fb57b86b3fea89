//! The planted kernels: correct kernels, and each of them with one mistake.
//!
//! A line of `suites/planted/NAME.cu` may end in marks. `//- race` says that without this line there is a race; `//~ race: TEXT` that there is
//! one with TEXT in its place; `clean` in place of `race` that the change does no harm. The first line has the launch.

use std::path::Path;

use smem_examples::{Error, read_file};

use super::case::{Case, Expected};

/// A kernel `k(float* in, float* out, int n)`, correct or with one mistake.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Planted {
    /// The file's name, and for a changed one its line: `scan.9`, then `scan.9b` for a second change of that line.
    pub name: String,
    /// What must be found.
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

/// Elements of `in` and `out`.
const ELEMENTS: u32 = 4096;

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
struct Change {
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
fn changes(at: usize, line: &str) -> Result<Vec<Change>, usize> {
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
        Ok(Change { at, expected: Expected::parse(expected).ok_or(at + 1)?, text })
    };
    starts.iter().zip(ends).map(change).collect()
}

impl Planted {
    /// Returns the kernel as a case, to be run by itself.
    pub fn case(&self) -> Case {
        Case {
            suite: "planted",
            name: self.name.clone(),
            expected: self.expected.clone(),
            source: Ok(self.text.clone()),
            launches: format!(
                "[buffers]\nin = {{ type = \"f32\", len = {ELEMENTS}, init = \"random\", min = 0.0, max = 1.0 }}\nout = {{ type = \"f32\", len = {ELEMENTS} }}\n\n\
                 [[launch]]\nkernel = \"k\"\ngrid = [{}]\nblock = [{}]\nshared = {}\nargs = [\"in\", \"out\", {{ i32 = {} }}]\n",
                self.grid, self.block, self.shared, self.n
            ),
            files: Vec::new(),
            include: Vec::new(),
            options: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::finding::Finding;
    use super::*;

    const TEXT: &str = "// grid=1 block=64 n=5\n  a();  //- race //~ clean: b();\n  c();\n";

    #[test]
    fn a_mark_deletes_its_line_or_changes_it() {
        let kernels = expand("x", TEXT).unwrap();
        let shown: Vec<(&str, &str)> =
            kernels.iter().map(|kernel| (kernel.name.as_str(), kernel.text.lines().nth(1).unwrap())).collect();
        assert_eq!(shown, [("x", "  a();"), ("x.2", ""), ("x.2b", "  b();")]);
        assert_eq!(kernels[1].expected, Expected::Any(vec![Finding::Race]));
        assert_eq!(kernels[2].expected, Expected::Clean);
        assert_eq!((kernels[0].block.as_str(), kernels[0].n), ("64", 5));
    }

    #[test]
    fn an_unknown_kind_is_refused_with_its_line() {
        assert_eq!(expand("x", "// grid=1 block=64 n=5\na(); //- rays\n"), Err(2));
        assert_eq!(expand("x", "// block=64 n=5\n"), Err(1));
    }
}
