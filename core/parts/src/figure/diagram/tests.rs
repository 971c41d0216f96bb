use alloc::{format, vec::Vec};

use super::{layout::PAD, *};
use crate::figure::{Picture, View, picture::Rect};

/// A machine as some might be: cores over a network over memory, and in each core lanes.
fn chip(cores: u32, lanes: u32) -> Diagram {
    let mut diagram = Diagram { causes: Causes::SHARED, ..Diagram::default() };
    let network = {
        for core in 0..cores {
            let cells =
                (0..lanes.min(CELLS as u32)).map(|lane| Cell::new(State::On, Some(Mark::Lane(core, lane))));
            let block = Block::new(format!("core{core}"), format!("core {core}"), 0).filled(3, 8);
            let block = block.line("12 of 16 warps").line("ld.global r1").marked(Mark::Unit(core)).opening();
            diagram.add(Block { cells: cells.collect(), cause: Some(Cause::MEMORY), ..block });
        }
        diagram.add(Block::new("network", "network", 1).filled(1, 4))
    };
    for core in 0..cores {
        diagram.link(core, network);
    }
    for channel in 0..cores.div_ceil(2) {
        let memory = diagram.add(Block::new(format!("memory{channel}"), format!("partition {channel}"), 2));
        let slice = diagram.add_in(memory, Block::new(format!("slice{channel}"), "slice", 0).filled(0, 16));
        let own =
            diagram.add_in(memory, Block::new(format!("channel{channel}"), "channel", 1).line("3 open rows"));
        diagram.link(network, memory);
        diagram.link(slice, own);
    }
    diagram
}

/// A core as some might be: parts in ranks, one of them linked past a rank.
fn core(units: u32, lanes: u32) -> Diagram {
    let mut diagram = Diagram { causes: Causes::SHARED, ..Diagram::default() };
    let front = diagram.add(Block::new("core0/fetch", "fetch", 0));
    let issue = diagram.add(Block::new("core0/issue", "issue", 1));
    diagram.link(front, issue);
    let registers = diagram.add(Block::new("core0/registers", "registers", 3));
    for unit in 0..units {
        let cells =
            (0..lanes.min(CELLS as u32)).map(|_| Cell { text: "1.5".into(), ..Cell::new(State::On, None) });
        let block = Block::new(format!("core0/unit{unit}"), format!("unit {unit}"), 2);
        let at = diagram.add(Block { cells: cells.take(64).collect(), ..block });
        diagram.link(issue, at);
        diagram.link(at, registers);
    }
    diagram.link(front, registers);
    diagram
}

fn apart(a: &Rect, b: &Rect) -> bool {
    let slack = 1e-6;
    a.x + a.w <= b.x + slack
        || b.x + b.w <= a.x + slack
        || a.y + a.h <= b.y + slack
        || b.y + b.h <= a.y + slack
}

