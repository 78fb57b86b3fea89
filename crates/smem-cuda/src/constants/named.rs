//! The values of names at a place of a text: macros, constants, enumerators, and functions that are one `return`.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use tree_sitter::Node;

use super::command_line::{always_runs, is_argument_count, needs_arguments};
use super::expression::{NameValues, value};
use super::number::Constant;
use crate::cuda_text::CudaText;
use crate::declarations::{
    DeclaredName, Meaning, changes, enumerators, functions_named, is_specialized, meaning, member, parameter_list,
    scope_of, variable_template,
};
use crate::grammar::{ParsedExpression, descendants, named_children};
use crate::text::is_word;
use crate::types::{self, TypeNames};

/// Names may be defined by one another, in a circle.
const MOST_NESTED: u32 = 24;

/// Macros, variables, types and functions that one expression may be made of, each as often as it is evaluated: text can double them at each level.
const MOST_NAMES: u32 = 2_000;

/// The most parameters of a template whose arguments are read: each may be made of all before it.
const MOST_PARAMETERS: usize = 256;

/// A parameter of a template or of a function that has a value here.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum BoundParameter {
    Value(Constant),
    Type(String),
}

/// The names of a text as they are seen from one place in it.
#[derive(Debug, Clone)]
pub(crate) struct ScopedNames<'t> {
    text: &'t CudaText,
    /// A byte of the text.
    at: usize,
    bindings: Vec<(String, BoundParameter)>,
    /// The values of parameters of the host's functions, by the bytes of their declarations.
    arguments: Rc<BTreeMap<usize, Constant>>,
    depth: u32,
    /// The names that may still be looked into.
    left: Rc<Cell<u32>>,
    /// The values of variables with these bindings, by the bytes of their declarations.
    known: Rc<RefCell<BTreeMap<usize, Constant>>>,
}

impl<'t> ScopedNames<'t> {
    /// Returns the names at a byte of the text.
    pub(crate) fn at(text: &'t CudaText, at: usize) -> ScopedNames<'t> {
        let left = Rc::new(Cell::new(MOST_NAMES));
        ScopedNames { text, at, bindings: Vec::new(), arguments: Rc::default(), depth: 0, left, known: Rc::default() }
    }

    /// The names of the host's code at a byte of the text, with the values that its variables are given.
    pub(crate) fn of_host(text: &'t CudaText, at: usize) -> ScopedNames<'t> {
        let names = ScopedNames::at(text, at);
        let given = text.set.iter();
        let values: Vec<(String, BoundParameter)> = given
            .filter_map(|(name, value)| Some((name.clone(), BoundParameter::Value(names.value_of_text(value)?))))
            .collect();
        names.with(values)
    }

    /// The same names with parameters of a template or a function.
    pub(crate) fn with(mut self, bindings: impl IntoIterator<Item = (String, BoundParameter)>) -> ScopedNames<'t> {
        self.bindings.extend(bindings);
        ScopedNames { known: Rc::default(), ..self }
    }

    /// The same names with the values of parameters of functions, by the bytes of their declarations.
    pub(crate) fn with_arguments(self, arguments: BTreeMap<usize, Constant>) -> ScopedNames<'t> {
        ScopedNames { arguments: Rc::new(arguments), known: Rc::default(), ..self }
    }

    /// The parameters of a template, bound to the arguments in `name` and to their defaults.
    pub(crate) fn bound(&self, template: Node<'_>, name: &str) -> Option<Vec<(String, BoundParameter)>> {
        let given = template_arguments(name);
        let parameters = named_children(template.child_by_field_name("parameters")?);
        if parameters.len() > MOST_PARAMETERS {
            return None;
        }
        let source = &self.text.readable;
        let mut bound: Vec<(String, BoundParameter)> = Vec::new();
        for (at, parameter) in parameters.iter().enumerate() {
            let inner = self.clone().with(bound.clone());
            let is_type = parameter.kind().contains("type_parameter");
            let (own_name, default) = if is_type {
                let children = named_children(*parameter);
                (
                    children.first().map(|child| &source[child.byte_range()])?,
                    parameter.child_by_field_name("default_type"),
                )
            } else {
                (DeclaredName::of_parameter(*parameter).name(source)?, parameter.child_by_field_name("default_value"))
            };
            let argument = match (given.get(at), default) {
                (Some(argument), _) => argument.clone(),
                (None, Some(default)) => source[default.byte_range()].to_owned(),
                (None, None) => return None,
            };
            // A default may name the parameters before it; an argument has no part in the template.
            let names = if given.len() > at { self } else { &inner };
            let binding = match is_type {
                true => BoundParameter::Type(types::resolved(&argument, names)),
                false => BoundParameter::Value(names.value_of_text(&argument)?),
            };
            bound.push((own_name.to_owned(), binding));
        }
        Some(bound)
    }

