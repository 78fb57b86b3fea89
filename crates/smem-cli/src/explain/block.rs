//! The explanation of a block, as a document: its text is made of the same fields.

use serde::Serialize;
use smem_derive_impl::read::BlockMember;

use crate::tiles::{FoundBlock, Tiles};

/// A block, several tiles in one allocation, and where its fields lie.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "ExplainedBlock"))]
pub(crate) struct JsonBlock {
    /// The struct or union.
    pub(crate) name: String,
    /// The file, or the argument that the source is.
    pub(crate) file: String,
    /// The line of the attribute, from 1.
    pub(crate) line: usize,
    /// Characters, from 1.
    pub(crate) column: usize,
    /// The struct or union in CUDA C++.
    pub(crate) cuda_name: String,
    /// `struct` or `union`.
    #[cfg_attr(test, schemars(extend("enum" = ["struct", "union"])))]
    pub(crate) kind: &'static str,
    /// The architecture whose banks decide.
    pub(crate) arch: String,
    /// `static` or `dynamic`.
    #[cfg_attr(test, schemars(extend("enum" = ["static", "dynamic"])))]
    pub(crate) memory: &'static str,
    /// Bytes of storage; `null` if those of a field are not known without the compiler.
    pub(crate) bytes: Option<usize>,
    /// Bytes; `null` likewise.
    pub(crate) align: Option<usize>,
    /// The most bytes that the block may have.
    pub(crate) limit: usize,
    /// Bytes between the fields of a struct and after them, for their alignment; `null` likewise, and for a union.
    pub(crate) unused: Option<usize>,
    /// The error with which the compiler refuses the block; `null` if it does not.
    pub(crate) refusal: Option<String>,
    /// The fields.
    pub(crate) members: Vec<JsonMember>,
}

/// A field of a block.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "BlockMember"))]
pub(crate) struct JsonMember {
    /// The field.
    pub(crate) name: String,
    /// The type in Rust.
    #[serde(rename = "type")]
    pub(crate) ty: String,
    /// Bytes from the start of the block; `null` if they are not known.
    pub(crate) offset: Option<usize>,
    /// `null` if they are not known.
    pub(crate) bytes: Option<usize>,
    /// Bytes; `null` if it is not known.
    pub(crate) align: Option<usize>,
    /// Why something is not known, for people.
    pub(crate) unknown: Option<String>,
}

impl JsonBlock {
    /// Explains a block.
    pub(crate) fn of(found: &FoundBlock, tiles: &Tiles) -> JsonBlock {
        let block = &found.block;
        let place = tiles.place(found.source, block.range().start);
        let of_fields = || block.members().iter().map(|member| member.bytes).sum::<Option<usize>>();
        let unused = if block.is_union() { None } else { block.bytes().zip(of_fields()) };
        JsonBlock {
            name: block.name().to_string(),
            file: place.name.to_string(),
            line: place.line,
            column: place.column,
            cuda_name: block.cuda_name().to_string(),
            kind: if block.is_union() { "union" } else { "struct" },
            arch: block.arch().to_string(),
            memory: if block.is_dynamic() { "dynamic" } else { "static" },
            bytes: block.bytes(),
            align: block.align(),
            limit: block.limit(),
            unused: unused.map(|(bytes, of_fields)| bytes - of_fields),
            refusal: block.refusals().first().map(|refusal| refusal.message.clone()),
            members: block.members().iter().map(JsonMember::of).collect(),
        }
    }
}

impl JsonMember {
    fn of(member: &BlockMember) -> JsonMember {
        let BlockMember { name, ty, offset, bytes, align, unknown, .. } = member.clone();
        JsonMember { name, ty, offset, bytes, align, unknown }
    }
}
