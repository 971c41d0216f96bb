//! Calls of `printf` to instructions: a record takes its room with an atomic addition, and its words are stored one after another
//! ([`printed`]).

use alloc::vec::Vec;

use super::super::typed::Expr;
use super::*;
use crate::ir::{AtomicOp, Binary, Compare, Convert, Space};
use crate::printed::{
    HEAD, RECORD, Stored,
    format::{self, Part},
};

impl<'a> Lower<'a> {
    pub(super) fn print(&mut self, call: u32, args: &'a [Expr], expr: &'a Expr) -> Value {
        let span = expr.span;
        let Some((buffer, args)) = args.split_first() else { return self.dummy(expr.ty, span) };
        // Values come first: they may print themselves.
        let mut values = Vec::new();
        for arg in args {
            match self.types().kind(arg.ty) {
                TypeKind::Pointer(_) => {
                    let pointer = self.value(arg);
                    self.check_characters(call, values.len(), pointer, arg.span);
                    values.push(self.b.emit(Op::Convert(Convert::Bits, pointer), Type::I64, span));
                }
                _ => {
                    let of = self.component(arg.ty);
                    let row = self.row(arg);
                    values.extend(row.into_iter().map(|value| self.number(value, of, span)));
                }
            }
        }
        let words: Vec<Value> = values.into_iter().flat_map(|value| self.words(value, span)).collect();
        let buffer = self.value(buffer);
        let (room, length) = (self.program.print_words.0, RECORD + words.len() as u64);
        let length_word = self.word(length, span);
        let at = self.b.emit(Op::Atomic(AtomicOp::Add, buffer, length_word), Type::I32, span);
        // A record longer than the whole room never fits.
        let at = match (room + 1).checked_sub(length) {
            Some(firsts) => {
                let (firsts, nowhere) = (self.word(firsts, span), self.word(room, span));
                let fits = self.test(Compare::LtU, at, firsts, span);
                self.choose(fits, at, nowhere, span)
            }
            None => self.word(room, span),
        };
        let at = self.b.emit(Op::Convert(Convert::ZExt, at), Type::I64, span);
        let word_bytes = self.b.constant(2, Type::I64, span);
        let at = self.two(Binary::Shl, at, word_bytes, span);
        let ty = self.b.kernel.ty(buffer);
        let record = self.b.emit(Op::PtrAdd(buffer, at), ty, span);
        let item = self.linear_id(false, span);
        // The format comes last: who reads the buffer knows by it that the rest is there.
        let own = self.prints.len() as u32;
        let number = *self.prints.entry(call).or_insert(own);
        let first = self.word(u64::from(number) + 1, span);
        for (at, value) in (1..).zip([item].into_iter().chain(words)).chain([(0, first)]) {
            let ptr = self.ptr_add(record, 4 * (HEAD + at), span);
            self.b.effect(Op::Store { ptr, value, volatile: false }, span);
        }
        self.dummy(expr.ty, span)
    }

    /// Warns of characters that `%s` finds nowhere, because they lie in no buffer.
    fn check_characters(&mut self, call: u32, number: usize, pointer: Value, span: Span) {
        let call = &self.program.prints[call as usize];
        let stored = call.values.iter().enumerate().filter(|(_, value)| !matches!(value, Stored::Text(_)));
        let Some((at, _)) = stored.clone().nth(number) else { return };
        let parts = format::parts(&call.format, call.vectors).unwrap_or_default();
        let mut wanted = parts.iter().filter_map(|part| match part {
            Part::Conversion(conversion) => Some(conversion),
            Part::Text(_) => None,
        });
        let is_text = wanted.nth(at).is_some_and(|conversion| conversion.kind == b's');
        let space = self.b.kernel.ty(pointer).space();
        if let (true, Some(space)) = (is_text && space != Some(Space::Global), space) {
            let message = alloc::format!(
                "`%s` prints characters that lie in a buffer. These lie in {} memory: nothing is printed for them.",
                space.name()
            );
            self.report.push(Diagnostic::warning("builtin::printf", span, message));
        }
    }

    /// A number as it is stored: at least a word long.
    fn number(&mut self, value: Value, of: Scalar, span: Span) -> Value {
        match of {
            Scalar::Half => self.convert_scalar(value, of, Scalar::Float, span),
            of if of.is_float() || of.bytes() >= 4 => value,
            of => self.convert_scalar(value, of, Scalar::Int, span),
        }
    }

    /// The words of a number, the lower one first.
    fn words(&mut self, value: Value, span: Span) -> Vec<Value> {
        let bits = match self.b.kernel.ty(value) {
            Type::F32 => self.b.emit(Op::Convert(Convert::Bits, value), Type::I32, span),
            Type::F64 => self.b.emit(Op::Convert(Convert::Bits, value), Type::I64, span),
            _ => value,
        };
        if self.b.kernel.ty(bits) != Type::I64 {
            return alloc::vec![bits];
        }
        let by = self.b.constant(32, Type::I64, span);
        let high = self.two(Binary::ShrU, bits, by, span);
        [bits, high].map(|half| self.b.emit(Op::Convert(Convert::Trunc, half), Type::I32, span)).into()
    }
}
