//! Integers of 64 bits as pairs of words of 32 bits.
//!
//! Every value of such a type becomes two: its low and its high word. Sums hand on a carry, products are made of products
//! of words (`arithmetic`), quotients are found digit by digit in a loop (`divide`), floats are scaled by powers of two
//! (`floats`). A load or store becomes one of each word; so does a volatile one: another work-item may see one word new and
//! the other old. So does a shuffle of lanes. Bits of a `double` go through a private slot.
//!
//! What is left of 64 bits is glue that costs a machine of 32 bits nothing: a pointer and the number that its address is, which
//! has a high word of 0, and an argument of the launch, of which a shift by 32 takes the high word.
//!
//! Functions take two words for each parameter of 64 bits and give the words of such a result (`calls`).
//!
//! Deliberately absent: atomics on 64 bits (two words are not changed at once), which are refused.

mod arithmetic;
mod calls;
mod divide;
mod floats;

use alloc::{vec, vec::Vec};

use super::{Features, Pass, Scope, writer::Writer};
use crate::{
    ir::{
        Binary, BlockId, Convert, Inst, InstId, Kernel, LaneOp, Op, Slot, SlotId, Space, Type, Value,
        ValueDef, ValueInfo, reading,
    },
    opt::{dead, fold, gvn},
    source::Span,
};

/// This pass.
pub const PASS: Pass = Pass {
    name: "pairs",
    doc: "Integers of 64 bits become pairs of words of 32 bits.",
    scope: Scope::Kernel(run),
};

/// The words of an integer of 64 bits.
#[derive(Clone, Copy, Debug)]
struct Pair {
    low: Value,
    high: Value,
}

fn run(kernel: &mut Kernel, features: &Features) {
    if features.long_integers || features.address_bits != 32 {
        return;
    }
    for id in kernel.function_ids() {
        let own = calls::Own::new(kernel, id);
        kernel.within(id, |kernel| rewrite(kernel, features, Some(own)));
    }
    rewrite(kernel, features, None);
    calls::sign(kernel);
}

/// Rewrites the code at hand: that of a function, or of the kernel.
fn rewrite(kernel: &mut Kernel, features: &Features, own: Option<calls::Own>) {
    divide::with_loops(kernel);
    // Definitions come before what they are used by.
    let Kernel { blocks, values, .. } = kernel;
    reading::arrange(blocks, values);
    let known = vec![None; kernel.values.len()];
    let (products, counts) = (features.high_products, features.counts);
    let mut pass = Pairs { kernel, known, bits: None, high: None, own, products, counts };
    pass.params();
    for block in pass.kernel.block_ids() {
        pass.block(block);
    }
    pass.arguments();
    let high_word = pass.high_word_pointer();
    pass.results(high_word);
    for pass in [fold::PASS, gvn::PASS, dead::PASS] {
        (pass.run)(kernel);
    }
}

struct Pairs<'k> {
    kernel: &'k mut Kernel,
    /// The words of each value of 64 bits, and what stands for others that are only a word.
    known: Vec<Option<Pair>>,
    /// Where bits of a `double` are taken apart.
    bits: Option<SlotId>,
    /// Where functions put the high words of their results.
    high: Option<SlotId>,
    /// The function whose code it is.
    own: Option<calls::Own>,
    /// Does the machine have high halves of products, and instructions that count bits?
    products: bool,
    counts: bool,
}

