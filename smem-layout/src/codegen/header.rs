//! Tiles as a header, for programs that are compiled without this library: by nvcc, clang, NVRTC and host compilers, from C++11 on.
//!
//! The struct has the storage and the index of [`Solution::cuda`](crate::Solution::cuda). Its functions are for the host as well, where
//! there is one, so that code which fills or checks a copy of a tile does not repeat the index.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};
use core::fmt;

use crate::{
    codegen::{
        block_struct::HEADER_OFFSET,
        cuda::CudaError,
        header_block::HeaderBlock,
        header_includes::{Include, includes},
        reserved::{HEADER_MEMBERS, is_keyword, refused_name},
        struct_form::StructForm,
        tile_struct::CudaTile,
    },
    layout::InPlanes,
};

/// A header for CUDA C++ with any number of tiles and blocks.
///
/// ```
/// use smem_layout::{Access, Header, TileSpec, solve};
///
/// let accesses = [Access::row(), Access::col()];
/// let solution = solve(&TileSpec::builder(32, 32, 4, &accesses).build()?)?;
/// let header = Header::new("TILES_CUH")?.namespace("my::tiles")?.tile(solution.header_tile("Tile", "float", None)?)?;
/// let text = header.to_string();
/// assert!(text.contains("#ifndef TILES_CUH"));
/// assert!(text.contains("return row_ * 32u + (col_ ^ row_);"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Header {
    guard: String,
    namespaces: Vec<String>,
    tiles: Vec<HeaderTile>,
    /// Each after those that it contains.
    blocks: Vec<HeaderBlock>,
}

/// A tile of a [`Header`]; [`Solution::header_tile`](crate::Solution::header_tile) returns it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeaderTile {
    name: String,
    comment: String,
    body: String,
    includes: Vec<Include>,
}

/// The reason why there is no such header. Displayed as a lowercase sentence.
///
/// ```
/// use smem_layout::{Header, HeaderError};
///
/// assert_eq!(Header::new("TILES.CUH").unwrap_err(), HeaderError::Guard { name: "TILES.CUH".into() });
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum HeaderError {
    /// The include guard is not the name of a macro.
    Guard {
        /// The name.
        name: String,
    },
    /// The namespace is not one, or one that C++ or CUDA have.
    Namespace {
        /// The name as it was given.
        name: String,
        /// The end of a sentence that begins with the part at fault.
        why: String,
    },
    /// Two tiles or blocks have one name.
    SameName {
        /// The name.
        name: String,
    },
    /// A block has a field of a type that the header does not define.
    NoType {
        /// The block.
        block: String,
        /// The type.
        name: String,
    },
}

impl fmt::Display for HeaderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Guard { name } => write!(f, "`{}` cannot be the name of a macro", name.escape_debug()),
            Self::Namespace { name, why } => write!(f, "`{}` cannot be a namespace: {why}", name.escape_debug()),
            Self::SameName { name } => write!(f, "two tiles or blocks are called `{name}` in CUDA C++"),
            Self::NoType { block, name } => {
                write!(f, "the block `{block}` has a field of `{name}`, which is not in the header")
            }
        }
    }
}

impl core::error::Error for HeaderError {}

impl Header {
    /// Starts a header with this include guard.
    ///
    /// # Errors
    ///
    /// A name that no macro can have.
    pub fn new(guard: &str) -> Result<Header, HeaderError> {
        if !is_identifier(guard) || is_keyword(guard) || guard == "defined" {
            return Err(HeaderError::Guard { name: guard.into() });
        }
        Ok(Header { guard: guard.into(), namespaces: Vec::new(), tiles: Vec::new(), blocks: Vec::new() })
    }

    /// Puts the tiles into a namespace, as in `my::tiles`.
    ///
    /// # Errors
    ///
    /// A name that no namespace can have, or that C++ or CUDA define.
    pub fn namespace(self, name: &str) -> Result<Header, HeaderError> {
        let parts: Vec<String> = name.strip_prefix("::").unwrap_or(name).split("::").map(ToString::to_string).collect();
        for part in &parts {
            let why = match part.as_str() {
                "std" => Some("is the namespace of C++'s own library"),
                part => refused_name(part),
            };
            if let Some(why) = why {
                let why = format!("`{}` {why}", part.escape_debug());
                return Err(HeaderError::Namespace { name: name.into(), why });
            }
        }
        Ok(Header { namespaces: parts, ..self })
    }

