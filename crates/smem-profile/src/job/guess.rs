//! A launch of a kernel that nothing describes, for its user to correct: a block by `__launch_bounds__` or the code, and sizes that fit together.

use std::path::Path;

use smem_cuda::{
    ArgumentValue, Constant, CudaKernel, CudaText, KernelParameter, LaunchSite, Scalar, SharedDeclaration, ValueType,
};

use super::guessed_block::{guessed_block, other_blocks};
use super::guessed_value::{GuessedSizes, by_name, largest, tensor_rank, texture, zeros};
use super::typed_args::{TypedKernel, shown};
use super::written::converted;
use crate::shell_word::quoted;

/// Rows and columns, for kernels of two dimensions or of several sizes; and the elements of a line, for others.
const SIDE: u32 = 64;
const LINE: u32 = 1024;
/// The elements of a buffer where three sizes or more say how many there are.
const MANY: u32 = 1 << 20;
/// Dynamic shared memory of a kernel that has some.
const DYNAMIC_BYTES: u32 = 16 * 1024;
/// The most shared memory of a block, as an H100 has it.
pub(super) const MOST_SHARED: u32 = 227 << 10;

/// The most elements of a buffer.
const MOST_ELEMENTS: u64 = 1 << 24;
/// The most bytes of a buffer whose size the file's launch fixes: beyond, it is guessed as well.
const MOST_KNOWN_BYTES: u64 = 1 << 30;
/// Values of host variables that are tried in turn, until they make a grid that is not empty.
const SUPPOSED: [u32; 3] = [LINE, 4096, MANY];
/// The most threads of a grid that is made of such a value: larger ones are guessed.
const MOST_THREADS: u64 = 1 << 20;

/// How a guess is varied, until its launch runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct GuessScale {
    /// The value of sizes; `None` for one by the kernel's dimensions.
    pub(super) size: Option<u32>,
    /// The factor of the lengths of buffers.
    pub(super) factor: u64,
    /// Another block than the first guess.
    pub(super) block: Option<[u32; 3]>,
    /// Bytes of dynamic shared memory.
    pub(super) shared: Option<u32>,
}

impl Default for GuessScale {
    fn default() -> GuessScale {
        GuessScale { size: None, factor: 1, block: None, shared: None }
    }
}

/// The shape and the arguments of a guessed launch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct GuessedLaunch {
    pub(super) grid: [u32; 3],
    pub(super) block: [u32; 3],
    /// Bytes of dynamic shared memory.
    pub(super) shared: u32,
    /// Arguments by name, as `--arg` takes them.
    pub(super) args: Vec<String>,
    pub(super) sizes: GuessedSizes,
    /// Other blocks that fit the kernel as well; none where the block is known.
    pub(super) other_blocks: Vec<[u32; 3]>,
}

