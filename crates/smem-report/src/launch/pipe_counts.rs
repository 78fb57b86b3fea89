//! Counts by pipe in JSON: an object whose keys are the names of pipes.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serializer};
use smem_sim::Pipe;

/// Writes counts by the names of their pipes.
pub(super) fn serialize<S: Serializer>(counts: &BTreeMap<Pipe, u64>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(counts.iter().map(|(pipe, count)| (pipe.to_string(), count)))
}

/// Reads them. Other keys are other fields of the same object.
pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BTreeMap<Pipe, u64>, D::Error> {
    let counts = BTreeMap::<String, serde_json::Value>::deserialize(deserializer)?;
    let of_pipe = |pipe: Pipe| Some((pipe, counts.get(&pipe.to_string())?.as_u64()?));
    Ok(Pipe::ALL.into_iter().filter_map(of_pipe).collect())
}

/// The same as schemas.
#[cfg(feature = "schema")]
pub(super) mod schema {
    use schemars::{Schema, SchemaGenerator, json_schema};
    use serde_json::{Map, Value, json};
    use smem_sim::Pipe;

    /// A count of each pipe.
    pub(in crate::launch) fn of_all(_: &mut SchemaGenerator) -> Schema {
        let names = Pipe::ALL.map(|pipe| pipe.to_string());
        let count = |name: &String| (name.clone(), json!({ "type": "integer", "minimum": 0 }));
        let properties: Map<String, Value> = names.iter().map(count).collect();
        json_schema!({ "type": "object", "properties": properties, "required": names })
    }

    /// Counts of some pipes.
    pub(in crate::launch) fn of_some(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "propertyNames": { "enum": Pipe::ALL.map(|pipe| pipe.to_string()) },
            "additionalProperties": { "type": "integer", "minimum": 0 },
        })
    }
}
