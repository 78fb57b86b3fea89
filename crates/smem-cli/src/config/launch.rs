//! A launch of `smem-tile.toml`.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use smem_driver::is_kernel;
use smem_profile::program::{Roots, is_of_language};
use smem_profile::{Job, JobSpec};

use super::entries::{Entries, Misplaced};
use super::paths::below_working;

/// A launch of a kernel of a file, with the options of a job; without a shape, the launches that the file makes itself, or those of a launch
/// file.
#[derive(Serialize, Deserialize, Debug, Clone, Default)]
#[serde(rename_all = "kebab-case", default)]
pub(crate) struct ConfiguredLaunch {
    /// The file of CUDA C++ or PTX, from the folder of `smem-tile.toml`.
    file: Option<PathBuf>,
    /// The options, whose paths are from that folder as well.
    #[serde(flatten)]
    pub(crate) spec: JobSpec,
}

impl ConfiguredLaunch {
    /// Reads a launch, which has a file.
    pub(super) fn read(entries: &toml::Spanned<Entries>) -> Result<ConfiguredLaunch, Misplaced> {
        let launch: ConfiguredLaunch = entries.get_ref().read()?;
        match launch.file {
            Some(_) => Ok(launch),
            None => Err(Misplaced::missing("file", entries.span())),
        }
    }

    /// Refuses what is outside the folder: the file may be a stranger's, as what it names is.
    pub(super) fn check(&self, folder: &Path) -> Result<(), String> {
        let mut spec = self.spec.clone();
        let own = Roots::of([folder]);
        for path in self.file.iter().chain(spec.paths_mut().into_iter().map(|path| &*path)) {
            if own.real(&folder.join(path)).is_none() {
                let path = path.display().to_string();
                return Err(format!("`{}` is not below the folder of this file", path.escape_debug()));
            }
        }
        if let Some(option) = self.spec.source.compiler_option.iter().find(|option| !is_of_language(option)) {
            let option = option.escape_debug();
            return Err(format!(
                "`{option}` is not an option that a file of a project may give a compiler: `--use_fast_math` and others of the language are\n\
                 help: give it on the command line, `--compiler-option={option}`"
            ));
        }
        match self.spec.launch.args.iter().find(|arg| arg.contains("file(")) {
            Some(arg) => {
                Err(format!("`{arg}` reads a file: describe the launch in a launch file, `launch = \"FILE.toml\"`"))
            }
            None => Ok(()),
        }
    }

    /// Whether it is a launch of the kernel of a name; of a launch file that is not known.
    pub(crate) fn is_of_kernel(&self, name: &str) -> bool {
        self.spec.launch.kernel.as_deref().is_some_and(|kernel| is_kernel(kernel, name))
    }

    /// The file, from the working folder where it is below that.
    pub(crate) fn file(&self, folder: &Path) -> PathBuf {
        below_working(&self.joined(folder))
    }

    /// Whether it is a launch of this file.
    pub(crate) fn is_of(&self, folder: &Path, file: &Path) -> bool {
        let same = |path: &Path| path.canonicalize().ok();
        same(&self.joined(folder)).is_some_and(|own| Some(own) == same(file))
    }

    fn joined(&self, folder: &Path) -> PathBuf {
        folder.join(self.file.as_deref().unwrap_or(Path::new("")))
    }

    /// The job of a file with this launch, below the options of a command.
    pub(crate) fn job(&self, file: &Path, options: JobSpec, folder: &Path) -> Job {
        let mut own = self.spec.clone();
        own.paths_mut().into_iter().for_each(|path| *path = folder.join(&*path));
        let is_of_project = options.source.compile_commands.is_none() && own.source.compile_commands.is_some();
        let job = Job::new(file).spec(options.over(own));
        if is_of_project { job.commands_of_project(folder) } else { job }
    }
}
