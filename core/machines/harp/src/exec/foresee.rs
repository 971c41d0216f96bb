//! What the next instruction of a warp asks of units and memory, before it is executed: that is what timing wants to know.
//!
//! Nothing changes here. An instruction that is none, or that cannot be fetched, is not foreseen.

use super::{Access, Cube, Fault, Issued, lanes::Lanes};
use crate::isa::{Decoded, Instruction};

/// The next instruction of a warp.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Foreseen {
    /// The instruction.
    pub one: Instruction,
    /// Lanes that are live.
    pub live: u64,
    /// Those of them whose guard is true.
    pub exec: u64,
}

/// What a lane touches of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Touch {
    /// The lane.
    pub lane: u32,
    /// The first byte, where it lies in memory.
    pub address: u64,
    /// Bytes.
    pub bytes: u64,
}

impl Cube {
    /// The next instruction of a warp.
    pub fn foresee(&self, number: usize) -> Option<Foreseen> {
        let warp = self.warps.get(number)?;
        let Ok(Ok(Decoded::Instruction(one, _))) = self.fetch(number) else { return None };
        let live = warp.live();
        Some(Foreseen { one, live, exec: one.guard.map_or(live, |guard| live & warp.predicate(guard)) })
    }

    /// All bits that an operand has in one of the lanes that take part.
    pub fn bits(&self, number: usize, next: &Foreseen, operand: usize) -> u64 {
        let register = next.one.registers[operand];
        Lanes(next.exec).fold(0, |bits, lane| bits | self.warps[number].get(register, lane))
            & self.config.arch.mask()
    }

    /// An operand of the lowest lane that takes part, which supplies what lanes share; `None` if no lane does.
    pub fn shared(&self, number: usize, next: &Foreseen, operand: usize) -> Option<u64> {
        let lane = Lanes(next.exec).next()?;
        Some(self.warps[number].get(next.one.registers[operand], lane) & self.config.arch.mask())
    }

    /// What a load or store touches, lane by lane. Lanes whose page is not known touch nothing.
    pub fn touches<'a>(&'a self, number: usize, next: &'a Foreseen) -> impl Iterator<Item = Touch> + 'a {
        let store = next.one.op == crate::isa::Op::St;
        let access = if store { Access::Write } else { Access::Read };
        Lanes(next.exec).filter_map(move |lane| {
            let asked = self.address_of(number, &next.one, lane);
            let address = self.translate(number, asked, access).ok()?;
            Some(Touch { lane: lane as u32, address, bytes: self.ram.span(address) })
        })
    }

    /// Executes the next instruction of a warp, whosever turn it is: who calls knows the order.
    ///
    /// # Errors
    /// Why it cannot go on; asked again, it says the same.
    pub fn execute_next(&mut self, number: usize) -> Result<Issued, Fault> {
        if let Some(fault) = &self.fault {
            return Err(fault.clone());
        }
        let pc = self.warps[number].pc;
        self.step(number).map_err(|why| self.stop(why, number, pc))
    }
}
