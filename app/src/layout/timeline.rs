//! Units x cycles: each cell says issued or why not.
//!
//! Wide cells carry the instruction, or the reason in words; narrow ones only colour and pattern. Neighbours that say
//! the same are one rectangle. From afar a cell holds many cycles: it is filled from the bottom as far as the unit had
//! work, the part with an issue lowest. When even that is too much, the grid becomes an image of a few pixels a cell.

use lanescope_core::session::{
    Cell, Timeline,
    vocabulary::{Cause, UnitInfo},
};

use super::{
    Align, Ink, Picture, Pixels, RECTANGLES, Rect,
    axis::{self, Scale},
    rows::{self, Rows},
};
use crate::{
    protocol::Cells,
    state::{Lit, Shared, SourceMap, source_map::mnemonic},
};

/// Height of the axis.
pub const AXIS: f64 = 24.0;
/// Width of a character of the labels, near enough to decide what fits.
const CHARACTER: f64 = 6.7;
/// From this row height on there are labels.
const LABEL_ROW: f64 = 13.0;
/// Pixels of a cell in the image, one above the other; the last one is the gap between rows.
const LEVELS: usize = 8;

/// What the picture is made from, apart from the answer.
pub struct Scene<'a> {
    /// Size in CSS pixels.
    pub size: (f64, f64),
    /// The window in fractions of cycles: first cycle and number.
    pub window: (f64, f64),
    /// The units of the run.
    pub units: &'a [UnitInfo],
    /// The units that have a row.
    pub rows: &'a Shared<Vec<u32>>,
    /// The row that is on top.
    pub first_row: u32,
    /// The cycle under the cursor.
    pub cursor: u64,
    /// The selected unit.
    pub selected: u32,
    /// What lights up.
    pub lit: &'a Lit,
    /// Instruction texts.
    pub map: &'a SourceMap,
}

/// Where things are, to draw them and to find what is under the pointer.
#[derive(Clone, Debug, PartialEq)]
pub struct Geometry {
    /// Cycles to pixels.
    pub scale: Scale,
    /// The units.
    pub rows: Rows,
}

impl Geometry {
    /// Of a scene.
    pub fn new(size: (f64, f64), window: (f64, f64), rows: &Shared<Vec<u32>>, first: u32) -> Geometry {
        let left = gutter(size.0);
        let scale = Scale { from: window.0, cycles: window.1, left, width: (size.0 - left).max(1.0) };
        Geometry { scale, rows: Rows::new(AXIS, size.1 - AXIS - 2.0, rows, first) }
    }

    /// The unit, and the cycle if it is on the grid, at a place.
    pub fn at(&self, x: f64, y: f64) -> Option<(u32, Option<u64>)> {
        let cycle = self.scale.cycle(x);
        Some((self.rows.at(y)?, (x >= self.scale.left && cycle >= 0.0).then_some(cycle as u64)))
    }
}

/// Width of the column of unit names.
pub fn gutter(width: f64) -> f64 {
    if width < 480.0 { 56.0 } else { 104.0 }
}

/// The cell of a unit at a cycle, if the answer holds it.
pub fn cell(cells: &Cells, unit: u32, cycle: u64) -> Option<&Cell> {
    let timeline = &cells.grid;
    let row = cells.units.binary_search(&unit).ok()? as u64;
    let column = cycle.checked_sub(timeline.from)? / timeline.cycles_per_column.max(1);
    let index = row * u64::from(timeline.columns) + column;
    (column < u64::from(timeline.columns)).then(|| timeline.cells.get(index as usize)).flatten()
}

/// Draws the timeline.
pub fn draw(scene: &Scene, answer: Option<&Cells>) -> Picture {
    let geometry = Geometry::new(scene.size, scene.window, scene.rows, scene.first_row);
    let mut picture = Picture::default();
    let bottom = geometry.rows.bottom();
    axis::draw(&mut picture, &geometry.scale, AXIS, bottom);
    if let Some(answer) = answer {
        cells(&mut picture, scene, &geometry, answer);
    }
    let width = (geometry.scale.left, scene.size.0);
    rows::draw(&mut picture, &geometry.rows, scene.units, width, scene.selected, scene.lit.unit);
    cursor(&mut picture, scene, &geometry, bottom);
    picture
}

