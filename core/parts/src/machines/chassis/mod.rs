//! What every machine's run needs, whatever the machine is.
//!
//! - [`agenda`] keeps what is certain and will be told later.
//! - [`run`] moves a machine through time: cycles, idle ones skipped, halts, ticking.
//! - [`clocks`] names the clocks.
//! - [`look`] says who may look into a unit.
//! - [`slots`] counts issue slots by their causes.
//! - [`spin`] finds units that repeat the same steps for ever.
//! - [`under_way`] counts the memory of the host that no setting bounds.
//! - [`settings`] are the settings that all have.
//!
//! A machine uses them as parts; none of them asks which machine it is. Where the memory of a work-group lies is the business
//! of [`crate::ir::layout`], giving groups to cores that of [`crate::pipe::dispatch`], and keyframes are kept by the session.

pub mod agenda;
pub mod clocks;
pub mod look;
pub mod run;
pub mod settings;
pub mod slots;
pub mod spin;
pub mod under_way;
