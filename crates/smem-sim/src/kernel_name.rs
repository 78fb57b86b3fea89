//! Names of kernels as C++ writes them, and as they are in PTX: `scan<int, 256u>(int*)` and `_Z4scanIiLj256EEvPT_`.

use std::fmt;

use cpp_demangle::{DemangleOptions, Symbol};

/// The name of a kernel or a device function as C++ writes it, with its parameters if the name in PTX has them.
///
/// ```
/// assert_eq!(smem_sim::readable_name("_Z4scanIiLj256EEvPT_"), "scan<int, 256u>(int*)");
/// assert_eq!(smem_sim::readable_name("__nv_static_12__0afad4c0_4_a_cu_f78b5b52_7__Z4copyPi"), "copy(int*)");
/// assert_eq!(smem_sim::readable_name("plain"), "plain");
/// ```
pub fn readable_name(entry: &str) -> String {
    // One that is its file's own has the file in front: `__nv_static_51__.._cu_f78b5b52_735892__Z4copyv`.
    let own = entry.strip_prefix("__nv_static_").and_then(|rest| rest.get(rest.find("__Z")? + 1..));
    let entry = own.unwrap_or(entry);
    match demangled(entry) {
        // Of a template's instance the result is part of the name; a kernel's is always this.
        Some(name) => with_suffixes(&without_tags(name.strip_prefix("void ").unwrap_or(&name))),
        None => entry.to_owned(),
    }
}

/// The name of a kernel for people: a mangled name as C++ writes it, without parameters, and any other as it is.
///
/// ```
/// assert_eq!(smem_sim::shown_kernel("_Z4scanIiLj256EEvPT_"), "scan<int, 256u>");
/// assert_eq!(smem_sim::shown_kernel("k(int*)"), "k(int*)");
/// ```
pub fn shown_kernel(entry: &str) -> String {
    let name = readable_name(entry);
    if name == entry { name } else { without_parameters(&name).to_owned() }
}

/// The most bytes of a name for people: a mangled name can say that its parts are twice the part before, again and again.
const LONGEST: usize = 16 << 10;

/// A text that stops to grow.
struct LimitedText(String);

impl fmt::Write for LimitedText {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if self.0.len() + text.len() > LONGEST {
            return Err(fmt::Error);
        }
        self.0.push_str(text);
        Ok(())
    }
}

/// The C++ name of a mangled one.
fn demangled(entry: &str) -> Option<String> {
    if !entry.starts_with("_Z") || entry.len() > LONGEST {
        return None;
    }
    let mut name = LimitedText(String::new());
    Symbol::new(entry).ok()?.structured_demangle(&mut name, &DemangleOptions::default()).ok()?;
    Some(name.0)
}

/// The tag of a compiler's version of a function, which Numba makes of a hundred letters.
const TAG: &str = "[abi:";

/// `k(int)` of `k[abi:v1](int)`.
fn without_tags(name: &str) -> String {
    let mut parts = name.split(TAG);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |name, part| name + part.split_once(']').map_or(part, |(_, rest)| rest))
}

/// Casts in front of an integer, as the demangler writes them, and the suffixes that C++ has for them.
const SUFFIXES: [(&str, &str); 5] = [
    ("(unsigned int)", "u"),
    ("(long)", "l"),
    ("(unsigned long)", "ul"),
    ("(long long)", "ll"),
    ("(unsigned long long)", "ull"),
];

/// `scan<int, 256u>` of `scan<int, (unsigned int)256>`.
fn with_suffixes(name: &str) -> String {
    let (mut result, mut rest) = (String::new(), name);
    while let Some((before, inside)) = rest.split_once('(') {
        result.push_str(before);
        rest = rest.strip_prefix(before).unwrap_or_default();
        let integer = SUFFIXES.iter().find_map(|(cast, suffix)| {
            let value = rest.strip_prefix(cast)?;
            let digits = value.trim_start_matches('-').find(|c: char| !c.is_ascii_digit())?;
            let length = digits + usize::from(value.starts_with('-'));
            let (number, after) = value.split_at_checked(length)?;
            (digits > 0).then_some((number, *suffix, after))
        });
        match integer {
            Some((value, suffix, after)) => {
                result.push_str(value);
                result.push_str(suffix);
                rest = after;
            }
            None => {
                result.push('(');
                rest = inside;
            }
        }
    }
    result + rest
}

