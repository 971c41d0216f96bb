//! IR and assembly, linked with the text by colour and by pointing; warps stand beside the instruction they are at.

use std::rc::Rc;

use lanescope_core::session::{Listing, ListingLine};
use yew::prelude::*;

use super::{Send, controls::chosen, isa};
use crate::{
    protocol::Frame,
    state::{
        Action, Lit, Mark, Shared, SourceMap, State,
        view::{ListingKind, Section},
    },
    text,
};

#[derive(Properties, PartialEq)]
struct Props {
    listing: ListingOf,
    map: Shared<SourceMap>,
    ir: bool,
    frame: Option<Shared<Frame>>,
    unit: u32,
    lit: Rc<Lit>,
    send: Send,
}

/// A listing, compared by identity of what holds it.
#[derive(Clone, PartialEq)]
enum ListingOf {
    Compiled(Shared<lanescope_core::session::Compiled>),
    Pass(Shared<Listing>),
}

/// Warps that a line names before it says how many more there are.
const NAMED: usize = 4;

/// The section with its tabs.
pub fn section(state: &State, send: &Send, lit: &Rc<Lit>) -> Html {
    let folded = state.panes.folded[0];
    let compiled = state.build.compiled.clone().filter(|compiled| !compiled.assembly.lines.is_empty());
    html! {
        <section class={classes!("listing", folded.then_some("folded"))} aria-label={text::LISTING}>
            <header>
                { fold(send, Section::Listing, folded, text::LISTING) }
                <div class="tabs" role="tablist" aria-label={text::LISTING}>
                    { tab(state, send, ListingKind::Assembly, text::ASSEMBLY) }
                    { tab(state, send, ListingKind::Ir, text::IR) }
                </div>
                if state.shows_ir() { { passes(state, send) } } else { { facts(state) } }
            </header>
            if !folded {
                if let Some(compiled) = compiled {
                    <ListingView listing={listing(state, compiled)} map={state.build.map.clone()} ir={state.shows_ir()}
                        frame={state.frame.clone()} unit={state.panes.unit} lit={lit.clone()} send={send.clone()} />
                    { isa::help(state, send) }
                } else {
                    <p class="empty">{ text::LISTING_EMPTY }</p>
                }
            }
        </section>
    }
}

/// The heading of a section that folds.
pub fn fold(send: &Send, section: Section, folded: bool, title: &'static str) -> Html {
    let click = send.reform(move |_: MouseEvent| Action::Section(section));
    html! {
        <h2><button class="quiet fold" aria-expanded={(!folded).to_string()} onclick={click}>{ title }</button></h2>
    }
}

fn listing(state: &State, compiled: Shared<lanescope_core::session::Compiled>) -> ListingOf {
    match &state.pass {
        Some((_, listing)) if state.shows_ir() => ListingOf::Pass(listing.clone()),
        _ => ListingOf::Compiled(compiled),
    }
}

fn tab(state: &State, send: &Send, kind: ListingKind, title: &'static str) -> Html {
    let click = send.reform(move |_: MouseEvent| Action::Listing(kind));
    let on = (state.panes.listing == kind).to_string();
    html! { <button role="tab" aria-selected={on} onclick={click}>{ title }</button> }
}

fn passes(state: &State, send: &Send) -> Html {
    let Some(compiled) = &state.build.compiled else { return html! {} };
    let now = state.pass.as_ref().map(|(pass, _)| *pass as usize);
    let change = send.reform(|event: Event| Action::Pass(chosen(&event).parse().ok()));
    html! {
        <label class="field">{ text::PASS }
            <select onchange={change}>
                <option value="" selected={now.is_none()}>{ text::PASS_LAST }</option>
                { for compiled.passes.iter().enumerate().map(|(at, name)| html! {
                    <option value={at.to_string()} selected={now == Some(at)}>{ name }</option>
                }) }
            </select>
        </label>
    }
}

fn facts(state: &State) -> Html {
    let Some(compiled) = &state.build.compiled else { return html! {} };
    let words: Vec<String> = compiled.facts.iter().map(|(name, value)| format!("{name} {value}")).collect();
    // What has no room in the line can be read in the tip.
    let all = format!("{}\n{}", text::FACTS, words.join("\n"));
    html! { <span class="facts" title={all}>{ words.join(" · ") }</span> }
}

