//! The command that removes the conflicts of a report: that of `profile` as `fix` takes it.

use smem_profile::program::quoted;

/// Options that `fix` does not have, and whether they have a value.
const OWN: [(&str, bool); 17] = [
    ("--no-race-check", false),
    ("--global-races", false),
    ("--strict", false),
    ("--overruns", false),
    ("--merged", false),
    ("--fixes", false),
    ("--quiet", false),
    ("-q", false),
    ("--verbose", false),
    ("-v", false),
    ("--html", true),
    ("--compare", true),
    ("--annotate", false),
    ("--chains", false),
    ("--svg", true),
    ("--sarif", true),
    ("--max-excess", true),
];

/// Extensions of files whose text `fix` can change.
const SOURCES: [&str; 7] = ["cu", "cuh", "cpp", "cc", "cxx", "h", "hpp"];

/// Returns whether the text of a file can be changed.
pub(super) fn is_source(file: &std::path::Path) -> bool {
    file.extension().and_then(|extension| extension.to_str()).is_some_and(|extension| SOURCES.contains(&extension))
}

/// The command for one of the kernels of a call of `profile` with these words, the program's name first; `None` where the file is not a source.
pub(super) fn fix_command(words: &[String], file: &std::path::Path, kernel: Option<&str>) -> Option<String> {
    if !is_source(file) {
        return None;
    }
    // The words in front of the command are for all commands, as `--color` is, and not of this one.
    let command = words.iter().position(|word| word == "profile")?;
    let (mut kept, mut skips) = (vec!["smem-tile".to_owned(), "fix".to_owned()], false);
    for word in words.iter().skip(command + 1) {
        let name = word.split('=').next().unwrap_or(word);
        match OWN.iter().find(|(own, _)| *own == name) {
            _ if skips => skips = false,
            Some((_, has_value)) => skips = *has_value && !word.contains('='),
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
            "/usr/bin/smem-tile profile a.cu --svg a.svg --kernel k<4> --sarif=b --strict --chains --arg in:f32[4]",
            Some("k<4>"),
        );
        assert_eq!(whole.unwrap(), "smem-tile fix a.cu --kernel 'k<4>' --arg 'in:f32[4]'");
        assert_eq!(command("smem-tile profile a.cu", Some("k")).unwrap(), "smem-tile fix a.cu --kernel k");
        assert_eq!(command("smem-tile profile a.ptx", None), None);
        let words = ["smem-tile", "--color", "never", "profile", "profile.cu"].map(str::to_owned);
        assert_eq!(fix_command(&words, "profile.cu".as_ref(), None).unwrap(), "smem-tile fix profile.cu");
    }
}
