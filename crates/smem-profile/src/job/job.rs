//! A job as a caller asks for it: a file, launches, checks and limits.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use smem_driver::ScheduleSpec;
use smem_launch::{Install, Isa, LaunchShape};
use smem_sim::Gpu;

use super::compiler::Compiler;
use super::extent::Extent;
use super::spec::JobSpec;
use super::target::Target;
use super::watcher::Watcher;

/// A kernel to run without a GPU: its file, its launches, and what to look for. [`run`](Self::run) makes the
/// [report](crate::ProfileReport).
///
/// Each method is the option of the program `smem-tile profile` of the same name, and has its default.
///
/// ```
/// use smem_profile::Job;
///
/// let text = "__global__ void transpose(float* out, const float* in) {
///     __shared__ float tile[32][32];
///     tile[threadIdx.y][threadIdx.x] = in[32 * threadIdx.y + threadIdx.x];
///     __syncthreads();
///     out[32 * threadIdx.y + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
/// }";
/// let job = |text| Job::of_text("transpose.cu", text).grid(1).block([32, 32]);
/// let job = |text| job(text).arg("out:f32[1024]").arg("in:f32[1024]=random");
/// let report = job(text.to_owned()).run()?;
/// // The 32 warps read a column each: 32 wavefronts where 1 would do.
/// assert_eq!(report.launches[0].excess(), 32 * 31);
/// assert_eq!(report.races().count(), 0);
///
/// let report = job(text.replace("tile[32][32]", "tile[32][33]")).run()?;
/// assert_eq!(report.excess(), 0);
/// # Ok::<(), smem_profile::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Job {
    pub(crate) file: PathBuf,
    /// In place of that of the file.
    pub(crate) text: Option<Arc<str>>,
    /// The bytes of the file, where it is of machine code.
    pub(crate) binary: Option<Arc<[u8]>>,
    /// The machine code of a text that is PTX.
    pub(crate) machine_code: Option<Arc<[u8]>>,
    /// Buffers that hold bytes of the caller's, by their names, and the types of elements of some.
    pub(crate) buffers: BTreeMap<String, Arc<[u8]>>,
    pub(crate) elements: BTreeMap<String, String>,
    /// The options.
    pub(crate) spec: JobSpec,
    /// Those of `compile_commands.json`.
    pub(crate) nvcc_option: Vec<String>,
    pub(crate) finds_compile_commands: bool,
    /// The folder of the project that names `compile_commands.json`, where no caller does.
    pub(crate) project: Option<PathBuf>,
    pub(crate) install: Install,
    /// Whether remedies of races are looked for in the compiled code.
    pub(crate) tries_code: bool,
    pub(crate) watcher: Option<Arc<dyn Watcher>>,
}

impl Job {
    /// Returns a job for a file: CUDA C++; PTX in a file that ends in `.ptx`; or a cubin, a fatbin, a library, a program or an object file
    /// with machine code.
    pub fn new(file: impl Into<PathBuf>) -> Job {
        Job {
            file: file.into(),
            text: None,
            binary: None,
            machine_code: None,
            buffers: BTreeMap::new(),
            elements: BTreeMap::new(),
            spec: JobSpec::default(),
            nvcc_option: Vec::new(),
            finds_compile_commands: true,
            project: None,
            install: Install::Allowed,
            tries_code: true,
            watcher: None,
        }
    }

    /// Returns a job for a text: CUDA C++, or PTX where the name ends in `.ptx`. Reports call it by the name, and headers in quotes are
    /// looked for in the folder of that; the file need not be there.
    pub fn of_text(name: impl Into<PathBuf>, text: impl Into<Arc<str>>) -> Job {
        Job { text: Some(text.into()), ..Job::new(name) }
    }

    /// Returns a job for the bytes of a cubin, or of a file that holds some. Reports call it by the name.
    pub fn of_binary(name: impl Into<PathBuf>, bytes: impl Into<Arc<[u8]>>) -> Job {
        Job { binary: Some(bytes.into()), ..Job::new(name) }
    }

    /// Gives PTX the machine code that another assembler made of it, a cubin. It is what is run and counted, and the PTX judges its races.
    #[must_use]
    pub fn machine_code(self, cubin: impl Into<Arc<[u8]>>) -> Job {
        Job { machine_code: Some(cubin.into()), ..self }
    }

