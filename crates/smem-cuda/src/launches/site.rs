//! The launches that the host code of a text makes: `k<32><<<grid, block>>>(a, n)`.

use std::collections::BTreeMap;
use std::sync::Arc;

use tree_sitter::Node;

use super::host_functions::HostFunctions;
use super::host_instances::{HostInstance, template_argument, template_list};
use super::values::LaunchValues;
use crate::constants::{ScopedNames, template_arguments};
use crate::cuda_text::CudaText;
use crate::grammar::{NodePlace, named_children};
use crate::kernels::{CudaKernel, own_name};
use crate::types::TypeNames;

/// A launch as it is written; one in a function of the host, for a call of it.
#[derive(Debug, Clone)]
pub struct LaunchSite<'t> {
    /// The text as it was read.
    pub(super) origin: &'t CudaText,
    /// The same, or the same with macros expanded.
    pub(super) text: &'t CudaText,
    pub(super) call: Node<'t>,
    /// The grid and the block; of a call that leads to a launch, which has none, the call.
    pub(super) config: Node<'t>,
    /// The constants of the call of the functions around it.
    pub(super) instance: HostInstance,
    /// The kernel that a pointer is set to, where the call is of one.
    pub(super) target: Option<String>,
}

/// The launches of a text.
struct KeptLaunches(Vec<KeptLaunch>);

/// The numbers of the launches of a text, by the last part of the kernel's name.
struct LaunchNumbers(BTreeMap<String, Vec<usize>>);

/// A launch, to be kept with its text.
struct KeptLaunch {
    call: NodePlace,
    config: NodePlace,
    instance: HostInstance,
    target: Option<String>,
}

impl KeptLaunch {
    fn of(site: LaunchSite<'_>) -> KeptLaunch {
        let (call, config) = (NodePlace::of(site.call), NodePlace::of(site.config));
        KeptLaunch { call, config, instance: site.instance, target: site.target }
    }
}

impl CudaText {
    /// Returns the launches that the file's host code makes, in order; those in a function of the host once for each call that gives it other
    /// constants, those in a template once for each instance that a call with template arguments names.
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
        self.kept_launches().0.iter().filter_map(|launch| self.site_of(launch)).collect()
    }

    fn kept_launches(&self) -> Arc<KeptLaunches> {
        self.searches.once(|| KeptLaunches(self.searched_launches().into_iter().map(KeptLaunch::of).collect()))
    }

    fn launch_at(&self, number: usize) -> Option<LaunchSite<'_>> {
        self.site_of(self.kept_launches().0.get(number)?)
    }

    fn site_of(&self, launch: &KeptLaunch) -> Option<LaunchSite<'_>> {
        let text = self.of_launches();
        let (call, config) = (text.node(&launch.call)?, text.node(&launch.config)?);
        let (instance, target) = (launch.instance.clone(), launch.target.clone());
        Some(LaunchSite { origin: self, text, call, config, instance, target })
    }

    /// Returns the launches of the kernels that a user may mean by a name, in order: those of [`launches`](Self::launches) that
    /// [are of it](LaunchSite::is_of).
    ///
    /// ```
    /// let text = smem_cuda::CudaText::parse("__global__ void k() {} __global__ void l() {} int main() { k<<<1, 32>>>(); l<<<1, 64>>>(); }");
    /// assert_eq!(text.launches_of("l")[0].block(), Some([64, 1, 1]));
    /// ```
    pub fn launches_of(&self, kernel: &str) -> Vec<LaunchSite<'_>> {
        let numbers = self.searches.once(|| {
            let mut numbers: BTreeMap<String, Vec<usize>> = BTreeMap::new();
            for (at, site) in self.launches().iter().enumerate() {
                let own = site.kernel_of_text().map_or_else(|_| site.kernel_name(), |kernel| kernel.path().to_owned());
                numbers.entry(own_name(&own).to_owned()).or_default().push(at);
            }
            LaunchNumbers(numbers)
        });
        let own = numbers.0.get(own_name(kernel)).into_iter().flatten();
        own.filter_map(|at| self.launch_at(*at)).filter(|site| site.is_of(kernel)).collect()
    }

    fn searched_launches(&self) -> Vec<LaunchSite<'_>> {
        let text = self.of_launches();
        let calls = text.file_nodes().filter(|node| node.kind() == "call_expression");
        let sites = calls.filter_map(|call| {
            let config = named_children(call).into_iter().find(|child| child.kind() == "kernel_call_syntax")?;
            Some(LaunchSite { origin: self, text, call, config, instance: HostInstance::default(), target: None })
        });
        // Kernels may launch others; only the host's launches begin a program.
        let sites: Vec<LaunchSite<'_>> = sites.filter(|site| !site.is_on_device()).collect();
        if sites.is_empty() {
            return sites;
        }
        let functions = HostFunctions::of(text);
        let sites = sites.into_iter().flat_map(|site| site.of_calls(&functions));
        sites.flat_map(LaunchSite::of_pointer).collect()
    }
}

