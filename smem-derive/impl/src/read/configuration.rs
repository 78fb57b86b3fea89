//! Which items of a source there are: what `cfg` says, where no compiler is there to ask.
//!
//! A build script knows the features and the target of its crate, a program what it is told. Where neither knows whether a condition holds,
//! a tile that depends on it is a mistake that names the condition.

use std::collections::{BTreeMap, BTreeSet};
use std::env;

/// The known values of conditions in `cfg(..)`.
///
/// ```
/// use smem_derive_impl::read::{self, Configuration};
///
/// let source = "#[cfg(feature = \"wide\")] #[smem_tile(64, 64)] struct Tile(f32);
///               #[cfg(not(feature = \"wide\"))] #[smem_tile(32, 32)] struct Tile(f32);";
/// let items = read::file_under(source, &Configuration::of(&["feature = \"wide\""]).unwrap()).unwrap();
/// assert_eq!(items.tiles.len(), 1);
/// assert_eq!(items.tiles[0].as_ref().unwrap().solution().layout().rows(), 64);
///
/// let nothing = read::file_under(source, &Configuration::unknown()).unwrap();
/// assert!(nothing.tiles[0].is_err(), "the feature `wide` is undecided");
/// ```
#[derive(Clone, Debug)]
pub struct Configuration {
    /// The names that are known, with the values that each has; the empty one where it has none.
    known: BTreeMap<String, BTreeSet<String>>,
    /// The value of a name that is not listed.
    others: Others,
}

/// The answer for a name that is not known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Others {
    /// Its condition does not hold.
    Absent,
    /// Nobody knows.
    Unknown,
    /// It does not hold if Cargo would have told a build script otherwise.
    AsCargoTells,
}

/// Conditions that hold only where a compiler runs tests, documentation or lints: not for those who read a source.
const ELSEWHERE: [&str; 6] = ["test", "doc", "doctest", "clippy", "rustfmt", "miri"];

/// Names that Cargo passes to a build script wherever they hold, beside `feature` and `target_..`.
const OF_CARGO: [&str; 5] = ["unix", "windows", "panic", "proc_macro", "wasm"];

/// An item or attribute that is there only under a condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Holds {
    Yes,
    No,
    Unknown,
}

impl Configuration {
    /// Returns what `rustc --cfg` is told with these texts, `name` or `name = "value"`: no other condition holds.
    ///
    /// # Errors
    ///
    /// The first text that is neither.
    pub fn of(conditions: &[&str]) -> Result<Configuration, String> {
        let mut known: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for condition in conditions {
            let (name, value) = match condition.split_once('=') {
                None => (condition.trim(), ""),
                Some((name, value)) => {
                    let value = value.trim();
                    let inside = value.strip_prefix('"').and_then(|value| value.strip_suffix('"'));
                    (name.trim(), inside.unwrap_or(value))
                }
            };
            let is_name = |name: &str| {
                !name.is_empty()
                    && !name.starts_with(|c: char| c.is_ascii_digit())
                    && name.chars().all(|c| c.is_alphanumeric() || c == '_')
            };
            if !is_name(name) || value.contains('"') {
                return Err(condition.to_string());
            }
            known.entry(name.to_string()).or_default().insert(value.to_string());
        }
        Ok(Configuration { known, others: Others::Absent })
    }

    /// Returns the configuration of which nothing is known, but that it is not one of tests.
    pub fn unknown() -> Configuration {
        Configuration { known: BTreeMap::new(), others: Others::Unknown }
    }

