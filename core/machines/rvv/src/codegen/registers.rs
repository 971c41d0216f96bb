//! Registers for values.
//!
//! `v0` is the mask in use, `v1` to `v7` hold masks, `v8` to `v31` operands of LMUL registers each: 24, 12, 6 or 3 of them.
//! The largest LMUL is taken with which no operand must be spilled (hp_ch4 4.12). Other values that find no register live
//! on the stack, whole vector registers at a time. Lines are brought into an order for few chimes if that needs no more
//! stack.

use lanescope_parts::{
    riscv::codegen::{self, File, Files, Frame, steps},
    source::Diagnostic,
};

use super::{
    code::{Class, Line},
    schedule::{self, schedule},
    vtype,
};
use crate::{
    isa::V,
    spec::{Schedule, Spec},
};

const MASKS: u32 = 7;

/// Code whose registers are chosen.
pub(super) type Placed = codegen::Placed<V>;

/// Chooses registers, and the order of lines. `None`: even with spills there are not enough.
///
/// # Errors
/// What `go_on` says, who is asked now and then.
pub(super) fn place(
    lines: &[Line],
    classes: &[Class],
    spec: &Spec,
    go_on: &dyn Fn() -> Result<(), Diagnostic>,
) -> Result<Option<Placed>, Diagnostic> {
    let largest = spec.lmul.clamp(1, 8).ilog2() as i32;
    let attempt = |lines: &[Line], log2: i32| {
        let lines = vtype::choose(lines.to_vec(), log2);
        codegen::place(lines, classes, files(spec.vlen, log2), Frame::EMPTY)
    };
    let mut found = None;
    for log2 in (0..=largest).rev() {
        go_on()?;
        found = attempt(lines, log2);
        if found.is_some() {
            break;
        }
    }
    let Some(placed) = found else { return Ok(None) };
    if spec.schedule == Schedule::Program {
        return Ok(Some(placed));
    }
    let log2 = placed.files.whole;
    let registers = [24 >> log2, MASKS];
    let code = schedule::Code { lines, classes, steps: &steps(lines), registers };
    let reordered = schedule(&code, spec, go_on)?.and_then(|lines| attempt(&lines, log2));
    Ok(Some(reordered.filter(|reordered| reordered.spills() <= placed.spills()).unwrap_or(placed)))
}

/// The registers with operands of 2^`log2` vector registers. Operands of several live nowhere else: fewer do better then.
fn files(vlen: u32, log2: i32) -> Files<V> {
    let bytes = vlen / 8;
    let masks = File { registers: (1..8).collect(), bytes, align: Some(8) };
    let operands = File {
        registers: (0..24 >> log2).map(|number| 8 + (number << log2)).collect(),
        bytes: bytes << log2,
        align: (log2 == 0).then_some(8),
    };
    Files { of: [File::integers(), File::floats(), masks, operands], whole: log2 }
}
