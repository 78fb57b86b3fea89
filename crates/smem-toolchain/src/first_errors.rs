//! The first errors of a compiler's log: the others are mostly made by them.

/// The errors that are shown.
const SHOWN: usize = 4;

/// Texts of the lines that begin an error, of which a fatal one is of the host compiler, and of those that begin something else.
const FATAL: &str = ": fatal error: ";
/// The last two are of the linker.
const ERRORS: [&str; 6] =
    [": error", ": catastrophic error", FATAL, "; error   :", ": undefined reference to ", "ld: cannot find "];
const OTHERS: [&str; 6] =
    [": warning", ": remark", "Remark: ", ": note: ", " detected in the compilation of ", "In file included"];

/// Returns the errors of a log, each with the lines that belong to it, without the warnings between them. Of a missing header that is its own line alone:
/// the source line may be one of a file that is not to be shown.
pub(crate) fn errors(log: &str) -> Vec<String> {
    let begins = |line: &str, with: &[&str]| {
        !line.starts_with(char::is_whitespace) && with.iter().any(|text| line.contains(text))
    };
    let mut errors: Vec<String> = Vec::new();
    let mut is_error = false;
    for line in log.split_inclusive('\n') {
        if begins(line, &ERRORS) {
            errors.push(String::new());
            is_error = true;
        } else if begins(line, &OTHERS) {
            is_error = false;
        }
        if let Some(last) = errors.last_mut().filter(|_| is_error) {
            last.push_str(line);
            is_error = !line.contains(FATAL);
        }
    }
    errors
}

/// Returns the errors of a log that are shown, and how many are left out; all of a log that has no error, and all errors of one that has hardly more.
pub(crate) fn first_errors(log: &str) -> (String, usize) {
    let errors = errors(log);
    match errors.len() {
        0 => (log.to_owned(), 0),
        count if count > SHOWN + 1 => (errors[..SHOWN].concat(), count - SHOWN),
        _ => (errors.concat(), 0),
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
        for few in [1, SHOWN, SHOWN + 1] {
            let (shown, left) = first_errors(&log(few));
            assert_eq!((shown.matches("error: no").count(), left), (few, 0));
        }
        assert_eq!(first_errors(&log(0)), (log(0), 0));
    }

    #[test]
    fn errors_come_without_the_warnings_around_them() {
        let warning =
            "k.cu(1): warning #177-D: unused\n  int a;\n      ^\n\nRemark: The warnings can be suppressed\n\n";
        let assembler =
            "ptxas application ptx input, line 121; error   : Instruction 'a' not supported on .target 'sm_90'\n";
        let error = "k.cu(3): error: no `b`\n  b;\n  ^\n\n";
        assert_eq!(first_errors(&format!("{warning}{error}{warning}{assembler}")).0, format!("{error}{assembler}"));
        assert_eq!(first_errors(warning).0, warning);
        let linker = "/usr/bin/ld: main.o: in function `main':\nmain.cu:(.text+0x9): undefined reference to `f'\ncollect2: error: ld returned 1 exit status\n";
        assert!(first_errors(linker).0.starts_with("main.cu:(.text+0x9): undefined reference to `f'\n"));
        let missing = "a.cu:7:10: fatal error: b.h: No such file or directory\n";
        let log = format!("{warning}{error}{missing}    7 | #include \"b.h\"\n      |          ^~~~~\n");
        assert_eq!(errors(&log), [error, missing]);
    }
}
