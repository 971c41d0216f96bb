//! DRAM commands: banks by cycles. A bank whose row is open carries a line from its activate to its precharge.

use alloc::{format, vec, vec::Vec};

use super::{MachinePanel, Scene, recorded};
use crate::{
    figure::{
        About, Bars, Figure, Form, Mark, Panel, Question, Takes,
        bars::{Bar, Note, Style},
        legend::{self, Entry},
        rows::Row,
    },
    trace::{
        DramCommand,
        window::{self, DramWindow},
    },
};

/// Most commands of an answer.
pub const COMMANDS: u32 = 4096;
/// What to say if more lie in the window.
pub const CUT: &str = "More commands lie here than are drawn: zoom in.";
const NONE: &str =
    "The memory of this machine is not DRAM. Choose a preset that has DRAM, or set the memory to it.";

/// The row of the DRAM commands.
pub const DRAM: MachinePanel = Panel {
    about: About {
        id: "dram",
        title: "DRAM",
        says: "Commands of each bank: an activate opens a row, reads and writes that find it open are cheap.",
        label: "DRAM commands: banks by cycles. Arrow keys move the cursor, plus and minus zoom.",
        help: &[
            ("Rows", "Banks, channel by channel."),
            ("Columns", "Cycles of the core, the same window as the timeline's."),
            (
                "Commands",
                "ACT opens a row of a bank, RD and WR move data of the open row, PRE closes it, REF refreshes a rank.",
            ),
            ("Line", "The bank has an open row."),
        ],
        legend: &[Entry::Commands],
        empty: "No DRAM command lies in this window. Memory traffic fills it.",
        takes: &[Takes::Cycles],
        shows: &[],
    },
    answer: dram,
};

fn dram(scene: &dyn Scene, question: &Question) -> Figure {
    let (dimensions, (from, to)) = (scene.dimensions(), recorded(scene, question));
    if dimensions.banks == 0 {
        return Figure::empty(NONE);
    }
    let window =
        window::dram(&scene.recording(from, to), from, to, COMMANDS, dimensions.channels, dimensions.banks);
    if window.commands.is_empty() {
        return Figure::empty(DRAM.about.empty);
    }
    let remark = if window.cut { CUT.into() } else { count(window.commands.len()) };
    Figure::from(Form::Bars(bars(&window, (from, to), dimensions.rows_close))).with_remark(remark)
}

fn count(commands: usize) -> alloc::string::String {
    if commands == 1 { "1 command".into() } else { format!("{commands} commands") }
}

fn bars(window: &DramWindow, cycles: (u64, u64), rows_close: bool) -> Bars {
    let mut bars = Bars { nothing_here: "no command".into(), ..Bars::default() };
    add_banks(&mut bars, window, cycles, rows_close);
    bars
}

/// Adds a row for each bank, below those that are there, with its commands and how long its row is open; `rows_close`: by themselves, behind the
/// last burst?
pub fn add_banks(bars: &mut Bars, window: &DramWindow, cycles: (u64, u64), rows_close: bool) {
    let (banks, first) = (u32::from(window.banks), bars.rows.len() as u32);
    let row = |at: u32| {
        let (channel, bank) = (at / banks, at % banks);
        let mark = Mark::Dram(channel as u16, bank as u16, 0, 0);
        Row { group: channel, ..Row::new(format!("ch {channel} bank {bank}"), Some(mark)) }
    };
    bars.rows.extend((0..u32::from(window.channels) * banks).map(row));
    let open = bars.note(Note { words: "row open".into(), ..Note::default() });
    let state = |(row, from, to): (u32, u64, u64)| {
        let row = first + row;
        Bar { row, from, to, style: Style::State, note: open }
    };
    let open_rows = if rows_close { closing_rows(window, cycles) } else { open_rows(window, cycles) };
    bars.bars.extend(open_rows.into_iter().map(state));
    for (cycle, channel, bank, command, opened) in window.commands.iter().copied() {
        let note = bars.note(Note {
            labels: Vec::new(),
            words: format!("{}, row {opened}", legend::command(command).1),
            mark: Some(Mark::Dram(channel, bank, cycle, opened)),
        });
        let row = first + u32::from(channel) * banks + u32::from(bank);
        bars.bars.push(Bar { row, from: cycle, to: cycle + 1, style: Style::Command(command), note });
    }
}

