//! A declaration of shared memory with the places of its parts.

use std::ops::Range;

/// A variable in shared memory, an array in a struct of which there may be one, or a pointer that device code declares.
///
/// Places are bytes of the file; texts are without comments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SharedDeclaration {
    /// The variable's name.
    pub name: String,
    /// The type of an element as it is written: `float`, `T`. Of a name for a type of arrays the type of their elements.
    pub element: String,
    /// The extents as they are written, the outermost first: `32`, `N + 1`. Empty in `extern __shared__ float all[]`.
    pub dims: Vec<String>,
    /// The places of the extents that the declaration itself writes: those of a named type are elsewhere.
    pub dim_places: Vec<Range<usize>>,
    /// The number of the last extents that are those of the named type.
    pub dims_of_type: usize,
    /// The kind of the declaration.
    pub kind: SharedKind,
    /// Whether it is `volatile`.
    pub is_volatile: bool,
    /// `__align__(128) ` or another alignment as it is written, or nothing.
    pub alignment: String,
    /// The function of device code around it: `transpose`.
    pub function: Option<String>,
    /// The struct or class around it, without template arguments.
    pub class: Option<String>,
    /// The names of the parameters of the template that its function is: `T`, `N`.
    pub parameters: Vec<String>,
    /// `template <class T, int N>`; `None` where the function is not a template, or one of its parameters is a pack or has no name.
    pub template: Option<Range<usize>>,
    /// The line of its first word, from 1.
    pub line: u32,
    /// From the first word to the end of its semicolon, with the other variables of the same statement.
    pub statement: Range<usize>,
    /// The name with its brackets.
    pub declarator: Range<usize>,
    /// All variables of the statement with their values, this one included.
    pub siblings: Vec<Range<usize>>,
    /// The first byte of the function or the declaration around it: it can use what is declared before.
    pub outer: usize,
    /// Where its name can be used.
    pub scope: Range<usize>,
}

/// The kind of a declaration of shared memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SharedKind {
    /// `__shared__ float tile[32][32];`
    Array,
    /// `extern __shared__ float all[];`
    Dynamic,
    /// `float* left = all + 32;`, with the place of its value.
    Pointer(Range<usize>),
    /// An array in a struct.
    Member,
}

impl SharedDeclaration {
    /// Returns true for dynamic shared memory.
    pub fn is_dynamic(&self) -> bool {
        self.kind == SharedKind::Dynamic
    }

    /// Returns true for a pointer.
    pub fn is_pointer(&self) -> bool {
        matches!(self.kind, SharedKind::Pointer(_))
    }
}
