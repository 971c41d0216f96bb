//! Mask logic: negations go into the instructions that take them, nobody asks twice whether a mask is empty, a mask that is
//! made for `v0` only is made there, and none is copied there twice.

use alloc::{vec, vec::Vec};

use lanescope_parts::{
    base::{OrdMap, OrdSet},
    codegen::lines::{CodeLine, places},
};

use super::{
    code::{Label, Line, Reg, V0, VLine, What, ZERO},
    copies::copy_masks_once,
};
use crate::{
    codegen::line::VectorLine,
    isa::{Arg, ArgNames, Class as Unit, ClassNames, Form, FormNames, Op, OpNames},
};

/// Simplifies masks.
pub(super) fn simplify(lines: &mut Vec<Line>) {
    fold_negations(lines);
    start_with_first(lines);
    ask_once(lines);
    make_in_v0(lines);
    copy_masks_once(lines);
}

/// Where each value that is written only once is written.
pub(super) fn single_defs(lines: &[Line]) -> OrdMap<u32, usize> {
    let mut defs: OrdMap<u32, Option<usize>> = OrdMap::new();
    for (at, line) in lines.iter().enumerate() {
        if let Some(value) = line.def() {
            defs.entry(value).and_modify(|def| *def = None).or_insert(Some(at));
        }
    }
    defs.into_iter().filter_map(|(value, def)| Some((value, def?))).collect()
}

/// The operation on masks and its sources.
fn logic(line: &Line) -> Option<(Op, Reg, Reg)> {
    match line.what {
        What::Machine(op, Form::MM) => Some((op, line.rs2, line.rs1)),
        _ => None,
    }
}

/// Not (a op b) is a op' b, perhaps with a and b exchanged.
const fn negated(op: Op) -> Option<(Op, bool)> {
    Some(match op {
        Op::Vmand => (Op::Vmnand, false),
        Op::Vmnand => (Op::Vmand, false),
        Op::Vmor => (Op::Vmnor, false),
        Op::Vmnor => (Op::Vmor, false),
        Op::Vmxor => (Op::Vmxnor, false),
        Op::Vmxnor => (Op::Vmxor, false),
        // Not (a and not b) is b or not a.
        Op::Vmandn => (Op::Vmorn, true),
        Op::Vmorn => (Op::Vmandn, true),
        _ => return None,
    })
}

fn fold_negations(lines: &mut [Line]) {
    let defs = single_defs(lines);
    let once = |reg: Reg| matches!(reg, Reg::Value(value) if defs.contains_key(&value));
    let mut changed = true;
    while changed {
        changed = false;
        for at in 0..lines.len() {
            let Some((op, a, b)) = logic(&lines[at]) else { continue };
            let made = |reg: Reg| match reg {
                Reg::Value(value) => defs.get(&value).and_then(|def| logic(&lines[*def])),
                Reg::Fixed(_) => None,
            };
            let not = |reg: Reg| {
                made(reg).filter(|(op, x, y)| *op == Op::Vmnand && x == y && once(*x)).map(|(_, x, _)| x)
            };
            let new = match (op, not(a), not(b)) {
                (Op::Vmnand, ..) if a == b => {
                    made(a).filter(|(_, x, y)| once(*x) && once(*y)).and_then(|(op, x, y)| {
                        let (op, exchanged) = negated(op)?;
                        Some(if exchanged { (op, y, x) } else { (op, x, y) })
                    })
                }
                (Op::Vmand, _, Some(y)) if a != b => Some((Op::Vmandn, a, y)),
                (Op::Vmand, Some(x), _) if a != b => Some((Op::Vmandn, b, x)),
                (Op::Vmor, _, Some(y)) if a != b => Some((Op::Vmorn, a, y)),
                (Op::Vmor, Some(x), _) if a != b => Some((Op::Vmorn, b, x)),
                (Op::Vmandn, _, Some(y)) => Some((Op::Vmand, a, y)),
                (Op::Vmandn, Some(x), _) => Some((Op::Vmnor, x, b)),
                (Op::Vmorn, _, Some(y)) => Some((Op::Vmor, a, y)),
                (Op::Vmorn, Some(x), _) => Some((Op::Vmnand, x, b)),
                _ => None,
            };
            if let Some((op, a, b)) = new {
                lines[at].what = What::Machine(op, Form::MM);
                (lines[at].rs2, lines[at].rs1) = (a, b);
                changed = true;
            }
        }
    }
}

