//! Loads and stores of numbers narrower than the elements: a part of a register in memory, whose numbers are unpacked to elements
//! or packed from them.
//!
//! x86 style instructions unpack and pack each block of 128 bits by itself. So the numbers of each block are brought to its low end
//! before they are unpacked, and those of all blocks together after they are packed: words go anywhere by a permutation where the
//! generation has it; AVX has moves of its upper half. The textbook's instructions work on whole registers.

use alloc::vec::Vec;

use lanescope_parts::{
    codegen::spmd::variability::Level,
    ir::{Type, Value},
    riscv::codegen::{Emit, Sections, store_at},
};

use super::{
    code::{Class, Line, Reg, What, ZERO},
    state::{Generator, Made},
    whole::x86_move,
    widths::Above,
};
use crate::codegen::code::PackedCode;
use crate::isa::{Elem, Form, Op, POp, Shape};

/// Words 0 and 2 of each block, for its first half.
const EVEN_WORDS: i32 = 0b1000;
/// Word 1 of each block everywhere.
const SECOND_WORD: i32 = 0b0101_0101;

impl Generator<'_> {
    /// Reads the narrow numbers of a strip, or those of the block's mask, to elements with zeros above.
    pub fn load_part(&mut self, ptr: Value, ty: Type) -> Made<Reg> {
        let (spot, mask) = (self.spot(ptr)?, self.block_mask());
        let (cut, zero) = (self.cut(), self.splat_number(0));
        let mut reg = if cut.is_textbook() {
            self.read_textbook(spot, cut.part(ty))
        } else {
            self.read_low(spot, ty, mask)?
        };
        if cut.blocks() > 1 {
            reg = self.spread(reg, cut.part(ty));
        }
        for bytes in cut.steps(ty) {
            let found = cut.unpack(bytes).ok_or_else(|| self.lacking())?;
            reg = self.code.packed_two(cut.width(), found, [reg, zero]);
        }
        Ok(reg)
    }

    /// Writes the narrow numbers of a strip, or those of the block's mask.
    pub fn store_part(&mut self, ptr: Value, value: Value) -> Made<()> {
        let ty = self.facts.kernel.ty(value);
        let (spot, mask, cut) = (self.spot(ptr)?, self.block_mask(), self.cut());
        // Packing would hold what does not fit at the end of the range; words are taken as they are.
        let words = ty == Type::I32 && !cut.is_textbook();
        let mut reg = self.extended(value, if words { None } else { Some(Above::Zeros) })?;
        for bytes in cut.steps(ty).rev() {
            let (op, elem) = cut.pack(bytes).ok_or_else(|| self.lacking())?;
            if op == POp::Vpshuf {
                reg = self.by_number((op, Shape::V1I, elem), cut.width(), [ZERO, reg], EVEN_WORDS);
            } else {
                reg = self.code.packed_two(cut.width(), (op, elem), [reg, reg]);
            }
        }
        if cut.blocks() > 1 {
            reg = self.gather_blocks(reg, cut.part(ty));
        }
        if cut.is_textbook() {
            self.write_textbook(reg, spot, cut.part(ty));
            return Ok(());
        }
        self.write_low(reg, spot, (ty, mask))
    }

    /// The low end of a register from memory, zeros above.
    fn read_low(&mut self, (rs1, imm): (Reg, i32), ty: Type, mask: Option<Reg>) -> Made<Reg> {
        let rd = self.code.value(Class::V);
        let line = self.low_move(Shape::V1Mem, (ty, mask.map(|mask| (mask, true))))?;
        self.code.push(Line { rd, rs1, imm, ..line });
        Ok(rd)
    }

    /// The low end of a register to memory.
    fn write_low(&mut self, from: Reg, (rs1, imm): (Reg, i32), (ty, mask): (Type, Option<Reg>)) -> Made<()> {
        let line = self.low_move(Shape::VStore, (ty, mask.map(|mask| (mask, false))))?;
        self.code.push(Line { rs1, imm, rs2: from, ..line });
        Ok(())
    }

    /// A move of the low end of a register.
    fn low_move(&self, shape: Shape, (ty, guard): (Type, Option<(Reg, bool)>)) -> Made<Line> {
        let (cut, bytes) = (self.cut(), self.cut().part(ty));
        let width = if cut.bytes() < 16 { 8 } else { bytes.max(16) };
        // Moves under masks name the type of their elements.
        let (op, elem) = match bytes {
            _ if cut.has_masks() => x86_move(ty).ok_or_else(|| self.lacking())?,
            4 => (POp::Vmovd, Elem::One32),
            8 => (POp::Vmovq, Elem::No),
            _ => (POp::Vmovdqu, Elem::No),
        };
        let what = What::Machine(Op::Ext(op), Form::Ext(shape.of(elem)));
        Ok(Line { width: width as u8, guard, ..Line::new(what) })
    }

    /// An instruction with a number.
    fn by_number(&mut self, op: (POp, Shape, Elem), width: u8, [a, b]: [Reg; 2], number: i32) -> Reg {
        let rd = self.code.value(Class::V);
        self.code.packed(rd, op, width, [a, ZERO, b], number);
        rd
    }

    /// The bytes at the low end of a register to the low ends of its blocks.
    fn spread(&mut self, from: Reg, bytes: u32) -> Reg {
        let (cut, words) = (self.cut(), bytes / self.cut().blocks() / 4);
        if cut.permutes() {
            let places: Vec<i64> =
                (0..cut.bytes() / 4).map(|at| i64::from(at / 4 * words + at % 4)).collect();
            let index = self.words(&places);
            return self.code.packed_two(cut.width(), (POp::VpermD, Elem::Xd), [index, from]);
        }
        let upper = match words {
            1 => self.by_number((POp::Vpshuf, Shape::V1I, Elem::Xd), 16, [ZERO, from], SECOND_WORD),
            _ => self.code.packed_two(16, (POp::Vpunpckh, Elem::UQdq), [from, from]),
        };
        self.by_number((POp::Vinsertf128, Shape::VInsertBlock, Elem::No), cut.width(), [from, upper], 1)
    }

    /// The bytes at the low ends of the blocks of a register to its low end.
    fn gather_blocks(&mut self, from: Reg, bytes: u32) -> Reg {
        let (cut, words) = (self.cut(), bytes / self.cut().blocks() / 4);
        if cut.permutes() {
            let count = cut.bytes() / 4;
            let places: Vec<i64> =
                (0..count).map(|at| i64::from((at / words * 4 + at % words) % count)).collect();
            let index = self.words(&places);
            return self.code.packed_two(cut.width(), (POp::VpermD, Elem::Xd), [index, from]);
        }
        let upper =
            self.by_number((POp::Vextractf128, Shape::VExtractBlock, Elem::No), cut.width(), [ZERO, from], 1);
        let elem = if words == 1 { Elem::UDq } else { Elem::UQdq };
        self.code.packed_two(16, (POp::Vpunpckl, elem), [from, upper])
    }

    /// Bytes of memory at the low end of a textbook register: scalar loads, of which two are put side by side.
    fn read_textbook(&mut self, (rs1, offset): (Reg, i32), bytes: u32) -> Reg {
        let mut load = |op, further| {
            let rd = self.code.value(Class::V);
            let imm = offset + further;
            self.code.push(Line { rd, rs1, imm, ..Line::new(What::Machine(op, Form::LoadF)) });
            rd
        };
        match bytes {
            4 => load(Op::Flw, 0),
            8 => load(Op::Fld, 0),
            _ => {
                let (low, high) = (load(Op::Fld, 0), load(Op::Fld, 8));
                self.code.packed_two(0, (POp::Punpklo, Elem::D4), [low, high])
            }
        }
    }

    fn write_textbook(&mut self, from: Reg, (rs1, imm): (Reg, i32), bytes: u32) {
        let op = if bytes == 4 { Op::Fsw } else { Op::Fsd };
        self.code.push(Line { rs1, imm, rs2: from, ..Line::new(What::Machine(op, Form::StoreF)) });
        if bytes == 16 {
            let high = self.code.value(Class::X);
            self.code.packed(high, (POp::Pext, Shape::FExtract, Elem::D4), 0, [ZERO, ZERO, from], 1);
            store_at(&mut self.code, (rs1, imm + 8), high, Type::I64, None);
        }
    }

    /// A register of words, made once by way of memory.
    fn words(&mut self, words: &[i64]) -> Reg {
        if let Some((_, reg)) = self.word_lists.iter().find(|(known, _)| known == words) {
            return *reg;
        }
        let array = self.array(self.element_type(Type::Bool));
        let reg = self.at(Level::Launch, |this| {
            for (at, word) in words.iter().enumerate() {
                let number = this.code.number(*word);
                let place = this.place_on_stack(array.offset + 4 * at as u32);
                store_at(&mut this.code, place, number, Type::I32, None);
            }
            this.read_array(array)
        });
        self.word_lists.push((words.to_vec(), reg));
        reg
    }
}
