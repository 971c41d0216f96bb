//! One loop (gpgpu F01): a warp has one instruction on its way and issues the next when that has ended. Nothing is fetched
//! ahead, and no dependence needs a scoreboard.

use crate::timing::{cells::State, setup::Setup, units::Unit, warp::Slot};

/// The state of a warp that is free to go on: it waits for its last instruction, or is ready.
pub(super) fn state(slot: &Slot, setup: &Setup) -> State {
    let pc = slot.warp.pc().unwrap_or(0) as usize;
    let unit = setup.decoded.get(pc).map_or(Unit::Control, |decoded| decoded.cost.unit);
    if slot.flight > 0 { State::waits(slot.memory_flight > 0) } else { State::ready(unit) }
}
