//! What is said where a result is not that of the reference.

use super::{
    super::data::Mismatch,
    compare::{LISTED, ulps_between},
    *,
};
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
    let mut checking = Checking::new(&kernel, bound, 1 << 20, Leave::default(), &text);
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
    let check = |ulps| compare(&machine, &reference, ulps, None);
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
    assert!(compare(&machine, &reference, None, None).pass);
    let (a, b) = (machine.buffers()[0].base, machine.buffers()[1].base);
    machine.write(a + 8, 4, 0x0102_0304).unwrap();
    (0..100).for_each(|i| reference.write(b + i, 1, 9).unwrap());
    let check = compare(&machine, &reference, None, None);
    assert_eq!((check.pass, check.mismatches, check.first.len()), (false, 101, LISTED));
    let first = Mismatch { buffer: "a".into(), index: 2, machine: 0x0102_0304, reference: 0 };
    assert_eq!(check.first[0], first);
    assert_eq!((check.first[1].index, check.first[1].reference), (0, 9));
}
