//! The command that removes the conflicts of a report: that of `profile` as `fix` takes it.

use smem_profile::program::quoted;

/// Options that `fix` does not have, and whether they have a value.
const OWN: [(&str, bool); 9] = [
    ("--no-race-check", false),
    ("--global-races", false),
    ("--strict", false),
    ("--overruns", false),
    ("--merged", false),
    ("--annotate", false),
    ("--svg", true),
    ("--sarif", true),
    ("--max-excess", true),
];

/// Extensions of files whose text `fix` can change.
const SOURCES: [&str; 7] = ["cu", "cuh", "cpp", "cc", "cxx", "h", "hpp"];

/// The command for one of the kernels of a call of `profile` with these words, the program's name first; `None` where the file is not a source.
pub(super) fn fix_command(words: &[String], file: &std::path::Path, kernel: Option<&str>) -> Option<String> {
    let extension = file.extension()?.to_str()?;
    if !SOURCES.contains(&extension) {
        return None;
    }
    let (mut kept, mut skips) = (vec!["smem-tile".to_owned()], false);
    for word in words.iter().skip(1) {
        let name = word.split('=').next().unwrap_or(word);
        match OWN.iter().find(|(own, _)| *own == name) {
            _ if skips => skips = false,
            Some((_, has_value)) => skips = *has_value && !word.contains('='),
            None if word == "profile" && kept.len() == 1 => kept.push("fix".to_owned()),
            None => kept.push(quoted(word)),
        }
    }
    if let Some(kernel) = kernel.filter(|_| !words.iter().any(|word| word.starts_with("--kernel"))) {
        kept.extend(["--kernel".to_owned(), quoted(kernel)]);
    }
    Some(kept.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_of_profile_alone_are_left_out_and_words_are_quoted() {
        let command = |words: &str, kernel| {
            let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
            fix_command(&words, words[2].as_ref(), kernel)
        };
        let whole = command(
            "/usr/bin/smem-tile profile a.cu --svg a.svg --kernel k<4> --sarif=b --strict --arg in:f32[4]",
            Some("k<4>"),
        );
        assert_eq!(whole.unwrap(), "smem-tile fix a.cu --kernel 'k<4>' --arg 'in:f32[4]'");
        assert_eq!(command("smem-tile profile a.cu", Some("k")).unwrap(), "smem-tile fix a.cu --kernel k");
        assert_eq!(command("smem-tile profile a.ptx", None), None);
    }
}
