//! The functional mode: what happens, without when.

use lanescope_core::{document::Document, machines::simt::Simt};

use crate::{
    ceiling,
    interaction::open,
    kernels,
    measure::{Done, Measure, Prepare, Run, Target},
    workshop::Ready,
};

const ITEMS: u32 = 1 << 14;
const ROUNDS: i64 = 400;
const ELEMENTS: u32 = 1 << 20;
const MATRIX: u32 = 128;
const NODES: u32 = 1 << 16;

/// The ALU loop, plain, fused and with lanes off; saxpy, on the bare machine and by a session with everything that a
/// person waits for; matrix multiplication; a search in a graph. What has data of floats is measured with whole numbers, too.
pub fn measures() -> Vec<Measure> {
    let measure = |name, unit, (must, stretch), beside: Prepare, prepare: Prepare| Measure {
        name,
        unit,
        target: Target::Rate { must, wasm: 0.5, stretch },
        beside: Some(beside),
        prepare,
    };
    let (alu, stream): (Prepare, Prepare) = (ceiling::lanes::alu, ceiling::lanes::stream);
    vec![
        measure("functional: ALU loop", "lane-instructions", (500e6, 1.5e9), alu, || {
            lane_operations(&kernels::alu(ITEMS, ROUNDS))
        }),
        measure("functional: the same, fused exactly", "lane-instructions", (300e6, 800e6), alu, || {
            lane_operations(&kernels::fused(ITEMS, ROUNDS))
        }),
        measure("functional: saxpy", "elements", (40e6, 150e6), stream, || {
            counted(&kernels::saxpy(ELEMENTS), ELEMENTS.into())
        }),
        measure("functional: saxpy, in a session", "elements", (40e6, 150e6), stream, || {
            in_session(kernels::saxpy(ELEMENTS), ELEMENTS.into())
        }),
        measure("functional: sgemm, naive", "FMA", (40e6, 120e6), stream, || {
            counted(&kernels::sgemm(MATRIX, false), cube(MATRIX))
        }),
        measure("functional: sgemm, tiles and barriers", "FMA", (25e6, 80e6), stream, || {
            counted(&kernels::sgemm(MATRIX, true), cube(MATRIX))
        }),
        measure("functional: bfs", "edges", (6e6, 20e6), stream, || {
            let (document, edges) = kernels::bfs(NODES);
            counted(&document, edges.into())
        }),
        Measure::of_exact(
            "functional: saxpy, exact",
            "elements",
            || counted(&kernels::saxpy(ELEMENTS), ELEMENTS.into()),
            || counted(&kernels::exact(kernels::saxpy(ELEMENTS)), ELEMENTS.into()),
        ),
        Measure::of_exact(
            "functional: sgemm, naive, exact",
            "FMA",
            || counted(&kernels::sgemm(MATRIX, false), cube(MATRIX)),
            || counted(&kernels::exact(kernels::sgemm(MATRIX, false)), cube(MATRIX)),
        ),
        Measure::of_exact(
            "functional: sgemm, tiles and barriers, exact",
            "FMA",
            || counted(&kernels::sgemm(MATRIX, true), cube(MATRIX)),
            || counted(&kernels::exact(kernels::sgemm(MATRIX, true)), cube(MATRIX)),
        ),
        Measure {
            name: "functional: half of the lanes off",
            unit: "lane slots",
            target: Target::Share(0.4, 0.8),
            beside: Some(|| lane_slots(&kernels::masked(ITEMS, ROUNDS, false))),
            prepare: || lane_slots(&kernels::masked(ITEMS, ROUNDS, true)),
        },
    ]
}

fn cube(n: u32) -> f64 {
    f64::from(n).powi(3)
}

fn lane_slots(document: &Document) -> Result<Run, String> {
    let ready = Ready::<Simt>::new(document)?;
    Ok(Box::new(move || ready.functional().map(|work| (work.lane_slots as f64).into())))
}

fn lane_operations(document: &Document) -> Result<Run, String> {
    let ready = Ready::<Simt>::new(document)?;
    Ok(Box::new(move || ready.functional().map(|work| (work.lane_operations as f64).into())))
}

/// A run without timing that does `work`.
fn counted(document: &Document, work: f64) -> Result<Run, String> {
    let ready = Ready::<Simt>::new(document)?;
    Ok(Box::new(move || ready.functional().map(|did| Done { work, steps: did.lane_operations as f64 })))
}

/// The same with the data made and the result summed up.
fn in_session(document: Document, work: f64) -> Result<Run, String> {
    let mut session = open(document)?;
    Ok(Box::new(move || {
        let result = session.functional(&mut |_| true).map_err(|found| found[0].message.clone())?;
        let result = result.ok_or("the run was given up")?;
        Ok(Done { work, steps: result.work.lane_operations as f64 })
    }))
}
