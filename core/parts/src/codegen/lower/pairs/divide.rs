//! Quotients and remainders of 64 bits: a loop that finds one binary digit in each turn, the highest first.
//!
//! The digits of the dividend move out at the top of a number and into the rest, those of the quotient come in at the bottom. With
//! a divisor of 0 every digit is 1 and the rest is the dividend, as the IR has it. Signs are taken off before and put back
//! afterwards.

use alloc::{vec, vec::Vec};

use crate::ir::{
    Binary, Block, BlockId, Compare, Convert, Inst, InstId, Kernel, Op, Target, Terminator, Type, Unary,
    Value, ValueDef, ValueInfo,
};

use super::Writer;

/// Writes every quotient and remainder of 64 bits as a loop. The operations of the loop are on 64 bits.
pub(super) fn with_loops(kernel: &mut Kernel) {
    let mut at = 0;
    // What stands behind a loop goes to a block of its own, which is looked at later.
    while at < kernel.blocks.len() {
        let is_division = |id: &InstId| division(kernel, *id).is_some();
        if let Some(found) = kernel.blocks[at].insts.iter().position(is_division) {
            with_loop(kernel, BlockId(at as u32), found);
        }
        at += 1;
    }
}

fn division(kernel: &Kernel, id: InstId) -> Option<(Binary, Value, Value)> {
    use Binary::{DivS, DivU, RemS, RemU};
    match kernel.insts[id.index()].op {
        Op::Binary(op @ (DivS | DivU | RemS | RemU), a, b) if kernel.ty(a) == Type::I64 => Some((op, a, b)),
        _ => None,
    }
}

/// Writes instruction `found` of a block as a loop.
fn with_loop(kernel: &mut Kernel, block: BlockId, found: usize) {
    let mut rest = kernel.blocks[block.index()].insts.split_off(found);
    let id = rest.remove(0);
    let Some((op, a, b)) = division(kernel, id) else { return };
    let Inst { span, .. } = kernel.insts[id.index()];
    let turn = BlockId(kernel.blocks.len() as u32);
    let behind = BlockId(turn.0 + 1);
    let signed = matches!(op, Binary::DivS | Binary::RemS);
    let mut w = Writer::new(kernel, span);
    let (dividend, divisor) = if signed { (magnitude(&mut w, a), magnitude(&mut w, b)) } else { (a, b) };
    let zero = w.constant(0, Type::I64);
    let turns = w.constant(64, Type::I32);
    w.finish(block);
    let first = Terminator::Jump(Target { block: turn, args: vec![zero, dividend, turns] });
    let start = &mut kernel.blocks[block.index()];
    let term = core::mem::replace(&mut start.term, first);
    let term_span = core::mem::replace(&mut start.term_span, span);
    let params: Vec<Value> = [Type::I64, Type::I64, Type::I32]
        .into_iter()
        .zip(0..)
        .map(|(ty, at)| {
            kernel.values.push(ValueInfo { ty, def: ValueDef::BlockParam(turn, at) });
            Value(kernel.values.len() as u32 - 1)
        })
        .collect();
    let (before, digits, left) = (params[0], params[1], params[2]);
    let empty = Block {
        params: vec![],
        insts: vec![],
        term: Terminator::Return(None),
        term_span: span,
        unroll: None,
    };
    kernel.blocks.push(Block { params, ..empty.clone() });
    kernel.blocks.push(Block { term, term_span, ..empty });
    let mut w = Writer::new(kernel, span);
    let (remainder, quotient) = digit(&mut w, before, digits, divisor);
    let left = w.with(Binary::Sub, left, 1);
    let done = w.compare_with(Compare::Eq, left, 0);
    w.finish(turn);
    let again = Target { block: turn, args: vec![remainder, quotient, left] };
    kernel.blocks[turn.index()].term =
        Terminator::Branch(done, Target { block: behind, args: vec![] }, again);
    let mut w = Writer::new(kernel, span);
    let result = with_sign(&mut w, op, (a, b), (quotient, remainder));
    w.finish(behind);
    kernel.insts[id.index()].op = result;
    let insts = &mut kernel.blocks[behind.index()].insts;
    insts.push(id);
    insts.extend(rest);
}

fn magnitude(w: &mut Writer<'_>, a: Value) -> Value {
    let negative = w.compare_with(Compare::LtS, a, 0);
    let turned = w.emit(Op::Unary(Unary::Neg, a), Type::I64);
    w.select(negative, turned, a)
}

/// One turn: the rest and the digits after it.
fn digit(w: &mut Writer<'_>, rest: Value, digits: Value, divisor: Value) -> (Value, Value) {
    let carry = w.compare_with(Compare::LtS, rest, 0);
    let next = w.with(Binary::ShrU, digits, 63);
    let rest = w.with(Binary::Shl, rest, 1);
    let rest = w.binary(Binary::Or, rest, next);
    let enough = w.compare(Compare::LeU, divisor, rest);
    let fits = w.binary(Binary::Or, carry, enough);
    let less = w.binary(Binary::Sub, rest, divisor);
    let rest = w.select(fits, less, rest);
    let digits = w.with(Binary::Shl, digits, 1);
    let one = w.convert(Convert::ZExt, fits, Type::I64);
    (rest, w.binary(Binary::Or, digits, one))
}

/// The result: a remainder has the sign of the dividend; a quotient is negative if the signs differ, but by 0 it is all ones.
fn with_sign(w: &mut Writer<'_>, op: Binary, (a, b): (Value, Value), (quotient, rest): (Value, Value)) -> Op {
    let (result, negative) = match op {
        // A copy, which folding takes away.
        Binary::DivU => return Op::Binary(Binary::Add, quotient, w.constant(0, Type::I64)),
        Binary::RemU => return Op::Binary(Binary::Add, rest, w.constant(0, Type::I64)),
        Binary::RemS => (rest, w.compare_with(Compare::LtS, a, 0)),
        _ => {
            let signs = w.binary(Binary::Xor, a, b);
            let differ = w.compare_with(Compare::LtS, signs, 0);
            let is_number = w.compare_with(Compare::Ne, b, 0);
            (quotient, w.binary(Binary::And, differ, is_number))
        }
    };
    let turned = w.emit(Op::Unary(Unary::Neg, result), Type::I64);
    Op::Select(negative, turned, result)
}
