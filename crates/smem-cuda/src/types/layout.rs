//! The type behind a name, and how many bytes a type has.

use tree_sitter::Node;

use super::scalar::Scalar;
use crate::constants::number::Constant;
use crate::cuda_text::CudaText;
use crate::declarations::DeclaredName;
use crate::grammar::{descendants, named_children};

/// Bytes and alignment of a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TypeLayout {
    pub(crate) bytes: i64,
    pub(crate) align: i64,
}

impl TypeLayout {
    const POINTER: TypeLayout = TypeLayout { bytes: 8, align: 8 };

    fn of_scalar(scalar: Scalar) -> TypeLayout {
        let bytes = scalar.bytes() as i64;
        TypeLayout { bytes, align: bytes }
    }

    /// Returns the layout of CUDA's `float4`, `uint2`, `dim3` and their like.
    fn of_vector(name: &str) -> Option<TypeLayout> {
        if name == "dim3" {
            return Some(TypeLayout { bytes: 12, align: 4 });
        }
        if matches!(name, "half2" | "__half2" | "__nv_bfloat162") {
            return Some(TypeLayout { bytes: 4, align: 4 });
        }
        let (element, count) = name.split_at_checked(name.len().checked_sub(1)?)?;
        let count: i64 = count.parse().ok().filter(|count| (1..=4).contains(count))?;
        let scalar = match element {
            "char" | "uchar" => 1,
            "short" | "ushort" => 2,
            "int" | "uint" | "float" => 4,
            "long" | "ulong" | "longlong" | "ulonglong" | "double" => 8,
            _ => return None,
        };
        let bytes = scalar * count;
        Some(TypeLayout { bytes, align: if count == 3 { scalar } else { bytes.min(16) } })
    }
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

/// The type that `using name = type;` or `typedef type name;` gives to a name.
fn alias(name: &str, text: &CudaText) -> Option<String> {
    descendants(text.root()).find_map(|node| match node.kind() {
        "alias_declaration" if text.text_of(node.child_by_field_name("name")?) == name => {
            Some(text.text_of(node.child_by_field_name("type")?).to_owned())
        }
        "type_definition" => {
            // A struct that is defined here has the name of its own, or none but this.
            if let Some(own) = node.child_by_field_name("type").filter(|own| own.child_by_field_name("body").is_some())
            {
                let is_it = names_in_typedef(own, text).contains(&name);
                return is_it.then(|| text.text_of(own.child_by_field_name("name")?).to_owned().into()).flatten();
            }
            let declared = DeclaredName::all(node).into_iter().find(|own| own.name(&text.readable) == Some(name))?;
            let stars = "*".repeat(declared.pointers());
            declared.extents().is_empty().then(|| format!("{}{stars}", declared.type_name(&text.readable)))
        }
        _ => None,
    })
}

/// Returns the bytes of a type; `None` for one that the text does not define, or with a base class or bit fields.
pub(crate) fn layout<'t>(name: &str, names: &impl TypeNames<'t>) -> Option<TypeLayout> {
    let name = resolved(name, names);
    if let Some((element, extent)) = name.strip_suffix(']').and_then(|array| array.rsplit_once('[')) {
        let (element, count) = (layout(element, &names.deeper()?)?, names.value_of_text(extent)?.integer()?);
        return Some(TypeLayout { bytes: element.bytes.checked_mul(count)?, ..element });
    }
    if name.ends_with(['*', '&']) {
        return Some(TypeLayout::POINTER);
    }
    Scalar::of_cuda(&name)
        .map(TypeLayout::of_scalar)
        .or_else(|| TypeLayout::of_vector(&name))
        .or_else(|| of_struct(&name, names))
}

fn of_struct<'t>(name: &str, names: &impl TypeNames<'t>) -> Option<TypeLayout> {
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
    let node = descendants(text.root()).find(is_it)?;
    if named_children(node).iter().any(|child| child.kind() == "base_class_clause") {
        return None;
    }
    let inner = inner.with_template_arguments(node, name)?;
    let fields = named_children(node.child_by_field_name("body")?);
    let (mut end, mut align) = (0, 1);
    for field in fields.into_iter().filter(|field| field.kind() == "field_declaration") {
        let is_static = named_children(field).iter().any(|child| text.text_of(*child) == "static");
        if is_static {
            continue;
        }
        if named_children(field).iter().any(|child| child.kind() == "bitfield_clause") {
            return None;
        }
        for declared in DeclaredName::all(field) {
            let own = of_declared(&declared, &inner)?;
            end = up_to(end, own.align) + own.bytes;
            align = align.max(own.align);
        }
    }
    // Nothing is laid out in a struct whose alignment an attribute raises, since attributes are not read.
    Some(TypeLayout { bytes: up_to(end.max(1), align), align })
}

/// The names that `typedef struct { .. } A, B;` gives the struct itself.
fn names_in_typedef<'t>(specifier: Node<'_>, text: &'t CudaText) -> Vec<&'t str> {
    let Some(definition) = specifier.parent().filter(|parent| parent.kind() == "type_definition") else {
        return Vec::new();
    };
    let plain = |own: &DeclaredName<'_>| own.pointers() == 0 && own.extents().is_empty();
    DeclaredName::all(definition).iter().filter(|own| plain(own)).filter_map(|own| own.name(&text.readable)).collect()
}

/// The layout of a variable or a field, with its pointers and extents.
pub(crate) fn of_declared<'t>(declared: &DeclaredName<'t>, names: &impl TypeNames<'t>) -> Option<TypeLayout> {
    let text = names.text();
    let element = match declared.pointers() {
        0 => layout(declared.type_name(&text.readable), names)?,
        _ => TypeLayout::POINTER,
    };
    let mut bytes = element.bytes;
    for extent in declared.extents() {
        bytes = bytes.checked_mul(names.value_at(extent?)?.integer()?)?;
    }
    Some(TypeLayout { bytes, ..element })
}

fn up_to(bytes: i64, align: i64) -> i64 {
    (bytes + align - 1) / align * align
}
