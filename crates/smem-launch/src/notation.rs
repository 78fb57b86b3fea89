//! The notation of arguments on a command line and in a launch file: parts with commas between them, in brackets.

/// Returns the parts between commas that are in no brackets of any kind.
///
/// ```
/// assert_eq!(smem_launch::parts_outside_brackets("n=4, p={x=1, y=2}, a=[3]=random(0, 1)"), ["n=4", " p={x=1, y=2}", " a=[3]=random(0, 1)"]);
/// assert_eq!(smem_launch::parts_outside_brackets(""), [""]);
/// ```
pub fn parts_outside_brackets(text: &str) -> Vec<&str> {
    let mut start = 0;
    let mut parts = Vec::new();
    for (at, _) in outside_brackets(text).filter(|(_, mark)| *mark == ',') {
        parts.push(&text[start..at]);
        start = at + 1;
    }
    parts.push(&text[start..]);
    parts
}

/// The characters that are in no brackets, and the bytes before them; a closing bracket is in its own.
pub(crate) fn outside_brackets(text: &str) -> impl Iterator<Item = (usize, char)> {
    let mut depth = 0_usize;
    text.char_indices().filter(move |(_, mark)| match mark {
        '(' | '[' | '{' | '<' => {
            depth += 1;
            false
        }
        ')' | ']' | '}' | '>' => {
            depth = depth.saturating_sub(1);
            false
        }
        _ => depth == 0,
    })
}
