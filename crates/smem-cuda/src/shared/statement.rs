//! A statement that declares variables, as a node of the tree: what all its variables share.

use std::ops::Range;

use tree_sitter::Node;

use super::declaration::{SharedDeclaration, SharedKind};
use super::functions::template_of;
use crate::cuda_text::CudaText;
use crate::declarations::DeclaredName;
use crate::grammar::{descendants, in_field, named_children};

/// Attributes that say how a variable is aligned.
const ALIGNMENTS: [&str; 2] = ["__align__", "__attribute__"];

impl CudaText {
    /// Returns the variables that a statement declares; those that are pointers or references are not among them.
    pub(super) fn declared_arrays(&self, statement: Node<'_>, kind: &SharedKind) -> Vec<SharedDeclaration> {
        let arrays = DeclaredName::all(statement).into_iter();
        let arrays = arrays.filter(|declared| declared.pointers() == 0 && !declared.is_reference());
        arrays.filter_map(|declared| self.declaration_of(&declared, kind.clone())).collect()
    }

    /// Reads the declaration of one name.
    pub(super) fn declaration_of(&self, declared: &DeclaredName<'_>, kind: SharedKind) -> Option<SharedDeclaration> {
        let node = declared.declaration;
        let name = declared.name(&self.readable)?.to_owned();
        let place = self.place_of(node);
        let statement = self.with_attributes(place.start)..place.end;
        let siblings: Vec<Range<usize>> =
            in_field(node, "declarator").into_iter().map(|declarator| self.place_of(declarator)).collect();
        let head = statement.start..siblings.first()?.start;
        let dims: Vec<Range<usize>> = declared.extents().into_iter().flatten().map(|dim| self.place_of(dim)).collect();
        let function = self.ancestors(node).filter(|around| around.kind() == "function_definition").last();
        let device = function.and_then(|function| self.device_function(function));
        let template = function.and_then(|function| template_of(function, self)).filter(|_| device.is_some());
        let class = self.class_around(node);
        let outer = match (&device, &kind) {
            (Some(device), _) => device.head.start,
            (None, SharedKind::Member) => class.map_or(statement.start, |class| self.outer(class)),
            (None, _) => statement.start,
        };
        Some(SharedDeclaration {
            name,
            element: self.element_of(node),
            dims: dims.iter().map(|dim| self.code(dim.clone()).trim().to_owned()).collect(),
            dim_places: dims,
            dims_of_type: 0,
            is_volatile: named_children(node).iter().any(|part| self.text_of(*part) == "volatile"),
            alignment: self.alignment(node, head),
            function: device.as_ref().map(|device| device.name.clone()),
            class: class.and_then(|class| self.class_name(class)),
            template: template.and_then(|template| self.template_head(template)),
            parameters: device.map(|device| device.parameters).unwrap_or_default(),
            line: self.line_at(statement.start),
            declarator: self.place_of(declared.array_or_name()?),
            scope: self.scope_of(node, &kind, statement.end, outer),
            siblings,
            outer,
            statement,
            kind,
        })
    }

    /// The type without the words that do not belong to it.
    fn element_of(&self, declaration: Node<'_>) -> String {
        let written = declaration.child_by_field_name("type").map_or("", |node| self.text_of(node));
        let words = written.split_whitespace().filter(|word| !matches!(*word, "const" | "volatile" | "typename"));
        words.collect::<Vec<_>>().join(" ")
    }

    /// `__align__(128) `, as it is written.
    fn alignment(&self, declaration: Node<'_>, head: Range<usize>) -> String {
        let is_alignment = |place: &&Range<usize>| {
            let written = &self.source[(*place).clone()];
            head.contains(&place.start) && ALIGNMENTS.iter().any(|word| written.starts_with(word))
        };
        let attributes = self.attributes.iter().filter(is_alignment).cloned();
        let qualifiers = named_children(declaration).into_iter().filter(|node| node.kind() == "type_qualifier");
        let aligned = qualifiers.filter(|node| self.text_of(*node).starts_with("alignas"));
        let mut all: Vec<Range<usize>> = attributes.chain(aligned.map(|node| self.place_of(node))).collect();
        all.sort_by_key(|place| place.start);
        all.into_iter().map(|place| format!("{} ", &self.source[place])).collect()
    }

    /// `template <class T, int N>`, if each parameter has a name and is one.
    fn template_head(&self, template: Node<'_>) -> Option<Range<usize>> {
        let list = template.child_by_field_name("parameters")?;
        let is_pack = descendants(list).any(|node| self.text_of(node) == "...");
        let is_inner = self.parent(template).is_some_and(|parent| parent.kind() == "template_declaration");
        (!is_pack && !is_inner).then(|| self.place_of(template).start..self.place_of(list).end)
    }

    /// The struct or class whose body a node is in.
    pub(super) fn class_around<'t>(&'t self, node: Node<'t>) -> Option<Node<'t>> {
        self.ancestors(node)
            .find(|around| matches!(around.kind(), "struct_specifier" | "class_specifier" | "union_specifier"))
    }

    /// `SharedMemory` of `struct SharedMemory<double>`.
    pub(super) fn class_name(&self, class: Node<'_>) -> Option<String> {
        let name = self.text_of(class.child_by_field_name("name")?);
        Some(name.split('<').next().unwrap_or(name).trim().to_owned())
    }

    fn scope_of(&self, node: Node<'_>, kind: &SharedKind, end: usize, outer: usize) -> Range<usize> {
        if *kind == SharedKind::Member {
            return outer..self.source.len();
        }
        let block = self.ancestors(node).find(|around| around.kind() == "compound_statement");
        end..block.map_or(self.source.len(), |block| self.place_of(block).end)
    }

    /// The line of a byte of the file, from 1.
    pub(crate) fn line_at(&self, at: usize) -> u32 {
        1 + self.source[..at].matches('\n').count() as u32
    }
}
