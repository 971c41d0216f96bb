//! Every panel of every machine: what holds for all figures whatever they show, and the figures of a small run.

use std::collections::{BTreeMap, BTreeSet};

use lanescope_core::session::{
    self, PanelInfo, Session,
    figure::{
        Figure, Form, Question, Region, Takes, Theme, View, csv,
        number::Radix,
        picture::{Label, Picture},
        svg,
        theme::TOKENS,
    },
    vocabulary::{Document, Language, Limits},
};
use lanescope_tests::{
    bless::{expect, project},
    runs, xml,
};

/// Kernels that show something in every panel of some machine.
const KERNELS: [&str; 3] = ["saxpy", "if_else", "histogram"];

/// A kernel that prints, for machines with atomic operations.
const PRINTED: &str = "// lanescope: global 16\n__kernel void k(__global int *x) { x[get_global_id(0)] = printf(\"item %d\\n\", get_local_id(0)); }";

/// A program by hand that writes two lines to its console, for machines that have one.
const HELLO: &str =
    ".globl main\nmain: li t0, 0x10000000\nla t1, text\nnext: lbu t2, (t1)\nbeqz t2, end\nsb t2, (t0)
    addi t1, t1, 1\nj next\nend: ret\n.data\ntext: .asciz \"Hello,\\nworld.\\n\"";

/// The same for Sim-D, whose debug instructions write there.
const SHOWN: &str = ".data\n0 0 64 4\n.text\nsmov s1, 77\nprintsgpr s1\nexit\n";

/// The same for HARP, whose console is where only the highest bit of an address is on.
const WRITTEN: &str = ".perm x\nldi %r7, #1\nshli %r7, %r7, (__WORD*8-1)\nldi %r0, text\nnext: ld %r1, %r0, #0\nandi %r1, %r1, #0xff
    iszero @p0, %r1\n@p0 ? halt\nst %r1, %r7, #0\naddi %r0, %r0, #1\njmpi next\n.perm r\ntext: .string \"Hello,\\nworld.\\n\"\n";

/// A run to its end, with the cursor in its middle.
fn run(kernel: &str, preset: &str) -> Session {
    let mut gallery = session::gallery().into_iter().chain(session::programs());
    let item = gallery.find(|item| item.name == kernel).expect("it is in the gallery");
    half_way(kernel, Document { language: item.language, ..runs::document(&item.source, preset) })
}

fn half_way(kernel: &str, document: Document) -> Session {
    let preset = document.machine.preset.clone();
    let mut session = Session::open(document, Limits::default());
    session.start().unwrap_or_else(|found| panic!("{kernel} on {preset}: {found:?}"));
    let end = session.seek(u64::MAX, u64::MAX).frontier;
    session.seek(end / 2, u64::MAX);
    session
}

/// Windows of the whole run, of its middle, and of single cycles.
fn questions(session: &Session) -> Vec<Question> {
    let (end, middle) = (session.status().frontier, session.status().cycle);
    let spans = [(0, end), (end / 4, end / 2 + 1), (middle.saturating_sub(20), middle + 20)];
    let one = |(at, cycles): (usize, (u64, u64))| Question {
        cycles,
        unit: at as u32,
        instruction: [None, Some(3), Some(u32::MAX)][at],
        rows: (0, [64, 5, 200][at]),
        radix: [Radix::Auto, Radix::Hex, Radix::Float][at],
        element_bits: [0, 8, 32][at],
        idle: at == 2,
        region: [Region::Buffer(0), Region::Local(0), Region::Buffer(1)][at],
        offset: [0, 0, 128][at],
        count: [u64::MAX, 64, 7][at],
        columns: 800,
        zoom: ["", "core0", "core0/l1"][at].into(),
    };
    spans.into_iter().enumerate().map(one).collect()
}

fn view(question: &Question, size: (f64, f64)) -> View<'static> {
    let (from, to) = question.cycles;
    let window = (from as f64, (to - from) as f64);
    View {
        window,
        cursor: Some((from + to) / 2),
        first_row: question.rows.0,
        selected: (1, 0),
        ..View::plain(size)
    }
}

