//! What happened, cycle by cycle.
//!
//! A running machine tells a [`Sink`] its [`Event`]s in the order of cycles. What can be told is declared in tables, those of
//! all machines here and a machine's own in its folder ([`event`]), and so is why something waits ([`cause`]). Telling never changes a result, and costs
//! nothing when `Sink::ON` is false. A *unit* is what a scheduler picks (warp, strip, work-group); units are numbered
//! through the whole machine in the order of the machine's `units()`. States are told when they change and hold until
//! the next change.
//!
//! There are two who listen. The [`Summary`] hears the whole run as it goes, but wants to know little: why each unit and
//! each slot did or did not issue, summed up over stretches of cycles. A [`Log`] keeps everything, of a part of the run: the
//! machine runs that part again, from a copy that was kept, when somebody looks at it. A [`Fingerprint`] makes one number
//! of everything.

pub mod cause;
pub mod columns;
pub mod event;
pub mod export;
mod fingerprint;
pub mod lanes;
pub mod log;
pub mod sets;
pub mod site;
pub mod stream;
pub mod summary;
pub mod swatch;
pub mod track;
mod varint;
pub mod window;

use core::ops::Range;

pub use cause::{Cause, Causes};
use event::{EventRow, Field, FieldRow, Level, Own};
pub use fingerprint::Fingerprint;
pub use lanes::{LaneKey, LaneSets};
pub use log::Log;
use serde::{Deserialize, Serialize};
pub use sets::Sets;
pub use site::{Site, Sites, Spot};
pub use summary::Summary;
pub use swatch::Swatch;

use crate::base::Lanes;

