//! Values that live across regions: what is not the same in the whole group is kept in the memory of work-items, one
//! array for each such value behind the private arrays, and fetched by each strip of the regions that need it.

use alloc::{collections::BTreeMap, vec, vec::Vec};

use super::{
    code::{ITEM, Line, Reg, What},
    generate::{Generator, Made},
    kinds::{Kind, Kinds, Level},
    regions::Regions,
};
use crate::{
    analysis::uniformity::Uniformity,
    ir::{BlockId, Kernel, Value, ValueDef, cfg::Cfg, layout::Layout},
    machines::rvv::isa::{Form, Op as M},
    riscv::abi::Field,
};

/// A value that is kept.
#[derive(Clone, Copy, Debug)]
struct Kept {
    /// Bytes of a work-item before its own.
    offset: u64,
    /// Is it a parameter of a region's head? Then it is written by the regions before.
    passed: bool,
}

/// Where values are kept.
pub(super) struct Context {
    /// The block in which each value is defined.
    homes: Vec<Option<BlockId>>,
    /// The head of the region of each block.
    heads: Vec<BlockId>,
    kept: BTreeMap<Value, Kept>,
    /// Bytes of private arrays of a work-item.
    pub private: u64,
    /// Bytes of a work-item in all.
    pub bytes: u64,
}

impl Context {
    /// Finds the values that live across regions; they become vectors.
    pub fn new(
        kernel: &Kernel,
        cfg: &Cfg,
        regions: &Regions,
        uniform: &Uniformity,
        kinds: &mut Kinds,
        layout: &Layout,
    ) -> Context {
        let homes = homes(kernel, cfg);
        let mut list = crossing(kernel, cfg, regions, &homes, uniform, kinds);
        while kinds.make_vectors(kernel, cfg, uniform, &list) {
            list = crossing(kernel, cfg, regions, &homes, uniform, kinds);
        }
        list.sort_by_key(|value| (core::cmp::Reverse(kernel.ty(*value).bytes()), *value));
        list.dedup();
        let private = layout.private_bytes.next_multiple_of(8);
        let mut offset = private;
        let mut kept = BTreeMap::new();
        for value in list {
            let passed = matches!(kernel.values[value.index()].def, ValueDef::BlockParam(block, _)
                if regions.head[block.index()] == block);
            kept.insert(value, Kept { offset, passed });
            offset += u64::from(kernel.ty(value).bytes());
        }
        Context { homes, heads: regions.head.clone(), kept, private, bytes: offset.next_multiple_of(8) }
    }

    /// The block in which a value is defined.
    pub fn home(&self, value: Value) -> Option<BlockId> {
        self.homes[value.index()]
    }

    /// Must a block fetch the value? That is so if another region computed it, or passed it to this one's head.
    pub fn is_elsewhere(&self, value: Value, block: BlockId) -> bool {
        let same = |home: BlockId| self.heads[home.index()] == self.heads[block.index()];
        self.kept.get(&value).is_some_and(|kept| kept.passed || !self.home(value).is_some_and(same))
    }

    /// The values that a region computes and that must be kept when it is left at `block`.
    pub fn kept_at(&self, block: BlockId, dominates: impl Fn(BlockId) -> bool) -> Vec<Value> {
        let here =
            |value: &Value| !self.is_elsewhere(*value, block) && self.home(*value).is_some_and(&dominates);
        self.kept.keys().copied().filter(here).collect()
    }

    /// Is the value kept?
    pub fn keeps(&self, value: Value) -> bool {
        self.kept.contains_key(&value)
    }
}

fn homes(kernel: &Kernel, cfg: &Cfg) -> Vec<Option<BlockId>> {
    let mut homes = vec![None; kernel.values.len()];
    for id in &cfg.rpo {
        let block = &kernel.blocks[id.index()];
        let results = block.insts.iter().filter_map(|inst| kernel.insts[inst.index()].result);
        results.chain(block.params.iter().copied()).for_each(|value| homes[value.index()] = Some(*id));
    }
    homes
}