#[test]
fn every_figure_is_in_its_place_and_can_be_written() {
    let mut shown: BTreeMap<String, bool> = BTreeMap::new();
    let mut consoles = BTreeSet::new();
    let presets = runs::kernel_presets();
    for preset in &presets {
        let machine = preset.split('/').next().unwrap_or_default();
        for kernel in KERNELS.into_iter().chain(["hello", "printed", "packed_tiles", "phased_gather"]) {
            let session = match kernel {
                // Tiles have their shapes from a program by hand alone.
                "packed_tiles" if preset != "packed/amx" => continue,
                // Indexes that the memory reads for itself come from a program by hand alone.
                "phased_gather" if machine != "sim_d" => continue,
                "hello" => {
                    // The kernels before have told which machines have a console.
                    if !consoles.contains(machine) {
                        continue;
                    }
                    let text = match machine {
                        "sim_d" => SHOWN,
                        "harp" => WRITTEN,
                        _ => HELLO,
                    };
                    half_way(
                        kernel,
                        Document { language: Language::Assembly, ..runs::document(text, preset) },
                    )
                }
                "printed" => half_way(kernel, runs::document(PRINTED, preset)),
                kernel if runs::is_refused(kernel, preset) => continue,
                kernel => run(kernel, preset),
            };
            for panel in session.panels() {
                if panel.id == "console" {
                    consoles.insert(machine);
                }
                *shown.entry(panel.id.to_string()).or_default() |= shows(&session, &panel, kernel);
            }
        }
    }
    // Machines without a compiler run the programs of the gallery that are for them.
    let alone = runs::presets().into_iter().filter(|preset| !presets.contains(preset));
    for preset in alone {
        let machine = preset.split('/').next().unwrap_or_default();
        let of_machine = |item: &session::GalleryItem| {
            item.machine.as_ref().is_some_and(|choice| choice.preset.split('/').next() == Some(machine))
        };
        for item in session::programs().into_iter().filter(of_machine) {
            let session = run(&item.name, &preset);
            for panel in session.panels() {
                *shown.entry(panel.id.to_string()).or_default() |= shows(&session, &panel, &item.name);
            }
        }
    }
    let never: Vec<&String> = shown.iter().filter(|(_, shown)| !**shown).map(|(id, _)| id).collect();
    assert!(never.is_empty(), "nothing is ever shown in {never:?}");
}

/// Asks a panel all questions, and draws the answers. Does one of them show something?
fn shows(session: &Session, panel: &PanelInfo, kernel: &str) -> bool {
    let (preset, mut shown) = (session.document().machine.preset, false);
    for question in questions(session) {
        let name = format!("{preset} {kernel} {} {:?}", panel.id, question.cycles);
        let figure = session.figure(&panel.id, &question).unwrap_or_else(|| panic!("{name}"));
        shown |= !figure.is_empty();
        for width in [960.0, 390.0] {
            let size = (width, figure.height().clamp(64.0, 900.0));
            check(&name, panel, &figure, &view(&question, size));
        }
    }
    shown
}

#[test]
fn pages_hold_every_value_once() {
    let mut paged = Vec::new();
    for preset in runs::kernel_presets() {
        let kernel = if runs::is_refused("histogram", &preset) { "if_else" } else { "histogram" };
        let session = run(kernel, &preset);
        for panel in session.panels().iter().filter(|panel| panel.page().is_some()) {
            let ask = |offset, count| {
                let question = Question { unit: 1, offset, count, ..Question::default() };
                let figure = session.figure(&panel.id, &question).expect("the panel is there");
                let mut values: Vec<u64> = Vec::new();
                for part in &figure.parts {
                    let table = part.form.table();
                    values.extend(table.rows.iter().flatten().filter_map(|cell| cell.bits));
                }
                (values, figure.pages)
            };
            let (mut whole, pages) = ask(0, 1 << 20);
            assert_eq!(pages, None, "{preset} {}", panel.id);
            let (_, Some(first)) = ask(0, 16) else { continue };
            paged.push(panel.id.to_string());
            let mut parts: Vec<u64> =
                (0..first.all).step_by(16).flat_map(|offset| ask(offset, 16).0).collect();
            whole.sort_unstable();
            parts.sort_unstable();
            assert_eq!(parts, whole, "{preset} {}", panel.id);
            // Beyond the end there is the last page.
            assert_eq!(ask(u64::MAX, 16), ask((first.all - 1) / 16 * 16, 16), "{preset} {}", panel.id);
        }
    }
    for panel in ["memory", "registers", "vectors"] {
        assert!(paged.iter().any(|known| known == panel), "{panel} has pages nowhere");
    }
}

