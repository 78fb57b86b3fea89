//! Where an array is accessed beyond its own function: in functions that it is passed to, and in macros.

use std::ops::Range;

use tree_sitter::Node;

use super::declaration::SharedDeclaration;
use super::uses::SharedArrayUse;
use crate::cuda_text::CudaText;
use crate::declarations::{DeclaredName, functions_named, parameter_list};
use crate::grammar::named_children;
use crate::text::closing_bracket;

/// Functions that pass an array on are followed so far.
const MOST_CALLS: u32 = 4;

impl CudaText {
    /// Returns the accesses to an array of one dimension: its uses, those in functions of the file that it is passed to in place of the call, and
    /// those in macros. `None` where a function has other callers, or uses it without an index, or a macro does.
    ///
    /// ```
    /// let source = "#define AT(i) s[i]\n__device__ float get(float* p, int i) { return p[i + 1]; }
    /// __global__ void k(float* out) { __shared__ float s[64]; AT(0) = 1; *(s + 4) = 2; *out = get(s, 3); }";
    /// let text = smem_cuda::CudaText::parse(source);
    /// let uses = text.indexed_uses(&text.shared_declarations()[0]).unwrap();
    /// let shown: Vec<&str> = uses.into_iter().map(|one| &source[one.range]).collect();
    /// assert_eq!(shown, ["s[i]", "p[i + 1]", "*(s + 4)"]);
    /// ```
    pub fn indexed_uses(&self, declaration: &SharedDeclaration) -> Option<Vec<SharedArrayUse>> {
        let uses = self.shared_uses(declaration, 1);
        let mut found = self.followed(declaration, uses, MOST_CALLS)?;
        found.extend(self.macro_uses(declaration)?);
        found.sort_by_key(|one| one.range.start);
        Some(found)
    }

    /// Returns the places of the lengths of rows in the parameters of the file's functions that an array of several dimensions is passed to.
    ///
    /// ```
    /// let source = "__device__ void fill(float (*t)[32], float u[][32]) {}
    /// __global__ void k() { __shared__ float t[32][32]; fill(t, t); }";
    /// let text = smem_cuda::CudaText::parse(source);
    /// let places = text.passed_row_lengths(&text.shared_declarations()[0]);
    /// assert_eq!(places.into_iter().map(|place| &source[place]).collect::<Vec<_>>(), ["32", "32"]);
    /// ```
    pub fn passed_row_lengths(&self, declaration: &SharedDeclaration) -> Vec<Range<usize>> {
        let dims = declaration.dims.len();
        let (mut uses, mut places) = (self.shared_uses(declaration, dims), Vec::new());
        for _ in 0..MOST_CALLS {
            let passed: Vec<_> = uses.iter().filter(|one| one.indices.is_empty()).collect();
            let parameters: Vec<_> = passed.into_iter().filter_map(|one| self.parameter_of(one)).collect();
            uses = parameters.iter().flat_map(|(one, _)| self.uses_of_parameter(declaration, one, dims)).collect();
            let last = parameters.iter().filter_map(|(one, _)| one.declared.extents().last().copied().flatten());
            places.extend(last.map(|length| self.place_of(length)));
        }
        places.sort_by_key(|place| place.start);
        places.dedup();
        places
    }

    /// The uses with an index; in place of a use as an argument those of the parameter.
    fn followed(
        &self,
        declaration: &SharedDeclaration,
        uses: Vec<SharedArrayUse>,
        deeper: u32,
    ) -> Option<Vec<SharedArrayUse>> {
        let mut found: Vec<SharedArrayUse> = Vec::new();
        let mut passed: Vec<SharedArrayUse> = Vec::new();
        for one in &uses {
            if !one.indices.is_empty() {
                found.push(one.clone());
                continue;
            }
            let (parameter, calls) = self.parameter_of(one).filter(|_| deeper > 0)?;
            // Another array would be accessed as this one.
            let is_own = |call: &Range<usize>| uses.iter().any(|one| one.name == *call);
            let is_pointer = parameter.declared.pointers() + parameter.declared.extents().len() == 1;
            if !calls.iter().all(is_own) || !is_pointer {
                return None;
            }
            let inside = self.uses_of_parameter(declaration, &parameter, 1);
            passed.extend(inside.into_iter().filter(|own| !passed.contains(own)).collect::<Vec<_>>());
        }
        if !passed.is_empty() {
            found.extend(self.followed(declaration, passed, deeper - 1)?);
        }
        Some(found)
    }

