//! Giving work-groups to cores under resource limits (gpgpu F12, T01).
//!
//! A group takes all it needs when it starts and gives it back when its last work-item has ended; there is no
//! pre-emption. Groups go out in order of their number, each to the next core, round robin, that has room.
//!
//! Used by: `simt`: it is the GPU's own.

use alloc::{format, string::String};

use serde::Serialize;

crate::choice! {
    /// What keeps one more group off a core.
    pub enum Limiter {
        /// All warp slots are taken.
        Warps = "warps",
        /// All group slots are taken.
        Groups = "groups",
        /// Too few registers.
        Registers = "registers",
        /// Too little work-group memory.
        Local = "local",
    }
}

/// Amounts of what a core has and a group needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Resources {
    /// Warp slots.
    pub warps: u32,
    /// Group slots.
    pub groups: u32,
    /// Registers of 32 bits.
    pub registers: u32,
    /// Bytes of work-group memory.
    pub local: u32,
}

impl Resources {
    /// The first amount of which there is too little for `need`.
    pub fn lacks(&self, need: &Resources) -> Option<Limiter> {
        match () {
            () if need.groups > self.groups => Some(Limiter::Groups),
            () if need.warps > self.warps => Some(Limiter::Warps),
            () if need.registers > self.registers => Some(Limiter::Registers),
            () if need.local > self.local => Some(Limiter::Local),
            () => None,
        }
    }

    /// Takes what a group needs; the caller has asked [`Resources::lacks`].
    pub fn take(&mut self, need: &Resources) {
        self.warps -= need.warps;
        self.groups -= need.groups;
        self.registers -= need.registers;
        self.local -= need.local;
    }

    /// Gives back what a group had.
    pub fn give(&mut self, need: &Resources) {
        self.warps += need.warps;
        self.groups += need.groups;
        self.registers += need.registers;
        self.local += need.local;
    }

    /// How many groups fit at once, and what keeps the next one off.
    ///
    /// # Errors
    /// A sentence that names the limit if not even one fits.
    pub fn occupancy(mut self, need: &Resources) -> Result<(u32, Limiter), String> {
        let whole = self;
        let mut count = 0;
        loop {
            match self.lacks(need) {
                None => self.take(need),
                Some(limiter) if count == 0 => return Err(whole.refusal(need, limiter)),
                Some(limiter) => return Ok((count, limiter)),
            }
            count += 1;
        }
    }

    fn refusal(&self, need: &Resources, limiter: Limiter) -> String {
        let (needs, has, what) = match limiter {
            Limiter::Warps => (need.warps, self.warps, "warps"),
            Limiter::Groups => (need.groups, self.groups, "group slots"),
            Limiter::Registers => (need.registers, self.registers, "registers"),
            Limiter::Local => (need.local, self.local, "bytes of work-group memory"),
        };
        format!("one work-group needs {needs} {what}, but a core has {has}")
    }
}

/// The groups that have not started yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Dispatcher {
    next: u32,
    total: u32,
    core: u32,
}

impl Dispatcher {
    /// A launch of `total` groups.
    pub fn new(total: u32) -> Dispatcher {
        Dispatcher { next: 0, total, core: 0 }
    }

    /// The group that starts next.
    pub fn waiting(&self) -> Option<u32> {
        (self.next < self.total).then_some(self.next)
    }

    /// Groups that have not started.
    pub fn left(&self) -> u32 {
        self.total - self.next
    }

    /// Gives the next group to the next core that has room; `None` if no core has, or no group waits.
    pub fn assign(&mut self, cores: u32, mut has_room: impl FnMut(u32) -> bool) -> Option<(u32, u32)> {
        let group = self.waiting()?;
        let core = (0..cores).map(|step| (self.core + step) % cores).find(|core| has_room(*core))?;
        self.next += 1;
        self.core = (core + 1) % cores;
        Some((group, core))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    const CORE: Resources = Resources { warps: 48, groups: 8, registers: 32768, local: 49152 };

    #[test]
    fn each_resource_in_turn_is_the_limit() {
        let need = Resources { warps: 4, groups: 1, registers: 2048, local: 1024 };
        assert_eq!(CORE.occupancy(&need), Ok((8, Limiter::Groups)));
        assert_eq!(CORE.occupancy(&Resources { warps: 12, ..need }), Ok((4, Limiter::Warps)));
        assert_eq!(CORE.occupancy(&Resources { registers: 9000, ..need }), Ok((3, Limiter::Registers)));
        assert_eq!(CORE.occupancy(&Resources { local: 24576, ..need }), Ok((2, Limiter::Local)));
        assert_eq!(CORE.occupancy(&Resources { local: 24577, ..need }), Ok((1, Limiter::Local)));
    }

    #[test]
    fn a_group_that_never_fits_is_an_error_that_names_the_limit() {
        let need = Resources { warps: 49, groups: 1, registers: 1, local: 0 };
        assert_eq!(CORE.occupancy(&need).unwrap_err(), "one work-group needs 49 warps, but a core has 48");
    }

    #[test]
    fn what_is_given_back_is_there_again() {
        let need = Resources { warps: 48, groups: 1, registers: 0, local: 0 };
        let mut core = CORE;
        core.take(&need);
        assert_eq!(core.lacks(&need), Some(Limiter::Warps));
        core.give(&need);
        assert_eq!(core, CORE);
    }

    #[test]
    fn groups_go_round_the_cores_that_have_room() {
        let mut dispatcher = Dispatcher::new(5);
        let order: Vec<_> = core::iter::from_fn(|| dispatcher.assign(3, |core| core != 1)).collect();
        assert_eq!(order, [(0, 0), (1, 2), (2, 0), (3, 2), (4, 0)]);
        assert_eq!(dispatcher.waiting(), None);
    }
}
