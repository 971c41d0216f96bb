//! The state of code generation: plain data that the stages which write code share.

use alloc::vec::Vec;

use lanescope_parts::{
    base::OrdMap,
    codegen::spmd::{
        Facts,
        guard::{self, Guard},
        plan::Plan,
    },
    ir::{BlockId, Type, Value},
    riscv::{abi::Field, codegen::Emit},
    source::Diagnostic,
};

use super::code::{Class, Code, Label, Reg, Section, ZERO};
use crate::{Spec, spec::Skip};

/// By how much an affine value grows from element to element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stride {
    Number(i64),
    Register(Reg),
}

/// The region that is being generated.
pub(super) struct Region {
    pub plan: Plan,
    /// Start of a row, of a strip, and the rest.
    pub row: Section,
    pub strip: Section,
    pub body: Section,
    /// Elements of the strip, and work-items of the row that are left (these included).
    pub vl: Reg,
    pub left: Reg,
    /// What `vsetvli` asks for.
    pub ask: Reg,
    /// Elements of a full strip, if that was asked for.
    pub most: Reg,
    pub labels: Labels,
    /// Does anybody jump to the end of the strip?
    pub ended: bool,
    /// Scalars, strides and vectors that hold for a strip.
    pub scalars: OrdMap<Value, Reg>,
    pub strides: OrdMap<Value, Stride>,
    pub vectors: OrdMap<Value, Reg>,
    /// Element numbers, by width.
    pub indices: OrdMap<u32, Reg>,
    /// Where the private memory of the strip's first work-item lies.
    pub private: Option<Reg>,
    /// Masks of blocks that make one.
    pub masks: OrdMap<BlockId, Reg>,
    /// What values of a loop were when elements left it.
    pub outs: OrdMap<(Value, usize), Reg>,
}

/// The generator.
pub(super) struct Generator<'k> {
    pub facts: &'k Facts,
    pub spec: &'k Spec,
    pub code: Code,
    /// Code of the launch and of a group.
    pub start: Section,
    pub group: Section,
    /// Scalars that hold for longer than a strip.
    pub scalars: OrdMap<Value, Reg>,
    /// How deep in the operands of one the next is computed.
    pub nested: u32,
    pub fields: OrdMap<Field, Reg>,
    /// Work-items of a group, and addresses of arrays by what each work-item has in front of them, once they are known.
    pub items: Option<Reg>,
    pub arrays: OrdMap<u64, Reg>,
    pub region: Region,
    /// The block that is being generated.
    pub block: BlockId,
    /// Vectors made of scalars in this block.
    pub copies: OrdMap<Value, Reg>,
    /// What `v0` holds.
    pub v0: Option<Reg>,
    /// Scalar code for one element after another, while that is what is generated.
    pub element: Option<Element>,
    /// Most arrays that such code needs at a time.
    pub arrays_of_elements: u64,
}

/// What may fail does so with a message.
pub(super) type Made<T> = Result<T, Diagnostic>;

/// The class of a scalar of a type.
pub(super) const fn scalar_class(ty: Type) -> Class {
    if ty.is_float() { Class::F } else { Class::X }
}

/// The class of a vector of a type.
pub(super) const fn vector_class(ty: Type) -> Class {
    if matches!(ty, Type::Bool) { Class::M } else { Class::V }
}

/// Labels of the loops around the code that is being written.
#[derive(Clone, Copy)]
pub(super) struct Labels {
    pub row: Label,
    pub strip: Label,
    /// The end of a strip.
    pub done: Label,
}

impl Region {
    /// A region before anything is known of it.
    pub fn new(plan: Plan) -> Region {
        Region {
            plan,
            row: Section(0),
            strip: Section(0),
            body: Section(0),
            vl: ZERO,
            left: ZERO,
            ask: ZERO,
            most: ZERO,
            labels: Labels { row: Label(0), strip: Label(0), done: Label(0) },
            ended: false,
            scalars: OrdMap::new(),
            strides: OrdMap::new(),
            vectors: OrdMap::new(),
            indices: OrdMap::new(),
            private: None,
            masks: OrdMap::new(),
            outs: OrdMap::new(),
        }
    }
}

/// The scalar copy that is being written.
pub(super) struct Element {
    /// Where the blocks of the piece are in it.
    pub labels: OrdMap<BlockId, Label>,
    /// The number of the element whose turn it is, and that in bytes of each width, as a power of two.
    pub number: Reg,
    pub offsets: OrdMap<u32, Reg>,
    /// What values are for this element.
    pub values: OrdMap<Value, Reg>,
    /// The arrays of vectors and masks.
    pub arrays: OrdMap<Reg, Array>,
    /// Code before the first turn, and at the start of each turn.
    pub before: Section,
    pub start: Section,
    /// The end of a turn.
    pub done: Label,
}

/// Where the elements of a vector are.
#[derive(Clone, Copy)]
pub(super) struct Array {
    pub address: Reg,
    pub ty: Type,
    /// Does anything go out?
    pub written: bool,
}

impl Element {
    /// Takes note in which register a value of the piece is.
    pub fn define(&mut self, value: Value, reg: Reg) {
        self.values.insert(value, reg);
    }
}

/// What is fixed before code is written: the guard, and labels.
pub(super) struct Places {
    /// The guard that shortens the vector length, and its block.
    pub guard: Option<(BlockId, Guard)>,
    enters: OrdMap<BlockId, Label>,
    blocks: Vec<Label>,
    /// Where a group ends.
    pub end: Label,
}

impl Places {
    pub fn new(facts: &Facts, code: &mut Code) -> Places {
        let enters = facts.regions.heads.iter().map(|head| (*head, code.label())).collect();
        let blocks = facts.kernel.blocks.iter().map(|_| code.label()).collect();
        let end = code.label();
        let guard = if facts.regions.heads.len() == 1 { guard::find(facts) } else { None };
        Places { guard, enters, blocks, end }
    }

    pub fn enter(&self, head: BlockId) -> Label {
        self.enters.get(&head).copied().unwrap_or(self.end)
    }

    pub fn plan(&self, facts: &Facts, spec: &Spec, head: BlockId) -> Plan {
        let shortened = self.guard.map(|(block, _)| block);
        Plan::new(facts, head, shortened, spec.skip == Skip::Sparse)
    }

    pub fn label(&self, block: BlockId) -> Label {
        self.blocks[block.index()]
    }
}

impl<'k> Generator<'k> {
    /// Before anything is written.
    pub fn new(facts: &'k Facts, spec: &'k Spec) -> Generator<'k> {
        let head = BlockId(0);
        Generator {
            facts,
            spec,
            code: Code::new(()),
            start: Section(0),
            group: Section(0),
            scalars: OrdMap::new(),
            nested: 0,
            fields: OrdMap::new(),
            items: None,
            arrays: OrdMap::new(),
            region: Region::new(Plan::new(facts, head, None, false)),
            block: head,
            copies: OrdMap::new(),
            v0: None,
            element: None,
            arrays_of_elements: 0,
        }
    }
}
