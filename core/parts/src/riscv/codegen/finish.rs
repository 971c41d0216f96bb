//! From lines to the program: arguments, numbers, the stack, and the distances of branches.

use alloc::{vec, vec::Vec};

use super::{
    files::{Files, Placed, SPARE},
    line::{Class, Extension, Line, Reg, What},
};
use crate::{
    base::{OrdMap, order},
    codegen::lines::Label,
    ir::{Space, Type, moves},
    riscv::{
        abi::{Items, Place, places},
        asm::load_number,
        isa::{Form, Inst, Op},
        relax,
    },
    source::Span,
};

/// Removes lines whose results nobody needs.
pub fn tidy<X: Extension>(lines: &mut Vec<Line<X>>) {
    let mut count: OrdMap<u32, u32> = OrdMap::new();
    for value in lines.iter().flat_map(|line| line.uses()) {
        *count.entry(value).or_default() += 1;
    }
    let mut changed = true;
    while changed {
        changed = false;
        lines.retain(|line| {
            let unused = line.is_pure() && line.def().is_some_and(|def| only_by_itself(line, def, &count));
            if unused {
                changed = true;
                line.uses().iter().for_each(|value| {
                    count.entry(*value).and_modify(|count| *count -= 1);
                });
            }
            !unused
        });
    }
}

/// Is a value read by nobody but the line that writes it?
fn only_by_itself<X: Extension>(line: &Line<X>, def: u32, count: &OrdMap<u32, u32>) -> bool {
    let own = line.uses().iter().filter(|value| **value == def).count() as u32;
    count.get(&def).copied().unwrap_or(0) == own
}

/// Moves the lines that take arguments to the start.
pub fn arguments_first<X: Extension>(lines: Vec<Line<X>>) -> Vec<Line<X>> {
    let (mut first, rest): (Vec<Line<X>>, Vec<Line<X>>) =
        lines.into_iter().partition(|line| matches!(line.what, What::Argument(_)));
    first.extend(rest);
    first
}

/// An instruction, or a branch whose distance is not known yet.
struct Piece<X: Extension> {
    inst: Inst<X>,
    target: Option<Label>,
    items: Items,
    /// Does it access private memory?
    private: bool,
}

/// Writes instructions.
struct Writer<'a, X: Extension> {
    placed: &'a Placed<X>,
    /// The register of the machine for each register of the allocation.
    files: Files<X>,
    pieces: Vec<Piece<X>>,
    labels: OrdMap<Label, usize>,
    /// The work-items that the line works for.
    items: Items,
}

/// Instructions, and what is known of them.
#[derive(Clone, Debug)]
pub struct Written<X: Extension> {
    /// The instructions.
    pub code: Vec<Inst<X>>,
    /// The work-items that they work for, where those are others than the first: [`Kernel::items`].
    ///
    /// [`Kernel::items`]: crate::riscv::abi::Kernel::items
    pub items: Vec<(u32, Items)>,
    /// Which of them access private memory: [`Private::accesses`].
    ///
    /// [`Private::accesses`]: crate::riscv::private::Private::accesses
    pub private: Vec<bool>,
}

/// The instructions. `None`: the program is too long for its jumps, or has arguments on a stack that it must align.
pub fn write<X: Extension>(placed: &Placed<X>, params: &[Type]) -> Option<Written<X>> {
    let passed: Vec<Place> = places(params);
    if placed.align > 16 && passed.iter().any(|place| matches!(place, Place::Stack(_))) {
        return None;
    }
    let (files, items) = (placed.files.clone(), Items::FIRST);
    let mut writer = Writer { placed, files, pieces: vec![], labels: OrdMap::new(), items };
    writer.prefer(&passed);
    writer.enter(&passed);
    for line in &placed.lines {
        writer.items = line.items;
        writer.line(line);
    }
    writer.link()
}

