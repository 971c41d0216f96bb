//! What a kernel prints (HARP 3.10, "console print"; [`lanescope_parts::printed`]): each call takes room for its record.
//!
//! That is an atomic addition to the first word of the buffer, and the instruction set has none. So warps take turns by the
//! [`lock`](super::lock) of that word, and the lanes of a warp one after another: each of those that are left stores its number in the word of
//! the warp, where the highest stays, and that lane goes.
//!
//! ```text
//! turn:  word = 0; word = own number              in the lanes that are left
//!        is the word 0? then done
//! take:  taken = room; room = room + length       in the lane of the word
//!        goto turn                                the others are left
//! ```
//!
//! Deliberately absent: all other atomic operations. A plain store does not ask for the lock, so that a sum that it meets would be lost.

use lanescope_parts::ir::{AtomicOp, Op as Ir, Space, Value};

use super::{
    super::{fences::Reach, isa::Op},
    code::{Block, Choice, End, Reg},
    emit::Emitter,
    frame::Framed,
    generate::{Generator, Made},
};

/// The bits of the number of words that are taken.
const COUNT: u64 = u32::MAX as u64;

impl Generator<'_, '_> {
    /// An atomic operation: room for a record of the buffer of `printf`. Others are refused.
    pub(super) fn atomic(&mut self, op: AtomicOp, ptr: Value, value: Value) -> Made<Reg> {
        let kernel = self.kernel;
        let is_buffer = match kernel.def(ptr).map(|inst| &inst.op) {
            Some(Ir::Arg(at)) => kernel.params[*at as usize].prints.is_some(),
            _ => false,
        };
        if op != AtomicOp::Add || !is_buffer {
            return Err(self.refuse("atomics: the instruction set has none"));
        }
        let (buffer, length) = (self.value(ptr)?, self.value(value)?);
        Ok(self.emit.room(buffer, length))
    }
}

impl Emitter {
    /// Room for so many words in each lane that is live: how many were taken before.
    fn room(&mut self, buffer: Reg, length: Reg) -> Reg {
        let taken = self.number(0);
        self.locked(buffer, |emit, won| {
            let (flag, lane) = (emit.framed(Framed::Flag), emit.framed(Framed::Lane));
            // Not 0, which is nobody.
            let own = emit.with(Op::Addi, lane, 1);
            let (left, zero) = (emit.copy(won), emit.number(0));
            let [turn, take, done] = [0; 3].map(|to| emit.code.add(Block::empty(to, emit.span)));
            emit.code.blocks[emit.block].end = End::Jump(turn);

            emit.block = turn;
            emit.store(None, zero, flag, 0);
            emit.store(Some(left), own, flag, 0);
            let next = emit.load(flag, 0);
            let on = emit.test(Op::Rtop, next);
            emit.code.blocks[turn].end =
                End::Branch { on, yes: take, no: done, choice: Choice::None, site: None };

            emit.block = take;
            let other = emit.two(Op::Sub, next, own);
            let mine = emit.test(Op::Iszero, other);
            emit.take(mine, [buffer, length, taken]);
            emit.without(left, left, mine);
            emit.code.blocks[take].end = End::Jump(turn);
            emit.block = done;
        });
        taken
    }

    /// Room for so many words in one lane. What shares a long word with the count stays.
    fn take(&mut self, mine: Reg, [buffer, length, taken]: [Reg; 3]) {
        let is_long = self.arch.bits() > u32::BITS;
        let word = self.load_if(mine, buffer, 0);
        self.means(Reach { space: Space::Global, bytes: 4, write: true });
        let before = if is_long { self.with(Op::Andi, word, COUNT) } else { word };
        self.copy_to(Some(mine), taken, before);
        let mut sum = self.two(Op::Add, before, length);
        if is_long {
            let (low, kept) = (self.with(Op::Andi, sum, COUNT), self.with(Op::Andi, word, !COUNT));
            sum = self.two(Op::Or, low, kept);
        }
        self.store(Some(mine), sum, buffer, 0);
    }
}
