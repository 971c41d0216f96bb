//! The launch form, made from the kernel's signature, and the check of the result.

use lanescope_core::session::{
    KernelInfo, ParamInfo, ParamKind,
    vocabulary::{ArgValue, Grid, Init, Launch, Number, Size, Type, decimal, images},
};
use web_sys::{DragEvent, File, HtmlInputElement};
use yew::prelude::*;

use super::{
    Send,
    controls::{chosen, edit},
    entry::Entry,
    files,
    listing::fold,
    options,
};
use crate::{
    state::{Action, ArgPart, Checking, Edit, State, launch, view::Section},
    text,
};

/// The section.
pub fn section(state: &State, send: &Send) -> Html {
    let folded = state.panes.folded[1];
    let compiled = state.build.compiled.as_ref();
    let kernel = compiled.and_then(|compiled| compiled.kernels.get(compiled.chosen?));
    html! {
        <section class={classes!("launch", folded.then_some("folded"))} aria-label={text::LAUNCH}>
            <header>
                { fold(send, Section::Launch, folded, text::LAUNCH) }
                { check(state, send) }
            </header>
            if !folded {
                { options::row(state, send) }
                if let Some(kernel) = kernel {
                    { form(state, kernel, &state.launch(), send) }
                } else {
                    <p class="empty">{ text::LAUNCH_EMPTY }</p>
                }
            }
        </section>
    }
}

fn form(state: &State, kernel: &KernelInfo, launch: &Launch, send: &Send) -> Html {
    html! {
        <div class="form">
            { sizes(state, &kernel.grid, launch, send) }
            { for kernel.params.iter().map(|param| argument(param, launch, send)) }
        </div>
    }
}

fn check(state: &State, send: &Send) -> Html {
    let click = send.reform(|_: MouseEvent| Action::Check);
    let (class, words) = match &state.check {
        Checking::No => ("", String::new()),
        Checking::Running => ("", text::CHECK_RUNNING.to_string()),
        Checking::Done(check) => {
            let class = match check.verdict.passes() {
                Some(true) => "good",
                Some(false) => "bad",
                None => "",
            };
            (class, check.words())
        }
    };
    html! {
        <>
            <button class="quiet check" title={text::CHECK_NONE} disabled={state.build.run.is_none()} onclick={click}>{ text::CHECK }</button>
            <span class={classes!("verdict", class)} role="status">{ words }</span>
        </>
    }
}

/// The sizes that the program takes, and the way back to those that the text says.
fn sizes(state: &State, grid: &Grid, launch: &Launch, send: &Send) -> Html {
    html! {
        <div class="row">
            { match grid {
                Grid::WorkItems | Grid::Cut => work_items(launch, send),
                Grid::Nothing => html! { <p class="empty">{ text::RUNS_ONCE }</p> },
                Grid::Own(sizes) => html! { <>{ for sizes.iter().map(|size| own_size(size, launch, send)) }</> },
            } }
            if state.doc.launch.is_some() {
                <button class="quiet" onclick={edit(send, |_: MouseEvent| Edit::ResetLaunch)}>{ text::RESET_LAUNCH }</button>
            }
        </div>
    }
}

/// A size that the program names.
fn own_size(size: &Size, launch: &Launch, send: &Send) -> Html {
    let said = launch.sizes.iter().find(|(id, _)| *id == size.id);
    let value = said.map_or(size.default, |(_, value)| *value);
    let id = size.id.clone();
    let change = edit(send, move |event: Event| Edit::Size(id.clone(), chosen(&event).parse().unwrap_or(0)));
    html! {
        <label class="field" title={size.doc.clone()}>{ &size.id }
            <Entry kind="number" min={size.least.to_string()} value={value.to_string()} onchange={change} />
        </label>
    }
}

