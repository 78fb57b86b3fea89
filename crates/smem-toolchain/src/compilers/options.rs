//! Options of compilers, read before any compiler sees them.
//!
//! An option may be a stranger's: of a file that a checkout brings. So it is taken apart here, and a compiler gets the parts that change what a
//! text means or computes: folders, macros, and flags of a table. Others, which would load a plugin, write a file, or read options from one,
//! are refused.

use std::path::PathBuf;

use crate::error::ToolError;

/// An option that is taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum CompilerOption {
    /// A folder of headers, and whether they are those of a system.
    Folder { path: PathBuf, is_system: bool },
    /// A macro with its value, if there is one: `N=4`.
    Macro(String),
    /// A macro that is not defined.
    Undefined(String),
    /// A header that is included before the text.
    PreInclude(PathBuf),
    /// A flag of the table, as it is written.
    Flag(String),
    /// A flag for the host compiler.
    Host(String),
    /// The architecture, which the caller sets itself.
    Architecture(String),
}

/// The values of a flag.
#[derive(Clone, Copy)]
enum FlagValue {
    None,
    /// A number, a word, or a list of them.
    Word,
    /// Either.
    Any,
}

/// Flags of NVRTC and `nvcc` that change the language, the code, or which messages come; without the dashes in front.
const FLAGS: [(&str, FlagValue); 58] = [
    ("std", FlagValue::Word),
    ("use_fast_math", FlagValue::None),
    ("ftz", FlagValue::Word),
    ("prec-div", FlagValue::Word),
    ("prec-sqrt", FlagValue::Word),
    ("fmad", FlagValue::Word),
    ("lineinfo", FlagValue::None),
    ("generate-line-info", FlagValue::None),
    ("G", FlagValue::None),
    ("device-debug", FlagValue::None),
    ("dopt", FlagValue::Any),
    ("Ofast-compile", FlagValue::Word),
    ("Ofc", FlagValue::Word),
    ("O0", FlagValue::None),
    ("O1", FlagValue::None),
    ("O2", FlagValue::None),
    ("O3", FlagValue::None),
    ("O", FlagValue::Word),
    ("optimize", FlagValue::Word),
    ("rdc", FlagValue::Word),
    ("relocatable-device-code", FlagValue::Word),
    ("dc", FlagValue::None),
    ("device-c", FlagValue::None),
    ("dlto", FlagValue::None),
    ("maxrregcount", FlagValue::Word),
    ("ptxas-options", FlagValue::Word),
    ("Xptxas", FlagValue::Word),
    ("expt-relaxed-constexpr", FlagValue::None),
    ("expt-extended-lambda", FlagValue::None),
    ("extended-lambda", FlagValue::None),
    ("default-stream", FlagValue::Word),
    ("default-device", FlagValue::None),
    ("device-as-default-execution-space", FlagValue::None),
    ("device-int128", FlagValue::None),
    ("device-float128", FlagValue::None),
    ("static-global-template-stub", FlagValue::Word),
    ("restrict", FlagValue::None),
    ("extra-device-vectorization", FlagValue::None),
    ("modify-stack-limit", FlagValue::Word),
    ("builtin-move-forward", FlagValue::Word),
    ("builtin-initializer-list", FlagValue::Word),
    ("no-source-include", FlagValue::None),
    ("minimal", FlagValue::None),
    ("disable-warnings", FlagValue::None),
    ("w", FlagValue::None),
    ("Werror", FlagValue::Any),
    ("Wno-deprecated-gpu-targets", FlagValue::None),
    ("Wno-deprecated-declarations", FlagValue::None),
    ("diag-error", FlagValue::Word),
    ("diag-suppress", FlagValue::Word),
    ("diag-warn", FlagValue::Word),
    ("display-error-number", FlagValue::None),
    ("no-display-error-number", FlagValue::None),
    ("brief-diagnostics", FlagValue::Word),
    ("err-no", FlagValue::None),
    ("split-compile", FlagValue::Word),
    ("ewp", FlagValue::None),
    ("extensible-whole-program", FlagValue::None),
];

const FOLDERS: [(&str, bool); 4] =
    [("--include-path=", false), ("--system-include=", true), ("-isystem=", true), ("-I", false)];
