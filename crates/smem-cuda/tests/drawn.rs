//! Files drawn at random, whose kernels and launches are known: comments, literals, namespaces, templates, macros and conditions around
//! them change nothing.

use proptest::prelude::*;
use smem_cuda::{Arithmetic, CudaText, DeviceCode};

/// A drawn file, with the kernels that it declares and the launches that it makes.
#[derive(Debug, Clone, Default)]
struct Known {
    text: String,
    kernels: Vec<String>,
    launches: Vec<String>,
}

/// Text that declares nothing of interest, wherever it is between declarations; `@` is another number each time.
fn noise() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("// __global__ void gone() {} \"".to_owned()),
        Just("/* gone<<<1, 1>>>(); ' */".to_owned()),
        Just("/*/ } ) \" /*/".to_owned()),
        Just("/*****/ /*////*/".to_owned()),
        Just("const char* const S_@ = R\"x(__global__ void gone() { )\" )x\";".to_owned()),
        Just("const char* const Q_@ = \"\\\" /* gone<<<1, 1>>>()\";".to_owned()),
        Just("const char C_@ = '\"', D_@ = '\\'';".to_owned()),
        Just("const int L_@ = 1'000'000;".to_owned()),
        Just("#if 0\n__global__ void gone() { } } \"\n#endif".to_owned()),
        Just("#ifdef NEVER_DEFINED\nvoid gone() { k0<<<1, 1>>>(); }\n#else\n#endif".to_owned()),
        Just("#define GONE __global__ void gone() \\\n  { }".to_owned()),
        Just("struct __align__(16) Wide_@ { float x; };".to_owned()),
        Just("template <class T> struct Holder_@ { T t; };".to_owned()),
        Just("#error it's not the user's file\n".replace("#error", "#if 0\n#error") + "#endif"),
        Just(String::new()),
    ]
    .prop_map(|text| format!("\n{text}\n"))
}

/// Host code, and declarations that device code could have.
fn host() -> impl Strategy<Value = String> {
    let forms = [
        "int host@(int a) { const char* s = \"} { /*\"; char c = '}'; return a + s[0] + c; }",
        "void raw@() { puts(R\"y(} } __global__ {)y\"); }",
        "class Timer@ { public: Timer@() : n{1} { puts(\"}\"); } virtual ~Timer@() {} int n; };",
        "struct Named@ { std::string name; void f() {} }; Named@ named@;",
        "static std::vector<int> list@ = {1, 2}; std::map<int, std::vector<int>> map@;",
        "template <class T, int N = (4 > 2)> T host@(T a) { return a < N ? a : N; }",
        "#ifdef HOST_ONLY\nvoid a@() {\n#else\nvoid b@() {\n#endif\n}",
        "namespace M@ { void run() { } }\nusing M@::run;",
        "#define CHECK@(x) do { if (x) exit(1); } while (0)\nvoid c@() { CHECK@(1); CHECK@(2) }",
        "const float A@ = 1.5f;\nconst float B@ = -A@;\nconst int M@ = atoi(getenv(\"N\"));",
        "auto lambda@ = [](int x) { return x; };",
        "typedef struct __align__(8) { int a; } T@;\n__align__(16) struct U@ { T@ t; };",
        "extern \"C\" { int e@(void); }\nextern \"C\" int f@(int n) { return n; }",
        "enum { E@ = 3 }; constexpr int up@(int n) { return n + E@; } const int V@ = up@(1);",
        "static_assert(sizeof(int) == 4, \")\");",
        "template <class T> struct Both@ { static __device__ T z() { return T(1); } static T h() { return rand(); } };",
        "#define MAKE@(T) void make_@_##T(T a) { puts(\"{\"); }\nMAKE@(int)\nMAKE@(float)",
        "#define GPU@ static __device__ inline\nGPU@ int g@(int a) { return a; }",
        "UNKNOWN_API@ const char* name@();",
        "int (*pointer@)(int); int array@[2][2] = {{1, 2}, {3, 4}};",
        "struct View@ { int n; __host__ __device__ View@(int n) : n(n) { } View@() : n{0} { abort(); } bool operator<(const View@& o) const { return n < o.n; } };",
        "#if __CUDACC_VER_MAJOR__ >= 99\nvoid gone@() {\n#endif\n#if __CUDACC_VER_MAJOR__ >= 99\n}\n#endif",
        "namespace fs@ = std::filesystem;\nusing namespace std;\nusing std::vector;",
        "",
    ];
    proptest::sample::select(forms.to_vec()).prop_map(|text| format!("\n{text}\n"))
}

/// How the number of threads, 64, is written, and what it needs before.
fn threads() -> impl Strategy<Value = (&'static str, &'static str)> {
    prop_oneof![
        Just(("", "64")),
        Just(("const int t = 64, other = 3;", "t")),
        Just(("constexpr unsigned t{32};", "2 * t")),
        Just(("enum { A, t = 64, B };", "t")),
        Just(("dim3 t(64);", "t")),
        Just(("dim3 t; t.x = 64;", "t")),
        Just(("int n = 128; auto t = (n + 1) / 2;", "t")),
        Just(("", "dim3(0x40, 1)")),
        Just(("struct T { static const int N = 64; };", "T::N")),
        Just(("float h[64];", "sizeof(h) / sizeof(float)")),
        Just(("", "TWICE(32)")),
        Just(("", "sizes::half * 2")),
        Just(("", "up(50, 64)")),
    ]
}

