//! The launch of a job.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::job::extent::Extent;

/// The launch: a kernel, its shape and its arguments; or a launch file; or nothing, for the launches that the file makes itself.
///
/// ```
/// use smem_profile::LaunchSpec;
///
/// let spec = LaunchSpec { kernel: Some("k".into()), ..LaunchSpec::default() };
/// assert!(!spec.is_described());
/// assert!(LaunchSpec { shared: Some(1024), ..spec }.is_described());
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[serde(rename_all = "kebab-case", default)]
pub struct LaunchSpec {
    /// The kernel as C++ names it: 'reduce6<int, 256u, true>'; not needed where the file has one kernel
    #[cfg_attr(feature = "cli", arg(long, value_name = "NAME", conflicts_with = "launch", help_heading = "Launch"))]
    pub kernel: Option<String>,
    /// Blocks: 64, or 4,4 or 4,4,2
    #[cfg_attr(feature = "cli", arg(long, value_name = "X,Y,Z", conflicts_with = "launch", help_heading = "Launch"))]
    pub grid: Option<Extent>,
    /// Threads of a block: 256, or 32,8 or 32,8,1
    #[cfg_attr(feature = "cli", arg(long, value_name = "X,Y,Z", conflicts_with = "launch", help_heading = "Launch"))]
    pub block: Option<Extent>,
    /// Blocks of a cluster, which divide the grid: 2, or 2,1 or 2,1,1; for a kernel without `__cluster_dims__`
    #[cfg_attr(feature = "cli", arg(long, value_name = "X,Y,Z", conflicts_with = "launch", help_heading = "Launch"))]
    pub cluster: Option<Extent>,
    /// Bytes of dynamic shared memory of a block, by default 0
    #[cfg_attr(feature = "cli", arg(long, value_name = "BYTES", conflicts_with = "launch", help_heading = "Launch"))]
    pub shared: Option<u32>,
    /// An argument of the kernel, in their order: u32:16384, f32:0.5, a buffer in:f32[1024]=random (zeros, iota, random, random(SEED), random(0, 255), sorted, normal, one-hot,
    /// 1,2,3, file(PATH)), a place in one in+64, a texture image:tex2D.linear:u8x4[64x48]=random, null, a tensor map
    /// map:a[256,64].f16=random box=64x64 swizzle=128B (the last dimension is contiguous), or a struct by value struct[16,8]{0=i32:4, 8=in} (bytes, alignment,
    /// fields by byte offset) or bytes:00ff; of CUDA C++ also without the parameter's type or by its name: 16384, n=16384, in=[1024]=random, a struct by
    /// its fields view={n=128, p=&in, scale=0.5}, a buffer of structs points=[{x=1}, {x=2}] or points=[64]={x=1}
    #[allow(
        rustdoc::broken_intra_doc_links,
        reason = "it is the help of the command line, and has lengths in brackets"
    )]
    #[cfg_attr(
        feature = "cli",
        arg(
            long = "arg",
            alias = "args",
            value_name = "ARG",
            allow_hyphen_values = true,
            conflicts_with = "launch",
            help_heading = "Launch"
        )
    )]
    pub args: Vec<String>,
    /// The value of a variable of the host, n=1024, for the launches that the file makes itself; may be given several times
    #[cfg_attr(
        feature = "cli",
        arg(long, value_name = "NAME=VALUE", conflicts_with = "launch", help_heading = "Launch")
    )]
    pub set: Vec<String>,
    /// The launches, described in a TOML file
    #[cfg_attr(feature = "cli", arg(long, value_name = "FILE", help_heading = "Launch"))]
    pub launch: Option<PathBuf>,
    /// A folder whose files `file = ".."` of --launch may read, besides that of the launch file; may be given several times
    #[cfg_attr(
        feature = "cli",
        arg(long, value_name = "FOLDER", requires = "launch", help_heading = "Source and code")
    )]
    pub allow_files: Vec<PathBuf>,
    /// Runs N blocks of each launch, spread over the grid, instead of all, and counts those; 0 runs all, of large launches of the file too
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", help_heading = "Launch"))]
    pub blocks: Option<u64>,
}

impl LaunchSpec {
    /// Returns the number of blocks that run instead of all; `None` for all.
    pub(crate) fn sample(&self) -> Option<u64> {
        self.blocks.filter(|blocks| *blocks > 0)
    }

    /// Returns true where a launch is described: by a shape, arguments or a launch file.
    pub fn is_described(&self) -> bool {
        self.is_shaped() || self.launch.is_some()
    }

    /// Returns true where there is a shape or an argument.
    pub(crate) fn is_shaped(&self) -> bool {
        let has_shared = self.shared.is_some_and(|bytes| bytes > 0);
        let is_shaped = self.grid.is_some() || self.block.is_some() || self.cluster.is_some() || has_shared;
        is_shaped || !self.args.is_empty()
    }

    pub(super) fn paths_mut(&mut self) -> impl Iterator<Item = &mut PathBuf> {
        let LaunchSpec {
            kernel: _,
            grid: _,
            block: _,
            cluster: _,
            shared: _,
            args: _,
            set: _,
            launch,
            allow_files,
            blocks: _,
        } = self;
        launch.iter_mut().chain(allow_files)
    }

    /// Returns these options over others. Arguments have an order, so they are those of one of the two.
    pub(super) fn over(self, below: LaunchSpec) -> LaunchSpec {
        let LaunchSpec { kernel, grid, block, cluster, shared, args, set, launch, allow_files, blocks } = self;
        LaunchSpec {
            kernel: kernel.or(below.kernel),
            grid: grid.or(below.grid),
            block: block.or(below.block),
            cluster: cluster.or(below.cluster),
            shared: shared.or(below.shared),
            args: if args.is_empty() { below.args } else { args },
            set: [below.set, set].concat(),
            launch: launch.or(below.launch),
            allow_files: [below.allow_files, allow_files].concat(),
            blocks: blocks.or(below.blocks),
        }
    }
}
