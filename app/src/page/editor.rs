//! The kernel's text: a plain text field at once, the real editor as soon as its bundle has come.

use std::rc::Rc;

use lanescope_core::session::{
    HaltInfo,
    vocabulary::{Diagnostic, Document, Language, Severity},
};
use web_sys::{Element, HtmlTextAreaElement};
use yew::prelude::*;

use super::{
    Send,
    controls::{chosen, edit},
    file_tabs, files,
    js::{self, Editor, EditorEvents, EditorMark},
    marked::marked,
};
use crate::{
    state::{
        Action, Edit, Lit, Mark, Shared, SourceMap, State, program,
        source_map::utf16,
        texts::{Spot, Texts},
        verdict::Tone,
    },
    text,
};

#[derive(Properties, PartialEq)]
struct Props {
    document: Rc<Document>,
    /// The file that is shown.
    name: String,
    diagnostics: Vec<Diagnostic>,
    /// Diagnostics and links belong to the text as it is now.
    fresh: bool,
    map: Shared<SourceMap>,
    /// Lines of the file that is shown.
    lit: Option<u32>,
    here: Vec<u32>,
    /// A line that the person asked for, and the number of the wish.
    sought: (u32, u32),
    /// Of a newly opened document: its number and the line of its kernel.
    opened: Option<(u32, u32)>,
    /// Is it time to load the editor? It comes after what the first picture needs; until then a plain field holds the text.
    wanted: bool,
    send: Send,
}

/// The editor with its heading and the list of problems.
pub fn section(state: &State, send: &Send, lit: &Rc<Lit>) -> Html {
    let diagnostics = state.diagnostics();
    html! {
        <section class="kernel" aria-label={text::KERNEL}>
            <header>
                <h2>{ text::KERNEL }</h2>
                { kernels(state, send) }
                if !state.embed {
                    { languages(state, send) }
                    { files::button(state, send) }
                    { file_tabs::add_button(send) }
                }
                { verdict(state, &diagnostics) }
            </header>
            <file_tabs::FileTabs document={state.doc.clone()} links={state.machine().is_some_and(|machine| machine.links)} open={state.open_file().to_string()} fixed={state.embed} send={send.clone()} />
            <EditorView document={state.doc.clone()} name={state.open_file().to_string()} diagnostics={diagnostics.clone()} fresh={!state.stale()}
                map={state.build.map.clone()} lit={lit.line.and_then(|line| shown(state, line))} here={here(state)} sought={state.sought}
                opened={opened(state)} wanted={state.answered()} send={send.clone()} />
            { problems(state, &diagnostics, send) }
        </section>
    }
}

/// A line of the row of all texts as one of the file that is shown.
fn shown(state: &State, line: u32) -> Option<u32> {
    state.build.map.texts.in_text(state.open_file(), line)
}

/// Lines of the open file where the selected unit is.
fn here(state: &State) -> Vec<u32> {
    let unit = state.panes.unit as usize;
    let snapshot = state.frame.as_ref().and_then(|frame| frame.snapshot.as_ref());
    let pc = snapshot.and_then(|snapshot| snapshot.units.get(unit)?.pc);
    pc.and_then(|pc| shown(state, state.build.map.line(pc)?)).into_iter().collect()
}

/// The text begins at its kernel, not at the comments above.
fn opened(state: &State) -> Option<(u32, u32)> {
    let compiled = state.build.compiled.as_ref().filter(|_| !state.stale())?;
    let span = compiled.kernels.get(compiled.chosen?)?.span;
    let spot = state.build.map.texts.spot(span)?;
    Some((state.opened, shown(state, spot.row)?))
}

fn kernels(state: &State, send: &Send) -> Html {
    let Some(compiled) = state.build.compiled.as_ref().filter(|compiled| compiled.kernels.len() > 1) else {
        return html! {};
    };
    let change = edit(send, |event: Event| Edit::Kernel(chosen(&event)));
    let options = compiled.kernels.iter().enumerate().map(|(at, kernel)| {
        html! { <option selected={compiled.chosen == Some(at)} value={kernel.name.clone()}>{ &kernel.name }</option> }
    });
    html! { <select aria-label={text::KERNEL} onchange={change}>{ for options }</select> }
}

fn languages(state: &State, send: &Send) -> Html {
    const NAMES: [(Language, &str); 4] = [
        (Language::Auto, text::LANGUAGE_AUTO),
        (Language::OpenCl, text::LANGUAGE_OPENCL),
        (Language::Cuda, text::LANGUAGE_CUDA),
        (Language::Assembly, text::LANGUAGE_ASSEMBLY),
    ];
    let change = edit(send, |event: Event| {
        let name = chosen(&event);
        Edit::Language(
            NAMES.iter().find(|(_, known)| *known == name).map_or(Language::Auto, |(language, _)| *language),
        )
    });
    let options = NAMES.iter().map(|(language, name)| {
        html! { <option value={*name} selected={*language == state.doc.language}>{ *name }</option> }
    });
    html! { <select aria-label={text::LANGUAGE} onchange={change}>{ for options }</select> }
}

