//! A CUDA C++ file as it is read: the tree of what a compiler compiles.

use std::collections::BTreeMap;
use std::ops::Range;

use tree_sitter::Node;

use crate::grammar::{NodePlace, parse};
use crate::kept_searches::KeptSearches;
use crate::kept_tree::KeptTree;
use crate::text::{ActiveArms, Conditionals, Macro, MacroWords, blanked, readable, skeleton, with_expanded_launches};

/// CUDA C++ text, read on a grammar.
///
/// Comments, strings and the arms of `#if` that are not compiled declare nothing. Places are bytes and lines of the text as it was given.
///
/// ```
/// use smem_cuda::CudaText;
///
/// let text = CudaText::parse("// __global__ void old() {}\nnamespace ns { __global__ void k(float* a, int n) { } }");
/// let kernels = text.kernels();
/// assert_eq!((kernels.len(), kernels[0].path()), (1, "ns::k"));
/// assert_eq!(kernels[0].parameters()[0].type_name(), "float*");
/// ```
#[derive(Debug, Clone)]
pub struct CudaText {
    /// The code of the headers and the file that a compiler reads, at its place.
    pub(crate) readable: String,
    pub(crate) macros: Vec<Macro>,
    /// The same with the calls of macros that make launches expanded, where there are such.
    expanded: Option<Box<CudaText>>,
    /// The values that variables of the host are given.
    pub(crate) set: Vec<(String, String)>,
    tree: KeptTree,
    active: ActiveArms,
    /// The file as it was given.
    pub(crate) source: String,
    /// The directives of active arms, in bytes of the file.
    pub(crate) directives: Vec<Range<usize>>,
    /// The attributes that the grammar does not take, in bytes of the file.
    pub(crate) attributes: Vec<Range<usize>>,
    /// Bytes of the headers, which are in front of the file.
    pub(crate) start: usize,
    /// The line of the file's first byte in `readable`, from 0.
    first_row: usize,
    pub(crate) searches: KeptSearches,
}

/// The headers, macros and conditions that a text is read with.
///
/// ```
/// use smem_cuda::{CudaText, CudaReading};
///
/// let reading = CudaReading { headers: "#define WARPS 4\n", defines: &["WIDE"], ..CudaReading::default() };
/// let text = CudaText::read("#ifdef WIDE\n__global__ void k() {}\n#endif\nconst int THREADS = 32 * WARPS;", &reading);
/// assert_eq!(text.kernels().len(), 1);
/// assert_eq!(text.integer("THREADS"), Some(128));
/// ```
#[derive(Debug, Clone, Default)]
pub struct CudaReading<'a> {
    /// The text of the headers that the file includes. Their declarations are known, and not listed.
    pub headers: &'a str,
    /// Macros that the compiler is given: `N=4`, or `FAST`.
    pub defines: &'a [&'a str],
    /// Values of variables of the host, which launches depend on: `n=1024`.
    pub set: &'a [&'a str],
    /// The arms that the compiler takes; `None` to evaluate their conditions by the macros of the text.
    pub active: Option<ActiveArms>,
}

/// The macros of a text by their names.
struct MacroNumbers(BTreeMap<String, Vec<usize>>);

/// Parses a text without the calls of macros that have no semicolon, which would take the declaration after them along.
fn parsed(text: &str, called: &MacroWords) -> (KeptTree, String) {
    let text = blanked(text, &skeleton(text, called).invocations);
    (KeptTree::of(parse(&text)), text)
}

/// Reads `n=1024`.
fn named_value(set: &str) -> Option<(String, String)> {
    let (name, value) = set.split_once('=')?;
    Some((name.trim().to_owned(), value.trim().to_owned()))
}

impl CudaText {
    /// Reads a text on its own.
    pub fn parse(source: &str) -> CudaText {
        CudaText::read(source, &CudaReading::default())
    }

