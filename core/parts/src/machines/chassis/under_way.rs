//! The memory of the host that what is under way takes, where no setting bounds it: it is counted, and a run that passes its
//! limit halts.

use crate::halt::Halt;

/// What a running machine counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnderWay {
    now: u64,
    most: u64,
    /// What it may be, and the value of the limit that says so.
    bound: u64,
    limit: u64,
}

impl Default for UnderWay {
    /// Nothing under way, and no limit.
    fn default() -> UnderWay {
        UnderWay { now: 0, most: 0, bound: u64::MAX, limit: u64::MAX }
    }
}

impl UnderWay {
    /// It may take `bytes`, because limit `machine_bytes` is `limit`.
    pub const fn bound(&mut self, bytes: u64, limit: u64) {
        (self.bound, self.limit) = (bytes, limit);
    }

    /// A part that took `before` bytes takes `after`.
    ///
    /// # Errors
    /// All parts together take more than they may.
    pub fn change(&mut self, before: u64, after: u64) -> Result<(), Halt> {
        self.now = self.now + after - before;
        self.most = self.most.max(self.now);
        if self.now > self.bound {
            return Err(Halt::Limit { limit: "machine_bytes".into(), value: self.limit });
        }
        Ok(())
    }

    /// Bytes that it takes.
    pub const fn now(&self) -> u64 {
        self.now
    }

    /// The most that it has taken.
    pub const fn most(&self) -> u64 {
        self.most
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_is_passed_by_the_first_byte_more() {
        let mut bytes = UnderWay::default();
        bytes.bound(10, 99);
        assert_eq!(bytes.change(0, 10), Ok(()));
        assert_eq!(bytes.change(10, 3), Ok(()));
        assert_eq!((bytes.now(), bytes.most()), (3, 10));
        let halt = Halt::Limit { limit: "machine_bytes".into(), value: 99 };
        assert_eq!(bytes.change(3, 11), Err(halt));
    }
}
