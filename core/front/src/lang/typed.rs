//! The typed tree: what the checker makes of the tree. Every name is resolved, every conversion is written out, and
//! only programs that mean something can be expressed. Spaces of pointers that the source leaves open are still open.

use alloc::{boxed::Box, string::String, vec::Vec};

use super::builtins::Action;
use super::names::Symbol;
use super::types::{Bits, Space, TypeId, Types};
use crate::base::OrdSet;
use crate::front::Uses;
use crate::ir::{self, Unroll};
use crate::printed::Call;
use crate::source::Span;

/// A function: index of [`Program::functions`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FunctionId(pub u32);

impl FunctionId {
    /// As an index of a vector.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A variable of the function at hand, or of the whole program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum VarRef {
    /// Index of [`Function::vars`].
    Local(u32),
    /// Index of [`Program::globals`].
    Global(u32),
}

/// A checked text.
#[derive(Debug, Default)]
pub struct Program {
    /// Every type.
    pub types: Types,
    /// Every function, kernels among them.
    pub functions: Vec<Function>,
    /// Variables outside of functions.
    pub globals: Vec<Var>,
    /// The classes that others derive from.
    pub bases: OrdSet<TypeId>,
    /// Which items name which others.
    pub uses: Uses,
    /// The calls of `printf`, those that are alike once.
    pub prints: Vec<Call>,
    /// Words of all records of them, and of the longest one.
    pub print_words: (u64, u64),
    /// The variable that is the buffer of `printf`, if there is such a call.
    pub printer: Option<u32>,
    /// Launches of the text (by number) whose kernel is an instance of a template; `None` if they do not tell which.
    pub launched: Vec<(usize, Option<FunctionId>)>,
}

/// Where a variable lives.
#[derive(Clone, Debug, PartialEq)]
pub enum Storage {
    /// Memory of the work-item, new in every call.
    Private,
    /// Memory of the work-group.
    Local,
    /// Memory of the work-group whose size the launch gives.
    DynamicLocal,
    /// A table of constants with these bytes.
    Constant(Vec<u8>),
    /// Data that the host supplies: it becomes a further kernel argument, and holds these bytes if nothing else is said.
    Supplied(Space, Vec<u8>),
}

/// A variable.
#[derive(Clone, Debug)]
pub struct Var {
    /// Its name.
    pub name: Symbol,
    /// Its type.
    pub ty: TypeId,
    /// Where it lives.
    pub storage: Storage,
    /// May it not be written?
    pub is_const: bool,
    /// Must every access happen?
    pub is_volatile: bool,
    /// Its value, if it is a scalar constant.
    pub constant: Option<u64>,
    /// Is its address taken (or is it an array)? Then it stays in one piece.
    pub escapes: bool,
    /// Is it another name of something (a C++ reference)? Then it holds a pointer.
    pub is_reference: bool,
    /// One that only values are bound to (`T &&x`)?
    pub takes_values: bool,
    /// Is it a parameter of a function to which nothing else is assigned?
    pub is_kept: bool,
    /// The type as the person wrote it (of a kernel's parameter).
    pub source_type: String,
    /// Where it is declared.
    pub span: Span,
}

impl Var {
    /// A variable of a function that lies in one piece, and may be changed.
    pub const fn private(name: Symbol, ty: TypeId, span: Span) -> Var {
        Var {
            name,
            ty,
            storage: Storage::Private,
            is_const: false,
            is_volatile: false,
            constant: None,
            escapes: true,
            is_reference: false,
            takes_values: false,
            is_kept: false,
            source_type: String::new(),
            span,
        }
    }
}

