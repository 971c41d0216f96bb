//! One stream of events as comma-separated values: a line for each event, a column for its cycle and for each field.

use alloc::vec::Vec;
use core::fmt::{self, Write};

use super::{FileSection, Out, Subject, Writer};
use crate::trace::{LaneKey, Log};

/// Writes such files, of the stream at this place; an empty one if there is none.
#[derive(Clone, Copy, Debug)]
pub struct Events(pub usize);

impl Writer for Events {
    fn parts(&self, _: &Subject) -> Vec<FileSection> {
        Vec::from([FileSection::Events])
    }

    fn begin(&mut self, _: usize, run: &Subject, out: &mut Out) {
        let Some(row) = run.rows.get(self.0) else { return };
        out.text(format_args!("cycle"));
        row.fields.iter().for_each(|field| out.text(format_args!(",{}", field.name)));
        out.text(format_args!("\n"));
    }

    fn events(&mut self, _: usize, log: &Log, run: &Subject, out: &mut Out) {
        let (Some(row), Some(stream)) = (run.rows.get(self.0), log.stream(self.0)) else { return };
        for kept in stream.from(run.begin).filter(|kept| run.has(kept.cycle)) {
            if !out.is_wanted() {
                return;
            }
            out.text(format_args!("{}", kept.cycle));
            for (field, word) in row.fields.iter().zip(kept.words) {
                out.bytes(b",");
                // Writing into memory cannot fail.
                let _ = match field.lanes {
                    true => write!(Text(out), "{:#x}", log.lanes_of(LaneKey(word))),
                    false => (field.show)(word, run.sites, &mut Text(out)),
                };
            }
            out.bytes(b"\n");
        }
    }
}

/// A file as text.
struct Text<'b, 'a>(&'b mut Out<'a>);

impl Write for Text<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.bytes(text.as_bytes());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use alloc::{string::String, vec::Vec};

    use super::*;
    use crate::trace::{
        Causes, Event, Log, SharedEvent, Sink,
        event::Record,
        export::tests::{example, export},
    };

    crate::events! {
        /// The tide turned.
        Turn = "turns", Passing, lasts ebb {
            /// The harbour.
            harbour: u16 = "",
            /// How long the water falls.
            ebb: u64 = "cycles",
            /// Was it high?
            high: bool = "",
        }
    }

    fn text(log: &Log, place: usize) -> String {
        String::from_utf8(export(log, Events(place))).unwrap()
    }

    #[test]
    fn a_line_for_each_event() {
        assert_eq!(
            text(&example(), SharedEvent::Dram as usize),
            "cycle,channel,bank,command,row,request,time\n4,0,3,Activate,8,5,6\n"
        );
        assert_eq!(text(&example(), SharedEvent::Group as usize), "cycle,group,core,start\n");
        assert_eq!(text(&example(), 99), "");
    }

    #[test]
    fn events_of_one_machine_need_no_more_than_their_rows() {
        let mut log = Log::new(Causes::SHARED, EVENTS, 0, 0);
        let place = log.rows().iter().position(|row| row.id == "turns").unwrap();
        for (cycle, ebb) in [(3, 1 << 40), (9, 7)] {
            log.tell(cycle, Turn { harbour: 2, ebb, high: cycle == 9 }.event());
        }
        assert_eq!(text(&log, place), "cycle,harbour,ebb,high\n3,2,1099511627776,0\n9,2,7,1\n");
        let read: Vec<(u64, Turn)> = log.own(4).collect();
        assert_eq!(read, [(9, Turn { harbour: 2, ebb: 7, high: true })]);
        assert_eq!(log.longest::<Turn>(), 1 << 40);
        // A machine without such rows hears nothing.
        let mut other = Log::new(Causes::SHARED, &[], 0, 0);
        other.tell(1, Turn { harbour: 0, ebb: 0, high: false }.event());
        assert_eq!((other.bytes(), other.own::<Turn>(0).count()), (0, 0));
        let far = Event::Dram {
            channel: 1,
            bank: 2,
            command: crate::trace::DramCommand::Read,
            row: 3,
            request: 4,
            time: 5,
        };
        other.tell(2, far);
        assert_eq!(other.events(SharedEvent::Dram, 0).collect::<Vec<_>>(), [(2, far)]);
    }
}
