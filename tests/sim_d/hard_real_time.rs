//! The programs of the gallery for the hard real-time machine come to what their formulas say.

use lanescope_core::{
    document::{Document, MachineChoice},
    figure::{Form, Question, bars::Bar},
    gallery,
    session::{Session, vocabulary::Limits},
};

/// A program before and behind its run.
struct Ran {
    session: Session,
    before: Vec<(String, Vec<u8>)>,
}

impl Ran {
    fn new(name: &str) -> Ran {
        let document = gallery::document(name).unwrap_or_else(|| panic!("{name}"));
        let mut session = Session::open(document, Limits::default());
        let buffers = session.start().unwrap_or_else(|found| panic!("{name}: {found:?}")).buffers.clone();
        let found = &session.compiled().diagnostics;
        assert!(found.is_empty(), "{name}: {found:?}");
        let dump = |buffer: &str| session.dump(buffer).unwrap_or_else(|| panic!("{name}: {buffer}"));
        let before = buffers.iter().map(|buffer| (buffer.name.clone(), dump(&buffer.name))).collect();
        while !session.advance(u64::MAX, u64::MAX).complete {}
        assert!(session.status().halt.is_none(), "{name}");
        Ran { session, before }
    }

    /// What a buffer held at the start.
    fn given(&self, buffer: &str) -> Vec<f32> {
        floats(&self.before.iter().find(|(name, _)| name == buffer).unwrap().1)
    }

    fn given_words(&self, buffer: &str) -> Vec<usize> {
        self.given(buffer).into_iter().map(|word| word.to_bits() as usize).collect()
    }

    fn result(&self, buffer: &str) -> Vec<f32> {
        floats(&self.session.dump(buffer).unwrap())
    }
}

fn floats(bytes: &[u8]) -> Vec<f32> {
    bytes.chunks_exact(4).map(|word| f32::from_le_bytes(word.try_into().unwrap())).collect()
}

/// Every element is what a formula says, up to what rounding in another order may do.
fn near(name: &str, found: &[f32], expected: impl Iterator<Item = f64>) {
    let mut count = 0;
    for (at, (found, expected)) in found.iter().zip(expected).enumerate() {
        let away = (f64::from(*found) - expected).abs();
        assert!(away <= 1e-5 * expected.abs().max(1.0), "{name}: element {at} is {found}, not {expected}");
        count += 1;
    }
    assert_eq!(count, found.len(), "{name}");
}

#[test]
fn element_by_element() {
    let ran = Ran::new("sim_d_phi_mag");
    let (re, im) = (ran.given("0"), ran.given("1"));
    let squares = re.iter().zip(&im).map(|(re, im)| f64::from(*re).powi(2) + f64::from(*im).powi(2));
    near("phi_mag", &ran.result("2"), squares);

    let ran = Ran::new("sim_d_relu");
    let (x, bias) = (ran.given("0"), ran.given("2"));
    let positive = x.iter().enumerate().map(|(at, x)| f64::from((x + bias[at / 2048]).max(0.0)));
    near("relu", &ran.result("1"), positive);

    let ran = Ran::new("sim_d_depth_to_vertex");
    let (depth, k) = (ran.given("0"), ran.given("2"));
    let point = |at: usize| {
        let (depth, pixel) = (f64::from(depth[at / 3]), at / 3);
        let [x, y] = [pixel % 128, pixel / 128].map(|place| place as f64);
        let [a, b, c, d] = [k[0], k[1], k[2], k[3]].map(f64::from);
        if depth <= 0.0 { 0.0 } else { depth * [a * x + c, b * y + d, 1.0][at % 3] }
    };
    near("depth_to_vertex", &ran.result("1"), (0..3 * depth.len()).map(point));

    let ran = Ran::new("sim_d_waves");
    let [x, y, z, points] = ["0", "1", "2", "5"].map(|buffer| ran.given(buffer));
    let wave = |at: usize, f: fn(f64) -> f64| -> f64 {
        let phase = |k: &[f32]| {
            [(k[0], x[at]), (k[1], y[at]), (k[2], z[at])]
                .iter()
                .map(|(k, x)| f64::from(*k) * f64::from(*x))
                .sum::<f64>()
        };
        points.chunks(4).map(|k| f64::from(k[3]) * f(std::f64::consts::TAU * phase(k))).sum()
    };
    near("waves", &ran.result("3"), (0..2048).map(|at| wave(at, f64::cos)));
    near("waves", &ran.result("4"), (0..2048).map(|at| wave(at, f64::sin)));
}

