//! The error where the crate that the code would refer to is not a dependency: rustc's own says that a path does not resolve, and
//! not which line is missing.
//!
//! A macro does not see the names of its caller. It runs inside rustc, though, whose command line names the dependencies and the
//! file with the root of the crate. Where they leave a doubt, the error is left to rustc.

use std::ffi::OsString;
use std::fs;
use std::sync::OnceLock;

/// Returns true if the compiler that runs this macro was given dependencies, `krate` is not one of them, and the crate does not give
/// another one that name.
pub(crate) fn is_unlinked(krate: &str) -> bool {
    static INVOCATION: OnceLock<Option<Invocation>> = OnceLock::new();
    let invocation = INVOCATION.get_or_init(|| Invocation::of(std::env::args_os()));
    invocation.as_ref().is_some_and(|invocation| {
        !invocation.dependencies.iter().any(|name| name == krate)
            && fs::read_to_string(&invocation.root).is_ok_and(|source| !renames(&source, krate))
    })
}

/// The dependencies and the root file on the command line of rustc.
#[derive(PartialEq, Debug)]
struct Invocation {
    /// The names that `--extern` options declare.
    dependencies: Vec<String>,
    /// The path of the file with the root of the crate.
    root: OsString,
}

impl Invocation {
    /// Reads the arguments of rustc; `None` without dependencies, as in another program than rustc, or if some may be in a
    /// file.
    fn of(args: impl Iterator<Item = OsString>) -> Option<Invocation> {
        let mut dependencies = Vec::new();
        let mut root = None;
        let mut is_value = false;
        for arg in args {
            let text = arg.to_string_lossy();
            if text.starts_with('@') {
                return None;
            }
            let value = if is_value { Some(&*text) } else { text.strip_prefix("--extern=") };
            is_value = !is_value && text == "--extern";
            if let Some(value) = value {
                // `name`, `name=path`, `options:name=path`
                let name = value.split('=').next().unwrap_or_default();
                dependencies.push(name.rsplit(':').next().unwrap_or_default().to_string());
            } else if text.ends_with(".rs") && !text.starts_with('-') {
                root = Some(arg);
            }
        }
        let root = root.filter(|_| !dependencies.is_empty())?;
        Some(Invocation { dependencies, root })
    }
}

/// Returns true if `source` may have `extern crate .. as krate;`, which makes `::krate` a path.
fn renames(source: &str, krate: &str) -> bool {
    let words: Vec<&str> =
        source.split(|c: char| c.is_whitespace() || c == ';').filter(|word| !word.is_empty()).collect();
    words.windows(2).any(|words| words == ["as", krate])
}

/// Returns the message for a crate that depends on `smem-derive` without `smem-layout`.
pub(crate) fn no_smem_layout() -> String {
    let version = env!("CARGO_PKG_VERSION");
    format!(
        "the code of this attribute needs the crate `smem_layout`, which is not a dependency\n\
         help: add `smem-layout = \"{version}\"` under `[dependencies]` in Cargo.toml; or put `smem-tile = \"{version}\"` in place of \
         `smem-derive`, and write `use smem_tile::smem_tile;`\n\
         help: if another crate re-exports it, write `crate = path`"
    )
}

/// Returns the message for a crate that has the attribute of `smem-tile` from elsewhere.
pub(crate) fn no_smem_tile() -> String {
    let version = env!("CARGO_PKG_VERSION");
    format!(
        "the code of this attribute needs the crate `smem_tile`, which is not a dependency under this name\n\
         help: add `smem-tile = \"{version}\"` under `[dependencies]` in Cargo.toml\n\
         help: if it has another name, or another crate re-exports it, write `crate = path`"
    )
}

/// The message for a tile with `cubecl` in a crate that does not depend on it.
pub(crate) const NO_CUBECL: &str = "the functions of `cubecl` need the crate `cubecl`, which is not a dependency\n\
    help: add it with `cargo add cubecl`, or leave the option out";

#[cfg(test)]
mod tests {
    use super::*;

    fn dependencies(line: &str) -> Option<Vec<String>> {
        let invocation = Invocation::of(line.split(' ').map(OsString::from))?;
        assert_eq!(invocation.root, "src/lib.rs");
        Some(invocation.dependencies)
    }

    #[test]
    fn every_form_of_the_option_declares_a_name() {
        let line = "rustc src/lib.rs --extern a=liba.rlib --extern=b=libb.rlib --extern priv,noprelude:c=libc.rlib --extern d -L x";
        assert_eq!(dependencies(line), Some(["a", "b", "c", "d"].map(String::from).to_vec()));
    }

    #[test]
    fn without_the_option_or_a_root_nothing_is_known() {
        for line in [
            "rust-analyzer-proc-macro-srv",
            "rustc src/lib.rs",
            "rustc - --extern a=liba.rlib",
            "rustc src/lib.rs --extern a=liba.rlib @more",
        ] {
            assert_eq!(dependencies(line), None, "{line}");
        }
    }

    #[test]
    fn a_crate_may_give_another_the_name() {
        assert!(renames("extern crate layouts as smem_layout;\nfn f() {}", "smem_layout"));
        assert!(renames("extern crate self as\n    smem_tile ;", "smem_tile"));
        assert!(!renames("extern crate smem_layout as layouts; use smem_tile::smem_tile;", "smem_layout"));
    }
}
