//! Perfetto's own track events, as a protobuf `Trace`. One cycle is shown as one microsecond.
//!
//! A track for each unit and each issue slot, under a parent track each; a slice for each time a state holds. Only the
//! few fields that are needed are written; their numbers are those of Perfetto's public schema. A third parent has the other
//! events of `told` that are shown, as slices and instants.

use alloc::{format, vec::Vec};

use super::{
    FileSection, Names, Out, Subject, Writer,
    told::{self, Item, Told, Value},
};
use crate::trace::{Cause, Log, track::Run, varint};

/// Nanoseconds of a cycle.
const CYCLE: u64 = 1000;

mod field {
    pub const TRACE_PACKET: u64 = 1;
    pub const PACKET_TIMESTAMP: u64 = 8;
    pub const PACKET_SEQUENCE: u64 = 10;
    pub const PACKET_EVENT: u64 = 11;
    pub const PACKET_TRACK: u64 = 60;
    pub const TRACK_UUID: u64 = 1;
    pub const TRACK_NAME: u64 = 2;
    pub const TRACK_PARENT: u64 = 5;
    pub const EVENT_ANNOTATION: u64 = 4;
    pub const EVENT_TYPE: u64 = 9;
    pub const EVENT_TRACK: u64 = 11;
    pub const EVENT_CATEGORY: u64 = 22;
    pub const EVENT_NAME: u64 = 23;
    pub const ANNOTATION_NUMBER: u64 = 3;
    pub const ANNOTATION_TEXT: u64 = 6;
    pub const ANNOTATION_NAME: u64 = 10;
}

const BEGIN: u64 = 1;
const END: u64 = 2;
const INSTANT: u64 = 3;

/// The parent of the tracks of events.
const EVENTS: u64 = 3 << 32;

/// The parts of a file: units, slots, events.
const PARENTS: [(u64, &str); 3] = [(1 << 32, "units"), (2 << 32, "issue slots"), (EVENTS, "events")];

/// Writes such files.
#[derive(Debug, Default)]
pub struct Perfetto {
    tracks: told::Tracks,
}

impl Writer for Perfetto {
    fn parts(&self, run: &Subject) -> Vec<FileSection> {
        let Subject { units, slots, .. } = *run;
        Vec::from([
            FileSection::Tracks(0..units),
            FileSection::Tracks(units..units + slots),
            FileSection::Events,
        ])
    }

    fn begin(&mut self, part: usize, _: &Subject, out: &mut Out) {
        if let Some((parent, name)) = PARENTS.get(part) {
            describe(out, *parent, None, name);
        }
    }

    fn track(&mut self, track: usize, run: &Subject, out: &mut Out) {
        let (parent, uuid) = uuid(track, run);
        describe(out, uuid, Some(parent), run.track_name(track));
    }

    fn state(&mut self, track: usize, state: &Run, log: &Log, run: &Subject, out: &mut Out) {
        if state.state.cause != Cause::EMPTY {
            let (_, uuid) = uuid(track, run);
            packet(out, state.from, begin(uuid, state, log, &run.names));
            packet(out, state.to, end(uuid));
        }
    }

    fn events(&mut self, _: usize, log: &Log, run: &Subject, out: &mut Out) {
        self.tracks.tell(run, None, log, &mut |item| show(item, &run.names, out));
    }

    fn end(&mut self, part: usize, run: &Subject, out: &mut Out) {
        if self.parts(run)[part] == FileSection::Events {
            self.tracks.end(run, &mut |item| show(item, &run.names, out));
        }
    }
}

/// The numbers of a track's parent and of the track itself.
fn uuid(track: usize, run: &Subject) -> (u64, u64) {
    let (part, place) = track.checked_sub(run.units).map_or((0, track), |slot| (1, slot));
    (PARENTS[part].0, PARENTS[part].0 + 1 + place as u64)
}

/// A track of events, or an event. Says whether more is wanted.
fn show(item: Item, names: &Names, out: &mut Out) -> bool {
    match item {
        Item::Track(track, name) => describe(out, EVENTS + 1 + track as u64, Some(EVENTS), &name),
        Item::Event(told) => event(out, &told, names),
    }
    out.is_wanted()
}

/// An event with its fields.
fn event(out: &mut Out, told: &Told, names: &Names) {
    let uuid = EVENTS + 1 + told.track as u64;
    let name = told.pc().map_or(told.row.id, |pc| names.instruction(pc));
    let kind = if told.to.is_some() { BEGIN } else { INSTANT };
    let event = Message::new()
        .number(field::EVENT_TYPE, kind)
        .number(field::EVENT_TRACK, uuid)
        .bytes(field::EVENT_CATEGORY, told.row.id.as_bytes())
        .bytes(field::EVENT_NAME, name.as_bytes());
    let event = told.fields().fold(event, |event, (name, value)| event.annotated(name, value));
    packet(out, told.from, event);
    if let Some(to) = told.to {
        packet(out, to, end(uuid));
    }
}

/// The end of a slice.
fn end(uuid: u64) -> Message {
    Message::new().number(field::EVENT_TYPE, END).number(field::EVENT_TRACK, uuid)
}

