//! What a slot for groups, or the pipeline, does from when on: causes, in the order of edges.
//!
//! What follows from an instruction is known when its first warp is decoded, so that a course may reach beyond the present. What is
//! over is counted and forgotten.

use alloc::collections::VecDeque;

use lanescope_parts::{
    machines::chassis::slots::{Account, Stretch},
    trace::Cause,
};

/// See the module.
#[derive(Clone, Debug)]
pub struct Course {
    /// Causes, each with the first edge that has it; the first one goes back to the beginning.
    turns: VecDeque<(u64, Cause)>,
    /// The edges before the first turn.
    account: Account,
}

impl Course {
    /// From edge 0 on there is one cause.
    pub fn new(cause: Cause) -> Course {
        Course { turns: VecDeque::from([(0, cause)]), account: Account::default() }
    }

    /// From an edge on, which is not before that of the last turn, there is another cause. Is it another one?
    pub fn turn(&mut self, from: u64, cause: Cause) -> bool {
        if self.turns.back().is_some_and(|(last, _)| *last >= from) {
            self.turns.pop_back();
        }
        let other = self.turns.back().is_none_or(|(_, last)| *last != cause);
        if other {
            self.turns.push_back((from, cause));
        }
        other
    }

    /// The cause at an edge that was not forgotten.
    pub fn cause(&self, edge: u64) -> Cause {
        let turn = self.turns.iter().rev().find(|(from, _)| *from <= edge);
        turn.or(self.turns.front()).map_or(Cause::EMPTY, |(_, cause)| *cause)
    }

    /// The stretches up to an edge.
    fn stretches(&self, now: u64) -> impl Iterator<Item = Stretch> + '_ {
        let ends = self.turns.iter().skip(1).map(|(from, _)| *from).chain([u64::MAX]);
        let stretch = move |((from, cause), to): (&(u64, Cause), u64)| Stretch {
            from: (*from).min(now),
            to: to.min(now),
            cause: *cause,
        };
        self.turns.iter().zip(ends).map(stretch)
    }

    /// The edges of each cause before an edge.
    pub fn account(&self, now: u64) -> Account {
        self.account.with(self.stretches(now))
    }

    /// Forgets what is over one edge before an edge.
    pub fn forget(&mut self, now: u64) {
        while let (Some((from, cause)), Some((to, _))) = (self.turns.front(), self.turns.get(1))
            && *to < now
        {
            self.account.settle([Stretch { from: *from, to: *to, cause: *cause }]);
            self.turns.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lanescope_parts::trace::Causes;

    #[test]
    fn a_course_counts_what_is_over_and_no_more() {
        let mut course = Course::new(Cause::EMPTY);
        course.turn(3, Cause::FETCH);
        course.turn(4, Cause::ISSUED);
        course.turn(12, Cause::MEMORY);
        let counts = |course: &Course, now: u64| {
            let counts = course.account(now).counts(&Causes::SHARED);
            [Cause::EMPTY, Cause::FETCH, Cause::ISSUED, Cause::MEMORY].map(|cause| counts[cause.index()])
        };
        assert_eq!(counts(&course, 0), [0; 4]);
        assert_eq!(counts(&course, 3), [3, 0, 0, 0]);
        assert_eq!(counts(&course, 12), [3, 1, 8, 0]);
        let before = counts(&course, 20);
        course.forget(13);
        assert_eq!(
            (counts(&course, 20), course.cause(12), course.cause(19)),
            (before, Cause::MEMORY, Cause::MEMORY)
        );
        // A turn at the same edge takes its place.
        course.turn(20, Cause::EMPTY);
        course.turn(20, Cause::FETCH);
        assert_eq!((course.cause(19), course.cause(20)), (Cause::MEMORY, Cause::FETCH));
    }
}
