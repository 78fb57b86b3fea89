//! A table of text in columns, and the cells that several tables have.

use std::fmt::Display;

use smem_launch::Timing;

/// Returns the lines of `head`, a rule, and `rows`, in columns two spaces apart. Columns where `right` is true are aligned
/// to the right, as numbers are.
///
/// ```
/// let rows = [["dense".to_owned(), "32".to_owned()], ["padded".to_owned(), "2".to_owned()]];
/// let text = smem_examples::columns(&[["layout", "ways"]], &rows, [false, true]);
/// assert_eq!(text, "layout  ways\n------------\ndense     32\npadded     2\n");
/// ```
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

/// Returns the cell of a figure: `-` where it was not measured.
///
/// ```
/// use smem_examples::or_dash;
///
/// assert_eq!([or_dash(Some(5)), or_dash(None::<u32>)], ["5", "-"]);
/// ```
pub fn or_dash(figure: Option<impl Display>) -> String {
    figure.map_or("-".to_owned(), |figure| figure.to_string())
}

/// Returns the cell that says whether a scan is right, from the number of pixels that differ.
///
/// ```
/// use smem_examples::exact_or_wrong;
///
/// assert_eq!([exact_or_wrong(0), exact_or_wrong(7)], ["exact", "7 wrong"]);
/// ```
pub fn exact_or_wrong(wrong: usize) -> String {
    if wrong == 0 { "exact".to_owned() } else { format!("{wrong} wrong") }
}

/// Returns the cell of a speedup: the median of `first` by that of `this`.
///
/// ```
/// use smem_launch::Timing;
///
/// let [dense, padded] = [30.0, 12.0].map(|us| Timing::of(vec![us]).unwrap());
/// assert_eq!(smem_examples::speedup(&dense, &padded), "2.50");
/// ```
pub fn speedup(first: &Timing, this: &Timing) -> String {
    format!("{:.2}", first.median / this.median)
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
