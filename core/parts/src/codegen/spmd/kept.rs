//! Values that live across regions: what is not the same in the whole group is kept in the memory of work-items, one
//! array for each such value behind the private arrays (the values of neighbouring work-items are neighbours), and fetched
//! by each strip of the regions that need it.

use alloc::{vec, vec::Vec};

use super::{
    regions::Regions,
    variability::{Level, Variabilities, Variability},
};
use crate::{
    analysis::uniformity::Uniformity,
    base::{OrdMap, order},
    codegen::target::TargetMachine,
    ir::{BlockId, Kernel, Value, ValueDef, cfg::Cfg, layout::Layout},
};

/// Where a value is kept.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// Bytes of a work-item before its own.
    offset: u64,
    /// Is it a parameter of a region's head? Then it is written by the regions before.
    passed: bool,
}

/// Which values are kept, and where.
#[derive(Clone)]
pub struct Kept {
    /// The block in which each value is defined.
    homes: Vec<Option<BlockId>>,
    /// The head of the region of each block.
    heads: Vec<BlockId>,
    places: OrdMap<Value, Place>,
    /// Bytes of private arrays of a work-item.
    pub private: u64,
    /// Bytes of a work-item in all.
    pub bytes: u64,
}

impl Kept {
    /// Finds the values that live across regions; they become vectors.
    pub fn new(
        (kernel, cfg): (&Kernel, &Cfg),
        regions: &Regions,
        uniform: &Uniformity,
        variability: &mut Variabilities,
        layout: &Layout,
        target: &dyn TargetMachine,
    ) -> Kept {
        let homes = homes(kernel, cfg);
        let mut list = crossing(kernel, cfg, regions, &homes, uniform, variability);
        while variability.make_vectors(kernel, cfg, uniform, target, &list) {
            list = crossing(kernel, cfg, regions, &homes, uniform, variability);
        }
        order::sort_by_key(&mut list, |value| (core::cmp::Reverse(kernel.ty(*value).bytes()), *value));
        list.dedup();
        let private = layout.private_bytes.next_multiple_of(8);
        let mut offset = private;
        let mut places = OrdMap::new();
        for value in list {
            let passed = matches!(kernel.values[value.index()].def, ValueDef::BlockParam(block, _)
                if regions.head[block.index()] == block);
            places.insert(value, Place { offset, passed });
            offset += u64::from(kernel.ty(value).bytes());
        }
        Kept { homes, heads: regions.head.clone(), places, private, bytes: offset.next_multiple_of(8) }
    }

    /// The block in which a value is defined.
    pub fn home(&self, value: Value) -> Option<BlockId> {
        self.homes[value.index()]
    }

    /// Must a block fetch the value? That is so if another region computed it, or passed it to this one's head.
    pub fn is_elsewhere(&self, value: Value, block: BlockId) -> bool {
        let same = |home: BlockId| self.heads[home.index()] == self.heads[block.index()];
        self.places.get(&value).is_some_and(|place| place.passed || !self.home(value).is_some_and(same))
    }

    /// The values that a region computes and that must be kept when it is left at `block`.
    pub fn kept_at(&self, block: BlockId, dominates: impl Fn(BlockId) -> bool) -> Vec<Value> {
        let here =
            |value: &Value| !self.is_elsewhere(*value, block) && self.home(*value).is_some_and(&dominates);
        self.places.keys().copied().filter(here).collect()
    }

    /// Is the value kept?
    pub fn keeps(&self, value: Value) -> bool {
        self.places.contains_key(&value)
    }

    /// How many bytes of a work-item lie before those of a value.
    pub fn offset(&self, value: Value) -> u64 {
        self.places.get(&value).map_or(0, |place| place.offset)
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
    variability: &Variabilities,
) -> Vec<Value> {
    let region = |block: BlockId| regions.head[block.index()];
    let local = |value: &Value| {
        let again =
            variability.of(*value) != Variability::Vector && variability.level(*value) != Level::Block;
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
