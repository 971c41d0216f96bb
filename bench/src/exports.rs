//! What Node.js calls: the table of cases by index. Text is handed over as pointer and length.

use crate::cases::CASES;

fn case(index: u32) -> Option<&'static crate::Case> {
    CASES.get(index as usize)
}

/// Number of cases.
#[unsafe(no_mangle)]
pub extern "C" fn count() -> u32 {
    CASES.len() as u32
}

/// Runs a case; the work done, in units.
#[unsafe(no_mangle)]
pub extern "C" fn run(index: u32, scale: u32) -> f64 {
    case(index).map_or(0.0, |case| (case.run)(scale))
}

/// The rate that the wasm build must reach.
#[unsafe(no_mangle)]
pub extern "C" fn must(index: u32) -> f64 {
    case(index).map_or(0.0, |case| case.must * case.wasm_share)
}

/// Address of a case's name followed by a tab and its unit; the length is [`text_len`].
#[unsafe(no_mangle)]
pub extern "C" fn text(index: u32) -> *const u8 {
    label(index).as_ptr()
}

/// Length of [`text`].
#[unsafe(no_mangle)]
pub extern "C" fn text_len(index: u32) -> u32 {
    label(index).len() as u32
}

/// Leaked once per call: the program asks for each label twice and ends.
fn label(index: u32) -> &'static str {
    case(index).map_or("", |case| Box::leak(format!("{}\t{}", case.name, case.unit).into_boxed_str()))
}
