//! What happens to a field of a result: a carry that is cut, the end of a range, a mask that leaves it out, a place that it
//! comes from.

use alloc::{format, string::String};

use lanescope_parts::machines::{RegisterClass, Registers};

use crate::isa::ArgNames;
use crate::{
    exec::{
        lane,
        shuffle::{Cut, moved},
        state::{Value, WIDEST, element},
    },
    isa::{Arg, Elem, GuardedInst, Inst, Lane, PForm, POp, Work},
};

/// What happens to a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum End {
    Nothing,
    /// A carry or borrow is cut.
    Cut,
    /// The result is held at the end of the range.
    Held,
    /// A mask leaves it out; does it become 0?
    LeftOut(bool),
    /// It comes from here.
    From(String),
}

/// What happens to a field.
pub(super) fn end(inst: &Inst, (op, form): (POp, PForm), before: &Registers, bytes: u32, at: u32) -> End {
    if let Some(guard) = inst.guard() {
        let mask = before.class("mask").and_then(|class| class.value(guard.register.into(), 0, 0));
        let bit = mask.unwrap_or(0) >> at & 1 == 1;
        let lee = inst.form.row().args.contains(&Arg::Guarded);
        if bit == (lee && guard.flag) {
            return End::LeftOut(!lee && guard.flag);
        }
    }
    let elem = form.elem;
    match op.work() {
        Work::Lanes(lane) if !form.shape.has_memory() => {
            let bits = elem.bits().min(64);
            let class = before.class("packed");
            let source =
                |register: u8| class.and_then(|class| class.across(register.into(), at as usize, bits));
            source(inst.rs2).zip(source(inst.rs1)).map_or(End::Nothing, |(a, b)| border(lane, elem, a, b))
        }
        work => {
            let cut = Cut { register: bytes as usize, element: elem.bytes().min(8) as usize };
            origin(inst, work, cut, before, at as usize).map_or(End::Nothing, End::From)
        }
    }
}

/// What happens at the border of a field.
fn border(op: Lane, elem: Elem, a: u64, b: u64) -> End {
    let result = |op| lane::lane(op, elem, 0, a, b).0;
    let cut = |is| if is { End::Cut } else { End::Nothing };
    let held = |plain| if result(op) == result(plain) { End::Nothing } else { End::Held };
    match op {
        Lane::Add => cut(result(Lane::Add) < a),
        Lane::Sub => cut(a < b),
        Lane::AddS | Lane::AddU => held(Lane::Add),
        Lane::SubS | Lane::SubU => held(Lane::Sub),
        _ => End::Nothing,
    }
}

/// Where a field of an instruction that moves elements comes from, in words.
fn origin(inst: &Inst, work: Work, cut: Cut, before: &Registers, at: usize) -> Option<String> {
    // With one register the last source is the first one that is named.
    let source = |of_b: bool| if of_b && work != Work::PermuteImm { "second" } else { "first" };
    match work {
        Work::Pack { blocks, .. } => {
            let (of_b, field) = cut.wide_of(at, blocks);
            return Some(format!("field {field} of the {} source", source(of_b)));
        }
        Work::AddPairs => {
            let (of_b, field) = cut.pair_of(at);
            return Some(format!("fields {field} and {} of the {} source", field + 1, source(of_b)));
        }
        _ => {}
    }
    // Each byte says where it is, from 1 on; of what chooses, the contents count.
    let tags = |first: u8| -> Value { core::array::from_fn(|byte| first + byte as u8) };
    let contents =
        |register: u8| before.class("packed").map_or([0; WIDEST], |class| bytes_of(class, register));
    let (a, b) = match work {
        Work::Permute { index_last: true, .. } => (tags(1), contents(inst.rs1)),
        Work::Permute { index_last: false, .. } => (contents(inst.rs2), tags(1 + WIDEST as u8)),
        _ => (tags(1), tags(1 + WIDEST as u8)),
    };
    let tag = element(&moved(work, cut, inst.imm as u32, &a, &b)?, at, 1.max(cut.element)) as u8;
    let Some(byte) = usize::from(tag).checked_sub(1) else { return Some("0".into()) };
    Some(format!("field {} of the {} source", byte % WIDEST / cut.element, source(byte >= WIDEST)))
}

fn bytes_of(class: &RegisterClass, register: u8) -> Value {
    core::array::from_fn(|at| class.across(register.into(), at, 8).unwrap_or(0) as u8)
}