impl GuessedLaunch {
    /// Guesses what a launch that the file makes leaves open, or all of it.
    pub(super) fn of(typed: &TypedKernel<'_>, made: Option<&LaunchSite<'_>>, scale: GuessScale) -> GuessedLaunch {
        let code: String = typed.text.kernel_code(typed.kernel).split_whitespace().collect();
        let has_rows = ["threadIdx.y", "blockIdx.y", "blockDim.y"].iter().any(|word| code.contains(word));
        let first = || guessed_block(typed, &code);
        let is_integer =
            |scalar: Option<Scalar>| scalar.is_some_and(|scalar| !scalar.is_float() && scalar != Scalar::Bool);
        let scalar = |parameter| typed.text.parameter_scalar(typed.kernel, typed.instance, parameter);
        let parameters = typed.kernel.parameters();
        let sizes = parameters.iter().filter(|own| !own.is_pointer() && is_integer(scalar(own))).count();
        let is_matrix = has_rows || sizes > 1;
        let (size, least) = match (is_matrix, sizes) {
            (true, 3..) => (SIDE, MANY),
            (true, _) => (SIDE, SIDE * SIDE),
            (false, _) => (LINE, LINE),
        };
        let size = scale.size.unwrap_or(size);
        let is_supposed = made.is_some_and(|made| !made.unknown_variables().is_empty());
        let supposed = made.map(|made| supposed(made, size));
        let made = supposed.as_ref();
        let block = made.and_then(LaunchSite::block).or(scale.block).unwrap_or_else(first);
        let grid = made.and_then(LaunchSite::grid).unwrap_or_else(|| match (has_rows, is_matrix) {
            (true, _) => [SIDE.div_ceil(block[0]), SIDE.div_ceil(block[1]), 1],
            (false, true) => [SIDE, 1, 1],
            (false, false) => [least.div_ceil(block[0]), 1, 1],
        });
        let threads = if made.is_some() { threads(grid, block) } else { 0 };
        let elements = threads.min(MANY.into()).max(least.into()).saturating_mul(scale.factor).min(MOST_ELEMENTS);
        let known = made.map(LaunchSite::known_arguments).unwrap_or_default();
        let sizes = GuessedSizes { size, elements, rank: tensor_rank(&code) };
        let argument = |(at, parameter)| match known.get(at) {
            // A size that is nothing is of a loop that nothing runs: `min(steps, total - t)`.
            Some(Some(ArgumentValue::Number(scalar, number))) if !is_supposed || number.float() > 0.0 => {
                known_number(parameter, *scalar, *number)
            }
            Some(Some(ArgumentValue::Null)) => named(parameter, "null".to_owned()),
            Some(Some(ArgumentValue::Pointer(target)))
                if target.bytes <= if is_supposed { MOST_ELEMENTS } else { MOST_KNOWN_BYTES } =>
            {
                let bytes = typed.text.parameter_bytes(typed.kernel, typed.instance, parameter).unwrap_or(16).max(1);
                // Longer ones are at least those of a guess: what the file allocates is of what is supposed.
                let known = (target.bytes / bytes).max(1);
                let longer = known.saturating_mul(scale.factor).max(elements).min(MOST_ELEMENTS);
                let elements = if is_supposed && scale.factor > 1 { longer } else { known };
                GuessedLaunch::argument(typed, at, parameter, GuessedSizes { elements, ..sizes }, block)
            }
            _ => GuessedLaunch::argument(typed, at, parameter, sizes, block),
        };
        let args = parameters.iter().enumerate().map(argument).collect();
        // Supposed values of its variables may ask for more than a block can have.
        let shared = made.and_then(LaunchSite::shared_bytes).filter(|bytes| !is_supposed || *bytes <= MOST_SHARED);
        let own = || if is_dynamic(typed) { DYNAMIC_BYTES } else { 0 };
        let shared = scale.shared.or(shared).unwrap_or_else(own);
        let is_known = made.and_then(LaunchSite::block).is_some();
        let other_blocks = if is_known { Vec::new() } else { other_blocks(typed, &code, first()) };
        GuessedLaunch { grid, block, shared, args, sizes, other_blocks }
    }

    fn argument(
        typed: &TypedKernel<'_>,
        at: usize,
        parameter: &KernelParameter,
        sizes: GuessedSizes,
        block: [u32; 3],
    ) -> String {
        let GuessedSizes { size, elements, .. } = sizes;
        let compiled = typed.compiled_bytes.get(&at).copied();
        // The compiler is right where the text seems to say another size.
        let is_of_size = |bytes: Option<u64>| compiled.is_none() || parameter.is_pointer() || bytes == compiled;
        let scalar = typed.text.parameter_scalar(typed.kernel, typed.instance, parameter);
        let scalar = scalar.filter(|scalar| is_of_size(Some(scalar.bytes() as u64)));
        match scalar {
            _ if parameter.is_pointer() => {
                // Random numbers where they are not indices.
                let is_read = parameter.pointer_type().is_some_and(|own| own.starts_with("const "))
                    && scalar.is_some_and(Scalar::is_float);
                let contents = if is_read { "=random" } else { "" };
                let known = typed.text.parameter_bytes(typed.kernel, typed.instance, parameter);
                match known {
                    Some(_) => named(parameter, format!("[{elements}]{contents}")),
                    None => format!("{}:u8[{}]", typed.buffer_name(at), 16 * elements),
                }
            }
            Some(Scalar::Bool) => named(parameter, "true".to_owned()),
            Some(scalar) if scalar.is_float() => named(parameter, "1.0".to_owned()),
            _ if is_texture(parameter) => {
                let name = typed.buffer_name(at);
                let code = typed.text.kernel_code(typed.kernel);
                texture(code, &name).unwrap_or_else(|| format!("{name}:tex2D:f32[64x64]=random"))
            }
            Some(scalar) => {
                let value = by_name(parameter.name(), block).unwrap_or(size);
                named(parameter, value.min(largest(scalar)).to_string())
            }
            None => {
                let bytes = typed.text.parameter_bytes(typed.kernel, typed.instance, parameter);
                let known = typed.text.parameter_type(typed.kernel, typed.instance, parameter);
                let known = known.filter(|known| matches!(known, ValueType::TensorMap) || is_of_size(bytes));
                let mut own_name = |path: &str| format!("{}{path}", typed.buffer_name(at));
                if let Some(value) = known.and_then(|known| sizes.value(&known, &mut own_name)) {
                    return named(parameter, value);
                }
                match compiled {
                    // A type that the text does not define: most of 8 bytes are pointers.
                    Some(8) if bytes.is_none() => format!("{}:u8[{}]", typed.buffer_name(at), 16 * elements),
                    Some(compiled) => zeros(compiled),
                    None => zeros(bytes.unwrap_or(16).min(4096)),
                }
            }
        }
    }

