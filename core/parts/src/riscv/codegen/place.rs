//! Values that depend on nothing but the place of a work-item and on arguments, each written once, where it changes: at the
//! start of the program, of a group, of a row, of a strip.

use super::{
    code::{Code, Section},
    convert::float_of,
    emit::{Emit, Values},
    line::{Class, Extension, GROUP, ITEM, Line, Reg, What},
};
use crate::{
    base::{OrdMap, num},
    codegen::spmd::variability::Level,
    ir::{Type, WorkItem},
    riscv::{abi::Field, isa::Op},
};

/// Code whose sections are carried out at different rates. Work-items are numbered row by row; those whose turn it is are
/// neighbours in one row.
pub trait Sections<X: Extension>: Values<Emit = Code<X>> + Sized {
    /// The section for what changes as often; the one that is being written for [`Level::Block`].
    fn section(&self, level: Level) -> Section;

    /// The double words of the launch block that were read so far.
    fn fields(&mut self) -> &mut OrdMap<Field, Reg>;

    /// The place along its row of the first work-item whose turn it is, for [`Level::Strip`].
    fn along_row(&mut self) -> Reg;

    /// Writes what changes as often.
    fn at<T>(&mut self, level: Level, f: impl FnOnce(&mut Self) -> T) -> T {
        let section = self.section(level);
        let back = self.emit().switch(section);
        let result = f(self);
        self.emit().switch(back);
        result
    }

    /// A double word of the launch block, read once.
    fn field(&mut self, field: Field) -> Reg {
        if let Some(reg) = self.fields().get(&field) {
            return *reg;
        }
        let reg = self.at(Level::Launch, |this| this.emit().field(field));
        self.fields().insert(field, reg);
        reg
    }

    /// A constant.
    fn number(&mut self, ty: Type, bits: u64) -> Reg {
        if !ty.is_float() {
            let number = if ty == Type::Bool { bits as i64 & 1 } else { num::signed(ty, bits) };
            return self.emit().number(number);
        }
        let from = self.emit().number(num::signed(ty, bits));
        float_of(self.emit(), from, ty)
    }

    /// An argument.
    fn argument(&mut self, at: u32, ty: Type) -> Reg {
        let rd = self.emit().value(Class::of_scalar(ty));
        self.emit().push(Line { rd, ..Line::new(What::Argument(at)) });
        rd
    }

    /// A work-item's place: in dimension 0 that of the first whose turn it is.
    fn place(&mut self, what: WorkItem, dim: u8) -> Reg {
        let dim = usize::from(dim.min(2));
        let pick = |fields: [Field; 3]| fields[dim];
        match what {
            WorkItem::GlobalSize => self.field(pick([Field::GlobalX, Field::GlobalY, Field::GlobalZ])),
            WorkItem::LocalSize => self.field(pick([Field::LocalX, Field::LocalY, Field::LocalZ])),
            WorkItem::NumGroups => self.field(pick([Field::GroupsX, Field::GroupsY, Field::GroupsZ])),
            WorkItem::GroupId => self.group_id(dim),
            WorkItem::LocalId => self.local_id(dim),
            WorkItem::GlobalId => {
                let size = self.place(WorkItem::LocalSize, dim as u8);
                let start = self.at(Level::Group, |this| {
                    let group = this.group_id(dim);
                    this.emit().x(Op::Mul, group, size)
                });
                let local = self.local_id(dim);
                self.emit().x(Op::Add, start, local)
            }
        }
    }

    /// The group's place in a dimension.
    fn group_id(&mut self, dim: usize) -> Reg {
        let (x, y) = (self.field(Field::GroupsX), self.field(Field::GroupsY));
        self.at(Level::Group, |this| {
            let code = this.emit();
            if dim == 0 {
                return code.x(Op::Remu, GROUP, x);
            }
            let row = code.x(Op::Divu, GROUP, x);
            code.x(if dim == 1 { Op::Remu } else { Op::Divu }, row, y)
        })
    }

    /// The work-item's place in its group, in a dimension.
    fn local_id(&mut self, dim: usize) -> Reg {
        let (x, y) = (self.field(Field::LocalX), self.field(Field::LocalY));
        match dim {
            0 => self.along_row(),
            _ => self.at(Level::Row, |this| {
                let row = this.emit().x(Op::Divu, ITEM, x);
                this.emit().x(if dim == 1 { Op::Remu } else { Op::Divu }, row, y)
            }),
        }
    }
}
