//! The launches that the host code of a text makes: `k<32><<<grid, block>>>(a, n)`.

use tree_sitter::Node;

use crate::constants::{Constant, ScopedNames, template_arguments};
use crate::cuda_text::CudaText;
use crate::declarations::{DeclaredName, Meaning};
use crate::grammar::{ancestors, descendants, named_children};
use crate::kernels::{CudaKernel, KernelParameter};
use crate::types::{self, Scalar};

/// A launch as it is written.
#[derive(Debug, Clone, Copy)]
pub struct LaunchSite<'t> {
    text: &'t CudaText,
    call: Node<'t>,
    config: Node<'t>,
}

/// A launch whose parts are all constant.
#[derive(Debug, Clone, PartialEq)]
pub struct LaunchValues {
    /// The kernel's [path](CudaKernel::path), with the arguments of its template: `ns::k<32>`.
    pub kernel: String,
    /// Blocks along x, y and z.
    pub grid: [u32; 3],
    /// Threads along x, y and z.
    pub block: [u32; 3],
    /// Bytes of dynamic shared memory.
    pub shared: u32,
    /// In the order of the kernel's parameters.
    pub arguments: Vec<ArgumentValue>,
}

/// An argument of a launch.
#[derive(Debug, Clone, PartialEq)]
pub enum ArgumentValue {
    /// A null pointer.
    Null,
    /// A pointer into memory that the host allocates.
    Pointer(PointerTarget),
    /// A number of the parameter's type.
    Number(Scalar, Constant),
    /// A struct whose bytes are all zero.
    Zeros {
        /// Its size.
        bytes: usize,
        /// Its alignment, in bytes.
        align: usize,
    },
}

/// Memory that a host program allocates, and a place in it.
#[derive(Debug, Clone, PartialEq)]
pub struct PointerTarget {
    /// The variable that holds the pointer.
    pub variable: String,
    /// Bytes that are allocated.
    pub bytes: u64,
    /// Bytes from the start.
    pub offset: u64,
    /// The type of its elements; `None` for a struct.
    pub element: Option<Scalar>,
}

impl CudaText {
    /// Returns the launches that the file's host code makes, in order.
    ///
    /// ```
    /// use smem_cuda::CudaText;
    ///
    /// let text = CudaText::parse(
    ///     "template <int N> __global__ void k(float* a, int n) {}
    ///     int main() {
    ///         const int n = 64, threads = 32;
    ///         float* a;
    ///         cudaMalloc(&a, n * sizeof(float));
    ///         dim3 grid(n / threads);
    ///         k<threads><<<grid, threads>>>(a, n);
    ///     }",
    /// );
    /// let launch = text.launches()[0].values().unwrap();
    /// assert_eq!((launch.kernel.as_str(), launch.grid, launch.block), ("k<32>", [2, 1, 1], [32, 1, 1]));
    /// ```
    pub fn launches(&self) -> Vec<LaunchSite<'_>> {
        let calls =
            descendants(self.root()).filter(|node| node.kind() == "call_expression" && node.start_byte() >= self.start);
        let sites = calls.filter_map(|call| {
            let config = named_children(call).into_iter().find(|child| child.kind() == "kernel_call_syntax")?;
            Some(LaunchSite { text: self, call, config })
        });
        // Kernels may launch others; only the host's launches begin a program.
        sites.filter(|site| !site.is_on_device()).collect()
    }
}

impl<'t> LaunchSite<'t> {
    /// The line of the file, from 1.
    pub fn line(&self) -> usize {
        self.text.line_of(self.config)
    }

    /// Returns true if it launches the kernel that a user calls `name`: `k`, `ns::k`, `k<32>`.
    pub fn is_of(&self, name: &str) -> bool {
        let squeezed = |text: &str| text.split_whitespace().collect::<String>();
        let own = self.kernel_name();
        let is_instance = name.contains('<');
        match self.kernel() {
            Ok(kernel) => {
                kernel.is_called(name) && (!is_instance || template_arguments_of(name) == template_arguments_of(&own))
            }
            Err(_) => squeezed(&own) == squeezed(name) || own.split('<').next() == Some(name.trim()),
        }
    }

