//! Whether host code lets a kernel have more than 48 KiB of shared memory:
//! `cudaFuncSetAttribute(k<32>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)`.
//!
//! The calls are looked for as words, so that those in macros are found as well. One that is not understood may be for each kernel.

use super::site::LaunchSite;
use crate::constants::template_arguments;
use crate::cuda_text::CudaText;
use crate::kernels::own_name;
use crate::mentions::words_in;
use crate::text::{PieceKind, blanked, closing_bracket, pieces, readable};
use crate::types::Scalar;

/// The functions that set attributes of kernels, of the runtime and of the driver.
const FUNCTIONS: [&str; 4] =
    ["cudaFuncSetAttribute", "cuFuncSetAttribute", "cuKernelSetAttribute", "cudaKernelSetAttributeForDevice"];
/// The attribute, as either names it.
const OPT_IN: [&str; 2] =
    ["cudaFuncAttributeMaxDynamicSharedMemorySize", "CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES"];
/// How the names of attributes begin.
const ATTRIBUTES: [&str; 2] = ["cudaFuncAttribute", "CU_FUNC_ATTRIBUTE_"];

/// The calls of a text that may give kernels more shared memory.
struct OptInCalls(Vec<OptInCall>);

/// A call that may give a kernel more.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct OptInCall {
    /// The first argument; `None` of a call that is not understood, which may be for any.
    kernel: Option<String>,
    /// The bytes, where they are a constant.
    bytes: Option<i64>,
}

impl LaunchSite<'_> {
    /// Whether the text lets the kernel have so many bytes of dynamic shared memory, as far as it says: a call that is not understood may be for
    /// it.
    ///
    /// ```
    /// use smem_cuda::CudaText;
    ///
    /// let host = |opt_in: &str| {
    ///     format!("__global__ void k() {{}} __global__ void l() {{}} int main() {{ {opt_in} k<<<1, 32, 65536>>>(); }}")
    /// };
    /// let has_opted_in = |opt_in: &str| CudaText::parse(&host(opt_in)).launches()[0].has_opted_in(65536);
    /// assert!(has_opted_in("cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);"));
    /// assert!(!has_opted_in("cudaFuncSetAttribute(l, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);"));
    /// assert!(!has_opted_in(""));
    /// ```
    pub fn has_opted_in(&self, bytes: u32) -> bool {
        let calls = self.origin.searches.once(|| OptInCalls(calls(self.origin)));
        calls.0.iter().any(|call| call.bytes.is_none_or(|own| own >= i64::from(bytes)) && self.may_be_of(call))
    }

    fn may_be_of(&self, call: &OptInCall) -> bool {
        let Some(given) = &call.kernel else { return true };
        let launched = self.kernel_name();
        let called = self.call.child_by_field_name("function").map(|node| own_name(self.text.text_of(node)));
        let own = own_name(&launched);
        let is_own = |word: &&str| *word == own || Some(*word) == called;
        if words(given).any(|word| is_own(&word)) {
            return !are_other_instances(&template_arguments(of_instance(given, own)), &template_arguments(&launched));
        }
        // The name of another kernel; any other expression may have this one as its value.
        !words(given).any(|word| !self.text.all_called(word).is_empty())
    }
}

/// The part of an expression from a kernel's name on, without what a cast leaves behind it: `k<32>` of `(const void*)k<32>`.
fn of_instance<'t>(given: &'t str, own: &str) -> &'t str {
    let from = given.find(&format!("{own}<")).and_then(|at| given.get(at..)).unwrap_or("");
    from.rfind('>').and_then(|end| from.get(..=end)).unwrap_or("")
}

/// Whether both lists are literals or plain types, and differ.
fn are_other_instances(one: &[String], other: &[String]) -> bool {
    let squeezed = |text: &String| text.split_whitespace().collect::<String>();
    let is_known = |text: &String| {
        let text = text.trim();
        Scalar::of_cuda(text).is_some() || text.parse::<i64>().is_ok() || matches!(text, "true" | "false")
    };
    one.len() == other.len()
        && one
            .iter()
            .zip(other)
            .any(|(one, other)| is_known(one) && is_known(other) && squeezed(one) != squeezed(other))
}

/// The calls of a text and its headers, in code and in macros.
fn calls(text: &CudaText) -> Vec<OptInCall> {
    // Text that the grammar does not take is left out of the text that it reads.
    let own = readable(&text.source, text.active_arms(), Vec::new()).text;
    let headers = text.readable.get(..text.start).unwrap_or_default();
    let macros = text.macros.iter().filter(|own| FUNCTIONS.iter().any(|name| own.body.contains(name)));
    let mut found: Vec<OptInCall> =
        macros.flat_map(|own| calls_in(text, &own.body, own.parameters.is_some())).collect();
    found.extend([headers, &own].into_iter().flat_map(|code| calls_in(text, code, false)));
    found
}

/// The calls in a part of a text. `is_open`: parameters of a macro stand for what is not known.
fn calls_in(text: &CudaText, code: &str, is_open: bool) -> Vec<OptInCall> {
    if !FUNCTIONS.iter().any(|name| code.contains(name)) {
        return Vec::new();
    }
    let literals = pieces(code).into_iter().filter(|piece| piece.kind == PieceKind::Literal);
    let code = &blanked(code, &literals.map(|piece| piece.span).collect::<Vec<_>>());
    let mut found = Vec::new();
    for name in FUNCTIONS {
        for (at, _) in code.match_indices(name) {
            let is_part = |c: char| c.is_alphanumeric() || c == '_';
            let (before, after) = (code.get(..at).unwrap_or_default(), code.get(at + name.len()..).unwrap_or_default());
            if before.ends_with(is_part) || after.starts_with(is_part) {
                continue;
            }
            let Some(inside) = parenthesised(after) else {
                found.push(OptInCall::default());
                continue;
            };
            // The driver's handles of kernels are variables.
            let is_open = is_open || name.starts_with("cuF") || name.starts_with("cuK");
            found.extend(call_of(text, inside, is_open));
        }
    }
    found
}

