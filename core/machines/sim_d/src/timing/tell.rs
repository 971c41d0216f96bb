//! What a launch tells of itself while it runs: events with their edges, some of them to come.
//!
//! Those that listen are told the states of the slots and of the pipeline, those that want detail everything else. Whether anybody
//! listens changes nothing.

use lanescope_parts::{
    machines::chassis::agenda::{Agenda, NO_PC},
    trace::{Cause, Event, LaneKey},
};

use crate::exec::Mask;

/// Something to tell.
#[derive(Clone, Debug)]
pub enum Told {
    /// An event whose lanes nobody has to be asked for.
    Event(Event),
    /// From this edge on a slot's instruction is issued for these work-items; `None`: it is one for the whole group.
    Issued {
        /// The slot.
        unit: u32,
        /// The instruction.
        pc: u32,
        /// The work-items that are on.
        lanes: Option<Mask>,
    },
}

/// See the module.
#[derive(Clone, Debug, Default)]
pub struct Tell {
    /// Does anybody listen?
    pub on: bool,
    /// What is to be told, by its edge.
    pub agenda: Agenda<Told>,
}

impl Tell {
    /// Tells those that listen.
    pub fn tell(&mut self, edge: u64, told: Told) {
        if self.on {
            self.agenda.tell(edge, told);
        }
    }

    /// Tells the state of a slot that issues nothing, with the instruction that waits.
    pub fn state(&mut self, edge: u64, unit: usize, cause: Cause, pc: Option<u32>) {
        let (lanes, pc) = (LaneKey::NONE, pc.unwrap_or(NO_PC));
        self.tell(edge, Told::Event(Event::Unit { unit: unit as u32, cause, pc, lanes }));
    }

    /// Tells the state of the pipeline.
    pub fn pipeline(&mut self, edge: u64, cause: Cause) {
        self.tell(edge, Told::Event(Event::Slot { slot: 0, cause }));
    }

    /// Does somebody want every event?
    pub const fn is_detailed(&self) -> bool {
        self.agenda.detail
    }

    /// Tells who wants detail.
    pub fn detail(&mut self, edge: u64, event: Event) {
        self.agenda.detail(edge, Told::Event(event));
    }
}
