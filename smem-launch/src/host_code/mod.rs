//! Cuts host code out of CUDA files, which NVRTC does not compile.
//!
//! ```text
//! lexer        text -> tokens: words, punctuation, whole lines of the preprocessor; comments are none
//! declaration  tokens of one declaration -> device code or host code
//! includes     what only a compiler takes for an `#include`
//! mod          walks the declarations of every namespace and blanks the host's
//! ```

mod declaration;
mod includes;
mod lexer;
mod nesting;

use declaration::{Macros, begins_type, is_host, is_host_member};
use lexer::{CudaToken, TokenKind};
pub use nesting::check_nesting;

/// CUDA text that declares what the headers of a C library and of CUDA's runtime declare for host and device code alike, such as
/// `uint32_t`, `FLT_MAX` and `M_PI`. NVRTC has none of them: it goes in front of what [`without_host_code`] leaves.
///
/// ```
/// assert!(smem_launch::HOST_NAMES.contains("typedef unsigned int uint32_t;"));
/// ```
pub const HOST_NAMES: &str = include_str!("host_names.cuh");

/// Returns the text of a CUDA file without its host code, for NVRTC. Every line keeps its number.
///
/// What goes are functions that are neither `__global__` nor `__device__` nor `constexpr`, variables that only the host can read,
/// declarations that use the C++ standard library, which NVRTC lacks, and `#include`s for which `keeps_include` returns false. It
/// receives the name between the quotes or angle brackets. What could be an `#include` in another spelling goes without a question, so
/// that the compiler opens no file that the caller did not agree to.
///
/// The text is read as it is written, before the preprocessor: a function whose head is in a macro is kept where a `#define` of
/// the same text makes it `__device__` or `__global__`.
///
/// ```
/// let text = "#include <cstdio>
/// #include <cuda_fp16.h>
/// __global__ void twice(int* data) { data[threadIdx.x] *= 2; }
/// int main() {
///     twice<<<1, 32>>>(nullptr);
/// }
/// ";
/// let device = smem_launch::without_host_code(text, |header| header.starts_with("cuda"));
/// let lines: Vec<&str> = device.lines().map(str::trim_end).collect();
/// assert_eq!(lines[0], "");
/// assert_eq!(lines[1], "#include <cuda_fp16.h>");
/// assert!(lines[2].starts_with("__global__ void twice"));
/// assert_eq!(lines[3..], ["", "", ""]);
/// ```
pub fn without_host_code(text: &str, keeps_include: impl Fn(&str) -> bool) -> String {
    without_host_code_among(text, "", keeps_include)
}

/// Returns the text of a CUDA file without its host code, as [`without_host_code`] does, where the file includes others: `headers` is their
/// text, one after the other, in which macros may be defined that make device code of functions.
///
/// ```
/// let header = "#define KERNEL __global__ void
/// ";
/// let text = "KERNEL k(int* a) { *a = 1; }
/// ";
/// assert_eq!(smem_launch::without_host_code_among(text, header, |_| true), text);
/// assert_eq!(smem_launch::without_host_code(text, |_| true).trim(), "");
/// ```
pub fn without_host_code_among(text: &str, headers: &str, keeps_include: impl Fn(&str) -> bool) -> String {
    let tokens = lexer::tokens(text);
    let of_headers = lexer::tokens(headers);
    let macros = Macros::defined_in(tokens.iter().chain(&of_headers));
    let mut cut = vec![false; text.len()];
    let mut kept_includes = Vec::new();
    for token in &tokens {
        match token.include() {
            Some(header) if keeps_include(header) => kept_includes.push(token.start),
            Some(_) => cut[token.start..token.end()].fill(true),
            None => {}
        }
    }
    includes::cut_others(text, &kept_includes, &mut cut);
    let mut at = 0;
    while at < tokens.len() {
        at = declarations(&tokens, at, &macros, &mut cut);
        // A brace that closes nothing: go on behind it.
        at += 1;
    }
    let kept = text.char_indices().map(|(at, character)| match character {
        '\n' => '\n',
        _ if cut[at] => ' ',
        other => other,
    });
    kept.collect()
}

