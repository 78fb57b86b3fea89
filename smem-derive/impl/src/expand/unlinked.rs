//! The error where the crate that the code would refer to is not a dependency: rustc's own says that a path does not resolve, and
//! not which line is missing.
//!
//! A macro does not see the names of its caller. It runs inside rustc, though, whose command line names the dependencies.

use std::ffi::OsString;
use std::sync::OnceLock;

/// Returns true if the compiler that runs this macro was given dependencies, and `krate` is not one of them.
pub(crate) fn is_unlinked(krate: &str) -> bool {
    static DEPENDENCIES: OnceLock<Option<Vec<String>>> = OnceLock::new();
    let dependencies = DEPENDENCIES.get_or_init(|| dependencies(std::env::args_os()));
    dependencies.as_ref().is_some_and(|names| !names.iter().any(|name| name == krate))
}

/// Returns the names that `--extern` options declare; `None` if there are none, as in another program than rustc, or if some may be
/// in a file.
fn dependencies(args: impl Iterator<Item = OsString>) -> Option<Vec<String>> {
    let mut names = Vec::new();
    let mut is_value = false;
    for arg in args {
        let arg = arg.to_string_lossy();
        if arg.starts_with('@') {
            return None;
        }
        let value = if is_value { Some(&*arg) } else { arg.strip_prefix("--extern=") };
        is_value = !is_value && arg == "--extern";
        if let Some(value) = value {
            // `name`, `name=path`, `options:name=path`
            let name = value.split('=').next().unwrap_or_default();
            names.push(name.rsplit(':').next().unwrap_or_default().to_string());
        }
    }
    Some(names).filter(|names| !names.is_empty())
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

#[cfg(test)]
mod tests {
    use super::*;

    fn names(line: &str) -> Option<Vec<String>> {
        dependencies(line.split(' ').map(OsString::from))
    }

    #[test]
    fn every_form_of_the_option_declares_a_name() {
        let line = "rustc src/lib.rs --extern a=liba.rlib --extern=b=libb.rlib --extern priv,noprelude:c=libc.rlib --extern d -L x";
        assert_eq!(names(line), Some(["a", "b", "c", "d"].map(String::from).to_vec()));
        assert_eq!(names("rustc --extern --extern=x --extern y=z"), Some(["--extern", "y"].map(String::from).to_vec()));
    }

    #[test]
    fn without_the_option_nothing_is_known() {
        assert_eq!(names("rust-analyzer-proc-macro-srv"), None);
        assert_eq!(names("rustc --extern a=liba.rlib @more"), None);
    }
}
