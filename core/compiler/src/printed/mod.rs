//! What kernels print: records in a buffer, as drivers of GPUs keep them, and the text that they stand for.
//!
//! A kernel that calls `printf` has one more parameter, a buffer of words of 32 bits. Its first word counts the words that have been asked
//! for. A call takes room there with an atomic addition and stores a record: the number of its format, the linear global number of the
//! work-item, and its values, narrow ones as one word, others as two (the lower one first). A call that finds no more room stores the
//! same words behind the records, where nobody reads them, so that no work-item goes another way.
//!
//! The order of records is that in which work-items took their room: it depends on the machine. Those of one work-item are in the order
//! in which it printed them, so that two runs are compared [work-item by work-item](by_item).
//!
//! Deliberately absent: a buffer that is emptied while a kernel runs, strings of more than [`MOST_TEXT`] bytes, and a count of more words
//! than 32 bits hold: behind them it begins anew.

use alloc::{string::String, vec::Vec};

use serde::{Deserialize, Serialize};

use crate::{base::OrdMap, image::Memory, ir::Param};

pub mod format;

pub use format::{Argument, Conversion, Part, Taken};

/// The name of the buffer, unless the kernel has a parameter of this name.
pub const NAME: &str = "printf";
/// The buffer's name then, which no text can have.
pub const OTHER_NAME: &str = "printf()";
/// Words in front of the records: how many words have been asked for.
pub const HEAD: u64 = 1;
/// Words of a record in front of its values: format and work-item.
pub const RECORD: u64 = 2;
/// Most bytes of a string that lies in memory.
pub const MOST_TEXT: u64 = 1024;
/// Bytes of text behind which no more records are read.
pub const MOST_OUTPUT: usize = 4 << 20;

/// Said where there was more than the records' room.
pub const CUT: &str = "(more was printed than fits: limit printf_bytes, and 4 MiB of text)";

/// How a value lies in a record.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Stored {
    /// An integer of at most 32 bits in a word.
    Word,
    /// An integer of 64 bits, or an address, in two.
    Long,
    /// A `float` in a word.
    Float,
    /// A `double` in two.
    Double,
    /// A string that stands in the call: it is not stored.
    Text(Vec<u8>),
    /// One of these strings, whose number is a word.
    Choice(Vec<Vec<u8>>),
}

impl Stored {
    /// How many words it takes.
    pub const fn words(&self) -> u64 {
        match self {
            Stored::Word | Stored::Float | Stored::Choice(_) => 1,
            Stored::Long | Stored::Double => 2,
            Stored::Text(_) => 0,
        }
    }
}

/// A call of `printf`.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Call {
    /// Its format.
    pub format: Vec<u8>,
    /// Has it conversions of vectors (OpenCL C)?
    pub vectors: bool,
    /// Its values.
    pub values: Vec<Stored>,
}

impl Call {
    /// Words of one of its records.
    pub fn words(&self) -> u64 {
        RECORD + self.values.iter().map(Stored::words).sum::<u64>()
    }
}

/// The calls of a kernel, and the words that records may take.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Calls {
    /// The calls, by the numbers that records have.
    pub calls: Vec<Call>,
    /// Words of all records.
    pub room: u64,
}

/// Words of a buffer with room for records of so many words: the head, the records, and as much as the longest record takes where it has no
/// room.
pub const fn buffer_words(room: u64, longest: u64) -> u64 {
    HEAD + room + longest
}

/// The buffer of a kernel that prints: the name of its parameter, and the calls.
pub fn buffer(params: &[Param]) -> Option<(&str, &Calls)> {
    params.iter().find_map(|param| Some((param.name.as_str(), param.prints.as_ref()?)))
}

/// What one call has printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed {
    /// The linear global number of the work-item.
    pub item: u32,
    /// The text.
    pub text: Vec<u8>,
}

/// What a run has printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Output {
    /// In the order in which work-items took their room.
    pub printed: Vec<Printed>,
    /// Is there more that found no room?
    pub is_cut: bool,
}

