//! Numbers with their words: `1 race`, `2 races`.

/// A number with its word, which is plural by an `s`, or by `es` after a hissing sound.
pub fn counted(count: u64, word: &str) -> String {
    let ending = match count {
        1 => return format!("1 {word}"),
        _ if word.ends_with("ch") || word.ends_with('s') => "es",
        _ => "s",
    };
    format!("{count} {word}{ending}")
}

/// The verb after a number: `at most 1 is accepted`.
pub fn are(count: u64) -> &'static str {
    if count == 1 { "is" } else { "are" }
}

/// A sum of wavefronts that conflicts cause.
pub fn excess_wavefronts(excess: u64) -> String {
    counted(excess, "excess wavefront")
}

#[cfg(test)]
mod tests {
    use super::{counted, excess_wavefronts};

    #[test]
    fn one_is_singular() {
        assert_eq!(
            [counted(1, "launch"), counted(2, "launch"), counted(0, "race")],
            ["1 launch", "2 launches", "0 races"]
        );
        assert_eq!([excess_wavefronts(1), excess_wavefronts(31)], ["1 excess wavefront", "31 excess wavefronts"]);
    }
}
