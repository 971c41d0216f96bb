//! What a machine is, and what all share. Each machine is a crate of its own, with the same file names in every one; the
//! registry of `lanescope-core` lists them.
//!
//! What all have in common: a settings table ([`settings`]), a program in the machine's own ISA made from IR or from
//! assembly text, and a running state that is plain data ([`Machine`]): a clone of it is a snapshot.

pub mod chassis;
pub mod counters;
pub mod family;
pub mod footprint;
pub mod given;
pub mod info;
pub mod observed;
pub mod panels;
pub mod preset;
pub mod registers;
pub mod settings;
pub mod studies;
pub mod well_known;

use alloc::{string::String, vec::Vec};

use serde::{Deserialize, Serialize};

pub use self::{
    chassis::slots::{PartSlots, SlotKind},
    observed::{
        Access, Near, Occupancy, Parts, Pending, Role, Seat, Segment, StackCell, StackColumn, Stop, UnitInfo,
        UnitState, Wait,
    },
    registers::{RegisterClass, Registers},
    well_known::WellKnown,
};
pub use crate::halt::{Halt, Place};
use crate::{
    base::Keep,
    figure::Figure,
    files::Files,
    image::Memory,
    trace::{
        Cause, Causes, Deaf, LaneSets, Sink, Site, Sites, Spot, event::EventRow, site::NUMBERS, track::Told,
    },
};

/// A launched program on a machine, at some cycle. Of a copy that is kept ([`Keep`]) only [`Machine::memory`] may be asked
/// until it is restored.
pub trait Machine: Clone + Keep {
    /// The causes that its units and issue slots can have: the shared ones, then its own.
    const CAUSES: Causes = Causes::SHARED;

    /// The events that only this machine has.
    const EVENTS: &'static [EventRow] = &[];

    /// Its counters.
    const COUNTERS: &'static [counters::CounterTable];

    /// Its places: what its diagram can show, and what stands where.
    const SITES: Sites = Sites::SHARED;

    /// The columns of a unit's stack; none if its units have no stack.
    const STACK: &'static [StackColumn] = &[];

    /// The number of cycles that have passed.
    fn cycle(&self) -> u64;

    /// Has every work-item ended, and is every part of the machine empty?
    fn finished(&self) -> bool;

    /// Runs until `cycle() == until`, the end, or an error, whichever is first. Idle cycles are skipped, but told the
    /// same way as if each had been run.
    ///
    /// # Errors
    /// The machine stays in the state of the error's cycle; running it again gives the same error.
    fn run<S: Sink>(&mut self, until: u64, sink: &mut S) -> Result<(), Halt>;

    /// The same machine, but it steps every cycle, idle or not. The run is the same.
    #[must_use]
    fn ticking(self) -> Self;

    /// Global and constant memory.
    fn memory(&self) -> &Memory;

    /// The values of [`Machine::COUNTERS`] in the same order: cheap enough to be taken again and again.
    fn counter_values(&self) -> Vec<u64>;

    /// The same with their ids.
    fn counters(&self) -> Vec<counters::Reading> {
        counters::readings(Self::COUNTERS, &self.counter_values())
    }

    /// The counts that mean the same on every machine: those that it has.
    fn well_known(&self) -> WellKnown;

    /// For each part that has slots, core by core in the order of [`family::Dimensions::slots`], how many each cause of
    /// [`Machine::CAUSES`] has had so far; they add up to `cycle()` times the slots of the part.
    fn slot_parts(&self) -> Vec<PartSlots>;

    /// The issue slots of all parts together: of those that take instructions.
    fn slots(&self) -> Vec<u64> {
        let parts = self.slot_parts();
        let issuing = parts.iter().filter(|part| part.kind == SlotKind::Instructions);
        issuing.fold(alloc::vec![0; Self::CAUSES.count()], |mut sum, part| {
            sum.iter_mut().zip(&part.causes).for_each(|(sum, more)| *sum += more);
            sum
        })
    }

    /// Instructions issued (replays not counted) and lanes that took part in them.
    fn work(&self) -> Work;

    /// Work-groups that have ended, and those of the launch. `None` if the machine does not hand them out: then the program does.
    fn groups(&self) -> Option<(u64, u64)> {
        None
    }

    /// What only this machine has to say of its run, by names, for programs: what counters cannot hold. The files are those of
    /// the program, to say on which line something is.
    fn details(&self, _files: &Files) -> Vec<(String, studies::Data)> {
        Vec::new()
    }

    /// What a panel of this machine shows that no other question asks for, by the panel's id. The files are those of the program.
    fn shown(&self, _panel: &str, _files: &Files) -> Option<Figure> {
        None
    }

    /// Names of the units, in the order of their numbers in events.
    fn units(&self) -> Vec<UnitInfo>;

