//! Names that a file gives to types.

use std::ops::Range;

use crate::cuda_text::CudaText;
use crate::declarations::{DeclaredName, types_named};
use crate::types::unqualified;

/// The type behind a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ArrayType {
    /// The type of an element.
    pub(super) element: String,
    /// The extents of a type of arrays.
    pub(super) dims: Vec<String>,
}

/// Names may go around in a circle.
const MOST_STEPS: u32 = 8;

impl CudaText {
    /// Returns the type of the elements after a name for a type: `float` for `real` after `typedef float real;`. `None` where the text does
    /// not define the name, in several ways, or as a pointer.
    ///
    /// ```
    /// let text = smem_cuda::CudaText::parse("typedef const float real;\n#define T real\nusing Tile = T[4];");
    /// assert_eq!(text.element_type("T").as_deref(), Some("float"));
    /// assert_eq!(text.element_type("float"), None);
    /// ```
    pub fn element_type(&self, name: &str) -> Option<String> {
        self.array_type(name).map(|named| named.element)
    }

    pub(super) fn array_type(&self, name: &str) -> Option<ArrayType> {
        let mut found: Option<ArrayType> = None;
        for _ in 0..MOST_STEPS {
            let name = found.as_ref().map_or(name, |found| &found.element);
            let Some(next) = self.definition_of_type(name) else { break };
            let outer = found.map(|found| found.dims).unwrap_or_default();
            found = Some(ArrayType { element: next.element, dims: [outer, next.dims].concat() });
        }
        found
    }

    /// One step: the only definition of a name.
    fn definition_of_type(&self, name: &str) -> Option<ArrayType> {
        let macros = self.macros_named(name).filter(|known| known.parameters.is_none());
        let by_macro = macros.map(|known| plain(&known.body));
        let nodes = types_named(self, name).into_iter().filter_map(|node| match node.kind() {
            "alias_declaration" => Some(plain(self.text_of(node.child_by_field_name("type")?))),
            "type_definition" => {
                let names = DeclaredName::all(node).into_iter();
                names.filter(|own| own.name(&self.readable) == Some(name)).map(|own| self.by_typedef(&own)).next()
            }
            _ => None,
        });
        let mut all: Vec<Option<ArrayType>> = by_macro.chain(nodes).collect();
        all.dedup();
        if let [only] = &mut all[..] { only.take() } else { None }
    }

    fn by_typedef(&self, declared: &DeclaredName<'_>) -> Option<ArrayType> {
        if declared.pointers() > 0 || declared.is_reference() || declared.seeming_parameters().is_some() {
            return None;
        }
        let dim = |dim: Option<tree_sitter::Node<'_>>| Some(self.text_of(dim?).to_owned());
        let dims = declared.extents().into_iter().map(dim).collect::<Option<Vec<String>>>()?;
        let element = plain(declared.type_name(&self.readable))?.element;
        Some(ArrayType { element, dims })
    }

    /// Returns the place of the value that a macro or a constant has: `33` of `#define PITCH 33`, if the file defines the name once.
    ///
    /// ```
    /// let source = "#define PITCH 33 // elements\nconst int N = 4;";
    /// let text = smem_cuda::CudaText::parse(source);
    /// assert_eq!(text.definition("PITCH"), Some(14..16));
    /// assert_eq!(&source[text.definition("N").unwrap()], "4");
    /// assert_eq!(text.definition("M"), None);
    /// ```
    pub fn definition(&self, name: &str) -> Option<Range<usize>> {
        let by_macro = self.macro_bodies().filter(|(own, _)| *own == name).map(|(_, body)| Some(body));
        let declarations = self.file_nodes().filter(|node| node.kind() == "declaration");
        let declared = declarations.flat_map(DeclaredName::all).filter(|own| own.name(&self.readable) == Some(name));
        let values = declared.map(|own| {
            let value = own.initializer().filter(|value| value.kind() != "initializer_list");
            value.filter(|_| own.is_constant(&self.readable)).map(|value| self.place_of(value))
        });
        let mut all = by_macro.chain(values);
        let first = all.next()??;
        (all.next().is_none() && !first.is_empty()).then_some(first)
    }
}

/// A type that is written without pointers, references and brackets.
fn plain(written: &str) -> Option<ArrayType> {
    let element = unqualified(written).split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((element, extent)) = element.strip_suffix(']').and_then(|array| array.split_once('[')) {
        let inner = plain(element)?;
        let dims = extent.split("][").map(|dim| dim.trim().to_owned()).collect();
        return Some(ArrayType { dims, ..inner });
    }
    let is_type = element.starts_with(|first: char| first.is_alphabetic() || first == '_' || first == ':')
        && !element.contains(['*', '&', '(', ')', '[', '{', ';', '"', '=']);
    is_type.then(|| ArrayType { element, dims: Vec::new() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_for_types() {
        let text = CudaText::parse(
            "typedef unsigned int uint_t;\nusing real = const float;\n#define T real\ntypedef float Tile[4][8];
            using A = B; using B = A; typedef float* P; using V = std::vector<int>;
            using twice = int; using twice = float; struct S { int real_x; };
            #if 0\ntypedef double uint_t;\n#endif\n// typedef int T;",
        );
        let named = |name: &str| text.array_type(name).map(|named| (named.element, named.dims));
        let plain = |element: &str| Some((element.to_owned(), Vec::new()));
        assert_eq!(named("uint_t"), plain("unsigned int"));
        assert_eq!(named("T"), plain("float"));
        assert_eq!(named("Tile"), Some(("float".to_owned(), vec!["4".to_owned(), "8".to_owned()])));
        assert_eq!(named("V"), plain("std::vector<int>"));
        for unknown in ["P", "twice", "S", "float", "nothing"] {
            assert_eq!(named(unknown), None, "{unknown}");
        }
        assert!(named("A").is_some_and(|(element, _)| element == "A" || element == "B"));
    }
}
