use alloc::vec;

use super::*;

/// Three units; 400 pixels hold 40 cycles.
fn view() -> View<'static> {
    View { window: (0.0, 40.0), cursor: Some(14), selected: (1, 0), ..View::plain((504.0, 200.0)) }
}

fn work(row: u32, from: u64, hue: u8) -> Bar {
    Bar { row, from, to: from + 8, style: Style::Work { hue, until: from + 19 }, note: u32::from(hue) }
}

/// A load, a multiply that is chained to it, and another load.
fn chart() -> Bars {
    let row = |(unit, name)| Row { mark: Some(Mark::Unit(unit)), ..Row::new(name, None) };
    let note = |pc: u32, words: &str| Note {
        labels: vec![words.into()],
        words: words.into(),
        mark: Some(Mark::Pc(pc)),
    };
    Bars {
        rows: [(1, "load"), (2, "multiply")].map(row).into(),
        bars: vec![work(0, 0, 0), work(1, 12, 1), work(0, 20, 2)],
        links: vec![(0, 1)],
        grounds: vec![
            Ground { rows: (0, 2), from: 0, to: 20, number: 0 },
            Ground { rows: (0, 2), from: 20, to: 28, number: 1 },
        ],
        ground_name: "convoy".into(),
        notes: vec![note(0, "vle"), note(1, "vfmul"), note(2, "vle")],
        cut: None,
        nothing_here: "nothing".into(),
        ..Bars::default()
    }
}

fn rects(picture: &Picture, ink: Ink) -> Vec<(f64, f64)> {
    picture.filled(ink).iter().map(|rect| (rect.x, rect.w)).collect()
}

#[test]
fn bars_last_from_the_first_to_the_last_group_and_an_arrow_leads_from_the_source() {
    let picture = chart().draw(&view());
    // Thin until the results are there, thick while groups enter.
    assert_eq!(rects(&picture, Ink::Link(0)), [(184.0, 110.0), (104.0, 79.0)]);
    assert_eq!(rects(&picture, Ink::Link(1)), [(304.0, 110.0), (224.0, 79.0)]);
    assert_eq!(picture.lines.len(), 3);
    // At the taker's first cycle, from below the load's bar to the upper edge of the multiply's.
    let [x, from, _, to] = picture.lines[0].1;
    let (load, multiply) = (picture.filled(Ink::Link(0))[1], picture.filled(Ink::Link(1))[1]);
    assert_eq!((x, from, to), (229.0, load.y + load.h, multiply.y));
}

#[test]
fn the_pointer_finds_the_bar_that_is_drawn_there() {
    let (chart, view) = (chart(), view());
    let first = AXIS + BAND + 1.0;
    assert_eq!(chart.at(&view, 104.0 + 79.0, first), Some(Mark::Pc(0)));
    assert_eq!(chart.at(&view, 104.0 + 81.0, first), None);
    assert_eq!(chart.at(&view, 104.0 + 121.0, first + 32.0), Some(Mark::Pc(1)));
    assert_eq!((chart.at(&view, 50.0, first), chart.at(&view, 200.0, AXIS)), (Some(Mark::Unit(1)), None));
    assert_eq!(chart.row_at(&view, first + 32.0), Some(Mark::Unit(2)));
}

#[test]
fn every_other_ground_is_shaded_and_all_have_their_number() {
    let picture = chart().draw(&view());
    assert!(rects(&picture, Ink::Selected).contains(&(104.0, 200.0)));
    let numbers: Vec<f64> = picture
        .labels
        .iter()
        .filter(|label| ["0", "1"].contains(&&*label.text) && label.y > AXIS)
        .map(|l| l.x)
        .collect();
    assert_eq!(numbers, [106.0, 306.0]);
}

#[test]
fn arrows_are_no_thicket() {
    let many = Bars { links: vec![(0, 1); 100], ..chart() };
    assert!(chart().arrows_fit(504.0) && !many.arrows_fit(504.0));
    assert_eq!((many.draw(&view()).lines.len(), many.remark(&view())), (0, Some(ZOOM_IN)));
}

#[test]
fn what_an_answer_leaves_out_is_marked() {
    let picture = Bars { cut: Some(20), ..chart() }.draw(&view());
    // From the cycle behind the start of the last bar to the end of the window.
    assert_eq!(rects(&picture, Ink::LaneOff), [(314.0, 190.0)]);
    assert!(picture.labels.iter().any(|label| label.text == NOT_DRAWN));
}

#[test]
fn words_and_table_say_what_is_drawn() {
    let (chart, view) = (chart(), view());
    assert_eq!(chart.words(&view), "multiply: vfmul");
    assert_eq!(chart.words(&View { cursor: Some(30), ..view.clone() }), "nothing");
    let said = |from, to, words: &str| Said { from, to, words: words.into() };
    let saying = Bars { said: vec![said(10, 20, "waits"), said(14, 15, "enters")], ..chart.clone() };
    assert_eq!(
        [13, 14].map(|at| saying.words(&View { cursor: Some(at), ..view.clone() })),
        ["waits", "enters"]
    );
    let counting = Bars { counted: "units".into(), ..chart.clone() };
    assert_eq!(counting.words(&view), "1 of 2 units is busy: 1");
    let table = chart.table();
    let texts: Vec<&str> = table.rows[1].iter().map(|cell| cell.text.as_str()).collect();
    assert_eq!(texts, ["multiply", "12", "20", "31", "vfmul", "vle"]);
}

#[test]
fn a_bank_is_busy_for_its_time_and_every_bank_keeps_its_place() {
    let rows = (0..64).map(|bank| Row::new(format!("bank {bank}"), Some(Mark::Bank(bank)))).collect();
    let busy = Bar { row: 62, from: 4, to: 10, style: Style::Busy, note: 0 };
    let picture = Bars { rows, bars: vec![busy], ..Bars::default() }.draw(&view());
    assert_eq!(rects(&picture, Ink::LaneOff), [(144.0, 60.0)]);
    assert_eq!(rects(&picture, Ink::LaneOn), [(144.0, 10.0)]);
    let place = picture.filled(Ink::LaneOff)[0];
    assert!(place.y + place.h <= 200.0);
    assert!(picture.labels.iter().filter(|label| label.text.starts_with("bank")).count() < 20);
}

#[test]
fn a_command_has_its_colour_and_its_name_where_there_is_room() {
    let command = Bar { row: 0, from: 10, to: 11, style: Style::Command(DramCommand::Read), note: 0 };
    let bars = Bars { rows: vec![Row::new("bank 0", None)], bars: vec![command], ..Bars::default() };
    let near = bars.draw(&View { window: (5.0, 10.0), ..view() });
    assert_eq!(rects(&near, Ink::Command(2)), [(304.0, 28.0)]);
    assert!(near.labels.iter().any(|label| label.text == "RD"));
    let far = bars.draw(&View { window: (0.0, 4000.0), ..view() });
    assert_eq!(rects(&far, Ink::Command(2)), [(105.0, 2.0)]);
}
