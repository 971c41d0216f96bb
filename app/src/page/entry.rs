//! A field to type into. While a run goes on the page is drawn anew many times a second, and each time a plain input gets
//! the page's value again: half-typed numbers would be overwritten. So the text is the field's own from when it is entered until it is left.

use web_sys::HtmlInputElement;
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct EntryProps {
    /// What the page has.
    pub value: AttrValue,
    /// Something else was entered.
    #[prop_or_default]
    pub onchange: Option<Callback<Event>>,
    /// What is read out.
    #[prop_or_default]
    pub label: Option<AttrValue>,
    /// The input's attributes of these names; `kind` is `type`.
    #[prop_or_default]
    pub kind: Option<AttrValue>,
    #[prop_or_default]
    pub min: Option<AttrValue>,
    #[prop_or_default]
    pub max: Option<AttrValue>,
    #[prop_or_default]
    pub inputmode: Option<AttrValue>,
    #[prop_or_default]
    pub id: Option<AttrValue>,
    #[prop_or_default]
    pub title: Option<AttrValue>,
    #[prop_or_default]
    pub class: Option<AttrValue>,
    #[prop_or_default]
    pub style: Option<AttrValue>,
    #[prop_or_default]
    pub placeholder: Option<AttrValue>,
    #[prop_or_default]
    pub list: Option<AttrValue>,
    #[prop_or_default]
    pub autofocus: bool,
}

/// See the module.
#[component]
pub fn Entry(props: &EntryProps) -> Html {
    let typed = use_state_eq(|| None::<AttrValue>);
    let oninput = {
        let typed = typed.clone();
        move |event: InputEvent| {
            typed.set(Some(event.target_unchecked_into::<HtmlInputElement>().value().into()))
        }
    };
    let value = typed.as_ref().unwrap_or(&props.value).clone();
    let onfocus = {
        let (typed, value, select) = (typed.clone(), value.clone(), props.autofocus);
        move |event: FocusEvent| {
            typed.set(Some(value.clone()));
            if select {
                // What is typed takes the place of what is there.
                event.target_unchecked_into::<HtmlInputElement>().select();
            }
        }
    };
    let onblur = move |_: FocusEvent| typed.set(None);
    // A field is as wide as what is in it.
    let style = format!("--digits: {};{}", value.chars().count(), props.style.as_deref().unwrap_or_default());
    html! {
        <input type={props.kind.clone()} min={props.min.clone()} max={props.max.clone()} inputmode={props.inputmode.clone()}
            id={props.id.clone()} aria-label={props.label.clone()} title={props.title.clone()} class={props.class.clone()}
            list={props.list.clone()} {style} placeholder={props.placeholder.clone()} autofocus={props.autofocus}
            spellcheck="false" autocapitalize="off" {value} {oninput} {onfocus} {onblur} onchange={props.onchange.clone()} />
    }
}
