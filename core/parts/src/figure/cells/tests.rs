use alloc::vec;

use super::{super::code::Instruction, *};
use crate::base::Lanes;

fn cell_of(cause: Cause, pc: u32) -> Cell {
    let full = |is| if is { 255 } else { 0 };
    let (issued, busy) = (full(cause == Cause::ISSUED), full(cause != Cause::EMPTY));
    let wait = if issued > 0 { Cause::EMPTY } else { cause };
    Cell { cause, pc, lanes: Lanes::first_n(8), issued, busy, wait }
}

fn ink(cause: Cause) -> Ink {
    Ink::Swatch(Causes::SHARED.swatch(cause))
}

fn code(texts: &[&str]) -> Code {
    let one = |(pc, text): (u32, &&str)| Instruction { pc, text: text.to_string(), line: None, hue: None };
    Code::of((0..).zip(texts).map(one).collect())
}

/// `units` rows of cells of one cycle each.
fn grid(units: u32, cells: Vec<Cell>) -> Cells {
    let row = |unit| Row { head: 7, ..Row::new(format!("core 0 warp {unit}"), Some(Mark::Unit(unit))) };
    Cells {
        rows: (0..units).map(row).collect(),
        first: 0,
        all: units,
        from: 0,
        cycles_per_column: 1,
        columns: cells.len() as u32 / units,
        cells,
        causes: Causes::SHARED,
        code: code(&["@p0 add.s32 r1, r2, r3", "ld.global.f32 r4, [r1]"]),
    }
}

/// 400 pixels of cells.
fn view(cycles: f64) -> View<'static> {
    View { window: (0.0, cycles), cursor: Some(1), selected: (0, 0), ..View::plain((504.0, 200.0)) }
}

#[test]
fn neighbours_that_wait_for_the_same_are_one_rectangle_and_issues_are_not() {
    let (issue, wait) = (cell_of(Cause::ISSUED, 0), cell_of(Cause::MEMORY, 1));
    let cells = grid(1, vec![issue.clone(), issue, wait.clone(), wait]);
    let runs = cells.stretches(0);
    assert_eq!(runs.iter().map(|run| (run.from, run.to)).collect::<Vec<_>>(), [(0, 1), (1, 2), (2, 4)]);
    let table = cells.table();
    assert_eq!(table.rows.len(), 3);
    assert_eq!([1, 2, 3, 4].map(|column| table.rows[2][column].text.as_str()), ["2", "4", "memory", "1"]);
}

#[test]
fn a_cell_is_as_wide_as_its_cycles() {
    let mut cells = vec![cell_of(Cause::MEMORY, 1); 4];
    cells[0] = cell_of(Cause::EMPTY, u32::MAX);
    let picture = grid(1, cells).draw(&view(4.0));
    let memory = picture.filled(ink(Cause::MEMORY));
    // 400 pixels hold 4 cycles; the stretch covers cycles 1 to 3 less a gap of one pixel.
    assert_eq!((memory.len(), memory[0].x, memory[0].w), (1, 204.0, 299.0));
}

#[test]
fn labels_say_as_much_as_fits() {
    let code = code(&["@p0 add.s32 r1, r2, r3"]);
    let issued = cell_of(Cause::ISSUED, 0);
    assert_eq!(
        label(&issued, Causes::SHARED.label(issued.cause), &code, 30).as_deref(),
        Some("@p0 add.s32 r1, r2, r3")
    );
    assert_eq!(label(&issued, Causes::SHARED.label(issued.cause), &code, 10).as_deref(), Some("add.s32"));
    assert_eq!(label(&issued, Causes::SHARED.label(issued.cause), &code, 4).as_deref(), Some("add"));
    assert_eq!(label(&issued, Causes::SHARED.label(issued.cause), &code, 2).as_deref(), Some("0"));
    let waits = cell_of(Cause::MEMORY, 0);
    assert_eq!(label(&waits, Causes::SHARED.label(waits.cause), &code, 6).as_deref(), Some("memory"));
    assert_eq!(label(&waits, Causes::SHARED.label(waits.cause), &code, 3), None);
    // A unit that has issued all it has waits with no instruction.
    let drains = cell_of(Cause::DRAINING, u32::MAX);
    assert_eq!(label(&drains, Causes::SHARED.label(drains.cause), &code, 30).as_deref(), Some("draining"));
}

#[test]
fn from_afar_a_cell_is_filled_as_far_as_there_was_work() {
    let column = |issued, busy| Cell {
        issued,
        busy,
        wait: if busy > issued { Cause::MEMORY } else { Cause::EMPTY },
        ..cell_of(if busy > 0 { Cause::ISSUED } else { Cause::EMPTY }, u32::MAX)
    };
    // A fifth of the cycles with work; three fifths, of which one issued; all issued; none.
    let cells = vec![column(0, 51), column(51, 153), column(255, 255), column(0, 0)];
    let picture = Cells { cycles_per_column: 64, ..grid(1, cells) }.draw(&view(256.0));
    let heights = |cause| -> Vec<(f64, f64)> {
        picture.filled(ink(cause)).iter().map(|rect| (rect.x, rect.h)).collect()
    };
    // A row has 30 pixels, a column 100.
    assert_eq!(heights(Cause::ISSUED), [(204.0, 6.0), (304.0, 30.0)]);
    assert_eq!(heights(Cause::MEMORY), [(104.0, 6.0), (204.0, 12.0)]);
}

#[test]
fn too_many_cells_become_pixels() {
    let causes = [Cause::ISSUED, Cause::MEMORY];
    let cells = (0..2 * 2000).map(|at| cell_of(causes[at % 2], at as u32 % 2)).collect();
    let picture = grid(2, cells).draw(&view(2000.0));
    let pixels = picture.pixels.unwrap();
    assert_eq!(
        (pixels.width, pixels.cells.len(), pixels.at.x, pixels.at.w),
        (2000, 2 * 2000 * LEVELS, 104.0, 400.0)
    );
}

#[test]
fn a_place_is_the_cell_that_is_drawn_there() {
    let cells = grid(2, vec![cell_of(Cause::ISSUED, 0); 8]);
    let view = view(4.0);
    let rows = cells.geometry(&view).rows;
    assert_eq!(cells.at(&view, 304.5, rows.y(1) + 1.0), Some(Mark::Cell(1, 2, Cause::ISSUED, 0)));
    assert_eq!(cells.at(&view, 3.0, rows.y(1) + 1.0), Some(Mark::Unit(1)));
    assert_eq!(
        (cells.at(&view, 300.0, 3.0), cells.here(&view)),
        (None, Some(Mark::Cell(0, 1, Cause::ISSUED, 0)))
    );
    assert_eq!(cells.words(&view), "core 0 warp 0 · issued · 000 @p0 add.s32 r1, r2, r3");
}

#[test]
fn an_answer_for_some_rows_is_drawn_at_their_place() {
    let part = Cells { first: 3, all: 100, ..grid(2, vec![cell_of(Cause::ISSUED, 0); 8]) };
    let view = View { first_row: 2, ..view(4.0) };
    let (picture, rows) = (part.draw(&view), part.geometry(&view).rows);
    let tops: Vec<f64> = picture.filled(ink(Cause::ISSUED)).iter().map(|rect| rect.y).collect();
    assert_eq!((tops[0], tops[4]), (rows.y(3) + 1.0, rows.y(4) + 1.0));
    assert_eq!((part.cell(2, 0), part.cell(5, 0)), (None, None));
}
