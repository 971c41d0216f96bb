//! The convoy chart: which instruction is in which unit when, the convoys as grounds, chains as arrows.

use lanescope_core::session::{Chart, ChartBar};

use super::{AXIS, Align, BAND, CHARACTER, Ink, LINE, Picture, Rows, Scale, Scene};
use crate::{
    state::{source_map::mnemonic, view::is_front_end},
    text,
};

/// Half the width of an arrow's head.
const HEAD: f64 = 3.5;
/// Pixels of the picture's width for each arrow; with less the arrows would be a thicket.
const ARROW: f64 = 8.0;

/// The units that the chart has bars of, and the selected one.
fn chart_rows(scene: &Scene, chart: &Chart) -> Vec<u32> {
    let selected = Some(scene.selected).filter(|unit| !is_front_end(scene.units, *unit));
    let mut units: Vec<u32> = chart.bars.iter().map(|bar| bar.unit).chain(selected).collect();
    units.sort_unstable();
    units.dedup();
    units
}

/// The convoy chart.
pub fn convoys(scene: &Scene, chart: &Chart) -> Picture {
    let units = chart_rows(scene, chart);
    let rows = Rows::new(AXIS + BAND, scene.size.1 - 2.0, units.len());
    let place = |unit: u32| units.iter().position(|known| *known == unit).unwrap_or(0) as u32;
    let cut = chart.bars.last().filter(|_| chart.cut).map(|bar| bar.first);
    scene.framed(rows.bottom(), cut, |picture, scale| {
        grounds(picture, scene, scale, &rows, &units, chart);
        for bar in &chart.bars {
            bar_of(picture, scene, scale, &Slot::new(&rows, place(bar.unit)), bar);
        }
        for (source, bar) in chains(chart).filter(|_| arrows_fit(chart, scene.size.0)) {
            let x = scale.x(bar.first as f64 + 0.5);
            if (scale.left..=scale.left + scale.width).contains(&x) {
                let slot = |unit| Slot::new(&rows, place(unit));
                arrow(picture, x, &slot(source.unit), &slot(bar.unit));
            }
        }
        if let Some(row) = units.iter().position(|unit| *unit == scene.selected) {
            picture.fill(Ink::Selected, 0.0, rows.y(row as u32) + 1.0, scale.left - 4.0, rows.height - 2.0);
        }
        picture.label(Ink::Faint, Align::Left, 8.0, AXIS + BAND / 2.0, text::CONVOY);
        rows.names(picture, scale.left, |row| {
            let unit = units.get(row as usize).and_then(|unit| scene.units.get(*unit as usize));
            unit.map_or(String::new(), |unit| unit.name.clone())
        });
    })
}

/// What is at a place of the convoy chart: the unit of the row, and the instruction if there is one.
pub fn convoy_at<'a>(scene: &Scene, chart: &'a Chart, x: f64, y: f64) -> Option<(u32, Option<&'a ChartBar>)> {
    let units = chart_rows(scene, chart);
    let rows = Rows::new(AXIS + BAND, scene.size.1 - 2.0, units.len());
    let unit = rows.at(y).and_then(|row| units.get(row as usize).copied())?;
    let cycle = scene.scale().cycle(x);
    let covers = |bar: &&ChartBar| bar.first as f64 <= cycle && cycle < bar.last as f64 + 1.0;
    Some((unit, chart.bars.iter().filter(|bar| bar.unit == unit).find(covers)))
}

/// Pairs of an instruction and one that takes its results while they are being made.
fn chains(chart: &Chart) -> impl Iterator<Item = (&ChartBar, &ChartBar)> {
    chart.bars.iter().flat_map(|bar| {
        chart.bars.iter().filter(|source| bar.chained.contains(&source.id)).map(move |source| (source, bar))
    })
}

/// Is there room for all arrows in a picture of this width?
pub fn arrows_fit(chart: &Chart, width: f64) -> bool {
    chart.bars.iter().map(|bar| bar.chained.len()).sum::<usize>() as f64 * ARROW <= width
}

