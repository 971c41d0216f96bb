//! Pictures of the whole run: the strip, and the timeline seen from afar. They are compared with a count of single cycles,
//! on every preset of every machine.

use lanescope_core::session::{Cell, Session, vocabulary::*};
use lanescope_tests::runs::{document, kernel_presets};

/// One small group: it has work for one core.
const SMALL: &str = "
// lanescope: global 8
// lanescope: local 8
// lanescope: arg x [64]
__kernel void small(__global float *x)
{
    for (int k = 0; k < 6; k++)
        x[get_global_id(0) * 8 + k] += 1.5f;
}";

fn ended(preset: &str) -> Session {
    let mut session = Session::open(document(SMALL, preset), Limits::default());
    session.start().unwrap_or_else(|problems| panic!("{preset}: {problems:?}"));
    assert!(session.advance(u64::MAX, u64::MAX).complete, "{preset}");
    session
}

fn sum(columns: &[Vec<u32>]) -> u64 {
    columns.iter().flatten().map(|slots| u64::from(*slots)).sum()
}

#[test]
fn schedulers_without_work_are_no_part_of_the_strip_and_known_to_the_report() {
    let mut several = 0;
    for preset in kernel_presets() {
        let session = ended(&preset);
        let (report, run) = (session.report().unwrap(), session.run().unwrap());
        let strip = session.strip(400);
        assert_eq!(sum(&strip.columns), report.slots_total - report.slots_idle, "{preset}");
        assert!(report.slots_idle <= report.slots[Cause::EMPTY.index()], "{preset}");
        // One group is on one core: schedulers of the other cores are idle.
        let cores = u64::from(run.units.iter().map(|unit| unit.core).max().unwrap()) + 1;
        let one_core = run.slots.len() as u64 / cores * report.cycles;
        let working = report.slots_total - report.slots_idle;
        assert!(0 < working && working <= one_core, "{preset}: {working} of {one_core}");
        several += u32::from(cores > 1);
    }
    assert!(several > 0, "there are machines with several cores");
}

#[test]
fn the_strip_of_a_machine_with_functional_units_tells_of_them() {
    for preset in kernel_presets() {
        let session = ended(&preset);
        let (report, run) = (session.report().unwrap(), session.run().unwrap());
        let front_end = |unit: &u32| run.units[*unit as usize].name.ends_with("front end");
        let fronts = (0..run.units.len() as u32).filter(front_end).count();
        let strip = session.strip(400);
        let units: Vec<u32> = session.busy().into_iter().filter(|unit| !front_end(unit)).collect();
        if fronts == 0 {
            assert!(strip.units.is_empty(), "{preset}");
            continue;
        }
        assert_eq!(strip.units.len(), strip.columns.len(), "{preset}");
        assert_eq!(sum(&strip.units), units.len() as u64 * report.cycles, "{preset}");
        // Each element group that enters a unit is an issue there.
        let cells = session.rows(0, report.cycles, u32::MAX, &units).cells;
        let entered = cells.iter().filter(|cell| cell.cause == Cause::ISSUED).count() as u64;
        let told: u64 = strip.units.iter().map(|column| u64::from(column[Cause::ISSUED.index()])).sum();
        // An answer has at most 8192 columns.
        assert!(report.cycles <= 8192 && entered > 0, "{preset}");
        assert_eq!(told, entered, "{preset}");
    }
}

#[test]
fn a_cell_from_afar_holds_the_shares_of_its_cycles() {
    for preset in kernel_presets() {
        let session = ended(&preset);
        let (cycles, units) = (session.report().unwrap().cycles, session.busy());
        let fine = session.rows(0, cycles, u32::MAX, &units);
        assert_eq!((fine.cycles_per_column, u64::from(fine.columns)), (1, cycles), "{preset}");
        for columns in [1, 7, 60] {
            let far = session.rows(0, cycles, columns, &units);
            let width = far.cycles_per_column as usize;
            let rows = fine.cells.chunks(fine.columns as usize).zip(far.cells.chunks(far.columns as usize));
            for (fine, far) in rows {
                let parts = fine.chunks(width);
                parts.zip(far).for_each(|(part, cell)| compare(part, cell, &preset));
            }
        }
    }
}

fn compare(part: &[Cell], cell: &Cell, preset: &str) {
    let count = |cause: Cause| part.iter().filter(|cell| cell.cause == cause).count();
    let share = |cycles: usize| (cycles * 255).div_ceil(part.len());
    let busy = part.len() - count(Cause::EMPTY);
    let shares = (usize::from(cell.issued), usize::from(cell.busy));
    assert_eq!(shares, (share(count(Cause::ISSUED)), share(busy)), "{preset}");
    let waits = part.iter().map(|cell| cell.cause);
    let waits = waits.filter(|cause| !matches!(*cause, Cause::ISSUED | Cause::EMPTY));
    let most = waits.map(count).max().unwrap_or(0);
    assert_eq!(if cell.wait == Cause::EMPTY { 0 } else { count(cell.wait) }, most, "{preset}");
}
