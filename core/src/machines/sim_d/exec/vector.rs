//! Vector arithmetic: one value of each work-item, written where the work-item is on.

use alloc::boxed::Box;

use super::{
    Launch, Mask, Slot,
    scalar::{compares, converted},
    slot::{Control, MEM_DATA, MEM_IDX},
};
use crate::{
    base::num::{f32_add, f32_div, f32_max, f32_min, f32_mul, math_f32},
    ir::Math,
    machines::sim_d::isa::{Instruction, Kind, Op, Operand, Register, Suffix, WORK_ITEMS},
};

type Words = [u32; WORK_ITEMS];

impl Slot {
    /// The words of an operand; those of one value for all are filled in.
    pub(super) fn words(&self, operand: Option<Operand>, launch: &Launch) -> Box<Words> {
        let all = |value| Box::new([value; WORK_ITEMS]);
        match operand {
            Some(Operand::Register(Register { kind: Kind::Vector, number })) => {
                Box::new(*self.vector(number))
            }
            Some(Operand::Register(Register { kind: Kind::VectorSpecial, number })) => {
                let mut words = all(0);
                for (item, word) in words.iter_mut().enumerate() {
                    *word = self.vector_special(number, item, launch);
                }
                words
            }
            other => all(self.value(other, launch)),
        }
    }

    /// The value of an operand that is one for the whole group; 0 if there is none.
    pub(super) fn value(&self, operand: Option<Operand>, launch: &Launch) -> u32 {
        match operand {
            Some(Operand::Immediate(bits) | Operand::Target(bits)) => bits,
            Some(Operand::Register(Register { kind: Kind::Scalar, number })) => {
                self.scalars[usize::from(number) % self.scalars.len()]
            }
            Some(Operand::Register(Register { kind: Kind::ScalarSpecial, number })) => {
                self.scalar_special(number, launch)
            }
            _ => 0,
        }
    }

    /// Writes a vector register, or a special one, of some work-items.
    pub(super) fn write_vector(&mut self, to: Register, words: &Words, on: Mask) {
        match (to.kind, to.number) {
            (Kind::Vector, number) => blend(self.vector_mut(number), words, on),
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
        let [a, b, c] = one.sources.map(|source| source.map(|_| self.words(source, launch)));
        let Some(mut words) = a else { return };
        let (b, c) = (b.as_deref(), c.as_deref());
        if float(one, &mut words, b, c) || integer(one, &mut words, b, c) {
            self.write_vector(to, &words, self.active());
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
            let predicate = &mut self.predicates[usize::from(to.number) % Kind::Predicate.registers()];
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

/// Applies a function to each word.
#[inline(always)]
fn each(words: &mut Words, f: impl Fn(u32) -> u32) -> bool {
    words.iter_mut().for_each(|word| *word = f(*word));
    true
}

/// Applies a function to pairs of words. A missing source is a mistake of no program: the table asks for it.
#[inline(always)]
fn pairs(words: &mut Words, b: Option<&Words>, f: impl Fn(u32, u32) -> u32) -> bool {
    let Some(b) = b else { return false };
    words.iter_mut().zip(b).for_each(|(a, b)| *a = f(*a, *b));
    true
}

/// Applies a function to three words.
#[inline(always)]
fn triples(
    words: &mut Words,
    b: Option<&Words>,
    c: Option<&Words>,
    f: impl Fn(u32, u32, u32) -> u32,
) -> bool {
    let (Some(b), Some(c)) = (b, c) else { return false };
    words.iter_mut().zip(b.iter().zip(c)).for_each(|(a, (b, c))| *a = f(*a, *b, *c));
    true
}

/// A function of floats as one of bits.
#[inline(always)]
fn of_floats(f: impl Fn(f32, f32) -> f32) -> impl Fn(u32, u32) -> u32 {
    move |a, b| f(f32::from_bits(a), f32::from_bits(b)).to_bits()
}

fn float(one: &Instruction, words: &mut Words, b: Option<&Words>, c: Option<&Words>) -> bool {
    // `neg` turns the sign of the second source.
    let sign = if one.suffix == Some(Suffix::Neg) { 1 << 31 } else { 0 };
    let (add, mul) = (of_floats(f32_add), of_floats(f32_mul));
    let math = |math| move |a: u32| math_f32(math, f32::from_bits(a), 0.0).to_bits();
    match one.op {
        Op::Add => pairs(words, b, |a, b| add(a, b ^ sign)),
        Op::Mul => pairs(words, b, |a, b| mul(a, b ^ sign)),
        Op::Mad => triples(words, b, c, |a, b, c| add(mul(a, b ^ sign), c)),
        Op::Min => pairs(words, b, of_floats(f32_min)),
        Op::Max => pairs(words, b, of_floats(f32_max)),
        Op::Abs => each(words, |a| a & !(1 << 31)),
        Op::Rcp => each(words, |a| f32_div(1.0, f32::from_bits(a)).to_bits()),
        Op::Rsqrt => each(words, math(Math::Rsqrt)),
        Op::Sin => each(words, math(Math::Sin)),
        Op::Cos => each(words, math(Math::Cos)),
        _ => false,
    }
}

fn integer(one: &Instruction, words: &mut Words, b: Option<&Words>, c: Option<&Words>) -> bool {
    match one.op {
        Op::Iadd => pairs(words, b, u32::wrapping_add),
        Op::Isub => pairs(words, b, u32::wrapping_sub),
        Op::Imul => pairs(words, b, u32::wrapping_mul),
        Op::Imad => triples(words, b, c, |a, b, c| a.wrapping_mul(b).wrapping_add(c)),
        Op::Imin => pairs(words, b, |a, b| (a as i32).min(b as i32) as u32),
        Op::Imax => pairs(words, b, |a, b| (a as i32).max(b as i32) as u32),
        Op::Shl => pairs(words, b, u32::wrapping_shl),
        Op::Shr => pairs(words, b, |a, b| (a as i32).wrapping_shr(b) as u32),
        Op::And => pairs(words, b, |a, b| a & b),
        Op::Or => pairs(words, b, |a, b| a | b),
        Op::Xor => pairs(words, b, |a, b| a ^ b),
        Op::Not => each(words, |a| !a),
        Op::Mov | Op::Movvsp => true,
        Op::Cvt => each(words, |a| converted(one.suffix, a)),
        _ => false,
    }
}
