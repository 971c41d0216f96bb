//! Vector arithmetic: one value of each work-item, written where the work-item is on.

use alloc::borrow::Cow;

use lanescope_parts::{
    base::num::{f32_add, f32_div, f32_max, f32_min, f32_mul, math_f32},
    ir::Math,
};

use super::{
    Launch, Mask, Slot,
    scalar::{compares, converted},
    slot::{Control, MEM_DATA, MEM_IDX},
};
use crate::isa::{Instruction, Op, Operand, OperandKind, Register, Suffix, WORK_ITEMS};

type Words = [u32; WORK_ITEMS];

impl Slot {
    /// The words of an operand; those of one value for all are filled in.
    pub(super) fn words(&self, operand: Option<Operand>, launch: &Launch) -> Cow<'_, Words> {
        match operand {
            Some(Operand::Register(Register { kind: OperandKind::Vector, number })) => {
                Cow::Borrowed(self.vector(number))
            }
            Some(Operand::Register(Register {
                kind: OperandKind::VectorSpecial,
                number: number @ (MEM_IDX | MEM_DATA),
            })) => Cow::Borrowed(self.indexed(number)),
            Some(Operand::Register(Register { kind: OperandKind::VectorSpecial, number })) => {
                Cow::Owned(core::array::from_fn(|item| self.vector_special(number, item, launch)))
            }
            other => Cow::Owned([self.value(other, launch); WORK_ITEMS]),
        }
    }

    /// A second or third operand, which is a vector register or one value for all.
    fn source(&self, operand: Operand, launch: &Launch) -> Source<'_> {
        match operand {
            Operand::Register(Register { kind: OperandKind::Vector, number }) => {
                Source::Each(self.vector(number))
            }
            other => Source::All(self.value(Some(other), launch)),
        }
    }

    /// The value of an operand that is one for the whole group; 0 if there is none.
    pub(super) fn value(&self, operand: Option<Operand>, launch: &Launch) -> u32 {
        match operand {
            Some(Operand::Immediate(bits) | Operand::Target(bits)) => bits,
            Some(Operand::Register(Register { kind: OperandKind::Scalar, number })) => {
                self.scalars[usize::from(number) % self.scalars.len()]
            }
            Some(Operand::Register(Register { kind: OperandKind::ScalarSpecial, number })) => {
                self.scalar_special(number, launch)
            }
            _ => 0,
        }
    }

    /// Writes a vector register, or a special one, of some work-items.
    pub(super) fn write_vector(&mut self, to: Register, words: &Words, on: Mask) {
        match (to.kind, to.number) {
            (OperandKind::Vector, number) => blend(self.vector_mut(number), words, on),
            (_, number @ (MEM_IDX | MEM_DATA)) => blend(self.indexed_mut(number), words, on),
            (_, number) => {
                let new = Mask::of(|item| words[item] != 0);
                let mask = &mut self.masks[usize::from(number).min(Control::Exit as usize)];
                *mask = mask.blend(new, on);
            }
        }
    }

    /// Executes an instruction whose result is a word of each work-item.
    pub(super) fn arithmetic(&mut self, one: &Instruction, launch: &Launch) {
        let Some(to) = one.written() else { return };
        if one.sources[0].is_none() {
            return;
        }
        let a = self.words(one.sources[0], launch);
        let [b, c] = [1, 2].map(|at| one.sources[at].map(|operand| self.source(operand, launch)));
        let sources = Sources { a: &a, b, c };
        let mut result = [0; WORK_ITEMS];
        if float(one, &sources, &mut result) || integer(one, &sources, &mut result) {
            self.write_vector(to, &result, self.active());
        }
    }

    /// Executes an instruction whose result is a bit of each work-item.
    pub(super) fn predicate_result(&mut self, one: &Instruction, launch: &Launch) {
        let words = || self.words(one.sources[0], launch);
        let source = |at| one.source_register(at).map_or(Mask::NONE, |from| self.predicate(from.number));
        let result = match (one.op, one.suffix) {
            (Op::Test, suffix) => {
                let words = words();
                Mask::of(|item| compares(suffix, f32::from_bits(words[item])))
            }
            (Op::Itest, suffix) => {
                let words = words();
                Mask::of(|item| compares(suffix, words[item] as i32))
            }
            (_, Some(Suffix::And)) => source(0) & source(1),
            (_, Some(Suffix::Or)) => source(0) | source(1),
            (_, Some(Suffix::Nand)) => !(source(0) & source(1)),
            _ => !(source(0) | source(1)),
        };
        if let Some(to) = one.written() {
            let on = self.active();
            let predicate = &mut self.predicates[usize::from(to.number) % OperandKind::Predicate.registers()];
            *predicate = predicate.blend(result, on);
        }
    }
}

