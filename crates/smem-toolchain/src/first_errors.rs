//! The first errors of a compiler's log: the others are mostly made by them.

/// The errors that are shown.
const SHOWN: usize = 4;

/// Returns the log up to the errors that are shown, and how many errors are left out; all of a log that has hardly more.
pub(crate) fn first_errors(log: &str) -> (&str, usize) {
    let is_error = |line: &str| line.contains("): error") || line.contains("): catastrophic error");
    let (mut at, mut starts) = (0, Vec::new());
    for line in log.split_inclusive('\n') {
        if !line.starts_with(char::is_whitespace) && is_error(line) {
            starts.push(at);
        }
        at += line.len();
    }
    match starts.get(SHOWN) {
        Some(end) if starts.len() > SHOWN + 1 => (&log[..*end], starts.len() - SHOWN),
        _ => (log, 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_behind_the_first_are_counted() {
        let log = |errors: usize| {
            let all: String =
                (1..=errors).map(|line| format!("k.cu({line}): error: no `a`\n      int a;\n\n")).collect();
            all + "errors detected in the compilation of \"k.cu\".\n"
        };
        let many = log(20);
        let (shown, left) = first_errors(&many);
        assert_eq!((shown.matches("error: no").count(), left), (SHOWN, 16));
        assert!(shown.trim_end().ends_with("int a;"));
        for few in [0, 1, SHOWN, SHOWN + 1] {
            assert_eq!(first_errors(&log(few)), (&log(few)[..], 0));
        }
    }
}