/// No two boxes overlap unless one stands in the other, which it does in whole; no way leads through a box.
fn check(diagram: &Diagram, size: (f64, f64), name: &str) {
    let layout = diagram.layout(size);
    let holds = |outer: u32, inner: u32| diagram.around(inner).any(|at| at == outer);
    for (at, a) in layout.boxes.iter().enumerate() {
        assert!(a.w > 0.0 && a.h >= 0.0, "{name}: {a:?}");
        for (other, b) in layout.boxes.iter().enumerate().skip(at + 1) {
            let within = holds(at as u32, other as u32);
            if within {
                let inside =
                    b.x >= a.x && b.y >= a.y && b.x + b.w <= a.x + a.w && b.y + b.h <= a.y + a.h + 1e-6;
                assert!(
                    inside,
                    "{name}: {} {b:?} leaves {} {a:?}",
                    diagram.blocks[other].path, diagram.blocks[at].path
                );
                assert!(apart(&layout.heads[at], b), "{name}: on its text");
            } else {
                assert!(
                    apart(a, b),
                    "{name}: {} {a:?} and {} {b:?}",
                    diagram.blocks[at].path,
                    diagram.blocks[other].path
                );
            }
        }
        let inside = a.x >= PAD - 1.0 && a.x + a.w <= size.0 && a.y + a.h <= size.1 + 1e-6;
        assert!(inside, "{name}: {a:?} is not in {size:?}");
    }
    for (link, way) in diagram.links.iter().zip(&layout.ways) {
        assert!(way.len() >= 2, "{name}: no way from {} to {}", link.from, link.to);
        for pair in way.windows(2) {
            assert!(pair[0].0 == pair[1].0 || pair[0].1 == pair[1].1, "{name}: askew {pair:?}");
            let (left, right) = (pair[0].0.min(pair[1].0), pair[0].0.max(pair[1].0));
            let (top, bottom) = (pair[0].1.min(pair[1].1), pair[0].1.max(pair[1].1));
            for (at, place) in layout.boxes.iter().enumerate() {
                let at = at as u32;
                if holds(at, link.from) || holds(at, link.to) {
                    continue;
                }
                let slack = 1e-6;
                let across = left < place.x + place.w - slack && right > place.x + slack;
                let down = top < place.y + place.h - slack && bottom > place.y + slack;
                assert!(!(across && down), "{name}: {pair:?} through {place:?}");
            }
        }
    }
}

#[test]
fn boxes_do_not_overlap_and_ways_pass_none_from_1_to_32_cores_and_4_to_1024_lanes() {
    for cores in [1, 2, 3, 4, 7, 8, 15, 16, 31, 32] {
        for lanes in [4, 16, 64, 1024] {
            for size in [(320.0, 420.0), (390.0, 900.0), (640.0, 360.0), (960.0, 700.0), (1920.0, 1000.0)] {
                check(&chip(cores, lanes), size, &format!("{cores} cores, {lanes} lanes in {size:?}"));
                check(&core(cores, lanes), size, &format!("{cores} units, {lanes} lanes in {size:?}"));
            }
        }
    }
}

fn labels_apart(picture: &Picture) {
    for (at, label) in picture.labels.iter().enumerate() {
        for other in &picture.labels[..at] {
            assert!(apart(&label.extent(), &other.extent()), "{label:?} {other:?}");
        }
    }
}

fn moving() -> Diagram {
    let mut diagram = chip(4, 16);
    let (core, network) = (diagram.find("core1/l1").unwrap(), diagram.find("network").unwrap());
    let token = |from, to, number, sentence: &str| Token {
        from,
        to,
        number,
        text: format!("#{number}"),
        sentence: sentence.into(),
        mark: Some(Mark::Pc(number as u32)),
    };
    diagram.moved(token(Some(core), network, 7, "Request 7 leaves core 1."));
    diagram.moved(token(None, core, 8, "Request 8 is made."));
    diagram
}

#[test]
fn a_name_is_found_in_the_box_that_is_shown() {
    let diagram = chip(4, 16);
    assert_eq!(diagram.find("core1/l1/set3"), Some(1));
    assert_eq!(diagram.find("nothing/at/all"), None);
}

#[test]
fn a_token_goes_along_its_link() {
    let diagram = moving();
    let size = (640.0, 480.0);
    let layout = diagram.layout((size.0, size.1 - 5.0 * super::layout::LINE));
    let place = |phase| {
        let picture = diagram.draw(&View { phase, ..View::plain(size) });
        labels_apart(&picture);
        picture.filled(crate::figure::Ink::Link(7))[0]
    };
    let middle = |rect: Rect| (rect.x + rect.w / 2.0, rect.y + rect.h / 2.0);
    let (start, half, end) = (middle(place(0.0)), middle(place(0.5)), middle(place(1.0)));
    assert!((start.1 - (layout.boxes[1].y + layout.boxes[1].h)).abs() < 1e-6, "it leaves the box below");
    assert!((end.1 - layout.boxes[4].y).abs() < 1e-6, "it enters the network from above");
    assert!(start.1 < half.1 && half.1 < end.1);
    assert_eq!(diagram.at(&View { phase: 0.5, ..View::plain(size) }, half.0, half.1), Some(Mark::Pc(7)));
}

