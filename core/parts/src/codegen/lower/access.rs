//! Loads and stores of 8 and 16 bits by those of the word around.
//!
//! Accesses are aligned, so the word has all of the value. A load shifts it down. A store to memory that others share replaces
//! the word by compare-and-exchange until nobody was faster: what others write beside it is never lost, and nobody ever sees a
//! value that was not written. A store to a work-item's own memory reads, merges and writes.
//!
//! The memory of a launch must be whole words: slots are made so here, buffers by who lays them out.

use super::{Features, Pass, Scope, writer::Writer};
use crate::ir::{
    Binary, Block, BlockId, Compare, Convert, Inst, InstId, Kernel, Op, Slot, Space, Target, Terminator,
    Type, Value, ValueDef, ValueInfo,
};
use crate::source::Span;

/// This pass.
pub const PASS: Pass = Pass {
    name: "access",
    doc: "Narrow loads and stores become those of the word around.",
    scope: Scope::Code(run),
};

/// Bytes of a word.
const WORD: u32 = 4;

fn run(kernel: &mut Kernel, features: &Features) {
    if features.least_access == 1 {
        return;
    }
    kernel.slots.iter_mut().for_each(whole_words);
    let mut at = 0;
    // What stands behind a store goes to a block of its own, which is looked at later.
    while at < kernel.blocks.len() {
        lower_block(kernel, BlockId(at as u32), features.least_access);
        at += 1;
    }
}

fn whole_words(slot: &mut Slot) {
    slot.align = slot.align.max(WORD);
    slot.bytes = slot.bytes.next_multiple_of(WORD);
    if slot.space == Space::Constant {
        slot.init.resize(slot.bytes as usize, 0);
    }
}

fn lower_block(kernel: &mut Kernel, block: BlockId, least: u32) {
    let old = core::mem::take(&mut kernel.blocks[block.index()].insts);
    for (at, id) in old.iter().copied().enumerate() {
        let Inst { op, result, span } = kernel.insts[id.index()].clone();
        let narrow = |kernel: &Kernel, value: Value| kernel.ty(value).bytes() < least;
        match (op, result) {
            (Op::Load { ptr, volatile }, Some(value)) if narrow(kernel, value) => {
                load(kernel, block, (id, span), (ptr, volatile));
            }
            (Op::Store { ptr, value, volatile }, _) if narrow(kernel, value) => {
                let place = place(kernel, block, span, ptr, value);
                if kernel.ty(ptr) == Type::Ptr(Space::Private) {
                    store_own(kernel, block, (id, span), &place, volatile);
                } else {
                    return store_shared(kernel, block, span, &place, &old[at + 1..]);
                }
            }
            _ => {}
        }
        kernel.blocks[block.index()].insts.push(id);
    }
}

/// The word around a pointer, and by how many bits the value is moved up in it.
fn around(w: &mut Writer<'_>, ptr: Value) -> (Value, Value) {
    let ty = w.ty(ptr);
    let address = w.convert(Convert::Bits, ptr, Type::I64);
    let low = w.convert(Convert::Trunc, address, Type::I32);
    let byte = w.with(Binary::And, low, u64::from(WORD - 1));
    let zero = w.constant(0, Type::I32);
    let back = w.binary(Binary::Sub, zero, byte);
    let back = w.convert(Convert::SExt, back, Type::I64);
    let word = w.emit(Op::PtrAdd(ptr, back), ty);
    (word, w.with(Binary::Shl, byte, 3))
}

fn load(kernel: &mut Kernel, block: BlockId, (id, span): (InstId, Span), (ptr, volatile): (Value, bool)) {
    let ty = kernel.insts[id.index()].result.map_or(Type::I8, |value| kernel.ty(value));
    let mut w = Writer::new(kernel, span);
    let (word, shift) = around(&mut w, ptr);
    let all = w.emit(Op::Load { ptr: word, volatile }, Type::I32);
    let moved = w.binary(Binary::ShrU, all, shift);
    let op = if ty.is_float() {
        let bits = w.convert(Convert::Trunc, moved, Type::I16);
        Op::Convert(Convert::Bits, bits)
    } else {
        Op::Convert(Convert::Trunc, moved)
    };
    w.finish(block);
    kernel.insts[id.index()].op = op;
}

/// Where a value goes in its word.
struct Place {
    word: Value,
    /// The bits of the word that stay.
    others: Value,
    /// The value, where it belongs.
    bits: Value,
}

fn place(kernel: &mut Kernel, block: BlockId, span: Span, ptr: Value, value: Value) -> Place {
    let mut w = Writer::new(kernel, span);
    let (word, shift) = around(&mut w, ptr);
    let value = if w.ty(value) == Type::F16 { w.convert(Convert::Bits, value, Type::I16) } else { value };
    let ones = w.constant(w.ty(value).mask(), Type::I32);
    let taken = w.binary(Binary::Shl, ones, shift);
    let others = w.with(Binary::Xor, taken, u64::MAX);
    let wide = w.convert(Convert::ZExt, value, Type::I32);
    let bits = w.binary(Binary::Shl, wide, shift);
    w.finish(block);
    Place { word, others, bits }
}

fn merged(w: &mut Writer<'_>, place: &Place, old: Value) -> Value {
    let kept = w.binary(Binary::And, old, place.others);
    w.binary(Binary::Or, kept, place.bits)
}

fn store_own(kernel: &mut Kernel, block: BlockId, (id, span): (InstId, Span), place: &Place, volatile: bool) {
    let mut w = Writer::new(kernel, span);
    let old = w.emit(Op::Load { ptr: place.word, volatile }, Type::I32);
    let value = merged(&mut w, place, old);
    w.finish(block);
    kernel.insts[id.index()].op = Op::Store { ptr: place.word, value, volatile };
}

/// Ends the block with a loop that replaces the word; `rest` is what stands behind the store.
fn store_shared(kernel: &mut Kernel, block: BlockId, span: Span, place: &Place, rest: &[InstId]) {
    let again = BlockId(kernel.blocks.len() as u32);
    let behind = BlockId(again.0 + 1);
    let mut w = Writer::new(kernel, span);
    let first = w.emit(Op::Load { ptr: place.word, volatile: true }, Type::I32);
    w.finish(block);
    let to = |block: BlockId, args: &[Value]| Target { block, args: args.to_vec() };
    let start = &mut kernel.blocks[block.index()];
    let term = core::mem::replace(&mut start.term, Terminator::Jump(to(again, &[first])));
    let term_span = core::mem::replace(&mut start.term_span, span);
    kernel.values.push(ValueInfo { ty: Type::I32, def: ValueDef::BlockParam(again, 0) });
    let expected = Value(kernel.values.len() as u32 - 1);
    let empty = Block {
        params: alloc::vec![expected],
        insts: alloc::vec![],
        term: Terminator::Return(None),
        term_span: span,
        unroll: None,
    };
    kernel.blocks.push(empty.clone());
    kernel.blocks.push(Block { params: alloc::vec![], insts: rest.to_vec(), term, term_span, ..empty });
    let mut w = Writer::new(kernel, span);
    let new = merged(&mut w, place, expected);
    let seen = w.emit(Op::CompareExchange(place.word, expected, new), Type::I32);
    let done = w.compare(Compare::Eq, seen, expected);
    w.finish(again);
    kernel.blocks[again.index()].term = Terminator::Branch(done, to(behind, &[]), to(again, &[seen]));
}