    /// Reads a text with its headers and what the compiler is given.
    pub fn read(source: &str, reading: &CudaReading<'_>) -> CudaText {
        let given: Vec<Macro> = reading.defines.iter().filter_map(|option| Macro::of_option(option)).collect();
        let headers = readable(reading.headers, &Conditionals::assumed(reading.headers, &given), given);
        let active = match &reading.active {
            Some(active) => active.clone(),
            None => Conditionals::assumed(source, &headers.macros),
        };
        let before = headers.macros.len();
        let file = readable(source, &active, headers.macros);
        let separator = if headers.text.is_empty() { "" } else { "\n" };
        let start = headers.text.len() + separator.len();
        let mut macros = file.macros;
        macros[before..].iter_mut().for_each(|own| own.from += start);
        let text = headers.text + separator + &file.text;
        let called = MacroWords::defined_in([reading.headers, source]);
        let expanded = with_expanded_launches(&text, start, &macros);
        let first_row = text[..start].matches('\n').count();
        let (directives, attributes, source) = (file.directives, file.attributes, source.to_owned());
        let set = reading.set.iter().filter_map(|set| named_value(set)).collect();
        let (tree, text) = parsed(&text, &called);
        let own = CudaText {
            readable: text,
            macros,
            expanded: None,
            set,
            tree,
            active,
            source,
            directives,
            attributes,
            start,
            first_row,
            searches: KeptSearches::default(),
        };
        let expanded = expanded.map(|text| {
            let (tree, readable) = parsed(&text, &called);
            Box::new(CudaText { tree, readable, ..own.clone() })
        });
        CudaText { expanded, ..own }
    }

    /// The text in which launches are looked for: with the calls of macros that make them expanded, each line where it is in this one.
    pub(crate) fn of_launches(&self) -> &CudaText {
        self.expanded.as_deref().unwrap_or(self)
    }

    /// Returns the arms of `#if` that it was read with.
    pub fn active_arms(&self) -> &ActiveArms {
        &self.active
    }

    /// The lines of kernels, launches and shared arrays that the grammar could not read, from 1.
    pub fn unread_lines(&self) -> Vec<usize> {
        const WORDS: [&str; 3] = ["__global__", "<<<", "__shared__"];
        let errors = self.file_nodes().filter(|node| node.is_error());
        let of_interest = errors.filter(|node| WORDS.iter().any(|word| self.text_of(*node).contains(word)));
        let mut lines: Vec<usize> = of_interest.map(|node| self.line_of(node)).collect();
        lines.dedup();
        lines
    }

    /// Returns a part of the file's code, by its bytes: blanks are in place of comments, directives, attributes and inactive arms.
    ///
    /// ```
    /// let text = smem_cuda::CudaText::parse("int a /* b */;");
    /// assert_eq!(text.code(0..14), "int a        ;");
    /// ```
    pub fn code(&self, place: Range<usize>) -> &str {
        &self.readable[self.start + place.start..self.start + place.end]
    }

    /// Returns the file as it was given.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The place of a node in the file.
    pub(crate) fn place_of(&self, node: Node<'_>) -> Range<usize> {
        node.start_byte().saturating_sub(self.start)..node.end_byte().saturating_sub(self.start)
    }

    /// The nodes of the file, each before those inside it.
    pub(crate) fn file_nodes(&self) -> impl Iterator<Item = Node<'_>> {
        self.nodes_from(self.start)
    }

    /// The nodes that begin at a byte or after it, each before those inside it.
    pub(crate) fn nodes_from(&self, start: usize) -> impl Iterator<Item = Node<'_>> {
        self.tree.nodes_from(start)
    }

    pub(crate) fn root(&self) -> Node<'_> {
        self.tree.root()
    }

    /// The node around a node.
    pub(crate) fn parent<'t>(&'t self, node: Node<'t>) -> Option<Node<'t>> {
        self.tree.parent(node)
    }

    /// The nodes around a node, the closest first.
    pub(crate) fn ancestors<'t>(&'t self, node: Node<'t>) -> impl Iterator<Item = Node<'t>> {
        std::iter::successors(self.parent(node), |node| self.parent(*node))
    }

    /// The macros of a name, in order.
    pub(crate) fn macros_named(&self, name: &str) -> impl DoubleEndedIterator<Item = &Macro> {
        let numbers = self.searches.once(|| {
            let mut numbers: BTreeMap<String, Vec<usize>> = BTreeMap::new();
            for (at, known) in self.macros.iter().enumerate() {
                numbers.entry(known.name.clone()).or_default().push(at);
            }
            MacroNumbers(numbers)
        });
        let own = numbers.0.get(name).cloned().unwrap_or_default();
        own.into_iter().filter_map(|at| self.macros.get(at))
    }

    /// The smallest node around a byte.
    pub(crate) fn node_around(&self, at: usize) -> Node<'_> {
        self.tree.node_around(at)
    }

    /// The node at a place.
    pub(crate) fn node(&self, place: &NodePlace) -> Option<Node<'_>> {
        self.tree.node(place)
    }

    pub(crate) fn text_of(&self, node: Node<'_>) -> &str {
        &self.readable[node.byte_range()]
    }

    /// The line of a node in the file, from 1.
    pub(crate) fn line_of(&self, node: Node<'_>) -> usize {
        1 + node.start_position().row.saturating_sub(self.first_row)
    }
}
