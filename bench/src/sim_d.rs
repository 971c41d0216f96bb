//! The hard real-time machine: published kernels, cycle by cycle. The texts are those whose cycles are tested.

use lanescope_core::{
    document::{Document, Language, MachineChoice},
    launch::Launch,
    machines::sim_d::family::HardRealTime,
};

use crate::{
    by_hand::timed,
    measure::{Measure, Prepare, Target},
};

/// A kernel with its launch: columns, rows, width of a group.
fn kernel(text: &str, [columns, rows, width]: [u32; 3]) -> Document {
    let launch = Launch { global: [columns, rows, 1], local: [width, 1, 1], ..Launch::default() };
    Document {
        language: Language::Assembly,
        launch: Some(launch),
        ..Document::new(text.into(), MachineChoice { preset: "sim_d/author".into(), changes: Vec::new() })
    }
}

/// A row for each kernel: its name in the report, its file, its launch, and the rate that it must have.
macro_rules! kernels {
    ($($name:literal, $file:literal, $launch:expr, $must:literal;)*) => {
        &[$(($name, $must, || {
            let text = include_str!(concat!("../../tests/oracles/sim_d/kernels/", $file, ".sas"));
            timed::<HardRealTime>(kernel(text, $launch))
        })),*]
    };
}

/// Kernels with much arithmetic by sine and cosine must have half the rate of the others.
const KERNELS: &[(&str, f64, Prepare)] = kernels! {
    "hard real time, timing: relu", "relu", [256, 256, 256], 2e6;
    "hard real time, timing: depth to vertex", "depth2vertex", [640, 480, 64], 2e6;
    "hard real time, timing: stencil", "stencil", [126, 3840, 128], 2e6;
    "hard real time, timing: transform, tiles", "fft_tile", [128, 1024, 128], 1e6;
    "hard real time, timing: transform, indexed", "fft_indexed", [128, 1024, 128], 1e6;
    "hard real time, timing: maximum of 3 x 3", "max_pool", [55, 4087, 32], 2e6;
    "hard real time, timing: diffusion", "srad2", [502, 458, 512], 2e6;
    "hard real time, timing: normals", "vertex2normal", [640, 480, 32], 2e6;
    "hard real time, timing: convolution", "convolution", [218, 224, 32], 2e6;
    "hard real time, timing: waves", "compute_q", [2048, 1, 1024], 1e6;
};

/// Cycles per second of each kernel; half of it in a browser.
pub fn measures() -> Vec<Measure> {
    let measure = |&(name, must, prepare): &(&'static str, f64, Prepare)| Measure {
        name,
        unit: "cycles",
        target: Target::Rate { must, wasm: 0.5, stretch: 2.0 * must },
        beside: None,
        prepare,
    };
    KERNELS.iter().map(measure).collect()
}
