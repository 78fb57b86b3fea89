//! The declarations of a text, as one choice of its conditions' arms leaves them.

use std::collections::BTreeSet;
use std::ops::Range;

use tree_sitter::Node;

use super::header_names::is_of_host_library;
use super::kind::{
    declared_names, floating_const, is_deleted_or_default, is_function, kind, named_namespace, without_template,
};
use super::standard;
use super::unit::{CodeSide, Unit, UnitKind};
use crate::grammar::{named_children, parse};
use crate::text::{
    ActiveArms, Conditionals, MacroWords, PieceKind, Skeleton, TextPiece, is_in, pieces, readable, skeleton,
};

/// Reads the declarations of `text` with some arms of its conditions.
pub(super) fn units<'a>(text: &'a str, arms: &ActiveArms, macros: &MacroWords) -> Vec<Unit<'a>> {
    let inactive = Conditionals::of(text).inactive(arms);
    let is_code = |piece: &TextPiece| {
        !matches!(piece.kind, PieceKind::Comment | PieceKind::Directive) && !is_in(&inactive, piece.span.start)
    };
    let skeleton = skeleton(&readable(text, arms, Vec::new()).text, macros);
    let reading = UnitReader {
        text,
        macros,
        code: pieces(text).into_iter().filter(is_code).collect(),
        shown: pieces(&skeleton.text),
        skeleton: &skeleton,
    };
    reading.all()
}

struct UnitReader<'a, 's> {
    text: &'a str,
    macros: &'s MacroWords,
    /// The pieces of the text that are code.
    code: Vec<TextPiece>,
    /// Those that the skeleton has.
    shown: Vec<TextPiece>,
    skeleton: &'s Skeleton,
}

/// A block of declarations that is to be read.
struct OpenScope<'t> {
    children: Vec<Node<'t>>,
    /// The names of the namespaces around it, each with `::` after.
    path: String,
    /// The first byte after its brace.
    start: usize,
    /// Whether it is something that the grammar could not read: only whole declarations in it count.
    is_error: bool,
}

