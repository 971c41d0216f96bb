//! The tree: what the parser makes of the tokens. Names have no meaning yet and expressions no types.
//!
//! The tree holds what the laboratory compiles: host code of a CUDA file is not in it.

mod dump;
mod template;

use alloc::{boxed::Box, rc::Rc, vec::Vec};

use super::names::{Names, Symbol};
use super::spaces::SpaceId;
use super::token::Punct;
use super::type_names::Unsupported;
use super::types::{Scalar, Space, Vector};
use crate::ir::Unroll;
use crate::source::Span;

pub use template::{
    AliasTemplate, ClassTemplate, LaunchType, Launched, Template, TemplateArg, TemplateArgKind,
    TemplateParam, TemplateParamKind, TypePath,
};

/// So many operators in a row are a tree in which the first is the deepest; in longer rows each such piece gets a place
/// of its own, so that the tree does not grow with them.
pub const CHAIN: usize = 16;

/// A whole text. Its `Display` is the readable dump of `--emit ast`.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// Functions and declarations in the order of the text.
    pub items: Vec<Item>,
    /// The spellings of all names.
    pub names: Names,
}

/// Something at the outermost level.
#[derive(Clone, Debug)]
pub enum Item {
    /// A function with or without body.
    Function(Function),
    /// Variables, types.
    Declaration(Declaration),
    /// A template of functions.
    Template(Box<Template>),
    /// A template of classes.
    Class(Box<ClassTemplate>),
    /// A template of names of types.
    Alias(Box<AliasTemplate>),
    /// `template <> …`: what a template is for certain arguments.
    Specialisation(Function),
    /// `template …;`: asks for the instance of a template that it declares.
    Instantiation(Function),
    /// A launch in host code that may ask for the instance of a template.
    Launched(Launched),
    /// `static_assert`, with its message
    Assert(Expr, Option<Symbol>),
    /// Variables of host code.
    Host(Vec<Symbol>),
    /// Something that could not be read: it matters if a kernel uses it.
    Unread {
        /// The names that it declares.
        names: Vec<Symbol>,
        /// May it be host code?
        quiet: bool,
    },
}

/// A function.
#[derive(Clone, Debug)]
pub struct Function {
    /// Result type and attributes.
    pub specifiers: Specifiers,
    /// Name and parameters.
    pub declarator: Declarator,
    /// The type of the result that stands behind the parameters.
    pub trailing: Option<TypeSyntax>,
    /// Its statements; `None` for a prototype.
    pub body: Option<Vec<Stmt>>,
    /// What it is in its class, if it belongs to one. The object is then its first parameter, `this`.
    pub member: Option<Member>,
    /// From the first to the last token.
    pub span: Span,
}

/// What a function is in its class (C++17 12.2).
#[derive(Clone, Debug)]
pub struct Member {
    /// The tag of the class.
    pub class: Symbol,
    /// What it does there.
    pub role: Role,
    /// Is it not used for conversions that nothing asks for?
    pub is_explicit: bool,
    /// `= delete`
    pub is_deleted: bool,
    /// What a constructor gives the members, by their names; the class's own name stands for all of them.
    pub inits: Vec<(Symbol, Span, Init)>,
}

/// A function that is written as a value: an object with `operator()` (C++17 8.1.5).
#[derive(Clone, Debug)]
pub struct Lambda {
    /// What happens to the variables that it names: `[=]` copies them, `[&]` (`true`) refers to them.
    pub default: Option<bool>,
    /// The variables in its brackets, whether it refers to them, and values that they get.
    pub captures: Vec<(Symbol, Span, bool, Option<Expr>)>,
    /// What its `auto` parameters stand for.
    pub generic: Vec<TemplateParam>,
    /// All names in its body, if it has such parameters.
    pub named: Vec<Symbol>,
    /// What it does.
    pub function: Function,
}

/// What a function does in its class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Works on an object.
    Method,
    /// `static`: has no object.
    Static,
    /// Makes an object, which it returns.
    Constructor,
    /// `operator T()`
    Conversion,
}

/// `int a = 1, *b;`
#[derive(Clone, Debug, Default)]
pub struct Declaration {
    /// What all the names share.
    pub specifiers: Specifiers,
    /// The names.
    pub names: Vec<Declared>,
    /// The whole declaration.
    pub span: Span,
}

/// One name of a declaration.
#[derive(Clone, Debug)]
pub struct Declared {
    /// Name and shape.
    pub declarator: Declarator,
    /// Initial value.
    pub init: Option<Init>,
}

/// An initial value.
#[derive(Clone, Debug)]
pub enum Init {
    /// An expression.
    Expr(Expr),
    /// `{ … }`.
    List(Vec<InitItem>, Span),
    /// `(a, b)`
    Values(Vec<Expr>, Span),
}

