//! The type behind a name, and how many bytes a type has.

use std::collections::BTreeMap;

use tree_sitter::Node;

use super::scalar::Scalar;
use crate::constants::number::Constant;
use crate::cuda_text::CudaText;
use crate::declarations::{DeclaredName, types_named};
use crate::grammar::named_children;

/// Bytes and alignment of a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TypeLayout {
    pub(crate) bytes: i64,
    pub(crate) align: i64,
}

impl TypeLayout {
    pub(super) const POINTER: TypeLayout = TypeLayout { bytes: 8, align: 8 };

    pub(super) fn of_scalar(scalar: Scalar) -> TypeLayout {
        let bytes = scalar.bytes() as i64;
        TypeLayout { bytes, align: bytes }
    }

    /// Returns the layout of CUDA's `float4`, `uint2`, `dim3` and their like.
    pub(super) fn of_vector(name: &str) -> Option<TypeLayout> {
        let (scalar, count) = vector_parts(name)?;
        let (scalar, count) = (scalar.bytes() as i64, count as i64);
        let bytes = scalar * count;
        Some(TypeLayout { bytes, align: if count == 3 { scalar } else { bytes.min(16) } })
    }
}

/// Returns the type and the number of the parts of CUDA's vectors: `float4` is four of `float`.
pub(super) fn vector_parts(name: &str) -> Option<(Scalar, usize)> {
    match name {
        "dim3" => return Some((Scalar::U32, 3)),
        "half2" | "__half2" => return Some((Scalar::F16, 2)),
        "__nv_bfloat162" => return Some((Scalar::Bf16, 2)),
        _ => {}
    }
    let (element, count) = name.split_at_checked(name.len().checked_sub(1)?)?;
    let count = count.parse().ok().filter(|count| (1..=4).contains(count))?;
    let scalar = match element {
        "char" => Scalar::I8,
        "uchar" => Scalar::U8,
        "short" => Scalar::I16,
        "ushort" => Scalar::U16,
        "int" => Scalar::I32,
        "uint" => Scalar::U32,
        "float" => Scalar::F32,
        "long" | "longlong" => Scalar::I64,
        "ulong" | "ulonglong" => Scalar::U64,
        "double" => Scalar::F64,
        _ => return None,
    };
    Some((scalar, count))
}

/// The values and types of names at a place of a text.
pub(crate) trait TypeNames<'t>: Sized {
    fn text(&self) -> &'t CudaText;

    /// The type that a template's parameter has here.
    fn bound_type(&self, name: &str) -> Option<String>;

    /// The same names, one definition deeper; `None` where definitions go around in a circle.
    fn deeper(&self) -> Option<Self>;

    /// The names inside a template, with the arguments that `name` gives: `Pair<int, 4>`. `None` where they do not fit.
    fn with_template_arguments(self, inside: Node<'_>, name: &str) -> Option<Self>;

    /// The value of an expression of the text.
    fn value_at(&self, node: Node<'_>) -> Option<Constant>;

    /// The value of an expression that is not in the text.
    fn value_of_text(&self, expression: &str) -> Option<Constant>;
}

/// Returns the type behind aliases and bound template parameters: `float` for `real`, after `using real = float;`.
pub(crate) fn resolved<'t>(name: &str, names: &impl TypeNames<'t>) -> String {
    let mut name = unqualified(name).to_owned();
    // Aliases may go around in a circle.
    for _ in 0..16 {
        let next = names.bound_type(&name).or_else(|| alias(&name, names.text()));
        match next {
            Some(next) if unqualified(&next) != name => name = unqualified(&next).to_owned(),
            _ => break,
        }
    }
    name
}

/// A type without `const` and the like, on both sides of it.
pub(crate) fn unqualified(name: &str) -> &str {
    let mut name = name.trim();
    loop {
        let shorter = ["const ", "volatile ", "typename ", "struct ", "class "]
            .iter()
            .find_map(|word| name.strip_prefix(word))
            .or_else(|| name.strip_suffix(" const"));
        match shorter {
            Some(shorter) => name = shorter.trim(),
            None => return name,
        }
    }
}