/// A kernel `kN`, perhaps a template in a namespace, and perhaps a launch of it.
fn part(number: usize) -> impl Strategy<Value = Known> {
    let forms = (0_usize..4, any::<bool>(), any::<bool>(), threads(), (noise(), host()), (noise(), host()));
    forms.prop_map(move |(namespace, is_template, is_launched, (before, threads), first, last)| {
        let numbered = |text: &str, place: &str| text.replace('@', &format!("_{number}{place}"));
        let first = numbered(&(first.0 + &first.1), "a");
        let (last, inside) = (numbered(&(last.0.clone() + &last.1), "b"), numbered(&last.0, "c"));
        let (open, path, close) = match namespace {
            0 => ("", "", ""),
            1 => ("namespace ns {", "ns::", "}"),
            2 => ("namespace a::b {", "a::b::", "}"),
            _ => ("namespace {", "", "}"),
        };
        let template = if is_template { "template <class T, int N = (3 > 2), char C = ','>" } else { "" };
        let arguments = if is_template { "<float, 7>" } else { "" };
        let head = ["static __global__ void", "__global__ __launch_bounds__(64, (1)) void", "__launch_bounds__(64) __global__ void"][number % 3];
        let mut known = Known {
            text: format!("{first}{open}\n{template} {head} /* ( */ k{number}(const float* __restrict__ p, int n = (2)) {{ if (n < 3) {{ }} }}\n{close}{last}"),
            kernels: vec![format!("{path}k{number}(const float*, int)")],
            launches: Vec::new(),
        };
        if is_launched {
            known.text += &format!(
                "void run{number}() {{ {before} float* p; cudaMalloc((void**)&p, 4 * sizeof(float));{inside}{path}k{number}{arguments}<<<3, {threads}, 0>>>(p + 1, {number}); }}\n"
            );
            known.launches.push(format!("{path}k{number}{arguments} [3, 1, 1] [64, 1, 1]"));
        }
        known
    })
}

fn file() -> impl Strategy<Value = Known> {
    let parts: Vec<_> = (0..4).map(part).collect();
    parts.prop_map(|parts| {
        let start = "#define TWICE(x) ((x) + (x))\nnamespace sizes { enum Sizes { half = 32 }; }\nconstexpr int up(int a, int b) { return (a + b - 1) / b * b; }\n";
        let mut all = Known { text: start.to_owned(), ..Known::default() };
        for part in parts {
            all.text += &part.text;
            all.kernels.extend(part.kernels);
            all.launches.extend(part.launches);
        }
        all
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn drawn_files_are_read_as_they_are_meant(known in file()) {
        let text = CudaText::parse(&known.text);
        let kernels: Vec<String> = text.kernels().iter().map(|kernel| kernel.signature()).collect();
        prop_assert_eq!(&kernels, &known.kernels, "{}", known.text);
        let launches: Vec<String> = text
            .launches()
            .iter()
            .map(|site| site.values().map_or_else(|why| why, |own| format!("{} {:?} {:?}", own.kernel, own.grid, own.block)))
            .collect();
        prop_assert_eq!(&launches, &known.launches, "{}", known.text);
    }

    #[test]
    fn what_is_left_without_host_code_has_the_same_kernels(known in file()) {
        let code = DeviceCode::of(&[&known.text]);
        let device = code.text(0, |_| false);
        prop_assert_eq!(device.lines().count(), known.text.lines().count());
        let kernels: Vec<String> = CudaText::parse(&device).kernels().iter().map(|kernel| kernel.signature()).collect();
        prop_assert_eq!(&kernels, &known.kernels, "{}\n{}", known.text, device);
        prop_assert!(!device.contains("puts") || device.contains("#define"), "{}\n{}", known.text, device);
    }

    #[test]
    fn any_text_is_read_without_a_panic(text in "([\\x20-\\x7e\\n\"'/*#<>(){}ü]|__shared__ |float |__global__ void k\\(|tile\\[|= |struct S \\{|#define N ){0,100}") {
        let read = CudaText::parse(&text);
        read.kernels();
        read.launches().iter().for_each(|site| drop(site.values()));
        let (functions, pointers) = (read.device_functions(), read.device_pointers());
        for array in read.shared_declarations().iter().chain(&pointers).chain(&read.array_members("S")) {
            prop_assert!(text.is_char_boundary(array.statement.start) && text.is_char_boundary(array.scope.end));
            read.shared_uses(array, 2);
            read.only_access(array, &pointers);
            read.depends_on_template(array);
            functions.iter().for_each(|function| drop(read.shared_parts(array, 4, 64, &function.name, &pointers)));
        }
        read.mentions("N");
        read.definition("N");
        read.comments(0..text.len());
        Arithmetic::parse(&text, 0);
    }
}