    /// The declaration that a name means here.
    pub(crate) fn declaration(&self, name: &str) -> Option<Meaning<'t>> {
        match name.rsplit_once("::") {
            Some((owner, name)) => member(self.text, owner, name),
            None => meaning(self.text, name, self.at),
        }
    }

    fn of_macro(&self, name: &str, arguments: Option<&[&str]>) -> Option<Option<Constant>> {
        let mut named = self.text.macros_named(name);
        let known = named.rfind(|known| known.from <= self.at && known.parameters.is_some() == arguments.is_some())?;
        let expanded = known.expanded(arguments.unwrap_or_default());
        Some(expanded.and_then(|text| self.deeper()?.value_of_text(&text)))
    }

    fn of_meaning(&self, meaning: Meaning<'t>) -> Option<Constant> {
        let source = &self.text.readable;
        match meaning {
            Meaning::KernelParameter(declared) => match self.arguments.get(&declared.at()) {
                Some(value) => Some(*value),
                None => is_argument_count(&declared, self.text).then_some(Constant::Integer(1)),
            },
            Meaning::Variable(declared) => {
                let assigned = self.only_assigned(&declared);
                // A member may be changed anywhere, as that of an object with any name.
                let is_member = declared.declaration.kind() == "field_declaration";
                let is_unchanged = || !is_member && (assigned.is_some() || self.changes(&declared).is_empty());
                let is_fixed = declared.is_constant(source) || is_unchanged();
                if !is_fixed || declared.pointers() > 0 || declared.is_reference() || !declared.extents().is_empty() {
                    return None;
                }
                if let Some(value) = self.known.borrow().get(&declared.at()) {
                    return Some(*value);
                }
                let at = assigned.map_or(declared.at(), |assigned| assigned.start_byte());
                let inside = ScopedNames { at, ..self.deeper()? };
                let initializer = assigned.or_else(|| declared.initializer());
                let value = match (initializer, declared.seeming_parameters().as_deref()) {
                    (Some(initializer), _) => inside.value_at(initializer),
                    // `int n(4);`
                    (None, Some([only])) => inside.value_of_text(self.text.text_of(*only)),
                    _ => None,
                };
                self.known.borrow_mut().extend(value.map(|value| (declared.at(), value)));
                value
            }
            Meaning::Enumerator { list, at } => {
                let inside = ScopedNames { at: list.start_byte(), ..self.deeper()? };
                let all = enumerators(list);
                let given = (0..=at).rev().find_map(|at| Some((at, all[at].child_by_field_name("value")?)));
                let Some((from, node)) = given else { return Some(Constant::Integer(at as i64)) };
                // Enumerators are seen by those after them.
                let inside = ScopedNames { at: node.start_byte(), ..inside };
                let first = inside.value_at(node)?.integer()?;
                Some(Constant::Integer(first + (at - from) as i64))
            }
        }
    }

    /// The value of a member of a class template's instance, `Tile<16>::SIZE`, or of a variable template, `BYTES<float>`; of a template that is
    /// specialised none, since the arguments choose the specialisation.
    fn of_instance(&self, name: &str) -> Option<Constant> {
        let (instance, meaning) = match name.ends_with('>') {
            true => (name, variable_template(self.text, name.split('<').next()?)?),
            false => (name.rsplit_once("::")?.0, self.declaration(name)?),
        };
        let place = match meaning {
            Meaning::Variable(declared) | Meaning::KernelParameter(declared) => declared.declaration,
            Meaning::Enumerator { list, .. } => list,
        };
        let template = self.text.ancestors(place).find(|around| around.kind() == "template_declaration")?;
        let base = instance.split('<').next()?.rsplit("::").next()?.trim();
        if is_specialized(self.text, base) {
            return None;
        }
        let bindings = self.bound(template, instance)?;
        self.deeper()?.with(bindings).of_meaning(meaning)
    }

    /// The changes of a variable in a program that is started without arguments.
    fn changes(&self, declared: &DeclaredName<'t>) -> Vec<Node<'t>> {
        changes(self.text, declared).into_iter().filter(|change| !needs_arguments(*change, self.text)).collect()
    }

    /// The value that a variable without an initial one is assigned before this place, where that is its only change.
    fn only_assigned(&self, declared: &DeclaredName<'t>) -> Option<Node<'t>> {
        let source = &self.text.readable;
        if declared.initializer().is_some() || declared.seeming_parameters().is_some() {
            return None;
        }
        let [only] = self.changes(declared)[..] else { return None };
        let value = only.child_by_field_name("right").filter(|_| only.kind() == "assignment_expression")?;
        let is_plain = only.child_by_field_name("operator").is_some_and(|sign| &source[sign.byte_range()] == "=");
        let is_before = only.end_byte() <= self.at;
        (is_plain && is_before && always_runs(only, scope_of(declared, self.text)?, self.text)).then_some(value)
    }

    /// The value of a function that is one `return`.
    fn of_function(&self, name: &str, values: &dyn Fn(usize) -> Option<Constant>, count: usize) -> Option<Constant> {
        let source = &self.text.readable;
        let base = name.split('<').next()?.rsplit("::").next()?;
        let has_count =
            |function: &Node<'_>| parameter_list(*function).is_some_and(|list| named_children(list).len() == count);
        let function = functions_named(self.text, base).into_iter().find(has_count)?;
        let parameters = named_children(parameter_list(function)?);
        let [only] = named_children(function.child_by_field_name("body")?)[..] else { return None };
        if only.kind() != "return_statement" {
            return None;
        }
        let mut bound = Vec::new();
        for (at, parameter) in parameters.iter().enumerate() {
            bound.push((
                DeclaredName::of_parameter(*parameter).name(source)?.to_owned(),
                BoundParameter::Value(values(at)?),
            ));
        }
        let inside = ScopedNames { at: only.start_byte(), bindings: Vec::new(), ..self.deeper()? };
        let deduced = self.is_deduced(function, only).then(|| inside.clone());
        let inside = inside.with_template_arguments(function, name).or(deduced)?.with(bound);
        inside.value_at(*named_children(only).first()?)
    }
}

impl ScopedNames<'_> {
    /// Returns true for a template of types that a statement does not name: which types they are makes no difference to its value.
    fn is_deduced(&self, function: Node<'_>, statement: Node<'_>) -> bool {
        let template = self.text.parent(function).filter(|parent| parent.kind() == "template_declaration");
        let parameters = template.and_then(|template| template.child_by_field_name("parameters")).map(named_children);
        let words: Vec<&str> = self.text.text_of(statement).split(|mark| !is_word(mark)).collect();
        let is_unnamed = |parameter: &Node<'_>| {
            let name = named_children(*parameter).first().map(|name| self.text.text_of(*name));
            parameter.kind().contains("type_parameter") && name.is_some_and(|name| !words.contains(&name))
        };
        parameters.is_some_and(|parameters| parameters.iter().all(is_unnamed))
    }
}

