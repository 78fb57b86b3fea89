//! Kernels by the names that C++ gives them.

use smem_launch::{
    Arg, CudaSource, Device, DeviceChoice, Error, Install, Kernel, LaunchShape, Profile, Program, ToolError,
};

const SOURCE: &str = r#"
template <typename T, unsigned N> __global__ void shift(T* data) {
    __shared__ T tile[N];
    tile[threadIdx.x] = data[threadIdx.x];
    __syncthreads();
    data[threadIdx.x] = tile[(threadIdx.x + 1) % N];
}
template __global__ void shift<double, 4u>(double*);
namespace numbers {
    __global__ void add(int* data, int more) { data[threadIdx.x] += more; }
    __global__ void add(float* data, float more) { data[threadIdx.x] += more; }
    __global__ void negate(int* data) { data[threadIdx.x] = -data[threadIdx.x]; }
    template <bool Up, typename T> __global__ void step(T* data) { data[threadIdx.x] += Up ? 1 : -1; }
}
static __global__ void unused(int* data) { *data = 99; }
template <typename T> __global__ void only_small(T* data) {
    static_assert(sizeof(T) <= 4, "only small numbers");
    *data = 0;
}
extern "C" __global__ void plain(int* data) { *data = 7; }
"#;

fn open() -> Device {
    Device::open(DeviceChoice::Auto, Install::Allowed).unwrap()
}

