//! Kernels written by hand, with results that follow from the definitions.

use alloc::{string::String, vec::Vec};

use super::*;
use crate::{
    image::FaultKind,
    ir::{Type, text, verify::verify},
};

/// Runs a kernel on one buffer of `words` 32-bit zeros (its first argument), `extra` being the other arguments.
fn execute(
    text: &str,
    global: [u32; 3],
    local: [u32; 3],
    words: u64,
    extra: &[u64],
    limits: &Limits,
) -> (Result<Stats, Halt>, Vec<u32>) {
    let kernel = text::parse(text).unwrap();
    verify(&kernel).unwrap();
    let mut memory = Memory::default();
    let buffer = memory.allocate("out", words * 4, Type::I32, false, true);
    let mut args = alloc::vec![memory.buffers()[buffer].base];
    args.extend_from_slice(extra);
    let launch = Launch { global, local, ..Launch::default() };
    let result = run(&kernel, &launch, &args, &mut memory, limits);
    let bytes = memory.copy_out(buffer, 0, u64::MAX);
    (result, bytes.chunks(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect())
}

fn results(text: &str, global: [u32; 3], local: [u32; 3], words: u64) -> Vec<u32> {
    let (result, words) = execute(text, global, local, words, &[], &Limits::default());
    result.unwrap();
    words
}

/// `out[global linear id] = 100 * group_id.x + 10 * local_id.y + local_id.x`, for a range of 4 x 4 in groups of 2 x 2.
const PLACES: &str = "kernel places(out: ptr.global i32) {
b0:
  v0: ptr.global = arg 0
  v1: i32 = global_id 0
  v2: i32 = global_id 1
  v3: i32 = global_size 0
  v4: i32 = mul v2, v3
  v5: i32 = add v4, v1
  v6: i64 = zext v5
  v7: i64 = const 2
  v8: i64 = shl v6, v7
  v9: ptr.global = ptradd v0, v8
  v10: i32 = group_id 0
  v11: i32 = const 100
  v12: i32 = mul v10, v11
  v13: i32 = local_id 1
  v14: i32 = const 10
  v15: i32 = mul v13, v14
  v16: i32 = local_id 0
  v17: i32 = add v12, v15
  v18: i32 = add v17, v16
  store v9, v18
  return
}";

#[test]
fn every_work_item_knows_its_place() {
    let out = results(PLACES, [4, 4, 1], [2, 2, 1], 16);
    let expected = (0..16).map(|i| (i % 4, i / 4)).map(|(x, y)| 100 * (x / 2) + 10 * (y % 2) + x % 2);
    assert_eq!(out, expected.collect::<Vec<u32>>());
}

/// Each work-item writes its id to local memory, waits, and reads its mirror image.
const MIRROR: &str = "kernel mirror(out: ptr.global i32) {
  slot s0 tile: local 32 align 4 i32
b0:
  v0: i32 = local_id 0
  v1: i32 = local_size 0
  v2: i32 = const 1
  v3: i64 = const 4
  v4: ptr.local = slot s0
  v5: i64 = zext v0
  v6: i64 = mul v5, v3
  v7: ptr.local = ptradd v4, v6
  store v7, v0
  barrier
  v8: i32 = sub v1, v2
  v9: i32 = sub v8, v0
  v10: i64 = zext v9
  v11: i64 = mul v10, v3
  v12: ptr.local = ptradd v4, v11
  v13: i32 = load v12
  v14: ptr.global = arg 0
  v15: i32 = global_id 0
  v16: i64 = zext v15
  v17: i64 = mul v16, v3
  v18: ptr.global = ptradd v14, v17
  store v18, v13
  return
}";

#[test]
fn barriers_let_work_items_exchange_data() {
    let out = results(MIRROR, [16, 1, 1], [8, 1, 1], 16);
    assert_eq!(out, [7, 6, 5, 4, 3, 2, 1, 0, 7, 6, 5, 4, 3, 2, 1, 0]);
}

#[test]
fn a_run_in_pieces_gives_the_same_as_one_in_one_go() {
    let kernel = text::parse(MIRROR).unwrap();
    let launch = Launch { global: [16, 1, 1], local: [8, 1, 1], ..Launch::default() };
    let digest = |budget: u64| {
        let mut memory = Memory::default();
        memory.allocate("out", 64, Type::I32, false, true);
        let args = [memory.buffers()[0].base];
        let mut interpreter = Interpreter::new(&kernel, &launch, &args, memory, &Limits::default()).unwrap();
        while !interpreter.advance(budget).unwrap() {}
        (interpreter.memory().digest(), interpreter.stats().steps)
    };
    assert_eq!(digest(1), digest(u64::MAX));
    assert_eq!(digest(7), digest(1000));
}

