//! The arms of `#if` .. `#endif`: which of them a compiler takes.

use std::collections::BTreeSet;
use std::ops::Range;

use tree_sitter::Node;

use super::directive::{Directive, Macro};
use super::pieces::{TextPiece, is_word, pieces};
use crate::constants::expression::{NameValues, value};
use crate::constants::number::Constant;
use crate::grammar::ParsedExpression;

/// The message of the pragma that [`Conditionals::probe`] puts into an arm, but for the arm's number.
const MARK: &str = "smem-cuda arm ";

/// The arms of all `#if`, `#ifdef`, `#elif` and `#else` of a text.
///
/// Which arm is active depends on the macros of headers and of the compiler, so the compiler is asked: it compiles
/// [`probe`](Conditionals::probe), and [`active_by`](Conditionals::active_by) reads its messages. Without a compiler,
/// [`CudaText`](crate::CudaText) evaluates the conditions by the macros that the text itself defines.
///
/// ```
/// use smem_cuda::Conditionals;
///
/// let arms = Conditionals::of("#if N > 2\nint a;\n#else\nint b;\n#endif\n");
/// let probe = arms.probe().unwrap();
/// assert_eq!(probe.matches("#pragma message").count(), 2);
/// assert!(!probe.contains("int a;"));
/// // A compiler's message:
/// let active = arms.active_by("a.cu(5): remark #20200-D: #pragma message: \"smem-cuda arm 1\"");
/// assert!(active.contains(1) && !active.contains(0));
/// ```
#[derive(Debug, Clone)]
pub struct Conditionals {
    arms: Vec<Arm>,
    probe: String,
}

/// An arm: from after its `#if`, `#elif` or `#else` up to the next directive of the same condition.
#[derive(Debug, Clone)]
struct Arm {
    body: Range<usize>,
    /// The number of the first arm of its condition.
    condition: usize,
    /// The arm around it.
    around: Option<usize>,
    /// Whether no compiler takes it: `#if 0`.
    is_never: bool,
}

/// The numbers of the arms that a compiler takes, in the order of the text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ActiveArms(BTreeSet<usize>);

impl ActiveArms {
    /// Returns true if the arm of that number is compiled.
    pub fn contains(&self, arm: usize) -> bool {
        self.0.contains(&arm)
    }
}

/// A condition that is open while a text is read.
struct OpenCondition {
    /// The number of the arm that is open.
    arm: usize,
    /// Whether one of its arms was taken.
    is_decided: bool,
    /// Whether the arm that is open is taken, and all around it are.
    is_active: bool,
    is_around_active: bool,
}

impl Conditionals {
    /// Finds the arms of a text.
    pub fn of(text: &str) -> Conditionals {
        let found = pieces(text);
        let (mut arms, mut open, mut probe) = (Vec::<Arm>::new(), Vec::<usize>::new(), String::new());
        for directive in directives(&found, text) {
            match directive.keyword {
                "if" | "ifdef" | "ifndef" => {
                    let (condition, around) = (arms.len(), open.last().copied());
                    let is_never = directive.keyword == "if" && directive.rest == "0";
                    open.push(arms.len());
                    arms.push(Arm { body: directive.span.end..text.len(), condition, around, is_never });
                }
                "elif" | "elifdef" | "elifndef" | "else" if !open.is_empty() => {
                    close(&mut arms, &open, directive.span.start);
                    let Some(last) = open.last_mut() else { continue };
                    let body = directive.span.end..text.len();
                    arms.push(Arm { body, is_never: false, ..arms[*last].clone() });
                    *last = arms.len() - 1;
                }
                "endif" => {
                    close(&mut arms, &open, directive.span.start);
                    open.pop();
                }
                "pragma" | "line" => continue,
                _ => {}
            }
            probe += &text[directive.span.clone()];
            probe.push('\n');
            if begins_arm(directive.keyword) && !open.is_empty() {
                probe += &format!("#pragma message(\"{MARK}{}\")\n", arms.len() - 1);
            }
        }
        Conditionals { arms, probe }
    }

    /// The text to compile for the numbers of the active arms: all directives, with a `#pragma message` in each arm. `None` for a
    /// text without conditions.
    pub fn probe(&self) -> Option<&str> {
        (!self.arms.is_empty()).then_some(self.probe.as_str())
    }

