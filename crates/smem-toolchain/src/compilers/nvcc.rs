//! `nvcc`: CUDA files compiled as they are, host code and all.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::compiler_process::OUT_OF_MEMORY;
use super::instances::Instances;
use super::kept_programs::KeptPrograms;
use super::linker::Linker;
use super::listing;
use super::source::{Compiled, CudaSource};
use super::toolchain_wheels::{curand_headers, installed_nvcc};
use crate::assembler::Assembler;
use crate::compiled_name::compiled_name;
use crate::error::ToolError;
use crate::first_errors::errors;
use crate::install_folder::Install;
use crate::limited::{self, LimitedOutput};
use crate::programs;
use crate::tool_limits::ToolLimits;

/// NVIDIA's compiler `nvcc` with the host compiler that it takes: it reads a file as it is, with host code and the headers of the C++
/// library.
///
/// ```no_run
/// use smem_toolchain::{CudaSource, Install, Nvcc};
///
/// let text = "#include <vector>
/// template <typename T> __global__ void fill(T* data) { data[threadIdx.x] = T(7); }
/// int main() { std::vector<int> host(32); }";
/// let nvcc = Nvcc::find(Install::Allowed)?;
/// let compiled = nvcc.compile(&CudaSource::new(text, "fill.cu").kernel("fill<float>"), "90")?;
/// assert_eq!(compiled.mangled("fill<float>"), Some("_Z4fillIfEvPT_"));
/// assert!(compiled.cubin().unwrap().starts_with(b"\x7fELF"));
/// # Ok::<(), smem_toolchain::ToolError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Nvcc {
    path: PathBuf,
    host: PathBuf,
    install: Install,
    has_cache: bool,
}

/// Host compilers, in the order in which they are looked for.
const HOST_COMPILERS: [&str; 3] = ["g++", "c++", "clang++"];

/// Options of NVRTC's that `nvcc` has not, and that change nothing for a file with its host code.
const OF_NVRTC: [&str; 8] = [
    "-default-device",
    "--device-as-default-execution-space",
    "--device-int128",
    "-no-source-include",
    "--no-source-include",
    "--minimal",
    // It makes PTX, and takes the long form.
    "-dc",
    "--device-c",
];

impl Nvcc {
    /// Finds the `nvcc` of this machine: in `CUDA_PATH` or `CUDA_HOME`, in `/usr/local/cuda`, on `PATH`. `None` where there is none, or no
    /// host compiler.
    pub fn of_machine(install: Install) -> Option<Nvcc> {
        let of_toolkits = programs::toolkits().map(|folder| folder.join("bin/nvcc"));
        let path = of_toolkits.chain(programs::on_path("nvcc")).find(|path| path.is_file())?;
        Some(Nvcc { path, host: host_compiler().ok()?, install, has_cache: true })
    }

    /// Finds the `nvcc` of this machine, or that of the wheels, which are installed if they are missing and `install` allows that.
    ///
    /// # Errors
    /// [`ToolError::Unusable`] where there is none and none may be or could be installed, or where there is no host compiler.
    pub fn find(install: Install) -> Result<Nvcc, ToolError> {
        let host = host_compiler()?;
        if let Some(nvcc) = Nvcc::of_machine(install.clone()) {
            return Ok(nvcc);
        }
        let path = installed_nvcc(&install)?;
        Ok(Nvcc { path: std::path::absolute(&path).unwrap_or(path), host, install, has_cache: true })
    }

    /// The program.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The same with results of earlier calls, those of the assembler among them, which is the default, or without.
    #[must_use]
    pub fn cache(self, is_used: bool) -> Nvcc {
        Nvcc { has_cache: is_used, ..self }
    }

    /// Returns the files that a source includes, those that they include, and so on, as absolute paths. Nothing else of them is read, so
    /// that a caller can refuse a source that includes what it should not before it is compiled.
    ///
    /// # Errors
    /// [`ToolError::Compile`] where a header is missing, and those of [`compile`](Self::compile).
    pub fn headers(&self, source: &CudaSource) -> Result<BTreeSet<PathBuf>, ToolError> {
        self.headers_by(self.kept().as_ref(), source)
    }