/// Reads what lies in the buffer. Records that are not whole, because their stores are still under way, are left out.
pub fn read((name, calls): (&str, &Calls), memory: &Memory) -> Output {
    let Some(at) = memory.buffers().iter().position(|buffer| buffer.name == name) else {
        return Output::default();
    };
    let bytes = memory.copy_out(at, 0, u64::MAX);
    let word = |at: u64| {
        let from = usize::try_from(at * 4).ok()?;
        Some(u32::from_le_bytes(bytes.get(from..from + 4)?.try_into().ok()?))
    };
    let asked = u64::from(word(0).unwrap_or(0));
    let (mut output, mut at) = (Output { printed: Vec::new(), is_cut: asked > calls.room }, 0);
    let mut bytes_of_text = 0;
    while at < asked.min(calls.room) {
        if bytes_of_text > MOST_OUTPUT {
            output.is_cut = true;
            break;
        }
        // A record of which nothing is stored yet says nothing of its length: what stands behind it waits for it.
        let Some(call) =
            word(HEAD + at).and_then(|number| calls.calls.get((number as usize).checked_sub(1)?))
        else {
            break;
        };
        if at + call.words() > calls.room {
            break;
        }
        let item = word(HEAD + at + 1).unwrap_or(0);
        let text = text(call, memory, HEAD + at + RECORD, &word);
        bytes_of_text += text.len();
        output.printed.push(Printed { item, text });
        at += call.words();
    }
    output
}

fn text(call: &Call, memory: &Memory, mut at: u64, word: &dyn Fn(u64) -> Option<u32>) -> Vec<u8> {
    let Ok(parts) = format::parts(&call.format, call.vectors) else { return call.format.clone() };
    let mut wanted = parts.iter().filter_map(|part| match part {
        Part::Conversion(conversion) => Some(conversion),
        Part::Text(_) => None,
    });
    let alone = wanted.clone().count() == call.values.len();
    let mut arguments = Vec::with_capacity(call.values.len());
    for value in &call.values {
        let bits = match value.words() {
            2 => u64::from(word(at).unwrap_or(0)) | u64::from(word(at + 1).unwrap_or(0)) << 32,
            _ => word(at).unwrap_or(0).into(),
        };
        at += value.words();
        let is_text = alone && wanted.next().is_some_and(|conversion| conversion.kind == b's');
        arguments.push(match value {
            Stored::Text(text) => Argument::Text(text.clone()),
            Stored::Choice(texts) => Argument::Text(texts.get(bits as usize).cloned().unwrap_or_default()),
            Stored::Long if is_text => Argument::Text(string(memory, bits)),
            Stored::Word | Stored::Long => Argument::Integer(bits),
            Stored::Float => Argument::Float(f32::from_bits(bits as u32).into()),
            Stored::Double => Argument::Float(f64::from_bits(bits)),
        });
    }
    format::filled(&parts, &arguments)
}

/// The bytes in memory up to a zero.
fn string(memory: &Memory, address: u64) -> Vec<u8> {
    let byte = |at| memory.read(at, 1).ok().map(|byte| byte as u8).filter(|byte| *byte != 0);
    (address..address.saturating_add(MOST_TEXT)).map_while(byte).collect()
}

/// What each work-item has printed, in its order.
pub fn by_item(output: &Output) -> OrdMap<u32, Vec<u8>> {
    let mut items: OrdMap<u32, Vec<u8>> = OrdMap::new();
    for one in &output.printed {
        match items.get_mut(&one.item) {
            Some(text) => text.extend(&one.text),
            None => {
                items.insert(one.item, one.text.clone());
            }
        }
    }
    items
}

/// The place of a work-item in its launch, from its linear number.
pub fn place(item: u32, global: [u32; 3]) -> [u32; 3] {
    let [x, y, _] = global.map(|size| size.max(1));
    [item % x, item / x % y, item / x / y]
}

