//! Inserting and removing instructions: branch targets and labels follow.

use alloc::{vec, vec::Vec};

/// An instruction that may go on elsewhere.
pub trait Jumping {
    /// The number of the instruction that it goes on at, if it is a jump or a branch.
    fn target_mut(&mut self) -> Option<&mut u32>;
}

/// A new version of a program's code, made from first to last instruction.
pub struct Edit<I> {
    code: Vec<I>,
    /// New place of each old instruction (and of the end): where what was inserted before it begins.
    places: Vec<u32>,
    /// Where the insertions before the next old instruction begin.
    begin: u32,
}

impl<I: Jumping> Edit<I> {
    /// Of a program with so many instructions.
    pub fn new(count: usize) -> Edit<I> {
        Edit { code: Vec::with_capacity(count), places: vec![0; count + 1], begin: 0 }
    }

    /// Adds a new instruction before the next old one: branches to that one go through it.
    pub fn insert_before(&mut self, inst: I) {
        self.code.push(inst);
    }

    /// Adds a new instruction behind the last kept one: branches to the next one do not go through it.
    pub fn insert_behind(&mut self, inst: I) {
        self.code.push(inst);
        self.begin = self.code.len() as u32;
    }

    /// Keeps (a version of) the old instruction `at`; branches to it go to what was inserted before it.
    pub fn keep(&mut self, at: usize, inst: I) {
        self.places[at] = self.begin;
        self.code.push(inst);
        self.begin = self.code.len() as u32;
    }

    /// Drops the old instruction `at`; branches to it go to the next one.
    pub fn drop(&mut self, at: usize) {
        self.places[at] = self.begin;
    }

    /// The new code, and where each old instruction (and the end) is in it.
    pub fn finish(mut self) -> (Vec<I>, Vec<u32>) {
        let end = self.code.len() as u32;
        if let Some(last) = self.places.last_mut() {
            *last = end;
        }
        for target in self.code.iter_mut().filter_map(Jumping::target_mut) {
            *target = self.places.get(*target as usize).copied().unwrap_or(*target);
        }
        (self.code, self.places)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq)]
    struct Goto(Option<u32>);

    impl Jumping for Goto {
        fn target_mut(&mut self) -> Option<&mut u32> {
            self.0.as_mut()
        }
    }

    /// 0: work; 1: goto 2; 2: work. Something before and behind instruction 1, and 0 goes away.
    #[test]
    fn branches_follow_what_moves() {
        let mut edit = Edit::new(3);
        edit.drop(0);
        edit.insert_before(Goto(None));
        edit.keep(1, Goto(Some(2)));
        edit.insert_behind(Goto(None));
        edit.keep(2, Goto(Some(1)));
        let (code, places) = edit.finish();
        assert_eq!(code, [Goto(None), Goto(Some(3)), Goto(None), Goto(Some(0))]);
        assert_eq!(places, [0, 0, 3, 4]);
    }
}