    fn headers_by(&self, kept: Option<&KeptPrograms>, source: &CudaSource) -> Result<BTreeSet<PathBuf>, ToolError> {
        match kept {
            Some(kept) => kept.headers(source, || self.included(source)),
            None => self.included(source),
        }
    }

    /// The results of earlier calls.
    fn kept(&self) -> Option<KeptPrograms> {
        let folder = self.install.folder().filter(|_| self.has_cache)?;
        let of_toolkit = self.path.parent()?.parent()?;
        let parts = ["bin/cudafe++", "bin/ptxas", "nvvm/bin/cicc"].map(|part| of_toolkit.join(part));
        let parts = parts.into_iter().filter(|part| part.is_file());
        let all: Vec<PathBuf> = [self.path.clone(), self.host.canonicalize().ok()?].into_iter().chain(parts).collect();
        KeptPrograms::of(&all, &folder, self.install.is_allowed())
    }

    fn included(&self, source: &CudaSource) -> Result<BTreeSet<PathBuf>, ToolError> {
        let (job, output) = self.done(source, |job| job.run(job.command().arg("-M")))?;
        let mut headers = prerequisites(&String::from_utf8_lossy(&output.printed), job.folder.path());
        // A `#line` names it.
        headers.remove(&job.name);
        Ok(headers)
    }

    /// Compiles a source for a compute capability, `90` or `90a`: to PTX, and with the assembler to machine code. The instances of templates
    /// that the source [asks for](CudaSource::kernel) are made beside those of its host code. Options are those of NVRTC, whose long names are `nvcc`'s as well. Unless they
    /// say otherwise, the language is C++17 and there is line information.
    ///
    /// # Errors
    /// [`ToolError::Compile`] with the errors of the compiler and the source lines that they name; [`ToolError::NoKernel`] where an instance is not a
    /// kernel; those of [`Assembler::assemble`].
    pub fn compile(&self, source: &CudaSource, capability: &str) -> Result<Compiled, ToolError> {
        let Some(kept) = self.kept().filter(|_| source.reads().is_some()) else {
            return self.made(source, capability);
        };
        let headers = self.headers_by(Some(&kept), source)?;
        kept.whole(source, capability, &headers, || self.made(source, capability))
    }

    /// Runs the compiler, and once more with the headers of cuRAND where one of them is missing: they are a wheel of their own.
    fn done<'a>(
        &'a self,
        source: &'a CudaSource,
        run: impl Fn(&NvccJob<'a>) -> Result<LimitedOutput, ToolError>,
    ) -> Result<(NvccJob<'a>, LimitedOutput), ToolError> {
        let mut job = NvccJob::new(self, source)?;
        let mut output = run(&job)?;
        if !output.status.success() && misses_curand(&output.message) {
            let found = curand_headers(&self.install);
            job.curand = Some(found.map_err(|error| {
                ToolError::Unusable(format!("`{}` includes headers of cuRAND: {error}", source.name()))
            })?);
            output = run(&job)?;
        }
        if output.status.success() { Ok((job, output)) } else { Err(job.refused(&output)) }
    }

    fn made(&self, source: &CudaSource, capability: &str) -> Result<Compiled, ToolError> {
        let ptx = |job: &NvccJob<'_>| job.folder.path().join("kernel.ptx");
        let (job, _) = self.done(source, |job| {
            let arch = format!("-arch=compute_{capability}");
            job.run(job.command().arg("-ptx").arg(arch).arg("-o").arg(ptx(job)))
        })?;
        let text = fs::read_to_string(ptx(&job))
            .map_err(|error| ToolError::Unusable(format!("`{}` left no PTX: {error}", self.path.display())))?;
        let (ptx, lowered) = job.instances.taken_from(text);
        let is_debug = source.has_option(&["-G", "--device-debug"]);
        if is_debug {
            return Ok(Compiled { ptx, cubin: None, lowered, log: String::new() });
        }
        let assembler = Assembler::find(self.install.clone())?.cache(self.has_cache);
        let target = format!("sm_{capability}");
        let cubin = match source.is_separate() {
            true => {
                let object = assembler.assemble_object(&ptx, source.name(), &target)?;
                Linker::find(&self.install)?.link(&object, source.name(), &target)?
            }
            false => assembler.assemble(&ptx, source.name(), &target)?,
        };
        Ok(Compiled { ptx, cubin: Some(cubin), lowered, log: String::new() })
    }
}

