//! CUDA C++ text with all that a compilation of it takes, and what comes out.

use std::path::{Path, PathBuf};

use super::options::CompilerOption;
use super::read_files::ReadFiles;
use crate::error::ToolError;
use crate::sandbox::Sandbox;

/// CUDA C++ text to compile: its name in messages, NVRTC's options, and the kernels to instantiate from templates.
///
/// ```
/// use smem_toolchain::CudaSource;
///
/// let text = "template <typename T> __global__ void fill(T* data) { data[threadIdx.x] = T(VALUE); }";
/// let source = CudaSource::new(text, "fill.cu").option("-DVALUE=7").kernel("fill<float>");
/// assert_eq!((source.name(), source.options()), ("fill.cu", &["-DVALUE=7".to_owned()][..]));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CudaSource {
    text: String,
    name: String,
    options: Vec<String>,
    kernels: Vec<String>,
    /// `None` where it is not known which.
    reads: Option<ReadFiles>,
    /// Folders of files that may be included; `None`: any.
    within: Option<Vec<PathBuf>>,
}

impl CudaSource {
    /// `text`, called `name` in messages, as a file would be: `scan.cu`. `#line 1 "other.cu"` in the text starts another file.
    pub fn new(text: impl Into<String>, name: impl Into<String>) -> CudaSource {
        CudaSource {
            text: text.into(),
            name: name.into(),
            options: Vec::new(),
            kernels: Vec::new(),
            reads: None,
            within: None,
        }
    }

    /// The same with one more of NVRTC's options: `-DN=4`, `--include-path=/opt/include`, `--use_fast_math`.
    #[must_use]
    pub fn option(mut self, option: impl Into<String>) -> CudaSource {
        self.options.push(option.into());
        self
    }

    /// The same with one more kernel to instantiate, as C++ names it: `scan<int, 256u>`, or `ns::add`.
    ///
    /// `smem_launch::Program::kernel` instantiates templates on demand as well, in a module of their own. Kernels that
    /// share `__device__` or `__constant__` variables must be in one module, so name them here.
    #[must_use]
    pub fn kernel(mut self, expression: impl Into<String>) -> CudaSource {
        self.kernels.push(expression.into());
        self
    }

    /// The same with another text.
    ///
    /// ```
    /// use smem_toolchain::CudaSource;
    ///
    /// let source = CudaSource::new("__global__ void k() {}", "k.cu").option("-DN=4");
    /// let other = source.with_text("__global__ void k(int) {}");
    /// assert_eq!((other.name(), other.options(), other.text()), ("k.cu", source.options(), "__global__ void k(int) {}"));
    /// ```
    #[must_use]
    pub fn with_text(&self, text: &str) -> CudaSource {
        CudaSource { text: text.to_owned(), ..self.clone() }
    }

    /// Names the files that the compilation may read, those that it would find in their place among them, besides CUDA's headers. Their contents
    /// then say, with the text, the options and the compiler's version, whether an earlier result is that of this source, and the compiler is not
    /// started: 64 MiB of results are kept in the folder of installed parts. What lies in `temporary` may lie elsewhere the next time.
    ///
    /// ```
    /// use smem_toolchain::{CudaSource, Install, Nvrtc};
    ///
    /// // It includes nothing.
    /// let source = CudaSource::new("__global__ void k() {}", "k.cu").option("-arch=sm_90").reading(Vec::new(), None);
    /// let nvrtc = Nvrtc::find(Install::Allowed)?;
    /// assert_eq!(nvrtc.compile(&source)?, nvrtc.cache(false).compile(&source)?);
    /// # Ok::<(), smem_toolchain::ToolError>(())
    /// ```
    #[must_use]
    pub fn reading(self, files: Vec<PathBuf>, temporary: Option<PathBuf>) -> CudaSource {
        CudaSource { reads: Some(ReadFiles::of(files, temporary)), ..self }
    }

    /// Names the folders of files that the text may include, besides those of the options and CUDA's and the system's headers. A source that includes
    /// another file does not compile, and no line of that file is in a message. Without a call, any file of the user's may be included.
    ///
    /// ```
    /// use smem_toolchain::{CudaSource, Install, Nvcc};
    ///
    /// let source = CudaSource::new("#include \"/etc/passwd\"\n__global__ void k() {}", "/checkout/k.cu").within(vec!["/checkout".into()]);
    /// # if Nvcc::of_machine(Install::Allowed).is_some() {
    /// assert!(Nvcc::find(Install::Allowed)?.compile(&source, "90").is_err());
    /// # }
    /// # Ok::<(), smem_toolchain::ToolError>(())
    /// ```
    #[must_use]
    pub fn within(self, folders: Vec<PathBuf>) -> CudaSource {
        CudaSource { within: Some(folders), ..self }
    }

    /// The folders of files that may be included, if they are named.
    pub(super) fn folders(&self) -> Option<&[PathBuf]> {
        self.within.as_deref()
    }

    /// Its options, each of which a compiler may have.
    ///
    /// # Errors
    /// [`ToolError::RefusedOption`] for the first that is not.
    pub(super) fn read_options(&self) -> Result<Vec<CompilerOption>, ToolError> {
        self.options.iter().map(|option| CompilerOption::read(option)).collect()
    }

