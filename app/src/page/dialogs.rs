//! The dialogs over the page. They are the browser's own, so focus stays inside and Escape closes them.

use lanescope_core::{
    session::{Format, WHOLE, vocabulary::decimal},
    share,
};
use web_sys::{HtmlDialogElement, HtmlInputElement};
use yew::prelude::*;

use super::{Send, about, controls::chosen, entry::Entry, isa, js, marked::marked, settings, store::Store};
use crate::{
    format::grouped,
    keys::{COMMANDS, Command},
    state::{Action, Dialog, Edit, State},
    text,
};

/// The open dialog, if there is one.
pub fn open(state: &State, send: &Send) -> Html {
    let Some(dialog) = state.dialog else { return html! {} };
    let (title, body): (AttrValue, Html) = match dialog {
        Dialog::Gallery => (text::GALLERY.into(), gallery(state, send)),
        Dialog::Lessons => (text::LESSONS.into(), super::lesson::list(state, send)),
        Dialog::Settings => (text::SETTINGS.into(), settings::form(state, send)),
        Dialog::About(place) => (about::title(state, place).into(), about::body(state, place)),
        Dialog::Isa => (text::ISA_TITLE.into(), isa::list(state)),
        Dialog::Share => (text::SHARE.into(), share_body(state, send)),
        Dialog::Help => (text::HELP_TITLE.into(), help(send)),
        Dialog::Keys => (text::KEYS_TITLE.into(), shortcuts(state, send)),
        Dialog::Palette => {
            (text::COMMANDS.into(), html! { <Palette state={state.clone()} send={send.clone()} /> })
        }
        Dialog::GoTo => (text::GO_TO.into(), go_to(state, send)),
        Dialog::Recent => (text::RECENT.into(), recent(state, send)),
    };
    html! { <Frame title={title} kind={dialog} send={send.clone()}>{ body }</Frame> }
}

#[derive(Properties, PartialEq)]
struct FrameProps {
    title: AttrValue,
    kind: Dialog,
    send: Send,
    children: Html,
}

#[component]
fn Frame(props: &FrameProps) -> Html {
    let node = use_node_ref();
    {
        let node = node.clone();
        use_effect_with(props.kind, move |_| {
            if let Some(dialog) = node.cast::<HtmlDialogElement>().filter(|dialog| !dialog.open()) {
                let _ = dialog.show_modal();
            }
        });
    }
    // The browser says later that it has closed a dialog: a key that comes before would be lost, or what it opens be closed.
    let leave = {
        let (node, send) = (node.clone(), props.send.clone());
        move || {
            if let Some(dialog) = node.cast::<HtmlDialogElement>() {
                // The focus goes back to where it was.
                dialog.close();
            }
            send.emit(Action::Dialog(None));
        }
    };
    let cancelled = {
        let leave = leave.clone();
        Callback::from(move |_: Event| leave())
    };
    let close = Callback::from(move |_: MouseEvent| leave());
    html! {
        <dialog ref={node} class={class(props.kind)} aria-label={props.title.clone()} oncancel={cancelled}>
            <header><h2>{ &props.title }</h2><button class="quiet" onclick={close}>{ text::CLOSE }</button></header>
            // What scrolls can be scrolled by keys, also where it holds nothing that takes the focus.
            <div class="body" tabindex="0" role="group" aria-label={props.title.clone()}>{ props.children.clone() }</div>
        </dialog>
    }
}

/// The class of a dialog: its name.
fn class(dialog: Dialog) -> &'static str {
    match dialog {
        Dialog::Gallery => "gallery",
        Dialog::Lessons => "lessons",
        Dialog::Settings => "settings-dialog",
        Dialog::About(_) => "about-view",
        Dialog::Isa => "isa-dialog",
        Dialog::Share => "share",
        Dialog::Help => "help",
        Dialog::Keys => "keys",
        Dialog::Palette => "palette",
        Dialog::GoTo => "goto",
        Dialog::Recent => "recent",
    }
}