impl<'t> LaunchSite<'t> {
    /// The line of the file, from 1.
    pub fn line(&self) -> usize {
        self.text.line_of(self.config)
    }

    /// The launch as it is written, on one line: `k<32><<<grid, block>>>(a, n)`.
    pub fn written(&self) -> String {
        self.text.text_of(self.call).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// Returns true if it launches the kernel that a user calls `name`: `k`, `ns::k`, `k<32>`.
    pub fn is_of(&self, name: &str) -> bool {
        let squeezed = |text: &str| text.split_whitespace().collect::<String>();
        let own = self.kernel_name();
        let is_instance = name.contains('<');
        match self.kernel_of_text() {
            Ok(kernel) => {
                kernel.is_called(name) && (!is_instance || template_arguments_of(name) == template_arguments_of(&own))
            }
            Err(_) => squeezed(&own) == squeezed(name) || own.split('<').next() == Some(name.trim()),
        }
    }

    /// The kernel's name as it is written here, with constants for the arguments of its template; those that are left to deduction are types of the
    /// arguments, where the text says them.
    ///
    /// ```
    /// let text = smem_cuda::CudaText::parse(
    ///     "template <class T> __global__ void k(const T* a, int n) {}
    ///     int main() { float* a; k<<<1, 32>>>(a, 4); }",
    /// );
    /// assert_eq!(text.launches()[0].kernel_name(), "k<float>");
    /// ```
    pub fn kernel_name(&self) -> String {
        let written = self.written_name();
        if written.ends_with('>') {
            return written;
        }
        let kernel = self.kernel_of_text().ok().filter(CudaKernel::is_template);
        match kernel.and_then(|kernel| self.deduced_arguments(&kernel)) {
            Some(arguments) => format!("{}<{}>", written.trim(), arguments.join(", ")),
            None => written,
        }
    }

    /// The kernel's name without arguments that are left to deduction.
    pub(super) fn written_name(&self) -> String {
        let Some(function) = self.call.child_by_field_name("function") else { return String::new() };
        if let Some(target) = &self.target {
            return target.clone();
        }
        self.with_constants(function)
    }

    /// A name as it is written, with constants for the arguments of its template.
    pub(super) fn with_constants(&self, named: Node<'t>) -> String {
        let Some(list) = template_list(named) else { return self.text.text_of(named).to_owned() };
        let names = self.names();
        let arguments: Vec<String> =
            named_children(list).into_iter().map(|node| template_argument(node, self.text, &names)).collect();
        let base = &self.text.readable[named.start_byte()..list.start_byte()];
        format!("{}<{}>", base.trim(), arguments.join(", "))
    }

    /// Returns the launch with all its values.
    ///
    /// ```
    /// use smem_cuda::{CudaReading, CudaText};
    ///
    /// let text = "__global__ void k(float* a, int n) {}
    /// int main(int argc, char** argv) {
    ///     int n = atoi(argv[1]);
    ///     float* a;
    ///     cudaMalloc(&a, n * sizeof(float));
    ///     k<<<n / 256, 256>>>(a, n);
    /// }";
    /// assert_eq!(CudaText::parse(text).launches()[0].values().unwrap_err(), "the grid `n / 256` is not a constant");
    /// let text = CudaText::read(text, &CudaReading { set: &["n=1024"], ..CudaReading::default() });
    /// assert_eq!(text.launches()[0].values().unwrap().grid, [4, 1, 1]);
    /// ```
    ///
    /// # Errors
    /// A sentence about the first part that is not a constant.
    pub fn values(&self) -> Result<LaunchValues, String> {
        let config = self.configuration();
        let [grid, block, rest @ ..] = &config[..] else {
            return Err("a launch needs a grid and a block".to_owned());
        };
        let (grid, block) = (self.extent("grid", *grid)?, self.extent("block", *block)?);
        let shared = match rest.first() {
            Some(bytes) => self
                .shared_at(*bytes)
                .ok_or_else(|| format!("the shared memory `{}` is not a constant", self.text.text_of(*bytes)))?,
            None => 0,
        };
        let (kernel, written) = (self.kernel_of_text()?, self.kernel_name());
        let arguments = self.call.child_by_field_name("arguments").map(named_children).unwrap_or_default();
        if kernel.parameters().len() != arguments.len() {
            let (name, takes) = (kernel.name(), kernel.parameters().len());
            return Err(format!("`{name}` takes {takes} arguments, not {}", arguments.len()));
        }
        let inside = self.text.names_in(&kernel, &written);
        let pairs = kernel.parameters().iter().zip(&arguments);
        let arguments =
            pairs.map(|(parameter, node)| self.argument(parameter, *node, &inside)).collect::<Result<_, _>>()?;
        let name = self.text.launch_name(&kernel, &written);
        Ok(LaunchValues { kernel: name, grid, block, shared, arguments })
    }

    pub(super) fn shared_at(&self, bytes: Node<'t>) -> Option<u32> {
        self.names().value_at(bytes)?.integer()?.try_into().ok()
    }

    /// The expressions between `<<<` and `>>>`.
    pub(super) fn configuration(&self) -> Vec<Node<'t>> {
        named_children(self.config)
    }

