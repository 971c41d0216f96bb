//! The instructions of RV64G.

use super::{
    Executed, Extension, Hart, Outcome, Trap,
    arithmetic::{float, integer, kind},
    meaning::{Meaning, meaning},
    state::Reservation,
};
use crate::{
    base::num,
    image::{Fault, Memory},
    ir::{AtomicOp, Type},
    riscv::isa::{Arg, Csr, Form, Inst, Isa, Op, Program},
};

/// The register that holds the number of a system call (`a7`), and the one of its first argument (`a0`).
pub(super) const CALL_NUMBER: u8 = 17;
pub(super) const CALL_ARGUMENT: u8 = 10;
/// The calls of Linux that end a thread and a process.
const EXIT: u64 = 93;
const EXIT_GROUP: u64 = 94;

/// The float type that a form names.
const fn form_type<X: Isa>(form: Form<X>) -> Type {
    match form {
        Form::FS | Form::ES | Form::TS | Form::US | Form::CS | Form::XS | Form::IS | Form::KS => Type::F32,
        Form::OutW | Form::InW => Type::F32,
        Form::FH | Form::EH | Form::TH | Form::UH | Form::CH | Form::XH | Form::IH | Form::KH => Type::F16,
        Form::OutH | Form::InH => Type::F16,
        _ => Type::F64,
    }
}

impl<X: Extension> Hart<X> {
    /// Executes a scalar instruction. Gives the next address, or `None` at the program's end.
    ///
    /// Integers and branches, which loops are full of, are a part of the step that asks; all else is a call.
    #[inline(always)]
    pub(super) fn scalar(
        &mut self,
        inst: &Inst<X>,
        next: u64,
        program: &Program<X>,
        memory: &mut Memory,
    ) -> Executed<Option<u64>> {
        let (a, b, number) = (self.get_x(inst.rs1), self.get_x(inst.rs2), inst.imm as i64 as u64);
        match meaning(inst.op) {
            Meaning::Integer(f) => self.set_x(inst.rd, f(a, if inst.form == Form::R { b } else { number })),
            Meaning::Branch(f) if f(a, b) => return Ok(Some(self.pc.wrapping_add(number))),
            Meaning::Branch(_) => {}
            other => return self.other(inst, other, (next, program), memory),
        }
        Ok(Some(next))
    }

    /// As [`Hart::scalar`], of what is neither integer arithmetic nor a branch.
    fn other(
        &mut self,
        inst: &Inst<X>,
        meaning: Meaning,
        (next, program): (u64, &Program<X>),
        memory: &mut Memory,
    ) -> Executed<Option<u64>> {
        let (a, b) = (self.get_x(inst.rs1), self.get_x(inst.rs2));
        let offset = inst.imm as i64 as u64;
        let upper = ((inst.imm << 12) as i64) as u64;
        let away = self.pc.wrapping_add(offset);
        match meaning {
            Meaning::Upper => self.set_x(inst.rd, upper),
            Meaning::UpperPc => self.set_x(inst.rd, self.pc.wrapping_add(upper)),
            Meaning::Jump => {
                self.set_x(inst.rd, next);
                return Ok(Some(away));
            }
            Meaning::JumpRegister => {
                self.set_x(inst.rd, next);
                return Ok(Some(a.wrapping_add(offset) & !1));
            }
            Meaning::Load(bytes, signed) => {
                let value = self.read(program, memory, a.wrapping_add(offset), bytes)?;
                let extended = num::signed(integer(8 * bytes), value) as u64;
                self.set_x(inst.rd, if signed { extended } else { value });
            }
            Meaning::Store(bytes) => self.write(memory, a.wrapping_add(offset), bytes, b)?,
            Meaning::LoadFloat(bytes) => {
                let value = self.read(program, memory, a.wrapping_add(offset), bytes)?;
                self.set_f(inst.rd, float(8 * bytes), value);
            }
            Meaning::StoreFloat(bytes) => {
                let value = self.f[usize::from(inst.rs2 & 31)];
                self.write(memory, a.wrapping_add(offset), bytes, value)?;
            }
            Meaning::Nothing => {}
            Meaning::Call => return self.system_call(),
            Meaning::Break => return Err(Trap::Break.into()),
            Meaning::Csr(f) => self.exchange_csr(inst, f)?,
            Meaning::Atomic(op) => self.atomic(inst, op, memory)?,
            Meaning::CompareSwap => self.compare_swap(inst, memory)?,
            Meaning::Reserve => self.reserve(inst, memory)?,
            Meaning::StoreConditional => self.store_conditional(inst, memory)?,
            Meaning::Extension => {
                return Err(Trap::Illegal("an instruction of the extension in the scalar core").into());
            }
            meaning => self.floats(inst, meaning)?,
        }
        Ok(Some(next))
    }

