//! Register allocation by a scan over live ranges.
//!
//! Values are taken in the order in which they start to live; each gets the lowest register of its class that is free
//! over its whole range, holes included. If none is free, the cheapest of the competing values is named for spilling;
//! the caller rewrites the code and asks again. Before that, copies are coalesced: two values that a copy connects and
//! whose ranges do not meet become one.

use alloc::{vec, vec::Vec};

use super::{
    Effects,
    flow::{Blocks, loop_depths},
    liveness::{Range, normalise, overlap, ranges},
};
use crate::base::order;

/// What the allocator must know besides the code.
#[derive(Clone, Debug)]
pub struct Request<'a> {
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
pub fn allocate(request: &Request<'_>) -> Allocation {
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
    let mut parent: Vec<u32> = (0..count as u32).collect();
    if request.coalesce {
        coalesce(request, &blocks, &mut webs, &mut parent);
    }

    let mut order: Vec<u32> = (0..count as u32)
        .filter(|value| parent[*value as usize] == *value && !webs[*value as usize].range.is_empty())
        .collect();
    order::sort_by_key(&mut order, |value| (webs[*value as usize].range[0].0, *value));
    let mut files: Vec<Vec<Vec<u32>>> =
        request.limits.iter().map(|limit| vec![vec![]; *limit as usize]).collect();
    let mut register = vec![0; count];
    let mut spilled = vec![];
    for value in order {
        let file = &mut files[webs[value as usize].class as usize];
        file.iter_mut().for_each(|held| held.retain(|other| is_live_from(&webs, *other, value)));
        match place(value, file, &webs) {
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
                    if let Ok(found) = place(value, file, &webs) {
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

/// The lowest register that is free, or the values to spill: either this one, or all that hold the register whose
/// holders cost least.
fn place(value: u32, file: &[Vec<u32>], webs: &[Web]) -> Result<usize, Vec<u32>> {
    let web = &webs[value as usize];
    let meets = |held: &&u32| overlap(&web.range, &webs[**held as usize].range);
    if let Some(free) = file.iter().position(|held| !held.iter().any(|other| meets(&other))) {
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
fn weights(request: &Request<'_>, blocks: &Blocks) -> Vec<u64> {
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
fn coalesce(request: &Request<'_>, blocks: &Blocks, webs: &mut [Web], parent: &mut [u32]) {
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
