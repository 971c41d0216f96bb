//! One work-group: its work-items as coroutines, each running up to a barrier, its end, or the end of its slice.

use alloc::{
    boxed::Box,
    collections::{BTreeMap, BTreeSet, VecDeque},
    format,
    string::String,
    vec,
    vec::Vec,
};

use super::{
    Interpreter, ItemOrder, Partial,
    code::Step,
    influence::{Influence, Reached},
    races,
    spaces::Spaces,
    warp::Warp,
    within,
};
use crate::{
    base::num,
    base::order,
    halt::{Halt, Place},
    image::Fault,
    ir::{Space, WorkItem},
};

/// Steps of one work-item before the next may run, so that a loop that waits for another work-item ends.
const SLICE: u64 = 4096;

/// A work-group that has begun and not ended.
#[derive(Clone, Debug)]
pub(super) struct Group {
    number: u64,
    pub id: [u32; 3],
    local: Vec<u8>,
    /// Work-items that have begun so far.
    begun: u64,
    pub ready: VecDeque<Item>,
    /// At a barrier.
    waiting: Vec<Item>,
    /// The warps of which a work-item has stopped.
    pub warps: BTreeMap<u64, Warp>,
    /// The steps at which work-items have ended.
    ends: BTreeSet<u32>,
}

/// A work-item that has begun and not ended.
#[derive(Clone, Debug)]
pub(super) struct Item {
    /// Linear number in the group.
    pub number: u64,
    pub pc: u32,
    pub registers: Vec<u64>,
    private: Vec<u8>,
    pub reached: Reached,
}

/// Why a work-item stopped running.
enum Stop {
    Barrier,
    Lanes,
    End,
    Slice,
}

impl Group {
    pub fn new(number: u64, id: [u32; 3], local_bytes: u64) -> Group {
        Group {
            number,
            id,
            local: vec![0; local_bytes as usize],
            begun: 0,
            ready: VecDeque::new(),
            waiting: vec![],
            warps: BTreeMap::new(),
            ends: BTreeSet::new(),
        }
    }
}

impl Interpreter {
    /// Runs one work-item of the group until it stops, or releases a barrier. Says whether the group has ended.
    pub(super) fn turn(&mut self, group: &mut Group, budget: u64) -> Result<bool, Halt> {
        let next = if group.begun < self.launch.group_items() {
            group.begun += 1;
            let number = match self.order {
                ItemOrder::Descending => self.launch.group_items() - group.begun,
                ItemOrder::Ascending | ItemOrder::Interleaved => group.begun - 1,
            };
            Some(self.begin(number, group.id)?)
        } else {
            group.ready.pop_front()
        };
        let slice = if self.order == ItemOrder::Interleaved { 1 } else { SLICE };
        match next {
            Some(mut item) => match self.item(&mut item, group, budget.min(slice))? {
                Stop::Slice => group.ready.push_back(item),
                Stop::Lanes => self.meet(group, item)?,
                Stop::Barrier => {
                    self.leave(group, item.number, Warp::stops)?;
                    group.waiting.push(item);
                }
                Stop::End => {
                    self.leave(group, item.number, Warp::ends)?;
                    group.ends.insert(item.pc);
                    self.spare.push(item);
                }
            },
            None if group.waiting.is_empty() => return Ok(true),
            None => self.release(group)?,
        }
        Ok(false)
    }

    /// A work-item before its first step.
    fn begin(&mut self, number: u64, group: [u32; 3]) -> Result<Item, Halt> {
        let mut item = match self.spare.pop() {
            Some(item) => item,
            None => self.room()?,
        };
        item.number = number;
        item.pc = 0;
        item.private.fill(0);
        item.registers.clear();
        item.registers.extend_from_slice(&self.code.registers);
        if self.influence.is_some() {
            item.reached.begin(item.registers.len());
        }
        let local_id = self.local_id(number);
        for (to, what, dim) in &self.code.places {
            let d = usize::from(*dim).min(2);
            let (size, count) = (self.launch.local[d], self.launch.groups()[d]);
            let value = match what {
                WorkItem::GlobalId => group[d].wrapping_mul(size).wrapping_add(local_id[d]),
                WorkItem::LocalId => local_id[d],
                WorkItem::GroupId => group[d],
                WorkItem::GlobalSize => self.launch.global[d],
                WorkItem::LocalSize => size,
                WorkItem::NumGroups => count,
            };
            item.registers[*to as usize] = value.into();
        }
        Ok(item)
    }

