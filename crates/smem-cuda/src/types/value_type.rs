//! The type of a value that a kernel takes: the places of a struct's fields.

use tree_sitter::Node;

use super::layout::{TypeLayout, TypeNames, resolved, struct_definition, up_to, vector_parts};
use super::scalar::Scalar;
use crate::cuda_text::CudaText;
use crate::declarations::DeclaredName;
use crate::grammar::named_children;

/// The type of a value in memory.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ValueType {
    /// A number.
    Scalar(Scalar),
    /// A pointer, of 8 bytes, and the number that it points to, if it is one.
    Pointer(Option<Scalar>),
    /// A pointer to a struct; pointers in this are without theirs.
    PointerTo(StructType),
    /// A `CUtensorMap`, of 128 bytes aligned to 64.
    TensorMap,
    /// An array of so many values.
    Array(Box<ValueType>, u64),
    /// A struct, or a vector such as `float4`, whose fields are `x`, `y`, `z` and `w`.
    Struct(StructType),
}

/// The layout of a struct.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StructType {
    /// Its size in bytes, padding included.
    pub bytes: u64,
    /// Its alignment in bytes.
    pub align: u64,
    /// In the order of the declaration.
    pub fields: Vec<StructField>,
}

/// A field of a struct.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StructField {
    /// Its name.
    pub name: String,
    /// Bytes from the start of the struct.
    pub offset: u64,
    /// Its type.
    pub value: ValueType,
}

impl ValueType {
    /// The size in bytes, padding included.
    ///
    /// ```
    /// use smem_cuda::{Scalar, ValueType};
    ///
    /// assert_eq!(ValueType::Array(Box::new(ValueType::Scalar(Scalar::F32)), 3).bytes(), 12);
    /// ```
    pub fn bytes(&self) -> u64 {
        match self {
            ValueType::Scalar(scalar) => scalar.bytes() as u64,
            ValueType::Pointer(_) | ValueType::PointerTo(_) => 8,
            ValueType::TensorMap => 128,
            ValueType::Array(element, count) => element.bytes().saturating_mul(*count),
            ValueType::Struct(own) => own.bytes,
        }
    }
}

/// Returns the type of a name; `None` for one that the text does not define, or whose layout it does not say.
pub(crate) fn value_type<'t>(name: &str, names: &impl TypeNames<'t>) -> Option<ValueType> {
    value_of(name, names, Pointees::Structs)
}

/// Which types that pointers point to are looked up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pointees {
    Numbers,
    /// Structs as well, but not those that they point to: a list points to itself.
    Structs,
}

fn value_of<'t>(name: &str, names: &impl TypeNames<'t>, pointees: Pointees) -> Option<ValueType> {
    let name = resolved(name, names);
    if let Some(pointee) = name.strip_suffix(['*', '&']) {
        return Some(pointer(pointee.trim(), names, pointees));
    }
    if let Some(scalar) = Scalar::of_cuda(&name) {
        return Some(ValueType::Scalar(scalar));
    }
    if is_tensor_map(&name) {
        return Some(ValueType::TensorMap);
    }
    vector(&name).or_else(|| of_struct(&name, names, pointees)).map(ValueType::Struct)
}

fn pointer<'t>(pointee: &str, names: &impl TypeNames<'t>, pointees: Pointees) -> ValueType {
    let pointee = resolved(pointee, names);
    let scalar = Scalar::of_cuda(&pointee);
    if scalar.is_some() || pointees == Pointees::Numbers {
        return ValueType::Pointer(scalar);
    }
    let own = vector(&pointee).or_else(|| of_struct(&pointee, names, Pointees::Numbers));
    own.map_or(ValueType::Pointer(None), ValueType::PointerTo)
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
        .or_else(|| of_named(&name, names))
}

fn of_named<'t>(name: &str, names: &impl TypeNames<'t>) -> Option<TypeLayout> {
    if is_tensor_map(name) {
        return Some(TypeLayout { bytes: 128, align: 64 });
    }
    let whole = of_struct(name, names, Pointees::Numbers)?;
    Some(TypeLayout { bytes: whole.bytes.try_into().ok()?, align: whole.align.try_into().ok()? })
}

