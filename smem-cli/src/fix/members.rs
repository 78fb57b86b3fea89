//! Arrays in structs of which there is a variable in shared memory: `struct Memory { float a[32][32]; }; __shared__ Memory memory;`.

use super::declaration::{Declaration, DeclarationKind};
use super::scan::{closing, start_of_statement, words};
use super::statement::DeclaringStatement;
use smem_cuda::without_comments;

/// Returns the arrays in a struct that a text defines, in its order; none where it does not, or several times.
pub(crate) fn members(name: &str, text: &str) -> Vec<Declaration> {
    let code = without_comments(text);
    let mut bodies = words(&code, name).filter_map(|at| body(&code, at, name.len()));
    let (Some((open, close)), None) = (bodies.next(), bodies.next()) else { return Vec::new() };
    let outer = start_of_statement(&code, open);
    let (mut found, mut at) = (Vec::new(), open + 1);
    while let Some(end) = code[at..close].find([';', '{']).map(|end| at + end) {
        if code[end..].starts_with('{') {
            // A function, or a struct in it.
            at = closing(&code, end).map_or(close, |end| end + 1).min(close);
            continue;
        }
        let label = code[at..end].rfind(':').filter(|label| !code[at..end][..*label].ends_with(':'));
        let start = label.map_or(at, |label| at + label + 1);
        let start = start + (code[start..end].len() - code[start..end].trim_start().len());
        at = end + 1;
        let written = &code[start..end];
        if ["static", "using", "typedef", "friend"].iter().any(|word| written.starts_with(word)) {
            continue;
        }
        let Some(statement) = DeclaringStatement::read(&code, start..end) else { continue };
        for (name, dims, declarator) in statement.variables(&code) {
            if dims.is_empty() {
                continue;
            }
            found.push(Declaration {
                name,
                element: statement.element.clone(),
                dims,
                dims_of_type: 0,
                kind: DeclarationKind::Member,
                is_volatile: statement.is_volatile,
                alignment: statement.alignment.clone(),
                function: None,
                parameters: Vec::new(),
                line: 1 + code[..start].bytes().filter(|byte| *byte == b'\n').count() as u32,
                statement: start..end + 1,
                declarator,
                siblings: statement.declarators.clone(),
                outer,
            });
        }
    }
    found
}

/// The braces of `struct Name {`, `struct Name : Other {` and `struct __align__(16) Name {`.
fn body(code: &str, at: usize, length: usize) -> Option<(usize, usize)> {
    let head = &code[start_of_statement(code, at)..at];
    let is_struct = ["struct", "class", "union"].iter().any(|word| words(head, word).next().is_some());
    let open = at + code[at..].find(['{', ';', '(', ')', '=', ','])?;
    let is_body = is_struct && code[open..].starts_with('{') && !code[at + length..open].trim_start().starts_with('<');
    Some((open, closing(code, open)?)).filter(|_| is_body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arrays_of_a_struct_are_found() {
        let text = "struct Other { int a[3]; };
            struct __align__(16) Memory : Other {
            public: float a[32][N], b[4]; int count; // float c[3];
            __device__ void clear() { float d[3]; }
            static const int e[2]; alignas(32) half f[2][8];
            };
            __global__ void k(Memory* m) { __shared__ Memory memory; }";
        let shown: Vec<String> = members("Memory", text)
            .iter()
            .map(|found| {
                format!("{} {}{} {}", found.line, found.alignment, found.element, &text[found.declarator.clone()])
            })
            .collect();
        assert_eq!(shown, ["3 float a[32][N]", "3 float b[4]", "5 alignas(32) half f[2][8]"]);
        assert_eq!(members("Nothing", text), []);
        assert_eq!(members("Memory", "struct Memory"), []);
        assert_eq!(members("Memory", "struct Memory {"), []);
    }
}
