//! Real numbers: arithmetic, order, conversions (HARP 3.4, 4.4).
//!
//! A machine has the real numbers of its word: `float` on words of 4 bytes, `double` on words of 8. Deliberately absent: `float` on words of 8
//! bytes, which is refused by name.

use alloc::format;

use lanescope_parts::ir::{Binary, Compare, Convert, Type, Value};

use super::{
    super::isa::Op,
    code::Reg,
    generate::{Generator, Made},
};

/// The least size of what is no finite number.
const fn infinity(ty: Type) -> u64 {
    if ty.bits() == 64 { 0x7ff0 << 48 } else { 0x7f80 << 16 }
}

/// What no number is, as the IR has it.
const fn nan(ty: Type) -> u64 {
    if ty.bits() == 64 { 0x7ff8 << 48 } else { 0x7fc0 << 16 }
}

impl Generator<'_> {
    /// Refuses real numbers that are not those of a word.
    fn check_real(&self, ty: Type) -> Made<()> {
        if ty.bits() == self.emit.arch.bits() && ty.is_float() {
            return Ok(());
        }
        let bits = self.emit.arch.bits();
        Err(self.refuse(&format!("arithmetic on `{ty}` with words of {bits} bits")))
    }

    /// Sum, difference, product, quotient.
    pub fn real(&mut self, op: Binary, a: Value, b: Value, ty: Type) -> Made<Reg> {
        self.check_real(ty)?;
        let op = match op {
            Binary::FAdd => Op::Fadd,
            Binary::FSub => Op::Fsub,
            Binary::FMul => Op::Fmul,
            _ => Op::Fdiv,
        };
        let [a, b] = [self.value(a)?, self.value(b)?];
        Ok(self.emit.two(op, a, b))
    }

    /// The size of a real number.
    fn size(&mut self, a: Reg) -> Reg {
        let up = self.emit.with(Op::Shli, a, 1);
        self.emit.with(Op::Shri, up, 1)
    }

    /// Is it no number?
    fn is_nan(&mut self, a: Reg, ty: Type) -> Reg {
        let (size, most) = (self.size(a), self.emit.number(infinity(ty)));
        let left = self.emit.two(Op::Sub, most, size);
        self.emit.test(Op::Isneg, left)
    }

    /// An integer in the order of real numbers.
    fn key(&mut self, a: Reg) -> Reg {
        let minus = self.emit.test(Op::Isneg, a);
        let mirror = self.emit.number(self.emit.arch.console());
        let key = self.emit.copy(a);
        self.emit.line(Some(minus), Op::Sub, [key, mirror, a], 0);
        key
    }

    /// A comparison of real numbers.
    pub fn compare_reals(&mut self, op: Compare, a: Reg, b: Reg, ty: Type) -> Made<Reg> {
        self.check_real(ty)?;
        let [wrong_a, wrong_b] = [self.is_nan(a, ty), self.is_nan(b, ty)];
        let unordered = self.emit.logic(Op::Orp, wrong_a, wrong_b);
        let [a, b] = [self.key(a), self.key(b)];
        let holds = match op {
            Compare::FEq | Compare::FNe => {
                let difference = self.emit.two(Op::Sub, a, b);
                self.emit.test(Op::Iszero, difference)
            }
            Compare::FLt => self.less_signed(a, b),
            _ => {
                let more = self.less_signed(b, a);
                self.emit.not(more)
            }
        };
        let ordered = self.emit.not(unordered);
        let both = self.emit.logic(Op::Andp, holds, ordered);
        Ok(if op == Compare::FNe { self.emit.not(both) } else { both })
    }

    /// The lesser or greater of two; the other one if one is no number; -0 is below 0.
    pub fn least(&mut self, least: bool, a: Value, b: Value, ty: Type) -> Made<Reg> {
        self.check_real(ty)?;
        let [a, b] = [self.value(a)?, self.value(b)?];
        // As integers without the mirror, in which -0 is below 0: all bits but the sign of a negative number are turned.
        let [key_a, key_b] = [a, b].map(|value| {
            let minus = self.emit.test(Op::Isneg, value);
            let most = self.emit.number(self.emit.arch.mask() >> 1);
            let key = self.emit.copy(value);
            self.emit.line(Some(minus), Op::Xor, [key, value, most], 0);
            key
        });
        let first = if least { self.less_signed(key_a, key_b) } else { self.less_signed(key_b, key_a) };
        let made = self.emit.choose(first, a, b);
        let [wrong_a, wrong_b] = [self.is_nan(a, ty), self.is_nan(b, ty)];
        self.emit.copy_to(Some(wrong_a), made, b);
        self.emit.copy_to(Some(wrong_b), made, a);
        let both = self.emit.logic(Op::Andp, wrong_a, wrong_b);
        let none = self.emit.number(nan(ty));
        self.emit.copy_to(Some(both), made, none);
        Ok(made)
    }

    /// A conversion.
    pub fn convert(&mut self, op: Convert, a: Value, ty: Type) -> Made<Reg> {
        let (from, old) = (self.value(a)?, self.kernel.ty(a));
        Ok(match op {
            Convert::ZExt if old == Type::Bool => self.emit.bit(from),
            Convert::SExt if old == Type::Bool => {
                let bit = self.emit.bit(from);
                let made = self.emit.one(Op::Neg, bit);
                self.cut(made, ty)
            }
            Convert::ZExt => from,
            Convert::Trunc if ty == Type::Bool => {
                let bit = self.emit.with(Op::Andi, from, 1);
                self.emit.test(Op::Rtop, bit)
            }
            Convert::Trunc => self.cut(from, ty),
            Convert::SExt => {
                let bits = self.bits(old);
                let made = self.signed(from, bits);
                self.cut(made, ty)
            }
            Convert::Bits => from,
            Convert::SToF => {
                self.check_real(ty)?;
                let bits = self.bits(old);
                let number = self.signed(from, bits);
                self.emit.one(Op::Itof, number)
            }
            Convert::UToF => self.real_of_unsigned(from, old, ty)?,
            Convert::FToS | Convert::FToU => self.integer_of(op == Convert::FToS, from, old, ty)?,
            Convert::FToF => return Err(self.refuse(&format!("a conversion of `{old}` to `{ty}`"))),
        })
    }

    /// A number without sign as a real one. Where its highest bit is on, half of it is converted, with what was lost in its lowest bit so that it
    /// is rounded as the whole would be, and doubled.
    fn real_of_unsigned(&mut self, from: Reg, old: Type, ty: Type) -> Made<Reg> {
        self.check_real(ty)?;
        if self.bits(old) < self.emit.arch.bits() {
            return Ok(self.emit.one(Op::Itof, from));
        }
        let large = self.emit.test(Op::Isneg, from);
        let half = self.emit.with(Op::Shri, from, 1);
        let lost = self.emit.with(Op::Andi, from, 1);
        let half = self.emit.two(Op::Or, half, lost);
        let number = self.emit.choose(large, half, from);
        let made = self.emit.one(Op::Itof, number);
        self.emit.line(Some(large), Op::Fadd, [made, made, made], 0);
        Ok(made)
    }

    /// A real number as an integer: without its fraction, at the ends of the range outside of it, 0 if it is no number.
    fn integer_of(&mut self, signed: bool, from: Reg, old: Type, ty: Type) -> Made<Reg> {
        self.check_real(old)?;
        let (word, bits) = (self.emit.arch.bits(), self.bits(ty));
        if bits == word && signed {
            return Ok(self.emit.one(Op::Ftoi, from));
        }
        if bits < word {
            // The integer of a word is cut to the range.
            let made = self.emit.one(Op::Ftoi, from);
            let (least, most) = match signed {
                true => ((1_u64 << (bits - 1)).wrapping_neg(), (1_u64 << (bits - 1)) - 1),
                false => (0, (1 << bits) - 1),
            };
            let [least, most] = [least, most].map(|bound| self.emit.number(bound));
            let made = self.emit.copy(made);
            let low = self.less_signed(made, least);
            self.emit.copy_to(Some(low), made, least);
            let high = self.less_signed(most, made);
            self.emit.copy_to(Some(high), made, most);
            return Ok(self.cut(made, ty));
        }
        // Numbers from 2^(n-1) on are converted without it, and what is negative is 0.
        let (exponent, fraction) = if word == 64 { (1023 + 63, 52) } else { (127 + 31, 23) };
        let half = self.emit.number((exponent as u64) << fraction);
        let minus = self.emit.test(Op::Isneg, from);
        let below = self.emit.two(Op::Sub, from, half);
        let below = self.emit.test(Op::Isneg, below);
        let large = self.emit.logic(Op::Orp, minus, below);
        let large = self.emit.not(large);
        let number = self.emit.copy(from);
        self.emit.line(Some(large), Op::Fsub, [number, from, half], 0);
        let made = self.emit.one(Op::Ftoi, number);
        let top = self.emit.number(self.emit.arch.console());
        // What does not fit comes as the most positive number, and becomes all ones.
        self.emit.line(Some(large), Op::Xor, [made, made, top], 0);
        self.emit.line(Some(minus), Op::Ldi, [made, 0, 0], 0);
        let wrong = self.is_nan(from, old);
        self.emit.line(Some(wrong), Op::Ldi, [made, 0, 0], 0);
        Ok(made)
    }
}
