//! Basic blocks and post-dominators of a list of steps.

use alloc::{vec, vec::Vec};

use super::Effects;

/// "No block" and "no instruction".
pub const NONE: u32 = u32::MAX;

/// Basic blocks of straight code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blocks {
    /// First instruction of each block, ascending.
    pub starts: Vec<u32>,
    /// One past the last instruction of each block.
    pub ends: Vec<u32>,
    /// Blocks that each one goes on at.
    pub succs: Vec<Vec<u32>>,
    /// Block of each instruction.
    pub of: Vec<u32>,
}

impl Blocks {
    /// Cuts code into blocks. Targets beyond the code are ignored.
    pub fn new(steps: &[Effects]) -> Blocks {
        let mut leader = vec![false; steps.len()];
        for (at, step) in steps.iter().enumerate() {
            let ends = !step.targets.is_empty() || !step.next;
            leader[at] |= at == 0;
            if ends && at + 1 < steps.len() {
                leader[at + 1] = true;
            }
            for target in &step.targets {
                if let Some(flag) = leader.get_mut(*target as usize) {
                    *flag = true;
                }
            }
        }
        let starts: Vec<u32> = (0..steps.len() as u32).filter(|at| leader[*at as usize]).collect();
        let ends: Vec<u32> = starts.iter().skip(1).copied().chain([steps.len() as u32]).collect();
        let mut of = vec![0; steps.len()];
        for (block, (start, end)) in starts.iter().zip(&ends).enumerate() {
            of[*start as usize..*end as usize].fill(block as u32);
        }
        let succs = ends.iter().take(starts.len()).map(|end| {
            let last = &steps[*end as usize - 1];
            let next = if last.next { Some(*end) } else { None };
            let all = next.into_iter().chain(last.targets.iter().copied());
            all.filter_map(|pc| of.get(pc as usize).copied()).collect()
        });
        let succs = succs.collect();
        Blocks { starts, ends, succs, of }
    }
}

/// The immediate post-dominator of each node: the first node that every way from it to the end passes. [`NONE`] stands
/// for the end itself. Nodes without successors lead to the end. Of loops that never end (or that threads only leave by
/// ending) the first node leads there as well, though from that node itself only its own ways count: they may meet at it again.
pub fn post_dominators(succs: &[Vec<u32>]) -> Vec<u32> {
    let count = succs.len();
    let end = count;
    let own: Vec<Vec<usize>> =
        succs.iter().map(|list| list.iter().map(|to| *to as usize).collect()).collect();
    let succs = with_ends(&own, end);
    let mut preds = vec![vec![]; count + 1];
    for (node, list) in succs.iter().enumerate() {
        list.iter().for_each(|to| preds[*to].push(node));
    }
    // Post-order of the reversed graph from the end.
    let order = post_order(&preds, end);
    let mut number = vec![0; count + 1];
    order.iter().enumerate().for_each(|(at, node)| number[*node] = at);

    let mut ipdom = vec![None; count + 1];
    ipdom[end] = Some(end);
    let mut changed = true;
    while changed {
        changed = false;
        for &node in order.iter().rev().filter(|node| **node != end) {
            let known = succs[node].iter().copied().filter(|to| ipdom[*to].is_some());
            let common = known.reduce(|a, b| common_ancestor(&ipdom, &number, a, b));
            if ipdom[node] != common {
                ipdom[node] = common;
                changed = true;
            }
        }
    }
    let meet = |node: usize| match succs[node].len() == own[node].len() || own[node].is_empty() {
        true => ipdom[node],
        false => own[node].iter().copied().reduce(|a, b| common_ancestor(&ipdom, &number, a, b)),
    };
    (0..count).map(|node| meet(node).filter(|to| *to != end).map_or(NONE, |to| to as u32)).collect()
}

/// The successors, with which every node leads to the end.
fn with_ends(own: &[Vec<usize>], end: usize) -> Vec<Vec<usize>> {
    let mut succs = own.to_vec();
    for list in succs.iter_mut().filter(|list| list.is_empty()) {
        list.push(end);
    }
    let mut preds = vec![vec![]; own.len()];
    for (node, list) in own.iter().enumerate() {
        list.iter().for_each(|to| preds[*to].push(node));
    }
    let mut leads = vec![false; own.len()];
    let mut ends: Vec<usize> = (0..own.len()).filter(|node| own[*node].is_empty()).collect();
    loop {
        for node in ends.drain(..).flat_map(|node| post_order(&preds, node)) {
            leads[node] = true;
        }
        let Some(lost) = leads.iter().position(|leads| !leads) else { return succs };
        let first = first_of_last_loop(own, &preds, lost);
        succs[first].push(end);
        ends.push(first);
    }
}

