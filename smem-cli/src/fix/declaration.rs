//! Arrays in shared memory as the source declares them.

use std::ops::Range;

use smem_cuda::{CudaText, without_comments};

use super::functions::device_functions;
use super::scan::{end_of_statement, has_word, is_alone, is_directive, start_of_statement};
use super::statement::DeclaringStatement;
use super::types;

/// A variable that the source declares `__shared__`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Declaration {
    pub(crate) name: String,
    /// The type of an element as it is written: `float`, `T`. Of a name for a type of arrays the type of their elements.
    pub(crate) element: String,
    /// The text between the brackets: `32`, `N + 1`. Empty in `extern __shared__ float all[]`.
    pub(crate) dims: Vec<String>,
    /// How many of the last ones are those of the named type, and not written here.
    pub(crate) dims_of_type: usize,
    pub(crate) kind: DeclarationKind,
    pub(crate) is_volatile: bool,
    /// `__align__(128) ` or another alignment as it is written, or nothing.
    pub(crate) alignment: String,
    /// The function it is in: `transpose`.
    pub(crate) function: Option<String>,
    /// The parameters of the template that the function is: `T`, `N`.
    pub(crate) parameters: Vec<String>,
    /// From 1.
    pub(crate) line: u32,
    /// The bytes of the text from the first word to behind the semicolon, with the other variables of the same declaration.
    pub(crate) statement: Range<usize>,
    /// The name with its brackets.
    pub(crate) declarator: Range<usize>,
    /// All variables of the statement, this one included.
    pub(crate) siblings: Vec<Range<usize>>,
    /// The first byte of the function or of the declaration around it: what is declared in front of it, it can use.
    pub(crate) outer: usize,
}

/// The kind of a declaration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum DeclarationKind {
    /// `__shared__ float tile[32][32];`
    Array,
    /// `extern __shared__ float all[];`
    Dynamic,
    /// `float* left = all + 32;`, with the place of its value.
    Pointer(Range<usize>),
    /// An array in a struct, of which there is a variable in shared memory.
    Member,
}

impl Declaration {
    pub(crate) fn is_dynamic(&self) -> bool {
        self.kind == DeclarationKind::Dynamic
    }

    pub(crate) fn is_pointer(&self) -> bool {
        matches!(self.kind, DeclarationKind::Pointer(_))
    }

    /// Returns whether its extents or its elements are those of an instance of a template, in a text without comments.
    pub(crate) fn depends_on_template(&self, code: &str) -> bool {
        let names = |text: &String| self.parameters.iter().any(|parameter| has_word(text, parameter));
        // A constant of the function may be made of a parameter.
        let values = CudaText::parse(code);
        let is_fixed = |dim: &String| values.integer_at(dim, self.statement.start).is_some();
        let depends = |dim: &String| names(dim) || !is_fixed(dim);
        !self.parameters.is_empty() && (names(&self.element) || self.dims.iter().any(depends))
    }
}