/// The host compiler that is first on `PATH`.
fn host_compiler() -> Result<PathBuf, ToolError> {
    let found = HOST_COMPILERS.iter().find_map(|name| programs::on_path(name));
    found.ok_or_else(|| {
        ToolError::Unusable(
            "`nvcc` needs a host compiler, and there is no `g++` on `PATH`: install it (`apt install g++`)".to_owned(),
        )
    })
}

/// One source for `nvcc`, in a folder of its own.
struct NvccJob<'a> {
    nvcc: &'a Nvcc,
    source: &'a CudaSource,
    /// The name of the source for the compiler, which starts it in another folder.
    name: PathBuf,
    instances: Instances,
    /// The headers of cuRAND, where the source includes one and they were not found.
    curand: Option<PathBuf>,
    folder: tempfile::TempDir,
}

impl<'a> NvccJob<'a> {
    fn new(nvcc: &'a Nvcc, source: &'a CudaSource) -> Result<NvccJob<'a>, ToolError> {
        let failed = |error: std::io::Error| ToolError::Unusable(format!("cannot write a file to compile: {error}"));
        let folder = tempfile::tempdir().map_err(failed)?;
        let name = std::path::absolute(source.name()).map_err(failed)?;
        let instances = Instances::of(source.kernels());
        let shown = compiled_name(&name.display().to_string());
        // After another line, the mark of an encoding has no meaning.
        let own = source.text().trim_start_matches('\u{feff}');
        let text = format!("#line 1 \"{shown}\"\n{own}\n{}", instances.text());
        fs::write(folder.path().join("main.cu"), text).map_err(failed)?;
        Ok(NvccJob { nvcc, source, name, instances, curand: None, folder })
    }

    /// The command without what it makes.
    fn command(&self) -> Command {
        let mut command = programs::command(&self.nvcc.path);
        // Warnings are not shown, and a library has so many that the errors after them would not be read.
        command.env("TMPDIR", self.folder.path()).arg("-ccbin").arg(&self.nvcc.host).arg("-w");
        if !self.source.has_option(&["--std", "-std"]) {
            command.arg("--std=c++17");
        }
        if !self.source.has_option(&["-lineinfo", "--generate-line-info", "-G", "--device-debug"]) {
            command.arg("-lineinfo");
        }
        let folder = self.name.parent().unwrap_or(Path::new("/"));
        // Headers in quotes lie beside the file, which is compiled from another folder.
        command.arg("-Xcompiler=-iquote").arg(format!("-Xcompiler={}", folder.display()));
        let options = self.source.options().iter().filter(|option| !OF_NVRTC.contains(&option.as_str()));
        command.args(options.map(|option| with_absolute_folder(option)));
        if self.source.is_separate() && !self.source.has_option(&["-rdc", "--relocatable-device-code"]) {
            command.arg("-rdc=true");
        }
        if let Some(curand) = &self.curand {
            command.arg("-isystem").arg(curand);
        }
        command.arg(self.folder.path().join("main.cu"));
        command
    }

    fn run(&self, command: &mut Command) -> Result<LimitedOutput, ToolError> {
        let tool = format!("`{}` for `{}`", self.nvcc.path.display(), self.source.name());
        limited::run(command, &[], &ToolLimits::current()).map_err(|error| error.of(&tool))
    }

    /// The error for a source that the compiler refuses.
    fn refused(&self, output: &LimitedOutput) -> ToolError {
        let all = format!("{}\n{}", output.message, String::from_utf8_lossy(&output.printed));
        if all.contains(OUT_OF_MEMORY) {
            let (name, most) = (self.source.name(), ToolLimits::current().memory);
            let why = format!("`nvcc` ran out of memory on `{name}`, of which it may have {most} bytes");
            return ToolError::MemoryLimit(why);
        }
        let (main, folder) = (self.folder.path().join("main.cu"), self.name.display().to_string());
        let all = all.replace(&main.display().to_string(), self.source.name()).replace(&folder, self.source.name());
        if let Some((kernel, why)) = self.instances.refused(&all) {
            return ToolError::NoKernel(format!("`{}` has no kernel `{kernel}` ({why})", self.source.name()));
        }
        let log = errors(&all).concat().trim().to_owned();
        let log =
            if log.is_empty() { format!("{} ended with {}", self.nvcc.path.display(), output.status) } else { log };
        let listing = listing::around_errors(self.source.text(), self.source.name(), &log);
        ToolError::Compile { name: self.source.name().to_owned(), log, listing }
    }
}

