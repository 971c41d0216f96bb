//! Templates in the tree (C++17 clause 17): their parameters, their arguments, and what asks for an instance.

use alloc::{boxed::Box, vec::Vec};

use super::{Expr, Function, Scalar, Symbol, TypeSyntax};
use crate::source::Span;

/// A template of functions.
#[derive(Clone, Debug)]
pub struct Template {
    /// What stands in `template <…>`.
    pub params: Vec<TemplateParam>,
    /// The function, in which the parameters are names.
    pub function: Function,
    /// From `template` to the last token.
    pub span: Span,
}

/// A parameter of a template.
#[derive(Clone, Debug)]
pub struct TemplateParam {
    /// Its name, if it has one.
    pub name: Option<Symbol>,
    /// What it stands for.
    pub kind: TemplateParamKind,
    /// What it is if nothing says it.
    pub default: Option<TemplateArg>,
    /// Where it is.
    pub span: Span,
}

/// What a parameter of a template stands for.
#[derive(Clone, Debug)]
pub enum TemplateParamKind {
    /// `typename T` or `class T`
    Type,
    /// A constant of this type.
    Value(Box<TypeSyntax>),
}

/// An argument of a template.
#[derive(Clone, Debug)]
pub struct TemplateArg {
    /// What it is.
    pub kind: TemplateArgKind,
    /// Where it is.
    pub span: Span,
}

/// What an argument of a template is.
#[derive(Clone, Debug)]
pub enum TemplateArgKind {
    /// A type.
    Type(TypeSyntax),
    /// A constant expression.
    Value(Expr),
}

/// A launch of something that is a template, in host code.
#[derive(Clone, Debug)]
pub struct Launched {
    /// Which of the launches of the text.
    pub launch: usize,
    /// The template.
    pub name: Symbol,
    /// What stands in `<…>`.
    pub args: Vec<TemplateArg>,
    /// Of each argument, as far as host code tells: its number type, and whether it points to such numbers.
    pub given: Vec<Option<(Scalar, bool)>>,
    /// Where it is.
    pub span: Span,
}
