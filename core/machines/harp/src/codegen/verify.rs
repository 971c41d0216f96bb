//! The proof that every `join` finds what its `split` pushed (HARP 4.9, "verifier"), and how deep the stack gets (HARP 7.4).
//!
//! The stack is followed along every edge as a list of the branches that wait. Each block must be reached with one and the same list, a
//! `join` must find its own branch on top, and the list must be empty at the end. It runs on every kernel that is compiled.
//!
//! A branch on which lanes disagree takes two entries while those go on that jump, and one while the others do (HARP 3.6). Each that has two keeps a lane waiting
//! that no other one does, so that of all around a place at most as many as a warp has lanes, less one, have two. So how deep the stack
//! gets depends on which side of a branch has branches in it; [`Proof::deep_first`] says where it is the wrong one.

use alloc::{format, string::String, vec::Vec};

use lanescope_parts::base::{OrdMap, OrdSet, order};

use super::{
    code::{Code, End},
    split::is_split,
};

/// A branch that waits on the stack, and how many entries it has at most, one or two: in one word, since each block of a deep kernel has
/// a list of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Waiting(u32);

impl Waiting {
    const fn new(branch: usize, entries: usize) -> Waiting {
        Waiting((branch as u32) << 1 | (entries == 2) as u32)
    }

    const fn branch(self) -> usize {
        (self.0 >> 1) as usize
    }

    const fn entries(self) -> usize {
        1 + (self.0 & 1) as usize
    }
}

/// What was proved.
#[derive(Clone, Debug, Default)]
pub struct Proof {
    /// At each place: entries that the stack has if lanes agree everywhere, and branches that take another one if they do not.
    places: OrdSet<(usize, usize)>,
    /// What waits at the end of each block that splits, in front of its own `split`: how many branches, and the last of them.
    splits: OrdMap<usize, (usize, Option<Waiting>)>,
}

/// Proves it.
///
/// # Errors
/// The block and what is wrong there.
pub fn verify(code: &Code) -> Result<Proof, (usize, String)> {
    let mut stacks: OrdMap<usize, Vec<Waiting>> = OrdMap::from([(0, Vec::new())]);
    let mut proof = Proof::default();
    let mut work = Vec::from([0]);
    while let Some(at) = work.pop() {
        let mut stack = stacks.get(&at).cloned().unwrap_or_default();
        let block = &code.blocks[at];
        if let Some(owner) = block.join
            && stack.pop().map(Waiting::branch) != Some(owner)
        {
            let found = stacks.get(&at).map(|stack| branches(stack)).unwrap_or_default();
            return Err((
                at,
                format!("the `join` of block {owner} in block {at} finds {found:?} on the stack"),
            ));
        }
        let parts = is_split(code, at);
        let parted = stack.iter().filter(|one| one.entries() == 2).count();
        let called = block.lines.iter().filter_map(|line| code.needs.get(line.callee()? as usize));
        let called = called.copied().max().unwrap_or(0);
        proof.places.insert((stack.len() + called, parted));
        if parts {
            proof.places.insert((stack.len() + 1, parted + 1));
            proof.splits.insert(at, (stack.len(), stack.last().copied()));
        }
        if matches!(block.end, End::Leave(_) | End::Return { .. } | End::Tail(_)) && !stack.is_empty() {
            return Err((at, format!("the end is reached while {} waits", name(stack.last()))));
        }
        for (side, to) in block.end.targets().enumerate() {
            let mut behind = stack.clone();
            if parts {
                behind.push(Waiting::new(at, 2 - side));
            }
            if reach(&mut stacks, to, &behind)? {
                work.push(to);
            }
        }
    }
    Ok(proof)
}

/// A block is reached with a stack. Is there anything new to be said of what is behind it?
fn reach(
    stacks: &mut OrdMap<usize, Vec<Waiting>>,
    to: usize,
    stack: &[Waiting],
) -> Result<bool, (usize, String)> {
    let Some(known) = stacks.get_mut(&to) else {
        stacks.insert(to, stack.into());
        return Ok(true);
    };
    if !known.iter().map(|one| one.branch()).eq(stack.iter().map(|one| one.branch())) {
        let (known, found) = (branches(known), branches(stack));
        return Err((to, format!("block {to} is reached with {known:?} on the stack, and with {found:?}")));
    }
    let mut more = false;
    for (known, found) in known.iter_mut().zip(stack) {
        // Of one branch more entries are a larger word.
        more |= found.0 > known.0;
        known.0 = known.0.max(found.0);
    }
    Ok(more)
}

impl Proof {
    /// Entries that the stack of a warp of so many lanes has at most.
    pub fn entries(&self, lanes: u16) -> usize {
        let most = usize::from(lanes.saturating_sub(1));
        self.places.iter().map(|(all, parted)| all + most.min(*parted)).max().unwrap_or(0)
    }

    /// The branches whose first side, which goes on with two entries of theirs on the stack, needs more entries than the second one. Those that
    /// lie in others come first: turned round, all of them together take the fewest entries.
    pub fn deep_first(&self) -> OrdSet<usize> {
        let mut splits: Vec<(usize, (usize, Option<Waiting>))> =
            self.splits.iter().map(|(at, waiting)| (*at, *waiting)).collect();
        order::sort_by_key(&mut splits, |(at, (deep, _))| (core::cmp::Reverse(*deep), *at));
        // What the first and the second side of a branch need, as far as branches in them are known.
        let mut needs: OrdMap<usize, [usize; 2]> = OrdMap::new();
        let mut found = OrdSet::new();
        for (branch, (_, around)) in splits {
            let mut sides = needs.get(&branch).copied().unwrap_or_default();
            if sides[0] > sides[1] {
                found.insert(branch);
                sides.swap(0, 1);
            }
            let own = (2 + sides[0]).max(1 + sides[1]);
            if let Some(around) = around {
                let of = needs.entry(around.branch()).or_insert([0; 2]);
                let side = &mut of[2 - around.entries()];
                *side = (*side).max(own);
            }
        }
        found
    }
}

/// The blocks whose branches wait.
fn branches(stack: &[Waiting]) -> Vec<usize> {
    stack.iter().map(|one| one.branch()).collect()
}

fn name(branch: Option<&Waiting>) -> String {
    branch.map_or("nothing".into(), |one| format!("block {}", one.branch()))
}