fn verdict(state: &State, diagnostics: &[Diagnostic]) -> Html {
    let (tone, words) = state.verdict(diagnostics);
    let class = match tone {
        Tone::Open => "",
        Tone::Good => "good",
        Tone::Bad => "bad",
    };
    html! { <span class={classes!("verdict", class)} role="status">{ words }</span> }
}

/// The problems as a list under the text, for everyone who does not hover.
fn problems(state: &State, diagnostics: &[Diagnostic], send: &Send) -> Html {
    if diagnostics.is_empty() && state.status.halt.is_none() {
        return html! {};
    }
    let place = |span| state.build.map.texts.spot(span).filter(|_| !state.stale());
    let row = |diagnostic: &Diagnostic| {
        let help = diagnostic.help.as_deref().unwrap_or_default();
        let class = severity(diagnostic.severity);
        problem(
            state,
            send,
            Problem {
                class,
                place: place(diagnostic.span()),
                lead: "",
                message: &diagnostic.message,
                help,
                preset: diagnostic.preset.as_deref(),
                halt: false,
            },
        )
    };
    let halted = |halt: &HaltInfo| {
        let (lead, message) = (text::HALTED, halt.message.as_str());
        let place = place(halt.span);
        problem(
            state,
            send,
            Problem { class: "error", place, lead, message, help: "", preset: None, halt: true },
        )
    };
    html! {
        <ul class="problems">
            { for state.status.halt.as_ref().map(halted) }
            { for diagnostics.iter().take(20).map(row) }
        </ul>
    }
}

/// A row of the list.
struct Problem<'a> {
    class: &'static str,
    place: Option<Spot>,
    /// Stressed words before the message.
    lead: &'static str,
    message: &'a str,
    help: &'a str,
    /// Id of a preset on which all is well.
    preset: Option<&'a str>,
    /// Is it the halt of the run?
    halt: bool,
}

/// What is wrong, the way to its line, and a preset that cures it as a button.
fn problem(state: &State, send: &Send, problem: Problem) -> Html {
    let Problem { class, place, lead, message, help, preset, halt } = problem;
    let line = place.as_ref().map(|spot| spot.row);
    let click = send.reform(move |_: MouseEvent| Action::Pick(line.map(Mark::Line)));
    let mut known = state.catalog.machines.iter().flat_map(|machine| &machine.presets);
    let cure = preset.and_then(|id| known.find(|preset| preset.id == id)).map(|preset| {
        let id = preset.id.clone();
        let choose = edit(send, move |_: MouseEvent| Edit::Preset(id.clone()));
        html! { <button onclick={choose}>{ text::use_preset(&preset.name) }</button> }
    });
    let title = place.as_ref().map(|_| text::GO_TO_LINE);
    html! {
        <li class={class}>
            <button class="quiet" {title} disabled={place.is_none()} onclick={click}>
                if let Some(spot) = place { <code>{ format!("{}:{}", spot.name(), spot.column) }</code> }
                <span>
                    if !lead.is_empty() { <b>{ lead }{ ". " }</b> }
                    { marked(message) }
                </span>
                if !help.is_empty() { <small>{ marked(help) }</small> }
            </button>
            { for cure }
            if halt { <button onclick={send.reform(|_: MouseEvent| Action::ToHalt)}>{ text::TO_HALT }</button> }
        </li>
    }
}

fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "info",
    }
}

/// The text of a tab: of a unit in binary form its disassembly.
fn shown_text<'a>(document: &'a Document, map: &'a SourceMap, name: &str) -> Option<&'a str> {
    let part = || document.units.iter().any(|unit| unit == name).then(|| map.texts.part(name)).flatten();
    program::text(document, name).or_else(|| Some(map.texts.files().text_of(part()?)))
}