/// Declares what an event calls a place: by one of the names that mean the same on every machine, or as a place of the machine's own table. The
/// numbers are those that logs and digests have.
macro_rules! places {
    ($(
        $(#[doc = $doc:literal])+
        $name:ident { $($(#[doc = $about:literal])+ $variant:ident = $number:literal,)+ }
    )+) => {$(
        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum $name {
            $($(#[doc = $about])+ $variant,)+
            /// A place of the machine's own table.
            At(Site),
        }

        impl $name {
            /// How many names all machines share.
            const SHARED: u64 = [$($number),+].len() as u64;

            /// Its number in logs.
            pub const fn number(self) -> u64 {
                match self {
                    $($name::$variant => $number,)+
                    $name::At(site) => $name::SHARED + site.index() as u64,
                }
            }

            /// The one with this number.
            pub fn from_number(number: u64) -> Option<$name> {
                Some(match number {
                    $($number => $name::$variant,)+
                    own => $name::At(Site::from_index(own - $name::SHARED)?),
                })
            }

            /// The place of the machine's own table, if it is one.
            pub const fn site(self) -> Option<Site> {
                match self {
                    $name::At(site) => Some(site),
                    _ => None,
                }
            }
        }
    )+};
}

places! {
    /// Stages of an instruction's life, in order; not every machine has all.
    Stage {
        /// Being fetched.
        Fetch = 0,
        /// Being decoded.
        Decode = 1,
        /// In the instruction buffer, waiting for issue.
        Wait = 2,
        /// Issued: reads registers.
        Issue = 3,
        /// In a function unit.
        Execute = 4,
        /// In the memory system.
        Memory = 5,
        /// Writes its result.
        Writeback = 6,
        /// Ended (not a stage that lasts).
        Done = 7,
    }
    /// A memory part that requests go through.
    MemoryPart {
        /// First-level data cache.
        L1 = 0,
        /// Second-level cache slice.
        L2 = 1,
        /// Scratchpad (work-group memory).
        Scratchpad = 2,
        /// Instruction cache.
        Instruction = 3,
    }
    /// A part of the memory system that a request comes to on its way out and back.
    Station {
        /// The first-level cache (of a core).
        FirstLevel = 0,
        /// The network of requests or of replies (from a port).
        Network = 1,
        /// The second-level cache (a slice).
        SecondLevel = 2,
        /// The memory channel.
        Channel = 3,
        /// The unit that asked, with the reply.
        Sender = 4,
    }
}

impl Stage {
    /// Short name, as in pipeline viewers.
    pub fn short(self, sites: Sites) -> &'static str {
        match self {
            Stage::Fetch => "F",
            Stage::Decode => "D",
            Stage::Wait => "Q",
            Stage::Issue => "Is",
            Stage::Execute => "X",
            Stage::Memory => "M",
            Stage::Writeback => "Wb",
            Stage::Done => "-",
            Stage::At(site) => sites.row(site).id,
        }
    }
}

/// What a cache said to a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Lookup {
    /// There.
    Hit,
    /// Not there; a request goes on.
    Miss,
    /// Not there, but already asked for.
    Merged,
    /// No room to note the request; it comes again.
    Refused,
}

/// A DRAM command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum DramCommand {
    /// Opens a row.
    Activate,
    /// Closes a row.
    Precharge,
    /// Reads a burst.
    Read,
    /// Writes a burst.
    Write,
    /// Refreshes.
    Refresh,
}

/// Declares the events that several machines have: [`Event`], the place of each kind among the log's streams, and the rows.
macro_rules! shared {
    ($(
        $(#[doc = $doc:literal])+
        $name:ident = $id:literal, $level:ident {
            $($(#[doc = $about:literal])+ $field:ident: $type:ty = $unit:literal,)+
        }
    )+) => {
        /// One thing that happened.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        pub enum Event {
            /// From this cycle on, the unit's state is this. For `ISSUED` and `REPLAY`: the instruction at `pc` was issued
            /// with these lanes; else `pc` is the instruction that waits.
            Unit {
                /// The unit.
                unit: u32,
                /// Its state.
                cause: Cause,
                /// The instruction (index in the program).
                pc: u32,
                /// Active lanes.
                lanes: LaneKey,
            },
            /// From this cycle on, the issue slot's cause is this.
            Slot {
                /// Scheduler, numbered through the machine.
                slot: u32,
                /// The cause.
                cause: Cause,
            },
            $(
                $(#[doc = $doc])+
                $name { $($(#[doc = $about])+ $field: $type,)+ },
            )+
            /// An event that only this machine has.
            Own(Own),
        }

        /// Kinds of events that several machines have, in the order of the log's streams.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub enum SharedEvent { $($(#[doc = $doc])+ $name,)+ }

        /// Their rows.
        pub const SHARED: &[EventRow] = &[$(EventRow::new(
            ($id, concat!($($doc),+)),
            Level::$level,
            &[$(FieldRow::of::<$type>(stringify!($field), $unit, concat!($($about),+)),)+],
            &[],
        ),)+];

        impl Event {
            /// Hands over the place of its stream and its fields; nothing if it is a state, or of a kind that is not among
            /// `rows`.
            #[inline]
            fn fields(self, rows: &[EventRow], take: impl FnOnce(usize, &[u64])) {
                match self {
                    Event::Unit { .. } | Event::Slot { .. } => {}
                    $(Event::$name { $($field),+ } => take(SharedEvent::$name as usize, &[$($field.word()),+]),)+
                    Event::Own(own) => {
                        let place = SHARED.len() + own.number();
                        if let Some(row) = rows.get(place) {
                            take(place, &own.words(row)[..row.fields.len()]);
                        }
                    }
                }
            }
        }

        impl SharedEvent {
            /// An event of this kind from its fields; `None` if they are none of it.
            fn event(self, words: &[u64]) -> Option<Event> {
                let mut words = words.iter();
                Some(match self {
                    $(SharedEvent::$name => Event::$name { $($field: Field::of_word(*words.next()?)?,)+ },)+
                })
            }
        }
    };
}

shared! {
    /// An instruction enters a stage.
    Stage = "stages", Passing {
        /// Its unit.
        unit: u32 = "",
        /// Number of the dynamic instruction, unique in the run.
        id: u64 = "",
        /// The instruction.
        pc: u32 = "",
        /// The stage.
        stage: Stage = "",
    }
    /// An instruction's memory access was cut into requests.
    Access = "accesses", Passing {
        /// Its unit.
        unit: u32 = "",
        /// The instruction.
        pc: u32 = "",
        /// Number of lines, sectors or bank passes that it needs.
        requests: u16 = "requests",
        /// Its lanes.
        lanes: LaneKey = "",
        /// Scratchpad or first-level cache.
        part: MemoryPart = "",
    }
    /// A cache answered.
    Cache = "caches", Passing {
        /// Which kind of cache.
        part: MemoryPart = "",
        /// Which of them.
        index: u16 = "",
        /// The line's address.
        address: u64 = "",
        /// The answer.
        lookup: Lookup = "",
    }
    /// A DRAM command was sent.
    Dram = "dram", Passing {
        /// The channel.
        channel: u16 = "",
        /// The bank, numbered through ranks and bank groups.
        bank: u16 = "",
        /// The command.
        command: DramCommand = "",
        /// The row.
        row: u32 = "",
        /// Number of the request that it is for; 0 for those that no instruction waits for.
        request: u64 = "",
        /// When, by the clock of the channel.
        time: u64 = "DRAM cycles",
    }
    /// An access of an instruction has to go on: a request is made for it, or one on its way is joined.
    Request = "requests", Passing {
        /// Number of the request, unique in the run. One that several have joined has an event for each.
        number: u64 = "",
        /// The unit whose instruction it is.
        unit: u32 = "",
        /// Number of the dynamic instruction.
        id: u64 = "",
        /// The instruction.
        pc: u32 = "",
        /// Address of the line.
        address: u64 = "",
        /// Merged if it joins a request; else the request is made for it (hit: a store whose line is there goes on all the same).
        lookup: Lookup = "",
    }
    /// A request comes to a part of the memory system, on its way out or back.
    Move = "moves", Passing {
        /// Number of the request.
        number: u64 = "",
        /// The kind of part.
        to: Station = "",
        /// Which of them.
        index: u16 = "",
    }
    /// A request waits for what another one has asked for already.
    Join = "joins", Passing {
        /// Number of the request.
        number: u64 = "",
        /// Number of the other one, which came first.
        first: u64 = "",
    }
    /// A work-group started on a core, or ended.
    Group = "groups", Passing {
        /// Linear number of the group.
        group: u32 = "",
        /// The core.
        core: u16 = "",
        /// Started (or ended)?
        start: bool = "",
    }
    /// Something comes to a queue between two parts, or leaves it.
    Queue = "queues", Passing {
        /// The queue, a place of the machine's table.
        queue: Site = "",
        /// Which of them.
        index: u16 = "",
        /// Number of what moves: of a dynamic instruction or of a request.
        number: u64 = "",
        /// Comes (or leaves)?
        comes: bool = "",
        /// How many it holds then.
        held: u16 = "entries",
    }
}

/// Kinds that the first machines had: machines' own kinds count behind these in a fingerprint.
const FIRST_KINDS: usize = SharedEvent::Group as usize + 1;
/// The number in a fingerprint of the first kind that came later.
const LATER_KINDS: u64 = 1 << 32;

/// The number of a kind in a fingerprint, by the place of its stream. A shared kind that is added leaves those of the others as they were.
const fn kind_number(place: usize) -> u64 {
    match place {
        _ if place < FIRST_KINDS => place as u64 + 1,
        _ if place < SHARED.len() => LATER_KINDS + place as u64,
        _ => (place - SHARED.len() + FIRST_KINDS) as u64 + 1,
    }
}

/// Takes events. Machines are generic over it, so that an absent recorder costs nothing.
pub trait Sink {
    /// Does anybody listen? If not, a machine need not even work out what to say.
    const ON: bool;
    /// Does it want every event? If not, it wants states and what stands ([`Level::Standing`]), and a machine may tell
    /// the states of many units at once.
    const DETAIL: bool = true;
    /// Does it want what these units and issue slots do? If not, a machine may be silent about them, and about events that
    /// are no states.
    #[inline(always)]
    fn hears(&self, _units: Range<usize>, _slots: Range<usize>) -> bool {
        Self::ON
    }
    /// The key of a set of lanes in the events that are told next.
    fn lanes(&mut self, lanes: &Lanes) -> LaneKey {
        LaneKey::digest(lanes)
    }
    /// Takes an event that happened in `cycle`. Cycles never go back.
    fn tell(&mut self, cycle: u64, event: Event);
    /// From `cycle` on, the causes of a part's units are these. Who wants detail is told each unit's state instead.
    fn tell_sets(&mut self, _cycle: u64, _sets: Sets) {}
}

/// Who wants every event: one type, so that a machine is compiled once for all of them.
#[derive(Debug)]
pub enum Listener<'a> {
    /// Keeps them.
    Log(&'a mut Log),
    /// Makes one number of them.
    Fingerprint(&'a mut Fingerprint),
}

impl Sink for Listener<'_> {
    const ON: bool = true;

    fn hears(&self, units: Range<usize>, slots: Range<usize>) -> bool {
        match self {
            Listener::Log(log) => log.hears(units, slots),
            Listener::Fingerprint(_) => true,
        }
    }

    fn lanes(&mut self, lanes: &Lanes) -> LaneKey {
        match self {
            Listener::Log(log) => log.lanes(lanes),
            Listener::Fingerprint(print) => print.lanes(lanes),
        }
    }

    #[inline]
    fn tell(&mut self, cycle: u64, event: Event) {
        match self {
            Listener::Log(log) => log.tell(cycle, event),
            Listener::Fingerprint(print) => print.tell(cycle, event),
        }
    }
}

/// Nobody listens.
#[derive(Clone, Copy, Debug, Default)]
pub struct Deaf;

impl Sink for Deaf {
    const ON: bool = false;
    const DETAIL: bool = false;
    #[inline(always)]
    fn tell(&mut self, _: u64, _: Event) {}
}
