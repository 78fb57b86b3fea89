//! CuTe's swizzles, composed with the layout of a tensor where the file writes it.

use smem_cuda::{CudaText, CuteForm, CuteTensors, Scalar, WrittenLayout};
use smem_layout::{BankModel, Cute, Layout, Swizzle};
use smem_report::excess_wavefronts;

use super::edit::TextEdit;
use super::{Change, Way};
use crate::fix::kernels::ArrayFix;
use crate::fix::search::FoundLayout;
use crate::fix::shape::{ArrayShape, ShapeOrigin};

/// The most swizzles that are tried in the source.
const MOST_CHANGES: usize = 3;

/// CuTe tensors on a variable.
#[derive(Debug)]
pub(crate) struct CuteVariable {
    pub(crate) tensors: CuteTensors,
    /// In the order in which swizzles are written.
    elem_bytes: u32,
}

/// A swizzle of all arrays that share a layout.
struct SharedSwizzle {
    swizzle: Cute,
    /// Excess wavefronts of all of them.
    all: u64,
    /// The layouts of the variable's own instances.
    layouts: Vec<FoundLayout>,
}

impl CuteVariable {
    /// Returns the tensors that a kernel makes on a variable; `None` where CuTe does not access it.
    pub(crate) fn of(text: &CudaText, fix: &ArrayFix, kernel: &str) -> Option<CuteVariable> {
        let declaration = fix.array.declaration.as_ref();
        let function = declaration.map_or(Some(kernel), |declared| declared.function.as_deref());
        let tensors = text.cute_tensors(&fix.array.name, function)?;
        let named = tensors.element.as_deref().and_then(bytes_of);
        let elem_bytes = named.or(fix.array.elem_bytes).unwrap_or_else(|| fix.requests.narrowest());
        elem_bytes.is_power_of_two().then_some(CuteVariable { tensors, elem_bytes })
    }

    /// Whether one expression is the layout of both.
    pub(crate) fn shares_layout(&self, other: &CuteVariable) -> bool {
        self.tensors.layouts.iter().any(|layout| other.tensors.layouts.contains(layout))
    }

    /// Returns the swizzles with the least excess on the instances of the variable and on those that share its layout, as changes of the
    /// text. Where the file does not write the layout, a change has no edits.
    pub(crate) fn changes(
        &self,
        text: &CudaText,
        fixes: &[&ArrayFix],
        sharing: &[(&CuteVariable, &ArrayFix)],
        banks: &BankModel,
    ) -> Vec<Change> {
        let now: u64 = fixes.iter().map(|fix| fix.excess).sum();
        let mut found: Vec<SharedSwizzle> = Vec::new();
        for swizzle in swizzles() {
            let own = fixes.iter().map(|fix| self.swizzled(fix, swizzle, banks)).collect::<Option<Vec<_>>>();
            let others = sharing.iter().map(|(variable, fix)| variable.swizzled(fix, swizzle, banks));
            let (Some(layouts), Some(others)) = (own, others.collect::<Option<Vec<_>>>()) else { continue };
            let excess: u64 = layouts.iter().map(|found| found.excess).sum();
            if excess < now {
                let all = excess + others.iter().map(|found| found.excess).sum::<u64>();
                found.push(SharedSwizzle { swizzle, all, layouts });
            }
        }
        found.sort_by_key(|one| (one.all, one.swizzle.bits()));
        found.truncate(MOST_CHANGES);
        let change = |one: SharedSwizzle| Change {
            way: Way::Composition,
            excess: one.layouts.iter().map(|found| found.excess).sum(),
            layouts: one.layouts.into_iter().map(Some).collect(),
            tiles: Vec::new(),
            edits: if self.tensors.unknown.is_none() { self.edits(text, one.swizzle) } else { Vec::new() },
            words: composed(text, one.swizzle, "layout"),
        };
        found.into_iter().map(change).collect()
    }

    /// The layout of an array as one line of elements, with a swizzle; `None` where the array does not take it.
    fn swizzled(&self, fix: &ArrayFix, swizzle: Cute, banks: &BankModel) -> Option<FoundLayout> {
        let (elem_bytes, bytes) = (self.elem_bytes, fix.array.bytes);
        let cols = bytes / elem_bytes;
        let layout = Layout::plain(1, cols).ok()?.with_swizzle(Swizzle::Cute(swizzle)).ok()?;
        let excess = fix.requests.excess_on(&layout, elem_bytes, banks, u64::MAX)?;
        let shape = ArrayShape { origin: ShapeOrigin::Line, planes: None, rows: 1, cols, cols_now: cols, elem_bytes };
        Some(FoundLayout::of(shape, layout, excess, bytes))
    }

