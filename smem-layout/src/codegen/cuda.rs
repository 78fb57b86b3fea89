//! The struct of a tile of any layout, once its names are checked.
//!
//! The text includes nothing, since NVRTC has no headers: a caller whose element needs one puts `#include` lines in front of it.

use alloc::{
    format,
    string::{String, ToString},
};

use core::fmt;

use crate::{
    codegen::{
        cuda_type::is_cuda_type,
        dialect::Dialect,
        expression::{column_expression, index_expression},
        index_text::IndexText,
        reserved::refused_name,
        struct_form::StructForm,
        tile_struct::CudaTile,
    },
    layout::InPlanes,
    text::written,
};

/// The reason why [`Solution::cuda`](crate::Solution::cuda) has no text for a name and an element.
///
/// ```
/// use smem_layout::{Access, CudaError, TileSpec, solve};
///
/// let solution = solve(&TileSpec::builder(32, 32, 4, &[Access::row()]).build()?)?;
/// assert_eq!(solution.cuda("float4", "float"), Err(CudaError::Name { name: "float4".into() }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CudaError {
    /// No struct can have the name, see [`refused_name`].
    Name {
        /// The name.
        name: String,
    },
    /// The text is not the spelling of a type.
    Element {
        /// The text.
        elem: String,
    },
}

impl fmt::Display for CudaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name { name } => write!(f, "`{name}` cannot be the name of a struct in CUDA C++"),
            Self::Element { elem } => write!(f, "`{elem}` is not a type of CUDA C++"),
        }
    }
}

impl core::error::Error for CudaError {}

impl CudaTile<'_> {
    /// Returns the struct.
    pub(crate) fn text(&self, form: StructForm) -> Result<String, CudaError> {
        self.check()?;
        let layout = InPlanes { layout: self.layout, planes: self.planes }.to_string();
        let of_form = |code: String| if form == StructForm::Header { in_header(&code) } else { code };
        let index = of_form(index_expression(self.layout, Dialect::Cuda));
        let column = column_expression(self.layout, Dialect::Cuda).map(of_form);
        let has_row = index.contains("row");
        let reverses_bits = index.contains("reversed_(") || index.contains("__brev(");
        let (index, column) = (index.as_str(), column.as_deref());
        let index = IndexText::Written { layout: &layout, index, column, has_row, reverses_bits };
        Ok(written(8192, |t| self.write(form, &index, t)))
    }

    /// Checks what the text takes from its user.
    pub(super) fn check(&self) -> Result<(), CudaError> {
        if refused_name(self.name).is_some() {
            return Err(CudaError::Name { name: self.name.into() });
        }
        if !is_cuda_type(self.elem) {
            return Err(CudaError::Element { elem: self.elem.into() });
        }
        Ok(())
    }
}

/// Returns the arithmetic of an index with the names that a header has for rows, columns and the reversal of bits.
fn in_header(code: &str) -> String {
    let parts = code.split_inclusive(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let renamed = parts.map(|part| {
        let name = part.trim_end_matches(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let after = &part[name.len()..];
        match name {
            "row" | "col" => format!("{name}_{after}"),
            "__brev" => format!("reversed_{after}"),
            _ => part.to_string(),
        }
    });
    renamed.collect()
}

#[cfg(test)]
mod tests {
    use alloc::{
        collections::BTreeSet,
        string::{String, ToString},
    };

    use crate::{Access, LayoutChoice, TileSpec, TmaSwizzle, codegen::reserved::MEMBERS, solve};

    /// Returns the names that the struct in `text` declares: enumerators, types, functions and fields.
    fn members(text: &str) -> BTreeSet<String> {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let name_before = |text: &str| {
            let name = text.trim_end();
            name[name.rfind(|c| !is_part(c)).map_or(0, |at| at + 1)..].to_string()
        };
        let mut found = BTreeSet::new();
        let body = text.split_once("{\n").unwrap().1.split_once("\n};").unwrap().0;
        for line in body.lines().map(|line| line.split("//").next().unwrap()) {
            let parts = line.split(" = ");
            let assigned = parts.clone().count() - 1;
            found.extend(parts.take(assigned).map(name_before));
            if line.contains("__forceinline__") {
                let name = name_before(line.split('(').next().unwrap());
                found.extend(Some(name).filter(|_| !line.contains("operator")));
            }
            if let Some((_, nested)) = line.split_once("> struct ") {
                found.insert(name_before(nested.trim_end_matches('{')));
            }
            if let Some((field, _)) = line.split_once("u];") {
                found.insert(name_before(field.split('[').next().unwrap()));
            }
        }
        found.remove("");
        found
    }

    #[test]
    fn the_list_of_members_is_that_of_the_text() {
        let accesses = [Access::ldmatrix()];
        let tensor = TileSpec::builder(8, 64, 2, &accesses).choice(LayoutChoice::Tma(TmaSwizzle::B128));
        let tensor = tensor.stages(2).arch(crate::Arch::SM_90).build().unwrap();
        let accesses = [Access::row()];
        let line = TileSpec::builder(1, 1024, 4, &accesses).build().unwrap();
        let planes = TileSpec::builder(8, 32, 4, &accesses).planes(4).build().unwrap();
        let text = |spec: &TileSpec<'_>| solve(spec).unwrap().cuda("Tile", "T").unwrap();
        let mut found = members(&text(&tensor));
        found.extend(members(&text(&line)));
        found.extend(members(&text(&planes)));
        let inside = TileSpec::builder(4, 64, 4, &accesses).choice(LayoutChoice::PadEvery { pad: 1, every: 32 });
        found.extend(members(&text(&inside.build().unwrap())));
        let dense = TileSpec::builder(4, 64, 4, &accesses).choice(LayoutChoice::Plain).build().unwrap();
        found.extend(members(&text(&dense)));
        assert_eq!(found, MEMBERS.iter().map(ToString::to_string).collect());
    }
}