    /// The options of `smem-tile profile` that describe it, after the file.
    pub(super) fn options(&self, kernel: &str) -> String {
        let extent = |[x, y, z]: [u32; 3]| match (y, z) {
            (1, 1) => x.to_string(),
            (_, 1) => format!("{x},{y}"),
            _ => format!("{x},{y},{z}"),
        };
        let shared = if self.shared > 0 { format!(" --shared {}", self.shared) } else { String::new() };
        let args: String = self.args.iter().map(|arg| format!(" --arg {}", quoted(arg))).collect();
        format!("--kernel {} --grid {} --block {}{shared}{args}", quoted(kernel), extent(self.grid), extent(self.block))
    }
}

/// Returns true for a handle of a texture or a surface.
fn is_texture(parameter: &KernelParameter) -> bool {
    const TYPES: [&str; 4] = ["cudaTextureObject_t", "CUtexObject", "cudaSurfaceObject_t", "CUsurfObject"];
    TYPES.iter().any(|own| parameter.type_name().contains(own))
}

/// A launch of the file where its unknown variables have a value that makes a grid, a small one if there is such a value.
fn supposed<'t>(made: &LaunchSite<'t>, size: u32) -> LaunchSite<'t> {
    let with = |value: u32| made.supposing(value.into());
    let is_small = |site: &LaunchSite<'t>| {
        let shape = site.grid().zip(site.block());
        shape.is_some_and(|(grid, block)| threads([1; 3], block) <= 1024 && threads(grid, block) <= MOST_THREADS)
    };
    std::iter::once(size).chain(SUPPOSED).map(with).find(is_small).unwrap_or_else(|| match made.grid() {
        // As it is written, if nothing is supposed.
        Some(_) => made.clone(),
        None => with(size),
    })
}

/// An argument by its parameter's name, if it has one.
fn named(parameter: &KernelParameter, value: String) -> String {
    match parameter.name() {
        "" => value,
        name => format!("{name}={value}"),
    }
}

/// A number that the file's launch gives.
fn known_number(parameter: &KernelParameter, scalar: Scalar, number: Constant) -> String {
    named(
        parameter,
        match number {
            Constant::Integer(value) if scalar == Scalar::Bool => (value != 0).to_string(),
            Constant::Integer(value) => converted(scalar, value).to_string(),
            Constant::Float(value) => format!("{value:?}"),
        },
    )
}

fn threads(grid: [u32; 3], block: [u32; 3]) -> u64 {
    grid.iter().chain(&block).fold(1, |product: u64, extent| product.saturating_mul((*extent).into()))
}

/// The most arrays outside of functions that are looked for in a kernel.
const MOST_SEEN: usize = 64;

/// Returns true for a kernel that declares shared memory, or that can see dynamic memory of the file.
pub(super) fn has_arrays(text: &CudaText, kernel: &CudaKernel) -> bool {
    let code = text.kernel_code(kernel);
    let is_seen = |own: &SharedDeclaration| code.contains(&own.name);
    code.contains("__shared__")
        || !text.shared_declarations_in(Some(kernel.name())).is_empty()
        || text.shared_declarations_in(None).iter().take(MOST_SEEN).any(is_seen)
}