/// Whether a log is about a header of cuRAND that is missing.
fn misses_curand(log: &str) -> bool {
    let is_missing = |line: &str| ["No such file", "open source file"].iter().any(|words| line.contains(words));
    log.lines().any(|line| line.contains("curand") && line.contains("error: ") && is_missing(line))
}

/// An option with its folder as an absolute path: the compiler runs in another one.
fn with_absolute_folder(option: &str) -> String {
    for name in ["--include-path=", "-isystem=", "--system-include=", "--pre-include=", "-I"] {
        if let Some(folder) = option.strip_prefix(name).filter(|folder| !folder.is_empty())
            && let Ok(path) = env::current_dir().map(|current| current.join(folder))
        {
            return format!("{name}{}", path.display());
        }
    }
    option.to_owned()
}

/// The files of a rule of `make`, but for those in `folder`. A `#line` may name anything; the paths of files are absolute here.
fn prerequisites(rule: &str, folder: &Path) -> BTreeSet<PathBuf> {
    let (_, files) = rule.split_once(": ").unwrap_or(("", rule));
    let files = files.replace("\\\n", " ").replace("\\ ", "\u{0}");
    let paths = files.split_whitespace().map(|path| PathBuf::from(path.replace('\u{0}', " ")));
    paths.filter(|path| path.is_absolute() && !path.starts_with(folder)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_header_of_curand_is_told_from_others() {
        assert!(misses_curand("a.cu:3:10: fatal error: curand_kernel.h: No such file or directory\n"));
        assert!(misses_curand("a.cu(3): catastrophic error: could not open source file \"curand.h\"\n"));
        for other in [
            "a.cu:3:10: fatal error: mine.h: No such file or directory\n    3 | #include \"mine.h\"  // not curand.h\n",
            "a.cu(3): error: identifier \"curand_init\" is undefined\n",
        ] {
            assert!(!misses_curand(other), "{other}");
        }
    }

    #[test]
    fn a_compiler_without_memory_is_not_an_error_of_the_text() {
        let nvcc = Nvcc { path: "nvcc".into(), host: "g++".into(), install: Install::Refused, has_cache: false };
        let source = CudaSource::new("int a;", "a.cu");
        let refused = |message: &str| {
            let (message, status) = (message.to_owned(), std::process::ExitStatus::default());
            NvccJob::new(&nvcc, &source).unwrap().refused(&LimitedOutput { message, status, printed: Vec::new() })
        };
        let error = refused("t.hpp(75): catastrophic error: out of memory\n  return f();\n");
        assert!(matches!(&error, ToolError::MemoryLimit(why) if why.contains("on `a.cu`")), "{error}");
        assert!(matches!(refused("a.cu(1): error: no\n"), ToolError::Compile { .. }));
    }

    #[test]
    fn a_rule_of_make_names_the_headers() {
        let rule = "main.o : /tmp/a/main.cu \\\n  /usr/include/stdio.h \\\n /my\\ own/a.h names\n";
        let files: Vec<_> = prerequisites(rule, Path::new("/tmp/a")).into_iter().collect();
        assert_eq!(files, [PathBuf::from("/my own/a.h"), PathBuf::from("/usr/include/stdio.h")]);
    }
}
