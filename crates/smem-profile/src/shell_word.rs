//! Words of a command line, for messages that show a command.

/// A word of a command line for a shell.
pub fn quoted(word: &str) -> String {
    let is_plain = |mark: char| mark.is_alphanumeric() || "_-./,:=+@%".contains(mark);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn words_with_marks_of_a_shell_are_quoted() {
        for (word, expected) in
            [("k.cu", "k.cu"), ("", "''"), ("my k.cu", "'my k.cu'"), ("k<4>", "'k<4>'"), ("it's", "'it'\\''s'")]
        {
            assert_eq!(quoted(word), expected);
        }
    }
}