/// A mask that collects from several ways starts as what the first one brings, if nobody can come or go in between.
fn start_with_first(lines: &mut Vec<Line>) {
    for at in (0..lines.len()).rev() {
        let (What::Own(VLine::Mask(false)), mask @ Reg::Value(value)) = (lines[at].what, lines[at].rd) else {
            continue;
        };
        let matters = |line: &Line| {
            let config = matches!(line.what, What::Machine(op, _) if op.class() == Unit::Config);
            let ways = config || line.target.is_some() || matches!(line.what, What::Place(_));
            ways || line.def() == Some(value) || line.uses().contains(&value)
        };
        let Some(next) = lines[at + 1..].iter().position(matters).map(|next| at + 1 + next) else { continue };
        let Some((Op::Vmor, a, b)) = logic(&lines[next]).filter(|_| lines[next].rd == mask) else { continue };
        let brought = if a == mask { b } else { a };
        if a != b && (a == mask || b == mask) {
            (lines[next].rs2, lines[next].rs1) = (brought, brought);
            lines[next].what = What::Machine(Op::Vmand, Form::MM);
            lines.remove(at);
        }
    }
}

/// The mask whose emptiness decides the branch at `at`, and whether the branch is taken if it is empty.
fn asks(lines: &[Line], at: usize) -> Option<(u32, bool)> {
    let (branch, question) = (lines.get(at)?, lines.get(at.checked_sub(1)?)?);
    let (What::Machine(op, Form::Branch), What::Machine(question_op, Form::XM)) =
        (branch.what, question.what)
    else {
        return None;
    };
    let Reg::Value(mask) = question.rs2 else { return None };
    let empty = match (question_op, op) {
        (Op::VfirstM, Op::Blt) | (Op::VcpopM, Op::Beq) => true,
        (Op::VfirstM, Op::Bge) | (Op::VcpopM, Op::Bne) => false,
        _ => return None,
    };
    (branch.rs1 == question.rd && branch.rs2 == ZERO).then_some((mask, empty))
}

/// A branch for masks that are not empty is a jump where the mask is known to be none such.
fn ask_once(lines: &mut [Line]) {
    let mut known: OrdSet<u32> = OrdSet::new();
    for at in 0..lines.len() {
        match asks(lines, at) {
            Some((mask, true)) => {
                known.insert(mask);
            }
            Some((mask, false)) if known.contains(&mask) => {
                let target = lines[at].target;
                lines[at] =
                    Line { target, span: lines[at].span, ..Line::new(What::Machine(Op::Jal, Form::Jump)) };
            }
            _ => {}
        }
        let line = &lines[at];
        let of_known = line.copy().is_some_and(|(_, from)| known.contains(&from));
        line.def().iter().for_each(|value| {
            known.remove(value);
        });
        known.extend(line.copy().filter(|_| of_known).map(|(to, _)| to));
        // Somebody else may come here, or the vector is cut shorter.
        let config = matches!(line.what, What::Machine(op, _) if op.class() == Unit::Config);
        if config || matches!(line.what, What::Place(_)) {
            known.clear();
        }
    }
}

/// Does it read `v0`?
fn reads_v0(line: &Line) -> bool {
    let What::Machine(_, form) = line.what else { return false };
    let operand = |arg: &Arg| match *arg {
        Arg::V1 => line.rs1 == V0,
        Arg::V2 => line.rs2 == V0,
        Arg::Carry => true,
        _ => false,
    };
    line.guard.is_some() || form.row().args.iter().any(operand)
}

