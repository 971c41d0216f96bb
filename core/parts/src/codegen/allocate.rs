//! Register allocation by a scan over live ranges.
//!
//! Values are taken in the order in which they start to live; each gets the lowest register of its class that is free
//! over its whole range, holes included. If none is free, the cheapest of the competing values is named for spilling;
//! the caller rewrites the code and asks again. Before that, copies are coalesced: two values that a copy connects and
//! whose ranges do not meet become one.
//!
//! Some values may have their registers beforehand, as arguments and results of calls do ([`allocate_around`]): the others go
//! round them, and one that is copied from or to such a value takes its register if that is free.

use alloc::{vec, vec::Vec};

use super::{
    Effects,
    flow::{Blocks, loop_depths},
    liveness::{Range, normalise, overlap, ranges},
};
use crate::base::order;

/// What an allocator is asked to solve.
#[derive(Clone, Debug)]
pub struct Problem<'a> {
    /// The code.
    pub steps: &'a [Effects],
    /// Class of each value.
    pub classes: &'a [u8],
    /// Number of registers of each class.
    pub limits: &'a [u32],
    /// May copies be coalesced?
    pub coalesce: bool,
    /// Values that must not be spilled, because they are short pieces of one that was.
    pub keep: &'a [bool],
}

/// The answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Allocation {
    /// The register of each value (of its class).
    Registers(Vec<u32>),
    /// There are not enough registers: these values should live elsewhere.
    Spill(Vec<u32>),
}

/// A set of values that share a register.
struct Web {
    range: Range,
    class: u8,
    weight: u64,
    keep: bool,
}

/// Gives each value a register. Values that are never live get register 0 of their class.
pub fn allocate(request: &Problem<'_>) -> Allocation {
    allocate_around(request, &[])
}

/// As [`allocate`], where some values have their registers already: each with its register, below the limit of its class. They are never
/// spilled, and their ranges do not meet if they have one register.
pub fn allocate_around(request: &Problem<'_>, fixed: &[(u32, u32)]) -> Allocation {
    let count = request.classes.len();
    let blocks = Blocks::new(request.steps);
    let weights = weights(request, &blocks);
    let mut webs: Vec<Web> = ranges(request.steps, &blocks, count)
        .into_iter()
        .enumerate()
        .map(|(value, range)| Web {
            range,
            class: request.classes[value],
            weight: weights[value],
            keep: request.keep.get(value).copied().unwrap_or(false),
        })
        .collect();
    fixed.iter().for_each(|(value, _)| webs[*value as usize].keep = true);
    let mut parent: Vec<u32> = (0..count as u32).collect();
    if request.coalesce {
        coalesce(request, &blocks, &mut webs, &mut parent);
    }

    let wishes = wishes(request, fixed, &mut parent);
    let mut order: Vec<u32> = (0..count as u32)
        .filter(|value| parent[*value as usize] == *value && !webs[*value as usize].range.is_empty())
        .filter(|value| !fixed.iter().any(|(held, _)| held == value))
        .collect();
    order::sort_by_key(&mut order, |value| (webs[*value as usize].range[0].0, *value));
    let mut files: Vec<Vec<Vec<u32>>> =
        request.limits.iter().map(|limit| vec![vec![]; *limit as usize]).collect();
    let mut register = vec![0; count];
    for (value, held) in fixed {
        register[*value as usize] = *held;
        files[webs[*value as usize].class as usize][*held as usize].push(*value);
    }
    let mut spilled = vec![];
    for value in order {
        let file = &mut files[webs[value as usize].class as usize];
        file.iter_mut().for_each(|held| held.retain(|other| is_live_from(&webs, *other, value)));
        match place(value, file, &webs, &wishes[value as usize]) {
            Ok(found) => {
                file[found].push(value);
                register[value as usize] = found as u32;
            }
            Err(victims) => {
                for victim in &victims {
                    file.iter_mut().for_each(|held| held.retain(|other| other != victim));
                }
                if victims.contains(&value) {
                    spilled.push(value);
                } else {
                    spilled.extend(&victims);
                    if let Ok(found) = place(value, file, &webs, &[]) {
                        file[found].push(value);
                        register[value as usize] = found as u32;
                    }
                }
            }
        }
    }
    if spilled.is_empty() {
        return Allocation::Registers(
            (0..count as u32).map(|v| register[root(&mut parent, v) as usize]).collect(),
        );
    }
    let mut goes = vec![false; count];
    spilled.iter().for_each(|value| goes[*value as usize] = true);
    let members = (0..count as u32).filter(|v| goes[root(&mut parent, *v) as usize]);
    Allocation::Spill(members.collect())
}

