//! Launches that a CUDA file makes itself, `kernel<<<grid, block>>>(..)`, where all of them is constant.

use std::collections::{BTreeMap, BTreeSet};

use smem_cuda::{ArgumentValue, Constant, CudaText, LaunchSite, LaunchValues, PointerTarget, Scalar};
use smem_launch::{DescribedArg, DescribedBuffer, DescribedLaunch, LaunchShape};

/// The launches of a file, the buffers that they need, and the reasons why others cannot be made.
#[derive(Debug, Default)]
pub(super) struct WrittenLaunches<'t> {
    pub(super) buffers: BTreeMap<String, DescribedBuffer>,
    pub(super) launches: Vec<DescribedLaunch>,
    pub(super) left_out: Vec<LeftOutLaunch<'t>>,
    /// The launches, to find one that is made again.
    known: BTreeSet<String>,
    /// The name of the buffer of a variable and so many bytes.
    names: BTreeMap<(String, u64), String>,
    /// How many such names a variable has.
    sizes: BTreeMap<String, u64>,
}

/// A launch that cannot be made.
#[derive(Debug)]
pub(super) struct LeftOutLaunch<'t> {
    pub(super) site: LaunchSite<'t>,
    why: String,
}

impl std::fmt::Display for LeftOutLaunch<'_> {
    /// A sentence that begins with the line.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: {}", self.site.line(), self.why)
    }
}

/// Reads the launches of a text, those of `kernel` alone if one is named.
pub(super) fn launches<'t>(text: &'t CudaText, kernel: Option<&str>) -> WrittenLaunches<'t> {
    let mut result = WrittenLaunches::default();
    for site in text.launches() {
        if kernel.is_some_and(|kernel| !site.is_of(kernel)) {
            continue;
        }
        match site.values() {
            Ok(values) => {
                let has_opted_in = site.has_opted_in(values.shared);
                result.add(values, has_opted_in);
            }
            Err(why) => result.left_out.push(LeftOutLaunch { site, why }),
        }
    }
    result
}

impl WrittenLaunches<'_> {
    fn add(&mut self, values: LaunchValues, has_opted_in: bool) {
        let args = values.arguments.into_iter().map(|argument| self.argument(argument)).collect();
        let launch = LaunchShape::of(values.grid, values.block).shared_bytes(values.shared).opted_in(has_opted_in);
        let launch = DescribedLaunch { kernel: values.kernel, launch, args };
        // A launch that is made again, to warm up or in turn, counts the same.
        if self.known.insert(format!("{launch:?}")) {
            self.launches.push(launch);
        }
    }

    fn argument(&mut self, argument: ArgumentValue) -> DescribedArg {
        match argument {
            ArgumentValue::Null => DescribedArg::Null,
            ArgumentValue::Pointer(target) => {
                let offset = target.offset;
                DescribedArg::Pointer { buffer: self.buffer(target), offset }
            }
            ArgumentValue::Number(Scalar::Bool, value) => DescribedArg::Bool(value != Constant::Integer(0)),
            ArgumentValue::Number(scalar, Constant::Integer(value)) => {
                DescribedArg::Integer(element(scalar), converted(scalar, value))
            }
            ArgumentValue::Number(scalar, Constant::Float(value)) => DescribedArg::Float(element(scalar), value),
            ArgumentValue::Zeros { bytes, align } => DescribedArg::Zeros { bytes, align },
        }
    }

    /// Returns the name of the buffer that a variable points to. Variables of one name in several functions may differ in size.
    fn buffer(&mut self, target: PointerTarget) -> String {
        // Any numbers do where nothing depends on them; integers may be indices, of which 0 is one.
        let is_whole = |scalar: &Scalar| target.bytes.is_multiple_of(scalar.bytes() as u64);
        let scalar = target.element.filter(|scalar| scalar.is_float() || is_whole(scalar)).unwrap_or(Scalar::U8);
        let described = |name: String| DescribedBuffer {
            name,
            element: element(scalar),
            len: target.bytes / scalar.bytes() as u64,
            is_random: scalar.is_float(),
        };
        let sizes = &mut self.sizes;
        let own = self.names.entry((target.variable.clone(), target.bytes)).or_insert_with(|| {
            let count = sizes.entry(target.variable.clone()).or_insert(0);
            *count += 1;
            if *count == 1 { target.variable.clone() } else { format!("{} ({count})", target.variable) }
        });
        let name = own.clone();
        self.buffers.entry(name.clone()).or_insert_with(|| described(name.clone()));
        name
    }
}

