//! The order of a [map](super::map): a balanced tree of places, which knows neither keys nor values.
//!
//! Where a key belongs is asked through a function that compares it with the key at a place, so that this code exists once,
//! whatever types the maps of a program have. The tree is an AA tree (A. Andersson, "Balanced search trees made simple",
//! 1993): every node has a level; a left child lies one level lower, a right child at most as high, a right grandchild
//! lower. Places are linked in order, too: whoever walks through a map needs no tree.

use alloc::vec::Vec;
use core::cmp::Ordering;

/// No place.
pub const NONE: u32 = u32::MAX;

/// A place in the order.
#[derive(Clone, Copy, Debug)]
struct Node {
    left: u32,
    right: u32,
    before: u32,
    behind: u32,
    level: u8,
}

/// Compares what is at a place with what is looked for.
pub type Compare<'a> = &'a dyn Fn(u32) -> Ordering;

/// Places 0, 1, 2... in an order, without gaps: when one is removed, the last number gets its place.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
    root: u32,
    first: u32,
    last: u32,
}

impl Tree {
    /// Without places.
    pub const fn new() -> Tree {
        Tree { nodes: Vec::new(), root: NONE, first: NONE, last: NONE }
    }

    /// How many places are in the order.
    pub const fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The first place; [`NONE`] if there is none.
    pub const fn first(&self) -> u32 {
        self.first
    }

    /// The last place; [`NONE`] if there is none.
    pub const fn last(&self) -> u32 {
        self.last
    }

    /// The place behind one; [`NONE`] behind the last.
    pub fn behind(&self, place: u32) -> u32 {
        self.nodes[place as usize].behind
    }

    /// The place before one; [`NONE`] before the first.
    pub fn before(&self, place: u32) -> u32 {
        self.nodes[place as usize].before
    }

    /// The place that is equal; [`NONE`] if there is none.
    pub fn find(&self, order: Compare<'_>) -> u32 {
        let mut at = self.root;
        while let Some(node) = self.nodes.get(at as usize) {
            at = match order(at) {
                Ordering::Equal => return at,
                Ordering::Greater => node.left,
                Ordering::Less => node.right,
            };
        }
        NONE
    }

    /// The first place that is not less; [`NONE`] if there is none.
    pub fn from(&self, order: Compare<'_>) -> u32 {
        let (mut at, mut best) = (self.root, NONE);
        while let Some(node) = self.nodes.get(at as usize) {
            if order(at) == Ordering::Less {
                at = node.right;
            } else {
                (best, at) = (at, node.left);
            }
        }
        best
    }

    /// Inserts a place where nothing is equal, and gives it: the number of those that were there.
    pub fn insert(&mut self, order: Compare<'_>) -> u32 {
        let new = self.nodes.len() as u32;
        self.nodes.push(Node { left: NONE, right: NONE, before: NONE, behind: NONE, level: 1 });
        self.root = self.insert_below(self.root, new, (NONE, NONE), order);
        new
    }

    /// Inserts below a node, whose neighbours are the nearest ones above it, and gives the node that is there now.
    fn insert_below(&mut self, at: u32, new: u32, (before, behind): (u32, u32), order: Compare<'_>) -> u32 {
        if at == NONE {
            self.link(before, new);
            self.link(new, behind);
            return new;
        }
        let Node { left, right, .. } = self.nodes[at as usize];
        if order(at) == Ordering::Greater {
            self.nodes[at as usize].left = self.insert_below(left, new, (before, at), order);
        } else {
            self.nodes[at as usize].right = self.insert_below(right, new, (at, behind), order);
        }
        let at = self.skew(at);
        self.split(at)
    }

    /// Removes a place; `order` compares with what is there. What is at the last place must then move there, and
    /// [`Tree::moved`] be told.
    pub fn remove(&mut self, gone: u32, order: Compare<'_>) {
        self.root = self.remove_below(self.root, gone, order);
        let Node { before, behind, .. } = self.nodes[gone as usize];
        self.link(before, behind);
    }

    /// What was at the last place is at this one now; `order` compares with it.
    pub fn moved(&mut self, to: u32, order: Compare<'_>) {
        let Some(node) = self.nodes.pop() else { return };
        let from = self.nodes.len() as u32;
        if from == to {
            return;
        }
        if self.root == from {
            self.root = to;
        }
        let mut at = self.root;
        while let Some(parent) = self.nodes.get_mut(at as usize).filter(|_| at != to) {
            let child = if order(at) == Ordering::Greater { &mut parent.left } else { &mut parent.right };
            if *child == from {
                *child = to;
            }
            at = *child;
        }
        self.nodes[to as usize] = node;
        self.link(node.before, to);
        self.link(to, node.behind);
    }

    /// Removes a place below a node, and gives the node that is there now.
    fn remove_below(&mut self, at: u32, gone: u32, order: Compare<'_>) -> u32 {
        let Node { left, right, .. } = self.nodes[at as usize];
        let mut at = at;
        if at != gone {
            if order(at) == Ordering::Greater {
                self.nodes[at as usize].left = self.remove_below(left, gone, order);
            } else {
                self.nodes[at as usize].right = self.remove_below(right, gone, order);
            }
        } else if right == NONE {
            // A node without a right child is of the lowest level, and has no left one.
            return left;
        } else {
            // The next one, the leftmost on the right, takes its place.
            let (rest, next) = self.remove_leftmost(right);
            let Node { left, level, .. } = self.nodes[gone as usize];
            let heir = &mut self.nodes[next as usize];
            (heir.left, heir.right, heir.level) = (left, rest, level);
            at = next;
        }
        self.balance(at)
    }