/// A function.
#[derive(Debug)]
pub struct Function {
    /// Its name.
    pub name: Symbol,
    /// Its name in messages and listings: with its arguments, if it is an instance of a template.
    pub title: String,
    /// Can the host launch it?
    pub is_kernel: bool,
    /// Can a call of it be a constant?
    pub is_constexpr: bool,
    /// How many of `vars` are parameters (the first ones).
    pub params: usize,
    /// Parameters and variables.
    pub vars: Vec<Var>,
    /// Type of its result.
    pub result: TypeId,
    /// Is the result a reference? Then it is a pointer.
    pub by_reference: bool,
    /// One to something that is given up (`T &&`)? A reference to a value takes it.
    pub gives_up: bool,
    /// Is what it returns a `const` object?
    pub gives_const: bool,
    /// `None` if it is only declared.
    pub body: Option<Vec<Stmt>>,
    /// `reqd_work_group_size`.
    pub required_local: Option<[u32; 3]>,
    /// `intel_reqd_sub_group_size`.
    pub subgroup: Option<u32>,
    /// The functions that it calls, and where.
    pub calls: Vec<(FunctionId, Span)>,
    /// The variables of the program that it names.
    pub uses: Vec<u32>,
    /// The items that declare it, the definition among them.
    pub items: Vec<u32>,
    /// Where its name is.
    pub span: Span,
}

/// A statement.
#[derive(Debug)]
pub enum Stmt {
    /// Evaluates.
    Expr(Expr),
    /// Begins the life of a variable.
    Declare {
        /// Which.
        var: u32,
        /// Its initial value.
        init: Option<Init>,
        /// Where.
        span: Span,
    },
    /// Two ways.
    If {
        /// A `bool`.
        condition: Expr,
        /// If it holds.
        yes: Vec<Stmt>,
        /// If not.
        no: Vec<Stmt>,
    },
    /// A loop.
    Loop {
        /// A `bool`; absent: for ever.
        condition: Option<Expr>,
        /// After each round.
        step: Option<Expr>,
        /// A round.
        body: Vec<Stmt>,
        /// Is the condition tested before the first round?
        test_first: bool,
        /// How it is unrolled.
        unroll: Option<Unroll>,
        /// Where.
        span: Span,
    },
    /// Many ways.
    Switch {
        /// Selects.
        value: Expr,
        /// In order of the text; each falls through to the next.
        arms: Vec<Arm>,
        /// Where.
        span: Span,
    },
    /// Leaves the innermost loop or switch.
    Break(Span),
    /// Goes on with the next round.
    Continue(Span),
    /// Goes on at a label of the function.
    Goto(u32, Span),
    /// A label, by its number in the function.
    Label(u32, Span),
    /// Leaves the function.
    Return(Option<Expr>, Span),
    /// Statements in a row.
    Block(Vec<Stmt>),
}

impl Stmt {
    /// Is there a label in it, to which a `goto` may lead?
    pub fn has_label(&self) -> bool {
        let any = |stmts: &[Stmt]| stmts.iter().any(Stmt::has_label);
        match self {
            Stmt::Label(..) => true,
            Stmt::If { yes, no, .. } => any(yes) || any(no),
            Stmt::Loop { body, .. } => any(body),
            Stmt::Switch { arms, .. } => arms.iter().any(|arm| any(&arm.body)),
            Stmt::Block(stmts) => any(stmts),
            _ => false,
        }
    }
}

/// One entry of a switch.
#[derive(Debug, Default)]
pub struct Arm {
    /// Values (of the type of the selector) that lead here.
    pub values: Vec<(u64, Span)>,
    /// Do all others lead here?
    pub is_default: bool,
    /// What is done.
    pub body: Vec<Stmt>,
}

/// An initial value.
#[derive(Clone, Debug)]
pub struct Init {
    /// Offset in bytes and value of each part.
    pub parts: Vec<(u64, Expr)>,
    /// Is the rest zero?
    pub zero: bool,
}

/// An expression with a value.
#[derive(Debug, Clone)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Type of its value.
    pub ty: TypeId,
    /// Where it is.
    pub span: Span,
}