/// Returns true if the kernel `entry` of a module is called `name`: as PTX has it, as C++ has it, or as C++ has it without parameters. A name
/// as C++ has it is also called as PTX has it.
///
/// ```
/// use smem_sim::is_called;
///
/// assert!(is_called("_Z4scanIiLj256EEvPT_", "scan<int, 256u>") && is_called("plain", "plain"));
/// assert!(!is_called("_Z4scanIiLj256EEvPT_", "scan"));
/// ```
pub fn is_called(entry: &str, name: &str) -> bool {
    let readable = readable_name(entry);
    if entry == readable && name.starts_with("_Z") {
        return shown_kernel(name) == without_parameters(entry) || entry == name;
    }
    let name = with_const_behind(&without_spaces(name));
    entry == name || without_spaces(&readable) == name || without_spaces(without_parameters(&readable)) == name
}

/// The parameters of a name as the demangler writes them: `k(float const*)` of `k(const float*)`. Spaces are where words need them.
fn with_const_behind(name: &str) -> String {
    let function = without_parameters(name);
    let Some(list) =
        name.strip_prefix(function).and_then(|list| list.strip_prefix('(')).and_then(|list| list.strip_suffix(')'))
    else {
        return name.to_owned();
    };
    let (mut depth, mut parameters) = (0, vec![String::new()]);
    for mark in list.chars() {
        depth += match mark {
            '<' | '(' | '[' => 1,
            '>' | ')' | ']' => -1,
            _ => 0,
        };
        match parameters.last_mut() {
            Some(last) if mark != ',' || depth > 0 => last.push(mark),
            _ => parameters.push(String::new()),
        }
    }
    let behind = |parameter: String| match parameter.strip_prefix("const ") {
        Some(rest) => {
            let pointee = rest.trim_end_matches(['*', '&']);
            format!("{pointee} const{}", rest.strip_prefix(pointee).unwrap_or_default())
        }
        None => parameter,
    };
    format!("{function}({})", parameters.into_iter().map(behind).collect::<Vec<_>>().join(","))
}

/// The name of a kernel without its parameters: `a::add` of `a::add(int*, void (*)(int))`.
///
/// ```
/// assert_eq!(smem_sim::without_parameters("scan<int, 256u>(int*)"), "scan<int, 256u>");
/// ```
pub fn without_parameters(name: &str) -> &str {
    let mut depth = 0;
    for (at, mark) in name.char_indices().rev() {
        match mark {
            ')' => depth += 1,
            '(' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            // A name without parameters does not end in a parenthesis.
            return if mark == '(' { name.get(..at).unwrap_or(name) } else { name };
        }
    }
    name
}

/// The name of a kernel without its parameters and the arguments of its template: `a::add` of `a::add<int, 4>(int*)`.
///
/// ```
/// assert_eq!(smem_sim::without_template_arguments("ns::scan<int, Box<4>>(int*)"), "ns::scan");
/// assert_eq!(smem_sim::without_template_arguments("Box<4>::scan(int*)"), "Box<4>::scan");
/// ```
pub fn without_template_arguments(name: &str) -> &str {
    let name = without_parameters(name);
    if !name.ends_with('>') {
        return name;
    }
    let mut depth = 0;
    let mut marks = name.char_indices().rev().peekable();
    while let Some((at, mark)) = marks.next() {
        match mark {
            // `->` closes nothing.
            '>' if marks.peek().is_none_or(|(_, before)| *before != '-') => depth += 1,
            ')' | ']' | '}' => depth += 1,
            '<' | '(' | '[' | '{' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return if mark == '<' { name.get(..at).unwrap_or(name) } else { name };
        }
    }
    name
}

