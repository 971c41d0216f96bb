//! Buffers and work-group memory, typed, a page at a time, with what has changed marked.

use lanescope_core::session::{
    Contents, Region,
    vocabulary::{Buffer, Type},
};
use yew::prelude::*;

use super::controls::{Props, chosen, radix_select};
use crate::{
    format,
    state::{Action, Mark},
    text,
};

/// Bytes of a page.
const PAGE: u64 = 512;

/// How a region's bytes are read.
struct Shape {
    base: u64,
    bytes: u64,
    element: Type,
    unsigned: bool,
}

/// See the module.
#[component]
pub fn Memory(props: &Props) -> Html {
    let Some(run) = &props.run else { return html! {} };
    let shape = shape(props, &run.buffers, run.local_bytes);
    let answer = props.frame.as_ref().filter(|frame| asked(frame.view.memory, props));
    let contents = answer.and_then(|frame| frame.memory.as_ref());
    html! {
        <div class="scroll" tabindex="0" role="group" aria-label={text::MEMORY_TITLE}>
            <div class="tools">
                { regions(props, &run.buffers, run.local_bytes) }{ radix_select(props) }{ pages(props, shape.bytes) }
                <span class="note"><i class="changed"></i>{ text::CHANGED_NOTE }</span>
                <span class="note"><i class="fresh"></i>{ text::JUST_CHANGED_NOTE }</span>
            </div>
            if run.buffers.is_empty() && run.local_bytes == 0 {
                <p class="empty">{ text::MEMORY_EMPTY }</p>
            } else if let Some(contents) = contents {
                { table(props, contents, &shape) }
            }
        </div>
    }
}

fn asked(memory: Option<(Region, u64, u64)>, props: &Props) -> bool {
    memory.is_some_and(|(region, offset, _)| region == props.panes.region && offset == props.panes.offset)
}

fn shape(props: &Props, buffers: &[Buffer], local: u32) -> Shape {
    match props.panes.region {
        Region::Buffer(index) => buffers.get(index as usize).map_or(
            Shape { base: 0, bytes: 0, element: Type::I32, unsigned: false },
            |buffer| Shape {
                base: buffer.base,
                bytes: buffer.bytes,
                element: buffer.element,
                unsigned: buffer.unsigned,
            },
        ),
        Region::Local(_) => Shape { base: 0, bytes: u64::from(local), element: Type::I32, unsigned: false },
    }
}

fn regions(props: &Props, buffers: &[Buffer], local: u32) -> Html {
    let unit = props.panes.unit;
    let change = props.send.reform(move |event: Event| {
        let value = chosen(&event);
        Action::Region(value.parse().map_or(Region::Local(unit), Region::Buffer))
    });
    let here = |index: usize| props.panes.region == Region::Buffer(index as u32);
    html! {
        <label class="field">{ text::REGION }
            <select onchange={change}>
                { for buffers.iter().enumerate().map(|(index, buffer)| html! {
                    <option value={index.to_string()} selected={here(index)}>
                        { format!("{} · {} × {}", buffer.name, buffer.bytes / u64::from(buffer.element.bytes()), buffer.element) }
                    </option>
                }) }
                if local > 0 {
                    <option value="local" selected={matches!(props.panes.region, Region::Local(_))}>{ text::LOCAL_REGION }</option>
                }
            </select>
        </label>
    }
}

fn pages(props: &Props, bytes: u64) -> Html {
    if bytes <= PAGE {
        return html! {};
    }
    let offset = props.panes.offset;
    let go = |to: u64| props.send.reform(move |_: MouseEvent| Action::Offset(to));
    let last = (bytes - 1) / PAGE * PAGE;
    html! {
        <span class="pages">
            <button class="quiet" disabled={offset == 0} onclick={go(offset.saturating_sub(PAGE))}>{ text::PAGE_BACK }</button>
            <span>{ text::page(offset / PAGE + 1, last / PAGE + 1) }</span>
            <button class="quiet" disabled={offset >= last} onclick={go((offset + PAGE).min(last))}>{ text::PAGE_ON }</button>
        </span>
    }
}

fn table(props: &Props, contents: &Contents, shape: &Shape) -> Html {
    let size = shape.element.bytes() as usize;
    let columns = if size == 1 { 16 } else { 8 };
    let elements: Vec<&[u8]> = contents.bytes.chunks(size).collect();
    let first = contents.offset / size as u64;
    html! {
        <table class="values">
            <thead><tr>
                <th>{ text::ADDRESS }</th>
                { for (0..columns).map(|column| html! { <th scope="col">{ format!("+{column}") }</th> }) }
            </tr></thead>
            <tbody>
                { for elements.chunks(columns).enumerate().map(|(at, cells)| {
                    let index = first + (at * columns) as u64;
                    html! {
                        <tr>
                            <th scope="row" title={format!("{:#x}", shape.base + index * size as u64)}>{ index }</th>
                            { for cells.iter().enumerate().map(|(column, bytes)| {
                                cell(props, contents, shape, at * columns + column, bytes)
                            }) }
                        </tr>
                    }
                }) }
            </tbody>
        </table>
    }
}

fn cell(props: &Props, contents: &Contents, shape: &Shape, at: usize, bytes: &[u8]) -> Html {
    let size = shape.element.bytes() as usize;
    let mut word = [0; 8];
    word[..bytes.len()].copy_from_slice(bytes);
    let address = shape.base + contents.offset + (at * size) as u64;
    let range = at * size..at * size + bytes.len();
    let changed = contents.changed.get(range.clone()).is_some_and(|bytes| bytes.contains(&true));
    let fresh = earlier(props).and_then(|old| old.bytes.get(range)).is_some_and(|old| old != bytes);
    let lit = props.lit.touches(address, size as u64);
    let class = classes!(changed.then_some("changed"), fresh.then_some("fresh"), lit.then_some("lit"));
    let mark = Mark::Bytes(address, size as u64);
    let enter = props.send.reform(move |_: MouseEvent| Action::Hover(Some(mark)));
    let leave = props.send.reform(|_: MouseEvent| Action::Hover(None));
    let click = props.send.reform(move |_: MouseEvent| Action::Pick(Some(mark)));
    html! {
        <td {class} onmouseenter={enter} onmouseleave={leave} onclick={click}>
            { format::element(u64::from_le_bytes(word), shape.element, shape.unsigned, props.panes.radix) }
        </td>
    }
}

/// The same page at the last other stop.
fn earlier(props: &Props) -> Option<&Contents> {
    props
        .before
        .as_ref()
        .filter(|before| asked(before.view.memory, props))
        .and_then(|before| before.memory.as_ref())
}
