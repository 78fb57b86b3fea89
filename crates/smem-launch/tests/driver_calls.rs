//! Kernels that call the driver's functions, as NVRTC compiles them: `printf`, `malloc`, `free` and `assert`.

use smem_launch::{CudaSource, Device, Disassembler, Install, Isa};
use smem_sim::{Arch, Fault, FaultKind, KernelArg, LaunchShape, Module, Simulator};

const BOTH: [Isa; 2] = [Isa::Ptx, Isa::Sass];

fn module(text: &str, isa: Isa) -> Module {
    let device = Device::simulator(isa, Install::Allowed).unwrap();
    let compiled = device.compile(&CudaSource::new(text, "driver.cu")).unwrap();
    if isa == Isa::Ptx {
        return smem_ptx::module(compiled.ptx()).unwrap();
    }
    let cubin = compiled.cubin().unwrap();
    smem_sass::module(cubin, &Disassembler::find(Install::Allowed).unwrap().listing(cubin).unwrap()).unwrap()
}

/// Does the same in both machines, which must agree.
fn run(text: &str, shape: LaunchShape, words: &[i32]) -> (Result<Vec<i32>, Fault>, String) {
    let [(ptx, printed), (sass, other)] = BOTH.map(|isa| run_in(isa, text, shape, words));
    assert_eq!(printed, other);
    match (&ptx, &sass) {
        (Ok(words), Ok(others)) => assert_eq!(words, others),
        (Err(fault), Err(other)) => assert_eq!(fault.kind, other.kind),
        _ => panic!("PTX: {ptx:?}, SASS: {sass:?}"),
    }
    (sass, printed)
}

/// Launches `k` with a pointer to these words. Returns the words afterwards, and what was printed.
fn run_in(isa: Isa, text: &str, shape: LaunchShape, words: &[i32]) -> (Result<Vec<i32>, Fault>, String) {
    let module = module(text, isa);
    let sim = Simulator::new(Arch::SM_90).instruction_limit(1 << 28);
    let at = sim.alloc(4 * words.len());
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    sim.write(at, &bytes).unwrap();
    let result = sim.launch(&module, "k", &shape, &[KernelArg::Ptr(at)]).map(|_| {
        let mut bytes = vec![0; 4 * words.len()];
        sim.read(at, &mut bytes).unwrap();
        bytes.chunks_exact(4).map(|word| i32::from_le_bytes(word.try_into().unwrap())).collect()
    });
    (result, sim.take_printed())
}

#[test]
fn printf_prints_as_c_does_block_after_block() {
    let text = r#"extern "C" __global__ void k(int* a) {
        if (threadIdx.x % 40 == 2)
            a[0] = printf("%3d|%-6s|%8.3f|%*d|%lld|%c|%p|%%\n", threadIdx.x, "ab", 1.5 * a[1], -4, 7, -(1LL << 40), 'x', (void*)0);
    }"#;
    let (result, printed) = run(text, LaunchShape::new(3, 64), &[0, -3]);
    let line = |thread| format!("{thread:>3}|ab    |  -4.500|7   |-1099511627776|x|(nil)|%\n");
    assert_eq!(printed, [line(2), line(42)].concat().repeat(3));
    assert_eq!(result.unwrap(), [8, -3], "the number of arguments");
}

#[test]
fn a_string_may_be_in_any_memory() {
    let text = r#"extern "C" __global__ void k(int* a) {
        __shared__ char shared[8];
        char own[4];
        for (int i = 0; i < 3; ++i) { shared[i] = 'a' + a[i]; own[i] = 'A' + a[i]; }
        shared[3] = own[3] = 0;
        printf("%s %s %s %.2s\n", shared, own, (char*)a + 12, shared);
    }"#;
    let (result, printed) = run(text, LaunchShape::new(1, 1), &[0, 1, 2, 0x6968]);
    assert!(result.is_ok(), "{result:?}");
    assert_eq!(printed, "abc ABC hi ab\n");
}

