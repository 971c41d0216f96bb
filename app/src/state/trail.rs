//! Where the cursor was before it jumped: so that a look elsewhere in time costs nothing. Single steps and playback are
//! no jumps; neither is what a dragging hand passes over.

/// Places that are kept.
const DEPTH: usize = 100;

/// Cycles that were left by a jump.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trail {
    behind: Vec<u64>,
    ahead: Vec<u64>,
    dragging: bool,
}

impl Trail {
    /// The cursor jumps away from a cycle.
    pub fn leave(&mut self, cycle: u64) {
        self.dragging = false;
        self.push(cycle);
    }

    /// The hand drags the cursor away from a cycle: only the beginning is a place to return to.
    pub fn drag(&mut self, cycle: u64) {
        if !self.dragging {
            self.push(cycle);
        }
        self.dragging = true;
    }

    /// The place before this one.
    pub fn back(&mut self, cycle: u64) -> Option<u64> {
        self.dragging = false;
        let place = self.behind.pop()?;
        self.ahead.push(cycle);
        Some(place)
    }

    /// The place that was left by going back.
    pub fn onward(&mut self, cycle: u64) -> Option<u64> {
        self.dragging = false;
        let place = self.ahead.pop()?;
        self.behind.push(cycle);
        Some(place)
    }

    fn push(&mut self, cycle: u64) {
        if self.behind.last() == Some(&cycle) {
            return;
        }
        if self.behind.len() == DEPTH {
            self.behind.remove(0);
        }
        self.behind.push(cycle);
        self.ahead.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn back_and_onward_visit_the_places_that_were_left() {
        let mut trail = Trail::default();
        trail.leave(10);
        trail.leave(500);
        assert_eq!(trail.back(90), Some(500));
        assert_eq!(trail.back(500), Some(10));
        assert_eq!(trail.back(10), None);
        assert_eq!(trail.onward(10), Some(500));
        trail.leave(500);
        assert_eq!(trail.onward(7), None, "a jump makes a new way");
    }

    #[test]
    fn a_drag_is_one_jump() {
        let mut trail = Trail::default();
        (100..200).for_each(|cycle| trail.drag(cycle));
        assert_eq!(trail.back(200), Some(100));
        assert_eq!(trail.back(100), None);
    }
}