fn work_items(launch: &Launch, send: &Send) -> Html {
    let row = |label: &'static str, sizes: [u32; 3], make: fn(usize, u32) -> Edit| {
        html! {
            <fieldset class="sizes">
                <legend>{ label }</legend>
                { for (0..3).map(|dimension| {
                    let axis = ["x", "y", "z"][dimension];
                    let change = edit(send, move |event: Event| make(dimension, chosen(&event).parse().unwrap_or(0)));
                    html! {
                        <Entry kind="number" min="1" label={format!("{label} {axis}")} title={axis}
                            value={sizes[dimension].to_string()} onchange={change} />
                    }
                }) }
            </fieldset>
        }
    };
    let dynamic = edit(send, |event: Event| Edit::DynamicLocal(chosen(&event).parse().unwrap_or(0)));
    html! {
        <>
            { row(text::GLOBAL_SIZE, launch.global, Edit::Global) }
            { row(text::LOCAL_SIZE, launch.local, Edit::Local) }
            if launch.dynamic_local > 0 {
                <label class="field">{ text::DYNAMIC_LOCAL }
                    <Entry kind="number" min="0" value={launch.dynamic_local.to_string()} onchange={dynamic} />
                </label>
            }
        </>
    }
}

fn argument(param: &ParamInfo, launch: &Launch, send: &Send) -> Html {
    let arg = launch.args.iter().find(|arg| arg.name == param.name);
    let value = arg.map(|arg| &arg.value);
    let fields = match (param.kind, value) {
        (ParamKind::Scalar, Some(ArgValue::Scalar(number) | ArgValue::Typed(number, _))) => {
            number_field(text::VALUE, &param.name, *number, setter(param, send, ArgPart::Number))
        }
        (ParamKind::Buffer, Some(ArgValue::Buffer { len, element, init })) => html! {
            <>
                { length(param, *len, send) }
                { element_type(param, *element, send) }
                { contents(param, init, send) }
                { for arg.and_then(|arg| arg.at).map(|at| address(param, at, send)) }
            </>
        },
        (ParamKind::Image, Some(ArgValue::Image(image))) => html! {
            <>
                { words(param, text::IMAGE, image.shape(param.image), setter(param, send, ArgPart::Shape)) }
                { contents(param, &image.init, send) }
                { for arg.and_then(|arg| arg.at).map(|at| address(param, at, send)) }
            </>
        },
        (ParamKind::Sampler, Some(ArgValue::Scalar(Number::Int(bits)))) => {
            let set = setter(param, send, |words: String| {
                ArgPart::Number(Number::Int(images::sampler(&words).unwrap_or(images::SAMPLER).into()))
            });
            words(param, text::SAMPLER, images::show_sampler(*bits as u32), set)
        }
        (ParamKind::Local, Some(ArgValue::Local(bytes))) => local(param, *bytes, send),
        _ => html! {},
    };
    let drop = dropped(param, value, send);
    html! {
        <div class="row argument" key={param.name.clone()} ondrop={drop}>
            <span class="name" title={param.source_type.clone()}><code>{ &param.name }</code><small>{ &param.source_type }</small></span>
            { fields }
        </div>
    }
}

/// Sets a part of an argument, made from what a field holds.
fn setter<T: 'static>(param: &ParamInfo, send: &Send, make: impl Fn(T) -> ArgPart + 'static) -> Callback<T> {
    let name = param.name.clone();
    edit(send, move |value| Edit::Arg(name.clone(), make(value)))
}

/// Words of a header.
fn words(param: &ParamInfo, label: &'static str, value: String, set: Callback<String>) -> Html {
    let change = set.reform(|event: Event| chosen(&event));
    html! { <Entry class="wide" label={format!("{} {label}", param.name)} title={label} value={value} onchange={change} /> }
}

fn local(param: &ParamInfo, bytes: u64, send: &Send) -> Html {
    let set = setter(param, send, |event: Event| ArgPart::Local(chosen(&event).parse().unwrap_or(0)));
    html! {
        <label class="field"><Entry kind="number" min="0" value={bytes.to_string()} onchange={set} />{ text::BYTES }</label>
    }
}

fn length(param: &ParamInfo, len: u64, send: &Send) -> Html {
    let set = setter(param, send, |event: Event| ArgPart::Length(chosen(&event).parse().unwrap_or(0)));
    html! {
        <span class="field">
            <Entry kind="number" min="1" label={format!("{} {}", param.name, text::LENGTH)} title={text::LENGTH}
                value={len.to_string()} onchange={set} />{ text::TIMES }
        </span>
    }
}