    /// Adds a buffer that holds these bytes at the start. [Arguments](Self::arg) point to it by its name, `a` or `a+64`, and the
    /// [report](crate::ProfileReport::buffers) has the bytes that it holds at the end.
    ///
    /// ```
    /// let text = "__global__ void twice(unsigned char* a) { a[threadIdx.x] *= 2; }";
    /// let report = smem_profile::Job::of_text("twice.cu", text).grid(1).block(2).buffer("a", [1, 2, 3]).arg("a+1").run()?;
    /// assert_eq!(report.buffers["a"], [1, 4, 6]);
    /// # Ok::<(), smem_profile::Error>(())
    /// ```
    #[must_use]
    pub fn buffer(mut self, name: impl Into<String>, bytes: impl Into<Arc<[u8]>>) -> Job {
        self.buffers.insert(name.into(), bytes.into());
        self
    }

    /// Sets the type of a buffer's elements, `f64`: a parameter of CUDA C++ that points to elements of another type is refused.
    ///
    /// ```
    /// let job = smem_profile::Job::of_text("k.cu", "__global__ void k(float* a) {}").grid(1).block(1).arg("a");
    /// assert!(job.buffer("a", [0; 8]).elements("a", "f64").run().is_err());
    /// ```
    #[must_use]
    pub fn elements(mut self, buffer: impl Into<String>, element: impl Into<String>) -> Job {
        self.elements.insert(buffer.into(), element.into());
        self
    }

    /// Sets all options at once, as the program has them: missing tools are installed into the user's cache unless the options say
    /// [`offline`](crate::LimitSpec::offline).
    ///
    /// ```
    /// use smem_profile::{Job, JobSpec, LaunchSpec, LimitSpec};
    ///
    /// let launch = LaunchSpec { grid: Some(1.into()), block: Some(0.into()), ..LaunchSpec::default() };
    /// let limits = LimitSpec { offline: Some(true), ..LimitSpec::default() };
    /// let job = Job::of_text("k.cu", "__global__ void k() {}").spec(JobSpec { launch, limits, ..JobSpec::default() });
    /// assert_eq!(job.run().unwrap_err().to_string(), "the block of the launch is empty along one of its axes");
    /// ```
    #[must_use]
    pub fn spec(self, spec: JobSpec) -> Job {
        Job { install: Install::of_user(spec.limits.offline == Some(true)), spec, ..self }
    }

    /// Returns the options.
    pub fn options(&self) -> &JobSpec {
        &self.spec
    }

    /// Says that a file of a project names [`compile_commands`](Self::compile_commands), and not the caller: of its folders of headers those
    /// below the project's folder are taken, as of one that is found.
    #[must_use]
    pub fn commands_of_project(self, folder: impl Into<PathBuf>) -> Job {
        Job { project: Some(folder.into()), ..self }
    }

    /// Names the kernel as C++ does: `reduce6<int, 256u, true>`. Not needed where the file has one kernel.
    #[must_use]
    pub fn kernel(mut self, name: impl Into<String>) -> Job {
        self.spec.launch.kernel = Some(name.into());
        self
    }

    /// Sets the blocks of the grid.
    #[must_use]
    pub fn grid(mut self, blocks: impl Into<Extent>) -> Job {
        self.spec.launch.grid = Some(blocks.into());
        self
    }

    /// Sets the threads of a block.
    #[must_use]
    pub fn block(mut self, threads: impl Into<Extent>) -> Job {
        self.spec.launch.block = Some(threads.into());
        self
    }

    /// Sets the blocks of a cluster, which divide the grid; for a kernel without `__cluster_dims__`.
    #[must_use]
    pub fn cluster(mut self, blocks: impl Into<Extent>) -> Job {
        self.spec.launch.cluster = Some(blocks.into());
        self
    }

    /// Sets the bytes of dynamic shared memory of a block.
    #[must_use]
    pub fn shared(mut self, bytes: u32) -> Job {
        self.spec.launch.shared = Some(bytes);
        self
    }

