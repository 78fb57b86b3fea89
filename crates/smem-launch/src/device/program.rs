//! Loaded programs and the kernels in them.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use smem_driver::judging_ptx;
use smem_ptx::{PtxDeclarations, PtxKernel, PtxText};
use smem_sass::GpuImage;
use smem_sim::LaunchShape;
use smem_toolchain::{AssemblerWarning, Compiled, CudaSource, ToolError, check_kernel_name};

use super::arg::Arg;
use super::backend::{CodeToLoad, DeviceCore, LaunchOf};
use super::module::ModuleOnDevice;
use super::variable::Variable;
use crate::kernels;
use crate::{Error, LaunchProblem};

/// Compiled and loaded kernels: see [`Device::load`](super::Device::load).
///
/// ```
/// use smem_launch::{Device, DeviceChoice, Install};
///
/// # fn main() -> Result<(), smem_launch::Error> {
/// let device = Device::open(DeviceChoice::Auto, Install::Allowed)?;
/// let text = "__global__ void add(int* data) { ++*data; }
/// template <typename T> __global__ void twice(T* data) { *data *= 2; }";
/// let program = device.load(text, "numbers.cu")?;
/// assert_eq!(program.kernels(), ["add(int*)"]);
/// assert_eq!(program.kernel("twice<float>")?.name(), "twice<float>");
/// let error = program.kernel("thrice").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "`numbers.cu` has no kernel `thrice` (identifier \"thrice\" is undefined); it has `add(int*)`, `twice<float>(float*)`"
/// );
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Program {
    name: String,
    core: Rc<DeviceCore>,
    /// The text, for templates that are instantiated later. `None` for PTX.
    source: Option<CudaSource>,
    /// The source as it was loaded, then one for each template that was instantiated later.
    modules: RefCell<Vec<LoadedModule>>,
    /// The variables, as PTX names them, that the host reads or writes.
    host: RefCell<BTreeSet<String>>,
}

#[derive(Debug)]
struct LoadedModule {
    declared: Arc<PtxDeclarations>,
    /// Names that kernels were asked for by, with their names in PTX.
    asked: Vec<(String, String)>,
    warnings: Vec<AssemblerWarning>,
    on: Rc<ModuleOnDevice>,
}

/// A kernel of a [`Program`], which it may outlive.
#[derive(Debug)]
pub struct Kernel {
    name: String,
    /// Its name in PTX.
    entry: String,
    pub(super) module: Rc<ModuleOnDevice>,
    handle: u64,
    static_shared_bytes: u32,
}

impl Program {
    /// Compiles and loads a source.
    pub(super) fn load(core: &Rc<DeviceCore>, source: CudaSource) -> Result<Program, Error> {
        let compiled = match core.compile(&source) {
            Err(ToolError::Compile { log, .. }) if kernels::refused(&log).is_some() => {
                let (kernel, reason) = kernels::refused(&log).unwrap_or_default();
                let declared = PtxDeclarations::read(core.compile(&source.without_kernels())?.ptx());
                return Err(missing(source.name(), kernel, Some(reason), &declared.kernels));
            }
            compiled => compiled?,
        };
        let module = LoadedModule::load(core, &compiled, &compiled.ptx().into(), source.name())?;
        Ok(Program::of(module, core, source.name().to_owned(), Some(source)))
    }

    /// Loads what was compiled before.
    pub(super) fn load_compiled(core: &Rc<DeviceCore>, compiled: &Compiled, name: &str) -> Result<Program, Error> {
        let module = LoadedModule::load(core, compiled, &compiled.ptx().into(), name)?;
        Ok(Program::of(module, core, name.to_owned(), None))
    }

    /// Loads PTX.
    pub(super) fn load_ptx(core: &Rc<DeviceCore>, ptx: &PtxText, name: &str) -> Result<Program, Error> {
        let on = ModuleOnDevice::load(core, CodeToLoad::Ptx(ptx), name)?;
        let module =
            LoadedModule { declared: Arc::clone(ptx.declarations()), asked: Vec::new(), warnings: Vec::new(), on };
        Ok(Program::of(module, core, name.to_owned(), None))
    }

    /// Loads the machine code for this device in a file that holds some.
    pub(super) fn load_binary(core: &Rc<DeviceCore>, file: &[u8], name: &str) -> Result<Program, Error> {
        let arch = core.backend.arch();
        let unreadable = |error: smem_sim::ParseError| {
            Error::from(LaunchProblem::MachineCode { program: name.to_owned(), why: error.message().to_owned() })
        };
        let mut modules = Vec::new();
        let all = GpuImage::all(file).map_err(unreadable)?;
        for image in GpuImage::machine_code(file, arch).map_err(unreadable)? {
            let cubin = image.bytes().map_err(unreadable)?;
            let names = image.names().map_err(unreadable)?;
            let ptx = judging_ptx(&all, arch.number(), &names.kernels);
            let on = ModuleOnDevice::load(core, CodeToLoad::Cubin(&cubin, ptx.as_ref()), name)?;
            let variables: BTreeSet<String> = names.variables.into_iter().collect();
            // Which kernel uses which variable, machine code does not say.
            let kernel = |name| PtxKernel { name, parameters: None, variables: variables.clone(), block: None };
            let kernels = names.kernels.into_iter().map(kernel).collect();
            modules.push(LoadedModule {
                declared: Arc::new(PtxDeclarations { kernels, variables, ..PtxDeclarations::default() }),
                warnings: Vec::new(),
                asked: Vec::new(),
                on,
            });
        }
        let (modules, host) = (RefCell::new(modules), RefCell::default());
        Ok(Program { name: name.to_owned(), core: Rc::clone(core), source: None, modules, host })
    }