/// Returns true for the names of CUDA's tensor maps.
fn is_tensor_map(name: &str) -> bool {
    matches!(name.trim_start_matches("::"), "CUtensorMap" | "CUtensorMap_st" | "cute::TmaDescriptor")
}

fn vector(name: &str) -> Option<StructType> {
    let (scalar, count) = vector_parts(name)?;
    let whole = TypeLayout::of_vector(name)?;
    let field = |(at, name): (usize, &str)| StructField {
        name: name.to_owned(),
        offset: (at * scalar.bytes()) as u64,
        value: ValueType::Scalar(scalar),
    };
    let fields = ["x", "y", "z", "w"].into_iter().take(count).enumerate().map(field).collect();
    Some(StructType { bytes: whole.bytes as u64, align: whole.align as u64, fields })
}

/// Returns the layout of a struct; `None` for one that the text does not define, or with a base class or bit fields.
fn of_struct<'t>(name: &str, names: &impl TypeNames<'t>, pointees: Pointees) -> Option<StructType> {
    let (node, inner) = struct_definition(name, names)?;
    let text = names.text();
    let (mut end, mut align, mut fields) = (0, 1, Vec::new());
    for field in data_members(node, text)? {
        for declared in DeclaredName::all(field).into_iter().filter(|declared| !declared.is_function()) {
            let mut value = match declared.pointers() {
                0 => value_of(declared.type_name(&text.readable), &inner, pointees)?,
                1 => pointer(declared.type_name(&text.readable), &inner, pointees),
                _ => ValueType::Pointer(None),
            };
            for extent in declared.extents().into_iter().rev() {
                let count = u64::try_from(inner.value_at(extent?)?.integer()?).ok()?;
                value = ValueType::Array(Box::new(value), count);
            }
            let own = alignment(&value).max(written_alignment(field.start_byte(), field.end_byte(), &inner)?);
            let offset = up_to(end, own);
            end = offset.checked_add(i64::try_from(value.bytes()).ok()?)?;
            align = align.max(own);
            let name = declared.name(&text.readable)?.to_owned();
            fields.push(StructField { name, offset: offset.try_into().ok()?, value });
        }
    }
    let head = node.child_by_field_name("body")?.start_byte();
    let align = align.max(written_alignment(statement_start(text, node.start_byte()), head, &inner)?);
    let bytes = up_to(end.max(1), align).try_into().ok()?;
    Some(StructType { bytes, align: align.try_into().ok()?, fields })
}

/// The declarations of a struct's data; `None` where it has a base or bit fields.
fn data_members<'t>(node: Node<'t>, text: &CudaText) -> Option<Vec<Node<'t>>> {
    if named_children(node).iter().any(|child| child.kind() == "base_class_clause") {
        return None;
    }
    let members = named_children(node.child_by_field_name("body")?);
    let is_static = |field: &Node<'_>| named_children(*field).iter().any(|child| text.text_of(*child) == "static");
    let of_data: Vec<Node<'t>> =
        members.into_iter().filter(|field| field.kind() == "field_declaration" && !is_static(field)).collect();
    let has_bits = |field: &Node<'_>| named_children(*field).iter().any(|child| child.kind() == "bitfield_clause");
    (!of_data.iter().any(has_bits)).then_some(of_data)
}

fn alignment(value: &ValueType) -> i64 {
    match value {
        ValueType::Scalar(scalar) => scalar.bytes() as i64,
        ValueType::Pointer(_) | ValueType::PointerTo(_) => 8,
        ValueType::TensorMap => 64,
        ValueType::Array(element, _) => alignment(element),
        ValueType::Struct(own) => own.align as i64,
    }
}

/// The first byte of the statement that has this byte.
fn statement_start(text: &CudaText, at: usize) -> usize {
    text.readable[..at].rfind([';', '}', '{']).map_or(0, |end| end + 1)
}

