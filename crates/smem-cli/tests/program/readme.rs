//! The README's first pages: its commands are run, and print what it shows.

use crate::call::Folder;

const README: &str = include_str!("../../../../README.md");
const KERNEL: &str = include_str!("../../../../examples/kernels/first/transpose.cu");

/// Returns the commands of a `console` block of the README, each with the output that follows it.
fn commands() -> Vec<(Vec<&'static str>, &'static str)> {
    let blocks = README.split("\n```console\n").skip(1).map(|block| block.split("\n```").next().unwrap());
    let commands = blocks.flat_map(|block| block.strip_prefix("$ smem-tile ").unwrap().split("\n$ smem-tile "));
    let command = |text: &'static str| {
        let mut end = 0;
        for line in text.split_inclusive('\n') {
            end += line.len();
            if !line.ends_with("\\\n") {
                break;
            }
        }
        let (typed, output) = text.split_at(end);
        (words(typed), output)
    };
    commands.map(command).collect()
}

/// Splits a command as a shell does: at spaces outside of quotes, without the comment.
fn words(typed: &'static str) -> Vec<&'static str> {
    let mut words = Vec::new();
    for (at, part) in typed.split('\'').enumerate() {
        if at % 2 == 1 {
            words.push(part);
        } else {
            let part = part.split('#').next().unwrap();
            words.extend(part.split_whitespace().filter(|word| *word != "\\"));
        }
    }
    words
}

#[test]
fn every_command_of_the_readme_prints_what_it_shows() {
    let folder = Folder::with(&[("transpose.cu", KERNEL)]);
    let mut compared = 0;
    for (arguments, shown) in commands() {
        let answer = folder.call(&arguments);
        // A report of conflicts is not a failure unless a budget says so.
        assert_eq!(answer.code, 0, "{arguments:?}: {}", answer.err);
        let (prints, printed) = match shown.strip_prefix("[..]\n") {
            Some(end) => (answer.out.trim_end().ends_with(end), true),
            None => (shown.is_empty() || answer.out.trim_end() == shown, !shown.is_empty()),
        };
        assert!(prints, "{arguments:?} prints\n{}\nand the README shows\n{shown}", answer.out);
        compared += u32::from(printed);
    }
    assert_eq!(compared, 2, "`profile` and `fix` show what they print");
    assert!(folder.text("tile.svg").contains("</svg>") && folder.text("tile.cuh").contains("struct"));
}