    /// Room for one more work-item.
    fn room(&mut self) -> Result<Item, Halt> {
        let bytes = self.layout.private_bytes.saturating_add(8 * self.code.registers.len() as u64);
        self.item_bytes = self.item_bytes.saturating_add(bytes);
        within("bytes of registers and private memory of a group", self.item_bytes, self.limits.item_bytes)?;
        let private = vec![0; self.layout.private_bytes as usize];
        Ok(Item { number: 0, pc: 0, registers: vec![], private, reached: Reached::default() })
    }

    fn local_id(&self, number: u64) -> [u32; 3] {
        let [x, y, _] = self.launch.local.map(|size| u64::from(size.max(1)));
        [number % x, number / x % y, number / x / y].map(|id| id as u32)
    }

    /// The global id of a work-item by its number in a group.
    pub(super) fn global_id(&self, group: [u32; 3], number: u64) -> [u32; 3] {
        let local_id = self.local_id(number);
        core::array::from_fn(|d| group[d].wrapping_mul(self.launch.local[d]).wrapping_add(local_id[d]))
    }

    /// Lets the waiting work-items of a group go on: every other one has ended.
    fn release(&mut self, group: &mut Group) -> Result<(), Halt> {
        order::sort_by_key(&mut group.waiting, |item| item.number);
        let Some(first) = group.waiting.first() else { return Ok(()) };
        let here = self.place(first, group.id);
        let here_too = self.calls(first);
        let is_elsewhere = |item: &&Item| item.pc != first.pc || self.calls(item) != here_too;
        let elsewhere = || group.waiting.iter().filter(is_elsewhere);
        let missing = elsewhere().count();
        let all = group.waiting.len();
        if missing > 0 {
            let reason = format!(
                "{} of {all} work-items of group {:?} wait at this barrier, but {missing} cannot reach it: they wait \
                 at another one (local linear id {})",
                all - missing,
                group.id,
                list(elsewhere().map(|item| item.number)),
            );
            return Err(Halt::Barrier { reason, at: here });
        }
        self.stats.barriers += 1;
        if let Some(races) = &mut self.races {
            races.pass_barrier();
        }
        if (all as u64) < self.launch.group_items() && !self.stats.partial.as_ref().is_some_and(|it| it.round)
        {
            let round = self.code.leads_to(first.pc, &here_too, &group.ends);
            if round || self.stats.partial.is_none() {
                self.stats.partial = Some(Partial { at: here, round });
            }
        }
        group.warps.values_mut().for_each(Warp::passes);
        group.waiting.iter_mut().for_each(|item| item.pc += 1);
        group.ready.extend(group.waiting.drain(..));
        Ok(())
    }

    /// The steps behind the calls that a work-item is in, the innermost first.
    pub(super) fn calls(&self, item: &Item) -> Vec<u64> {
        let back = |step: &u64| Some(item.registers[self.code.link(*step as u32)? as usize]);
        core::iter::successors(back(&item.pc.into()), back).collect()
    }

    /// The place of the step that a work-item is at.
    pub(super) fn place(&self, item: &Item, group: [u32; 3]) -> Place {
        let id = self.global_id(group, item.number);
        let span = self.code.spans.get(item.pc as usize).copied().unwrap_or_default();
        Place { unit: None, lane: 0, item: id, pc: None, span, cycle: self.stats.steps }
    }

    /// Runs one work-item for at most `slice` steps.
    fn item(&mut self, item: &mut Item, group: &mut Group, slice: u64) -> Result<Stop, Halt> {
        let budget = slice.min(self.limits.steps.saturating_sub(self.stats.steps));
        if budget == 0 {
            return Err(Halt::Limit { limit: "interpreter steps".into(), value: self.limits.steps });
        }
        let mut left = budget;
        let result = match self.influence.take() {
            None => self.steps::<false>(item, group, &mut left, None),
            Some(mut influence) => {
                let result = self.steps::<true>(item, group, &mut left, Some(&mut influence));
                self.influence = Some(influence);
                result
            }
        };
        self.stats.steps += budget - left;
        result.map_err(|fault| self.fault(*fault, item, group.id))
    }

