//! Is the result right? The reference interpreter runs the same launch in slices, on the IR that the front end wrote and no
//! pass has changed, and memory is compared. If it differs, the reference runs once more and looks for a race.

use alloc::{boxed::Box, format, string::String, vec::Vec};

use super::{
    data::{Check, Mismatch},
    words::{Text, halt_info},
};
use crate::{
    halt::Halt,
    image::Memory,
    ir::{
        AtomicOp, Kernel, Op, Type,
        interp::{self, FoundRace, races::Touch},
    },
    launch::bind::Bound,
    source::Span,
};

/// How many mismatches are listed.
const LISTED: usize = 16;

/// Said when it was so.
const PARTIAL_BARRIER: &str = "Some work-items of a group had ended before others passed a barrier: CUDA allows it, OpenCL C does not define what happens.";

/// A comparison under way.
#[derive(Clone, Debug)]
pub enum Checking {
    /// The reference runs; if it comes to something else, the second one looks for races. Floats may differ by so many units
    /// in the last place, if the machine's settings allow that.
    Running(Box<interp::Interpreter>, Box<interp::Interpreter>, Option<u64>),
    /// The results differ, and the reference runs again and looks for races.
    Searching(Check, Box<interp::Interpreter>),
    /// The answer.
    Done(Check),
}

impl Checking {
    /// Starts the reference, which executes at most so many steps. `ulps`: by how many units in the last place floats may
    /// differ, if they need not be equal.
    pub fn new(kernel: &Kernel, launch: Bound, steps: u64, ulps: Option<u64>, text: &Text) -> Checking {
        let limits = interp::Limits { steps, ..interp::Limits::default() };
        match interp::Interpreter::new(kernel, &launch.launch, &launch.args, launch.memory, &limits) {
            Ok(interpreter) => {
                let mut search = interpreter.clone();
                search.record_races();
                Checking::Running(Box::new(interpreter), Box::new(search), ulps)
            }
            Err(halt) => Checking::Done(impossible(in_words(&halt, text))),
        }
    }

    /// Goes on for `budget` steps; compares with `memory` when the reference has ended.
    pub fn advance(&mut self, budget: u64, kernel: &Kernel, memory: &Memory, text: &Text) -> Option<Check> {
        match self {
            Checking::Running(interpreter, search, ulps) => match interpreter.advance(budget) {
                Ok(false) => {}
                Ok(true) => {
                    let mut check = compare(memory, interpreter.memory(), *ulps);
                    let partial = interpreter.stats().partial_barrier.is_some();
                    check.remark = match ulps {
                        Some(ulps) if check.largest_ulps > Some(0) || !check.pass => {
                            Some(near(&check, *ulps))
                        }
                        _ => (check.pass && partial).then(|| PARTIAL_BARRIER.into()),
                    };
                    let search = search.clone();
                    *self = match check.pass || ulps.is_some() {
                        true => Checking::Done(check),
                        false => Checking::Searching(check, search),
                    };
                }
                Err(halt) => {
                    *self = Checking::Done(impossible(in_words(&halt, text)));
                }
            },
            Checking::Searching(check, search) => {
                let ended = search.advance(budget).unwrap_or(true);
                if ended || search.race().is_some() || search.lost_races() {
                    check.remark = Some(suspicion(kernel, search));
                    *self = Checking::Done(check.clone());
                }
            }
            Checking::Done(_) => {}
        }
        match self {
            Checking::Done(check) => Some(check.clone()),
            _ => None,
        }
    }
}

/// A halt of the reference, which has no units.
fn in_words(halt: &Halt, text: &Text) -> String {
    halt_info(halt, text, &[], |_| Span::NONE).message
}

/// No comparison was possible.
pub fn impossible(remark: impl Into<String>) -> Check {
    Check { pass: false, mismatches: 0, largest_ulps: None, first: Vec::new(), remark: Some(remark.into()) }
}

