//! Where a file uses an array by its name.

use std::ops::Range;

use tree_sitter::Node;

use super::declaration::{SharedDeclaration, SharedKind};
use crate::cuda_text::CudaText;
use crate::declarations::{DeclaredName, Meaning, meaning};
use crate::grammar::named_children;

/// A use of an array. Places are bytes of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SharedArrayUse {
    /// The name with the indices after it, at most as many as the array has dimensions; or `*(name + index)` of an array of one dimension.
    pub range: Range<usize>,
    /// The name: that of the array, or of a reference to it.
    pub name: Range<usize>,
    /// The expressions between the brackets.
    pub indices: Vec<Range<usize>>,
    /// Whether `&` is in front.
    pub is_address: bool,
    /// Whether a condition decides if it is reached: that of an `if`, a `switch` or a `?:` around it.
    pub is_conditional: bool,
}

/// References to references are followed so far.
const MOST_REFERENCES: u32 = 4;

impl CudaText {
    /// Returns the uses of an array that has `dims` indices, in order. Sizes such as `sizeof(tile)`, other variables of the same name, and
    /// what macros expand to are not among them; uses of a reference, `auto& t = tile;`, are.
    ///
    /// ```
    /// let source = "__global__ void k(int y) { __shared__ int tile[4][4]; tile /* y */ [y][0] = sizeof(tile); { int tile; tile = 1; } }";
    /// let text = smem_cuda::CudaText::parse(source);
    /// let uses = text.shared_uses(&text.shared_declarations()[0], 2);
    /// assert_eq!(uses.len(), 1);
    /// assert_eq!(&source[uses[0].range.clone()], "tile /* y */ [y][0]");
    /// assert_eq!(&source[uses[0].indices[0].clone()], "y");
    /// ```
    pub fn shared_uses(&self, declaration: &SharedDeclaration, dims: usize) -> Vec<SharedArrayUse> {
        let mut found = Vec::new();
        let named = NamedVariable {
            name: &declaration.name,
            statement: declaration.statement.clone(),
            scope: declaration.scope.clone(),
        };
        self.add_uses(declaration, &named, dims, MOST_REFERENCES, &mut found);
        found.sort_by_key(|one| one.range.start);
        found
    }

    /// Returns the uses of an array by another name that a statement or a parameter declares.
    pub(super) fn uses_of_name(
        &self,
        declaration: &SharedDeclaration,
        name: &str,
        statement: Range<usize>,
        scope: Range<usize>,
        dims: usize,
    ) -> Vec<SharedArrayUse> {
        let mut found = Vec::new();
        self.add_uses(declaration, &NamedVariable { name, statement, scope }, dims, MOST_REFERENCES, &mut found);
        found
    }

    fn add_uses(
        &self,
        declaration: &SharedDeclaration,
        variable: &NamedVariable<'_>,
        dims: usize,
        deeper: u32,
        found: &mut Vec<SharedArrayUse>,
    ) {
        // Names are in order, and many functions may have a variable of this one.
        let names = self.names_in_file(variable.name);
        let from = names.partition_point(|node| self.place_of(*node).start < variable.scope.start);
        let within = names[from..].iter().take_while(|node| self.place_of(**node).start < variable.scope.end);
        for node in within.copied().filter(|node| self.is_use(*node, declaration, variable)) {
            match self.reference_to(node).filter(|_| deeper > 0) {
                Some(reference) => {
                    let Some(name) = reference.name(&self.readable) else { continue };
                    let statement = self.place_of(reference.declaration);
                    let block =
                        self.ancestors(reference.declaration).find(|around| around.kind() == "compound_statement");
                    let scope = statement.end..block.map_or(self.source.len(), |block| self.place_of(block).end);
                    let reference = NamedVariable { name, statement, scope };
                    self.add_uses(declaration, &reference, dims, deeper - 1, found);
                }
                None => found.push(self.use_at(node, dims)),
            }
        }
    }