/// One entry of a list of initial values.
#[derive(Clone, Debug)]
pub struct InitItem {
    /// `.member` or `[index]` before it.
    pub designators: Vec<Designator>,
    /// The value.
    pub init: Init,
}

/// The part of an object that an initial value is for.
#[derive(Clone, Debug)]
pub enum Designator {
    /// `.member`
    Member(Symbol, Span),
    /// `[index]`
    Index(Expr),
}

/// What stands before the names of a declaration.
#[derive(Clone, Debug, Default)]
pub struct Specifiers {
    /// The type.
    pub base: Base,
    /// `typedef`
    pub is_typedef: bool,
    /// `extern`
    pub is_extern: bool,
    /// `static`
    pub is_static: bool,
    /// The address space, where one is named.
    pub space: Option<Space>,
    /// `const`
    pub is_const: bool,
    /// `constexpr`
    pub is_constexpr: bool,
    /// `explicit`
    pub is_explicit: bool,
    /// `friend` in front of a function in a class.
    pub is_friend: bool,
    /// `volatile`
    pub is_volatile: bool,
    /// `__kernel` or `__global__`
    pub is_kernel: bool,
    /// `__device__` (or `__managed__`)
    pub is_device: bool,
    /// `__attribute__((overloadable))`
    pub is_overloadable: bool,
    /// `reqd_work_group_size(x, y, z)`
    pub required_local: Option<Vec<Expr>>,
    /// `intel_reqd_sub_group_size(n)`
    pub subgroup: Option<Expr>,
    /// `warp_id`, `lane_id` of HARP: the function that a parameter of a kernel is the result of.
    pub place: Option<&'static str>,
    /// `aligned(n)`, `__align__(n)`, `alignas(n)`: alignments that are asked for.
    pub align: Vec<Expr>,
    /// Where they are.
    pub span: Span,
}

/// The type that a declaration starts from.
#[derive(Clone, Debug, Default)]
pub enum Base {
    /// None was given (already reported).
    #[default]
    Missing,
    /// `void`
    Void,
    /// A number.
    Scalar(Scalar),
    /// A vector of OpenCL C.
    Vector(Vector),
    /// One of CUDA's structs that need no declaration.
    Record(Symbol),
    /// A typedef or, in CUDA, the tag of a struct.
    Named(Symbol, Span),
    /// A type that is found by way of others.
    Path(Box<TypePath>),
    /// A struct or union.
    Struct(Box<StructSpec>),
    /// An enumeration.
    Enum(Box<EnumSpec>),
    /// `auto`: the type of the initial value.
    Auto,
    /// `decltype(e)`
    Decltype(Box<Expr>),
    /// A type that is known but not supported.
    Unsupported(Unsupported, Symbol, Span),
}

impl Specifiers {
    /// Are they the declaration of a type with its members?
    pub fn declares_members(&self) -> bool {
        match &self.base {
            Base::Struct(spec) => spec.members.is_some(),
            _ => false,
        }
    }
}

/// `struct Tag { … }`
#[derive(Clone, Debug, Default)]
pub struct StructSpec {
    /// `union`?
    pub is_union: bool,
    /// The tag.
    pub tag: Option<Symbol>,
    /// The classes that it is made of.
    pub bases: Vec<Specifiers>,
    /// Declarations of the members; `None` if only the tag is given. Functions are items of their own.
    pub members: Option<Vec<Declaration>>,
    /// Does it say `using B::B`?
    pub inherits: bool,
    /// Does it say `using B::operator=`?
    pub assigns: bool,
    /// Is it no plain struct of C++03, by what stands in its braces: data that is `private` or `protected`, an `operator=`, a
    /// constructor or destructor, be it `= default`?
    pub is_open: bool,
    /// The names of what only its own functions may use (`private`, `protected`); none if it has friends, which may use all.
    pub closed: Vec<Symbol>,
    /// The names of bases that `using` makes public.
    pub opened: Vec<Symbol>,
    /// Does it declare constructors?
    pub has_constructors: bool,
    /// Does it say `= default` of the one without arguments?
    pub has_default: bool,
    /// Those of a class of a block; others are items of their own.
    pub functions: Vec<Function>,
    /// `static_assert` among them, each with its message.
    pub asserts: Vec<(Expr, Option<Symbol>)>,
    /// Alignment that an attribute asks for.
    pub align: Option<Expr>,
    /// The head: keyword and tag.
    pub span: Span,
}

/// `enum Tag { … }`
#[derive(Clone, Debug)]
pub struct EnumSpec {
    /// The tag.
    pub tag: Option<Symbol>,
    /// The type that it says to have.
    pub base: Option<Box<TypeSyntax>>,
    /// `enum class`
    pub is_scoped: bool,
    /// Names with values; empty if only the tag is given.
    pub constants: Vec<(Symbol, Span, Option<Expr>)>,
    /// Keyword and tag.
    pub span: Span,
}