    /// The kernel's name as it is written here, with constants for the arguments of its template.
    pub fn kernel_name(&self) -> String {
        let Some(function) = self.call.child_by_field_name("function") else { return String::new() };
        let written = self.text.text_of(function);
        let list = descendants(function).filter(|node| node.kind() == "template_argument_list").last();
        let Some(list) = list.filter(|list| list.end_byte() == function.end_byte()) else { return written.to_owned() };
        let names = self.names();
        let arguments: Vec<String> =
            named_children(list).into_iter().map(|node| self.template_argument(node, &names)).collect();
        let base = &self.text.readable[function.start_byte()..list.start_byte()];
        format!("{}<{}>", base.trim(), arguments.join(", "))
    }

    /// Returns the launch with all its values.
    ///
    /// # Errors
    /// A sentence about the first part that is not a constant.
    pub fn values(&self) -> Result<LaunchValues, String> {
        let config = named_children(self.config);
        let [grid, block, rest @ ..] = &config[..] else {
            return Err("a launch needs a grid and a block".to_owned());
        };
        let (grid, block) = (self.extent("grid", *grid)?, self.extent("block", *block)?);
        let shared = match rest.first() {
            Some(bytes) => {
                let known =
                    self.names().value_at(*bytes).and_then(Constant::integer).and_then(|bytes| bytes.try_into().ok());
                known.ok_or_else(|| format!("the shared memory `{}` is not a constant", self.text.text_of(*bytes)))?
            }
            None => 0,
        };
        let (kernel, written) = (self.kernel()?, self.kernel_name());
        let arguments = self.call.child_by_field_name("arguments").map(named_children).unwrap_or_default();
        if kernel.parameters().len() != arguments.len() {
            let (name, takes) = (kernel.name(), kernel.parameters().len());
            return Err(format!("`{name}` takes {takes} arguments, not {}", arguments.len()));
        }
        let inside = self.text.names_in(&kernel, &written);
        let pairs = kernel.parameters().iter().zip(&arguments);
        let arguments =
            pairs.map(|(parameter, node)| self.argument(parameter, *node, &inside)).collect::<Result<_, _>>()?;
        let template = written.find('<').map_or("", |at| &written[at..]);
        Ok(LaunchValues { kernel: format!("{}{template}", kernel.path()), grid, block, shared, arguments })
    }