const MACROS: [&str; 2] = ["--define-macro=", "-D"];
const UNDEFINED: [&str; 2] = ["--undefine-macro=", "-U"];
const PRE_INCLUDES: [&str; 2] = ["--pre-include=", "-include="];
const ARCHITECTURES: [&str; 2] = ["-arch=", "--gpu-architecture="];
const HOST: [&str; 2] = ["-Xcompiler=", "--compiler-options="];

/// Flags of host compilers that are taken: those that define macros or change the language.
const HOST_FLAGS: [&str; 14] = [
    "-fopenmp",
    "-pthread",
    "-fPIC",
    "-fpic",
    "-fpermissive",
    "-fno-exceptions",
    "-fno-rtti",
    "-fno-strict-aliasing",
    "-fsigned-char",
    "-funsigned-char",
    "-ffast-math",
    "-w",
    "-g",
    "-m64",
];
/// Beginnings of others, of which a word follows.
const HOST_BEGINNINGS: [&str; 4] = ["-O", "-march=", "-mtune=", "-W"];

impl CompilerOption {
    /// Reads an option.
    ///
    /// # Errors
    /// [`ToolError::RefusedOption`] where it is none of those that are taken.
    pub(super) fn read(option: &str) -> Result<CompilerOption, ToolError> {
        if option.chars().any(char::is_control) {
            return Err(refused(option, "holds a control character"));
        }
        let after = |names: &[&str]| names.iter().find_map(|name| option.strip_prefix(name));
        let folder = FOLDERS.iter().find_map(|(name, is_system)| Some((option.strip_prefix(name)?, *is_system)));
        if let Some((path, is_system)) = folder {
            // The working folder is the compiler's own.
            return match path {
                "" => Err(refused(option, "names no folder")),
                path => Ok(CompilerOption::Folder { path: absolute(path), is_system }),
            };
        }
        if let Some(definition) = after(&MACROS) {
            let name = definition.split(['=', '(']).next().unwrap_or_default();
            return match is_identifier(name) && !definition.ends_with('\\') {
                true => Ok(CompilerOption::Macro(definition.to_owned())),
                false => Err(refused(option, "names no macro: a macro has letters, digits and underscores")),
            };
        }
        if let Some(name) = after(&UNDEFINED) {
            return match is_identifier(name) {
                true => Ok(CompilerOption::Undefined(name.to_owned())),
                false => Err(refused(option, "names no macro: a macro has letters, digits and underscores")),
            };
        }
        if let Some(path) = after(&PRE_INCLUDES).filter(|path| !path.is_empty()) {
            return Ok(CompilerOption::PreInclude(absolute(path)));
        }
        if let Some(arch) = after(&ARCHITECTURES).filter(|arch| is_word(arch)) {
            return Ok(CompilerOption::Architecture(arch.to_owned()));
        }
        if let Some(flag) = after(&HOST).filter(|flag| is_host_flag(flag)) {
            return Ok(CompilerOption::Host(flag.to_owned()));
        }
        match is_flag(option) {
            true => Ok(CompilerOption::Flag(option.to_owned())),
            false => Err(refused(option, "is not an option that is passed to a compiler here")),
        }
    }
}

fn refused(option: &str, why: &str) -> ToolError {
    ToolError::RefusedOption(format!("`{}` {why}", option.escape_debug()))
}

/// Compilers run in another folder.
fn absolute(path: &str) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.into())
}

fn is_identifier(name: &str) -> bool {
    let is_letter = |mark: char| mark.is_alphanumeric() || mark == '_' || mark == '$';
    name.starts_with(|first: char| is_letter(first) && !first.is_ascii_digit()) && name.chars().all(is_letter)
}

/// A word that no program reads as anything else: no file of options, no folder.
fn is_word(word: &str) -> bool {
    let is_plain = |mark: char| mark.is_ascii_alphanumeric() || matches!(mark, '_' | '.' | ',' | '+' | '-' | '=');
    !word.is_empty() && word.chars().all(is_plain)
}

