//! The registers.

use alloc::vec::Vec;
use core::fmt;

use serde::Serialize;

use super::{Extension, Register, Uses};
use crate::{
    image::{Digest, Fault},
    ir::Type,
    machines::chassis::spin::Spin,
    riscv::{
        isa::{Csr, Inst, TEXT},
        private::Parts,
    },
};

/// Why the thread cannot go on.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Trap {
    /// The instruction is not legal in this state; a few words say why.
    Illegal(&'static str),
    /// An access that cannot be done, with the number of the element of an extension's instruction.
    Fault(Fault, Option<u32>),
    /// There is no instruction at this address.
    Fetch(u64),
    /// `ebreak`.
    Break,
    /// `ecall` with the number of a call that nobody answers.
    Call(u64),
    /// The program ended itself with an exit status that says that it failed.
    Exit(i32),
}

/// System calls of Linux that programs make, by number: those that a message can name.
const CALLS: &[(u64, &str)] = &[
    (56, "openat"),
    (57, "close"),
    (62, "lseek"),
    (63, "read"),
    (64, "write"),
    (66, "writev"),
    (80, "fstat"),
    (113, "clock_gettime"),
    (169, "gettimeofday"),
    (214, "brk"),
    (222, "mmap"),
];

/// The words for a system call that nobody answers.
fn unanswered(f: &mut fmt::Formatter<'_>, number: u64) -> fmt::Result {
    write!(f, "`ecall` makes system call {}", number as i64)?;
    if let Some((_, name)) = CALLS.iter().find(|(known, _)| *known == number) {
        write!(f, " (`{name}` on Linux)")?;
    }
    f.write_str(
        ", the number in `a7`, and there is no operating system to answer it: only `exit` (93, or 94) is understood",
    )
}

impl fmt::Display for Trap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trap::Illegal(why) => write!(f, "illegal instruction: {why}"),
            Trap::Fault(fault, Some(element)) => write!(f, "element {element}: {fault}"),
            Trap::Fault(fault, None) => write!(f, "{fault}"),
            Trap::Fetch(address) => write!(f, "no instruction at address {address:#x}"),
            Trap::Break => f.write_str("the program asked to stop"),
            Trap::Call(number) => unanswered(f, *number),
            Trap::Exit(status) => write!(f, "the program ended itself with exit status {status}"),
        }
    }
}

/// A clock at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Clock {
    /// Its ticks so far.
    pub ticks: u64,
    /// Ticks in a microsecond; not 0.
    pub mhz: u32,
}

impl Clock {
    /// Nanoseconds so far.
    pub fn nanoseconds(self) -> u64 {
        (u128::from(self.ticks) * 1000 / u128::from(self.mhz.max(1))) as u64
    }
}

/// What a `lr` watches: all of memory, for a store to this address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Reservation {
    pub address: u64,
    pub bytes: u32,
    /// How often memory had changed.
    pub changes: u64,
}

/// A hardware thread.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(bound(serialize = "X::State: Serialize"))]
pub struct Hart<X: Extension> {
    /// Address of the next instruction.
    pub pc: u64,
    /// Integer registers; the first one stays 0.
    pub x: [u64; 32],
    /// Float registers; narrow numbers have ones above them.
    pub f: [u64; 32],
    /// Rounding mode of float instructions that name none.
    pub frm: u8,
    /// Float exceptions that have happened, as [`crate::base::num::rounded::Flags`] has them.
    pub fflags: u8,
    /// Instructions executed.
    pub instret: u64,
    /// The clock that `cycle` and `time` read, which whoever runs the thread sets. Without one each instruction takes a
    /// nanosecond.
    pub clock: Option<Clock>,
    /// Are scalar loads and stores at any address carried out, each as two accesses?
    #[serde(skip)]
    pub misaligned: bool,
    /// The lowest address of its stack; 0 if it has none.
    pub stack: u64,
    /// Turns of loops without a change of memory after which the deadlock detector looks.
    #[serde(skip)]
    pub spin_limit: u32,
    /// What the extension adds.
    pub ext: X::State,
    /// What the deadlock detector knows.
    pub(super) spin: Spin,
    /// Addresses of the accesses of this step, in order.
    #[serde(skip)]
    pub(in crate::riscv) accesses: Vec<u64>,
    #[serde(skip)]
    pub(in crate::riscv) access_bytes: u32,
    /// What the last `lr` watches.
    pub(super) reservation: Option<Reservation>,
    /// Integer and float registers that wait for a response, as bits.
    awaited: [u32; 2],
    /// A fault of an instruction that was answered later.
    late: Option<Trap>,
    /// The private memory that the instruction of this step accesses.
    #[serde(skip)]
    pub(in crate::riscv) parts: Option<Parts>,
}

impl<X: Extension> Hart<X> {
    /// Adds every register to a digest.
    pub fn contents(&self, digest: &mut Digest) {
        self.x.iter().chain(&self.f).for_each(|word| digest.word(*word));
        (0..X::REGISTERS).for_each(|number| X::register(&self.ext, number, digest));
    }

