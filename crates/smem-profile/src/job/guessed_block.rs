//! The block of a guessed launch: by `__launch_bounds__`, or by the shared arrays that its threads index.

use std::ops::Range;

use smem_cuda::SharedDeclaration;

use super::typed_args::TypedKernel;

/// The most arrays of a kernel whose indices are looked at.
const MOST_ARRAYS: usize = 64;

/// The axes of the block that the code reads.
#[derive(Debug, Clone, Copy)]
struct BlockAxes {
    has_y: bool,
    has_z: bool,
}

impl BlockAxes {
    fn of(code: &str) -> BlockAxes {
        let reads = |axis: &str| ["threadIdx.", "blockDim."].iter().any(|word| code.contains(&format!("{word}{axis}")));
        BlockAxes { has_y: reads("y") || reads("z"), has_z: reads("z") }
    }
}

/// The block by `__launch_bounds__` or the code, without blanks.
pub(super) fn guessed_block(typed: &TypedKernel<'_>, code: &str) -> [u32; 3] {
    let axes = BlockAxes::of(code);
    let bound = typed.text.launch_bound(typed.kernel, typed.instance);
    let threads = bound.unwrap_or(256);
    let is_within = |[x, y]: &[u32; 2]| bound.is_none_or(|most| x * y <= most);
    match (axes.has_y, square(typed, code).filter(is_within)) {
        (true, Some([x, y])) if !axes.has_z => [x, y, 1],
        (true, _) => {
            let x = threads.min(32).min(most_threads(typed, "x"));
            // Two layers, which tell an index of z from none.
            let layers = if axes.has_z && threads >= 2 * x { 2.min(most_threads(typed, "z")) } else { 1 };
            let y = (threads / x / layers).clamp(1, most_threads(typed, "y"));
            let z = if axes.has_z { (threads / x / y).clamp(1, most_threads(typed, "z")) } else { 1 };
            [x, y, z]
        }
        (false, _) => [threads.min(most_threads(typed, "x")), 1, 1],
    }
}

/// Other blocks that fit the kernel as well: within `__launch_bounds__`, which the block is if it is given, and the arrays that its threads index.
pub(super) fn other_blocks(typed: &TypedKernel<'_>, code: &str, first: [u32; 3]) -> Vec<[u32; 3]> {
    const LINES: [[u32; 3]; 8] =
        [[32, 1, 1], [128, 1, 1], [64, 1, 1], [192, 1, 1], [256, 1, 1], [384, 1, 1], [512, 1, 1], [1024, 1, 1]];
    const PLANES: [[u32; 3]; 7] = [[32, 4, 1], [16, 16, 1], [32, 1, 1], [32, 8, 1], [8, 8, 1], [32, 2, 1], [32, 32, 1]];
    const SPACES: [[u32; 3]; 5] = [[32, 2, 2], [8, 8, 4], [32, 4, 1], [8, 4, 2], [4, 4, 4]];
    let axes = BlockAxes::of(code);
    let bound = typed.text.launch_bound(typed.kernel, typed.instance);
    let threads = |[x, y, z]: [u32; 3]| x * y * z;
    if let Some(bound) = bound {
        let [x, y, z] = first;
        // Half of it, along the last axis that has more than one.
        let half = match (y, z) {
            (1, 1) => [x / 2, 1, 1],
            (_, 1) => [x, y / 2, 1],
            _ => [x, y, z / 2],
        };
        return [half].into_iter().filter(|half| threads(*half) > 0 && threads(first) <= bound).collect();
    }
    let most = ["x", "y", "z"].map(|axis| most_threads(typed, axis));
    let is_inside = |block: &[u32; 3]| block.iter().zip(most).all(|(extent, most)| *extent <= most);
    let candidates: Vec<[u32; 3]> = match (axes.has_z, axes.has_y, square(typed, code)) {
        (true, ..) => SPACES.to_vec(),
        // Fewer rows of the same square: a loop over them steps by as many.
        (_, true, Some([x, y])) => [y / 2, y / 4, 1].map(|y| [x, y, 1]).to_vec(),
        (_, true, None) => PLANES.to_vec(),
        (_, false, _) => LINES.to_vec(),
    };
    candidates.into_iter().filter(|block| *block != first && threads(*block) > 0 && is_inside(block)).collect()
}

