//! Memory that a function of the host's own allocates: `float* a = buffer<float>(n)` and `allocate(&a, n)`.

use tree_sitter::Node;

use super::host_functions::{arguments, parameters};
use super::host_instances::{HostInstance, template_list};
use super::pointer::allocating_calls;
use super::site::LaunchSite;
use crate::declarations::{Meaning, functions_named};
use crate::grammar::descendants;
use crate::types::TypeNames;

impl<'t> LaunchSite<'t> {
    /// The bytes that a function of the text gives a variable: the value that it is initialised with or set to, or the memory that `&name` is set to.
    pub(super) fn allocated_by_function(&self, name: &str) -> Option<i64> {
        let initializer = match self.names().declaration(name) {
            Some(Meaning::Variable(declared)) => declared.initializer(),
            _ => None,
        };
        initializer.and_then(|value| self.returned(value)).or_else(|| self.by_calls(name))
    }

    /// The bytes by the calls in the function of the launch: `a = buffer(n)`, `allocate(&a, n)`.
    fn by_calls(&self, name: &str) -> Option<i64> {
        let own = self.text.ancestors(self.call).find(|node| node.kind() == "function_definition")?;
        let before = descendants(own).take_while(|node| node.start_byte() < self.call.start_byte());
        before.filter_map(|node| self.by_call(node, name)).last()
    }

    fn by_call(&self, node: Node<'t>, name: &str) -> Option<i64> {
        match node.kind() {
            "assignment_expression" if self.field(node, "left") == Some(name) => {
                self.returned(node.child_by_field_name("right")?)
            }
            "call_expression" => {
                let is_it = |node: &Node<'t>| {
                    let inner = self.without_casts(*node);
                    self.text.text_of(inner).strip_prefix('&').map(str::trim) == Some(name)
                };
                let at = arguments(node).iter().position(is_it)?;
                self.inside(node, |inside, function| {
                    let parameter = parameters(function).get(at)?.name(&inside.text.readable)?;
                    inside.size_for(function, |to| to == parameter)
                })
            }
            _ => None,
        }
    }

    /// The bytes at the pointer that a call of a function of the text returns.
    fn returned(&self, value: Node<'t>) -> Option<i64> {
        let call = self.without_casts(value);
        self.inside(call, |inside, function| {
            let returns = descendants(function).filter(|node| node.kind() == "return_statement");
            let named = returns
                .filter_map(|node| node.named_child(0))
                .map(|node| inside.text.text_of(inside.without_casts(node)));
            named
                .filter_map(|name| inside.size_for(function, |to| to.strip_prefix('&').map(str::trim) == Some(name)))
                .last()
        })
    }

    /// Looks into the only function of the text that a call may be of, with the constants that the call gives it.
    fn inside<T>(&self, call: Node<'t>, look: impl Fn(&LaunchSite<'t>, Node<'t>) -> Option<T>) -> Option<T> {
        let called = call.child_by_field_name("function").filter(|_| call.kind() == "call_expression")?;
        let written = self.text.text_of(called);
        let list = template_list(called).map_or(0, |list| list.byte_range().len());
        let name = written.get(..written.len() - list)?.rsplit("::").next()?.trim();
        let given = arguments(call).len();
        let fits = |function: &Node<'t>| {
            let parameters = parameters(*function);
            let needed = parameters.iter().filter(|parameter| parameter.initializer().is_none()).count();
            (needed..=parameters.len()).contains(&given)
        };
        let functions: Vec<Node<'t>> = functions_named(self.text, name).into_iter().filter(fits).collect();
        let [function] = functions[..] else { return None };
        let of_call = LaunchSite { call, config: call, target: None, ..self.clone() };
        let instance: HostInstance = of_call.instance_of(function)?;
        look(&LaunchSite { instance, ..of_call }, function)
    }

    /// The bytes of the call in a function that allocates memory for what `is_it` says of its first argument.
    fn size_for(&self, function: Node<'t>, is_it: impl Fn(&str) -> bool) -> Option<i64> {
        let is_inside = |call: &Node<'t>| function.byte_range().contains(&call.start_byte());
        let sizes = allocating_calls(self.text).into_iter().filter(is_inside).filter_map(|call| {
            let [to, bytes, ..] = arguments(call)[..] else { return None };
            is_it(self.text.text_of(self.without_casts(to))).then_some((bytes, call.start_byte()))
        });
        sizes.filter_map(|(bytes, at)| self.names_at(at).value_at(bytes)?.truncated()?.integer()).last()
    }
}

#[cfg(test)]
mod tests {
    use crate::{ArgumentValue, CudaText};

    /// The bytes that the first argument points to of the launch in `main`.
    fn bytes(functions: &str, main: &str) -> Option<u64> {
        let text = format!("__global__ void k(float* a) {{}}\n{functions}\nint main() {{ {main} k<<<1, 1>>>(a); }}");
        match CudaText::parse(&text).launches()[0].values().ok()?.arguments.remove(0) {
            ArgumentValue::Pointer(target) => Some(target.bytes),
            _ => None,
        }
    }

    #[test]
    fn a_function_that_returns_memory_fixes_its_size() {
        let template = "template <class T> T* buffer(int n) { void* p = nullptr; cudaMalloc(&p, n * sizeof(T)); return static_cast<T*>(p); }";
        assert_eq!(bytes(template, "float* a = buffer<float>(500);"), Some(2000));
        assert_eq!(bytes(template, "int n = 4; auto a = buffer<double>(n * n);"), Some(128));
        assert_eq!(bytes(template, "float* a; a = buffer<float>(3);"), Some(12));
        let plain = "float* make(size_t n, int extra = 2) { float* p; if (cudaMalloc((void**)&p, (n + extra) * 4)) abort(); return p; }";
        assert_eq!(bytes(plain, "float* a = make(6);"), Some(32));
        assert_eq!(bytes(plain, "float* a = make(6, 0);"), Some(24));
    }

    #[test]
    fn a_function_that_is_given_the_address_of_a_pointer_fixes_its_size() {
        let template = "template <typename T> void allocate(T** p, size_t n) { check(cudaMalloc(p, n * sizeof(T))); }";
        assert_eq!(bytes(template, "float* a; allocate(&a, 8);"), Some(32));
        let untyped = "void allocate(void** p, int bytes) { cudaMallocManaged(p, bytes); }";
        assert_eq!(bytes(untyped, "float* a; allocate((void**)&a, 64);"), Some(64));
    }

    #[test]
    fn a_size_that_is_not_constant_and_one_of_two_functions_stay_unknown() {
        let open = "float* make(int n) { float* p; cudaMalloc(&p, n * count()); return p; }";
        assert_eq!(bytes(open, "float* a = make(6);"), None);
        let two = "float* make(int n) { float* p; cudaMalloc(&p, n); return p; } float* make(long n) { float* p; cudaMalloc(&p, 2 * n); return p; }";
        assert_eq!(bytes(two, "float* a = make(6);"), None);
        assert_eq!(bytes("", "float* a = make(6);"), None);
    }
}