/// Puts new words in the place of old ones.
fn blend(old: &mut Words, new: &Words, on: Mask) {
    for (word, (old, new)) in
        on.0.iter().zip(old.as_chunks_mut::<64>().0.iter_mut().zip(new.as_chunks::<64>().0))
    {
        match *word {
            u64::MAX => *old = *new,
            0 => {}
            bits => (0..64).filter(|bit| bits >> bit & 1 == 1).for_each(|bit| old[bit] = new[bit]),
        }
    }
}

/// A source: a word of each work-item, or one for all.
#[derive(Clone, Copy)]
enum Source<'a> {
    Each(&'a Words),
    All(u32),
}

/// The sources of an instruction. The table says which of them there are.
struct Sources<'a> {
    a: &'a Words,
    b: Option<Source<'a>>,
    c: Option<Source<'a>>,
}

impl Sources<'_> {
    /// Applies a function to each word.
    #[inline(always)]
    fn each(&self, to: &mut Words, f: impl Fn(u32) -> u32) -> bool {
        to.iter_mut().zip(self.a).for_each(|(to, a)| *to = f(*a));
        true
    }

    /// Applies a function to pairs of words.
    #[inline(always)]
    fn pairs(&self, to: &mut Words, f: impl Fn(u32, u32) -> u32) -> bool {
        match self.b {
            Some(Source::Each(b)) => {
                to.iter_mut().zip(self.a.iter().zip(b)).for_each(|(to, (a, b))| *to = f(*a, *b));
            }
            Some(Source::All(b)) => to.iter_mut().zip(self.a).for_each(|(to, a)| *to = f(*a, b)),
            None => return false,
        }
        true
    }

    /// Applies a function to three words.
    #[inline(always)]
    fn triples(&self, to: &mut Words, f: impl Fn(u32, u32, u32) -> u32) -> bool {
        let Some(Source::Each(c)) = self.c else { return false };
        let both = to.iter_mut().zip(self.a.iter().zip(c));
        match self.b {
            Some(Source::Each(b)) => both.zip(b).for_each(|((to, (a, c)), b)| *to = f(*a, *b, *c)),
            Some(Source::All(b)) => both.for_each(|(to, (a, c))| *to = f(*a, b, *c)),
            None => return false,
        }
        true
    }
}

/// A function of floats as one of bits.
#[inline(always)]
fn of_floats(f: impl Fn(f32, f32) -> f32) -> impl Fn(u32, u32) -> u32 {
    move |a, b| f(f32::from_bits(a), f32::from_bits(b)).to_bits()
}

fn float(one: &Instruction, from: &Sources<'_>, to: &mut Words) -> bool {
    // `neg` turns the sign of the second source.
    let sign = if one.suffix == Some(Suffix::Neg) { 1 << 31 } else { 0 };
    let (add, mul) = (of_floats(f32_add), of_floats(f32_mul));
    let math = |math| move |a: u32| math_f32(math, f32::from_bits(a), 0.0).to_bits();
    match one.op {
        Op::Add => from.pairs(to, |a, b| add(a, b ^ sign)),
        Op::Mul => from.pairs(to, |a, b| mul(a, b ^ sign)),
        Op::Mad => from.triples(to, |a, b, c| add(mul(a, b ^ sign), c)),
        Op::Min => from.pairs(to, of_floats(f32_min)),
        Op::Max => from.pairs(to, of_floats(f32_max)),
        Op::Abs => from.each(to, |a| a & !(1 << 31)),
        Op::Rcp => from.each(to, |a| f32_div(1.0, f32::from_bits(a)).to_bits()),
        Op::Rsqrt => from.each(to, math(Math::Rsqrt)),
        Op::Sin => from.each(to, math(Math::Sin)),
        Op::Cos => from.each(to, math(Math::Cos)),
        _ => false,
    }
}

fn integer(one: &Instruction, from: &Sources<'_>, to: &mut Words) -> bool {
    match one.op {
        Op::Iadd => from.pairs(to, u32::wrapping_add),
        Op::Isub => from.pairs(to, u32::wrapping_sub),
        Op::Imul => from.pairs(to, u32::wrapping_mul),
        Op::Imad => from.triples(to, |a, b, c| a.wrapping_mul(b).wrapping_add(c)),
        Op::Imin => from.pairs(to, |a, b| (a as i32).min(b as i32) as u32),
        Op::Imax => from.pairs(to, |a, b| (a as i32).max(b as i32) as u32),
        Op::Shl => from.pairs(to, u32::wrapping_shl),
        Op::Shr => from.pairs(to, |a, b| (a as i32).wrapping_shr(b) as u32),
        Op::And => from.pairs(to, |a, b| a & b),
        Op::Or => from.pairs(to, |a, b| a | b),
        Op::Xor => from.pairs(to, |a, b| a ^ b),
        Op::Not => from.each(to, |a| !a),
        Op::Mov | Op::Movvsp => from.each(to, |a| a),
        Op::Cvt => from.each(to, |a| converted(one.suffix, a)),
        _ => false,
    }
}
