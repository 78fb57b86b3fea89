//! A file that `nvcc` compiles and links, with its own `main`: a program.
//!
//! `nvcc` hands each of its command lines to a shell. All words of them are plain: the text has a neutral name in a folder of its own, a folder of
//! headers whose path is not plain gets a link there, and a macro that is not plain is a line of a header that comes first. The host compiler finds
//! the runtime by a link, too, so that no path of the installed parts is a word.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use super::nvcc::Nvcc;
use super::nvcc_job::{NvccJob, TEXT, misses_curand};
use super::options::CompilerOption;
use super::source::CudaSource;
use super::toolchain_wheels::{curand_headers, installed_linker, program_headers};
use crate::error::ToolError;
use crate::limited::LimitedOutput;
use crate::programs;

/// The names of files in the folder of a job.
const PROGRAM: &str = "program";
const FIRST: &str = "first.h";
const LIBRARIES: &str = "libraries";
const HEADERS: &str = "headers";

/// A program that `nvcc` made of a file, in a temporary folder that ends with this.
#[derive(Debug)]
pub struct BuiltProgram {
    path: PathBuf,
    log: String,
    _folder: tempfile::TempDir,
}

impl BuiltProgram {
    /// The file of the program.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Everything that `nvcc` said: warnings, or nothing.
    pub fn log(&self) -> &str {
        &self.log
    }
}

impl Nvcc {
    /// Compiles a file with its own `main` for a compute capability, `90` or `90a`, and links it with the shared runtime. Options are as
    /// [`compile`](Self::compile) takes them. The compiler has no sandbox: the program that it makes would have none.
    ///
    /// ```no_run
    /// use smem_toolchain::{CudaSource, Install, Nvcc};
    ///
    /// let text = "__global__ void k() {} int main() { k<<<1, 32>>>(); return cudaDeviceSynchronize(); }";
    /// let program = Nvcc::find(Install::Allowed)?.program(&CudaSource::new(text, "k.cu"), "90")?;
    /// assert!(program.path().is_file());
    /// # Ok::<(), smem_toolchain::ToolError>(())
    /// ```
    ///
    /// # Errors
    /// [`ToolError::Compile`] with the errors of the compiler or the linker; [`ToolError::RefusedOption`]; [`ToolError::Unusable`] where `nvcc` does
    /// not start, or a part of it is missing.
    pub fn program(&self, source: &CudaSource, capability: &str) -> Result<BuiltProgram, ToolError> {
        let job = NvccJob::new(&self.programs, source)?;
        let output = self.linked(&job, capability)?;
        let (job, output) = match !output.status.success() && misses_curand(&output.message) {
            true => {
                let mut again = NvccJob::new(&self.programs, source)?;
                again.curand = Some(curand_headers(&self.install)?);
                let output = self.linked(&again, capability)?;
                (again, output)
            }
            false => (job, output),
        };
        let path = job.folder.path().join(PROGRAM);
        match output.status.success() && path.is_file() {
            true => Ok(BuiltProgram { path, log: job.own_names(&output.message), _folder: job.folder }),
            false => Err(job.refused(&output)),
        }
    }

    /// Runs `nvcc` in the folder of a job.
    fn linked(&self, job: &NvccJob<'_>, capability: &str) -> Result<LimitedOutput, ToolError> {
        let failed = |error: io::Error| ToolError::Unusable(format!("cannot write a file to compile: {error}"));
        let words = PlainWords::of(job).map_err(failed)?;
        let mut command = programs::command(self.path());
        command.current_dir(job.folder.path()).env("TMPDIR", ".").stdin(Stdio::null());
        command.arg("-ccbin").arg(job.programs.host.as_path()).args(["-cudart", "shared"]).args(words.0);
        job.add_flags(&mut command);
        if self.is_installed() {
            self.link_runtime(&job.folder.path().join(LIBRARIES))?.map_err(failed)?;
            link(&absolute(program_headers(&self.install)?), &job.folder.path().join(HEADERS)).map_err(failed)?;
            command.args(["-L", LIBRARIES, "-isystem", HEADERS]);
        }
        command.arg(format!("-arch=sm_{capability}")).args(["-o", PROGRAM, TEXT]);
        let output = command
            .output()
            .map_err(|error| ToolError::Unusable(format!("`{}` does not start: {error}", self.path().display())))?;
        let message = format!("{}\n{}", text(&output.stderr), text(&output.stdout)).trim().to_owned();
        Ok(LimitedOutput { status: output.status, printed: Vec::new(), message })
    }

