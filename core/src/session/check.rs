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
        AtomicOp, Kernel, Op,
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
    /// The reference runs; if it comes to something else, the second one looks for races.
    Running(Box<interp::Interpreter>, Box<interp::Interpreter>),
    /// The results differ, and the reference runs again and looks for races.
    Searching(Check, Box<interp::Interpreter>),
    /// The answer.
    Done(Check),
}

impl Checking {
    /// Starts the reference.
    pub fn new(kernel: &Kernel, launch: Bound, steps: u64, text: &Text) -> Checking {
        let limits = interp::Limits { steps, ..interp::Limits::default() };
        match interp::Interpreter::new(kernel, &launch.launch, &launch.args, launch.memory, &limits) {
            Ok(interpreter) => {
                let mut search = interpreter.clone();
                search.record_races();
                Checking::Running(Box::new(interpreter), Box::new(search))
            }
            Err(halt) => Checking::Done(impossible(in_words(&halt, text))),
        }
    }

    /// Goes on for `budget` steps; compares with `memory` when the reference has ended.
    pub fn advance(&mut self, budget: u64, kernel: &Kernel, memory: &Memory, text: &Text) -> Option<Check> {
        match self {
            Checking::Running(interpreter, search) => match interpreter.advance(budget) {
                Ok(false) => {}
                Ok(true) => {
                    let mut check = compare(memory, interpreter.memory());
                    let partial = interpreter.stats().partial_barrier.is_some();
                    check.remark = (check.pass && partial).then(|| PARTIAL_BARRIER.into());
                    let search = search.clone();
                    *self = match check.pass {
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
    Check { pass: false, mismatches: 0, first: Vec::new(), remark: Some(remark.into()) }
}

/// Compares every element of every buffer.
pub fn compare(machine: &Memory, reference: &Memory) -> Check {
    let mut check = Check { pass: true, mismatches: 0, first: Vec::new(), remark: None };
    for (at, buffer) in machine.launched().iter().enumerate() {
        let size = buffer.element.bytes() as usize;
        let (ours, theirs) = (machine.copy_out(at, 0, u64::MAX), reference.copy_out(at, 0, u64::MAX));
        if ours == theirs {
            continue;
        }
        let pairs = ours.chunks(size).zip(theirs.chunks(size)).enumerate();
        for (index, (ours, theirs)) in pairs.filter(|(_, (ours, theirs))| ours != theirs) {
            check.mismatches += 1;
            if check.first.len() < LISTED {
                let (machine, reference) = (bits(ours), bits(theirs));
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
    use crate::{
        document::Language,
        files::Files,
        image::Console,
        ir::{Type, text},
        launch::Launch,
    };

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
        let mut checking = Checking::new(&kernel, bound, 1 << 20, &text);
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
        assert!(compare(&machine, &reference).pass);
        let (a, b) = (machine.buffers()[0].base, machine.buffers()[1].base);
        machine.write(a + 8, 4, 0x0102_0304).unwrap();
        (0..100).for_each(|i| reference.write(b + i, 1, 9).unwrap());
        let check = compare(&machine, &reference);
        assert_eq!((check.pass, check.mismatches, check.first.len()), (false, 101, LISTED));
        let first = Mismatch { buffer: "a".into(), index: 2, machine: 0x0102_0304, reference: 0 };
        assert_eq!(check.first[0], first);
        assert_eq!((check.first[1].index, check.first[1].reference), (0, 9));
    }
}
