//! Occupancy: how many work-groups and warps a core can hold, what keeps one more off, and how many warps had work over time.

use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};

use lanescope_parts::{
    figure::{
        About, Figure, Form, Panel, Plot, Question, Table, Takes, Text,
        legend::{Entry, Swatch},
        number::percent,
        palette,
        picture::Ink,
        plot::{Axis, Series, Style},
        table::{Column, Look, TableCell},
        text::Line,
    },
    machines::{
        observed::{Occupancy, Room},
        panels::{MachinePanel, Scene},
    },
    pipe::dispatch::Limiter,
    trace::{Event, SharedEvent, window::Timeline},
};

use crate::timing::Gpu;

/// The row of the occupancy.
pub const OCCUPANCY: MachinePanel = Panel {
    about: About {
        id: "occupancy",
        title: "Occupancy",
        says: "How many work-groups a core can hold at once, which resource keeps one more off, and how many warps had work.",
        label: "Occupancy: resources of a core, and warps with work over cycles. Arrow keys move a line that reads the curve, Delete takes it away.",
        help: &[
            (
                "Fit",
                "How often what a group needs goes into what a core has. The smallest of these numbers is the limit.",
            ),
            (
                "Resident",
                "A group takes its warp slots, registers and work-group memory when it starts and gives them back when its last work-item has ended.",
            ),
            (
                "Curves",
                "Warps that have work, on all cores together; seen from afar a point is the mean of several cycles. Groups that are resident, exactly, or seen from afar at cycles that are equally far apart.",
            ),
        ],
        legend: &[
            Entry::Swatch(Swatch::Tail, WARPS.1, WARPS.0),
            Entry::Swatch(Swatch::Tail, GROUPS.1, GROUPS.0),
        ],
        empty: "There is nothing to run.",
        takes: &[Takes::Cursor, Takes::Cycles],
        shows: &[],
    },
    answer: occupancy,
};

/// See [`lanescope_parts::machines::Machine::occupancy`].
pub fn of(gpu: &Gpu) -> Option<Occupancy> {
    let setup = gpu.setup();
    let (has, needs) = (&setup.capacity, &setup.need);
    let (groups, limiter) = has.occupancy(needs).ok()?;
    let room = |name, has, needs| Room { name, has, needs };
    let resources = [
        (Limiter::Warps, room("warp slots", has.warps, needs.warps)),
        (Limiter::Groups, room("group slots", has.groups, needs.groups)),
        (Limiter::Registers, room("registers", has.registers, needs.registers)),
        (Limiter::Local, room("bytes of work-group memory", has.local, needs.local)),
    ];
    let taken = |free: u32, all: u32| all.saturating_sub(free);
    Some(Occupancy {
        groups,
        limit: resources.iter().position(|(kind, _)| *kind == limiter)?,
        resources: resources.into_iter().map(|(_, room)| room).collect(),
        warps: needs.warps,
        slots: has.warps,
        resident: gpu
            .cores()
            .iter()
            .map(|core| (taken(core.free.groups, has.groups), taken(core.free.warps, has.warps)))
            .collect(),
    })
}

fn occupancy(scene: &dyn Scene, question: &Question) -> Figure {
    let Some(room) = scene.cursor().occupancy() else { return Figure::empty(OCCUPANCY.about.empty) };
    let lines = words(&room).into_iter().map(|text| Line { text, mark: None }).collect();
    let mut figure = Figure::from(Form::Text(Text { lines }));
    figure.push("What a core has and a group needs", Form::Table(table(&room)));
    let units: Vec<u32> = (0..scene.units().len() as u32).collect();
    let (from, to) = question.cycles;
    let grid = scene.rows(from, to, question.columns, &units);
    if grid.columns > 0 {
        let resident = resident(scene, (from, to));
        figure.push("Warps and groups over time", Form::Plot(plot(&grid, units.len(), &resident)));
    }
    Figure { coarse: grid.coarse, ..figure }
}

fn many(count: u32, one: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") }
}

/// What a core can hold, and what is there at the cursor.
fn words(room: &Occupancy) -> Vec<String> {
    let warps = room.groups.saturating_mul(room.warps);
    let share = percent(warps.into(), room.slots.into());
    let limit = room.resources.get(room.limit).map_or("", |resource| resource.name);
    let sum = |of: fn(&(u32, u32)) -> u32| room.resident.iter().map(of).sum::<u32>();
    let (groups, resident) = (sum(|core| core.0), sum(|core| core.1));
    let cores = room.resident.len() as u32;
    Vec::from([
        format!("A core can hold {} with {}.", many(room.groups, "group"), many(warps, "warp")),
        format!("That is {share} of its {}; the limit: {limit}.", many(room.slots, "warp slot")),
        format!(
            "At the cursor {} and {} are resident on {}.",
            many(groups, "group"),
            many(resident, "warp"),
            many(cores, "core")
        ),
    ])
}

