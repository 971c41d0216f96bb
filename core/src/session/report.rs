//! The numbers of a run at the cursor.

use super::{
    bench::{Numbers, Running},
    data::Report,
};
use crate::{machines::registry::Shape, report::derive};

/// Reads everything off the machine at the cursor.
pub fn report(run: &dyn Running, shape: &Shape) -> Report {
    let Numbers { work, slots, counters, digest } = run.numbers();
    let cycles = run.cycle();
    Report {
        cycles,
        seconds: cycles as f64 / (shape.clock_mhz.max(1) as f64 * 1e6),
        work,
        slots: slots.to_vec(),
        slots_total: slots.iter().sum(),
        derived: derive(cycles, work, &slots, &counters),
        counters,
        memory_digest: run.memory().digest(),
        state_digest: digest,
        log_digest: run.log().digest(),
    }
}
