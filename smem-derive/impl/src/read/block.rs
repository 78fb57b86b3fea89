//! A block of a source text: where its fields lie, and how many bytes it takes.

use crate::model::block::BlockKind;
use crate::read::mistake::Mistake;
use smem_layout::{Arch, CudaError, HeaderBlock};
use std::ops::Range;

/// A struct or union under `#[shared_block]`, with the places of its fields. [`file()`](crate::read::file()) has an example.
#[derive(Debug)]
pub struct Block {
    pub(super) name: String,
    pub(super) cuda_name: String,
    pub(super) kind: BlockKind,
    pub(super) arch: Arch,
    pub(super) is_dynamic: bool,
    pub(super) members: Vec<BlockMember>,
    pub(super) size: Option<FieldSize>,
    pub(super) range: Range<usize>,
    pub(super) refusals: Vec<Mistake>,
}

/// A field of a [`Block`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct BlockMember {
    /// The name, in Rust and in CUDA C++.
    pub name: String,
    /// The type as it is written.
    pub ty: String,
    /// Bytes from the start of the block; `None` if they are not known.
    pub offset: Option<usize>,
    /// Bytes of the field; `None` if they are not known.
    pub bytes: Option<usize>,
    /// Alignment in bytes; `None` if it is not known.
    pub align: Option<usize>,
    /// Why its place or its size is not known, if only the compiler knows it.
    pub unknown: Option<String>,
    /// The type in CUDA C++, that of an element where the field is an array; empty if it is not known.
    pub cuda: String,
    /// The lengths of an array of arrays, the outermost first.
    pub lengths: Vec<usize>,
}

impl Block {
    /// Returns the name of the struct or union.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns its name in CUDA C++.
    pub fn cuda_name(&self) -> &str {
        &self.cuda_name
    }

    /// Returns true for a union, whose fields all lie at its start.
    pub fn is_union(&self) -> bool {
        self.kind == BlockKind::Union
    }

    /// Returns the architecture whose limit applies.
    pub fn arch(&self) -> Arch {
        self.arch
    }

    /// Returns true if the block is in dynamic shared memory.
    pub fn is_dynamic(&self) -> bool {
        self.is_dynamic
    }

    /// Returns the most bytes that it may have.
    pub fn limit(&self) -> usize {
        (if self.is_dynamic { self.arch.opt_in_limit() } else { self.arch.static_limit() }) as usize
    }

    /// Returns the fields in their order.
    pub fn members(&self) -> &[BlockMember] {
        &self.members
    }

    /// Returns the bytes of storage; `None` if those of a field are not known.
    pub fn bytes(&self) -> Option<usize> {
        self.size.map(|size| size.bytes)
    }

    /// Returns the alignment in bytes; `None` if that of a field is not known.
    pub fn align(&self) -> Option<usize> {
        self.size.map(|size| size.align)
    }

    /// Returns the bytes of the text that the attribute takes.
    pub fn range(&self) -> Range<usize> {
        self.range.clone()
    }

    /// Returns the block as a part of a header for CUDA C++.
    ///
    /// ```
    /// use smem_derive_impl::read;
    /// use smem_layout::Header;
    ///
    /// let items = read::file("#[shared_block] struct Smem { total: u64, sums: [f32; 8] }").unwrap();
    /// let header = Header::new("SMEM_CUH")?.blocks(vec![items.blocks[0].as_ref().unwrap().header_block().unwrap()])?;
    /// assert!(header.to_string().contains("    float sums[8];  // at byte 8"));
    /// # Ok::<(), smem_layout::HeaderError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// A field whose place only the compiler knows, at the attribute.
    pub fn header_block(&self) -> Result<HeaderBlock, Mistake> {
        let mistake = |message: String| Mistake { message, range: self.range.clone() };
        let refused = |error: CudaError| mistake(error.to_string());
        let name = &self.name;
        if let Some((field, why)) = self.members.iter().find_map(|field| Some((&field.name, field.unknown.as_ref()?))) {
            return Err(mistake(format!(
                "the block `{name}` is not known without the compiler: its field `{field}`: {why}\n\
                 help: take the text that the compiler writes, `{name}::CUDA`"
            )));
        }
        let (bytes, align) = self
            .bytes()
            .zip(self.align())
            .ok_or_else(|| mistake(format!("the size of the block `{name}` is not known without the compiler")))?;
        let start = match self.kind {
            BlockKind::Struct => HeaderBlock::structure(&self.cuda_name, bytes, align),
            BlockKind::Union => HeaderBlock::union(&self.cuda_name, bytes, align),
        };
        let all = self.members.iter().try_fold(start.map_err(refused)?, |block, field| {
            block.field(&field.name, &field.cuda, &field.lengths, field.offset.unwrap_or_default())
        });
        all.map_err(refused)
    }

    /// Returns the errors with which the compiler refuses the block: too many bytes, fields for different architectures.
    pub fn refusals(&self) -> &[Mistake] {
        &self.refusals
    }
}

/// Bytes and alignment of a type.
#[derive(Clone, Copy, Debug)]
pub(super) struct FieldSize {
    pub(super) bytes: usize,
    pub(super) align: usize,
}
