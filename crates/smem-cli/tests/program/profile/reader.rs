//! CUDA C++ as people write it: `profile` finds the kernel and the launch, and nothing in comments, strings and inactive arms.

use crate::call::Folder;
use serde_json::Value;

const BODY: &str = "{
    __shared__ float t[32][32];
    t[threadIdx.x][0] = d[threadIdx.x];
    __syncthreads();
    d[threadIdx.x] = t[threadIdx.x][0];
}
";

/// A launch of `k<<<1, 32>>>` in a host function.
const MAIN: &str = "int main() { float* d; cudaMalloc(&d, 32 * sizeof(float)); k<<<1, 32>>>(d); }\n";

/// Arguments of a kernel in a file that launches nothing.
const SHAPE: [&str; 6] = ["--grid", "1", "--block", "32", "--arg", "d:f32[4096]"];

/// Profiles a text in which `KERNEL` is replaced by a kernel `k`. The kernel's name in the report, if its counts are those of the body.
fn kernel_of(text: &str, options: &[&str]) -> Result<String, String> {
    let text = text.replace("KERNEL", &format!("__global__ void k(float* d) {BODY}"));
    let folder = Folder::with(&[("a.cu", &text)]);
    let answer = folder.call(&[&["profile", "a.cu", "--json"], options].concat());
    let Ok(report) = serde_json::from_str::<Value>(&answer.out) else { return Err(answer.err) };
    let launch = &report["launches"][0];
    let blocks = launch["grid"][0].as_u64().unwrap();
    assert_eq!(launch["loads"]["wavefronts"], 32 * blocks, "{text}\n{}", answer.out);
    assert_eq!(report["launches"].as_array().unwrap().len(), 1, "{text}");
    Ok(launch["kernel"].as_str().unwrap().to_owned())
}

#[test]
#[cfg_attr(not(feature = "exhaustive"), ignore = "`--features exhaustive`")]
fn comments_strings_and_inactive_arms_hide_nothing_and_show_nothing() {
    for text in [
        "// __global__ void old(float* d) { d[0] = 1; }\nKERNEL",
        "/* the old kernel:\n__global__ void old(float* d) { d[0] = 1; }\n*/\nKERNEL",
        "/*//////\n  moves a row: host code is { main\n//////*/\nKERNEL",
        "KERNEL\n#if 0\n__global__ void old(float* d) { }\n#endif\n",
        "#include <cuda_fp16.h>\n#ifndef __CUDA_FP16_TYPES_EXIST__\n__global__ void old(float* d) { }\n#endif\nKERNEL",
    ] {
        assert_eq!(kernel_of(text, &SHAPE).as_deref(), Ok("k"), "{text}");
    }
}

#[test]
#[cfg_attr(not(feature = "exhaustive"), ignore = "`--features exhaustive`")]
fn launches_are_found_behind_quotes_and_beside_everyday_constants() {
    let launched =
        |before: &str| format!("#include <cstdio>\nKERNEL\n{}", MAIN.replace("k<<<", &format!("{before} k<<<")));
    for text in [
        launched("printf(\"a quote: \\\" and a glob: /*\\n\");"),
        launched("const char q = '\"';"),
        launched("/* k<<<2, 32>>>(d); */"),
        format!("KERNEL const char* help = R\"(\n   usage: k<<<2, 32>>>(d) // \"quoted\n)\";\n{MAIN}"),
        format!("KERNEL{}", MAIN.replace("*d;", "*größe;").replace("&d", "&größe").replace("(d)", "(größe)")),
        format!(
            "KERNEL{}",
            MAIN.replace("<<<1, 32>>>", "<<<blocks, threads>>>")
                .replace("float* d", "enum { blocks = 1 }; constexpr int threads{32}; float* d")
        ),
        format!("#define UP(a, b) (((a) + (b) - 1) / (b))\nKERNEL{}", MAIN.replace("<<<1,", "<<<UP(20, 32),")),
    ] {
        assert_eq!(kernel_of(&text, &[]).as_deref(), Ok("k"), "{text}");
    }
}

#[test]
fn templates_take_characters_and_local_constants() {
    let text = "template <int N, char C = 'x'> KERNEL int main() {
        const int n = 64, m = 2;
        float* d;
        cudaMalloc(&d, n * sizeof(float));
        dim3 grid(m), block(n / 2);
        NAME<<<grid, block>>>(d);
    }";
    for (written, expected) in [("k<n>", "k<64>"), ("k<n / m, 'a'>", "k<32, 'a'>")] {
        assert_eq!(kernel_of(&text.replace("NAME", written), &[]).as_deref(), Ok(expected));
    }
}

#[test]
fn structs_of_zeros_are_passed_by_value() {
    let text = format!(
        "template <class T, class U> struct Pair {{ T a; U b; }};
        __global__ void k(float* d, Pair<int, int> p, int n) {BODY}
        int main() {{ float* d; cudaMalloc(&d, 32 * sizeof(float)); Pair<int,int> p{{}}; k<<<1, 32>>>(d, p, 3); }}"
    );
    assert_eq!(kernel_of(&text, &[]).as_deref(), Ok("k"));
}

#[test]
#[cfg_attr(not(feature = "exhaustive"), ignore = "`--features exhaustive`")]
fn kernels_in_namespaces_go_by_their_own_name_where_it_is_the_only_one() {
    let shaped = |options: &[&'static str]| [options, &SHAPE].concat();
    let only = "namespace ns { KERNEL }";
    assert_eq!(kernel_of(only, &SHAPE).as_deref(), Ok("ns::k"));
    assert_eq!(kernel_of(only, &shaped(&["--kernel", "k"])).as_deref(), Ok("ns::k"));
    assert_eq!(
        kernel_of("namespace ns { template <int N> KERNEL }", &shaped(&["--kernel", "k<32>"])).as_deref(),
        Ok("ns::k<32>")
    );
    assert_eq!(
        kernel_of(
            &format!("namespace a {{ namespace {{ KERNEL }} void run() {{ {} }} }}", &MAIN[13..MAIN.len() - 3]),
            &[]
        )
        .as_deref(),
        Ok("a::k")
    );
    let overloaded = "namespace ns { KERNEL __global__ void k(int* d) { *d = 1; } }";
    let error = kernel_of(overloaded, &SHAPE).unwrap_err();
    assert!(error.contains("the file has 2 kernels `ns::k`: `ns::k(float*)`, `ns::k(int*)`"), "{error}");
    assert_eq!(kernel_of(overloaded, &shaped(&["--kernel", "k(float*)"])).as_deref(), Ok("ns::k(float*)"));
}

#[test]
fn entries_of_ptx_are_found_behind_comments_and_line_breaks() {
    let head = ".version 8.8\n.target sm_90\n.address_size 64\n";
    for text in [
        format!("//\n/* .visible .entry gone( */\n{head}.visible .entry\nk() {{ ret; }}\n"),
        format!("{head}/*\n.visible .entry gone() {{ ret; }}\n*/\n.visible .entry k() {{ ret; }}\n"),
    ] {
        let answer = Folder::with(&[("a.ptx", &text)]).call(&["profile", "a.ptx", "--grid", "1", "--block", "32"]);
        assert!(answer.code == 0 && answer.out.starts_with("k: grid"), "{answer:?}");
    }
}
