//! A halt in words: who did what, where, and what to look at.

use alloc::{format, string::String, vec::Vec};

use super::data::HaltInfo;
use crate::{
    base::OrdMap,
    document::Language,
    files::Files,
    halt::{Halt, Place},
    machines::{UnitInfo, UnitState},
    source::{LineIndex, Origins, Span, TextPlace},
};

/// A text that halts point at.
#[derive(Clone, Debug)]
pub struct Text<'a> {
    files: &'a Files,
    source: &'a str,
    origins: Origins,
    /// Does the program run once, so that there are no work-items?
    once: bool,
}

impl<'a> Text<'a> {
    /// The texts of a program.
    pub fn of(files: &'a Files, language: Language) -> Text<'a> {
        let origins = files.origins(language != Language::Assembly);
        Text { files, source: files.text(), origins, once: false }
    }

    /// Those of a program that runs once: halts name the unit and the lane, since there are no work-items.
    pub fn once(self, once: bool) -> Text<'a> {
        Text { once, ..self }
    }

    fn place(&self, span: Span) -> Option<TextPlace> {
        (!span.is_none()).then(|| self.origins.place(self.source, span.start))
    }
}

impl Text<'_> {
    /// `line 12`, or `line 12 of x.h`; of a file in binary form, which has no lines, its name. `None` of what has no place.
    pub fn line(&self, span: Span) -> Option<String> {
        let TextPlace { file, line, .. } = self.place(span)?;
        if let Some(binary) = self.binary(span) {
            return Some(binary.into());
        }
        let file = file.map_or(String::new(), |file| format!(" of {file}"));
        Some(format!("line {line}{file}"))
    }

    /// The file in binary form for which a text stands that nobody wrote: `x.hof.s` for `x.hof`.
    fn binary(&self, span: Span) -> Option<&str> {
        let part = &self.files.parts()[self.files.part_at(span.start)].name;
        let is_data =
            |name: &&str| self.files.find_from_top(name).is_none() && self.files.bytes(name, 0).is_some();
        part.strip_suffix(".s").filter(is_data)
    }
}

/// Puts a halt into words; `units` have the names, `span_of` gives the text of an instruction.
pub fn halt_info(halt: &Halt, text: &Text, units: &[UnitInfo], span_of: impl Fn(u32) -> Span) -> HaltInfo {
    let span = halt.place().map_or(Span::NONE, |at| match (at.span.is_none(), at.pc) {
        (true, Some(pc)) => span_of(pc),
        _ => at.span,
    });
    let place = text.place(span);
    HaltInfo { halt: halt.clone(), message: message(halt, units, text, span), span, place }
}

/// Adds where most units with work were when a limit stopped the run: an endless loop is found by that.
pub fn with_whereabouts(
    info: HaltInfo,
    text: &Text,
    units: &[UnitInfo],
    states: &[UnitState],
    span_of: impl Fn(u32) -> Span,
) -> HaltInfo {
    let index = LineIndex::new(text.source);
    let mut lines: OrdMap<u32, (Span, Vec<usize>)> = OrdMap::new();
    for (unit, state) in states.iter().enumerate().filter(|(_, state)| !state.live.is_empty()) {
        let span = state.pc.map_or(Span::NONE, &span_of);
        if !span.is_none() {
            let line = lines.entry(index.line(span.start)).or_insert((span, Vec::new()));
            line.1.push(unit);
        }
    }
    let Some((_, (span, there))) = lines.into_iter().max_by_key(|(_, (_, there))| there.len()) else {
        return info;
    };
    let first = there.first().and_then(|unit| units.get(*unit)).map_or("a unit", |unit| unit.name.as_str());
    let who = match there.len() {
        1 => format!("{first} was"),
        2 => format!("{first} and one more were"),
        count => format!("{first} and {} more were", count - 1),
    };
    let place = text.place(span);
    let at = text.line(span).unwrap_or_default();
    let message = format!("{} When it stopped, {who} at {at}.", info.message);
    HaltInfo { message, span, place, ..info }
}

fn message(halt: &Halt, units: &[UnitInfo], text: &Text, span: Span) -> String {
    let line = text.line(span);
    let who = |at: &Place| who(at, units, text.once, line.as_deref());
    match halt {
        Halt::Fault { fault, at } => format!("{}: {fault}.", who(at)),
        Halt::Deadlock { reason, at } => format!("The kernel can never end: {reason} ({}).", who(at)),
        Halt::Barrier { reason, at } => format!("{} waits at a barrier: {reason}.", who(at)),
        Halt::Lanes { reason, at } => format!("{} waits for lanes of its warp: {reason}.", who(at)),
        Halt::Illegal { reason, at } => format!("{}: {reason}.", who(at)),
        Halt::Limit { limit, value } => format!("The run passed limit `{limit}` ({value})."),
    }
}

