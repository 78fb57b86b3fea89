//! The README's reference tables: every row has an example among the snippets, which the documentation tests compile.

const README: &str = include_str!("../../README.md");

/// The text between back quotes in the first column of a table row, `\|` being a bar within it.
fn first_column(row: &str) -> Option<Vec<String>> {
    let row = row.strip_prefix('|')?.replace("\\|", "\u{1}");
    let (cell, _) = row.split_once('|')?;
    let quoted = cell.split('`').skip(1).step_by(2);
    Some(quoted.map(|text| text.replace('\u{1}', "|")).collect())
}

#[test]
fn every_row_of_the_reference_tables_has_an_example() {
    let start = README.find("## The attribute").unwrap();
    let section = &README[start..];
    let section = &section[..section[3..].find("\n## ").unwrap()];
    let (tables, examples) = section.split_once("```rust").unwrap();
    let (examples, _) = examples.split_once("```").unwrap();
    let mut rows = 0;
    for options in tables.lines().filter_map(first_column).filter(|options| !options.is_empty()) {
        for option in options {
            let used = examples.lines().any(|line| line.starts_with("#[smem_tile(") && line.contains(&option));
            assert!(used, "`{option}` has no example");
        }
        rows += 1;
    }
    assert!(rows >= 25, "the tables were not found: {rows} rows");
}