/// Makes a mask in `v0` that is copied there, if `v0` has no other use as long as the mask has one.
fn make_in_v0(lines: &mut Vec<Line>) {
    let defs = single_defs(lines);
    let places = places(lines);
    let needed = v0_needed(lines, &places);
    let mut uses: OrdMap<u32, Vec<usize>> = OrdMap::new();
    for (at, line) in lines.iter().enumerate() {
        line.uses().into_iter().for_each(|value| uses.entry(value).or_default().push(at));
    }
    let mut gone = vec![false; lines.len()];
    for copy in 0..lines.len() {
        let Some(value) = lines[copy].copied_to_v0().filter(|_| !gone[copy]) else { continue };
        let (Some(def), Some(used)) = (defs.get(&value).copied(), uses.get(&value)) else { continue };
        let last = used.last().copied().unwrap_or(copy);
        if used.iter().any(|at| *at <= def) || !may_write_v0(&lines[def]) || copy < def {
            continue;
        }
        let own = |at: usize| lines[at].copied_to_v0() == Some(value);
        let in_the_way = |at: usize| {
            let (line, early) = (&lines[at], at < copy);
            let place = line.target.and_then(|label| places.get(&label));
            let leads_to_need = place.is_some_and(|place| needed[*place]);
            matches!(line.what, What::Place(_))
                || line.writes_v0() && !own(at)
                || early && (reads_v0(line) || leads_to_need)
        };
        if (def + 1..=last).any(in_the_way) {
            continue;
        }
        lines[def].rd = V0;
        for at in def + 1..=last {
            gone[at] |= lines[at].copied_to_v0() == Some(value);
            let to_v0 = |reg: &mut Reg| {
                if *reg == Reg::Value(value) {
                    *reg = V0;
                }
            };
            lines[at].for_each_use(to_v0);
        }
    }
    let mut gone = gone.into_iter();
    lines.retain(|_| !gone.next().unwrap_or(false));
}

/// Can the mask that the line makes be made in `v0`?
fn may_write_v0(line: &Line) -> bool {
    let makes = matches!(line.what, What::Machine(..) | What::Own(VLine::Mask(_)));
    makes && !reads_v0(line) && line.copy().is_none()
}