/// What an expression is. "Scalar" includes pointers where that makes sense. Operations on vectors are done component
/// by component; an operand without components then counts for each.
#[derive(Debug, Clone)]
pub enum ExprKind {
    /// A scalar, as bits of its IR type.
    Const(u64),
    /// The pointer to nothing.
    Null,
    /// What a place holds.
    Load(Box<Place>),
    /// The address of a place.
    Address(Box<Place>),
    /// One operand.
    Unary(ir::Unary, Box<Expr>),
    /// Two operands of the result's type (shift amounts too).
    Binary(ir::Binary, Box<Expr>, Box<Expr>),
    /// Comparison of two operands of one type, to `bool`.
    Compare(ir::Compare, Box<Expr>, Box<Expr>),
    /// `&&` or (`is_or`) `||` of two `bool`s.
    Logical {
        /// `||`?
        is_or: bool,
        /// Always evaluated.
        left: Box<Expr>,
        /// Evaluated if the left does not decide.
        right: Box<Expr>,
    },
    /// `?:`
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    /// To the type of the expression.
    Convert(Box<Expr>),
    /// A nameless variable: its number, its initial value, and what is then done with it.
    Compound(u32, Box<Init>, Box<Expr>),
    /// Pointer plus index (64 bits) times stride.
    Offset {
        /// The pointer.
        pointer: Box<Expr>,
        /// Number of elements, a `long`.
        index: Box<Expr>,
        /// Bytes of an element.
        stride: u64,
    },
    /// Distance of two pointers in elements, a `long`.
    Distance {
        /// Minuend.
        left: Box<Expr>,
        /// Subtrahend.
        right: Box<Expr>,
        /// Bytes of an element.
        stride: u64,
    },
    /// Writes; the value is what was written.
    Assign(Box<Place>, Box<Expr>),
    /// Reads, computes, writes.
    Update(Box<Update>),
    /// One after another; the value of the last.
    Comma(Vec<Expr>, Box<Expr>),
    /// A vector of these parts: scalars and vectors of its components' type.
    Row(Vec<Expr>),
    /// Components of a vector by their numbers; those that it does not have are 0.
    Swizzle(Box<Expr>, Vec<u8>),
    /// Of an initial value: it becomes some bits of the number at its offset.
    Bits(Bits, Box<Expr>),
    /// Calls a function of the text.
    Call(FunctionId, Vec<Expr>, Order),
    /// Calls a builtin.
    Builtin(Action, Vec<Expr>),
}

/// In which order the arguments of a call are evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// As they stand there.
    FirstToLast,
    /// An assignment: its right side comes first (C++17, 8.18).
    LastToFirst,
}

/// `a op= b` and its like.
#[derive(Debug, Clone)]
pub struct Update {
    /// What is changed.
    pub place: Place,
    /// How.
    pub step: Change,
    /// The right side: of the type that is computed in; for pointers a `long`.
    pub operand: Expr,
    /// Is the value that before the change?
    pub value_before: bool,
}

/// How an update computes.
#[derive(Debug, Clone, Copy)]
pub enum Change {
    /// In the operand's type.
    Binary(ir::Binary),
    /// A pointer moves by the operand times this many bytes.
    Pointer(u64),
}

/// Something that can be read, and perhaps written.
#[derive(Debug, Clone)]
pub struct Place {
    /// What it is.
    pub kind: PlaceKind,
    /// Type of what it holds.
    pub ty: TypeId,
    /// May it not be written?
    pub is_const: bool,
    /// Must every access happen?
    pub is_volatile: bool,
    /// Where it is named.
    pub span: Span,
}

/// What a place is.
#[derive(Debug, Clone)]
pub enum PlaceKind {
    /// A variable.
    Var(VarRef),
    /// What a pointer points at.
    Deref(Expr),
    /// Part of a struct, at an offset in bytes.
    Member(Box<Place>, u64),
    /// A bit-field: so many bits of a number in memory.
    Bits(Box<Place>, Bits),
    /// Components of a vector, by their numbers; what is written to those that it does not have is gone.
    Components(Box<Place>, Vec<u8>),
    /// A struct value that is in no variable.
    Value(Expr),
}
