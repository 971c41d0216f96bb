//! Kernels as people paste them: each leaves the memory of the interpreter, or is refused with a reason.

use super::*;

/// Words of the messages by which kernels may be refused.
const REASONS: [&str; 5] = [
    "has no atomics",
    "words of 32 bits alone",
    "`double`",
    "its groups are",
    "operations between the lanes",
];

#[test]
fn every_pasted_kernel_runs_or_is_refused_with_the_reason() {
    let mut run = 0;
    for (name, source) in pasted() {
        let (kernel, bound) = prepared(&name, &source);
        match outcome(&name, &kernel, &bound) {
            Ok(()) => run += 1,
            Err((true, message)) => {
                assert!(REASONS.iter().any(|reason| message.contains(reason)), "{name}: {message}");
            }
            Err((false, text)) => panic!("{text}"),
        }
    }
    assert!(run >= 8, "{run} of them run");
}
