//! How the text is compiled: macros from outside, and whether a product and a sum may fuse. They are shown even while
//! the text does not compile: a missing macro may be the reason.

use lanescope_core::session::vocabulary::Define;
use web_sys::HtmlInputElement;
use yew::prelude::*;

use super::{
    Send,
    controls::{chosen, edit},
    entry::Entry,
};
use crate::{
    state::{Edit, State, launch},
    text,
};

/// The row of the launch form.
pub fn row(state: &State, send: &Send) -> Html {
    let options = &state.doc.options;
    let flip = edit(send, |event: Event| {
        Edit::Contract(event.target_dyn_into::<HtmlInputElement>().is_some_and(|input| input.checked()))
    });
    html! {
        <div class="row options">
            <fieldset class="macros">
                <legend>{ text::MACROS }</legend>
                { for (0..=options.defines.len()).map(|at| one(&options.defines, at, send)) }
            </fieldset>
            <label class="field" title={text::CONTRACT_DOC}>
                <input type="checkbox" checked={options.contract} onchange={flip} />{ text::CONTRACT }
            </label>
        </div>
    }
}

/// A macro; behind the last one an empty field for the next. Emptied, it goes.
fn one(defines: &[Define], at: usize, send: &Send) -> Html {
    let text = defines.get(at).map(launch::show_define).unwrap_or_default();
    let all = defines.to_vec();
    let change = edit(send, move |event: Event| {
        let mut all = all.clone();
        all.splice(at..(at + 1).min(all.len()), launch::define(&chosen(&event)));
        Edit::Defines(all)
    });
    let width = format!("width: {}ch", text.chars().count().clamp(12, 32) + 3);
    html! {
        <Entry key={at} style={width} label={text::macro_number(at + 1)}
            placeholder={text::MACRO_EXAMPLE} value={text} onchange={change} />
    }
}