fn check(name: &str, panel: &PanelInfo, figure: &Figure, view: &View) {
    assert!(!figure.is_empty() || !figure.remark.is_empty(), "{name}: an empty figure says why");
    assert!(!panel.empty.is_empty() && !panel.doc.is_empty() && !panel.help.is_empty(), "{name}");
    let picture = figure.draw(view);
    inside(name, &picture, view.size);
    if figure.parts.iter().all(|part| promises_room(&part.form)) {
        apart(name, &picture.labels);
    }
    let text = svg::write(&picture, view.size, Theme::Dark, &panel.title, &panel.doc);
    let elements = xml::elements(&text).unwrap_or_else(|wrong| panic!("{name}: {wrong}"));
    assert_eq!(elements.first().map(String::as_str), Some("svg"), "{name}");
    for part in &figure.parts {
        let table = part.form.table();
        assert!(table.rows.iter().all(|row| row.len() == table.columns.len()), "{name}: a ragged table");
    }
    assert_eq!(csv::write(figure).is_empty(), figure.is_empty(), "{name}");
    figure.words(view);
    for at in 0..16 {
        let (x, y) = (f64::from(at) / 16.0 * view.size.0, f64::from(at) / 16.0 * view.size.1);
        figure.at(view, x, y);
    }
}

/// Are the texts of this form never on top of each other?
fn promises_room(form: &Form) -> bool {
    !matches!(form, Form::Graph(_) | Form::Plot(_))
}

/// Everything is in the picture; forms with a size of their own may be cut at the right and below.
fn inside(name: &str, picture: &Picture, (width, height): (f64, f64)) {
    const EDGE: f64 = 4.0;
    let fills = picture.fills.iter().flat_map(|(ink, rects)| rects.iter().map(move |rect| (*ink, *rect)));
    for (ink, rect) in fills.chain(picture.outlines.iter().copied()) {
        let sane = [rect.x, rect.y, rect.w, rect.h].iter().all(|side| side.is_finite());
        assert!(sane && rect.w >= 0.0 && rect.h >= 0.0, "{name}: {ink:?} {rect:?}");
        assert!(rect.x >= -EDGE && rect.y >= -EDGE, "{name}: {ink:?} {rect:?}");
    }
    for label in &picture.labels {
        let extent = label.extent();
        assert!(extent.x >= -EDGE && extent.y >= -EDGE, "{name}: {label:?}");
        assert!(!label.text.is_empty(), "{name}: {label:?}");
    }
    let beyond = |rect: &session::figure::picture::Rect| {
        rect.x + rect.w > width + EDGE || rect.y + rect.h > height + EDGE
    };
    let timed = name
        .split(' ')
        .nth(2)
        .is_some_and(|id| !matches!(id, "flow" | "joins" | "accesses" | "vectors" | "roofline"));
    let rects = picture.fills.iter().flat_map(|(_, rects)| rects);
    if let Some(rect) = rects.filter(|_| timed).find(|rect| beyond(rect)) {
        panic!("{name}: {rect:?} is outside of {width} x {height}");
    }
}

fn apart(name: &str, labels: &[Label]) {
    let mut boxes: Vec<_> = labels.iter().map(|label| (label.extent(), &label.text)).collect();
    boxes.sort_by(|a, b| a.0.y.total_cmp(&b.0.y));
    for (at, (a, text)) in boxes.iter().enumerate() {
        let near = boxes[at + 1..].iter().take_while(|(b, _)| b.y < a.y + a.h - 1.0);
        for (b, other) in near {
            let overlap = (a.x + a.w).min(b.x + b.w) - a.x.max(b.x);
            assert!(overlap < 2.0, "{name}: `{text}` at {a:?} and `{other}` at {b:?}");
        }
    }
}