    /// Adds an argument of the kernel, in their order: `u32:16384`, `f32:0.5`, a buffer `in:f32[1024]=random` (`zeros`, `iota`, `random`,
    /// `random(SEED)`, `random(0, 255)`, `sorted`, `normal`, `one-hot`, `1,2,3`, `file(PATH)`), a place in one `in+64`, a texture, `null`, or a struct by value `bytes:00ff`. In CUDA C++
    /// the types may be those of the parameters: `16384`, and `[1024]=random` for a buffer; or by the parameter's name, `n=16384` and
    /// `in=[1024]=random`.
    #[must_use]
    pub fn arg(mut self, arg: impl Into<String>) -> Job {
        self.spec.launch.args.push(arg.into());
        self
    }

    /// Gives a variable of the host its value, for the launches that the file makes itself: `n=1024`.
    #[must_use]
    pub fn set(mut self, value: impl Into<String>) -> Job {
        self.spec.launch.set.push(value.into());
        self
    }

    /// Names a TOML file that describes the launches. Then the job itself gives no kernel, shape or argument.
    #[must_use]
    pub fn launch(mut self, file: impl Into<PathBuf>) -> Job {
        self.spec.launch.launch = Some(file.into());
        self
    }

    /// Adds a folder of headers.
    #[must_use]
    pub fn include(mut self, folder: impl Into<PathBuf>) -> Job {
        self.spec.source.include.push(folder.into());
        self
    }

    /// Adds a folder whose files may be shown if the input names them, besides its own, the working folder and those of headers.
    #[must_use]
    pub fn source(mut self, folder: impl Into<PathBuf>) -> Job {
        self.spec.source.source.push(folder.into());
        self
    }

    /// Adds a folder whose files `file = ".."` of a launch file may read, besides that of the launch file.
    #[must_use]
    pub fn allow_files(mut self, folder: impl Into<PathBuf>) -> Job {
        self.spec.launch.allow_files.push(folder.into());
        self
    }

    /// Defines a macro: `N=4`.
    #[must_use]
    pub fn define(mut self, definition: impl Into<String>) -> Job {
        self.spec.source.define.push(definition.into());
        self
    }

    /// Sets the language; `c++17` is the default.
    #[must_use]
    pub fn std(mut self, standard: impl Into<String>) -> Job {
        self.spec.source.std = Some(standard.into());
        self
    }

    /// Sets the compiler. By default it is `nvcc` where the machine has one; else NVRTC, and for a file that this refuses the `nvcc` of
    /// NVIDIA's wheels, where there is a host compiler.
    #[must_use]
    pub fn compiler(mut self, compiler: Compiler) -> Job {
        self.spec.source.compiler = Some(compiler);
        self
    }

    /// Names the `compile_commands.json` whose flags for the file are taken: folders of headers, macros, the language. By default it is the one beside
    /// the file or above it, or in a folder `build` there, of which only folders of headers below its own folder are taken.
    #[must_use]
    pub fn compile_commands(mut self, file: impl Into<PathBuf>) -> Job {
        self.spec.source.compile_commands = Some(file.into());
        self
    }

    /// Says whether a `compile_commands.json` is looked for, which is the default. One that is [named](Self::compile_commands) is read in any case.
    #[must_use]
    pub fn find_compile_commands(self, is_looked_for: bool) -> Job {
        Job { finds_compile_commands: is_looked_for, ..self }
    }

    /// Adds another option of the compiler, such as `--use_fast_math`.
    #[must_use]
    pub fn compiler_option(mut self, option: impl Into<String>) -> Job {
        self.spec.source.compiler_option.push(option.into());
        self
    }

    /// Sets the architecture. The default is sm_90, or the file's own for PTX and machine code.
    #[must_use]
    pub fn arch(mut self, arch: impl Into<Target>) -> Job {
        self.spec.source.arch = Some(arch.into());
        self
    }

    /// Sets the GPU whose time is predicted, and the architecture where none is given. The default is [`Gpu::of`](crate::Gpu::of) the
    /// architecture.
    ///
    /// ```
    /// use smem_profile::{Gpu, Job};
    ///
    /// let job = Job::of_text("k.cu", "__global__ void k() {}").grid(1).block(32).gpu(Gpu::from_name("l4").unwrap());
    /// assert_eq!(job.run()?.arch, "sm_89");
    /// let wrong = job.arch(smem_profile::Arch::SM_90).run().unwrap_err();
    /// assert_eq!(wrong.to_string(), "an L4 has the architecture sm_89, and does not run code for sm_90");
    /// # Ok::<(), smem_profile::Error>(())
    /// ```
    #[must_use]
    pub fn gpu(mut self, gpu: &'static Gpu) -> Job {
        self.spec.source.gpu = Some(gpu);
        self
    }

