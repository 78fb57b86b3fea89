//! Where layouts of CuTe tensors are found, and why one is not.

use super::*;

/// The layouts of `memory`, or why one is unknown.
fn layouts(source: &str) -> Result<Vec<(String, CuteForm)>, String> {
    let text = CudaText::parse(source);
    let tensors = text.cute_tensors("memory", None).expect("a tensor");
    let written = |layout: &WrittenLayout| (source[layout.place.clone()].to_owned(), layout.form);
    tensors.unknown.map_or_else(|| Ok(tensors.layouts.iter().map(written).collect()), Err)
}

fn one(written: &str, form: CuteForm) -> Result<Vec<(String, CuteForm)>, String> {
    Ok(vec![(written.to_owned(), form)])
}

#[test]
fn layouts_are_found_where_they_are_written() {
    let kernel = |layout: &str| {
        format!(
            "__global__ void k() {{ __shared__ float memory[64]; Tensor t = make_tensor(make_smem_ptr(memory), {layout}); }}"
        )
    };
    let value = "make_layout(make_shape(_8{}, _8{}))";
    assert_eq!(layouts(&kernel(value)), one(value, CuteForm::Value));
    let literal = "Layout<Shape<_8, _8>, Stride<_8, _1>>{}";
    assert_eq!(layouts(&kernel(literal)), one(literal, CuteForm::Value));
    let shape = "make_shape(_8{}, _8{}), make_stride(_8{}, _1{})";
    assert_eq!(layouts(&kernel(shape)), one(shape, CuteForm::Shape));
    let alias = format!("using L = Layout<Shape<_8, _8>>; struct S {{ using M = L; }};\n{}", kernel("S::M{}"));
    assert_eq!(layouts(&alias), one("Layout<Shape<_8, _8>>", CuteForm::Type));
    let made = format!("using L = decltype({value});\n{}", kernel("L{}"));
    assert_eq!(layouts(&made), one(value, CuteForm::Value));
}

#[test]
fn layouts_come_from_the_callers_of_a_kernel() {
    let source = "template <class T, class L> __global__ void k(T* p, L layout) {
        __shared__ T memory[cosize_v<L>];
        Tensor t = cute::make_tensor(cute::make_smem_ptr(memory), layout);
    }
    void f(float* p) { auto s = make_layout(make_shape(_8{}, _8{})); k<float, decltype(s)><<<1, 32>>>(p, s); }";
    assert_eq!(layouts(source), one("make_layout(make_shape(_8{}, _8{}))", CuteForm::Value));
    let through = source.replace("k<float, decltype(s)><<<", "auto g = k<float, decltype(s)>; g<<<");
    assert_eq!(layouts(&through), one("make_layout(make_shape(_8{}, _8{}))", CuteForm::Value));
    let by_type = source.replace("(memory), layout)", "(memory), L{})");
    assert_eq!(layouts(&by_type), one("make_layout(make_shape(_8{}, _8{}))", CuteForm::Value));
    let deduced = by_type.replace("k<float, decltype(s)>", "k");
    assert_eq!(layouts(&deduced), one("make_layout(make_shape(_8{}, _8{}))", CuteForm::Value));
}

#[test]
fn layouts_that_the_file_does_not_write_have_a_reason() {
    let source = "template <class L> __global__ void k(L layout) {
        __shared__ float memory[64];
        auto t = make_tensor(make_smem_ptr(memory), layout);
    }";
    assert!(layouts(source).unwrap_err().contains("`layout`"));
    let traits = source.replace("layout);", "typename L::Tile{});");
    assert!(layouts(&traits).unwrap_err().contains("L::Tile"));
    let swizzled = source.replace("layout);", "composition(Swizzle<2, 0, 3>{}, layout));");
    assert!(layouts(&swizzled).unwrap_err().contains("has a swizzle already"));
    let circle = format!("using A = B; using B = A;\n{}", source.replace("layout);", "A{});"));
    assert!(layouts(&circle).is_err());
    // Not on this array.
    assert_eq!(CudaText::parse(source).cute_tensors("other", None), None);
}

#[test]
fn casts_name_the_element() {
    let source = "__global__ void k() { extern __shared__ char all[]; S& memory = *reinterpret_cast<S*>(all);
        auto p = make_smem_ptr(reinterpret_cast<half_t*>(memory.a));
        auto t = make_tensor(p, Layout<_64>{}); }";
    let tensors = CudaText::parse(source).cute_tensors("memory.a", Some("k")).unwrap();
    assert_eq!((tensors.element.as_deref(), tensors.layouts.len()), (Some("half_t"), 1));
}
