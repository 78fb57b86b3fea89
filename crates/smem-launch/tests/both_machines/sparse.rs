//! Products of sparse matrices, beside dense ones that are computed here.

use super::{compare_modules, modules, random, run};
use smem_sim::{Arch, LaunchShape, Module};

/// The elements of the factors.
#[derive(Clone, Copy, PartialEq)]
enum Elements {
    F16,
    Bf16,
    Tf32,
    /// Bytes, with a sign on the left and without on the right.
    Bytes,
}

use Elements::{Bf16, Bytes, F16, Tf32};

/// A product of a sparse matrix.
struct Sparse {
    name: &'static str,
    /// The modifiers after `mma.` in PTX, without the shape.
    modifiers: [&'static str; 2],
    elements: Elements,
    depth: usize,
    selector: usize,
    /// The sums are halves.
    halves: bool,
}

const fn of(
    name: &'static str,
    modifiers: [&'static str; 2],
    elements: Elements,
    depth: usize,
    selector: usize,
) -> Sparse {
    Sparse { name, modifiers, elements, depth, selector, halves: false }
}

const F16_TYPES: [&str; 2] = ["sp.sync.aligned", "row.col.f32.f16.f16.f32"];
const BF16_TYPES: [&str; 2] = ["sp.sync.aligned", "row.col.f32.bf16.bf16.f32"];
const TF32_TYPES: [&str; 2] = ["sp.sync.aligned", "row.col.f32.tf32.tf32.f32"];
const BYTE_TYPES: [&str; 2] = ["sp.sync.aligned", "row.col.s32.s8.u8.s32"];
const ORDERED: [&str; 2] = ["sp::ordered_metadata.sync.aligned", "row.col.f32.f16.f16.f32"];

const ALL: [Sparse; 16] = [
    of("f16_16_0", F16_TYPES, F16, 16, 0),
    of("f16_16_1", ORDERED, F16, 16, 1),
    of("f16_16_3", F16_TYPES, F16, 16, 3),
    of("f16_32_0", F16_TYPES, F16, 32, 0),
    of("f16_32_1", ORDERED, F16, 32, 1),
    Sparse { halves: true, ..of("halves_32_1", ["sp.sync.aligned", "row.col.f16.f16.f16.f16"], F16, 32, 1) },
    of("bf16_16_2", BF16_TYPES, Bf16, 16, 2),
    of("bf16_32_1", BF16_TYPES, Bf16, 32, 1),
    of("tf32_8_0", TF32_TYPES, Tf32, 8, 0),
    of("tf32_8_3", TF32_TYPES, Tf32, 8, 3),
    of("tf32_16_0", TF32_TYPES, Tf32, 16, 0),
    of("tf32_16_1", TF32_TYPES, Tf32, 16, 1),
    of("bytes_32_0", BYTE_TYPES, Bytes, 32, 0),
    of("bytes_32_1", BYTE_TYPES, Bytes, 32, 1),
    of("bytes_64", BYTE_TYPES, Bytes, 64, 0),
    of("bytes_64_saturating", ["sp.sync.aligned", "row.col.satfinite.s32.s8.u8.s32"], Bytes, 64, 0),
];

impl Sparse {
    fn each(&self) -> usize {
        match self.elements {
            F16 | Bf16 => 2,
            Tf32 => 1,
            Bytes => 4,
        }
    }

    /// Registers of the left factor, the right one and the sums.
    fn registers(&self) -> [usize; 3] {
        let chunks = self.depth / (4 * self.each());
        [chunks, chunks, if self.halves { 2 } else { 4 }]
    }

    /// A kernel that takes register `r` of a lane from word `32 * r + lane` of each buffer, and the metadata from word 256 on.
    fn kernel(&self) -> String {
        let [left, right, sums] = self.registers();
        let list = |first: usize, count: usize| -> String {
            let names: Vec<String> = (first..first + count).map(|i| format!("%{i}")).collect();
            format!("{{{}}}", names.join(","))
        };
        let inputs = |buffer: &str, count: usize| -> Vec<String> {
            (0..count).map(|i| format!("\"r\"({buffer}[{}])", 32 * i)).collect()
        };
        let outputs: Vec<String> = (0..sums).map(|i| format!("\"+r\"(c[{}])", 32 * i)).collect();
        let [before, types] = self.modifiers;
        format!(
            "extern \"C\" __global__ void {}(unsigned* a, unsigned* b, unsigned* c) {{
                a += threadIdx.x; b += threadIdx.x; c += threadIdx.x;
                asm volatile(\"mma.{before}.m16n8k{}.{types} {},{},{},{},%{},{};\" : {} : {}, {}, \"r\"(a[256]));
            }}\n",
            self.name,
            self.depth,
            list(0, sums),
            list(sums, left),
            list(sums + left, right),
            list(0, sums),
            sums + left + right,
            self.selector,
            outputs.join(", "),
            inputs("a", left).join(", "),
            inputs("b", right).join(", "),
        )
    }

    fn bits(&self, value: i32) -> u32 {
        let single = (value as f32).to_bits();
        match self.elements {
            F16 => half(value),
            Bf16 => single >> 16,
            Tf32 => single,
            Bytes => value as u32 & 0xff,
        }
    }

    /// The columns of a row's elements: two of each four, or one of each two. Now and then the later one comes first.
    fn columns(&self, mut next: impl FnMut() -> u32) -> Vec<usize> {
        if self.elements == Tf32 {
            return (0..self.depth).step_by(2).map(|chunk| chunk + next() as usize % 2).collect();
        }
        let ordered = self.modifiers[0].contains("ordered");
        let pair = |chunk: usize, word: u32| {
            let (first, step) = (word as usize % 4, word as usize / 4 % 3 + 1);
            let mut pair = [chunk + first, chunk + (first + step) % 4];
            if ordered {
                pair.sort_unstable();
            }
            pair
        };
        (0..self.depth).step_by(4).flat_map(|chunk| pair(chunk, next())).collect()
    }

    /// Writes a row's columns as the manual draws them: each thread's bits for the chunks of a row.
    fn describe(&self, row: usize, columns: &[usize], metadata: &mut [u32]) {
        let (group, lower) = (4 * (row % 8), row / 8);
        for (i, column) in columns.iter().enumerate() {
            let (index, bits, chunk_elements) = match self.elements {
                Tf32 => ([0b0100, 0b1110][column % 2], 4, 1),
                _ => (*column as u32 % 4, 2, 2),
            };
            let place = i / chunk_elements * 4 + i % chunk_elements * bits;
            let (lane, shift) = match (self.elements, self.depth) {
                (Bytes, 32) => (2 * self.selector + lower, place),
                (Bytes, _) => (2 * (place / 32) + lower, place % 32),
                (F16 | Bf16, 16) | (Tf32, 8) => (self.selector, 16 * lower + place),
                _ => (2 * self.selector + place / 16, 16 * lower + place % 16),
            };
            metadata[group + lane] |= index << shift;
        }
    }
}

/// An f16 of a whole number up to 2048.
fn half(value: i32) -> u32 {
    if value == 0 {
        return 0;
    }
    let size = value.unsigned_abs();
    let exponent = size.ilog2();
    u32::from(value < 0) << 15 | (exponent + 15) << 10 | (size << (10 - exponent) & 0x3ff)
}

/// Runs a product in both machines, and compares with the dense product of small whole numbers.
fn check(product: &Sparse, modules: &[Module; 2], seed: u64) {
    let mut words = random(seed, 1 << 14).into_iter();
    let mut next = || words.next().unwrap();
    let (each, depth) = (product.each(), product.depth);
    let bits = 32 / each;
    let mut small = |signed: bool| next() as i32 % 4 + if signed { 0 } else { 4 };
    let right: Vec<Vec<i32>> = (0..8).map(|_| (0..depth).map(|_| small(product.elements != Bytes)).collect()).collect();
    let sums: Vec<Vec<i32>> = (0..16).map(|_| (0..8).map(|_| small(true)).collect()).collect();
    let values: Vec<Vec<i32>> = (0..16).map(|_| (0..depth / 2).map(|_| small(true)).collect()).collect();
    let columns: Vec<Vec<usize>> = (0..16).map(|_| product.columns(&mut next)).collect();
    let mut buffers = vec![vec![0u32; 512]; 3];
    // Threads that the selector does not name hold anything.
    let selected = |lane: usize| match (product.elements, depth) {
        (Bytes, 64) => true,
        (F16 | Bf16, 16) | (Tf32, 8) => lane % 4 == product.selector,
        _ => lane % 4 / 2 == product.selector,
    };
    for lane in 0..32 {
        buffers[0][256 + lane] = if selected(lane) { 0 } else { next() };
    }
    for (row, columns) in columns.iter().enumerate() {
        product.describe(row, columns, &mut buffers[0][256..288]);
    }
    for lane in 0..32 {
        let (group, within) = (lane / 4, lane % 4);
        for element in 0..depth / 4 {
            // Elements of a lane in the left factor: those of a register, of the upper row, of the lower row, then further columns.
            let (register, part) = (element / each, element % each);
            let (row, at) = (group + 8 * (register % 2), each * within + part + 4 * each * (register / 2));
            buffers[0][32 * register + lane] |= product.bits(values[row][at]) << (bits * part);
        }
        for element in 0..depth / 4 {
            let (register, part) = (element / each, element % each);
            let at = each * within + part + 4 * each * register;
            buffers[1][32 * register + lane] |= product.bits(right[group][at]) << (bits * part);
        }
    }
    let mut expected = buffers.clone();
    for lane in 0..32 {
        for i in 0..4 {
            let (row, column) = (lane / 4 + 8 * (i / 2), 2 * (lane % 4) + i % 2);
            let mut dense = vec![0; depth];
            for (&at, &value) in columns[row].iter().zip(&values[row]) {
                dense[at] = value;
            }
            let before = sums[row][column];
            let after = before + dense.iter().zip(&right[column]).map(|(a, b)| a * b).sum::<i32>();
            let put = |buffers: &mut [Vec<u32>], value: i32| {
                if product.halves {
                    buffers[2][32 * (i / 2) + lane] |= half(value) << (16 * (i % 2));
                } else if product.elements == Bytes {
                    buffers[2][32 * i + lane] = value as u32;
                } else {
                    buffers[2][32 * i + lane] = (value as f32).to_bits();
                }
            };
            put(&mut buffers, before);
            put(&mut expected, after);
        }
    }
    for (module, machine) in modules.iter().zip(["PTX", "machine code"]) {
        let left = run(module, product.name, &LaunchShape::new(1, 32), &buffers);
        assert_eq!(left[2], expected[2], "{} as {machine}", product.name);
    }
}

fn sources() -> [Module; 2] {
    modules(&ALL.iter().map(Sparse::kernel).collect::<String>())
}

#[test]
fn products_of_sparse_matrices_are_those_of_the_dense_ones() {
    let modules = sources();
    for product in &ALL {
        (1..4).for_each(|seed| check(product, &modules, seed));
    }
}

#[test]
fn random_bits_are_multiplied_in_the_same_way_by_both_machines() {
    compare_modules(Arch::SM_90, &sources(), LaunchShape::new(1, 32), |_, word| word);
}

#[test]
fn a_selector_that_no_thread_has_is_refused() {
    let text = ".version 8.8 .target sm_90 .address_size 64
        .visible .entry k() { .reg .b32 %r<9>;
        mma.sp.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 {%r0, %r1, %r2, %r3}, {%r4, %r4, %r4, %r4}, {%r4, %r4, %r4, %r4},
            {%r0, %r1, %r2, %r3}, %r5, 2; ret; }";
    let refused = smem_ptx::module(text).unwrap().refused("k").unwrap().to_string();
    assert!(refused.contains("its selector is 2, and it has to be below 2"), "{refused}");
}
