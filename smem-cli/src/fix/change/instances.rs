//! A tile for each instance of a template that was launched: a type that depends on the parameters, specialised for these instances.

use super::edit::TextEdit;
use crate::fix::declaration::{Declaration, DeclarationKind};

/// The types of an array in the instances of a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TileOfInstances<'a> {
    pub(crate) declaration: &'a Declaration,
    /// The name of the template that has a tile for each instance: `TileOf`.
    pub(crate) name: String,
    /// The arguments of the template in each instance, and the name of its tile.
    pub(crate) instances: Vec<(Vec<String>, String)>,
}

impl TileOfInstances<'_> {
    /// Returns whether an array can have such a type: it is declared in a template whose parameters can be named.
    pub(crate) fn is_possible(code: &str, declaration: &Declaration, arguments: &[Vec<String>]) -> bool {
        let is_array = declaration.kind == DeclarationKind::Array && declaration.dims_of_type == 0;
        let count = declaration.parameters.len();
        let is_named = arguments.iter().all(|one| one.len() == count && !one.iter().any(String::is_empty));
        is_array && count > 0 && is_named && template_head(code, declaration).is_some()
    }

    /// Returns the type of the variable: `typename TileOf<T, N>::Type`.
    pub(crate) fn type_name(&self) -> String {
        format!("typename {}<{}>::Type", self.name, self.declaration.parameters.join(", "))
    }

    /// Returns the template in front of the function, where every other instance has the array as it is.
    pub(crate) fn template(&self, code: &str) -> Option<TextEdit> {
        let Declaration { element, dims, .. } = self.declaration;
        let head = template_head(code, self.declaration)?;
        let dims: String = dims.iter().map(|dim| format!("[{dim}]")).collect();
        let name = &self.name;
        let mut text = format!("{head} struct {name} {{ typedef {element} Type{dims}; }};\n");
        for (arguments, tile) in &self.instances {
            text += &format!("template <> struct {name}<{}> {{ typedef {tile} Type; }};\n", arguments.join(", "));
        }
        Some(TextEdit::insert(self.declaration.outer, text))
    }
}

/// `template <typename T, int N = 8>`, as it is written; `None` where some parameter is a pack or has no name.
fn template_head<'a>(code: &'a str, declaration: &Declaration) -> Option<&'a str> {
    let head = &code[declaration.outer..declaration.statement.start];
    let open = head.find('<').filter(|open| head[..*open].trim() == "template")?;
    let mut depth = 0_i32;
    let close = head[open..].bytes().position(|byte| {
        depth += i32::from(byte == b'<') - i32::from(byte == b'>');
        depth == 0
    })?;
    let written = &head[..=open + close];
    let is_whole = !written.contains("...") && declaration.parameters.iter().all(|parameter| !parameter.is_empty());
    is_whole.then_some(written)
}
