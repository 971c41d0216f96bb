//! A small log, and readers that share nothing with the writers.

use alloc::{boxed::Box, string::String, vec, vec::Vec};

use super::{File, Names, Out, Subject, Writer};
use crate::{
    base::LaneMask,
    trace::{Cause, Causes, DramCommand, Event, Log, Sink},
};

pub fn names() -> Names {
    Names {
        title: "k".into(),
        units: vec!["warp \"0\"".into()],
        slots: vec!["scheduler 0".into()],
        instructions: [(0, "add %r1, \"q\"".into()), (1, "ld\t%r2".into())].into_iter().collect(),
    }
}

/// One unit: empty for two cycles, issues in one, waits for memory until cycle 9.
pub fn example() -> Log {
    let mut log = Log::new(Causes::SHARED, &[], 1, 1);
    log.tell(2, Event::Unit { unit: 0, cause: Cause::ISSUED, pc: 0, lanes: LaneMask(5).into() });
    log.tell(2, Event::Slot { slot: 0, cause: Cause::ISSUED });
    log.tell(3, Event::Unit { unit: 0, cause: Cause::MEMORY, pc: 1, lanes: LaneMask(5).into() });
    log.tell(
        4,
        Event::Dram { channel: 0, bank: 3, command: DramCommand::Activate, row: 8, request: 5, time: 6 },
    );
    log.close(9);
    log
}

/// What a file of a log is about.
pub fn subject(log: &Log) -> Subject {
    Subject {
        names: names(),
        causes: log.causes().clone(),
        sites: crate::trace::Sites::SHARED,
        rows: log.rows().to_vec(),
        units: log.units.len(),
        slots: log.slots.len(),
        begin: 0,
        end: log.end(),
        until: u64::MAX,
    }
}

/// The bytes of a file that `write` writes.
pub fn written(mut file: File, write: impl FnOnce(&mut File, &mut Out)) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut take = |piece: &[u8]| {
        bytes.extend_from_slice(piece);
        true
    };
    write(&mut file, &mut Out::new(&mut take));
    bytes
}

/// Writes all of a log, as long as more is wanted.
fn finish(file: &mut File, log: &Log, out: &mut Out) {
    while out.is_wanted() && file.wants(out).is_some() {
        while !file.take((log, true), u64::MAX, out) {}
    }
}

pub fn export(log: &Log, writer: impl Writer + 'static) -> Vec<u8> {
    written(File::new(Box::new(writer), subject(log)), |file, out| finish(file, log, out))
}

#[test]
fn a_receiver_that_wants_no_more_gets_no_more() {
    let mut log = Log::new(Causes::SHARED, &[], 1, 1);
    for cycle in 0..100_000 {
        let cause = if cycle % 2 == 0 { Cause::ISSUED } else { Cause::MEMORY };
        log.tell(cycle, Event::Unit { unit: 0, cause, pc: 0, lanes: LaneMask(1).into() });
    }
    log.close(100_000);
    let writers: [Box<dyn Writer>; 3] = [
        Box::new(super::chrome::Chrome::default()),
        Box::new(super::csv::Csv),
        Box::new(super::perfetto::Perfetto::default()),
    ];
    for writer in writers {
        let mut pieces = 0;
        let mut refuse = |piece: &[u8]| {
            assert!(piece.len() < 2 * super::PIECE);
            pieces += 1;
            false
        };
        finish(&mut File::new(writer, subject(&log)), &log, &mut Out::new(&mut refuse));
        assert_eq!(pieces, 1);
    }
}

/// As much of JSON as the test files need, read by the letter.
pub mod json {
    use super::*;

    #[derive(Clone, Debug, PartialEq)]
    pub enum Value {
        Text(String),
        Number(f64),
        List(Vec<Value>),
        Object(Vec<(String, Value)>),
    }

    impl Value {
        pub fn get(&self, key: &str) -> &Value {
            match self {
                Value::Object(fields) => &fields.iter().find(|(name, _)| name == key).unwrap().1,
                other => panic!("{other:?} is no object"),
            }
        }

        pub fn text(&self) -> &str {
            if let Value::Text(text) = self { text } else { panic!("{self:?} is no text") }
        }

        pub fn number(&self) -> f64 {
            if let Value::Number(number) = self { *number } else { panic!("{self:?} is no number") }
        }

        pub fn list(&self) -> &[Value] {
            if let Value::List(list) = self { list } else { panic!("{self:?} is no list") }
        }
    }

    pub fn parse(text: &str) -> Value {
        let mut rest = text.trim();
        let value = value(&mut rest);
        assert_eq!(rest.trim(), "");
        value
    }

    fn value(rest: &mut &str) -> Value {
        match next(rest) {
            '"' => Value::Text(string(rest)),
            '[' => Value::List(items(rest, ']', value)),
            '{' => Value::Object(items(rest, '}', |rest| {
                assert_eq!(next(rest), '"');
                let key = string(rest);
                assert_eq!(next(rest), ':');
                (key, value(rest))
            })),
            first => {
                let end = rest.find(|c: char| !"+-.eE0123456789".contains(c)).unwrap_or(rest.len());
                let digits = alloc::format!("{first}{}", &rest[..end]);
                *rest = &rest[end..];
                Value::Number(digits.parse().unwrap())
            }
        }
    }

    fn items<T>(rest: &mut &str, end: char, item: fn(&mut &str) -> T) -> Vec<T> {
        let mut list = Vec::new();
        loop {
            *rest = rest.trim_start();
            if rest.starts_with(end) {
                next(rest);
                return list;
            }
            if !list.is_empty() {
                assert_eq!(next(rest), ',');
            }
            list.push(item(rest));
        }
    }

    fn string(rest: &mut &str) -> String {
        let mut text = String::new();
        loop {
            let c = rest.chars().next().unwrap();
            *rest = &rest[c.len_utf8()..];
            match c {
                '"' => return text,
                '\\' => {
                    let escaped = rest.chars().next().unwrap();
                    *rest = &rest[1..];
                    if escaped == 'u' {
                        let code = u32::from_str_radix(&rest[..4], 16).unwrap();
                        *rest = &rest[4..];
                        text.push(char::from_u32(code).unwrap());
                    } else {
                        assert!("\"\\/".contains(escaped));
                        text.push(escaped);
                    }
                }
                c => {
                    assert!(u32::from(c) >= 0x20, "a control character must be escaped");
                    text.push(c);
                }
            }
        }
    }

    fn next(rest: &mut &str) -> char {
        *rest = rest.trim_start();
        let c = rest.chars().next().unwrap();
        *rest = &rest[c.len_utf8()..];
        c
    }
}
