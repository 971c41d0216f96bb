//! Stores of less than a word to memory that lanes share.
//!
//! The machine stores whole words. The word around the value is loaded, changed and stored: inside of a lock, so that no other warp does so in
//! between, and for each place in a word by itself, so that no two lanes of the warp have the same word at a time.
//!
//! The instruction set has no atomics. Loads and stores take effect one after another, and that is enough for the lock of
//! L. Lamport, "A Fast Mutual Exclusion Algorithm" (1987): where nobody else wants in, it takes seven accesses and waits for nothing.
//! One lock for all of memory would be wanted by all warps at once, though hardly two of them ever mean the same word. So there are [`LOCKS`] of
//! them, and a word belongs to one by its address. Each lane asks for the lock of its own word. Whether it gets that depends on the warp and on the
//! lock alone, so that all lanes of a warp that mean one word get its lock together, in one turn; those that do not get theirs stay for the
//! next turn. Warp `i` is inside of locks while `b[i]` is set, whichever they are.
//!
//! ```text
//! turn:    b[i] = 1; x = i; if y == 0 { y = i; won = x == i }           in the lanes that are left
//! enter:   …; y = 0                                                     in the lanes that have won
//!          b[i] = 0; is a lane left? if not: done
//!          has a lane found y == 0, but not x == i? if not: wait
//! scan:    wait until each b was 0 once; won = y == i                   in those lanes; goto enter
//! wait:    wait until y of the lock of one of the lanes is 0; goto turn
//! ```
//!
//! While a warp waits, its `b` is 0, and all locks that it has got are given back but those with which it scans: so nobody waits for who waits. All branches are on
//! what one word of the warp says, so that lanes agree.

use super::{
    super::isa::Op,
    code::{Block, Choice, End, Reg},
    emit::Emitter,
    frame::{Framed, Launched},
};

/// Locks that there are, a power of two.
pub const LOCKS: u64 = 1024;
/// Words of the locks: x of each, then y of each.
pub const WORDS: u64 = 2 * LOCKS;

/// What a store has at hand while it asks for locks.
#[derive(Clone, Copy)]
struct Asking {
    /// Address of x of the lock of each lane.
    lock: Reg,
    /// Address of the word of the warp, which is its name as well.
    own: Reg,
    /// The lanes that are left.
    left: Reg,
    /// Those of them that found the lock free.
    found: Reg,
    /// Those of them that have got it.
    won: Reg,
}

impl Emitter {
    /// Goes on at a block in lanes that agree.
    fn agreed(&mut self, on: Reg, yes: usize, no: usize) {
        self.code.blocks[self.block].end = End::Branch { on, yes, no, choice: Choice::None, site: None };
    }

    /// From the word of a warp to `b` of the warp; from the first word of a warp to the first `b`.
    fn inside(&self) -> u64 {
        self.warps() * u64::from(self.arch.word_bytes)
    }

    /// From x of a lock to y.
    fn holder(&self) -> u64 {
        LOCKS * u64::from(self.arch.word_bytes)
    }

    /// The lanes of a predicate in which another one is not true.
    pub(super) fn without(&mut self, to: Reg, lanes: Reg, other: Reg) {
        let others = self.not(other);
        self.line(None, Op::Andp, [to, lanes, others], 0);
    }

    /// The address of the lock of one of some lanes, the same in all; 0 if there is none.
    fn one_of(&mut self, to: Reg, asking: &Asking, lanes: Reg) {
        let zero = self.number(0);
        self.store(None, zero, asking.own, 0);
        self.store(Some(lanes), asking.lock, asking.own, 0);
        self.line(None, Op::Ld, [to, asking.own, 0], 0);
    }

