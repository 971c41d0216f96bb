//! Multimedia SIMD: a saxpy by hand with registers of 512 and of 128 bits, with and without timing.

use lanescope_core::machines::packed::PackedSimd;

use crate::{
    by_hand::{ELEMENTS, TIMED, functional, half, random, recorded, saxpy, timed, unrecorded, whole},
    ceiling,
    measure::{Measure, Prepare, Target},
};

const BITS_512: &str = "
saxpy:
    fmv.x.w t1, fa0
    vmovq xmm0, t1
    vbroadcastss zmm0, xmm0
    slli t0, a0, 2
    add t0, t0, a1
loop:
    vmovups zmm1, 0(a1)
    vfmadd213ps zmm1, zmm0, 0(a2)
    vmovups 0(a2), zmm1
    addi a1, a1, 64
    addi a2, a2, 64
    bne a1, t0, loop
    ret
";

const BITS_128: &str = "
saxpy:
    fmv.x.w t1, fa0
    vmovq xmm0, t1
    vshufps xmm0, xmm0, xmm0, 0
    slli t0, a0, 2
    add t0, t0, a1
loop:
    vmovups xmm1, 0(a1)
    vmulps xmm1, xmm1, xmm0
    vaddps xmm1, xmm1, 0(a2)
    vmovups 0(a2), xmm1
    addi a1, a1, 16
    addi a2, a2, 16
    bne a1, t0, loop
    ret
";

/// Elements per second without timing, cycles per second with it.
pub fn measures() -> Vec<Measure> {
    let measure = |name, unit, must, stretch, wasm, beside: Option<Prepare>, prepare: Prepare| Measure {
        name,
        unit,
        target: Target::Rate { must, wasm, stretch },
        beside,
        prepare,
    };
    let stream: Option<Prepare> = Some(ceiling::lanes::stream);
    vec![
        measure("packed, functional: saxpy, 512 bits", "elements", 100e6, 200e6, 0.5, stream, || {
            functional::<PackedSimd>(saxpy(BITS_512, "packed/avx-512", ELEMENTS, random))
        }),
        measure("packed, functional: saxpy, 128 bits", "elements", 50e6, 100e6, 0.5, stream, || {
            functional::<PackedSimd>(saxpy(BITS_128, "packed/sse2", ELEMENTS, random))
        }),
        Measure::of_exact(
            "packed, functional: saxpy, 512 bits, exact",
            "elements",
            || functional::<PackedSimd>(saxpy(BITS_512, "packed/avx-512", ELEMENTS, random)),
            || functional::<PackedSimd>(saxpy(BITS_512, "packed/avx-512", ELEMENTS, whole)),
        ),
        Measure::of_exact(
            "packed, functional: saxpy, 128 bits, exact",
            "elements",
            || functional::<PackedSimd>(saxpy(BITS_128, "packed/sse2", ELEMENTS, random)),
            || functional::<PackedSimd>(saxpy(BITS_128, "packed/sse2", ELEMENTS, whole)),
        ),
        measure("packed, timing: saxpy", "cycles", 5e6, 10e6, 0.7, None, || {
            timed::<PackedSimd>(saxpy(BITS_512, "packed/avx-512", TIMED, random))
        }),
        Measure {
            name: "packed, timing, recorded: saxpy",
            unit: "cycles",
            target: Target::Share(0.85, 0.95),
            beside: Some(|| unrecorded::<PackedSimd>(saxpy(BITS_512, "packed/avx-512", TIMED, half))),
            prepare: || recorded(saxpy(BITS_512, "packed/avx-512", TIMED, half)),
        },
    ]
}
