//! `fix` on CuTe tensors. CUTLASS is not a dependency of the tests: the few names of CuTe that the kernels need are written out here, with the
//! meaning that they have there.

use smem_profile::{FixJob, FixReport, Job, Way};

const CUTE: &str = "namespace cute {
template <int B, int M, int S> struct Swizzle {
    __device__ static int at(int offset) { return offset ^ ((offset >> S) & (((1 << B) - 1) << M)); }
};
template <int R, int C> struct Layout {
    static constexpr int cosize = R * C;
    __device__ static int at(int row, int col) { return row * C + col; }
};
template <class W, class L> struct ComposedLayout {
    static constexpr int cosize = L::cosize;
    __device__ static int at(int row, int col) { return W::at(L::at(row, col)); }
};
template <class W, class L> __host__ __device__ constexpr ComposedLayout<W, L> composition(W, L) { return {}; }
template <class T> struct SharedPointer { T* to; };
template <class T> __device__ SharedPointer<T> make_smem_ptr(T* to) { return {to}; }
template <class T, class L> struct Tensor {
    T* to;
    __device__ T& operator()(int row, int col) const { return to[L::at(row, col)]; }
};
template <class T, class L> __device__ Tensor<T, L> make_tensor(SharedPointer<T> pointer, L) { return {pointer.to}; }
}
";

const TRANSPOSE: &str = "using namespace cute;
using Smem = Layout<32, 32>;
__global__ void transpose(const float* in, float* out) {
    __shared__ float memory[Smem::cosize];
    auto tile = make_tensor(make_smem_ptr(memory), Smem{});
    tile(threadIdx.y, threadIdx.x) = in[32 * threadIdx.y + threadIdx.x];
    __syncthreads();
    out[32 * threadIdx.y + threadIdx.x] = tile(threadIdx.x, threadIdx.y);
}";

fn fixed(kernel: &str) -> FixReport {
    let job = Job::of_text("k.cu", format!("{CUTE}{kernel}")).kernel("transpose").grid(1).block([32, 32]);
    FixJob::new(job.arg("in:f32[1024]=random").arg("out:f32[1024]")).run().unwrap()
}

#[test]
fn the_layout_of_a_cute_tensor_is_composed_with_a_swizzle_that_was_run() {
    let report = fixed(TRANSPOSE);
    let array = &report.kernels[0].arrays[0];
    assert_eq!((array.excess, array.excess_after, report.excess_left), (992, 0, 0));
    assert_eq!(array.layout.as_ref().unwrap().way, Some(Way::Composition));
    let [change] = &report.changes[..] else { panic!("{:?}", report.changes) };
    assert_eq!(change.after, "using Smem = decltype(composition(Swizzle<5, 0, 5>{}, Layout<32, 32>{}));");
    assert!(report.is_verified() && report.header().is_none());
    // The changed source has nothing left to change.
    let again = fixed(&TRANSPOSE.replace(&change.before, &change.after));
    assert_eq!((again.kernels[0].arrays[0].excess, again.changes.len()), (0, 0));
}

#[test]
fn two_tensors_of_one_layout_get_one_swizzle() {
    let kernel = TRANSPOSE.replace(
        "= in[32 * threadIdx.y + threadIdx.x];",
        "= in[32 * threadIdx.y + threadIdx.x];
    __shared__ float others[Smem::cosize];
    auto other = make_tensor(make_smem_ptr(others), Smem{});
    other(threadIdx.y, threadIdx.x) = in[32 * threadIdx.x + threadIdx.y];",
    );
    let kernel = kernel.replace(
        "= tile(threadIdx.x, threadIdx.y)",
        "= tile(threadIdx.x, threadIdx.y) + other(threadIdx.x, threadIdx.y)",
    );
    let report = fixed(&kernel);
    assert_eq!((report.kernels[0].arrays.len(), report.changes.len(), report.excess_left), (2, 1, 0));
    assert!(report.is_verified());
}

#[test]
fn a_layout_that_the_file_does_not_write_is_proposed_in_a_sentence() {
    let kernel = TRANSPOSE.replace("using Smem = Layout<32, 32>;\n", "template <class Smem>\n");
    let job = Job::of_text("k.cu", format!("{CUTE}{kernel}")).kernel("transpose<cute::Layout<32, 32>>");
    let job = job.grid(1).block([32, 32]).arg("in:f32[1024]=random").arg("out:f32[1024]");
    let report = FixJob::new(job).run().unwrap();
    let array = &report.kernels[0].arrays[0];
    let reason = array.reason.as_deref().unwrap_or_default();
    assert!(reason.contains("`composition(Swizzle<5, 0, 5>{}, layout)` leaves 0 excess wavefronts of 992"), "{reason}");
    assert!(report.changes.is_empty() && array.excess_after == 0);
}
