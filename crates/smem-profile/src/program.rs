//! The parts that the program `smem-tile` has in common with the library: not for others, and without promises.

pub use crate::job::is_of_language;
pub use crate::shell_word::quoted;
pub use smem_launch::program::bounded::describe;
pub use smem_launch::program::{Roots, bounded, led_out, repository, stays};
pub use smem_report::{are, counted, excess_wavefronts};

/// Returns the schemas of the documents that [`render`](crate::render) writes, each with its command.
#[cfg(feature = "schema")]
pub fn document_schemas(generator: &mut schemars::SchemaGenerator) -> [(&'static str, schemars::Schema); 3] {
    use crate::render::{FixDocument, ProfileDocument, RunDocument};

    [
        ("profile", generator.subschema_for::<ProfileDocument<'_>>()),
        ("run", generator.subschema_for::<RunDocument<'_>>()),
        ("fix", generator.subschema_for::<FixDocument<'_>>()),
    ]
}
