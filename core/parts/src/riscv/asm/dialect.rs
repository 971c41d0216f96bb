//! What an extension adds to the written form.

use alloc::string::String;

use super::{Parser, pseudo::Pseudo};
use crate::{
    asm::{Names, Piece, Statement},
    riscv::isa::{Inst, Isa, Never, Plain},
    source::{Diagnostic, Span},
};

/// How the instructions of an instruction set are written.
pub trait Dialect: Isa {
    /// Its own pseudo-instructions.
    const PSEUDO: &'static [Pseudo] = &[];

    /// What may be left out at the end of a name. The first one that fits the operands is taken.
    const SUFFIXES: &'static [&'static str] = &[];

    /// An operand that any pseudo-instruction hands on to what it stands for (such as a mask).
    const HANDED_ON: Option<&'static str> = None;

    /// Reads an instruction that no table can describe. `None` if this is none.
    fn instruction(_: &mut Parser<Self>, _: &Statement<'_>) -> Option<Result<(), Diagnostic>> {
        None
    }

    /// The text of a function that is linked where a program calls it and does not have it.
    fn library(_: &str) -> Option<String> {
        None
    }

    /// May the operand be left out?
    fn is_optional(_: Self::Arg) -> bool {
        false
    }

    /// Reads an operand from the pieces that are left, of which there is at least one. Gives how many it took.
    ///
    /// # Errors
    /// What is wrong with it; [`expected`](super::expected) makes the message for something else.
    fn read(
        inst: &mut Inst<Self>,
        arg: Self::Arg,
        pieces: &[Piece<'_>],
        names: &Names,
    ) -> Result<usize, Diagnostic>;

    /// Writes an operand; `None` if it is left out.
    fn print(inst: &Inst<Self>, arg: Self::Arg) -> Option<String>;

    /// An operand in words, with an article.
    fn describe(arg: Self::Arg) -> &'static str;
}

/// The message that something else was expected than what stands there.
pub fn expected(what: &str, piece: &Piece<'_>) -> Diagnostic {
    error(piece.span, alloc::format!("Expected {what} here, not `{}`.", piece.text))
}

/// A mistake in an operand.
pub fn error(span: Span, message: String) -> Diagnostic {
    Diagnostic::error("asm::operand", span, message)
}

impl Dialect for Plain {
    fn read(_: &mut Inst<Plain>, arg: Never, _: &[Piece<'_>], _: &Names) -> Result<usize, Diagnostic> {
        match arg {}
    }

    fn print(_: &Inst<Plain>, arg: Never) -> Option<String> {
        match arg {}
    }

    fn describe(arg: Never) -> &'static str {
        match arg {}
    }
}