#[test]
fn an_answer_depends_on_what_its_row_says_and_on_nothing_else() {
    for preset in ["simt/teaching", "rvv/textbook-8-banks"] {
        let mut session = run("if_else", preset);
        let (middle, questions) = (session.status().cycle, questions(&session));
        for panel in session.panels() {
            for question in &questions {
                let answer = session.figure(&panel.id, question);
                let only = question.only(&panel.takes);
                assert_eq!(
                    answer,
                    session.figure(&panel.id, &only),
                    "{preset} {}: {:?}",
                    panel.id,
                    panel.takes
                );
                if !panel.takes(Takes::Cursor) {
                    session.seek(middle / 2, u64::MAX);
                    assert_eq!(
                        answer,
                        session.figure(&panel.id, question),
                        "{preset} {} at a cursor",
                        panel.id
                    );
                    session.seek(middle, u64::MAX);
                }
            }
        }
    }
}

#[test]
fn panels_have_ids_of_their_own() {
    for machine in session::machines() {
        let fixed = session::panels::fixed(&machine.causes);
        let all: Vec<&PanelInfo> = machine.panels.iter().chain(&fixed).collect();
        for (at, panel) in all.iter().enumerate() {
            assert!(all[..at].iter().all(|other| other.id != panel.id), "{} {}", machine.id, panel.id);
            assert!(panel.id.bytes().all(|byte| byte.is_ascii_lowercase()), "{}", panel.id);
        }
    }
}

#[test]
fn without_a_run_a_figure_says_so() {
    let session = Session::open(runs::document("__kernel void k() {}", "simt/teaching"), Limits::default());
    for panel in session.panels().iter().filter(|panel| !panel.takes.is_empty()) {
        let figure = session.figure(&panel.id, &Question::default()).expect("there is such a panel");
        assert!(figure.is_empty() && figure.remark.len() > 20, "{}: {}", panel.id, figure.remark);
    }
    assert_eq!(session.figure("nothing", &Question::default()), None);
}

/// The numbers of every panel of a small run, and an image of each form.
#[test]
fn the_figures_of_a_small_run() {
    for (preset, images) in [
        ("simt/teaching", &["timeline", "lanes", "accesses", "dram", "flow", "roofline", "slots"][..]),
        ("rvv/textbook-8-banks", &["convoys", "groups", "strips", "vectors", "banks", "run"][..]),
    ] {
        let mut session = run("saxpy", preset);
        session.seek(60, u64::MAX);
        let machine = preset.split('/').next().unwrap_or_default();
        let question =
            Question { cycles: (40, 80), columns: 400, rows: (0, 4), unit: 1, ..Question::default() };
        for panel in session.panels() {
            let figure = session.figure(&panel.id, &question).expect("there is such a panel");
            let path = format!("tests/cases/figures/{machine}-{}", panel.id);
            let numbers =
                if figure.is_empty() { format!("{}\n", figure.remark) } else { csv::write(&figure) };
            expect(&format!("{path}.csv"), &numbers);
            if images.contains(&&*panel.id) {
                let view = view(&question, (640.0, figure.height().clamp(64.0, 480.0)));
                let image =
                    svg::write(&figure.draw(&view), view.size, Theme::Light, &panel.title, &panel.doc);
                expect(&format!("{path}.svg"), &image);
            }
        }
    }
}

#[test]
fn the_style_sheet_has_the_colours_of_the_figures() {
    let text = std::fs::read_to_string(project("static/tokens.css")).expect("the page has tokens");
    let (light, dark) = text.split_once(":root[data-theme=\"dark\"]").expect("there are two themes");
    let colours = |text: &str| -> BTreeMap<String, String> {
        let lines = text
            .lines()
            .filter_map(|line| line.trim().strip_prefix("--")?.strip_suffix(';')?.split_once(": "));
        let is_colour = |value: &str| value.starts_with('#') || value.starts_with("rgb(");
        lines.filter(|(_, value)| is_colour(value)).map(|(name, value)| (name.into(), value.into())).collect()
    };
    let table = |value: fn(&session::figure::theme::Token) -> &'static str| -> BTreeMap<String, String> {
        TOKENS.iter().map(|token| (token.name.into(), value(token).into())).collect()
    };
    assert_eq!(colours(light), table(|token| token.light));
    assert_eq!(colours(dark), table(|token| token.dark));
}
