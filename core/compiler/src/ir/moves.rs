//! Passing block arguments on a machine with plain moves: the arguments of a jump are assigned all at once, registers
//! are assigned one after another.

use crate::base::OrdMap;
use alloc::vec::Vec;

/// Orders assignments `(to, from)` that happen at once (each `to` occurs once) into moves that happen one after another
/// and leave the same values. A cycle is broken by saving one register in `spare`.
pub fn sequence<R: Copy + Ord>(parallel: &[(R, R)], spare: R) -> Vec<(R, R)> {
    let mut waiting: OrdMap<R, R> = parallel.iter().copied().filter(|(to, from)| to != from).collect();
    let mut readers: OrdMap<R, u32> = OrdMap::new();
    waiting.values().for_each(|from| *readers.entry(*from).or_default() += 1);
    let mut moves = Vec::with_capacity(waiting.len());

    // A move is safe once nobody else still reads its target.
    let mut safe: Vec<R> = waiting.keys().copied().filter(|to| !readers.contains_key(to)).collect();
    while let Some(to) = safe.pop() {
        let Some(from) = waiting.remove(&to) else { continue };
        moves.push((to, from));
        let left = readers.entry(from).or_default();
        *left -= 1;
        if *left == 0 {
            safe.push(from);
        }
    }
    // What is left are cycles: every target is read exactly once.
    while let Some((start, mut from)) = waiting.pop_first() {
        moves.push((spare, start));
        let mut to = start;
        while from != start {
            moves.push((to, from));
            to = from;
            from = waiting.remove(&to).unwrap_or(start);
        }
        moves.push((to, spare));
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Rng;

    /// Carries out moves on registers 0..8 that hold their own number; 8 is the spare one.
    fn carry_out(moves: &[(usize, usize)]) -> [usize; 9] {
        let mut regs = [0, 1, 2, 3, 4, 5, 6, 7, 99];
        moves.iter().for_each(|(to, from)| regs[*to] = regs[*from]);
        regs
    }

    #[test]
    fn a_swap_needs_the_spare_register() {
        assert_eq!(carry_out(&sequence(&[(0, 1), (1, 0)], 8))[..2], [1, 0]);
        assert!(sequence(&[(3, 3)], 8).is_empty());
    }

    #[test]
    fn random_assignments_happen_at_once() {
        let mut rng = Rng::new(7);
        for _ in 0..2000 {
            let from: [usize; 8] = core::array::from_fn(|_| rng.below(8) as usize);
            let parallel: Vec<_> = from.iter().enumerate().map(|(to, from)| (to, *from)).collect();
            assert_eq!(carry_out(&sequence(&parallel, 8))[..8], from);
        }
    }
}
