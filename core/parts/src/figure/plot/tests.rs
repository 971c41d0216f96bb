//! Axes, names and lines of plots.

use super::*;

fn axis(logarithmic: bool) -> Axis {
    Axis::new("n", "n").logarithmic(logarithmic)
}

#[test]
fn decades_are_equally_far_apart() {
    let range = Range::around(&axis(true), [0.02, 30.0].into_iter(), (0.0, 400.0));
    let places = [0.01, 0.1, 100.0].map(|value| round(range.at(value)));
    assert_eq!(places, [0.0, 100.0, 400.0]);
    assert_eq!(
        range.ticks().iter().map(|tick| tick.1.as_str()).collect::<Vec<_>>(),
        ["0.01", "0.1", "1", "10", "100"]
    );
}

#[test]
fn a_linear_axis_begins_at_zero_and_has_round_steps() {
    let range = Range::around(&axis(false), [3.0, 17.0].into_iter(), (0.0, 400.0));
    let ticks: Vec<String> = range.ticks().into_iter().map(|tick| tick.1).collect();
    assert_eq!(ticks, ["0", "5", "10", "15", "20"]);
    assert_eq!((range.at(0.0), range.at(20.0)), (0.0, 400.0));
}

#[test]
fn numbers_that_no_axis_has_are_no_trouble() {
    for logarithmic in [false, true] {
        let points = [(0.0, -1.0), (f64::NAN, 3.0), (f64::INFINITY, 2.0)].into();
        let series =
            Series { name: "s".into(), ink: Ink::Text, style: Style::Points, points, labels: Vec::new() };
        let plot =
            Plot { x: axis(logarithmic), y: axis(logarithmic), series: [series].into(), ..Plot::default() };
        plot.draw(&View::plain((400.0, 300.0)));
        Plot { series: Vec::new(), ..plot }.draw(&View::plain((10.0, 10.0)));
    }
}

#[test]
fn a_narrow_picture_has_the_short_name_of_its_axis() {
    let x = Axis { title: "a long name".into(), ..axis(false) };
    let plot = Plot { x, y: axis(false), ..Plot::default() };
    let named = |plane: f64| {
        let picture = plot.draw(&View::plain((LEFT + plane + RIGHT, 200.0)));
        picture.labels.iter().any(|label| label.text == "a long name")
    };
    let long = width("a long name");
    assert_eq!((named(long - 1.0), named(long + 1.0)), (false, true));
}

#[test]
fn every_tick_up_to_the_end_of_an_axis_has_a_number() {
    // 608 in 254 pixels: steps of 100 would be 42 pixels apart, and the axis ends at 700.
    let range = Range::around(&axis(false), [608.0].into_iter(), (254.0, 0.0));
    let ticks: Vec<String> = range.ticks().into_iter().map(|tick| tick.1).collect();
    assert_eq!(ticks, ["0", "100", "200", "300", "400", "500", "600", "700"]);
    // 32 pixels have to be between two: in 180 pixels steps of 100 are too near.
    let range = Range::around(&axis(false), [608.0].into_iter(), (180.0, 0.0));
    assert_eq!(range.ticks().len(), 5, "0, 200, 400, 600, 800");
}

#[test]
fn the_name_of_a_point_lies_over_no_other_point() {
    let points = [(0.0, 5.0), (4.0, 5.0), (5.0, 4.8), (10.0, 10.0)].into();
    let labels = Vec::from([(1, "the first".to_string()), (2, "the second".to_string())]);
    let series = Series { name: "s".into(), ink: Ink::Link(0), style: Style::Points, points, labels };
    let plot = Plot { x: axis(false), y: axis(false), series: [series].into(), ..Plot::default() };
    let picture = plot.draw(&View::plain((480.0, 300.0)));
    let named: Vec<Rect> =
        picture.labels.iter().filter(|label| label.text.starts_with("the ")).map(Label::extent).collect();
    let points = picture.filled(Ink::Link(0));
    assert_eq!((named.len(), points.len()), (2, 4));
    assert!(named.iter().all(|own| points.iter().all(|point| own.apart(point, 0.0))));
    assert!(named[0].apart(&named[1], 0.0));
}

#[test]
fn an_endless_line_ends_at_the_edges() {
    let points = [(1.0, 1.0), (10.0, 10.0), (20.0, 10.0)].into();
    let series =
        Series { name: "s".into(), ink: Ink::Text, style: Style::Endless, points, labels: Vec::new() };
    let y = Axis { around: [0.05].into(), ..axis(true) };
    let x = Axis { around: [0.2, 500.0].into(), ..axis(true) };
    let plot = Plot { x, y, series: [series].into(), ..Plot::default() };
    let view = View::plain((480.0, 300.0));
    let ((x, y), picture) = (plot.ranges(&view), plot.draw(&view));
    let [.., left, right] = &picture.lines[..] else { panic!("two more lines") };
    assert_eq!((round(left.1[2]), round(right.1[2]), right.1[3]), (x.from, x.to, y.at(10.0)));
    assert!((left.1[3] - y.at(0.1)).abs() < 1e-6, "slope 1 on logarithmic axes");
}

/// A list stands on an axis by its names, whichever form it has; where there is little room names are cut.
#[test]
fn an_axis_of_a_list_has_its_names() {
    let names = ["one-stage", "three-stage"];
    let points = [(0.0, 5.0), (1.0, 7.0)].into();
    let series =
        Series { name: "s".into(), ink: Ink::Text, style: Style::Points, points, labels: Vec::new() };
    let plot = |x: Axis, y: Axis| Plot { x, y, series: [series.clone()].into(), ..Plot::default() };
    let across = plot(axis(false).named(names), axis(false));
    let rows: Vec<Vec<String>> =
        across.table().rows.into_iter().map(|row| row.into_iter().map(|cell| cell.text).collect()).collect();
    assert_eq!(rows, [["s", "one-stage", "5", ""], ["s", "three-stage", "7", ""]]);
    let drawn = |plot: &Plot, width: f64| -> Vec<String> {
        let picture = plot.draw(&View::plain((width, 300.0)));
        picture.labels.into_iter().map(|label| label.text).collect()
    };
    let has = |all: &[String], words: &str| all.iter().any(|one| one == words);
    let wide = drawn(&across, 480.0);
    assert!(names.iter().all(|name| has(&wide, name)) && !has(&wide, "0.2"), "{wide:?}");
    let narrow = drawn(&across, LEFT + 2.0 * 8.5 * CHARACTER + RIGHT);
    assert!(has(&narrow, "one-st…") && has(&narrow, "three-…"), "{narrow:?}");
    // Upwards, too.
    let series = Series { points: [(5.0, 1.0)].into(), ..series };
    let up =
        Plot { x: axis(false), y: axis(false).named(["a", "b"]), series: [series].into(), ..Plot::default() };
    assert!(["a", "b"].iter().all(|name| has(&drawn(&up, 480.0), name)));
    assert_eq!(up.table().rows[0][2].text, "b");
}