/// Does a value live on where another begins, or later? If not, it meets none of those that are still to come.
fn is_live_from(webs: &[Web], value: u32, begin: u32) -> bool {
    let (range, later) = (&webs[value as usize].range, &webs[begin as usize].range);
    range.last().zip(later.first()).is_some_and(|(last, first)| last.1 > first.0)
}

/// The registers that values would like to have, by the values that stand for all of theirs: those of what copies connect them with.
fn wishes(request: &Problem<'_>, fixed: &[(u32, u32)], parent: &mut [u32]) -> Vec<Vec<u32>> {
    let mut wishes = vec![vec![]; request.classes.len()];
    for (to, from) in request.steps.iter().filter_map(|step| step.copy).filter(|_| !fixed.is_empty()) {
        for (one, other) in [(to, from), (from, to)] {
            if let Some((_, register)) = fixed.iter().find(|(held, _)| *held == other) {
                wishes[root(parent, one) as usize].push(*register);
            }
        }
    }
    wishes
}

/// A register that the value would like to have, else the lowest that is free, or the values to spill: either this one, or all that hold the register whose
/// holders cost least.
fn place(value: u32, file: &[Vec<u32>], webs: &[Web], wishes: &[u32]) -> Result<usize, Vec<u32>> {
    let web = &webs[value as usize];
    let meets = |held: &&u32| overlap(&web.range, &webs[**held as usize].range);
    let is_free = |held: &Vec<u32>| !held.iter().any(|other| meets(&other));
    if let Some(wish) = wishes.iter().find(|wish| is_free(&file[**wish as usize])) {
        return Ok(*wish as usize);
    }
    if let Some(free) = file.iter().position(is_free) {
        return Ok(free);
    }
    let rivals = file.iter().map(|held| held.iter().filter(meets).copied().collect::<Vec<u32>>());
    let cost =
        |list: &Vec<u32>| list.iter().map(|other| price(&webs[*other as usize])).max().unwrap_or(u64::MAX);
    let cheapest = rivals.min_by_key(cost).unwrap_or_default();
    let spill_self = cheapest.is_empty() || price(web) <= cost(&cheapest);
    Err(if spill_self { vec![value] } else { cheapest })
}

/// What it costs to spill: uses by loop depth, for each point of the range.
fn price(web: &Web) -> u64 {
    if web.keep {
        return u64::MAX;
    }
    let length: u64 = web.range.iter().map(|(start, end)| u64::from(end - start)).sum();
    (web.weight << 16) / length.max(1)
}

/// Uses and definitions of each value, ten times as much for each loop around them.
fn weights(request: &Problem<'_>, blocks: &Blocks) -> Vec<u64> {
    let depths = loop_depths(blocks);
    let mut weights = vec![0u64; request.classes.len()];
    for (at, step) in request.steps.iter().enumerate() {
        let weight = 10u64.pow(depths[blocks.of[at] as usize].min(6));
        for value in step.uses.iter().chain(&step.defs) {
            weights[*value as usize] += weight;
        }
    }
    weights
}

/// Joins values that copies connect, in the innermost loops first.
fn coalesce(request: &Problem<'_>, blocks: &Blocks, webs: &mut [Web], parent: &mut [u32]) {
    let depths = loop_depths(blocks);
    let mut copies: Vec<(u32, u32, u32)> = request
        .steps
        .iter()
        .enumerate()
        .filter_map(|(at, step)| step.copy.map(|(to, from)| (depths[blocks.of[at] as usize], to, from)))
        .collect();
    order::sort_by_key(&mut copies, |copy| core::cmp::Reverse(copy.0));
    for (_, to, from) in copies {
        let (a, b) = (root(parent, to), root(parent, from));
        let (x, y) = (&webs[a as usize], &webs[b as usize]);
        if a == b || x.class != y.class || x.keep || y.keep || overlap(&x.range, &y.range) {
            continue;
        }
        let taken = core::mem::take(&mut webs[b as usize].range);
        let weight = webs[b as usize].weight;
        let web = &mut webs[a as usize];
        web.range.extend(taken);
        normalise(&mut web.range);
        web.weight += weight;
        parent[b as usize] = a;
    }
}

fn root(parent: &mut [u32], mut value: u32) -> u32 {
    while parent[value as usize] != value {
        parent[value as usize] = parent[parent[value as usize] as usize];
        value = parent[value as usize];
    }
    value
}
