//! Is the result right? The reference interpreter runs the same launch in slices, on the IR that the front end wrote and no
//! pass has changed, and memory is compared. If it differs, the reference runs again and looks for the reason: a race, the order
//! of atomics, which a kernel may leave open, or an access beyond a private array, for which this run has the arrays apart.
//!
//! It is the order of atomics if the reference saw no race, each element that differs has been reached by what an atomic operation
//! returned in one of three orders of the work-items (ascending, descending, step by step), and one of them at least comes
//! out differently in another of these orders. What this cannot tell: whether a lock locks all that it should, and
//! whether the machine's own result belongs to an order that is possible.

use alloc::{boxed::Box, format, string::String, vec::Vec};

use super::{
    data::{Check, Mismatch, Verdict},
    words::{Text, halt_info},
};
use crate::{
    halt::Halt,
    image::{Buffer, Memory},
    ir::{
        Kernel, Op, Space, Type,
        interp::{self, FoundRace, Order, SharedByte, races::Touch},
    },
    launch::bind::Bound,
    source::Span,
};

/// How many mismatches are listed.
const LISTED: usize = 16;

/// Steps that the reference may take in another order: so many times those in its own, and so many more.
const OTHER_ORDER: (u64, u64) = (4, 1 << 20);

/// A comparison under way.
#[derive(Clone, Debug)]
pub enum Checking {
    /// The reference runs; if it comes to something else, a second one finds out why. Floats may differ by so many units
    /// in the last place, if the machine's settings allow that.
    Running(Box<interp::Interpreter>, Box<interp::Interpreter>, Option<u64>),
    /// The results differ: why?
    Searching(Box<Search>),
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
                let mut again = interpreter.clone();
                again.part_arrays(kernel, &launch.args);
                Checking::Running(Box::new(interpreter), Box::new(again), ulps)
            }
            Err(halt) => Checking::Done(halted(&halt, text)),
        }
    }

    /// Goes on for `budget` steps; compares with `memory` when the reference has ended.
    pub fn advance(&mut self, budget: u64, kernel: &Kernel, memory: &Memory, text: &Text) -> Option<Check> {
        match self {
            Checking::Running(interpreter, again, ulps) => match interpreter.advance(budget) {
                Ok(false) => {}
                Ok(true) => {
                    let (mut check, ulps) = (compare(memory, interpreter.memory(), *ulps), *ulps);
                    let near = ulps.filter(|_| check.largest_ulps > Some(0) || !check.pass);
                    check.remark = match near {
                        Some(ulps) => Some(near_in_words(&check, ulps)),
                        None => partial(interpreter, text).or_else(|| stranger(interpreter, text)),
                    };
                    *self = match check.pass {
                        true => Checking::Done(check),
                        false => {
                            let steps = interpreter.stats().steps;
                            Checking::Searching(Box::new(Search::new(check, again, kernel, steps, ulps)))
                        }
                    };
                }
                Err(halt) => *self = Checking::Done(halted(&halt, text)),
            },
            Checking::Searching(search) => {
                if let Some(check) = search.advance(budget, kernel, memory, text) {
                    *self = Checking::Done(check);
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

/// Why results differ: the reference runs again, in several orders, and takes note of races and of what the results of
/// atomics reach.
#[derive(Clone, Debug)]
pub struct Search {
    /// What is known so far.
    check: Check,
    ulps: Option<u64>,
    /// The runs, the reference's own order first; which one is under way.
    runs: Vec<interp::Interpreter>,
    at: usize,
}

impl Search {
    fn new(
        check: Check,
        start: &interp::Interpreter,
        kernel: &Kernel,
        steps: u64,
        ulps: Option<u64>,
    ) -> Search {
        let in_order = |order: Order| {
            let mut run = start.clone();
            run.watch(kernel, order);
            if order != Order::Ascending {
                run.limit_steps(steps.saturating_mul(OTHER_ORDER.0).saturating_add(OTHER_ORDER.1));
            }
            run
        };
        let runs = [Order::Ascending, Order::Interleaved, Order::Descending].map(in_order).into();
        Search { check, ulps, runs, at: 0 }
    }

    /// Goes on for `budget` steps; gives the answer when it is found.
    fn advance(&mut self, budget: u64, kernel: &Kernel, memory: &Memory, text: &Text) -> Option<Check> {
        let run = &mut self.runs[self.at];
        match run.advance(budget) {
            Ok(false) if run.race().is_none() => return None,
            Ok(_) => self.at += 1,
            // A kernel whose work-items wait for each other may not end in another order.
            Err(_) if self.at > 0 => {
                self.runs.remove(self.at);
            }
            // The reference came to its end before, when its private arrays did not lie apart.
            Err(halt) => return Some(self.different(apart_in_words(&halt, text))),
        }
        let own = &self.runs[0];
        if let Some(race) = own.race() {
            let remark = Some(race_in_words(&race, own.memory()));
            return Some(Check { remark, ..self.check.clone() });
        }
        if !has_atomics(kernel) {
            let reason = if meets_by_chance(kernel) { COMPANY.into() } else { no_race_in_words(own) };
            return Some(self.different(reason));
        }
        (self.at >= self.runs.len()).then(|| self.judge(memory))
    }

    /// With a reason for the difference, unless one has been said: results that need not be exact, or a barrier that not all
    /// work-items came to.
    fn different(&self, reason: String) -> Check {
        Check { remark: self.check.remark.clone().or(Some(reason)), ..self.check.clone() }
    }

    /// A kernel with atomics and without a race: are they the reason?
    fn judge(&self, memory: &Memory) -> Check {
        let own = &self.runs[0];
        let (mut reached, mut varies, mut stranger) = (0, 0, None);
        differences(memory, own.memory(), self.ulps, |found, _| {
            let Place { address, bytes } = found.place;
            if self.runs.iter().any(|run| run.is_reached(address, bytes)) {
                reached += 1;
            } else if stranger.is_none() {
                stranger = Some(format!("{}[{}]", found.buffer.name, found.index));
            }
            let there = |run: &interp::Interpreter| run.memory().load(address, bytes as u32);
            varies += u64::from(self.runs[1..].iter().any(|run| there(run) != there(own)));
        });
        if reached == self.check.mismatches && varies > 0 {
            let remark = Some(ORDER_OF_ATOMICS.into());
            return Check { verdict: Verdict::OrderOfAtomics, remark, ..self.check.clone() };
        }
        let of = self.check.mismatches;
        self.different(match stranger {
            _ if self.runs.iter().any(interp::Interpreter::lost_influence) => format!(
                "Whether it is the order of atomics is not known: the records of what they reach passed the limit race-bytes ({}).",
                interp::Limits::default().race_bytes
            ),
            Some(stranger) => format!(
                "The kernel has atomics, but only {reached} of these {of} elements follow from what an atomic operation returned, and {stranger} does not. {}",
                no_race_in_words(own)
            ),
            None => format!(
                "Each follows from what an atomic operation returned, but in {} other orders of the work-items the reference comes to the same. So this may be a mistake of the compiler or of the machine.",
                self.runs.len() - 1
            ),
        })
    }
}

/// Said of a result that may be as it is.
const ORDER_OF_ATOMICS: &str = "Each of them follows from what an atomic operation returned, and the reference, too, comes to another result in another order of the work-items: no race was seen. Whether the kernel may leave this open is for its author to say.";

/// Said of a difference where lanes of a warp meet without a mask, and the reference has seen no race.
const COMPANY: &str = "The reference saw no race. The kernel has functions of the lanes of a warp without a mask: where lanes have parted, which of them come together is not the same on every machine. With a mask (`_sync`) the text says it.";

/// Said of a barrier that work-items do not share which have not ended.
const UNSHARED: &str = "Neither CUDA nor OpenCL C defines what happens at a barrier that the live work-items of a group do not share.";

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

/// What is to be said of a lane that read another one which took no part.
fn stranger(run: &interp::Interpreter, text: &Text) -> Option<String> {
    let at = run.stats().stranger.as_ref()?;
    let line = text.line(at.span).map_or(String::new(), |line| format!(" (at {line})"));
    let [x, y, z] = at.item;
    Some(format!(
        "Work-item ({x}, {y}, {z}) read the value of a lane of its warp{line} that took no part there, and got its own: neither CUDA nor OpenCL C defines what it gets."
    ))
}

/// The machine came to the end, and the reference did not: for a mistake that only the reference has noticed, such as an access
/// outside of a private array, that is a difference.
fn halted(halt: &Halt, text: &Text) -> Check {
    let check = impossible(in_words(halt, text));
    match halt {
        Halt::Fault { .. } => Check { verdict: Verdict::Different, ..check },
        _ => check,
    }
}

/// A halt of the reference, which has no units.
fn in_words(halt: &Halt, text: &Text) -> String {
    let message = halt_info(halt, text, &[], |_| Span::NONE).message;
    match halt {
        Halt::Barrier { .. } => format!("{message} {UNSHARED}"),
        _ => message,
    }
}

/// No comparison was possible.
pub fn impossible(remark: impl Into<String>) -> Check {
    Check {
        verdict: Verdict::NotCompared,
        pass: false,
        mismatches: 0,
        largest_ulps: None,
        first: Vec::new(),
        remark: Some(remark.into()),
    }
}

/// What is said of a comparison with a machine whose results need not be exact.
fn near_in_words(check: &Check, ulps: u64) -> String {
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
    let (mut mismatches, mut first) = (0, Vec::new());
    let largest = differences(machine, reference, ulps, |found, [machine, reference]| {
        mismatches += 1;
        if first.len() < LISTED {
            first.push(Mismatch {
                buffer: found.buffer.name.clone(),
                index: found.index,
                machine,
                reference,
            });
        }
    });
    let pass = mismatches == 0;
    let verdict = if pass { Verdict::Equal } else { Verdict::Different };
    Check { verdict, pass, mismatches, largest_ulps: ulps.map(|_| largest), first, remark: None }
}

/// An element that differs.
struct Found<'a> {
    buffer: &'a Buffer,
    index: u64,
    place: Place,
}

/// Where an element is in global memory.
struct Place {
    address: u64,
    bytes: u64,
}

/// Calls `f` with each element that differs, and its bits on both sides. Gives by how many units in the last place floats
/// differ at most.
fn differences(
    machine: &Memory,
    reference: &Memory,
    ulps: Option<u64>,
    mut f: impl FnMut(Found, [u64; 2]),
) -> u64 {
    let mut largest = 0;
    for (at, buffer) in machine.launched().iter().enumerate() {
        let bytes = u64::from(buffer.element.bytes());
        let (ours, theirs) = (machine.copy_out(at, 0, u64::MAX), reference.copy_out(at, 0, u64::MAX));
        if ours == theirs {
            continue;
        }
        let pairs = (0..).zip(ours.chunks(bytes as usize).zip(theirs.chunks(bytes as usize)));
        for (index, (ours, theirs)) in pairs.filter(|(_, (ours, theirs))| ours != theirs) {
            let both = [bits(ours), bits(theirs)];
            let apart = ulps.and_then(|_| ulps_between(buffer.element, both[0], both[1]));
            largest = apart.unwrap_or(0).max(largest);
            if apart.is_none_or(|apart| Some(apart) > ulps) {
                let place = Place { address: buffer.base + index * bytes, bytes };
                f(Found { buffer, index, place }, both);
            }
        }
    }
    largest
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

/// Has the kernel an atomic operation?
fn has_atomics(kernel: &Kernel) -> bool {
    let is_atomic = |op: &Op| matches!(op, Op::Atomic(..) | Op::CompareExchange(..));
    kernel.codes().flat_map(|code| code.listed()).any(|inst| is_atomic(&inst.op))
}

/// Do lanes of a warp meet without a mask?
fn meets_by_chance(kernel: &Kernel) -> bool {
    let plain = |op: &Op| matches!(op, Op::Lane(op, args) if args.len() == op.arity());
    kernel.codes().flat_map(|code| code.listed()).any(|inst| plain(&inst.op))
}

/// Why the reference halts once private arrays lie apart: the text reaches beyond one of them, what is there is another thing on each
/// machine. Of other reasons it is said that races were not looked for to the end.
fn apart_in_words(halt: &Halt, text: &Text) -> String {
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
fn no_race_in_words(search: &interp::Interpreter) -> String {
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
        false => "The reference saw no race: no work-item wrote or changed what another touched without a barrier between them. So this is most likely a mistake of the compiler or of the machine; please report the text.".into(),
    }
}

/// Which work-items race, and where.
fn race_in_words(found: &FoundRace, memory: &Memory) -> String {
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

    /// Lane 15 of a group of 16 reads lane 16, which is not there.
    #[test]
    fn a_lane_that_reads_a_stranger_is_said() {
        let kernel = "kernel k(out: ptr.global i32) {
            b0:
              v0: i32 = local_id 0
              v1: i32 = const 1
              v2: i32 = const 31
              v3: i32 = const -1
              v4: i32 = lane.down v0, v1, v2, v3
              return
            }";
        let remark = differing(kernel).remark.unwrap();
        let expected = "Work-item (15, 0, 0) read the value of a lane of its warp";
        assert!(remark.starts_with(expected), "{remark}");
    }

    #[test]
    fn a_read_that_meets_an_atomic_is_said() {
        let kernel = "kernel k(out: ptr.global i32) {
            b0:
              v0: ptr.global = arg 0
              v1: i64 = const 8
              v2: ptr.global = ptradd v0, v1
              v3: i32 = load v2
              v4: i32 = atomic.add v2, v3
              return
            }";
        let check = differing(kernel);
        let remark = check.remark.unwrap();
        let expected = "A work-item reads out[2] plainly and another changes it by an atomic";
        assert!(check.verdict == Verdict::Different && remark.contains(expected), "{remark}");
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