fn cells(picture: &mut Picture, scene: &Scene, geometry: &Geometry, answer: &Cells) {
    let runs: Vec<Stretch> = geometry.rows.units().iter().flat_map(|unit| stretches(answer, *unit)).collect();
    if runs.len() > RECTANGLES {
        picture.pixels = pixels(geometry, answer);
        return;
    }
    for run in &runs {
        stretch(picture, scene, geometry, &answer.grid, run);
    }
}

/// Neighbouring columns `from..to` of a unit that say the same, with the sums of their shares.
struct Stretch<'a> {
    unit: u32,
    from: u32,
    to: u32,
    cell: &'a Cell,
    issued: u32,
    busy: u32,
}

impl Stretch<'_> {
    /// Parts of the cycles in which an instruction was issued, and in which there was work.
    fn shares(&self) -> (f64, f64) {
        let all = f64::from(self.to - self.from) * 255.0;
        (f64::from(self.issued) / all, f64::from(self.busy) / all)
    }
}

fn stretches(answer: &Cells, unit: u32) -> Vec<Stretch<'_>> {
    let columns = answer.grid.columns as usize;
    let Ok(row) = answer.units.binary_search(&unit) else { return Vec::new() };
    let Some(cells) = answer.grid.cells.get(row * columns..(row + 1) * columns) else {
        return Vec::new();
    };
    let mut runs: Vec<Stretch> = Vec::new();
    for (column, cell) in (0u32..).zip(cells) {
        let (issued, busy) = (u32::from(cell.issued), u32::from(cell.busy));
        match runs.last_mut() {
            Some(last) if same(last.cell, cell) => {
                last.to = column + 1;
                last.issued += issued;
                last.busy += busy;
            }
            _ => runs.push(Stretch { unit, from: column, to: column + 1, cell, issued, busy }),
        }
    }
    runs
}

/// Two issues are two things even if they are of one instruction.
fn same(a: &Cell, b: &Cell) -> bool {
    let single = a.pc != u32::MAX && matches!(a.cause, Cause::Issued | Cause::Replay);
    let shares = |cell: &Cell| (cell.issued / 32, cell.busy / 32);
    (a.cause, a.wait, a.pc) == (b.cause, b.wait, b.pc) && !single && shares(a) == shares(b)
}

fn stretch(picture: &mut Picture, scene: &Scene, geometry: &Geometry, timeline: &Timeline, run: &Stretch) {
    let cell = run.cell;
    let cycle = |column: u32| (timeline.from + u64::from(column) * timeline.cycles_per_column) as f64;
    let left = geometry.scale.x(cycle(run.from)).max(geometry.scale.left);
    let right = geometry.scale.x(cycle(run.to)).min(geometry.scale.left + geometry.scale.width);
    let width = right - left;
    if width <= 0.0 || cell.cause == Cause::Empty {
        return;
    }
    let gap = if width > 4.0 { 1.0 } else { 0.0 };
    let Some(top) = geometry.rows.y_of(run.unit) else { return };
    let (y, height) = (top + 1.0, geometry.rows.height - 2.0);
    let (issued, busy) = run.shares();
    let high = |share: f64| if share > 0.0 { (height * share).max(1.0) } else { 0.0 };
    let (part, all) = (high(issued), high(busy).max(high(issued)));
    let bottom = y + height;
    // A replay is neither an issue nor a wait of its own: it is the cause that the cell waits with.
    for (cause, from, to) in [(cell.wait, part, all), (Cause::Issued, 0.0, part)] {
        if to > from {
            picture.fill(Ink::Cause(cause), left, bottom - to, width - gap, to - from);
        }
    }
    if (cell.pc != u32::MAX && scene.lit.pcs.contains(&cell.pc)) || scene.lit.cause == Some(cell.cause) {
        picture.outline(Ink::Hover, left, y, width - gap, height);
    }
    if geometry.rows.height >= LABEL_ROW && width > 3.0 * CHARACTER && busy > 0.75 {
        let ink = if cell.cause == Cause::Issued { Ink::OnIssued } else { Ink::OnCause };
        if let Some(text) = words(cell, scene.map, ((width - 6.0) / CHARACTER) as usize) {
            picture.label(ink, Align::Left, left + 4.0, y + height / 2.0, text);
        }
    }
}

