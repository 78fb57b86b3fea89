//! The names of values in JSON and in keys.

use std::convert::identity;
use std::fmt::Display;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use smem_sim::{Arch, GlobalOp, Gpu, Isa, RaceAccess, RaceCause, RaceKind, SharedOp};

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

/// A value that JSON has by its name.
///
/// ```
/// use serde::Serialize;
/// use smem_sim::SharedOp;
///
/// #[derive(Serialize)]
/// struct Row {
///     #[serde(with = "smem_report::named")]
///     op: SharedOp,
/// }
/// assert_eq!(serde_json::to_string(&Row { op: SharedOp::Load })?, r#"{"op":"load"}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
pub trait Named: Copy {
    /// The kind of value that the name is of, for messages.
    const KIND: &'static str;

    /// Its name.
    fn name(self) -> impl Display;

    /// All of them.
    fn all() -> impl Iterator<Item = Self>;

    /// Returns the value with a name.
    fn of_name(name: &str) -> Option<Self> {
        Self::all().find(|value| value.name().to_string() == name)
    }
}

/// Names of values: of their kind, of each, and all of them.
macro_rules! named {
    ($($type:ty, $kind:literal, $name:expr, $all:expr;)+) => {$(
        impl Named for $type {
            const KIND: &'static str = $kind;

            fn name(self) -> impl Display {
                $name(self)
            }

            fn all() -> impl Iterator<Item = $type> {
                $all.into_iter()
            }
        }
    )+};
}

named! {
    SharedOp, "a kind of access", op_name, NAMES.map(|(op, _)| op);
    GlobalOp, "a kind of access", global_op_name, GLOBAL_NAMES.map(|(op, _)| op);
    Isa, "`sass` or `ptx`", isa_name, [Isa::Sass, Isa::Ptx];
    RaceKind, "a kind of race", identity, RaceKind::ALL;
    RaceAccess, "an access of a race", identity, RaceAccess::ALL;
    RaceCause, "a cause of races", identity, RaceCause::ALL;
}

impl Named for Arch {
    const KIND: &'static str = "an architecture";

    fn name(self) -> impl Display {
        self
    }

    fn all() -> impl Iterator<Item = Arch> {
        Arch::ALL.iter().copied()
    }

    /// A name with the suffix of a feature set, `sm_90a`, is of the same architecture.
    fn of_name(name: &str) -> Option<Arch> {
        Arch::from_name(name)
    }
}

impl Named for &'static Gpu {
    const KIND: &'static str = "a GPU";

    fn name(self) -> impl Display {
        self.name
    }

    fn all() -> impl Iterator<Item = Self> {
        Gpu::all().iter()
    }

    fn of_name(name: &str) -> Option<Self> {
        Gpu::from_name(name)
    }
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

/// Writes and reads values by their names, for `serde(with = "smem_report::named")`.
pub mod named {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    use super::Named;

    /// Writes a value by its name.
    ///
    /// # Errors
    /// Those of the serializer.
    pub fn serialize<T: Named, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&value.name())
    }

    /// Reads a value by its name.
    ///
    /// # Errors
    /// A sentence where no value has the name.
    pub fn deserialize<'de, T: Named, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
        let name = String::deserialize(deserializer)?;
        T::of_name(&name).ok_or_else(|| D::Error::custom(format!("`{name}` is not {}", T::KIND)))
    }
}
