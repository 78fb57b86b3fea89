//! The names of GPUs, as options have them.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use smem_sim::Gpu;

/// Writes the name of a GPU, for `serialize_with`: `rtx4090`.
///
/// # Errors
/// Those of the serializer.
pub fn serialize_gpu<S: Serializer>(gpu: &Option<&'static Gpu>, serializer: S) -> Result<S::Ok, S::Error> {
    gpu.map(Gpu::id).serialize(serializer)
}

/// Reads the name of a GPU, for `deserialize_with`.
///
/// # Errors
/// The sentence of [`gpu_of`].
pub fn deserialize_gpu<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<&'static Gpu>, D::Error> {
    let name: Option<String> = Option::deserialize(deserializer)?;
    name.map(|name| gpu_of(&name)).transpose().map_err(D::Error::custom)
}

/// Returns the GPU of a name, as options have it.
///
/// ```
/// assert_eq!(smem_report::gpu_of("RTX 4090").unwrap().multiprocessors, 128);
/// assert!(smem_report::gpu_of("h300").unwrap_err().starts_with("`h300` is not in the table of GPUs: gtx750ti, m40, "));
/// ```
///
/// # Errors
/// A sentence with all names, where none is this.
pub fn gpu_of(name: &str) -> Result<&'static Gpu, String> {
    let all = || Gpu::all().iter().map(Gpu::id).collect::<Vec<_>>().join(", ");
    Gpu::from_name(name).ok_or_else(|| format!("`{name}` is not in the table of GPUs: {}", all()))
}
