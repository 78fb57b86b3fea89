//! Suggestions: the known word that is nearest to a wrong one.

use smem_layout::listed;

/// Returns the nearest of `words`, if it is near enough to be a slip of the keyboard, or one that `word` spells out.
pub(crate) fn nearest<'a>(word: &str, words: &[&'a str]) -> Option<&'a str> {
    let tolerance = (word.chars().count() / 3).max(1);
    words
        .iter()
        .map(|candidate| (distance(word, candidate), *candidate))
        .filter(|(distance, _)| *distance <= tolerance)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
        .or_else(|| words.iter().find(|candidate| candidate.len() >= 3 && word.starts_with(**candidate)).copied())
}

/// Returns the help `did you mean ..?` if a word is near, and else the help that lists all words.
pub(crate) fn help(word: &str, words: &[&str]) -> String {
    match nearest(word, words) {
        Some(near) => format!("help: did you mean `{near}`?"),
        None => format!("help: {}", there_are(words)),
    }
}

/// Returns the help `did you mean ..?` for a word that is right but for its case, and else the help that lists all words.
pub(crate) fn in_another_case(word: &str, words: &[&str]) -> String {
    match words.iter().find(|known| known.eq_ignore_ascii_case(word)) {
        Some(known) => format!("help: did you mean `{known}`?"),
        None => format!("help: {}", there_are(words)),
    }
}

/// `there are ..`, with all of `words`.
pub(crate) fn there_are(words: &[&str]) -> String {
    format!("there {}", list(words))
}

fn list(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    match words.len() {
        0 => "is nothing to write here".into(),
        1 => format!("is {}", quoted[0]),
        _ => format!("are {}", listed(&quoted, "and")),
    }
}

/// Returns the number of insertions, deletions, replacements and swaps of neighbours from one word to the other.
fn distance(from: &str, to: &str) -> usize {
    let from: Vec<char> = from.chars().flat_map(char::to_lowercase).collect();
    let to: Vec<char> = to.chars().flat_map(char::to_lowercase).collect();
    let mut rows = vec![vec![0; to.len() + 1]; from.len() + 1];
    for i in 0..=from.len() {
        for j in 0..=to.len() {
            rows[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let replace = rows[i - 1][j - 1] + usize::from(from[i - 1] != to[j - 1]);
                let swapped = i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1];
                let swap = if swapped { rows[i - 2][j - 2] + 1 } else { usize::MAX };
                replace.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1).min(swap)
            };
        }
    }
    rows[from.len()][to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPTIONS: [&str; 4] = ["pad", "swizzle", "layout", "access"];

    #[test]
    fn one_slip_finds_the_word() {
        for slip in ["swizle", "swizzel", "swizzzle", "Swizzle", "zwizzle"] {
            assert_eq!(nearest(slip, &OPTIONS), Some("swizzle"), "{slip}");
        }
    }

    #[test]
    fn a_word_that_is_spelled_out_finds_its_short_form() {
        assert_eq!(nearest("padding", &OPTIONS), Some("pad"));
        assert_eq!(nearest("accesses", &OPTIONS), Some("access"));
    }

    #[test]
    fn another_word_is_not_a_slip() {
        assert_eq!(nearest("colour", &OPTIONS), None);
        assert_eq!(help("colour", &OPTIONS), "help: there are `pad`, `swizzle`, `layout` and `access`");
    }

    #[test]
    fn swapped_neighbours_are_one_slip() {
        assert_eq!(distance("swizzel", "swizzle"), 1);
        assert_eq!(distance("", "pad"), 3);
        assert_eq!(distance("pad", "pad"), 0);
    }
}
