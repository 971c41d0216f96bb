//! What is said of a comparison: sentences for people.

use alloc::{format, string::String, vec::Vec};

use super::super::{
    data::Check,
    words::{Text, halt_info},
};
use crate::{
    halt::Halt,
    image::{Buffer, Memory},
    ir::{
        Space,
        interp::{self, FoundRace, SharedByte, races::Touch},
    },
    source::Span,
};

/// Said of a result that may be as it is.
pub(super) const ORDER_OF_ATOMICS: &str = "Each of them follows from what an atomic operation returned, and the reference, too, comes to another result in another order of the work-items: no race was seen. Whether the kernel may leave this open is for its author to say.";

/// The same, where it follows from the clock.
pub(super) const CLOCK: &str = "Each of them follows from what the clock said, which is another thing on each machine: cycles with timing, without it instructions, and in the reference its steps. No race was seen.";

/// The same, where others may.
pub(super) const CLOCK_DECIDES: &str = "What the clock said, which is another thing on each machine, decided where work-items went on or wrote: what a machine did there and the reference did not is not known. No race was seen.";

/// Said of a difference where lanes of a warp meet without a mask, and the reference has seen no race.
pub(super) const COMPANY: &str = "The reference saw no race. The kernel has functions of the lanes of a warp without a mask: where lanes have parted, which of them come together is not the same on every machine. With a mask (`_sync`) the text says it.";

/// Said of a barrier that work-items do not share which have not ended.
pub(super) const UNSHARED: &str = "Neither CUDA nor OpenCL C defines what happens at a barrier that the live work-items of a group do not share.";

/// What is to be said of a barrier that not every work-item of a group has come to.
fn partial(run: &interp::Interpreter, text: &Text) -> Option<String> {
    let partial = run.stats().partial.as_ref()?;
    let line = text.line(partial.at.span).map_or(String::new(), |line| format!(" (at {line})"));
    Some(match partial.round {
        true => format!(
            "Some work-items of a group went round a barrier{line} that the others waited at. {UNSHARED}"
        ),
        false => format!(
            "Some work-items of a group had returned before the others passed a barrier{line}: CUDA does not count work-items that have ended, OpenCL C does not define what happens."
        ),
    })
}

/// What is to be said of a run of the reference that came to its end.
pub(super) fn remarks(run: &interp::Interpreter, text: &Text) -> Option<String> {
    let all: Vec<String> = partial(run, text).into_iter().chain(stranger(run, text)).collect();
    (!all.is_empty()).then(|| all.join(" "))
}

/// What is to be said of a lane that read another one which took no part.
fn stranger(run: &interp::Interpreter, text: &Text) -> Option<String> {
    let at = run.stats().stranger.as_ref()?;
    let line = text.line(at.span).map_or(String::new(), |line| format!(" (at {line})"));
    let [x, y, z] = at.item;
    Some(format!(
        "Work-item ({x}, {y}, {z}) read the value of a lane of its warp{line} that took no part there, and got its own: neither CUDA nor OpenCL C defines what it gets."
    ))
}

/// A halt of the reference, which has no units.
pub(super) fn in_words(halt: &Halt, text: &Text) -> String {
    let message = halt_info(halt, text, &[], |_| Span::NONE).message;
    match halt {
        Halt::Barrier { .. } => format!("{message} {UNSHARED}"),
        _ => message,
    }
}

/// What is said of a comparison with a machine whose results need not be exact.
pub(super) fn near_in_words(check: &Check, ulps: u64) -> String {
    let largest = check.largest_ulps.unwrap_or_default();
    let rule = "By the setting `division`, quotients are products with reciprocals: ";
    let rest = match check.pass {
        true => format!(
            "floats may differ by {ulps} units in the last place (limit check_ulps), and differ by {largest} at most."
        ),
        false => format!(
            "floats may differ by {ulps} units in the last place (limit check_ulps), all else not at all. What is computed with such a quotient can differ by more: set `division` to `exact` to see whether it is the reason."
        ),
    };
    format!("{rule}{rest}")
}

/// Why the reference halts once private arrays lie apart: the text reaches beyond one of them, what is there is another thing on each
/// machine. Of other reasons it is said that races were not looked for to the end.
pub(super) fn apart_in_words(halt: &Halt, text: &Text) -> String {
    let (fault, at) = match halt {
        Halt::Fault { fault, at } if fault.space == Space::Private => (fault, at),
        _ => {
            return format!(
                "The reason is not known: with private arrays apart the reference halts. {}",
                in_words(halt, text)
            );
        }
    };
    let [x, y, z] = at.item;
    let line = text.line(at.span).map_or(String::new(), |line| format!(" at {line}"));
    let verb = if fault.write { "writes" } else { "reads" };
    let array = match &fault.near {
        Some((name, offset)) => format!(", byte {} of `{name}`", *offset as i64),
        None => String::new(),
    };
    format!(
        "The text reaches beyond one of its arrays: work-item ({x}, {y}, {z}){line} {verb} {} bytes outside{array}. What lies there is not the same on the machine as in the reference.",
        fault.bytes
    )
}

/// What a difference means where the reference has seen no race.
pub(super) fn no_race_in_words(search: &interp::Interpreter, departs: Option<&str>) -> String {
    if let Some(byte) = search.meeting() {
        return format!(
            "A work-item reads {} plainly and another changes it by an atomic, and nothing orders the two: what is read depends on who comes first.",
            byte_in_words(&byte, search.memory())
        );
    }
    match search.lost_races() {
        true => format!(
            "Whether work-items race is not known: the records of who touched which byte passed the limit race-bytes ({}).",
            interp::Limits::default().race_bytes
        ),
        false if let Some(why) = departs => why.into(),
        false => "The reference saw no race: no work-item wrote or changed what another touched without a barrier between them. So this is most likely a mistake of the compiler or of the machine; please report the text.".into(),
    }
}

/// Which work-items race, and where.
pub(super) fn race_in_words(found: &FoundRace, memory: &Memory) -> String {
    let place = byte_in_words(&found.byte, memory);
    let verb = |touch: Touch| match touch {
        Touch::Read => "reads",
        Touch::Write => "writes",
        Touch::Atomic => "changes (by an atomic)",
    };
    let [(a, does_a), (b, does_b)] = [found.race.first, found.race.second];
    let between = match a.group == b.group {
        true => "with no barrier between",
        false => "and nothing orders two work-groups",
    };
    format!(
        "There is a race: work-item {:?} {} {place}, and work-item {:?} {} it too, {between}. The machine runs them in another order than the reference.",
        found.items[0],
        verb(does_a),
        found.items[1],
        verb(does_b),
    )
}

/// The element of a buffer, or the byte of work-group memory, that work-items share.
fn byte_in_words(byte: &SharedByte, memory: &Memory) -> String {
    let Some((name, offset)) = &byte.place else { return format!("the byte at {:#x}", byte.address) };
    let is_it = |buffer: &&Buffer| byte.space == Space::Global && buffer.name == *name;
    match memory.buffers().iter().find(is_it) {
        Some(buffer) => format!("{name}[{}]", offset / u64::from(buffer.element.bytes())),
        None => format!("byte {offset} of work-group memory `{name}`"),
    }
}
