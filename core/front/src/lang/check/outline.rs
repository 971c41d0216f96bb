//! What tells templates of one name apart.

use alloc::{format, string::String};

use super::super::ast::{
    self, Base, Derivation, ExprKind as Syntax, Specifiers, TemplateArgKind, TemplateParamKind,
};
use super::template::parameters;
use super::*;

/// What tells templates of a name apart (C++17 17.5.6.1): their parameters and those of their functions, without names.
pub(super) fn outline(template: &ast::Template, names: &Names) -> String {
    let number = |name: Symbol| template.params.iter().position(|param| param.name == Some(name));
    let named = |name: Symbol| match number(name) {
        Some(at) => format!("#{at}"),
        None => names.text(name).into(),
    };
    let base = |specifiers: &Specifiers| {
        let base = match &specifiers.base {
            Base::Named(name, _) | Base::Record(name) | Base::Unsupported(_, name, _) => named(*name),
            Base::Scalar(scalar) => scalar.name().into(),
            Base::Void => "void".into(),
            Base::Path(path) => {
                let args = path.args.iter().flatten().map(|arg| match &arg.kind {
                    TemplateArgKind::Type(ty) => match ty.specifiers.base {
                        Base::Named(name, _) => named(name),
                        _ => format!("at {}", arg.span.start),
                    },
                    TemplateArgKind::Value(ast::Expr { kind: Syntax::Name(name), .. }) => named(*name),
                    TemplateArgKind::Value(_) => format!("at {}", arg.span.start),
                });
                args.fold(named(path.head), |all, next| all + "," + &next)
            }
            Base::Struct(spec) => spec.tag.map_or_else(String::new, named),
            Base::Enum(spec) => spec.tag.map_or_else(String::new, named),
            Base::Decltype(expr) => format!("decltype at {}", expr.span.start),
            Base::Vector(_) | Base::Missing | Base::Auto => String::new(),
        };
        format!("{}{base}", if specifiers.is_const { "const " } else { "" })
    };
    let derived = |derivation: &Derivation| match derivation {
        Derivation::Pointer { .. } => String::from("*"),
        Derivation::Reference(_) => "&".into(),
        Derivation::Array(len, span) => match len.as_ref().map(|len| &len.kind) {
            None => "[]".into(),
            Some(Syntax::Int(value, _)) => format!("[{value}]"),
            Some(Syntax::Name(name)) => format!("[{}]", named(*name)),
            Some(_) => format!("[at {}]", span.start),
        },
        Derivation::Function(_, span) => format!("(at {})", span.start),
    };
    let whole = |specifiers: &Specifiers, derivation: &[Derivation]| {
        derivation.iter().rev().map(derived).fold(base(specifiers), |all, next| all + &next)
    };
    let params = template.params.iter().map(|param| match &param.kind {
        TemplateParamKind::Type => "type,".into(),
        TemplateParamKind::Value(ty) => whole(&ty.specifiers, &ty.declarator.derivation) + ",",
    });
    let function = &template.function;
    let taken = parameters(function).iter().map(|param| {
        // `const` of the parameter itself does not count, nor the length of an array that is a pointer.
        match param.declarator.derivation.as_slice() {
            [] => whole(&Specifiers { is_const: false, ..param.specifiers.clone() }, &[]) + ",",
            [Derivation::Array(..), rest @ ..] => whole(&param.specifiers, rest) + "*,",
            steps => whole(&param.specifiers, steps) + ",",
        }
    });
    let result = whole(&function.specifiers, function.declarator.derivation.get(1..).unwrap_or_default());
    params.chain([String::from("(")]).chain(taken).chain([result]).collect()
}
