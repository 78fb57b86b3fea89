//! Arguments of templates that a launch or a call leaves to deduction: `k<<<1, 32>>>(a)` of a `float* a` launches `k<float>`.

use tree_sitter::Node;

use super::host_functions::{arguments, parameters};
use super::host_instances::{template_argument, template_list};
use super::site::LaunchSite;
use crate::constants::{BoundParameter, template_arguments};
use crate::declarations::DeclaredName;
use crate::grammar::named_children;
use crate::kernels::CudaKernel;
use crate::text::is_word;
use crate::types::{self, unqualified};

impl<'t> LaunchSite<'t> {
    /// Binds the parameters of a host function's template to the arguments that this call or instantiation names, and to types of its
    /// arguments; `None` where one is not known.
    pub(super) fn template_of_call(
        &self,
        function: Node<'t>,
        template: Node<'t>,
    ) -> Option<Vec<(String, BoundParameter)>> {
        let (text, names) = (self.text, self.names());
        let called =
            self.call.child_by_field_name("function").or_else(|| self.call.child_by_field_name("declarator"))?;
        let list = template_list(called).map(named_children).unwrap_or_default();
        let mut written: Vec<String> = list.into_iter().map(|node| template_argument(node, text, &names)).collect();
        for parameter in named_children(template.child_by_field_name("parameters")?).into_iter().skip(written.len()) {
            let name = named_children(parameter).first().map(|name| text.text_of(*name));
            let is_type = parameter.kind().contains("type_parameter");
            let Some(own) = name.filter(|_| is_type).and_then(|name| self.deduced_of_call(function, name)) else {
                break;
            };
            written.push(own);
        }
        names.bound(template, &format!("f<{}>", written.join(", ")))
    }

    /// The type that a parameter of a host function's template has by the types of this call's arguments, or of an instantiation's parameters.
    fn deduced_of_call(&self, function: Node<'t>, name: &str) -> Option<String> {
        let written =
            |own: &DeclaredName<'t>| format!("{}{}", own.type_name(&self.text.readable), "*".repeat(own.pointers()));
        let given: Vec<Option<String>> = match self.call.kind() {
            "call_expression" => {
                let types = arguments(self.call).into_iter().map(|node| self.type_of(node));
                types.map(|own| own.map(|own| self.with_bound_types(&own))).collect()
            }
            _ => {
                let resolved = |own: DeclaredName<'t>| types::resolved(&written(&own), &self.names());
                arguments(self.call).into_iter().map(|own| Some(resolved(DeclaredName::of_parameter(own)))).collect()
            }
        };
        let pairs = parameters(function).into_iter().zip(given);
        let deduced = pairs.filter_map(|(own, given)| matched(&written(&own), &given?, name)).next();
        // The type of a kernel has no name.
        let is_kernel = |(own, node): (DeclaredName<'t>, Node<'t>)| {
            own.type_name(&self.text.readable) == name && self.named_kernel(node).is_some()
        };
        let mut pairs = parameters(function).into_iter().zip(arguments(self.call));
        deduced.or_else(|| pairs.any(is_kernel).then(|| "auto".to_owned()))
    }

    /// The kernel that an argument names, `&k<32>`: with constants for the arguments of its template.
    pub(super) fn named_kernel(&self, argument: Node<'t>) -> Option<String> {
        let named = match argument.kind() {
            "pointer_expression" => argument.child_by_field_name("argument")?,
            _ => argument,
        };
        let is_name = matches!(named.kind(), "identifier" | "qualified_identifier" | "template_function");
        let written = self.text.text_of(named);
        let base = written.split('<').next().unwrap_or(written).trim();
        let is_kernel = || self.text.all_kernels().iter().any(|kernel| kernel.is_called(base));
        if !is_name || !is_kernel() {
            return None;
        }
        Some(self.with_constants(named))
    }

    /// The arguments of the kernel's template by the types of the launch's arguments; `None` where one of them cannot be read, or is not a type.
    pub(super) fn deduced_arguments(&self, kernel: &CudaKernel) -> Option<Vec<String>> {
        let arguments = self.call.child_by_field_name("arguments").map(named_children).unwrap_or_default();
        let given: Vec<Option<String>> =
            arguments.into_iter().map(|node| self.type_of(node).map(|own| self.with_bound_types(&own))).collect();
        let template = self.text.written_template(kernel);
        let names = template.split(',').map(|parameter| {
            let mut words = parameter.split_whitespace();
            // A default after `=` is for C++, which takes it where nothing is deduced.
            words.next().filter(|word| matches!(*word, "class" | "typename")).and(words.next())
        });
        let deduced = |name: &str| {
            let pairs = kernel.parameters().iter().zip(&given);
            pairs.filter_map(|(own, given)| matched(own.type_name(), given.as_deref()?, name)).next()
        };
        names.map(|name| deduced(name?)).collect()
    }