/// Swaps two loop variables `n` times: arguments of a jump are assigned at once.
#[test]
fn block_arguments_are_passed_at_once() {
    let text = "kernel swap(out: ptr.global i32) {
    b0:
      v0: ptr.global = arg 0
      v1: i32 = const 7
      v2: i32 = const 9
      v3: i32 = const 0
      v4: i32 = const 5
      v5: i32 = const 1
      jump b1(v1, v2, v3)
    b1(v6: i32, v7: i32, v8: i32):
      v9: i32 = add v8, v5
      v10: bool = lt.s v9, v4
      branch v10, b1(v7, v6, v9), b2(v6, v7)
    b2(v11: i32, v12: i32):
      store v0, v11
      v13: i64 = const 4
      v14: ptr.global = ptradd v0, v13
      store v14, v12
      return
    }";
    // The loop is entered 5 times with (7, 9), (9, 7), (7, 9), ...
    assert_eq!(results(text, [1; 3], [1; 3], 2), [7, 9]);
}

/// The first work-item spins until the last one has written a flag: only fair switching lets it end.
#[test]
fn a_work_item_may_wait_for_another_of_its_group() {
    let text = "kernel wait(out: ptr.global i32) {
    b0:
      v0: ptr.global = arg 0
      v1: i32 = local_id 0
      v2: i32 = const 3
      v3: i32 = const 1
      v4: bool = eq v1, v2
      branch v4, b1, b2
    b1:
      v5: i32 = atomic.exchange v0, v3
      return
    b2:
      v6: i32 = load.volatile v0
      v7: bool = eq v6, v3
      branch v7, b3, b2
    b3:
      return
    }";
    assert_eq!(results(text, [4, 1, 1], [4, 1, 1], 1), [1]);
    // In groups of one the flag never comes: the limit stops it.
    let limits = Limits { steps: 100_000, ..Limits::default() };
    let (result, _) = execute(text, [4, 1, 1], [1, 1, 1], 1, &[], &limits);
    assert_eq!(result, Err(Halt::Limit { limit: "interpreter steps".into(), value: 100_000 }));
}

#[test]
fn a_fault_names_work_item_buffer_and_place() {
    let (result, out) = execute(PLACES, [4, 4, 1], [4, 4, 1], 15, &[], &Limits::default());
    let Err(Halt::Fault { fault, at }) = result else { panic!("no fault") };
    assert_eq!((fault.kind, fault.near), (FaultKind::OutOfBounds, Some(("out".into(), 60))));
    assert_eq!(at.item, [3, 3, 0]);
    assert!(PLACES[at.span.start as usize..at.span.end as usize].starts_with("store"));
    assert_eq!(out[14], 32, "what came before stays");
}

#[test]
fn a_fault_in_local_memory_names_the_slot() {
    let (result, _) = execute(MIRROR, [16, 1, 1], [16, 1, 1], 16, &[], &Limits::default());
    let Err(Halt::Fault { fault, at }) = result else { panic!("no fault") };
    assert_eq!(
        (fault.space, fault.address, fault.near),
        (crate::ir::Space::Local, 32, Some(("tile".into(), 32)))
    );
    assert_eq!(at.item, [8, 0, 0]);
}

/// Work-items below 2 wait at one barrier, the others at another.
#[test]
fn different_barriers_name_who_is_missing() {
    let text = "kernel split(out: ptr.global i32) {
    b0:
      v0: i32 = local_id 0
      v1: i32 = const 2
      v2: bool = lt.u v0, v1
      branch v2, b1, b2
    b1:
      barrier
      return
    b2:
      barrier
      return
    }";
    let (result, _) = execute(text, [4, 1, 1], [4, 1, 1], 1, &[], &Limits::default());
    let Err(Halt::Barrier { reason, at }) = result else { panic!("no barrier error") };
    assert!(reason.starts_with("2 of 4 work-items"), "{reason}");
    assert!(reason.ends_with("(local linear id 2, 3)"), "{reason}");
    assert_eq!(at.item, [0, 0, 0]);
}

/// Two of four work-items end before the barrier: the others pass it, and the statistics say so.
#[test]
fn work_items_that_have_ended_are_not_waited_for() {
    let text = "kernel early(out: ptr.global i32) {
    b0:
      v0: i32 = local_id 0
      v1: i32 = const 2
      v2: bool = lt.u v0, v1
      branch v2, b1, b2
    b1:
      barrier
      v3: ptr.global = arg 0
      v4: i32 = atomic.add v3, v1
      return
    b2:
      return
    }";
    let (result, out) = execute(text, [4, 1, 1], [4, 1, 1], 1, &[], &Limits::default());
    let stats = result.unwrap();
    assert_eq!((stats.barriers, out[0]), (1, 4));
    let partial = stats.partial.unwrap();
    assert_eq!((partial.at.item, partial.round), ([0, 0, 0], false));
    // The same with one end for all: those that do not come to the barrier go round it.
    let text = text.replace("      return\n    b2:", "      jump b2\n    b2:");
    let (result, out) = execute(&text, [4, 1, 1], [4, 1, 1], 1, &[], &Limits::default());
    let partial = result.unwrap().partial.unwrap();
    assert_eq!((partial.at.item, partial.round, out[0]), ([0, 0, 0], true, 4));
}