/// Launches a kernel of this file.
fn launch_on(
    device: &Device,
    kernel: &Kernel,
    launch: LaunchShape,
    args: &[Arg<'_>],
) -> Result<Option<Profile>, Error> {
    // SAFETY: the kernels here stay inside the buffers that the tests give them, and refused launches run none.
    unsafe { device.launch(kernel, launch, args) }
}

/// Returns the buffer `before` after `kernel` ran on it with four threads.
fn four<T: smem_launch::Element>(device: &Device, kernel: &Kernel, before: [T; 4]) -> Vec<T> {
    let data = device.upload(&before).unwrap();
    launch_on(device, kernel, LaunchShape::of([1, 1, 1], [4, 1, 1]), &[data.arg()]).unwrap();
    device.download(&data).unwrap()
}

fn why(program: &Program, name: &str) -> String {
    let error = program.kernel(name).unwrap_err();
    assert!(matches!(error, Error::Launch(_) | Error::NoKernel(_)), "{error:?}");
    assert_eq!(error.to_string().lines().count(), 1, "{error}");
    error.to_string()
}

#[test]
fn templates_are_instantiated_by_their_names() {
    let device = open();
    let program = device.load(SOURCE, "names.cu").unwrap();
    let ints = program.kernel("shift<int, 4u>").unwrap();
    assert_eq!(ints.name(), "shift<int, 4u>");
    assert_eq!(four(&device, &ints, [1, 2, 3, 4]), [2, 3, 4, 1]);
    for spelled in
        ["shift<int,4u>", "shift<int, 4>", "shift<signed, 2 + 2>", "_Z5shiftIiLj4EEvPT_", "shift<int, 4u>(int*)"]
    {
        let same = program.kernel(spelled).unwrap();
        assert_eq!(four(&device, &same, [5, 6, 7, 8]), [6, 7, 8, 5], "{spelled}");
    }
    let wide = program.kernel("shift<unsigned long long, 4>").unwrap();
    assert_eq!(four(&device, &wide, [1_u64, 2, 3, 4]), [2, 3, 4, 1]);
    assert_eq!(four(&device, &program.kernel("numbers::step<true, float>").unwrap(), [0.5_f32; 4]), [1.5; 4]);
    assert_eq!(four(&device, &program.kernel("numbers::step<false, short>").unwrap(), [-1_i16; 4]), [-2; 4]);
    // An instance that the source asks for is there without a second compilation.
    assert_eq!(four(&device, &program.kernel("shift<double,4u>").unwrap(), [1.0, 2.0, 3.0, 4.0]), [2.0, 3.0, 4.0, 1.0]);
}

#[test]
fn kernels_need_no_extern_c() {
    let device = open();
    let program = device.load(SOURCE, "names.cu").unwrap();
    let negate = program.kernel("numbers::negate").unwrap();
    assert_eq!(four(&device, &negate, [1, 2, 3, 4]), [-1, -2, -3, -4]);
    let float = program.kernel("numbers::add(float*, float)").unwrap();
    let data = device.upload(&[1.0_f32; 4]).unwrap();
    launch_on(&device, &float, LaunchShape::of([1, 1, 1], [4, 1, 1]), &[data.arg(), 0.5_f32.into()]).unwrap();
    assert_eq!(device.download(&data).unwrap(), [1.5; 4]);
    assert_eq!(four(&device, &program.kernel(" plain ").unwrap(), [0; 4])[0], 7);
    // NVRTC leaves out a static kernel that nothing refers to.
    assert_eq!(four(&device, &program.kernel("unused").unwrap(), [0; 4])[0], 99);
    let known = [
        "numbers::add(float*, float)",
        "numbers::add(int*, int)",
        "numbers::negate(int*)",
        "plain",
        "shift<double, 4u>(double*)",
    ];
    assert!(known.iter().all(|name| program.kernels().iter().any(|found| found == name)), "{:?}", program.kernels());
}

#[test]
fn a_name_of_several_kernels_or_of_none_lists_them() {
    let program = open().load(SOURCE, "names.cu").unwrap();
    let several = why(&program, "numbers::add");
    let start = "`names.cu` has 2 kernels `numbers::add`: give the parameters as well, as one of ";
    assert!(several.starts_with(start), "{several}");
    for kernel in ["`numbers::add(int*, int)`", "`numbers::add(float*, float)`"] {
        assert!(several.contains(kernel), "{several}");
    }
    for (name, reason) in [
        ("no_such<int>", "identifier \"no_such\" is undefined"),
        ("shift", "cannot determine which instance of function template \"shift\" is intended"),
        ("add", "identifier \"add\" is undefined"),
        ("shift<int, 4u>>", "its brackets do not match"),
    ] {
        let none = why(&program, name);
        assert!(none.starts_with(&format!("`names.cu` has no kernel `{name}` ({reason}); it has ")), "{none}");
        for kernel in ["`plain`", "`numbers::negate(int*)`", "`shift<double, 4u>(double*)`"] {
            assert!(none.contains(kernel), "{none}");
        }
    }
    for name in ["", "  ", "plain\0"] {
        assert!(why(&program, name).contains("it has "), "{name:?}");
    }
}

#[test]
fn a_template_that_does_not_compile_shows_its_own_lines() {
    let program = open().load(SOURCE, "names.cu").unwrap();
    assert!(program.kernel("only_small<float>").is_ok());
    let error = program.kernel("only_small<double>").unwrap_err();
    assert!(matches!(error, Error::Tool(ToolError::Compile { .. })), "{error}");
    assert!(error.to_string().contains("only small numbers"), "{error}");
}

#[test]
fn a_wrong_name_given_before_loading_lists_the_kernels_too() {
    let source = CudaSource::new(SOURCE, "names.cu").kernel("shift<int, 4>").kernel("shift<lint, 4>");
    let error = open().load_source(source).unwrap_err();
    assert!(matches!(error, Error::NoKernel(_)), "{error:?}");
    let start = "`names.cu` has no kernel `shift<lint, 4>` (identifier \"lint\" is undefined); it has ";
    assert!(error.to_string().starts_with(start) && error.to_string().contains("`plain`"), "{error}");
}

#[test]
fn instances_share_variables_only_where_they_are_loaded_together() {
    let text = "namespace shop { __device__ unsigned visits; }
        __device__ const int table[4] = {1, 2, 3, 4};
        template <int N> __global__ void visit(unsigned* to) { *to = shop::visits += N; }
        template <int N> __global__ void lone(unsigned* to) { *to += N; }
        __global__ void read(unsigned* to) { *to = shop::visits; }";
    let device = open();
    let to = device.zeros::<u32>(1).unwrap();
    let run = |kernel: Kernel| {
        launch_on(&device, &kernel, LaunchShape::of([1, 1, 1], [1, 1, 1]), &[to.arg()]).unwrap();
        device.download(&to).unwrap()[0]
    };
    let later = device.load(text, "visits.cu").unwrap();
    assert_eq!(
        why(&later, "visit<3>"),
        "`visit<3>` of `visits.cu` shares the variable `shop::visits` with another kernel or the host, so it cannot be instantiated in a \
         module of its own: name it with `CudaSource::kernel` before loading"
    );
    assert_eq!(run(later.kernel("lone<5>").unwrap()), 5, "it shares nothing");

    let source = CudaSource::new(text, "visits.cu").kernel("visit<3>").kernel("visit<4>");
    let together = device.load_source(source).unwrap();
    let runs = ["visit<3>", "visit<4>", "read", "visit<3>"].map(|name| run(together.kernel(name).unwrap()));
    assert_eq!(runs, [3, 7, 7, 10]);
}

#[test]
fn options_are_nvrtcs_own_and_have_precedence() {
    let device = open();
    let text = "#include \"mine.cuh\"
        __global__ void which(long* to) { *to = __cplusplus + N + mine(); }";
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("mine.cuh"), "__device__ constexpr int mine() { return 1000000; }").unwrap();
    let source = CudaSource::new(text, "which.cu")
        .option("-DN=5")
        .option("--std=c++20")
        .option(format!("--include-path={}", folder.path().display()));
    let program = device.load_source(source).unwrap();
    let to = device.zeros::<i64>(1).unwrap();
    launch_on(&device, &program.kernel("which").unwrap(), LaunchShape::of([1, 1, 1], [1, 1, 1]), &[to.arg()]).unwrap();
    assert_eq!(device.download(&to).unwrap(), [202_002 + 5 + 1_000_000]);
    let error = device.load_source(CudaSource::new(text, "which.cu").option("--no-such-option")).unwrap_err();
    assert!(matches!(error, Error::Tool(ToolError::RefusedOption(_))), "{error:?}");
}

