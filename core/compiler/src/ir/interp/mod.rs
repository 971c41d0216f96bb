//! The reference interpreter: runs a kernel on the IR, one work-item after another. It is the judge of every machine:
//! whatever order a machine executes in, memory must end up as it does here (except where the kernel itself leaves the
//! order of atomics open).
//!
//! Work-groups run one after another in ascending order (x first). Within a group work-items run in ascending order,
//! each as a coroutine up to the next barrier; one that runs long makes place for the next after a slice of steps, so
//! that a kernel whose work-items wait for each other can end. A work-group that waits for a later one never ends here,
//! nor does any other endless loop: the limit of steps stops it.
//!
//! A barrier waits for every work-item of the group that has not ended. That all of them wait at the same barrier is
//! required: two different ones are an error that names who is missing. That some had ended before is told in
//! [`Stats::partial`]: those that have returned do not count in CUDA, while OpenCL leaves it undefined; those that went
//! round the barrier to where the others come later were live, and it is undefined in both.
//!
//! The lanes of a warp ([`Kernel::warp`] work-items with linear local numbers from a multiple of it on) meet at operations of
//! theirs ([`Op::Lane`](super::Op::Lane)):
//! - With a mask, as soon as every lane of the mask that has not ended waits at the operation, in the same calls and with the same
//!   mask. If each of the others waits elsewhere, they never come: an error that names them. So is a lane that is not
//!   in its own mask.
//! - Without one, when every lane of the warp that has not ended waits at such an operation or at a barrier, and none can go on by its
//!   mask: then those that wait at the first of the operations go on together. First is what comes first in reverse post-order
//!   with each loop in one piece, turn after turn, and a call at its place: who goes round a loop waits for those who are
//!   still in an earlier turn, and who has left it for all who are in it.
//!
//! Those that go on together take part. A lane that reads one that does not gets its own value, and
//! [`Stats::stranger`] tells it.
//!
//! Local and private memory start as zeros. On demand a run records which work-items race and what the results of atomics
//! reach ([`Interpreter::watch`]), and takes another order ([`ItemOrder`]).
//! Deliberately absent: caches, memory ordering (every access is seen at once, so fences do nothing).

mod code;
mod group;
mod influence;
pub mod races;
mod spaces;
#[cfg(test)]
mod tests;
mod warp;

use alloc::{boxed::Box, string::String, vec::Vec};

use super::{Kernel, Slot, Space, layout::Layout};
use crate::{
    halt::{Halt, Place},
    image::Memory,
    launch::Launch,
};

/// Where the interpreter gives up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Steps (operations, moves and jumps) of all work-items together.
    pub steps: u64,
    /// Bytes of one group's local memory.
    pub local_bytes: u64,
    /// Bytes of the registers and private memory of all work-items that have begun and not ended.
    pub item_bytes: u64,
    /// Bytes of the records of who touched which byte, while races are looked for.
    pub race_bytes: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { steps: 4_000_000_000, local_bytes: 1 << 24, item_bytes: 1 << 29, race_bytes: 1 << 28 }
    }
}

/// What a run took.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Steps of all work-items.
    pub steps: u64,
    /// Barriers that a group passed.
    pub barriers: u64,
    /// The first barrier that was passed although some work-items of the group had ended before; one that they went round
    /// comes before one that they had returned ahead of.
    pub partial: Option<Partial>,
    /// The first lane that read the value of a lane that did not take part, and so got its own.
    pub stranger: Option<Place>,
}

/// A barrier that not every work-item of a group has come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partial {
    /// The barrier, with a work-item that waited there.
    pub at: Place,
    /// Did a work-item go round it, that is, end where those that passed it may end, too?
    pub round: bool,
}

/// In which order work-groups and work-items run. A kernel that leaves nothing open comes to the same in each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ItemOrder {
    /// Ascending, each work-item up to a barrier or for a long slice.
    #[default]
    Ascending,
    /// The same, descending.
    Descending,
    /// Groups and work-items ascending, but each work-item of a group does one step in its turn.
    Interleaved,
}

