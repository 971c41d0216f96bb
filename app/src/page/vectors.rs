//! The mask and the vector registers, divided into elements by vector length and type. A group of registers that forms
//! one operand is one row.

use lanescope_core::session::vocabulary::VectorFile;
use yew::prelude::*;

use super::panel::{Props, radix_select, unit_select};
use crate::{format, format::Radix, text};

/// Most elements of a row.
const ELEMENTS: u32 = 64;

/// See the module.
#[component]
pub fn Vectors(props: &Props) -> Html {
    let file = |frame: &Option<crate::state::Shared<crate::protocol::Frame>>| {
        frame.as_ref().and_then(|frame| frame.snapshot.as_ref()?.registers.vector.clone())
    };
    let Some(now) = file(&props.frame) else {
        return html! { <div class="scroll"><div class="tools">{ unit_select(props) }</div><p class="empty">{ text::VECTORS_EMPTY }</p></div> };
    };
    let before = file(&props.before);
    let shown = now.vlmax.clamp(1, ELEMENTS);
    let step = now.registers.max(1);
    html! {
        <div class="scroll" tabindex="0" role="group" aria-label={text::VECTORS_LABEL}>
            <div class="tools">
                { unit_select(props) }{ radix_select(props) }
                <span><b>{ text::vector_state(&now.vtype, now.vl, now.vlmax, now.vlen) }</b></span>
                <span class="note"><i class="fresh"></i>{ text::JUST_CHANGED_NOTE }</span>
            </div>
            { mask(&now) }
            if now.vlmax > ELEMENTS { <p class="note">{ text::first_elements(ELEMENTS, now.vlmax) }</p> }
            <table class="values">
                <thead><tr>
                    <th scope="col">{ text::REGISTER }</th>
                    { for (0..shown).map(|index| html! { <th scope="col">{ index }</th> }) }
                </tr></thead>
                <tbody>
                    { for (0..32).step_by(step as usize).map(|register| row(&now, before.as_ref(), register, step, shown, props.panes.radix)) }
                </tbody>
            </table>
        </div>
    }
}

/// The bits of the mask register for the elements below the vector length.
fn mask(file: &VectorFile) -> Html {
    let on = file.mask.iter().filter(|bit| **bit).count();
    let words = text::mask(on, file.mask.len());
    html! {
        <p class="summary">
            <b>{ "v0" }</b>
            <span class="mask" role="img" aria-label={words.clone()}>
                { for file.mask.iter().map(|bit| html! { <i class={bit.then_some("on")}></i> }) }
            </span>
            <span>{ words }</span>
        </p>
    }
}

fn row(
    now: &VectorFile,
    before: Option<&VectorFile>,
    register: u32,
    step: u32,
    shown: u32,
    radix: Radix,
) -> Html {
    let bits = if now.sew == 0 { 64 } else { now.sew };
    let name =
        if step > 1 { format!("v{register}–v{}", register + step - 1) } else { format!("v{register}") };
    let cell = |index: u32| {
        let value = now.element(register, index, bits);
        let fresh = before.is_some_and(|before| before.element(register, index, bits) != value);
        let class = classes!(fresh.then_some("fresh"), (index >= now.vl).then_some("off"));
        let words = value.map_or(String::new(), |value| format::value(value, bits, radix));
        html! { <td {class}>{ words }</td> }
    };
    html! { <tr key={register.to_string()}><th scope="row">{ name }</th>{ for (0..shown).map(cell) }</tr> }
}
