//! Real numbers: arithmetic, order, conversions (HARP 3.4, 4.4).
//!
//! A machine has the real numbers of its word: `float` on words of 4 bytes, `double` on words of 8. Arithmetic on `float` with words of 8 bytes is
//! that on `double`, rounded once more ([`widen`](Generator::widen), [`narrow`](Generator::narrow)): sums, products and quotients are right
//! because 53 bits are at least 2 * 24 + 2.

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

impl Generator<'_, '_> {
    /// Refuses real numbers that are neither those of a word nor shorter by half.
    fn check_real(&self, ty: Type) -> Made<()> {
        let bits = self.emit.arch.bits();
        if ty.bits() == bits || (ty, bits) == (Type::F32, 64) {
            return Ok(());
        }
        Err(self.refuse(&format!("arithmetic on `{ty}` with words of {bits} bits")))
    }

    /// A real number as one of the word.
    fn of_word(&mut self, a: Reg, ty: Type) -> Reg {
        if ty.bits() == self.emit.arch.bits() { a } else { self.widen(a) }
    }

    /// A real number of the word as one of a type.
    fn of_type(&mut self, a: Reg, ty: Type) -> Reg {
        if ty.bits() == self.emit.arch.bits() { a } else { self.narrow(a) }
    }

    /// A `float` as a `double`. Its size, moved to the place of a fraction there, is a number whose exponent is less by 896; a product makes
    /// up for that and takes numbers below the normal ones along. What is no finite number gets all bits of the exponent.
    fn widen(&mut self, a: Reg) -> Reg {
        let up = self.emit.with(Op::Shli, a, 33);
        let moved = self.emit.with(Op::Shri, up, 4);
        let scale = self.emit.number((1023 + 896) << 52);
        let made = self.emit.two(Op::Fmul, moved, scale);
        let exponent = self.emit.with(Op::Shri, moved, 52);
        let left = self.emit.with(Op::Subi, exponent, 255);
        let special = self.emit.test(Op::Iszero, left);
        let top = self.emit.number(infinity(Type::F64));
        self.emit.line(Some(special), Op::Or, [made, moved, top], 0);
        let sign = self.emit.with(Op::Shri, a, 31);
        let sign = self.emit.with(Op::Shli, sign, 63);
        self.emit.two(Op::Or, made, sign)
    }

    /// A `double` as a `float`, rounded to the nearest, a tie to the even one. Below the normal numbers a sum with 2^-97 rounds, whose last
    /// bit is the last one of a `float` there.
    fn narrow(&mut self, a: Reg) -> Reg {
        let size = self.size(a);
        let last = self.emit.with(Op::Shri, size, 29);
        let last = self.emit.with(Op::Andi, last, 1);
        let half = self.emit.with(Op::Addi, size, (1 << 28) - 1);
        let rounded = self.emit.two(Op::Add, half, last);
        let rounded = self.emit.with(Op::Shri, rounded, 29);
        let made = self.emit.with(Op::Subi, rounded, (1023 - 127) << 23);
        let most = self.emit.number(infinity(Type::F32));
        let beyond = self.emit.two(Op::Sub, most, made);
        let beyond = self.emit.test(Op::Isneg, beyond);
        self.emit.copy_to(Some(beyond), made, most);
        let least = self.emit.number((1023 - 126) << 52);
        let below = self.emit.two(Op::Sub, size, least);
        let below = self.emit.test(Op::Isneg, below);
        let unit = self.emit.number((1023 - 97) << 52);
        let sum = self.emit.two(Op::Fadd, size, unit);
        self.emit.line(Some(below), Op::Sub, [made, sum, unit], 0);
        let sign = self.emit.with(Op::Shri, a, 63);
        let sign = self.emit.with(Op::Shli, sign, 31);
        let made = self.emit.two(Op::Or, made, sign);
        let wrong = self.is_nan(a, Type::F64);
        let none = self.emit.number(nan(Type::F32));
        self.emit.copy_to(Some(wrong), made, none);
        made
    }

    /// A number with its sign in the sign of the word.
    fn high(&mut self, a: Reg, ty: Type) -> Reg {
        let unused = u64::from(self.emit.arch.bits() - ty.bits());
        if unused == 0 { a } else { self.emit.with(Op::Shli, a, unused) }
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
        let [a, b] = [self.of_word(a, ty), self.of_word(b, ty)];
        let made = self.emit.two(op, a, b);
        Ok(self.of_type(made, ty))
    }

    /// The size of a real number.
    fn size(&mut self, a: Reg) -> Reg {
        let up = self.emit.with(Op::Shli, a, 1);
        self.emit.with(Op::Shri, up, 1)
    }

