//! Multimedia SIMD: what compiled strips cost, as instructions of the strip loop for each element. Counts, not times.

use lanescope_kit::strips::{ROWS, Row};

use crate::measure::{Measure, Prepare, Run, Target};

/// The goal: so many times what clang takes.
const GOAL: f64 = 1.5;

/// A row for each kernel of the table.
pub fn measures() -> Vec<Measure> {
    const NAMES: [(&str, Prepare); 7] = [
        ("packed/avx2, strip: product", || counted(0)),
        ("packed/avx2, strip: saxpy", || counted(1)),
        ("packed/avx2, strip: stencil, guard", || counted(2)),
        ("packed/avx2, strip: stencil, returns", || counted(3)),
        ("packed/avx2, strip: choice", || counted(4)),
        ("packed/avx2, strip: sum of bytes", || counted(5)),
        ("packed/avx2, strip: gather", || counted(6)),
    ];
    let measure = |(row, (name, prepare)): (&Row, (&'static str, Prepare))| Measure {
        name,
        unit: "instructions each",
        target: Target::Count(GOAL * row.clang),
        beside: None,
        prepare,
    };
    ROWS.iter().zip(NAMES).map(measure).collect()
}

fn counted(at: usize) -> Result<Run, String> {
    let each = ROWS.get(at).ok_or("there is no such kernel")?.each()?;
    Ok(Box::new(move || Ok(each.into())))
}
