//! How a program begins: it loads the words of arguments, and ends the work-items that are outside the
//! launch.

use alloc::{vec, vec::Vec};

use super::{
    code::{Arg, TID_X, TID_Y},
    finish,
    state::Generator,
    tiles::Main,
};
use crate::isa::{Op as M, Suffix};

impl Generator<'_> {
    /// Loads the words of arguments that are read, all by the first instruction.
    pub fn load_arguments(&mut self) {
        let read = finish::reads(&self.code);
        self.words.retain(|word| read[word.2 as usize]);
        let regs: Vec<u32> = self.words.iter().map(|word| word.2).collect();
        if let Some((first, more)) = regs.split_first() {
            let buffer = self.buffer(Main::Words);
            self.code.push_first(M::Sldg, Arg::Reg(*first), more, &[buffer, Arg::Number(1)]);
        }
    }

    /// The words of arguments in the order of their registers, and the instruction that loads these. A
    /// register between them
    /// holds nothing yet.
    pub fn order_words(&mut self, registers: &[u32]) -> Vec<Option<(u32, bool)>> {
        let place = |word: &(u32, bool, u32)| registers[word.2 as usize];
        let (Some(first), Some(last)) =
            (self.words.iter().min_by_key(|word| place(word)), self.words.iter().map(place).max())
        else {
            return Vec::new();
        };
        let count = last - place(first) + 1;
        let mut words = vec![None; count as usize];
        for word in &self.words {
            words[(place(word) - place(first)) as usize] = Some((word.0, word.1));
        }
        let line = &mut self.code.lines[0];
        line.to = Some(Arg::Reg(first.2));
        line.from[1] = Some(Arg::Number(count));
        words
    }

    /// Work-items outside the launch end (simd 4.2).
    pub fn turn_off_outside(&mut self) {
        let sides =
            [(TID_X, self.shape.size[0], self.shape.width), (TID_Y, self.shape.size[1], self.shape.height())];
        for (place, size, _) in sides.into_iter().filter(|(_, size, side)| size % side != 0) {
            let at = self.code.v(M::Mov, &[Arg::Vector(place)]);
            let left = self.code.v(M::Isub, &[at, Arg::Number(size)]);
            let suffix = Some(Suffix::Ge);
            self.code.push(M::Itest, suffix, Some(Arg::Predicate(0)), &[left]);
            self.code.push(M::Exit, None, None, &[Arg::Predicate(0)]);
        }
    }
}