    /// The sandbox of a compiler of this source: it reads the folders of files that may be included, those of the options, and the temporary ones.
    ///
    /// # Errors
    /// Those of [`read_options`](Self::read_options).
    pub(super) fn sandbox(&self) -> Result<Sandbox, ToolError> {
        let Some(folders) = &self.within else { return Ok(Sandbox::new().reading_all()) };
        let of_options = self.read_options()?.into_iter().filter_map(|option| match option {
            CompilerOption::Folder { path, .. } | CompilerOption::PreInclude(path) => Some(path),
            _ => None,
        });
        let temporary = self.reads.iter().filter_map(|reads| reads.temporary().map(Path::to_owned));
        let all = folders.iter().cloned().chain(of_options).chain(temporary);
        Ok(all.fold(Sandbox::new(), Sandbox::reading))
    }

    /// The files that it may read, where they are known.
    pub(super) fn reads(&self) -> Option<&ReadFiles> {
        self.reads.as_ref()
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The name in messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// NVRTC's options, in order.
    pub fn options(&self) -> &[String] {
        &self.options
    }

    /// The kernels to instantiate, as C++ names them.
    pub fn kernels(&self) -> &[String] {
        &self.kernels
    }

    /// The same without kernels to instantiate.
    ///
    /// ```
    /// use smem_toolchain::CudaSource;
    ///
    /// let source = CudaSource::new("template <int N> __global__ void k() {}", "k.cu").kernel("k<1>");
    /// assert!(source.without_kernels().kernels().is_empty());
    /// ```
    #[must_use]
    pub fn without_kernels(&self) -> CudaSource {
        CudaSource { kernels: Vec::new(), ..self.clone() }
    }

    /// The same with `options` in front of its own, which are later and win where both have one.
    ///
    /// ```
    /// use smem_toolchain::CudaSource;
    ///
    /// let source = CudaSource::new("__global__ void k() {}", "k.cu").option("-DN=4");
    /// assert_eq!(source.with_defaults(vec!["-lineinfo".to_owned()]).options(), ["-lineinfo", "-DN=4"]);
    /// ```
    #[must_use]
    pub fn with_defaults(&self, mut options: Vec<String>) -> CudaSource {
        options.extend_from_slice(&self.options);
        CudaSource { options, ..self.clone() }
    }

    /// Returns true if an option of one of these names is given, with a value (`-arch=sm_90`) or without.
    ///
    /// ```
    /// use smem_toolchain::CudaSource;
    ///
    /// let source = CudaSource::new("__global__ void k() {}", "k.cu").option("--std=c++20");
    /// assert!(source.has_option(&["--std", "-std"]) && !source.has_option(&["-lineinfo"]));
    /// ```
    pub fn has_option(&self, names: &[&str]) -> bool {
        self.options.iter().any(|option| names.contains(&option.split('=').next().unwrap_or(option)))
    }

    /// Whether it is compiled separately, so that its kernels may launch kernels.
    pub(super) fn is_separate(&self) -> bool {
        self.options.iter().any(|option| SEPARATE.contains(&option.as_str()))
    }
}

/// The options that separate compilation has, of which an object is linked.
const SEPARATE: [&str; 4] = ["-rdc=true", "--relocatable-device-code=true", "-dc", "--device-c"];

/// The result of a compilation: see [`Nvrtc::compile`](super::Nvrtc::compile).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Compiled {
    pub(super) ptx: String,
    pub(super) cubin: Option<Vec<u8>>,
    /// The mangled name of each kernel to instantiate, in the order of the source.
    pub(super) lowered: Vec<(String, String)>,
    pub(super) log: String,
}

impl Compiled {
    /// The result of an earlier compilation, from its PTX, its machine code and its [`names`](Self::names): see
    /// `smem_launch::Device::load_compiled`.
    pub fn from_parts(ptx: impl Into<String>, cubin: Option<&[u8]>, names: &[(String, String)]) -> Compiled {
        let cubin = cubin.map(<[u8]>::to_vec);
        Compiled { ptx: ptx.into(), cubin, lowered: names.to_vec(), log: String::new() }
    }

    /// The PTX text.
    pub fn ptx(&self) -> &str {
        &self.ptx
    }

    /// The machine code, a CUBIN. `None` where the options name no real architecture such as `-arch=sm_90`.
    pub fn cubin(&self) -> Option<&[u8]> {
        self.cubin.as_deref()
    }

    /// The name in the PTX and the CUBIN of a kernel that [`CudaSource::kernel`] asked for. `None` for another one.
    pub fn mangled(&self, kernel: &str) -> Option<&str> {
        self.lowered.iter().find(|(expression, _)| expression == kernel).map(|(_, lowered)| lowered.as_str())
    }

    /// The names that [`CudaSource::kernel`] asked for, with those in the PTX.
    pub fn names(&self) -> &[(String, String)] {
        &self.lowered
    }

    /// The warnings of the compiler and of its assembler; empty where there are none.
    pub fn log(&self) -> &str {
        &self.log
    }
}