impl Pairs<'_> {
    fn is_long(&self, value: Value) -> bool {
        self.kernel.ty(value) == Type::I64
    }

    /// Gives every block two parameters for each of 64 bits.
    fn params(&mut self) {
        for block in self.kernel.block_ids() {
            let old = core::mem::take(&mut self.kernel.blocks[block.index()].params);
            let mut new = Vec::with_capacity(old.len());
            for value in old {
                if !self.is_long(value) {
                    self.kernel.values[value.index()].def = ValueDef::BlockParam(block, new.len() as u32);
                    new.push(value);
                    continue;
                }
                let [low, high] = [0, 1].map(|more| self.param(block, new.len() as u32 + more));
                new.extend([low, high]);
                self.know(value, Pair { low, high });
            }
            self.kernel.blocks[block.index()].params = new;
        }
    }

    fn param(&mut self, block: BlockId, at: u32) -> Value {
        self.kernel.values.push(ValueInfo { ty: Type::I32, def: ValueDef::BlockParam(block, at) });
        Value(self.kernel.values.len() as u32 - 1)
    }

    /// Passes two arguments for each of 64 bits.
    fn arguments(&mut self) {
        for block in self.kernel.block_ids() {
            let mut term = self.kernel.blocks[block.index()].term.clone();
            for target in term.targets_mut() {
                let words = |value: &Value| match self.known.get(value.index()).copied().flatten() {
                    _ if !self.is_long(*value) => vec![*value],
                    Some(Pair { low, high }) => vec![low, high],
                    // What is refused anyway has no words, but the block that it goes to has its two parameters.
                    None => vec![*value; 2],
                };
                target.args = target.args.iter().flat_map(words).collect();
            }
            self.kernel.blocks[block.index()].term = term;
        }
    }

    fn know(&mut self, value: Value, pair: Pair) {
        if self.known.len() <= value.index() {
            self.known.resize(value.index() + 1, None);
        }
        self.known[value.index()] = Some(pair);
    }

    fn block(&mut self, block: BlockId) {
        let old = core::mem::take(&mut self.kernel.blocks[block.index()].insts);
        for id in old {
            let Inst { op, result, span } = self.kernel.insts[id.index()].clone();
            let long = op.operands().iter().chain(&result).any(|value| self.is_long(*value));
            let moves = matches!(op, Op::Param(_)) && self.own.is_some();
            let lowered = (long || moves) && self.inst(block, id, &op, result, span);
            if !lowered {
                self.kernel.blocks[block.index()].insts.push(id);
            }
        }
    }

    /// Writes what takes the place of an instruction that has to do with 64 bits. Says whether it goes.
    fn inst(&mut self, block: BlockId, id: InstId, op: &Op, result: Option<Value>, span: Span) -> bool {
        if let Op::Convert(Convert::Bits, a) = op
            && [Some(*a), result].iter().flatten().any(|value| self.kernel.ty(*value) == Type::F64)
        {
            self.bits_slot();
        }
        if matches!(op, Op::Call(..)) && result.is_some_and(|value| self.is_long(value)) {
            self.high_word_slot();
        }
        let mut w = Words {
            known: &self.known,
            bits: self.bits,
            high: self.high,
            places: self.own.as_ref().map_or(&[], |own| &own.places),
            products: self.products,
            counts: self.counts,
            w: Writer::new(self.kernel, span),
        };
        let ty = result.map(|value| w.w.ty(value));
        let made = match (op, result.zip(ty)) {
            (Op::Call(callee, args), _) => w.call(*callee, args, ty),
            (Op::Param(at), Some((_, ty))) => w.parameter(*at, ty),
            (_, None) => w.effect(op),
            (_, Some((value, Type::I64))) => w.long(op, value),
            (_, Some((_, ty))) => w.short(op, ty),
        };
        w.w.finish(block);
        match made {
            Made::Same => return false,
            Made::Nothing => {}
            // The instruction stays, for its result; what it does is new.
            Made::Op(op) => {
                self.kernel.insts[id.index()].op = op;
                return false;
            }
            Made::Pair(pair) => result.into_iter().for_each(|value| self.know(value, pair)),
            Made::PairBehind(pair) => {
                // The argument itself comes before its words.
                let insts = &mut self.kernel.blocks[block.index()].insts;
                let words = insts.len() - ARGUMENT_WORDS;
                insts.insert(words, id);
                result.into_iter().for_each(|value| self.know(value, pair));
            }
        }
        true
    }

    /// The slot through which bits of a `double` go.
    fn bits_slot(&mut self) {
        let slots = &mut self.kernel.slots;
        self.bits.get_or_insert_with(|| word_slot(slots, "(bits)", Type::F64));
    }
}

/// A private slot for a scalar.
fn word_slot(slots: &mut Vec<Slot>, name: &str, element: Type) -> SlotId {
    let (bytes, space) = (element.bytes(), Space::Private);
    slots.push(Slot {
        name: name.into(),
        space,
        bytes,
        align: bytes,
        element,
        dynamic: false,
        init: Vec::new(),
    });
    SlotId(slots.len() as u32 - 1)
}

/// Instructions that take an argument apart.
const ARGUMENT_WORDS: usize = 4;

/// What takes the place of an instruction.
enum Made {
    /// It stays as it is.
    Same,
    /// It goes.
    Nothing,
    /// It gets another operation.
    Op(Op),
    /// Its result is these words, and it goes.
    Pair(Pair),
    /// It stays before what takes its result apart.
    PairBehind(Pair),
}

/// Writes instructions on words.
struct Words<'w, 'k> {
    known: &'w [Option<Pair>],
    bits: Option<SlotId>,
    high: Option<SlotId>,
    /// The new places of the function's parameters.
    places: &'w [u32],
    products: bool,
    counts: bool,
    w: Writer<'k>,
}

impl Words<'_, '_> {
    /// The words of a value of 64 bits. (Only what is refused anyway has none.)
    fn pair(&mut self, value: Value) -> Pair {
        match self.known.get(value.index()).copied().flatten() {
            Some(pair) => pair,
            None => self.number(0),
        }
    }

    fn number(&mut self, bits: u64) -> Pair {
        let [low, high] = [bits & 0xFFFF_FFFF, bits >> 32].map(|word| self.w.constant(word, Type::I32));
        Pair { low, high }
    }

    fn effect(&mut self, op: &Op) -> Made {
        let Op::Store { ptr, value, volatile } = op else { return Made::Same };
        if self.w.ty(*value) != Type::I64 {
            return Made::Same;
        }
        let Pair { low, high } = self.pair(*value);
        let behind = self.behind(*ptr);
        for (ptr, value) in [(*ptr, low), (behind, high)] {
            self.w.effect(Op::Store { ptr, value, volatile: *volatile });
        }
        Made::Nothing
    }