    /// Reads the arms that a compiler took from the messages that it printed for the [`probe`](Self::probe).
    pub fn active_by(&self, messages: &str) -> ActiveArms {
        let behind = messages.split(MARK).skip(1);
        let numbers = behind.filter_map(|rest| rest.split(|mark: char| !mark.is_ascii_digit()).next()?.parse().ok());
        ActiveArms(numbers.filter(|number| *number < self.arms.len()).collect())
    }

    /// Evaluates the conditions by `macros` and those that the text defines. A name without a definition is 0, as for a compiler.
    pub(crate) fn assumed(text: &str, macros: &[Macro]) -> ActiveArms {
        let found = pieces(text);
        let mut defined = macros.to_vec();
        let (mut open, mut active, mut count) = (Vec::<OpenCondition>::new(), BTreeSet::new(), 0);
        for directive in directives(&found, text) {
            let is_active = open.last().is_none_or(|condition| condition.is_active);
            match directive.keyword {
                "if" | "ifdef" | "ifndef" => {
                    let is_taken = is_active && holds(&directive, &defined);
                    open.push(OpenCondition {
                        arm: count,
                        is_decided: is_taken,
                        is_active: is_taken,
                        is_around_active: is_active,
                    });
                }
                "elif" | "elifdef" | "elifndef" | "else" => {
                    let Some(condition) = open.last_mut() else { continue };
                    let may_be_taken = condition.is_around_active && !condition.is_decided;
                    condition.is_active = may_be_taken && holds(&directive, &defined);
                    condition.is_decided |= condition.is_active;
                    condition.arm = count;
                }
                "endif" => drop(open.pop()),
                "define" if is_active => defined.extend(Macro::of(&directive)),
                "undef" if is_active => defined.retain(|known| known.name != directive.rest),
                _ => {}
            }
            if begins_arm(directive.keyword) {
                if let Some(condition) = open.last().filter(|condition| condition.is_active) {
                    active.insert(condition.arm);
                }
                count += 1;
            }
        }
        ActiveArms(active)
    }

    /// Returns choices of arms that hold each arm at least once, `first` before all others; of a text with very many conditions the first
    /// few. The arm of `#if 0` is in none.
    pub(crate) fn choices(&self, first: ActiveArms) -> Vec<ActiveArms> {
        const MOST: usize = 12;
        let mut seen: BTreeSet<usize> = first.0.clone();
        seen.extend((0..self.arms.len()).filter(|arm| self.arms[*arm].is_never));
        let mut choices = vec![first];
        while seen.len() < self.arms.len() && choices.len() < MOST {
            let choice = self.choice(&seen, &choices[0]);
            let before = seen.len();
            seen.extend(&choice.0);
            if seen.len() == before {
                break;
            }
            choices.push(choice);
        }
        choices
    }

    /// Returns arms that can be active together: of each condition one with an arm that was not `seen`, else the `usual` one.
    fn choice(&self, seen: &BTreeSet<usize>, usual: &ActiveArms) -> ActiveArms {
        // An arm counts as new if one inside it does.
        let mut is_new: Vec<bool> = (0..self.arms.len()).map(|arm| !seen.contains(&arm)).collect();
        for arm in (0..self.arms.len()).rev() {
            if let Some(around) = self.arms[arm].around.filter(|_| is_new[arm]) {
                is_new[around] |= !self.arms[around].is_never;
            }
        }
        let (mut taken, mut decided) = (BTreeSet::new(), BTreeSet::new());
        let is_open = |arm: &Arm, taken: &BTreeSet<usize>| arm.around.is_none_or(|around| taken.contains(&around));
        for wants_new in [true, false] {
            for (number, arm) in self.arms.iter().enumerate() {
                let is_wanted = if wants_new { is_new[number] } else { usual.contains(number) };
                if is_wanted && is_open(arm, &taken) && decided.insert(arm.condition) {
                    taken.insert(number);
                }
            }
        }
        ActiveArms(taken)
    }

