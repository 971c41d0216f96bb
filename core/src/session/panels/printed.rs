//! What the kernel has printed until now, a line at a time, each with its work-item.

use alloc::string::{String, ToString};

use super::LaboratoryPanel;
use crate::{
    figure::{About, Figure, Form, Pages, Panel, Question, Table, Takes},
    printed,
    session::Session,
};

/// Lines of a page, and of an answer to who does not say how many.
const PAGE: u64 = 24;

/// The row of what is printed.
pub const PRINTED: LaboratoryPanel = Panel {
    about: About {
        id: "printed",
        title: "Printed",
        says: "What the kernel has printed, line by line.",
        label: "Lines that the kernel has printed.",
        help: &[
            (
                "Rows",
                "What calls of printf have printed up to the cursor, in the order in which they took room in the buffer: it depends on the machine. Lines of one work-item are in its own order.",
            ),
            (
                "Room",
                "The buffer is memory of the launch, called printf; what found no room there is lost (limit printf_bytes).",
            ),
        ],
        legend: &[],
        empty: "The kernel has printed nothing.",
        takes: &[Takes::Cursor, Takes::Page(PAGE)],
        shows: &[],
    },
    answer: lines,
};

fn lines(session: &Session, question: &Question) -> Figure {
    let Some(output) = session.printed().filter(|output| !output.printed.is_empty() || output.is_cut) else {
        return Figure::empty(PRINTED.about.empty);
    };
    let mut lines = printed::lines(&output, session.compiled().launch.global);
    if output.is_cut {
        lines.push((String::new(), printed::CUT.to_string()));
    }
    let count = if question.count == u64::MAX { PAGE } else { question.count };
    let pages = Pages::of("lines", &Question { count, ..question.clone() }, lines.len() as u64);
    let mut table = Table::new(&["work-item", "text"]);
    let shown = lines.into_iter().skip(pages.first as usize).take(pages.shown as usize);
    shown.for_each(|(item, line)| table.push([item, line]));
    Figure { pages: pages.partial(), ..Figure::from(Form::Table(table)) }
}
