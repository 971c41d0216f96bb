//! Chrome trace events (JSON): opens in Perfetto and in `chrome://tracing`. One cycle is shown as one microsecond.
//!
//! Process 1 has a thread for each unit with its states, process 2 one for each issue slot, process 3 one for each DRAM
//! bank with its commands, process 4 the other events of `told` that are shown.

use alloc::vec::Vec;
use core::fmt::{self, Arguments, Display};

use super::{
    FileSection, Json, Names, Out, Subject, Writer,
    told::{self, Item, Told, Value},
};
use crate::trace::{Cause, Event, Log, SharedEvent, track::Run};

/// The processes: number and name.
const UNITS: u32 = 1;
const SLOTS: u32 = 2;
const DRAM: u32 = 3;
const EVENTS: u32 = 4;

/// The places of the parts in a file.
const BANKS: usize = 1;
const OTHERS: usize = 2;

/// Writes such files.
#[derive(Debug, Default)]
pub struct Chrome {
    tracks: told::Tracks,
    /// Is there an event in the list?
    any: bool,
}

impl Writer for Chrome {
    fn parts(&self, run: &Subject) -> Vec<FileSection> {
        Vec::from([FileSection::Tracks(0..run.units + run.slots), FileSection::Events, FileSection::Events])
    }

    fn begin(&mut self, part: usize, run: &Subject, out: &mut Out) {
        if part > 0 {
            return;
        }
        out.text(format_args!(
            "{{\"displayTimeUnit\":\"ns\",\"otherData\":{{\"kernel\":{}}},\"traceEvents\":[",
            Json(&run.names.title)
        ));
        let mut list = List { out, any: &mut self.any };
        for (pid, name) in
            [(UNITS, "units"), (SLOTS, "issue slots"), (DRAM, "DRAM banks"), (EVENTS, "events")]
        {
            list.name(pid, None, name);
        }
    }

    fn track(&mut self, track: usize, run: &Subject, out: &mut Out) {
        let (pid, tid) = thread(track, run);
        List { out, any: &mut self.any }.name(pid, Some(tid), run.track_name(track));
    }

    fn state(&mut self, track: usize, state: &Run, log: &Log, run: &Subject, out: &mut Out) {
        if state.state.cause != Cause::EMPTY {
            let mut list = List { out, any: &mut self.any };
            slice(&mut list, thread(track, run), state, log, &run.names);
        }
    }

    fn events(&mut self, part: usize, log: &Log, run: &Subject, out: &mut Out) {
        let mut list = List { out, any: &mut self.any };
        if part == BANKS {
            commands(&mut list, log, run);
        } else {
            let show = &mut |item: Item| show(&mut list, item, &run.names);
            self.tracks.tell(run, Some(SharedEvent::Dram), log, show);
        }
    }

    fn end(&mut self, part: usize, run: &Subject, out: &mut Out) {
        if part == OTHERS {
            let mut list = List { out, any: &mut self.any };
            self.tracks.end(run, &mut |item| show(&mut list, item, &run.names));
            out.text(format_args!("\n]}}\n"));
        }
    }
}

/// The process and the thread of a track.
fn thread(track: usize, run: &Subject) -> (u32, usize) {
    track.checked_sub(run.units).map_or((UNITS, track), |slot| (SLOTS, slot))
}

/// DRAM commands.
fn commands(list: &mut List, log: &Log, run: &Subject) {
    for (cycle, event) in log.events(SharedEvent::Dram, run.begin).filter(|(cycle, _)| run.has(*cycle)) {
        if !list.out.is_wanted() {
            return;
        }
        if let Event::Dram { channel, bank, command, row, .. } = event {
            list.event(format_args!(
                "\"ph\":\"X\",\"pid\":{DRAM},\"tid\":{},\"ts\":{},\"dur\":1,\"name\":\"{command:?}\",\"args\":{{\"row\":{row}}}",
                u32::from(channel) << 16 | u32::from(bank),
                cycle
            ));
        }
    }
}

/// A track of events, or an event. Says whether more is wanted.
fn show(list: &mut List, item: Item, names: &Names) -> bool {
    match item {
        Item::Track(track, name) => list.name(EVENTS, Some(track), &name),
        Item::Event(told) => event(list, &told, names),
    }
    list.out.is_wanted()
}