#[test]
fn neighbours() {
    let ran = Ran::new("sim_d_half_sample");
    let picture = ran.given("0");
    let mean = |at: usize| {
        let pixel = |dx: usize, dy: usize| picture[(2 * (at / 64) + dy) * 128 + 2 * (at % 64) + dx];
        let all = [pixel(0, 0), pixel(1, 0), pixel(0, 1), pixel(1, 1)];
        let near: Vec<f64> =
            all.iter().filter(|value| (*value - all[0]).abs() < 0.5).map(|value| f64::from(*value)).collect();
        near.iter().sum::<f64>() / near.len() as f64
    };
    near("half_sample", &ran.result("1"), (0..2048).map(mean));

    let ran = Ran::new("sim_d_max_pool");
    let picture = ran.given("0");
    let most = |at: usize| {
        let places = (0..9).map(|place| (2 * (at / 55) + place / 3) * 111 + 2 * (at % 55) + place % 3);
        places.map(|place| f64::from(picture[place])).fold(f64::MIN, f64::max)
    };
    near("max_pool", &ran.result("1"), (0..55 * 55).map(most));

    let ran = Ran::new("sim_d_convolution");
    let (picture, weights) = (ran.given("0"), ran.given("1"));
    let filtered = |at: usize| -> f64 {
        let place = |k: usize| (at / 62 + k / 3) * 64 + at % 62 + k % 3;
        (0..9).map(|k| f64::from(weights[k]) * f64::from(picture[place(k)])).sum()
    };
    near("convolution", &ran.result("2"), (0..62 * 62).map(filtered));

    let ran = Ran::new("sim_d_stencil");
    let (space, c) = (ran.given("0"), ran.given("2"));
    let new = |at: usize| {
        let inside = [at % 32, at / 32 % 32].iter().all(|place| (1..31).contains(place));
        if !inside || !(1..5).contains(&(at / 1024)) {
            return 0.0;
        }
        let near = [at - 1, at + 1, at - 32, at + 32, at - 1024, at + 1024];
        f64::from(c[1]) * near.iter().map(|at| f64::from(space[*at])).sum::<f64>()
            - f64::from(c[0]) * f64::from(space[at])
    };
    near("stencil", &ran.result("1"), (0..6 * 1024).map(new));
}

#[test]
fn sums() {
    let ran = Ran::new("sim_d_spmv");
    let (columns, lengths) = (ran.given_words("0"), ran.given_words("3"));
    let (values, vector) = (ran.given("1"), ran.given("2"));
    let row = |row: usize| -> f64 {
        let entries = (0..lengths[row]).map(|k| k * 1024 + row);
        entries.map(|at| f64::from(values[at]) * f64::from(vector[columns[at]])).sum()
    };
    near("spmv", &ran.result("4"), (0..1024).map(row));

    let ran = Ran::new("sim_d_reduce");
    // 0, 0.5, 1, … are summed without rounding: halves of whole numbers below 2^22.
    let sums: Vec<f32> = ran.result("1").chunks(1024).map(|row| row[0]).collect();
    let sum = |group: u32| (1024 * group..1024 * (group + 1)).map(|at| f64::from(at) / 2.0).sum();
    near("reduce", &sums, (0..4).map(sum));
}

/// A number as figures write it: in groups of three digits.
fn number(text: &str) -> u64 {
    text.chars().filter(char::is_ascii_digit).collect::<String>().parse().unwrap()
}

