//! Calls of functions, and what functions take and give: by registers, and words of the frame for the rest ([`calls`](super::calls)).

use alloc::vec::Vec;

use lanescope_parts::ir::{FunctionId, Type, Value};

use super::{
    super::isa::Op,
    code::{End, FRAME, Reg, STACK, Special},
    generate::{Generator, Made},
};

impl Generator<'_, '_> {
    /// What a function is given.
    pub fn parameter(&mut self, at: u32, ty: Type) -> Reg {
        if let Some(given) = self.given.get(at as usize) {
            return *given;
        }
        let own = self.unit.map(|function| &self.places[function.index()]);
        let offset = own.map_or(0, |place| place.arguments[at as usize - self.emit.code.passed.len()]);
        let word = self.emit.load(FRAME, offset as u64);
        if ty == Type::Bool { self.emit.test(Op::Rtop, word) } else { word }
    }

    /// A function is called. Its result, if it has one of a type.
    pub fn call(&mut self, callee: FunctionId, args: &[Value], result: Option<Type>) -> Made<Option<Reg>> {
        let place = &self.places[callee.index()];
        // The frame of the function begins where the stack ends.
        let frame = if place.own.is_some() { STACK } else { FRAME };
        let mut words = Vec::with_capacity(args.len());
        for arg in args {
            let value = self.value(*arg)?;
            words.push(self.as_word(value, self.kernel.ty(*arg)));
        }
        let passed = self.emit.code.passed.clone();
        for (offset, value) in place.arguments.iter().zip(words.iter().skip(passed.len())) {
            self.emit.store(None, *value, frame, *offset as u64);
        }
        // The copies stand together in front of the call: nothing between them is anything else.
        for (to, from) in passed.iter().zip(&words) {
            self.emit.copy_to(None, *to, *from);
        }
        let arguments = words.len().min(passed.len()) as u8;
        self.emit.special(Op::Jali, Special::Call { function: callee.0, arguments }, 0);
        let (Some(ty), Some(from)) = (result, passed.first()) else { return Ok(None) };
        Ok(Some(if ty == Type::Bool { self.emit.test(Op::Rtop, *from) } else { self.emit.copy(*from) }))
    }

    /// The result of the function at hand becomes the value that all of its ways give back.
    pub fn give_back(&mut self, value: Option<Value>) -> Made<()> {
        if let (Some(value), Some(to)) = (value, self.result) {
            let from = self.value(value)?;
            let word = self.as_word(from, self.kernel.ty(value));
            self.emit.copy_to(None, to, word);
        }
        Ok(())
    }

    /// The end of the function at hand: its result goes where the caller finds it.
    pub fn end_function(&mut self, exit: usize) {
        if let (Some(from), Some(to)) = (self.result, self.emit.code.passed.first().copied()) {
            self.emit.block = exit;
            self.emit.copy_to(None, to, from);
            self.emit.code.blocks[exit].end = End::Return { result: true };
        }
    }

    /// A value as it is passed: a truth is 0 or 1.
    fn as_word(&mut self, value: Reg, ty: Type) -> Reg {
        if ty == Type::Bool { self.emit.bit(value) } else { value }
    }
}
