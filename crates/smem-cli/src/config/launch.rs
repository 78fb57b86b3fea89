//! A launch of `smem-tile.toml`.

use std::path::{Path, PathBuf};

use serde::Deserialize;
use smem_driver::is_kernel;
use smem_profile::program::Roots;
use smem_profile::{Extent, Job};

use super::paths::below_working;

/// A launch of a kernel of a file; without a shape, the launches that the file makes itself, or those of a launch file.
#[derive(Deserialize, Debug, Clone)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct ConfiguredLaunch {
    /// The file of CUDA C++ or PTX, from the folder of `smem-tile.toml`.
    file: PathBuf,
    /// The kernel, as `--kernel` names it.
    pub(crate) kernel: Option<String>,
    grid: Option<ConfiguredBlocks>,
    block: Option<ConfiguredBlocks>,
    cluster: Option<ConfiguredBlocks>,
    #[serde(default)]
    shared: u32,
    /// Arguments as `--arg` takes them.
    #[serde(default)]
    args: Vec<String>,
    /// A launch file, from the folder of `smem-tile.toml`.
    launch: Option<PathBuf>,
    #[serde(default)]
    include: Vec<PathBuf>,
    #[serde(default)]
    define: Vec<String>,
    std: Option<String>,
}

/// A number of blocks or threads, or one to three of them.
#[derive(Deserialize, Debug, Clone, Copy)]
#[serde(try_from = "WrittenBlocks")]
struct ConfiguredBlocks([u32; 3]);

#[derive(Deserialize)]
#[serde(untagged, expecting = "expected one to three numbers from 1")]
enum WrittenBlocks {
    One(u32),
    Several(Vec<u32>),
}

impl TryFrom<WrittenBlocks> for ConfiguredBlocks {
    type Error = &'static str;

    fn try_from(written: WrittenBlocks) -> Result<ConfiguredBlocks, &'static str> {
        let given = match written {
            WrittenBlocks::One(one) => vec![one],
            WrittenBlocks::Several(several) => several,
        };
        if given.is_empty() || given.len() > 3 || given.contains(&0) {
            return Err("expected one to three numbers from 1");
        }
        let mut blocks = [1; 3];
        blocks[..given.len()].copy_from_slice(&given);
        Ok(ConfiguredBlocks(blocks))
    }
}

impl ConfiguredLaunch {
    /// Refuses what is outside the folder: the file may be a stranger's, as what it names is.
    pub(super) fn check(&self, folder: &Path) -> Result<(), String> {
        let paths = [&self.file].into_iter().chain(&self.launch).chain(&self.include);
        let own = Roots::of([folder]);
        for path in paths {
            if own.real(&folder.join(path)).is_none() {
                let path = path.display().to_string();
                return Err(format!("`{}` is not below the folder of this file", path.escape_debug()));
            }
        }
        match self.args.iter().find(|arg| arg.contains("file(")) {
            Some(arg) => {
                Err(format!("`{arg}` reads a file: describe the launch in a launch file, `launch = \"FILE.toml\"`"))
            }
            None => Ok(()),
        }
    }

    /// Whether it has a shape or arguments, or a launch file; else the file makes its launches itself.
    pub(crate) fn is_described(&self) -> bool {
        let is_shaped = self.grid.is_some() || self.block.is_some() || self.cluster.is_some() || self.shared > 0;
        is_shaped || !self.args.is_empty() || self.launch.is_some()
    }

    /// Whether it is a launch of the kernel of a name; of a launch file that is not known.
    pub(crate) fn is_of_kernel(&self, name: &str) -> bool {
        self.kernel.as_deref().is_some_and(|kernel| is_kernel(kernel, name))
    }

    /// The file, from the working folder where it is below that.
    pub(crate) fn file(&self, folder: &Path) -> PathBuf {
        below_working(&folder.join(&self.file))
    }

    /// Whether it is a launch of this file.
    pub(crate) fn is_of(&self, folder: &Path, file: &Path) -> bool {
        let same = |path: &Path| path.canonicalize().ok();
        same(&folder.join(&self.file)).is_some_and(|own| Some(own) == same(file))
    }

    /// Adds the launch to the job of its file.
    pub(crate) fn applied(&self, job: Job, folder: &Path) -> Job {
        let mut job = job.shared(self.shared);
        let extent = |blocks: Option<ConfiguredBlocks>| blocks.map(|ConfiguredBlocks(blocks)| Extent::from(blocks));
        if let Some(grid) = extent(self.grid) {
            job = job.grid(grid);
        }
        if let Some(block) = extent(self.block) {
            job = job.block(block);
        }
        if let Some(cluster) = extent(self.cluster) {
            job = job.cluster(cluster);
        }
        if let Some(kernel) = &self.kernel {
            job = job.kernel(kernel);
        }
        if let Some(launch) = &self.launch {
            job = job.launch(folder.join(launch));
        }
        if let Some(standard) = &self.std {
            job = job.std(standard);
        }
        let job = self.args.iter().fold(job, Job::arg);
        let job = self.include.iter().fold(job, |job, include| job.include(folder.join(include)));
        self.define.iter().fold(job, Job::define)
    }
}
