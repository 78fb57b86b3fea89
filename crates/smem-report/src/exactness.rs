//! Whether a count is what a GPU counts.

use serde::{Deserialize, Serialize};
use smem_sim::{Arch, Isa, SharedCount, SharedOp};

/// Why counts are estimates, or that they are exact. In JSON it is `exact` and `estimate`.
///
/// ```
/// use smem_report::Exactness;
///
/// let exact = serde_json::to_string(&Exactness::default())?;
/// assert_eq!(exact, r#"{"exact":true,"estimate":null}"#);
/// assert_eq!(serde_json::from_str::<Exactness>(&exact)?, Exactness::default());
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(into = "ExactnessFields")]
pub struct Exactness {
    /// Why they are estimates; `None` for those that a GPU counts as well.
    pub estimate: Option<String>,
}

impl Exactness {
    /// Says whether counts of executed code are exact. A GPU does not execute PTX, and machine code was compared with a GPU's counters for sm_90
    /// alone. `target` names the architecture.
    ///
    /// ```
    /// use smem_report::Exactness;
    /// use smem_sim::{Arch, Isa, SharedCount, SharedOp};
    ///
    /// assert!(Exactness::of_code(Isa::Sass, Arch::SM_90, "sm_90").is_exact());
    /// assert!(!Exactness::of_code(Isa::Ptx, Arch::SM_90, "sm_90").is_exact());
    /// ```
    pub fn of_code(isa: Isa, arch: Arch, target: &str) -> Exactness {
        let estimate = match isa {
            Isa::Sass if arch == Arch::SM_90 => None,
            Isa::Sass => {
                Some(format!("counts of machine code were compared with a GPU's for sm_90, and not for {target}"))
            }
            _ => Some("PTX was executed, of which the assembler makes machine code".to_owned()),
        };
        Exactness { estimate }
    }

    /// Returns true if a GPU counts the same.
    pub fn is_exact(&self) -> bool {
        self.estimate.is_none()
    }
}

/// The same in JSON, for which `exact` is a field of its own.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct ExactnessFields {
    /// Whether a GPU counts the same.
    exact: bool,
    /// Why they are estimates; null where they are exact.
    estimate: Option<String>,
}

impl From<Exactness> for ExactnessFields {
    fn from(exactness: Exactness) -> ExactnessFields {
        ExactnessFields { exact: exactness.is_exact(), estimate: exactness.estimate }
    }
}

/// Why a count of machine code is an estimate.
pub(crate) fn estimate(count: &SharedCount) -> Option<&'static str> {
    // An instruction without a wavefront takes none wherever its source is.
    if count.op == SharedOp::AsyncCopy && count.wavefronts > 0 {
        return Some("an asynchronous copy takes fewer wavefronts where its source is in L1");
    }
    count.depends_on_timing().then_some(
        "warps of a block contended for a word, and how often such a loop of compare-and-swap retries or waits depends on timing",
    )
}