/// Returns true for a kernel with dynamic shared memory, its own or that of a function which is not another kernel.
fn is_dynamic(typed: &TypedKernel<'_>) -> bool {
    let own = typed.text.shared_declarations_in(Some(typed.kernel.name()));
    own.iter().any(SharedDeclaration::is_dynamic) || typed.text.has_dynamic_outside_kernels()
}

/// The parameters of a kernel and a launch to begin with, for a message; the grid and the block are those of the launch that the file makes,
/// as far as they are known.
pub(super) fn advice(typed: &TypedKernel<'_>, file: &Path, made: Option<&LaunchSite<'_>>) -> String {
    let parameters: Vec<String> = typed.kernel.parameters().iter().map(shown).collect();
    let takes = match parameters.len() {
        0 => "it takes no arguments".to_owned(),
        _ => format!("it takes {}", parameters.join(", ")),
    };
    let launch = GuessedLaunch::of(typed, made, GuessScale::default());
    format!(
        "{takes}\nhelp: with your own sizes in place of these guesses, `smem-tile profile {} {}`",
        quoted(&file.display().to_string()),
        launch.options(typed.instance)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guessed(source: &str, instance: &str) -> String {
        let text = CudaText::parse(source);
        let kernel = &text.kernels()[0];
        let launch = GuessedLaunch::of(
            &TypedKernel::new(&text, kernel, instance),
            text.launches().first(),
            GuessScale::default(),
        );
        launch.options(instance)
    }

    #[test]
    fn blocks_are_those_of_the_bounds_or_of_the_code_and_sizes_fit() {
        let line = "__global__ void __launch_bounds__(128) k(float* out, const float* in, int n) { out[threadIdx.x] = in[n]; }";
        assert_eq!(
            guessed(line, "k"),
            "--kernel k --grid 8 --block 128 --arg 'out=[1024]' --arg 'in=[1024]=random' --arg n=1024"
        );
        let matrix =
            "template <int N> __global__ void k(double* a, float by, int rows, int cols) { a[threadIdx . y] = by; }";
        let options =
            "--kernel 'k<4>' --grid 2,8 --block 32,8 --arg 'a=[4096]' --arg by=1.0 --arg rows=64 --arg cols=64";
        assert_eq!(guessed(matrix, "k<4>"), options);
        let classic = "const int TILE = 16; __global__ void k(float* a) { __shared__ float s[TILE][TILE + 1]; s[threadIdx.y][threadIdx.x] = 0;
            for (int k = 0; k < 64; k += TILE) a[k] = s[0][0]; }";
        assert_eq!(guessed(classic, "k"), "--kernel k --grid 4,4 --block 16,16 --arg 'a=[4096]'");
        let strided = classic.replace("TILE) a", "TILE) for (int r = threadIdx.y; r < TILE; r += 4) a");
        assert_eq!(guessed(&strided, "k"), "--kernel k --grid 4,16 --block 16,4 --arg 'a=[4096]'");
        let bounded = classic.replace("__global__ void", "__global__ void __launch_bounds__(64)");
        assert_eq!(guessed(&bounded, "k"), "--kernel k --grid 4,16 --block 16,4 --arg 'a=[4096]'");
        let fits = classic.replace("__global__ void", "__global__ void __launch_bounds__(1024)");
        assert_eq!(guessed(&fits, "k"), "--kernel k --grid 4,4 --block 16,16 --arg 'a=[4096]'");
        let small = "__global__ void __launch_bounds__(16) k(unsigned char u, signed char s, short h) { /* 1-D */ }";
        let options = "--kernel k --grid 64 --block 16 --arg u=64 --arg s=64 --arg h=64";
        assert_eq!(guessed(small, "k"), options);
        let one = "__global__ void k(unsigned char u) {}";
        assert_eq!(guessed(one, "k"), "--kernel k --grid 4 --block 256 --arg u=255");
        let product = "struct P { int a; }; __global__ void k(unsigned* c, P p, bool is, int m, int n, int k) { /* threadIdx.y */ }";
        let options = "--kernel k --grid 64 --block 256 --arg 'c=[1048576]' --arg 'p={a=64}' --arg is=true --arg m=64 --arg n=64 --arg k=64";
        assert_eq!(guessed(product, "k"), options);
    }

    #[test]
    fn a_row_of_threads_fits_into_the_shared_arrays_that_it_indexes() {
        let row = "#define SIDE 16
            __global__ void k(int* a) { __shared__ int s[SIDE + 1][SIDE + 1], t[4]; int tx = threadIdx.x;
            for (int y = 0; y < SIDE; y++) s[y][tx + 1] = a[y]; if (tx < 4) t[tx] = 1; a[tx] = s[tx][0]; }";
        assert_eq!(guessed(row, "k"), "--kernel k --grid 64 --block 16 --arg 'a=[1024]'");
        let free = row.replace("s[y][tx + 1] = a[y]", "s[y][tx % SIDE] = a[y]").replace("s[tx][0]", "s[0][0]");
        assert_eq!(guessed(&free, "k"), "--kernel k --grid 4 --block 256 --arg 'a=[1024]'");
        let halo = "__global__ void k(int* a) { __shared__ int s[10][18]; int x = threadIdx.x + 1, y = threadIdx.y + 1; s[y][x] = a[0]; }";
        assert_eq!(guessed(halo, "k"), "--kernel k --grid 4,8 --block 16,8 --arg 'a=[4096]'");
    }

    #[test]
    fn what_the_files_own_launch_fixes_is_not_guessed() {
        let source = "extern __shared__ float s[];
            __global__ void k(float* a, int n, int step, bool up, float by) { s[threadIdx.x] = a[n]; }
            void run(float* a, int n) { k<<<n, dim3(128, 2, 2), 16 * 1024>>>(a, n, 3, true, 0.5f); }";
        let options = "--kernel k --grid 64 --block 128,2,2 --shared 16384 --arg 'a=[32768]' --arg n=64 --arg step=3 --arg up=true --arg by=0.5";
        assert_eq!(guessed(source, "k"), options);
        let bytes = source.replace("16 * 1024", "n");
        assert_eq!(guessed(&bytes, "k"), options.replace("16384", "64"), "with what is supposed of `n`");
        let grid = source.replace("<<<n,", "<<<1 << 20,");
        assert!(guessed(&grid, "k").contains("--grid 1048576 ") && guessed(&grid, "k").contains("'a=[1048576]'"));
        let none = source.replace(", 16 * 1024", "");
        assert!(!guessed(&none, "k").contains("--shared"));
        let steps = "__global__ void k(float* a, int iteration, int tile_width, int start) {}
            void run(float* a, int n, int t) { k<<<n, 128>>>(a, n - t, 8, t); }";
        let options =
            "--kernel k --grid 64 --block 128 --arg 'a=[1048576]' --arg iteration=1 --arg tile_width=8 --arg start=64";
        assert_eq!(guessed(steps, "k"), options, "no loop runs 0 times");
    }

    #[test]
    fn a_buffer_that_the_file_allocates_is_as_long_where_another_argument_is_open() {
        let source = "struct Lock { int* word; Lock(); }; const int N = 8 << 20;
            __global__ void k(Lock lock, float* a) { __shared__ float s[64]; s[threadIdx.x] = a[N - 1]; }
            int main() { float* a; cudaMalloc(&a, N * sizeof(float)); Lock lock; k<<<32, 64>>>(lock, a); }";
        let options = guessed(source, "k");
        assert!(options.contains("--grid 32 --block 64") && options.ends_with("--arg 'a=[8388608]'"), "{options}");
    }

    #[test]
    fn a_texture_is_of_the_type_that_the_kernel_reads() {
        let text =
            "__global__ void k(int* a, cudaTextureObject_t image) { a[0] = tex2D<unsigned char>(image, 0.f, 1.f); }";
        assert!(guessed(text, "k").ends_with("--arg 'image:tex2D:u8[64x64]=random'"), "{}", guessed(text, "k"));
        let plain = text.replace("2D<unsigned char>(image, 0.f, 1.f)", "1Dfetch<float4>(image, 1)");
        assert!(guessed(&plain, "k").ends_with("'image:tex1Dfetch:f32x4[4096]=random'"), "{}", guessed(&plain, "k"));
        let surface = "__global__ void k(cudaSurfaceObject_t to, CUtexObject from, int n) { surf3Dwrite(1.0f, to, 4 * n, n, n); }";
        let args = "--arg 'to:tex3D:f32[64x64x4]=random' --arg 'from:tex2D:f32[64x64]=random' --arg n=1024";
        assert!(guessed(surface, "k").ends_with(args), "{}", guessed(surface, "k"));
    }
}
