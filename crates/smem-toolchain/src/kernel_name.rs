//! The form of a kernel's name: compilers receive it as text, and a stranger may have written it.

/// The longest name; the instances of large libraries have some thousand bytes.
const LONGEST: usize = 16 << 10;

/// Checks that a text can be the name of a kernel in C++, such as `scan<int, 256u>` or `ns::add(float*)`, and nothing else: compilers read it in a
/// line of their own, in which a line break would begin a directive.
///
/// ```
/// use smem_toolchain::check_kernel_name;
///
/// for name in ["k", "ns::k<float, (256 >> 1), &f>", "k(float*, int)", "k<(main::{lambda(int)#1})0>", "k<(anonymous namespace)::T, 'N'>"] {
///     assert_eq!(check_kernel_name(name), Ok(()), "{name}");
/// }
/// for text in ["", "k\n#include \"a\"", "k; int x", "k<1", "k)", "k<int> {}", "k\"a\"", "k // ", "k\\", "k<(1])>", "k<'\\''>", "k'a"] {
///     assert!(check_kernel_name(text).is_err(), "{text}");
/// }
/// ```
///
/// # Errors
/// A sentence that says what no name has.
pub fn check_kernel_name(name: &str) -> Result<(), String> {
    let why = match name.len() {
        _ if name.trim().is_empty() => Some("it is empty".to_owned()),
        length if length > LONGEST => Some(format!("it is longer than {LONGEST} bytes")),
        _ => fault(&without_characters(&without_closures(name))),
    };
    let Some(why) = why else { return Ok(()) };
    let shown: String = name.chars().take(80).collect();
    Err(format!("`{}` is not the name of a kernel: {why}", shown.escape_debug()))
}

/// Why a text without closures is not a name.
fn fault(name: &str) -> Option<String> {
    let is_of_name = |mark: char| mark.is_alphanumeric() || "_$:<>()[],*&+-.!~=^|/ ".contains(mark);
    if let Some(mark) = name.chars().find(|mark| !is_of_name(*mark)) {
        return Some(format!("it has `{}`", mark.escape_debug()));
    }
    // A comment would have what comes after the name.
    if name.as_bytes().windows(2).any(|pair| pair[0] == b'/' && matches!(pair[1], b'/' | b'*')) {
        return Some("it has a comment".to_owned());
    }
    (!is_balanced(name)).then(|| "its brackets do not match".to_owned())
}

/// Whether each bracket has its other. Inside parentheses, `<` and `>` may be operators.
fn is_balanced(name: &str) -> bool {
    let mut open = Vec::new();
    let mut before = ' ';
    for mark in name.chars() {
        match mark {
            '(' | '[' | '<' => open.push(mark),
            ')' | ']' => {
                while open.last() == Some(&'<') {
                    open.pop();
                }
                if open.pop() != Some(if mark == ')' { '(' } else { '[' }) {
                    return false;
                }
            }
            '>' if before == '-' => {}
            '>' if open.last() == Some(&'<') => drop(open.pop()),
            '>' if open.is_empty() => return false,
            _ => {}
        }
        before = mark;
    }
    open.is_empty()
}

/// The name with a number in place of characters such as `'N'`, which may be arguments of a template.
fn without_characters(name: &str) -> String {
    let (mut result, mut rest) = (String::new(), name);
    while let Some(start) = rest.find('\'') {
        let inside = rest.as_bytes().get(start + 1).filter(|mark| mark.is_ascii_alphanumeric());
        if inside.is_none() || rest.as_bytes().get(start + 2) != Some(&b'\'') {
            break;
        }
        result += &rest[..start];
        result.push('0');
        rest = &rest[start + 3..];
    }
    result + rest
}

/// The name with a word in place of what compilers call closures and types without a name: `{lambda(int)#1}`, `{unnamed type#2}`.
fn without_closures(name: &str) -> String {
    let mut name = name.to_owned();
    while let Some(end) = name.find('}') {
        let Some(start) = name[..end].rfind('{') else { break };
        let inside = &name[start + 1..end];
        let Some((what, number)) = inside.rsplit_once('#') else { break };
        let is_number = !number.is_empty() && number.chars().all(|mark| mark.is_ascii_digit());
        let is_closure = what.starts_with("lambda(") && what.ends_with(')') || what == "unnamed type";
        if !is_number || !is_closure || fault(what).is_some() {
            break;
        }
        name.replace_range(start..=end, "closure");
    }
    name
}
