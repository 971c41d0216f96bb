//! Calls of functions, and what functions take and give: words of the frame ([`calls`](super::calls)).

use alloc::vec::Vec;

use lanescope_parts::ir::{FunctionId, Value};

use super::{
    super::isa::Op,
    calls::Place,
    code::{FRAME, Reg, Special},
    generate::{Generator, Made},
};

impl Generator<'_, '_> {
    /// What a function is given.
    pub fn parameter(&mut self, at: u32) -> Reg {
        let word = u64::from(self.emit.arch.word_bytes);
        let place = self.own_place();
        self.emit.load(FRAME, place.arguments + u64::from(at) * word)
    }

    /// A function is called. Its result, if it has one.
    pub fn call(&mut self, callee: FunctionId, args: &[Value], has_result: bool) -> Made<Option<Reg>> {
        let word = u64::from(self.emit.arch.word_bytes);
        let place = self.places[callee.index()];
        let values = args.iter().map(|arg| self.value(*arg)).collect::<Made<Vec<Reg>>>()?;
        for (at, value) in (0..).zip(values) {
            self.emit.store(None, value, FRAME, place.arguments + at * word);
        }
        self.emit.special(Op::Jali, Special::Call(callee.0), 0);
        Ok(has_result.then(|| self.emit.load(FRAME, place.result)))
    }

    /// The result of the function at hand goes where its caller finds it.
    pub fn give_back(&mut self, value: Option<Value>) -> Made<()> {
        if let Some(value) = value {
            let from = self.value(value)?;
            let place = self.own_place();
            self.emit.store(None, from, FRAME, place.result);
        }
        Ok(())
    }

    fn own_place(&self) -> Place {
        self.unit.map_or(Place::default(), |function| self.places[function.index()])
    }
}