fn table(room: &Occupancy) -> Table {
    let row = |(at, resource): (usize, &Room)| {
        let limit = at == room.limit;
        let fit =
            resource.has.checked_div(resource.needs).map_or_else(|| "any".into(), |fit| fit.to_string());
        let fit = TableCell::text(if limit { format!("{fit} (limit)") } else { fit });
        Vec::from([
            TableCell::text(resource.name),
            TableCell::text(resource.has.to_string()),
            TableCell::text(resource.needs.to_string()),
            fit.looking(if limit { Look::On } else { Look::Plain }),
        ])
    };
    let titles = ["resource", "a core has", "a group needs", "groups that fit"];
    Table {
        columns: titles.into_iter().map(Column::new).collect(),
        rows: room.resources.iter().enumerate().map(row).collect(),
    }
}

/// Warps with work, column by column, and resident groups.
fn plot(grid: &Timeline, units: usize, groups: &[(u64, u64)]) -> Plot {
    let columns = grid.columns as usize;
    let busy = |column: usize| {
        let cells = (0..units).filter_map(|unit| grid.cells.get(unit * columns + column));
        cells.map(|cell| f64::from(cell.busy)).sum::<f64>() / f64::from(u8::MAX)
    };
    let cycle = |column: usize| (grid.from + column as u64 * grid.cycles_per_column) as f64;
    let warps: Vec<(f64, f64)> = (0..columns).map(|column| (cycle(column), busy(column))).collect();
    let groups: Vec<(f64, f64)> =
        groups.iter().map(|(cycle, groups)| (*cycle as f64, *groups as f64)).collect();
    let most = |points: &[(f64, f64)]| points.iter().fold(0.0_f64, |most, (_, count)| most.max(*count));
    let words = format!(
        "At most {:.1} warps have work and {} resident, on all cores together, in the cycles that are in sight.",
        most(&warps),
        match most(&groups) as u32 {
            1 => "1 group is".into(),
            count => format!("{count} groups are"),
        }
    );
    let [groups, warps] = [(GROUPS, groups), (WARPS, warps)].map(|((name, ink), points)| Series {
        name: name.into(),
        ink,
        style: Style::Line,
        points,
        labels: Vec::new(),
    });
    Plot {
        x: Axis::new("cycle", "cycle"),
        y: Axis::new("warps and groups", ""),
        series: Vec::from([groups, warps]),
        rules: Vec::new(),
        words,
    }
}

/// The two curves.
const WARPS: (&str, Ink) = ("warps with work", Ink::Text);
const GROUPS: (&str, Ink) = ("resident groups", palette::CURVES[1]);

/// Of a longer stretch the events of all groups are not looked at.
const EXACT: u64 = 1 << 14;

/// The resident groups in cycles `from..to`: at each cycle that one starts or ends, or from afar at those that counters are
/// kept of.
fn resident(scene: &dyn Scene, (from, to): (u64, u64)) -> Vec<(u64, u64)> {
    const COUNTERS: [&str; 2] = ["group_starts", "groups"];
    let to = to.min(scene.summary().end());
    let (begin, counted) = scene.counters_before(from, &COUNTERS);
    if to.saturating_sub(begin) <= EXACT {
        let log = scene.recording(begin, to);
        if log.end() >= to {
            let events = log.events(SharedEvent::Group, begin).filter_map(|(cycle, event)| match event {
                Event::Group { start, .. } => Some((cycle, start)),
                _ => None,
            });
            return steps(counted[0].saturating_sub(counted[1]), events, (from, to));
        }
    }
    let [starts, ends] = COUNTERS.map(|counter| scene.history(counter));
    let there =
        |((cycle, started), (_, ended)): (&(u64, u64), &(u64, u64))| (*cycle, started.saturating_sub(*ended));
    part(&starts.iter().zip(&ends).map(there).collect::<Vec<_>>(), (from, to))
}

/// The points of a curve in `from..=to`; at both ends the one before, which is held.
fn part(points: &[(u64, u64)], (from, to): (u64, u64)) -> Vec<(u64, u64)> {
    let held = |at: u64| {
        let before = points[..points.partition_point(|(cycle, _)| *cycle <= at)].last();
        (at, before.map_or(0, |(_, count)| *count))
    };
    let inside = points.iter().filter(|(cycle, _)| from < *cycle && *cycle < to).copied();
    core::iter::once(held(from)).chain(inside).chain([held(to)]).collect()
}

