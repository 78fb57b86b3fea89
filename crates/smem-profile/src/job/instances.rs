//! The instances of kernels that a text does not name: arguments left to deduction, launches in templates and lambdas, kernels of headers. `nvcc` compiles the
//! file with its host code, and makes those that the host launches.

use smem_cuda::{CudaText, included_headers};
use smem_launch::{Error as LaunchError, Install, LaunchProblem, LaunchRefusal, Nvcc, ToolError};
use smem_sim::is_called;

use super::chosen_instance::{ChosenInstance, chosen, commands};
use super::compiled_kernel::CompiledKernel;
use super::compiler::Compiler;
use super::guessed_launch::{GuessedKernel, Guesses};
use super::input::Input;
use super::prepared::PreparedJob;
use crate::error::Error;

impl PreparedJob {
    /// After an error about a kernel's name or the sizes of guessed arguments: finds the kernels to launch among those that `nvcc` makes of the file, host
    /// code and all. Returns false where that is not the error, or does not help.
    ///
    /// # Errors
    /// A name may mean several kernels, or a guess cannot be written.
    pub(crate) fn find_instances(&mut self, error: &Error) -> Result<bool, Error> {
        if !self.may_be_of_instance(error) {
            return Ok(false);
        }
        self.are_instances_tried = true;
        let names: Vec<String> = self.plan.launches.kernels().map(str::to_owned).collect();
        // A name that nothing declares is a mistake, and not worth a download.
        let is_declared = names.iter().any(|name| self.declares(name));
        let Some(text) = self.text.clone() else { return Ok(false) };
        let Ok(kernels) = self.compiled_kernels(is_declared) else { return Ok(false) };
        // The user may name an instance that the text cannot.
        let asked = self
            .job
            .spec
            .launch
            .kernel
            .as_deref()
            .filter(|asked| kernels.iter().any(|own| is_called(&own.name, asked)));
        let asked = asked.map(str::to_owned);
        let find = |name: &str| chosen(&kernels, &text, asked.as_deref().unwrap_or(name));
        if !names.iter().any(|name| find(name).is_some()) {
            return Ok(false);
        }
        self.is_whole = true;
        let file = self.job.file.display().to_string();
        if self.has_guesses() || self.plan.guesses.has_made() {
            let guesses = self.plan.guesses.clone().of_instances(&file, find);
            return self.replan(guesses).map(|()| true);
        }
        for name in &names {
            if let Some(several) = find(name).filter(|found| !found.others.is_empty()) {
                let all: Vec<CompiledKernel> = [vec![several.kernel], several.others].concat();
                return Err(Error::Input(format!(
                    "`{file}` has {} instances of `{name}`\n{}",
                    all.len(),
                    commands(&file, &all)
                )));
            }
        }
        let launches = self.plan.launches.clone();
        self.plan.launches = launches.renamed(|name| find(name).map(|found| found.kernel.name));
        Ok(true)
    }

    /// Whether an error is about a kernel's name, or about the sizes of guessed arguments, and the instances that `nvcc` makes were not tried.
    pub(crate) fn may_be_of_instance(&self, error: &Error) -> bool {
        let Error::Launch { cause, .. } = error else { return false };
        let is_possible = match cause {
            LaunchError::NoKernel(_) | LaunchError::Tool(ToolError::NoKernel(_)) => true,
            LaunchError::Launch(LaunchProblem::Ambiguous { .. }) => true,
            LaunchError::Launch(LaunchProblem::Refused { refusal, .. }) => {
                let are_arguments =
                    matches!(**refusal, LaunchRefusal::ArgumentCount { .. } | LaunchRefusal::ArgumentBytes { .. });
                are_arguments && self.has_guesses()
            }
            _ => false,
        };
        is_possible && !self.are_instances_tried
    }

    /// Whether launches are guesses.
    pub(crate) fn has_guesses(&self) -> bool {
        !self.plan.guesses.kernels.is_empty()
    }

    /// Plans a guessed launch of a kernel that `nvcc` makes of the file, where its text alone has none that can be launched: kernels of headers, or of a
    /// template that no launch in the text names. `error` says why there is no other plan.
    ///
    /// # Errors
    /// The same one, or that of the compiler.
    pub(super) fn plan_of_instances(&mut self, error: Error) -> Result<(), Error> {
        let (Input::Cuda(file), Some(text)) = (&self.input, self.text.clone()) else { return Err(error) };
        let has_own = !self.declared.is_empty();
        let includes = !included_headers(&file.text).is_empty();
        let is_open = self.job.spec.launch.launch.is_none() && !self.job.spec.launch.is_shaped();
        if !is_open || !includes || self.declared.iter().any(|kernel| !kernel.is_template) {
            return Err(error);
        }
        let launches = !text.launches().is_empty() || !file.headers.is_empty();
        let name = self.job.file.display().to_string();
        let kernels = match self.compiled_kernels(launches) {
            Ok(kernels) => kernels,
            Err(_) if has_own => return Err(error),
            Err(cause @ LaunchError::Tool(ToolError::Unusable(_))) => {
                return Err(Error::Input(format!("{error}\nhelp: `nvcc` compiles kernels of headers, but {cause}")));
            }
            Err(cause) => {
                let help = "help: its own text has no kernel, and `nvcc` was asked for those of its headers";
                return Err(self.explained(Error::Launch { cause, help: Some(help.to_owned()) }));
            }
        };
        let asked = self.job.spec.launch.kernel.clone();
        let known = match &asked {
            Some(asked) => match chosen(&kernels, &text, asked) {
                Some(found) => [vec![found.kernel], found.others].concat(),
                None => Vec::new(),
            },
            None => kernels.clone(),
        };
        let Some((first, others)) = known.split_first() else {
            return Err(match (kernels.is_empty(), has_own) {
                (true, true) => error,
                (true, false) => Error::Input(format!(
                    "`{name}` has no kernel that can be seen in its text, and `nvcc` makes none of it and its headers"
                )),
                (false, _) => {
                    let asked = asked.unwrap_or_default();
                    Error::Input(format!("`{name}` has no kernel `{asked}`\n{}", commands(&name, &kernels)))
                }
            });
        };
        (self.is_whole, self.are_instances_tried) = (true, true);
        let whence = match has_own {
            true => format!("`{name}` launches none of its templates by a name that its text gives"),
            false => format!("`{name}` has no kernel of its own: those of its headers are compiled"),
        };
        let instance = ChosenInstance { kernel: first.clone(), others: others.to_vec() };
        self.replan(Guesses::of_one(GuessedKernel::of_instance(instance, whence)))
    }

    /// Whether the text declares a kernel of that name, or launches one.
    fn declares(&self, name: &str) -> bool {
        let is_launched = |text: &CudaText| !text.launches_of(name).is_empty();
        self.text.as_deref().is_some_and(|text| !text.known_kernels_called(name).is_empty() || is_launched(text))
    }

    /// The kernels that `nvcc` makes of the file.
    fn compiled_kernels(&self, may_install: bool) -> Result<Vec<CompiledKernel>, LaunchError> {
        let Input::Cuda(file) = &self.input else { return Ok(Vec::new()) };
        if self.is_whole || self.job.spec.source.compiler == Some(Compiler::Nvrtc) {
            return Ok(Vec::new());
        }
        let install: Install = self.job.install.clone();
        let nvcc = Nvcc::find(if may_install { install } else { install.without_installing() })?;
        let compiled = self.whole.compile(&nvcc, &self.job, &file.whole(), self.target.number())?;
        Ok(CompiledKernel::all(compiled.ptx()))
    }
}