    /// The bytes of the arms that are not active, in order. One inside another is a part of that.
    pub(crate) fn inactive(&self, active: &ActiveArms) -> Vec<Range<usize>> {
        let mut spans: Vec<Range<usize>> = Vec::new();
        // Arms are in the order of their starts, each before those inside it.
        for (_, arm) in self.arms.iter().enumerate().filter(|(number, _)| !active.contains(*number)) {
            if spans.last().is_none_or(|last| last.end <= arm.body.start) {
                spans.push(arm.body.clone());
            }
        }
        spans
    }
}

/// Returns true for a byte in one of several spans, which are in order and apart.
pub(crate) fn is_in(spans: &[Range<usize>], at: usize) -> bool {
    spans.get(spans.partition_point(|span| span.end <= at)).is_some_and(|span| span.start <= at)
}

fn directives<'a>(pieces: &'a [TextPiece], text: &'a str) -> impl Iterator<Item = Directive<'a>> {
    pieces.iter().filter_map(|piece| Directive::of(piece, text))
}

fn begins_arm(keyword: &str) -> bool {
    matches!(keyword, "if" | "ifdef" | "ifndef" | "elif" | "elifdef" | "elifndef" | "else")
}

/// Ends the innermost open arm.
fn close(arms: &mut [Arm], open: &[usize], end: usize) {
    if let Some(arm) = open.last() {
        arms[*arm].body.end = end;
    }
}

fn holds(directive: &Directive<'_>, macros: &[Macro]) -> bool {
    let is_defined = |name: &str| is_known(name, macros);
    let name = directive.rest.split(|mark| !is_word(mark)).next().unwrap_or_default();
    match directive.keyword {
        "ifdef" | "elifdef" => is_defined(name),
        "ifndef" | "elifndef" => !is_defined(name),
        "else" => true,
        _ => number(&without_defined(&directive.rest, &is_defined), macros, 0).is_some_and(Constant::is_true),
    }
}

/// Returns true for a macro that is defined, in the text or by every compiler of CUDA C++.
fn is_known(name: &str, macros: &[Macro]) -> bool {
    const BY_COMPILERS: [&str; 4] = ["__CUDACC__", "__CUDA_ARCH__", "__NVCC__", "__cplusplus"];
    BY_COMPILERS.contains(&name) || macros.iter().any(|known| known.name == name)
}

/// Returns a condition with 1 or 0 for each `defined(NAME)` and `defined NAME`.
fn without_defined(condition: &str, is_defined: &dyn Fn(&str) -> bool) -> String {
    let (mut result, mut rest) = (String::new(), condition);
    while let Some(at) = rest.find("defined") {
        result += &rest[..at];
        let behind = rest[at + "defined".len()..].trim_start();
        let (inside, has_parenthesis) = match behind.strip_prefix('(') {
            Some(inside) => (inside.trim_start(), true),
            None => (behind, false),
        };
        let end = inside.find(|mark| !is_word(mark)).unwrap_or(inside.len());
        result += if is_defined(&inside[..end]) { " 1 " } else { " 0 " };
        rest = &inside[end..];
        if has_parenthesis {
            rest = rest.trim_start().strip_prefix(')').unwrap_or(rest);
        }
    }
    result + rest
}

/// The value of a condition; macros may be made of others, up to a depth.
fn number(condition: &str, macros: &[Macro], depth: u32) -> Option<Constant> {
    let fragment = ParsedExpression::expression(condition)?;
    value(fragment.root(), fragment.source(), &ConditionNames { macros, depth })
}

struct ConditionNames<'a> {
    macros: &'a [Macro],
    depth: u32,
}