    /// Takes the leftmost node off: what is there now, and the node.
    fn remove_leftmost(&mut self, at: u32) -> (u32, u32) {
        let Node { left, right, .. } = self.nodes[at as usize];
        if left == NONE {
            return (right, at);
        }
        let (rest, leftmost) = self.remove_leftmost(left);
        self.nodes[at as usize].left = rest;
        (self.balance(at), leftmost)
    }

    /// Puts the levels right at a node below which one was removed, and gives the node that is there now.
    fn balance(&mut self, at: u32) -> u32 {
        let Node { left, right, level, .. } = self.nodes[at as usize];
        let most = self.level(left).min(self.level(right)) + 1;
        if most < level {
            self.nodes[at as usize].level = most;
            if self.level(right) > most {
                self.nodes[right as usize].level = most;
            }
        }
        let at = self.skew(at);
        let right = self.nodes[at as usize].right;
        if right != NONE {
            let right = self.skew(right);
            self.nodes[at as usize].right = right;
            let far = self.nodes[right as usize].right;
            if far != NONE {
                self.nodes[right as usize].right = self.skew(far);
            }
        }
        let at = self.split(at);
        let right = self.nodes[at as usize].right;
        if right != NONE {
            self.nodes[at as usize].right = self.split(right);
        }
        at
    }

    /// Turns a left child of the same level into the parent.
    fn skew(&mut self, at: u32) -> u32 {
        let Node { left, level, .. } = self.nodes[at as usize];
        if left == NONE || self.level(left) != level {
            return at;
        }
        self.nodes[at as usize].left = self.nodes[left as usize].right;
        self.nodes[left as usize].right = at;
        left
    }

    /// Turns a right child with a right child of the same level into the parent, one level higher.
    fn split(&mut self, at: u32) -> u32 {
        let Node { right, level, .. } = self.nodes[at as usize];
        if right == NONE || self.level(self.nodes[right as usize].right) != level {
            return at;
        }
        self.nodes[at as usize].right = self.nodes[right as usize].left;
        self.nodes[right as usize].left = at;
        self.nodes[right as usize].level += 1;
        right
    }

    fn level(&self, at: u32) -> u8 {
        self.nodes.get(at as usize).map_or(0, |node| node.level)
    }

    /// Makes two places neighbours.
    fn link(&mut self, before: u32, behind: u32) {
        match self.nodes.get_mut(before as usize) {
            Some(node) => node.behind = behind,
            None => self.first = behind,
        }
        match self.nodes.get_mut(behind as usize) {
            Some(node) => node.before = before,
            None => self.last = before,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Rng;

    /// The levels follow the rules at and below a node; how many nodes there are.
    fn sound(tree: &Tree, at: u32) -> usize {
        let Some(node) = tree.nodes.get(at as usize) else { return 0 };
        assert_eq!(tree.level(node.left) + 1, node.level);
        assert!([node.level, node.level - 1].contains(&tree.level(node.right)));
        if node.right != NONE {
            assert!(tree.level(tree.nodes[node.right as usize].right) < node.level);
        }
        assert!(node.level == 1 || node.right != NONE);
        1 + sound(tree, node.left) + sound(tree, node.right)
    }

    #[test]
    fn levels_and_links_are_sound_whatever_comes_and_goes() {
        let mut rng = Rng::new(5);
        for most in [1, 2, 3, 10, 100, 1000] {
            let (mut tree, mut keys) = (Tree::new(), Vec::new());
            for _ in 0..1000 {
                let key = rng.below(most);
                let of = |place: u32| Ord::cmp(&keys[place as usize], &key);
                if tree.find(&of) == NONE {
                    assert_eq!(tree.insert(&of) as usize, keys.len());
                    keys.push(key);
                } else {
                    let gone = tree.find(&of);
                    tree.remove(gone, &of);
                    let last = keys[tree.len() - 1];
                    keys.swap_remove(gone as usize);
                    tree.moved(gone, &|place| Ord::cmp(&keys[place as usize], &last));
                }
                assert_eq!(sound(&tree, tree.root), tree.len());
                let (mut at, mut before, mut count) = (tree.first(), NONE, 0);
                while at != NONE {
                    assert_eq!(tree.before(at), before);
                    assert!(before == NONE || keys[before as usize] < keys[at as usize]);
                    (before, at, count) = (at, tree.behind(at), count + 1);
                }
                assert_eq!((before, count), (tree.last(), tree.len()));
            }
        }
    }

    /// Ten thousand keys in order make a tree of at most twice the logarithm.
    #[test]
    fn a_tree_of_sorted_keys_is_shallow() {
        let mut tree = Tree::new();
        for _ in 0..10_000 {
            tree.insert(&|_| Ordering::Less);
        }
        assert!(tree.level(tree.root) <= 14);
    }
}
