//! The data of code generation.

use alloc::{format, string::String, vec::Vec};
use core::ops::Range;

use lanescope_parts::{
    base::OrdMap,
    codegen::{
        spmd::{Facts, inside::Inside},
        target::refusal,
    },
    ir::{BlockId, Type, Value},
    riscv::{abi::Field, codegen::Emit},
    source::{Diagnostic, Span},
};

use super::{
    choose::Choice,
    code::{Class, Code, Label, Reg, Section, ZERO},
    sums::{By, Spot},
    target::Packed,
    widths::Above,
};
use crate::spec::Spec;

/// Writes a program.
pub(super) struct Generator<'k> {
    pub facts: &'k Facts,
    pub code: Code,
    /// Code that is carried out once, and once for each group.
    pub start: Section,
    pub group: Section,
    /// Scalars that hold for longer than a row.
    pub scalars: OrdMap<Value, Reg>,
    /// How deep in the operands of one the next is computed.
    pub nested: u32,
    pub fields: OrdMap<Field, Reg>,
    /// Work-items of a group, and addresses of arrays by what each work-item has in front of them, once they are known.
    pub items: Option<Reg>,
    pub arrays: OrdMap<u64, Reg>,
    pub region: Region,
    /// The strip that is being written, if work-items are not written one by one.
    pub strip: Strip,
    pub spec: &'k Spec,
    /// Bytes of the stack that arrays take.
    pub frame: u32,
    /// The arrays in it.
    pub frame_arrays: Vec<Range<u32>>,
    /// Packed registers that the start of the program fills, by how they are cut ([`super::lanes::Cut::key`]): a number, lines of numbers; and masks,
    /// by their elements.
    pub numbers: OrdMap<(u32, i64), Reg>,
    pub lines: OrdMap<(u32, i64), Reg>,
    pub constant_masks: OrdMap<(u32, bool), Reg>,
    /// The same of words by a list of them.
    pub word_lists: Vec<(Vec<i64>, Reg)>,
    /// Why regions have no packed code.
    pub remarks: Vec<(BlockId, &'static str)>,
    /// How much packed code there may be.
    pub extent: Extent,
    /// The regions that have packed code, and how they have it.
    pub packs: Vec<(BlockId, String)>,
    /// The kernel inside of its bounds, by region.
    pub inside: &'k OrdMap<BlockId, Insides>,
    /// The block that is being written.
    pub block: BlockId,
    enters: OrdMap<BlockId, Label>,
    /// Where a group ends.
    pub end: Label,
}

/// How much packed code a program may have: less than what is best where registers are few.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// None.
    Scalar,
    /// Whole strips.
    Strips,
    /// Whole strips, and what is left of rows under masks.
    Rests,
}

/// What is known of a region in strips that lie whole inside of its bounds, and when one does.
pub(super) struct Insides {
    pub facts: Facts,
    pub inside: Inside,
}

/// How far a row has come when the code of its region has been carried out, and what comes then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub work: Work,
    /// Where the code goes on while work-items of the row are left; `None`: what is left has nothing to do.
    pub then: Option<Label>,
}

/// How many work-items code is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Work {
    /// So many at a time, again from a label on until a work-item is reached.
    Of { count: u32, again: Label, until: Reg },
    /// As many as a register says, once.
    Once(Reg),
}

/// The region that is being written.
pub(super) struct Region {
    pub row: Section,
    /// Code before the first strip (or work-item), and that at the start of each.
    pub before: Section,
    pub top: Section,
    /// Where strips end, for what moves on there.
    pub ends: Vec<Section>,
    /// What grows from work-item to work-item.
    pub moving: Vec<(Reg, By)>,
    /// Registers of addresses.
    pub spots: Vec<Spot>,
    /// Addresses of values that live across regions.
    pub kept: OrdMap<Value, Reg>,
    /// The place in the group of the row's first work-item, and that of the one behind its last.
    pub start: Reg,
    pub end: Reg,
    /// What its code does of the row.
    pub step: Step,
    pub row_label: Label,
    /// Where a row ends of which nothing has to be done any more.
    pub row_over: Label,
    /// The scalars that a row computes.
    pub rows: OrdMap<Value, Reg>,
    /// What a work-item computes.
    pub scalars: OrdMap<Value, Reg>,
    pub labels: OrdMap<BlockId, Label>,
    /// Where a work-item ends that returns.
    pub done: Label,
    pub private: Option<Reg>,
}

