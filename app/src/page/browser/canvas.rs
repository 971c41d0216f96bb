//! A picture on a real canvas, read back pixel by pixel. Expected colours are read from the text of the tokens.

use gloo::utils::{body, document, document_element, window};
use lanescope_core::session::{
    Strip,
    figure::{
        View,
        picture::{Align, Ink, Picture, Pixels, Rect},
        stacks::AXIS,
    },
    panels::stacks,
    vocabulary::{Cause, Causes, Colour, Pattern, Swatch},
};
use wasm_bindgen::JsCast;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

use crate::page::canvas::paint;

const TOKENS: &str = include_str!("../../../../static/tokens.css");

/// A painted picture, and how many pixels of it a CSS pixel has.
struct Painted {
    canvas: HtmlCanvasElement,
    ratio: f64,
}

impl Painted {
    fn new(picture: &Picture, size: (f64, f64)) -> Painted {
        let style = document().create_element("style").expect("an element");
        style.set_text_content(Some(TOKENS));
        body().append_child(&style).expect("a place on the page");
        // Colours are read once for each theme: a page that was here before had a light one without tokens.
        document_element().set_attribute("data-theme", "tokens").expect("an attribute");
        let canvas: HtmlCanvasElement =
            document().create_element("canvas").expect("an element").unchecked_into();
        paint(&canvas, picture, size);
        style.remove();
        Painted { canvas, ratio: window().device_pixel_ratio() }
    }

    /// Red, green, blue and opacity at a place in CSS pixels.
    fn at(&self, x: f64, y: f64) -> [u8; 4] {
        let context: CanvasRenderingContext2d =
            self.canvas.get_context("2d").ok().flatten().expect("a context").unchecked_into();
        let (x, y) = ((x * self.ratio).floor(), (y * self.ratio).floor());
        let data = context.get_image_data(x, y, 1.0, 1.0).expect("pixels").data();
        data.0.try_into().expect("one pixel")
    }
}

/// The colour of a token in the light theme, which is the first in the text.
fn token(name: &str) -> [u8; 4] {
    let (_, rest) = TOKENS.split_once(&format!("{name}: #")).unwrap_or_else(|| panic!("no token {name}"));
    let part = |at: usize| u8::from_str_radix(&rest[at..at + 2], 16).expect("two digits");
    [part(0), part(2), part(4), 255]
}

const CLEAR: [u8; 4] = [0; 4];

#[wasm_bindgen_test]
fn a_rectangle_has_the_colour_of_its_token_and_nothing_else_is_touched() {
    let mut picture = Picture::default();
    let swatch = |colour: &Colour| Swatch { colour: *colour, pattern: Pattern::Cross };
    for (at, colour) in Colour::ALL.iter().enumerate() {
        // Too small for a pattern.
        picture.fill(Ink::Swatch(swatch(colour)), at as f64 * 10.0, 4.0, 4.0, 4.0);
    }
    picture.fill(Ink::LaneOn, 0.0, 20.0, 10.0, 10.0);
    let painted = Painted::new(&picture, (200.0, 40.0));
    for (at, colour) in Colour::ALL.iter().enumerate() {
        let (x, expected) = (at as f64 * 10.0, token(&format!("--fill-{}", colour.id())));
        assert_eq!(painted.at(x + 1.0, 5.0), expected, "{colour:?}");
        assert_eq!(painted.at(x + 3.0, 7.0), expected, "{colour:?}");
        assert_eq!(painted.at(x + 5.0, 5.0), CLEAR, "{colour:?}");
    }
    assert_eq!(painted.at(9.0, 29.0), token("--lane-on"));
    assert_eq!(painted.at(11.0, 29.0), CLEAR);
}

#[wasm_bindgen_test]
fn a_large_rectangle_carries_the_pattern_of_its_cause() {
    let mut picture = Picture::default();
    picture.fill(Ink::Swatch(Causes::SHARED.swatch(Cause::MEMORY)), 0.0, 0.0, 16.0, 16.0);
    picture.fill(Ink::Swatch(Causes::SHARED.swatch(Cause::ISSUED)), 32.0, 0.0, 16.0, 16.0);
    let painted = Painted::new(&picture, (64.0, 16.0));
    let other = |left: f64, colour: [u8; 4]| {
        let places = (0..256).map(|at| (left + f64::from(at % 16), f64::from(at / 16)));
        places.filter(|(x, y)| painted.at(*x, *y) != colour).count()
    };
    let lines = other(0.0, token("--fill-orange"));
    assert!((16..200).contains(&lines), "lines of a pattern over the colour: {lines} of 256");
    assert_eq!(other(32.0, token("--fill-blue")), 0, "what is issued is plain");
}