    /// Returns true for a name that means a variable, but for one whose size alone is asked for.
    fn is_use(&self, node: Node<'_>, declaration: &SharedDeclaration, variable: &NamedVariable<'_>) -> bool {
        let place = self.place_of(node);
        let is_name = matches!(node.kind(), "identifier" | "field_identifier") && self.text_of(node) == variable.name;
        if !is_name || !variable.scope.contains(&place.start) || variable.statement.contains(&place.start) {
            return false;
        }
        let is_size = |around: Node<'_>| {
            matches!(
                around.kind(),
                "sizeof_expression" | "alignof_expression" | "decltype" | "lambda_capture_specifier"
            )
        };
        if self.ancestors(node).take_while(|around| !around.kind().ends_with("statement")).any(is_size) {
            return false;
        }
        let Some(parent) = self.parent(node) else { return false };
        match parent.kind() {
            "field_expression" if parent.child_by_field_name("field") == Some(node) => {
                declaration.kind == SharedKind::Member && self.may_be_of_class(parent, declaration)
            }
            // The name that a declaration introduces, or a name in a designator.
            _ if node.kind() == "field_identifier" => false,
            "qualified_identifier" => self.is_in_namespace(parent, declaration),
            _ => self.means(node, &variable.statement, declaration),
        }
    }

    /// Returns true if a name means what a statement declares.
    fn means(&self, node: Node<'_>, statement: &Range<usize>, declaration: &SharedDeclaration) -> bool {
        let place = node.start_byte();
        match meaning(self, self.text_of(node), place) {
            Some(Meaning::Variable(declared) | Meaning::KernelParameter(declared)) => {
                let at = self.place_of(declared.declaration).start;
                statement.contains(&at)
            }
            Some(Meaning::Enumerator { .. }) => false,
            // The grammar takes `float (*rows)[32] = ..` for an assignment; a member needs an object outside of its class.
            None => declaration.kind != SharedKind::Member,
        }
    }

    /// Returns true for `memory.tile` unless `memory` is known to be of another class.
    fn may_be_of_class(&self, field: Node<'_>, declaration: &SharedDeclaration) -> bool {
        let object = field.child_by_field_name("argument").filter(|object| object.kind() == "identifier");
        let known = object.and_then(|object| meaning(self, self.text_of(object), object.start_byte()));
        let Some(Meaning::Variable(declared) | Meaning::KernelParameter(declared)) = known else { return true };
        let written = declared.type_name(&self.readable);
        let base = written.split('<').next().unwrap_or(written);
        let base = base.rsplit("::").next().unwrap_or(base).trim().trim_start_matches("struct ").trim();
        let is_open = base == "auto" || self.element_type(base).is_some();
        is_open || declaration.class.as_deref().is_none_or(|class| class == base)
    }

    /// Returns true for `ns::tile` where that is the namespace of the declaration.
    fn is_in_namespace(&self, qualified: Node<'_>, declaration: &SharedDeclaration) -> bool {
        let at = self.start + declaration.declarator.start;
        let declared = self.node_around(at);
        let written: String = self.text_of(qualified).split_whitespace().collect();
        let written = written.trim_start_matches("::");
        let is_it = |path: String| path == written || path.ends_with(&format!("::{written}"));
        is_it(self.path_of(declared, &declaration.name))
    }

    /// The reference that a whole array is the value of: `auto& t = tile;`.
    fn reference_to<'t>(&'t self, node: Node<'t>) -> Option<DeclaredName<'t>> {
        let value = self.parent(node).filter(|parent| parent.kind() == "init_declarator")?;
        let declaration = self.parent(value).filter(|parent| parent.kind() == "declaration")?;
        let mut all = DeclaredName::all(declaration).into_iter();
        let reference = all.find(|declared| declared.initializer() == Some(node))?;
        (reference.is_reference() && reference.type_name(&self.readable) == "auto").then_some(reference)
    }

    fn use_at(&self, node: Node<'_>, dims: usize) -> SharedArrayUse {
        let (mut whole, mut indices) = (node, Vec::new());
        if let Some(around) =
            self.parent(node).filter(|parent| matches!(parent.kind(), "field_expression" | "qualified_identifier"))
        {
            whole = around;
        }
        let first = whole;
        while let Some(subscript) = self.parent(whole).filter(|_| indices.len() < dims) {
            let Some(index) = index_of(subscript, whole) else { break };
            indices.push(self.place_of(index));
            whole = subscript;
        }
        let name = self.place_of(node);
        // `*(array + index)`
        let element = element_of(first, self).filter(|_| indices.is_empty() && dims == 1);
        if let Some((element, from, to)) = element {
            whole = element;
            indices.push(self.place_of(from).start..self.place_of(to).end);
        }
        let start = if element.is_some() { self.place_of(whole).start } else { name.start };
        let end = if whole == first { name.end } else { self.place_of(whole).end };
        let decides = |kind: &str| matches!(kind, "if_statement" | "switch_statement" | "conditional_expression");
        SharedArrayUse {
            range: start..end,
            name,
            indices,
            is_address: is_address(whole, self),
            is_conditional: self.ancestors(node).any(|around| decides(around.kind())),
        }
    }
}

/// A variable by whose name an array is used.
struct NamedVariable<'a> {
    name: &'a str,
    statement: Range<usize>,
    scope: Range<usize>,
}

/// The index of `array[index]`.
fn index_of<'t>(subscript: Node<'t>, array: Node<'t>) -> Option<Node<'t>> {
    if subscript.kind() != "subscript_expression" || subscript.child_by_field_name("argument") != Some(array) {
        return None;
    }
    match named_children(subscript.child_by_field_name("indices")?)[..] {
        [only] => Some(only),
        _ => None,
    }
}