    /// Adds a tile.
    ///
    /// # Errors
    ///
    /// A tile of the same name.
    pub fn tile(mut self, tile: HeaderTile) -> Result<Header, HeaderError> {
        if self.defines(&tile.name) {
            return Err(HeaderError::SameName { name: tile.name });
        }
        self.tiles.push(tile);
        Ok(self)
    }

    /// Adds blocks, in any order, after the tiles that they contain. [`HeaderBlock`] has an example.
    ///
    /// # Errors
    ///
    /// A block of the name of another or of a tile; a field of a type that the header does not define.
    pub fn blocks(mut self, mut blocks: Vec<HeaderBlock>) -> Result<Header, HeaderError> {
        while !blocks.is_empty() {
            let ready = blocks.iter().position(|block| block.needed().all(|name| self.defines(name)));
            let Some(ready) = ready else {
                let lacks = |name: &&str| !self.defines(name) && blocks.iter().all(|block| block.name != *name);
                let missing = blocks.iter().find_map(|block| Some((block, block.needed().find(lacks)?)));
                // Without one, the blocks contain each other.
                let (block, name) = missing.unwrap_or((&blocks[0], blocks[0].name.as_str()));
                return Err(HeaderError::NoType { block: block.name.clone(), name: name.into() });
            };
            let block = blocks.remove(ready);
            if self.defines(&block.name) {
                return Err(HeaderError::SameName { name: block.name });
            }
            self.blocks.push(block);
        }
        Ok(self)
    }

    fn defines(&self, name: &str) -> bool {
        self.tiles.iter().any(|tile| tile.name == name) || self.blocks.iter().any(|block| block.name == name)
    }
}

fn is_identifier(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
    !name.is_empty() && !name.starts_with(|c: char| c.is_ascii_digit()) && name.chars().all(plain)
}

/// Writes the text of the header.
impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Header { guard, namespaces, tiles, blocks } = self;
        writeln!(f, "// Generated by smem-tile {}; do not edit.", env!("CARGO_PKG_VERSION"))?;
        for tile in tiles {
            write!(f, "//\n{}", tile.comment)?;
        }
        for block in blocks {
            write!(f, "//\n{}", block.comment())?;
        }
        writeln!(f, "#ifndef {guard}\n#define {guard}\n")?;
        let mut includes: Vec<&Include> = tiles.iter().flat_map(|tile| &tile.includes).collect();
        includes.sort();
        includes.dedup();
        for include in &includes {
            writeln!(f, "{include}")?;
        }
        if !includes.is_empty() {
            writeln!(f)?;
        }
        f.write_str(FUNCTIONS)?;
        if !blocks.is_empty() {
            HEADER_OFFSET.iter().try_for_each(|part| f.write_str(part))?;
        }
        writeln!(f)?;
        for name in namespaces {
            writeln!(f, "namespace {name} {{")?;
        }
        for (number, tile) in tiles.iter().enumerate() {
            write!(f, "{}{}", if number == 0 { "" } else { "\n" }, tile.body)?;
        }
        for block in blocks {
            write!(f, "\n{}", block.text())?;
        }
        for name in namespaces.iter().rev() {
            writeln!(f, "}}  // namespace {name}")?;
        }
        let offset = if blocks.is_empty() { "" } else { "#undef SMEM_TILE_OFFSET\n" };
        writeln!(f, "\n#undef SMEM_TILE_FUNCTION\n{offset}\n#endif  // {guard}")
    }
}

/// The specifiers of a function for device and host.
const FUNCTIONS: &str = "\
#if defined(__CUDACC__)
#define SMEM_TILE_FUNCTION __host__ __device__ __forceinline__
#else
#define SMEM_TILE_FUNCTION inline
#endif
";

impl HeaderTile {
    /// Returns the tile, with the costs of its accesses in the comment.
    pub(crate) fn of(tile: &CudaTile<'_>, include: Option<&str>, report: &str) -> Result<HeaderTile, CudaError> {
        let body = tile.text(StructForm::Header)?;
        if HEADER_MEMBERS.contains(&tile.name) {
            return Err(CudaError::Name { name: tile.name.into() });
        }
        let mut comment = format!(
            "// {}: {}, of {}, {} bytes\n",
            tile.name,
            InPlanes { layout: tile.layout, planes: tile.planes },
            tile.elem,
            tile.bytes
        );
        for line in report.lines() {
            // The end of a line is not the place for a backslash, which would join it with the next.
            comment.push_str(&format!("//   {}\n", line.trim_end_matches('\\')));
        }
        Ok(HeaderTile { name: tile.name.into(), comment, body, includes: includes(tile.elem, include) })
    }
}
