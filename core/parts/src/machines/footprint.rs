//! How much memory of the host a machine takes: worked out from its settings, before any of it is built.

use alloc::{format, string::String, vec::Vec};

use crate::source::{Diagnostic, Span};

/// Machines that a run keeps at the same time, besides its keyframes: at the frontier, at the start, at the cursor, one that
/// looks a cycle ahead, and one that is recorded.
pub const COPIES: u64 = 5;

/// A part of a machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Footprint {
    /// What it is, in the plural.
    pub what: &'static str,
    /// The most bytes that all of them ever take.
    pub bytes: u64,
    /// Settings that make them smaller when they are lowered.
    pub lower: &'static [&'static str],
    /// Settings that make them smaller when they are raised.
    pub raise: &'static [&'static str],
}

/// Bytes of one machine of these parts.
pub fn total(parts: &[Footprint]) -> u64 {
    parts.iter().fold(0, |sum, part| sum.saturating_add(part.bytes))
}

/// Bytes that limit `machine_bytes` leaves each copy of a machine for what is under way in it.
///
/// # Errors
/// The parts alone pass the limit: a sentence with the largest part and the settings that make it smaller.
pub fn room(parts: &[Footprint], limit: u64) -> Result<u64, Diagnostic> {
    let all = total(parts);
    if let Some(room) = (limit / COPIES).checked_sub(all) {
        return Ok(room);
    }
    let message = format!(
        "a run on this machine may take {} bytes, {COPIES} times {all} for its copies; limit `machine_bytes` is {limit}",
        all.saturating_mul(COPIES)
    );
    let error = Diagnostic::error("limit::machine-bytes", Span::NONE, message);
    let largest = parts.iter().max_by_key(|part| part.bytes);
    Err(largest.map_or(error.clone(), |part| error.help(advice(part))))
}

fn advice(part: &Footprint) -> String {
    let names = |ids: &[&str]| ids.iter().map(|id| format!("`{id}`")).collect::<Vec<_>>().join(" or ");
    let ways = [("lower", part.lower), ("raise", part.raise)]
        .map(|(verb, ids)| if ids.is_empty() { String::new() } else { format!("{verb} {}", names(ids)) });
    let ways: Vec<String> = ways.into_iter().filter(|way| !way.is_empty()).collect();
    let ways = if ways.is_empty() { String::new() } else { format!(": {}", ways.join(", or ")) };
    format!("{} bytes are those of the {}{ways}", part.bytes, part.what)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_part_says_what_to_change() {
        let part = |what, bytes, lower, raise| Footprint { what, bytes, lower, raise };
        let parts =
            [part("cores", 60, &["cores"][..], &[][..]), part("caches", 140, &["cores", "size"], &["line"])];
        assert_eq!((total(&parts), room(&parts, 1020)), (200, Ok(4)));
        let error = room(&parts, 999).unwrap_err();
        assert_eq!(error.code, "limit::machine-bytes");
        assert!(
            error.message.contains("take 1000 bytes") && error.message.contains("`machine_bytes` is 999")
        );
        let help = "140 bytes are those of the caches: lower `cores` or `size`, or raise `line`";
        assert_eq!(error.help.as_deref(), Some(help));
        let alone = room(&[part("buffers", 200, &[], &[])], 999).unwrap_err();
        assert_eq!(alone.help.as_deref(), Some("200 bytes are those of the buffers"));
    }
}
