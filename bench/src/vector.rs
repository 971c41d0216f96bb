//! The vector machine: a saxpy by hand, with and without timing.

use lanescope_core::machines::rvv::Rvv;

use crate::{
    by_hand::{ELEMENTS, TIMED, functional, half, random, recorded, saxpy, timed, unrecorded, whole},
    ceiling,
    measure::{Measure, Prepare, Target},
};

const SAXPY: &str = "
saxpy:
    vsetvli t0, a0, e32, m8, ta, ma
    vle32.v v0, (a1)
    vle32.v v8, (a2)
    vfmacc.vf v8, fa0, v0
    vse32.v v8, (a2)
    slli t1, t0, 2
    add a1, a1, t1
    add a2, a2, t1
    sub a0, a0, t0
    bnez a0, saxpy
    ret
";

/// Elements per second without timing, cycles per second of the cycle-level model on ideal and on banked memory.
pub fn measures() -> Vec<Measure> {
    let measure = |name, unit, must, stretch, wasm, beside: Option<Prepare>, prepare: Prepare| Measure {
        name,
        unit,
        target: Target::Rate { must, wasm, stretch },
        beside,
        prepare,
    };
    vec![
        measure(
            "vector, functional: saxpy",
            "elements",
            40e6,
            150e6,
            0.5,
            Some(ceiling::lanes::stream),
            || functional::<Rvv>(saxpy(SAXPY, "rvv/long-vector", ELEMENTS, random)),
        ),
        Measure::of_exact(
            "vector, functional: saxpy, exact",
            "elements",
            || functional::<Rvv>(saxpy(SAXPY, "rvv/long-vector", ELEMENTS, random)),
            || functional::<Rvv>(saxpy(SAXPY, "rvv/long-vector", ELEMENTS, whole)),
        ),
        measure("vector, timing: saxpy", "cycles", 1e6, 5e6, 0.7, None, || {
            timed::<Rvv>(saxpy(SAXPY, "rvv/long-vector", TIMED, random))
        }),
        measure("vector, timing: saxpy with banks", "cycles", 1e6, 5e6, 0.7, None, || {
            timed::<Rvv>(saxpy(SAXPY, "rvv/textbook-16-banks", TIMED, random))
        }),
        Measure {
            name: "vector, timing, recorded: saxpy",
            unit: "cycles",
            target: Target::Share(0.85, 0.95),
            beside: Some(|| unrecorded::<Rvv>(saxpy(SAXPY, "rvv/long-vector", TIMED, half))),
            prepare: || recorded(saxpy(SAXPY, "rvv/long-vector", TIMED, half)),
        },
    ]
}
