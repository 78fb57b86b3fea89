//! The command that removes the conflicts of a report: that of `profile` as `fix` takes it.

use clap::{Arg, Command, CommandFactory};
use smem_profile::program::quoted;

use crate::arguments::Arguments;

/// Options that both commands have, and that are about what is printed and accepted: not of the search.
const OF_OUTPUT: [&str; 4] = ["quiet", "annotate", "sarif", "max_excess"];

/// Returns the words of the options of `profile` that its command of `fix` leaves out, and whether each has a value: those that `fix` does
/// not have, and those of the output.
fn left_out() -> Vec<(String, bool)> {
    let arguments = Arguments::command();
    let of = |name: &str| arguments.find_subcommand(name).into_iter().flat_map(Command::get_arguments);
    let is_known = |own: &&Arg| of("fix").any(|arg| arg.get_id() == own.get_id());
    let is_left = |own: &&Arg| OF_OUTPUT.contains(&own.get_id().as_str()) || !is_known(own);
    let words = |arg: &Arg| {
        // An optional value is in the same word.
        let has_value =
            arg.get_action().takes_values() && arg.get_num_args().is_none_or(|count| count.min_values() > 0);
        let long = arg.get_long_and_visible_aliases().into_iter().flatten().map(|name| format!("--{name}"));
        let short = arg.get_short().map(|name| format!("-{name}"));
        long.chain(short).map(|word| (word, has_value)).collect::<Vec<_>>()
    };
    of("profile").filter(is_left).flat_map(words).collect()
}

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
    let left_out = left_out();
    for word in words.iter().skip(command + 1) {
        let name = word.split('=').next().unwrap_or(word);
        match left_out.iter().find(|(own, _)| own == name) {
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
            "/usr/bin/smem-tile profile a.cu --svg a.svg --kernel k<4> --sarif=b --strict --chains --schedules 3 -v --init --arg in:f32[4]",
            Some("k<4>"),
        );
        assert_eq!(whole.unwrap(), "smem-tile fix a.cu --kernel 'k<4>' --arg 'in:f32[4]'");
        assert_eq!(command("smem-tile profile a.cu", Some("k")).unwrap(), "smem-tile fix a.cu --kernel k");
        assert_eq!(command("smem-tile profile a.ptx", None), None);
        let words = ["smem-tile", "--color", "never", "profile", "profile.cu"].map(str::to_owned);
        assert_eq!(fix_command(&words, "profile.cu".as_ref(), None).unwrap(), "smem-tile fix profile.cu");
    }
}
