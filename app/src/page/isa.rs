//! The machine's instructions: a list that can be searched, and the line under the listing that says what the
//! instruction under the pointer does.

use lanescope_core::session::OpInfo;
use yew::prelude::*;

use super::{Send, controls::chosen};
use crate::{
    state::{Action, Dialog, Mark, State, isa},
    text,
};

/// What the instruction does that is pointed at, or selected, or next in the selected warp.
pub fn help(state: &State, send: &Send) -> Html {
    let open = send.reform(|_: MouseEvent| Action::Dialog(Some(Dialog::Isa)));
    let words = pc(state).and_then(|pc| isa::find(state.ops(), state.build.map.text(pc))).map(one);
    html! {
        <p class="isa-help">
            <span>{ words.unwrap_or_else(|| html! { text::ISA_HINT }) }</span>
            <button class="quiet" onclick={open}>{ text::ISA }</button>
        </p>
    }
}

fn one(op: &OpInfo) -> Html {
    html! { <><b>{ &op.doc }</b>{ " " }<small>{ &op.class }</small>{ " " }<code>{ &op.syntax }</code></> }
}

fn pc(state: &State) -> Option<u32> {
    let of = |mark: Option<Mark>| match mark? {
        Mark::Pc(pc) | Mark::Cell(_, _, _, pc) => Some(pc).filter(|pc| *pc != u32::MAX),
        _ => None,
    };
    let snapshot = state.frame.as_ref().and_then(|frame| frame.snapshot.as_ref());
    let next = || snapshot.and_then(|snapshot| snapshot.units.get(state.panes.unit as usize)?.pc);
    of(state.hover).or(of(state.picked)).or_else(next)
}

#[derive(Properties, PartialEq)]
struct Props {
    ops: Vec<OpInfo>,
}

/// The body of the dialog.
pub fn list(state: &State) -> Html {
    html! { <List ops={state.ops().to_vec()} /> }
}

#[component]
fn List(props: &Props) -> Html {
    let words = use_state(String::new);
    let input = {
        let words = words.clone();
        Callback::from(move |event: InputEvent| words.set(chosen(&event)))
    };
    let found = isa::search(&props.ops, &words);
    html! {
        <>
            <input class="wide" type="search" autofocus=true aria-label={text::ISA_SEARCH} placeholder={text::ISA_SEARCH}
                value={(*words).clone()} oninput={input} />
            <p role="status"><small>{ text::instructions(found.len()) }</small></p>
            <dl class="isa">
                { for found.iter().map(|op| html! {
                    <div><dt><code>{ &op.syntax }</code></dt><dd>{ &op.doc }{ " " }<small>{ &op.class }</small></dd></div>
                }) }
            </dl>
        </>
    }
}
