//! The kernels of the gallery and those that people paste.

use lanescope_kit::kernels::{handed_on, is_refused, of_gallery, pasted, prepared};

use super::*;

/// Runs a text on every machine.
fn check(name: &str, source: &str) {
    let (kernel, bound) = prepared(name, source);
    let start = Start {
        launch: &bound.launch,
        args: &bound.args,
        local_args: &bound.local_args,
        memory: &bound.memory,
    };
    differ(name, &kernel, &start);
}

/// All of the gallery but what never ends: in lockstep the element that has the lock waits behind the loop for those that
/// want it.
#[test]
fn every_kernel_of_the_gallery() {
    of_gallery().filter(|(name, _)| *name != "spin_lock").for_each(|(name, source)| check(name, source));
}

/// Kernels as people paste them, without those that are refused by name.
#[test]
fn every_pasted_kernel() {
    let kernels = pasted().into_iter().filter(|(name, _)| !is_refused(name, "rvv"));
    kernels.for_each(|(name, source)| check(&name, &source));
}

#[test]
fn what_a_loop_hands_on_is_handed_on_at_once() {
    handed_on().for_each(|(name, source)| check(&name, &source));
}

/// The private memory of a strip lies where the first work-item's does: the product of that item's number and the bytes of each is worked out once,
/// however many arrays there are.
#[test]
fn the_private_memory_of_a_strip_is_found_once() {
    let text = "kernel k(out: ptr.global i32) {
 slot s0 first: private 16 align 4 i32
 slot s1 second: private 16 align 4 i32
 slot s2 third: private 16 align 4 i32
b0:
 v0: i32 = local_id 0
 v1: i32 = const 3
 v2: i32 = and v0, v1
 v3: i64 = zext v2
 v4: i64 = const 4
 v5: i64 = mul v3, v4
 v6: ptr.private = slot s0
 v7: ptr.private = ptradd v6, v5
 store v7, v0
 v8: ptr.private = slot s1
 v9: ptr.private = ptradd v8, v5
 store v9, v2
 v10: ptr.private = slot s2
 v11: ptr.private = ptradd v10, v5
 store v11, v2
 v12: i32 = load v6
 v13: i32 = load v8
 v14: i32 = load v10
 v15: i32 = add v12, v13
 v16: i32 = add v15, v14
 v17: i64 = zext v0
 v18: i64 = mul v17, v4
 v19: ptr.global = arg 0
 v20: ptr.global = ptradd v19, v18
 store v20, v16
 return
}";
    let kernel = text::parse(text).expect("a kernel");
    for spec in specs() {
        let program = generate(&kernel, &spec, Patience::ENDLESS).expect("a program");
        let listing = numbered(&program);
        let products = listing.lines().filter(|line| line.contains("mul ") && line.contains("gp")).count();
        assert_eq!(products, 1, "{listing}");
    }
}