    /// A type with the types that the parameters of the host's template are bound to: `Params<float>` of `Params<T>`.
    fn with_bound_types(&self, name: &str) -> String {
        let mut name = name.to_owned();
        for (own, bound) in &self.instance.names {
            if let BoundParameter::Type(bound) = bound {
                // The other type may have the same name inside.
                if let Some(at) = word(&name, own) {
                    name.replace_range(at..at + own.len(), bound);
                }
            }
        }
        name
    }
}

/// The type in place of `name` where a parameter's type is given: `float` of `const T*` for `float*`.
fn matched(parameter: &str, given: &str, name: &str) -> Option<String> {
    let squeezed = |text: &str| unqualified(text.trim_end_matches('&')).replace(' ', "");
    let (pattern, given) = (squeezed(parameter), unqualified(given.trim_end_matches('&')).to_owned());
    let at = word(&pattern, name)?;
    let (before, after) = (&pattern[..at], &pattern[at + name.len()..]);
    // Not one that appears twice, `Pair<T, T>`.
    let inner = given.strip_prefix(before)?.strip_suffix(after).filter(|_| word(after, name).is_none())?.trim();
    // `Pair<T, U>` would take `float, int` for one type.
    let is_type = inner != "auto" && template_arguments(&format!("f<{inner}>")).len() == 1;
    is_type.then(|| inner.to_owned())
}

/// The byte of a word in a text.
fn word(text: &str, word: &str) -> Option<usize> {
    let is_part = |mark: Option<char>| mark.is_some_and(is_word);
    text.match_indices(word)
        .map(|(at, _)| at)
        .find(|at| !is_part(text[..*at].chars().next_back()) && !is_part(text[at + word.len()..].chars().next()))
}

#[cfg(test)]
mod tests {
    use crate::CudaText;

    fn names(text: &str) -> Vec<String> {
        CudaText::parse(text).launches().iter().map(|site| site.kernel_name()).collect()
    }

    #[test]
    fn types_of_arguments_are_those_of_the_template() {
        let kernels = "template <typename T> struct Params { T* a; };
            template <class T> __global__ void a(const T* __restrict__ x, T* y, size_t n) {}
            template <class T, class U> __global__ void b(T* x, U y) {}
            template <typename T> __global__ void c(Params<T> p) {}
            template <typename T, int N> __global__ void d(T* x) {}
            template <typename T> __global__ void e(int n) {}\n";
        for (host, expected) in [
            ("void f() { const double* x; double* y; a<<<1, 32>>>(x, y, 4); }", &["a<double>"][..]),
            ("void f() { int* x; float y = 1; b<<<1, 32>>>(x, y); }", &["b<int, float>"]),
            (
                "template <typename T> void run(Params<T>& p) { c<<<1, 32>>>(p); }
                template void run<unsigned short>(Params<unsigned short>& p); template void run<half>(Params<half>&);",
                &["c<unsigned short>", "c<half>"],
            ),
            (
                "template <typename T> void run() { T *x, *y; a<<<1, 32>>>(x, y, 1); } int main() { run<float>(); run<int>(); }",
                &["a<float>", "a<int>"],
            ),
            (
                "template <class T> void twice(T* x, T y) { b<<<1, 32>>>(x, y); }
                template <class T, int N = 4> void run(const T* x) { T* z; a<<<1, N>>>(x, z, N); twice(z, z[0]); }
                void all(void** data) { run((const float*)data[0]); run(static_cast<half*>(data[1])); }",
                &["b<float, float>", "b<half, half>", "a<float>", "a<half>"],
            ),
            (
                "template <class T> void run(int n, T* x) { a<<<1, n>>>(x, x, 1); }
                template void run(int n, float* logits); template void run(int n, half* logits);",
                &["a<float>", "a<half>"],
            ),
            (
                "template <class T> void run(T* x, int n) { T* y; a<<<1, 32>>>(x, y, n); } void run(float* x, int n) { run<float>(x, n); }",
                &["a<float>"],
            ),
            (
                "template <class T> struct Solver { T* x; void run(); void other() { T y; b<<<1, 32>>>(x, y); } };
                template <class T> void Solver<T>::run() { a<<<1, 32>>>(x, x, 1); }
                template class Solver<float>; template <class U> void test() { Solver<U> none; } void f() { Solver<double> s; s.run(); }",
                &["b<double, double>", "b<float, float>", "a<double>", "a<float>"],
            ),
            ("void f() { int* x; d<<<1, 32>>>(x); e<<<1, 32>>>(3); a<<<1, 32>>>(g(), h(), 1); }", &["d", "e", "a"]),
        ] {
            assert_eq!(names(&format!("{kernels}{host}")), expected, "{host}");
        }
    }
}
