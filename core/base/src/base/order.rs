//! Sorting with little code.
//!
//! The standard library compiles its sort once for every type and every key, 4 kB each time. In a program that is loaded over a
//! network that adds up: the forty sorts of a worker were a twentieth of it. Here one sort, of indices, serves all types. The order is the
//! same; it is meant for lists that are sorted now and then, not in the loops that simulate.

use alloc::vec::Vec;
use core::cmp::Ordering;

/// Sorts by a key; what has equal keys keeps its order.
pub fn sort_by_key<T, K: Ord>(list: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(list, |a, b| key(a).cmp(&key(b)));
}

/// Sorts by an order; what is equal keeps its order.
pub fn sort_by<T>(list: &mut [T], order: impl Fn(&T, &T) -> Ordering) {
    let from = ranks(list.len(), &|a, b| order(&list[a], &list[b]));
    arrange(list, from);
}

/// Sorts; what is equal keeps its order.
pub fn sort<T: Ord>(list: &mut [T]) {
    sort_by(list, T::cmp);
}

/// For each place of the sorted list the index of what belongs there.
fn ranks(count: usize, order: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut ranks: Vec<usize> = (0..count).collect();
    ranks.sort_by(|a, b| order(*a, *b));
    ranks
}

/// Puts at each place what `from` names, one cycle of the permutation after the other.
fn arrange<T>(list: &mut [T], mut from: Vec<usize>) {
    for start in 0..list.len() {
        let mut at = start;
        while from[at] != start {
            let next = from[at];
            list.swap(at, next);
            from[at] = at;
            at = next;
        }
        from[at] = at;
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;
    use crate::base::rng::Rng;

    #[test]
    fn the_order_is_that_of_the_standard_library() {
        let mut rng = Rng::new(7);
        for len in 0..200 {
            let list: Vec<(u64, usize)> = (0..len).map(|at| (rng.below(20), at)).collect();
            let (mut ours, mut theirs) = (list.clone(), list.clone());
            sort_by_key(&mut ours, |item| item.0);
            theirs.sort_by_key(|item| item.0);
            assert_eq!(ours, theirs);
            sort_by(&mut ours, |a, b| b.cmp(a));
            theirs.sort_by(|a, b| b.cmp(a));
            assert_eq!(ours, theirs);
            sort(&mut ours);
            theirs.sort();
            assert_eq!(ours, theirs);
        }
    }

    #[test]
    fn every_permutation_is_arranged() {
        let mut list = vec!['a', 'b', 'c', 'd', 'e'];
        arrange(&mut list, vec![2, 0, 1, 4, 3]);
        assert_eq!(list, ['c', 'a', 'b', 'e', 'd']);
    }
}