impl NameValues for ConditionNames<'_> {
    fn value_of(&self, name: &str) -> Option<Constant> {
        let known = self.macros.iter().rev().find(|known| known.name == name);
        match known {
            Some(known) if self.depth < 16 && !known.body.is_empty() => {
                number(&known.body, self.macros, self.depth + 1)
            }
            Some(_) => None,
            // Without a named architecture, the newest.
            None if name == "__CUDA_ARCH__" => Some(Constant::Integer(900)),
            None if name == "__cplusplus" => Some(Constant::Integer(201_703)),
            None => Some(Constant::Integer(0)),
        }
    }

    fn element(&self, _: &str, _: i64) -> Option<Constant> {
        None
    }

    fn call(&self, function: &str, arguments: &[&str], _: &dyn Fn(usize) -> Option<Constant>) -> Option<Constant> {
        let Some(known) = self.macros.iter().rev().find(|known| known.name == function) else {
            // `__has_include(<a>)`
            return Some(Constant::Integer(0));
        };
        if self.depth >= 16 {
            return None;
        }
        number(&known.expanded(arguments)?, self.macros, self.depth + 1)
    }

    fn size_of_type(&self, _: &str) -> Option<i64> {
        None
    }

    fn size_of_value(&self, _: Node<'_>, _: &str) -> Option<i64> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the one-letter lines of the active arms.
    fn left(text: &str, macros: &[&str]) -> String {
        let macros: Vec<Macro> = macros.iter().filter_map(|option| Macro::of_option(option)).collect();
        let active = Conditionals::assumed(text, &macros);
        let mut bytes = text.as_bytes().to_vec();
        for span in Conditionals::of(text).inactive(&active) {
            bytes[span].fill(b' ');
        }
        let text = String::from_utf8(bytes).unwrap();
        text.lines().filter(|line| line.len() == 1).collect()
    }

    #[test]
    fn conditions_are_evaluated_as_a_compiler_does() {
        let text = "#if N > 2\na\n#elif defined(M) && !defined K\nb\n#else\nc\n#endif\nd";
        assert_eq!(left(text, &["N=3"]), "ad");
        assert_eq!(left(text, &["M"]), "bd");
        assert_eq!(left(text, &["M", "K"]), "cd");
        assert_eq!(left("#if 0\na\n#if 1\nb\n#endif\n#else\nc\n#endif", &[]), "c");
        assert_eq!(left("#define A B\n#define B 4\n#if A == 4\na\n#endif\n#undef B\n#ifdef B\nb\n#endif", &[]), "a");
        assert_eq!(left("#if 0\n#define A 1\n#endif\n#ifdef A\na\n#endif", &[]), "");
        assert_eq!(left("#define IS(x) ((x) == 3)\n#if IS(3)\na\n#endif\n#if IS(2)\nb\n#endif", &[]), "a");
        assert_eq!(left("#if __CUDA_ARCH__ >= 800\na\n#endif\n#if __has_include(<b>)\nb\n#endif", &[]), "a");
    }

    #[test]
    fn choices_hold_each_arm_and_never_two_of_a_condition() {
        let text = "#if A\na\n#ifdef B\nb\n#else\nc\n#endif\n#elif C\nd\n#else\ne\n#endif\n#if 0\nf\n#endif\n#ifdef D\ng\n#endif";
        let arms = Conditionals::of(text);
        let choices = arms.choices(Conditionals::assumed(text, &[]));
        let shown: Vec<String> = choices
            .iter()
            .map(|choice| {
                let mut bytes = text.as_bytes().to_vec();
                arms.inactive(choice).into_iter().for_each(|span| bytes[span].fill(b' '));
                let text = String::from_utf8(bytes).unwrap();
                text.lines().filter(|line| line.len() == 1).collect()
            })
            .collect();
        assert_eq!(shown, ["e", "abg", "ac", "d"]);
    }

    #[test]
    fn inactive_arms_are_in_order_and_apart() {
        let text = "#if 0\n#if 1\na\n#endif\nb\n#else\nc\n#endif\nd\n#if 0\ne\n#endif\n#if 0\nf";
        let inactive = Conditionals::of(text).inactive(&Conditionals::assumed(text, &[]));
        assert!(inactive.windows(2).all(|pair| pair[0].end <= pair[1].start), "{inactive:?}");
        let is_out = |letter: &str| is_in(&inactive, text.find(&format!("\n{letter}")).unwrap() + 1);
        assert_eq!(["a", "b", "c", "d", "e", "f"].map(is_out), [true, true, false, false, true, true]);
        assert!(!is_in(&inactive, 0) && !is_in(&[], 3));
    }

    #[test]
    fn conditions_in_comments_and_strings_are_none() {
        assert_eq!(left("/*\n#if 0\n*/\na\nR\"(\n#if 0\n)\"\nb", &[]), "ab");
    }

    #[test]
    fn broken_conditions_do_not_panic() {
        for text in
            ["#endif", "#else", "#if", "#if (\na", "#elif 1", "#if 1\n#endif\n#endif", "#define A A\n#if A\n#endif"]
        {
            left(text, &[]);
            Conditionals::of(text).probe();
        }
    }
}