/// What a cell says in at most `room` characters; nothing rather than a cut word.
fn words(cell: &Cell, map: &SourceMap, room: usize) -> Option<String> {
    let issued = matches!(cell.cause, Cause::Issued | Cause::Replay);
    let text = map.text(cell.pc);
    let short = mnemonic(text);
    let candidates = if issued {
        let stem = short.split('.').next().unwrap_or(short);
        [text.to_string(), short.to_string(), stem.to_string(), cell.pc.to_string()]
    } else {
        let reason = cell.cause.label();
        let named = if short.is_empty() { String::new() } else { format!("{reason}: {short}") };
        [named, reason.to_string(), last_word(reason).to_string(), String::new()]
    };
    let fits = |text: &String| !text.is_empty() && text.chars().count() <= room;
    candidates.into_iter().find(fits).filter(|_| cell.pc != u32::MAX || !issued)
}

fn last_word(text: &str) -> &str {
    text.rsplit(' ').next().unwrap_or(text)
}

/// The rows that are shown and answered, as far as they follow each other in the answer.
fn pixels(geometry: &Geometry, answer: &Cells) -> Option<Pixels> {
    let (timeline, shown) = (&answer.grid, geometry.rows.units());
    let skip = answer.units.binary_search(shown.first()?).ok()?;
    let rows = answer.units[skip..].iter().zip(shown).take_while(|(had, wanted)| had == wanted).count();
    let width = timeline.columns as usize;
    let cells = timeline.cells.get(skip * width..(skip + rows) * width)?;
    let cells = cells
        .chunks(width.max(1))
        .flat_map(|row| (0..LEVELS).flat_map(move |level| row.iter().map(move |cell| at_level(cell, level))));
    let cells = cells.collect();
    let x = geometry.scale.x(timeline.from as f64);
    let cycles = (u64::from(timeline.columns) * timeline.cycles_per_column) as f64;
    let at = Rect { x, y: AXIS, w: cycles * geometry.scale.pixels(), h: rows as f64 * geometry.rows.height };
    Some(Pixels { at, width: timeline.columns, cells })
}

/// The colour of a cell at a level counted from the top, and whether there is any.
fn at_level(cell: &Cell, level: usize) -> (Cause, u8) {
    const BARS: usize = LEVELS - 1;
    let high = |share: u8| match (usize::from(share) * BARS + 127) / 255 {
        0 if share > 0 => 1,
        high => high,
    };
    match BARS.checked_sub(level + 1) {
        Some(up) if up < high(cell.issued) => (Cause::Issued, 255),
        Some(up) if up < high(cell.busy) => (cell.wait, 255),
        _ => (Cause::Empty, 0),
    }
}

fn cursor(picture: &mut Picture, scene: &Scene, geometry: &Geometry, bottom: f64) {
    let scale = &geometry.scale;
    let (x, width) = (scale.x(scene.cursor as f64), scale.pixels());
    if x + width < scale.left || x > scale.left + scale.width {
        return;
    }
    if width >= 6.0 {
        let left = x.max(scale.left);
        picture.outline(Ink::Cursor, left, AXIS - 2.0, x + width - left, bottom - AXIS + 4.0);
    } else {
        let x = x.max(scale.left).round();
        picture.fill(Ink::Halo, x - 1.0, AXIS - 2.0, 4.0, bottom - AXIS + 4.0);
        picture.fill(Ink::Cursor, x, AXIS - 8.0, 2.0, bottom - AXIS + 10.0);
    }
}