/// Returns the type of a pointer that `using name = type*;` or `typedef type* name;` names, through other names too; `None` for another type.
pub(crate) fn pointer_alias(name: &str, text: &CudaText) -> Option<String> {
    let mut name = unqualified(name).to_owned();
    // Aliases may go around in a circle.
    for _ in 0..16 {
        if Scalar::of_cuda(&name).is_some() {
            return None;
        }
        let next = alias(&name, text)?;
        if let Some(pointee) = next.strip_suffix('*') {
            return Some(format!("{}*", pointee.trim_end()));
        }
        name = unqualified(&next).to_owned();
    }
    None
}

/// The type that `using name = type;` or `typedef type name;` gives to a name.
fn alias(name: &str, text: &CudaText) -> Option<String> {
    text.searches.once(|| Aliases::of(text)).0.get(name).cloned()
}

/// The types that the aliases of a text name, the first of each name.
struct Aliases(BTreeMap<String, String>);

impl Aliases {
    fn of(text: &CudaText) -> Aliases {
        let mut found = BTreeMap::new();
        for node in text.nodes_from(0) {
            for (name, own) in aliased(node, text) {
                found.entry(name).or_insert(own);
            }
        }
        Aliases(found)
    }
}

/// The names that a node gives to types.
fn aliased(node: Node<'_>, text: &CudaText) -> Vec<(String, String)> {
    let field = |name: &str| node.child_by_field_name(name);
    match (node.kind(), field("name"), field("type")) {
        ("alias_declaration", Some(name), Some(own)) => {
            vec![(text.text_of(name).to_owned(), text.text_of(own).to_owned())]
        }
        ("type_definition", _, Some(of)) => {
            // `typedef struct tag { .. } name;`
            let tag = of.child_by_field_name("body").map(|_| of.child_by_field_name("name"));
            let is_constant = named_children(node).iter().any(|own| text.text_of(*own) == "const");
            let plain = DeclaredName::all(node).into_iter().filter(|own| own.extents().is_empty());
            let named = plain.filter_map(|declared| {
                let own = match tag {
                    Some(tag) => text.text_of(tag?),
                    None => declared.type_name(&text.readable),
                };
                let stars = "*".repeat(declared.pointers());
                let constant = if is_constant && !stars.is_empty() { "const " } else { "" };
                Some((declared.name(&text.readable)?.to_owned(), format!("{constant}{own}{stars}")))
            });
            named.collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the definition of a struct, and the names inside it.
pub(super) fn struct_definition<'t, N: TypeNames<'t>>(name: &str, names: &N) -> Option<(Node<'t>, N)> {
    let inner = names.deeper()?;
    let text = names.text();
    let base = name.split('<').next()?.trim();
    let base = base.rsplit("::").next()?;
    let is_it = |node: &Node<'_>| {
        node.kind() == "struct_specifier"
            && node.child_by_field_name("body").is_some()
            && match node.child_by_field_name("name") {
                Some(own) => text.text_of(own) == base,
                None => names_in_typedef(*node, text).contains(&base),
            }
    };
    // The names of `typedef struct { .. } name;` are those of the definition.
    let specifier = |node: Node<'t>| match node.kind() {
        "type_definition" => node.child_by_field_name("type"),
        _ => Some(node),
    };
    let named = types_named(text, base).into_iter().filter_map(specifier).filter(is_it);
    let node = named.min_by_key(|node| node.start_byte())?;
    let inner = inner.with_template_arguments(node, name)?;
    Some((node, inner))
}

/// The names that `typedef struct { .. } A, B;` gives the struct itself.
fn names_in_typedef<'t>(specifier: Node<'_>, text: &'t CudaText) -> Vec<&'t str> {
    let Some(definition) = text.parent(specifier).filter(|parent| parent.kind() == "type_definition") else {
        return Vec::new();
    };
    let plain = |own: &DeclaredName<'_>| own.pointers() == 0 && own.extents().is_empty();
    DeclaredName::all(definition).iter().filter(|own| plain(own)).filter_map(|own| own.name(&text.readable)).collect()
}

pub(super) fn up_to(bytes: i64, align: i64) -> i64 {
    (bytes + align - 1) / align * align
}
