//! `#include`s that are not written as people write them: after comments, with lines that a backslash joins, as digraphs.
//!
//! A compiler takes them for what they are, and opens any file that they name. Where a comment or a string begins is a question on which two
//! readers of hostile text may differ, so neither counts here: whatever could be an `#include` and was not kept as one loses its `#`.

use crate::text::spelled;

/// The directives that open a file.
const WORDS: [&str; 3] = ["include", "import", "embed"];

/// Cuts the beginning of everything that may be an `#include`, but for those that begin at `kept`, in ascending order.
pub(super) fn cut_others(text: &str, kept: &[usize], cut: &mut [bool]) {
    for found in spelled(text, &WORDS).filter(|found| kept.binary_search(&found.start).is_err()) {
        cut[found.start..found.end_of_mark].fill(true);
    }
}

#[cfg(test)]
mod tests {
    use crate::without_host_code;

    #[test]
    fn an_include_in_any_spelling_is_asked_about_or_cut() {
        for text in [
            "#include \"/secret\"",
            "# include \"/secret\"",
            "#/* a */include \"/secret\"",
            "#/* a\n b */ include \"/secret\"",
            "/* a\n */ #include \"/secret\"",
            "#inc\\\nlude \"/secret\"",
            "#\\\r\ninclude \"/secret\"",
            "#inc\\ \nlude \"/secret\"",
            "%:include \"/secret\"",
            "??=include \"/secret\"",
            "#include SECRET",
            "#include /* \" */ \"/secret\"",
            "#include_next \"/secret\"",
            "#define A \"/*\"\n#include \"/secret\"",
            "#error don't /*\n#include \"/secret\"\n// */",
            "auto a = u8R\"(\n#include \"/secret\"\n)\";",
        ] {
            let device = without_host_code(text, |name| name == "kept.h");
            assert!(!device.replace("\\\n", "").contains("#include"), "{text}\n{device}");
            assert!(!device.contains("%:") && !device.contains("??="), "{text}\n{device}");
            let hash = device
                .match_indices('#')
                .all(|(at, _)| ["define", "error"].iter().any(|word| device[at + 1..].starts_with(word)));
            assert!(hash, "{text}\n{device}");
        }
        let kept = "// #if\n#include \"kept.h\"\n#if A\n#endif";
        assert_eq!(without_host_code(kept, |name| name == "kept.h"), kept);
    }
}
