//! Interrupts (HARP 3.9, facts C22 to C24).
//!
//! Where interrupts are off an interrupt is dropped: a trap does nothing, a privileged instruction is left out, a division by 0 leaves its
//! destination, and what cannot be accessed or branches divergently is tried again and again.

use super::{Cube, Why};
use crate::exec::lanes::below;

/// An interrupt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Interrupt {
    /// Its number.
    pub number: u8,
    /// The warp.
    pub warp: u16,
    /// Address of the instruction.
    pub pc: u64,
}

impl Cube {
    /// An interrupt of a warp, after which the program goes on at `back`. Where its handler is; `None` if interrupts are off.
    ///
    /// A trap that nobody takes care of is the end of the program (HARP 3.8); any other interrupt is then a fault.
    pub(super) fn interrupt(&mut self, number: usize, interrupt: u8, back: u64) -> Result<Option<u64>, Why> {
        let keeps_lanes = interrupt == 0 && self.config.rules.trap_keeps_lanes;
        let every = below(self.config.arch.lanes.into());
        let handler = self.entries[self.core_of(number)];
        let warp = &mut self.warps[number];
        if !warp.interrupts {
            return Ok(None);
        }
        self.interrupt = Some(Interrupt { number: interrupt, warp: number as u16, pc: warp.pc });
        let Some(entry) = handler else {
            if interrupt != 0 {
                return Err(Why::Unhandled(interrupt));
            }
            let pc = warp.pc;
            self.end_warp(number, pc);
            self.ended = true;
            return Ok(Some(back));
        };
        warp.put_away(back);
        warp.mask = every;
        warp.active = if keeps_lanes { warp.active } else { 1 };
        (warp.interrupts, warp.supervisor) = (false, true);
        warp.set(0, 0, interrupt.into());
        Ok(Some(entry))
    }

    /// A page is not known or may not be used. R1 of lane 0 becomes the address, also if the interrupt is dropped. Where the warp goes on.
    ///
    /// In the original that is the address with all bits of a register (facts C24), which no result of an instruction has (facts C13): a
    /// handler that makes the page known needs them.
    pub(super) fn page_fault(
        &mut self,
        number: usize,
        interrupt: u8,
        address: u64,
        pc: u64,
    ) -> Result<u64, Why> {
        let next = self.interrupt(number, interrupt, pc)?.unwrap_or(pc);
        if self.config.arch.registers > 1 {
            self.warps[number].set(1, 0, address);
        }
        Ok(next)
    }

    /// Between two steps, characters that wait interrupt the first warp of the first core (facts C26).
    pub(crate) fn console_interrupt(&mut self) {
        let waits = !self.ram.input.is_empty() && self.entries.first().is_some_and(Option::is_some);
        if waits && self.warps.first().is_some_and(|warp| warp.runs()) {
            let pc = self.warps[0].pc;
            if let Ok(Some(entry)) = self.interrupt(0, 8, pc) {
                self.warps[0].pc = entry;
            }
        }
    }
}