/// The whole of `*(array + y * 32 + x)`, the first operand after the array and the sum that ends the index.
fn element_of<'t>(array: Node<'t>, text: &'t CudaText) -> Option<(Node<'t>, Node<'t>, Node<'t>)> {
    let sign = |node: Node<'t>| node.child_by_field_name("operator").map(|operator| operator.kind());
    let around = |node: Node<'t>| {
        let parent = text.parent(node).filter(|parent| parent.kind() == "binary_expression")?;
        (parent.child_by_field_name("left") == Some(node) && matches!(sign(parent), Some("+" | "-"))).then_some(parent)
    };
    let first = around(array).filter(|first| sign(*first) == Some("+"))?;
    let last = std::iter::successors(Some(first), |node| around(*node)).last()?;
    let parentheses = text.parent(last).filter(|parent| parent.kind() == "parenthesized_expression")?;
    let whole = text.parent(parentheses).filter(|parent| parent.kind() == "pointer_expression")?;
    let is_element = sign(whole) == Some("*");
    is_element.then_some((whole, first.child_by_field_name("right")?, last))
}

/// Returns true if `&` in front takes the address of an expression.
fn is_address(node: Node<'_>, text: &CudaText) -> bool {
    let source = &text.readable;
    let around = text.ancestors(node).find(|around| around.kind() != "parenthesized_expression");
    around.is_some_and(|around| around.kind() == "pointer_expression" && source[around.byte_range()].starts_with('&'))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The texts of the uses of the first array, with `&` in front where the address is taken.
    fn shown(source: &str, dims: usize) -> Vec<String> {
        let text = CudaText::parse(source);
        let uses = text.shared_uses(&text.shared_declarations()[0], dims).into_iter();
        uses.map(|one| format!("{}{}", if one.is_address { "&" } else { "" }, &source[one.range])).collect()
    }

    #[test]
    fn uses_are_those_of_the_variable_and_not_of_its_name() {
        let kernel = |body: &str| format!("__global__ void k(int y, int x) {{ __shared__ float tile[4][4]; {body} }}");
        for (body, expected) in [
            ("tile[y][x] = tile[x][y + 1];", &["tile[y][x]", "tile[x][y + 1]"][..]),
            ("tile // a\n [y] /* b */ [x] = 1;", &["tile // a\n [y] /* b */ [x]"]),
            ("g(tile, &tile[y][x], tile[y], *tile);", &["tile", "&tile[y][x]", "tile[y]", "tile"]),
            ("int n = sizeof(tile) / sizeof(tile[0]); decltype(tile[0][0]) f;", &[]),
            ("// tile[0][0]\nconst char* s = \"tile[0][0]\"; s = R\"(tile)\";", &[]),
            ("\n#if 0\ntile[y][x] = 1;\n#endif\n", &[]),
            ("for (int tile = 0; tile < 4; ++tile) { x += tile; } tile[y][x] = 1;", &["tile[y][x]"]),
            ("for (auto tile : {1, 2}) { x += tile; }", &[]),
            ("{ int tile[2]; tile[0] = 1; } if (int tile = 3) { x = tile; }", &[]),
            ("auto f = [&](int i) { return tile[i][x]; }; auto g = [](int tile) { return tile; };", &["tile[i][x]"]),
            ("auto& t = tile; t[y][x] = 1; auto &u = t; u[0][0] = t[1][1];", &["t[y][x]", "u[0][0]", "t[1][1]"]),
            ("auto p = tile[y]; p[x] = 2;", &["tile[y]"]),
            ("a.tile[y][x] = b->tile[y][x] + other::tile[y][x];", &[]),
            ("tile[y][(int)tile[x][0]] = 1;", &["tile[y][(int)tile[x][0]]", "tile[x][0]"]),
            ("asm(\"st\" :: \"r\"(tile[y][x]));", &["tile[y][x]"]),
        ] {
            assert_eq!(shown(&kernel(body), 2), expected, "{body}");
        }
    }

    #[test]
    fn uses_end_with_the_kernel_or_with_the_namespace() {
        let two = "__global__ void a() { __shared__ int t[4]; t[0] = 1; } __global__ void b() { __shared__ int t[8]; t[1] = 2; }";
        assert_eq!(shown(two, 1), ["t[0]"]);
        let outside =
            "namespace n { __shared__ int t[4]; } using namespace n; __device__ int f(int* t) { return t[1]; }
            __global__ void k() { t[2] = n::t[3]; }";
        assert_eq!(shown(outside, 1), ["t[2]", "t[3]"]);
    }

    #[test]
    fn arrays_of_a_struct_are_used_through_their_objects() {
        let source = "struct M { float t[4]; __device__ float get(int i) { return t[i]; } }; struct O { float t[4]; };
            __global__ void k(O* o) { __shared__ M m; m.t[0] = o->t[1] + m.get(2); float t = 3; t += (&m)->t[3]; }";
        let text = CudaText::parse(source);
        let uses = text.shared_uses(&text.array_members("M")[0], 1).into_iter();
        let shown: Vec<&str> = uses.map(|one| &source[one.range]).collect();
        assert_eq!(shown, ["t[i]", "t[0]", "t[3]"]);
    }
}
