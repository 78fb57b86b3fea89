//! A block in a header: the tiles and numbers of one allocation, with the places that Rust gives them.

use alloc::{format, string::String, vec::Vec};

use crate::codegen::{
    cuda::CudaError,
    reserved::{refused_block_name, refused_field_name},
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
        let HeaderBlock { name, kind, bytes, align, fields } = self;
        let (declared, checks): (String, String) = fields.iter().map(|field| (field.text(), field.check(name))).unzip();
        format!(
            "\
{kind} alignas({align}) {name} {{
    enum Constants_ : unsigned {{
#ifndef BYTES
        BYTES = {bytes}u,
#endif
#ifndef ALIGN
        ALIGN = {align}u,
#endif
    }};

{declared}#if defined(__CUDACC__) && !defined(dynamic)
    // The block at the start of dynamic shared memory, which this declares with its alignment.
    static __device__ __forceinline__ {name}& dynamic() {{
        extern __shared__ __align__({align}) unsigned char {name}_dynamic_[];
        return *reinterpret_cast<{name}*>({name}_dynamic_);
    }}
#endif
#if defined(__CUDACC__) && !defined(from)
    // The block at an address that is aligned to {align} bytes.
    static __device__ __forceinline__ {name}& from(void* memory_) {{ return *static_cast<{name}*>(memory_); }}
#endif
}};
{checks}static_assert(sizeof({name}) == {bytes}, \"{name}: the size of the block\");
"
        )
    }
}

impl HeaderField {
    fn text(&self) -> String {
        let HeaderField { name, ty, lengths, offset } = self;
        let lengths: String = lengths.iter().map(|length| format!("[{length}]")).collect();
        format!("    {ty} {name}{lengths};  // at byte {offset}\n")
    }

    fn check(&self, block: &str) -> String {
        let HeaderField { name, offset, .. } = self;
        format!("static_assert(SMEM_TILE_OFFSET({block}, {name}) == {offset}, \"{block}: the offset of {name}\");\n")
    }
}
