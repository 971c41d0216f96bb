//! The lanes of a warp: where they wait for each other, and what they do together. The rules are told in [`super`].

use alloc::{format, vec, vec::Vec};

use super::{
    Interpreter,
    code::{Meeting, Reg, Step},
    group::{Group, Item, list},
    influence::Influence,
};
use crate::{
    base::{num::lane, order},
    halt::Halt,
    ir::LaneOp,
};

/// The lanes of a warp of a group, as bits.
#[derive(Clone, Debug)]
pub(super) struct Warp {
    /// Those that have not ended.
    live: u32,
    /// Those that wait at a barrier.
    stopped: u32,
    /// Those that wait for other lanes.
    waiting: u32,
    items: Vec<Item>,
}

/// Where a lane waits, so that what comes first in the flow is less: the calls that it is in, the outermost first, and the step; before
/// each of these steps the loops around it, where each begins and how often the lane has gone round it.
type Spot = Vec<u64>;

impl Warp {
    /// A lane waits at a barrier.
    pub fn stops(&mut self, bit: u32) {
        self.stopped |= bit;
    }

    /// The barrier is passed.
    pub fn passes(&mut self) {
        self.stopped = 0;
    }

    /// A lane ends.
    pub fn ends(&mut self, bit: u32) {
        self.live &= !bit;
    }
}

impl Interpreter {
    /// A work-item has come to an operation of its warp.
    pub(super) fn meet(&mut self, group: &mut Group, item: Item) -> Result<(), Halt> {
        let (at, mut warp) = self.warp(group, item.number);
        warp.waiting |= self.bit(&item);
        warp.items.push(item);
        self.settle(group, at, warp)
    }

    /// A work-item has come to a barrier or its end: those of its warp who wait for it need not, if the kernel has any.
    pub(super) fn leave(
        &mut self,
        group: &mut Group,
        number: u64,
        note: impl Fn(&mut Warp, u32),
    ) -> Result<(), Halt> {
        if !self.meets {
            return Ok(());
        }
        let (at, mut warp) = self.warp(group, number);
        note(&mut warp, 1 << self.lane(number));
        self.settle(group, at, warp)
    }

    /// The number of a work-item's warp, and that warp, taken out of the group.
    fn warp(&self, group: &mut Group, number: u64) -> (u64, Warp) {
        let lanes = u64::from(self.lanes);
        let at = number / lanes;
        let here = (self.launch.group_items() - at * lanes).min(lanes);
        let new = || Warp { live: u32::MAX >> (32 - here), stopped: 0, waiting: 0, items: vec![] };
        (at, group.warps.remove(&at).unwrap_or_else(new))
    }

    /// Lets those lanes of a warp go on that can, and puts it back into the group.
    fn settle(&mut self, group: &mut Group, at: u64, mut warp: Warp) -> Result<(), Halt> {
        loop {
            let named = warp.items.iter().find_map(|item| self.complete(&warp, item));
            let all_wait = !warp.items.is_empty() && warp.waiting | warp.stopped == warp.live;
            let going = match named {
                Some(going) => going,
                None if all_wait => self.first(&warp).ok_or_else(|| self.never(&warp, group, at))?,
                None => break,
            };
            self.together(&mut warp, group, at, going);
        }
        group.warps.insert(at, warp);
        Ok(())
    }

    /// The lanes that wait without a mask at the first place where one does.
    fn first(&self, warp: &Warp) -> Option<u32> {
        let plain = || warp.items.iter().filter(|item| self.mask(item).is_none());
        let first = plain().map(|item| self.spot(item)).min()?;
        let there = plain().filter(|item| self.spot(item) == first);
        Some(there.fold(0, |going, item| going | self.bit(item)))
    }

    /// The lanes that go on with one that waits with a mask, if all of them are there.
    fn complete(&self, warp: &Warp, item: &Item) -> Option<u32> {
        let needed = self.mask(item)? & warp.live;
        if needed & !warp.waiting != 0 || needed & self.bit(item) == 0 {
            return None;
        }
        (self.with(warp, item) == needed).then_some(needed)
    }

    /// The lanes that wait where one does, with its mask.
    fn with(&self, warp: &Warp, item: &Item) -> u32 {
        let (mask, calls) = (self.mask(item), self.calls(item));
        let same =
            |other: &&Item| other.pc == item.pc && self.mask(other) == mask && self.calls(other) == calls;
        warp.items.iter().filter(same).fold(0, |with, other| with | self.bit(other))
    }

    /// The operation that a lane waits at.
    fn awaited(&self, item: &Item) -> Meeting {
        match self.code.steps[item.pc as usize] {
            Step::Lane(meeting) => meeting,
            // No other step makes a lane wait here.
            _ => Meeting { op: LaneOp::Sync, to: 0, args: [0; 3], mask: None },
        }
    }

