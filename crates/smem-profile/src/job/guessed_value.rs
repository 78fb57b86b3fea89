//! Values to begin with, for arguments that nothing describes: structs field by field, tensor maps.

use smem_cuda::{Scalar, ValueType};

use super::written::element;

/// The sizes of a guessed launch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct GuessedSizes {
    /// The value of integers.
    pub(super) size: u32,
    /// The elements of buffers.
    pub(super) elements: u64,
    /// The dimensions of tensors.
    pub(super) rank: usize,
}

impl GuessedSizes {
    /// A value of a struct or a tensor map as `--arg` and launch files take it; `name` gives buffers in it theirs. `None` for other types.
    pub(super) fn value(&self, of: &ValueType, name: &mut dyn FnMut(&str) -> String) -> Option<String> {
        match of {
            ValueType::Struct(_) | ValueType::TensorMap => Some(self.field(of, "", name)),
            _ => None,
        }
    }

    fn field(&self, of: &ValueType, path: &str, name: &mut dyn FnMut(&str) -> String) -> String {
        match of {
            ValueType::Scalar(Scalar::Bool) => "true".to_owned(),
            ValueType::Scalar(scalar) if scalar.is_float() => "1.0".to_owned(),
            ValueType::Scalar(scalar) => self.size.min(largest(*scalar)).to_string(),
            ValueType::Pointer(Some(scalar)) => {
                let init = if scalar.is_float() { "=random" } else { "" };
                format!("{}:{}[{}]{init}", name(path), element(*scalar), self.elements)
            }
            ValueType::TensorMap => self.tensor_map(&name(path)),
            ValueType::Struct(own) => {
                let fields = own.fields.iter().map(|field| {
                    let path = format!("{path}_{}", field.name);
                    format!("{}={}", field.name, self.field(&field.value, &path, name))
                });
                format!("{{{}}}", fields.collect::<Vec<_>>().join(", "))
            }
            ValueType::Array(..) => "{}".to_owned(),
            _ => "null".to_owned(),
        }
    }

    /// `map:a[64,64].f16 box=64x64 swizzle=none`
    fn tensor_map(&self, name: &str) -> String {
        let inner = self.rank.clamp(1, 2);
        let outer = self.rank.clamp(1, 5) - inner;
        let size: Vec<String> = [vec!["4"; outer], vec!["64"; inner]].concat().into_iter().map(str::to_owned).collect();
        let boxed: Vec<&str> = [vec!["1"; outer], vec!["64"; inner]].concat();
        format!("map:{name}[{}].f16=random box={} swizzle=none", size.join(","), boxed.join("x"))
    }
}

/// The dimensions of the tensors that a kernel copies in bulk, by the names of the instructions: 2 where it names none.
pub(super) fn tensor_rank(code: &str) -> usize {
    let behind = ["tensor.", "tensor_"].iter().flat_map(|word| code.match_indices(word).map(|(at, _)| at + word.len()));
    let ranks = behind.filter_map(|at| {
        let (digit, rest) = code[at..].split_at_checked(1)?;
        digit.parse().ok().filter(|rank| (1..=5).contains(rank) && rest.starts_with('d'))
    });
    ranks.min().unwrap_or(2)
}

/// A struct of zeros as `--arg` takes it.
pub(super) fn zeros(bytes: u64) -> String {
    match bytes {
        0..=64 => format!("bytes:{}", "00".repeat(bytes as usize)),
        _ => format!("struct[{bytes},{}]{{}}", 1 << bytes.trailing_zeros().min(4)),
    }
}

/// The largest value of a small type of integers.
pub(super) fn largest(scalar: Scalar) -> u32 {
    if scalar == Scalar::I8 {
        127
    } else if scalar == Scalar::U8 {
        255
    } else {
        u32::MAX
    }
}

/// A texture as a kernel reads it, `tex2D<unsigned char>(image, x, y)`, or a surface as it writes it, `surf2Dwrite(value, image, 4 * x, y)`.
pub(super) fn texture(code: &str, name: &str) -> Option<String> {
    let squeezed: String = code.split_whitespace().collect();
    let Some(end) = squeezed.find(&format!(">({name},")) else {
        return surface(&squeezed[..squeezed.find(&format!(",{name},"))?], name);
    };
    let before = squeezed[..end].rsplit_once("tex")?.1;
    let (kind, element) = before.split_once('<')?;
    let (element, channels) = match element {
        "unsignedchar" | "uchar" | "uint8_t" => ("u8", ""),
        "uchar4" => ("u8", "x4"),
        "int" => ("i32", ""),
        "unsignedint" | "uint" | "unsigned" => ("u32", ""),
        "float2" => ("f32", "x2"),
        "float4" => ("f32", "x4"),
        _ => ("f32", ""),
    };
    let size = match kind {
        "1D" | "1Dfetch" => "4096",
        "3D" | "2DLayered" => "64x64x4",
        "2D" => "64x64",
        _ => return None,
    };
    Some(format!("{name}:tex{kind}:{element}{channels}[{size}]=random"))
}

/// The texels of a surface that the last call of this code writes or reads.
fn surface(code: &str, name: &str) -> Option<String> {
    let kind = code.rsplit_once("surf")?.1;
    let sizes =
        [("1D", "1D", "4096"), ("2DLayered", "2DLayered", "64x64x4"), ("2D", "2D", "64x64"), ("3D", "3D", "64x64x4")];
    let (_, kind, size) = sizes.into_iter().find(|(word, ..)| kind.starts_with(word))?;
    Some(format!("{name}:tex{kind}:f32[{size}]=random"))
}

/// The value of an integer whose name says that it is not a size of the data: of a tile, or a place or a step in it.
pub(super) fn by_name(name: &str, block: [u32; 3]) -> Option<u32> {
    let name = name.to_ascii_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| name.contains(word));
    if has(&["offset", "start", "begin", "shift"]) {
        Some(0)
    } else if has(&["iter", "step", "stride_", "interval", "border", "padding", "radius", "repeat"]) {
        Some(1)
    } else if has(&["tile", "block_size", "blocksize", "threads"]) {
        Some(block[0])
    } else {
        None
    }
}
