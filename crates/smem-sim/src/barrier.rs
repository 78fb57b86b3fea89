//! Barriers of a block, or of a warp, that only some of its threads reach.

use crate::source_loc::SourceLoc;
use std::fmt;
use std::sync::Arc;

/// A barrier of the block at which threads waited while others of their warp, or whole warps, passed it by: each launch looks for them. Or one
/// of the warp (`__syncwarp()`) at which lanes waited for others that went another way; they go on without them.
///
/// CUDA leaves undefined what a barrier does that not every thread reaches for which it waits. A thread that has ended is not waited for, so an
/// early `return` is not among them: one that did what comes after the barrier and ended is, and one that left
/// the loop of the barrier after fewer rounds.
///
/// ```
/// # use smem_sim::*;
/// # fn show(profile: &Profile) {
/// for barrier in &profile.divergent_barriers {
///     println!("{barrier}");
/// }
/// # }
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct DivergentBarrier {
    /// Line of the PTX text, or of the listing of machine code, counted from 1.
    pub line: u32,
    /// The instruction, as written in that text.
    pub text: Arc<str>,
    /// The source line, if the module has source lines.
    pub loc: Option<Arc<SourceLoc>>,
    /// The block in which it was found first: `blockIdx`.
    pub block: [u32; 3],
    /// The number of a warp there of which not all lanes arrived.
    pub warp: u32,
    /// Its lanes that arrived, a bit each.
    pub arrived: u32,
    /// Its lanes that did not, of those that the barrier waits for and that had not ended, but for those of `ended`.
    pub missing: u32,
    /// Where the missing lanes ended, if they had: line of the text, and of the source.
    pub ended: Option<(u32, Option<Arc<SourceLoc>>)>,
    /// The barrier at which they waited instead, which opened for both: line of the text, and of the source.
    pub met: Option<(u32, Option<Arc<SourceLoc>>)>,
    /// In how many warps, and how often, it was found.
    pub times: u64,
}

impl DivergentBarrier {
    /// The numbers in the block of the threads that `lanes` of the warp are, as ranges from the first to the last:
    /// `0 to 15, 20`.
    ///
    /// ```
    /// # fn show(barrier: &smem_sim::DivergentBarrier) {
    /// println!("the threads {} wait", barrier.threads(barrier.arrived));
    /// # }
    /// ```
    pub fn threads(&self, lanes: u32) -> String {
        threads(&[(self.warp, lanes)])
    }
}

/// The numbers of the threads that these lanes of warps are, as ranges: `0 to 47, 64`.
pub(crate) fn threads(warps: &[(u32, u32)]) -> String {
    let mut all: Vec<u32> = warps
        .iter()
        .flat_map(|&(warp, mask)| crate::lanes::lanes(mask).map(move |lane| 32 * warp + lane as u32))
        .collect();
    all.sort_unstable();
    let parts = all.chunk_by(|one, next| one + 1 == *next).map(|run| match run {
        [only] => only.to_string(),
        run => format!("{} to {}", run[0], run[run.len() - 1]),
    });
    parts.collect::<Vec<_>>().join(", ")
}

impl fmt::Display for DivergentBarrier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y, z] = self.block;
        write!(f, "barrier not reached by every thread: block ({x}, {y}, {z}), ")?;
        match self.arrived {
            0 => write!(f, "no thread of warp {}", self.warp)?,
            arrived => write!(f, "threads {} of warp {}", self.threads(arrived), self.warp)?,
        }
        write!(f, " wait{} at ", if self.arrived == 0 { "s" } else { "" })?;
        match &self.loc {
            Some(loc) => write!(f, "{loc}")?,
            None => write!(f, "line {}: `{}`", self.line, self.text)?,
        }
        write!(f, ", and threads {} ", self.threads(self.missing))?;
        match (&self.ended, &self.met) {
            (None, Some((_, Some(loc)))) => write!(f, "wait at {loc} instead"),
            (None, Some((line, None))) => write!(f, "wait at line {line} instead"),
            (None, None) => f.write_str("pass it by"),
            (Some((_, Some(loc))), _) => write!(f, "have passed it by and ended at {loc}"),
            (Some((line, None)), _) => write!(f, "have passed it by and ended at line {line}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_are_named_in_ranges() {
        assert_eq!(threads(&[(1, 0xffff)]), "32 to 47");
        assert_eq!(threads(&[(0, 0x8000_0015)]), "0, 2, 4, 31");
        assert_eq!(threads(&[(1, 0xf), (0, u32::MAX)]), "0 to 35");
        assert_eq!(threads(&[(0, 0)]), "");
    }
}
