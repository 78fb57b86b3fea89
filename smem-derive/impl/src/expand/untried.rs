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
    let package = env::var("CARGO_PKG_NAME").unwrap_or_default();
    let versions = match depended_on(&lock, &package, krate) {
        Some(version) => vec![version],
        None => locked(&lock, krate).collect(),
    };
    let is_of = |version: &str, known: &str| version.strip_prefix(known).is_some_and(|rest| rest.starts_with('.'));
    let is_tried = |version: &&str| tried.iter().any(|known| is_of(version, known));
    if versions.iter().any(is_tried) { None } else { versions.first().map(|version| version.to_string()) }
}

/// Returns the versions of a package in the text of a lock file.
fn locked<'a>(lock: &'a str, krate: &str) -> impl Iterator<Item = &'a str> + use<'a> {
    entries(lock, krate)
        .filter_map(|entry| entry.lines().find_map(|line| line.strip_prefix("version = \"")?.strip_suffix('"')))
}

/// Returns the version of `krate` that `package` depends on. Cargo writes it beside the name where it locks several.
fn depended_on<'a>(lock: &'a str, package: &str, krate: &str) -> Option<&'a str> {
    entries(lock, package).flat_map(str::lines).find_map(|line| {
        let version = line.strip_prefix(" \"")?.strip_prefix(krate)?.strip_prefix(' ')?;
        version.split([' ', '"']).next()
    })
}

/// Returns the entries of a package in the text of a lock file.
fn entries<'a>(lock: &'a str, package: &str) -> impl Iterator<Item = &'a str> + use<'a> {
    let name = format!("name = \"{package}\"");
    lock.split("[[package]]").filter(move |entry| entry.lines().any(|line| line == name))
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
    fn of_several_versions_the_package_depends_on_the_one_beside_the_name() {
        let entry =
            |of: &str| format!("[[package]]\nname = \"mine\"\nversion = \"0.1.0\"\ndependencies = [\n \"{of}\",\n]\n");
        let of = |line: &str| depended_on(&entry(line), "mine", "cubecl").map(str::to_string);
        assert_eq!(of("cubecl 0.12.3"), Some("0.12.3".to_string()));
        assert_eq!(of("cubecl 0.12.3 (registry+https://example.com/index)"), Some("0.12.3".to_string()));
        assert_eq!((of("cubecl"), of("cubecl-core 0.9.0")), (None, None));
        assert_eq!(depended_on(&entry("cubecl 0.12.3"), "another", "cubecl"), None);
    }

    #[test]
    fn the_warning_names_the_version_and_those_that_were_tried() {
        let code = warning("cubecl", "0.12.3", &["0.10", "0.11"]).to_string();
        assert!(code.contains("`cubecl` 0.12.3 was not tried") && code.contains("0.10 and 0.11 were"), "{code}");
    }
}