    /// Executes an instruction that calculates with floats, or turns them into whole numbers or back.
    #[inline(never)]
    fn floats(&mut self, inst: &Inst<X>, meaning: Meaning) -> Outcome<()> {
        let ty = form_type(inst.form);
        let a = self.get_x(inst.rs1);
        let (fa, fb) = (self.get_f(inst.rs1, ty), self.get_f(inst.rs2, ty));
        match meaning {
            Meaning::Fused(product, addend) => {
                let c = self.get_f(inst.rs3, ty);
                let value = self.float_fused(inst, ty, [fa, fb, c], (product, addend))?;
                self.set_f(inst.rd, ty, value);
            }
            Meaning::Float(op) => {
                let value = self.float_binary(inst, op, ty, fa, fb)?;
                self.set_f(inst.rd, ty, value);
            }
            Meaning::Root => {
                let value = self.float_root(inst, ty, fa)?;
                self.set_f(inst.rd, ty, value);
            }
            Meaning::Sign(f) => {
                let sign = 1 << (ty.bits() - 1);
                let negative = f(fa & sign != 0, fb & sign != 0);
                self.set_f(inst.rd, ty, fa & !sign | if negative { sign } else { 0 });
            }
            Meaning::FloatTest(op) => {
                let holds = self.float_compare(op, ty, fa, fb);
                self.set_x(inst.rd, holds.into());
            }
            Meaning::Kind => self.set_x(inst.rd, kind(ty, fa)),
            Meaning::ToInteger(bits, signed) => {
                let value = self.float_to_integer(inst, ty, (bits, signed), fa)?;
                self.set_x(inst.rd, num::signed(integer(bits), value) as u64);
            }
            Meaning::FromInteger(bits, signed) => {
                let value = self.float_from_integer(inst, (integer(bits), signed), ty, a)?;
                self.set_f(inst.rd, ty, value);
            }
            Meaning::FromFloat(from) => {
                let value = self.float_convert(inst, from, ty, self.get_f(inst.rs1, from))?;
                self.set_f(inst.rd, ty, value);
            }
            Meaning::BitsOut => {
                let bits = self.f[usize::from(inst.rs1 & 31)] & ty.mask();
                self.set_x(inst.rd, num::signed(integer(ty.bits()), bits) as u64);
            }
            Meaning::BitsIn => self.set_f(inst.rd, ty, a & ty.mask()),
            _ => {}
        }
        Ok(())
    }

    /// `ecall`. There is no operating system: all that a program can ask of it is to end.
    fn system_call(&self) -> Executed<Option<u64>> {
        match (self.get_x(CALL_NUMBER), self.get_x(CALL_ARGUMENT)) {
            (EXIT | EXIT_GROUP, 0) => Ok(None),
            (EXIT | EXIT_GROUP, status) => Err(Trap::Exit(status as i32).into()),
            (number, _) => Err(Trap::Call(number).into()),
        }
    }

    fn read(&mut self, program: &Program<X>, memory: &mut Memory, address: u64, bytes: u32) -> Outcome<u64> {
        let load = |at, bytes| program.load(memory, at, bytes);
        let trap = |fault| Trap::Fault(fault, None);
        self.check_private(0, (address, bytes), !self.misaligned, false).map_err(trap)?;
        if self.is_split(address, bytes) {
            self.note_accesses(bytes, halves(address, bytes));
            let byte = |at: u32| Ok(load(address.wrapping_add(at.into()), 1).map_err(trap)? << (8 * at));
            return (0..bytes).try_fold(0, |value, at| Ok(value | byte(at)?));
        }
        self.note_access(bytes, address);
        load(address, bytes).or_else(|fault| memory.read_device(fault)).map_err(trap)
    }

    /// The old value of an atomic. The read is a part of its write.
    fn read_to_write(&mut self, memory: &Memory, address: u64, bytes: u32) -> Outcome<u64> {
        self.note_access(bytes, address);
        let as_write = |fault| Trap::Fault(Fault { write: true, ..fault }, None);
        memory.read(address, bytes).map_err(as_write)
    }

