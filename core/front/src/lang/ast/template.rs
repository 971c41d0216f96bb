//! Templates in the tree (C++17 clause 17): their parameters, their arguments, and what asks for an instance.

use alloc::{boxed::Box, rc::Rc, vec::Vec};

use super::{Expr, Function, Scalar, StructSpec, Symbol, TypeSyntax};
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

/// A template of classes, or what such a template is for certain arguments.
#[derive(Clone, Debug)]
pub struct ClassTemplate {
    /// What stands in `template <…>`.
    pub params: Vec<TemplateParam>,
    /// Its name.
    pub name: Symbol,
    /// The arguments that it is for, if it is a specialisation. Its tag is then a name of its own.
    pub args: Option<Vec<TemplateArg>>,
    /// The class, in which the parameters are names.
    pub spec: StructSpec,
    /// The functions of the class, and of classes in it.
    pub functions: Vec<Function>,
    /// From `template` to the last token.
    pub span: Span,
}

/// `template <…> using name = type;`
#[derive(Clone, Debug)]
pub struct AliasTemplate {
    /// What stands in `template <…>`.
    pub params: Vec<TemplateParam>,
    /// Its name.
    pub name: Symbol,
    /// What it stands for.
    pub ty: TypeSyntax,
}

/// A type that is found by way of others: `Vec<float, 4>`, `T::value_type`, `Vec<T>::Inner`.
#[derive(Clone, Debug)]
pub struct TypePath {
    /// The first name.
    pub head: Symbol,
    /// `<…>` behind it, if it is a template.
    pub args: Option<Vec<TemplateArg>>,
    /// What stands behind `::`.
    pub members: Vec<Symbol>,
    /// Where it is.
    pub span: Span,
}

/// A parameter of a template.
#[derive(Clone, Debug)]
pub struct TemplateParam {
    /// Its name, if it has one.
    pub name: Option<Symbol>,
    /// What it stands for.
    pub kind: TemplateParamKind,
    /// `typename... T`: does it stand for any number of them?
    pub is_pack: bool,
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
    /// `T...`: one for each element of the packs that it names. (The names are those of all tokens.)
    Spread(Box<TemplateArg>, Vec<Symbol>),
    /// One of these.
    Each(Box<TemplateArg>, Rc<[Symbol]>, usize),
}

/// What an argument of a launch is.
#[derive(Clone, Copy, Debug)]
pub enum LaunchType {
    /// A number, or (`true`) a pointer to numbers.
    Number(Scalar, bool),
    /// An object of the class with this tag.
    Class(Symbol),
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
    /// What each argument is, as far as host code tells.
    pub given: Vec<Option<LaunchType>>,
    /// Where it is.
    pub span: Span,
}