/// What is said of a comparison with a machine whose results need not be exact.
fn near(check: &Check, ulps: u64) -> String {
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

/// Compares every element of every buffer. Floats may differ by `ulps` units in the last place, if that is given.
pub fn compare(machine: &Memory, reference: &Memory, ulps: Option<u64>) -> Check {
    let (first, remark) = (Vec::new(), None);
    let mut check = Check { pass: true, mismatches: 0, largest_ulps: ulps.map(|_| 0), first, remark };
    for (at, buffer) in machine.launched().iter().enumerate() {
        let size = buffer.element.bytes() as usize;
        let (ours, theirs) = (machine.copy_out(at, 0, u64::MAX), reference.copy_out(at, 0, u64::MAX));
        if ours == theirs {
            continue;
        }
        let pairs = ours.chunks(size).zip(theirs.chunks(size)).enumerate();
        for (index, (ours, theirs)) in pairs.filter(|(_, (ours, theirs))| ours != theirs) {
            let (machine, reference) = (bits(ours), bits(theirs));
            let apart = ulps.and_then(|_| ulps_between(buffer.element, machine, reference));
            if let (Some(apart), Some(largest)) = (apart, &mut check.largest_ulps) {
                *largest = apart.max(*largest);
                if ulps.is_some_and(|ulps| apart <= ulps) {
                    continue;
                }
            }
            check.mismatches += 1;
            if check.first.len() < LISTED {
                check.first.push(Mismatch {
                    buffer: buffer.name.clone(),
                    index: index as u64,
                    machine,
                    reference,
                });
            }
        }
    }
    check.pass = check.mismatches == 0;
    check
}

/// Units in the last place between two floats of a type: how many numbers of the type they are apart. `None` for other types,
/// and if one is no number.
fn ulps_between(ty: Type, a: u64, b: u64) -> Option<u64> {
    let infinity = match ty {
        Type::F16 => 0x7C00,
        Type::F32 => 0x7F80_0000,
        Type::F64 => 0x7FF0 << 48,
        _ => return None,
    };
    let sign = 1 << (ty.bits() - 1);
    // In order of size: negative numbers below 0.
    let place = |bits: u64| {
        let magnitude = (bits & (sign - 1)) as i64;
        let number = magnitude <= infinity;
        number.then_some(if bits & sign == 0 { magnitude } else { -magnitude })
    };
    Some(place(a)?.abs_diff(place(b)?))
}

fn bits(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte))
}

/// What a difference means: a race, if the reference has seen one; else atomics whose order matters; else a mistake.
fn suspicion(kernel: &Kernel, search: &interp::Interpreter) -> String {
    if let Some(race) = search.race() {
        return race_in_words(&race, search.memory());
    }
    let listed = kernel.codes().flat_map(|code| code.listed()).map(|inst| &inst.op);
    let ordered = |op: &Op| match op {
        Op::Atomic(op, ..) => matches!(op, AtomicOp::FAdd | AtomicOp::Exchange),
        Op::CompareExchange(..) => true,
        _ => false,
    };
    let has_atomics = listed.clone().any(|op| matches!(op, Op::Atomic(..) | Op::CompareExchange(..)));
    match (listed.clone().any(ordered), has_atomics) {
        (true, _) => {
            "The kernel has atomics whose outcome depends on their order, which the machine and the reference choose differently.".into()
        }
        (_, true) => {
            "If the kernel uses the old values that atomics return, the result depends on their order, which the machine and the reference choose differently.".into()
        }
        _ if search.stats().partial_barrier.is_some() => PARTIAL_BARRIER.into(),
        _ if search.lost_races() => format!(
            "Whether work-items race is not known: the records of who touched which byte passed the limit race-bytes ({}).",
            interp::Limits::default().race_bytes
        ),
        _ => "The reference saw no race: no two work-items without a barrier between them touched the same bytes. So this is most likely a mistake of the compiler or of the machine; please report the text.".into(),
    }
}