/// The call with these arguments; `None` of another attribute.
fn call_of(text: &CudaText, inside: &str, is_open: bool) -> Option<OptInCall> {
    let Some((attribute, name)) = OPT_IN.iter().find_map(|name| inside.find(name).map(|at| (at, name))) else {
        // A number or a variable may be this attribute, and another name is not. The type by itself is that of a cast.
        let is_one = |word: &str| ATTRIBUTES.iter().any(|begin| word.starts_with(begin) && word != *begin);
        let is_named = words(inside).any(is_one);
        return (!is_named).then(OptInCall::default);
    };
    let (before, after) = (inside.get(..attribute)?, inside.get(attribute + name.len()..)?);
    // An enumeration may have its scope in front of it, or a cast.
    let kernel = before.rsplit_once(',').map(|(kernel, _)| kernel.trim().to_owned()).filter(|_| !is_open);
    let bytes = after.split_once(',').and_then(|(_, bytes)| text.integer(bytes)).filter(|_| !is_open);
    Some(OptInCall { kernel, bytes })
}

/// The text between the parentheses that follow, after the arguments of a template.
fn parenthesised(after: &str) -> Option<&str> {
    let open = after.find('(').filter(|at| {
        let between = after.get(..*at).unwrap_or_default().trim();
        between.is_empty() || between.starts_with('<') && between.ends_with('>')
    })?;
    after.get(open + 1..closing_bracket(after, open)?)
}

/// Names in a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    words_in(text).map(|(_, word)| word)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KERNELS: &str = "template <int N> __global__ void t() {}\n__global__ void k() {}\n__global__ void l() {}\n";

    /// Whether the first launch has opted in to 64 KiB.
    fn has_opted_in(code: &str) -> bool {
        let text = CudaText::parse(&format!("{KERNELS}{code}"));
        text.launches().first().map(|launch| launch.has_opted_in(65536)).unwrap()
    }

    const ATTRIBUTE: &str = "cudaFuncAttributeMaxDynamicSharedMemorySize";

    #[test]
    fn each_form_of_the_call_is_found() {
        for kernel in
            ["k", "&k", "(const void*)k", "(void *)&k", "reinterpret_cast<const void*>(k)", "static_cast<void(*)()>(k)"]
        {
            assert!(has_opted_in(&format!(
                "int main() {{ cudaFuncSetAttribute({kernel}, {ATTRIBUTE}, 65536); k<<<1, 32, 65536>>>(); }}"
            )));
            assert!(has_opted_in(&format!(
                "#define CHECK(x) do {{ if (x) abort(); }} while (0)\nint main() {{ CHECK(cudaFuncSetAttribute({kernel}, \
                 cudaFuncAttribute::{ATTRIBUTE}, 64 << 10));\n k<<<1, 32, 65536>>>(); }}"
            )));
        }
        for call in [
            "cuFuncSetAttribute(f, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 65536)",
            "cudaFuncSetAttribute(f, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes)",
            "cudaFuncSetAttribute(k, (cudaFuncAttribute)8, bytes)",
            "cudaFuncSetAttribute(k, which, bytes)",
            "cudaFuncSetAttribute<void()>(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 100 * 1024)",
        ] {
            assert!(has_opted_in(&format!("int main() {{ {call}; k<<<1, 32, 65536>>>(); }}")), "{call}");
        }
        let by_macro = format!(
            "#define MORE(f, n) cudaFuncSetAttribute(f, {ATTRIBUTE}, n)\nint main() {{ MORE(k, 65536); k<<<1, 32, 65536>>>(); }}"
        );
        assert!(has_opted_in(&by_macro));
        let in_a_function = format!(
            "template <class F> void more(F f) {{ cudaFuncSetAttribute(f, {ATTRIBUTE}, 65536); }}\nint main() {{ more(k); k<<<1, 32, 65536>>>(); }}"
        );
        assert!(has_opted_in(&in_a_function));
    }

    #[test]
    fn a_call_for_something_else_is_none() {
        for call in [
            "",
            "// cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);\n",
            "puts(\"cudaFuncSetAttribute\");",
            "cudaFuncSetAttribute(l, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);",
            "cudaFuncSetAttribute(t<4>, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);",
            "cudaFuncSetAttribute(k, cudaFuncAttributePreferredSharedMemoryCarveout, 100);",
            "cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 50 * 1024);",
            "cudaFuncSetCacheConfig(k, cudaFuncCachePreferShared);",
        ] {
            assert!(!has_opted_in(&format!("int main() {{ {call} k<<<1, 32, 65536>>>(); }}")), "{call}");
        }
    }

    #[test]
    fn an_instance_of_a_template_opts_in_for_itself() {
        let with = |given: &str| {
            has_opted_in(&format!(
                "const int N = 8; int main() {{ cudaFuncSetAttribute({given}, {ATTRIBUTE}, 65536); t<8><<<1, 32, 65536>>>(); }}"
            ))
        };
        assert!(with("t<8>") && with("t<N>") && with("(const void*)t<8>") && !with("t<4>"));
    }
}
