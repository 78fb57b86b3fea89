//! The tile to write for an array: the attribute, and the header's struct.

use std::rc::Rc;

use serde::Serialize;
use smem_cuda::Scalar;
use smem_derive_impl::read::{self, Tile};
use smem_layout::{Access, Arch, Header, HeaderTile, Positions};
use smem_sim::SharedOp;

use super::arrays::SharedArray;
use super::judge::ArrayRequests;
use super::search::FoundLayout;
use super::shape::ArrayShape;
use super::spelling::{same_index, spelling};

/// The tile to write.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct TileText {
    /// The name of the struct.
    #[serde(skip)]
    pub name: String,
    /// The tile as the program takes it on the command line: `Tile(f32): 32, 32, pad = 1`.
    #[serde(rename = "tile")]
    pub line: String,
    /// The attribute and the struct, in Rust.
    pub attribute: String,
    /// Its part of a header for CUDA C++.
    #[serde(skip)]
    pub(crate) header: HeaderTile,
    /// Bytes of the storage.
    #[serde(skip)]
    pub bytes: u32,
    /// Whether its element is a type of the source, after whose declaration the tile has to be.
    #[serde(skip)]
    pub(crate) needs_types: bool,
}

/// A tile without a name, as the attribute was read.
#[derive(Debug, Clone)]
pub(crate) struct UnnamedTile {
    /// The element in Rust.
    element: String,
    /// As of [`TileText`].
    needs_types: bool,
    /// The arguments of the attribute.
    options: String,
    tile: Rc<Tile>,
}

impl UnnamedTile {
    /// Reads the attribute of a layout; `None` where it has no spelling of it.
    pub(crate) fn of(
        array: &SharedArray,
        found: &FoundLayout,
        requests: &ArrayRequests,
        arch: Arch,
    ) -> Option<UnnamedTile> {
        let ArrayShape { planes, rows, cols, elem_bytes, .. } = found.shape;
        let written = array.element.as_deref();
        let fits = |written: &&str| {
            let size = Scalar::of_cuda(written).map(|scalar| scalar.bytes() as u32);
            array.elem_bytes.or(size).is_none_or(|bytes| bytes == elem_bytes)
        };
        let element = ElementText::of(written.filter(fits), elem_bytes);
        let shape = match (planes, rows) {
            (Some(planes), _) => format!("{planes}, {rows}, {cols}"),
            (None, 1) => cols.to_string(),
            (None, _) => format!("{rows}, {cols}"),
        };
        let mut options = vec![shape];
        options.extend(element.option);
        options.push(found.option.or_else(|| spelling(&found.shape, &found.layout))?.to_string());
        options.extend(declared_accesses(found, requests));
        if array.is_dynamic {
            options.push("memory = dynamic".to_string());
        }
        let options = options.join(", ");
        let read = |last: &str| {
            let tile = read::line(&format!("Tile({}): {options}{last}", element.rust)).ok()?;
            same_index(tile.solution().layout(), &found.layout).then_some((tile, last.to_string()))
        };
        // The architecture matters where it has more memory.
        let (tile, mut last) = read("").or_else(|| read(&format!(", arch = sm_{}", arch.number())))?;
        // A layout that conflicts with what the attribute declares is kept all the same: the run has judged it.
        if tile.refusal().is_some() {
            last.insert_str(0, ", conflicts = allow");
        }
        let (element, needs_types) = (element.rust, element.is_of_source);
        Some(UnnamedTile { element, needs_types, options: options + &last, tile: Rc::new(tile) })
    }

    /// The tile with this name; `None` for a name that a struct of CUDA C++ cannot have.
    pub(crate) fn named(&self, name: String) -> Option<TileText> {
        let UnnamedTile { element, needs_types, options, tile } = self;
        Some(TileText {
            attribute: format!("#[smem_tile({options})]\nstruct {name}({element});"),
            line: format!("{name}({element}): {options}"),
            header: tile.solution().header_tile(&name, tile.cuda_elem(), tile.include()).ok()?,
            bytes: tile.solution().bytes() as u32,
            needs_types: *needs_types,
            name,
        })
    }
}

/// Returns the header for CUDA C++ with tiles, each name once, as `smem-tile header` writes it; `None` without tiles.
pub(crate) fn header<'a>(tiles: impl Iterator<Item = &'a TileText>) -> Option<String> {
    let mut known: Vec<&TileText> = Vec::new();
    for tile in tiles {
        if !known.iter().any(|other| other.name == tile.name) {
            known.push(tile);
        }
    }
    let names: Vec<String> = known.iter().map(|tile| tile.name.to_ascii_uppercase()).collect();
    let header = Header::new(&format!("SMEM_TILE_{}_CUH", names.join("_"))).ok()?;
    let header = known.into_iter().try_fold(header, |header, tile| header.tile(tile.header.clone())).ok()?;
    (!names.is_empty()).then(|| header.to_string())
}

/// Returns names for the tile of an array that are not words of the source, the best first.
pub(crate) fn tile_names<'a>(array: &str, text: &'a str) -> impl Iterator<Item = String> + use<'a> {
    let name = tile_name(array);
    let numbered = (2..10).map({
        let name = name.clone();
        move |number| format!("{name}{number}")
    });
    // Comments count too: nothing is lost by another name.
    let is_mark = |mark: char| !mark.is_alphanumeric() && mark != '_';
    std::iter::once(name).chain(numbered).filter(move |name| !text.split(is_mark).any(|word| word == name))
}