impl Region {
    pub fn new(code: &mut Code) -> Region {
        Region {
            row: Section(0),
            before: Section(0),
            top: Section(0),
            ends: Vec::new(),
            moving: Vec::new(),
            spots: Vec::new(),
            kept: OrdMap::new(),
            start: ZERO,
            end: ZERO,
            step: Step { work: Work::Once(ZERO), then: None },
            row_label: code.label(),
            row_over: code.label(),
            rows: OrdMap::new(),
            scalars: OrdMap::new(),
            labels: OrdMap::new(),
            done: code.label(),
            private: None,
        }
    }
}

/// An array in the stack's memory: one element after another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Array {
    /// Bytes from the stack pointer.
    pub offset: u32,
    /// Type of an element. One of bools has whole numbers as wide as the register's elements, all ones or 0.
    pub ty: Type,
}

/// What changes from element to element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stride {
    Number(i64),
    Register(Reg),
}

/// The strip that is being written.
pub(super) struct Strip {
    pub choice: Choice,
    /// Registers of values, those of the scalars and lines that change with the strip too.
    pub vectors: OrdMap<Value, Reg>,
    /// Arrays of values that are no packed registers.
    pub arrays: OrdMap<Value, Array>,
    /// Copies in another form, which hold for the block.
    pub copies: OrdMap<Value, Reg>,
    pub array_copies: OrdMap<Value, Array>,
    /// Narrow values with something certain above them, for the block.
    pub extended: OrdMap<(Value, Above), Reg>,
    /// The masks that blocks make.
    pub masks: OrdMap<BlockId, Reg>,
    /// What values were when their elements left a loop.
    pub outs: OrdMap<(Value, usize), Reg>,
    pub strides: OrdMap<Value, Stride>,
    /// Registers of lines that the code before the first strip has filled.
    pub lines: Vec<(Reg, Value)>,
    /// The element for which scalar code is being written, and what it has computed.
    pub element: Option<u32>,
    pub own: OrdMap<Value, Reg>,
    /// Of what is left of a row: how many elements are work-items, and the mask of these.
    pub rest: Option<(Reg, Reg)>,
}

impl Strip {
    pub const fn new(choice: Choice) -> Strip {
        Strip {
            choice,
            vectors: OrdMap::new(),
            arrays: OrdMap::new(),
            copies: OrdMap::new(),
            array_copies: OrdMap::new(),
            extended: OrdMap::new(),
            masks: OrdMap::new(),
            outs: OrdMap::new(),
            strides: OrdMap::new(),
            lines: Vec::new(),
            element: None,
            own: OrdMap::new(),
            rest: None,
        }
    }
}

/// What may fail does so with a message.
pub(super) type Made<T> = Result<T, Diagnostic>;

/// The class of a scalar of a type.
pub(super) const fn scalar_class(ty: Type) -> Class {
    if ty.is_float() { Class::F } else { Class::X }
}

impl<'k> Generator<'k> {
    /// Before anything is written.
    pub fn new(facts: &'k Facts, inside: &'k OrdMap<BlockId, Insides>, spec: &'k Spec) -> Generator<'k> {
        let mut code = Code::new(spec.generation);
        let enters = facts.regions.heads.iter().map(|head| (*head, code.label())).collect();
        let end = code.label();
        let region = Region::new(&mut code);
        Generator {
            facts,
            code,
            start: Section(0),
            group: Section(0),
            scalars: OrdMap::new(),
            nested: 0,
            fields: OrdMap::new(),
            items: None,
            arrays: OrdMap::new(),
            region,
            strip: Strip::new(Choice::none(facts)),
            spec,
            frame: 0,
            frame_arrays: Vec::new(),
            numbers: OrdMap::new(),
            lines: OrdMap::new(),
            constant_masks: OrdMap::new(),
            word_lists: Vec::new(),
            remarks: Vec::new(),
            extent: Extent::Rests,
            packs: Vec::new(),
            inside,
            block: BlockId(0),
            enters,
            end,
        }
    }

    /// Where a region begins.
    pub fn enter(&self, head: BlockId) -> Label {
        self.enters.get(&head).copied().unwrap_or(self.end)
    }

    /// An error: what the machine does not have.
    pub fn refuse(&self, what: &str) -> Diagnostic {
        let span: Span = self.code.span;
        let message = format!("The packed SIMD machine has no {what}.");
        refusal(&Packed, "unsupported", span, message)
    }
}
