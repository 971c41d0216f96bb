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
