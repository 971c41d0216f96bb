//! An independent check of register allocation, and random code to check it on.
//!
//! The checker knows nothing of live ranges. It follows every way through the code and keeps, for each register, the
//! set of values that it holds for certain. A read is right if the register of the value holds the value.

use alloc::{collections::BTreeSet, vec, vec::Vec};

use super::{
    Effects,
    allocate::{Allocation, Problem, allocate, allocate_around},
};
use crate::base::rng::Rng;

/// What each register (class and number) holds for certain.
type State = Vec<BTreeSet<u32>>;

/// Is there a read that may find another value in its register? Says which instruction and value.
fn wrong_read(steps: &[Effects], place: &[usize], registers: usize) -> Option<(usize, u32)> {
    let all: BTreeSet<u32> = (0..place.len() as u32).collect();
    // Before the first write a register may hold anything: a program that reads it gets what it deserves.
    let mut before: Vec<Option<State>> = vec![None; steps.len()];
    let mut work = vec![(0usize, vec![all; registers])];
    while let Some((at, state)) = work.pop() {
        let Some(step) = steps.get(at) else { continue };
        let joined: State = match &before[at] {
            None => state,
            Some(known) => known.iter().zip(&state).map(|(a, b)| a & b).collect(),
        };
        if before[at].as_ref() == Some(&joined) {
            continue;
        }
        before[at] = Some(joined.clone());
        let after = execute(step, joined, place);
        let next = step.next.then_some(at + 1);
        let targets = step.targets.iter().map(|to| *to as usize);
        work.extend(targets.chain(next).map(|to| (to, after.clone())));
    }
    steps.iter().enumerate().find_map(|(at, step)| {
        let state = before[at].as_ref()?;
        let wrong = step.uses.iter().find(|value| !state[place[**value as usize]].contains(value));
        wrong.map(|value| (at, *value))
    })
}

fn execute(step: &Effects, mut state: State, place: &[usize]) -> State {
    let copied = step.copy.map(|(_, from)| state[place[from as usize]].clone());
    for def in &step.defs {
        for held in &mut state {
            held.remove(def);
        }
        let mut now = BTreeSet::from([*def]);
        now.extend(copied.iter().flatten().filter(|value| *value != def));
        state[place[*def as usize]] = now;
    }
    state
}

/// Random code on values of two classes; partial writes are also reads.
fn random(rng: &mut Rng, length: u64, values: u64) -> (Vec<Effects>, Vec<u8>) {
    let classes: Vec<u8> = (0..values).map(|_| rng.below(2) as u8).collect();
    let mut steps: Vec<Effects> = (0..values)
        .map(|value| Effects { defs: vec![value as u32], next: true, ..Effects::default() })
        .collect();
    for at in 0..length {
        let value = |rng: &mut Rng| rng.below(values) as u32;
        let mut step = Effects { next: true, ..Effects::default() };
        match rng.below(6) {
            0 => {
                let (to, from) = (value(rng), value(rng));
                if classes[to as usize] == classes[from as usize] {
                    step = Effects { uses: vec![from], defs: vec![to], copy: Some((to, from)), ..step };
                }
            }
            1 => {
                step.targets = vec![(rng.below(at + values + 1)) as u32];
                step.uses = vec![value(rng)];
                step.next = rng.below(3) > 0;
            }
            2 => {
                let to = value(rng);
                step = Effects { uses: vec![value(rng), to], defs: vec![to], ..step };
            }
            _ => {
                step.uses = (0..rng.below(3)).map(|_| value(rng)).collect();
                step.defs = vec![value(rng)];
            }
        }
        steps.push(step);
    }
    (steps, classes)
}

#[test]
fn every_read_finds_its_value() {
    let mut rng = Rng::new(21);
    let mut found = [0; 2];
    for round in 0..1500 {
        let values = 2 + rng.below(14);
        let length = 5 + rng.below(40);
        let (steps, classes) = random(&mut rng, length, values);
        let limits = [1 + rng.below(10) as u32, 1 + rng.below(10) as u32];
        let request = Problem {
            steps: &steps,
            classes: &classes,
            limits: &limits,
            coalesce: round % 2 == 0,
            keep: &[],
        };
        match allocate(&request) {
            Allocation::Registers(registers) => {
                found[0] += 1;
                let place: Vec<usize> =
                    registers.iter().zip(&classes).map(|(r, c)| *r as usize + 16 * usize::from(*c)).collect();
                let used = steps.iter().flat_map(|step| step.uses.iter().chain(&step.defs));
                used.for_each(|v| {
                    assert!(registers[*v as usize] < limits[usize::from(classes[*v as usize])])
                });
                assert_eq!(wrong_read(&steps, &place, 32), None, "{steps:?}\n{registers:?}");
            }
            Allocation::Spill(spilled) => {
                found[1] += 1;
                assert!(!spilled.is_empty());
            }
        }
    }
    assert!(found.iter().all(|count| *count > 200), "both answers are tried: {found:?}");
}

#[test]
fn the_checker_finds_a_shared_register() {
    let write = |value| Effects { defs: vec![value], next: true, ..Effects::default() };
    let read = Effects { uses: vec![0, 1], ..Effects::default() };
    let steps = [write(0), write(1), read];
    assert_eq!(wrong_read(&steps, &[0, 0], 1), Some((2, 0)));
    assert_eq!(wrong_read(&steps, &[0, 1], 2), None);
}

/// A value that lives across a step which writes a register that is given already goes to another one; one that is copied to such
/// a value has its register; and a value for which there is no other register is spilled.
#[test]
fn values_go_round_those_that_have_their_registers() {
    let write = |value| Effects { defs: vec![value], next: true, ..Effects::default() };
    let copy = |to, from| Effects {
        uses: vec![from],
        defs: vec![to],
        copy: Some((to, from)),
        next: true,
        ..Effects::default()
    };
    // 0 is register 1. 1 lives across the call, which writes 0; 2 is copied to it.
    let call = Effects { uses: vec![0], defs: vec![0], next: true, ..Effects::default() };
    let end = Effects { uses: vec![0, 1], ..Effects::default() };
    let steps = [write(1), write(2), copy(0, 2), call, end];
    let ask = |limit: u32, keep: &[bool]| {
        let request = Problem { steps: &steps, classes: &[0; 3], limits: &[limit], coalesce: true, keep };
        allocate_around(&request, &[(0, 1)])
    };
    assert_eq!(ask(3, &[]), Allocation::Registers(vec![1, 0, 1]));
    assert_eq!(ask(2, &[]), Allocation::Registers(vec![1, 0, 1]));
    let alone = Problem { steps: &steps, classes: &[0; 3], limits: &[1], coalesce: true, keep: &[] };
    assert_eq!(allocate_around(&alone, &[(0, 0)]), Allocation::Spill(vec![1]));
}