    /// The edits that compose the layouts with a swizzle.
    fn edits(&self, text: &CudaText, swizzle: Cute) -> Vec<TextEdit> {
        self.tensors.layouts.iter().flat_map(|layout| edits_of(text, layout, swizzle)).collect()
    }

    /// Says what to do by hand, where the file does not write the layout.
    pub(crate) fn by_hand(&self, change: &Change, now: u64) -> Option<String> {
        let why = self.tensors.unknown.as_ref()?;
        Some(format!(
            "its CuTe layout is not changed here, because {why}: where it is made, `{}` leaves {} of {now}",
            change.words,
            excess_wavefronts(change.excess)
        ))
    }
}

/// The edits that compose one layout with a swizzle.
fn edits_of(text: &CudaText, layout: &WrittenLayout, swizzle: Cute) -> Vec<TextEdit> {
    let made = format!("{}make_layout", prefix(text));
    let (before, after) = match layout.form {
        CuteForm::Value => (String::new(), ")"),
        CuteForm::Type => (String::new(), "{}))"),
        CuteForm::Shape => (format!("{made}("), "))"),
    };
    let outer = if layout.form == CuteForm::Type { "decltype(" } else { "" };
    // All in front of the layout that `composed` writes.
    let composed = composed(text, swizzle, "");
    let opening = format!("{outer}{}{before}", composed.strip_suffix(')').unwrap_or(&composed));
    vec![TextEdit::insert(layout.place.start, opening), TextEdit::insert(layout.place.end, after.to_owned())]
}

/// `composition(Swizzle<3, 2, 5>{}, layout)`, with its namespace where the file does not use it.
fn composed(text: &CudaText, swizzle: Cute, layout: &str) -> String {
    let cute = prefix(text);
    format!("{cute}composition({cute}{swizzle}{{}}, {layout})")
}

fn prefix(text: &CudaText) -> &'static str {
    let code = text.code(0..text.source().len());
    let is_used = code.split(';').any(|statement| statement.trim_end().ends_with("using namespace cute"));
    if is_used { "" } else { "cute::" }
}

/// CuTe's swizzles, those of fewer bits first.
fn swizzles() -> impl Iterator<Item = Cute> {
    let of = |bits: u32, base: u32| (bits..=10).filter_map(move |shift| Cute::new(bits, base, shift as i32));
    (1..=5).flat_map(move |bits| (0..=7).flat_map(move |base| of(bits, base)))
}

/// The bytes of an element by its name in CUDA, CUTLASS or CuTe.
fn bytes_of(element: &str) -> Option<u32> {
    let name = element.rsplit("::").next().unwrap_or(element).trim();
    match name {
        "half_t" | "bfloat16_t" => Some(2),
        "tfloat32_t" => Some(4),
        "float_e4m3_t" | "float_e5m2_t" => Some(1),
        "uint128_t" => Some(16),
        name => Scalar::of_cuda(name).map(|scalar| scalar.bytes() as u32),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fix::change::edit::edited;

    /// The text with the swizzle at the layouts of `memory`.
    fn swizzled(source: &str) -> String {
        let text = CudaText::parse(source);
        let tensors = text.cute_tensors("memory", None).unwrap();
        let variable = CuteVariable { tensors, elem_bytes: 4 };
        edited(source, &variable.edits(&text, Cute::new(5, 0, 5).unwrap()))
    }

    #[test]
    fn layouts_are_composed_where_they_are_written() {
        let source = "using namespace cute;\nusing Tile = Layout<Shape<_32, _32>>;
__global__ void k() { __shared__ float memory[1024]; auto t = make_tensor(make_smem_ptr(memory), LAYOUT); }";
        let of_type = swizzled(&source.replace("LAYOUT", "Tile{}"));
        assert!(
            of_type.contains(
                "using Tile = decltype(composition(Swizzle<5, 0, 5>{}, Layout<Shape<_32, _32>>{}));\n__global__"
            ),
            "{of_type}"
        );
        let value = swizzled(&source.replace("LAYOUT", "make_layout(make_shape(_32{}, _32{}))"));
        assert!(
            value.contains("(memory), composition(Swizzle<5, 0, 5>{}, make_layout(make_shape(_32{}, _32{}))));"),
            "{value}"
        );
        let shape = source.replace("LAYOUT", "make_shape(_32{}, _32{}), make_stride(_32{}, _1{})");
        let shape = swizzled(&shape.replace("using namespace cute;", ""));
        assert!(
            shape.contains(
                "(memory), cute::composition(cute::Swizzle<5, 0, 5>{}, cute::make_layout(make_shape(_32{}, _32{}), make_stride(_32{}, _1{}))));"
            ),
            "{shape}"
        );
    }
}
