//! `lane_or` as the author of a kernel calls it (HARP 3.10, 4.10, "manual form"): `sub_group_any` and `sub_group_all`, `__any_sync` and `__all_sync`.
//!
//! `while (sub_group_any(more)) if (more) …` is a loop that all lanes of a warp run as often as the slowest of them. What it asks is the same in all
//! lanes, so that its branch takes no `split`, and the loop needs nothing of what [`loops`] does by itself.
//!
//! The instruction set exchanges nothing between lanes but through memory, and a word of the warp says only whether a condition holds in any of them. So which
//! lanes it holds in (`__ballot_sync`), shuffles, and what is made of these go through memory of the group before they come here
//! ([`lanescope_parts::opt::exchange`]), and so does a vote of a sub-group that is no warp of this machine. What could not, is refused here. All lanes of a warp must be
//! known to come to a vote together: nobody waits here for those that are elsewhere.

use alloc::format;

use lanescope_parts::{
    ir::{LaneOp, Value},
    opt::exchange::asks_for_any,
    source::Diagnostic,
};

use super::{
    code::Reg,
    frame::Framed,
    generate::{Generator, Made},
    loops,
};

/// What an operation of the lanes of a warp becomes; nothing of one without a value.
pub(super) fn select(
    generator: &mut Generator,
    op: LaneOp,
    args: &[Value],
    result: Option<Value>,
) -> Made<Option<Reg>> {
    let kernel = generator.kernel;
    let (warp, lanes) = (kernel.warp(), u32::from(generator.emit.arch.lanes));
    if warp != lanes {
        let what = format!(
            "operations between the lanes of a warp (a sub-group) of {warp} work-items, where a warp has {lanes} lanes: `subgroup` or `archid` can make them equal"
        );
        return Err(lacks(generator, &what));
    }
    let (args, mask) = args.split_at(args.len().min(op.arity()));
    if mask.iter().any(|mask| kernel.constant(*mask).is_none_or(|bits| bits as u32 != u32::MAX)) {
        return Err(lacks(generator, "what some lanes of a warp do together: all of them must be named"));
    }
    match (op, args, result) {
        (LaneOp::Number, ..) => Ok(Some(generator.emit.framed(Framed::Lane))),
        (LaneOp::Warp, [number], _) => {
            let number = generator.value(*number)?;
            Ok(Some(generator.emit.copy(number)))
        }
        // They are in lock step.
        (LaneOp::Sync, ..) => Ok(None),
        _ if !generator.is_together() => Err(lacks(
            generator,
            "what a warp does together where not all of its lanes may be: behind a branch or a return of some, or in a function",
        )),
        (LaneOp::Ballot, [holds], Some(result)) if asks_for_any(kernel, result) => {
            let holds = generator.value(*holds)?;
            Ok(Some(loops::any(&mut generator.emit, holds)))
        }
        (LaneOp::Ballot, ..) => {
            Err(lacks(generator, "in which lanes a condition holds: only whether it does in any, or in all"))
        }
        _ => Err(lacks(generator, "an exchange of values between the lanes of a warp (a sub-group)")),
    }
}

/// What is refused, as by every machine that has no operations of lanes.
fn lacks(generator: &Generator, what: &str) -> Diagnostic {
    let help = "Exchange the values through work-group memory, with barriers between, or choose the GPU.";
    Diagnostic { code: "lower::lacks".into(), ..generator.refuse(what) }.help(help)
}