#[test]
fn kernels_of_ptx_go_by_their_mangled_and_their_readable_names() {
    let device = open();
    let text = "namespace a { __global__ void one(int* to) { *to = 1; } }";
    let target = format!("-arch=compute_{}", device.nvrtc().architecture_up_to(90).unwrap());
    let ptx = device.nvrtc().compile_ptx(text, "one.cu", &[&target]).unwrap();
    let program = device.load_ptx(&ptx, "one.ptx").unwrap();
    assert_eq!(program.kernels(), ["a::one(int*)"]);
    for name in ["a::one", "_ZN1a3oneEPi"] {
        assert_eq!(four(&device, &program.kernel(name).unwrap(), [0; 4])[0], 1);
    }
    assert_eq!(why(&program, "two<int>"), "`one.ptx` has no kernel `two<int>`; it has `a::one(int*)`");
}

#[test]
fn variables_are_read_and_written_where_their_kernels_are() {
    let text = "namespace filter { __constant__ float taps[3]; __device__ double* where; }
        __device__ unsigned char flags[2] = {7, 8};
        template <int N> __global__ void sum() { for (int i = 0; i < N; ++i) filter::where[0] += filter::taps[i]; }
        __global__ void flag(int* to) { *to = flags[0] + 256 * flags[1]; }";
    let device = open();
    let out = device.zeros::<f64>(2).unwrap();
    let program = device.load_source(CudaSource::new(text, "filter.cu").kernel("sum<3>").kernel("sum<2>")).unwrap();
    let taps = program.variable("filter::taps").unwrap();
    assert_eq!((taps.name(), taps.size()), ("filter::taps", 12));
    taps.write(&[1.0_f32, 2.0, 4.0]).unwrap();
    assert_eq!(taps.read::<f32>().unwrap(), [1.0, 2.0, 4.0]);
    program.variable("filter::where").unwrap().set(out.address_of(1)).unwrap();
    for name in ["sum<3>", "sum<2>"] {
        launch_on(&device, &program.kernel(name).unwrap(), LaunchShape::of([1, 1, 1], [1, 1, 1]), &[]).unwrap();
    }
    assert_eq!(device.download(&out).unwrap(), [0.0, 10.0]);
    assert_eq!(program.variable("flags").unwrap().read::<u8>().unwrap(), [7, 8]);

    let is = |result: Result<(), Error>, why: &str| assert_eq!(result.unwrap_err().to_string(), why);
    is(taps.write(&[1.0_f32]), "`filter::taps` takes 12 bytes, not 4");
    is(taps.set(1.0_f64), "`filter::taps` takes 12 bytes, not 8");
    is(taps.read::<f64>().map(drop), "`filter::taps` has 12 bytes, which elements of 8 do not divide");
    let known = "`flags`, `filter::taps`, `filter::where`";
    let missing = program.variable("taps").map(drop).unwrap_err().to_string();
    assert!(missing.starts_with("`filter.cu` has no variable `taps`; it has "), "{missing}");
    assert!(known.split(", ").all(|name| missing.contains(name)), "{missing}");
}

#[test]
fn a_variable_that_the_host_has_set_is_not_copied_into_a_later_module() {
    let text = "__constant__ int start = 5;
        __global__ void other(int* to) { *to = start; }
        template <int N> __global__ void put(int* to) { *to = start + N; }";
    let device = open();
    let run = |program: &Program, name: &str| {
        let to = device.zeros::<i32>(1).unwrap();
        launch_on(&device, &program.kernel(name).unwrap(), LaunchShape::of([1, 1, 1], [1, 1, 1]), &[to.arg()]).unwrap();
        device.download(&to).unwrap()[0]
    };
    let program = device.load_source(CudaSource::new(text, "start.cu").kernel("put<1>")).unwrap();
    program.variable("start").unwrap().set(30_i32).unwrap();
    assert_eq!([run(&program, "other"), run(&program, "put<1>")], [30, 31]);
    assert!(why(&program, "put<2>").contains("shares the variable `start` with another kernel or the host"));

    // Only templates use it: the first of them has it, and the host finds it there.
    let alone = "__constant__ int start = 5;
        template <int N> __global__ void put(int* to) { *to = start + N; }";
    let program = device.load(alone, "start.cu").unwrap();
    assert_eq!(run(&program, "put<1>"), 6);
    program.variable("start").unwrap().set(30_i32).unwrap();
    assert_eq!(run(&program, "put<1>"), 31);
    assert!(program.kernel("put<2>").is_err());
}