    fn write(&mut self, memory: &mut Memory, address: u64, bytes: u32, value: u64) -> Outcome<()> {
        let own = self.check_private(0, (address, bytes), !self.misaligned, true);
        own.map_err(|fault| Trap::Fault(fault, None))?;
        if self.is_split(address, bytes) && memory.contains(address, bytes.into(), true) {
            self.note_accesses(bytes, halves(address, bytes));
            let mut store =
                |at: u32| memory.write(address.wrapping_add(at.into()), 1, value >> (8 * at) & 0xFF);
            return (0..bytes).try_for_each(&mut store).map_err(|fault| Trap::Fault(fault, None));
        }
        self.note_access(bytes, address);
        let written = memory.write(address, bytes, value);
        written.or_else(|fault| memory.write_device(fault, value)).map_err(|fault| Trap::Fault(fault, None))
    }

    /// Is the access at an address that is not a multiple of its size, and carried out all the same?
    fn is_split(&self, address: u64, bytes: u32) -> bool {
        self.misaligned && !address.is_multiple_of(bytes.into())
    }

    /// Watches memory from now on.
    fn reserve(&mut self, inst: &Inst<X>, memory: &Memory) -> Outcome<()> {
        let ty = if inst.form == Form::LrW { Type::I32 } else { Type::I64 };
        let (address, bytes) = (self.get_x(inst.rs1), ty.bits() / 8);
        self.note_access(bytes, address);
        let value = memory.read(address, bytes).map_err(|fault| Trap::Fault(fault, None))?;
        self.reservation = Some(Reservation { address, bytes, changes: memory.changes() });
        self.set_x(inst.rd, num::signed(ty, value) as u64);
        Ok(())
    }

    /// Stores if memory is as `lr` found it.
    fn store_conditional(&mut self, inst: &Inst<X>, memory: &mut Memory) -> Outcome<()> {
        let ty = if inst.form == Form::AmoW { Type::I32 } else { Type::I64 };
        let (address, bytes) = (self.get_x(inst.rs1), ty.bits() / 8);
        self.read_to_write(memory, address, bytes)?;
        let untouched = Reservation { address, bytes, changes: memory.changes() };
        let succeeds = self.reservation.take() == Some(untouched);
        if succeeds {
            self.write(memory, address, bytes, self.get_x(inst.rs2) & ty.mask())?;
            self.accesses.truncate(1);
        }
        self.set_x(inst.rd, (!succeeds).into());
        Ok(())
    }

    fn atomic(&mut self, inst: &Inst<X>, op: AtomicOp, memory: &mut Memory) -> Outcome<()> {
        let ty = if inst.form == Form::AmoW { Type::I32 } else { Type::I64 };
        let (address, value) = (self.get_x(inst.rs1), self.get_x(inst.rs2) & ty.mask());
        let old = self.read_to_write(memory, address, ty.bits() / 8)?;
        self.write(memory, address, ty.bits() / 8, num::atomic(op, ty, old, value))?;
        self.accesses.truncate(1);
        self.set_x(inst.rd, num::signed(ty, old) as u64);
        Ok(())
    }

    fn compare_swap(&mut self, inst: &Inst<X>, memory: &mut Memory) -> Outcome<()> {
        let ty = if inst.form == Form::AmoW { Type::I32 } else { Type::I64 };
        let (address, expected) = (self.get_x(inst.rs1), self.get_x(inst.rd) & ty.mask());
        let old = self.read_to_write(memory, address, ty.bits() / 8)?;
        let new = if old == expected { self.get_x(inst.rs2) & ty.mask() } else { old };
        self.write(memory, address, ty.bits() / 8, new)?;
        self.accesses.truncate(1);
        self.set_x(inst.rd, num::signed(ty, old) as u64);
        Ok(())
    }

    fn exchange_csr(&mut self, inst: &Inst<X>, f: fn(u64, u64) -> u64) -> Outcome<()> {
        let no_instruction = Trap::Illegal("this word is data, or no instruction");
        if inst.op == Op::Csrrw && inst.imm == Inst::<X>::NO_INSTRUCTION.imm {
            return Err(no_instruction);
        }
        let row = Csr::find(inst.imm).ok_or(no_instruction)?;
        let source = if inst.has(Arg::X1) { self.get_x(inst.rs1) } else { inst.rs1.into() };
        let old = self.csr(row.csr);
        let writes = inst.rs1 != 0 || f(1, 0) == 0;
        if writes && !row.writable {
            return Err(Trap::Illegal("this control register can only be read"));
        }
        if writes {
            self.set_csr(row.csr, f(old, source));
        }
        self.set_x(inst.rd, old);
        Ok(())
    }
}

/// The two words of so many bytes over which a misaligned access goes.
fn halves(address: u64, bytes: u32) -> [u64; 2] {
    let first = address & !(u64::from(bytes) - 1);
    [first, first.wrapping_add(bytes.into())]
}