/// A run of the interpreter, which can be carried out piece by piece.
#[derive(Clone, Debug)]
pub struct Interpreter {
    slots: Vec<Slot>,
    layout: Layout,
    code: code::Code,
    launch: Launch,
    /// Work-items of a warp, and whether they do anything together.
    lanes: u32,
    meets: bool,
    limits: Limits,
    constants: Vec<u8>,
    /// Where private arrays lie, if an access between them is a fault.
    arrays: Option<Vec<(u64, u64)>>,
    local_bytes: u64,
    memory: Memory,
    stats: Stats,
    /// Linear number of the next group to begin.
    next: u64,
    group: Option<group::Group>,
    /// Work-items that have ended, for their room.
    spare: Vec<group::Item>,
    /// Bytes of all work-items that there is room for.
    item_bytes: u64,
    races: Option<Box<races::Races>>,
    influence: Option<Box<influence::Influence>>,
    order: ItemOrder,
}

/// A race and where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundRace {
    /// The two accesses.
    pub race: races::Race,
    /// The global ids of the two work-items.
    pub items: [[u32; 3]; 2],
    /// The first byte that both touch.
    pub byte: SharedByte,
}

/// A byte that work-items share, and where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedByte {
    /// Global or local memory.
    pub space: Space,
    /// Its address there.
    pub address: u64,
    /// The buffer or work-group array that it is in, and its offset there in bytes.
    pub place: Option<(String, u64)>,
}

impl Interpreter {
    /// At the start of a run. The kernel is one that the verifier accepts. Only the geometry and dynamic memory of
    /// `launch` are read. `args` has for each parameter the bits of a scalar, the address of a buffer, or the size in
    /// bytes of a local argument.
    ///
    /// # Errors
    /// A limit.
    pub fn new(
        kernel: &Kernel,
        launch: &Launch,
        args: &[u64],
        memory: Memory,
        limits: &Limits,
    ) -> Result<Interpreter, Halt> {
        let layout = Layout::new(kernel);
        let group = layout.group_memory(kernel, args, launch.dynamic_local);
        within("bytes of local memory of a group", group.bytes, limits.local_bytes)?;
        Ok(Interpreter {
            slots: kernel.slots.clone(),
            code: code::Code::new(kernel, &layout, &group.args),
            constants: layout.constants(kernel),
            arrays: None,
            layout,
            launch: Launch { args: Vec::new(), sizes: Vec::new(), ..*launch },
            lanes: kernel.warp(),
            meets: kernel.lane_op().is_some(),
            limits: *limits,
            local_bytes: group.bytes,
            memory,
            stats: Stats::default(),
            next: 0,
            group: None,
            spare: Vec::new(),
            item_bytes: 0,
            races: None,
            influence: None,
            order: ItemOrder::Ascending,
        })
    }

    /// From now on (before the first step) looks for races and for what the results of atomics reach, with records of at
    /// most [`Limits::race_bytes`] for each. In another order than the ascending one there is no search for races, nor with `clock`, where
    /// what the clock says is followed, too: it orders nothing.
    pub fn watch(&mut self, kernel: &Kernel, order: ItemOrder, clock: bool) {
        let bytes = self.limits.race_bytes;
        self.order = order;
        let looks = order == ItemOrder::Ascending && !clock;
        self.races = looks.then(|| Box::new(races::Races::new(bytes, self.lanes)));
        let influence = influence::Influence::new(kernel, &self.code, &self.memory, clock, bytes);
        self.influence = Some(Box::new(influence));
    }

    /// From now on (before the first step) private arrays lie apart (see [`Layout::apart`]), and an access between two of them
    /// is a fault, where it otherwise reaches the neighbour or memory that no array has. `args` as in [`Interpreter::new`].
    pub fn part_arrays(&mut self, kernel: &Kernel, args: &[u64]) {
        self.layout = Layout::apart(kernel);
        self.arrays = Some(self.layout.private_ranges(&self.slots));
        let group = self.layout.group_memory(kernel, args, self.launch.dynamic_local);
        self.code = code::Code::new(kernel, &self.layout, &group.args);
    }

    /// From now on at most so many steps.
    pub fn limit_steps(&mut self, steps: u64) {
        self.limits.steps = self.limits.steps.min(steps);
    }

    /// Has what atomics returned or the clock said decided where a work-item went on or wrote?
    pub fn spreads(&self) -> bool {
        self.influence.as_ref().is_some_and(|influence| influence.spreads())
    }

    /// Has the result of an atomic reached one of these bytes of global memory (see [`Interpreter::watch`])?
    pub fn is_reached(&self, address: u64, bytes: u64) -> bool {
        self.influence.as_ref().is_some_and(|influence| influence.is_reached(address, bytes))
    }