/// Before which lines `v0` holds what is still read.
fn v0_needed(lines: &[Line], places: &OrdMap<Label, usize>) -> Vec<bool> {
    let mut needed = vec![false; lines.len() + 1];
    let mut changed = true;
    while changed {
        changed = false;
        for (at, line) in lines.iter().enumerate().rev() {
            let jumps = line.target.and_then(|label| places.get(&label)).is_some_and(|to| needed[*to]);
            let after = jumps || line.falls_through() && needed[at + 1];
            let now = reads_v0(line) || after && !line.writes_v0();
            changed |= now != needed[at];
            needed[at] = now;
        }
    }
    needed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codegen::code::VectorCode;
    use crate::codegen::code::{Class, Code, MASKED};
    use lanescope_parts::riscv::codegen::{Emit, tidy};

    fn compare(code: &mut Code) -> Reg {
        let rd = code.value(Class::M);
        let line = Line::new(What::Machine(Op::Vmseq, Form::IVX));
        code.push(Line { rd, rs2: Reg::Fixed(8), sew: 32, ..line });
        rd
    }

    /// The operations of the lines that are left when all that nobody needs is gone; `keep` is needed.
    fn ops(mut code: Code, keep: &[Reg]) -> Vec<Op> {
        keep.iter().for_each(|reg| {
            code.find(Op::VfirstM, *reg);
            code.branch(Op::Bge, Reg::Value(code.classes.len() as u32 - 1), ZERO, Label(90));
        });
        let mut lines = code.finish();
        simplify(&mut lines);
        tidy(&mut lines);
        let of_masks = |line: &Line| match line.what {
            What::Machine(op, Form::MM) => Some(op),
            _ => None,
        };
        lines.iter().filter_map(of_masks).collect()
    }

    #[test]
    fn a_negation_goes_into_what_takes_it() {
        let cases =
            [(Op::Vmand, Op::Vmandn), (Op::Vmor, Op::Vmorn), (Op::Vmandn, Op::Vmand), (Op::Vmorn, Op::Vmor)];
        for (op, wanted) in cases {
            let mut code = Code::new(());
            let (a, b) = (compare(&mut code), compare(&mut code));
            let not = code.m(Op::Vmnand, b, b);
            let result = code.m(op, a, not);
            assert_eq!(ops(code, &[result]), [wanted]);
        }
    }

    #[test]
    fn the_negation_of_a_result_is_another_operation() {
        // Each operation as a function of bits; the negation must be its contrary.
        let value = |op: Op, a: bool, b: bool| match op {
            Op::Vmand => a && b,
            Op::Vmnand => !(a && b),
            Op::Vmor => a || b,
            Op::Vmnor => !(a || b),
            Op::Vmxor => a != b,
            Op::Vmxnor => a == b,
            Op::Vmandn => a && !b,
            _ => a || !b,
        };
        for op in [Op::Vmand, Op::Vmnand, Op::Vmor, Op::Vmnor, Op::Vmxor, Op::Vmxnor, Op::Vmandn, Op::Vmorn] {
            let (other, exchanged) = negated(op).unwrap();
            for (a, b) in [(false, false), (false, true), (true, false), (true, true)] {
                let found = if exchanged { value(other, b, a) } else { value(other, a, b) };
                assert_eq!(found, !value(op, a, b), "{op:?} {a} {b}");
            }
            let mut code = Code::new(());
            let (a, b) = (compare(&mut code), compare(&mut code));
            let inner = code.m(op, a, b);
            let not = code.m(Op::Vmnand, inner, inner);
            assert_eq!(ops(code, &[not]), [other]);
        }
    }

    #[test]
    fn a_mask_that_collects_starts_as_what_the_first_way_brings() {
        for comes in [false, true] {
            let mut code = Code::new(());
            let (all, one, two) = (code.value(Class::M), compare(&mut code), compare(&mut code));
            code.fill(all, false);
            if comes {
                code.place(Label(5));
            }
            code.m_to(all, Op::Vmor, all, one);
            code.m_to(all, Op::Vmor, all, two);
            let wanted: &[Op] = if comes { &[Op::Vmor, Op::Vmor] } else { &[Op::Vmand, Op::Vmor] };
            assert_eq!(ops(code, &[all]), wanted);
        }
    }

    #[test]
    fn nobody_asks_twice_whether_a_mask_is_empty() {
        let ask = |code: &mut Code, mask: Reg, op: Op| {
            let found = code.find(Op::VfirstM, mask);
            code.branch(op, found, ZERO, Label(9));
        };
        for changes in [false, true] {
            let mut code = Code::new(());
            let mask = compare(&mut code);
            ask(&mut code, mask, Op::Blt);
            if changes {
                code.m_to(mask, Op::Vmandn, mask, Reg::Fixed(3));
            }
            ask(&mut code, mask, Op::Bge);
            let mut lines = code.finish();
            ask_once(&mut lines);
            let last = lines.last().map(|line| line.what);
            assert_eq!(last == Some(What::Machine(Op::Jal, Form::Jump)), !changes);
        }
    }

    #[test]
    fn a_mask_for_v0_is_made_there() {
        let mut code = Code::new(());
        let mask = compare(&mut code);
        code.m_to(V0, Op::Vmand, mask, mask);
        let line = Line::new(What::Machine(Op::VmvV, Form::MoveI));
        code.push(Line { rd: Reg::Fixed(8), guard: MASKED, ..line });
        let mut lines = code.finish();
        simplify(&mut lines);
        assert_eq!((lines.len(), lines[0].rd), (2, V0));
    }

    #[test]
    fn a_mask_that_outlives_another_use_of_v0_is_copied() {
        let mut code = Code::new(());
        let mask = compare(&mut code);
        code.m_to(V0, Op::Vmand, mask, mask);
        let other = compare(&mut code);
        code.m_to(V0, Op::Vmand, other, other);
        code.find(Op::VfirstM, mask);
        let mut lines = code.finish();
        simplify(&mut lines);
        // The second one needs no copy, the first one does.
        assert_eq!(lines.len(), 4);
        assert_eq!((lines[0].rd, lines[1].copied_to_v0()), (mask, Some(0)));
        assert_eq!(lines[2].rd, V0);
    }
}
