//! Lines of comma-separated values, as Nsight Compute prints them among lines of its own.

/// Returns the cells of one line. Quotes are taken off; a doubled quote inside them is one.
pub(crate) fn cells(line: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut quoted = false;
    let mut characters = line.trim_end_matches('\r').chars().peekable();
    while let Some(character) = characters.next() {
        let cell = cells.len() - 1;
        match character {
            '"' if quoted && characters.peek() == Some(&'"') => {
                characters.next();
                cells[cell].push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(String::new()),
            _ => cells[cell].push(character),
        }
    }
    cells
}

/// Reads a whole number as Nsight Compute writes it: `1,234`, `12`, `12.000000`.
pub(crate) fn count(cell: &str) -> Option<u64> {
    let digits: String = cell.trim().chars().filter(|character| *character != ',').collect();
    let (whole, fraction) = digits.split_once('.').unwrap_or((&digits, ""));
    if !fraction.bytes().all(|digit| digit == b'0') {
        return None;
    }
    whole.parse().ok()
}

/// Returns the column that has one of these names.
pub(crate) fn column(head: &[String], names: &[&str]) -> Option<usize> {
    head.iter().position(|cell| names.contains(&cell.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_keep_commas_and_quotes_that_are_quoted() {
        assert_eq!(
            cells(r#""Kernel Name","f(int, int)","say ""it""","#),
            ["Kernel Name", "f(int, int)", "say \"it\"", ""]
        );
        assert_eq!(cells("a,,b\r"), ["a", "", "b"]);
    }

    #[test]
    fn counts_are_whole() {
        assert_eq!(count("1,234,567"), Some(1_234_567));
        assert_eq!(count(" 32.000 "), Some(32));
        assert_eq!([count("0.5"), count("-"), count(""), count("n/a")], [None; 4]);
    }
}
