//! Words as sums: terms with factors, and a number. So an address is taken apart, and a counter of a loop known.

use alloc::vec::Vec;

use crate::ir::{Binary, Convert, Kernel, Op, Type, Value};

/// Most operations that are looked through.
const DEPTH: u32 = 24;

/// What a code generator knows of the words of a kernel. A word has 32 bits.
pub trait Words {
    /// The kernel.
    fn kernel(&self) -> &Kernel;

    /// A number wherever the code is run.
    fn number(&self, value: Value) -> Option<u32>;

    /// A number of the launch that the code is made for: an argument, or what is a number anyway.
    fn launched(&self, value: Value) -> Option<u32>;

    /// Is it the work-item's column (0) or row (1) in the launch?
    fn is_side(&self, value: Value, side: u8) -> bool;
}

/// A sum, as far as it is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    /// Values, each once, with their factors.
    pub terms: Vec<(Value, u32)>,
    /// What is added to them.
    pub number: u32,
}

impl Sum {
    /// A value as a sum.
    pub fn of(words: &impl Words, value: Value) -> Sum {
        Sum::within(words, value, DEPTH)
    }

    /// The same with fewer operations looked through.
    pub fn within(words: &impl Words, value: Value, depth: u32) -> Sum {
        let mut sum = Sum::default();
        sum.add(words, value, 1, depth);
        sum
    }

    /// Adds a value times a factor.
    fn add(&mut self, words: &impl Words, value: Value, factor: u32, depth: u32) {
        if let Some(number) = words.number(value) {
            self.number = self.number.wrapping_add(number.wrapping_mul(factor));
            return;
        }
        let ty = |value: Value| -> Type { words.kernel().ty(value) };
        match words.kernel().def(value).map(|inst| &inst.op).filter(|_| depth > 0) {
            Some(Op::Binary(Binary::Add, a, b) | Op::PtrAdd(a, b)) => {
                self.add(words, *a, factor, depth - 1);
                self.add(words, *b, factor, depth - 1);
            }
            Some(Op::Binary(Binary::Sub, a, b)) => {
                self.add(words, *a, factor, depth - 1);
                self.add(words, *b, factor.wrapping_neg(), depth - 1);
            }
            Some(Op::Binary(Binary::Mul, a, b)) if words.number(*b).is_some() => {
                let by = words.number(*b).unwrap_or(1);
                self.add(words, *a, factor.wrapping_mul(by), depth - 1);
            }
            Some(Op::Binary(Binary::Shl, a, b)) if words.number(*b).is_some_and(|by| by < 32) => {
                let by = words.number(*b).unwrap_or(0);
                self.add(words, *a, factor << by, depth - 1);
            }
            Some(Op::Convert(Convert::Bits, a)) if !ty(*a).is_float() => {
                self.add(words, *a, factor, depth - 1);
            }
            Some(Op::Convert(Convert::ZExt | Convert::Trunc, a)) if ty(*a).bits() >= 32 => {
                self.add(words, *a, factor, depth - 1);
            }
            _ => match self.terms.iter_mut().find(|(known, _)| *known == value) {
                Some((_, known)) => *known = known.wrapping_add(factor),
                None => self.terms.push((value, factor)),
            },
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::ir::{WorkItem, text};

    /// A kernel of which nothing but its text and the arguments of a launch is known.
    pub struct Plain<'k> {
        pub kernel: &'k Kernel,
        pub args: &'k [u64],
    }

    impl Words for Plain<'_> {
        fn kernel(&self) -> &Kernel {
            self.kernel
        }

        fn number(&self, value: Value) -> Option<u32> {
            self.kernel.constant(value).map(|bits| bits as u32)
        }

        fn launched(&self, value: Value) -> Option<u32> {
            match self.kernel.def(value)?.op {
                Op::Arg(at) => self.args.get(at as usize).map(|arg| *arg as u32),
                _ => self.number(value),
            }
        }

        fn is_side(&self, value: Value, side: u8) -> bool {
            self.kernel.def(value).is_some_and(|inst| inst.op == Op::WorkItem(WorkItem::GlobalId, side))
        }
    }

    /// `((x << 3) - (x + 5) * 2) + y` is 6 x + y - 10.
    #[test]
    fn a_word_is_a_sum_of_what_it_is_made_of() {
        let text = "kernel k(out: ptr.global i32) {
b0:
  v0: ptr.global = arg 0
  v1: i32 = global_id 0
  v2: i32 = global_id 1
  v3: i32 = const 3
  v4: i32 = const 5
  v5: i32 = const 2
  v6: i32 = shl v1, v3
  v7: i32 = add v1, v4
  v8: i32 = mul v7, v5
  v9: i32 = sub v6, v8
  v10: i32 = add v9, v2
  store v0, v10
  return
}
";
        let kernel = text::parse(text).unwrap_or_else(|error| panic!("{error:?}"));
        let words = Plain { kernel: &kernel, args: &[] };
        let sum = Sum::of(&words, Value(10));
        assert_eq!(
            sum,
            Sum { terms: Vec::from([(Value(1), 6), (Value(2), 1)]), number: 10u32.wrapping_neg() }
        );
        assert!(words.is_side(Value(2), 1) && !words.is_side(Value(2), 0));
        // Nothing is looked through.
        assert_eq!(Sum::within(&words, Value(10), 0).terms, [(Value(10), 1)]);
    }
}