    fn of(module: LoadedModule, core: &Rc<DeviceCore>, name: String, source: Option<CudaSource>) -> Program {
        let (modules, host) = (RefCell::new(vec![module]), RefCell::default());
        Program { name, core: Rc::clone(core), source, modules, host }
    }

    /// The kernel of that name: `add`, `ns::add`, `add(int*)` where there are several of one name, or a template with its
    /// arguments, `scan<int, 256u>`. `extern "C"` makes no difference.
    ///
    /// A template that the program has no such instance of is compiled now, into a module of its own; kernels in different modules do not
    /// share `__device__` and `__constant__` variables, so that is an error for a kernel that uses a variable of another one. Name such
    /// templates with [`CudaSource::kernel`] before loading.
    ///
    /// # Errors
    /// [`Error::NoKernel`] with the names of those that there are; [`Error::Launch`] where there are several of that name.
    /// [`ToolError::Compile`](crate::ToolError::Compile) where an instance of a template does not compile. [`Error::Simulator`] where the simulator does not know an
    /// instruction of the kernel.
    pub fn kernel(&self, name: &str) -> Result<Kernel, Error> {
        let name = name.trim();
        if let Some((module, entry)) = self.find(name)? {
            return self.modules.borrow()[module].kernel(&entry, name, &self.name);
        }
        match (&self.source, check_kernel_name(name)) {
            (Some(source), Ok(())) => self.instantiate(source, name),
            (Some(_), Err(why)) => Err(self.missing(name, why.split_once(": ").map(|(_, why)| why))),
            (None, _) => Err(self.missing(name, None)),
        }
    }

    /// The kernels that are loaded, with their parameters where C++ declares them without `extern "C"`, in no particular order.
    pub fn kernels(&self) -> Vec<String> {
        let modules = self.modules.borrow();
        let mut names: Vec<String> = entries(&modules).map(|entry| kernels::readable_name(&entry.name)).collect();
        names.sort();
        names.dedup();
        names
    }

    /// The `__device__` or `__constant__` variable of that name: `taps`, `ns::counter`. See [`Variable`].
    ///
    /// # Errors
    /// [`Error::Launch`] where there is no such variable, with the names of those that there are.
    pub fn variable(&self, name: &str) -> Result<Variable, Error> {
        let (name, modules) = (name.trim(), self.modules.borrow());
        let declared = || modules.iter().flat_map(|module| &module.declared.variables);
        let Some(entry) = declared().find(|entry| kernels::is_called(entry, name)) else {
            let known = declared().collect::<BTreeSet<_>>().into_iter().cloned().collect();
            return Err(
                LaunchProblem::NoVariable { program: self.name.clone(), variable: name.to_owned(), known }.into()
            );
        };
        // Of the copies in several modules no more than one is used: see `instantiate`.
        let has = |module: &&LoadedModule| module.declared.variables.contains(entry);
        let uses =
            |module: &&LoadedModule| module.declared.kernels.iter().any(|kernel| kernel.variables.contains(entry));
        let Some(module) = modules.iter().find(uses).or_else(|| modules.iter().find(has)) else {
            return Err(LaunchProblem::loaded_elsewhere(&self.name).into());
        };
        let variable = Variable::of(name, &module.on, entry)?;
        self.host.borrow_mut().insert(entry.clone());
        Ok(variable)
    }

    /// The number of the module with the kernel called `name`, and the kernel's name in PTX.
    fn find(&self, name: &str) -> Result<Option<(usize, String)>, Error> {
        let modules = self.modules.borrow();
        let mut found: Vec<(usize, &str)> = Vec::new();
        for (at, module) in modules.iter().enumerate() {
            let asked = module.asked.iter().find(|(asked, _)| asked == name);
            if let Some((_, entry)) = asked {
                return Ok(Some((at, entry.clone())));
            }
            for entry in module.declared.kernels.iter().map(|entry| entry.name.as_str()) {
                if entry == name {
                    return Ok(Some((at, entry.to_owned())));
                }
                // A later module has the first one's kernels as well, which are not used.
                if kernels::is_called(entry, name) && !found.iter().any(|(_, known)| *known == entry) {
                    found.push((at, entry));
                }
            }
        }
        match found[..] {
            [] => Ok(None),
            [(at, entry)] => Ok(Some((at, entry.to_owned()))),
            _ => Err(Error::Launch(LaunchProblem::Ambiguous {
                program: self.name.clone(),
                kernel: name.to_owned(),
                kernels: found.iter().map(|(_, entry)| (*entry).to_owned()).collect(),
            })),
        }
    }