    /// Whether it is that of the wheels, whose libraries it does not find by itself.
    fn is_installed(&self) -> bool {
        self.programs.installed.as_ref().is_some_and(|folder| self.path().starts_with(folder))
    }

    /// Makes links to the runtime of the wheels, by the names that a linker looks for.
    fn link_runtime(&self, folder: &Path) -> Result<io::Result<()>, ToolError> {
        let (_, device_runtime) = installed_linker(&self.install)?;
        let lies_in = device_runtime.parent().unwrap_or(Path::new("/")).to_owned();
        Ok(fs::create_dir_all(folder).and_then(|()| {
            for entry in fs::read_dir(lies_in)? {
                let file = absolute(entry?.path());
                let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
                let linked = if name.starts_with("libcudart.so.") { "libcudart.so" } else { &name };
                let place = folder.join(linked);
                if !place.exists() {
                    link(&file, &place)?;
                }
            }
            Ok(())
        }))
    }
}

impl NvccJob<'_> {
    /// The words of a compiler, with the user's name of the source.
    fn own_names(&self, said: &str) -> String {
        let main = self.folder.path().join(TEXT);
        [main, self.name.clone()]
            .iter()
            .fold(said.to_owned(), |said, name| said.replace(&name.display().to_string(), self.source.name()))
    }
}

/// The folders and macros of a job as words that mean nothing to a shell.
struct PlainWords(Vec<String>);

impl PlainWords {
    fn of(job: &NvccJob<'_>) -> io::Result<PlainWords> {
        let (mut words, mut first, at) = (Vec::new(), String::new(), job.folder.path());
        // Headers in quotes lie beside the file, which is compiled from another folder.
        let beside = job.name.parent().unwrap_or(Path::new("/")).to_owned();
        words.push(format!("-Xcompiler=-iquote,{}", plain_folder(at, 0, &beside)?));
        for (number, option) in job.options.iter().enumerate() {
            match option {
                CompilerOption::Folder { path, is_system } => {
                    words.push(if *is_system { "-isystem" } else { "-I" }.to_owned());
                    words.push(plain_folder(at, number + 1, path)?);
                }
                CompilerOption::Macro(definition) if is_plain(definition) => words.push(format!("-D{definition}")),
                CompilerOption::Macro(definition) => {
                    let (name, value) = definition.split_once('=').unwrap_or((definition, "1"));
                    first.push_str(&format!("#define {name} {value}\n"));
                }
                CompilerOption::Undefined(name) => first.push_str(&format!("#undef {name}\n")),
                CompilerOption::PreInclude(path) => {
                    let name = format!("first{number}.h");
                    link(path, &at.join(&name))?;
                    first.push_str(&format!("#include \"{name}\"\n"));
                }
                CompilerOption::Host(flag) => words.push(format!("-Xcompiler={flag}")),
                CompilerOption::Flag(_) | CompilerOption::Architecture(_) => {}
            }
        }
        if let Some(curand) = &job.curand {
            words.extend(["-isystem".to_owned(), plain_folder(at, job.options.len() + 1, curand)?]);
        }
        if !first.is_empty() {
            fs::write(at.join(FIRST), first)?;
            words.extend(["-include".to_owned(), FIRST.to_owned()]);
        }
        Ok(PlainWords(words))
    }
}