/// The first node of a loop that cannot be left and that a node leads to.
fn first_of_last_loop(succs: &[Vec<usize>], preds: &[Vec<usize>], mut node: usize) -> usize {
    loop {
        let (ahead, behind) = (post_order(succs, node), post_order(preds, node));
        match ahead.iter().find(|to| !behind.contains(to)) {
            // From there no way leads back.
            Some(further) => node = *further,
            None => return ahead.into_iter().min().unwrap_or(node),
        }
    }
}

fn post_order(edges: &[Vec<usize>], root: usize) -> Vec<usize> {
    let mut order = Vec::with_capacity(edges.len());
    let mut seen = vec![false; edges.len()];
    let mut stack = vec![(root, 0)];
    seen[root] = true;
    while let Some((node, next)) = stack.last_mut() {
        let (node, at) = (*node, *next);
        *next += 1;
        match edges[node].get(at) {
            None => {
                order.push(node);
                stack.pop();
            }
            Some(&to) if !seen[to] => {
                seen[to] = true;
                stack.push((to, 0));
            }
            Some(_) => {}
        }
    }
    order
}

fn common_ancestor(ipdom: &[Option<usize>], number: &[usize], mut a: usize, mut b: usize) -> usize {
    while a != b {
        if number[a] < number[b] {
            a = ipdom[a].unwrap_or(b);
        } else {
            b = ipdom[b].unwrap_or(a);
        }
    }
    a
}

/// How deep in loops each block lies: the number of backward edges that span it.
pub fn loop_depths(blocks: &Blocks) -> Vec<u32> {
    let mut depth = vec![0; blocks.starts.len()];
    for (from, list) in blocks.succs.iter().enumerate() {
        for to in list.iter().filter(|to| **to as usize <= from) {
            depth[*to as usize..=from].iter_mut().for_each(|depth| *depth += 1);
        }
    }
    depth
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Rng;

    /// By definition: `a` post-dominates `n` if without `a` the end cannot be reached from `n`.
    fn by_definition(succs: &[Vec<u32>], node: usize) -> Vec<usize> {
        let reaches = |start: usize, without: usize| {
            let (mut seen, mut stack) = (vec![false; succs.len()], vec![start]);
            while let Some(at) = stack.pop() {
                if at == without || core::mem::replace(&mut seen[at], true) {
                    continue;
                }
                if succs[at].is_empty() {
                    return true;
                }
                stack.extend(succs[at].iter().map(|to| *to as usize));
            }
            false
        };
        (0..succs.len()).filter(|a| *a != node && !reaches(node, *a)).collect()
    }

    #[test]
    fn post_dominators_of_random_graphs_fit_the_definition() {
        let mut rng = Rng::new(11);
        for _ in 0..500 {
            let count = 2 + rng.below(7);
            // Every node has an edge forwards, so that the end can be reached from everywhere.
            let succs: Vec<Vec<u32>> = (0..count)
                .map(|node| match count - 1 - node {
                    0 => vec![],
                    rest => {
                        let forwards = (node + 1 + rng.below(rest)) as u32;
                        let any = rng.below(count) as u32;
                        if rng.below(2) == 0 { vec![forwards] } else { vec![forwards, any] }
                    }
                })
                .collect();
            for (node, ipdom) in post_dominators(&succs).into_iter().enumerate() {
                let all = by_definition(&succs, node);
                match ipdom {
                    NONE => assert!(all.is_empty(), "{succs:?} {node}"),
                    // The immediate one is the only one that every other one post-dominates too.
                    at => {
                        assert!(all.contains(&(at as usize)), "{succs:?} {node}");
                        let beyond = by_definition(&succs, at as usize);
                        assert!(all.iter().all(|other| *other == at as usize || beyond.contains(other)));
                    }
                }
            }
        }
    }

    #[test]
    fn an_endless_loop_meets_at_its_first_node() {
        assert_eq!(post_dominators(&[vec![1], vec![1]]), [1, 1]);
        // The head parts to itself and to the body, which goes back: they meet at the head.
        assert_eq!(post_dominators(&[vec![0, 1], vec![0]]), [0, 0]);
        // An inner loop in front of it is left; in the last one two sides meet at its end.
        let succs = [vec![1, 2], vec![1, 2], vec![3, 4], vec![5], vec![5], vec![2]];
        assert_eq!(post_dominators(&succs), [2, 2, 5, 5, 5, 2]);
    }

    /// Two loops that cannot be left: from the branch between them nothing is common.
    #[test]
    fn ways_to_different_endless_loops_do_not_meet() {
        assert_eq!(post_dominators(&[vec![1, 2], vec![1], vec![3], vec![2]]), [NONE, 1, 3, 2]);
    }
}
