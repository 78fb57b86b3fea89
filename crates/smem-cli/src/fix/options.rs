//! The options of `fix`.

use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

use clap::Args;
use smem_profile::{DynamicArray, FixJob, Job};

use crate::profile::{LaunchOptions, ProgramWatcher};

pub(crate) const EXAMPLES: &str = "Launches and tools are those of `smem-tile profile`, which also draws the requests and finds races.

    smem-tile fix transpose.cu --kernel transpose --grid 4,4 --block 32,8 --arg out:f32[16384] --arg in:f32[16384]=random
    smem-tile fix gemm.cu --launch gemm.toml --array As@0:4096 --array Bs@4096:8192=32x32
    smem-tile fix gemm.cu --launch gemm.toml --diff | git apply

Races and barriers that some threads skip come first: for each the smallest change that removes it, as `__syncwarp()`, `__syncthreads()`, a commit, a wait or an atomic. Each is
compiled and run, and is printed only if the finding is gone, no other has come, and the results are the same or were not defined before.
Then each way to change a layout is compiled and run: the one that takes the fewest wavefronts is printed, of equals the smallest.

Exit codes: 0 success, 1 a fault, a finding without a verified change, a changed source that does not compile or has other results where no other change helps, or more excess
than --max-excess accepts after the change, 2 bad input, 3 the end of a limit of time or memory, 130 ended by Ctrl-C.";

const CHANGE: &str = "Change";
const OUTPUT: &str = "Output";

#[derive(Args, Debug)]
pub(crate) struct FixOptions {
    #[command(flatten)]
    pub(crate) launched: LaunchOptions,
    /// A part of dynamic shared memory that is an array of its own, as byte offsets, end exclusive: As@0:4096, or with its rows
    /// and columns As@0:4096=32x32; may be given several times
    #[arg(long = "array", value_name = "NAME@FROM:TO", value_parser = DynamicArray::from_str, help_heading = CHANGE)]
    pub(crate) arrays: Vec<DynamicArray>,
    /// Changes layouts alone: looks for no synchronization that the source lacks
    #[arg(long, help_heading = CHANGE)]
    pub(crate) no_remedies: bool,
    /// Prints the change alone, as a patch for `git apply` or `patch -p1`
    #[arg(long, conflicts_with = "json", help_heading = CHANGE)]
    pub(crate) diff: bool,
    /// Changes the source, once the changed source ran with the same results, and writes the header with its tiles beside it
    #[arg(long, conflicts_with = "diff", help_heading = CHANGE)]
    pub(crate) write: bool,
    /// Writes the lines with conflicts as SARIF 2.1.0, with the change as a fix that code hosts and editors can apply
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub(crate) sarif: Option<PathBuf>,
    /// Prints the header with the tiles as well
    #[arg(short, long, conflicts_with_all = ["json", "quiet", "diff"], help_heading = OUTPUT)]
    pub(crate) verbose: bool,
    /// The file for the header with the tiles, instead of FILE_tiles.cuh beside the source; without --write it is written alone
    #[arg(short, long, value_name = "FILE", help_heading = CHANGE)]
    pub(crate) output: Option<PathBuf>,
}

impl FixOptions {
    /// Returns the search for a job's launches.
    pub(crate) fn job(&self, job: Job) -> FixJob {
        let job = job.watched_by(Arc::new(ProgramWatcher::default()));
        let job = if self.no_remedies { job.remedies(false) } else { job };
        self.arrays.iter().cloned().fold(FixJob::new(job), FixJob::array)
    }
}