    /// Compiles once more, with an instance of a template.
    fn instantiate(&self, source: &CudaSource, name: &str) -> Result<Kernel, Error> {
        let compiled = match self.core.compile(&source.without_kernels().kernel(name)) {
            Err(ToolError::Compile { log, .. }) if kernels::refused(&log).is_some() => {
                return Err(self.missing(name, kernels::refused(&log).map(|(_, reason)| reason)));
            }
            compiled => compiled?,
        };
        let Some(entry) = compiled.mangled(name) else { return Err(self.missing(name, None)) };
        let mut modules = self.modules.borrow_mut();
        // `scan<int, 256>` is `scan<int, 256u>` by another name.
        if let Some(module) = modules.iter_mut().find(|module| module.has(entry)) {
            module.asked.push((name.to_owned(), entry.to_owned()));
            return module.kernel(entry, name, &self.name);
        }
        let ptx = PtxText::from(compiled.ptx());
        let Some(instance) = ptx.declarations().kernels.iter().find(|known| known.name == entry) else {
            return Err(missing(&self.name, name, Some("that is not a kernel"), entries(&modules)));
        };
        let host = self.host.borrow();
        let used = |variable: &&String| {
            host.contains(*variable) || entries(&modules).any(|other| other.variables.contains(*variable))
        };
        if let Some(variable) = instance.variables.iter().find(used) {
            return Err(Error::Launch(LaunchProblem::SharedVariable {
                program: self.name.clone(),
                kernel: name.to_owned(),
                variable: kernels::readable_name(variable).to_string(),
            }));
        }
        let mut module = LoadedModule::load(&self.core, &compiled, &ptx, &self.name)?;
        module.asked.push((name.to_owned(), entry.to_owned()));
        let kernel = module.kernel(entry, name, &self.name)?;
        modules.push(module);
        Ok(kernel)
    }

    /// The warnings of the assembler that made its machine code: it has added waits to a kernel, or cannot let its instructions overlap. None for a program
    /// that was assembled elsewhere.
    ///
    /// ```
    /// # fn show(program: &smem_launch::Program) {
    /// for warning in program.assembler_warnings() {
    ///     println!("{}", warning.message);
    /// }
    /// # }
    /// ```
    pub fn assembler_warnings(&self) -> Vec<AssemblerWarning> {
        self.modules.borrow().iter().flat_map(|module| module.warnings.iter().cloned()).collect()
    }

    fn missing(&self, name: &str, reason: Option<&str>) -> Error {
        missing(&self.name, name, reason, entries(&self.modules.borrow()))
    }
}

impl LoadedModule {
    /// Loads what was compiled; `ptx` is that of it.
    fn load(core: &Rc<DeviceCore>, compiled: &Compiled, ptx: &PtxText, name: &str) -> Result<LoadedModule, Error> {
        let on = ModuleOnDevice::load(core, CodeToLoad::Compiled(compiled, ptx), name)?;
        let (asked, warnings) = (compiled.names().to_vec(), compiled.assembler_warnings());
        Ok(LoadedModule { declared: Arc::clone(ptx.declarations()), asked, warnings, on })
    }

    fn has(&self, entry: &str) -> bool {
        self.declared.kernels.iter().any(|known| known.name == entry)
    }

    /// The kernel that is `entry` in PTX and was asked for by `name`.
    fn kernel(&self, entry: &str, name: &str, program: &str) -> Result<Kernel, Error> {
        let (backend, module) = (&self.on.core.backend, Rc::clone(&self.on));
        let handle = backend.kernel(module.handle, entry, name, program)?;
        let static_shared_bytes = backend.static_shared_bytes(handle)?;
        Ok(Kernel { name: name.to_owned(), entry: entry.to_owned(), module, handle, static_shared_bytes })
    }
}

fn entries(modules: &[LoadedModule]) -> impl Iterator<Item = &PtxKernel> {
    modules.iter().flat_map(|module| &module.declared.kernels)
}

/// The error for a kernel that `program` does not have.
fn missing<'a>(
    program: &str,
    name: &str,
    reason: Option<&str>,
    entries: impl IntoIterator<Item = &'a PtxKernel>,
) -> Error {
    let mut known: Vec<&str> = Vec::new();
    for entry in entries {
        // Later modules have the first one's kernels as well.
        if !known.contains(&entry.name.as_str()) {
            known.push(&entry.name);
        }
    }
    let reason = reason.map(|reason| format!(" ({reason})")).unwrap_or_default();
    let known = kernels::list(known.into_iter());
    Error::NoKernel(format!("`{program}` has no kernel `{name}`{reason}; it has {known}"))
}

impl Kernel {
    /// The name it was asked for by.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A launch of it.
    pub(super) fn launch<'a>(&'a self, shape: LaunchShape, args: &'a [Arg<'a>]) -> LaunchOf<'a> {
        LaunchOf { kernel: self.handle, entry: &self.entry, name: &self.name, shape, args }
    }

    /// Bytes of static shared memory a block, as the driver counts them.
    pub fn static_shared_bytes(&self) -> u32 {
        self.static_shared_bytes
    }
}
