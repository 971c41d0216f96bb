//! Host code of a CUDA file: skipped, except that launches `kernel<<<grid, block, shared>>>(…)` are looked for and
//! folded to numbers with what the host's constants, integers, `dim3` values and one-line functions are.
//!
//! This is no interpreter: a variable has the last value that was written to it in the text, and none as soon as that
//! does not fold. Inside a loop it has that of the first turn. Nothing in host code is an error; what a launch takes
//! that does not fold is kept with the reason ([`HostGap`]).

mod declare;
mod fold;
mod lambda;
mod launch;
mod loops;

use alloc::vec::Vec;

use super::*;
use crate::front::{HostGap, HostPart, HostUnknown, Why};
use crate::lang::types::Scalar;
use crate::{
    base::OrdMap,
    lang::ast::{Base, ExprKind, UnaryOp},
};
pub(super) use lambda::HostLambdas;
use launch::Callee;
use loops::Loops;

/// A value that host code computes.
#[derive(Clone, Copy, Debug, PartialEq)]
enum HostValue {
    Int(i64),
    Float(f64),
    Dim([u32; 3]),
    /// A pointer to the start of so many bytes.
    Memory(u64),
}

/// What an expression comes to, or why that is not known.
type Folded<T = HostValue> = Result<T, HostUnknown>;

/// The functions that allocate memory of the device: `f(&pointer, bytes, …)`.
const ALLOCATORS: [&str; 9] = [
    "cudaMalloc",
    "cudaMallocAsync",
    "cudaMallocManaged",
    "cudaMallocHost",
    "cudaHostAlloc",
    "hipMalloc",
    "hipMallocManaged",
    "hipMallocHost",
    "hipHostMalloc",
];

/// What is known of host code.
#[derive(Debug, Default)]
pub(super) struct HostValues {
    vars: OrdMap<Symbol, Folded>,
    /// Types of variables.
    kinds: OrdMap<Symbol, declare::Kind>,
    /// The types that a `typedef` names: bytes, and the type if it is a number.
    types: OrdMap<Symbol, (u32, Option<Scalar>)>,
    /// Functions that only return an expression.
    functions: OrdMap<Symbol, declare::HostFunction>,
    /// Arrays of addresses of variables.
    lists: OrdMap<Symbol, Vec<Symbol>>,
}

/// Parts of the names of functions that only read what they get the address of, or that are read in another place.
const READERS: [&str; 4] = ["Memcpy", "Malloc", "LaunchKernel", "SetKernelArg"];

/// Most tokens from the name of a function to one of its arguments.
const MAX_CALL: usize = 256;

