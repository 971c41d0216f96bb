//! The functional mode: what happens, without when.

use lanescope_core::session::{
    Session,
    vocabulary::{Document, Limits},
};

use crate::{
    kernels,
    measure::{Group, Measure, Target},
};

const ITEMS: u32 = 1 << 15;
const ROUNDS: i64 = 200;
const ELEMENTS: u32 = 1 << 20;

/// The ALU loop and saxpy.
pub fn measures() -> Vec<Measure> {
    vec![
        Measure {
            name: "functional: ALU loop, 32 lanes",
            unit: "lane-instructions",
            group: Group::Alu,
            is_ceiling: false,
            target: Target::Rate { must: 500e6, wasm: 0.5, stretch: 1.5e9 },
            prepare: || lane_operations(kernels::alu(ITEMS, ROUNDS)),
        },
        Measure {
            name: "functional: saxpy",
            unit: "elements",
            group: Group::Stream,
            is_ceiling: false,
            target: Target::Rate { must: 40e6, wasm: 0.5, stretch: 150e6 },
            prepare: || {
                let mut run = lane_operations(kernels::saxpy(ELEMENTS))?;
                Ok(Box::new(move || run().map(|_| f64::from(ELEMENTS))))
            },
        },
    ]
}

type Run = Box<dyn FnMut() -> Result<f64, String>>;

/// Runs the document to its end; the work is lane-instructions.
fn lane_operations(document: Document) -> Result<Run, String> {
    let mut session = open(document)?;
    Ok(Box::new(move || {
        let result = session.functional().map_err(|found| found[0].message.clone())?;
        match result.halt {
            Some(halt) => Err(halt.message),
            None => Ok(result.work.lane_operations as f64),
        }
    }))
}

/// A session of a document that has no error.
pub fn open(document: Document) -> Result<Session, String> {
    let session = Session::open(document, Limits::default());
    let error = session.compiled().diagnostics.iter().find(|diagnostic| diagnostic.is_error());
    match error {
        Some(error) => Err(error.message.clone()),
        None => Ok(session),
    }
}
