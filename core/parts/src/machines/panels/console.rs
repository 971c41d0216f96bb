//! The console of a program: what it has written until now, line by line.

use alloc::{format, string::String};

use super::{MachinePanel, Scene};
use crate::figure::{About, Figure, Form, Pages, Panel, Question, Takes, Text, text::Line};

/// Lines of a page.
const PAGE: u64 = 200;

/// The row of the console.
pub const CONSOLE: MachinePanel = Panel {
    about: About {
        id: "console",
        title: "Console",
        says: "What the program has written to its console.",
        label: "The console's output.",
        help: &[
            (
                "Lines",
                "What has been written up to the cursor; what is no text is shown by its byte, such as \\x07.",
            ),
            (
                "Input",
                "What the program reads is a part of the document: the last line says how much of it is read.",
            ),
        ],
        legend: &[],
        empty: "The program has written nothing to its console.",
        takes: &[Takes::Cursor, Takes::Page(PAGE)],
        shows: &[],
    },
    answer: console,
};

fn console(scene: &dyn Scene, question: &Question) -> Figure {
    let Some(console) = scene
        .cursor()
        .memory()
        .console()
        .filter(|console| !console.output().is_empty() || console.taken() > 0)
    else {
        return Figure::empty(CONSOLE.about.empty);
    };
    let output = console.output().strip_suffix(b"\n").unwrap_or(console.output());
    let lines = output.split(|byte| *byte == b'\n');
    let pages = Pages::of("lines", question, lines.clone().count() as u64);
    let line = |text: String| Line { text, mark: None };
    let mut text = Text::default();
    let shown = lines.skip(pages.first as usize).take(pages.shown as usize);
    text.lines.extend(shown.map(|bytes| line(printed(bytes))));
    if console.taken() > 0 {
        text.lines.push(line(format!("({} bytes of the input are read)", console.taken())));
    }
    Figure { pages: pages.partial(), ..Figure::from(Form::Text(text)) }
}

/// Bytes as text; what is no printable character is escaped.
pub fn printed(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        for char in chunk.valid().chars() {
            match char {
                '\t' => text.push_str("    "),
                char if char.is_control() => text.push_str(&format!("\\x{:02x}", u32::from(char))),
                char => text.push(char),
            }
        }
        chunk.invalid().iter().for_each(|byte| text.push_str(&format!("\\x{byte:02x}")));
    }
    text
}
