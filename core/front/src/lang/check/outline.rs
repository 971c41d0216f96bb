//! What tells templates of one name apart.

use alloc::{format, string::String};

use super::super::ast::{
    self, Base, Derivation, Expr as SyntaxExpr, ExprKind as Syntax, Specifiers, TemplateArg, TemplateArgKind,
    TemplateParamKind,
};
use super::template::parameters;
use super::*;

/// What tells templates of a name apart (C++17 17.5.6.1): their parameters and those of their functions, without names.
pub(super) fn outline(template: &ast::Template, names: &Names) -> String {
    let outline = Outline { template, names };
    let params = template.params.iter().map(|param| {
        let end = if param.is_pack { "...," } else { "," };
        match &param.kind {
            TemplateParamKind::Type => format!("type{end}"),
            TemplateParamKind::Value(ty) => outline.whole(&ty.specifiers, &ty.declarator.derivation) + end,
        }
    });
    let function = &template.function;
    let taken = parameters(function).iter().map(|param| {
        // `const` of the parameter itself does not count, nor the length of an array that is a pointer.
        let shown = match param.declarator.derivation.as_slice() {
            [] => outline.base(&Specifiers { is_const: false, ..param.specifiers.clone() }),
            [Derivation::Array(..), rest @ ..] => outline.whole(&param.specifiers, rest) + "*",
            steps => outline.whole(&param.specifiers, steps),
        };
        shown + if param.pack.is_some() { "...," } else { "," }
    });
    let steps = function.declarator.derivation.get(1..).unwrap_or_default();
    params
        .chain([String::from("(")])
        .chain(taken)
        .chain([outline.whole(&function.specifiers, steps)])
        .collect()
}

/// Types of a template as text, in which its parameters are numbers.
struct Outline<'t> {
    template: &'t ast::Template,
    names: &'t Names,
}

impl Outline<'_> {
    fn named(&self, name: Symbol) -> String {
        match self.template.params.iter().position(|param| param.name == Some(name)) {
            Some(at) => format!("#{at}"),
            None => self.names.text(name).into(),
        }
    }

    fn whole(&self, specifiers: &Specifiers, derivation: &[Derivation]) -> String {
        derivation
            .iter()
            .rev()
            .map(|derivation| self.derived(derivation))
            .fold(self.base(specifiers), |all, next| all + &next)
    }

    fn base(&self, specifiers: &Specifiers) -> String {
        let base = match &specifiers.base {
            Base::Named(name, _) | Base::Record(name) | Base::Unsupported(_, name, _) => self.named(*name),
            Base::Scalar(scalar) => scalar.name().into(),
            Base::Void => "void".into(),
            Base::Path(path) => {
                let args = path.args.iter().flatten().map(|arg| self.arg(arg));
                let whole = args.fold(self.named(path.head), |all, next| all + "," + &next) + ">";
                path.members.iter().fold(whole, |all, member| all + "::" + self.names.text(*member))
            }
            Base::Struct(spec) => spec.tag.map_or_else(String::new, |tag| self.named(tag)),
            Base::Enum(spec) => spec.tag.map_or_else(String::new, |tag| self.named(tag)),
            Base::Decltype(expr) => format!("decltype at {}", expr.span.start),
            Base::Vector(vector) => format!("{}{}", vector.of.name(), vector.len),
            Base::Missing | Base::Auto => String::new(),
        };
        format!("{}{base}", if specifiers.is_const { "const " } else { "" })
    }

    fn derived(&self, derivation: &Derivation) -> String {
        match derivation {
            Derivation::Pointer { .. } => "*".into(),
            Derivation::Reference(_, double) => if *double { "&&" } else { "&" }.into(),
            Derivation::Array(None, _) => "[]".into(),
            Derivation::Array(Some(len), _) => format!("[{}]", self.constant(len)),
            Derivation::Function(_, span) => format!("(at {})", span.start),
        }
    }

    fn arg(&self, arg: &TemplateArg) -> String {
        match &arg.kind {
            TemplateArgKind::Type(ty) => self.whole(&ty.specifiers, &ty.declarator.derivation),
            TemplateArgKind::Value(value) => self.constant(value),
            TemplateArgKind::Spread(arg, _) | TemplateArgKind::Each(arg, ..) => self.arg(arg) + "...",
        }
    }

    /// What is computed is told apart by its place.
    fn constant(&self, value: &SyntaxExpr) -> String {
        match &value.kind {
            Syntax::Int(value, _) => format!("{value}"),
            Syntax::Name(name) => self.named(*name),
            _ => format!("at {}", value.span.start),
        }
    }
}
