//! Who may look into the registers of a unit.
//!
//! Timing holds the state of the units that it runs, but what they compute with is none of its business: it lets one of them
//! execute an instruction and reads the record of that. So the contents can be reached through this trait alone, which
//! no file of a machine's timing names; a test of the source holds that.

/// A unit with contents for people to look at.
pub trait Look {
    /// Its contents.
    type Contents<'a>
    where
        Self: 'a;

    /// Looks at them.
    fn look(&self) -> Self::Contents<'_>;
}