/// The most threads along an axis, a power of two, whose numbers are inside the shared arrays that they index.
fn most_threads(typed: &TypedKernel<'_>, axis: &str) -> u32 {
    let text = typed.text;
    let own = text.shared_declarations_in(Some(typed.kernel.name()));
    let uses_of = |array: &SharedDeclaration| text.shared_uses(array, array.dims.len());
    let own: Vec<_> = own.iter().take(MOST_ARRAYS).map(|array| (array, uses_of(array))).collect();
    let values = template_values(typed);
    let is_inside = |threads: u32| {
        let mut bound = values.clone();
        bound.push((format!("threadIdx.{axis}"), (threads - 1).to_string()));
        bound.push((format!("blockDim.{axis}"), threads.to_string()));
        let fits = |index: &Range<usize>, extent: &str| {
            let value = text.integer_with(&text.source()[index.clone()], index.start, &bound);
            let extent = text.integer_with(extent, index.start, &bound);
            value.zip(extent).is_none_or(|(value, extent)| value < extent)
        };
        own.iter().all(|(array, uses)| {
            let reached = uses.iter().filter(|one| !one.is_conditional);
            reached.flat_map(|one| one.indices.iter().zip(&array.dims)).all(|(index, extent)| fits(index, extent))
        })
    };
    (0..=10).rev().map(|power| 1 << power).find(|threads| is_inside(*threads)).unwrap_or(1024)
}

/// The block of a kernel whose threads are the elements of a square array of shared memory, `tile[16][17]`: a row of it along x, and along y all
/// rows, or as many as a loop over them steps by.
fn square(typed: &TypedKernel<'_>, code: &str) -> Option<[u32; 2]> {
    let text = typed.text;
    let of_kernel = |own: &SharedDeclaration| own.dims.len() == 2;
    let array = text.shared_declarations_in(Some(typed.kernel.name())).into_iter().find(of_kernel)?;
    let bound = template_values(typed);
    let value = |expression: &str| {
        let value = text.integer_with(expression, array.statement.start, &bound);
        value.and_then(|value| u32::try_from(value).ok())
    };
    let [rows, cols] = [value(&array.dims[0])?, value(&array.dims[1])?];
    if !matches!(rows, 8 | 16 | 32) || !(rows..rows + 8).contains(&cols) {
        return None;
    }
    let steps = code.split("for(").skip(1).filter_map(|header| {
        let (_, step) = header[..header.find(')')?].rsplit_once("+=")?;
        value(step).filter(|step| *step < rows && rows % step == 0)
    });
    Some([rows, steps.min().unwrap_or(rows)])
}

/// The parameters of the kernel's template, with their values in the instance.
fn template_values(typed: &TypedKernel<'_>) -> Vec<(String, String)> {
    let functions = typed.text.device_functions_named(typed.kernel.name());
    let own = functions.into_iter().find(|own| !own.parameters.is_empty());
    let arguments = smem_cuda::template_arguments(typed.instance).into_iter();
    own.map(|own| own.parameters).unwrap_or_default().into_iter().zip(arguments).collect()
}

#[cfg(test)]
mod tests {
    use smem_cuda::CudaText;

    use super::*;

    #[test]
    fn the_block_of_a_template_is_that_of_its_instance() {
        let text = CudaText::parse(
            "template <int TILE> __global__ void gemm(float* a) { __shared__ float s[TILE][TILE]; s[threadIdx.y][threadIdx.x] = a[0]; }",
        );
        let block = |instance: &str| {
            let kernels = text.kernels();
            let typed = TypedKernel::new(&text, &kernels[0], instance);
            guessed_block(&typed, "threadIdx.y")
        };
        assert_eq!(block("gemm<8>"), [8, 8, 1]);
        assert_eq!(block("gemm<16>"), [16, 16, 1]);
    }
}
