//! Habits of prose that a machine can see: none of them may come back.

use std::fs;
use std::path::{Path, PathBuf};

/// A habit, what to write instead, and how often comments and pages still have it. The last number only ever gets smaller.
struct Habit {
    name: &'static str,
    instead: &'static str,
    is_in: fn(&[&str]) -> bool,
    left: usize,
}

const HABITS: [Habit; 9] = [
    Habit {
        name: "a comment that begins with `What` or `Who`",
        instead: "begin with what the item is or does: `Returns ..`, `The number of ..`",
        is_in: |words| words.first().is_some_and(|word| ["What", "Who"].contains(word)),
        left: LEFT[0],
    },
    Habit {
        name: "`nobody`, `somebody`, `everybody`",
        instead: "name who does it, or use the passive",
        is_in: |words| has(words, &["nobody", "somebody", "everybody"]),
        left: LEFT[1],
    },
    Habit {
        name: "`is no X`",
        instead: "`is not an X`",
        is_in: |words| {
            let is_other = |word: &str| ["longer", "more", "less", "such", "higher", "wider", "older"].contains(&word);
            words.windows(4).any(|four| matches!(four, [subject, "is" | "are", "no", next] if *subject != "there" && *subject != "There" && !is_other(next)))
        },
        left: LEFT[2],
    },
    Habit {
        name: "`stands`",
        instead: "`is`, `comes`, `represents`",
        is_in: |words| has(words, &["stands"]),
        left: LEFT[3],
    },
    Habit {
        name: "`tells`",
        instead: "`says`, `reports`, `distinguishes`",
        is_in: |words| has(words, &["tells"]),
        left: LEFT[4],
    },
    Habit {
        name: "`that nothing wrote`",
        instead: "`uninitialized`",
        is_in: |words| words.windows(2).any(|two| two == ["nothing", "wrote"]),
        left: LEFT[5],
    },
    Habit {
        name: "`to behind its last`, `behind its start`",
        instead: "`end exclusive`, `past its start`",
        is_in: |words| {
            words.windows(2).any(|two| two == ["to", "behind"])
                || words.windows(3).any(|three| matches!(three, ["behind", "its" | "their", "start" | "last"]))
        },
        left: LEFT[6],
    },
    Habit {
        name: "`0 good`, `invented`",
        instead: "`0 success`, `synthetic`",
        is_in: |words| has(words, &["invented"]) || words.windows(2).any(|two| two == ["0", "good"]),
        left: LEFT[7],
    },
    Habit {
        name: "`behind`, of time or of a place in memory or text",
        instead: "`after`, `past`",
        is_in: |words| has(words, &["behind", "Behind"]) && !has(words, &["left", "leaves", "library"]),
        left: LEFT[8],
    },
];

const LEFT: [usize; 9] = [2, 0, 0, 2, 1, 0, 0, 0, 10];

fn has(words: &[&str], habit: &[&str]) -> bool {
    words.iter().any(|word| habit.contains(word))
}

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap()
}

/// Appends the lines of prose in the files below `folder` with their places: comments and messages of Rust, and pages.
fn append_prose(folder: &Path, prose: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            if !name.starts_with('.') && name != "target" {
                append_prose(&path, prose);
            }
            continue;
        }
        let is_page = name.ends_with(".md") && name != "CHANGELOG.md";
        if !is_page && !name.ends_with(".rs") {
            continue;
        }
        for (number, line) in (1..).zip(fs::read_to_string(&path).unwrap().lines()) {
            let text = if is_page { Some(line) } else { comment(line) };
            let place = || format!("{}:{number}", path.strip_prefix(workspace()).unwrap().display());
            prose.extend(text.map(|text| (place(), text.to_owned())));
            // A test may say what it likes where it fails.
            if !is_page && !path.components().any(|part| part.as_os_str() == "tests") {
                prose.extend(messages(line).map(|text| (place(), text.to_owned())));
            }
        }
    }
}

/// The comment that a line of Rust is.
fn comment(line: &str) -> Option<&str> {
    Some(line.trim_start().strip_prefix("//")?.trim_start_matches(['/', '!']))
}

/// The texts of several words in a line of code: messages.
fn messages(line: &str) -> impl Iterator<Item = &str> {
    let code = if comment(line).is_some() { "" } else { line };
    code.split('"').skip(1).step_by(2).filter(|text| text.contains(' '))
}

/// The words of a line, without the signs around them; quoted code is not prose.
fn words(line: &str) -> Vec<&str> {
    let prose = line.split('`').step_by(2);
    prose.flat_map(str::split_whitespace).map(|word| word.trim_matches(|sign: char| !sign.is_alphanumeric())).collect()
}

#[test]
fn habits_that_were_dropped_do_not_come_back() {
    let mut prose = Vec::new();
    append_prose(&workspace(), &mut prose);
    for habit in &HABITS {
        let places: Vec<String> = prose
            .iter()
            .filter(|(_, line)| (habit.is_in)(&words(line)))
            .map(|(place, line)| format!("{place}: {}", line.trim()))
            .collect();
        let Habit { name, instead, left, .. } = habit;
        assert!(
            places.len() <= *left,
            "{name} is on {} lines, {left} before. Instead: {instead}.\n{}",
            places.len(),
            places.join("\n")
        );
    }
}

#[test]
fn the_words_of_a_comment_are_those_outside_of_code() {
    let line = comment("    /// What `is no` such (thing), nobody.").unwrap();
    assert_eq!(words(line), ["What", "such", "thing", "nobody"]);
    assert_eq!(comment("let url = \"https://nobody\";"), None);
    let found: Vec<&str> = messages("f(\"a\", \"nobody is here\", \"it `stands` in {}\")").collect();
    assert_eq!(found, ["nobody is here", "it `stands` in {}"]);
}
