//! What depends on the launch, in the kernel: sizes become numbers, places in groups follow from places in
//! the launch, and
//! addresses in group memory begin at the part of the scratchpad that belongs to the work-item's group.
//!
//! Behind this `GlobalId` 0 is the work-item's column and `GlobalId` 1 its row, in the machine's launch; no
//! other place is asked for.

use alloc::vec::Vec;

use lanescope_parts::{
    ir::{
        Binary, Convert, Inst, InstId, Kernel, Op, Space, Type, Value, ValueDef, ValueInfo, WorkItem,
        layout::{GroupMemory, Layout},
    },
    opt,
    source::Span,
};

use super::shape::Shape;

/// Does a kernel ask what group a work-item is in, or have anything in common in a group?
pub fn asks_of_groups(kernel: &Kernel) -> bool {
    let asks = |op: &Op| {
        matches!(op, Op::Barrier | Op::WorkItem(WorkItem::LocalId | WorkItem::GroupId, _))
            || matches!(op, Op::WorkItem(WorkItem::LocalSize | WorkItem::NumGroups, _))
    };
    let local = |ty: Type| ty == Type::Ptr(Space::Local);
    kernel.codes().any(|code| code.listed().any(|inst| asks(&inst.op)))
        || kernel.values.iter().any(|value| local(value.ty))
}

/// Lets a work-item's place in a launch be one where it is computed from its group and its place there, whose size is known.
pub fn join_places(kernel: &mut Kernel, local: [u32; 3]) {
    let is = |kernel: &Kernel, value: Value, what: WorkItem| match kernel.def(value)?.op {
        Op::WorkItem(found, dim) if found == what => Some(dim),
        _ => None,
    };
    let group = |kernel: &Kernel, value: Value| {
        let size = |value: Value, dim: u8| {
            let side = local[usize::from(dim)];
            is(kernel, value, WorkItem::LocalSize) == Some(dim) || kernel.constant(value) == Some(side.into())
        };
        match kernel.def(value)?.op {
            Op::Binary(Binary::Mul, a, b) => [(a, b), (b, a)].into_iter().find_map(|(group, side)| {
                is(kernel, group, WorkItem::GroupId).filter(|dim| size(side, *dim))
            }),
            Op::Binary(Binary::Shl, a, by) => is(kernel, a, WorkItem::GroupId).filter(|dim| {
                let side = local[usize::from(*dim)];
                side.is_power_of_two() && kernel.constant(by) == Some(side.trailing_zeros().into())
            }),
            _ => is(kernel, value, WorkItem::GroupId).filter(|dim| local[usize::from(*dim)] == 1),
        }
    };
    for at in 0..kernel.insts.len() {
        let Op::Binary(Binary::Add, a, b) = kernel.insts[at].op else { continue };
        let place = [(a, b), (b, a)].into_iter().find_map(|(start, inside)| {
            group(kernel, start).filter(|dim| is(kernel, inside, WorkItem::LocalId) == Some(*dim))
        });
        if let Some(dim) = place.filter(|_| kernel.ty(a) == Type::I32) {
            kernel.insts[at].op = Op::WorkItem(WorkItem::GlobalId, dim);
        }
    }
    opt::dead::PASS.apply(kernel);
}

/// New instructions for the start of a kernel.
struct Start<'k> {
    kernel: &'k mut Kernel,
    insts: Vec<InstId>,
}

impl Start<'_> {
    fn op(&mut self, op: Op, ty: Type) -> Value {
        let value = Value(self.kernel.values.len() as u32);
        let inst = InstId(self.kernel.insts.len() as u32);
        self.kernel.values.push(ValueInfo { ty, def: ValueDef::Inst(inst) });
        self.kernel.insts.push(Inst { op, result: Some(value), span: Span::NONE });
        self.insts.push(inst);
        value
    }

    fn number(&mut self, number: u32) -> Value {
        self.op(Op::Const(number.into()), Type::I32)
    }

    fn with(&mut self, op: Binary, a: Value, number: u32) -> Value {
        let b = self.number(number);
        self.op(Op::Binary(op, a, b), Type::I32)
    }

    /// `(a >> shift) & (count - 1)` for powers of two.
    fn part(&mut self, a: Value, unit: u32, count: u32) -> Value {
        let shifted = self.with(Binary::ShrU, a, unit.trailing_zeros());
        self.with(Binary::And, shifted, count - 1)
    }
}

/// The places of a work-item, by dimension.
struct Places {
    global: [Value; 3],
    local: [Value; 3],
    group: [Value; 3],
    /// Which of the OpenCL groups in the machine's group it is in.
    sharer: Value,
}