#[test]
fn it_says_what_moved_and_what_the_chosen_box_holds() {
    let diagram = moving();
    let view = View { marker: Some(1.0), ..View::plain((640.0, 480.0)) };
    let words = diagram.words(&view);
    assert!(words.starts_with("core 1: 3 of 8; "), "{words}");
    assert!(words.ends_with("Request 7 leaves core 1. Request 8 is made."), "{words}");
    assert_eq!(diagram.moved_choice(&view, -5), 0.0);
    let none = Diagram { tokens: Vec::new(), ..diagram };
    assert_eq!(none.words(&View::plain((640.0, 480.0))), "Nothing moved.");
}

#[test]
fn more_tokens_than_can_be_shown_are_counted() {
    let mut diagram = chip(2, 4);
    for number in 0..TOKENS as u64 + 5 {
        diagram.moved(Token { number, ..moving().tokens[1].clone() });
    }
    assert_eq!((diagram.tokens.len(), diagram.more), (TOKENS, 5));
    assert!(
        diagram.words(&View::plain((640.0, 480.0))).ends_with(&format!("{} more moved.", TOKENS - 12 + 5))
    );
    let last = diagram.table().rows.pop().unwrap();
    assert_eq!(last[1].text, "5 more");
}

#[test]
fn pointing_finds_fields_and_what_can_be_looked_into() {
    let (diagram, size) = (chip(2, 16), (640.0, 480.0));
    let (view, layout) = (View::plain(size), diagram.layout((size.0, size.1 - 5.0 * super::layout::LINE)));
    let place = layout.boxes[1];
    let figure = crate::figure::Figure::from(crate::figure::Form::Diagram(diagram.clone()));
    assert_eq!(figure.block_at(&view, place.x + 1.0, place.y + 1.0), Some((1, Some("core1".into()))));
    assert_eq!(diagram.at(&view, place.x + 1.0, place.y + 1.0), Some(Mark::Unit(1)));
    let lane = |y: f64| diagram.at(&view, place.x + PAD + 1.0, y);
    let fields: Vec<Mark> = (0..place.h as u32).filter_map(|y| lane(place.y + f64::from(y))).collect();
    assert!(fields.contains(&Mark::Lane(1, 0)), "{fields:?}");
    assert_eq!(figure.block_at(&view, 1.0, 1.0), None);
    assert_eq!(figure.moved(&view, 1), Some(0.0));
}

#[test]
fn sentences_are_drawn_in_whole_or_counted() {
    for width in [200.0, 390.0, 960.0] {
        let mut diagram = moving();
        let drawn = |diagram: &Diagram| {
            let picture = diagram.draw(&View::plain((width, 500.0)));
            labels_apart(&picture);
            let below = picture.labels.iter().filter(|label| label.y > 500.0 - 5.0 * super::layout::LINE);
            below.map(|label| label.text.clone()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(drawn(&diagram), "Request 7 leaves core 1. Request 8 is made.", "{width}");
        (9..30).for_each(|number| diagram.moved(Token { number, ..moving().tokens[1].clone() }));
        assert!(drawn(&diagram).ends_with(" more."), "{width}: {}", drawn(&diagram));
    }
}

#[test]
fn links_to_nowhere_are_no_trouble() {
    let mut diagram = chip(2, 4);
    diagram.link(0, 99);
    diagram.link(0, 0);
    diagram.moved(Token { from: Some(77), to: 99, ..moving().tokens[0].clone() });
    diagram.draw(&View::plain((64.0, 64.0)));
    Diagram::default().draw(&View::plain((0.0, 0.0)));
}
