//! Bytes of shared memory that the sentence of a fault names.

use crate::kernel_name::readable_name;
use crate::program::SharedVariable;

/// A byte of shared memory that the sentence of a fault names: [`FaultSite::named`](crate::FaultSite::named). The simulator knows no
/// extents, so a report that does puts the element in the place of [`written`](Self::written).
///
/// ```
/// # fn show(site: &smem_sim::FaultSite) {
/// for byte in &site.named {
///     println!("`{}` is byte {} of shared memory", byte.written().unwrap_or_default(), byte.address);
/// }
/// # }
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct NamedByte {
    /// The variable that holds it; `None` where that is not known, as of most machine code.
    pub array: Option<SharedVariable>,
    /// The byte, from the start of the block's shared memory.
    pub address: u32,
}

impl NamedByte {
    pub(crate) fn of(variables: &[SharedVariable], address: u32) -> Self {
        let array = variables.iter().find(|variable| variable.holds(address.into(), 1)).cloned();
        Self { array, address }
    }

    /// Returns the byte as the sentence has it, between backquotes: `full + 8 bytes`.
    ///
    /// ```
    /// # fn show(byte: &smem_sim::NamedByte) {
    /// assert_eq!(byte.written().as_deref(), Some("full"));
    /// # }
    /// ```
    pub fn written(&self) -> Option<String> {
        let array = self.array.as_ref()?;
        let name = readable_name(&array.name);
        let short = name.rsplit("::").next().unwrap_or(&name);
        Some(match self.address.saturating_sub(array.offset) {
            0 => short.to_owned(),
            offset => format!("{short} + {offset} bytes"),
        })
    }

    /// `` `full` (byte 0x8 of shared memory) ``, or the byte alone.
    pub(crate) fn place(&self) -> String {
        let byte = format!("byte {:#x} of shared memory", self.address);
        self.written().map_or_else(|| byte.clone(), |name| format!("`{name}` ({byte})"))
    }
}