    fn names(&self) -> ScopedNames<'t> {
        ScopedNames::at(self.text, self.call.start_byte())
    }

    fn is_on_device(&self) -> bool {
        let functions = ancestors(self.call).filter(|node| node.kind() == "function_definition");
        functions.into_iter().any(|function| {
            let is_of_host = self.text.is_on_device(function, "__host__");
            !is_of_host && ["__global__", "__device__"].iter().any(|word| self.text.is_on_device(function, word))
        })
    }

    /// The kernel that is launched: of those of that name the one with as many parameters.
    fn kernel(&self) -> Result<CudaKernel, String> {
        let written = self.call.child_by_field_name("function").map_or("", |function| self.text.text_of(function));
        let base = written.split('<').next().unwrap_or(written).trim();
        let called: Vec<CudaKernel> =
            self.text.kernels_from(0).into_iter().filter(|kernel| kernel.is_called(base)).collect();
        let count = self.call.child_by_field_name("arguments").map_or(0, |list| named_children(list).len());
        let around = self.text.path_of(self.call, base);
        let closest = called.iter().find(|kernel| kernel.path() == around && kernel.parameters().len() == count);
        let fitting = called.iter().find(|kernel| kernel.parameters().len() == count);
        let chosen = closest.or(fitting).or(called.first());
        let name = base.rsplit("::").next().unwrap_or(base);
        chosen.cloned().ok_or_else(|| format!("`{name}` is not declared in this file"))
    }

    /// An argument of a template: a number where it is one, the type behind an alias, else as it is written.
    fn template_argument(&self, node: Node<'t>, names: &ScopedNames<'t>) -> String {
        let text = self.text.text_of(node);
        if node.kind() == "char_literal" || Scalar::of_cuda(text).is_some() || matches!(text, "true" | "false") {
            return text.to_owned();
        }
        if let Some(Constant::Integer(value)) = names.value_of_text(text) {
            return value.to_string();
        }
        let local = descendants(node).any(|node| {
            node.kind() == "type_identifier"
                && types::resolved(self.text.text_of(node), names) != self.text.text_of(node)
        });
        if local { types::resolved(text, names) } else { text.to_owned() }
    }

    fn extent(&self, what: &str, node: Node<'t>) -> Result<[u32; 3], String> {
        let given = self.text.text_of(node);
        let parts = self.extent_parts(node, &self.names());
        let unknown = || format!("the {what} `{given}` is not a constant");
        let parts = parts.filter(|parts| (1..=3).contains(&parts.len())).ok_or_else(unknown)?;
        let mut extent = [1; 3];
        for (place, part) in extent.iter_mut().zip(parts) {
            *place = u32::try_from(part).ok().filter(|part| *part > 0).ok_or_else(unknown)?;
        }
        Ok(extent)
    }

    /// The numbers of `4`, `dim3(4, 2)`, `{4, 2}`, or of a variable that is one of these.
    fn extent_parts(&self, node: Node<'t>, names: &ScopedNames<'t>) -> Option<Vec<i64>> {
        let node = self.without_parentheses(node);
        let all =
            |nodes: Vec<Node<'t>>| nodes.into_iter().map(|node| names.value_at(node)?.truncated()?.integer()).collect();
        match node.kind() {
            "call_expression" if self.field(node, "function") == Some("dim3") => {
                all(named_children(node.child_by_field_name("arguments")?))
            }
            "compound_literal_expression" if matches!(self.field(node, "type"), Some("dim3" | "")) => {
                all(named_children(node.child_by_field_name("value")?))
            }
            "initializer_list" | "argument_list" => all(named_children(node)),
            "identifier" => match names.declaration(self.text.text_of(node)) {
                Some(Meaning::Variable(declared)) if declared.type_name(&self.text.readable) == "dim3" => {
                    self.declared_extent(&declared, names)
                }
                _ => all(vec![node]),
            },
            _ => all(vec![node]),
        }
    }

    /// The numbers of `dim3 grid(4, 2)`, with what members are set to before the launch.
    fn declared_extent(&self, declared: &DeclaredName<'t>, names: &ScopedNames<'t>) -> Option<Vec<i64>> {
        let mut parts = match (declared.initializer(), declared.seeming_parameters()) {
            (Some(initializer), _) => self.extent_parts(initializer, names)?,
            (None, Some(parameters)) => {
                let values = parameters
                    .into_iter()
                    .map(|node| names.value_of_text(self.text.text_of(node))?.truncated()?.integer());
                values.collect::<Option<_>>()?
            }
            (None, None) => Vec::new(),
        };
        parts.resize(3, 1);
        let name = declared.name(&self.text.readable)?;
        let scope = ancestors(declared.declaration).next()?;
        for node in descendants(scope).filter(|node| node.start_byte() >= declared.at()) {
            let is_address = node.kind() == "pointer_expression" && self.field(node, "argument") == Some(name);
            let target = node.child_by_field_name("left").filter(|_| node.kind() == "assignment_expression");
            let Some(target) = target else {
                if is_address {
                    return None;
                }
                continue;
            };
            if self.text.text_of(target) == name {
                return None;
            }
            if target.kind() != "field_expression" || self.field(target, "argument") != Some(name) {
                continue;
            }
            // A variable that is set in a branch, again, or behind the launch has no single value.
            let is_straight = node.parent().and_then(|statement| statement.parent()) == Some(scope);
            let member = ["x", "y", "z"].iter().position(|member| self.field(target, "field") == Some(*member))?;
            if !is_straight || self.field(node, "operator") != Some("=") {
                return None;
            }
            if node.start_byte() < self.call.start_byte() {
                parts[member] = names.value_at(node.child_by_field_name("right")?)?.truncated()?.integer()?;
            }
        }
        Some(parts)
    }

    fn argument(
        &self,
        parameter: &KernelParameter,
        node: Node<'t>,
        inside: &ScopedNames<'t>,
    ) -> Result<ArgumentValue, String> {
        let resolved = types::resolved(parameter.type_name().trim_end_matches('&'), inside);
        if let Some(pointee) = resolved.strip_suffix('*') {
            return self.pointer(pointee, node, inside);
        }
        let (arg, names) = (self.text.text_of(node), self.names());
        if let Some(scalar) = Scalar::of_cuda(&resolved) {
            let number = names.value_at(node).ok_or_else(|| format!("the argument `{arg}` is not a constant"))?;
            let number = if scalar.is_float() { Some(Constant::Float(number.float())) } else { number.truncated() };
            return number
                .map(|number| ArgumentValue::Number(scalar, number))
                .ok_or_else(|| format!("the argument `{arg}` is not a constant"));
        }
        let zeros = types::layout(&resolved, inside).filter(|_| self.is_zero(node));
        zeros
            .map(|layout| ArgumentValue::Zeros { bytes: layout.bytes as usize, align: layout.align as usize })
            .ok_or_else(|| {
                format!("the argument `{arg}` of type `{}` is not a number that can be read", parameter.type_name())
            })
    }

    /// Returns true for a struct that is set to zeros and not changed: `Pair p{}`, `Pair{}`, `Pair p = {0}`.
    fn is_zero(&self, node: Node<'t>) -> bool {
        let is_empty = |list: Node<'_>| {
            named_children(list).iter().all(|child| matches!(self.text.text_of(*child), "0" | "{}" | "nullptr"))
        };
        match node.kind() {
            "compound_literal_expression" => node.child_by_field_name("value").is_some_and(is_empty),
            "identifier" => {
                let name = self.text.text_of(node);
                let Some(Meaning::Variable(declared)) = self.names().declaration(name) else { return false };
                let list = declared.initializer().filter(|value| value.kind() == "initializer_list");
                list.is_some_and(is_empty) && !self.is_touched(&declared, name)
            }
            _ => false,
        }
    }

    /// Returns true if a struct, or a member of it, is assigned to or lent out.
    fn is_touched(&self, declared: &DeclaredName<'t>, name: &str) -> bool {
        let Some(scope) = ancestors(declared.declaration).next() else { return true };
        descendants(scope).any(|node| {
            let place = match node.kind() {
                "assignment_expression" => node.child_by_field_name("left"),
                "pointer_expression" | "update_expression" => node.child_by_field_name("argument"),
                _ => None,
            };
            place.is_some_and(|place| {
                descendants(place).any(|inner| inner.kind() == "identifier" && self.text.text_of(inner) == name)
            })
        })
    }

    /// A pointer into memory whose size a `cudaMalloc` fixes.
    fn pointer(&self, pointee: &str, node: Node<'t>, inside: &ScopedNames<'t>) -> Result<ArgumentValue, String> {
        let (mut place, mut offset) = (self.without_casts(node), 0);
        let arg = self.text.text_of(node);
        if matches!(self.text.text_of(place), "nullptr" | "NULL" | "0") {
            return Ok(ArgumentValue::Null);
        }
        let unknown = || format!("the bytes that `{arg}` points to are not fixed by a `cudaMalloc`");
        if let Some((base, elements)) = self.moved(place) {
            let stride =
                self.names().declaration(self.text.text_of(base)).and_then(|meaning| self.element_bytes(&meaning));
            offset = stride
                .and_then(|bytes| bytes.checked_mul(elements))
                .and_then(|bytes| u64::try_from(bytes).ok())
                .ok_or_else(unknown)?;
            place = base;
        }
        let variable = self.text.text_of(place);
        if place.kind() != "identifier" {
            return Err(unknown());
        }
        let bytes = self.allocated(variable).filter(|bytes| *bytes > offset).ok_or_else(unknown)?;
        let element = Scalar::of_cuda(&types::resolved(pointee, inside));
        Ok(ArgumentValue::Pointer(PointerTarget { variable: variable.to_owned(), bytes, offset, element }))
    }

    fn without_parentheses(&self, node: Node<'t>) -> Node<'t> {
        let inner = |node: &Node<'t>| {
            named_children(*node).first().copied().filter(|_| node.kind() == "parenthesized_expression")
        };
        std::iter::successors(Some(node), inner).last().unwrap_or(node)
    }

    /// The expression inside casts and parentheses.
    fn without_casts(&self, mut node: Node<'t>) -> Node<'t> {
        loop {
            let inner = match node.kind() {
                "parenthesized_expression" => named_children(node).first().copied(),
                "cast_expression" => node.child_by_field_name("value"),
                "call_expression" if self.field(node, "function").is_some_and(|name| name.contains("_cast<")) => {
                    node.child_by_field_name("arguments").and_then(|list| named_children(list).first().copied())
                }
                _ => None,
            };
            match inner {
                Some(inner) => node = inner,
                None => return node,
            }
        }
    }

    /// The pointer and the elements of `a + 4` and `&a[4]`.
    fn moved(&self, node: Node<'t>) -> Option<(Node<'t>, i64)> {
        let value = |node: Node<'t>| self.names().value_at(node)?.integer();
        match node.kind() {
            "binary_expression" if self.field(node, "operator") == Some("+") => {
                Some((node.child_by_field_name("left")?, value(node.child_by_field_name("right")?)?))
            }
            "pointer_expression" if self.text.text_of(node).starts_with('&') => {
                let place =
                    node.child_by_field_name("argument").filter(|place| place.kind() == "subscript_expression")?;
                let index = named_children(place.child_by_field_name("indices")?);
                Some((place.child_by_field_name("argument")?, value(*index.first()?)?))
            }
            _ => None,
        }
    }

    fn element_bytes(&self, meaning: &Meaning<'t>) -> Option<i64> {
        let (Meaning::Variable(declared) | Meaning::KernelParameter(declared)) = meaning else { return None };
        if declared.pointers() != 1 {
            return None;
        }
        Some(types::layout(declared.type_name(&self.text.readable), &self.names())?.bytes)
    }

    /// The bytes that `cudaMalloc(&name, bytes)` gives a variable: in the function of the launch, else anywhere.
    fn allocated(&self, name: &str) -> Option<u64> {
        let own = ancestors(self.call).find(|node| node.kind() == "function_definition");
        let own = own.and_then(|function| self.allocated_in(function, name));
        own.or_else(|| self.allocated_in(self.text.root(), name))
            .and_then(|bytes| u64::try_from(bytes).ok())
            .filter(|bytes| *bytes > 0)
    }

    fn allocated_in(&self, scope: Node<'t>, name: &str) -> Option<i64> {
        const FUNCTIONS: [&str; 5] =
            ["cudaMalloc", "cudaMallocManaged", "cudaMallocAsync", "cudaMallocHost", "cudaHostAlloc"];
        descendants(scope).filter(|node| node.kind() == "call_expression").find_map(|call| {
            let function = self.field(call, "function")?.split('<').next()?;
            let arguments = named_children(call.child_by_field_name("arguments")?);
            let [to, bytes, ..] = arguments[..] else { return None };
            let to = self.without_casts(to);
            let is_it =
                FUNCTIONS.contains(&function) && self.text.text_of(to).strip_prefix('&').map(str::trim) == Some(name);
            if !is_it {
                return None;
            }
            ScopedNames::at(self.text, call.start_byte()).value_at(bytes)?.truncated()?.integer()
        })
    }

    fn field(&self, node: Node<'_>, name: &str) -> Option<&'t str> {
        node.child_by_field_name(name).map(|child| self.text.text_of(child))
    }
}

fn template_arguments_of(name: &str) -> Vec<String> {
    template_arguments(name).iter().map(|argument| argument.split_whitespace().collect()).collect()
}
