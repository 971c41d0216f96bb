//! Loads and stores (HARP 3.9, 4.1).
//!
//! A load takes the word at the address, also where that is no multiple of a word, and cuts off what is above the element. A store of
//! fewer bytes than a word replaces the word around them: in private memory, which nobody else writes, just so; elsewhere inside of a
//! [`lock`](super::lock). Each access says what it [means](Reach), so that the machine finds one that goes astray.
//!
//! A store to the address of the console that stands in the kernel (HARP 3.9, `*(volatile __global char *)0x80000000 = c`) is a store of a word, whatever is
//! stored: the console prints the low byte of each lane, the lowest lane first.

use alloc::format;

use lanescope_parts::ir::{Op as Ir, Space, Type, Value};

use super::{
    super::{fences::Reach, isa::Op},
    code::Reg,
    frame::Framed,
    generate::{Generator, Made},
};

/// Bytes of a value in memory.
const fn size(ty: Type) -> u32 {
    if matches!(ty, Type::Bool) { 1 } else { ty.bytes() }
}

impl Generator<'_, '_> {
    /// Base and offset of an access.
    fn address(&mut self, ptr: Value) -> Made<(Reg, u64)> {
        let space = self.kernel.ty(ptr).space().unwrap_or(Space::Global);
        if let (Space::Private, Some(Ir::Slot(slot))) = (space, self.kernel.def(ptr).map(|inst| &inst.op)) {
            return Ok((self.emit.lane, self.map.private + self.map.layout.offsets[slot.index()]));
        }
        let from = self.value(ptr)?;
        Ok(match space {
            Space::Global | Space::Constant => (from, 0),
            Space::Private => (self.emit.two(Op::Add, self.emit.lane, from), self.map.private),
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
        self.emit.means(self.reach(ptr, ty, false));
        if size(ty) >= word {
            return Ok(made);
        }
        let made = self.emit.with(Op::Andi, made, (1 << (8 * size(ty))) - 1);
        Ok(if ty == Type::Bool { self.emit.test(Op::Rtop, made) } else { made })
    }

    /// Is it known to be an address of the console?
    fn is_console(&self, ptr: Value) -> bool {
        let (arch, space) = (self.emit.arch, self.kernel.ty(ptr).space());
        let at = self.constant(ptr).map(|address| (address & arch.mask()).wrapping_sub(arch.console()));
        space == Some(Space::Global) && at.is_some_and(|at| at < 2 * u64::from(arch.word_bytes))
    }

    /// What an access means.
    fn reach(&self, ptr: Value, ty: Type, write: bool) -> Reach {
        let space = self.kernel.ty(ptr).space().unwrap_or(Space::Global);
        Reach { space, bytes: size(ty).min(self.emit.arch.bits() / 8), write }
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
        if self.is_console(ptr) {
            let console = self.value(ptr)?;
            self.emit.store(None, from, console, 0);
            self.emit.code.has_console = true;
            return Ok(());
        }
        let reach = self.reach(ptr, ty, true);
        let (base, offset) = self.address(ptr)?;
        if size(ty) < word && reach.space != Space::Private {
            // Such an address has no offset.
            self.emit.store_part(from, base, size(ty), |emit| emit.means(reach));
            return Ok(());
        }
        let new = if size(ty) < word {
            let around = self.emit.load(base, offset);
            self.emit.means(reach);
            let kept = self.emit.with(Op::Andi, around, u64::MAX << (8 * size(ty)));
            self.emit.two(Op::Or, kept, from)
        } else {
            from
        };
        self.emit.store(None, new, base, offset);
        self.emit.means(reach);
        Ok(())
    }
}
