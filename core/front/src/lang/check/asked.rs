//! What the text itself asks of templates: specialisations, instances that it names (`template …;`), and launches in host
//! code, which make kernels of instances (C++17 17.8.2 and 17.8.3).
//!
//! A launch that does not tell the instance asks for none. A template of kernels of which nothing asks for an instance is
//! listed all the same, so that it can be said how to name one.

use alloc::{format, string::String, vec, vec::Vec};

use super::super::ast::{Base, Function, LaunchType, Launched, ParamDecl, TemplateParamKind};
use super::super::types::{Pointer, scalar};
use super::deduce::{Arg, Given};
use super::scope::Quals;
use super::template::{Instance, Template, name_of, parameters};
use super::*;

impl<'a> Checker<'a> {
    /// `template <> …`: takes the place of an instance.
    pub(super) fn specialisation(&mut self, function: &'a Function) {
        if self.is_defined_behind_special(function) {
            return;
        }
        let Some((at, head)) = self.matching(function) else { return };
        let item = self.scopes.item;
        let instance = &mut self.templates.instances[at];
        let (before, instance_item) = (instance.special, instance.item);
        if instance.asked && before.is_none_or(|before| before.body.is_some() && function.body.is_some()) {
            let title = self.program.functions[instance.id.index()].title.clone();
            let message = format!("`{title}` is used or defined above: it is too late for a specialisation.");
            self.error("name::redefined", name_of(function).1, message);
            self.program.uses.pairs.insert((instance_item, item));
            return;
        }
        if before.is_some() && function.body.is_none() {
            return;
        }
        (instance.special, instance.item, instance.depth) = (Some(function), item, 0);
        let (id, first) = (instance.id, !core::mem::replace(&mut instance.asked, true));
        if first {
            self.templates.asked.push(at);
        }
        self.give_head(id, head);
        let declared = &mut self.program.functions[id.index()];
        (declared.items, declared.span) = (vec![item], name_of(function).1);
    }

    /// `template …;`: asks for an instance.
    pub(super) fn instantiation(&mut self, function: &'a Function) {
        if let Some((at, _)) = self.matching(function) {
            let Instance { id, item, .. } = self.templates.instances[at];
            self.uses(Some(item));
            self.ask(id, name_of(function).1);
        }
    }

    /// A launch of a template: it tells the instance, or else says nothing.
    pub(super) fn launched(&mut self, launched: &'a Launched) {
        self.report.mute();
        let given: Vec<Given> = launched.given.iter().map(|given| self.given_by_host(*given)).collect();
        let mut found = vec![];
        if self.is_told(launched) {
            found = self.instances(&[launched.name], &launched.args, Some(&given), launched.span).0;
            if found.is_empty() {
                found = self.instances(&[launched.name], &launched.args, None, launched.span).0;
            }
        }
        self.report.unmute();
        let is_kernel = |at: usize| self.templates.function(at).specifiers.is_kernel;
        match found.as_slice() {
            [(at, id)] if is_kernel(*at) => {
                self.program.launched.push((launched.launch, Some(*id)));
                self.ask(*id, launched.span);
            }
            _ => {
                self.program.launched.push((launched.launch, None));
                let of_name =
                    self.templates.list.iter_mut().filter(|template| template.name == launched.name);
                of_name.for_each(|template| template.unclear.push(launched.span));
            }
        }
    }

    /// Is the type of every argument known from which a parameter of a template would be told?
    fn is_told(&self, launched: &Launched) -> bool {
        let named = self.templates.list.iter().filter(|template| template.name == launched.name);
        named.into_iter().all(|template| {
            let open = template.syntax.params.get(launched.args.len()..).unwrap_or_default();
            let is_open = |param: &ParamDecl| match param.specifiers.base {
                Base::Named(name, _) => open.iter().any(|open| open.name == Some(name)),
                _ => false,
            };
            let is_known = |at: usize| launched.given.get(at).is_some_and(Option::is_some);
            let params = parameters(&template.syntax.function).iter().enumerate();
            params.into_iter().all(|(at, param)| !is_open(param) || is_known(at))
        })
    }