/// Where a buffer lies, if the launch says it.
fn address(param: &ParamInfo, at: u64, send: &Send) -> Html {
    let set = setter(param, send, |event: Event| ArgPart::Place(launch::address(&chosen(&event))));
    html! {
        <label class="field">{ text::AT }
            <Entry label={format!("{} {}", param.name, text::PLACE)} title={text::PLACE} value={format!("{at:#x}")} onchange={set} />
        </label>
    }
}

/// Types that the elements of a buffer may be given.
const TYPES: [Type; 7] = [Type::I8, Type::I16, Type::I32, Type::I64, Type::F16, Type::F32, Type::F64];

/// The type of the elements: the signature's, unless another was chosen.
fn element_type(param: &ParamInfo, element: Option<Type>, send: &Send) -> Html {
    let own = param.element;
    let now = element.unwrap_or(own);
    let set = setter(param, send, move |event: Event| {
        let name = chosen(&event);
        ArgPart::Element(TYPES.into_iter().find(|known| known.to_string() == name && *known != own))
    });
    html! {
        <select aria-label={format!("{} {}", param.name, text::ELEMENT)} title={text::ELEMENT} onchange={set}>
            if !TYPES.contains(&now) { <option selected=true>{ now.to_string() }</option> }
            { for TYPES.iter().map(|known| html! { <option selected={*known == now}>{ known.to_string() }</option> }) }
        </select>
    }
}

/// A file that is dropped on a buffer becomes its contents, and its length.
fn dropped(param: &ParamInfo, value: Option<&ArgValue>, send: &Send) -> Option<Callback<DragEvent>> {
    let Some(ArgValue::Buffer { .. } | ArgValue::Image(_)) = value else { return None };
    let own = param.element;
    let set = setter(param, send, move |bytes| ArgPart::File(bytes, own));
    Some(Callback::from(move |event: DragEvent| {
        if let Some(file) = files::dropped(&event) {
            event.prevent_default();
            event.stop_propagation();
            read_bytes(&file, set.clone());
        }
    }))
}