impl<'t> TypeNames<'t> for ScopedNames<'t> {
    fn text(&self) -> &'t CudaText {
        self.text
    }

    fn deeper(&self) -> Option<ScopedNames<'t>> {
        let left = self.left.get().checked_sub(1).filter(|_| self.depth < MOST_NESTED)?;
        self.left.set(left);
        Some(ScopedNames { depth: self.depth + 1, ..self.clone() })
    }

    fn with_template_arguments(self, inside: Node<'_>, name: &str) -> Option<ScopedNames<'t>> {
        let Some(template) = self.text.parent(inside).filter(|parent| parent.kind() == "template_declaration") else {
            return Some(self);
        };
        let bindings = self.bound(template, name)?;
        Some(self.with(bindings))
    }

    fn bound_type(&self, name: &str) -> Option<String> {
        self.bindings.iter().rev().find_map(|(own, binding)| match binding {
            BoundParameter::Type(bound) if own == name => Some(bound.clone()),
            _ => None,
        })
    }

    fn value_at(&self, node: Node<'_>) -> Option<Constant> {
        value(node, &self.text.readable, self)
    }

    fn value_of_text(&self, expression: &str) -> Option<Constant> {
        let fragment = ParsedExpression::expression(expression)?;
        value(fragment.root(), fragment.source(), self)
    }
}