/// A name and how its type is derived from the base: `*a[3]` is an array of 3 pointers.
#[derive(Clone, Debug, Default)]
pub struct Declarator {
    /// The name; absent in type names and unnamed parameters.
    pub name: Option<(Symbol, Span)>,
    /// `<…>` behind the name of an instance of a template.
    pub args: Vec<TemplateArg>,
    /// From the name outwards.
    pub derivation: Vec<Derivation>,
    /// Does `...` stand in front of the name?
    pub is_pack: bool,
    /// `: n` behind a bit-field.
    pub bits: Option<Box<Expr>>,
    /// The whole declarator.
    pub span: Span,
}

/// One step of deriving a type.
#[derive(Clone, Debug)]
pub enum Derivation {
    /// `*` with what follows it.
    Pointer {
        /// `const`: the pointer itself does not change.
        is_const: bool,
        /// The space of the pointer variable itself (`int * __private p`).
        space: Option<Space>,
    },
    /// `&`, or (`true`) `&&`
    Reference(Span, bool),
    /// `[n]`
    Array(Option<Box<Expr>>, Span),
    /// `(parameters)`
    Function(Vec<ParamDecl>, Span),
}

/// A parameter.
#[derive(Clone, Debug)]
pub struct ParamDecl {
    /// Its base type and qualifiers.
    pub specifiers: Specifiers,
    /// Its name and shape.
    pub declarator: Declarator,
    /// What it is if a call does not tell.
    pub default: Option<Expr>,
    /// The first token of that, and the one behind it, until the parser has read the class around: names in it may be of members
    /// further down.
    pub later: Option<(usize, usize)>,
    /// `T... a`: one for each element of the packs that are among these names.
    pub pack: Option<Vec<Symbol>>,
    /// The whole of it.
    pub span: Span,
}

/// A type written on its own, as in a cast.
#[derive(Clone, Debug)]
pub struct TypeSyntax {
    /// The base.
    pub specifiers: Specifiers,
    /// The shape, without a name.
    pub declarator: Declarator,
    /// Where it is.
    pub span: Span,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// What it does.
    pub kind: StmtKind,
    /// Where it is.
    pub span: Span,
}

/// What a statement does.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// Nothing.
    Empty,
    /// What could not be read, which has been said. It may be the `return` of its function.
    Unread,
    /// `using namespace …`
    Using(SpaceId),
    /// Evaluates an expression.
    Expr(Expr),
    /// Declares names.
    Declaration(Declaration),
    /// `{ … }`
    Block(Vec<Stmt>),
    /// `if`
    If(Expr, Box<Stmt>, Option<Box<Stmt>>),
    /// `if constexpr`: only the part that is reached has to mean something.
    IfConstexpr(Expr, Box<Stmt>, Option<Box<Stmt>>),
    /// `static_assert`, with its message
    StaticAssert(Expr, Option<Symbol>),
    /// `while`
    While(Expr, Box<Stmt>),
    /// `do … while`
    DoWhile(Box<Stmt>, Expr),
    /// `for`
    For {
        /// What is done first.
        init: Option<Box<Stmt>>,
        /// How long it goes on.
        condition: Option<Expr>,
        /// What is done after each round.
        step: Option<Expr>,
        /// A round.
        body: Box<Stmt>,
    },
    /// `for (T x : array)`: the array, and the loop over its indices that it stands for
    Range(Expr, Vec<Stmt>),
    /// `#pragma unroll` and the loop behind it
    Unroll(Unroll, Box<Stmt>),
    /// `#pragma unroll N` with the name of a constant
    UnrollBy(Symbol, Span, Box<Stmt>),
    /// `switch`
    Switch(Expr, Box<Stmt>),
    /// `case value:`, a mark before the next statement
    Case(Expr),
    /// `default:`, a mark before the next statement
    Default,
    /// `break`
    Break,
    /// `continue`
    Continue,
    /// `goto`, with the label
    Goto(Symbol, Span),
    /// `label:`, with what stands behind it, unless that is the end of the block
    Label(Symbol, Span, Option<Box<Stmt>>),
    /// `return`
    Return(Option<Expr>),
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it is.
    pub span: Span,
    /// Height of the tree below it. Operators in a row count as [`CHAIN`] at most.
    pub depth: u16,
}

