//! The names of accesses in JSON and in keys.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use smem_sim::{Arch, GlobalOp, Gpu, Isa, SharedOp};

/// The kinds of accesses to shared memory, with their names.
pub(crate) const NAMES: [(SharedOp, &str); 7] = [
    (SharedOp::Load, "load"),
    (SharedOp::Store, "store"),
    (SharedOp::Atomic, "atomic"),
    (SharedOp::LdMatrix, "ldmatrix"),
    (SharedOp::StMatrix, "stmatrix"),
    (SharedOp::AsyncCopy, "copy"),
    (SharedOp::GroupProduct, "wgmma"),
];

/// Returns the name of a kind of access.
///
/// ```
/// assert_eq!(smem_report::op_name(smem_sim::SharedOp::AsyncCopy), "copy");
/// ```
pub fn op_name(op: SharedOp) -> &'static str {
    NAMES.iter().find(|(known, _)| *known == op).map_or("copy", |(_, name)| name)
}

/// The kinds of accesses to global memory, with their names.
pub(crate) const GLOBAL_NAMES: [(GlobalOp, &str); 5] = [
    (GlobalOp::Load, "load"),
    (GlobalOp::Store, "store"),
    (GlobalOp::Atomic, "atomic"),
    (GlobalOp::Reduction, "reduction"),
    (GlobalOp::AsyncCopy, "copy"),
];

/// Returns the name of a kind of access to global memory.
///
/// ```
/// assert_eq!(smem_report::global_op_name(smem_sim::GlobalOp::Load), "load");
/// ```
pub fn global_op_name(op: GlobalOp) -> &'static str {
    GLOBAL_NAMES.iter().find(|(known, _)| *known == op).map_or("copy", |(_, name)| name)
}

/// Returns the name of an instruction set: `sass`, which is machine code, or `ptx`.
///
/// ```
/// assert_eq!(smem_report::isa_name(smem_sim::Isa::Sass), "sass");
/// ```
pub fn isa_name(isa: Isa) -> &'static str {
    match isa {
        Isa::Sass => "sass",
        _ => "ptx",
    }
}

/// Writes a kind of access by its name, for `serialize_with`.
///
/// ```
/// use serde::Serialize;
/// use smem_sim::SharedOp;
///
/// #[derive(Serialize)]
/// struct Row {
///     #[serde(serialize_with = "smem_report::serialize_op")]
///     op: SharedOp,
/// }
/// assert_eq!(serde_json::to_string(&Row { op: SharedOp::Load })?, r#"{"op":"load"}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// # Errors
/// Those of the serializer.
pub fn serialize_op<S: Serializer>(op: &SharedOp, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(op_name(*op))
}

/// Writes an instruction set by its name, for `serialize_with`: see [`serialize_op`].
///
/// # Errors
/// Those of the serializer.
pub fn serialize_isa<S: Serializer>(isa: &Isa, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(isa_name(*isa))
}

/// Writes a kind of access to global memory by its name.
pub(crate) fn serialize_global_op<S: Serializer>(op: &GlobalOp, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(global_op_name(*op))
}

/// Reads the name of a kind of access.
pub(crate) fn deserialize_op<'de, D: Deserializer<'de>>(deserializer: D) -> Result<SharedOp, D::Error> {
    let name = String::deserialize(deserializer)?;
    let op = NAMES.iter().find(|(_, known)| *known == name);
    op.map(|(op, _)| *op).ok_or_else(|| D::Error::custom(format!("`{name}` is not a kind of access")))
}

/// Reads the name of a kind of access to global memory.
pub(crate) fn deserialize_global_op<'de, D: Deserializer<'de>>(deserializer: D) -> Result<GlobalOp, D::Error> {
    let name = String::deserialize(deserializer)?;
    let op = GLOBAL_NAMES.iter().find(|(_, known)| *known == name);
    op.map(|(op, _)| *op).ok_or_else(|| D::Error::custom(format!("`{name}` is not a kind of access")))
}

/// Reads the name of an instruction set, for `deserialize_with`: see [`serialize_op`].
///
/// # Errors
/// A sentence where the name is not `sass` or `ptx`.
pub fn deserialize_isa<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Isa, D::Error> {
    let name = String::deserialize(deserializer)?;
    let isa = [Isa::Sass, Isa::Ptx].into_iter().find(|isa| isa_name(*isa) == name);
    isa.ok_or_else(|| D::Error::custom(format!("`{name}` is not `sass` or `ptx`")))
}

/// Writes an architecture by its name, for `serialize_with`: see [`serialize_op`].
///
/// # Errors
/// Those of the serializer.
pub fn serialize_arch<S: Serializer>(arch: &Arch, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(arch)
}

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

/// Reads the name of an architecture, for `deserialize_with`: see [`serialize_op`].
///
/// # Errors
/// A sentence where the name is not of an architecture that is known here.
pub fn deserialize_arch<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Arch, D::Error> {
    let name = String::deserialize(deserializer)?;
    Arch::from_name(&name).ok_or_else(|| D::Error::custom(format!("`{name}` is not an architecture")))
}