    /// Were records of what atomics reach left out at their limit?
    pub fn lost_influence(&self) -> bool {
        self.influence.as_ref().is_some_and(|influence| influence.is_full())
    }

    /// The first race that was seen.
    pub fn race(&self) -> Option<FoundRace> {
        let race = self.races.as_ref().and_then(|races| races.found())?;
        let items = [race.first, race.second]
            .map(|(item, _)| self.global_id(self.group_id(item.group.into()), item.number.into()));
        Some(FoundRace { race, items, byte: self.shared(race.space, race.address) })
    }

    /// The first byte that one work-item reads plainly and another changes by an atomic, with nothing that orders them.
    pub fn meeting(&self) -> Option<SharedByte> {
        let (space, address) = self.races.as_ref().and_then(|races| races.met())?;
        Some(self.shared(space, address))
    }

    /// A byte of global or local memory with its place.
    fn shared(&self, space: Space, address: u64) -> SharedByte {
        let buffer = || {
            let inside = |b: &&crate::image::Buffer| (b.base..b.base + b.bytes).contains(&address);
            let buffer = self.memory.buffers().iter().find(inside)?;
            Some((buffer.name.clone(), address - buffer.base))
        };
        let place = match space {
            Space::Global => buffer(),
            space => self.layout.near(&self.slots, space, address),
        };
        SharedByte { space, address, place }
    }

    /// Did the search for races end at its limit, without one?
    pub fn lost_races(&self) -> bool {
        self.races.as_ref().is_some_and(|races| races.is_full())
    }

    /// Goes on for about `budget` steps. Says whether the kernel has ended.
    ///
    /// # Errors
    /// A fault with work-item and place, a barrier or an operation of lanes that not every work-item reaches, or a limit. Memory is left as it
    /// was then, and the run is over.
    pub fn advance(&mut self, budget: u64) -> Result<bool, Halt> {
        let end = self.stats.steps.saturating_add(budget);
        while self.stats.steps < end {
            let Some(mut group) = self.group.take().or_else(|| self.begin_group()) else { return Ok(true) };
            let ended = self.turn(&mut group, end - self.stats.steps)?;
            self.group = (!ended).then_some(group);
        }
        Ok(false)
    }

    /// The next group in ascending order, x first.
    fn begin_group(&mut self) -> Option<group::Group> {
        let at = self.next;
        let [x, y, z] = self.launch.groups().map(u64::from);
        if x == 0 || y == 0 || at / x / y >= z {
            return None;
        }
        self.next += 1;
        if let Some(races) = &mut self.races {
            races.begin_group();
        }
        if let Some(influence) = &mut self.influence {
            influence.begin_group();
        }
        let number = if self.order == ItemOrder::Descending {
            x.saturating_mul(y).saturating_mul(z) - 1 - at
        } else {
            at
        };
        Some(group::Group::new(number, self.group_id(number), self.local_bytes))
    }

    /// The id of a group by its number.
    fn group_id(&self, at: u64) -> [u32; 3] {
        let [x, y, _] = self.launch.groups().map(|count| u64::from(count.max(1)));
        [at % x, at / x % y, at / x / y].map(|id| id as u32)
    }

    /// Memory as it is.
    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    /// Gives memory away.
    pub fn into_memory(self) -> Memory {
        self.memory
    }

    /// What the run took so far.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }
}

/// Runs a kernel to its end in one go, see [`Interpreter`].
///
/// # Errors
/// As [`Interpreter::new`] and [`Interpreter::advance`].
pub fn run(
    kernel: &Kernel,
    launch: &Launch,
    args: &[u64],
    memory: &mut Memory,
    limits: &Limits,
) -> Result<Stats, Halt> {
    let mut interpreter = Interpreter::new(kernel, launch, args, Memory::default(), limits)?;
    interpreter.memory = core::mem::take(memory);
    let result = interpreter.advance(u64::MAX);
    let stats = interpreter.stats().clone();
    *memory = interpreter.into_memory();
    result.map(|_| stats)
}

/// Is a size within its limit?
fn within(limit: &str, size: u64, value: u64) -> Result<(), Halt> {
    if size <= value { Ok(()) } else { Err(Halt::Limit { limit: limit.into(), value }) }
}