impl<X: Extension> Writer<'_, X> {
    /// Gives values of arguments the registers in which these are passed.
    fn prefer(&mut self, passed: &[Place]) {
        for line in &self.placed.lines {
            let (What::Argument(at), Reg::Value(value)) = (line.what, line.rd) else { continue };
            let color = self.placed.registers[value as usize] as usize;
            let class = self.placed.classes[value as usize];
            let wanted = match (passed.get(at as usize), class) {
                (Some(Place::Integer(register)), Class::X) => *register,
                (Some(Place::Float(register)), Class::F) => *register,
                _ => continue,
            };
            let file = &mut self.files.of[class as usize].registers;
            if let Some(other) = file.iter().position(|register| *register == wanted) {
                file.swap(color, other);
            }
        }
    }

    fn number(&self, value: u32) -> u8 {
        let color = self.placed.registers[value as usize];
        let class = self.placed.classes[value as usize];
        self.files.of[class as usize].registers[color as usize]
    }

    fn push(&mut self, inst: Inst<X>) {
        self.pieces.push(Piece { inst, target: None, items: self.items, private: false });
    }

    fn op(&mut self, op: Op<X>, form: Form<X>, fields: [u8; 3], imm: i32, span: Span) {
        let [rd, rs1, rs2] = fields;
        self.push(Inst { rd, rs1, rs2, imm, ..Inst::new(op, form, span) });
    }

    /// Makes room on the stack and brings arguments to their registers.
    fn enter(&mut self, passed: &[Place]) {
        let frame = self.placed.stack.next_multiple_of(16) as i64;
        if frame > 0 {
            self.address(SP, -frame, Span::NONE);
        }
        if self.placed.align > 16 {
            self.op(Op::Andi, Form::I, [SP, SP, 0], -(self.placed.align as i32), Span::NONE);
        }
        let mut pairs: [Vec<(u8, u8)>; 2] = [vec![], vec![]];
        let mut late = vec![];
        for line in &self.placed.lines {
            match (line.what, line.rd) {
                (What::Pass { argument, offset }, _) => {
                    self.pass(passed.get(argument as usize).copied(), offset, frame);
                }
                (What::Argument(at), Reg::Value(value)) => {
                    let to = self.number(value);
                    let class = self.placed.classes[value as usize];
                    match (passed.get(at as usize).copied(), class) {
                        (Some(Place::Integer(from)), Class::X) => pairs[0].push((to, from)),
                        (Some(Place::Float(from)), _) => pairs[1].push((to, from)),
                        (place, _) => late.push((to, class, place)),
                    }
                }
                _ => {}
            }
        }
        // Floats that are passed in integer registers leave these before they are overwritten.
        order::sort_by_key(&mut late, |(_, _, place)| matches!(place, Some(Place::Stack(_))));
        let (from_registers, from_stack): (Vec<_>, Vec<_>) =
            late.into_iter().partition(|(_, _, place)| matches!(place, Some(Place::Integer(_))));
        for (to, from) in moves::sequence(&pairs[1], SPARE) {
            self.op(Op::Fsgnj, Form::ED, [to, from, from], 0, Span::NONE);
        }
        for (to, _, place) in from_registers {
            if let Some(Place::Integer(from)) = place {
                self.op(Op::FmvF, Form::InD, [to, from, 0], 0, Span::NONE);
            }
        }
        for (to, from) in moves::sequence(&pairs[0], SPARE) {
            self.op(Op::Addi, Form::I, [to, from, 0], 0, Span::NONE);
        }
        for (to, class, place) in from_stack {
            if let Some(Place::Stack(at)) = place {
                self.stack_access(class, true, to, frame + 8 * i64::from(at), Span::NONE);
            }
        }
    }

    /// An argument that lives on the stack.
    fn pass(&mut self, place: Option<Place>, offset: u32, frame: i64) {
        let offset = i64::from(offset);
        match place {
            Some(Place::Integer(from)) => self.stack_access(Class::X, false, from, offset, Span::NONE),
            Some(Place::Float(from)) => self.stack_access(Class::F, false, from, offset, Span::NONE),
            Some(Place::Stack(at)) => {
                // By way of a float register that has no value.
                self.stack_access(Class::F, true, SPARE, frame + 8 * i64::from(at), Span::NONE);
                self.stack_access(Class::F, false, SPARE, offset, Span::NONE);
            }
            None => {}
        }
    }

    /// Reads or writes a register's place on the stack.
    fn stack_access(&mut self, class: Class, read: bool, register: u8, offset: i64, span: Span) {
        let whole = matches!(class, Class::M | Class::V);
        let near = (-2048..2048).contains(&offset) && (!whole || X::WHOLE_HAS_OFFSET) || offset == 0;
        let (base, imm) = if near { (SP, offset as i32) } else { (SPARE, 0) };
        if !near {
            self.address(SPARE, offset, span);
        }
        let (op, form) = match (class, read) {
            (Class::X, true) => (Op::Ld, Form::Load),
            (Class::X, false) => (Op::Sd, Form::Store),
            (Class::F, true) => (Op::Fld, Form::LoadF),
            (Class::F, false) => (Op::Fsd, Form::StoreF),
            (class, read) => {
                let inst = X::whole(self.files.whole, class, read, register, base);
                return self.push(Inst { imm, span, ..inst });
            }
        };
        let [rd, rs2] = if read { [register, 0] } else { [0, register] };
        self.op(op, form, [rd, base, rs2], imm, span);
    }

    /// `to` = `sp` + a distance.
    fn address(&mut self, to: u8, distance: i64, span: Span) {
        if (-2048..2048).contains(&distance) {
            self.op(Op::Addi, Form::I, [to, SP, 0], distance as i32, span);
        } else {
            self.load_number(SPARE, distance, span);
            self.op(Op::Add, Form::R, [to, SPARE, SP], 0, span);
        }
    }

    fn load_number(&mut self, to: u8, number: i64, span: Span) {
        for (at, (name, imm)) in load_number(number).into_iter().enumerate() {
            let from = if at == 0 { 0 } else { to };
            let (op, form) = match name {
                "lui" => (Op::Lui, Form::Upper),
                "addiw" => (Op::Addiw, Form::I),
                "slli" => (Op::Slli, Form::Shift64),
                _ => (Op::Addi, Form::I),
            };
            self.op(op, form, [to, from, 0], imm as i32, span);
        }
    }

    fn line(&mut self, line: &Line<X>) {
        let mut fixed = *line;
        for reg in [&mut fixed.rd, &mut fixed.rs1, &mut fixed.rs2, &mut fixed.rs3] {
            if let Reg::Value(value) = *reg {
                *reg = Reg::Fixed(self.number(value));
            }
        }
        if let Some((Reg::Value(value), flag)) = fixed.guard {
            fixed.guard = Some((Reg::Fixed(self.number(value)), flag));
        }
        match line.what {
            What::Machine(op, form) => {
                let idle = line.copy().is_some() && fixed.rd == fixed.rs1;
                if !idle {
                    let inst = fixed.machine(op, form);
                    let private = line.space == Some(Space::Private);
                    self.pieces.push(Piece { inst, target: line.target, items: line.items, private });
                }
            }
            What::Place(label) => {
                self.labels.insert(label, self.pieces.len());
            }
            What::Number(number) => self.load_number(fixed.rd.number(), number, line.span),
            What::Save(offset) => self.spilled(line.rs1, fixed.rs1.number(), false, offset, line.span),
            What::Restore(offset) => self.spilled(line.rd, fixed.rd.number(), true, offset, line.span),
            What::Own(own) => {
                X::own(own, fixed.rd.number(), line.span).into_iter().for_each(|inst| self.push(inst));
            }
            What::Argument(_) | What::Pass { .. } | What::Anything => {}
        }
    }

    fn spilled(&mut self, value: Reg, register: u8, read: bool, offset: u32, span: Span) {
        if let Reg::Value(value) = value {
            let class = self.placed.classes[value as usize];
            self.stack_access(class, read, register, offset.into(), span);
        }
    }

    /// Fills in distances. Branches that do not reach become two instructions.
    fn link(self) -> Option<Written<X>> {
        let is_branch = |piece: &Piece<X>| piece.target.is_some() && piece.inst.form == Form::Branch;
        let branches: Vec<usize> = (0..self.pieces.len()).filter(|at| is_branch(&self.pieces[*at])).collect();
        let far = relax::far_branches(branches.len(), |far| {
            let starts = self.starts(&branches, far);
            branches.iter().map(|at| self.distance(&starts, *at)).collect()
        });
        let starts = self.starts(&branches, &far);
        let mut far = far.into_iter();
        let (mut code, mut items, mut private) = (vec![], vec![], vec![]);
        for (index, piece) in self.pieces.iter().enumerate() {
            let distance = self.distance(&starts, index);
            if !(-(1 << 20) + 8..(1 << 20) - 8).contains(&distance) {
                return None;
            }
            if piece.items != Items::FIRST {
                items.push((code.len() as u32, piece.items));
            }
            match piece.target {
                Some(_) if is_branch(piece) => {
                    code.extend(relax::branch(piece.inst, distance as i32, far.next().unwrap_or(false)));
                }
                Some(_) => code.push(Inst { imm: distance as i32, ..piece.inst }),
                None => code.push(piece.inst),
            }
            private.resize(code.len(), piece.private);
        }
        if !private.contains(&true) {
            private.clear();
        }
        Some(Written { code, items, private })
    }

    /// Where each piece begins, and the end, in bytes.
    fn starts(&self, branches: &[usize], far: &[bool]) -> Vec<i64> {
        let mut sizes = vec![4; self.pieces.len()];
        for (at, far) in branches.iter().zip(far) {
            sizes[*at] = if *far { 8 } else { 4 };
        }
        let mut starts = vec![0];
        starts.extend(sizes.iter().scan(0, |at, size| {
            *at += size;
            Some(*at)
        }));
        starts
    }

    /// How far the place is to which a piece goes; 0 if it goes nowhere.
    fn distance(&self, starts: &[i64], index: usize) -> i64 {
        let to = self.pieces[index].target.and_then(|label| self.labels.get(&label));
        to.map_or(0, |to| starts[*to] - starts[index])
    }
}

const SP: u8 = 2;
