//! Results of tools, kept in the folder of installed parts: a tool takes longer to start than a small kernel takes to run.
//!
//! ```text
//! key        all that a result depends on -> SHA-256
//! files      a folder of results by their keys, bounded, which others cannot write
//! results    of one tool
//! ```

mod files;
mod key;
mod results;

#[cfg(feature = "compilers")]
pub(crate) use key::{KeptKey, identity};
pub(crate) use results::KeptResults;
