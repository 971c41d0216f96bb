//! Playback: how many cycles a second, and how many to go on now.

use super::{Action, State};

/// Speeds in cycles a second, slow to fast.
pub const SPEEDS: &[f64] = &[1.0, 2.0, 4.0, 8.0, 15.0, 30.0, 60.0, 250.0, 1_000.0, 10_000.0, 100_000.0];

/// Most milliseconds of a late picture that are made up for.
const LATE: f64 = 250.0;

/// See the module.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Play {
    /// Is it playing?
    pub on: bool,
    /// Index in [`SPEEDS`].
    pub speed: usize,
    /// Cycles that are due but not whole yet.
    due: f64,
}

impl Default for Play {
    fn default() -> Play {
        Play { on: false, speed: 3, due: 0.0 }
    }
}

impl Play {
    /// Cycles a second.
    pub fn rate(&self) -> f64 {
        SPEEDS[self.speed.min(SPEEDS.len() - 1)]
    }

    /// Faster or slower by so many steps.
    pub fn faster(&mut self, steps: i32) {
        let last = SPEEDS.len() as i32 - 1;
        self.speed = (self.speed as i32).saturating_add(steps).clamp(0, last) as usize;
    }

    /// Starts; the first cycle is due at once, so that the press of the key is answered.
    pub fn start(&mut self) {
        *self = Play { on: true, due: 1.0, ..*self };
    }

    /// Whole cycles that are due after `milliseconds` more. Time in which the worker was late counts as at most `LATE`, so
    /// that playback does not jump; but a cycle of a slow speed lasts longer than that, and one is always due in the end.
    pub fn tick(&mut self, milliseconds: f64) -> u64 {
        let passed = self.rate() * milliseconds.max(0.0) / 1000.0;
        self.due += passed.min((self.rate() * LATE / 1000.0).max(1.0));
        let whole = self.due.floor();
        self.due -= whole;
        whole as u64
    }
}

/// The clock of playback: called with each picture of the screen, it tells the state of time as soon as a cycle is due, not
/// before, so that a picture in which nothing moves costs nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Metronome {
    /// Up to when the state knows how much time has passed.
    told: Option<f64>,
}

impl Metronome {
    /// A picture at this time, in milliseconds. What the state must be told, if anything.
    pub fn beat(&mut self, now: f64, state: &State) -> Option<Action> {
        let passed = now - self.told.unwrap_or(now);
        let due = state.due(passed);
        if due || self.told.is_none() {
            self.told = Some(now);
        }
        due.then_some(Action::Tick(passed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_of_ticks_is_as_many_cycles_as_the_rate() {
        let mut play = Play { on: true, speed: 5, ..Play::default() };
        let cycles: u64 = (0..60).map(|_| play.tick(1000.0 / 60.0)).sum();
        assert!((29..=30).contains(&cycles), "{cycles}");
    }

    #[test]
    fn starting_moves_at_once_and_long_gaps_do_not_jump() {
        let mut play = Play::default();
        play.start();
        assert_eq!(play.tick(0.0), 1);
        assert_eq!(play.tick(60_000.0), (play.rate() * 0.25) as u64);
    }

    #[test]
    fn one_cycle_is_due_after_its_time_at_every_speed_and_no_more_than_a_quarter_of_a_second_is_made_up_for()
    {
        for (speed, rate) in SPEEDS.iter().enumerate() {
            let play = || Play { on: true, speed, ..Play::default() };
            assert_eq!(play().tick(990.0 / rate), 0, "{rate}/s");
            // Whatever rounding does to the time of a cycle.
            assert_eq!(play().tick(1010.0 / rate), 1, "{rate}/s");
            assert_eq!(play().tick(60_000.0), (rate * 0.25).max(1.0) as u64, "{rate}/s");
        }
    }

    #[test]
    fn speeds_end_at_both_ends() {
        let mut play = Play::default();
        play.faster(i32::MIN);
        assert_eq!(play.rate(), 1.0);
        play.faster(1000);
        assert_eq!(play.rate(), 100_000.0);
    }
}