impl<'a> UnitReader<'a, '_> {
    fn all(&self) -> Vec<Unit<'a>> {
        let tree = parse(&self.skeleton.text);
        let mut units: Vec<Unit<'a>> = self.skeleton.invocations.iter().map(|span| self.invocation(span)).collect();
        let root = children(tree.root_node());
        let mut open =
            vec![OpenScope { children: root, path: String::new(), start: 0, is_error: tree.root_node().is_error() }];
        while let Some(scope) = open.pop() {
            let mut behind = scope.start;
            for child in scope.children {
                if let Some(inner) = self.scope(child, &scope.path) {
                    behind = child.end_byte();
                    open.push(inner);
                } else if child.is_named() && (!scope.is_error || is_declaration(child)) {
                    units.push(self.unit(child, behind, &scope.path));
                    behind = child.end_byte();
                } else if self.skeleton.text[child.byte_range()].starts_with(';') {
                    // `struct A { };`
                    if let Some(last) = units.last_mut().filter(|last| last.span.end == behind) {
                        last.span.end = child.end_byte();
                    }
                    behind = child.end_byte();
                }
            }
        }
        units
    }

    /// Returns the block of a namespace, of `extern "C" {`, or of what the grammar could not read as a whole.
    fn scope<'t>(&self, node: Node<'t>, path: &str) -> Option<OpenScope<'t>> {
        if node.is_error() && children(node).into_iter().any(is_declaration) {
            let start = node.start_byte();
            return Some(OpenScope { children: children(node), path: path.to_owned(), start, is_error: true });
        }
        if !matches!(node.kind(), "namespace_definition" | "linkage_specification") {
            return None;
        }
        let body = node.child_by_field_name("body").filter(|body| body.kind() == "declaration_list")?;
        let name = node.child_by_field_name("name").map(|name| format!("{}::", &self.text[name.byte_range()]));
        let path = format!("{path}{}", name.unwrap_or_default());
        Some(OpenScope { children: children(body), path, start: body.start_byte() + 1, is_error: false })
    }

    fn invocation(&self, span: &Range<usize>) -> Unit<'a> {
        self.make(span.clone(), UnitKind::Invocation, Vec::new(), Vec::new())
    }

    fn unit(&self, node: Node<'_>, behind: usize, path: &str) -> Unit<'a> {
        let span = self.start(behind, node.start_byte())..node.end_byte();
        let inner = without_template(node);
        let names = declared_names(inner, &self.skeleton.text).into_iter();
        let declares = names.map(|name| format!("{path}{name}")).collect();
        let (mut host_members, mut constexpr_functions) = (Vec::new(), Vec::new());
        let has_device_members = self.members(inner, &mut host_members, &mut constexpr_functions);
        let mut unit = self.make(span, kind(inner, &self.skeleton.text), declares, host_members);
        unit.namespace = named_namespace(inner, &self.skeleton.text);
        unit.constexpr_functions = constexpr_functions;
        if unit.kind == UnitKind::Function {
            unit.constexpr_functions.extend(self.unmarked_constexpr(&unit.span));
        }
        unit.floating_const = floating_const(inner, &self.skeleton.text);
        unit.has_device_members = has_device_members;
        if has_device_members && unit.side == CodeSide::IfNamed {
            unit.side = CodeSide::Device;
        }
        unit
    }

    /// The first byte of a declaration: attributes and macros that the grammar was not shown come before it.
    fn start(&self, behind: usize, start: usize) -> usize {
        // They are in the order of the text.
        let before = self.skeleton.invocations.partition_point(|span| span.end <= start);
        let behind = self.skeleton.invocations[..before].last().map_or(0, |span| span.end).max(behind);
        let first = self.code.partition_point(|piece| piece.span.start < behind);
        self.code.get(first).map_or(start, |piece| piece.span.start.min(start))
    }

    fn make(
        &self,
        span: Range<usize>,
        kind: UnitKind,
        declares: Vec<String>,
        host_members: Vec<Range<usize>>,
    ) -> Unit<'a> {
        let is_left = |piece: &&TextPiece| !host_members.iter().any(|member| member.contains(&piece.span.start));
        let code: Vec<&TextPiece> = within(&self.code, &span).iter().filter(is_left).collect();
        let shown: Vec<&TextPiece> = within(&self.shown, &span).iter().filter(is_left).collect();
        let words = |pieces: &[&TextPiece]| {
            let words = pieces.iter().filter(|piece| piece.kind == PieceKind::Word);
            words.map(|piece| &self.text[piece.span.clone()]).collect::<BTreeSet<&'a str>>()
        };
        let standard = self.standard_names(&code);
        let words_shown = words(&shown);
        let is_of_host = standard.iter().any(|name| standard::device_header(name).is_none())
            || words_shown.iter().any(|word| is_of_host_library(word));
        let side = self.side(kind, &span, is_of_host, standard.is_empty());
        let calls = if kind == UnitKind::Constant { self.calls(&shown) } else { BTreeSet::new() };
        Unit {
            kind,
            side,
            declares,
            words: words_shown,
            all_words: words(&code),
            calls,
            constexpr_functions: Vec::new(),
            namespace: None,
            launched: self.launched(&code),
            standard,
            has_device_members: false,
            host_members,
            floating_const: None,
            span,
        }
    }

    fn side(&self, kind: UnitKind, span: &Range<usize>, is_of_host: bool, names_nothing: bool) -> CodeSide {
        let unless_standard = match (is_of_host, names_nothing) {
            (true, _) => CodeSide::Host,
            (false, false) => CodeSide::IfNamed,
            (false, true) => CodeSide::Either,
        };
        let mut head = self.head(span);
        if matches!(kind, UnitKind::Variable | UnitKind::Constant) {
            // After it there may be a lambda of the device's.
            head.truncate(head.iter().position(|word| *word == "=").unwrap_or(head.len()));
        }
        let has = |test: &dyn Fn(&str) -> bool| head.iter().any(|word| test(word));
        match kind {
            UnitKind::Type | UnitKind::Alias | UnitKind::UsingName => unless_standard,
            UnitKind::UsingNamespace if has(&|word| word == "std") && !has(&|word| word == "cuda") => CodeSide::Host,
            UnitKind::UsingNamespace => CodeSide::Either,
            // An assertion about it is the host compiler's to check.
            UnitKind::Assertion if unless_standard == CodeSide::IfNamed => CodeSide::Host,
            UnitKind::Assertion => unless_standard,
            _ if has(&|word| self.macros.is_device(word)) => CodeSide::Device,
            UnitKind::Function if has(&|word| matches!(word, "constexpr" | "consteval")) => match unless_standard {
                CodeSide::Host => CodeSide::Host,
                _ => CodeSide::Device,
            },
            UnitKind::Constant => unless_standard,
            _ => CodeSide::Host,
        }
    }

    /// The words of a declaration up to its first brace.
    fn head(&self, span: &Range<usize>) -> Vec<&'a str> {
        let words = within(&self.code, span).iter().map(|piece| &self.text[piece.span.clone()]);
        words.take_while(|word| *word != "{").collect()
    }

    /// The names that follow `std::`, but for those of `cuda::std`.
    fn standard_names(&self, code: &[&TextPiece]) -> BTreeSet<&'a str> {
        let word = |at: usize| code.get(at).map_or("", |piece| &self.text[piece.span.clone()]);
        let is_qualified = |at: usize| word(at + 1) == ":" && word(at + 2) == ":";
        let is_of_cuda = |at: usize| at >= 3 && word(at - 3) == "cuda" && word(at - 1) == ":";
        let places = (0..code.len()).filter(|at| word(*at) == "std" && is_qualified(*at) && !is_of_cuda(*at));
        places.map(|at| word(at + 3)).collect()
    }

    /// The place of `constexpr` in the head of a function that is for neither side: compilers take it for both, NVRTC for the host's.
    fn unmarked_constexpr(&self, span: &Range<usize>) -> Option<usize> {
        let head = self.head(span);
        let at = head.iter().position(|word| matches!(*word, "constexpr" | "consteval"))?;
        let is_marked = head.iter().any(|word| *word == "__host__" || self.macros.is_device(word));
        (!is_marked).then(|| within(&self.code, span)[at].span.start)
    }

    /// The functions that an initialiser calls.
    fn calls(&self, shown: &[&TextPiece]) -> BTreeSet<&'a str> {
        const OPERATORS: [&str; 12] = [
            "sizeof",
            "alignof",
            "decltype",
            "int",
            "float",
            "double",
            "unsigned",
            "long",
            "char",
            "bool",
            "alignas",
            "__align__",
        ];
        let word = |at: usize| shown.get(at).map_or("", |piece| &self.text[piece.span.clone()]);
        let is_call = |at: usize| {
            shown[at].kind == PieceKind::Word
                && word(at + 1) == "("
                && !OPERATORS.contains(&word(at))
                && !self.macros.is_defined(word(at))
        };
        (0..shown.len()).filter(|at| is_call(*at)).map(word).collect()
    }

    /// The words of the statements that launch a kernel, up to `<<<`: arguments of templates may be types and constants of the device's.
    fn launched(&self, code: &[&TextPiece]) -> BTreeSet<&'a str> {
        let word = |at: usize| &self.text[code[at].span.clone()];
        let is_launch = |at: &usize| self.text[code[*at].span.start..].starts_with("<<<");
        let (mut found, mut first) = (BTreeSet::new(), 0);
        for at in 0..code.len() {
            if is_launch(&at) {
                // The words before another launch of the statement are found.
                found.extend((first..at).map(word));
                first = at;
            } else if matches!(word(at), ";" | "{" | "}") {
                first = at + 1;
            }
        }
        found
    }

    /// Collects the members of a type that only the host can call. Returns true if others are the device's.
    fn members(&self, node: Node<'_>, host: &mut Vec<Range<usize>>, constexpr: &mut Vec<usize>) -> bool {
        let (mut has_device, mut open) = (false, vec![node]);
        while let Some(node) = open.pop() {
            let specifier = match node.kind() {
                "declaration" | "field_declaration" | "type_definition" => node.child_by_field_name("type"),
                _ => Some(node),
            };
            let Some(specifier) = specifier.filter(|node| is_class(*node)) else { continue };
            let Some(body) = specifier.child_by_field_name("body") else { continue };
            let mut behind = body.start_byte() + 1;
            for child in children(body) {
                let inner = without_template(child);
                if child.is_named() && child.kind() != "access_specifier" {
                    let span = self.start(behind, child.start_byte())..child.end_byte();
                    let is_device = self.head(&span).iter().any(|word| self.macros.is_device(word));
                    has_device |= is_device;
                    if self.is_host_member(inner, &span, is_device) {
                        host.push(span);
                    } else {
                        if is_function(inner) {
                            constexpr.extend(self.unmarked_constexpr(&span));
                        }
                        open.push(inner);
                    }
                }
                behind = child.end_byte();
            }
        }
        has_device
    }

    fn is_host_member(&self, member: Node<'_>, span: &Range<usize>, is_device: bool) -> bool {
        let code: Vec<&TextPiece> = within(&self.code, span).iter().collect();
        let uses_host = || self.standard_names(&code).iter().any(|name| standard::device_header(name).is_none());
        match member.kind() {
            "friend_declaration" => {
                let has_body = named_children(member).iter().any(|child| child.kind() == "function_definition");
                !is_device && (has_body || uses_host())
            }
            "using_declaration" | "alias_declaration" | "type_definition" | "static_assert_declaration" => uses_host(),
            _ if is_device || is_class(member) || is_deleted_or_default(member) => false,
            _ if self.head(span).iter().any(|word| matches!(*word, "constexpr" | "consteval")) => false,
            _ => is_function(member),
        }
    }
}

fn is_class(node: Node<'_>) -> bool {
    matches!(node.kind(), "struct_specifier" | "class_specifier" | "union_specifier")
}

/// Returns true for a node that is a whole declaration.
fn is_declaration(node: Node<'_>) -> bool {
    let kind = node.kind();
    let is_whole = kind.ends_with("_definition") || kind.ends_with("declaration") || kind == "linkage_specification";
    is_whole && !kind.contains("parameter") || is_class(node) || kind == "enum_specifier"
}

fn children(node: Node<'_>) -> Vec<Node<'_>> {
    let mut cursor = node.walk();
    node.children(&mut cursor).collect()
}

/// Returns the pieces that begin in a span.
fn within<'p>(pieces: &'p [TextPiece], span: &Range<usize>) -> &'p [TextPiece] {
    let first = pieces.partition_point(|piece| piece.span.start < span.start);
    let last = pieces.partition_point(|piece| piece.span.start < span.end);
    &pieces[first..last.max(first)]
}
