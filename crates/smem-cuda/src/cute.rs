//! The layouts of CuTe tensors in shared memory: where the file writes them.

use std::ops::Range;

use tree_sitter::Node;

use crate::cuda_text::CudaText;
use crate::declarations::{DeclaredName, Meaning, meaning, parameter_list};
use crate::grammar::{descendants, named_children};

/// Where the file writes the layout of a CuTe tensor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenLayout {
    /// The expression or the type, in bytes of the file.
    pub place: Range<usize>,
    /// How it is written.
    pub form: CuteForm,
}

/// How a layout is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CuteForm {
    /// A value: `make_layout(..)`, `Layout<..>{}`.
    Value,
    /// A type: `Layout<Shape<..>, Stride<..>>` of `using Tile = ..;`.
    Type,
    /// A shape, with or without strides: `make_tensor(pointer, shape, strides)`.
    Shape,
}

/// The CuTe tensors on an array in shared memory.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CuteTensors {
    /// The layouts that the file writes, each once.
    pub layouts: Vec<WrittenLayout>,
    /// Why a layout is not among them, if one is not.
    pub unknown: Option<String>,
    /// The type of an element that a cast or `make_smem_ptr<T>` names: `half_t`.
    pub element: Option<String>,
}

/// Names may go around in a circle.
const MOST_STEPS: u32 = 16;

impl CudaText {
    /// Returns the CuTe tensors that a function makes on an array of shared memory; `None` where it makes none.
    ///
    /// ```
    /// let source = "using Tile = Layout<Shape<_32, _32>>;
    /// __global__ void k() {
    ///     __shared__ float memory[1024];
    ///     auto tile = make_tensor(make_smem_ptr(memory), Tile{});
    /// }";
    /// let text = smem_cuda::CudaText::parse(source);
    /// let tensors = text.cute_tensors("memory", Some("k")).unwrap();
    /// assert_eq!(&source[tensors.layouts[0].place.clone()], "Layout<Shape<_32, _32>>");
    /// assert_eq!(text.cute_tensors("other", Some("k")), None);
    /// ```
    pub fn cute_tensors(&self, array: &str, function: Option<&str>) -> Option<CuteTensors> {
        // `memory.a` of an array in a struct.
        let word = array.rsplit('.').next().unwrap_or(array);
        let mut found: Option<CuteTensors> = None;
        for call in self.file_nodes().filter(|node| node.kind() == "call_expression") {
            let Some(arguments) = self.arguments_of(call, "make_tensor") else { continue };
            let [pointer, layout @ ..] = &arguments[..] else { continue };
            let Some(smem) = self.shared_pointer(*pointer).filter(|smem| self.names(*smem, word)) else { continue };
            let is_here = function.is_none_or(|name| self.function_around(call) == Some(name));
            if layout.is_empty() || !is_here {
                continue;
            }
            let tensors = found.get_or_insert_default();
            tensors.element = tensors.element.take().or_else(|| self.cast_element(smem));
            match self.written_layouts(layout) {
                Ok(layouts) => tensors.layouts.extend(layouts),
                Err(why) => tensors.unknown = Some(why),
            }
        }
        if let Some(tensors) = &mut found {
            tensors.layouts.sort_by_key(|layout| layout.place.start);
            tensors.layouts.dedup();
        }
        found
    }

    /// Returns the arguments of a call if it is one of this function, in whatever namespace.
    fn arguments_of<'t>(&'t self, call: Node<'t>, function: &str) -> Option<Vec<Node<'t>>> {
        let name = call.child_by_field_name("function")?;
        let is_it = last_name(self.text_of(name)) == function;
        is_it.then(|| call.child_by_field_name("arguments").map(named_children)).flatten()
    }