/// The number of each convoy, and a pale ground behind every other one: from the start of its first instruction to the
/// start of the next convoy's, so that an instruction belongs to the convoy in whose ground it starts. A core with
/// several rows has convoys of its own.
fn grounds(picture: &mut Picture, scene: &Scene, scale: &Scale, rows: &Rows, units: &[u32], chart: &Chart) {
    let core = |unit: u32| scene.units.get(unit as usize).map_or(0, |info| info.core);
    let cores: Vec<u32> = units.iter().map(|unit| core(*unit)).collect();
    let mut at = 0;
    for stretch in cores.chunk_by(|a, b| a == b) {
        let (first, last) = (at as u32, (at + stretch.len()) as u32);
        at += stretch.len();
        let own: Vec<&ChartBar> = chart.bars.iter().filter(|bar| core(bar.unit) == stretch[0]).collect();
        let starts = starts(&own);
        for (index, (number, from)) in starts.iter().enumerate() {
            let end = own.iter().map(|bar| bar.last + 1).max().unwrap_or(*from);
            let to = starts.get(index + 1).map_or(end, |next| next.1);
            let Some((x, width)) = scene.span(scale, *from as f64, to as f64) else { continue };
            let top = if first == 0 { AXIS } else { rows.y(first) };
            if number % 2 == 0 {
                picture.fill(Ink::Selected, x, top, width, rows.y(last) - top);
            }
            let words = number.to_string();
            if first == 0 && width > words.len() as f64 * CHARACTER {
                picture.label(Ink::Faint, Align::Left, x + 2.0, AXIS + BAND / 2.0, words);
            }
        }
    }
}

/// The convoys of a core, each with the cycle in which its first instruction starts, in the order of these cycles: where
/// instructions wait in queues it need not be that of their numbers.
fn starts(bars: &[&ChartBar]) -> Vec<(u32, u64)> {
    let mut starts: Vec<(u32, u64)> = bars.iter().map(|bar| (bar.convoy, bar.first)).collect();
    starts.sort_unstable();
    starts.dedup_by_key(|(number, _)| *number);
    starts.sort_by_key(|(_, from)| *from);
    starts
}

/// Where things are in a row of the chart: bars above, and below them the time until the last result is there.
struct Slot {
    top: f64,
    bottom: f64,
    tail: f64,
    thick: f64,
}

impl Slot {
    fn new(rows: &Rows, row: u32) -> Slot {
        let (margin, thick) = (rows.margin(), if rows.height >= LINE { 3.0 } else { 1.0 });
        let tail = rows.y(row) + rows.height - margin - thick;
        Slot { top: rows.y(row) + margin, bottom: tail - 1.0, tail, thick }
    }
}

/// An instruction: a bar while its element groups enter, a thin line until its last result is there.
fn bar_of(picture: &mut Picture, scene: &Scene, scale: &Scale, slot: &Slot, bar: &ChartBar) {
    let (first, end, complete) = (bar.first as f64, bar.last as f64 + 1.0, bar.complete as f64);
    let ink = scene.ink(bar.pc);
    if let Some((x, width)) = scene.span(scale, end, complete) {
        picture.fill(ink, x, slot.tail, width, slot.thick);
    }
    let Some((x, width)) = scene.span(scale, first, end) else { return };
    let gap = if width > 4.0 { 1.0 } else { 0.0 };
    let height = (slot.bottom - slot.top).max(1.0);
    picture.fill(ink, x, slot.top, width - gap, height);
    if scene.lit.pcs.contains(&bar.pc) {
        picture.outline(Ink::Hover, x, slot.top, width - gap, height);
    }
    let text = scene.map.text(bar.pc);
    let room = if height < LINE { 0 } else { ((width - 6.0) / CHARACTER).max(0.0) as usize };
    let words = [text, mnemonic(text)];
    if let Some(words) = words.iter().find(|words| !words.is_empty() && words.chars().count() <= room) {
        picture.label(Ink::Halo, Align::Left, x + 4.0, slot.top + height / 2.0, *words);
    }
}

/// From the edge of the source to the edge of what takes its results; on one unit only the head.
fn arrow(picture: &mut Picture, x: f64, source: &Slot, taker: &Slot) {
    let (from, to) = if taker.top > source.top {
        (source.bottom, taker.top)
    } else if taker.top < source.top {
        (source.top, taker.bottom)
    } else {
        (taker.top - 2.0 * HEAD, taker.top)
    };
    let back = if to > from { -2.0 * HEAD } else { 2.0 * HEAD };
    picture.line(Ink::Text, x, from, x, to);
    picture.line(Ink::Text, x, to, x - HEAD, to + back);
    picture.line(Ink::Text, x, to, x + HEAD, to + back);
}