/// An event with its fields.
fn event(list: &mut List, told: &Told, names: &Names) {
    let name = Json(told.pc().map_or(told.row.id, |pc| names.instruction(pc)));
    let (track, from, cat) = (told.track, told.from, told.row.id);
    let head =
        format_args!("\"pid\":{EVENTS},\"tid\":{track},\"ts\":{from},\"cat\":\"{cat}\",\"name\":{name}");
    let args = Fields(told);
    match told.to {
        Some(to) => list.event(format_args!("\"ph\":\"X\",\"dur\":{},{head},\"args\":{args}", to - from)),
        None => list.event(format_args!("\"ph\":\"i\",\"s\":\"t\",{head},\"args\":{args}")),
    }
}

/// The fields of an event as an object.
struct Fields<'a, 'b>(&'a Told<'b>);

impl Display for Fields<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut before = "{";
        for (name, value) in self.0.fields() {
            match value {
                Value::Number(number) => write!(f, "{before}\"{name}\":{number}")?,
                Value::Text(text) => write!(f, "{before}\"{name}\":{}", Json(&text))?,
            }
            before = ",";
        }
        f.write_str(if before == "{" { "{}" } else { "}" })
    }
}

/// A state.
fn slice(list: &mut List, (pid, tid): (u32, usize), run: &Run, log: &Log, names: &Names) {
    let (&Run { from, to, state }, causes) = (run, log.causes());
    let issues = state.cause == Cause::ISSUED && state.pc != u32::MAX;
    let name = if issues { names.instruction(state.pc.into()) } else { causes.label(state.cause) };
    let head = format_args!("\"ph\":\"X\",\"pid\":{pid},\"tid\":{tid},\"ts\":{from},\"dur\":{}", to - from);
    let (name, cause) = (Json(name), causes.id(state.cause));
    if state.pc == u32::MAX {
        list.event(format_args!("{head},\"cat\":\"{cause}\",\"name\":{name}"));
    } else {
        let lanes = log.lanes_of(state.lanes);
        let args = format_args!("{{\"pc\":{},\"lanes\":\"{lanes:#x}\"}}", state.pc);
        list.event(format_args!("{head},\"cat\":\"{cause}\",\"name\":{name},\"args\":{args}"));
    }
}

/// The list of events, with commas between.
struct List<'b, 'a> {
    out: &'b mut Out<'a>,
    /// Is there one in front?
    any: &'b mut bool,
}

impl List<'_, '_> {
    fn event(&mut self, fields: Arguments) {
        let comma = if core::mem::replace(self.any, true) { "," } else { "" };
        self.out.text(format_args!("{comma}\n{{{fields}}}"));
    }

    /// Names a process or a thread of it.
    fn name(&mut self, pid: u32, tid: Option<usize>, name: &str) {
        let kind = if tid.is_some() { "thread_name" } else { "process_name" };
        let (tid, name) = (tid.unwrap_or(0), Json(name));
        self.event(format_args!(
            "\"ph\":\"M\",\"pid\":{pid},\"tid\":{tid},\"name\":\"{kind}\",\"args\":{{\"name\":{name}}}"
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{example, export, json};
    use super::*;
    use alloc::string::String;

    #[test]
    fn the_file_is_json_with_a_slice_for_each_run() {
        let text = String::from_utf8(export(&example(), Chrome::default())).unwrap();
        let value = json::parse(&text);
        let events = value.get("traceEvents").list();
        let slices = |pid: f64| {
            events
                .iter()
                .filter(|event| event.get("ph").text() == "X" && event.get("pid").number() == pid)
                .map(|event| (event.get("ts").number(), event.get("dur").number(), event.get("name").text()))
                .collect::<alloc::vec::Vec<_>>()
        };
        assert_eq!(slices(1.0), [(2.0, 1.0, "add %r1, \"q\""), (3.0, 6.0, "waits for memory")]);
        assert_eq!(slices(2.0), [(2.0, 7.0, "issued")]);
        assert_eq!(slices(3.0), [(4.0, 1.0, "Activate")]);
        let names = events.iter().filter(|event| event.get("name").text() == "thread_name");
        assert_eq!(
            names.map(|event| event.get("args").get("name").text()).collect::<alloc::vec::Vec<_>>(),
            ["warp \"0\"", "scheduler 0"]
        );
    }
}