    /// The call of `make_smem_ptr` that makes a pointer, here or where it is declared.
    fn shared_pointer<'t>(&'t self, pointer: Node<'t>) -> Option<Node<'t>> {
        let made = match pointer.kind() {
            "identifier" => self.value_of(pointer)?,
            _ => pointer,
        };
        (made.kind() == "call_expression" && self.arguments_of(made, "make_smem_ptr").is_some()).then_some(made)
    }

    /// Whether an expression names an array.
    fn names(&self, expression: Node<'_>, word: &str) -> bool {
        descendants(expression)
            .any(|node| matches!(node.kind(), "identifier" | "field_identifier") && self.text_of(node) == word)
    }

    /// `half_t` of `make_smem_ptr(reinterpret_cast<half_t*>(bytes))`.
    fn cast_element(&self, smem: Node<'_>) -> Option<String> {
        let casts = descendants(smem).filter(|node| node.kind() == "template_function");
        let written = casts.last().map(|cast| self.text_of(cast))?;
        let inside = written.get(written.find('<')? + 1..written.rfind('>')?)?;
        Some(inside.trim_end_matches(['*', ' ']).trim().to_owned())
    }

    /// The value that a variable is declared with.
    fn value_of<'t>(&'t self, name: Node<'t>) -> Option<Node<'t>> {
        match meaning(self, self.text_of(name), name.start_byte())? {
            Meaning::Variable(declared) => declared.initializer(),
            _ => None,
        }
    }

    /// The function whose body a node is in.
    fn function_around<'t>(&'t self, node: Node<'t>) -> Option<&'t str> {
        let function = self.ancestors(node).find(|around| around.kind() == "function_definition")?;
        self.name_of_function(function)
    }

    fn name_of_function<'t>(&'t self, function: Node<'t>) -> Option<&'t str> {
        let list = parameter_list(function)?;
        let name = self.parent(list)?.child_by_field_name("declarator")?;
        Some(last_name(self.text_of(name)))
    }