impl Parser<'_> {
    /// Skips an item of host code and records the launches in it.
    pub(super) fn skip_host_item(&mut self) {
        let start = self.at;
        self.skip_item();
        if self.at == start {
            self.at += usize::from(self.tokens[self.at].kind != Tok::End);
        }
        let end = self.at;
        self.record_constants(start, end);
        self.at = end;
    }

    /// Looks through tokens of host code for values of variables and for launches.
    pub(super) fn record_constants(&mut self, start: usize, end: usize) {
        self.quietly(end, |this| {
            let (mut at, mut loops) = (start, Loops::default());
            while at < end {
                at = loops.pass(this, at);
                at = this.host_token(at).max(at + 1);
            }
        });
    }

    /// Reads what may make no sense, and goes on at `end`.
    fn quietly(&mut self, end: usize, read: impl FnOnce(&mut Self)) {
        self.report.mute();
        let depth = core::mem::replace(&mut self.depth, 0);
        read(self);
        self.depth = depth;
        self.at = end;
        self.report.unmute();
    }

    fn token(&self, at: usize) -> Token {
        self.tokens[at.min(self.tokens.len() - 1)]
    }

    /// Looks at one token; returns where to go on.
    fn host_token(&mut self, at: usize) -> usize {
        let Some(word) = self.tokens[at].name() else { return at + 1 };
        let name = self.host_name(word);
        let next = self.token(at + 1);
        if let Some(marks) = self.opens_launch(at + 1) {
            return self.launch(at, Callee { name, args: Vec::new() }, at + 1 + marks);
        }
        if next.is(Punct::Lt) && self.templates.contains_key(&name) {
            self.at = at + 1;
            if let Ok(args) = self.template_args()
                && let Some(marks) = self.opens_launch(self.at)
            {
                return self.launch(at, Callee { name, args }, self.at + marks).max(at + 1);
            }
            return at + 1;
        }
        if next.is(Punct::LParen) {
            if let Some(launched) = self.launch_call(at) {
                return launched;
            }
            if ALLOCATORS.contains(&self.names.text(name)) {
                return self.allocation(at + 1);
            }
            self.record_function(at);
            return at + 1;
        }
        if self.names.text(name) == "dim3" && next.name().is_some() {
            self.dims(at + 1);
            return at + 1;
        }
        if let Some(first) = self.declared_numbers(at) {
            return first;
        }
        let changed = HostUnknown { span: self.tokens[at].span, why: Why::Changes };
        if at > 0 && matches!(self.tokens[at - 1].kind, Tok::Punct(Punct::PlusPlus | Punct::MinusMinus)) {
            self.set(name, Err(changed));
            return at + 1;
        }
        if matches!(self.host.vars.get(&name), Some(Ok(_))) && self.is_filled_by_call(at) {
            self.set(name, Err(changed));
            return at + 1;
        }
        match next.kind {
            Tok::Punct(Punct::LBracket) => self.record_list(at, name),
            Tok::Punct(Punct::Assign) if at > 1 && self.tokens[at - 1].is(Punct::Dot) => {
                self.assign_component(at, name)
            }
            Tok::Punct(Punct::Assign) => self.assign(at + 2, name),
            Tok::Punct(
                Punct::PlusPlus
                | Punct::MinusMinus
                | Punct::PlusAssign
                | Punct::MinusAssign
                | Punct::StarAssign
                | Punct::SlashAssign
                | Punct::PercentAssign
                | Punct::AmpAssign
                | Punct::PipeAssign
                | Punct::CaretAssign
                | Punct::ShlAssign
                | Punct::ShrAssign,
            ) => {
                self.set(name, Err(changed));
                at + 2
            }
            _ => at + 1,
        }
    }

    /// Is it a variable whose address a function is given, to write there (`scanf("%d", &n)`)?
    fn is_filled_by_call(&self, at: usize) -> bool {
        let is = |at: usize, punct| self.token(at).is(punct);
        let alone = at > 2
            && is(at - 1, Punct::Amp)
            && (is(at - 2, Punct::LParen) || is(at - 2, Punct::Comma))
            && (is(at + 1, Punct::Comma) || is(at + 1, Punct::RParen));
        if !alone {
            return false;
        }
        let mut depth = 0;
        for before in (at.saturating_sub(MAX_CALL)..at - 1).rev() {
            match self.tokens[before].kind {
                Tok::Punct(Punct::RParen) => depth += 1,
                Tok::Punct(Punct::LParen) if depth > 0 => depth -= 1,
                Tok::Punct(Punct::LParen) => {
                    let callee = before.checked_sub(1).and_then(|at| self.tokens[at].name());
                    let callee = callee.map_or("", |name| self.names.text(name));
                    let reads = READERS.iter().any(|reader| callee.contains(reader));
                    return !callee.is_empty() && !reads && !ALLOCATORS.contains(&callee);
                }
                Tok::Punct(Punct::LBrace | Punct::Semi) => return false,
                _ => {}
            }
        }
        false
    }

    fn set(&mut self, name: Symbol, value: Folded) {
        self.host.vars.insert(name, value);
    }

    /// What is not known of the text from a place to the cursor.
    fn not_read(&self, start: usize) -> HostUnknown {
        let span = self.token(start).span.to(self.token(self.at.saturating_sub(1).max(start)).span);
        HostUnknown { span, why: Why::NotFolded }
    }

    /// The value of the expression at a place.
    fn value_at(&mut self, at: usize) -> Folded {
        self.at = at;
        match self.assignment() {
            Ok(expr) => self.fold(&expr),
            Err(Stop) => Err(self.not_read(at)),
        }
    }

    fn assign(&mut self, at: usize, name: Symbol) -> usize {
        let value = match self.tokens[at].is(Punct::LBrace) {
            true => self.dim_arguments(at).map(HostValue::Dim),
            false => self.value_at(at),
        };
        let value = value.map(|value| self.converted(name, value));
        self.set(name, value);
        at
    }

    /// `g.x = value`, at the component's name: of a `dim3`, or of something else, which has no value then.
    fn assign_component(&mut self, at: usize, component: Symbol) -> usize {
        let Some(word) = self.tokens[at - 2].name() else { return at + 1 };
        let name = self.host_name(word);
        let value = self.value_at(at + 2).and_then(|value| fold::size(value, self.not_read(at + 2)));
        let place = ["x", "y", "z"].iter().position(|known| *known == self.names.text(component));
        let changed =
            HostUnknown { span: self.tokens[at - 2].span.to(self.tokens[at].span), why: Why::Changes };
        let dim = match (self.host.vars.get(&name), place) {
            (Some(Ok(HostValue::Dim(dim))), Some(place)) => value.map(|value| {
                let mut dim = *dim;
                dim[place] = value;
                HostValue::Dim(dim)
            }),
            (Some(Err(unknown)), Some(_)) => Err(*unknown),
            _ => Err(changed),
        };
        self.set(name, dim);
        at + 2
    }

    /// `(&pointer, bytes)` or `((void**)&pointer, bytes)`, at its bracket.
    fn allocation(&mut self, at: usize) -> usize {
        self.at = at + 1;
        let pointer = self.assignment().ok();
        let start = self.at + 1;
        let bytes = match self.take(Punct::Comma) {
            true => self.value_at(start),
            false => Err(self.not_read(at)),
        };
        let memory = bytes.and_then(|bytes| match bytes {
            HostValue::Int(bytes @ 0..) => Ok(HostValue::Memory(bytes as u64)),
            _ => Err(self.not_read(start)),
        });
        if let Some(name) = pointer.as_ref().and_then(target) {
            self.set(name, memory);
        }
        at + 1
    }
}

/// The variable that `&pointer` or `(void**)&pointer` names.
fn target(expr: &Expr) -> Option<Symbol> {
    match &expr.kind {
        ExprKind::Cast(_, inner) => target(inner),
        ExprKind::Unary(UnaryOp::Address, inner) => match inner.kind {
            ExprKind::Name(name) => Some(name),
            _ => None,
        },
        _ => None,
    }
}
