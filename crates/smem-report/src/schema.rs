//! Schemas of what `serialize_with` writes.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Value, json};

use crate::names::Named;

/// Values with names.
pub fn named<T: Named>(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "string", "enum": T::all().map(|value| value.name().to_string()).collect::<Vec<_>>() })
}

/// The fields of a type, each of which may be null.
pub fn or_nulls<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    let mut schema = T::json_schema(generator);
    if let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        for property in properties.values_mut() {
            // The description is that of the field, not of one of its forms.
            let description = property.as_object_mut().and_then(|property| property.remove("description"));
            let field = property.take();
            *property = json!({ "anyOf": [field, { "type": "null" }] });
            property.as_object_mut().into_iter().for_each(|property| {
                property.extend(description.clone().map(|text| ("description".to_owned(), text)));
            });
        }
    }
    schema
}
