//! The instruction sets by the names that options give them.

use serde::{Deserialize, Serialize};
use smem_sim::Isa;

/// An instruction set, as options name it: `sass` or `ptx`.
///
/// ```
/// use smem_driver::{Isa, IsaName};
///
/// assert_eq!(Isa::from(IsaName::Sass), Isa::Sass);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
// A comment at a variant would be part of `--help`.
#[allow(missing_docs)]
pub enum IsaName {
    Sass,
    Ptx,
}

impl From<IsaName> for Isa {
    fn from(name: IsaName) -> Isa {
        match name {
            IsaName::Sass => Isa::Sass,
            IsaName::Ptx => Isa::Ptx,
        }
    }
}

impl From<Isa> for IsaName {
    fn from(isa: Isa) -> IsaName {
        if isa == Isa::Ptx { IsaName::Ptx } else { IsaName::Sass }
    }
}