#[cfg(test)]
mod tests {
    use lanescope_core::session::vocabulary::LaneMask;

    use super::*;

    fn cell_of(cause: Cause, pc: u32) -> Cell {
        let full = |is| if is { 255 } else { 0 };
        let (issued, busy) = (full(cause == Cause::Issued), full(cause != Cause::Empty));
        let wait = if issued > 0 { Cause::Empty } else { cause };
        Cell { cause, pc, lanes: LaneMask(0xFF), issued, busy, wait }
    }

    fn units(n: usize) -> Vec<UnitInfo> {
        (0..n).map(|n| UnitInfo { name: format!("core 0 warp {n}"), core: 0, lanes: 8 }).collect()
    }

    fn all(n: usize) -> Shared<Vec<u32>> {
        Shared::new((0..n as u32).collect())
    }

    fn scene<'a>(
        units: &'a [UnitInfo],
        rows: &'a Shared<Vec<u32>>,
        lit: &'a Lit,
        map: &'a SourceMap,
    ) -> Scene<'a> {
        let window = (0.0, 4.0);
        Scene { size: (504.0, 200.0), window, units, rows, first_row: 0, cursor: 1, selected: 0, lit, map }
    }

    fn four_cycles(cells: Vec<Cell>) -> Cells {
        Cells {
            units: vec![0],
            grid: Timeline { from: 0, cycles_per_column: 1, columns: 4, first_unit: 0, cells },
        }
    }

    #[test]
    fn neighbours_that_wait_for_the_same_are_one_rectangle_and_issues_are_not() {
        let (issue, wait) = (cell_of(Cause::Issued, 0), cell_of(Cause::Memory, 1));
        let timeline = four_cycles(vec![issue, issue, wait, wait]);
        let runs = stretches(&timeline, 0);
        assert_eq!(runs.iter().map(|run| (run.from, run.to)).collect::<Vec<_>>(), [(0, 1), (1, 2), (2, 4)]);
    }

    #[test]
    fn a_cell_is_as_wide_as_its_cycles() {
        let (units, rows, lit, map) = (units(1), all(1), Lit::default(), SourceMap::default());
        let mut cells = vec![cell_of(Cause::Memory, 1); 4];
        cells[0] = cell_of(Cause::Empty, u32::MAX);
        let picture = draw(&scene(&units, &rows, &lit, &map), Some(&four_cycles(cells)));
        let memory = &picture.fills.iter().find(|(ink, _)| *ink == Ink::Cause(Cause::Memory)).unwrap().1;
        // 400 pixels hold 4 cycles; the stretch covers cycles 1 to 3 less a gap of one pixel.
        assert_eq!((memory.len(), memory[0].x, memory[0].w), (1, 204.0, 299.0));
    }

    #[test]
    fn labels_say_as_much_as_fits() {
        let map = SourceMap { text_of_pc: vec!["@p0 add.s32 r1, r2, r3".into()], ..SourceMap::default() };
        let issued = cell_of(Cause::Issued, 0);
        assert_eq!(words(&issued, &map, 30).as_deref(), Some("@p0 add.s32 r1, r2, r3"));
        assert_eq!(words(&issued, &map, 10).as_deref(), Some("add.s32"));
        assert_eq!(words(&issued, &map, 4).as_deref(), Some("add"));
        assert_eq!(words(&issued, &map, 2).as_deref(), Some("0"));
        let waits = cell_of(Cause::Memory, 0);
        assert_eq!(words(&waits, &map, 6).as_deref(), Some("memory"));
        assert_eq!(words(&waits, &map, 3), None);
        // A unit that has issued all it has waits with no instruction.
        let drains = cell_of(Cause::Draining, u32::MAX);
        assert_eq!(words(&drains, &map, 30).as_deref(), Some("draining"));
    }

    #[test]
    fn from_afar_a_cell_is_filled_as_far_as_there_was_work() {
        let (units, rows, lit, map) = (units(1), all(1), Lit::default(), SourceMap::default());
        let column = |issued, busy| Cell {
            issued,
            busy,
            wait: if busy > issued { Cause::Memory } else { Cause::Empty },
            ..cell_of(if busy > 0 { Cause::Issued } else { Cause::Empty }, u32::MAX)
        };
        // A fifth of the cycles with work; three fifths, of which one issued; all issued; none.
        let cells = vec![column(0, 51), column(51, 153), column(255, 255), column(0, 0)];
        let grid = Timeline { from: 0, cycles_per_column: 64, columns: 4, first_unit: 0, cells };
        let answer = Cells { units: vec![0], grid };
        let picture =
            draw(&Scene { window: (0.0, 256.0), ..scene(&units, &rows, &lit, &map) }, Some(&answer));
        let heights = |cause| -> Vec<(f64, f64)> {
            let all = &picture.fills.iter().find(|(ink, _)| *ink == Ink::Cause(cause)).unwrap().1;
            all.iter().map(|rect| (rect.x, rect.h)).collect()
        };
        // A row has 30 pixels, a column 100.
        assert_eq!(heights(Cause::Memory), [(104.0, 6.0), (204.0, 12.0)]);
        assert_eq!(heights(Cause::Issued), [(204.0, 6.0), (304.0, 30.0)]);
        let levels = |cell: &Cell| (0..LEVELS).map(|level| at_level(cell, level)).collect::<Vec<_>>();
        let filled = |cell: &Cell, cause| levels(cell).iter().filter(|at| **at == (cause, 255)).count();
        let shares =
            answer.grid.cells.iter().map(|cell| (filled(cell, Cause::Issued), filled(cell, Cause::Memory)));
        assert_eq!(shares.collect::<Vec<_>>(), [(0, 1), (1, 3), (7, 0), (0, 0)]);
        assert_eq!(filled(&column(0, 1), Cause::Memory), 1, "the least work shows");
    }

    #[test]
    fn too_many_marks_become_pixels() {
        let (units, rows, lit, map) = (units(64), all(64), Lit::default(), SourceMap::default());
        let columns = 1000u32;
        let causes = [Cause::Issued, Cause::Memory];
        let cells = (0..columns * 64).map(|n| cell_of(causes[n as usize % 2], n)).collect();
        let grid = Timeline { from: 0, cycles_per_column: 1, columns, first_unit: 0, cells };
        let timeline = Cells { units: (0..64).collect(), grid };
        let scene =
            Scene { window: (0.0, 1000.0), size: (1104.0, 924.0), ..scene(&units, &rows, &lit, &map) };
        let picture = draw(&scene, Some(&timeline));
        assert_eq!(picture.pixels.as_ref().unwrap().cells.len(), 64_000 * LEVELS);
        assert!(picture.fills.iter().map(|(_, rects)| rects.len()).sum::<usize>() < 100);
    }

    #[test]
    fn the_pointer_finds_what_was_drawn() {
        let geometry = Geometry::new((504.0, 200.0), (0.0, 4.0), &all(4), 0);
        assert_eq!(geometry.rows.height, 32.0);
        assert_eq!(geometry.at(104.0 + 250.0, AXIS + 33.0), Some((1, Some(2))));
        assert_eq!(geometry.at(50.0, AXIS + 33.0), Some((1, None)));
        assert_eq!(geometry.at(300.0, AXIS + 4.0 * 32.0 + 1.0), None);
        let timeline = four_cycles(vec![cell_of(Cause::Memory, 7); 4]);
        assert_eq!(cell(&timeline, 0, 3).map(|cell| cell.pc), Some(7));
        assert_eq!(cell(&timeline, 0, 4), None);
        assert_eq!(cell(&timeline, 1, 0), None);
    }
}
