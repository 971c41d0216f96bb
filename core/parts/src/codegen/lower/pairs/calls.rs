//! Calls of functions that take or give integers of 64 bits.
//!
//! Such a parameter becomes two, its low and its high word. A function gives one value: of a result it is the low word. The
//! high one goes the way of a struct: the caller hands over, behind all other arguments, a pointer to private memory of its
//! own, where the function puts it.

use alloc::{vec, vec::Vec};

use super::{Made, Pair, Pairs, Words, Writer, word_slot};
use crate::{
    ir::{BlockId, FunctionId, Kernel, Op, SlotId, Space, Terminator, Type, Value},
    source::Span,
};

/// Where the high word of a result goes.
const HIGH_WORD: Type = Type::Ptr(Space::Private);

/// A parameter as it is now.
fn widths(ty: Type) -> Vec<Type> {
    if ty == Type::I64 { vec![Type::I32; 2] } else { vec![ty] }
}

/// Gives every function the parameters and the result that its code and its callers now have.
pub(super) fn sign(kernel: &mut Kernel) {
    for function in &mut kernel.functions {
        function.params = function.params.iter().copied().flat_map(widths).collect();
        if function.result == Some(Type::I64) {
            function.params.push(HIGH_WORD);
            function.result = Some(Type::I32);
        }
    }
}

/// What the code of a function has to know about itself.
pub(super) struct Own {
    /// The place of the low word, or of the whole, of each parameter.
    pub places: Vec<u32>,
    /// The place of the pointer for the high word of the result, if that has one.
    high: Option<u32>,
}

impl Own {
    /// Of a function before its parameters have changed.
    pub fn new(kernel: &Kernel, id: FunctionId) -> Own {
        let function = &kernel.functions[id.index()];
        let mut next = 0;
        let place = |ty: &Type| {
            let place = next;
            next += widths(*ty).len() as u32;
            place
        };
        let places = function.params.iter().map(place).collect();
        Own { places, high: function.result.filter(|ty| *ty == Type::I64).map(|_| next) }
    }
}

impl Pairs<'_> {
    /// The function reads where the high word of its result goes, before anything else.
    pub(super) fn high_word_pointer(&mut self) -> Option<Value> {
        let at = self.own.as_ref().and_then(|own| own.high)?;
        let mut w = Writer::new(self.kernel, Span::NONE);
        let value = w.emit(Op::Param(at), HIGH_WORD);
        w.finish(BlockId(0));
        self.kernel.blocks.first_mut()?.insts.rotate_right(1);
        Some(value)
    }

    /// A function returns the low word and leaves the high one.
    pub(super) fn results(&mut self, high_word: Option<Value>) {
        let Some(ptr) = high_word else { return };
        for block in self.kernel.block_ids() {
            let Terminator::Return(Some(value)) = self.kernel.blocks[block.index()].term else { continue };
            let Some(Pair { low, high }) = self.known.get(value.index()).copied().flatten() else { continue };
            let span = self.kernel.blocks[block.index()].term_span;
            let mut w = Writer::new(self.kernel, span);
            w.effect(Op::Store { ptr, value: high, volatile: false });
            w.finish(block);
            self.kernel.blocks[block.index()].term = Terminator::Return(Some(low));
        }
    }

    /// The slot for high words of results that this code asks for.
    pub(super) fn high_word_slot(&mut self) -> SlotId {
        let slots = &mut self.kernel.slots;
        *self.high.get_or_insert_with(|| word_slot(slots, "(high word)", Type::I32))
    }
}

impl Words<'_, '_> {
    /// A call, by what it has of 64 bits.
    pub(super) fn call(&mut self, callee: FunctionId, args: &[Value], result: Option<Type>) -> Made {
        let mut words = Vec::with_capacity(args.len() + 1);
        for arg in args {
            if self.w.ty(*arg) == Type::I64 {
                let Pair { low, high } = self.pair(*arg);
                words.extend([low, high]);
            } else {
                words.push(*arg);
            }
        }
        let Some(slot) = self.high.filter(|_| result == Some(Type::I64)) else {
            return Made::Op(Op::Call(callee, words));
        };
        let ptr = self.w.emit(Op::Slot(slot), HIGH_WORD);
        words.push(ptr);
        let low = self.w.emit(Op::Call(callee, words), Type::I32);
        let high = self.w.emit(Op::Load { ptr, volatile: false }, Type::I32);
        Made::Pair(Pair { low, high })
    }

    /// A parameter at its new place.
    pub(super) fn parameter(&mut self, at: u32, ty: Type) -> Made {
        let place = self.places.get(at as usize).copied().unwrap_or(at);
        if ty != Type::I64 {
            return Made::Op(Op::Param(place));
        }
        let [low, high] = [place, place + 1].map(|at| self.w.emit(Op::Param(at), Type::I32));
        Made::Pair(Pair { low, high })
    }
}