    fn mask(&self, item: &Item) -> Option<u32> {
        self.awaited(item).mask.map(|reg| item.registers[reg as usize] as u32)
    }

    /// The number of a work-item in its warp.
    fn lane(&self, number: u64) -> u32 {
        (number % u64::from(self.lanes)) as u32
    }

    fn bit(&self, item: &Item) -> u32 {
        1 << self.lane(item.number)
    }

    fn spot(&self, item: &Item) -> Spot {
        // What a call goes back to stands behind it.
        let calls = self.calls(item).into_iter().map(|back| back as u32 - 1);
        let mut steps: Vec<u32> = core::iter::once(item.pc).chain(calls).collect();
        steps.reverse();
        let turns = |(start, count): &(u32, Reg)| [u64::from(*start), item.registers[*count as usize]];
        let spot = |step: u32| self.code.around(step).iter().flat_map(turns).chain([step.into()]);
        steps.into_iter().flat_map(spot).collect()
    }

    /// Why the lanes of a warp, each of which waits, can never go on: told of the first place where one waits.
    fn never(&self, warp: &Warp, group: &Group, at: u64) -> Halt {
        let mut items: Vec<&Item> = warp.items.iter().collect();
        order::sort_by_key(&mut items, |item| (self.spot(item), item.number));
        let item = items[0];
        let (mask, with) = (self.mask(item).unwrap_or(0), self.with(warp, item));
        let numbers = |lanes: u32| list((0..32).filter(|lane| lanes >> lane & 1 != 0));
        let reason = match mask & self.bit(item) {
            0 => format!("lane {} of warp {at} is not in its mask {mask:#x}", self.lane(item.number)),
            _ => format!(
                "lanes {} of warp {at} of group {:?} wait here with the mask {mask:#x}, but these lanes of it cannot \
                 come: {}",
                numbers(with),
                group.id,
                numbers(mask & warp.live & !with),
            ),
        };
        Halt::Lanes { reason, at: self.place(item, group.id) }
    }

    /// These lanes, which wait at one operation, carry it out and go on.
    fn together(&mut self, warp: &mut Warp, group: &mut Group, at: u64, going: u32) {
        let lanes = u64::from(self.lanes);
        let number = |item: &Item| (item.number % lanes) as u32;
        let (mut items, rest): (Vec<Item>, Vec<Item>) =
            core::mem::take(&mut warp.items).into_iter().partition(|item| going >> number(item) & 1 != 0);
        warp.items = rest;
        warp.waiting &= !going;
        order::sort_by_key(&mut items, |item| item.number);
        let Some(Meeting { op, to, args, .. }) = items.first().map(|item| self.awaited(item)) else { return };
        let reads = &args[..op.arity()];
        // The operands of each lane that takes part.
        let mut given = [None; 32];
        for item in &items {
            given[number(item) as usize] = Some(args.map(|reg: Reg| item.registers[reg as usize]));
        }
        let reached =
            self.influence.is_some() && items.iter().any(|item| Influence::met(reads, &item.reached));
        if let Some(races) = self.races.as_mut().filter(|_| op == LaneOp::Sync) {
            races.meet(at as u32);
        }
        for item in &mut items {
            let result = result(op, number(item), &given);
            if result.is_none() && self.stats.stranger.is_none() {
                self.stats.stranger = Some(self.place(item, group.id));
            }
            item.registers[to as usize] = result.unwrap_or(item.registers[args[0] as usize]);
            if self.influence.is_some() {
                Influence::gets(to, reached, &mut item.reached);
            }
            item.pc += 1;
        }
        group.ready.extend(items);
    }
}

/// What a lane gets from the operands of those that take part; `None` if it reads one that does not.
fn result(op: LaneOp, own: u32, given: &[Option<[u64; 3]>; 32]) -> Option<u64> {
    let [value, by, segments] = given[own as usize]?;
    let bits = |holds: &dyn Fn(u64) -> bool| {
        let lanes = given.iter().enumerate().filter(|(_, args)| args.is_some_and(|args| holds(args[0])));
        lanes.fold(0, |bits, (lane, _)| bits | 1 << lane)
    };
    match op {
        LaneOp::Ballot => Some(bits(&|value| value != 0)),
        LaneOp::Match => Some(bits(&|other| other == value)),
        LaneOp::Sync => Some(0),
        LaneOp::Number | LaneOp::Warp => Some(value),
        LaneOp::Index | LaneOp::Up | LaneOp::Down | LaneOp::Xor => {
            let from = lane::source(op, own, by as u32, segments as u32).unwrap_or(own);
            given.get(from as usize)?.map(|args| args[0])
        }
    }
}