fn gallery(state: &State, send: &Send) -> Html {
    html! {
        <>
            <ul class="cards">
                { for state.catalog.gallery.iter().map(|item| {
                    let (name, close) = (item.name.clone(), send.clone());
                    let current = item.source == state.doc.source;
                    let (document, embed) = (state.document(), state.embed);
                    let click = Callback::from(move |_: MouseEvent| {
                        Store::of(embed).keep(&document);
                        close.emit(Action::Edit(Edit::Example(name.clone()), js_sys::Date::now()));
                        close.emit(Action::Dialog(None));
                    });
                    html! {
                        <li key={item.name.clone()}>
                            <button aria-current={current.then_some("true")} data-example={item.name.clone()} onclick={click}>
                                <b>{ &item.title }</b><span>{ marked(&item.doc) }</span>
                            </button>
                        </li>
                    }
                }) }
            </ul>
            <p><button class="quiet" onclick={send.reform(|_: MouseEvent| Action::Dialog(Some(Dialog::Recent)))}>{ text::RECENT }</button></p>
        </>
    }
}

fn recent(state: &State, send: &Send) -> Html {
    let embed = state.embed;
    let documents = Store::of(embed).recent();
    if documents.is_empty() {
        return html! { <p class="empty">{ text::RECENT_EMPTY }</p> };
    }
    html! {
        <ul class="cards">
            { for documents.into_iter().map(|document| {
                let (send, now) = (send.clone(), state.document());
                let lines: String = document.source.lines().filter(|line| !line.trim_start().starts_with("//")).take(4).collect::<Vec<_>>().join("\n");
                let size = text::lines(document.source.lines().count());
                let click = Callback::from(move |_: MouseEvent| {
                    Store::of(embed).keep(&now);
                    send.emit(Action::OpenDocument(Box::new(document.clone())));
                    send.emit(Action::Dialog(None));
                });
                html! { <li><button onclick={click}><b>{ size }</b><code>{ lines }</code></button></li> }
            }) }
        </ul>
    }
}

fn share_body(state: &State, send: &Send) -> Html {
    let location = gloo::utils::window().location();
    let base = location.href().unwrap_or_default();
    let base = base.split('#').next().unwrap_or_default();
    let link = format!("{base}{}", share::write(&state.document(), &*state.catalog));
    let frame = text::embed_code(&link);
    let select = |event: FocusEvent| {
        if let Some(input) = event.target_dyn_into::<HtmlInputElement>() {
            input.select();
        }
    };
    let on_disk = send.reform(|event: Event| {
        Action::ExportOnDisk(event.target_dyn_into::<HtmlInputElement>().is_some_and(|input| input.checked()))
    });
    html! {
        <>
            <p>{ text::SHARE_INTRO }</p>
            <p class="row">
                <input class="wide" id="link" readonly=true aria-label={text::SHARE_LABEL} value={link.clone()} onfocus={select} />
                <button onclick={copy(&link, send)}>{ text::COPY }</button>
            </p>
            <p><small>{ text::characters(link.len()) }</small></p>
            <h3>{ text::EMBED }</h3>
            <p>{ text::EMBED_INTRO }</p>
            <p class="row">
                <input class="wide" readonly=true aria-label={text::EMBED} value={frame.clone()} onfocus={select} />
                <button onclick={copy(&frame, send)}>{ text::COPY }</button>
            </p>
            <h3>{ text::EXPORT }</h3>
            { files_of(text::EXPORT_WHOLE.into(), state.build.run.as_ref().map(|_| WHOLE), send) }
            { files_of(text::export_shown(state.cycles_shown()), state.cycles_shown(), send) }
            if js::can_choose() {
                <label class="row" title={text::EXPORT_ON_DISK_DOC}>
                    <input type="checkbox" checked={state.exporting.on_disk} onchange={on_disk} />
                    { text::EXPORT_ON_DISK }
                </label>
            }
            { exporting(state, send) }
        </>
    }
}