impl Places {
    fn new(start: &mut Start<'_>, shape: &Shape) -> Places {
        let [x, row] = [0, 1].map(|dim| start.op(Op::WorkItem(WorkItem::GlobalId, dim), Type::I32));
        let [lx, ly, lz] = shape.local;
        let zero = start.number(0);
        let row = if shape.size[1] == 1 { zero } else { row };
        let (y, z) = if shape.global[2] == 1 { (row, zero) } else { rows(start, shape, row) };
        let global = [x, y, z];
        let sides = [lx, ly, lz];
        let local = [0, 1, 2].map(|dim| start.part(global[dim], 1, sides[dim]));
        let group = [0, 1, 2].map(|dim| start.with(Binary::ShrU, global[dim], sides[dim].trailing_zeros()));
        let group = uniform(start, shape, group);
        let [across, down] = shape.sharing();
        let column = start.part(x, lx, across);
        let line = start.part(row, shape.local_rows(), down);
        let line = start.with(Binary::Mul, line, across);
        let sharer = start.op(Op::Binary(Binary::Add, column, line), Type::I32);
        let sharer = if across * down == 1 { zero } else { sharer };
        Places { global, local, group, sharer }
    }
}

/// Row and layer of a row of the machine's launch.
fn rows(start: &mut Start<'_>, shape: &Shape, row: Value) -> (Value, Value) {
    let [_, ly, lz] = shape.local;
    let blocks = shape.global[1] / ly;
    let block = start.with(Binary::ShrU, row, (ly * lz).trailing_zeros());
    let mut side = |op, unit: u32, length: u32| {
        let at = start.with(op, block, blocks);
        let at = start.with(Binary::Mul, at, length);
        let inside = start.part(row, unit, length);
        start.op(Op::Binary(Binary::Add, at, inside), Type::I32)
    };
    (side(Binary::RemU, 1, ly), side(Binary::DivU, ly, lz))
}

/// The machine's group is the OpenCL group where it is as wide, or as high: then its number is the same in
/// all work-items.
fn uniform(start: &mut Start<'_>, shape: &Shape, group: [Value; 3]) -> [Value; 3] {
    let mut own = |dim: usize| start.op(Op::WorkItem(WorkItem::GroupId, dim as u8), Type::I32);
    let [across, down] = shape.sharing();
    let x = if across == 1 { own(0) } else { group[0] };
    let y = if down == 1 && shape.size[1] > 1 && shape.global[2] == 1 { own(1) } else { group[1] };
    [x, y, group[2]]
}

/// Rewrites a kernel for a launch.
pub fn rewrite(kernel: &mut Kernel, shape: &Shape, layout: &Layout, memory: &GroupMemory) {
    let old = kernel.blocks.iter().flat_map(|block| block.insts.clone()).collect::<Vec<InstId>>();
    let mut start = Start { kernel, insts: Vec::new() };
    let places = Places::new(&mut start, shape);
    let words = memory.bytes.next_multiple_of(4) as u32;
    for id in old {
        let inst = start.kernel.insts[id.index()].clone();
        let address = match inst.op {
            Op::Slot(slot) if start.kernel.slots[slot.index()].space == Space::Local => {
                Some(layout.offsets[slot.index()])
            }
            Op::Arg(at) if start.kernel.params[at as usize].ty == Type::Ptr(Space::Local) => {
                Some(memory.args[at as usize])
            }
            _ => None,
        };
        let op = match (inst.op, address) {
            (_, Some(address)) => local_address(&mut start, &places, words, address as u32),
            (Op::WorkItem(what, dim), _) => place(&mut start, shape, &places, what, dim.into()),
            _ => continue,
        };
        start.kernel.insts[id.index()].op = op;
    }
    let insts = core::mem::take(&mut start.insts);
    let entry = &mut kernel.blocks[0].insts;
    *entry = insts.into_iter().chain(entry.iter().copied()).collect();
}

/// The address of a byte of group memory in the scratchpad.
fn local_address(start: &mut Start<'_>, places: &Places, bytes: u32, address: u32) -> Op {
    let base = start.with(Binary::Mul, places.sharer, bytes);
    let sum = start.with(Binary::Add, base, address);
    let wide = start.op(Op::Convert(Convert::ZExt, sum), Type::I64);
    Op::Convert(Convert::Bits, wide)
}

/// A place or a size.
fn place(start: &mut Start<'_>, shape: &Shape, places: &Places, what: WorkItem, dim: usize) -> Op {
    let value = match what {
        WorkItem::GlobalId => places.global[dim],
        WorkItem::LocalId => places.local[dim],
        WorkItem::GroupId => places.group[dim],
        WorkItem::GlobalSize => return Op::Const(shape.global[dim].into()),
        WorkItem::LocalSize => return Op::Const(shape.local[dim].into()),
        WorkItem::NumGroups => return Op::Const((shape.global[dim] / shape.local[dim]).into()),
    };
    let zero = start.number(0);
    Op::Binary(Binary::Add, value, zero)
}
