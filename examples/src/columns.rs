//! A table of text in columns.

/// The lines of `head`, a rule, and `rows`, in columns two spaces apart. Where `right` says so a column stands to the right,
/// as numbers do.
pub fn columns<const N: usize>(head: &[[&str; N]], rows: &[[String; N]], right: [bool; N]) -> String {
    let head: Vec<[String; N]> = head.iter().map(|line| line.map(str::to_owned)).collect();
    let widest = |column: usize| head.iter().chain(rows).map(|line| line[column].len()).max().unwrap_or(0);
    let widths: [usize; N] = std::array::from_fn(widest);
    let line = |cells: &[String; N]| {
        let padded: [String; N] = std::array::from_fn(|column| {
            let (cell, width) = (&cells[column], widths[column]);
            if right[column] { format!("{cell:>width$}") } else { format!("{cell:<width$}") }
        });
        padded.join("  ").trim_end().to_owned() + "\n"
    };
    let rule = "-".repeat(widths.iter().sum::<usize>() + 2 * N.saturating_sub(1)) + "\n";
    head.iter().map(line).chain([rule]).chain(rows.iter().map(line)).collect()
}

#[cfg(test)]
mod tests {
    use super::columns;

    #[test]
    fn columns_are_as_wide_as_their_widest_cell_and_end_without_spaces() {
        let rows =
            [["a".to_owned(), "1".to_owned(), "x".to_owned()], ["bcd".to_owned(), "12".to_owned(), String::new()]];
        let text = columns(&[["name", "", "word"]], &rows, [false, true, false]);
        assert_eq!(text, "name      word\n--------------\na      1  x\nbcd   12\n");
    }
}
