//! The lines in which two texts differ, with a few around them.

/// Lines in front of and after a change.
const AROUND: usize = 3;
/// The most lines that are shown of one answer.
const MOST: usize = 60;
/// The most lines between the first and the last change that are compared each with each.
const COMPARED: usize = 3000;

/// A line of both texts, of the stored one alone or of the found one alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Line<'t> {
    Same(&'t str),
    Gone(&'t str),
    New(&'t str),
}

/// Returns the changed lines, the stored ones after `-` and the found ones after `+`.
pub(crate) fn difference(stored: &str, found: &str) -> String {
    let lines = lines(&stored.lines().collect::<Vec<_>>(), &found.lines().collect::<Vec<_>>());
    let is_changed = |at: usize| lines.get(at).is_some_and(|line| !matches!(line, Line::Same(_)));
    let is_near = |at: usize| (at.saturating_sub(AROUND)..=at + AROUND).any(is_changed);
    let (mut shown, mut count, mut last) = (String::new(), 0, None);
    for at in (0..lines.len()).filter(|at| is_near(*at)) {
        count += 1;
        if count > MOST {
            continue;
        }
        if last.is_some_and(|last| last + 1 != at) {
            shown.push_str("  ..\n");
        }
        last = Some(at);
        let (sign, text) = match lines[at] {
            Line::Same(text) => (' ', text),
            Line::Gone(text) => ('-', text),
            Line::New(text) => ('+', text),
        };
        shown += &format!("{sign} {text}\n");
    }
    if count > MOST { format!("{shown}  .. and {} lines more\n", count - MOST) } else { shown }
}

/// The lines of both texts in order: those that begin and end both, and between them a longest common part.
fn lines<'t>(stored: &[&'t str], found: &[&'t str]) -> Vec<Line<'t>> {
    let start = stored.iter().zip(found).take_while(|(one, other)| one == other).count();
    let (old, new) = (&stored[start..], &found[start..]);
    let end = old.iter().rev().zip(new.iter().rev()).take_while(|(one, other)| one == other).count();
    let (old, new) = (&old[..old.len() - end], &new[..new.len() - end]);
    let mut lines: Vec<Line<'_>> = stored[..start].iter().copied().map(Line::Same).collect();
    lines.extend(between(old, new));
    lines.extend(stored[stored.len() - end..].iter().copied().map(Line::Same));
    lines
}

/// The lines between the first and the last change.
fn between<'t>(old: &[&'t str], new: &[&'t str]) -> Vec<Line<'t>> {
    if old.len().max(new.len()) > COMPARED {
        return old.iter().copied().map(Line::Gone).chain(new.iter().copied().map(Line::New)).collect();
    }
    // The length of a longest common part of what is left of both from each place on.
    let mut common = vec![vec![0_u16; new.len() + 1]; old.len() + 1];
    for i in (0..old.len()).rev() {
        for j in (0..new.len()).rev() {
            common[i][j] =
                if old[i] == new[j] { common[i + 1][j + 1] + 1 } else { common[i + 1][j].max(common[i][j + 1]) };
        }
    }
    let (mut i, mut j, mut lines) = (0, 0, Vec::new());
    while i < old.len() || j < new.len() {
        if i < old.len() && j < new.len() && old[i] == new[j] {
            lines.push(Line::Same(old[i]));
            (i, j) = (i + 1, j + 1);
        } else if j == new.len() || i < old.len() && common[i + 1][j] >= common[i][j + 1] {
            lines.push(Line::Gone(old[i]));
            i += 1;
        } else {
            lines.push(Line::New(new[j]));
            j += 1;
        }
    }
    lines
}

#[test]
fn a_changed_line_is_shown_between_its_neighbours() {
    let text: Vec<String> = (0..20).map(|at| at.to_string()).collect();
    let changed = text.join("\n").replace("\n10\n", "\nten\n").replace("\n18\n", "\n");
    let expected = "  7\n  8\n  9\n- 10\n+ ten\n  11\n  12\n  13\n  ..\n  15\n  16\n  17\n- 18\n  19\n";
    assert_eq!(difference(&text.join("\n"), &changed), expected);
    assert_eq!(difference("a\nb\n", "a\nb\n"), "");
}
