//! Loads and stores (HARP 3.9, 4.1).
//!
//! A load takes the word at the address, also where that is no multiple of a word, and cuts off what is above the element. A store of
//! fewer bytes than a word would have to replace the word around them. Nothing protects that word from other lanes and warps,
//! and there are no atomics; so it is done in private memory, which nobody else writes, and refused elsewhere.

use alloc::format;

use lanescope_parts::ir::{Op as Ir, Space, Type, Value};

use super::{
    super::isa::Op,
    code::{FRAME, Reg},
    frame::Framed,
    generate::{Generator, Made},
};

/// Bytes of a value in memory.
const fn size(ty: Type) -> u32 {
    if matches!(ty, Type::Bool) { 1 } else { ty.bytes() }
}

impl Generator<'_> {
    /// Base and offset of an access.
    fn address(&mut self, ptr: Value) -> Made<(Reg, u64)> {
        let space = self.kernel.ty(ptr).space().unwrap_or(Space::Global);
        if let (Space::Private, Some(Ir::Slot(slot))) = (space, self.kernel.def(ptr).map(|inst| &inst.op)) {
            return Ok((FRAME, self.map.private + self.map.layout.offsets[slot.index()]));
        }
        let from = self.value(ptr)?;
        Ok(match space {
            Space::Global | Space::Constant => (from, 0),
            Space::Private => (self.emit.two(Op::Add, FRAME, from), self.map.private),
            Space::Local => {
                let base = self.emit.framed(Framed::Local);
                (self.emit.two(Op::Add, base, from), 0)
            }
        })
    }

    /// A load.
    pub fn load(&mut self, ptr: Value, ty: Type) -> Made<Reg> {
        let word = self.emit.arch.bits() / 8;
        if size(ty) > word && !matches!(ty, Type::Ptr(_)) {
            return Err(self.refuse(&format!("a load of `{ty}` with words of {word} bytes")));
        }
        let (base, offset) = self.address(ptr)?;
        let made = self.emit.load(base, offset);
        if size(ty) >= word {
            return Ok(made);
        }
        let made = self.emit.with(Op::Andi, made, (1 << (8 * size(ty))) - 1);
        Ok(if ty == Type::Bool { self.emit.test(Op::Rtop, made) } else { made })
    }

    /// A store.
    pub fn store(&mut self, ptr: Value, value: Value) -> Made<()> {
        let ty = self.kernel.ty(value);
        let word = self.emit.arch.bits() / 8;
        let from = self.value(value)?;
        let from = if ty == Type::Bool { self.emit.bit(from) } else { from };
        if size(ty) > word && !matches!(ty, Type::Ptr(_)) {
            return Err(self.refuse(&format!("a store of `{ty}` with words of {word} bytes")));
        }
        if size(ty) < word && self.kernel.ty(ptr).space() != Some(Space::Private) {
            let bytes = size(ty);
            return Err(self.refuse(&format!(
                "a store of {bytes} bytes (`{ty}`) to memory that lanes share: the machine stores words of {word} bytes, and a neighbour's bytes \
                 would be lost"
            )));
        }
        let (base, offset) = self.address(ptr)?;
        if size(ty) < word {
            let around = self.emit.load(base, offset);
            let kept = self.emit.with(Op::Andi, around, u64::MAX << (8 * size(ty)));
            let new = self.emit.two(Op::Or, kept, from);
            self.emit.store(None, new, base, offset);
            return Ok(());
        }
        self.emit.store(None, from, base, offset);
        if size(ty) > word {
            let high = self.emit.number(0);
            self.emit.store(None, high, base, offset + u64::from(word));
        }
        Ok(())
    }
}