    /// Is it no number? Its sign is in that of the word.
    fn is_nan(&mut self, a: Reg, ty: Type) -> Reg {
        let unused = self.emit.arch.bits() - ty.bits();
        let (size, most) = (self.size(a), self.emit.number(infinity(ty) << unused));
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
        let [a, b] = [self.high(a, ty), self.high(b, ty)];
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
        let [high_a, high_b] = [self.high(a, ty), self.high(b, ty)];
        // As integers without the mirror, in which -0 is below 0: all bits but the sign of a negative number are turned.
        let [key_a, key_b] = [high_a, high_b].map(|value| {
            let minus = self.emit.test(Op::Isneg, value);
            let most = self.emit.number(self.emit.arch.mask() >> 1);
            let key = self.emit.copy(value);
            self.emit.line(Some(minus), Op::Xor, [key, value, most], 0);
            key
        });
        let first = if least { self.less_signed(key_a, key_b) } else { self.less_signed(key_b, key_a) };
        let made = self.emit.choose(first, a, b);
        let [wrong_a, wrong_b] = [self.is_nan(high_a, ty), self.is_nan(high_b, ty)];
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
                let number = self.few_bits(number, true, bits, ty);
                let made = self.emit.one(Op::Itof, number);
                self.of_type(made, ty)
            }
            Convert::UToF => self.real_of_unsigned(from, old, ty)?,
            Convert::FToS | Convert::FToU => self.integer_of(op == Convert::FToS, from, old, ty)?,
            Convert::FToF if (old, ty) == (Type::F64, Type::F32) => {
                self.check_real(old)?;
                self.narrow(from)
            }
            Convert::FToF if (old, ty) == (Type::F32, Type::F64) => {
                self.check_real(ty)?;
                let made = self.widen(from);
                let wrong = self.is_nan(made, ty);
                let none = self.emit.number(nan(ty));
                self.emit.copy_to(Some(wrong), made, none);
                made
            }
            Convert::FToF => return Err(self.refuse(&format!("a conversion of `{old}` to `{ty}`"))),
        })
    }

    /// An integer that a `double` holds exactly and that is the same `float`: of one that has more than 53 bits, what is lost goes into
    /// the last bit that is kept, far below those of a `float`.
    fn few_bits(&mut self, number: Reg, signed: bool, bits: u32, ty: Type) -> Reg {
        const LOST: u64 = (1 << 11) - 1;
        if (ty, bits) != (Type::F32, 64) || self.emit.arch.bits() != 64 {
            return number;
        }
        let range = if signed { self.emit.with(Op::Addi, number, 1 << 53) } else { number };
        let above = self.emit.with(Op::Shri, range, if signed { 54 } else { 53 });
        let long = self.emit.test(Op::Rtop, above);
        let lost = self.emit.with(Op::Andi, number, LOST);
        let lost = self.emit.test(Op::Rtop, lost);
        let last = self.emit.number(0);
        self.emit.line(Some(lost), Op::Ldi, [last, 0, 0], 1);
        let last = self.emit.with(Op::Shli, last, 11);
        let kept = self.emit.with(Op::Andi, number, !LOST);
        let kept = self.emit.two(Op::Or, kept, last);
        self.emit.choose(long, kept, number)
    }

    /// A number without sign as a real one. Where its highest bit is on, half of it is converted, with what was lost in its lowest bit so that it
    /// is rounded as the whole would be, and doubled.
    fn real_of_unsigned(&mut self, from: Reg, old: Type, ty: Type) -> Made<Reg> {
        self.check_real(ty)?;
        if self.bits(old) < self.emit.arch.bits() {
            let made = self.emit.one(Op::Itof, from);
            return Ok(self.of_type(made, ty));
        }
        let from = self.few_bits(from, false, self.bits(old), ty);
        let large = self.emit.test(Op::Isneg, from);
        let half = self.emit.with(Op::Shri, from, 1);
        let lost = self.emit.with(Op::Andi, from, 1);
        let half = self.emit.two(Op::Or, half, lost);
        let number = self.emit.choose(large, half, from);
        let made = self.emit.one(Op::Itof, number);
        self.emit.line(Some(large), Op::Fadd, [made, made, made], 0);
        Ok(self.of_type(made, ty))
    }

    /// A real number as an integer: without its fraction, at the ends of the range outside of it, 0 if it is no number.
    fn integer_of(&mut self, signed: bool, from: Reg, old: Type, ty: Type) -> Made<Reg> {
        self.check_real(old)?;
        let from = self.of_word(from, old);
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
        let wrong = self.is_nan(from, if word == 64 { Type::F64 } else { Type::F32 });
        self.emit.line(Some(wrong), Op::Ldi, [made, 0, 0], 0);
        Ok(made)
    }
}
