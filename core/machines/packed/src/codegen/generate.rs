//! Scalars on demand. One that changes seldom is computed where it changes: at the start of the program, of a group, of a row,
//! of a strip. It is written there when somebody first asks for it, so that nothing is computed in vain.

use lanescope_parts::{
    base::{OrdMap, num},
    codegen::{
        operands::{innermost_first, is_deep},
        spmd::variability::{Level, Variability},
    },
    ir::{Convert, Op, Type, Value, ValueDef},
    riscv::{
        abi::Field,
        codegen::{self, Emit, Sections, Values, cut},
    },
};

use super::{
    code::{Code, ITEM, Reg, Section},
    state::{Generator, Made, scalar_class},
    sums::By,
    target::{is_narrow_conversion, mode},
};
use crate::isa::{Op as M, P};

impl Values for Generator<'_> {
    type Emit = Code;

    fn emit(&mut self) -> &mut Code {
        &mut self.code
    }

    fn ty(&self, value: Value) -> Type {
        self.facts.kernel.ty(value)
    }

    fn constant(&self, value: Value) -> Option<i64> {
        let ty = self.facts.kernel.ty(value);
        let number = self.facts.kernel.constant(value).map(|bits| num::signed(ty, bits))?;
        Some(if ty == Type::Bool { number & 1 } else { number })
    }

    /// What a value is for the work-item whose turn it is.
    fn scalar(&mut self, value: Value) -> Made<Reg> {
        if let Some(at) = self.strip.element {
            return self.scalar_of_element(value, at);
        }
        let region = &self.region;
        let known = region.scalars.get(&value).or_else(|| region.rows.get(&value));
        if let Some(reg) = known.or_else(|| self.scalars.get(&value)) {
            return Ok(*reg);
        }
        if self.facts.is_vector(value) && self.facts.kept.is_elsewhere(value, self.block) {
            return Ok(self.fetch(value));
        }
        let (level, ty) = (self.facts.variability.level(value), self.ty(value));
        let reg = match self.facts.kernel.values[value.index()].def {
            // Parameters, and what is computed where it stands, get their register before they are written.
            ValueDef::Inst(inst) if level != Level::Block => {
                self.deep_operands(value, Self::is_known, |this, inner| this.scalar(inner).map(drop))?;
                let op = &self.facts.kernel.insts[inst.index()].op;
                self.deeper(|this| this.at(level, |this| this.computed(op, value)))?
            }
            _ => self.code.value(scalar_class(ty)),
        };
        let uniform = level == Level::Block && self.facts.uniform.is_uniform(value);
        let memo = match level {
            _ if level <= Level::Group || uniform => &mut self.scalars,
            Level::Row => &mut self.region.rows,
            _ => &mut self.region.scalars,
        };
        memo.insert(value, reg);
        if level == Level::Strip && self.facts.variability.of(value) == Variability::Affine {
            self.moves_on(reg, By::Value(value));
        }
        Ok(reg)
    }
}

impl Sections<P> for Generator<'_> {
    fn section(&self, level: Level) -> Section {
        match level {
            Level::Launch => self.start,
            Level::Group => self.group,
            Level::Row => self.region.row,
            Level::Strip => self.region.before,
            Level::Block => self.code.current(),
        }
    }

    fn fields(&mut self) -> &mut OrdMap<Field, Reg> {
        &mut self.fields
    }

    fn along_row(&mut self) -> Reg {
        let start = self.region.start;
        self.at(Level::Strip, |this| this.code.x(M::Sub, ITEM, start))
    }
}

impl Generator<'_> {
    /// Writes what is done at the start of each strip.
    pub fn each_strip<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> T {
        let back = self.code.switch(self.region.top);
        let result = f(self);
        self.code.switch(back);
        result
    }

    /// Whether a scalar has its register.
    fn is_known(&self, value: Value) -> bool {
        self.scalars.contains_key(&value)
            || self.region.scalars.contains_key(&value)
            || self.region.rows.contains_key(&value)
            || self.facts.variability.level(value) == Level::Block
            || self.facts.is_vector(value)
    }

    /// Computes what a value is made of, where values on demand would go too deep.
    pub fn deep_operands(
        &mut self,
        value: Value,
        is_known: impl Fn(&Self, Value) -> bool,
        compute: impl Fn(&mut Self, Value) -> Made<()>,
    ) -> Made<()> {
        if !is_deep(self.nested) {
            return Ok(());
        }
        let list = innermost_first(&self.facts.kernel, value, |inner| is_known(self, inner));
        let mut inner = list.into_iter().filter(|inner| *inner != value);
        self.deeper(|this| inner.try_for_each(|inner| compute(this, inner)))
    }

    /// Works on the operands of a value.
    pub fn deeper<T>(&mut self, work: impl FnOnce(&mut Self) -> Made<T>) -> Made<T> {
        self.nested += 1;
        let made = work(self);
        self.nested -= 1;
        made
    }

    /// Computes a scalar here.
    pub fn computed(&mut self, op: &Op, value: Value) -> Made<Reg> {
        let ty = self.ty(value);
        Ok(match op {
            Op::Const(bits) => self.number(ty, *bits),
            Op::Arg(at) => self.argument(*at, ty),
            Op::Slot(slot) => self.code.number(self.facts.layout.offsets[slot.index()] as i64),
            Op::WorkItem(what, dim) => self.place(*what, *dim),
            Op::Convert(op @ (Convert::FToS | Convert::FToU), a)
                if is_narrow_conversion(&Op::Convert(*op, *a), ty) =>
            {
                self.narrow_conversion(*op, *a, ty)?
            }
            Op::Math(math, args) if args.len() == 1 && mode(*math).is_some() => {
                self.rounded(*math, args[0])?
            }
            op if codegen::has(op, ty) => codegen::operation(self, op, ty)?
                .ok_or_else(|| self.refuse("scalar instruction for this operation"))?,
            _ => return Err(self.refuse("scalar instruction for this operation")),
        })
    }

    /// A float as 8 or 16 bits: as 64 bits, then the nearest number that fits.
    fn narrow_conversion(&mut self, op: Convert, a: Value, ty: Type) -> Made<Reg> {
        let signed = op == Convert::FToS;
        let bits = ty.bits();
        let (least, most) =
            if signed { (-1 << (bits - 1), (1 << (bits - 1)) - 1) } else { (0, (1 << bits) - 1) };
        let whole = codegen::operation(self, &Op::Convert(op, a), Type::I64)?
            .ok_or_else(|| self.refuse("conversion of this float"))?;
        let class = (Code::INTEGER, Type::I64);
        let most = self.code.number(most);
        let below = if signed { M::Blt } else { M::Bltu };
        let mut number = self.code.choose(below, [whole, most], [whole, most], class);
        if signed {
            let least = self.code.number(least);
            number = self.code.choose(M::Blt, [number, least], [least, number], class);
        }
        Ok(cut(&mut self.code, ty, number))
    }
}
