//! Why a core stops before its program has ended, and where (HARP 3.6 to 3.9, facts C20, C22).

use alloc::vec::Vec;
use core::fmt;

use super::{
    lanes::row,
    stack::{self, Entry},
};
use crate::fences::Stray;

/// Why a core stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// `join` with nothing on the stack.
    StackUnderflow,
    /// `split` with no room on the stack, which has so many entries.
    StackOverflow(usize),
    /// A warp has ended with lanes that still wait on its stack.
    StackLeft,
    /// `jalis` or `jalrs` with more lanes than there are.
    TooManyLanes(u64),
    /// `clone` to a lane that is not there.
    NoLane(u64),
    /// `wspawn` when every warp has begun before.
    NoWarp,
    /// No lane is on and none ever will be.
    NothingLive,
    /// An access where there is no memory.
    NoMemory(u64),
    /// The console has as many bytes of output as are kept.
    ConsoleFull(usize),
    /// More pages are made known than are kept.
    TlbFull,
    /// A register that the machine does not have.
    NoRegister(u8),
    /// A predicate that the machine does not have.
    NoPredicate(u8),
    /// An interrupt of which nobody takes care: `skep` has not been executed.
    Unhandled(u8),
    /// `reti` without an interrupt before.
    NoInterrupt,
    /// Every warp that has not ended waits at a barrier.
    Deadlock,
    /// A kernel leaves the memory that it means.
    Stray(Stray),
}

/// See the module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Why.
    pub why: Why,
    /// The core, if there are several.
    pub core: Option<u16>,
    /// The warp, by its number among those of all cores.
    pub warp: u16,
    /// Address of the instruction.
    pub pc: u64,
    /// The thread mask of the warp.
    pub mask: u64,
    /// Lanes that exist.
    pub active: u32,
    /// The stack of the warp, from its bottom.
    pub stack: Vec<Entry>,
    /// Lanes of the machine.
    pub lanes: u16,
}

/// What an interrupt tells.
pub const fn interrupt_name(number: u8) -> &'static str {
    match number {
        0 => "trap",
        1 => "page that is not known",
        2 => "page without permission",
        3 => "undefined or privileged instruction",
        4 => "divergent branch",
        5 => "division by 0",
        8 => "console input",
        _ => "interrupt",
    }
}

impl fmt::Display for Why {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Why::StackUnderflow => to.write_str("`join` finds nothing on the stack"),
            Why::StackOverflow(most) => write!(to, "the stack has {most} entries and is full"),
            Why::StackLeft => to.write_str("the warp has ended, and lanes still wait on its stack"),
            Why::TooManyLanes(count) => write!(to, "{count} lanes are more than there are"),
            Why::NoLane(lane) => write!(to, "there is no lane {lane}"),
            Why::NoWarp => to.write_str("every warp has begun before"),
            Why::NothingLive => to.write_str("no lane is on, and none will be"),
            Why::NoMemory(address) => write!(to, "there is no memory at {address:#x}"),
            Why::ConsoleFull(most) => write!(to, "the console has its {most} bytes of output"),
            Why::TlbFull => to.write_str("too many pages are known at once"),
            Why::NoRegister(number) => write!(to, "there is no register %r{number}"),
            Why::NoPredicate(number) => write!(to, "there is no predicate @p{number}"),
            Why::Unhandled(number) => {
                let name = interrupt_name(*number);
                write!(to, "interrupt {number} ({name}), and `skep` has not said who takes care of it")
            }
            Why::NoInterrupt => to.write_str("`reti` without an interrupt before it"),
            Why::Deadlock => to.write_str("every warp that has not ended waits at a barrier"),
            Why::Stray(stray) => {
                write!(to, "{} memory has nothing at {:#x}", stray.reach.space.name(), stray.address)
            }
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        let Fault { why, warp, pc, mask, active, lanes, .. } = self;
        write!(to, "{why} (")?;
        self.core.map_or(Ok(()), |core| write!(to, "core {core}, "))?;
        write!(to, "warp {warp}, pc {pc:#x}, mask {}, {active} lanes", row(*mask, *lanes))?;
        match &self.stack[..] {
            [] => to.write_str(", empty stack)"),
            entries => write!(to, ", stack {})", stack::text(entries, *lanes)),
        }
    }
}