/// The alignment that `alignas(N)` or `__align__(N)` gives between two bytes of the text; 1 where there is none, `None` where it has no value.
///
/// The grammar does not take it everywhere, so it is read in the file as it was given; of a header the text is not kept.
fn written_alignment<'t>(from: usize, to: usize, names: &impl TypeNames<'t>) -> Option<i64> {
    let text = names.text();
    let Some(from) = from.max(text.start).checked_sub(text.start) else { return Some(1) };
    let head = to.checked_sub(text.start).and_then(|to| text.source.get(from..to)).unwrap_or_default();
    let mut widest = 1;
    for word in ["alignas", "__align__"] {
        for (at, _) in head.match_indices(word) {
            let open = head[at..].find('(')? + at;
            let inside = &head[open + 1..crate::text::closing_bracket(head, open)?];
            let value = names.value_of_text(inside).and_then(|value| value.integer());
            widest = widest.max(value.or_else(|| Some(layout(inside, names)?.align))?);
        }
    }
    Some(widest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(value: &ValueType) -> String {
        match value {
            ValueType::Scalar(scalar) => format!("{scalar:?}"),
            ValueType::Array(element, count) => format!("{}[{count}]", shown(element)),
            ValueType::Struct(own) => {
                let fields =
                    own.fields.iter().map(|field| format!("{}@{}:{}", field.name, field.offset, shown(&field.value)));
                format!("{}/{}{{{}}}", own.bytes, own.align, fields.collect::<Vec<_>>().join(","))
            }
            ValueType::Pointer(pointee) => format!("{pointee:?}*"),
            ValueType::PointerTo(own) => format!("{}*", shown(&ValueType::Struct(own.clone()))),
            ValueType::TensorMap => "map".to_owned(),
        }
    }

    fn of(source: &str) -> Option<String> {
        let text = CudaText::parse(source);
        let kernel = &text.kernels()[0];
        text.parameter_type(kernel, "k<int, 3>", &kernel.parameters()[0]).map(|value| shown(&value))
    }

    #[test]
    fn fields_are_where_a_compiler_puts_them() {
        for (source, expected) in [
            (
                "struct A { char c; int n; float* p; short s; }; __global__ void k(A a) {}",
                "24/8{c@0:I8,n@4:I32,p@8:Some(F32)*,s@16:I16}",
            ),
            (
                "struct B; struct A { int n; const B* b; float2* v; }; struct B { A* a; B* next; char c; }; __global__ void k(A a) {}",
                "24/8{n@0:I32,b@8:24/8{a@0:None*,next@8:None*,c@16:I8}*,v@16:8/8{x@0:F32,y@4:F32}*}",
            ),
            (
                "struct A { float x, *y, z[2][3]; static int n; void f(); int* g(int) const; void (*h)(int); }; __global__ void k(const A* a) {}",
                "48/8{x@0:F32,y@8:Some(F32)*,z@16:F32[3][2],h@40:None*}",
            ),
            (
                "struct B { double d; }; struct A { char c; B b; float4 v; }; __global__ void k(A a) {}",
                "32/16{c@0:I8,b@8:8/8{d@0:F64},v@16:16/16{x@0:F32,y@4:F32,z@8:F32,w@12:F32}}",
            ),
            (
                "template <class T, int N> struct A { T n[N]; char c; }; template <class T, int N> __global__ void k(A<T, N> a) {}",
                "16/4{n@0:I32[3],c@12:I8}",
            ),
            ("struct __align__(16) A { int a; }; __global__ void k(A a) {}", "16/16{a@0:I32}"),
            ("struct alignas(8) A { char a; alignas(4) char b; }; __global__ void k(A a) {}", "8/8{a@0:I8,b@4:I8}"),
            ("struct A { int a; } __attribute__((unused)); __global__ void k(A a) {}", "4/4{a@0:I32}"),
            (
                "struct A { CUtensorMap m; int n; }; __global__ void k(const __grid_constant__ A a) {}",
                "192/64{m@0:map,n@128:I32}",
            ),
            (
                "typedef struct { int3 v; bool is; } A; __global__ void k(A a) {}",
                "16/4{v@0:12/4{x@0:I32,y@4:I32,z@8:I32},is@12:Bool}",
            ),
        ] {
            assert_eq!(of(source).as_deref(), Some(expected), "{source}");
        }
    }

    #[test]
    fn a_layout_that_the_text_does_not_say_is_unknown() {
        for source in [
            "struct A : B { int a; }; __global__ void k(A a) {}",
            "struct A { int a : 3; }; __global__ void k(A a) {}",
            "__global__ void k(Unknown a) {}",
            "struct A { A a; }; __global__ void k(A a) {}",
            "struct A { Unknown a; }; __global__ void k(A a) {}",
        ] {
            assert_eq!(of(source), None, "{source}");
        }
    }
}