/// An integer as C++ converts it to a type: `-1` of an `unsigned` is its largest value.
pub(super) fn converted(scalar: Scalar, value: i64) -> i128 {
    match scalar {
        Scalar::Bool => (value != 0).into(),
        Scalar::U8 => (value as u8).into(),
        Scalar::I8 => (value as i8).into(),
        Scalar::I16 => (value as i16).into(),
        Scalar::U16 => (value as u16).into(),
        Scalar::I32 => (value as i32).into(),
        Scalar::U32 => (value as u32).into(),
        Scalar::U64 => (value as u64).into(),
        Scalar::I64 | Scalar::F16 | Scalar::Bf16 | Scalar::F32 | Scalar::F64 => value.into(),
    }
}

/// The name that launch files have for a type.
pub(super) fn element(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Bool | Scalar::U8 => "u8",
        Scalar::I8 => "i8",
        Scalar::I16 => "i16",
        Scalar::U16 => "u16",
        Scalar::I32 => "i32",
        Scalar::U32 => "u32",
        Scalar::I64 => "i64",
        Scalar::U64 => "u64",
        Scalar::F16 => "f16",
        Scalar::Bf16 => "bf16",
        Scalar::F32 => "f32",
        Scalar::F64 => "f64",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "#define N 1024
__global__ void plus(float* __restrict__ out, const float *in, int n, float by) { const int N = n; }
template <int T> __global__ void twice(int* a, const unsigned* b) {}
int main() {
    float *d_in, *d_out; int* list;
    cudaMalloc(&d_in, N * sizeof(float));
    CHECK(cudaMalloc((void **)&d_out, N * sizeof(float)));
    dim3 unused, block(32, 8); // dim3 block(1, 1);
    plus<<<N / 256, block, 16 * sizeof(int)>>>(d_out, d_in, N, 0.5f);
    plus<<<N / 256, block, 16 * sizeof(int)>>>(d_out, d_in, N, 0.5f);
    twice<4><<<dim3(2, 2), 64>>>(list, nullptr);
    /* plus<<<1, 1>>>(d_out, d_in, 1, 1); */
}";

    #[test]
    fn constant_launches_are_read_once_and_others_have_a_reason() {
        let text = CudaText::parse(TEXT);
        let read = launches(&text, None);
        let expected = DescribedBuffer { name: "d_in".to_string(), element: "f32", len: 1024, is_random: true };
        assert_eq!(read.buffers["d_in"], expected);
        let pointer = |name: &str| DescribedArg::Pointer { buffer: name.to_string(), offset: 0 };
        let args = vec![
            pointer("d_out"),
            pointer("d_in"),
            DescribedArg::Integer("i32", 1024),
            DescribedArg::Float("f32", 0.5),
        ];
        let launch = LaunchShape::of([4, 1, 1], [32, 8, 1]).shared_bytes(64).opted_in(false);
        assert_eq!(read.launches, [DescribedLaunch { kernel: "plus".to_string(), launch, args }]);
        let left_out: Vec<String> = read.left_out.iter().map(LeftOutLaunch::to_string).collect();
        assert_eq!(left_out, ["line 11: the bytes that `list` points to are not fixed by a `cudaMalloc`"]);
    }

    #[test]
    fn the_launches_of_one_kernel_can_be_chosen() {
        let text = CudaText::parse(TEXT);
        assert_eq!(launches(&text, Some("plus")).left_out.len(), 0);
        let twice = launches(&text, Some("twice< 4 >"));
        assert_eq!((twice.launches.len(), twice.left_out.len()), (0, 1));
    }

    #[test]
    fn variables_of_one_name_may_have_several_sizes() {
        let text = CudaText::parse(
            "__global__ void k(float* a) {}
            void f() { float* a; cudaMalloc(&a, 4); k<<<1, 1>>>(a); }
            void g() { float* a; cudaMalloc(&a, 8); k<<<1, 1>>>(a); }",
        );
        let names: Vec<(String, u64)> =
            launches(&text, None).buffers.into_values().map(|own| (own.name, own.len)).collect();
        assert_eq!(names, [("a".to_string(), 1), ("a (2)".to_string(), 2)]);
    }
}