fn is_flag(option: &str) -> bool {
    let Some(name) = option.strip_prefix("--").or_else(|| option.strip_prefix('-')) else { return false };
    let (name, value) = name.split_once('=').map_or((name, None), |(name, value)| (name, Some(value)));
    let Some((_, values)) = FLAGS.iter().find(|(flag, _)| *flag == name) else { return false };
    match (values, value) {
        (FlagValue::None | FlagValue::Any, None) => true,
        (FlagValue::Word | FlagValue::Any, Some(value)) => is_word(value) && !names_file(value),
        _ => false,
    }
}

/// Whether an option of the assembler in another one is about files.
fn names_file(value: &str) -> bool {
    ["file", "output", "-o", "keep"].iter().any(|word| value.contains(word))
}

fn is_host_flag(flag: &str) -> bool {
    let has_word =
        |beginning: &str| flag.strip_prefix(beginning).is_some_and(|rest| is_word(rest) && !rest.contains(','));
    HOST_FLAGS.contains(&flag) || HOST_BEGINNINGS.iter().any(|beginning| has_word(beginning))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(option: &str) -> Option<CompilerOption> {
        CompilerOption::read(option).ok()
    }

    #[test]
    fn folders_and_macros_are_taken_apart_whatever_their_names_hold() {
        let folder = |path: &str, is_system| Some(CompilerOption::Folder { path: path.into(), is_system });
        assert_eq!(read("-I/a b/$(c),'d"), folder("/a b/$(c),'d", false));
        assert_eq!(read("--include-path=/a"), folder("/a", false));
        assert_eq!(read("-isystem=/a"), folder("/a", true));
        assert_eq!(read("-DX=$(touch a) `b` \"c\""), Some(CompilerOption::Macro("X=$(touch a) `b` \"c\"".to_owned())));
        assert_eq!(read("--define-macro=F(a)=a"), Some(CompilerOption::Macro("F(a)=a".to_owned())));
        assert_eq!(read("-UX"), Some(CompilerOption::Undefined("X".to_owned())));
        assert_eq!(read("--pre-include=/p.h"), Some(CompilerOption::PreInclude("/p.h".into())));
        assert_eq!(read("-arch=sm_90a"), Some(CompilerOption::Architecture("sm_90a".to_owned())));
    }

    #[test]
    fn flags_of_the_language_and_of_the_code_are_taken() {
        for flag in [
            "--std=c++20",
            "-std=c++17",
            "-lineinfo",
            "--use_fast_math",
            "-rdc=true",
            "--ptxas-options=-O0",
            "-Xptxas=-dlcm=ca",
            "--diag-suppress=177,186",
            "-maxrregcount=32",
            "-default-stream=per-thread",
            "-Xcompiler=-fopenmp",
            "-Xcompiler=-march=armv8-a",
            "-Xcompiler=-Wno-unused",
            "-G",
        ] {
            assert!(read(flag).is_some(), "{flag}");
        }
    }

    #[test]
    fn what_runs_reads_or_writes_something_else_is_refused() {
        for option in [
            "-ccbin=evil",
            "--compiler-bindir=/tmp",
            "-Xcompiler=-fplugin=evil.so",
            "-Xcompiler=-B.",
            "-Xcompiler=-Wp,-MD,canary",
            "-Xcompiler=-wrapper,sh",
            "-Xcompiler=-O2,-fplugin=evil.so",
            "-Xcompiler=@options",
            "-Xcompiler=-include",
            "--options-file=a",
            "-optf=a",
            "@a",
            "a.cu",
            "",
            "-",
            "-o=a",
            "--keep",
            "--run",
            "--dryrun",
            "--time=canary",
            "--fdevice-time-trace=canary",
            "--create-pch=canary",
            "-Xptxas=--output-file=canary",
            "-Xptxas=--options-file=a",
            "--std=$(touch canary)",
            "--std=c++17;x",
            "-Xptxas=/a",
            "-D",
            "-D1=2",
            "-DA\n#include \"a\"",
            "-DA=1\\",
            "-DA B=1",
            "-U",
            "-UX;",
            "-I",
            "-I/a\nb",
            "--pre-include=",
            "-arch=$(a)",
        ] {
            assert!(matches!(CompilerOption::read(option), Err(ToolError::RefusedOption(_))), "{option}");
        }
    }
}