/// `AsTile` for `As`, and `Tile` for `tile`.
fn tile_name(array: &str) -> String {
    // `memory.a` of an array in a struct.
    let name = array.rsplit('.').next().unwrap_or(array);
    let words = name.split('_').filter(|word| !word.is_empty());
    let capitals = words.map(|word| {
        let mut letters = word.chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    });
    let name: String = capitals.collect();
    if name.ends_with("Tile") { name } else { format!("{name}Tile") }
}

/// An element in Rust, and the option that says what it is in CUDA where Rust has no name of it.
struct ElementText {
    rust: String,
    option: Option<String>,
    /// Neither a type of the language nor one of a header that the option names.
    is_of_source: bool,
}

impl ElementText {
    fn of(written: Option<&str>, bytes: u32) -> ElementText {
        let plain = |rust: &str| ElementText { rust: rust.to_string(), option: None, is_of_source: false };
        let by_bytes = match bytes {
            1 => "u8",
            2 => "u16",
            8 => "[u32; 2]",
            16 => "[u32; 4]",
            _ => "u32",
        };
        let Some(written) = written else { return plain(by_bytes) };
        let known = match written {
            "float" => "f32",
            "double" => "f64",
            "int" | "signed int" | "signed" | "int32_t" => "i32",
            "unsigned int" | "unsigned" | "uint" | "uint32_t" => "u32",
            "char" | "signed char" | "int8_t" => "i8",
            "unsigned char" | "uchar" | "uint8_t" => "u8",
            "short" | "short int" | "int16_t" => "i16",
            "unsigned short" | "ushort" | "uint16_t" => "u16",
            "long long" | "long long int" | "int64_t" => "i64",
            "unsigned long long" | "unsigned long long int" | "uint64_t" => "u64",
            "float2" => "[f32; 2]",
            "float4" => "[f32; 4]",
            "double2" => "[f64; 2]",
            "int2" => "[i32; 2]",
            "int4" => "[i32; 4]",
            "uint2" => "[u32; 2]",
            "uint4" => "[u32; 4]",
            _ => {
                let include = match written {
                    "half" | "__half" | "half2" | "__half2" => ", include = \"cuda_fp16.h\"",
                    "nv_bfloat16" | "__nv_bfloat16" => ", include = \"cuda_bf16.h\"",
                    _ => "",
                };
                let option = format!("elem(bytes = {bytes}, cuda = \"{written}\"{include})");
                return ElementText {
                    rust: by_bytes.to_string(),
                    option: Some(option),
                    is_of_source: include.is_empty(),
                };
            }
        };
        plain(known)
    }
}

/// The accesses that the requests show, as the attribute declares them; `None` for those that it has by default.
fn declared_accesses(found: &FoundLayout, requests: &ArrayRequests) -> Option<String> {
    let ArrayShape { rows, elem_bytes, .. } = found.shape;
    let widest = (requests.widest() / elem_bytes).max(1);
    let mut known = vec![Access::row()];
    known.extend((rows > 1).then(Access::col));
    known.extend([2, 4, 8, 16].into_iter().filter(|vec| *vec <= widest).map(|vec| Access::row().vec(vec)));
    let is_matrix = requests.ops.contains(&SharedOp::LdMatrix) || requests.ops.contains(&SharedOp::StMatrix);
    known.extend(is_matrix.then(Access::ldmatrix));
    let seen: Vec<String> =
        known.iter().filter(|access| is_seen(access, found, requests)).map(Access::to_string).collect();
    let has_widest =
        widest == 1 || seen.iter().any(|access| access.contains(&format!("vec = {widest}")) || access == "ldmatrix");
    let mut accesses = if seen.is_empty() { vec!["row".to_string()] } else { seen };
    if !has_widest {
        accesses.push(format!("row(vec = {widest})"));
    }
    let default: &[&str] = if rows == 1 { &["row"] } else { &["row", "col"] };
    (accesses != default).then(|| format!("access({})", accesses.join(", ")))
}

/// Whether a request is one of the access.
fn is_seen(access: &Access, found: &FoundLayout, requests: &ArrayRequests) -> bool {
    let ArrayShape { planes, rows, cols, elem_bytes, .. } = found.shape;
    let positions = match planes {
        Some(planes) => Positions::in_planes(access, planes, rows, cols, elem_bytes),
        None => Positions::new(access, rows, cols, elem_bytes),
    };
    let Ok(positions) = positions else { return false };
    // The first elements decide where a request can be.
    const MOST: u64 = 4096;
    let all = (0..u64::from(positions.count()).min(MOST)).map(|number| positions.lanes(number as _));
    let all: Vec<_> = all.collect();
    let bytes = access.lane_elements(elem_bytes) * elem_bytes;
    requests.requests.iter().filter(|request| request.request.bytes() == bytes).take(64).any(|request| {
        let element = |lane: u32| request.request.address(lane).map(|address| address / elem_bytes);
        all.iter().any(|lanes| {
            (0..32).all(|lane| {
                let at = (lanes.active >> lane & 1 == 1).then(|| lanes.at[lane as usize]);
                element(lane) == at.map(|(row, col)| row * cols + col)
            })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_are_named_for_their_arrays() {
        for (array, name) in
            [("tile", "Tile"), ("As", "AsTile"), ("s_data", "SDataTile"), ("b", "BTile"), ("memory.a", "ATile")]
        {
            assert_eq!(tile_name(array), name);
        }
    }
}