/// A curve in steps over `from..to`: so many at first, one more with each start and one less with each end.
fn steps(first: u64, events: impl Iterator<Item = (u64, bool)>, (from, to): (u64, u64)) -> Vec<(u64, u64)> {
    let (mut count, mut points) = (first, Vec::new());
    let mut before = first;
    for (cycle, start) in events.take_while(|(cycle, _)| *cycle < to) {
        count = if start { count + 1 } else { count.saturating_sub(1) };
        if cycle <= from {
            before = count;
            continue;
        }
        match points.last_mut() {
            // Several in one cycle are one step.
            Some((last, value)) if *last == cycle => *value = count,
            _ => {
                let level = points.last().map_or(before, |(_, value)| *value);
                points.extend([(cycle, level), (cycle, count)]);
            }
        }
    }
    let last = points.last().map_or(before, |(_, value)| *value);
    points.insert(0, (from, before));
    points.push((to, last));
    points
}

#[cfg(test)]
mod tests {
    use super::*;
    use lanescope_parts::{
        base::Lanes,
        trace::{Cause, window::Cell},
    };

    fn room() -> Occupancy {
        let resource = |name, has, needs| Room { name, has, needs };
        Occupancy {
            resources: Vec::from([
                resource("warp slots", 4, 2),
                resource("group slots", 4, 1),
                resource("registers", 2048, 320),
                resource("bytes of work-group memory", 4096, 0),
            ]),
            groups: 2,
            limit: 0,
            warps: 2,
            slots: 4,
            resident: Vec::from([(1, 2)]),
        }
    }

    #[test]
    fn the_words_name_the_limit_and_what_is_resident() {
        let words = words(&room());
        assert_eq!(words[0], "A core can hold 2 groups with 4 warps.");
        assert_eq!(words[1], "That is 100.0 % of its 4 warp slots; the limit: warp slots.");
        assert_eq!(words[2], "At the cursor 1 group and 2 warps are resident on 1 core.");
    }

    /// Two groups at first; one ends at 4, two start at 6, all end at 9. In sight are cycles 4 to 20.
    #[test]
    fn resident_groups_change_where_one_starts_or_ends() {
        let events = [(4, false), (6, true), (6, true), (9, false), (9, false), (9, false), (30, true)];
        let points = steps(2, events.into_iter(), (4, 20));
        assert_eq!(points, [(4, 1), (6, 1), (6, 3), (9, 3), (9, 0), (20, 0)]);
        assert_eq!(steps(2, core::iter::empty(), (4, 20)), [(4, 2), (20, 2)]);
    }

    /// Also where nothing is kept between the ends.
    #[test]
    fn from_afar_the_ends_hold_what_was_before() {
        let kept = [(0, 0), (100, 7), (200, 9)];
        assert_eq!(part(&kept, (100, 250)), [(100, 7), (200, 9), (250, 9)]);
        assert_eq!(part(&kept, (110, 150)), [(110, 7), (150, 7)]);
        assert_eq!(part(&kept, (99, 101)), [(99, 0), (100, 7), (101, 7)]);
    }

    #[test]
    fn each_resource_says_how_many_groups_fit() {
        let fits: Vec<String> = table(&room()).rows.iter().map(|row| row[3].text.clone()).collect();
        assert_eq!(fits, ["2 (limit)", "4", "6", "any"]);
    }

    #[test]
    fn a_point_adds_up_the_units() {
        let mut grid = Timeline::nothing(8, 0);
        (grid.columns, grid.cycles_per_column) = (2, 4);
        let cell = |busy| Cell {
            cause: Cause::EMPTY,
            pc: u32::MAX,
            lanes: Lanes::first_n(0),
            issued: 0,
            busy,
            wait: Cause::EMPTY,
        };
        grid.cells = [255, 0, 255, 255].map(cell).into();
        let plot = plot(&grid, 2, &[(8, 1), (16, 1)]);
        assert_eq!(plot.series[1].points, [(8.0, 2.0), (12.0, 1.0)]);
        assert_eq!(plot.series[0].points, [(8.0, 1.0), (16.0, 1.0)]);
        assert!(
            plot.words.starts_with("At most 2.0 warps have work and 1 group is resident,"),
            "{}",
            plot.words
        );
    }
}
