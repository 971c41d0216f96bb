//! From when each register of a thread can be read.

use alloc::vec::Vec;

use lanescope_parts::trace::Cause;
use serde::Serialize;

use super::core::wait::Wait;
use crate::isa::ClassNames;
use crate::{
    exec::{Uses, uses::OWN},
    isa::{Class, Inst},
    spec::Spec,
};

/// Integer registers, float registers, the packed ones.
const REGISTERS: usize = 64 + OWN as usize;

/// The registers of a thread: until when whoever reads one waits, and for what.
#[derive(Clone, Debug, Serialize)]
pub struct Board(Vec<Wait>);

/// Everything is there.
impl Default for Board {
    fn default() -> Board {
        Board(alloc::vec![THERE; REGISTERS])
    }
}

/// A result that nobody waits for.
const THERE: Wait = Wait::new(0, Cause::ARITHMETIC);

impl Board {
    /// From when on an instruction's sources are there, and what it waits for until then. `skip` are packed registers that it
    /// need not wait for.
    pub fn sources(&self, uses: &Uses, skip: u64) -> Wait {
        let mut latest = THERE;
        let read = [
            (u64::from(uses.scalar.x_read), 0),
            (u64::from(uses.scalar.f_read), 32),
            (uses.read & !skip, 64),
        ];
        for (bits, first) in read {
            for at in ones(bits) {
                latest = latest.and(self.0[first + at]);
            }
        }
        latest
    }

    /// Registers whose results are not there in a cycle.
    pub fn pending(&self, now: u64) -> usize {
        self.0.iter().filter(|wait| wait.until > now).count()
    }

    /// Who reads an instruction's results waits so long.
    pub fn results(&mut self, uses: &Uses, wait: Wait) {
        let written = [
            (u64::from(uses.scalar.x_written), 0),
            (u64::from(uses.scalar.f_written), 32),
            (uses.written, 64),
        ];
        for (bits, first) in written {
            ones(bits).for_each(|at| self.0[first + at] = wait);
        }
    }
}

/// The places of ones.
fn ones(mut bits: u64) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let at = bits.trailing_zeros();
        bits &= bits.wrapping_sub(1);
        (at < 64).then_some(at as usize)
    })
}

/// Cycles from issue to result of an instruction, without what memory takes.
pub const fn latency(class: Class, spec: &Spec) -> u32 {
    match class {
        Class::Fp | Class::PFpAdd => spec.float_add_latency,
        Class::FpMul | Class::PFpMul => spec.float_mul_latency,
        Class::PFpMad => spec.float_mad_latency,
        Class::FpDiv | Class::PFpDiv | Class::IntDiv => spec.float_div_latency,
        Class::PInt | Class::PMask => spec.integer_latency,
        Class::PMul => spec.multiply_latency,
        Class::PShuffle => spec.shuffle_latency,
        Class::TMul => spec.tile_latency,
        Class::Int | Class::IntMul | Class::Branch | Class::Load | Class::Store | Class::Atomic => 1,
        Class::PLoad | Class::PStore | Class::PGather | Class::PScatter => 1,
        Class::TConfig | Class::TLoad | Class::TStore => 1,
    }
}

/// The sum of a product of tiles, which it need not wait for if the unit passes it on.
pub fn passed_on(inst: &Inst, spec: &Spec) -> u64 {
    let passes = spec.tile_forwarding && inst.class() == Class::TMul;
    if passes { 1 << (crate::exec::uses::TILES + u32::from(inst.rd & 7)) } else { 0 }
}