    /// Returns what Cargo passes to the build script that calls this: the features and the target.
    pub fn of_build_script() -> Configuration {
        Configuration::of_variables(
            env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?))),
        )
    }

    pub(super) fn of_variables(variables: impl Iterator<Item = (String, String)>) -> Configuration {
        let mut known: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (variable, value) in variables {
            if let Some(feature) = variable.strip_prefix("CARGO_FEATURE_") {
                known.entry("feature".to_string()).or_default().insert(feature.to_string());
            } else if let Some(name) = variable.strip_prefix("CARGO_CFG_").filter(|name| *name != "FEATURE") {
                known.entry(name.to_ascii_lowercase()).or_default().extend(value.split(',').map(str::to_string));
            }
        }
        Configuration { known, others: Others::AsCargoTells }
    }

    /// Returns whether `name`, or `name = "value"`, holds.
    pub(super) fn condition(&self, name: &str, value: Option<&str>) -> Holds {
        let is_cargos = self.others == Others::AsCargoTells;
        if let Some(values) = self.known.get(name) {
            // Cargo writes the features of its variables in capitals.
            let found = match value {
                Some(value) if is_cargos && name == "feature" => values.contains(&of_variable(value)),
                value => values.contains(value.unwrap_or_default()),
            };
            return if found { Holds::Yes } else { Holds::No };
        }
        let is_told = || name == "feature" || name.starts_with("target_") || OF_CARGO.contains(&name);
        match self.others {
            Others::Absent => Holds::No,
            _ if ELSEWHERE.contains(&name) => Holds::No,
            Others::AsCargoTells if is_told() => Holds::No,
            _ => Holds::Unknown,
        }
    }
}

/// Returns the name of a feature as a variable has it.
fn of_variable(feature: &str) -> String {
    feature.chars().map(|c| if c == '-' { '_' } else { c.to_ascii_uppercase() }).collect()
}

impl Holds {
    pub(super) fn not(self) -> Holds {
        match self {
            Holds::Yes => Holds::No,
            Holds::No => Holds::Yes,
            Holds::Unknown => Holds::Unknown,
        }
    }

    /// Returns whether both hold.
    pub(super) fn and(self, other: Holds) -> Holds {
        match (self, other) {
            (Holds::No, _) | (_, Holds::No) => Holds::No,
            (Holds::Yes, Holds::Yes) => Holds::Yes,
            _ => Holds::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_build_script_knows_features_and_target_and_nothing_of_other_names() {
        let variables = [
            ("CARGO_FEATURE_TWO_STAGES", "1"),
            ("CARGO_CFG_FEATURE", "two-stages"),
            ("CARGO_CFG_TARGET_FEATURE", "sse,sse2"),
            ("CARGO_CFG_UNIX", ""),
            ("CARGO_CFG_MY_FLAG", ""),
            ("PATH", "/bin"),
        ];
        let variables = variables.map(|(name, value)| (name.to_string(), value.to_string()));
        let known = Configuration::of_variables(variables.into_iter());
        for (name, value, expected) in [
            ("feature", Some("two-stages"), Holds::Yes),
            ("feature", Some("wide"), Holds::No),
            ("target_feature", Some("sse2"), Holds::Yes),
            ("target_feature", Some("avx"), Holds::No),
            ("target_os", Some("linux"), Holds::No),
            ("unix", None, Holds::Yes),
            ("windows", None, Holds::No),
            ("my_flag", None, Holds::Yes),
            ("other_flag", None, Holds::Unknown),
            ("debug_assertions", None, Holds::Unknown),
            ("test", None, Holds::No),
        ] {
            assert_eq!(known.condition(name, value), expected, "{name} {value:?}");
        }
        let none = Configuration::of_variables(std::iter::empty());
        assert_eq!(none.condition("feature", Some("wide")), Holds::No);
    }

    #[test]
    fn what_is_told_is_all_that_holds() {
        let told = Configuration::of(&["a", "feature=\"x\"", "feature = y"]).unwrap();
        assert_eq!(told.condition("a", None), Holds::Yes);
        assert_eq!(told.condition("feature", Some("y")), Holds::Yes);
        assert_eq!(told.condition("feature", Some("z")), Holds::No);
        assert_eq!(told.condition("b", None), Holds::No);
        for wrong in ["", "1a", "a b", "a = \"b\"c\""] {
            assert_eq!(Configuration::of(&[wrong]).unwrap_err(), wrong);
        }
    }
}
