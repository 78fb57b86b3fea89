//! Small arrays with random accesses: what `fix` says after is what the source with its changes is counted with.

use smem_exhaustive::count;

use super::{Counts, Launched, holds, sums};

/// A generator of small numbers.
struct Random(u32);

impl Random {
    fn below(&mut self, most: u32) -> u32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 10) % most
    }
}

/// A kernel that stores and loads an array of `rows` x `cols` elements at places that differ for each lane.
fn kernel(random: &mut Random, element: &str) -> String {
    let (rows, cols) = (8 << random.below(3), 8 + 4 * random.below(12));
    let mut place = || {
        let row = ["i", "(31 - i)", "i / 2", "i * 2", "(i + w)"][random.below(5) as usize];
        let col = ["w", "i / 8", "0", "i * 4", "i"][random.below(5) as usize];
        format!("tile[{row} % {rows}][{col} % {cols}]")
    };
    let (store, first, second) = (place(), place(), place());
    format!(
        "__global__ void k({element}* out) {{
    __shared__ {element} tile[{rows}][{cols}];
    int i = threadIdx.x % 32, w = threadIdx.x / 32;
    for (int j = threadIdx.x; j < {rows} * {cols}; j += blockDim.x)
        tile[j / {cols}][j % {cols}] = j;
    __syncthreads();
    {element} sum = {first};
    sum += {second};
    __syncthreads();
    if (i % 3 == w % 3)
        {store} = sum + 1;
    __syncthreads();
    out[threadIdx.x] = sum + tile[w][i % {cols}];
}}"
    )
}

#[test]
fn what_it_says_is_what_the_changed_source_takes() {
    let mut random = Random(20_261_122);
    let (mut as_said, mut better) = (0, 0);
    for case in 0..count(8, 4) {
        let element = ["int", "float", "double", "unsigned char"][case % 4];
        let text = kernel(&mut random, element);
        let out = ["out:i32[128]", "out:f32[128]", "out:f64[128]", "out:u8[128]"][case % 4];
        let launched = Launched { text: &text, launch: &["--grid", "1", "--block", "128", "--arg", out] };
        let document = holds(&launched);
        let (before, after) = (sums(&document, "before"), sums(&document, "after"));
        assert!(after.wavefronts <= before.wavefronts, "{text}\n{document}");
        if document["changed_source"].is_null() {
            continue;
        }
        let changed = Counts::of(&document["changed_source"]["counts"]);
        as_said += u32::from(changed == after);
        better += u32::from(after.wavefronts < before.wavefronts);
    }
    assert!(as_said >= count(3, 1) && better >= count(3, 1), "{as_said} as was said, {better} better");
}
