//! Lists in messages: `a`, `a and b`, `a, b or c`.

use alloc::{
    format,
    string::{String, ToString},
};

/// Returns `items` with commas between them, and `conjunction` before the last.
pub fn listed<T: AsRef<str>>(items: &[T], conjunction: &str) -> String {
    match items {
        [] => String::new(),
        [only] => only.as_ref().to_string(),
        [first, middle @ .., last] => {
            let middle: String = middle.iter().map(|item| format!(", {}", item.as_ref())).collect();
            format!("{}{middle} {conjunction} {}", first.as_ref(), last.as_ref())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_item_has_the_conjunction() {
        let items = ["a", "b", "c"];
        assert_eq!([0, 1, 2, 3].map(|count| listed(&items[..count], "or")), ["", "a", "a or b", "a, b or c"]);
    }
}
