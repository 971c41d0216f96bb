//! The panels of the laboratory and of the compiler: what is not of one machine. A row's answer takes the session.
//!
//! [`TABS`] are shown as tabs behind those of the machine; [`FIXED`] are what a page shows at a place of its own whatever
//! tab is open. For everybody else they are panels like the others.

mod counters;
mod flow;
mod memory;
mod printed;
mod rates;
mod roofline;
mod whole_run;

use alloc::vec::Vec;

pub use rates::over_time;
pub use whole_run::stacks;

use super::Session;
use crate::{
    figure::{Figure, Panel, PanelInfo, Question, panel},
    trace::Causes,
};

/// A panel of the laboratory.
pub type LaboratoryPanel = Panel<fn(&Session, &Question) -> Figure>;

/// Panels that are shown as tabs.
pub const TABS: &[LaboratoryPanel] =
    &panel::rows([memory::MEMORY, roofline::ROOFLINE, rates::RATES, flow::FLOW, printed::PRINTED]);

/// Panels that have a place of their own.
pub const FIXED: &[LaboratoryPanel] = &panel::rows([whole_run::RUN, counters::SLOTS, counters::COUNTERS]);

/// The rows of [`FIXED`] for user interfaces, on a machine with these causes.
pub fn fixed(causes: &Causes) -> Vec<PanelInfo> {
    panel::infos(FIXED, causes)
}

/// The panel of an id.
pub fn find(id: &str) -> Option<&'static LaboratoryPanel> {
    TABS.iter().chain(FIXED).find(|panel| panel.about.id == id)
}
