//! Names of kernels in signatures, messages and NVRTC's log.

use smem_sim::readable_name;
#[cfg(any(feature = "gpu", test))]
use smem_sim::without_parameters;

/// Which parameters of a kernel are pointers, by its mangled name. Empty where the name does not say.
#[cfg(any(feature = "gpu", test))]
pub(crate) fn pointer_parameters(entry: &str) -> Vec<bool> {
    let name = readable_name(entry);
    let Some(list) = name[without_parameters(&name).len()..].strip_prefix('(') else { return Vec::new() };
    let list = list.strip_suffix(')').unwrap_or(list);
    let mut depth = 0;
    let parts = list.split(|mark| {
        match mark {
            '(' | '<' | '[' => depth += 1,
            ')' | '>' | ']' => depth -= 1,
            _ => {}
        }
        mark == ',' && depth == 0
    });
    parts.map(|part| part.trim_end().ends_with(['*', '&'])).collect()
}

/// Names for a sentence: `` `a`, `b(int)` ``, or `none`.
pub(crate) fn list<'a>(entries: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<String> = entries.map(|entry| format!("`{}`", readable_name(entry))).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

/// The first name that NVRTC could not make a kernel of, and why, if its log says that.
pub(crate) fn refused(log: &str) -> Option<(&str, &str)> {
    let first = log.find(": error: ").or_else(|| log.find("catastrophic error: "))?;
    let line = log[..first].rfind('\n').map_or(0, |at| at + 1);
    // NVRTC looks names up in a text of its own, after the source: an error there is one of the name.
    let message = log[line..].strip_prefix("__nv_name_map")?;
    let mut lines = message.lines();
    let (_, reason) = lines.next()?.split_once(": error: ")?;
    let name = lines.find_map(|line| line.trim_start().strip_prefix("#pragma nv_mangled_name "))?;
    Some((name.trim_end(), reason))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_are_told_by_the_mangled_name() {
        assert_eq!(pointer_parameters("_Z4scanIiLj256EEvPT_"), [true]);
        assert_eq!(pointer_parameters("_Z1kPKfiPd4PairIfiE"), [true, false, true, false]);
        assert!(pointer_parameters("plain").is_empty());
    }

    #[test]
    fn a_name_that_nvrtc_refuses_is_told_from_a_mistake_in_the_source() {
        let name =
            "__nv_name_map(2): error: identifier \"nope\" is undefined\n  #pragma nv_mangled_name nope<int>\n      ^\n";
        assert_eq!(refused(name), Some(("nope<int>", "identifier \"nope\" is undefined")));
        let source =
            "k.cu(3): error: static assertion failed\n  static_assert(false);\n  ^\n\n__nv_name_map(2): error: x\n";
        assert_eq!(refused(source), None);
        assert_eq!(refused("k.cu(1): catastrophic error: cannot open source file \"a.h\"\n"), None);
        assert_eq!(refused(""), None);
    }
}