    /// The address of the high word.
    fn behind(&mut self, ptr: Value) -> Value {
        let ty = self.w.ty(ptr);
        let address = self.w.convert(Convert::Bits, ptr, Type::I64);
        let low = self.w.convert(Convert::Trunc, address, Type::I32);
        let behind = self.w.with(Binary::Add, low, 4);
        self.address(behind, ty)
    }

    /// A pointer from the word that its address is.
    fn address(&mut self, word: Value, ty: Type) -> Value {
        let address = self.w.convert(Convert::ZExt, word, Type::I64);
        self.w.convert(Convert::Bits, address, ty)
    }

    /// An operation whose result has 64 bits.
    fn long(&mut self, op: &Op, result: Value) -> Made {
        Made::Pair(match op {
            Op::Const(bits) => self.number(*bits),
            Op::Arg(_) => {
                let low = self.w.convert(Convert::Trunc, result, Type::I32);
                let moved = self.w.with(Binary::ShrU, result, 32);
                let high = self.w.convert(Convert::Trunc, moved, Type::I32);
                return Made::PairBehind(Pair { low, high });
            }
            Op::Unary(op, a) => {
                let a = self.pair(*a);
                self.unary(*op, a)
            }
            Op::Binary(op, a, b) => {
                let (a, b) = (self.pair(*a), self.pair(*b));
                self.binary(*op, a, b)
            }
            Op::Select(condition, a, b) => {
                let (a, b) = (self.pair(*a), self.pair(*b));
                self.choose(*condition, a, b)
            }
            Op::Convert(op, a) => self.long_of(*op, *a),
            Op::Load { ptr, volatile } => {
                let behind = self.behind(*ptr);
                let [low, high] =
                    [*ptr, behind].map(|ptr| self.w.emit(Op::Load { ptr, volatile: *volatile }, Type::I32));
                Pair { low, high }
            }
            Op::Lane(op, args) if op.is_shuffle() => {
                let [low, high] = self.lanes(*op, args);
                Pair { low, high }
            }
            _ => return Made::Same,
        })
    }

    /// What lanes do with 64 bits, for each of the words: a shuffle or a match.
    fn lanes(&mut self, op: LaneOp, args: &[Value]) -> [Value; 2] {
        let Pair { low, high } = self.pair(args[0]);
        [low, high].map(|word| {
            let args = [word].iter().chain(&args[1..]).copied().collect();
            self.w.emit(Op::Lane(op, args), Type::I32)
        })
    }

    /// An operation on 64 bits whose result has another type.
    fn short(&mut self, op: &Op, ty: Type) -> Made {
        match op {
            Op::Compare(op, a, b) => {
                let (a, b) = (self.pair(*a), self.pair(*b));
                Made::Op(self.compare(*op, a, b))
            }
            Op::Convert(Convert::Trunc, a) => {
                let low = self.pair(*a).low;
                Made::Op(match ty {
                    // A copy, which folding takes away.
                    Type::I32 => Op::Binary(Binary::Add, low, self.w.constant(0, Type::I32)),
                    _ => Op::Convert(Convert::Trunc, low),
                })
            }
            Op::Convert(Convert::Bits, a) if ty == Type::F64 => {
                let pair = self.pair(*a);
                Made::Op(self.double_of(pair))
            }
            Op::Convert(Convert::Bits, a) => {
                let low = self.pair(*a).low;
                let address = self.w.convert(Convert::ZExt, low, Type::I64);
                Made::Op(Op::Convert(Convert::Bits, address))
            }
            Op::Convert(op @ (Convert::SToF | Convert::UToF), a) => {
                let pair = self.pair(*a);
                Made::Op(self.float_of(*op == Convert::SToF, pair, ty))
            }
            // Lanes hold the same if they hold the same in both words.
            Op::Lane(op @ LaneOp::Match, args) => {
                let [low, high] = self.lanes(*op, args);
                Made::Op(Op::Binary(Binary::And, low, high))
            }
            _ => Made::Same,
        }
    }

    /// A conversion to 64 bits.
    fn long_of(&mut self, op: Convert, a: Value) -> Pair {
        match op {
            Convert::SExt => {
                let low = self.w.convert(op, a, Type::I32);
                Pair { low, high: self.w.with(Binary::ShrS, low, 31) }
            }
            Convert::FToS | Convert::FToU => self.cut_float(op == Convert::FToS, a),
            Convert::Bits if self.w.ty(a) == Type::F64 => self.words_of(a),
            Convert::Bits => {
                let address = self.w.convert(op, a, Type::I64);
                let low = self.w.convert(Convert::Trunc, address, Type::I32);
                Pair { low, high: self.w.constant(0, Type::I32) }
            }
            _ => {
                let low = self.w.convert(Convert::ZExt, a, Type::I32);
                Pair { low, high: self.w.constant(0, Type::I32) }
            }
        }
    }
}
