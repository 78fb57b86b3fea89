//! Calls through registers, and functions that call themselves.

use super::{compare_launch, modules};
use smem_sim::{Arch, FaultKind, KernelArg, LaunchShape, Simulator};

fn same(text: &str) {
    compare_launch(text, LaunchShape::new(2, 96), |_, word| word % 10_000);
}

#[test]
fn functions_that_call_themselves_are_the_same() {
    same(
        r#"__device__ __noinline__ unsigned fib(unsigned n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
        extern "C" __global__ void fibonacci(unsigned* a, unsigned* b, unsigned* c) {
            c[blockIdx.x * 96 + threadIdx.x] = fib(a[threadIdx.x] % 12);
        }
        // Pointers to locals of outer calls, and arrays in each frame.
        __device__ __noinline__ unsigned walk(const unsigned* outer, unsigned depth, unsigned* count) {
            unsigned own[5];
            for (int i = 0; i < 5; ++i) own[i] = outer[(i * 2 + depth) % 5] * 3 + i;
            ++*count;
            if (depth == 0) return own[0] ^ own[4];
            unsigned sum = 0;
            for (unsigned i = 0; i < depth % 3 + 1; ++i) sum = sum * 5 + walk(own, depth - 1, count);
            return sum + own[depth % 5] + outer[0];
        }
        extern "C" __global__ void frames(unsigned* a, unsigned* b, unsigned* c) {
            unsigned start[5], count = 0;
            for (int i = 0; i < 5; ++i) start[i] = a[threadIdx.x + i];
            unsigned found = walk(start, b[threadIdx.x] % 7, &count);
            c[blockIdx.x * 192 + threadIdx.x] = found;
            c[blockIdx.x * 192 + 96 + threadIdx.x] = count;
        }
        __device__ unsigned odd(unsigned n, unsigned x);
        __device__ __noinline__ unsigned even(unsigned n, unsigned x) { return n == 0 ? x : odd(n - 1, x * 2) + 1; }
        __device__ __noinline__ unsigned odd(unsigned n, unsigned x) { return n == 0 ? x + 7 : even(n - 1, x ^ n) + 2; }
        extern "C" __global__ void each_other(unsigned* a, unsigned* b, unsigned* c) {
            unsigned sum = 0;
            for (int i = 0; i < 3; ++i) sum += a[threadIdx.x] % 2 ? even(b[threadIdx.x] % 20, sum) : odd(a[threadIdx.x + 1] % 9, sum);
            c[blockIdx.x * 96 + threadIdx.x] = sum;
        }
        __device__ void sort(unsigned* data, int first, int last) {
            if (first >= last) return;
            unsigned pivot = data[(first + last) / 2];
            int i = first, j = last;
            while (i <= j) {
                while (data[i] < pivot) ++i;
                while (data[j] > pivot) --j;
                if (i <= j) { unsigned t = data[i]; data[i++] = data[j]; data[j--] = t; }
            }
            sort(data, first, j);
            sort(data, i, last);
        }
        extern "C" __global__ void quicksort(unsigned* a, unsigned* b, unsigned* c) {
            __shared__ unsigned lists[96][17];
            for (int i = 0; i < 17; ++i) lists[threadIdx.x][i] = a[threadIdx.x * 17 + i];
            sort(lists[threadIdx.x], 0, 16);
            __syncthreads();
            for (int i = 0; i < 17; ++i) c[blockIdx.x * 1632 + threadIdx.x * 17 + i] = lists[95 - threadIdx.x][i];
        }"#,
    );
}

#[test]
fn calls_through_registers_are_the_same() {
    same(
        r#"typedef unsigned (*Step)(unsigned, unsigned);
        __device__ unsigned plus(unsigned x, unsigned y) { return x + y; }
        __device__ unsigned times(unsigned x, unsigned y) { return x * y + 1; }
        __device__ unsigned below(unsigned x, unsigned y) { unsigned n = 0; while (x > y + n) { x /= 2; ++n; } return n; }
        __device__ Step steps[3] = {plus, times, below};
        extern "C" __global__ void table(unsigned* a, unsigned* b, unsigned* c) {
            unsigned x = a[threadIdx.x];
            for (int i = 0; i < 6; ++i) x = steps[(x + i) % 3](x, b[threadIdx.x + i]);
            c[blockIdx.x * 96 + threadIdx.x] = x;
        }
        struct Shape {
            __device__ virtual unsigned area(unsigned scale) const { return scale; }
            __device__ virtual ~Shape() {}
        };
        struct Square : Shape {
            unsigned side;
            __device__ Square(unsigned side) : side(side) {}
            __device__ unsigned area(unsigned scale) const override { return side * side * scale; }
        };
        struct Pair : Shape {
            const Shape *first, *second;
            __device__ Pair(const Shape* first, const Shape* second) : first(first), second(second) {}
            __device__ unsigned area(unsigned scale) const override { return first->area(scale) + second->area(scale + 1); }
        };
        extern "C" __global__ void shapes(unsigned* a, unsigned* b, unsigned* c) {
            Square small(a[threadIdx.x]), large(b[threadIdx.x]);
            Shape plain;
            Pair both(&small, threadIdx.x % 3 ? (const Shape*)&large : &plain);
            Pair nested(&both, &small);
            const Shape* all[4] = {&small, &plain, &both, &nested};
            c[blockIdx.x * 96 + threadIdx.x] = all[a[threadIdx.x + 1] % 4]->area(threadIdx.x);
        }
        __device__ unsigned again(unsigned x, unsigned n);
        __device__ Step kept = again;
        __device__ unsigned again(unsigned x, unsigned n) { return n == 0 ? x : kept(x * 3 + n, n - 1); }
        extern "C" __global__ void itself(unsigned* a, unsigned* b, unsigned* c) {
            c[blockIdx.x * 96 + threadIdx.x] = kept(a[threadIdx.x], b[threadIdx.x] % 11);
        }"#,
    );
}

#[test]
fn a_call_through_a_null_pointer_is_a_fault_at_once() {
    let text = "typedef unsigned (*Step)(unsigned);
        __device__ __noinline__ unsigned twice(unsigned x) { return 2 * x; }
        __device__ __noinline__ unsigned thrice(unsigned x) { return 3 * x; }
        __device__ Step steps[3] = {twice, nullptr, thrice};
        extern \"C\" __global__ void table(unsigned* a, unsigned* b, unsigned* c) {
            c[threadIdx.x] = steps[a[threadIdx.x]](b[threadIdx.x]);
        }";
    for module in modules(text) {
        let run = |numbers: Vec<u32>| {
            let sim = Simulator::new(Arch::SM_90).instruction_limit(1 << 20);
            let at = sim.alloc(128);
            sim.write(at, &numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>()).unwrap();
            let others = [sim.alloc(128), sim.alloc(128)].map(KernelArg::Ptr);
            let [more, out] = others;
            sim.launch(&module, "table", &LaunchShape::new(1, 32), &[KernelArg::Ptr(at), more, out])
        };
        assert!(run(vec![0; 32]).is_ok());
        let fault = run((0..32).map(|lane| u32::from(lane == 9)).collect()).unwrap_err();
        assert!(matches!(fault.kind, FaultKind::Call(_)), "{fault}");
        let message = fault.to_string();
        assert!(message.contains("a call through a null pointer") && message.contains("thread (9, 0, 0)"), "{message}");
    }
}
