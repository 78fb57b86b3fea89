//! Schemas of what `serialize_with` writes.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Value, json};
use smem_sim::{RaceAccess, RaceKind};

use crate::op_name::NAMES;

/// Kinds of accesses to shared memory.
pub fn op(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "string", "enum": NAMES.map(|(_, name)| name) })
}

/// Kinds of accesses to global memory.
pub fn global_op(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "string", "enum": ["load", "store", "atomic", "reduction", "copy"] })
}

/// Instruction sets.
pub fn isa(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "string", "enum": ["sass", "ptx"] })
}

/// The orders of two accesses of a race.
pub fn hazard(_: &mut SchemaGenerator) -> Schema {
    use RaceKind::{ReadAfterWrite, ReadBesideWrite, WriteAfterRead, WriteAfterWrite, WriteBesideWrite};

    let all = [ReadAfterWrite, WriteAfterRead, WriteAfterWrite, ReadBesideWrite, WriteBesideWrite];
    json_schema!({ "type": "string", "enum": all.map(|kind| kind.to_string()) })
}

/// Kinds of accesses of a race.
pub fn access(_: &mut SchemaGenerator) -> Schema {
    let all = [RaceAccess::Read, RaceAccess::Write, RaceAccess::Atomic, RaceAccess::Copy];
    json_schema!({ "type": "string", "enum": all.map(|access| access.to_string()) })
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