/// A name in the form, and the contents that it begins with.
type Contents = (&'static str, fn() -> Init);

/// Kinds of contents.
const KINDS: [Contents; 7] = [
    (text::INIT_ZEROS, || Init::Zeros),
    (text::INIT_IOTA, || Init::Iota { start: Number::Int(0), step: Number::Int(1) }),
    (text::INIT_RANDOM, || Init::Random { seed: 1, low: Number::Int(0), high: Number::Int(100) }),
    (text::INIT_PERMUTATION, || Init::Permutation { seed: 1 }),
    (text::INIT_FILL, || Init::Fill(Number::Int(1))),
    (text::INIT_LIST, || Init::List(vec![Number::Int(1), Number::Int(2), Number::Int(3)])),
    (text::INIT_BYTES, || Init::Bytes(Vec::new())),
];

fn kind(init: &Init) -> usize {
    match init {
        Init::Zeros => 0,
        Init::Iota { .. } => 1,
        Init::Random { .. } => 2,
        Init::Permutation { .. } => 3,
        Init::Fill(_) => 4,
        Init::List(_) => 5,
        Init::Bytes(_) => 6,
    }
}

fn contents(param: &ParamInfo, init: &Init, send: &Send) -> Html {
    let set = setter(param, send, ArgPart::Contents);
    let now = kind(init);
    let change = set.reform(move |event: Event| KINDS[chosen(&event).parse().unwrap_or(0usize).min(6)].1());
    html! {
        <>
            <select aria-label={format!("{} {}", param.name, text::CONTENTS)} onchange={change}>
                { for KINDS.iter().enumerate().map(|(at, (name, _))| html! {
                    <option value={at.to_string()} selected={at == now}>{ *name }</option>
                }) }
            </select>
            { details(param, init, &set) }
        </>
    }
}

fn details(param: &ParamInfo, init: &Init, set: &Callback<Init>) -> Html {
    let name = param.name.as_str();
    match init.clone() {
        Init::Zeros => html! {},
        Init::Iota { start, step } => html! {
            <>
                { number_field(text::LOW, name, start, set.reform(move |start| Init::Iota { start, step })) }
                { number_field(text::STEP, name, step, set.reform(move |step| Init::Iota { start, step })) }
            </>
        },
        Init::Random { seed, low, high } => html! {
            <>
                { number_field(text::LOW, name, low, set.reform(move |low| Init::Random { seed, low, high })) }
                { number_field(text::HIGH, name, high, set.reform(move |high| Init::Random { seed, low, high })) }
                { seed_field(name, seed, set.reform(move |seed| Init::Random { seed, low, high })) }
            </>
        },
        Init::Permutation { seed } => seed_field(name, seed, set.reform(|seed| Init::Permutation { seed })),
        Init::Fill(number) => number_field(text::VALUE, name, number, set.reform(Init::Fill)),
        Init::List(numbers) => {
            let text: Vec<String> = numbers.iter().copied().map(show).collect();
            let change = set.reform(|event: Event| {
                Init::List(chosen(&event).split([',', ' ', ';']).filter_map(read).collect())
            });
            html! {
                <Entry class="wide" label={format!("{name} {}", text::NUMBERS)} value={text.join(", ")} onchange={change} />
            }
        }
        Init::Bytes(bytes) => {
            let set = set.reform(Init::Bytes);
            let change = Callback::from(move |event: Event| read_file(&event, set.clone()));
            html! {
                <label class="field">
                    <input type="file" aria-label={format!("{name} {}", text::FILE)} onchange={change} />
                    { text::bytes(bytes.len()) }
                </label>
            }
        }
    }
}

fn read_file(event: &Event, set: Callback<Vec<u8>>) {
    let input = event.target_dyn_into::<HtmlInputElement>();
    let Some(file) = input.and_then(|input| input.files()?.get(0)) else { return };
    read_bytes(&file, set);
}

fn read_bytes(file: &File, set: Callback<Vec<u8>>) {
    super::js::settle(file.array_buffer(), move |bytes| {
        if let Ok(bytes) = bytes {
            set.emit(js_sys::Uint8Array::new(&bytes).to_vec());
        }
    });
}

fn number_field(label: &'static str, name: &str, number: Number, set: Callback<Number>) -> Html {
    let change = Callback::from(move |event: Event| {
        if let Some(number) = read(&chosen(&event)) {
            set.emit(number);
        }
    });
    html! {
        <label class="field"><span>{ label }</span>
            <Entry inputmode="decimal" label={format!("{name} {label}")} value={show(number)} onchange={change} />
        </label>
    }
}

fn seed_field(name: &str, seed: u64, set: Callback<u64>) -> Html {
    let change = set.reform(|event: Event| chosen(&event).parse().unwrap_or(1));
    html! {
        <label class="field"><span>{ text::SEED }</span>
            <Entry kind="number" min="0" label={format!("{name} {}", text::SEED)} value={seed.to_string()} onchange={change} />
        </label>
    }
}

fn show(number: Number) -> String {
    match number {
        Number::Int(n) => n.to_string(),
        Number::Float(x) if x.fract() == 0.0 && x.abs() < 1e15 => format!("{x:.1}"),
        Number::Float(x) => x.to_string(),
    }
}

/// A number as people write it; with a point or an exponent it is a float.
fn read(text: &str) -> Option<Number> {
    let text = text.trim();
    let int = text.parse().ok().and_then(Number::integer);
    int.or_else(|| decimal::f64(text).filter(|x| x.is_finite()).map(Number::Float))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_their_kind() {
        for number in [Number::Int(-3), Number::Float(2.0), Number::Float(0.1), Number::Float(1e300)] {
            assert_eq!(read(&show(number)), Some(number));
        }
        assert_eq!((read(""), read("inf"), read("x")), (None, None, None));
    }

    #[test]
    fn every_kind_of_contents_is_at_its_place() {
        for (at, (_, make)) in KINDS.iter().enumerate() {
            assert_eq!(kind(&make()), at);
        }
    }
}
