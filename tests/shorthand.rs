//! Short ways to write arguments, to run to the end and to read counters.

use lanescope_core::session::{Session, vocabulary::*};

/// Runs to the end.
///
/// # Panics
/// When the run does not end, or halts.
pub fn finish(session: &mut Session) {
    let status = session.advance(u64::MAX, 10_000_000);
    assert!(status.complete && status.halt.is_none(), "{status:#?}");
}

/// A buffer.
pub fn buffer(len: u64, element: Type, init: Init) -> ArgValue {
    ArgValue::Buffer { len, element: Some(element), init }
}

/// A buffer of 0, 1, 2, ….
pub fn iota(len: u64, element: Type) -> ArgValue {
    buffer(len, element, Init::Iota { start: Number::Int(0), step: Number::Int(1) })
}

/// An integer.
pub fn int(value: i64) -> ArgValue {
    ArgValue::Scalar(Number::Int(value))
}

/// A float.
pub fn float(value: f64) -> ArgValue {
    ArgValue::Scalar(Number::Float(value))
}

/// A counter of the run so far.
///
/// # Panics
/// When there is no run, or no such counter.
pub fn counter(session: &Session, id: &str) -> u64 {
    let report = session.report().expect("there is a run");
    report.counters.iter().find(|reading| reading.id == id).unwrap_or_else(|| panic!("no counter {id}")).value
}