/// Walks declarations up to the brace that closes their namespace, or the end. Returns its place.
fn declarations(tokens: &[CudaToken<'_>], mut at: usize, macros: &Macros, cut: &mut [bool]) -> usize {
    while at < tokens.len() {
        if tokens[at].kind == TokenKind::Directive || tokens[at].text == ";" {
            at += 1;
            continue;
        }
        if tokens[at].text == "}" {
            return at;
        }
        if let Some(open) = opened_scope(tokens, at) {
            at = declarations(tokens, open + 1, macros, cut) + 1;
            continue;
        }
        let end = declaration_end(tokens, at, macros);
        cut_type_members(&tokens[at..end], macros, cut);
        // Uses in members of the host are not a reason to cut the type.
        let left: Vec<CudaToken<'_>> = tokens[at..end].iter().copied().filter(|token| !cut[token.start]).collect();
        if is_host(&left, macros) {
            cut_declaration(&tokens[at..end], cut);
        }
        at = end;
    }
    at
}

/// Cuts a declaration. Conditions of the preprocessor stay: their other half may be outside.
fn cut_declaration(declaration: &[CudaToken<'_>], cut: &mut [bool]) {
    let mut words = declaration.iter().filter(|token| token.kind != TokenKind::Directive);
    let Some(first) = words.next() else { return };
    let last = words.next_back().unwrap_or(first);
    let kept: Vec<(usize, usize)> = declaration
        .iter()
        .filter(|token| token.kind == TokenKind::Directive && !cut[token.start])
        .map(|token| (token.start, token.end()))
        .collect();
    cut[first.start..last.end()].fill(true);
    for (start, end) in kept {
        cut[start..end].fill(false);
    }
}

/// Cuts the functions that only the host can call out of the declaration of a struct, a class or a union.
fn cut_type_members(declaration: &[CudaToken<'_>], macros: &Macros, cut: &mut [bool]) {
    let head = declaration::behind_template(declaration);
    let is_struct = head.first().is_some_and(|first| matches!(first.text, "struct" | "class" | "union"));
    if !begins_type(declaration) || !is_struct {
        return;
    }
    let Some(open) = head.iter().position(|token| matches!(token.text, "{" | ";")) else { return };
    if head[open].text == ";" {
        return;
    }
    let close = closing(head, open);
    let body = &head[open + 1..close];
    let mut at = 0;
    while at < body.len() {
        let is_label = matches!(body[at].text, "public" | "private" | "protected")
            && body.get(at + 1).is_some_and(|next| next.text == ":");
        if is_label || body[at].kind == TokenKind::Directive || body[at].text == ";" {
            at += 1 + usize::from(is_label);
            continue;
        }
        // At least one token: no brace is open here that could end the declaration.
        let end = declaration_end(body, at, macros).max(at + 1);
        let member = &body[at..end];
        if begins_type(member) {
            cut_type_members(member, macros, cut);
        } else if is_host_member(member, macros) {
            cut_declaration(member, cut);
        }
        at = end;
    }
}

/// Returns the opening brace of a namespace or of an `extern "C" {`, if one begins at `at`.
fn opened_scope(tokens: &[CudaToken<'_>], at: usize) -> Option<usize> {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.text);
    match word(at) {
        "extern" if word(at + 1).starts_with('"') && word(at + 2) == "{" => Some(at + 2),
        "namespace" | "inline" => {
            let start = if word(at) == "inline" { at + 1 } else { at };
            if word(start) != "namespace" {
                return None;
            }
            let open = (start + 1..tokens.len()).find(|at| matches!(word(*at), "{" | ";" | "="))?;
            (word(open) == "{").then_some(open)
        }
        _ => None,
    }
}

/// Returns the place behind the declaration that begins at `at`: behind its `;`, or behind the brace that ends a function's body.
fn declaration_end(tokens: &[CudaToken<'_>], at: usize, macros: &Macros) -> usize {
    // Parameters of a template may have defaults, which assign nothing.
    let mut end = at + tokens[at..].len() - declaration::behind_template(&tokens[at..]).len();
    let at = end;
    let (mut parenthesised, mut assigned, mut in_parentheses) = (false, false, 0_usize);
    // Behind the `:` of `Pair(int a) : first(a), second{a} {`.
    let mut initializes = false;
    let type_like = declaration::begins_type(&tokens[at..]);
    while let Some(token) = tokens.get(end) {
        match token.text {
            "(" | "[" => in_parentheses += 1,
            ")" | "]" => {
                in_parentheses = in_parentheses.saturating_sub(1);
                parenthesised |= token.text == ")";
                // `MAKE_KERNEL(float)` without a semicolon.
                let next = tokens.get(end + 1);
                let alone = tokens.get(at + 1).is_some_and(|next| next.text == "(") && in_parentheses == 0;
                if alone && macros.is_defined(tokens[at].text) && next.is_none_or(|next| next.text != ";") {
                    return end + 1;
                }
            }
            // Not that of `operator=`.
            "=" if in_parentheses == 0 => assigned |= end == 0 || tokens[end - 1].text != "operator",
            ":" if in_parentheses == 0 => initializes |= parenthesised && !type_like,
            ";" if in_parentheses == 0 => return end + 1,
            "}" => return end,
            "{" => {
                let before = tokens[end - usize::from(end > 0)];
                let is_initializer = initializes && (before.kind == TokenKind::Word || before.text == ">");
                end = closing(tokens, end);
                if in_parentheses == 0 && parenthesised && !assigned && !type_like && !is_initializer {
                    return (end + 1).min(tokens.len());
                }
            }
            _ => {}
        }
        end += 1;
    }
    tokens.len()
}

/// Returns the place of the brace that closes the one at `open`, or the end.
fn closing(tokens: &[CudaToken<'_>], open: usize) -> usize {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.text {
            "{" => depth += 1,
            "}" => depth -= 1,
            _ => continue,
        }
        if depth == 0 {
            return at;
        }
    }
    tokens.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the rest of a text, without blanks around lines.
    fn left(text: &str) -> String {
        let device = without_host_code(text, |header| header == "kept.h");
        assert_eq!(device.lines().count(), text.lines().count(), "{device}");
        let lines: Vec<&str> = device.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        lines.join("\n")
    }

    #[test]
    fn host_functions_go_and_device_functions_stay() {
        let kernel = "extern \"C\" __global__ void __launch_bounds__(256) k(float* a) { if (a) { a[0] = '}'; } }";
        assert_eq!(left(kernel), kernel);
        let device = "template <typename T, int N>\n__device__ __forceinline__ T f(T v) { return v; }";
        assert_eq!(left(device), device);
        let constant = "constexpr int up(int a, int b) { return (a + b - 1) / b; }";
        assert_eq!(left(constant), constant);
        assert_eq!(left("int main(int argc, char** argv) {\n  puts(\"}\"); // }\n  return 0;\n}\nint f(int);"), "");
        assert_eq!(left("template <class T> void launch(T* a) { k<<<1, 2>>>(a); }"), "");
        let defaults = "template <int N = 4, bool B = (N > 2)>\n__global__ void k(int* a = 0) { *a = N; }";
        assert_eq!(left(&format!("{defaults}\nvoid g() {{}}\nint h;")), defaults);
        assert_eq!(left("extern \"C\" void run(float* a) { }\nstatic inline void g() noexcept { }"), "");
        assert_eq!(left("template void reduce<int>(int n);\ntemplate __global__ void r<int>(int);").lines().count(), 1);
    }

    #[test]
    fn types_constants_and_device_variables_stay() {
        for kept in [
            "struct View { int n; __device__ int at(int i) { return n + i; } };",
            "__constant__ float taps[3];",
            "__device__ int count = 0;",
            "const int TILE = 16;",
            "constexpr int SIZES[] = {1, 2, 3};",
            "typedef unsigned int uint;",
            "using half_t = unsigned short;",
            "enum { WARPS = 8 };",
            "static_assert(sizeof(int) == 4, \"\");",
            "using namespace nvcuda;",
            "namespace cg = cooperative_groups;",
        ] {
            assert_eq!(left(kept), kept);
        }
        for gone in [
            "static int calls = 0;",
            "float* host_data;",
            "std::vector<int> sizes = {1, 2};",
            "const std::string NAME = \"a\";",
            "const char* NAMES[] = {\"a\"};",
            "using namespace std;",
            "using std::max;",
            "typedef std::pair<int, int> Pair;",
            "struct Options { std::string name; };",
        ] {
            assert_eq!(left(gone), "", "{gone}");
        }
    }

    #[test]
    fn namespaces_are_entered_and_their_braces_stay() {
        let text = "namespace a {\nnamespace {\nint host() { return 1; }\n__global__ void k() {}\n}\n}\nextern \"C\" {\nvoid g() {}\n}";
        assert_eq!(left(text), "namespace a {\nnamespace {\n__global__ void k() {}\n}\n}\nextern \"C\" {\n}");
    }

    #[test]
    fn lines_of_the_preprocessor_stay_but_for_includes() {
        let text = "#include <vector>\n#include \"kept.h\"\n#define N \\\n  4\nvoid f() {\n#ifdef A\n  g();\n#endif\n}";
        assert_eq!(left(text), "#include \"kept.h\"\n#define N \\\n4\n#ifdef A\n#endif");
    }

    #[test]
    fn macros_that_make_device_code_are_known() {
        let text =
            "#define DEVICE_INLINE __device__ inline\nDEVICE_INLINE int f() { return 1; }\nHOST int g() { return 1; }";
        assert_eq!(left(text), "#define DEVICE_INLINE __device__ inline\nDEVICE_INLINE int f() { return 1; }");
        let text =
            "#define MAKE(T) \\\n  __global__ void k_##T(T* a) {}\nMAKE(int)\nMAKE(float);\nBIND(int)\nint after;";
        assert!(left(text).ends_with("MAKE(int)\nMAKE(float);"), "{}", left(text));
    }

    #[test]
    fn members_of_structs_that_only_the_host_can_call_go_and_the_struct_stays() {
        let text = "template <class T> class Timer : public Base {
public:
Timer() : a(1), b{2}, c(std::string()) { std::cout << 1; }
virtual ~Timer() { }
virtual float get() const = 0;
Timer& operator=(const Timer& other) { return *this; }
bool operator()(int x) const { return x; }
Timer(const Timer&) = default;
friend void swap(Timer& a, Timer& b) { }
__device__ float now() const { return a; }
template <int N> __host__ __device__ void set(T v) { a = v; }
constexpr int two() const { return 2; }
struct Inner { int x; Inner(int x) : x(x) { } };
void (*call)(int);
alignas(16) float4 v;
static const int N = (1 + 2);
float a;
};";
        let expected = "template <class T> class Timer : public Base {
public:
Timer(const Timer&) = default;
__device__ float now() const { return a; }
template <int N> __host__ __device__ void set(T v) { a = v; }
constexpr int two() const { return 2; }
struct Inner { int x;                         };
void (*call)(int);
alignas(16) float4 v;
static const int N = (1 + 2);
float a;
};";
        assert_eq!(left(text), expected);
        // What is left of it uses the C++ library.
        assert_eq!(left("struct Named { std::string name; void f() { } };\nint g() { return 1; }"), "");
        assert_eq!(
            left("struct A { void f() { std::abort(); } int n; };"),
            "struct A {                            int n; };"
        );
    }

    #[test]
    fn macros_of_headers_make_device_code() {
        let cut =
            |text: &str| without_host_code_among(text, "#define GPU __device__\n#define GPU_FN GPU inline\n", |_| true);
        assert_eq!(cut("GPU_FN int f() { return 1; }"), "GPU_FN int f() { return 1; }");
        assert_eq!(cut("CPU_FN int f() { return 1; }").trim(), "");
        for kept in
            ["CUTE_HOST_DEVICE int f() { return 1; }", "CUTLASS_DEVICE void g() { }", "HOST_DEVICE_INLINE void h();"]
        {
            assert_eq!(cut(kept), kept);
        }
        assert_eq!(cut("int f(int MAX_DEVICE_COUNT) { return 1; }").trim(), "");
    }

    #[test]
    fn any_text_is_cut_without_a_panic() {
        for text in [
            "{",
            "}",
            "}}",
            "(",
            "namespace {",
            "struct A {",
            "struct A { {",
            "struct A { ) : {",
            "class A { public",
            "struct A { friend",
            "\"",
            "'",
            "/*",
            "R\"(",
            "R\"x(a)x",
            "#",
            "#include",
            "é{ü}",
            "a) }",
        ] {
            let cut = without_host_code(text, |_| false);
            assert_eq!(cut.lines().count(), text.lines().count());
        }
    }
}
