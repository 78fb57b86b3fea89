//! A block in a header: the tiles and numbers of one allocation, with the places that Rust gives them.

use alloc::{format, string::String, vec::Vec};

use crate::{
    codegen::{
        block_struct::CudaBlock,
        cuda::CudaError,
        reserved::{refused_block_name, refused_field_name},
        struct_form::StructForm,
    },
    text::written,
};

/// A block of a [`Header`](crate::Header): a struct or a union of tiles, of other blocks, and of numbers.
///
/// ```
/// use smem_layout::{Access, Header, HeaderBlock, TileSpec, solve};
///
/// let accesses = [Access::row(), Access::col()];
/// let solution = solve(&TileSpec::builder(32, 32, 4, &accesses).build()?)?;
/// let block = HeaderBlock::structure("Smem", 4224, 4)?
///     .field("tile", "Tile", &[], 0)?
///     .field("sums", "float", &[32], 4096)?;
/// let tile = solution.header_tile("Tile", "float", None)?;
/// let text = Header::new("SMEM_CUH")?.tile(tile)?.blocks(vec![block])?.to_string();
/// assert!(text.contains("    float sums[32];  // at byte 4096"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeaderBlock {
    pub(super) name: String,
    kind: &'static str,
    bytes: usize,
    align: usize,
    fields: Vec<HeaderField>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct HeaderField {
    name: String,
    ty: String,
    lengths: Vec<usize>,
    offset: usize,
}

/// Bytes that the text of a block seldom exceeds.
const LIKELY_BYTES: usize = 2048;

/// The types of fields that every header has.
const NUMBERS: [&str; 10] = [
    "unsigned char",
    "signed char",
    "unsigned short",
    "short",
    "unsigned int",
    "int",
    "unsigned long long",
    "long long",
    "float",
    "double",
];

impl HeaderBlock {
    /// Starts a struct of `bytes` bytes, aligned to `align` bytes.
    ///
    /// # Errors
    ///
    /// A name that no block can have in CUDA C++.
    pub fn structure(name: &str, bytes: usize, align: usize) -> Result<HeaderBlock, CudaError> {
        HeaderBlock::new("struct", name, bytes, align)
    }

    /// Starts a union of `bytes` bytes, aligned to `align` bytes.
    ///
    /// # Errors
    ///
    /// A name that no block can have in CUDA C++.
    pub fn union(name: &str, bytes: usize, align: usize) -> Result<HeaderBlock, CudaError> {
        HeaderBlock::new("union", name, bytes, align)
    }

    fn new(kind: &'static str, name: &str, bytes: usize, align: usize) -> Result<HeaderBlock, CudaError> {
        match refused_block_name(name) {
            _ if name == "Constants_" => Err(CudaError::Name { name: name.into() }),
            Some(_) => Err(CudaError::Name { name: name.into() }),
            None => Ok(HeaderBlock { name: name.into(), kind, bytes, align, fields: Vec::new() }),
        }
    }

    /// Adds a field of the type `ty`, a tile, a block or a number as C++ names it, or of arrays of it with these lengths, the
    /// outermost first, `offset` bytes from the start of the block.
    ///
    /// # Errors
    ///
    /// A name that no field can have in CUDA C++.
    pub fn field(mut self, name: &str, ty: &str, lengths: &[usize], offset: usize) -> Result<HeaderBlock, CudaError> {
        if refused_field_name(name).is_some() {
            return Err(CudaError::Name { name: name.into() });
        }
        self.fields.push(HeaderField { name: name.into(), ty: ty.into(), lengths: lengths.into(), offset });
        Ok(self)
    }

    /// Returns the types of the fields that a header has to define before the block.
    pub(super) fn needed(&self) -> impl Iterator<Item = &str> {
        self.fields.iter().map(|field| field.ty.as_str()).filter(|ty| !NUMBERS.contains(ty))
    }

    /// Returns the line of the block at the head of the header.
    pub(super) fn comment(&self) -> String {
        format!("// {}: a {} of shared memory, {} bytes\n", self.name, self.kind, self.bytes)
    }

    /// Returns the definition.
    pub(super) fn text(&self) -> String {
        written(LIKELY_BYTES, |t| {
            let HeaderBlock { name, kind, bytes, align, fields } = self;
            let block = CudaBlock { name, kind, bytes: *bytes, align: *align };
            block.put_head(StructForm::Header, t);
            for HeaderField { name, ty, lengths, offset } in fields {
                CudaBlock::begin_field(ty, name, t);
                lengths.iter().for_each(|length| CudaBlock::put_length(*length, t));
                CudaBlock::end_field(*offset, t);
            }
            block.put_functions(t);
            fields.iter().for_each(|field| block.put_check(&field.name, field.offset, t));
            block.put_size_check(t);
        })
    }
}
