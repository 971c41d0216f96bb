//! The instructions of RV64G.

use super::{
    Extension, Hart, Step, Trap,
    arithmetic::{float, integer, kind, root, to_integer},
    meaning::{Meaning, fused, meaning},
};
use crate::{
    base::num,
    image::{Fault, Memory},
    ir::{AtomicOp, Convert, Type},
    riscv::isa::{Arg, Csr, Form, Inst, Isa, Program, rounding},
};

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
    pub(super) fn scalar(
        &mut self,
        inst: &Inst<X>,
        next: u64,
        program: &Program<X>,
        memory: &mut Memory,
    ) -> Step<Option<u64>> {
        let ty = form_type(inst.form);
        let (a, b) = (self.get_x(inst.rs1), self.get_x(inst.rs2));
        let (fa, fb) = (self.get_f(inst.rs1, ty), self.get_f(inst.rs2, ty));
        let offset = inst.imm as i64 as u64;
        let upper = ((inst.imm << 12) as i64) as u64;
        let away = self.pc.wrapping_add(offset);
        match meaning(inst.op) {
            Meaning::Integer(f) => {
                let b = if inst.has(Arg::X2) { b } else { offset };
                self.set_x(inst.rd, f(a, b));
            }
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
            Meaning::Branch(f) => return Ok(Some(if f(a, b) { away } else { next })),
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
            Meaning::End => return Ok(None),
            Meaning::Break => return Err(Trap::Break),
            Meaning::Csr(f) => self.exchange_csr(inst, f)?,
            Meaning::Atomic(op) => self.atomic(inst, op, memory)?,
            Meaning::CompareSwap => self.compare_swap(inst, memory)?,
            Meaning::Fused(product, addend) => {
                let c = self.get_f(inst.rs3, ty);
                self.set_f(inst.rd, ty, fused(ty, fa, fb, c, product, addend));
            }
            Meaning::Float(op) => self.set_f(inst.rd, ty, num::binary(op, ty, fa, fb)),
            Meaning::Root => self.set_f(inst.rd, ty, root(ty, fa)),
            Meaning::Sign(f) => {
                let sign = 1 << (ty.bits() - 1);
                let negative = f(fa & sign != 0, fb & sign != 0);
                self.set_f(inst.rd, ty, fa & !sign | if negative { sign } else { 0 });
            }
            Meaning::FloatTest(op) => self.set_x(inst.rd, num::compare(op, ty, fa, fb).into()),
            Meaning::Kind => self.set_x(inst.rd, kind(ty, fa)),
            Meaning::ToInteger(bits, signed) => {
                let mode = if inst.rounding == rounding::DYNAMIC { self.frm } else { inst.rounding };
                let value = to_integer(ty, integer(bits), signed, fa, mode);
                self.set_x(inst.rd, num::signed(integer(bits), value) as u64);
            }
            Meaning::FromInteger(bits, signed) => {
                let convert = if signed { Convert::SToF } else { Convert::UToF };
                let from = integer(bits);
                self.set_f(inst.rd, ty, num::convert(convert, from, ty, a & from.mask()));
            }
            Meaning::FromFloat(from) => {
                let value = num::convert(Convert::FToF, from, ty, self.get_f(inst.rs1, from));
                self.set_f(inst.rd, ty, value);
            }
            Meaning::BitsOut => {
                let bits = self.f[usize::from(inst.rs1 & 31)] & ty.mask();
                self.set_x(inst.rd, num::signed(integer(ty.bits()), bits) as u64);
            }
            Meaning::BitsIn => self.set_f(inst.rd, ty, a & ty.mask()),
            Meaning::Extension => {
                return Err(Trap::Illegal("an instruction of the extension in the scalar core"));
            }
        }
        Ok(Some(next))
    }

    fn read(&mut self, program: &Program<X>, memory: &Memory, address: u64, bytes: u32) -> Step<u64> {
        self.accesses.push(address);
        self.access_bytes = bytes;
        program.load(memory, address, bytes).map_err(|fault| Trap::Fault(fault, None))
    }

    /// The old value of an atomic. The read is a part of its write.
    fn read_to_write(&mut self, memory: &Memory, address: u64, bytes: u32) -> Step<u64> {
        self.accesses.push(address);
        self.access_bytes = bytes;
        let as_write = |fault| Trap::Fault(Fault { write: true, ..fault }, None);
        memory.read(address, bytes).map_err(as_write)
    }

    fn write(&mut self, memory: &mut Memory, address: u64, bytes: u32, value: u64) -> Step<()> {
        self.accesses.push(address);
        self.access_bytes = bytes;
        memory.write(address, bytes, value).map_err(|fault| Trap::Fault(fault, None))
    }

    fn atomic(&mut self, inst: &Inst<X>, op: AtomicOp, memory: &mut Memory) -> Step<()> {
        let ty = if inst.form == Form::AmoW { Type::I32 } else { Type::I64 };
        let (address, value) = (self.get_x(inst.rs1), self.get_x(inst.rs2) & ty.mask());
        let old = self.read_to_write(memory, address, ty.bits() / 8)?;
        self.write(memory, address, ty.bits() / 8, num::atomic(op, ty, old, value))?;
        self.accesses.truncate(1);
        self.set_x(inst.rd, num::signed(ty, old) as u64);
        Ok(())
    }

    fn compare_swap(&mut self, inst: &Inst<X>, memory: &mut Memory) -> Step<()> {
        let ty = if inst.form == Form::AmoW { Type::I32 } else { Type::I64 };
        let (address, expected) = (self.get_x(inst.rs1), self.get_x(inst.rd) & ty.mask());
        let old = self.read_to_write(memory, address, ty.bits() / 8)?;
        let new = if old == expected { self.get_x(inst.rs2) & ty.mask() } else { old };
        self.write(memory, address, ty.bits() / 8, new)?;
        self.accesses.truncate(1);
        self.set_x(inst.rd, num::signed(ty, old) as u64);
        Ok(())
    }

    fn exchange_csr(&mut self, inst: &Inst<X>, f: fn(u64, u64) -> u64) -> Step<()> {
        let row = Csr::find(inst.imm).ok_or(Trap::Illegal("this word is data, or no instruction"))?;
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
