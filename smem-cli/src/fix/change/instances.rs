//! A tile for each instance of a template that was launched: a type that depends on the parameters, specialised for these instances.

use smem_cuda::{CudaText, SharedDeclaration, SharedKind};

use super::edit::TextEdit;

/// The types of an array in the instances of a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TileOfInstances<'a> {
    pub(crate) declaration: &'a SharedDeclaration,
    /// The name of the template that has a tile for each instance: `TileOf`.
    pub(crate) name: String,
    /// The arguments of the template in each instance, and the name of its tile.
    pub(crate) instances: Vec<(Vec<String>, String)>,
}

impl TileOfInstances<'_> {
    /// Returns whether an array can have such a type: it is declared in a template whose parameters can be named.
    pub(crate) fn is_possible(declaration: &SharedDeclaration, arguments: &[Vec<String>]) -> bool {
        let is_array = declaration.kind == SharedKind::Array && declaration.dims_of_type == 0;
        let count = declaration.parameters.len();
        let is_named = arguments.iter().all(|one| one.len() == count && !one.iter().any(String::is_empty));
        is_array && count > 0 && is_named && declaration.template.is_some()
    }

    /// Returns the type of the variable: `typename TileOf<T, N>::Type`.
    pub(crate) fn type_name(&self) -> String {
        format!("typename {}<{}>::Type", self.name, self.declaration.parameters.join(", "))
    }

    /// Returns the template in front of the function, where every other instance has the array as it is.
    pub(crate) fn template(&self, text: &CudaText) -> Option<TextEdit> {
        let SharedDeclaration { element, dims, .. } = self.declaration;
        let head = text.code(self.declaration.template.clone()?);
        let dims: String = dims.iter().map(|dim| format!("[{dim}]")).collect();
        let name = &self.name;
        let mut written = format!("{head} struct {name} {{ typedef {element} Type{dims}; }};\n");
        for (arguments, tile) in &self.instances {
            written += &format!("template <> struct {name}<{}> {{ typedef {tile} Type; }};\n", arguments.join(", "));
        }
        Some(TextEdit::insert(self.declaration.outer, written))
    }
}