/// `unsigned int` keeps its space and `scan<int, 256>` loses its own.
fn without_spaces(name: &str) -> String {
    let is_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let mut result = String::new();
    let mut words = name.split_whitespace();
    result.extend(words.next());
    for word in words {
        if is_word(result.chars().last()) && is_word(word.chars().next()) {
            result.push(' ');
        }
        result.push_str(word);
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_grows_without_end_stays_as_it_is() {
        // Each argument is a pair of the one before.
        let digit = |number: usize| char::from_digit(number as u32, 36).unwrap().to_ascii_uppercase();
        let pair = |number: usize| format!("1PIS{0}_S{0}_E", digit(number));
        let bomb = format!("_Z1kv1PIiiE{}", (0..30).map(pair).collect::<String>());
        assert!(readable_name(&bomb).len() <= LONGEST);
        assert_eq!(readable_name("_Z1kPi"), "k(int*)");
    }

    #[test]
    fn mangled_names_are_readable_and_others_stay() {
        for (entry, name) in [
            ("_Z4scanIiLj256EEvPT_", "scan<int, 256u>(int*)"),
            ("_ZN1a3addEPi6float4b", "a::add(int*, float4, bool)"),
            ("_Z5applyPFvvE", "apply(void (*)())"),
            ("_Z1fILl3ELmn4ELx5ELy6EEvv", "f<3l, -4ul, 5ll, 6ull>()"),
            ("_Z1gILb1ELi7ELh8EEvl", "g<true, 7, (unsigned char)8>(long)"),
            ("_ZN8__main__4raceB2v1B9cw51_3dabE5ArrayIfLi1E1CE", "__main__::race(Array<float, 1, C>)"),
            ("plain", "plain"),
            ("_Znot_mangled", "_Znot_mangled"),
        ] {
            assert_eq!(readable_name(entry), name);
        }
    }

    #[test]
    fn a_kernel_goes_by_each_of_its_names() {
        for name in [
            "_Z4scanIiLj256EEvPT_",
            "scan<int, 256u>",
            "scan<int,256u>",
            " scan < int , 256u > ",
            "scan<int, 256u>(int*)",
        ] {
            assert!(is_called("_Z4scanIiLj256EEvPT_", name), "{name}");
        }
        for name in ["scan", "scan<int, 256>", "scan<int, 255u>", ""] {
            assert!(!is_called("_Z4scanIiLj256EEvPT_", name), "{name}");
        }
        assert!(is_called("_ZN1a3addEPi6float4b", "a::add") && !is_called("_ZN1a3addEPi6float4b", "add"));
        assert!(is_called("_Z5applyPFvvE", "apply"));
        assert!(is_called("_Z1fIjEvT_", "f<unsigned int>") && !is_called("_Z1fIjEvT_", "f<unsignedint>"));
        assert!(
            is_called("scan<int, 256u>", "_Z4scanIiLj256EEvPT_") && !is_called("scan<int, 8u>", "_Z4scanIiLj256EEvPT_")
        );
        assert!(is_called("_ZN8__main__4raceB2v1Ei", "__main__::race"));
        assert!(is_called("plain", "plain") && !is_called("plain", "plai"));
        let overload = "_ZN1a1kEPK6float4PKPfRKi";
        assert_eq!(readable_name(overload), "a::k(float4 const*, float* const*, int const&)");
        for name in
            ["a::k(const float4*, float* const*, const int&)", "a::k( const float4 *, float *const *, int const & )"]
        {
            assert!(is_called(overload, name), "{name}");
        }
        assert!(!is_called(overload, "a::k(float4*, float* const*, const int&)"));
    }
}
