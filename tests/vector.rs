//! What the recording of a run on the vector machine says, in the machine's own terms.

use lanescope_core::{
    machines::rvv::charts::{self, BankMap, Chart, StripBar},
    session::Session,
};

/// The convoy chart of the cycles `from..to`, at most `limit` instructions of it.
pub fn chart(session: &Session, from: u64, to: u64, limit: u32) -> Chart {
    let to = to.min(session.status().frontier);
    charts::chart(&session.record(from, to).expect("a run"), from, to, limit)
}

/// The bank map of the cycles `from..to`, at most `limit` accesses of it.
pub fn bank_map(session: &Session, from: u64, to: u64, limit: u32) -> BankMap {
    let to = to.min(session.status().frontier);
    charts::bank_map(&session.record(from, to).expect("a run"), from, to, limit, u32::MAX)
}

/// The strip bar of the cycles `from..to`, at most `limit` strips of it.
pub fn strip_bar(session: &Session, from: u64, to: u64, limit: u32) -> StripBar {
    let to = to.min(session.status().frontier);
    charts::strip_bar(&session.record(from, to).expect("a run"), from, to, limit)
}
