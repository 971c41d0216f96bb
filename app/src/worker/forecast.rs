//! How long a run still takes on this computer, by the work-groups that end.
//!
//! The rate is that of the last half of the time, or more: the worker begins slowly, and groups need not be equal. Nothing is said
//! before a group has ended and a second has passed. A machine that does not hand groups out has no forecast.

/// Milliseconds before something is said.
const LEAST: f64 = 1000.0;

/// See the module.
#[derive(Default)]
pub struct Forecast {
    /// Two times, and the groups that had ended then: the rate is counted from the first one; the second follows as soon as as much
    /// time has passed behind it as between the two.
    marks: Option<[(f64, u64); 2]>,
}

impl Forecast {
    /// Seconds until all groups have ended, at least one; `now` is in milliseconds, `groups` those that have ended and all.
    pub fn seconds(&mut self, now: f64, groups: Option<(u64, u64)>) -> Option<u32> {
        let (ended, all) = groups?;
        let [first, second] = self.marks.get_or_insert([(now, ended); 2]);
        if now - second.0 >= LEAST.max(second.0 - first.0) {
            (*first, *second) = (*second, (now, ended));
        }
        let (begun, before) = *first;
        if ended >= all || ended <= before || now - begun < LEAST {
            return None;
        }
        let each = (now - begun) / (ended - before) as f64;
        Some(((all - ended) as f64 * each / 1000.0).ceil() as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From 2 to 6 groups in 2 s is half a second each: the 94 others take 47 s.
    #[test]
    fn groups_that_are_left_take_as_long_as_those_that_have_ended() {
        let mut forecast = Forecast::default();
        assert_eq!(forecast.seconds(500.0, Some((2, 100))), None);
        assert_eq!(forecast.seconds(2500.0, Some((6, 100))), Some(47));
        assert_eq!(forecast.seconds(2501.0, Some((100, 100))), None, "none is left");
    }

    /// One group in 10 s, then one each second: at 20 s the rate is that of the last 10 s, at 29 s that of the last 19.
    #[test]
    fn a_slow_begin_is_forgotten() {
        let mut forecast = Forecast::default();
        forecast.seconds(0.0, Some((0, 100)));
        assert_eq!(forecast.seconds(10_000.0, Some((1, 100))), Some(990));
        assert_eq!(forecast.seconds(20_000.0, Some((11, 100))), Some(89));
        assert_eq!(forecast.seconds(29_000.0, Some((20, 100))), Some(80));
    }

    #[test]
    fn nothing_is_said_before_a_group_and_a_second() {
        let mut forecast = Forecast::default();
        assert_eq!(forecast.seconds(0.0, None), None);
        assert_eq!(forecast.seconds(0.0, Some((0, 9))), None);
        assert_eq!(forecast.seconds(999.0, Some((1, 9))), None, "less than a second");
        assert_eq!(forecast.seconds(5000.0, Some((0, 9))), None, "no group");
        assert_eq!(forecast.seconds(1000.0, Some((1, 9))), Some(8));
    }
}