/// Which of the words of the buffer the results of atomics have reached, with one work-item for each step of `global`.
fn reached(text: &str, global: u32, order: ItemOrder, words: u64) -> Vec<bool> {
    let kernel = text::parse(text).unwrap();
    verify(&kernel).unwrap();
    let mut memory = Memory::default();
    memory.allocate("out", words * 4, Type::I32, false, true);
    let base = memory.buffers()[0].base;
    let launch = Launch { global: [global, 1, 1], local: [global, 1, 1], ..Launch::default() };
    let mut run = Interpreter::new(&kernel, &launch, &[base], memory, &Limits::default()).unwrap();
    run.watch(&kernel, order, false);
    assert!(run.advance(u64::MAX).unwrap() && run.race().is_none());
    (0..words).map(|word| run.is_reached(base + 4 * word, 4)).collect()
}

/// Between a branch on the result of an atomic and the place where its ways meet, and what is computed from the result; a sum
/// of whole numbers is the same in every order.
#[test]
fn results_of_atomics_reach_what_they_decide() {
    let text = "kernel k(out: ptr.global i32) {
    b0:
      v0: ptr.global = arg 0
      v1: i32 = const 1
      v2: i32 = atomic.add v0, v1
      v3: i64 = const 4
      v4: ptr.global = ptradd v0, v3
      v5: ptr.global = ptradd v4, v3
      v6: ptr.global = ptradd v5, v3
      v7: i32 = const 0
      v8: bool = eq v2, v7
      branch v8, b1, b2
    b1:
      store v4, v1
      jump b2
    b2:
      v9: i32 = local_id 0
      v10: bool = eq v9, v7
      branch v10, b3, b4
    b3:
      store v5, v1
      store v6, v2
      jump b4
    b4:
      return
    }";
    for order in [ItemOrder::Ascending, ItemOrder::Descending, ItemOrder::Interleaved] {
        assert_eq!(reached(text, 4, order, 4), [false, true, false, true], "{order:?}");
    }
}

/// What a loop waits for is held until the next atomic; a compare-and-exchange leaves what came last.
#[test]
fn a_loop_that_waits_on_an_atomic_holds_until_the_next_one() {
    let text = "kernel k(out: ptr.global i32) {
    b0:
      v0: ptr.global = arg 0
      v1: i32 = const 1
      v2: i32 = const 0
      v3: i64 = const 4
      v4: ptr.global = ptradd v0, v3
      v5: ptr.global = ptradd v4, v3
      v6: i32 = local_id 0
      jump b1
    b1:
      v7: i32 = cmpxchg v0, v2, v1
      v8: bool = eq v7, v2
      branch v8, b2, b1
    b2:
      v9: i32 = load v4
      v10: i32 = add v9, v1
      store v4, v10
      v11: i32 = atomic.exchange v0, v2
      v12: bool = eq v6, v2
      branch v12, b3, b4
    b3:
      store v5, v1
      jump b4
    b4:
      return
    }";
    for order in [ItemOrder::Ascending, ItemOrder::Descending, ItemOrder::Interleaved] {
        assert_eq!(reached(text, 3, order, 3), [true, true, false], "{order:?}");
    }
}

#[test]
fn constant_tables_and_private_arrays_can_be_indexed() {
    let text = "kernel table(out: ptr.global i32) {
      slot s0 table: constant 8 align 4 i32 = 2a 00 00 00 07 00 00 00
      slot s1 mine: private 8 align 4 i32
    b0:
      v0: ptr.constant = slot s0
      v1: ptr.private = slot s1
      v2: i64 = const 4
      v3: ptr.constant = ptradd v0, v2
      v4: i32 = load v3
      v5: ptr.private = ptradd v1, v2
      v6: i32 = load v5
      store v5, v4
      v7: i32 = load v5
      v8: i32 = add v6, v7
      v9: ptr.global = arg 0
      v10: i32 = atomic.add v9, v8
      return
    }";
    // Private memory starts as zeros in each of the three work-items.
    assert_eq!(results(text, [3, 1, 1], [1, 1, 1], 1), [21]);
}

#[test]
fn absurd_sizes_are_limits() {
    let text = "kernel big(out: ptr.global i32, tile: ptr.local i32) {\nb0:\n  return\n}";
    let (result, _) = execute(text, [1; 3], [1; 3], 1, &[u64::MAX], &Limits::default());
    let Err(Halt::Limit { limit, .. }) = result else { panic!("no limit") };
    assert_eq!(limit, String::from("bytes of local memory of a group"));
    // One work-item at a time needs little; eight that wait at a barrier need eight times that.
    let bytes = 8 * (19 + 1);
    for (text, limit, fits) in [(PLACES, 1, true), (MIRROR, 7, false), (MIRROR, 8, true)] {
        let limits = Limits { item_bytes: limit * bytes, ..Limits::default() };
        assert_eq!(execute(text, [8, 1, 1], [8, 1, 1], 8, &[], &limits).0.is_ok(), fits);
    }
    let (result, _) = execute(PLACES, [0; 3], [0; 3], 1, &[], &Limits::default());
    assert_eq!(result.unwrap().steps, 0);
}