impl NameValues for ScopedNames<'_> {
    fn value_of(&self, name: &str) -> Option<Constant> {
        let bound = self.bindings.iter().rev().find(|(own, _)| own == name);
        if let Some((_, BoundParameter::Value(value))) = bound {
            return Some(*value);
        }
        if let Some(value) = self.of_macro(name, None) {
            return value;
        }
        if name.contains('<')
            && let Some(value) = self.of_instance(name)
        {
            return Some(value);
        }
        self.of_meaning(self.declaration(name)?)
    }

    fn element(&self, array: &str, index: i64) -> Option<Constant> {
        let Meaning::Variable(declared) = self.declaration(array)? else { return None };
        let list = declared.initializer().filter(|list| list.kind() == "initializer_list")?;
        if !declared.is_constant(&self.text.readable) || declared.extents().len() != 1 {
            return None;
        }
        let element = *named_children(list).get(usize::try_from(index).ok()?)?;
        ScopedNames { at: declared.at(), ..self.deeper()? }.value_at(element)
    }

    fn call(&self, function: &str, arguments: &[&str], values: &dyn Fn(usize) -> Option<Constant>) -> Option<Constant> {
        if let Some(value) = self.of_macro(function, Some(arguments)) {
            return value;
        }
        // `real(4)`
        if let (Some(scalar), [_]) = (types::Scalar::of_cuda(&types::resolved(function, self)), arguments) {
            let number = values(0)?;
            return if scalar.is_float() { Some(Constant::Float(number.float())) } else { number.truncated() };
        }
        self.of_function(function, values, arguments.len())
    }

    fn size_of_type(&self, name: &str) -> Option<i64> {
        types::layout(name, self).map(|layout| layout.bytes)
    }

    fn size_of_value(&self, expression: Node<'_>, source: &str) -> Option<i64> {
        let (mut node, mut derefs) = (expression, 0);
        loop {
            node = match node.kind() {
                "parenthesized_expression" => *named_children(node).first()?,
                "pointer_expression" if source[node.byte_range()].starts_with('*') => {
                    derefs += 1;
                    node.child_by_field_name("argument")?
                }
                "subscript_expression" => {
                    derefs += 1;
                    node.child_by_field_name("argument")?
                }
                "identifier" => break,
                _ => return None,
            };
        }
        let (Meaning::Variable(declared) | Meaning::KernelParameter(declared)) =
            self.declaration(&source[node.byte_range()])?
        else {
            return None;
        };
        let inside = ScopedNames { at: declared.at(), ..self.deeper()? };
        let extents = declared.extents();
        let element = types::layout(declared.type_name(&self.text.readable), &inside)?;
        // Extents go first, pointers next.
        if derefs >= extents.len() + declared.pointers() {
            return (derefs == extents.len() + declared.pointers()).then_some(element.bytes);
        }
        let mut bytes = if declared.pointers() > 0 { 8 } else { element.bytes };
        for extent in extents.into_iter().skip(derefs) {
            bytes = bytes.checked_mul(inside.value_at(extent?)?.integer()?)?;
        }
        Some(bytes)
    }
}

/// Returns the arguments of a template's instance.
///
/// ```
/// assert_eq!(smem_cuda::template_arguments("k<Pair<int, int>, (3 > 2)>"), ["Pair<int, int>", "(3 > 2)"]);
/// assert!(smem_cuda::template_arguments("k").is_empty());
/// ```
pub fn template_arguments(name: &str) -> Vec<String> {
    // A call, so that the grammar takes the brackets for those of a template.
    let Some(call) = ParsedExpression::expression(&format!("{name}(0)")) else { return Vec::new() };
    let list = descendants(call.root()).find(|node| node.kind() == "template_argument_list");
    let arguments = list.map(named_children).unwrap_or_default();
    arguments.into_iter().map(|argument| call.source()[argument.byte_range()].to_owned()).collect()
}