/// The values that one region computes and another needs, and those that are passed from region to region, unless they
/// are the same in the whole group or can be computed again.
fn crossing(
    kernel: &Kernel,
    cfg: &Cfg,
    regions: &Regions,
    homes: &[Option<BlockId>],
    uniform: &Uniformity,
    kinds: &Kinds,
) -> Vec<Value> {
    let region = |block: BlockId| regions.head[block.index()];
    let local = |value: &Value| {
        let again = kinds.kind(*value) != Kind::Vector && kinds.level(*value) != Level::Block;
        !uniform.is_uniform(*value) && !again
    };
    let mut list = vec![];
    for id in cfg.rpo.iter().copied() {
        let block = &kernel.blocks[id.index()];
        let mut used = |value: Value| {
            if homes[value.index()].is_some_and(|home| region(home) != region(id)) && local(&value) {
                list.push(value);
            }
        };
        for inst in &block.insts {
            kernel.insts[inst.index()].op.operands().into_iter().for_each(&mut used);
        }
        block.term.clone().for_each_operand(|value| used(*value));
        if region(id) == id {
            list.extend(block.params.iter().copied().filter(local));
        }
    }
    list
}

impl Generator<'_> {
    /// The address of the strip's part of a kept value.
    fn kept_address(&mut self, value: Value) -> Reg {
        let kept = self.context.kept.get(&value).map_or(0, |kept| kept.offset);
        let base = self.behind_items(kept);
        let width = self.ty(value).bytes();
        let offset = match width.trailing_zeros() {
            0 => ITEM,
            shift => self.code.xi(M::Slli, ITEM, shift as i32),
        };
        self.code.x(M::Add, base, offset)
    }

    /// The address of the array that lies behind `bytes` of each work-item's memory.
    pub fn behind_items(&mut self, bytes: u64) -> Reg {
        let items = self.field(Field::Items);
        if bytes == 0 {
            return items;
        }
        if let Some(known) = self.arrays.get(&bytes) {
            return *known;
        }
        let count = self.group_items();
        let array = self.at(Level::Launch, |this| {
            let before = match bytes.is_power_of_two() {
                true => this.code.xi(M::Slli, count, bytes.trailing_zeros() as i32),
                false => {
                    let bytes = this.code.number(bytes as i64);
                    this.code.x(M::Mul, count, bytes)
                }
            };
            this.code.x(M::Add, items, before)
        });
        self.arrays.insert(bytes, array);
        array
    }

    /// Work-items of a group.
    pub fn group_items(&mut self) -> Reg {
        if let Some(known) = self.items {
            return known;
        }
        let (x, y, z) = (self.field(Field::LocalX), self.field(Field::LocalY), self.field(Field::LocalZ));
        let items = self.at(Level::Launch, |this| {
            let plane = this.code.x(M::Mul, x, y);
            this.code.x(M::Mul, plane, z)
        });
        self.items = Some(items);
        items
    }

    /// Reads a kept value at the start of the strip.
    pub fn fetch(&mut self, value: Value) -> Made<Reg> {
        let width = 8 * self.ty(value).bytes();
        let bool = self.ty(value) == crate::ir::Type::Bool;
        let reg = self.at(Level::Strip, |this| {
            let address = this.kept_address(value);
            let rd = this.code.value(super::code::Class::V);
            let load = Line::new(What::Machine(M::Vle, Form::Unit));
            this.code.push(Line { rd, rs1: address, width: width as u8, ..load });
            if bool { this.not_zero(rd) } else { rd }
        });
        self.region.vectors.insert(value, reg);
        Ok(reg)
    }

    /// Writes a vector (a mask as bytes) to where another value is kept.
    pub fn keep(&mut self, value: Value, from: Reg) {
        let bool = self.ty(value) == crate::ir::Type::Bool;
        let data = if bool { self.bytes_of(from, 8) } else { from };
        let address = self.kept_address(value);
        let width = (8 * self.ty(value).bytes()) as u8;
        let store = Line::new(What::Machine(M::Vse, Form::Unit));
        self.code.push(Line { rd: data, rs1: address, width, ..store });
    }
}
