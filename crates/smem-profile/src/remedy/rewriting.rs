//! Other statements in place of those that race: a value that is stored after a barrier, and atomics.

use smem_cuda::{StatementPlace, StoredValue};

use super::insertion::OpenFunction;
use crate::fix::change::edit::TextEdit;

/// A statement in place of another one.
#[derive(Debug, Clone)]
pub(super) struct Rewriting {
    pub(super) edits: Vec<TextEdit>,
    pub(super) words: String,
    /// Edits of a text that compiles only if the other statement means the same for one thread.
    pub(super) check: Option<Vec<TextEdit>>,
}

/// A barrier of the block at which a thread that does not come is a fault, however it went on: one that has ended is not waited for.
pub(super) const COUNTED: &str = "if (__syncthreads_count(1) != blockDim.x * blockDim.y * blockDim.z) __trap();";

/// The name of the value that is stored later.
const VALUE: &str = "smem_value";

impl OpenFunction<'_> {
    fn stored(&self, place: StatementPlace) -> Option<(&StoredValue, [&str; 2])> {
        let source = self.text.source();
        let stored = self.function.statement(place)?.stored.as_ref()?;
        let value = stored.value.clone().map_or("1", |value| &source[value]);
        Some((stored, [&source[stored.target.clone()], value]))
    }

    /// Stores the value of an assignment after a barrier that follows its reads, and waits once more after it where `waits_after`.
    pub(super) fn stored_later(&self, place: StatementPlace, barrier: &str, waits_after: bool) -> Option<Rewriting> {
        let (stored, [target, value]) = self.stored(place)?;
        let statement = self.function.statement(place)?;
        let computed = match stored.operator.as_str() {
            "=" => value.to_owned(),
            "++" | "--" => format!("{target} {} 1", &stored.operator[..1]),
            operator => format!("{target} {} ({value})", operator.strip_suffix('=')?),
        };
        if value.trim_start().starts_with('{') {
            return None;
        }
        let source = self.text.source();
        let name = (0..).map(|at| if at == 0 { VALUE.to_owned() } else { format!("{VALUE}{at}") });
        let name = name.into_iter().find(|name| !source.contains(name.as_str()))?;
        let with = |barrier: &str| {
            let after = if waits_after { format!(" {barrier}") } else { String::new() };
            let new = format!("{{ auto {name} = {computed}; {barrier} {target} = {name};{after} }}");
            vec![TextEdit::replace(statement.place.clone(), new)]
        };
        let also = if waits_after { " and after it" } else { "" };
        Some(Rewriting {
            edits: with(&format!("{barrier};")),
            words: format!("`{barrier}` between the reads and the write of line {}{also}", statement.lines.start()),
            check: (barrier == "__syncthreads()").then(|| with(COUNTED)),
        })
    }

    /// Adds a value by an atomic.
    pub(super) fn atomic(&self, place: StatementPlace) -> Option<Rewriting> {
        let (stored, [target, value]) = self.stored(place)?;
        let statement = self.function.statement(place)?;
        let (function, operand, operator) = match stored.operator.as_str() {
            "+=" => ("atomicAdd", value.to_owned(), "+"),
            "-=" => ("atomicAdd", format!("-({value})"), "-"),
            "|=" => ("atomicOr", value.to_owned(), "|"),
            "&=" => ("atomicAnd", value.to_owned(), "&"),
            "^=" => ("atomicXor", value.to_owned(), "^"),
            "++" => ("atomicAdd", "1".to_owned(), "+"),
            "--" => ("atomicAdd", "-1".to_owned(), "-"),
            "=" => of_assignment(target, value)?,
            _ => return None,
        };
        let new = format!("{function}(&{target}, {operand});");
        // A sum of another type than the place would be converted in another way.
        let same_type = format!(
            "{{ decltype(({target}) {operator} ({operand}))* smem_same_type = &{target}; (void)smem_same_type; }} {new}"
        );
        let replace = |new: String| vec![TextEdit::replace(statement.place.clone(), new)];
        Some(Rewriting {
            words: format!("`{function}` in line {}", statement.lines.start()),
            edits: replace(new),
            check: Some(replace(same_type)),
        })
    }
}

/// The atomic of `s = max(s, v)` or `s = s + v`.
fn of_assignment(target: &str, value: &str) -> Option<(&'static str, String, &'static str)> {
    if let Some(operand) = value.strip_prefix(target).and_then(|rest| rest.trim_start().strip_prefix('+')) {
        return Some(("atomicAdd", format!("({})", operand.trim()), "+"));
    }
    let (name, arguments) = value.strip_suffix(')')?.split_once('(')?;
    let function = match name.trim() {
        "max" => "atomicMax",
        "min" => "atomicMin",
        _ => return None,
    };
    let operand = match arguments.strip_prefix(target).and_then(|rest| rest.trim_start().strip_prefix(',')) {
        Some(operand) => operand,
        None => arguments.strip_suffix(target)?.trim_end().strip_suffix(',')?,
    };
    Some((function, operand.trim().to_owned(), "+"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fix::change::edit::edited;
    use smem_cuda::CudaText;

    fn rewritten(
        statement: &str,
        rewrite: impl Fn(OpenFunction<'_>, StatementPlace) -> Option<Rewriting>,
    ) -> Option<String> {
        let source = format!("void k() {{ {statement} }}");
        let text = CudaText::parse(&source);
        let functions = text.function_statements();
        let open = OpenFunction { text: &text, function: &functions[0] };
        let edits = rewrite(open, StatementPlace { block: 0, index: 0 })?.edits;
        Some(edited(&source, &edits)["void k() { ".len()..].trim_end_matches(" }").to_owned())
    }

    #[test]
    fn atomics_add_what_the_statement_adds() {
        let atomic = |statement: &str| rewritten(statement, |open, place| open.atomic(place));
        assert_eq!(atomic("s[b]++;").as_deref(), Some("atomicAdd(&s[b], 1);"));
        assert_eq!(atomic("s[b] -= x + 1;").as_deref(), Some("atomicAdd(&s[b], -(x + 1));"));
        assert_eq!(atomic("m = max(m, v[t]);").as_deref(), Some("atomicMax(&m, v[t]);"));
        assert_eq!(atomic("m = min(v[t], m);").as_deref(), Some("atomicMin(&m, v[t]);"));
        assert_eq!(atomic("m = m + v;").as_deref(), Some("atomicAdd(&m, (v));"));
        assert_eq!(atomic("m = v;"), None);
        assert_eq!(atomic("s[i++] += 1;"), None);
    }

    #[test]
    fn a_value_is_stored_after_all_have_read() {
        let later =
            |statement: &str| rewritten(statement, |open, place| open.stored_later(place, "__syncwarp()", false));
        assert_eq!(
            later("s[t] += s[t + 1];").as_deref(),
            Some("{ auto smem_value = s[t] + (s[t + 1]); __syncwarp(); s[t] = smem_value;")
        );
        assert_eq!(
            later("s[t] = f(s[t ^ 1]);").as_deref(),
            Some("{ auto smem_value = f(s[t ^ 1]); __syncwarp(); s[t] = smem_value;")
        );
    }
}