    /// A thread at the start of the text, with the state of the extension.
    pub fn with(ext: X::State) -> Hart<X> {
        Hart {
            pc: TEXT,
            x: [0; 32],
            f: [0; 32],
            frm: 0,
            fflags: 0,
            instret: 0,
            clock: None,
            misaligned: false,
            reservation: None,
            stack: 0,
            spin_limit: 64,
            ext,
            spin: Spin::default(),
            accesses: Vec::new(),
            access_bytes: 0,
            awaited: [0; 2],
            late: None,
            parts: None,
        }
    }

    /// Addresses of the last instruction's accesses, in order.
    pub fn accesses(&self) -> &[u64] {
        &self.accesses
    }

    /// Bytes of each of them.
    pub fn access_bytes(&self) -> u32 {
        self.access_bytes
    }

    /// Notes accesses of an instruction of the extension, all of so many bytes.
    pub fn note_accesses(&mut self, bytes: u32, addresses: impl IntoIterator<Item = u64>) {
        self.access_bytes = bytes;
        self.accesses.extend(addresses);
    }

    /// The one access of this step.
    #[inline]
    pub fn note_access(&mut self, bytes: u32, address: u64) {
        self.access_bytes = bytes;
        self.accesses.push(address);
    }

    /// The extension answers an instruction that it took: with the bits for the register, or with the reason why the
    /// thread cannot go on, which its next step will give.
    pub fn respond(&mut self, register: Register, value: Result<u64, Trap>) {
        let (bank, number) = match register {
            Register::X(number) => (0, number),
            Register::F(number) => (1, number),
        };
        self.awaited[bank] &= !(1 << (number & 31));
        match (value, register) {
            (Ok(value), Register::X(number)) => self.set_x(number, value),
            (Ok(value), Register::F(number)) => self.set_f(number, Type::F64, value),
            (Err(trap), _) => self.late = self.late.take().or(Some(trap)),
        }
    }

    /// Notes that a register waits for a response.
    pub(super) fn await_response(&mut self, register: Register) {
        match register {
            Register::X(0) => {}
            Register::X(number) => self.awaited[0] |= 1 << (number & 31),
            Register::F(number) => self.awaited[1] |= 1 << (number & 31),
        }
    }

    /// Does the instruction wait for a response?
    ///
    /// # Errors
    /// An instruction before it that was answered later has failed.
    #[inline]
    pub(super) fn must_wait(&mut self, inst: &Inst<X>) -> Result<bool, Trap> {
        if self.awaited == [0; 2] && self.late.is_none() {
            return Ok(false);
        }
        if let Some(trap) = self.late.take() {
            return Err(trap);
        }
        let uses = Uses::of(inst);
        let [x, f] = self.awaited;
        Ok((uses.x_read | uses.x_written) & x != 0 || (uses.f_read | uses.f_written) & f != 0)
    }

    /// Writes an integer register.
    pub fn set_x(&mut self, register: u8, value: u64) {
        if register != 0 {
            self.x[usize::from(register & 31)] = value;
        }
    }

    /// An integer register.
    pub fn get_x(&self, register: u8) -> u64 {
        self.x[usize::from(register & 31)]
    }

    /// A float register as a number of a type: a NaN if the register holds a wider one.
    pub fn get_f(&self, register: u8, ty: Type) -> u64 {
        let value = self.f[usize::from(register & 31)];
        match ty {
            Type::F64 => value,
            Type::F32 if value >> 32 == 0xFFFF_FFFF => value & 0xFFFF_FFFF,
            Type::F32 => 0x7FC0_0000,
            _ if value >> 16 == 0xFFFF_FFFF_FFFF => value & 0xFFFF,
            _ => 0x7E00,
        }
    }

    /// Writes a float register with ones above the number.
    pub fn set_f(&mut self, register: u8, ty: Type, value: u64) {
        self.f[usize::from(register & 31)] = value | !ty.mask();
        X::float_written(&mut self.ext, register & 31);
    }

    /// A control register.
    pub(super) fn csr(&self, csr: Csr<X>) -> u64 {
        match csr {
            Csr::Fflags => self.fflags.into(),
            Csr::Frm => self.frm.into(),
            Csr::Fcsr => u64::from(self.frm) << 5 | u64::from(self.fflags),
            Csr::Cycle => self.clock.map_or(self.instret, |clock| clock.ticks),
            Csr::Time => self.clock.map_or(self.instret, Clock::nanoseconds),
            Csr::Instret => self.instret,
            Csr::Ext(csr) => X::read_csr(self, csr),
        }
    }

    /// Writes a control register.
    pub(super) fn set_csr(&mut self, csr: Csr<X>, value: u64) {
        match csr {
            Csr::Frm => self.frm = (value & 7) as u8,
            Csr::Fflags => self.fflags = (value & 31) as u8,
            Csr::Fcsr => (self.frm, self.fflags) = ((value >> 5 & 7) as u8, (value & 31) as u8),
            Csr::Cycle | Csr::Time | Csr::Instret => {}
            Csr::Ext(csr) => X::write_csr(self, csr, value),
        }
    }
}