/// Returns the declarations of a text, in its order.
pub(crate) fn declarations(text: &str) -> Vec<Declaration> {
    let code = without_comments(text);
    let functions = device_functions(&code);
    let mut found = Vec::new();
    let mut end = 0;
    for (at, word) in code.match_indices("__shared__") {
        if at < end || !is_alone(&code, at, word.len()) || is_directive(&code, at) {
            continue;
        }
        let Some(close) = end_of_statement(&code, at) else { continue };
        let start = start_of_statement(&code, at);
        end = close + 1;
        let Some(statement) = DeclaringStatement::read(&code, start..close) else { continue };
        let kind = if statement.is_extern { DeclarationKind::Dynamic } else { DeclarationKind::Array };
        let function = functions.iter().find(|function| function.body.contains(&start));
        let line = 1 + code[..start].bytes().filter(|byte| *byte == b'\n').count() as u32;
        for (name, dims, declarator) in statement.variables(&code) {
            let named = types::resolved(&statement.element, &code).filter(|named| !named.dims.is_empty());
            let (element, of_type) =
                named.map_or_else(|| (statement.element.clone(), Vec::new()), |named| (named.element, named.dims));
            found.push(Declaration {
                name,
                element,
                dims_of_type: of_type.len(),
                dims: [dims, of_type].concat(),
                kind: kind.clone(),
                is_volatile: statement.is_volatile,
                alignment: statement.alignment.clone(),
                function: function.map(|function| function.name.clone()),
                parameters: function.map(|function| function.parameters.clone()).unwrap_or_default(),
                line,
                statement: start..end,
                declarator,
                siblings: statement.declarators.clone(),
                outer: function.map_or(start, |function| function.head.start),
            });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<String> {
        let show = |declared: &Declaration| {
            let Declaration { name, element, dims, function, line, .. } = declared;
            let place = function.as_deref().unwrap_or("-");
            format!(
                "{line} {place} {}{element} {name} {}",
                if declared.is_dynamic() { "extern " } else { "" },
                dims.join("|")
            )
        };
        declarations(text).iter().map(show).collect()
    }

    #[test]
    fn declarations_are_read_as_they_are_written() {
        let text = "#define N 8
            // __shared__ float not_this[3];
            __shared__ double whole[4][5];
            template <int PAD> __global__ void __launch_bounds__(N * (2)) transpose(float* to) {
                __shared__ float tile[N][N + PAD]; const char* s = \"__shared__ int no[1];\";
                __shared__ __align__(16) half As[2][N * 4], Bs[sizeof(float) * N];
                extern __shared__ unsigned char all[];
                volatile __shared__ int sum;
                alignas(128) __shared__ cuda::std::array<int, 4> a[3];
            }
            #define TILE __shared__ float macro[3]
            __device__ int helper(int i) { static __shared__ unsigned long long inner [64]; return inner[i]; }
            __shared__ int last[2];";
        assert_eq!(
            shown(text),
            [
                "3 - double whole 4|5",
                "5 transpose float tile N|N + PAD",
                "6 transpose half As 2|N * 4",
                "6 transpose half Bs sizeof(float) * N",
                "7 transpose extern unsigned char all ",
                "8 transpose int sum ",
                "9 transpose cuda::std::array<int, 4> a 3",
                "12 helper unsigned long long inner 64",
                "13 - int last 2",
            ]
        );
        let tile = &declarations(text)[1];
        assert_eq!(tile.parameters, ["PAD"]);
        let templates = "template <typename T, int N = 8, class... U>\n__global__ void k() { __shared__ T a[N]; }";
        assert_eq!(declarations(templates)[0].parameters, ["T", "N", "U"]);
        assert_eq!(&text[tile.statement.clone()], "__shared__ float tile[N][N + PAD];");
    }

    #[test]
    fn the_other_variables_of_a_statement_are_kept_as_they_are_written() {
        let text = "__shared__ __align__(8) volatile float a[4], *p, c[2][3]; __shared__ int *q, d[3];";
        let found = declarations(text);
        assert_eq!(found.iter().map(|declared| &declared.name[..]).collect::<Vec<_>>(), ["a", "c", "d"]);
        let siblings: Vec<&str> = found[0].siblings.iter().map(|place| &text[place.clone()]).collect();
        assert_eq!(siblings, ["a[4]", "*p", "c[2][3]"]);
        assert_eq!(&text[found[1].declarator.clone()], "c[2][3]");
        assert_eq!((&found[0].alignment[..], found[0].is_volatile), ("__align__(8) ", true));
        assert_eq!((&found[2].element[..], &found[2].alignment[..], found[2].is_volatile), ("int", "", false));
    }

    #[test]
    fn a_name_for_a_type_of_arrays_has_their_extents() {
        let text = "typedef float Row[32], Other; typedef Row Tile[4];\n__global__ void k() { __shared__ Tile t[2]; }";
        let found = &declarations(text)[0];
        assert_eq!(
            (&found.element[..], &found.dims[..], found.dims_of_type),
            ("float", &["2", "4", "32"].map(String::from)[..], 2)
        );
    }

    #[test]
    fn broken_texts_declare_nothing() {
        for text in [
            "__shared__",
            "__shared__ ;",
            "__shared__ float {",
            "__shared__ float x[",
            "__shared__ [3];",
            "__shared__ 3;",
        ] {
            assert_eq!(shown(text), [""; 0], "{text}");
        }
    }
}
