//! A launch once for each call of the host's functions around it, with the constants of the arguments.

use std::cell::Cell;

use tree_sitter::Node;

use super::host_functions::{HostFunctions, arguments, class_template, function_around, parameters, template_around};
use super::host_instances::HostInstance;
use super::site::LaunchSite;
use crate::constants::{BoundParameter, Constant};
use crate::declarations::{DeclaredName, Meaning, changes};
use crate::types::{self, Scalar, TypeNames};

/// Functions that call one another, the launch's first.
const MOST_NESTED: usize = 4;
const MOST_INSTANCES: usize = 16;
/// Calls that are looked at for a launch: text can multiply them at each level.
const MOST_CALLS: usize = 256;

impl<'t> LaunchSite<'t> {
    /// The same launch for each call of the functions around it that makes another one of it; itself where no call is known.
    pub(super) fn of_calls(self, functions: &HostFunctions<'t>) -> Vec<LaunchSite<'t>> {
        let instances = self.instances(functions, &[], &Cell::new(MOST_CALLS));
        if instances.is_empty() {
            return vec![self.with_parts()];
        }
        let sites = instances.into_iter().map(|instance| LaunchSite { instance, ..self.clone() }.of_parameter());
        let mut sites: Vec<LaunchSite<'t>> = sites.map(LaunchSite::with_parts).filter(LaunchSite::is_reached).collect();
        if sites.len() > 1 {
            let mut seen = Vec::new();
            sites.retain(|site| {
                let parts =
                    (site.kernel_name(), site.grid(), site.block(), site.shared_bytes(), site.known_arguments());
                let is_new = !seen.contains(&parts);
                seen.extend(is_new.then_some(parts));
                is_new
            });
        }
        sites
    }

    /// The constants of each call of the functions around this one, outside of the `callees`, which lead to the launch; none of a template
    /// whose arguments no call names.
    fn instances(&self, functions: &HostFunctions<'t>, callees: &[Node<'t>], left: &Cell<usize>) -> Vec<HostInstance> {
        let mut inner = self.call;
        while let Some(function) = function_around(inner, self.text) {
            let callees = [callees, &[function]].concat();
            let is_outside = |call: &Node<'t>| self.text.ancestors(*call).all(|around| !callees.contains(&around));
            let calls = functions.calls_of(function).into_iter().filter(is_outside);
            let calls = calls.take_while(|_| callees.len() <= MOST_NESTED);
            let mut found: Vec<HostInstance> = Vec::new();
            for call in calls {
                if left.replace(left.get().saturating_sub(1)) == 0 || found.len() == MOST_INSTANCES {
                    break;
                }
                let outer = LaunchSite { call, config: call, instance: HostInstance::default(), target: None, ..*self };
                for context in outer.instances(functions, &callees, left) {
                    let caller = LaunchSite { instance: context, ..outer.clone() }.with_parts();
                    let instance = caller.instance_of(function).filter(|_| caller.is_reached());
                    let is_new = |new: &HostInstance| found.len() < MOST_INSTANCES && !found.contains(new);
                    found.extend(instance.filter(is_new));
                }
            }
            if let Some((template, class)) = class_template(function, self.text) {
                found = self.of_class_instances(found, template, functions.instances_of(class));
            }
            // A lambda that nothing calls by a name runs where it is written, as far as the text says.
            let is_lambda = function.kind() == "lambda_expression";
            if !found.is_empty() || !is_lambda && template_around(function, self.text).is_some() {
                return found;
            }
            if !is_lambda {
                break;
            }
            inner = function;
        }
        vec![HostInstance::default()]
    }