#[test]
fn what_is_no_conversion_is_printed_as_it_stands() {
    let text = r#"extern "C" __global__ void k(int* a) { printf("%d %y\n", a[0]); printf("Tid % 2"); }"#;
    let (result, printed) = run(text, LaunchShape::new(1, 1), &[5]);
    assert!(result.is_ok(), "{result:?}");
    assert_eq!(printed, "5 %y\nTid % 2");
}

#[test]
fn malloc_gives_every_thread_memory_of_its_own() {
    let text = r#"extern "C" __global__ void k(int* a) {
        int n = threadIdx.x + 1;
        int* own = (int*)malloc(n * sizeof(int));
        for (int i = 0; i < n; ++i) own[i] = n * 1000 + i;
        __syncthreads();
        int* other = new int[n];
        for (int i = 0; i < n; ++i) other[i] = 1;
        int sum = 0;
        for (int i = 0; i < n; ++i) sum += own[i] * other[i];
        free(own);
        delete[] other;
        free(nullptr);
        a[blockIdx.x * blockDim.x + threadIdx.x] = sum;
    }"#;
    let (result, _) = run(text, LaunchShape::new(4, 64), &[0; 256]);
    let expected = |thread: i32| (0..=thread).map(|i| (thread + 1) * 1000 + i).sum::<i32>();
    assert_eq!(result.unwrap(), (0..256).map(|i| expected(i % 64)).collect::<Vec<_>>());
}

#[test]
fn memory_of_malloc_lives_until_another_kernel_frees_it() {
    for isa in BOTH {
        heap_over_launches(isa);
    }
}

fn heap_over_launches(isa: Isa) {
    let text = r#"__device__ int* kept;
        extern "C" __global__ void make() { kept = (int*)malloc(8); kept[1] = 42; }
        extern "C" __global__ void use(int* a) { a[0] = kept[1]; free(kept); }
        extern "C" __global__ void twice() { free(kept); }
        extern "C" __global__ void full(int* a) { a[0] = malloc(1ull << 30) == nullptr; }"#;
    let module = module(text, isa);
    let sim = Simulator::new(Arch::SM_90);
    let at = sim.alloc(4);
    let one = LaunchShape::new(1, 1);
    let word = |sim: &Simulator| {
        let mut bytes = [0; 4];
        sim.read(at, &mut bytes).unwrap();
        i32::from_le_bytes(bytes)
    };
    sim.launch(&module, "make", &one, &[]).unwrap();
    sim.launch(&module, "use", &one, &[KernelArg::Ptr(at)]).unwrap();
    assert_eq!(word(&sim), 42);
    let fault = sim.launch(&module, "twice", &one, &[]).unwrap_err();
    assert!(matches!(fault.kind, FaultKind::DeviceHeap(_)), "{fault}");
    sim.launch(&module, "full", &one, &[KernelArg::Ptr(at)]).unwrap();
    assert_eq!(word(&sim), 1, "malloc returns null where there is no room");
}

#[test]
fn a_failed_assertion_is_a_fault_with_its_text() {
    let text = r#"extern "C" __global__ void k(int* a) {
        assert(a[threadIdx.x] > 0);
        a[0] = 9;
    }"#;
    let (result, _) = run(text, LaunchShape::new(1, 4), &[1, 1, -1, 1]);
    let fault = result.unwrap_err();
    let FaultKind::Assertion { text, line, function, .. } = &fault.kind else { panic!("{fault}") };
    assert_eq!((&text[..], *line, &function[..]), ("a[threadIdx.x] > 0", 2, "void k(int *)"));
    assert_eq!(fault.site.as_ref().unwrap().thread, [2, 0, 0]);
    assert!(
        fault.to_string().contains("the assertion `a[threadIdx.x] > 0` failed in `void k(int *)`, driver.cu:2"),
        "{fault}"
    );
}