fn begin(uuid: u64, run: &Run, log: &Log, names: &Names) -> Message {
    let (state, causes) = (run.state, log.causes());
    let issues = state.cause == Cause::ISSUED && state.pc != u32::MAX;
    let name = if issues { names.instruction(state.pc.into()) } else { causes.label(state.cause) };
    let event = Message::new()
        .number(field::EVENT_TYPE, BEGIN)
        .number(field::EVENT_TRACK, uuid)
        .bytes(field::EVENT_CATEGORY, causes.id(state.cause).as_bytes())
        .bytes(field::EVENT_NAME, name.as_bytes());
    if state.pc == u32::MAX {
        return event;
    }
    let lanes = log.lanes_of(state.lanes);
    // More than 64 lanes are no number.
    let lanes = match lanes.words() {
        [] => Value::Number(0),
        [word] => Value::Number(*word),
        _ => Value::Text(format!("{lanes:#x}")),
    };
    event.annotated("pc", Value::Number(state.pc.into())).annotated("lanes", lanes)
}

fn describe(out: &mut Out, uuid: u64, parent: Option<u64>, name: &str) {
    let track = Message::new().number(field::TRACK_UUID, uuid).bytes(field::TRACK_NAME, name.as_bytes());
    let track = parent.map_or(track.clone(), |parent| track.number(field::TRACK_PARENT, parent));
    let packet = Message::new().bytes(field::PACKET_TRACK, &track.0);
    send(out, packet);
}

fn packet(out: &mut Out, cycle: u64, event: Message) {
    let packet =
        Message::new().number(field::PACKET_TIMESTAMP, cycle * CYCLE).bytes(field::PACKET_EVENT, &event.0);
    send(out, packet);
}

fn send(out: &mut Out, packet: Message) {
    let packet = packet.number(field::PACKET_SEQUENCE, 1);
    out.bytes(&Message::new().bytes(field::TRACE_PACKET, &packet.0).0);
}

/// A protobuf message: fields with a key of number and kind (0 for numbers, 2 for bytes).
#[derive(Clone, Debug)]
struct Message(Vec<u8>);

impl Message {
    fn new() -> Message {
        Message(Vec::new())
    }

    fn number(mut self, field: u64, value: u64) -> Message {
        varint::put(&mut self.0, field << 3);
        varint::put(&mut self.0, value);
        self
    }

    /// A field of an event, as an annotation of it.
    fn annotated(self, name: &str, value: Value) -> Message {
        let annotation = match value {
            Value::Number(number) => Message::new().number(field::ANNOTATION_NUMBER, number),
            Value::Text(text) => Message::new().bytes(field::ANNOTATION_TEXT, text.as_bytes()),
        };
        self.bytes(field::EVENT_ANNOTATION, &annotation.bytes(field::ANNOTATION_NAME, name.as_bytes()).0)
    }

    fn bytes(mut self, field: u64, bytes: &[u8]) -> Message {
        varint::put(&mut self.0, field << 3 | 2);
        varint::put(&mut self.0, bytes.len() as u64);
        self.0.extend_from_slice(bytes);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{example, export};
    use super::*;

    /// The fields of a message: number, value of a number, bytes.
    fn fields(mut bytes: &[u8]) -> Vec<(u64, u64, &[u8])> {
        let mut list = Vec::new();
        while !bytes.is_empty() {
            let mut at = 0;
            let (key, value) = (varint::take(bytes, &mut at), varint::take(bytes, &mut at));
            let data = if key & 7 == 2 { &bytes[at..at + value as usize] } else { &[] };
            assert!(key & 7 == 0 || key & 7 == 2);
            list.push((key >> 3, value, data));
            bytes = &bytes[at + data.len()..];
        }
        list
    }

    fn find<'a>(message: &[(u64, u64, &'a [u8])], field: u64) -> Option<(u64, &'a [u8])> {
        message.iter().find(|(number, ..)| *number == field).map(|(_, value, bytes)| (*value, *bytes))
    }

    #[test]
    fn every_slice_begins_and_ends_on_a_described_track() {
        let file = export(&example(), Perfetto::default());
        let packets: Vec<_> = fields(&file).into_iter().map(|(_, _, bytes)| fields(bytes)).collect();
        let tracks: Vec<_> =
            packets.iter().filter_map(|p| find(p, 60)).map(|(_, t)| find(&fields(t), 1).unwrap().0).collect();
        // Two parents with a track each, and the parent of events with that of the only kind that there is.
        assert_eq!(tracks.len(), 6);
        let events: Vec<_> = packets
            .iter()
            .filter(|p| find(p, 11).is_some())
            .map(|p| {
                let event = fields(find(p, 11).unwrap().1);
                let track = find(&event, 11).unwrap().0;
                assert!(tracks.contains(&track));
                (find(p, 8).unwrap().0, find(&event, 9).unwrap().0, find(&event, 23).map(|(_, name)| name))
            })
            .collect();
        assert_eq!(
            events,
            [
                (2000, BEGIN, Some(&b"add %r1, \"q\""[..])),
                (3000, END, None),
                (3000, BEGIN, Some(&b"waits for memory"[..])),
                (9000, END, None),
                (2000, BEGIN, Some(&b"issued"[..])),
                (9000, END, None),
                (4000, INSTANT, Some(&b"dram"[..])),
            ]
        );
    }
}