/// A folder by a plain path: its own, or that of a link to it.
fn plain_folder(at: &Path, number: usize, folder: &Path) -> io::Result<String> {
    if let Some(path) = folder.to_str().filter(|path| is_plain(path)) {
        return Ok(path.to_owned());
    }
    let name = format!("folder{number}");
    if !at.join(&name).exists() {
        link(folder, &at.join(&name))?;
    }
    Ok(name)
}

/// A word that no shell and no list of `nvcc` takes apart.
fn is_plain(word: &str) -> bool {
    let is_plain = |mark: char| mark.is_ascii_alphanumeric() || matches!(mark, '_' | '.' | '/' | '+' | '-' | '=' | ':');
    !word.is_empty() && word.chars().all(is_plain)
}

#[cfg(unix)]
fn link(file: &Path, name: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(file, name)
}

#[cfg(not(unix))]
fn link(file: &Path, name: &Path) -> io::Result<()> {
    fs::copy(file, name).map(|_| ())
}

fn absolute(path: PathBuf) -> PathBuf {
    std::path::absolute(&path).unwrap_or(path)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::install_folder::Install;

    /// A program that says what it was compiled with, and launches a kernel.
    const TEXT_OF_PROGRAM: &str = "#include \"own.h\"\n#include <cstdio>\n__global__ void k(int* a) { *a = OWN; }\n\
        int main() { int* a; cudaMalloc(&a, 4); k<<<1, 1>>>(a); std::puts(NAME); }\n";

    fn source(folder: &Path, text: &str) -> CudaSource {
        CudaSource::new(text, folder.join("k.cu").display().to_string())
    }

    #[test]
    fn no_name_of_a_folder_or_macro_is_a_command_of_a_shell() {
        let Ok(nvcc) = Nvcc::find(Install::Allowed) else { return };
        let above = tempfile::tempdir().unwrap();
        let canary = above.path().join("canary");
        let folder = above.path().join("a b $(touch canary); `touch canary` '");
        fs::create_dir_all(folder.join("in,\"clude")).unwrap();
        fs::write(folder.join("own.h"), "#include <more.h>\n").unwrap();
        fs::write(folder.join("in,\"clude/more.h"), "#define OWN 7\n").unwrap();
        let source = source(&folder, TEXT_OF_PROGRAM)
            .option(format!("-I{}", folder.join("in,\"clude").display()))
            .option("-DNAME=\"$(touch canary) `id`\"")
            .option("-DPLAIN=1");
        let program = nvcc.program(&source, "90").unwrap();
        assert!(program.path().is_file() && !canary.exists(), "{}", program.log());
        let bytes = fs::read(program.path()).unwrap();
        let holds = |text: &str| bytes.windows(text.len()).any(|part| part == text.as_bytes());
        assert!(holds("$(touch canary) `id`") && holds("libcudart.so."));
    }

    #[test]
    fn errors_of_the_compiler_and_the_linker_name_the_file_of_the_user() {
        let Ok(nvcc) = Nvcc::find(Install::Allowed) else { return };
        let folder = tempfile::tempdir().unwrap();
        let refused = |text: &str| nvcc.program(&source(folder.path(), text), "90").unwrap_err().to_string();
        let place = folder.path().join("k.cu").display().to_string();
        let wrong = refused("__global__ void k() {}\nint main() { return b; }\n");
        assert!(wrong.contains(&format!("{place}(2): error: identifier \"b\" is undefined")), "{wrong}");
        let linked = refused("void f();\nint main() { f(); }\n");
        assert!(linked.contains("undefined reference to `f()'"), "{linked}");
    }

    #[test]
    fn plain_words_are_those_without_marks() {
        assert!(is_plain("/usr/include/c++") && is_plain("N=4") && is_plain("A=-1"));
        for word in ["", "a b", "$a", "a,b", "a'b", "a;b", "a\"b", "é", "(a)", "~", "*"] {
            assert!(!is_plain(word), "{word}");
        }
    }
}