#[component]
fn EditorView(props: &Props) -> Html {
    let place = use_node_ref();
    let editor = use_state(|| None::<Editor>);
    let text = shown_text(&props.document, &props.map, &props.name);
    let newest = use_mut_ref(<(String, String)>::default);
    newest.replace((props.name.clone(), text.unwrap_or_default().into()));
    {
        let (place, editor, send) = (place.clone(), editor.setter(), props.send.clone());
        // Wanted once, it stays wanted.
        let asked = use_mut_ref(|| false);
        use_effect_with(props.wanted, move |wanted| {
            if !*wanted || asked.replace(true) {
                return;
            }
            js::settle(js::load("editor.js"), move |bundle| {
                let (Ok(bundle), Some(place)) = (bundle, place.cast::<Element>()) else { return };
                let (name, text) = newest.borrow().clone();
                let shown = (name.as_str(), text.as_str());
                editor.set(Some(js::mount_editor(&bundle, &place, shown, text::EDITOR_LABEL, events(&send))));
            });
        });
    }
    let handle = (*editor).clone();
    use_effect_with(
        (handle.clone(), props.document.clone(), props.map.clone(), props.name.clone()),
        |(editor, document, map, name)| {
            if let (Some(editor), Some(text)) = (editor, shown_text(document, map, name)) {
                editor.show(name, text);
            }
        },
    );
    {
        let key =
            (handle.clone(), props.diagnostics.clone(), props.map.clone(), props.fresh, props.name.clone());
        use_effect_with(key, move |(editor, diagnostics, map, fresh, name)| {
            if let Some(editor) = editor.as_ref().filter(|_| *fresh) {
                editor.mark(&marks(diagnostics, &map.texts, name));
                editor.link(map.hues_of(name));
            }
        });
    }
    let lines = (handle.clone(), props.lit, props.here.clone(), props.name.clone());
    use_effect_with(lines, |(editor, lit, here, _)| {
        if let Some(editor) = editor {
            editor.light(*lit, here);
        }
    });
    // A new document begins at its kernel; a tab that is opened again stays where it was.
    let begun = use_mut_ref(|| None::<u32>);
    use_effect_with((handle.clone(), props.opened), move |(editor, opened)| {
        if let (Some(editor), Some((epoch, line))) = (editor, *opened)
            && begun.replace(Some(epoch)) != Some(epoch)
        {
            editor.top(line);
        }
    });
    use_effect_with((handle.clone(), props.here.first().copied()), |(editor, line)| {
        if let (Some(editor), Some(line)) = (editor, line) {
            editor.reveal(*line);
        }
    });
    let shown = use_mut_ref(|| 0);
    use_effect_with((handle.clone(), props.sought), move |(editor, (line, wish))| {
        if let Some(editor) = editor.as_ref().filter(|_| shown.replace(*wish) != *wish) {
            editor.go_to(*line);
        }
    });
    let name = props.name.clone();
    let typed = edit(&props.send, move |event: InputEvent| {
        let area = event.target_dyn_into::<HtmlTextAreaElement>();
        Edit::Text(name.clone(), area.map(|area| area.value()).unwrap_or_default())
    });
    let data = text.is_none().then(|| props.document.file(&props.name)).flatten();
    html! {
        <>
            if let Some(file) = data {
                <p class="empty">{ text::bytes_of_file(file.contents.bytes().len()) }</p>
            }
            <div class={classes!("editor", data.is_some().then_some("hidden"))} ref={place}>
                if handle.is_none() {
                    <textarea aria-label={text::EDITOR_LABEL} spellcheck="false" autocapitalize="off" oninput={typed}
                        value={text.unwrap_or_default().to_string()} />
                }
            </div>
        </>
    }
}

fn events(send: &Send) -> EditorEvents {
    let (change, hover, line) = (send.clone(), send.clone(), send.clone());
    EditorEvents {
        change: Box::new(move |name, text| {
            change.emit(Action::Edit(Edit::Text(name, text), js_sys::Date::now()));
        }),
        hover: Box::new(move |line| hover.emit(Action::HoverLine(u32::try_from(line).ok()))),
        line: Box::new(move |at| line.emit(Action::Caret(at))),
    }
}

/// What is said about a file, at places in it.
fn marks(diagnostics: &[Diagnostic], texts: &Texts, name: &str) -> Vec<EditorMark> {
    let Some(part) = texts.part(name) else { return Vec::new() };
    let (text, first) = (texts.files().text_of(part), texts.files().parts()[part].span.start);
    let mark = |diagnostic: &Diagnostic| {
        let span = diagnostic.span();
        if span.is_none() || texts.files().part_at(span.start) != part {
            return None;
        }
        let mut message = diagnostic.message.clone();
        for label in diagnostic.labels.iter().filter(|label| !label.text.is_empty()) {
            message = format!("{message}\n{}", label.text);
        }
        if let Some(help) = &diagnostic.help {
            message = format!("{message}\n{help}");
        }
        let at = |offset: u32| utf16(text, offset.saturating_sub(first));
        let (from, to) = (at(span.start), at(span.end.max(span.start)));
        Some(EditorMark { from, to, severity: severity(diagnostic.severity), message })
    };
    diagnostics.iter().filter_map(mark).collect()
}
