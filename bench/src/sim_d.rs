//! The hard real-time machine, cycle by cycle: published kernels in texts whose cycles are tested, and kernels of the gallery, compiled,
//! with larger launches. And the search of a request's longest delay: at each of the 4,096 places of its first word.

use lanescope_core::{
    document::{Document, Language, MachineChoice},
    launch::Launch,
    machines::sim_d::{
        dram::{bounds::longest, request::Stride, settings::Settings},
        family::HardRealTime,
    },
    session,
};

use crate::{
    by_hand::timed,
    interaction::open,
    measure::{Measure, Prepare, Run, Target},
    workshop::Ready,
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

/// A kernel of the gallery, with other words in the place of some, so that its launch is larger.
fn compiled(name: &str, larger: &[(&str, &str)]) -> Result<Run, String> {
    let item = session::gallery().into_iter().find(|item| item.name == name).ok_or("it is not there")?;
    let text = larger.iter().fold(item.source, |text, (from, to)| text.replace(from, to));
    let choice = MachineChoice { preset: "sim_d/author".into(), changes: Vec::new() };
    let document = open(Document::new(text, choice))?.document();
    let ready = Ready::<HardRealTime>::new(&document)?;
    Ok(Box::new(move || ready.timed().map(|(cycles, _)| cycles.into())))
}

/// A row for each compiled kernel: its name in the report, its name in the gallery, what is larger, and the rate that it must have.
macro_rules! gallery {
    ($($name:literal, $kernel:literal, $larger:expr, $must:literal;)*) => {
        &[$(($name, $must, || compiled($kernel, &$larger))),*]
    };
}

const GALLERY: &[(&str, f64, Prepare)] = gallery! {
    "hard real time, compiled: saxpy", "saxpy", [("global 32", "global 65536"), ("[28]", "[65000]"), ("n 28", "n 65000")], 2e6;
    "hard real time, compiled: squared magnitudes", "phi_mag", [("256", "65536")], 2e6;
    "hard real time, compiled: half size", "half_sample",
        [("global 16 8", "global 320 240"), ("[32*16]", "[640*480]"), ("[16*8]", "[320*240]")], 2e6;
    "hard real time, compiled: depth to vertex", "depth_to_vertex", [("32 16", "640 480"), ("32*16", "640*480")], 2e6;
    "hard real time, compiled: maximum of nine", "max_pool",
        [("global 31 15", "global 127 127"), ("local 31", "local 127"), ("[63*31]", "[255*255]"), ("[31*15]", "[127*127]")], 2e6;
    "hard real time, compiled: waves", "waves",
        [("global 64", "global 4096"), ("[64]", "[4096]"), ("2*4", "2*64"), ("points 4", "points 64")], 1e6;
    "hard real time, compiled: Mandelbrot", "mandelbrot",
        [("global 16 8", "global 256 128"), ("[128]", "[32768]"), ("width 16", "width 256"), ("height 8", "height 128")], 2e6;
    "hard real time, compiled: transpose, tiled", "transpose_tiled",
        [("16 16", "256 256"), ("[256]", "[65536]"), ("width 16", "width 256"), ("height 16", "height 256")], 2e6;
    "hard real time, compiled: early break", "early_break",
        [("global 16", "global 16384"), ("[160]", "[163840]"), ("[16]", "[16384]")], 2e6;
    "hard real time, compiled: sum", "reduce_sequential",
        [("global 64", "global 16384"), ("[64]", "[16384]"), ("sums [2]", "sums [512]")], 2e6;
};

/// The tile of a filter of 3 by 3 for 128 by 8 work-items in rows of 1,026 words (simd 8.6): all places differ.
fn sweep() -> Result<Run, String> {
    let tile = Stride { address: 0, words: 130, period: 1026, periods: 10 };
    Ok(Box::new(move || {
        let delay = longest(tile, false, &Settings::default()).map_err(|refused| format!("{refused:?}"))?;
        if delay == 456 { Ok(1.0.into()) } else { Err(format!("{delay} cycles are not what is published")) }
    }))
}

/// Cycles per second of each kernel, half of it in a browser; and milliseconds of a search.
pub fn measures() -> Vec<Measure> {
    let measure = |&(name, must, prepare): &(&'static str, f64, Prepare)| Measure {
        name,
        unit: "cycles",
        target: Target::Rate { must, wasm: 0.5, stretch: 2.0 * must },
        beside: None,
        prepare,
    };
    let search = Measure {
        name: "hard real time: longest delay of a request",
        unit: "ms",
        target: Target::Milliseconds(500.0, 1000.0),
        beside: None,
        prepare: sweep,
    };
    KERNELS.iter().chain(GALLERY).map(measure).chain([search]).collect()
}