/// SD-16: no phase of a run is longer than the bound that is shown with it, of programs by hand and of compiled ones. Of two groups only
/// one computes. The critical path goes to the end of the window, and without scratchpads it has no gap.
#[test]
fn sd_16_no_phase_is_longer_than_its_bound() {
    let by_hand =
        ["sim_d_phi_mag", "sim_d_convolution", "sim_d_depth_to_vertex", "sim_d_half_sample", "masked_steps"];
    let compiled = ["saxpy", "stencil2d", "matmul_tiled", "if_else", "mandelbrot"];
    let documents = by_hand.iter().chain(&compiled).map(|name| {
        let mut document = gallery::document(name).unwrap();
        document.machine.preset = "sim_d/author".into();
        document.machine.changes.clear();
        (name, document)
    });
    let (mut transfers, mut computations) = (0, 0);
    for (name, document) in documents {
        let mut session = Session::open(document, Limits::default());
        session.start().unwrap_or_else(|found| panic!("{name}: {found:?}"));
        while !session.advance(u64::MAX, u64::MAX).complete {}
        let end = session.status().frontier.min(20_000);
        let question = Question { cycles: (0, end), ..Question::default() };
        let figure = session.figure("phases", &question).unwrap();
        let Form::Bars(bars) = &figure.parts[0].form else { panic!("{name}: {}", figure.remark) };
        for note in &bars.notes {
            let computes = note.words.starts_with("compute phase");
            let Some((took, most)) = note.words.split_once("at most ") else { continue };
            let took = number(took.split(" cycles").next().unwrap().rsplit(", ").next().unwrap());
            assert!(took <= number(most), "{name}: {}", note.words);
            transfers += u32::from(!computes);
            computations += u32::from(computes);
        }
        // An edge after it could be fetched one of them is.
        let computes = |row: u32| {
            let computes = |bar: &&Bar| bars.notes[bar.note as usize].words.starts_with("compute phase");
            bars.bars.iter().filter(move |bar| bar.row == row).filter(computes)
        };
        for (one, other) in computes(0).flat_map(|one| computes(1).map(move |other| (one, other))) {
            assert!(one.to.min(other.to) <= one.from.max(other.from) + 1, "{name}: {one:?} {other:?}");
        }
        // A transfer has the name of the instruction that asked, with which its group waits or ends.
        let nameless = bars.notes.iter().filter(|note| note.words.starts_with("``")).count();
        assert!(nameless <= 2, "{name}: {nameless}");
        let path = bars.rows.len() as u32 - 1;
        let mut path: Vec<(u64, u64)> =
            bars.bars.iter().filter(|bar| bar.row == path).map(|bar| (bar.from, bar.to)).collect();
        path.sort_unstable();
        // What crosses from one clock to the other is seen a few cycles later.
        let joined = |two: &[(u64, u64)]| two[1].0 <= two[0].1 + 4 && two[1].0 + 1 >= two[0].1;
        assert!(*name != "sim_d_phi_mag" || path.windows(2).all(joined), "{name}: {path:?}");
        assert!(path.last().unwrap().1 + 4 >= end, "{name}: {path:?} {end}");
    }
    assert!(transfers > 150 && computations > 150, "{transfers} {computations}");
}

/// The blocks of a program are shown before and after it has run, with the bound of its store.
#[test]
fn sd_90_blocks_are_a_panel() {
    let ran = Ran::new("sim_d_phi_mag");
    let figure = ran.session.figure("blocks", &Question::default()).unwrap();
    let Form::Graph(graph) = &figure.parts[0].form else { panic!("{}", figure.remark) };
    assert_eq!(graph.nodes.len(), 4, "{graph:?}");
    let store = &graph.nodes[2].lines;
    assert!(
        store.iter().any(|line| line.starts_with("stglin")) && store.last().unwrap().starts_with("at most"),
        "{store:?}"
    );
    assert!(figure.remark.contains("longest way"), "{}", figure.remark);
    // A loop that nothing bounds: blocks are shown, and why nothing else.
    let ran = Ran::new("sim_d_spmv");
    let figure = ran.session.figure("blocks", &Question::default()).unwrap();
    let Form::Graph(graph) = &figure.parts[0].form else { panic!("{}", figure.remark) };
    assert!(figure.remark.contains("how often"), "{}", figure.remark);
    let lines = || graph.nodes.iter().flat_map(|node| &node.lines);
    assert!(lines().any(|line| line == "loop: nothing bounds it"), "{graph:?}");
    assert!(lines().any(|line| line.starts_with("stack: break to")), "{graph:?}");
}

/// Vectors are rows of scalars here as on other machines: a program by hand may ask for two or four words at once, the compiler
/// does not.
#[test]
fn kernels_with_vectors_run() {
    for body in [
        "float4 v = (float4)(1, 2, 3, 4) * (float)get_global_id(0); out[get_global_id(0)] = v.w + dot(v, v.wzyx);",
        "int2 v = (int2)(get_global_id(0), 5); v = (v < 7) ? v.yx : v; out[get_global_id(0)] = v.x;",
        "vstore4(vload4(get_global_id(0), out) + 1, get_global_id(0), out);",
    ] {
        let header =
            "// lanescope: global 64\n// lanescope: local 64\n// lanescope: arg out float[256] iota(0, 1)\n";
        let source = format!("{header}__kernel void k(__global float *out) {{ {body} }}");
        let choice = MachineChoice { preset: "sim_d/author".into(), changes: Vec::new() };
        let mut session = Session::open(Document::new(source.clone(), choice), Limits::default());
        session.start().unwrap_or_else(|found| panic!("{body}: {found:#?}"));
        let status = session.advance(1_000_000, 1_000_000);
        assert!(status.complete && status.halt.is_none(), "{body}: {status:#?}");
        let check = (0..1000).find_map(|_| session.check(1_000_000)).expect("the reference ends");
        assert!(check.pass, "{body}: {check:#?}");
    }
}