fn who(at: &Place, units: &[UnitInfo], once: bool, line: Option<&str>) -> String {
    let [x, y, z] = at.item;
    let unit = at.unit.and_then(|unit| units.get(unit as usize));
    // The elements of a vector pass a front end, which has one lane, together; a warp has lanes, be it one.
    let part = |unit: &UnitInfo| if unit.lanes > 1 || unit.kind == "warp" { "lane" } else { "element" };
    let line = line.map_or(String::new(), |line| format!(", at {line}"));
    // The reference has no units and counts steps.
    let time = if units.is_empty() { "step" } else { "cycle" };
    let who = match unit {
        Some(unit) if once => format!("{} {} {}", unit.name, part(unit), at.lane),
        None if once => format!("lane {}", at.lane),
        Some(unit) => format!("Work-item ({x}, {y}, {z}), {} {} {}", unit.name, part(unit), at.lane),
        None => format!("Work-item ({x}, {y}, {z})"),
    };
    let (first, rest) = who.split_at(who.chars().next().map_or(0, char::len_utf8));
    format!("{}{rest}, in {time} {}{line}", first.to_uppercase(), at.cycle)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        base::Lanes,
        image::{Fault, FaultKind},
        ir::Space,
        trace::Cause,
    };

    fn text(files: &Files) -> Text<'_> {
        Text::of(files, Language::OpenCl)
    }

    /// A text that stands for a file in binary form has no lines of its own.
    #[test]
    fn a_file_in_binary_form_is_named() {
        let texts = [("x.hof.s", "\n.object"), ("y.s", "\nhalt")];
        let files = Files::new(("a.s", "halt"), texts, [("x.hof", &b"HARP"[..])]);
        let text = Text::of(&files, Language::Assembly);
        let line = |part: usize, at: u32| {
            let start = files.parts()[part].span.start + at;
            text.line(Span::new(start, start + 1))
        };
        let lines = [line(0, 0), line(1, 1), line(2, 1)].map(Option::unwrap_or_default);
        assert_eq!(lines, ["line 1", "x.hof", "line 2 of y.s"]);
        assert_eq!(text.line(Span::NONE), None);
    }

    #[test]
    fn a_fault_names_work_item_buffer_and_text() {
        let (kind, space, near) = (FaultKind::OutOfBounds, Space::Global, Some(("x".into(), 400)));
        let fault = Fault { kind, space, address: 0x10190, bytes: 4, write: true, near };
        let at =
            Place { unit: Some(3), lane: 4, item: [100, 0, 0], pc: Some(7), span: Span::NONE, cycle: 52 };
        let units: Vec<UnitInfo> = (0..4).map(|n| UnitInfo::new(0, "warp", Some(n), 8)).collect();
        let files = Files::one("one\n# 9 \"x.h\"\nt");
        let text = text(&files);
        let info = halt_info(&Halt::Fault { fault, at }, &text, &units, |pc| Span::new(2 * pc, 2 * pc + 1));
        assert_eq!(info.place, Some(TextPlace { file: Some("x.h".into()), line: 9, column: 1 }));
        assert_eq!(
            info.message,
            "Work-item (100, 0, 0), core 0 warp 3 lane 4, in cycle 52, at line 9 of x.h: write of 4 bytes out of bounds: global address 0x10190, \
             byte 400 of `x`."
        );
        assert_eq!(info.span, Span::new(14, 15));
        // A warp has lanes, be it one; what passes a front end are elements.
        let part = |kind: &str| {
            let (reason, files) = ("no".into(), Files::one(""));
            let at = Place { unit: Some(0), lane: 0, item: [0; 3], pc: None, span: Span::NONE, cycle: 1 };
            let units = [UnitInfo::new(0, kind, None, 1)];
            halt_info(
                &Halt::Illegal { reason, at },
                &super::Text::of(&files, Language::OpenCl),
                &units,
                |_| Span::NONE,
            )
            .message
        };
        assert!(part("warp").contains(" lane 0,") && part("front end").contains(" element 0,"));
    }

    /// A program by hand has no work-items: who halts is a lane of a warp.
    #[test]
    fn a_program_that_runs_once_has_no_work_items() {
        let files = Files::one("halt");
        let units = [UnitInfo::new(0, "warp", Some(5), 16)];
        let at = |unit| Place { unit, lane: 3, item: [0; 3], pc: None, span: Span::new(0, 4), cycle: 7 };
        let said = |unit, units: &[UnitInfo]| {
            let text = Text::of(&files, Language::Assembly).once(true);
            halt_info(&Halt::Illegal { reason: "no".into(), at: at(unit) }, &text, units, |_| Span::NONE)
                .message
        };
        assert_eq!(said(Some(0), &units), "Core 0 warp 5 lane 3, in cycle 7, at line 1: no.");
        assert_eq!(said(None, &[]), "Lane 3, in step 7, at line 1: no.");
    }

    #[test]
    fn a_limit_is_named() {
        let info =
            halt_info(&Halt::Limit { limit: "cycles".into(), value: 9 }, &text(&Files::one("")), &[], |_| {
                Span::NONE
            });
        assert_eq!(
            (info.message.as_str(), info.span.is_none()),
            ("The run passed limit `cycles` (9).", true)
        );
    }

    #[test]
    fn a_limit_says_where_most_units_were() {
        let units: Vec<UnitInfo> = (0..4)
            .map(|n| UnitInfo { name: format!("warp {n}"), ..UnitInfo::new(0, "warp", Some(n), 8) })
            .collect();
        let state = |pc, lanes| UnitState {
            group: Some(0),
            first_item: 0,
            live: Lanes::first_n(lanes),
            active: Lanes::first_n(lanes),
            pc: Some(pc),
            cause: Cause::ISSUED,
            stack: Vec::new(),
        };
        // Instruction n comes from byte 2 n: every line has one letter. The last warp has ended.
        let states = [state(0, 1), state(2, 1), state(2, 1), state(0, 0)];
        let info = HaltInfo {
            halt: Halt::Limit { limit: "cycles".into(), value: 9 },
            message: "M.".into(),
            span: Span::NONE,
            place: None,
        };
        let info = with_whereabouts(info, &text(&Files::one("a\nb\nc\n")), &units, &states, |pc| {
            Span::new(2 * pc, 2 * pc + 1)
        });
        assert_eq!(info.message, "M. When it stopped, warp 1 and one more were at line 3.");
        assert_eq!((info.span, info.place.unwrap().line), (Span::new(4, 5), 3));
    }
}