/// The lines of an output, each behind its work-item; a line that a work-item has not ended goes on where it prints again.
pub fn lines(output: &Output, global: [u32; 3]) -> Vec<(String, String)> {
    let mut open: OrdMap<u32, Vec<u8>> = OrdMap::new();
    let mut lines = Vec::new();
    let shown = |item: u32, line: &[u8]| {
        let [x, y, z] = place(item, global);
        (alloc::format!("({x}, {y}, {z})"), String::from_utf8_lossy(line).into_owned())
    };
    for one in &output.printed {
        let mut text = open.remove(&one.item).unwrap_or_default();
        text.extend(&one.text);
        while let Some(end) = text.iter().position(|byte| *byte == b'\n') {
            let rest = text.split_off(end + 1);
            lines.push(shown(one.item, &text[..end]));
            text = rest;
        }
        if !text.is_empty() {
            open.insert(one.item, text);
        }
    }
    lines.extend(open.iter().map(|(item, text)| shown(*item, text)));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::Type;

    fn calls() -> Calls {
        let call = |format: &str, values| Call { format: format.into(), vectors: false, values };
        let text = Stored::Text(b"end".into());
        Calls {
            calls: alloc::vec![
                call("%d;", alloc::vec![Stored::Word]),
                call("%g %lx %s\n", alloc::vec![Stored::Float, Stored::Long, text]),
            ],
            room: 12,
        }
    }

    fn memory(words: &[u32]) -> Memory {
        let mut memory = Memory::default();
        let at = memory.allocate(NAME, 4 * buffer_words(calls().room, 6), Type::I32, true, true);
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        memory.copy_in(at, &bytes);
        memory
    }

    #[test]
    fn records_become_text_in_their_order() {
        let half = 0.5f32.to_bits();
        let words = [11, 1, 7, 42, 2, 3, half, 0x89, 1, 1, 7, u32::MAX];
        let output = read((NAME, &calls()), &memory(&words));
        let found: Vec<(u32, &str)> =
            output.printed.iter().map(|one| (one.item, core::str::from_utf8(&one.text).unwrap())).collect();
        assert_eq!(
            (found, output.is_cut),
            (alloc::vec![(7, "42;"), (3, "0.5 100000089 end\n"), (7, "-1;")], false)
        );
        assert_eq!(by_item(&output).get(&7).map(Vec::as_slice), Some(&b"42;-1;"[..]));
        let lines = lines(&output, [2, 2, 2]);
        let lines: Vec<(&str, &str)> = lines.iter().map(|(item, line)| (&**item, &**line)).collect();
        assert_eq!(lines, [("(1, 1, 0)", "0.5 100000089 end"), ("(1, 1, 1)", "42;-1;")]);
    }

    /// Room for 12 words: a record that ends there is in, one that ends a word further is not.
    #[test]
    fn what_found_no_room_is_not_read() {
        let (mut words, int) = (alloc::vec![12], [1, 0, 5]);
        words.extend(int.repeat(4));
        assert_eq!(read((NAME, &calls()), &memory(&words)).printed.len(), 4);
        words[0] = 13;
        let output = read((NAME, &calls()), &memory(&words));
        assert_eq!((output.printed.len(), output.is_cut), (4, true));
    }

    /// A format is as long as a person likes, and records are many.
    #[test]
    fn text_ends_somewhere() {
        let long = Call { format: alloc::vec![b'x'; MOST_OUTPUT / 2], vectors: false, values: Vec::new() };
        let calls = Calls { calls: alloc::vec![long], room: 12 };
        let output = read((NAME, &calls), &memory(&[12, 1, 0, 1, 1, 1, 2, 1, 3, 1, 4, 1, 5]));
        assert_eq!((output.printed.len(), output.is_cut), (3, true));
    }

    /// A record of which the first word is not there yet hides those behind it.
    #[test]
    fn records_under_way_are_waited_for() {
        let output = read((NAME, &calls()), &memory(&[6, 0, 0, 0, 1, 2, 3]));
        assert_eq!(output.printed, []);
    }
}