    /// The parameter that a use is the argument for, and the arguments for it in all calls of the function; `None` where it is not an argument, or
    /// the function is not one of the file's, for the device.
    fn parameter_of(&self, one: &SharedArrayUse) -> Option<(PassedParameter<'_>, Vec<Range<usize>>)> {
        let argument = self.node_at(&one.name)?;
        let list = self.parent(argument).filter(|parent| parent.kind() == "argument_list")?;
        let call = self.parent(list).filter(|parent| parent.kind() == "call_expression")?;
        let at = named_children(list).iter().position(|own| *own == argument)?;
        let written = self.text_of(call.child_by_field_name("function")?);
        let name = written.rsplit("::").next()?.split('<').next()?.trim();
        let is_of_file = |node: &Node<'_>| node.start_byte() >= self.start && self.device_function(*node).is_some();
        let mut functions = functions_named(self, name).into_iter().filter(is_of_file);
        // Of overloads nothing says which one is called.
        let function = functions.next().filter(|_| functions.next().is_none() && !self.is_in_macro(name))?;
        let parameters = named_children(parameter_list(function)?).into_iter();
        let parameter = parameters.filter(|node| node.kind().ends_with("parameter_declaration")).nth(at)?;
        let calls = self.calls(name, 0..self.source.len());
        let arguments = calls.into_iter().filter_map(|arguments| arguments.into_iter().nth(at)).collect();
        let parameter = PassedParameter {
            declared: DeclaredName::of_parameter(parameter),
            body: self.place_of(function.child_by_field_name("body")?),
        };
        Some((parameter, arguments))
    }

    fn uses_of_parameter(
        &self,
        declaration: &SharedDeclaration,
        parameter: &PassedParameter<'_>,
        dims: usize,
    ) -> Vec<SharedArrayUse> {
        let statement = self.place_of(parameter.declared.declaration);
        let name = parameter.declared.name(&self.readable);
        name.map_or(Vec::new(), |name| self.uses_of_name(declaration, name, statement, parameter.body.clone(), dims))
    }

    /// The uses of an array by its name in macros of the file; `None` where one has no index.
    fn macro_uses(&self, declaration: &SharedDeclaration) -> Option<Vec<SharedArrayUse>> {
        let name = &declaration.name;
        let mut found = Vec::new();
        for (at, _) in self.words_of_macros().filter(|(_, word)| word == name) {
            let end = at + name.len();
            let after = &self.source[end..];
            let open = end + after.len() - after.trim_start().len();
            let close =
                open + closing_bracket(&self.source[open..], 0).filter(|_| self.source[open..].starts_with('['))?;
            found.push(SharedArrayUse {
                range: at..close + 1,
                name: at..end,
                indices: std::iter::once(open + 1..close).collect(),
                is_address: false,
                is_conditional: false,
            });
        }
        // The macro would change another array of the name as well.
        let is_alone = self.shared_declarations().iter().filter(|other| other.name == *name).count() == 1;
        (found.is_empty() || is_alone).then_some(found)
    }
}

/// A parameter that an array is passed to.
struct PassedParameter<'t> {
    declared: DeclaredName<'t>,
    /// Of its function.
    body: Range<usize>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(source: &str) -> Option<Vec<&str>> {
        let text = CudaText::parse(source);
        let uses = text.indexed_uses(&text.shared_declarations()[0])?;
        Some(uses.into_iter().map(|one| &source[one.range]).collect())
    }

    #[test]
    fn an_array_is_followed_into_the_functions_that_have_it_alone() {
        let file = |functions: &str, body: &str| {
            format!("{functions} __global__ void k(int i, float* g) {{ __shared__ float s[64]; {body} }}")
        };
        let get = "__device__ float get(const float* p, int i) { return p[i]; }";
        let twice = "__device__ float get(float p[], int i) { return p[i]; } __device__ float two(float* q) { return q[1] + get(q, 2); }";
        for (functions, body, expected) in [
            (get, "s[0] = get(s, i) + get(s, 2);", Some(vec!["p[i]", "s[0]"])),
            (twice, "s[0] = two(s);", Some(vec!["p[i]", "q[1]", "s[0]"])),
            // Another array, an overload, a pointer that moves, a function of a header.
            (get, "s[0] = get(g, i) + get(s, 2);", None),
            (
                "__device__ float get(float* p) { return p[0]; } __device__ float get(int* p) { return p[0]; }",
                "get(s);",
                None,
            ),
            ("__device__ float get(float* p) { p++; return p[0]; }", "get(s);", None),
            ("", "get(s);", None),
        ] {
            let file = file(functions, body);
            assert_eq!(shown(&file), expected, "{file}");
        }
    }

    #[test]
    fn pointers_with_an_index_are_accesses() {
        let source = "__global__ void k(int y) { __shared__ float s[64]; *(s + y * 8 + 1) = *(s) + *s; }";
        assert_eq!(shown(source), None);
        let source = "__global__ void k(int y) { __shared__ float s[64]; *(s + y * 8 - 1) = 2; }";
        let text = CudaText::parse(source);
        let uses = text.indexed_uses(&text.shared_declarations()[0]).unwrap();
        assert_eq!(&source[uses[0].indices[0].clone()], "y * 8 - 1");
    }

    #[test]
    fn a_macro_that_uses_the_array_otherwise_hides_it() {
        let kernel = "__global__ void k() { __shared__ float s[64]; s[1] = 0; }";
        assert_eq!(shown(&format!("#define A(r, c) s[(r) * 8 + (c)]\n{kernel}")).unwrap().len(), 2);
        assert_eq!(shown(&format!("#define A s + 1\n{kernel}")), None);
        assert_eq!(shown(&format!("#define A s[1]\n{kernel} {}", kernel.replace("k()", "k2()"))), None);
    }
}