/// Which work-items race, and where.
fn race_in_words(found: &FoundRace, memory: &Memory) -> String {
    let place = match &found.place {
        None => format!("the byte at {:#x}", found.race.address),
        Some((name, offset)) => {
            let buffer = memory.buffers().iter().find(|buffer| found.is_global() && buffer.name == *name);
            match buffer {
                Some(buffer) => format!("{name}[{}]", offset / u64::from(buffer.element.bytes())),
                None => format!("byte {offset} of work-group memory `{name}`"),
            }
        }
    };
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{document::Language, files::Files, image::Console, ir::text, launch::Launch};

    /// Checks a kernel of one buffer of 64 ints and 32 work-items in groups of 16 against the memory that the reference
    /// comes to, with another number in element 40.
    fn differing(source: &str) -> Check {
        let kernel = text::parse(source).unwrap();
        let mut memory = Memory::default();
        memory.allocate("out", 256, Type::I32, false, true);
        let base = memory.buffers()[0].base;
        let launch = Launch { global: [32, 1, 1], local: [16, 1, 1], ..Launch::default() };
        let (types, local_args) = ([Type::Ptr(crate::ir::Space::Global)].into(), [false].into());
        let bound = Bound {
            launch: launch.clone(),
            args: [base].into(),
            types,
            local_args,
            memory: memory.clone(),
            console: Console::default(),
        };
        interp::run(&kernel, &launch, &[base], &mut memory, &interp::Limits::default()).unwrap();
        memory.write(base + 160, 4, 77).unwrap();
        let files = Files::default();
        let text = Text::of(&files, Language::Auto);
        let mut checking = Checking::new(&kernel, bound, 1 << 20, None, &text);
        (0..1000).find_map(|_| checking.advance(100, &kernel, &memory, &text)).unwrap()
    }

    /// Work-item i of a group of 16 writes to local[i] and, behind `between`, reads from local[i ^ 1].
    fn exchange(between: &str) -> String {
        format!(
            "kernel k(out: ptr.global i32) {{
            slot s0 tile: local 64 align 4 i32
            b0:
              v0: ptr.global = arg 0
              v1: i32 = local_id 0
              v2: i32 = global_id 0
              v3: i64 = zext v1
              v4: i64 = const 2
              v5: i64 = shl v3, v4
              v6: ptr.local = slot s0
              v7: ptr.local = ptradd v6, v5
              store v7, v2
              {between}
              v8: i64 = const 4
              v9: i64 = xor v5, v8
              v10: ptr.local = ptradd v6, v9
              v11: i32 = load v10
              v12: i64 = zext v2
              v13: i64 = shl v12, v4
              v14: ptr.global = ptradd v0, v13
              store v14, v11
              return
            }}"
        )
    }

    /// Neighbours are one apart, also across zero; what is no number is not near anything, nor is an integer.
    #[test]
    fn floats_are_as_far_apart_as_numbers_lie_between() {
        let f32 = |a: f32, b: f32| ulps_between(Type::F32, a.to_bits().into(), b.to_bits().into());
        assert_eq!(f32(1.0, 1.0 + f32::EPSILON), Some(1));
        assert_eq!(f32(1.0, 1.0 - f32::EPSILON), Some(2));
        assert_eq!((f32(0.0, -0.0), f32(f32::from_bits(2), -f32::from_bits(3))), (Some(0), Some(5)));
        assert_eq!(f32(f32::MAX, f32::INFINITY), Some(1));
        assert_eq!((f32(f32::NAN, 1.0), f32(1.0, f32::NAN)), (None, None));
        assert_eq!(ulps_between(Type::F64, 2f64.to_bits(), 4f64.to_bits()), Some(1 << 52));
        assert_eq!(ulps_between(Type::F16, 0x3C00, 0xBC00), Some(2 * 0x3C00));
        assert_eq!(ulps_between(Type::I32, 1, 1), None);
    }

    /// At the edge: two apart are near for two, not for one.
    #[test]
    fn near_is_what_the_limit_says() {
        let memory = |last: u32| {
            let mut memory = Memory::default();
            memory.allocate("x", 8, Type::F32, false, true);
            let address = memory.buffers()[0].base;
            memory.store(address + 4, 4, u64::from(last));
            memory
        };
        let (machine, reference) = (memory(1.5f32.to_bits() + 2), memory(1.5f32.to_bits()));
        let check = |ulps| compare(&machine, &reference, ulps);
        assert_eq!((check(Some(2)).pass, check(Some(2)).largest_ulps), (true, Some(2)));
        assert_eq!((check(Some(1)).pass, check(Some(1)).mismatches), (false, 1));
        assert!(!check(None).pass && check(None).largest_ulps.is_none());
    }

    #[test]
    fn a_race_is_said_where_the_reference_sees_one() {
        let check = differing(&exchange(""));
        let remark = check.remark.unwrap();
        let expected = "There is a race: work-item [0, 0, 0] reads byte 4 of work-group memory `tile`, and \
                        work-item [1, 0, 0] writes it too, with no barrier between.";
        assert!(remark.starts_with(expected), "{remark}");
        let check = differing(&exchange("barrier"));
        let remark = check.remark.unwrap();
        assert_eq!((check.pass, check.first[0].index, check.first[0].machine), (false, 40, 77));
        assert!(remark.starts_with("The reference saw no race"), "{remark}");
    }

    #[test]
    fn nothing_orders_two_groups() {
        let all_write_one = "kernel k(out: ptr.global i32) {
            b0:
              v0: ptr.global = arg 0
              v1: i32 = group_id 0
              store v0, v1
              return
            }";
        let remark = differing(all_write_one).remark.unwrap();
        let expected = "There is a race: work-item [15, 0, 0] writes out[0], and work-item [16, 0, 0] writes it too, \
                        and nothing orders two work-groups.";
        assert!(remark.starts_with(expected), "{remark}");
    }

    #[test]
    fn every_element_is_compared() {
        let mut machine = Memory::default();
        machine.allocate("a", 16, Type::I32, false, true);
        machine.allocate("b", 200, Type::I8, true, true);
        let mut reference = machine.clone();
        assert!(compare(&machine, &reference, None).pass);
        let (a, b) = (machine.buffers()[0].base, machine.buffers()[1].base);
        machine.write(a + 8, 4, 0x0102_0304).unwrap();
        (0..100).for_each(|i| reference.write(b + i, 1, 9).unwrap());
        let check = compare(&machine, &reference, None);
        assert_eq!((check.pass, check.mismatches, check.first.len()), (false, 101, LISTED));
        let first = Mismatch { buffer: "a".into(), index: 2, machine: 0x0102_0304, reference: 0 };
        assert_eq!(check.first[0], first);
        assert_eq!((check.first[1].index, check.first[1].reference), (0, 9));
    }
}
