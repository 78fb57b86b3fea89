//! The tables of `scan2d`.

use super::call::scan2d;
use super::output::{stderr, stdout};

/// The cells of the line that starts with `variant`.
pub(crate) fn cells(table: &str, variant: &str) -> Vec<String> {
    let line = table.lines().find(|line| line.starts_with(variant)).expect("no line for the variant");
    line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).map(str::to_owned).collect()
}

/// Runs `scan2d` and returns its table, in which every layout must be exact.
#[track_caller]
pub(crate) fn exact(args: &[&str]) -> String {
    let output = scan2d(args).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", stderr(&output));
    let table = stdout(&output);
    for variant in ["dense", "padded", "swizzled"] {
        assert!(cells(&table, variant).contains(&"exact".to_owned()), "{args:?}: {table}");
    }
    table
}