    /// The same machine when the cycle that begins is over, or in which it halts. Nobody listens. Questions about that cycle
    /// take it, so that whoever asks many makes it once.
    #[must_use]
    fn ahead(&self) -> Self {
        let mut ahead = self.clone();
        if !ahead.finished() {
            // A machine that halts there keeps what it did before.
            let _ = ahead.run(self.cycle().saturating_add(1), &mut Deaf);
        }
        ahead
    }

    /// Why a unit did or did not issue in the last cycle.
    fn cause(&self, unit: u32) -> Cause;

    /// What a unit is doing in the cycle that begins; see [`Machine::ahead`].
    fn unit(&self, unit: u32, ahead: &Self) -> UnitState;

    /// The registers of a unit.
    fn registers(&self, unit: u32) -> Registers;

    /// The registers of a unit as its next instruction will leave them; `None` if a copy of the unit cannot know it because
    /// others decide, and for a machine whose units show what they compute elsewhere.
    fn foreseen(&self, _unit: u32) -> Option<Registers> {
        None
    }

    /// Work-group memory of the group that a unit belongs to; empty if it has none.
    fn local_memory(&self, _unit: u32) -> Vec<u8> {
        Vec::new()
    }

    /// The memory access that the unit's next instruction makes, or that it made last; `None` if it makes none. See
    /// [`Machine::ahead`].
    fn access(&self, _unit: u32, _ahead: &Self) -> Option<Access> {
        None
    }

    /// How many work-groups a core has room for; `None` for a machine whose cores take no groups.
    fn occupancy(&self) -> Option<Occupancy> {
        None
    }

    /// The instructions in flight that hold back the unit's next instruction, oldest first; empty for a machine that keeps
    /// no such record.
    fn waits(&self, _unit: u32) -> Vec<Wait> {
        Vec::new()
    }

    /// The registers of a unit that wait for a result, as its scoreboard has them; empty for a machine without one.
    fn pending(&self, _unit: u32) -> Vec<Pending> {
        Vec::new()
    }

    /// The machine as boxes and links in the cycle that begins, with what each box holds; see [`Machine::ahead`]. Which boxes, and
    /// their paths, follows from the settings alone. `None` if there is no box that `near` could look into, and for a machine
    /// without a diagram.
    fn parts(&self, _near: &Near, _ahead: &Self) -> Option<Parts> {
        None
    }

    /// Its places, as paths of this machine name them.
    fn sites(&self) -> Sites {
        Self::SITES
    }

    /// The numbers of the box of a place in which something stands, for those that its path has; `None` if it stands in no box of that
    /// place. Asked of the places that the table names for such a thing.
    fn numbers(&self, _site: Site, seat: &Seat) -> Option<[u32; NUMBERS]> {
        Some([seat.part[0], seat.part[1], 0])
    }

    /// The box in which something stands, whether it is in sight or not; `None` if there is no such box.
    fn seat(&self, seat: &Seat) -> Option<Spot> {
        let sites = self.sites();
        let found = |site| Some(Spot { site, numbers: self.numbers(site, seat)? });
        sites.holding(seat.what).find_map(found).map(|spot| sites.trimmed(spot))
    }

    /// The name of a box for people, for a machine that has names of its own for some.
    fn called(&self, spot: Spot) -> String {
        self.sites().name(spot)
    }

    /// What has been told of each unit so far, for a machine that tells sets of units to who does not want detail (see
    /// [`Sink::DETAIL`]); empty for one that tells each unit's state to everybody. Large sets of lanes go to `sets`.
    fn told(&self, _sets: &mut LaneSets) -> Vec<Told> {
        Vec::new()
    }

    /// The first cycle from which on a run that goes on from here tells every event to who wants detail, although nobody did
    /// before: what is under way now is over by then. States and what stands are told from here on. At the start nothing is
    /// under way.
    fn tells_from(&self) -> u64 {
        self.cycle()
    }

    /// A digest of the whole architectural and timing state that matters for what follows.
    fn digest(&self) -> u64;

    /// Bytes that a clone takes, less the pages of memory and the lists of [`Keep`], which snapshots share. It decides how
    /// many snapshots of a run are kept.
    fn clone_bytes(&self) -> usize;

    /// What is under way may take this many bytes besides the parts that the settings bound ([`family::Family::parts`]);
    /// more is a halt at limit `machine_bytes`, whose value is `limit`. A machine whose parts bound everything ignores it.
    fn bound_under_way(&mut self, _bytes: u64, _limit: u64) {}

    /// The most bytes that what is under way has taken so far, as far as the parts do not bound it.
    fn under_way_bytes(&self) -> u64 {
        0
    }
}

/// Amount of work done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Work {
    /// Instructions of units (warp instructions).
    pub instructions: u64,
    /// Instructions times active lanes.
    pub lane_operations: u64,
    /// Instructions times lanes of the unit: what it could have been.
    pub lane_slots: u64,
}