    /// An argument of a launch.
    fn given_by_host(&mut self, given: Option<LaunchType>) -> Given {
        let ty = given.and_then(|given| match given {
            LaunchType::Number(of, true) => Some(self.program.types.pointer(Pointer {
                to: scalar(of),
                space: None,
                is_const: false,
                is_volatile: false,
            })),
            LaunchType::Number(of, false) => Some(scalar(of)),
            LaunchType::Class(tag) => self.resolve_tag(tag),
        });
        Given { ty, quals: Quals::default(), is_place: false }
    }

    /// The instance that a function with the name of a template declares, and how the function declares it.
    fn matching(&mut self, function: &'a Function) -> Option<(usize, super::function::Head)> {
        let (name, place) = name_of(function);
        self.scopes.open();
        self.here = Here::default();
        let head = self.head(function, parameters(function));
        self.scopes.close();
        let wanted: Vec<_> = head.vars.iter().map(|var| (var.ty, var.is_reference)).collect();
        let given: Vec<Given> = head
            .vars
            .iter()
            .map(|var| match self.program.types.as_pointer(var.ty).filter(|_| var.is_reference) {
                Some(to) => Given { ty: Some(to.to), quals: Quals::behind(to), is_place: true },
                None => Given { ty: Some(var.ty), quals: Quals::default(), is_place: false },
            })
            .collect();
        let (found, refused) = self.instances(&[name], &function.declarator.args, Some(&given), place);
        let fits = |(_, id): &(usize, FunctionId)| {
            self.parameters(*id) == wanted && self.program.functions[id.index()].result == head.result
        };
        let found: Vec<(usize, FunctionId)> = found.into_iter().filter(fits).collect();
        let best = found
            .iter()
            .copied()
            .find(|(at, _)| found.iter().all(|(other, _)| other == at || self.is_more_special(*at, *other)));
        let Some((_, id)) = best else {
            let message = format!("No template `{}` has this as an instance.", self.text(name));
            let mut error = Diagnostic::error("type::template", place, message);
            for (span, reason) in refused.into_iter().filter(|(_, reason)| !reason.is_empty()) {
                error = error.label(span, reason);
            }
            self.report.push(error.help("Declare the template above, with parameters of this form."));
            return None;
        };
        Some((*self.templates.by_function.get(&id)?, head))
    }

    /// Lists each template of kernels of which nothing asks for an instance.
    pub(super) fn kernels_without_instance(&mut self) {
        for at in 0..self.templates.list.len() {
            let Template { name, syntax, item, ref instances, ref unclear, .. } = self.templates.list[at];
            let asked = |(_, number): (&Vec<Arg>, &usize)| self.templates.instances[*number].asked;
            if !syntax.function.specifiers.is_kernel || instances.iter().any(asked) {
                continue;
            }
            let (text, span, unclear) =
                (String::from(self.text(name)), name_of(&syntax.function).1, unclear.clone());
            let form: Vec<&str> = syntax
                .params
                .iter()
                .map(|param| match param.kind {
                    TemplateParamKind::Type => "float",
                    TemplateParamKind::Value(_) => "4",
                })
                .collect();
            let form = format!("{text}<{}>", form.join(", "));
            let message =
                format!("`{text}` is a template of kernels, and nothing says which instance is meant.");
            let help = format!(
                "Launch one in host code, such as `{form}<<<grid, block>>>(…)`, or write `template __global__ void {form}(…);` behind it."
            );
            self.report.about(Some(item));
            let error = Diagnostic::error("type::template-kernel", span, message);
            let told = |error: Diagnostic, place: Span| error.label(place, "this launch does not tell it");
            self.report.push(unclear.into_iter().fold(error, told).help(help));
            let id = self.new_function(name, text, span);
            let listed = &mut self.program.functions[id.index()];
            (listed.is_kernel, listed.items) = (true, vec![item]);
        }
    }
}
