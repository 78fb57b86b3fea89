//! Files drawn at random, whose kernels and launches are known: comments, literals, namespaces, templates, macros and conditions around
//! them change nothing.

use proptest::prelude::*;
use smem_cuda::CudaText;

/// A drawn file, with the kernels that it declares and the launches that it makes.
#[derive(Debug, Clone, Default)]
struct Known {
    text: String,
    kernels: Vec<String>,
    launches: Vec<String>,
}

/// Text that declares nothing, wherever it is between declarations.
fn noise() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("// __global__ void gone() {} \"".to_owned()),
        Just("/* gone<<<1, 1>>>(); ' */".to_owned()),
        Just("/*/ } ) \" /*/".to_owned()),
        Just("/*****/ /*////*/".to_owned()),
        Just("const char* const S_ = R\"x(__global__ void gone() { )\" )x\";".to_owned()),
        Just("const char* const Q_ = \"\\\" /* gone<<<1, 1>>>()\";".to_owned()),
        Just("const char C_ = '\"', D_ = '\\'';".to_owned()),
        Just("const int L_ = 1'000'000;".to_owned()),
        Just("#if 0\n__global__ void gone() { } } \"\n#endif".to_owned()),
        Just("#ifdef NEVER_DEFINED\nvoid gone() { k0<<<1, 1>>>(); }\n#else\n#endif".to_owned()),
        Just("#define GONE __global__ void gone() \\\n  { }".to_owned()),
        Just("struct __align__(16) Wide_ { float x; };".to_owned()),
        Just("template <class T> struct Holder_ { T t; };".to_owned()),
        Just("#error it's not the user's file\n".replace("#error", "#if 0\n#error") + "#endif"),
        Just(String::new()),
    ]
    .prop_map(|text| format!("\n{text}\n"))
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
    let forms = (0_usize..4, any::<bool>(), any::<bool>(), threads(), noise(), noise());
    forms.prop_map(move |(namespace, is_template, is_launched, (before, threads), first, last)| {
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
                "void run{number}() {{ {before} float* p; cudaMalloc((void**)&p, 4 * sizeof(float));{last}{path}k{number}{arguments}<<<3, {threads}, 0>>>(p + 1, {number}); }}\n"
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
    fn any_text_is_read_without_a_panic(text in "[\\x20-\\x7e\\n\"'/*#<>(){}ü]{0,200}") {
        let read = CudaText::parse(&text);
        read.kernels();
        read.launches().iter().for_each(|site| drop(site.values()));
    }
}