    /// The constants of a member of a class template, for each instance of the class. `found` are those that calls of it give.
    fn of_class_instances<'s>(
        &self,
        mut found: Vec<HostInstance>,
        template: Node<'t>,
        instances: impl Iterator<Item = &'s str>,
    ) -> Vec<HostInstance> {
        let bound: Vec<_> =
            instances.filter_map(|instance| self.names().bound(template, instance)).take(MOST_INSTANCES).collect();
        if bound.is_empty() {
            return found;
        }
        // Which object makes which call is not known.
        if found.is_empty() || found.len() > 1 && bound.len() > 1 {
            found = vec![HostInstance::default()];
        }
        let with = |(own, names): (&HostInstance, Vec<_>)| {
            let names = own.names.iter().cloned().chain(names).collect();
            HostInstance { names, ..own.clone() }
        };
        found.iter().flat_map(|own| bound.iter().cloned().map(move |names| (own, names))).map(with).collect()
    }

    /// The constants of a function that this call gives it; `None` for a template whose arguments are not known.
    pub(super) fn instance_of(&self, function: Node<'t>) -> Option<HostInstance> {
        // The body of a lambda sees the names of the function around it.
        let mut instance = match function.kind() {
            "lambda_expression" => self.instance.clone(),
            _ => HostInstance::default(),
        };
        if let Some(template) =
            template_around(function, self.text).filter(|_| class_template(function, self.text).is_none())
        {
            instance.names.extend(self.template_of_call(function, template)?);
        }
        if self.call.kind() != "call_expression" {
            return Some(instance);
        }
        let given = arguments(self.call);
        for (at, parameter) in parameters(function).iter().enumerate() {
            let argument = given.get(at).copied().or_else(|| parameter.initializer());
            if let Some(argument) = argument.filter(|_| changes(self.text, parameter).is_empty()) {
                self.bind(parameter, argument, &mut instance);
            }
        }
        Some(instance)
    }

    /// The same launch of the kernel that the call gives the function as an argument, where it is of a parameter.
    fn of_parameter(self) -> LaunchSite<'t> {
        let name = self.field(self.call, "function").filter(|_| !self.instance.kernels.is_empty());
        let Some(Meaning::KernelParameter(own)) = name.and_then(|name| self.names().declaration(name)) else {
            return self;
        };
        let target = self.instance.kernels.get(&own.at()).cloned().or(self.target.clone());
        LaunchSite { target, ..self }
    }

    /// Gives a parameter what is constant of an argument.
    fn bind(&self, parameter: &DeclaredName<'t>, argument: Node<'t>, instance: &mut HostInstance) {
        if let Some(kernel) = self.named_kernel(argument) {
            instance.kernels.insert(parameter.at(), kernel);
            return;
        }
        let inside = self.names_at(parameter.at()).with(instance.names.clone());
        let own = types::resolved(parameter.type_name(&self.text.readable), &inside);
        match (parameter.pointers() + parameter.extents().len(), &own[..]) {
            (0, "dim3") => {
                let Some(name) = parameter.name(&self.text.readable) else { return };
                let mut parts = self.extent_parts(argument, &self.names()).unwrap_or_default();
                if !parts.is_empty() {
                    parts.resize(3, 1);
                }
                let parts = ["x", "y", "z"].into_iter().zip(parts);
                let bound = |value| BoundParameter::Value(Constant::Integer(value));
                instance.names.extend(parts.map(|(member, value)| (format!("{name}.{member}"), bound(value))));
            }
            (0, _) => {
                let number = self.names().value_at(argument);
                let number = match Scalar::of_cuda(&own) {
                    Some(scalar) if scalar.is_float() => number.map(|number| Constant::Float(number.float())),
                    Some(_) => number.and_then(Constant::truncated),
                    None if matches!(&own[..], "size_t" | "auto") => number,
                    None => None,
                };
                instance.numbers.extend(number.map(|number| (parameter.at(), number)));
            }
            (1, _) => {
                let memory = self.pointer(&own, argument, &inside).ok();
                instance.pointers.extend(memory.map(|memory| (parameter.at(), memory)));
            }
            _ => {}
        }
    }
}