macro_rules! operators {
    ($(#[$meta:meta])* $name:ident { $($variant:ident = $punct:ident,)* }) => {
        $(#[$meta])*
        #[allow(missing_docs)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($variant,)* }

        impl $name {
            /// As it is written.
            pub const fn text(self) -> &'static str {
                match self { $($name::$variant => Punct::$punct.text(),)* }
            }
        }
    };
}

operators! {
    /// Operators before their operand.
    UnaryOp { Plus = Plus, Minus = Minus, Not = Bang, Complement = Tilde, Deref = Star, Address = Amp, }
}

operators! {
    /// Operators between two operands.
    BinaryOp {
        Mul = Star, Div = Slash, Rem = Percent, Add = Plus, Sub = Minus, Shl = Shl, Shr = Shr, Lt = Lt, Gt = Gt,
        Le = Le, Ge = Ge, Eq = EqEq, Ne = Ne, And = Amp, Xor = Caret, Or = Pipe, LogicalAnd = AndAnd,
        LogicalOr = OrOr,
    }
}

/// What an expression is.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// `{ … }` as a value, whose type is that of what it is for
    List(Vec<InitItem>),
    /// An integer.
    Int(u64, Scalar),
    /// A float.
    Float(f64, Scalar),
    /// One of so many members of an object, or elements of an array: what a name of `auto [a, b] = x` is.
    Element(Box<Expr>, usize, usize),
    /// A string.
    Text(Symbol),
    /// `nullptr`
    Null,
    /// A name.
    Name(Symbol),
    /// Functions of one name, which may be of several namespaces.
    Functions {
        /// Their symbols.
        targets: Vec<Symbol>,
        /// Does a path say which are meant? Then the arguments of a call add no others.
        exact: bool,
    },
    /// `f<float, 4>`, with all templates that the name stands for
    Template(Vec<Symbol>, Vec<TemplateArg>),
    /// `Vec<float>::size`, `T::f`, perhaps with `<…>` behind it: a member of a type.
    Static(Box<TypePath>, Symbol, Vec<TemplateArg>),
    /// `v.f<float>`: a member with `<…>` behind it.
    MemberInstance(Box<Expr>, Vec<TemplateArg>),
    /// `[=](int x) { … }`
    Lambda(Box<Lambda>),
    /// An operator before its operand.
    Unary(UnaryOp, Box<Expr>),
    /// Operators between operands, done from left to right: each on all that is left of it.
    Binary(Box<Expr>, Vec<(BinaryOp, Expr)>),
    /// `=` or, with an operator, `+=` and its like.
    Assign(Option<BinaryOp>, Box<Expr>, Box<Expr>),
    /// `++` and `--`
    Step {
        /// `++`?
        up: bool,
        /// Before its operand?
        prefix: bool,
        /// What is changed.
        operand: Box<Expr>,
    },
    /// `a ? b : c`
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `f(a, b)`
    Call(Box<Expr>, Vec<Expr>),
    /// `a[i]`
    Index(Box<Expr>, Box<Expr>),
    /// `a.m` and `a->m`
    Member {
        /// What has the member.
        base: Box<Expr>,
        /// The member.
        name: Symbol,
        /// Where its name is.
        name_span: Span,
        /// `->`?
        arrow: bool,
    },
    /// The object in front of `.B::member`, as one of `B`.
    AsBase(Box<Expr>, Box<TypePath>),
    /// `a.operator T()`
    Conversion(Box<Expr>, Box<TypeSyntax>),
    /// `(T)a`
    Cast(Box<TypeSyntax>, Box<Expr>),
    /// `(T){ … }`
    Compound(Box<TypeSyntax>, Vec<InitItem>),
    /// `sizeof(T)`
    SizeofType(Box<TypeSyntax>),
    /// `alignof(type)`.
    AlignofType(Box<TypeSyntax>),
    /// `vec_step(T)`
    VecStep(Box<TypeSyntax>),
    /// `sizeof a`
    SizeofExpr(Box<Expr>),
    /// The place of a cast to `T &&`: nothing needs its value any more, if that is no reference to a variable after all.
    GivenUp(Box<TypeSyntax>, Box<Expr>),
    /// `a, b, c`
    Comma(Vec<Expr>),
    /// `f(a)...`: one for each element of the packs that it names. (The names are those of all tokens.)
    Spread(Box<Expr>, Vec<Symbol>),
    /// One of these.
    Each(Rc<Expr>, Rc<[Symbol]>, usize),
    /// `(… op pack)`, `(pack op …)`, `(a op … op pack)`, `(pack op … op a)`
    Fold(Box<Fold>),
    /// `sizeof...(T)`
    SizeofPack(Symbol),
}

/// An operator between all elements of packs (C++17 8.1.6).
#[derive(Clone, Debug)]
pub struct Fold {
    /// The operator; `None` is a comma.
    pub op: Option<BinaryOp>,
    /// What stands on the left of `...`, with the names of its tokens.
    pub left: Option<(Expr, Vec<Symbol>)>,
    /// What stands on the right of it.
    pub right: Option<(Expr, Vec<Symbol>)>,
}