    /// Sets the instruction set that is executed and counted; by default machine code, and PTX where that cannot run.
    #[must_use]
    pub fn isa(mut self, isa: Isa) -> Job {
        self.spec.source.isa = Some(isa.into());
        self
    }

    /// Runs so many blocks of each launch, spread over the grid, instead of all. 0 is all of them, of large launches of the file too, of which a
    /// few run by default.
    #[must_use]
    pub fn blocks(mut self, count: u64) -> Job {
        self.spec.launch.blocks = Some(count);
        self
    }

    /// Sets the bytes that buffers, variables and running blocks may take; 4 GiB is the default.
    #[must_use]
    pub fn max_memory(mut self, bytes: u64) -> Job {
        self.spec.limits.max_memory = Some(bytes);
        self
    }

    /// Sets the thread instructions that a launch may take; a warp's instruction is 32.
    #[must_use]
    pub fn max_instructions(mut self, count: u64) -> Job {
        self.spec.limits.max_instructions = Some(count);
        self
    }

    /// Says whether the compiler and the disassembler may be installed where they are missing, and where; by default into Cargo's target
    /// folder, as [`Install::Allowed`] says.
    #[must_use]
    pub fn install(self, install: Install) -> Job {
        Job { install, ..self }
    }

    /// Says whether results of earlier compilations, of the assembler and of the disassembler are taken, which is the default: they are kept in the
    /// folder of [`install`](Self::install), by text, headers, options and version of the tool.
    #[must_use]
    pub fn cache(mut self, is_used: bool) -> Job {
        self.spec.limits.cache = Some(is_used);
        self
    }

    /// Says whether races on shared memory are looked for, which is the default. Without, a launch runs faster, and reads of what nothing
    /// wrote are noticed in PTX only.
    #[must_use]
    pub fn race_check(mut self, is_made: bool) -> Job {
        self.spec.checks.race_check = Some(is_made);
        self
    }

    /// Says whether races on global memory are looked for as well. One host thread then runs all blocks.
    #[must_use]
    pub fn global_races(mut self, is_made: bool) -> Job {
        self.spec.checks.global_races = Some(is_made);
        self
    }

    /// Says whether accesses to one shared array through the address of another are looked for: by a run of the PTX as well.
    #[must_use]
    pub fn overruns(mut self, is_made: bool) -> Job {
        self.spec.checks.overruns = Some(is_made);
        self
    }

    /// Says whether changes of the source are looked for that end a finding, which is the default. Each is compiled and run.
    #[must_use]
    pub fn remedies(mut self, are_tried: bool) -> Job {
        self.spec.checks.remedies = Some(are_tried);
        self
    }

    /// Sets in how many other orders of warps and blocks each launch runs, and the seed of the first: for faults, races and results that its own order
    /// does not show. By default small launches run in two.
    #[must_use]
    pub fn schedules(mut self, orders: u32, first_seed: u64) -> Job {
        self.spec.schedules = ScheduleSpec { schedules: Some(orders), schedule_seed: Some(first_seed) };
        self
    }

    /// Says whether the report has the accesses of the source that each wide instruction covers: by a run without optimisation as well.
    #[must_use]
    pub fn merged(mut self, is_made: bool) -> Job {
        self.spec.checks.merged = Some(is_made);
        self
    }

    /// Sets who follows the job while it runs.
    #[must_use]
    pub fn watched_by(self, watcher: Arc<dyn Watcher>) -> Job {
        Job { watcher: Some(watcher), ..self }
    }

    /// The shape that the job gives, if both parts are there.
    pub(crate) fn shape(&self) -> Option<LaunchShape> {
        let spec = &self.spec.launch;
        let (Extent(grid), Extent(block)) = (spec.grid?, spec.block?);
        let launch = LaunchShape::of(grid, block).shared_bytes(spec.shared.unwrap_or(0));
        Some(spec.cluster.map_or(launch, |Extent(blocks)| launch.cluster(blocks)))
    }
}