#[component]
fn ListingView(props: &Props) -> Html {
    let (lines, of_line): (&[ListingLine], Option<&[Option<u32>]>) = match &props.listing {
        ListingOf::Compiled(compiled) if props.ir => (&compiled.ir.lines, Some(&props.map.ir)),
        ListingOf::Compiled(compiled) => (&compiled.assembly.lines, Some(&props.map.assembly)),
        ListingOf::Pass(listing) => (&listing.lines, None),
    };
    let node = use_node_ref();
    let units = warps(props);
    let selected_pc = units.iter().find(|(unit, _)| *unit == props.unit).map(|(_, pc)| *pc);
    {
        let node = node.clone();
        use_effect_with(selected_pc, move |_| reveal(&node));
    }
    html! {
        <ol class="code" ref={node} tabindex="0" aria-label={if props.ir { text::IR } else { text::ASSEMBLY }}>
            { for lines.iter().enumerate().map(|(row, line)| {
                let source = of_line.and_then(|of| of.get(row).copied().flatten());
                one(props, line, source, selected_pc, &units)
            }) }
        </ol>
    }
}

/// Units and the instruction that each is at.
fn warps(props: &Props) -> Vec<(u32, u32)> {
    let snapshot = props.frame.as_ref().filter(|_| !props.ir).and_then(|frame| frame.snapshot.as_ref());
    let units = snapshot.map(|snapshot| snapshot.units.as_slice()).unwrap_or_default();
    (0u32..).zip(units).filter_map(|(unit, state)| Some((unit, state.pc?))).collect()
}

fn one(
    props: &Props,
    line: &ListingLine,
    source: Option<u32>,
    here: Option<u32>,
    units: &[(u32, u32)],
) -> Html {
    let lit = match line.pc {
        Some(pc) => props.lit.pcs.contains(&pc),
        None => props.ir && source.is_some() && props.lit.line == source,
    };
    let class = classes!(
        lit.then_some("lit"),
        (line.pc.is_some() && line.pc == here).then_some("here"),
        (line.pc.is_none() && !props.ir).then_some("label"),
    );
    let mark = line.pc.map(Mark::Pc).or(source.map(Mark::Line));
    let enter = props.send.reform(move |_: MouseEvent| Action::Hover(mark));
    let leave = props.send.reform(|_: MouseEvent| Action::Hover(None));
    let click = props.send.reform(move |_: MouseEvent| Action::Pick(mark));
    let hue = props.map.hue(source).map(|hue| format!("--hue: var(--link-{hue})"));
    html! {
        <li {class} style={hue} onmouseenter={enter} onmouseleave={leave} onclick={click}>
            <span class="pc">{ line.pc.map(|pc| format!("{pc:03}")) }</span>
            <code>{ &line.text }</code>
            { line.pc.map(|pc| at(pc, units, props.unit)) }
        </li>
    }
}

/// The warps at an instruction.
fn at(pc: u32, units: &[(u32, u32)], selected: u32) -> Html {
    let there: Vec<u32> = units.iter().filter(|(_, at)| *at == pc).map(|(unit, _)| *unit).collect();
    let more = there.len().saturating_sub(NAMED);
    html! {
        <span class="warps">
            { for there.iter().take(NAMED).map(|unit| html! {
                <b class={(*unit == selected).then_some("selected")}>{ unit }</b>
            }) }
            if more > 0 { <b>{ format!("+{more}") }</b> }
        </span>
    }
}

/// Scrolls the list, and only the list, so that the selected warp's instruction shows.
fn reveal(node: &NodeRef) {
    let Some(list) = node.cast::<web_sys::HtmlElement>() else { return };
    let Some(line) = list.query_selector("li.here").ok().flatten() else { return };
    let (outer, inner) = (list.get_bounding_client_rect(), line.get_bounding_client_rect());
    let above = inner.top() < outer.top();
    if above || inner.bottom() > outer.bottom() {
        let by =
            if above { inner.top() - outer.top() - 24.0 } else { inner.bottom() - outer.bottom() + 24.0 };
        list.set_scroll_top(list.scroll_top() + by as i32);
    }
}
