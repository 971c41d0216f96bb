//! Colours that mean different things can be told apart by every eye, in every theme.

use lanescope_core::{
    figure::{palette::*, picture::Ink, theme::Theme},
    machines::registry,
    trace::{
        Cause, Causes,
        swatch::{Colour, Pattern},
    },
};

/// The least difference of two colours that are told apart side by side: about twice what is just noticeable for
/// small patches.
const APART: f64 = 5.0;

fn linear(theme: Theme, colour: Colour) -> [f64; 3] {
    let hex = theme.token(&token(colour)).trim_start_matches('#');
    [0, 2, 4].map(|at| {
        let value = f64::from(u8::from_str_radix(&hex[at..at + 2], 16).unwrap()) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    })
}

fn times(matrix: [[f64; 3]; 3], [a, b, c]: [f64; 3]) -> [f64; 3] {
    matrix.map(|[x, y, z]| x * a + y * b + z * c)
}

/// What an eye sees of linear RGB: all of it, or as eyes without one kind of cones do (long, medium).
fn seen(eye: usize, rgb: [f64; 3]) -> [f64; 3] {
    const SAME: [[f64; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    const NO_LONG: [[f64; 3]; 3] =
        [[0.11238, 0.88762, 0.0], [0.11238, 0.88762, 0.0], [0.00401, -0.00401, 1.0]];
    const NO_MEDIUM: [[f64; 3]; 3] =
        [[0.29275, 0.70725, 0.0], [0.29275, 0.70725, 0.0], [-0.02234, 0.02234, 1.0]];
    times([SAME, NO_LONG, NO_MEDIUM][eye], rgb)
}

fn lab(rgb: [f64; 3]) -> [f64; 3] {
    const XYZ: [[f64; 3]; 3] = [
        [0.412_456_4, 0.357_576_1, 0.180_437_5],
        [0.212_672_9, 0.715_152_2, 0.072_175],
        [0.019_333_9, 0.119_192, 0.950_304_1],
    ];
    let [x, y, z] = times(XYZ, rgb);
    let f = |t: f64| if t > 0.008_856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 };
    let [x, y, z] = [f(x / 0.950_47), f(y), f(z / 1.088_83)];
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

/// The smallest difference that any eye sees in any theme.
fn difference(a: Colour, b: Colour) -> f64 {
    let one = |theme, eye| {
        let [a, b] = [a, b].map(|colour| lab(seen(eye, linear(theme, colour))));
        a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt()
    };
    [Theme::Light, Theme::Dark]
        .into_iter()
        .flat_map(|theme| (0..3).map(move |eye| one(theme, eye)))
        .fold(f64::INFINITY, f64::min)
}

#[test]
fn causes_of_one_machine_can_be_told_apart_by_every_eye() {
    let lists = registry::infos().into_iter().map(|info| info.causes);
    for causes in lists.chain([Causes::SHARED]) {
        let rows: Vec<_> = causes.rows().collect();
        for (at, (_, a)) in rows.iter().enumerate() {
            for (_, b) in &rows[..at] {
                let far = difference(a.swatch.colour, b.swatch.colour);
                let differ = a.swatch.pattern != b.swatch.pattern;
                assert!(differ || far >= APART, "{} and {}: {far:.1}", a.id, b.id);
            }
        }
    }
}

#[test]
fn curves_can_be_told_apart_by_every_eye() {
    let colours = CURVES.map(|ink| match ink {
        Ink::Swatch(swatch) => swatch.colour,
        ink => panic!("{ink:?}"),
    });
    for (at, a) in colours.iter().enumerate() {
        for b in &colours[..at] {
            assert!(difference(*a, *b) >= APART, "{a:?} and {b:?}: {:.1}", difference(*a, *b));
        }
    }
}

#[test]
fn patterns_have_lines_of_their_own() {
    for (at, pattern) in Pattern::ALL.iter().enumerate() {
        assert!(Pattern::ALL[..at].iter().all(|other| other.lines() != pattern.lines()), "{pattern:?}");
        assert_eq!(pattern.lines().is_empty(), *pattern == Pattern::Plain);
    }
    assert_eq!(Causes::SHARED.swatch(Cause::ISSUED).pattern.path(), "");
    assert_eq!(Pattern::Dashes.path(), "M0 4L4 4");
}

/// The differences by hand: black and white are 100 apart, and so for every eye.
#[test]
fn differences_are_those_of_the_colour_space() {
    let far = |a, b| {
        let [a, b] = [lab(a), lab(b)];
        a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt()
    };
    for eye in 0..3 {
        assert!((far(seen(eye, [0.0; 3]), seen(eye, [1.0; 3])) - 100.0).abs() < 0.1);
    }
    // Red in CIELAB (D65): 53.24, 80.09, 67.20.
    let red = lab([1.0, 0.0, 0.0]);
    assert!(red.iter().zip([53.24, 80.09, 67.20]).all(|(is, known)| (is - known).abs() < 0.1), "{red:?}");
}
