//! The commands of the README and of the program's page are run, and print what these show.

use crate::call::Folder;

const README: &str = include_str!("../../../../README.md");
const PAGE: &str = include_str!("../../README.md");
const KERNEL: &str = include_str!("../../../../examples/kernels/first/transpose.cu");

/// Returns the commands in the `console` blocks of both pages, each with the output that follows it.
fn commands() -> Vec<(Vec<&'static str>, &'static str)> {
    let blocks = [README, PAGE].into_iter().flat_map(|page| page.split("\n```console\n").skip(1));
    let blocks = blocks.map(|block| block.split("\n```").next().unwrap());
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

/// Returns true if `printed` is the lines that a page shows. A line `[..]` is any number of lines, as pages leave them out.
fn is_shown(printed: &str, shown: &str) -> bool {
    let (printed, shown) = (format!("{}\n", printed.trim_end()), format!("{shown}\n"));
    let parts: Vec<&str> = shown.split("[..]\n").collect();
    let mut end = 0;
    for (number, part) in parts.iter().enumerate() {
        let start = match number {
            0 => printed.starts_with(part).then_some(0),
            _ if number + 1 == parts.len() => printed.ends_with(part).then(|| printed.len() - part.len()),
            _ => printed[end..].find(part).map(|start| end + start),
        };
        match start.filter(|start| *start >= end) {
            Some(start) => end = start + part.len(),
            None => return false,
        }
    }
    end == printed.len()
}

#[test]
fn every_command_of_the_pages_prints_what_they_show() {
    let folder = Folder::with(&[("transpose.cu", KERNEL)]);
    let mut compared = 0;
    for (arguments, shown) in commands() {
        let answer = folder.call(&arguments);
        // A report of conflicts is not a failure unless a budget says so.
        assert_eq!(answer.code, 0, "{arguments:?}: {}", answer.err);
        let prints = shown.is_empty() || is_shown(&answer.out, shown);
        assert!(prints, "{arguments:?} prints\n{}\nand the page shows\n{shown}", answer.out);
        compared += u32::from(!shown.is_empty());
    }
    assert_eq!(compared, 2, "`profile` and `fix` show what they print");
    assert!(folder.text("tile.svg").contains("</svg>") && folder.text("tile.cuh").contains("struct"));
}

#[test]
fn lines_may_be_left_out_anywhere_and_no_other_may_differ() {
    assert!(is_shown("a\nb\nc\n", "a\nb\nc") && is_shown("a\nb\nc", "a\n[..]") && is_shown("a\nb\nc", "[..]\nc"));
    assert!(is_shown("a\nb\nc\nd\n", "a\n[..]\nc\n[..]") && is_shown("a\nb\n", "[..]\nb\n[..]"));
    assert!(!is_shown("a\nb\n", "a") && !is_shown("a\nb\n", "b") && !is_shown("a\nb\n", "[..]\na"));
    assert!(!is_shown("a\nb\n", "a\n[..]\na\n[..]") && !is_shown("a\nb\n", "a\n[..]\na\nb"));
}
