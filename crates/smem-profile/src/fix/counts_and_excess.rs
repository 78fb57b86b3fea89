//! Counts in the JSON of `fix`, with the wavefronts that conflicts cause.

use serde::{Serialize, Serializer};
use smem_report::Counts;

/// Counts and their excess.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct CountsAndExcess {
    #[serde(flatten)]
    counts: Counts,
    /// Wavefronts that conflicts cause.
    excess: u64,
}

impl From<Counts> for CountsAndExcess {
    fn from(counts: Counts) -> CountsAndExcess {
        CountsAndExcess { counts, excess: counts.excess() }
    }
}

/// Writes counts, or null, with their excess.
pub(super) fn serialize<S, C>(counts: &C, serializer: S) -> Result<S::Ok, S::Error>
where
    S: Serializer,
    C: Copy + Into<Option<Counts>>,
{
    let counts: Option<Counts> = (*counts).into();
    counts.map(CountsAndExcess::from).serialize(serializer)
}