#[wasm_bindgen_test]
fn pixels_are_stretched_without_a_blur() {
    let cells = vec![(Colour::Blue, 255), (Colour::Orange, 255), (Colour::Lavender, 0), (Colour::Green, 255)];
    let at = Rect { x: 10.0, y: 10.0, w: 40.0, h: 20.0 };
    let picture = Picture { pixels: Some(Pixels { at, width: 2, cells }), ..Picture::default() };
    let painted = Painted::new(&picture, (60.0, 40.0));
    let corners = [(11.0, 11.0), (29.0, 19.0), (30.0, 10.0), (49.0, 19.0), (31.0, 21.0)];
    let names = ["blue", "blue", "orange", "orange", "green"];
    for ((x, y), name) in corners.into_iter().zip(names) {
        assert_eq!(painted.at(x, y), token(&format!("--fill-{name}")), "{x} {y}");
    }
    assert_eq!(painted.at(15.0, 25.0), CLEAR, "a strength of 0 shows nothing");
    assert_eq!((painted.at(9.0, 15.0), painted.at(51.0, 15.0)), (CLEAR, CLEAR));
}

#[wasm_bindgen_test]
fn lines_outlines_and_labels_are_where_they_should_be() {
    let mut picture = Picture::default();
    picture.line(Ink::Cursor, 10.0, 5.0, 30.0, 5.0);
    picture.outline(Ink::Cursor, 10.0, 20.0, 20.0, 10.0);
    picture.label(Ink::Text, Align::Left, 40.0, 20.0, "MMMM");
    let painted = Painted::new(&picture, (100.0, 40.0));
    let cursor = token("--cursor");
    assert_eq!(painted.at(20.0, 5.0)[..3], cursor[..3]);
    assert_eq!((painted.at(20.0, 20.0), painted.at(10.0, 25.0)), (cursor, cursor), "two edges");
    assert_eq!(painted.at(20.0, 25.0), CLEAR, "the inside");
    let inked = |from: u32, to: u32| {
        let places = (from..to).flat_map(|x| (10..30).map(move |y| (f64::from(x), f64::from(y))));
        places.filter(|(x, y)| painted.at(*x, *y) != CLEAR).count()
    };
    assert!(inked(40, 70) > 20, "letters from the point on");
    assert_eq!(inked(33, 40), 0, "none before it");
}

#[wasm_bindgen_test]
fn the_strip_of_a_run_shows_its_causes_as_bands() {
    let mut column = vec![0; Cause::SHARED];
    column[Cause::ISSUED.index()] = 1;
    column[Cause::MEMORY_FULL.index()] = 1;
    let run = Strip { end: 16, columns: vec![column; 16], ..Strip::default() };
    let size = (160.0, 60.0);
    let picture = stacks(&run).draw(&View { cursor: Some(15), ..View::plain(size) });
    let painted = Painted::new(&picture, size);
    // The axis is below; of the rest the lower half was issued.
    let middle = (size.1 - AXIS) / 2.0;
    assert_eq!(painted.at(55.0, middle + 5.0), token("--fill-blue"));
    assert_ne!(painted.at(55.0, middle - 5.0), token("--fill-blue"));
    assert_eq!(painted.at(55.0, middle - 5.0)[3], 255);
}

#[wasm_bindgen_test]
fn a_smaller_picture_leaves_nothing_of_a_larger_one() {
    let mut picture = Picture::default();
    picture.fill(Ink::LaneOn, 0.0, 0.0, 50.0, 50.0);
    let painted = Painted::new(&picture, (50.0, 50.0));
    paint(&painted.canvas, &Picture::default(), (50.0, 50.0));
    assert_eq!(painted.at(25.0, 25.0), CLEAR);
    paint(&painted.canvas, &picture, (20.0, 20.0));
    assert_eq!(f64::from(painted.canvas.width()), (20.0 * painted.ratio).floor());
}