    /// The layouts behind the arguments of `make_tensor` that follow its pointer.
    fn written_layouts(&self, arguments: &[Node<'_>]) -> Result<Vec<WrittenLayout>, String> {
        let (Some(first), Some(last)) = (arguments.first(), arguments.last()) else { return Ok(Vec::new()) };
        // The grammar takes `typename Traits::Tile{}` apart.
        let written = &self.readable[first.start_byte()..last.end_byte()];
        if let Some(dependent) = written.strip_prefix("typename ") {
            let unknown = || format!("`{}` is not defined in this file, or in several ways", squeezed(dependent));
            return self.layouts_of_type(self.alias(last_name(dependent)).ok_or_else(unknown)?, 0);
        }
        let is_shape = ["make_shape", "Shape"].contains(&last_name(self.text_of(*first)));
        if arguments.len() > 1 || is_shape {
            let place = self.place_of(*first).start..self.place_of(*last).end;
            return Ok(vec![WrittenLayout { place, form: CuteForm::Shape }]);
        }
        self.layouts_of_value(*first, 0)
    }

    fn layout(&self, node: Node<'_>, form: CuteForm) -> Result<Vec<WrittenLayout>, String> {
        if node.start_byte() < self.start {
            return Err(format!("`{}` is in a header", squeezed(self.text_of(node))));
        }
        Ok(vec![WrittenLayout { place: self.place_of(node), form }])
    }

    /// Where the layout is written that an expression has.
    fn layouts_of_value(&self, value: Node<'_>, steps: u32) -> Result<Vec<WrittenLayout>, String> {
        let written = squeezed(self.text_of(value));
        let unknown = || Err(format!("`{written}` is not written in this file"));
        if steps > MOST_STEPS {
            return unknown();
        }
        match value.kind() {
            "call_expression" => {
                if self.arguments_of(value, "composition").is_some() && written.contains("Swizzle<") {
                    return Err(format!("`{written}` has a swizzle already"));
                }
                // `Tile()`: a value of a type that the file names.
                let made = value.child_by_field_name("function").filter(|_| self.arguments(value).is_empty());
                match made.filter(|made| self.alias(last_name(self.text_of(*made))).is_some()) {
                    Some(made) => self.layouts_of_type(made, steps + 1),
                    None => self.layout(value, CuteForm::Value),
                }
            }
            "compound_literal_expression" => match value.child_by_field_name("type") {
                Some(made) if made.kind() == "template_type" => self.layout(value, CuteForm::Value),
                Some(made) => self.layouts_of_type(made, steps + 1),
                None => unknown(),
            },
            "parenthesized_expression" | "initializer_list" => match named_children(value)[..] {
                [inner] => self.layouts_of_value(inner, steps + 1),
                _ => unknown(),
            },
            "identifier" => match meaning(self, self.text_of(value), value.start_byte()) {
                Some(Meaning::Variable(declared)) => match declared.initializer() {
                    Some(set) if !named_children(set).is_empty() => self.layouts_of_value(set, steps + 1),
                    // `Tile tile;` and `Tile tile{};`
                    _ => match declared.declaration.child_by_field_name("type") {
                        Some(of_type) => self.layouts_of_type(of_type, steps + 1),
                        None => unknown(),
                    },
                },
                Some(Meaning::KernelParameter(declared)) => self.layouts_of_parameter(&declared, steps + 1),
                _ => unknown(),
            },
            _ => unknown(),
        }
    }

    /// Where the layout is written that a type is.
    fn layouts_of_type(&self, of_type: Node<'_>, steps: u32) -> Result<Vec<WrittenLayout>, String> {
        let written = squeezed(self.text_of(of_type));
        let unknown = || Err(format!("`{written}` is not defined in this file, or in several ways"));
        if steps > MOST_STEPS {
            return unknown();
        }
        match of_type.kind() {
            "type_descriptor" => match of_type.child_by_field_name("type") {
                Some(inner) => self.layouts_of_type(inner, steps + 1),
                None => unknown(),
            },
            "template_type" => self.layout(of_type, CuteForm::Type),
            "decltype" => match named_children(of_type)[..] {
                [value] => self.layouts_of_value(value, steps + 1),
                _ => unknown(),
            },
            _ => {
                // A parameter of a template is in front of a name of the file.
                if let Some(list) = self.list_with_parameter(of_type, &written) {
                    return self.layouts_of_argument(list, &written, steps + 1);
                }
                match self.alias(last_name(&written)) {
                    Some(defined) => self.layouts_of_type(defined, steps + 1),
                    None => unknown(),
                }
            }
        }
    }

    /// The type that the file gives a name, if it does so once.
    fn alias<'t>(&'t self, name: &str) -> Option<Node<'t>> {
        let mut aliases = self.file_nodes().filter(|node| node.kind() == "alias_declaration").filter_map(|node| {
            let is_it = node.child_by_field_name("name").is_some_and(|own| self.text_of(own) == name);
            is_it.then(|| node.child_by_field_name("type")).flatten()
        });
        aliases.next().filter(|_| aliases.next().is_none())
    }

    /// The parameters of the template around a node that has one of this name.
    fn list_with_parameter<'t>(&'t self, node: Node<'t>, name: &str) -> Option<Node<'t>> {
        let templates = self.ancestors(node).filter(|around| around.kind() == "template_declaration");
        let mut lists = templates.filter_map(|template| template.child_by_field_name("parameters"));
        lists.find(|list| descendants(*list).any(|one| one.kind() == "type_identifier" && self.text_of(one) == name))
    }

    /// The arguments of a call, without the brackets of a launch.
    fn arguments<'t>(&'t self, call: Node<'t>) -> Vec<Node<'t>> {
        call.child_by_field_name("arguments").map(named_children).unwrap_or_default()
    }

    /// The calls and launches of a function, with the name by which each calls it: `k<Tile>`.
    fn calls_of<'t>(&'t self, function: &str) -> Vec<(Node<'t>, Node<'t>)> {
        let calls = self.file_nodes().filter(|node| node.kind() == "call_expression");
        let called = calls.filter_map(|call| {
            let name = call.child_by_field_name("function")?;
            // `auto kernel = k<Tile>; kernel<<<..>>>(..);`
            let behind = if name.kind() == "identifier" { self.value_of(name) } else { None };
            let name = behind.filter(|value| last_name(self.text_of(*value)) == function).unwrap_or(name);
            (last_name(self.text_of(name)) == function).then_some((call, name))
        });
        called.collect()
    }

    /// Where the layouts are written that the callers of a function give to a parameter.
    fn layouts_of_parameter(&self, parameter: &DeclaredName<'_>, steps: u32) -> Result<Vec<WrittenLayout>, String> {
        let name = parameter.name(&self.readable).unwrap_or_default();
        let unknown = || format!("the argument for the parameter `{name}` is not known");
        let list = self.parent(parameter.declaration).ok_or_else(unknown)?;
        let at = named_children(list).iter().position(|one| *one == parameter.declaration).ok_or_else(unknown)?;
        let function = self.ancestors(list).find(|around| around.kind() == "function_definition");
        let function = function.and_then(|function| self.name_of_function(function)).ok_or_else(unknown)?;
        let mut layouts = Vec::new();
        for (call, _) in self.calls_of(function) {
            let argument = self.arguments(call).get(at).copied().ok_or_else(unknown)?;
            layouts.extend(self.layouts_of_value(argument, steps + 1)?);
        }
        if layouts.is_empty() { Err(unknown()) } else { Ok(layouts) }
    }

    /// Where the layouts are written that the callers of a template give to one of its parameters.
    fn layouts_of_argument(&self, list: Node<'_>, name: &str, steps: u32) -> Result<Vec<WrittenLayout>, String> {
        let unknown = || format!("the argument for the parameter `{name}` of the template is not known");
        let is_it = |one: &Node<'_>| descendants(*one).any(|node| self.text_of(node) == name);
        let at = named_children(list).iter().position(is_it).ok_or_else(unknown)?;
        let template = self.parent(list).ok_or_else(unknown)?;
        let function = named_children(template).into_iter().find(|child| child.kind() == "function_definition");
        let function = function.ok_or_else(unknown)?;
        let called = self.name_of_function(function).ok_or_else(unknown)?;
        let mut layouts = Vec::new();
        for (call, by) in self.calls_of(called) {
            let given = by.child_by_field_name("arguments").map(named_children).unwrap_or_default();
            let found = match given.get(at) {
                Some(argument) => self.layouts_of_type(*argument, steps + 1)?,
                None => self.layouts_by_deduction(function, call, name, steps)?,
            };
            layouts.extend(found);
        }
        if layouts.is_empty() { Err(unknown()) } else { Ok(layouts) }
    }

    /// The layout of the argument whose parameter has this type.
    fn layouts_by_deduction(
        &self,
        function: Node<'_>,
        call: Node<'_>,
        name: &str,
        steps: u32,
    ) -> Result<Vec<WrittenLayout>, String> {
        let unknown = || format!("the argument for the parameter `{name}` of the template is not known");
        let parameters = parameter_list(function).map(named_children).unwrap_or_default();
        let is_it = |one: &Node<'_>| DeclaredName::of_parameter(*one).type_name(&self.readable) == name;
        let at = parameters.iter().position(is_it).ok_or_else(unknown)?;
        let argument = self.arguments(call).get(at).copied().ok_or_else(unknown)?;
        self.layouts_of_value(argument, steps + 1)
    }
}

/// `make_layout` of `cute::make_layout<A>(b)`.
fn last_name(written: &str) -> &str {
    let path = written.split(['<', '(', '{']).next().unwrap_or(written);
    path.rsplit("::").next().unwrap_or(path).trim()
}

/// A text on one line.
fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests;