    pub(super) fn names(&self) -> ScopedNames<'t> {
        self.names_at(self.call.start_byte())
    }

    /// The names of the host's code at a byte of the text.
    pub(super) fn names_at(&self, at: usize) -> ScopedNames<'t> {
        let names = ScopedNames::of_host(self.text, at).with(self.instance.names.clone());
        names.with_arguments(self.instance.numbers.clone())
    }

    fn is_on_device(&self) -> bool {
        let functions = self.text.ancestors(self.call).filter(|node| node.kind() == "function_definition");
        functions.into_iter().any(|function| {
            let is_of_host = self.text.is_on_device(function, "__host__");
            !is_of_host && ["__global__", "__device__"].iter().any(|word| self.text.is_on_device(function, word))
        })
    }

    /// The launches of each kernel that a pointer is set to, `kernel = &copy`, where the call is of a pointer; otherwise this one.
    fn of_pointer(self) -> Vec<LaunchSite<'t>> {
        let Some(name) = self.field(self.call, "function").filter(|_| self.kernel_of_text().is_err()) else {
            return vec![self];
        };
        let nodes = self.text.sets_of(name).into_iter().filter(|node| node.start_byte() >= self.text.start);
        let set = nodes.filter_map(|node| self.field(node, "right"));
        let targets = set.map(|target| target.trim_start_matches('&').trim());
        let targets = targets.map(|target| LaunchSite { target: Some(target.to_owned()), ..self.clone() });
        let known: Vec<LaunchSite<'t>> = targets.filter(|site| site.kernel_of_text().is_ok()).collect();
        if known.is_empty() { vec![self] } else { known }
    }

    /// Returns the kernel that is launched: of those of that name the one whose parameters are as many as the arguments, and of their types as
    /// far as these are known. It may be in a header.
    ///
    /// # Errors
    /// A sentence, where neither the file nor its headers declare one of that name.
    pub fn kernel(&self) -> Result<CudaKernel, String> {
        let kernel = self.kernel_of_text()?;
        let is_same = |own: &CudaKernel| (own.line(), own.signature()) == (kernel.line(), kernel.signature());
        Ok(self.origin.all_kernels().iter().find(|own| is_same(own)).cloned().unwrap_or(kernel))
    }

    /// The kernel that is launched, with its place in the text in which the launch was found.
    pub(super) fn kernel_of_text(&self) -> Result<CudaKernel, String> {
        let written = self.field(self.call, "function").unwrap_or("");
        let written = self.target.as_deref().unwrap_or(written);
        let base = written.split('<').next().unwrap_or(written).trim();
        let called = self.text.all_called(base);
        let count = self.call.child_by_field_name("arguments").map_or(0, |list| named_children(list).len());
        let around = self.text.path_of(self.call, base);
        let fitting = called.iter().filter(|kernel| kernel.parameters().len() == count);
        // Of overloads the one of the closest namespace, with the least parameters that are of other types than the arguments.
        let chosen =
            fitting.min_by_key(|kernel| (kernel.path() != around, self.unlike_arguments(kernel))).or(called.first());
        let name = base.rsplit("::").next().unwrap_or(base);
        chosen.cloned().ok_or_else(|| format!("`{name}` is not declared in this file"))
    }

    pub(super) fn field(&self, node: Node<'_>, name: &str) -> Option<&'t str> {
        node.child_by_field_name(name).map(|child| self.text.text_of(child))
    }
}

fn template_arguments_of(name: &str) -> Vec<String> {
    template_arguments(name).iter().map(|argument| argument.split_whitespace().collect()).collect()
}
