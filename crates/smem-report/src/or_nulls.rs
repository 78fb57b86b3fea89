//! Values that may be missing, whose fields are there in JSON all the same.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// Writes the fields of a value, or null for each of these names where it is missing: for `serialize_with` of a flattened field.
///
/// ```
/// use serde::{Serialize, Serializer};
/// use smem_report::LinePlace;
///
/// #[derive(Serialize)]
/// struct Variable {
///     #[serde(flatten, serialize_with = "place")]
///     place: Option<LinePlace>,
/// }
/// fn place<S: Serializer>(place: &Option<LinePlace>, serializer: S) -> Result<S::Ok, S::Error> {
///     smem_report::serialize_or_nulls(place.as_ref(), &["file", "line"], serializer)
/// }
/// assert_eq!(serde_json::to_string(&Variable { place: None })?, r#"{"file":null,"line":null}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// # Errors
/// Those of the serializer.
pub fn serialize_or_nulls<T: Serialize, S: Serializer>(
    value: Option<&T>,
    names: &[&str],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    if let Some(value) = value {
        return value.serialize(serializer);
    }
    let mut fields = serializer.serialize_map(Some(names.len()))?;
    names.iter().try_for_each(|name| fields.serialize_entry(name, &()))?;
    fields.end()
}
