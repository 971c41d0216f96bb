//! The functional units, and how long an instruction stays in one (HARP 5.2).
//!
//! An instruction that a unit accepts in a cycle `a` has its result in cycle `a + f`. ALU, PLU, BR and FPU take one in each cycle; MUL, DIV
//! and the load/store unit, and the FPU during a division, take the next one behind the cycle in which the result has gone.
//!
//! A result that the arbiter does not take stays. A unit that takes one in each cycle has room for `f` of them, so that it goes on as long
//! as there is room, also with one that has only just gone.
//!
//! Instructions of the supervisor, interrupts and what is no instruction go through BR: the reference names no unit for them.

use alloc::vec::Vec;

use serde::Serialize;

use super::{Config, token::Token};
use crate::isa::{Class, Op};

macro_rules! units {
    ($($(#[doc = $doc:literal])+ $name:ident = $text:literal;)+) => {
        /// A functional unit.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
        pub enum Unit { $($(#[doc = $doc])+ $name,)+ }

        impl Unit {
            /// All of them, in the order in which the arbiter goes round.
            pub const ALL: &'static [Unit] = &[$(Unit::$name),+];

            /// Its name.
            pub const fn name(self) -> &'static str {
                match self { $(Unit::$name => $text,)+ }
            }
        }
    };
}

units! {
    /// Operations on words, and `clone`.
    Alu = "ALU";
    /// Operations on predicates.
    Plu = "PLU";
    /// Jumps, `split`, `join`, `wspawn`, and whatever is for no other unit.
    Br = "BR";
    /// Products.
    Mul = "MUL";
    /// Quotients and remainders.
    Div = "DIV";
    /// Loads and stores.
    Lsu = "LSU";
    /// Real numbers.
    Fpu = "FPU";
    /// Barriers.
    Bar = "BAR";
}

/// How many there are.
pub const UNITS: usize = Unit::ALL.len();

impl Unit {
    /// The unit of an instruction.
    pub fn of(op: Op) -> Unit {
        match (op, op.row().class) {
            (Op::Bar, _) => Unit::Bar,
            (Op::Clone, _) | (_, Class::Integer) => Unit::Alu,
            (_, Class::Multiply) => Unit::Mul,
            (_, Class::Divide) => Unit::Div,
            (_, Class::Real) => Unit::Fpu,
            (_, Class::Predicate) => Unit::Plu,
            (_, Class::Memory) => Unit::Lsu,
            (_, Class::Jump | Class::Lanes | Class::System) => Unit::Br,
        }
    }

    /// Instructions that it has room for.
    fn room(self, config: &Config) -> u32 {
        match self {
            Unit::Alu => config.settings.f_alu,
            Unit::Plu => config.settings.f_plu,
            Unit::Br => config.settings.f_br,
            Unit::Fpu => [
                config.settings.f_fadd,
                config.settings.f_fmul,
                config.settings.f_convert,
                config.settings.f_fneg,
            ]
            .into_iter()
            .fold(1, u32::max),
            Unit::Lsu => config.settings.lsu_outstanding,
            Unit::Mul | Unit::Div | Unit::Bar => 1,
        }
    }

    /// Does it take the next instruction only when a result has gone?
    const fn is_serial(self) -> bool {
        matches!(self, Unit::Mul | Unit::Div | Unit::Lsu)
    }
}

/// Cycles of the serial multiplier for the bits that the first operand has in any lane (HARP 5.2).
pub const fn multiply(bits: u64, word_bits: u32) -> u32 {
    let digits = (64 - bits.leading_zeros()).div_ceil(2);
    let most = word_bits / 2;
    (if digits + 1 < most { digits + 1 } else { most }) + 1
}

/// Cycles of the serial divider.
pub const fn divide(word_bits: u32) -> u32 {
    word_bits + 2
}

/// Cycles of an instruction on real numbers.
pub const fn real(op: Op, config: &Config) -> u32 {
    match op {
        Op::Fmul => config.settings.f_fmul,
        Op::Fdiv => config.settings.f_fdiv,
        Op::Fneg => config.settings.f_fneg,
        Op::Itof | Op::Ftoi => config.settings.f_convert,
        _ => config.settings.f_fadd,
    }
}

/// An instruction in a unit.
#[derive(Clone, Debug, Serialize)]
pub struct Flight {
    /// The instruction.
    pub token: Token,
    /// The cycle of its result.
    pub ready: u64,
    /// The room that it takes.
    weight: u32,
    /// Does its room stay taken in the cycle in which it goes?
    serial: bool,
}

/// What is in a unit.
#[derive(Clone, Debug, Serialize)]
pub struct Station {
    unit: Unit,
    #[serde(skip)]
    room: u32,
    flights: Vec<Flight>,
    /// Room that became free in the cycle, but only for the next one.
    #[serde(skip)]
    freed: u32,
}

impl Station {
    /// An empty unit.
    pub fn new(unit: Unit, config: &Config) -> Station {
        Station { unit, room: unit.room(config).max(1), flights: Vec::new(), freed: 0 }
    }

    /// A cycle begins.
    pub const fn begin(&mut self) {
        self.freed = 0;
    }

    /// Does it take an instruction now?
    pub fn accepts(&self) -> bool {
        self.flights.iter().map(|flight| flight.weight).sum::<u32>() + self.freed < self.room
    }

    /// Takes an instruction whose result is there in cycle `ready`.
    pub fn accept(&mut self, token: Token, ready: u64) {
        let whole = token.op == Some(Op::Fdiv);
        let weight = if whole { self.room } else { 1 };
        self.flights.push(Flight { token, ready, weight, serial: whole || self.unit.is_serial() });
    }

    /// The result of an instruction that waits for its lines will be there in cycle `ready`.
    pub fn settle(&mut self, id: u64, ready: u64) {
        let waiting = self.flights.iter_mut().find(|flight| flight.token.id == id);
        waiting.into_iter().for_each(|flight| flight.ready = ready);
    }

    /// Is a result there?
    pub fn offers(&self, now: u64) -> bool {
        self.flights.iter().any(|flight| flight.ready <= now)
    }

    /// Gives away the result that is there; of several, that of the instruction that came first.
    pub fn give(&mut self, now: u64) -> Option<Token> {
        let at = self.flights.iter().position(|flight| flight.ready <= now)?;
        let flight = self.flights.remove(at);
        self.freed += if flight.serial { flight.weight } else { 0 };
        Some(flight.token)
    }

    /// Instructions that it has room for.
    pub const fn room(&self) -> u32 {
        self.room
    }

    /// The instructions in it, oldest first.
    pub fn flights(&self) -> &[Flight] {
        &self.flights
    }

    /// The first cycle behind `now` in which a result is there.
    pub fn next(&self, now: u64) -> Option<u64> {
        self.flights.iter().map(|flight| flight.ready).filter(|ready| *ready > now).min()
    }
}