    /// Does something in each lane that is live while no other warp does something under the same lock: that of the lane's address. It is done
    /// in turns; the predicate says in which lanes.
    pub(super) fn locked(&mut self, base: Reg, work: impl FnOnce(&mut Emitter, Reg)) {
        let word = u64::from(self.arch.word_bytes);
        let span = self.span;
        let [turn, enter, retry, scan, word_of, scanned, wait, done] =
            [0; 8].map(|to| self.code.add(Block::empty(to, span)));
        let own = self.framed(Framed::Flag);
        let locks = self.launched(Launched::Locks);
        let number = self.with(Op::Andi, base, (LOCKS - 1) * word);
        let lock = self.two(Op::Add, locks, number);
        let left = self.truth(true);
        let (found, won, wanted) = (self.predicate(), self.predicate(), self.word());
        let asking = Asking { lock, own, left, found, won };
        self.code.blocks[self.block].end = End::Jump(turn);

        self.block = turn;
        self.ask(&asking);
        self.code.blocks[turn].end = End::Jump(enter);

        self.block = enter;
        work(self, won);
        let (zero, holder, inside) = (self.number(0), self.holder(), self.inside());
        self.store(Some(won), zero, lock, holder);
        self.store(None, zero, own, inside);
        self.without(left, left, won);
        self.one_of(wanted, &asking, left);
        let more = self.test(Op::Rtop, wanted);
        self.agreed(more, retry, done);

        self.block = retry;
        let unsure = self.logic(Op::Andp, left, found);
        let one = self.word();
        self.one_of(one, &asking, unsure);
        let some = self.test(Op::Rtop, one);
        self.agreed(some, scan, wait);

        self.scan(&asking, unsure, [scan, word_of, scanned, enter]);

        self.block = wait;
        let held = self.load(wanted, holder);
        let free = self.test(Op::Iszero, held);
        self.agreed(free, turn, wait);
        self.block = done;
    }

    /// The lanes that are left ask for their locks.
    fn ask(&mut self, asking: &Asking) {
        let Asking { lock, own, left, found, won, .. } = *asking;
        let (holder, inside) = (self.holder(), self.inside());
        self.store(None, own, own, inside);
        self.store(Some(left), own, lock, 0);
        let held = self.load_if(left, lock, holder);
        let free = self.test(Op::Iszero, held);
        self.line(None, Op::Andp, [found, left, free], 0);
        self.store(Some(found), own, lock, holder);
        let last = self.load_if(found, lock, 0);
        let other = self.two(Op::Sub, last, own);
        let alone = self.test(Op::Iszero, other);
        self.line(None, Op::Andp, [won, found, alone], 0);
    }

    /// Waits until each warp was outside of all locks once; then the lanes that are unsure have their locks if nobody else wanted them later.
    fn scan(&mut self, asking: &Asking, unsure: Reg, [scan, word_of, scanned, enter]: [usize; 4]) {
        let Asking { lock, own, found, won, .. } = *asking;
        let word = u64::from(self.arch.word_bytes);
        let (holder, inside) = (self.holder(), self.inside());
        self.block = scan;
        let at = self.word();
        let first = self.launched(Launched::Flags);
        self.copy_to(None, at, first);
        let end = self.with(Op::Addi, first, inside);
        self.code.blocks[scan].end = End::Jump(word_of);

        self.block = word_of;
        let is_inside = self.load(at, inside);
        let outside = self.test(Op::Iszero, is_inside);
        self.line(Some(outside), Op::Addi, [at, at, 0], word as i64);
        let ahead = self.two(Op::Sub, at, end);
        let more = self.test(Op::Isneg, ahead);
        self.agreed(more, word_of, scanned);

        self.block = scanned;
        let held = self.load_if(unsure, lock, holder);
        let other = self.two(Op::Sub, held, own);
        let mine = self.test(Op::Iszero, other);
        self.line(None, Op::Andp, [won, unsure, mine], 0);
        // Those that have lost ask again.
        self.copy_to(None, found, won);
        self.code.blocks[scanned].end = End::Jump(enter);
    }

    /// Stores the low bytes of a value at an address of memory that lanes share. `mark` says what the access means.
    pub fn store_part(&mut self, value: Reg, base: Reg, bytes: u32, mark: impl FnOnce(&mut Emitter)) {
        let word = u64::from(self.arch.word_bytes);
        self.locked(base, |emit, won| {
            let around = emit.load(base, 0);
            mark(emit);
            let place = emit.with(Op::Andi, base, word - 1);
            let ones = u64::MAX >> (64 - 8 * bytes);
            for at in (0..word).step_by(bytes as usize) {
                let here = if at == 0 { place } else { emit.with(Op::Subi, place, at) };
                let guard = emit.test(Op::Iszero, here);
                let guard = emit.logic(Op::Andp, guard, won);
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
