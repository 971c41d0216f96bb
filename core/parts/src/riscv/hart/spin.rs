//! What the deadlock detector sees of a thread. [`crate::machines::chassis::spin`] says how a thread is found to repeat its steps.

use alloc::vec::Vec;

use super::{Extension, Hart, Uses};
use crate::{
    image::Digest,
    machines::chassis::spin::{self, Thread},
    riscv::isa::{Arg, Class, Csr, Inst, Op, Program},
};

impl<X: Extension> Hart<X> {
    /// An instruction is about to be executed.
    #[inline]
    pub(super) fn note(&mut self, pc: u32) {
        if self.spin.watches() {
            self.spin.note(pc << X::MODE_BITS | X::mode(&self.ext));
        }
    }

    /// The thread went backwards at instruction `pc`.
    #[inline]
    pub(super) fn turn(&mut self, program: &Program<X>, pc: u32, changes: u64) {
        if self.spin.begins_anew(self.spin_limit, changes) {
            return;
        }
        let mut spin = self.spin.take();
        spin.turn(&Watched { hart: self, program }, pc, self.spin_limit, changes);
        self.spin = spin;
    }

    /// Will this thread repeat the same steps until another one changes memory? `changes` is [`Memory::changes`].
    ///
    /// [`Memory::changes`]: crate::image::Memory::changes
    pub fn is_stuck(&self, changes: u64) -> bool {
        self.spin.is_stuck(changes)
    }

    /// The numbers of the instructions that it repeats, in ascending order.
    pub fn repeated(&self) -> Vec<u32> {
        let mut pcs: Vec<u32> = self.spin.keys().map(|key| key >> X::MODE_BITS).collect();
        pcs.dedup();
        pcs
    }
}

/// A thread with its program. Registers: integer from 0, float from 32, the extension's from 64.
struct Watched<'a, X: Extension> {
    hart: &'a Hart<X>,
    program: &'a Program<X>,
}

impl<X: Extension> Thread for Watched<'_, X> {
    fn control(&self) -> u64 {
        let mut digest = Digest::default();
        digest.word(self.hart.pc);
        digest.word(self.hart.frm.into());
        X::control(&self.hart.ext, &mut digest);
        digest.0
    }

    fn registers(&self) -> u32 {
        64 + X::REGISTERS
    }

    fn register(&self, number: u32) -> u64 {
        match number {
            0..32 => self.hart.x[number as usize],
            32..64 => self.hart.f[number as usize - 32],
            _ => {
                let mut digest = Digest::default();
                X::register(&self.hart.ext, number - 64, &mut digest);
                digest.0
            }
        }
    }

    fn uses(&self, key: u32) -> Option<spin::Uses> {
        let inst = self.program.code.get((key >> X::MODE_BITS) as usize)?;
        if is_clock(inst) {
            return None;
        }
        let own = X::uses(inst, key & ((1 << X::MODE_BITS) - 1));
        let uses = Uses::of(inst);
        let scalar = [[uses.x_read, uses.f_read], [uses.x_written, uses.f_written]];
        let [reads, writes] = [0, 1]
            .map(|at| scalar_numbers(scalar[at]).chain(own[at].iter().map(|number| 64 + number)).collect());
        Some(spin::Uses { reads, writes, decides: decides(inst) })
    }
}

/// Does what it reads decide where the thread goes on, or what is read or written in memory?
fn decides<X: Extension>(inst: &Inst<X>) -> bool {
    match inst.op {
        Op::Ext(_) => X::decides(inst),
        _ => {
            let class = inst.class();
            matches!(class, Class::Load | Class::Store | Class::Atomic | Class::Branch) || inst.has(Arg::Csr)
        }
    }
}

/// Does it read something that a loop may change each time round, as the count of instructions, or whether a float result was ever not exact?
fn is_clock<X: Extension>(inst: &Inst<X>) -> bool {
    let clock = |csr: Csr<X>| match csr {
        Csr::Fflags | Csr::Fcsr | Csr::Cycle | Csr::Time | Csr::Instret => true,
        Csr::Ext(csr) => X::is_clock(csr),
        _ => false,
    };
    inst.has(Arg::Csr) && Csr::find(inst.imm).is_some_and(|row| clock(row.csr))
}

fn scalar_numbers(banks: [u32; 2]) -> impl Iterator<Item = u32> {
    let numbers = |(bank, bits): (u32, u32)| {
        (0..32).filter(move |at| bits >> at & 1 == 1).map(move |at| 32 * bank + at)
    };
    (0..).zip(banks).flat_map(numbers)
}
