//! A fault as every machine tells why a run ends.

use alloc::string::ToString;

use lanescope_parts::{
    machines::{Halt, Place},
    source::Span,
};

use super::{Fault, Why};

/// A fault of a core after so many steps; `span` is where its instruction stands in the texts.
pub fn halt(fault: &Fault, span: Span, steps: u64) -> Halt {
    let lane = (fault.mask & super::lanes::below(fault.active)).trailing_zeros() % 64;
    let pc = u32::try_from(fault.pc).ok();
    let at = Place { unit: Some(fault.warp.into()), lane, item: [0; 3], pc, span, cycle: steps };
    let reason = fault.to_string();
    match fault.why {
        Why::ConsoleFull(value) => Halt::Limit { limit: "console_bytes".into(), value: value as u64 },
        Why::Deadlock => Halt::Deadlock { reason, at },
        _ => Halt::Illegal { reason, at },
    }
}