/// A button for each format of a file of some cycles, if there are any.
fn files_of(title: String, cycles: Option<(u64, u64)>, send: &Send) -> Html {
    let formats = [
        (Format::Perfetto, "Perfetto"),
        (Format::Json, "Chrome JSON"),
        (Format::Kanata, "Kanata"),
        (Format::Csv, "CSV"),
    ];
    html! {
        <div class="row" role="group" aria-label={title.clone()}>
            <span>{ title }</span>
            { for formats.into_iter().map(|(format, name)| {
                let click = send.reform(move |_: MouseEvent| Action::Export(format, cycles.unwrap_or(WHOLE)));
                html! { <button disabled={cycles.is_none()} onclick={click}>{ name }</button> }
            }) }
        </div>
    }
}

/// How far the file is that is being written.
fn exporting(state: &State, send: &Send) -> Html {
    let Some(now) = state.exporting.now else { return html! {} };
    html! {
        <p class="row">
            <progress aria-label={text::EXPORT_PROGRESS} value={now.thousandths.to_string()} max="1000"></progress>
            <span>{ text::export_progress(now.bytes) }</span>
            <button onclick={send.reform(|_: MouseEvent| Action::ExportStop)}>{ text::EXPORT_STOP }</button>
        </p>
    }
}

/// Puts words into the clipboard and says whether that went well.
fn copy(words: &str, send: &Send) -> Callback<MouseEvent> {
    let (words, send) = (words.to_string(), send.clone());
    Callback::from(move |_| {
        let send = send.clone();
        let promise = gloo::utils::window().navigator().clipboard().write_text(&words);
        js::settle(promise, move |done| {
            let (said, bad) = if done.is_ok() { (text::COPIED, false) } else { (text::COPY_FAILED, true) };
            send.emit(Action::Notice(Some((said.into(), bad))));
        });
    })
}

fn help(send: &Send) -> Html {
    html! {
        <>
            <p class="lead">{ text::TAGLINE }</p>
            { for text::HELP_PARAGRAPHS.iter().map(|(title, words)| html! { <><h3>{ *title }</h3><p>{ *words }</p></> }) }
            <p class="row">
                <button onclick={send.reform(|_: MouseEvent| Action::Dialog(Some(Dialog::Keys)))}>{ text::KEYS_TITLE }</button>
                <button onclick={send.reform(|_: MouseEvent| Action::Dialog(Some(Dialog::Gallery)))}>{ text::GALLERY }</button>
            </p>
        </>
    }
}

fn shortcuts(state: &State, send: &Send) -> Html {
    let mut groups: Vec<&str> = COMMANDS.iter().map(|command| command.group).collect();
    groups.dedup();
    let flip = send.reform(|event: Event| {
        Action::SingleKeys(event.target_dyn_into::<HtmlInputElement>().is_some_and(|input| input.checked()))
    });
    let keys = |command: &&Command| {
        command.keys.iter().chain(command.plain).map(|key| html! { <kbd>{ *key }</kbd> }).collect::<Html>()
    };
    html! {
        <>
            <label class="row"><input type="checkbox" checked={state.prefs.single_keys} onchange={flip} />{ text::SINGLE_KEYS }</label>
            <div class="sheet">
                { for groups.into_iter().map(|group| html! {
                    <section>
                        <h3>{ group }</h3>
                        <dl>{ for COMMANDS.iter().filter(|c| c.group == group && !(c.keys.is_empty() && c.plain.is_empty())).map(|command| html! {
                            <div><dt>{ keys(&command) }</dt><dd>{ command.label }</dd></div>
                        }) }</dl>
                    </section>
                }) }
            </div>
            <p>{ text::BOOKMARKS_NOTE }</p>
        </>
    }
}

fn go_to(state: &State, send: &Send) -> Html {
    let send = send.clone();
    let submit = Callback::from(move |event: SubmitEvent| {
        event.prevent_default();
        let field = gloo::utils::document().get_element_by_id("cycle");
        let value = field
            .and_then(|field| wasm_bindgen::JsCast::dyn_into::<HtmlInputElement>(field).ok())
            .map(|field| field.value());
        // Such fields take 1e6, too; what is behind the end of a run leads to its end.
        let cycle = value.and_then(|value| decimal::f64(value.trim()));
        if let Some(cycle) = cycle.filter(|cycle| *cycle >= 0.0) {
            send.emit(Action::Seek(cycle as u64));
            send.emit(Action::Dialog(None));
        }
    });
    html! {
        <form class="row" onsubmit={submit}>
            <Entry id="cycle" kind="number" min="0" label={text::GO_TO} value={state.cursor().to_string()} autofocus=true />
            <button>{ text::GO }</button>
            <span>{ text::of(&grouped(state.status.frontier)) }</span>
        </form>
    }
}