/// From each activate to the next precharge of its bank, or to the end of the window: row, first cycle, one past the last.
fn open_rows(window: &DramWindow, (from, to): (u64, u64)) -> Vec<(u32, u64, u64)> {
    let mut since = vec![None; usize::from(window.channels) * usize::from(window.banks)];
    let mut open = Vec::new();
    for (cycle, channel, bank, command, _) in &window.commands {
        let row = u32::from(*channel) * u32::from(window.banks) + u32::from(*bank);
        let Some(slot) = since.get_mut(row as usize) else { continue };
        match command {
            // A column command may have closed the row before.
            DramCommand::Activate => open.extend(slot.replace(*cycle).map(|since| (row, since, *cycle))),
            // Opened before the window.
            DramCommand::Read | DramCommand::Write => *slot = slot.or(Some(from)),
            DramCommand::Precharge | DramCommand::Refresh => {
                open.extend(slot.take().map(|since| (row, since, *cycle)));
            }
        }
    }
    open.extend((0u32..).zip(since).filter_map(|(row, since)| since.map(|since| (row, since, to))));
    open
}

/// The same where a row closes by itself: from each activate to the last burst in front of the next one.
fn closing_rows(window: &DramWindow, (from, _): (u64, u64)) -> Vec<(u32, u64, u64)> {
    let mut last = vec![None; usize::from(window.channels) * usize::from(window.banks)];
    let mut open = Vec::new();
    for (cycle, channel, bank, command, _) in &window.commands {
        let row = u32::from(*channel) * u32::from(window.banks) + u32::from(*bank);
        let Some(last) = last.get_mut(row as usize) else { continue };
        match command {
            DramCommand::Activate => {
                *last = Some(open.len());
                open.push((row, *cycle, cycle + 1));
            }
            DramCommand::Read | DramCommand::Write => match last.and_then(|at: usize| open.get_mut(at)) {
                Some((_, _, to)) => *to = cycle + 1,
                // Opened before the window.
                None => {
                    *last = Some(open.len());
                    open.push((row, from, cycle + 1));
                }
            },
            DramCommand::Precharge | DramCommand::Refresh => {}
        }
    }
    open
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_open_from_activate_to_precharge() {
        use DramCommand::{Activate, Precharge, Read};
        let commands =
            [(10, 0, 1, Activate, 7), (20, 0, 1, Read, 7), (30, 0, 1, Precharge, 7), (35, 0, 2, Read, 9)]
                .into();
        let window = DramWindow { channels: 1, banks: 4, commands, cut: false };
        assert_eq!(open_rows(&window, (5, 40)), [(1, 10, 30), (2, 5, 40)]);
        let bars = bars(&window, (5, 40), false);
        assert_eq!((bars.rows.len(), bars.bars.len()), (4, 6));
        // A column command that closes its row has no command for that: the next activate says so.
        let window =
            DramWindow { commands: [(10, 0, 1, Activate, 7), (20, 0, 1, Activate, 8)].into(), ..window };
        assert_eq!(open_rows(&window, (5, 40)), [(1, 10, 20), (1, 20, 40)]);
        // Where rows close by themselves each ends with its last burst, whatever comes later.
        use DramCommand::{Refresh, Write};
        let commands = [
            (6, 0, 0, Read, 3),
            (10, 0, 1, Activate, 7),
            (20, 0, 1, Read, 7),
            (22, 0, 1, Read, 7),
            (30, 0, 1, Activate, 8),
            (34, 0, 1, Write, 8),
            (36, 0, 0, Refresh, 0),
        ];
        let window = DramWindow { commands: commands.into(), ..window };
        assert_eq!(closing_rows(&window, (5, 40)), [(0, 5, 7), (1, 10, 23), (1, 30, 35)]);
        let words: Vec<_> = bars.table().rows.iter().map(|row| row[4].text.clone()).collect();
        assert_eq!(words[2..], ["ACT, row 7", "RD, row 7", "PRE, row 7", "RD, row 9"]);
    }
}
