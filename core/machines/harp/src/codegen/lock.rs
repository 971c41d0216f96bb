//! Stores of less than a word to memory that lanes share.
//!
//! The machine stores whole words. The word around the value is loaded, changed and stored: inside of a lock, so that no other warp does so in
//! between, and for each place in a word by itself, so that no two lanes of the warp have the same word at a time.
//!
//! The instruction set has no atomics. Loads and stores of one core take effect one after another, and that is enough for the lock of
//! L. Lamport, "A Fast Mutual Exclusion Algorithm" (1987): seven accesses where nobody else wants in. All lanes of a warp that take
//! part do the same, so that no branch diverges.
//!
//! ```text
//! turn:    b[i] = 1; x = i; if y == 0 { y = i; if x == i goto inside }
//!          b[i] = 0; if y was 0 { wait until all b are 0; if y == i goto inside }
//!          wait until y is 0; goto turn
//! inside:  …; y = 0; b[i] = 0
//! ```

use super::{
    super::isa::Op,
    code::{Block, Choice, End, Reg},
    emit::Emitter,
    frame::{Framed, Launched},
};

/// Words of the lock in front of those of the warps: x and y.
pub const WORDS: u64 = 2;

impl Emitter {
    /// Goes on at a block in lanes that agree.
    fn agreed(&mut self, on: Reg, yes: usize, no: usize) {
        self.code.blocks[self.block].end = End::Branch { on, yes, no, choice: Choice::None, site: None };
    }

    /// Does something while no other warp does something inside of the lock.
    fn locked(&mut self, inside: impl FnOnce(&mut Emitter)) {
        let word = u64::from(self.arch.word_bytes);
        let (y, own_word) = (word, WORDS * word);
        let span = self.span;
        let [turn, slow, scan, word_of, scanned, wait, again, enter] =
            [0; 8].map(|to| self.code.add(Block::empty(to, span)));
        let (lock, warp) = (self.launched(Launched::Lock), self.framed(Framed::Warp));
        let offset = self.with(Op::Muli, warp, word);
        // The number of a warp is the address of its word, less where the words begin.
        let own = self.two(Op::Add, lock, offset);
        self.code.blocks[self.block].end = End::Jump(turn);

        self.block = turn;
        let one = self.number(1);
        self.store(None, one, own, own_word);
        self.store(None, own, lock, 0);
        let held = self.load(lock, y);
        let free = self.test(Op::Iszero, held);
        self.store(Some(free), own, lock, y);
        let last = self.load(lock, 0);
        let other = self.two(Op::Sub, last, own);
        let alone = self.test(Op::Iszero, other);
        let won = self.logic(Op::Andp, free, alone);
        self.agreed(won, enter, slow);

        self.block = slow;
        let zero = self.number(0);
        self.store(None, zero, own, own_word);
        self.agreed(free, scan, wait);

        self.block = scan;
        let at = self.copy(lock);
        let warps = self.launched(Launched::Warps);
        let bytes = self.with(Op::Muli, warps, word);
        let end = self.two(Op::Add, lock, bytes);
        self.code.blocks[scan].end = End::Jump(word_of);

        self.block = word_of;
        let wants = self.load(at, own_word);
        let quiet = self.test(Op::Iszero, wants);
        self.line(Some(quiet), Op::Addi, [at, at, 0], word as i64);
        let left = self.two(Op::Sub, at, end);
        let more = self.test(Op::Isneg, left);
        self.agreed(more, word_of, scanned);

        self.block = scanned;
        let held = self.load(lock, y);
        let other = self.two(Op::Sub, held, own);
        self.line(None, Op::Iszero, [won, other, 0], 0);
        self.agreed(won, again, wait);

        self.block = wait;
        let held = self.load(lock, y);
        let free = self.test(Op::Iszero, held);
        self.agreed(free, again, wait);

        self.block = again;
        self.agreed(won, enter, turn);

        self.block = enter;
        inside(self);
        let zero = self.number(0);
        self.store(None, zero, lock, y);
        self.store(None, zero, own, own_word);
    }

    /// Stores the low bytes of a value at an address of memory that lanes share. `mark` says what the access means.
    pub fn store_part(&mut self, value: Reg, base: Reg, bytes: u32, mark: impl FnOnce(&mut Emitter)) {
        let word = u64::from(self.arch.word_bytes);
        let place = self.with(Op::Andi, base, word - 1);
        self.locked(|emit| {
            let around = emit.load(base, 0);
            mark(emit);
            let ones = u64::MAX >> (64 - 8 * bytes);
            for at in (0..word).step_by(bytes as usize) {
                let here = if at == 0 { place } else { emit.with(Op::Subi, place, at) };
                let guard = emit.test(Op::Iszero, here);
                let (around, new) = if at == 0 {
                    (around, value)
                } else {
                    let around = emit.load_if(guard, base, at.wrapping_neg());
                    (around, emit.with(Op::Shli, value, 8 * at))
                };
                let kept = emit.with(Op::Andi, around, !(ones << (8 * at)));
                let new = emit.two(Op::Or, kept, new);
                emit.store(Some(guard), new, base, at.wrapping_neg());
            }
        });
    }
}
