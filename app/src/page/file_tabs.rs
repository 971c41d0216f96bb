//! The files of the program as tabs above the editor: open one, add one, and rename, remove, link or choose the open one. Texts that are
//! linked bear their number, in whose order they are linked.

use std::rc::Rc;

use lanescope_core::session::vocabulary::{Document, Language};
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::{Send, controls::edit, icon::icon};
use crate::{
    state::{Action, Edit, program},
    text,
};

/// What the tabs show.
#[derive(Properties, PartialEq)]
pub struct Props {
    /// The program.
    pub document: Rc<Document>,
    /// The name of the file that is open.
    pub open: String,
    /// Does the machine link texts?
    pub links: bool,
    /// Can files only be looked at?
    pub fixed: bool,
    /// Where actions go.
    pub send: Send,
}

/// The button that adds a file.
pub fn add_button(send: &Send) -> Html {
    let add = edit(send, |_: MouseEvent| Edit::AddFile);
    html! { <button class="quiet" title={text::ADD_FILE} aria-label={text::ADD_FILE} onclick={add}>{ icon("plus") }</button> }
}

/// The tabs; none for a program of one text without a name.
#[component]
pub fn FileTabs(props: &Props) -> Html {
    let renaming = use_state(|| false);
    {
        let renaming = renaming.setter();
        use_effect_with(props.open.clone(), move |_| renaming.set(false));
    }
    let field = use_node_ref();
    {
        let field = field.clone();
        use_effect_with(*renaming, move |_| {
            // The field that has just come takes the keys.
            let field = field.cast::<HtmlInputElement>();
            field.iter().for_each(|field| drop(field.focus()));
        });
    }
    let document = &props.document;
    if document.files.is_empty() && document.name.is_empty() {
        return html! {};
    }
    html! {
        <div class="files">
            <div class="tabs" role="tablist" aria-label={text::FILES}>
                { for program::tabs(document).into_iter().map(|(name, unit)| tab(props, name, unit)) }
            </div>
            if *renaming {
                { name_field(props, &renaming, field) }
            } else if !props.fixed {
                { tools(props, &renaming) }
            }
        </div>
    }
}

fn tab(props: &Props, name: &str, unit: Option<usize>) -> Html {
    let on = name == props.open;
    let click = {
        let name = name.to_string();
        props.send.reform(move |_: MouseEvent| Action::OpenFile(name.clone()))
    };
    let is_main = name == props.document.name;
    let words = if name.is_empty() { text::MAIN_FILE } else { name };
    html! {
        <button role="tab" key={name.to_string()} data-file={name.to_string()} aria-selected={on.to_string()} onclick={click}
            class={is_main.then_some("main")} title={is_main.then_some(text::MAIN_FILE)}>
            if let Some(number) = unit {
                <span class="unit" title={text::UNIT_DOC}>{ number }</span>
            }
            { words }
        </button>
    }
}

/// What can be done with the file that is open.
fn tools(props: &Props, renaming: &UseStateHandle<bool>) -> Html {
    let is_main = props.open == props.document.name;
    let is_text =
        is_main || props.document.file(&props.open).is_some_and(|file| file.contents.text().is_some());
    let is_unit = props.document.units.contains(&props.open);
    let of_open = |make: fn(String) -> Edit| {
        let open = props.open.clone();
        edit(&props.send, move |_: MouseEvent| make(open.clone()))
    };
    let rename = {
        let renaming = renaming.setter();
        Callback::from(move |_: MouseEvent| renaming.set(true))
    };
    html! {
        <>
            <button class="quiet" onclick={rename}>{ text::RENAME_FILE }</button>
            if props.links && props.document.language == Language::Assembly {
                if is_unit {
                    <button class="quiet" title={text::UNLINK_FILE_DOC} onclick={of_open(Edit::UnlinkFile)}>{ text::UNLINK_FILE }</button>
                } else if !is_main || !props.document.units.is_empty() {
                    <button class="quiet" title={text::LINK_FILE_DOC} onclick={of_open(Edit::LinkFile)}>{ text::LINK_FILE }</button>
                }
            }
            if !is_main {
                if is_text {
                    <button class="quiet" title={text::CHOOSE_MAIN_DOC} onclick={of_open(Edit::ChooseMain)}>{ text::CHOOSE_MAIN }</button>
                }
                <button class="quiet" onclick={of_open(Edit::RemoveFile)}>{ text::REMOVE_FILE }</button>
            }
        </>
    }
}

/// The field for another name: Enter or leaving it takes the name, Escape does not.
fn name_field(props: &Props, renaming: &UseStateHandle<bool>, field: NodeRef) -> Html {
    let change = {
        let (open, renaming) = (props.open.clone(), renaming.setter());
        let rename = edit(&props.send, move |new: String| Edit::RenameFile(open.clone(), new));
        Callback::from(move |event: Event| {
            renaming.set(false);
            if let Some(field) = event.target_dyn_into::<HtmlInputElement>() {
                rename.emit(field.value());
            }
        })
    };
    let key = {
        let renaming = renaming.setter();
        Callback::from(move |event: KeyboardEvent| {
            if event.key() == "Escape" {
                event.stop_propagation();
                renaming.set(false);
            }
        })
    };
    html! {
        <input ref={field} aria-label={text::NAME_FILE} value={props.open.clone()} onchange={change} onkeydown={key} spellcheck="false" autocapitalize="off" />
    }
}
