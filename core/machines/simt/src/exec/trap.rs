//! Why a warp cannot go on, and how it is told.

use alloc::{boxed::Box, format, string::String};

use lanescope_parts::{
    base::LaneMask,
    image::Fault,
    machines::{Halt, Place},
};

use super::{Group, LaunchState, Warp, spin::lanes};
use crate::Program;

/// What stopped an instruction.
#[derive(Clone, Debug, PartialEq)]
pub enum Trap {
    /// An access that cannot be done.
    Fault(Box<Fault>),
    /// The stack would pass its limit.
    StackOverflow,
    /// A barrier without these lanes of the warp, which can never reach it.
    Barrier(LaneMask),
    /// A barrier, while the thread with this linear number waits at another one.
    OtherBarrier(u32),
    /// Lanes that wait for these lanes of the warp, which cannot come.
    Missing(LaneMask),
    /// Lanes that are not in their own mask.
    Unnamed(LaneMask),
    /// The next instruction is not there (a program that does not end in `ret`).
    NoInstruction,
}

/// A stopped instruction: nothing of it has been done, except atomics and stores of lower lanes.
#[derive(Clone, Debug, PartialEq)]
pub struct Stopped {
    /// Why.
    pub trap: Trap,
    /// In which lane.
    pub lane: u32,
    /// The instruction.
    pub pc: u32,
}

impl Stopped {
    /// As a halt of a run.
    pub fn halt(
        &self,
        program: &Program,
        launch: &LaunchState,
        group: &Group,
        warp: &Warp,
        unit: u32,
        cycle: u64,
    ) -> Halt {
        let at = place(program, launch, group, warp, (unit, self.lane, Some(self.pc)), cycle);
        match &self.trap {
            Trap::Fault(fault) => Halt::Fault { fault: (**fault).clone(), at },
            Trap::StackOverflow => {
                Halt::Limit { limit: "stack_depth".into(), value: u64::from(launch.stack_depth) }
            }
            Trap::Barrier(missing) => Halt::Barrier { reason: missing_lanes(*missing), at },
            Trap::OtherBarrier(other) => {
                let [x, y, z] = launch.global_id(group, *other);
                let reason = format!("work-item ({x}, {y}, {z}) of its group waits at another one");
                Halt::Barrier { reason, at }
            }
            Trap::Missing(missing) => Halt::Lanes {
                reason: format!("{} of the warp wait elsewhere and cannot come", lanes(*missing)),
                at,
            },
            Trap::Unnamed(unnamed) => {
                Halt::Lanes { reason: format!("{} of the warp: not in the own mask", lanes(*unnamed)), at }
            }
            Trap::NoInstruction => Halt::Deadlock {
                reason: "the program has no instruction there: it must end in `ret` or `exit`".into(),
                at,
            },
        }
    }
}

/// The place of a unit, lane and instruction.
pub fn place(
    program: &Program,
    launch: &LaunchState,
    group: &Group,
    warp: &Warp,
    (unit, lane, pc): (u32, u32, Option<u32>),
    cycle: u64,
) -> Place {
    let span = pc.and_then(|pc| program.code.get(pc as usize)).map(|inst| inst.span);
    Place {
        unit: Some(unit),
        lane,
        item: launch.global_id(group, warp.first_item + lane),
        pc,
        span: span.unwrap_or(lanescope_parts::source::Span::NONE),
        cycle,
    }
}

fn missing_lanes(missing: LaneMask) -> String {
    format!("{} of the warp took another way and can never arrive at it", lanes(missing))
}
