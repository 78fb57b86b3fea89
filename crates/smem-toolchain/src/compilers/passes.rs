//! The passes that `nvcc` would run, read from what it prints of them.
//!
//! `nvcc` hands each of its command lines to a shell, with the names of files and folders and the macros of its own command line in them. So it is
//! only asked, for a file of a neutral name, which passes there are (`--dryrun`), and they are started here, without a shell: an argument is an argument,
//! whatever it holds.

use std::collections::BTreeMap;
use std::path::PathBuf;

/// The two passes from a text to PTX.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Passes {
    /// The arguments of the host compiler that preprocesses, without its name.
    pub(super) preprocess: Vec<String>,
    /// The preprocessed text.
    pub(super) preprocessed: String,
    /// The device compiler and its arguments.
    pub(super) compiler: PathBuf,
    pub(super) compile: Vec<String>,
    /// The variables that the device compiler finds its library by.
    pub(super) variables: Vec<(String, String)>,
}

/// Those of the variables that the device compiler gets.
const VARIABLES: [&str; 4] = ["CICC_PATH", "NVVMIR_LIBRARY_DIR", "TOP", "CUDA_ROOT"];

impl Passes {
    /// Reads the passes; `None` where they are not among the lines.
    pub(super) fn read(log: &str) -> Option<Passes> {
        let mut variables: BTreeMap<String, String> = BTreeMap::new();
        let mut commands: Vec<Vec<String>> = Vec::new();
        for line in log.lines().filter_map(|line| line.strip_prefix("#$ ")) {
            match assignment(line) {
                Some((name, value)) => {
                    variables.insert(name.to_owned(), value.to_owned());
                }
                None => commands.push(words(line, &variables)?),
            }
        }
        let is_cicc = |words: &&Vec<String>| words.first().and_then(|word| word.rsplit('/').next()) == Some("cicc");
        let compile = commands.iter().find(is_cicc)?;
        let makes_its_input = |words: &&Vec<String>| {
            let output = words.iter().position(|word| word == "-o").and_then(|at| words.get(at + 1));
            words.iter().any(|word| word == "-E") && output.is_some_and(|output| compile.contains(output))
        };
        let preprocess = commands.iter().find(makes_its_input)?;
        let output = preprocess.iter().position(|word| word == "-o")?;
        let of_compiler = VARIABLES.iter().filter_map(|name| Some(((*name).to_owned(), variables.get(*name)?.clone())));
        Some(Passes {
            preprocessed: preprocess.get(output + 1)?.clone(),
            preprocess: preprocess.iter().skip(1).cloned().collect(),
            compiler: compile.first()?.into(),
            compile: compile.iter().skip(1).cloned().collect(),
            variables: of_compiler.collect(),
        })
    }
}

/// `NAME=value`.
fn assignment(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.split_once('=')?;
    let is_name = !name.is_empty() && name.chars().all(|mark| mark.is_ascii_alphanumeric() || mark == '_');
    is_name.then_some((name, value))
}

/// The words of a command line: separated by spaces, with quotes around some, and variables in both. `None` where a variable is not known.
fn words(line: &str, variables: &BTreeMap<String, String>) -> Option<Vec<String>> {
    let (mut words, mut word, mut is_word, mut is_quoted) = (Vec::new(), String::new(), false, false);
    let mut rest = line;
    while let Some(mark) = rest.chars().next() {
        rest = &rest[mark.len_utf8()..];
        match mark {
            '"' => (is_quoted, is_word) = (!is_quoted, true),
            '\\' if rest.starts_with(['"', '\\', '$']) => {
                let next = rest.chars().next()?;
                rest = &rest[next.len_utf8()..];
                word.push(next);
                is_word = true;
            }
            '$' => {
                let is_in_name = |mark: char| mark.is_ascii_alphanumeric() || mark == '_';
                let end = rest.find(|mark: char| !is_in_name(mark)).unwrap_or(rest.len());
                word.push_str(variables.get(&rest[..end])?);
                rest = &rest[end..];
                is_word = true;
            }
            mark if mark.is_whitespace() && !is_quoted => {
                if is_word {
                    words.push(std::mem::take(&mut word));
                }
                is_word = false;
            }
            mark => {
                word.push(mark);
                is_word = true;
            }
        }
    }
    if is_word {
        words.push(word);
    }
    Some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: &str = "#$ TOP=/opt/cuda/bin/..
#$ NVVMIR_LIBRARY_DIR=/opt/cuda/bin/../nvvm/libdevice
#$ CICC_PATH=/opt/cuda/bin/../nvvm/bin
#$ SYSTEM_INCLUDES=\"-isystem\" \"/opt/cuda/bin/../include/cccl\"
#$ \"/usr/bin\"/g++ -std=c++17 -E -x c++  \"-I/opt/cuda/bin/../include\"   -D \"X=a \\\"b\\\"\" -include \"cuda_runtime.h\" \"main.cu\" -o \"./tmp-7_main.cpp1.ii\"
#$ \"$CICC_PATH/cicc\" --c++17 -arch compute_90 \"./tmp-7_main.cpp1.ii\" -o \"kernel.ptx\"
#$ ptxas -arch=compute_90 \"kernel.ptx\"
";

    #[test]
    fn both_passes_are_read_with_their_words() {
        let passes = Passes::read(LOG).unwrap();
        assert_eq!(passes.compiler, PathBuf::from("/opt/cuda/bin/../nvvm/bin/cicc"));
        assert_eq!(passes.compile, ["--c++17", "-arch", "compute_90", "./tmp-7_main.cpp1.ii", "-o", "kernel.ptx"]);
        assert_eq!(passes.preprocessed, "./tmp-7_main.cpp1.ii");
        let words = &passes.preprocess;
        assert_eq!((&words[0][..], words.contains(&"X=a \"b\"".to_owned())), ("-std=c++17", true));
        assert_eq!(words.last().unwrap(), "./tmp-7_main.cpp1.ii");
        let names: Vec<&str> = passes.variables.iter().map(|(name, _)| &name[..]).collect();
        assert_eq!(names, ["CICC_PATH", "NVVMIR_LIBRARY_DIR", "TOP"]);
    }

    #[test]
    fn lines_without_the_passes_are_refused() {
        for log in ["", "nvcc fatal : no", "#$ a", "#$ \"$OTHER/cicc\" a -o b", "#$ ", "#$ g++ -E -o a"] {
            assert_eq!(Passes::read(log), None, "{log}");
        }
        assert_eq!(Passes::read(&LOG.replace("cpp1.ii\" -o", "cpp4.ii\" -o")), None, "nothing makes the input");
    }
}
