//! A warning where code is written for a crate of a version that it was not tried with: if that version changed what the code relies on,
//! the compiler's errors speak of names that the user never wrote, and the warning above them names the version.

use proc_macro2::TokenStream;
use quote::quote;
use std::env;
use std::fs;
use std::path::Path;

/// Returns the version of `krate` that the crate being compiled has locked, unless one of `tried` is, each a major and a minor number.
/// `None` where no lock file is found, too.
pub(super) fn version(krate: &str, tried: &[&str]) -> Option<String> {
    let folder = env::var_os("CARGO_MANIFEST_DIR")?;
    let lock = Path::new(&folder).ancestors().find_map(|folder| fs::read_to_string(folder.join("Cargo.lock")).ok())?;
    let versions: Vec<&str> = locked(&lock, krate).collect();
    let is_of = |version: &str, known: &str| version.strip_prefix(known).is_some_and(|rest| rest.starts_with('.'));
    let is_tried = |version: &&str| tried.iter().any(|known| is_of(version, known));
    if versions.iter().any(is_tried) { None } else { versions.first().map(|version| version.to_string()) }
}

/// Returns the versions of a package in the text of a lock file.
fn locked<'a>(lock: &'a str, krate: &str) -> impl Iterator<Item = &'a str> + use<'a> {
    let name = format!("name = \"{krate}\"");
    let packages = lock.split("[[package]]").filter(move |package| package.lines().any(|line| line == name));
    packages.filter_map(|package| package.lines().find_map(|line| line.strip_prefix("version = \"")?.strip_suffix('"')))
}

/// Returns code that rustc warns about. A macro has no other way to warn than something deprecated that is used.
pub(super) fn warning(krate: &str, version: &str, tried: &[&str]) -> TokenStream {
    let note = format!(
        "`{krate}` {version} was not tried with this version of the attribute, {} were: if the code of this option fails, that is why",
        tried.join(" and ")
    );
    quote! {
        const _: () = {
            #[deprecated(note = #note)]
            const UNTRIED: () = ();
            UNTRIED
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOCK: &str = "version = 4\n\n[[package]]\nname = \"cubecl\"\nversion = \"0.12.3\"\ndependencies = [\n \"cubecl-core\",\n]\n\n\
                        [[package]]\nname = \"cubecl-core\"\nversion = \"0.10.0\"\n";

    #[test]
    fn a_locked_version_is_that_of_the_package_of_this_name() {
        assert_eq!(locked(LOCK, "cubecl").collect::<Vec<_>>(), ["0.12.3"]);
        assert_eq!(locked(LOCK, "cubecl-core").collect::<Vec<_>>(), ["0.10.0"]);
        assert_eq!(locked(LOCK, "cube").count(), 0);
    }

    #[test]
    fn the_warning_names_the_version_and_those_that_were_tried() {
        let code = warning("cubecl", "0.12.3", &["0.10", "0.11"]).to_string();
        assert!(code.contains("`cubecl` 0.12.3 was not tried") && code.contains("0.10 and 0.11 were"), "{code}");
    }
}