#[derive(Properties, PartialEq)]
struct PaletteProps {
    state: State,
    send: Send,
}

/// Commands, views, kernels and presets by their words.
#[component]
fn Palette(props: &PaletteProps) -> Html {
    let words = use_state(String::new);
    let at = use_state(|| 0usize);
    let found: Vec<(String, String, Action)> =
        entries(&props.state).into_iter().filter(|(label, ..)| matches(label, &words)).take(12).collect();
    let chosen_at = (*at).min(found.len().saturating_sub(1));
    let run = {
        let send = props.send.clone();
        move |action: Action| {
            // Close first: the action may open another dialog.
            send.emit(Action::Dialog(None));
            send.emit(action);
        }
    };
    let input = {
        let (words, at) = (words.clone(), at.clone());
        Callback::from(move |event: InputEvent| {
            words.set(chosen(&event));
            at.set(0);
        })
    };
    let key = {
        let (at, run, count) = (at.clone(), run.clone(), found.len());
        let action = found.get(chosen_at).map(|(.., action)| action.clone());
        Callback::from(move |event: KeyboardEvent| {
            match event.key().as_str() {
                "ArrowDown" => at.set((chosen_at + 1).min(count.saturating_sub(1))),
                "ArrowUp" => at.set(chosen_at.saturating_sub(1)),
                "Enter" => action.clone().into_iter().for_each(&run),
                _ => return,
            }
            event.prevent_default();
        })
    };
    html! {
        <div class="palette">
            <input class="wide" autofocus=true role="combobox" aria-expanded="true" aria-controls="commands" aria-label={text::PALETTE_LABEL}
                aria-activedescendant={format!("command-{chosen_at}")} placeholder={text::PALETTE_LABEL} value={(*words).clone()} oninput={input} onkeydown={key} />
            if found.is_empty() { <p class="empty">{ text::PALETTE_NONE }</p> }
            <ul id="commands" role="listbox" aria-label={text::COMMANDS}>
                { for found.iter().enumerate().map(|(index, (label, keys, action))| {
                    let (run, action) = (run.clone(), action.clone());
                    html! {
                        <li id={format!("command-{index}")} role="option" aria-selected={(index == chosen_at).to_string()}
                            onclick={Callback::from(move |_: MouseEvent| run(action.clone()))}>
                            <span>{ label }</span><kbd>{ keys }</kbd>
                        </li>
                    }
                }) }
            </ul>
        </div>
    }
}

fn entries(state: &State) -> Vec<(String, String, Action)> {
    let keys =
        |command: &Command| command.keys.iter().chain(command.plain).copied().collect::<Vec<_>>().join(" ");
    let commands =
        COMMANDS.iter().map(|command| (command.label.to_string(), keys(command), (command.act)(state)));
    let views = state.panels().iter().map(|info| {
        let open = Action::Panel(0, info.id.to_string());
        (text::show(&info.title), String::new(), open)
    });
    let now = js_sys::Date::now();
    let kernels = state.catalog.gallery.iter().map(move |item| {
        (text::open_kernel(&item.title), String::new(), Action::Edit(Edit::Example(item.name.clone()), now))
    });
    let presets = state.catalog.machines.iter().flat_map(|machine| &machine.presets).map(move |preset| {
        (text::use_machine(&preset.name), String::new(), Action::Edit(Edit::Preset(preset.id.clone()), now))
    });
    commands.chain(views).chain(kernels).chain(presets).collect()
}

/// Every word that was typed is somewhere in the label.
fn matches(label: &str, words: &str) -> bool {
    let label = label.to_ascii_lowercase();
    words.to_ascii_lowercase().split_whitespace().all(|word| label.contains(word))
}