    /// The interpreter's loop. `left` counts down; at 0 the slice ends. `WATCH`: is there somebody who takes note of what the
    /// results of atomics reach?
    fn steps<const WATCH: bool>(
        &mut self,
        item: &mut Item,
        group: &mut Group,
        left: &mut u64,
        mut influence: Option<&mut Influence>,
    ) -> Result<Stop, Box<Fault>> {
        let end = self.stats.steps + *left;
        let Item { pc, registers: regs, private, number, reached } = item;
        let (memory, local) = (&mut self.memory, &mut group.local);
        let who = races::Item { group: group.number as u32, number: *number as u32 };
        let races = self.races.as_deref_mut().map(|races| (races, who));
        let (constants, arrays) = (&self.constants, self.arrays.as_deref());
        let mut spaces = Spaces { memory, constants, local, private, arrays, races, guarded: false };
        loop {
            if *left == 0 {
                return Ok(Stop::Slice);
            }
            *left -= 1;
            let step = &self.code.steps[*pc as usize];
            if WATCH && let Some(influence) = &mut influence {
                influence.step(step, *pc, regs, reached);
                spaces.guarded = reached.is_under();
            }
            let get = |reg: u32| regs[reg as usize];
            let (to, value) = match *step {
                Step::Move { to, from } => (to, get(from)),
                Step::Unary { op, ty, to, a } => (to, num::unary(op, ty, get(a))),
                Step::Binary { op, ty, to, a, b } => (to, num::binary(op, ty, get(a), get(b))),
                Step::Compare { op, ty, to, a, b } => (to, num::compare(op, ty, get(a), get(b)).into()),
                Step::Select { to, condition, a, b } => (to, get(if get(condition) != 0 { a } else { b })),
                Step::Convert { op, from, ty, to, a } => (to, num::convert(op, from, ty, get(a))),
                Step::Fma { ty, to, a, b, c } => (to, num::fma(ty, get(a), get(b), get(c))),
                Step::Math { op, ty, to, a, b } => (to, num::math(op, ty, &[get(a), get(b)])),
                Step::Clock { to } => (to, end - *left),
                Step::Load { space, bytes, to, ptr } => (to, spaces.read(space, get(ptr), bytes)?),
                Step::Store { space, bytes, ptr, value } => {
                    spaces.write(space, get(ptr), bytes, get(value))?;
                    *pc += 1;
                    continue;
                }
                Step::Atomic { op, space, ty, to, ptr, value } => {
                    let new = |old| num::atomic(op, ty, old, get(value));
                    (to, spaces.modify(space, get(ptr), ty.bytes() as u8, new)?)
                }
                Step::CompareExchange { space, bytes, to, ptr, expected, new } => {
                    let swap = |old| if old == get(expected) { get(new) } else { old };
                    (to, spaces.modify(space, get(ptr), bytes, swap)?)
                }
                Step::Barrier => return Ok(Stop::Barrier),
                Step::Lane(_) => return Ok(Stop::Lanes),
                Step::Jump { to } => {
                    *pc = to;
                    continue;
                }
                Step::Branch { condition, yes, no } => {
                    *pc = if get(condition) != 0 { yes } else { no };
                    continue;
                }
                Step::Call { to, link } => {
                    regs[link as usize] = u64::from(*pc + 1);
                    *pc = to;
                    continue;
                }
                Step::GoBack { link } => {
                    *pc = get(link) as u32;
                    continue;
                }
                Step::Return => return Ok(Stop::End),
            };
            regs[to as usize] = value;
            *pc += 1;
        }
    }

    fn fault(&self, mut fault: Fault, item: &Item, group: [u32; 3]) -> Halt {
        if fault.space != Space::Global {
            fault.near = self.layout.near(&self.slots, fault.space, fault.address);
        }
        Halt::Fault { fault, at: self.place(item, group) }
    }
}

/// The first few of a list of numbers.
pub(super) fn list(numbers: impl Iterator<Item = u64>) -> String {
    const SHOWN: usize = 8;
    let mut text = String::new();
    for (at, number) in numbers.take(SHOWN + 1).enumerate() {
        match at {
            0 => text += &format!("{number}"),
            SHOWN => text += ", …",
            _ => text += &format!(", {number}"),
        }
    }
    text
}
